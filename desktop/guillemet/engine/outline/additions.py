"""Where definitions belong that are added to a file: after its last one, or in the class that is named."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from msgspec import Struct

from guillemet.engine.outline.outline import DefinitionKind
from guillemet.engine.outline.sections import Section, all_sections
from guillemet.engine.patterns import lazy_pattern

_ADDABLE = frozenset({DefinitionKind.FUNCTION, DefinitionKind.TYPE, DefinitionKind.MODULE})
_STYLES = (".css", ".scss", ".less")
_PYTHON = (".py", ".pyi")
_WITH_RECEIVER = (*_PYTHON, ".rs")
_RECEIVER = lazy_pattern(r"\b(?:self|cls|Self)\b|@(?:static|class)method\b")
_DECLARED = lazy_pattern(r"\s*(?:(?:export|declare|pub(?:\([\w: ]+\))?)\s+)*(?:const|let|var|static)\b")
"""How a value begins that is no member of anything."""
_MEMBER = lazy_pattern("method|constructor|field|property")
"""Kinds of nodes that stand in a class, but for Go, whose methods stand beside their types."""


class UnclearPlaceError(Exception):
    """The place of an added definition is not known."""


class AddedSections(Struct, frozen=True):
    """Definitions that a listing adds to a file."""

    sections: Sequence[Section]
    listing: Sequence[str]
    path: str

    def holder(self, found: Sequence[Section], names: Collection[str], *, is_method: bool) -> Section | None:
        """Return the class of the file that members belong in; None for what is no member.

        The words around the listing have these names, and call it a method or not. Raises UnclearPlaceError, also where
        what is added is no definition.
        """
        if not self._are_definitions():
            raise UnclearPlaceError
        named = [one for one in all_sections(found) if one.name in names]
        are_members = {self._is_member(one, is_method=is_method) for one in self.sections}
        if are_members == {True}:
            return self._named_holder(found, named)
        if True in are_members or not self._may_stand_beside(named):
            raise UnclearPlaceError
        return None

    def end(self, found: Sequence[Section], file: Sequence[str]) -> int:
        """Return the row below the last definition of the file at the margin; raises UnclearPlaceError.

        Statements below it stay the last ones, since they may call what is defined; so does a module of tests.
        """
        outermost = _at_margin(found, file)
        is_module = {one.kind for one in self.sections} == {DefinitionKind.MODULE}
        ends = [one.end for one in outermost if is_module or not _is_module(one)] if outermost else [_below_text(file)]
        if not any(ends) or self._is_indented():
            raise UnclearPlaceError
        return ends[-1]

    def blanks(self, found: Sequence[Section], file: Sequence[str]) -> int:
        """Return how many blank lines mostly stand between definitions of the file, or do in its language."""
        gaps = Counter(
            below.above - one.end
            for one, below in pairwise(_at_margin(found, file))
            if not (_is_line(one) and _is_line(below)) and not any(map(str.strip, file[one.end : below.above]))
        )
        return gaps.most_common(1)[0][0] if gaps else 1 + self._has_ending(*_PYTHON)

    def _are_definitions(self) -> bool:
        """Whether all are definitions, and not only values, which may belong to any object."""
        if self._has_ending(*_STYLES):
            return bool(self.sections) and all(one.name for one in self.sections)
        kinds = {one.kind if one.name else None for one in self.sections}
        is_any = not kinds.isdisjoint(_ADDABLE) or self._are_declared()
        return is_any and kinds <= {*_ADDABLE, DefinitionKind.VALUE}

    def _are_declared(self) -> bool:
        """Whether all are declared by a word that no member of an object or a class begins with."""
        heads = [self.listing[one.head] for one in self.sections]
        return bool(heads) and all(map(_DECLARED.match, heads))

    def _is_member(self, one: Section, *, is_method: bool) -> bool:
        if self._has_ending(".go"):
            return False
        if is_method:
            return True
        if self._has_ending(*_WITH_RECEIVER):
            return _RECEIVER.search("\n".join(self.listing[one.start : one.body])) is not None
        return _MEMBER.search(one.type) is not None

    def _may_stand_beside(self, named: Sequence[Section]) -> bool:
        """Whether what is no member may be added below words with these names: those of a Go method name its type."""
        return not named or (self._has_ending(".go") and {one.kind for one in named} == {DefinitionKind.TYPE})

    def _named_holder(self, found: Sequence[Section], named: Sequence[Section]) -> Section:
        """Return the one named class that can hold the sections."""
        if not named and not self._has_ending(*_WITH_RECEIVER):
            # Where a method cannot stand alone, the file mostly has the name of its class.
            stem = self.path.rpartition("/")[2].partition(".")[0]
            named = [one for one in found if one.name == stem]
        fit = [one for one in named if self._may_hold(one)]
        if len(fit) != 1 or any(one.kind is not DefinitionKind.TYPE for one in named):
            raise UnclearPlaceError
        return fit[0]

    def _is_indented(self) -> bool:
        return any(self.listing[one.start][:1].isspace() for one in self.sections)

    def _may_hold(self, one: Section) -> bool:
        types = {section.type for section in self.sections}
        return "class" in one.type or not types.isdisjoint(member.type for member in one.members)

    def _has_ending(self, *endings: str) -> bool:
        return self.path.lower().endswith(endings)


def _at_margin(found: Sequence[Section], file: Sequence[str]) -> list[Section]:
    return [one for one in found if one.name and not file[one.head][:1].isspace()]


def _below_text(file: Sequence[str]) -> int:
    """Return the row below the last line with text; 0 where there is none."""
    return max((row + 1 for row, line in enumerate(file) if line.strip()), default=0)


def _is_module(section: Section) -> bool:
    return section.is_holder and section.kind is DefinitionKind.MODULE


def _is_line(section: Section) -> bool:
    return section.end - section.above == 1
