r"""The lines of a hunk: a blank before what stays, `-` before what goes, `+` before what comes.

    @@ -12,2 +12,2 @@ class Prices:           the line of the file behind the numbers stands somewhere above
     def total(prices):
    -    return sum(prices)
    +    return round(sum(prices), 2)

What stays at the hunk's start is the anchor, what stays at its end is trailing; everything between is old and new.
Models leave blanks out, so a line is taken for what it must be:

    an empty line        stays; between added lines it is added when the counts say so, or when nothing stays or
                         goes; at the hunk's end it belongs to the hunk only as far as the counts say
    without a sign       stays, as written. Where a line begins in the first column, and none has exactly one blank
                         before its text, the signs of all lines that stay were left out
    `\ No newline …`     means nothing where both sides have it: the end of the file is kept as it is; below the old
                         line alone, the file gets a newline, and below the new line alone, it loses the one it has
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile

from msgspec import Struct

from guillemet.engine.blocks import Breakage
from guillemet.engine.formats.format import BlockFault, Ended, OpenBlock, Parts
from guillemet.engine.patterns import lazy_pattern

_NUMBERS = lazy_pattern(r"@+ *-(\d{1,9})(?:,(\d{1,9}))? *\+(\d{1,9})(?:,(\d{1,9}))?(?: *@+|\s*\Z)")
_NO_HEADING = lazy_pattern(r"[.…\s]*|-\S+ \+\S+")
_NO_NEWLINE = "\\ "
_BULLET = lazy_pattern(r"- (?:[^\W_]|[`\"'(\[]|\*\*[^\W_])\S*\s+\S")
"""A line of prose that begins an item of a list, and says more than a word."""
_ADDED = lazy_pattern(r"\+(?: |\Z)")
_SIGNED = lazy_pattern(r" \S")


class Numbers(Struct, frozen=True):
    """What the head of a hunk says of its place and size; a hint, not the truth."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int

    @property
    def line(self) -> int | None:
        """The line, from 1, at which the old lines begin, or before which new ones go; None when it says none."""
        if not self.old_start and (self.old_count or not self.new_start):
            return None
        return self.old_start if self.old_count else self.old_start + 1


def is_head(line: str) -> bool:
    """Whether the line begins a hunk, with as many `@` as it should or, before two runs of numbers, with others."""
    return line[:1] == "@" and ((line[:2] == "@@" and line[2:3] != "@") or _NUMBERS.match(line) is not None)


def read_numbers(head: str) -> Numbers | None:
    """Return the numbers of a hunk's head, None when it has none."""
    found = _NUMBERS.match(head)
    if found is None:
        return None
    start, count, new_start, new_count = found.groups("1")
    return Numbers(int(start), int(count), int(new_start), int(new_count))


def read_heading(head: str) -> str:
    """Return the line of the file that the head of a hunk names, such as that of the function around it."""
    found = _NUMBERS.match(head)
    before, _, rest = ("", "", head[found.end() :]) if found else head.strip().removeprefix("@@").partition("@@")
    heading = rest.strip() or before.strip()
    return "" if _NO_HEADING.fullmatch(heading) else heading


class OpenPatch(OpenBlock):
    """A construct whose lines have signs, being read: all are offered, and the first one's indentation is taken off."""

    signs = None
    may_stop = True

    def __init__(self, *, indentation: str, has_lead: bool) -> None:
        self.part: list[str] = []
        self.has_lead = has_lead
        self._indentation = indentation
        self._done: Ended | None = None
        """What became of the block that the last line ended."""

    def end(self) -> Ended:
        """Return what became of the block that the last line ended, or which the end of the reply ends."""
        done, self._done = self._done, None
        return done or self._stopped()

    def _stopped(self) -> Ended:
        raise NotImplementedError

    def _text_of(self, line: str) -> str:
        """Return the line without the indentation, and nothing for a blank one that has no sign."""
        text = line.removeprefix(self._indentation)
        return text if text.strip() or text[:1] == " " else ""


def unfinished(missing: str) -> BlockFault:
    """Return why a block is none whose end did not come."""
    return BlockFault(Breakage.UNFINISHED, f"The reply ended inside this block: {missing}.")


