"""The lines of a text in the forms in which they are compared, each form made once and only when asked for."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from guillemet.engine.matching.line_index import LineIndex
from guillemet.engine.outcomes import Rung

_LONGEST_SPACED = 10_000
_STRAIGHT = str.maketrans("“”„‟‘’‚‛", 4 * '"' + 4 * "'")
_MOST_ALIGNED = 20_000
_MOST_PAIRS = 100_000


class Place(Struct, frozen=True, gc=False):
    """A run of whole lines of the file, and which of the searched lines stand there."""

    start: int
    """Counted from 0."""
    count: int
    skipped_head: int = 0
    """Blank lines at the start of the searched lines that the file does not have here."""
    skipped_tail: int = 0
    """The same at their end."""
    pieces: tuple["Place", ...] = ()
    """Where each piece between elisions stands, when lines were left out; the lines between them stay."""


class Found(Struct, frozen=True):
    """Every place where one rung of the ladder found the lines."""

    rung: Rung
    places: tuple[Place, ...]
    score: float | None = None
    """Similarity of the place, 0 to 1, when it was found by likeness."""


class Lines:
    """The lines of one text; its forms live as long as it does, and change with it."""

    __slots__ = ("_forms", "kept", "plain")

    def __init__(self, plain: Iterable[str]) -> None:
        self.plain = LineIndex(plain)
        """As written."""
        self.kept: dict[Hashable, Any] = {}
        """What was found out about the text with some effort; it holds until the text changes."""
        self._forms: dict[Callable[[str], str], LineIndex] = {}

    @property
    def trimmed(self) -> LineIndex:
        """Without trailing blanks."""
        return self._form(str.rstrip)

    @property
    def stripped(self) -> LineIndex:
        """Without blanks at both ends."""
        return self._form(str.strip)

    @property
    def spaced(self) -> LineIndex:
        """Stripped, and every inner run of blanks one blank."""
        return self._form(single_spaced)

    @property
    def straight(self) -> LineIndex:
        """With straight quotes in the place of typographic ones."""
        return self._form(straight)

    @property
    def steps(self) -> int:
        """Lines that were looked at in all searches so far."""
        return self.plain.steps + sum(form.steps for form in self._forms.values())

    def splice(self, start: int, count: int, new: Sequence[str]) -> None:
        """Replace `count` lines from `start`, counted from 0, by the new ones."""
        self.kept.clear()
        self.plain.splice(start, count, new)
        for bring, form in self._forms.items():
            form.splice(start, count, list(map(bring, new)))

    def _form(self, bring: Callable[[str], str]) -> LineIndex:
        form = self._forms.get(bring)
        if form is None:
            form = self._forms[bring] = LineIndex(map(bring, self.plain))
        return form


def single_spaced(line: str) -> str:
    """Return the line stripped, with every inner run of blanks as one blank; a huge line is stripped only."""
    return " ".join(line.split()) if len(line) <= _LONGEST_SPACED else line.strip()


def straight(line: str) -> str:
    """Return the line with straight quotes in the place of typographic ones."""
    return line if line.isascii() else line.translate(_STRAIGHT)


def runs(lines: Sequence[str] | LineIndex, searched: Sequence[str]) -> Iterator[int]:
    """Yield the indexes, counted from 0, where the searched lines stand as one run, as `LineIndex.runs` does.

    Give a `LineIndex` when the same text is searched more than once.
    """
    if len(searched) > len(lines):
        return iter(())
    return (lines if isinstance(lines, LineIndex) else LineIndex(lines)).runs(searched)


def can_be_aligned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether aligning the lines takes no long time: aligning grows with the pairs of equal ones, again and again."""
    if len(one) + len(other) > _MOST_ALIGNED:
        return False
    counted = Counter(other)
    return sum(counted[line] for line in one) <= _MOST_PAIRS


def blank_ends(lines: Sequence[str]) -> tuple[int, int]:
    """Return how many lines at the start and at the end are blank; when all are, they count as the start."""
    head = _blank_run(lines.__getitem__, range(len(lines)))
    tail = _blank_run(lines.__getitem__, range(len(lines) - 1, head - 1, -1))
    return head, tail


def _blank_run(line_at: Callable[[int], str], indexes: range) -> int:
    for count, index in enumerate(indexes):
        if line_at(index).strip():
            return count
    return len(indexes)
