"""Everything the diff pane needs of one file, made where there is time for it: hunks, pairs, lines fit to be shown."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct

from guillemet.engine.diff.hidden import ODD_BLANK, find_hidden, has_hidden, reveal, revealed_spans, source_column
from guillemet.engine.diff.lines import ANY_ENDING, ChangedLines, changed, split_lines
from guillemet.engine.diff.words import Pair, pair_lines
from guillemet.engine.review import FileTexts, Kind
from guillemet.settings import WhiteSpace

LONGEST_SHOWN = 2_000
"""Characters of a line that are shown unless the user wants all."""
PIECE = 200
"""From this many characters on, a line shown whole is broken after the next sign that parts things."""

_PIECE = re.compile(rf".{{{PIECE},{LONGEST_SHOWN - 1}}}?[;,{{}}>\])\s]|.{{1,{LONGEST_SHOWN}}}", re.DOTALL)
_ENDING_NAMES = {"\n": "‹LF›", "\r\n": "‹CRLF›", "\r": "‹CR›", "": "‹no newline at the end›"}


class Side(Struct, frozen=True):
    """The lines of one side, without endings."""

    lines: tuple[str, ...] = ()
    """As they are; what copying gives."""
    shown: tuple[str, ...] = ()
    """As they are shown: hidden characters and differing line endings written out, long lines cut."""
    numbers: tuple[int, ...] | None = None
    """Line numbers where they are not just counted: 0 for the further pieces of a line that was broken."""

    def number(self, line: int) -> int:
        """Return the line number, counted from 1; 0 for a further piece of the line above."""
        return line + 1 if self.numbers is None else self.numbers[line]

    def index(self, line: int) -> int:
        """Return which line of the file this one is, or is a piece of, counted from 0."""
        return line if self.numbers is None else max(self.numbers[: line + 1], default=1) - 1

    def marks(self, line: int) -> tuple[tuple[int, int], ...]:
        """Return the columns of the shown line that are not in the file as they stand: what was written out."""
        shown = self.shown[line]
        source = self.lines[line]
        if shown is source:
            return ()
        source = source[:LONGEST_SHOWN]
        end = len(reveal(source))
        return (*revealed_spans(source), *(((end, len(shown)),) if end < len(shown) else ()))

    def copied(self, line: int, start: int, end: int | None) -> str:
        """Return what is copied when these columns of the shown line are selected; to the line's end for None."""
        source = self.lines[line]
        if self.shown[line] is source:
            return source[start:end]
        first = source_column(source, start) if start else 0
        return source[first:] if end is None else source[first : source_column(source, end)]


class DiffContent(Struct, frozen=True):
    """One file, ready to be shown."""

    texts: FileTexts
    kind: Kind = Kind.CHANGED
    headline: str = ""
    """How the places were found, in a word or two: "exact", "re-indented"."""
    moved_from: str = ""
    old: Side = Side()
    new: Side = Side()
    hunks: tuple[ChangedLines, ...] = ()
    pairs: tuple[tuple[Pair, ...], ...] = ()
    hidden: int = 0
    """Hidden characters in the new lines of hunks, written out for showing."""
    odd_blanks: int = 0
    """Blanks in the new lines of hunks that look like spaces and are none, framed for showing."""
    is_cut: bool = False
    """Whether lines are shown cut; `prepare` with `whole` shows them in pieces."""
    is_proposed: bool = True
    """False for a file as it stands: it has a new side only, and nothing to decide."""
    white_space: WhiteSpace = WhiteSpace.ALL
    """Which white space counts; hunks that differ in no other are marked as ignored."""

    @staticmethod
    def nothing() -> "DiffContent":
        """Return the content of no file."""
        return DiffContent(FileTexts("", "", ""))

    @property
    def path(self) -> str:
        """The file's path, relative to the worktree."""
        return self.texts.path

    @property
    def note(self) -> str:
        """Shown instead of a diff; empty when there is one."""
        return self.texts.note

    def position(self, hunk: int) -> tuple[int, int]:
        """Return the number of a hunk, from 1, and how many there are, with those that were decided by themselves."""
        lines, accepted, rejected = self.hunks[hunk], self.texts.accepted_at, self.texts.rejected_at
        above = bisect_left(accepted, self.old.index(lines.old_start))
        above += bisect_left(rejected, self.new.index(lines.new_start))
        return hunk + 1 + above, len(self.hunks) + len(accepted) + len(rejected)

    def is_in_conflict(self, hunk: int) -> bool:
        """Whether all lines of a hunk are in conflict, or nothing but the whole file can be settled."""
        is_wholly = self.texts.conflict and not self.texts.conflicts
        return bool(is_wholly or self.conflict_of(hunk))

    def conflict_of(self, hunk: int) -> int:
        """Return the number of the conflict, from 1, that all lines of a hunk are in; 0 for none."""
        lines = self.hunks[hunk]
        found = (
            number
            for number, one in enumerate(self.texts.conflicts, start=1)
            if one.mine[0] <= lines.old_start
            and lines.old.stop <= one.mine[1]
            and one.proposed[0] <= lines.new_start
            and lines.new.stop <= one.proposed[1]
        )
        return next(found, 0)

    @property
    def added(self) -> int:
        """Lines added."""
        return sum(hunk.new_count for hunk in self.hunks if not hunk.is_ignored)

    @property
    def removed(self) -> int:
        """Lines removed."""
        return sum(hunk.old_count for hunk in self.hunks if not hunk.is_ignored)

    @property
    def ignored(self) -> int:
        """Lines that differ only in white space that does not count."""
        return sum(hunk.new_count for hunk in self.hunks if hunk.is_ignored)