class Hunk:
    """The lines of one hunk while they come, and how many are missing of those its head announces."""

    __slots__ = ("_blanks", "_new_left", "_old_left", "heading", "lines", "numbers")

    def __init__(self, numbers: Numbers | None, heading: str = "") -> None:
        self.numbers = numbers
        self.heading = heading
        self.lines: list[str] = []
        self._old_left = numbers.old_count if numbers else 0
        self._new_left = numbers.new_count if numbers else 0
        self._blanks = 0

    def add(self, line: str) -> None:
        """Take one more line, with its sign."""
        self.lines.append(line)
        if not line:
            self._blanks += 1
            return
        is_mark = line.startswith(_NO_NEWLINE)
        self._old_left -= self._blanks + (line[0] != "+" and not is_mark)
        self._new_left -= self._blanks + (line[0] != "-" and not is_mark)
        self._blanks = 0

    @property
    def line(self) -> int | None:
        """The line of the file at which its head puts it; None when the head names none."""
        return self.numbers.line if self.numbers else None

    @property
    def is_full(self) -> bool:
        """Whether the lines are exactly as many as its head announces, empty ones at the end aside."""
        return self.numbers is not None and self._old_left == self._new_left and 0 <= self._old_left <= self._blanks

    @property
    def is_parted(self) -> bool:
        """Whether an empty line stands below a full hunk."""
        return self.is_full and self._blanks > self._old_left

    @property
    def has_room(self) -> bool:
        """Whether its head announces an added line that is to come, and no fewer old ones than came."""
        return self.numbers is not None and self._old_left >= 0 and self._new_left > 0

    @property
    def is_short(self) -> bool:
        """Whether its head announces more lines than came."""
        return self.numbers is not None and not self.is_full and (self._old_left > 0 or self._new_left > 0)

    def is_followed_by(self, line: str) -> bool:
        """Whether the line begins a list of prose below the hunk, whose head has no numbers.

        It stands below an empty line and a change, and none of the lines that change has a single blank after its sign.
        """
        if self.numbers or not self._blanks or not _BULLET.match(line):
            return False
        changed = [one for one in self.lines if one[:1] in ("+", "-")]
        return bool(changed) and not any(one[1:2] == " " and one[2:3].strip() for one in changed)

    @property
    def ends_unchanged(self) -> bool:
        """Whether lines that stay come last, below lines that do not."""
        spoken = [line[0] for line in self.lines if line and not line.startswith(_NO_NEWLINE)]
        return bool(spoken) and spoken[-1] not in "+-" and ("+" in spoken or "-" in spoken)

    @property
    def final_newline(self) -> bool | None:
        """Whether the file is to end with a newline from here on; None when its end is kept."""
        lacking = {before[:1] for before, line in pairwise(self.lines) if line.startswith(_NO_NEWLINE)}
        if lacking == {"-"}:
            return True
        return False if lacking == {"+"} else None

    def without_last(self, count: int) -> "Hunk":
        """Return the hunk as it was before its last lines came."""
        shorter = Hunk(self.numbers, self.heading)
        for line in self.lines[: len(self.lines) - count]:
            shorter.add(line)
        return shorter

    @property
    def new_file(self) -> tuple[str, ...] | None:
        """The lines of a new file, as chat programs show one: it replaces one empty line, with two columns of signs."""
        removed, *added = [line for line in self.lines if line] or [""]
        if self.line != 1 or removed != "- " or not added or not all(map(_ADDED.match, added)):
            return None
        new = [line[2:] for line in added]
        # The text is split at its newlines, so that its end counts as a line.
        return tuple(new if new[-1] else new[:-1])

    def signed(self) -> list[tuple[str, str]]:
        """Return the lines parted from their signs."""
        lines = self._without_end()
        context = [line for line in lines if line[:1] not in ("", "+", "-")]
        is_unsigned = any(line[0] != " " for line in context) and not any(map(_SIGNED.match, context))
        signed = [_parted(line, is_unsigned=is_unsigned) for line in lines]
        return self._with_added_blanks(lines, signed)

    def _without_end(self) -> list[str]:
        lines = [line for line in self.lines if not line.startswith(_NO_NEWLINE)]
        kept = max(self._old_left, 0) if self.numbers else 0
        surplus = max(0, self._blanks - kept)
        while surplus and lines and not lines[-1]:
            lines.pop()
            surplus -= 1
        return lines

    def _with_added_blanks(self, lines: Sequence[str], signed: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the lines with the empty ones between added lines as added, where they must be."""
        if self.is_full:
            return signed
        with_sign = [index for index, line in enumerate(lines) if line]
        if with_sign and all(lines[index][0] == "+" for index in with_sign):
            return [("+", text) for _sign, text in signed[with_sign[0] : with_sign[-1] + 1]]
        between = _blanks_between_added(lines, with_sign)
        # With all of them added, the old lines become as many as the head announces, and the new ones stay so.
        if (self._new_left, self._old_left) == (0, -len(between)):
            for index in between:
                signed[index] = ("+", "")
        return signed


def _blanks_between_added(lines: Sequence[str], with_sign: Sequence[int]) -> list[int]:
    """Return where empty lines stand between two added ones, of those at these indexes."""
    return [
        index
        for before, after in pairwise(with_sign)
        if lines[before][0] == lines[after][0] == "+"
        for index in range(before + 1, after)
    ]


def parts_of(signed: Sequence[tuple[str, str]], *, hint: int | None, within: Iterable[str] = ()) -> Parts:
    """Return the lines of a hunk as those of an edit; without a change all of them are the anchor."""
    anchor = _staying(signed)
    rest = signed[len(anchor) :]
    trailing = _staying(rest[::-1])[::-1]
    middle = rest[: len(rest) - len(trailing)]
    return Parts(
        anchor=anchor,
        old=tuple(text for sign, text in middle if sign != "+"),
        new=tuple(text for sign, text in middle if sign != "-"),
        trailing=trailing,
        hint=hint,
        within=tuple(within),
    )


def growth_of(signed: Iterable[tuple[str, str]]) -> int:
    """Return by how many lines the file grows."""
    return sum({"+": 1, "-": -1}.get(sign, 0) for sign, _text in signed)


def _parted(line: str, *, is_unsigned: bool) -> tuple[str, str]:
    sign = line[:1]
    if sign in ("+", "-"):
        return sign, line[1:]
    return " ", line[1:] if sign == " " and not is_unsigned else line


def _staying(signed: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(text for _sign, text in takewhile(lambda one: one[0] == " ", signed))
