"""Where a page of text ends that stands in a fence and has fences as long, without a word, in it.

    README.md
    ```markdown
    Use:

    ```            the end, or the first line of a listing in the page?
    run
    ```
    ```

From the first such line on all lines are held back. Fences stand in pairs, and one with a word only begins a listing,
so often one of the lines alone can be the end. Where several can, those are told apart by what stands around them: a
listing begins below a blank line or a colon and above its first line, and ends the other way round.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from guillemet.engine.formats.fences import Fence, read_fence
from guillemet.engine.formats.path_line import undecorate

_MOST_HELD = 2_000
"""Lines that are held back at most, so that a reply of many pages takes linear time."""
_SURE = 2
"""By how much the likeliest end must be likelier than the next one to leave no doubt."""
_UNCLOSED = 3
"""What it says against an end that a listing below it, or the page itself, is never closed."""
_BELOW_TEXT = 1
_BELOW_BLANK = 1
_ABOVE_TEXT = 1
_ABOVE_BLANK = 2
_DEEPER = 3
_UNEVEN = 1


class _Mark(Struct):
    """One fence among the lines held back."""

    row: int
    indent: int
    has_word: bool
    """Whether it can only open a listing."""
    is_below_blank: bool
    is_below_colon: bool
    is_above_blank: bool = True

    def as_opening(self) -> int:
        """Return what is said against its being the first line of a listing."""
        below = 0 if self.is_below_blank or self.is_below_colon or self.has_word else _BELOW_TEXT
        return below + _ABOVE_BLANK * (self.is_above_blank and not self.has_word)

    def as_closing(self) -> int:
        """Return what is said against its being the last line of a listing."""
        is_below_start = self.is_below_blank or self.is_below_colon
        return _BELOW_BLANK * is_below_start + _ABOVE_TEXT * (not self.is_above_blank)


class PageEnd(Struct):
    """The row of the line that ends the page, among those held back."""

    row: int | None
    """None when none of them does."""
    is_sure: bool


class PageEnding:
    """The lines of a reply from the first one on that may end a page; each with its line number in the reply."""

    def __init__(self, fence: Fence, *, indent: int, above: str) -> None:
        self.lines: list[tuple[str, int]] = []
        """With their endings."""
        self._fence = fence
        self._indent = indent
        self._above = above
        self._alone = ""
        """The last line that says something, if there is none or a blank one above it."""
        self._marks: list[_Mark] = []

    def take(self, line: str, line_number: int, exists: Callable[[str], bool]) -> bool:
        """Hold back one more line; return whether the end can be told now."""
        text = line.strip()
        if self._marks and self._marks[-1].row == len(self.lines) - 1:
            self._marks[-1].is_above_blank = not text
        fence = read_fence(text) if text[:1] == self._fence.run[0] else None
        if fence and fence.run.startswith(self._fence.run):
            is_named = self._alone != "" and undecorate(self._alone, exists) is not None
            has_word = fence.info != "" or (is_named and bool(self._marks))
            is_below_colon = self._above.endswith((":", "："))
            indent = len(line) - len(line.lstrip())
            self._marks.append(_Mark(len(self.lines), indent, has_word, not self._above, is_below_colon))
        self.lines.append((line, line_number))
        if text:
            self._alone = "" if self._above else text
        self._above = text
        return self._begins_below(self._marks) or len(self.lines) >= _MOST_HELD

    def end(self, *, is_inside: bool = False) -> PageEnd:
        """Return where the page ends; `is_inside` when what comes next may stand in a fence that is open."""
        marks = self._marks
        is_inside = is_inside or self._begins_below(marks)
        # The longer reading goes first, and stays where another one is as likely; a page without an end is the last.
        ends = (*reversed(range(0, len(marks), 2)), None)
        costs = [(cost, end) for end in ends if (cost := self._cost(marks, end, is_inside=is_inside)) is not None]
        least, end = min(costs, key=lambda one: one[0], default=(0, 0))
        is_sure = sum(cost < least + _SURE for cost, _ in costs) == 1
        return PageEnd(None if end is None else marks[end].row, is_sure)

    def _begins_below(self, marks: Sequence[_Mark]) -> bool:
        """Whether the last fence begins a listing that cannot be one in the page."""
        return bool(marks) and len(marks) % 2 == 0 and marks[-1].has_word

    def _cost(self, marks: Sequence[_Mark], end: int | None, *, is_inside: bool) -> int | None:
        """Return what is said against the page's ending there, None when it cannot."""
        before = marks if end is None else marks[:end]
        after = () if end is None else marks[end + 1 :]
        listings = [*zip(before[::2], before[1::2], strict=False), *zip(after[::2], after[1::2], strict=False)]
        closing = [last for _, last in listings]
        if any(mark.has_word for mark in (*closing, *(() if end is None else (marks[end],)))):
            return None
        cost = sum(one.as_opening() + last.as_closing() for one, last in listings)
        cost += sum(_UNEVEN for one, last in listings if one.indent != last.indent)
        cost += _UNCLOSED if end is None or (len(after) % 2 and not is_inside) else 0
        if end is not None:
            cost += marks[end].as_closing() + _DEEPER * (marks[end].indent > self._indent)
        if len(before) % 2:
            cost += before[-1].as_opening()
        return cost + (after[-1].as_opening() if len(after) % 2 else 0)
