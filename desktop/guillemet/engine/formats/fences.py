"""Code fences: the lines that open and close them, the head of a block, and the end of a page that contains fences.

A fence is three or more back-ticks or tildes, or an XML tag alone on its line. A closing fence is the same run or
longer and has no info; a tag is closed by its own closing tag. The tags are those that models put around code,
`<diff>`, and the actions whose content is edits or commands. A fence inside another one is content of it; the reader
still tracks it, so that fences around a block inside are not reported as prose.

The head of a block is a path line above an opening fence, or below it, or without one; or a fence alone. Blank lines
may stand in between.

A page of text in a fence may contain fences as long as its own, without a word:

    README.md
    ```markdown
    Use:

    ```            the end, or the first line of a listing in the page?
    run
    ```
    ```

From the first such line on, all lines are held back. Fences come in pairs, and one with a word only opens a listing, so
often just one of the lines can be the end. Where several can, the lines around them decide: a listing begins below a
blank line or a colon and directly above its first line, and ends the other way round.
"""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from guillemet.engine.formats.path_line import files_named_in, path_in_info, slashed, undecorate
from guillemet.engine.patterns import lazy_pattern

SHELLS = frozenset(("bash", "sh", "shell", "zsh", "console"))
"""Languages of a fence whose lines are commands."""

DIFFS = frozenset(("diff", "patch", "udiff"))
"""Languages of a fence whose lines have a sign before them."""

SIGNS = ("```", "~~~", "<")
"""What every fence begins with."""

_FENCE = lazy_pattern(r"(?P<run>`{3,}(?=[^`]*\Z)|~{3,})(?P<info>.*)\Z", re.DOTALL)
_TAG = lazy_pattern(
    r"<(?P<closing>/?)(?P<name>source|code|pre|codeblock|sourcecode|diff)>[ \t]*(?P<info>[\w+#.-]{0,40})\Z"
)
_ACTION = lazy_pattern(r"<boltAction\b(?P<attributes>[^<>]*)>\Z|</boltAction>\Z")
_ATTRIBUTE = lazy_pattern(r"""([\w-]+)\s*=\s*(["'])(.*?)\2""")


_DEPTH = 40
"""How many open fences are looked at, so that a reply of nothing but fences takes linear time."""


class Fence(Struct):
    """One line that opens or closes a fence."""

    run: str
    """The back-ticks or tildes, or the opening tag."""
    info: str
    """What stands after the run, such as the language."""
    is_closing_tag: bool = False
    is_hidden: bool = False
    """Whether it belongs to a block, and is not prose."""

    @property
    def language(self) -> str:
        """First word of the info, in lower case, without a path joined to it by a colon."""
        return self.info.split(maxsplit=1)[0].partition(":")[0].lower() if self.info else ""

    @property
    def is_tag(self) -> bool:
        """Whether it is an XML tag."""
        return self.run[0] == "<"

    def closes(self, opened: "Fence") -> bool:
        """Whether this line closes the fence: the same run or longer, without a word; or the closing tag."""
        if self.is_tag:
            return self.is_closing_tag and self.run == opened.run
        return not self.info and self.run.startswith(opened.run)


def read_fence(text: str) -> Fence | None:
    """Return the fence a line without outer blanks is."""
    if not text.startswith(SIGNS):
        return None
    if text[0] == "<":
        return _read_tag(text) or _read_action(text)
    found = _FENCE.match(text)
    return Fence(found["run"], found["info"].strip()) if found else None


def closed_by(line: Fence, opened: list[Fence]) -> int | None:
    """Return which of the open fences (outermost first) the line closes: the same run, else a shorter one."""
    if line.info or (line.is_tag and not line.is_closing_tag):
        return None
    for index in range(len(opened) - 1, max(len(opened) - _DEPTH, 0) - 1, -1):
        if opened[index].run == line.run:
            return index
    last = len(opened) - 1
    return last if opened and line.closes(opened[last]) else None


def action_attributes(text: str) -> dict[str, str] | None:
    """Return the attributes of the tag if the text is one that opens a `boltAction`."""
    found = _ACTION.match(text)
    if found is None or found["attributes"] is None:
        return None
    return {one[1].lower(): one[3] for one in _ATTRIBUTE.finditer(found["attributes"])}


def _read_tag(text: str) -> Fence | None:
    found = _TAG.match(text)
    if found is None or (found["closing"] and found["info"]):
        return None
    info = found["info"] or ("diff" if found["name"] == "diff" and not found["closing"] else "")
    return Fence(f"<{found['name']}>", info, is_closing_tag=bool(found["closing"]))


def _read_action(text: str) -> Fence | None:
    if text == "</boltAction>":
        return Fence("<boltAction>", "", is_closing_tag=True)
    attributes = action_attributes(text) or {}
    match attributes.get("type"):
        case "shell":
            return Fence("<boltAction>", "shell")
        case "edit":
            path = attributes.get("filepath") or attributes.get("path")
            return Fence("<boltAction>", f'path="{path}"' if path else "")
    return None


