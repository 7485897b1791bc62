"""A listing that may be a part of its file: what it is, and where it goes.

The first one that fits:

a run of the file's own lines                          ──▶ a quotation, which changes nothing
definitions that are not in the file, and are added
to it by the words above                               ──▶ they come after its last one, or into the class that is named
lines that only say that code was left out             ──▶ the pieces between them are placed, the lines left out stay
as long as the file, or nearly, and beginning and
ending as it does                                      ──▶ the whole file
definitions, some of which are in the file             ──▶ each replaces its own; a new one comes after the one above it
all but one end of the file                            ──▶ that end stays
anything else                                          ──▶ failed with the reason, to be placed by hand

Whichever it is, it asks: the reply does not say in any format that it is an edit.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.applying.locate import ambiguous_at
from guillemet.engine.applying.outcome_factory import PLACE_IT, failed, flagged
from guillemet.engine.applying.placeholders import left_out_rows
from guillemet.engine.applying.whole_texts import (
    Excerpt,
    excerpt,
    keep_around,
    quotation,
    quoted_at,
    ranges_changed,
    replace_whole,
    why_no_whole,
)
from guillemet.engine.applying.working_file import WorkingFile, count_non_blank
from guillemet.engine.blocks import Addition, WholeFile
from guillemet.engine.formats.listing.naming import without_path_comment
from guillemet.engine.matching.copy_artifacts import read_numbers
from guillemet.engine.matching.frames import in_unit_of_file
from guillemet.engine.matching.lines import single_spaced
from guillemet.engine.matching.nearest import likeness
from guillemet.engine.matching.pieces import Block, MergedText, Unplaced, block_ends, merge_pieces
from guillemet.engine.matching.reindent import shifted
from guillemet.engine.matching.sure_rungs import indentation, shared_indentation
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status
from guillemet.engine.outline.additions import AddedSections, UnclearPlaceError
from guillemet.engine.outline.outline import DefinitionKind
from guillemet.engine.outline.sections import Section, all_sections, sections_of
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import FileText, common_ends

_LEAST_LENGTH = 0.75
"""Of the file's lines, for a listing that may be the whole file."""
_MOST_SHARE = 0.9
"""Of the file's lines that stand in a listing of all of it, whatever stands around them."""
_FIRST_LINES = 3
_LEAST_SHARE = 0.5
"""Of the file's lines, or of the listing's, that stand in both."""
_LEAST_SHARED = 3
"""Lines of a listing that names no file, and of the only one it may mean, that stand in both."""
_ALIKE = 0.6
_LEAST_BLOCK = 2
"""Lines of what can be found by the first of them."""
_STEPS_A_CHARACTER = 200
_DOCSTRINGS = ('"""', "'''")
_COMMENTS = ("#", "//", "/*", "*", "--", "<!--", ";", "%")
_WORD = lazy_pattern(r"[^\W\d][\w.]*")
_FROM = lazy_pattern(r"from\s+([\w.]+)\s+import\b")
_QUOTED_MODULE = lazy_pattern(r"""["']([^"']+)["']""")
_NO_PLACE = "{!r} is not in the file, and nothing in the listing says where it belongs."
_HARD_INDENT = lazy_pattern("\\A[ \t]*\u00a0[ \t\u00a0]*")
_A_PART = "The reply shows a part of the file and does not mark it as an edit: what it leaves out stays."
_A_WHOLE = "The reply shows the file and does not mark it as an edit."
_GUESSED = "The reply names no file for it, and {} is the only one in the conversation."
_DEPTH = "The listing is not indented as the file is, so the depth of its new lines is a guess."


class _Unclear(Exception):  # noqa: N818 - a reason on its way to the outcome, not a fault
    """The listing does not say where one of its sections goes."""


class _Edit(Struct, frozen=True):
    """Rows of the listing that take the place of lines of the file."""

    at: int
    at_end: int
    rows: range
    depth: tuple[str, str]
    """How a line of the listing is indented, and the one of the file that it stands for, or next to."""
    blanks: tuple[int, int] = (0, 0)
    """Blank lines that go before and after the rows."""