def prepare(
    texts: FileTexts,
    *,
    kind: Kind = Kind.CHANGED,
    headline: str = "",
    moved_from: str = "",
    whole: bool = False,
    is_proposed: bool = True,
    white_space: WhiteSpace = WhiteSpace.ALL,
) -> DiffContent:
    """Return the content for the diff pane; about 150 ms for 100,000 lines, so not for the GUI thread.

    Lines longer than 2,000 characters are cut for showing, or, with `whole`, broken into pieces, each compared like a
    line. What is not proposed has one side and no hunks.
    """
    if texts.note:
        return DiffContent(texts, kind, headline, moved_from, is_proposed=is_proposed)
    before, after = texts.before, texts.after
    old_lines, new_lines = split_lines(before), split_lines(after)
    is_long = max(map(len, chain(old_lines, new_lines)), default=0) > LONGEST_SHOWN
    is_cut, is_broken = is_long and not whole, is_long and whole
    old_numbers = new_numbers = None
    if is_broken:
        old_lines, old_numbers = _broken(old_lines)
        new_lines, new_numbers = _broken(new_lines)
        before, after = "\n".join((*old_lines, "")), "\n".join((*new_lines, ""))
    hunks = changed(before, after, white_space=white_space) if is_proposed else ()
    pairs = tuple(_paired(old_lines, new_lines, hunk) for hunk in hunks)
    hides = has_hidden(after)
    shown = _shown(old_lines, is_cut=is_cut, hides=has_hidden(before)), _shown(new_lines, is_cut=is_cut, hides=hides)
    if not is_broken:
        shown = _with_endings(texts, shown, hunks)
    return DiffContent(
        texts,
        kind,
        headline,
        moved_from,
        Side(old_lines, shown[0], old_numbers),
        Side(new_lines, shown[1], new_numbers),
        hunks,
        pairs,
        _hidden_added(new_lines, hunks) if hides else 0,
        odd_blanks=0 if after.isascii() else sum(len(ODD_BLANK.findall(line)) for line in _added(new_lines, hunks)),
        is_cut=is_cut,
        is_proposed=is_proposed,
        white_space=white_space,
    )


def with_whole_lines(cut: DiffContent) -> DiffContent:
    """Return the same file with its long lines in pieces instead of cut; not for the GUI thread."""
    return prepare(
        cut.texts,
        kind=cut.kind,
        headline=cut.headline,
        moved_from=cut.moved_from,
        whole=True,
        is_proposed=cut.is_proposed,
        white_space=cut.white_space,
    )


def _paired(old: Sequence[str], new: Sequence[str], hunk: ChangedLines) -> tuple[Pair, ...]:
    if hunk.is_ignored:
        return tuple((line, line) for line in range(hunk.new_count))
    return pair_lines(old[hunk.old], new[hunk.new])


def _hidden_added(new: tuple[str, ...], hunks: tuple[ChangedLines, ...]) -> int:
    return sum(1 for line in _added(new, hunks) for _ in find_hidden(line))


def _added(new: tuple[str, ...], hunks: tuple[ChangedLines, ...]) -> Iterator[str]:
    return (line for hunk in hunks for line in new[hunk.new])


def _broken(lines: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the lines with long ones in pieces, and the line numbers of the pieces."""
    pieces: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(lines, start=1):
        of_line = _PIECE.findall(line) if len(line) > LONGEST_SHOWN else [line]
        pieces += of_line
        numbers += [number] + [0] * (len(of_line) - 1)
    return tuple(pieces), tuple(numbers)


def _shown(lines: tuple[str, ...], *, is_cut: bool, hides: bool) -> tuple[str, ...]:
    if is_cut:
        return tuple(_cut(line) for line in lines)
    return tuple(map(reveal, lines)) if hides else lines


def _cut(line: str) -> str:
    more = len(line) - LONGEST_SHOWN
    return reveal(line) if more <= 0 else f"{reveal(line[:LONGEST_SHOWN])} … {more:,} more characters"


def _with_endings(
    texts: FileTexts, shown: tuple[tuple[str, ...], tuple[str, ...]], hunks: tuple[ChangedLines, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the shown lines, those in hunks with their ending written out where endings are part of the change."""
    before, after = texts.before, texts.after
    has_returns = "\r" in before or "\r" in after
    if has_returns and len({*_endings(before), *_endings(after)} - {""}) > 1:
        old_named = new_named = frozenset(_ENDING_NAMES)
    else:
        # A missing newline at the end is part of the change where the other side has one.
        old_named, new_named = (frozenset({""} if _ends_whole(other) else ()) for other in (after, before))
    return (
        _with_names(shown[0], before, [hunk.old for hunk in hunks], old_named),
        _with_names(shown[1], after, [hunk.new for hunk in hunks], new_named),
    )


def _with_names(shown: tuple[str, ...], text: str, changed: Iterable[slice], named: frozenset[str]) -> tuple[str, ...]:
    """Return the lines of one side, the changed ones with their ending written out where it is to be named."""
    if _ends_whole(text) and named <= {""}:
        return shown
    lines, endings = list(shown), _endings(text)
    for hunk in changed:
        for line in range(hunk.start, hunk.stop):
            lines[line] += _ENDING_NAMES[endings[line]] if endings[line] in named else ""
    return tuple(lines)


def _endings(text: str) -> list[str]:
    found = ANY_ENDING.findall(text)
    return found if _ends_whole(text) else [*found, ""]


def _ends_whole(text: str) -> bool:
    """Return whether the last line has an ending, or there is none."""
    return not text or text.endswith(("\n", "\r"))
