"""Placing a block by hand in the diff: the lines it would replace are marked and compared with those it looked for."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIntValidator, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from guillemet.engine.applying.diagnosis import differences
from guillemet.engine.applying.manual_placement import preview_at, replaces_own
from guillemet.engine.applying.options import Choice, Dismiss, PlaceAt
from guillemet.engine.blocks import EditBlock, WholeFile
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.outcomes import PlacedLines
from guillemet.engine.text import counted
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.style import style
from guillemet.ui.unresolved_block import REPLACES_OWN, ReviewBlock, lines_named
from guillemet.ui.widgets.code_box import CodeBox, CodeLine, Marks, differing
from guillemet.ui.widgets.controls import IconButton, StatusSign, button, label, line_label, on_escape, set_caption
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import chain, holds_focus
from guillemet.ui.wording import seen, sign_of

_MOST_LINES = 8
_FEWEST_LINES = 3
"""Searched lines that are in view, however low the pane is; the others are scrolled to."""
_LINE_WIDTH = 72
"""Pixels of the field for the number of a line."""
_REST = 25
"""Milliseconds the text cursor must rest before lines are compared."""
_LONGEST = 2_000
"""Characters of a searched line that are shown and compared."""


_NARROW = 560
"""Pixels of width below which the lines that would be put in stand below the searched ones, not beside them."""
PUT_IN = "Lines that would be put in"
SEARCHED = "Searched text"
_CAPTION = "{}. Click the line below at which the block is to stand."


class BlockBar(QFrame):
    """Shows one block; it is hidden while there is none.

    `here` places it at the line of the text cursor, whose number can be typed into `line`; `next` goes to the next
    place offered.

    Signals: `choice_requested(choice)` for all else; `close_requested()`.
    """

    choice_requested = Signal(object)
    close_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._choices: list[QWidget] = []
        self._build()
        on_escape(self, self.close_requested.emit)
        self.hide()

    def show_block(self, block: ReviewBlock) -> None:
        """Say what became of this block and what can be chosen for it."""
        outcome = block.outcome
        icon, role = sign_of(outcome)
        self._sign.show_sign(icon, role)
        style.set_role(self._title, role)
        self._title.setText(f"Block {block.number} {block.title}. {seen(outcome.message)}")
        self.setAccessibleName(self._title.text())
        for part in (self.here, self._at, self.line):
            part.setVisible(block.is_placeable)
        self.next.setVisible(bool(block.places))
        set_caption(self.next, "Next place" if len(block.places) > 1 else "Nearest place")
        for control in self._choices:
            control.hide()
            control.deleteLater()
        self._choices = [self._choice(text, choice) for text, choice in block.choices()]
        chain(self._choices, after=self.next)

    def show_searched(self, lines: tuple[CodeLine, ...]) -> None:
        self._code.set_lines(lines)
        self._scroll.setVisible(bool(lines))
        self._fit()

    def show_here(self, line: int, reported: str, new: Sequence[str] = ()) -> None:
        """Say what placing here would do, and which lines it puts in; or, for line 0, that it cannot be done here."""
        self._new.set_lines([CodeLine(seen(one[:_LONGEST]), "+") for one in new])
        self._put_in.setVisible(bool(new))
        self._caption.setText(_CAPTION.format(f"{SEARCHED}, and what would be put in" if new else SEARCHED))
        self._fit()
        self._reported.setText(reported)
        self._reported.setVisible(bool(reported))
        self.here.setEnabled(line > 0)
        if not self.line.hasFocus():
            self.line.setText(str(line or ""))
        name = f"Place here, at line {line:,}" if line else "Place here"
        self.here.setAccessibleName(name)
        show_keys(self.here, f"{name} ({{PLACE_BLOCK}})")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _build(self) -> None:
        self._sign = StatusSign(self)
        self._title = label("", "bad", parent=self)
        close = IconButton("close", "Put the block away (Esc)", self)
        close.clicked.connect(self.close_requested)
        self._caption = label(_CAPTION.format(SEARCHED), "dim", parent=self)
        self._code, self._scroll = self._lines("Searched lines")
        self._new, self._put_in = self._lines(PUT_IN)
        self._put_in.hide()
        self._sides = fill(QHBoxLayout(), (self._scroll, 1), (self._put_in, 1), gap=style.GAP)
        self._reported = label("", "dim", parent=self)
        self.here = button("Place here", "primary", parent=self)
        self._at = line_label("at line", "dim", parent=self)
        self.line = QLineEdit(self)
        self.line.setAccessibleName("Line to place the block at")
        self.line.setToolTip("Type its number, or click the line; Return places the block there")
        self.line.setFixedWidth(_LINE_WIDTH)
        self.next = button("Next place", parent=self, tip="Go to where lines resemble the searched ones")
        top = Qt.AlignmentFlag.AlignTop
        said = fill(QHBoxLayout(), (self._sign, 0, top), (self._title, 1), margins=(0, style.TIGHT), gap=style.TIGHT)
        head = fill(QHBoxLayout(), (said, 1), (close, 0, top), gap=style.TIGHT)
        self._row = FlowLayout(self.here, self._at, self.line, self.next, gap=style.TIGHT)
        fill(
            QVBoxLayout(self),
            head,
            self._caption,
            self._sides,
            self._reported,
            self._row,
            margins=(style.WIDE, style.TIGHT, style.GAP, style.GAP),
            gap=style.TIGHT,
        )

    def _lines(self, name: str) -> tuple[CodeBox, QScrollArea]:
        """Return a box for lines, and what scrolls it."""
        code, scroll = CodeBox(name=name), QScrollArea(self)
        code.document().setDocumentMargin(style.GAP)
        code.document().contentsChanged.connect(self._fit)  # as with letters of another size
        scroll.setProperty("role", "code")
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        scroll.setAccessibleName(name)
        scroll.setWidget(code)
        return code, scroll

    def _choice(self, text: str, choice: Choice | None) -> QWidget:
        made = button(
            text,
            name=f"{text} this block",
            parent=self,
            clicked=lambda: self.choice_requested.emit(choice),
        )
        if isinstance(choice, Dismiss):
            show_keys(made, f"{text} this block ({{DISMISS_BLOCK}})")
        self._row.addWidget(made)
        made.show()
        return made

    def _fit(self) -> None:
        """Take the height of the lines, as far as there is room; where it is narrow, the new ones stand below."""
        is_narrow = self.width() < _NARROW
        self._sides.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)
        line, around = self._code.fontMetrics().lineSpacing(), self.parentWidget()
        share = around.height() // 4 if around is not None else 0
        most = min(max(_FEWEST_LINES * line, share), _MOST_LINES * line)
        shown = [(self._code, self._scroll), *([(self._new, self._put_in)] if not self._put_in.isHidden() else [])]
        heights = {
            scroll: min(code.heightForWidth(max(scroll.viewport().width(), 1)), most) + scroll.frameWidth() * 2 + 2
            for code, scroll in shown
        }
        for scroll, height in heights.items():
            scroll.setFixedHeight(height if is_narrow else max(heights.values()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())


class ManualPlacement(QObject):
    """Joins the editors with the bar of a block.

    Signals: `choice_requested(number, choice)`; `left(number)` when the user puts the block away and nothing is chosen;
    `shown(bool)` when a block is shown, or none any more.
    """

    choice_requested = Signal(int, object)
    left = Signal(int)
    shown = Signal(bool)

    def __init__(self, bar: BlockBar, reading: DiffView, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._reading = bar, reading
        self._content = DiffContent.nothing()
        self._path = ""
        self._block: ReviewBlock | None = None
        self._soon = QTimer(self, singleShot=True, interval=_REST)
        self._soon.timeout.connect(self._compare)
        reading.current.place_changed.connect(lambda _: self._soon.start() if self.is_shown else None)
        bar.here.clicked.connect(self.place_here)
        bar.line.textEdited.connect(self._go_to_typed)
        bar.line.returnPressed.connect(self.place_here)
        bar.next.clicked.connect(lambda *_: self.go_to_next_place())
        bar.choice_requested.connect(self._choose)
        bar.close_requested.connect(self.leave)

    @property
    def block(self) -> ReviewBlock | None:
        """The block that is to be placed; it is shown with its file."""
        return self._block

    @property
    def is_shown(self) -> bool:
        """Whether there is a block, and its file is the one that is shown."""
        return self._block is not None and self._block.outcome.path == self._path

    def set_block(self, block: ReviewBlock | None) -> None:
        """Show this block as soon as its file is shown; None for no block."""
        self._block = block
        self._refresh()

    def set_content(self, content: DiffContent | None, shown: DiffContent) -> None:
        """Set the file that is shown, and what can be read of it."""
        self._path = content.path if content else ""
        self._content = shown
        self._refresh()

    def place_here(self) -> str:
        """Request to put the block at the line of the text cursor, over the lines that are marked; return why not."""
        span = self._span()
        if self._block is None or not (self.is_shown and self._block.is_placeable) or span is None:
            return "Click the line at which the block is to stand first."
        self._choose(PlaceAt(self._content.new.number(span.start), self._content.new.count_in_file(span)))
        return ""

    def dismiss(self) -> None:
        if (
            self._block is not None
            and self.is_shown
            and any(choice == Dismiss() for _, choice in self._block.choices())
        ):
            self._choose(Dismiss())

    def type_digit(self, typed: str) -> bool:
        """Begin the number of the line to place at with this digit; return False where nothing can be placed."""
        field = self._bar.line
        if not (self.is_shown and field.isVisible() and typed.isascii() and typed.isdigit()):
            return False
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.setText(typed)
        self._go_to_typed(typed)
        return True

    def _go_to_typed(self, typed: str) -> None:
        if typed and self._bar.line.hasAcceptableInput():
            self._reading.go_to_line(int(typed) - 1)

    def close(self) -> None:
        """Put the block away; nothing is chosen."""
        self.set_block(None)

    def leave(self) -> None:
        """Put the block away and go back to its card."""
        block = self._block
        self.close()
        if block is not None:
            self.left.emit(block.number)

    def go_to_next_place(self, step: int = 1) -> None:
        """Go to the next place that was offered, or back, round and round."""
        if self._block is None or not self.is_shown or not self._block.places:
            return
        lines = [near.line for near in self._block.places]
        span = self._span()
        here = self._content.new.number(span.start) if span is not None else 0
        at = lines.index(here) + step if here in lines else 0
        self._reading.go_to_line(lines[at % len(lines)] - 1)

    def _choose(self, choice: Choice | None) -> None:
        if self._block is not None:
            self.choice_requested.emit(self._block.number, choice)

    def _refresh(self) -> None:
        is_shown, had_focus = self.is_shown, holds_focus(self._bar)
        if is_shown and self._block is not None:
            self._bar.show_block(self._block)
            last = max(len(self._content.new.lines), 1)
            self._bar.line.setValidator(QIntValidator(1, last, self._bar.line))
            QTimer.singleShot(0, self, self._compare)  # showing the file goes to its line next
        else:
            self._soon.stop()
            self._reading.mark_place(range(0), {})
        self._bar.setVisible(is_shown)
        if had_focus and not holds_focus(self._bar):
            self._reading.splitter.main.setFocus()  # where letters go on with the file
        self.shown.emit(is_shown)

    def _compare(self) -> None:
        """Mark what would be replaced, and show how it differs from what was looked for."""
        if self._block is None or not self.is_shown:
            return
        block, span = self._block, self._span()
        searched = [seen(line[:_LONGEST]) for line in block.searched.split("\n")]
        if span is None or not block.is_placeable:
            self._reading.mark_place(range(0), {})
            self._bar.show_searched(_coded(searched, {}))
            self._bar.show_here(0, "")
            return
        of_searched, of_standing = differing(searched, self._content.new.shown[span.start : span.stop])
        self._reading.mark_place(span, {(False, span.start + at): spans for at, spans in of_standing.items()})
        self._bar.show_searched(_coded(searched, of_searched))
        placed = self._placed(block, span)
        reported = self._reported(block, span, placed)
        self._bar.show_here(self._content.new.number(span.start), reported, () if placed is None else placed.new)

    def _reported(self, block: ReviewBlock, span: range, placed: PlacedLines | None) -> str:
        content = self._content
        in_file, lines, written = content.new.in_file(span), content.lines_in_file(is_old=False), block.outcome.block
        source = written.searched if isinstance(written, EditBlock) else ()
        reported = differences(source, lines[in_file], is_file_end=span.stop == len(content.new.lines))
        how = seen(", ".join(reported)) or "exactly the searched text"
        announced = f"{_announced(block, in_file.start, in_file.stop - in_file.start, placed)}: {how}."
        if not isinstance(written, EditBlock | WholeFile):
            return announced
        replaces = replaces_own(written, lines, in_file.start, placed, content.texts.edited)
        return announced + REPLACES_OWN if replaces else announced

    def _placed(self, block: ReviewBlock, span: range) -> PlacedLines | None:
        """Return what placing the block there changes, without the lines that stay as they are."""
        in_file, written = self._content.new.in_file(span), block.outcome.block
        start, count = in_file.start, in_file.stop - in_file.start
        near = next((near for near in block.places if (near.line, near.count) == (start + 1, count)), None)
        if near is not None and near.placed is not None:
            return near.placed
        if isinstance(written, EditBlock | WholeFile):
            return preview_at(written, self._content.lines_in_file(is_old=False), start, count)
        return None

    def _span(self) -> range | None:
        """Return the new lines that the block would replace at the text cursor, counted from 0."""
        if self._block is None or not self._reading.has_lines:
            return None
        row, new = self._reading.cursor_row(), self._content.new
        if row is None or row.new is None or not 0 <= row.new < len(new.lines):
            return None
        number = new.number_in_file(row.new)
        behind = new.first_shown(number + self._block.span_at(number))
        return range(new.first_shown(number), min(behind, len(new.lines)))


def _announced(block: ReviewBlock, start: int, count: int, placed: PlacedLines | None) -> str:
    """Return which lines are replaced there."""
    if placed is None or not (placed.count or placed.new):
        return "Nothing would change"
    line = start + placed.skipped + 1
    if not placed.count:
        before = lines_named(line, is_proposed=block.is_proposed)
        return f"{counted(len(placed.new), 'line')} would be put in before {before}"
    if placed.count < count:  # all of them are marked, for they are what is compared
        every = lines_named(start + 1, count, is_proposed=block.is_proposed)
        return f"Of {every}, {lines_named(line, placed.count, is_proposed=False)} would be replaced"
    return f"{lines_named(line, placed.count, is_proposed=block.is_proposed).capitalize()} would be replaced"


def _coded(lines: Sequence[str], marks: Marks) -> tuple[CodeLine, ...]:
    return tuple(CodeLine(line, marks=tuple(marks.get(at, ()))) for at, line in enumerate(lines))