def listed_lines(block: WholeFile, *, there: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a listing as the file would hold them, without what only the page has they were copied from.

    That is a first line that names the file in a comment, and the blanks that a browser does not break at.
    """
    return with_plain_indentation(without_path_comment(block.new, block.path, there=there), there=there)


def with_plain_indentation(lines: tuple[str, ...], *, there: Sequence[str]) -> tuple[str, ...]:
    """Return the lines indented with plain blanks for those that a browser does not break at, if the file has none."""
    if any(_HARD_INDENT.match(line) for line in there):
        return lines
    return tuple(_HARD_INDENT.sub(lambda found: found[0].replace("\u00a0", " "), line) for line in lines)


def settle_listing(block: WholeFile, file: WorkingFile, text: FileText, *, effort: WorkBudget) -> Outcome:
    """Settle what a listing means for a file that is there."""
    numbered = read_numbers(block.new)
    at = quoted_at(text.lines, numbered.lines if numbered else block.new)
    if at is not None:
        return quotation(block, file, at)
    if why := why_no_whole(block, file, text) or _why_not_of(block, file, text):
        return failed(block, file.path, Reason.NOT_FOUND, f"{why} {PLACE_IT}")
    try:
        outcome = _placed(block, file, text, effort)
    except BudgetSpentError:
        message = f"The search for the place of the listing took too much work and was cut short. {PLACE_IT}"
        return failed(block, file.path, Reason.NOT_FOUND, message)
    if outcome.status is not Status.APPLIED:
        return outcome
    if block.is_path_guessed:
        outcome = flagged(outcome, Flag.GUESSED_PATH, _GUESSED.format(file.path))
    return flagged(outcome, Flag.LISTING, _A_WHOLE if Flag.REPLACED_WHOLE in outcome.flags else _A_PART)


def _why_not_of(block: WholeFile, file: WorkingFile, text: FileText) -> str:
    """Return in a sentence why a listing for which no file is named is not of the only one of the conversation."""
    if not block.is_path_guessed:
        return ""
    before, after = _telling(text.lines), _telling(block.new)
    shared, least = _shared(before, after), _LEAST_SHARE * min(len(before), len(after))
    is_of_file = shared >= max(least, _LEAST_SHARED)
    return (
        "" if is_of_file else f"Nothing around the listing names a file, and too few of its lines are in {file.path}."
    )


def settle_part(block: WholeFile, file: WorkingFile, text: FileText, *, effort: WorkBudget) -> Outcome | None:
    """Place what was given as the whole file and leaves code out; None where it does not, or has no certain place."""
    marks = [] if block.must_be_new else left_out_rows(block.new, old=text.lines, path=file.path)
    try:
        outcome = _around_marks(block, file, text, marks, effort) if marks else None
    except BudgetSpentError:
        return None
    return outcome if outcome and outcome.is_success else None


def _placed(block: WholeFile, file: WorkingFile, text: FileText, effort: WorkBudget) -> Outcome:
    if marks := left_out_rows(block.new, old=text.lines, path=file.path):
        return _around_marks(block, file, text, marks, effort)
    return _added(block, file, text, effort) or _replaced(block, file, text, effort)


def _added(block: WholeFile, file: WorkingFile, text: FileText, effort: WorkBudget) -> Outcome | None:
    """Add what the listing defines, where the words say so; None where it may as well change what is there."""
    is_mostly_new = _shared(text.lines, block.new) <= _LEAST_SHARE * count_non_blank(block.new)
    if block.addition is None or not is_mostly_new:
        return None
    try:
        return _by_sections(block, file, text, effort, block.addition)
    except (_Unclear, UnclearPlaceError):
        return None


def _replaced(block: WholeFile, file: WorkingFile, text: FileText, effort: WorkBudget) -> Outcome:
    """Let the listing take the place of the whole file, or of those of its lines that it shows."""
    cut = excerpt(text.lines, block.new)
    is_cut = cut is not None and cut.head + cut.tail > 0
    if not is_cut and _is_whole(text.lines, block.new):
        return replace_whole(block, file, text, block.new)
    try:
        return _by_sections(block, file, text, effort)
    except _Unclear as unclear:
        failure = failed(block, file.path, Reason.NOT_FOUND, f"{unclear} {PLACE_IT}")
    if cut is None or not is_cut:
        return replace_whole(block, file, text, block.new) if _is_most(text.lines, block.new) else failure
    is_part = _is_between(cut, _telling(text.lines), _telling(block.new))
    return keep_around(block, file, text, cut) if is_part else failure


def _by_sections(
    block: WholeFile, file: WorkingFile, text: FileText, effort: WorkBudget, addition: Addition | None = None
) -> Outcome:
    """Let the definitions that the listing shows take the place of those of the file, or add them; raises _Unclear."""
    shown = _sections(block.new, file.path, effort, is_part=True) or list(_blocks(block.new))
    found = _sections(text.lines, file.path, effort, is_part=False)
    substitution = _Substitution(text.lines, block.new, found)
    if addition:
        substitution.add(shown, addition, file.path)
    else:
        substitution.place(shown)
    lines, is_sure = _substituted(text.lines, block.new, substitution.edits, effort)
    if lines == list(text.lines):
        return quotation(block, file, min((edit.at for edit in substitution.edits), default=0))
    outcome = _changed(block, file, text, lines, Rung.SYNTAX)
    return outcome if is_sure else flagged(outcome, Flag.INDENTATION, _DEPTH)


def _changed(block: WholeFile, file: WorkingFile, text: FileText, lines: Sequence[str], how: Rung) -> Outcome:
    """Make the lines all there is in the file; all but those that changed keep their bytes."""
    lines = _with_commas(lines) if file.path.lower().endswith(".json") else lines
    head, tail = common_ends(text.lines, lines)
    file.splice(head, len(text.lines) - head - tail, lines[head : len(lines) - tail], number=block.number)
    runs = ranges_changed(text.lines, lines)
    return Outcome(block, Status.APPLIED, file.path, how=how, lines=(head + 1,), changed=runs)


def _sections(lines: Sequence[str], path: str, effort: WorkBudget, *, is_part: bool) -> Sequence[Section]:
    """Return the sections of a text, as far as a grammar reads them."""
    margin = len(shared_indentation(lines)) if is_part else 0
    text = [line[margin:] for line in lines]
    effort.spend(_STEPS_A_CHARACTER * sum(map(len, text)))
    return sections_of(path, text, is_part=is_part) or ()


def _blocks(lines: Sequence[str]) -> Iterator[Section]:
    """Yield what begins at the margin, with the deeper lines below it and the comments above it."""
    ends, row, above = block_ends(lines), 0, 0
    while row < len(lines):
        if not lines[row].strip() or lines[row].lstrip().startswith(_COMMENTS):
            row += 1
            above = above if lines[row - 1].strip() else row
        else:
            yield Section("", "", None, above, row, row, row + 1, ends[row])
            row = above = ends[row]


def _substituted(
    file: Sequence[str], listing: Sequence[str], edits: Sequence[_Edit], effort: WorkBudget
) -> tuple[list[str], bool]:
    """Return the file with the edits made in it, in their order, and whether the depth of all lines is certain."""
    lines: list[str] = []
    at, is_sure = 0, True
    for edit in edits:
        shown, standing = listing[edit.rows.start : edit.rows.stop], file[edit.at : edit.at_end]
        lines += file[at : edit.at]
        if standing:
            whole = Block(0, len(shown), 0, len(standing))
            merged = merge_pieces(standing, shown, (), blocks=(whole,), effort=effort)
            fitted, is_known = (
                (merged.lines, merged.is_sure) if isinstance(merged, MergedText) else (tuple(shown), False)
            )
        else:
            moved = [shifted(line, edit.depth) for line in shown]
            united = in_unit_of_file(moved, standing=(), lines=file, start=edit.at)
            fitted, is_known = united.lines, united.is_sure
        lines += [*[""] * edit.blanks[0], *fitted, *[""] * edit.blanks[1]]
        is_sure &= is_known
        at = edit.at_end
    return [*lines, *file[at:]], is_sure


def _with_commas(lines: Sequence[str]) -> list[str]:
    """Return lines of JSON with a comma after each value that another follows, and none after the last ones."""
    rows = [row for row, line in enumerate(lines) if line.strip() and not line.strip().startswith("//")]
    fixed = list(lines)
    for row, below in pairwise(rows):
        line = lines[row].rstrip()
        if line.endswith(("{", "[", ":")):
            continue
        is_last = lines[below].strip()[0] in "}]"
        bare = line.removesuffix(",")
        if line.endswith(",") is is_last:
            fixed[row] = bare if is_last else f"{bare},"
    return fixed


def _around_marks(
    block: WholeFile, file: WorkingFile, text: FileText, marks: Sequence[int], effort: WorkBudget
) -> Outcome:
    """Place the pieces between lines that say that code was left out."""
    blocks, fresh = _hints(block.new, text.lines, marks, file.path, effort)
    merged = merge_pieces(text.lines, block.new, marks, blocks=blocks, fresh=fresh, effort=effort)
    if isinstance(merged, Unplaced):
        return failed(block, file.path, Reason.NOT_FOUND, _why_unplaced(merged, block, file))
    if merged.lines == text.lines:
        return quotation(block, file, merged.first)
    outcome = _changed(block, file, text, merged.lines, Rung.ELIDED)
    return outcome if merged.is_sure else flagged(outcome, Flag.INDENTATION, _DEPTH)


def _hints(
    listing: Sequence[str], file: Sequence[str], marks: Sequence[int], path: str, effort: WorkBudget
) -> tuple[list[Block], list[int]]:
    """Return the definitions that are in both, and the lines of those that the file has not; headings are no names."""
    is_python = path.lower().endswith((".py", ".pyi"))
    text = list(listing)
    for row in marks:
        text[row] = f"{indentation(listing[row])}pass" if is_python else ""
    found = _sections(file, path, effort, is_part=False)
    substitution = _Substitution(file, text, found)
    blocks: list[Block] = []
    fresh: list[int] = []
    shown = [one for one in _sections(text, path, effort, is_part=True) if not one.level]
    for one, there in substitution.pairs(shown, found, is_outermost=True):
        if there is None:
            fresh += range(one.above, one.end)
        elif not (is_python and _may_go_on(one, there, listing, file, marks)):
            blocks.append(Block(one.head, one.end, there.head, there.end))
    return blocks, fresh


def _may_go_on(one: Section, there: Section, listing: Sequence[str], file: Sequence[str], marks: Sequence[int]) -> bool:
    """Whether a mark right below a definition may stand for the rest of it, since nothing else tells where it ends."""
    is_longer = there.end - there.head > one.end - one.head
    return one.end in marks and is_longer and listing[one.end - 1].strip() != file[there.end - 1].strip()


def _why_unplaced(unplaced: Unplaced, block: WholeFile, file: WorkingFile) -> str:
    line = block.new[unplaced.row].strip()
    if unplaced.at is not None:
        where = f"stands at line {unplaced.at + 1:,} of {file.path}, elsewhere than the listing has it"
        return f"The line {line!r} {where}. {PLACE_IT}"
    why = f"The listing leaves lines out around {line!r}, and nothing beside it says where in {file.path} it belongs."
    return f"{why} {PLACE_IT}"


class _Substitution:
    """The sections that a listing shows, each in the place of the one that the file has."""

    def __init__(self, file: Sequence[str], listing: Sequence[str], found: Sequence[Section]) -> None:
        self._file, self._listing, self._found = file, listing, found
        self._where: dict[str, list[int]] = {}
        for at, line in enumerate(file):
            self._where.setdefault(single_spaced(line), []).append(at)
        self._keys = [single_spaced(line) for line in listing]
        self._outermost, self._inner = _by_name(found), _by_name(all_sections(found))
        self._ends: list[int] | None = None
        self._covered: set[int] = set()
        self.edits: list[_Edit] = []
        self.replaced: list[str] = []
        """The names of the sections that are in the file."""

    def place(self, shown: Sequence[Section]) -> None:
        """Find the edits of all sections; raises _Unclear where one has no certain place."""
        self._scope(shown, self._found, None)
        self._check_edits()

    def add(self, shown: Sequence[Section], addition: Addition, path: str) -> None:
        """Find the edits that add definitions; raises UnclearPlaceError or _Unclear where one has no place."""
        new = [one for one in self._with_comments(shown) if not one.is_import]
        added = AddedSections(new, self._listing, path)
        holder = added.holder(self._found, addition.names, is_method=addition.is_method)
        self._check_new(new, holder)
        self._scope([one for one in shown if one.is_import], self._found, None)
        if holder:
            self._insert_in(new, holder)
        else:
            at, blanks = added.end(self._found, self._file), added.blanks(self._found, self._file)
            # Blank lines that end the file part its last definition from the first new one.
            standing = 0 if any(map(str.strip, self._file[at:])) else min(blanks, len(self._file) - at)
            for row, one in enumerate(new):
                self._insert(one, at + standing, ("", ""), (blanks if row else blanks - standing, 0))
        self._check_edits()

    def _check_new(self, new: Sequence[Section], holder: Section | None) -> None:
        """Raise UnclearPlaceError where the file, or the class that sections are added to, has one of them."""
        beside = holder.members if holder else self._found
        if any(self.there(one, beside, is_outermost=holder is None) for one in new):
            raise UnclearPlaceError

    def _with_comments(self, shown: Sequence[Section]) -> Iterator[Section]:
        """Yield the sections with all comments that stand between each and the one above."""
        end = 0
        for one in shown:
            yield replace(one, above=next((row for row in range(end, one.above) if self._keys[row]), one.above))
            end = one.end

    def _check_edits(self) -> None:
        """Put the edits in order; raises _Unclear where a line has no place, or two edits have the same."""
        for row, key in enumerate(self._keys):
            is_said = key not in self._where and any(map(str.isalnum, key)) and not key.startswith(_COMMENTS)
            if is_said and row not in self._covered:
                raise _Unclear(_NO_PLACE.format(key))
        self.edits.sort(key=lambda one: (one.at, one.at_end))
        if any(one.at_end > other.at for one, other in pairwise(self.edits)):
            message = "The listing shows one part of the file twice."
            raise _Unclear(message)

    def pairs(
        self, shown: Iterable[Section], found: Sequence[Section], *, is_outermost: bool
    ) -> Iterator[tuple[Section, Section | None]]:
        """Yield the innermost sections with those of the file; None for those that it has not."""
        for one in shown:
            try:
                there = self.there(one, found, is_outermost=is_outermost)
            except _Unclear:
                continue
            if one.is_holder and there:
                yield from self.pairs(one.members, there.members, is_outermost=False)
            elif (one.name or there) and not (one.is_holder and is_outermost):
                yield one, there

    def there(self, one: Section, found: Sequence[Section], *, is_outermost: bool) -> Section | None:
        """Return the section of the file that is meant; None where it has none."""
        if is_outermost:
            candidates = _like(one, self._outermost.get(one.name, ())) or _like(one, self._inner.get(one.name, ()))
        else:
            candidates = _like(one, [other for other in found if other.name == one.name])
        if len(candidates) > 1:
            candidates = self._with_head_of(one, candidates)
        return candidates[0] if candidates else self._by_first_line(one, found, is_outermost=is_outermost)

    def _with_head_of(self, one: Section, candidates: Sequence[Section]) -> list[Section]:
        """Return the only one of several sections whose first line is the same; raises _Unclear where it is none."""
        head = self._keys[one.head]
        alike = [other for other in candidates if single_spaced(self._file[other.head]) == head]
        if len(alike) != 1:
            lines = ambiguous_at([other.head + 1 for other in candidates])
            message = f"{one.name}: {lines}."
            raise _Unclear(message)
        return alike

    def _by_first_line(self, one: Section, found: Sequence[Section], *, is_outermost: bool) -> Section | None:
        """Return the block of the file that begins with the same line, where it stands once."""
        ats = self._where.get(self._keys[one.head], [])
        if not is_outermost:
            ats = [at for at in ats if found and found[0].start <= at < found[-1].end]
        if len(ats) != 1 or one.end - one.head < _LEAST_BLOCK or one.is_import:
            return None
        self._ends = self._ends or block_ends(self._file)
        at, end = ats[0], self._ends[ats[0]]
        if end - at < _LEAST_BLOCK:
            return None
        return replace(one, above=at, start=at, head=at, body=at + 1, end=end, members=(), is_holder=False)

    def _scope(self, shown: Sequence[Section], found: Sequence[Section], holder: Section | None) -> None:
        known: tuple[Section, Section] | None = None
        new: list[Section] = []
        for one in shown:
            self._covered.update(range(one.above, one.end if not one.is_holder else one.body))
            there = self.there(one, found, is_outermost=holder is None)
            if there:
                self._replace(one, there)
                self._insert_before(new, one, there)
                known, new = (one, there), []
            elif self._stands(one, known):
                continue
            elif one.is_import and holder is None:
                self._add_import(one)
            elif not one.name:
                raise _Unclear(_NO_PLACE.format(self._keys[one.head]))
            elif known:
                known = self._insert_after(one, *known)
            else:
                new.append(one)
        if new:
            self._insert_in(new, holder)

    def _stands(self, one: Section, known: tuple[Section, Section] | None) -> bool:
        """Whether the lines stand in the file as they are, no deeper beside a known section than in the listing."""
        wanted = list(filter(None, self._keys[one.start : one.end]))
        depth = self._depth(known[0].head, known[1].head) if known else None
        for at in self._where.get(wanted[0], []):
            if depth and depth[0] == indentation(self._listing[one.start]) and depth[1] != indentation(self._file[at]):
                continue
            standing = filter(None, map(single_spaced, islice(self._file, at, None)))
            if list(islice(standing, len(wanted))) == wanted:
                return True
        return False

    def _replace(self, one: Section, there: Section) -> None:
        self.replaced.append(one.name or self._keys[one.head])
        depth = self._depth(one.head, there.head)
        if one.is_holder and there.is_holder:
            self._replace_signature(one, there, depth)
            self._scope(one.members, there.members, there)
            return
        self._covered.update(range(one.above, one.end))
        row, at = self._beginnings(one, there)
        docstring = self._docstring(one, there)
        if docstring and one.head < one.body < one.end:
            self.edits.append(_Edit(at, there.body, range(row, one.body), depth))
            row, at = one.body, docstring
        self.edits.append(_Edit(at, there.end, range(row, one.end), depth))

    def _beginnings(self, one: Section, there: Section) -> tuple[int, int]:
        """Return the first lines that are replaced: decorators and comments stay where the listing shows none."""
        has_decorators = one.start < one.head
        row, at = (one.start, there.start) if has_decorators else (one.head, there.head)
        if one.above == one.start or (there.start < there.head and not has_decorators):
            return row, at
        is_same_kind = self._listing[one.above].strip()[:2] == self._file[there.above].strip()[:2]
        return one.above, there.above if there.above < there.start and is_same_kind else at

    def _docstring(self, one: Section, there: Section) -> int:
        """Return the line below the docstring that the listing does not show; 0 where there is none of that kind."""
        has_one = self._listing[one.body : one.end] and self._keys[one.body].startswith(_DOCSTRINGS)
        below = self._file[there.body : there.end]
        if (
            has_one
            or one.kind is not DefinitionKind.FUNCTION
            or not below
            or not below[0].strip().startswith(_DOCSTRINGS)
        ):
            return 0
        quotes, text = below[0].strip()[:3], below[0].strip()[3:]
        ends = (at for at, line in enumerate(below) if quotes in (line if at else text))
        return next((there.body + at + 1 for at in ends), 0)

    def _replace_signature(self, one: Section, there: Section, depth: tuple[str, str]) -> None:
        """Take the signature of what holds others, unless it says less than the one in the file."""
        written, standing = (
            self._keys[one.head : one.body],
            list(map(single_spaced, self._file[there.head : there.body])),
        )
        if written != standing and _words(standing) <= _words(written):
            self.edits.append(_Edit(there.head, there.body, range(one.head, one.body), depth))

    def _insert_after(self, new: Section, one: Section, there: Section) -> tuple[Section, Section]:
        """Put a new section after the one above it in the listing; return what the next one comes after."""
        blanks = sum(not key for key in self._keys[one.end : new.above])
        self._insert(new, self._end_of(there, new), self._depth(one.head, there.head), (blanks, 0))
        return new, there

    def _end_of(self, there: Section, new: Section) -> int:
        """Return where a section of the file ends, with those of a deeper heading below it."""
        end = there.end
        for below in self._found if there.level else ():
            if below.start >= end:
                if below.level <= new.level:
                    break
                end = below.end
        return end

    def _insert_before(self, new: Sequence[Section], one: Section, there: Section) -> None:
        """Put new sections before the first one that the file has."""
        for section, below in pairwise([*new, one]):
            blanks = sum(not key for key in self._keys[section.end : below.above])
            self._insert(section, there.above, self._depth(one.head, there.head), (0, blanks))

    def _insert_in(self, new: Sequence[Section], holder: Section | None) -> None:
        """Put new sections at the end of what holds them."""
        if holder is None or not holder.members:
            message = f"{new[0].name!r} is not in the file, and the listing shows nothing of it that is."
            raise _Unclear(message)
        last = holder.members[-1]
        blanks = int(any(section.end - section.start > 1 for section in new))
        for section in new:
            self._insert(section, last.end, self._depth(new[0].head, last.head), (blanks, 0))

    def _insert(self, new: Section, at: int, depth: tuple[str, str], blanks: tuple[int, int]) -> None:
        self._covered.update(range(new.above, new.end))
        self.edits.append(_Edit(at, at, range(new.above, new.end), depth, blanks))

    def _add_import(self, one: Section) -> None:
        """Put an import to those of the file, or in the place of the one of the same module that says less."""
        imports = [section for section in self._found if section.is_import]
        at, end, blank = imports[-1].end if imports else self._first_named(), None, int(not imports)
        written = self._keys[one.start : one.end]
        for other in imports:
            standing = self._standing(other)
            if other.type == one.type and _imported(standing) <= _imported(written):
                at, end = other.start, other.end
                break
            if _module_of(standing) == _module_of(written) != "" and not written[0].startswith("from "):
                message = f"The import {written[0]!r} leaves out names that the file imports."
                raise _Unclear(message)
        self.edits.append(_Edit(at, end or at, range(one.start, one.end), ("", ""), (0, blank)))

    def _first_named(self) -> int:
        return next((other.above for other in self._found if other.name), 0)

    def _standing(self, section: Section) -> list[str]:
        return list(map(single_spaced, self._file[section.start : section.end]))

    def _depth(self, row: int, at: int) -> tuple[str, str]:
        return indentation(self._listing[row]), indentation(self._file[at])


def _like(one: Section, named: Sequence[Section]) -> list[Section]:
    """Return of the sections of the same name those of the same type; failing that those of the same kind."""
    if not one.name:
        return []
    return [other for other in named if other.type == one.type] or [other for other in named if other.kind == one.kind]


def _by_name(sections: Iterable[Section]) -> dict[str, list[Section]]:
    named: dict[str, list[Section]] = {}
    for one in sections:
        named.setdefault(one.name, []).append(one)
    return named


def _words(lines: Iterable[str]) -> frozenset[str]:
    return frozenset(word for line in lines for word in _WORD.findall(line))


def _imported(lines: Sequence[str]) -> frozenset[str]:
    """Return the words of an import; of its module all of them as one, where it names that apart."""
    module = _module_of(lines)
    return _words(line.replace(module, " ") if module else line for line in lines) | {module}


def _module_of(lines: Sequence[str]) -> str:
    """Return from where an import takes names, where it names it apart from them."""
    text = " ".join(lines)
    found = _FROM.match(text)
    quoted = _QUOTED_MODULE.findall(text)
    return found[1] if found else quoted[-1] if len(quoted) == 1 else ""


def _is_whole(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the listing is about as long as the file, and begins and ends as it does."""
    before, after = _telling(old), _telling(new)
    if not before or _shared(before, after) >= _MOST_SHARE * len(before):
        return True
    is_long = bool(after) and len(after) >= _LEAST_LENGTH * len(before)
    return is_long and _begins_alike(before, after) and _begins_alike(before[::-1], after[::-1])


def _telling(lines: Iterable[str]) -> list[str]:
    """Return the lines that say more than a bracket does."""
    return [line for line in lines if any(map(str.isalnum, line))]


def _begins_alike(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the first line of the old ones is among the first new ones, or their first lines are alike."""
    first = old[0].strip()
    return first in map(str.strip, new[:_FIRST_LINES]) or likeness([first], [new[0].strip()]) >= _ALIKE


def _is_most(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the listing is about as long as the file, begins as it does, and holds most of it."""
    count = count_non_blank(old)
    is_long = count_non_blank(new) >= _LEAST_LENGTH * count and _shared(old, new) >= _LEAST_SHARE * count
    return is_long and _begins_alike(_telling(old), _telling(new))


def _is_between(cut: Excerpt, old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether most of a listing stands in the file, and it begins or ends as the file where it leaves no end out."""
    if not old or not new or _shared(old, new) < _LEAST_SHARE * len(new):
        return False
    return (cut.head > 0 or _begins_alike(old, new)) and (cut.tail > 0 or _begins_alike(old[::-1], new[::-1]))


def _shared(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many lines that are not blank stand in both, however indented."""
    before, after = (Counter(filter(None, map(single_spaced, lines))) for lines in (old, new))
    return (before & after).total()


def created(outcome: Outcome) -> Outcome:
    """Return the outcome of a listing that made its file."""
    return flagged(outcome, Flag.LISTING, _A_WHOLE)