class BlockHeader(Struct, frozen=True):
    """What stands above a start marker."""

    start: int
    """Which line it begins at; the number of lines when there is none."""
    path: str = ""
    fence: Fence | None = None
    names_another: bool = False
    """Whether the line above the fence names, or speaks of, another file than its info, which is taken."""


def find_head(lines: Sequence[str], exists: Callable[[str], bool]) -> BlockHeader:
    """Return the head at the end of the lines."""
    last = _last_line(lines, len(lines))
    if last is None:
        return BlockHeader(len(lines))
    fence = read_fence(lines[last].strip())
    if fence:
        return _head_at_fence(lines, last, fence, exists=exists)
    path = undecorate(lines[last], exists)
    if path is None:
        return BlockHeader(len(lines))
    above = _last_line(lines, last)
    fence = None if above is None else read_fence(lines[above].strip())
    if above is None or fence is None:
        return BlockHeader(last, path)
    return BlockHeader(above, path, fence)


def _head_at_fence(lines: Sequence[str], at: int, fence: Fence, *, exists: Callable[[str], bool]) -> BlockHeader:
    above = _last_line(lines, at)
    path = None if above is None else undecorate(lines[above], exists)
    in_info = (fence.info and path_in_info(fence.info, exists)) or ""
    if above is None or path is None:
        spoken_of = files_named_in(lines[above], exists) if above is not None and in_info else frozenset[str]()
        return BlockHeader(at, in_info, fence, names_another=bool(spoken_of) and in_info not in spoken_of)
    # The info is nearer to the block, unless it only says the end of the path again, or is no file but a note.
    if in_info and exists(in_info) and not f"/{slashed(path)}".endswith(f"/{slashed(in_info)}"):
        return BlockHeader(above, in_info, fence, names_another=True)
    return BlockHeader(above, path, fence)


def _last_line(lines: Sequence[str], before: int) -> int | None:
    for index in range(before - 1, -1, -1):
        if not lines[index].isspace() and lines[index]:
            return index
    return None


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
_IMPOSSIBLE = 1_000_000


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
        """Return what is said against its being the last line of a listing, or of the page."""
        is_below_start = self.is_below_blank or self.is_below_colon
        cost = _BELOW_BLANK * is_below_start + _ABOVE_TEXT * (not self.is_above_blank)
        return _IMPOSSIBLE if self.has_word else cost


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
        """Hold back one more line; return whether the end is known now."""
        text = line.strip()
        if self._marks and self._marks[-1].row == len(self.lines) - 1:
            self._marks[-1].is_above_blank = not text
        fence = read_fence(text)
        if fence and fence.run.startswith(self._fence.run):
            self._marks.append(self._mark(line, fence, exists))
        self.lines.append((line, line_number))
        if text:
            self._alone = "" if self._above else text
        self._above = text
        return self._begins_below(self._marks) or len(self.lines) >= _MOST_HELD

    def _mark(self, line: str, fence: Fence, exists: Callable[[str], bool]) -> _Mark:
        is_named = self._alone != "" and undecorate(self._alone, exists) is not None
        return _Mark(
            row=len(self.lines),
            indent=len(line) - len(line.lstrip()),
            has_word=fence.info != "" or (is_named and bool(self._marks)),
            is_below_blank=not self._above,
            is_below_colon=self._above.endswith((":", "：")),
        )

    def end(self, *, is_inside: bool = False) -> PageEnd:
        """Return where the page ends; `is_inside` when what comes next may stand in a fence that is open."""
        marks = self._marks
        is_inside = is_inside or self._begins_below(marks)
        # The longer reading goes first, and stays where another one is as likely; a page without an end is the last.
        ends = (*reversed(range(0, len(marks), 2)), None)
        costs = [(self._cost(marks, end, is_inside=is_inside), end) for end in ends]
        costs = [(cost, end) for cost, end in costs if cost < _IMPOSSIBLE]
        least, end = min(costs, key=lambda one: one[0], default=(0, 0))
        is_sure = sum(cost < least + _SURE for cost, _ in costs) == 1
        return PageEnd(None if end is None else marks[end].row, is_sure)

    def _begins_below(self, marks: Sequence[_Mark]) -> bool:
        """Whether the last fence begins a listing that cannot be one in the page."""
        return bool(marks) and len(marks) % 2 == 0 and marks[-1].has_word

    def _cost(self, marks: Sequence[_Mark], end: int | None, *, is_inside: bool) -> int:
        """Return what is said against the page's ending at that mark, or at none; `_IMPOSSIBLE` when it cannot."""
        if end is None:
            return _cost_of_listings(marks) + _UNCLOSED
        last, after = marks[end], marks[end + 1 :]
        cost = _cost_of_listings(marks[:end]) + last.as_closing() + _cost_of_listings(after)
        cost += _UNCLOSED * (len(after) % 2 == 1 and not is_inside)
        return cost + _DEEPER * (last.indent > self._indent)


def _cost_of_listings(marks: Sequence[_Mark]) -> int:
    """Return what is said against these marks' opening and closing listings in turn."""
    cost = sum(mark.as_opening() for mark in marks[::2]) + sum(mark.as_closing() for mark in marks[1::2])
    return cost + sum(_UNEVEN for one, last in zip(marks[::2], marks[1::2], strict=False) if one.indent != last.indent)
