"""Two editors side by side, level line by line: there is space above lines that follow a longer hunk of the other one.

before     proposed     Only the layouts of the lines hold the space: the text, what undo brings back and the numbers of
a          a            lines are as they were. The bar of an editor counts no space either, so a view that begins
b          x            within a space is described by the line below it, and by how many lines of the space are hidden
           y            above the top of the view.
c          c
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextBlock, QTextCursor

if TYPE_CHECKING:
    from guillemet.ui.editor.code_editor import CodeEditor

_ALL = 2**31
_NONE = -1
_AT_END = 50
"""Spaces that the last page has, at most."""
_FITTED = 500
"""Spaces that are made at once, 20 ms; those before them are made when they come into view."""


class LevelHunk(Struct, frozen=True):
    """Lines of one side that stand beside lines of the other, each by how many lines high it is when it is wrapped."""

    start: int
    heights: Sequence[int]
    other_start: int
    other_heights: Sequence[int]

    @property
    def missing(self) -> int:
        """How many lines high the space below this side is."""
        return max(sum(self.other_heights) - sum(self.heights), 0)

    def turned(self) -> "LevelHunk":
        """Return the same hunk as seen from the other side."""
        return LevelHunk(self.other_start, self.other_heights, self.start, self.heights)


class TopOfView(Struct, frozen=True):
    """What is at the top of a view."""

    line: int
    within: int = 0
    """Which of the lines that a wrapped one takes."""
    hidden: int = _ALL
    """How many lines of the space above it are above the view."""


def spaces_of(hunks: Sequence[LevelHunk]) -> dict[int, int]:
    """Return how many lines of space are needed above lines of this side."""
    return {hunk.start + len(hunk.heights): hunk.missing for hunk in hunks if hunk.missing}


def beside(hunks: Sequence[LevelHunk], top: TopOfView) -> TopOfView:
    """Return what stands on the other side beside the top of this one."""
    number = bisect_right(hunks, top.line, key=lambda hunk: hunk.start) - 1
    if number < 0:
        return TopOfView(top.line, top.within)
    hunk = hunks[number]
    stop, other_stop = hunk.start + len(hunk.heights), hunk.other_start + len(hunk.other_heights)
    if top.line < stop:
        below = sum(hunk.heights[: top.line - hunk.start]) + top.within
    elif top.line == stop and top.within == 0 and top.hidden < hunk.missing:
        below = sum(hunk.heights) + top.hidden
    else:
        return TopOfView(top.line - stop + other_stop, top.within)
    for line, height in enumerate(hunk.other_heights, start=hunk.other_start):
        if below < height:
            return TopOfView(line, below)
        below -= height
    return TopOfView(other_stop, hidden=below)


class LineSpaces(QObject):
    """The space above lines of one editor.

    Signals: `scrolled()` when more or less of a space is in view, and the same lines.
    """

    scrolled = Signal()

    def __init__(self, editor: "CodeEditor") -> None:
        super().__init__(editor)
        self._editor = editor
        self._anchors: list[QTextCursor] = []
        """Stand in the lines below a space, whose user state is its height in lines. A QTextBlock that is kept points
        to anything once its line was removed."""
        self._hidden = 0
        self._is_scrolling = False
        self._turned = 0.0
        """How far the wheel was turned, less than a line."""
        editor.verticalScrollBar().valueChanged.connect(self._notice_scroll)
        editor.cursorPositionChanged.connect(self._show_cursor)

    @property
    def are_there(self) -> bool:
        return bool(self._anchors)

    def forget(self) -> None:
        """Have no space any more, for another text is about to be put in."""
        self._anchors, self._hidden = [], 0

    @property
    def top(self) -> TopOfView:
        """What is at the top of the view."""
        block = self._editor.firstVisibleBlock()
        within = self._editor.verticalScrollBar().value() - block.firstLineNumber()
        return TopOfView(block.blockNumber(), max(within, 0), self._hidden)

    def set(self, spaces: Mapping[int, int]) -> None:
        """Put so many lines of space above these lines, and none above others."""
        document = self._editor.document()
        before, now = [anchor.block() for anchor in self._anchors], list(map(document.findBlockByNumber, spaces))
        for block in before:
            block.setUserState(_NONE)
        for block, lines in zip(now, spaces.values(), strict=True):
            block.setUserState(lines)
        for block in before:
            if block.userState() == _NONE:
                self.fit(block)
        self._anchors = [QTextCursor(block) for block in now if block.isValid()]
        self._fit_range(_FITTED)
        self._hidden = min(self._hidden, self._above(self._editor.firstVisibleBlock()))
        for _ in self._editor.visible_blocks():
            pass  # which fits them
        self._show()

    def fit(self, block: QTextBlock) -> float:
        """Lay a line out below its space, as Qt may have laid it out again, and return the space in pixels."""
        layout = block.layout()
        if not (self._above(block) or (layout.lineCount() and layout.lineAt(0).y())):
            return 0
        self._editor.blockBoundingRect(block)  # or it may not be laid out yet
        first, lines = layout.lineAt(0), self._above(block)
        if block == self._editor.firstVisibleBlock():
            lines = max(lines - self._hidden, 0)
        space = lines * first.height()
        down = space - first.y()
        for at in range(layout.lineCount() if down else 0):
            line = layout.lineAt(at)
            place = line.position()
            place.setY(place.y() + down)
            line.setPosition(place)
        return space

    def show_top(self, top: TopOfView) -> None:
        """Scroll so that this is at the top of the view, as far as the text goes."""
        document = self._editor.document()
        block = document.findBlockByNumber(max(0, min(top.line, document.blockCount() - 1)))
        self._scroll_to(block.firstLineNumber() + top.within, min(top.hidden, self._above(block)))

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep spaces and view while Qt lays lines out again."""
        top = self.top
        yield
        if self.are_there:
            self._fit_range(_AT_END)
            self.show_top(top)

    def scroll(self, lines: int) -> None:
        """Scroll by so many lines, those of spaces included."""
        self._fit_range(_AT_END)
        step, bar, document = (1 if lines > 0 else -1), self._editor.verticalScrollBar(), self._editor.document()
        value, hidden = bar.value(), self._hidden
        for _ in range(abs(lines)):
            block = document.findBlockByLineNumber(value)
            if value == block.firstLineNumber() and 0 <= hidden + step <= self._above(block):
                hidden += step
            elif bar.minimum() <= value + step <= bar.maximum():
                value += step
                target = document.findBlockByLineNumber(value)
                hidden = self._above(target) if step < 0 or target == block else 0
        if lines:
            self._scroll_to(value, hidden)

    def turn(self, degrees: float, lines_per_notch: int) -> None:
        """Scroll as far as the wheel was turned, in eighths of a degree."""
        self._turned -= degrees / 120 * lines_per_notch
        lines = int(self._turned)
        self._turned -= lines
        self.scroll(lines)

    def _fit_range(self, most: int) -> None:
        """Let the bar have the range that it has with the last of the spaces; Qt may have laid out lines without."""
        for anchor in self._anchors[-most:]:
            self.fit(anchor.block())
        layout = self._editor.document().documentLayout()
        layout.documentSizeChanged.emit(layout.documentSize())

    def _above(self, block: QTextBlock) -> int:
        return max(block.userState(), 0)

    def _scroll_to(self, value: int, hidden: int) -> None:
        bar = self._editor.verticalScrollBar()
        is_other, self._hidden = hidden != self._hidden, hidden
        self._is_scrolling = True
        before = bar.value()
        bar.setValue(value)
        self._is_scrolling = False
        self._show()
        if is_other and before == bar.value():
            self.scrolled.emit()

    def _notice_scroll(self) -> None:
        if not self._is_scrolling:
            self._hidden = 0
            if self.are_there:
                self._show()

    def _show_cursor(self) -> None:
        """Scroll so far that the text cursor is in view; Qt does that too, but not within a space."""
        if self.are_there:
            self.fit(self._editor.textCursor().block())
            box, height = self._editor.cursorRect(), self._editor.viewport().height()
            self.scroll(ceil(max(box.bottom() + 1 - height, 0) / box.height()))

    def _show(self) -> None:
        # What Qt moves with the lines is moved without their spaces.
        self._editor.viewport().update()
        self._editor.gutter.update()
