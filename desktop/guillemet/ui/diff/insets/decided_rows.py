"""Lines that were decided by themselves: a thin row at their place, which opens to show them as a small diff.

✓ hunk 2 of 5 accepted · +3 −1   Show   Reset
− def total(xs):
+ def total(xs, tax=0):

Reset of one that is a part of its hunk names the hunk: it resets all of that.
"""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from guillemet.engine.diff.document import DiffDocument
from guillemet.engine.diff.finding import TextMatch
from guillemet.engine.diff.insets import DecidedInset, Inset
from guillemet.engine.diff.lines import split_lines
from guillemet.engine.review import Decision
from guillemet.ui.diff.insets.diff_insets import DiffInsets, InsetSource
from guillemet.ui.diff.insets.hunk_bar import letters_for, small_button
from guillemet.ui.diff.insets.searched_text import small_diff
from guillemet.ui.shortcuts import with_keys_in_force
from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import MOST_LINES, CodeBox, framed
from guillemet.ui.widgets.controls import QuickPresses, StatusSign
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import MINUS, lines_changed

_SIGNS = {Decision.ACCEPTED: ("tick", "good"), Decision.REJECTED: ("close", "dim")}


class DecidedRow(QFrame):
    """What was decided on some lines.

    Signals: `toggled()` when a click asks for the lines, or to hide them; `reset_requested()`.
    """

    toggled = Signal()
    reset_requested = Signal()

    def __init__(self, decided: DecidedInset, height: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.decided = decided
        self.setProperty("role", "hunk")
        self._is_current = self._drops = False
        self._sign, self._words = StatusSign(self), QLabel(self)
        self._words.setProperty("role", "dim")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self.show_lines, self.reset = small_button("Show", self), small_button("Reset", self)
        self.show_lines.clicked.connect(self.toggled)
        self.reset.clicked.connect(self.reset_requested)
        self._bar = QWidget(self)
        controls = (self._sign, self._words, self.show_lines, self.reset)
        fill(QHBoxLayout(self._bar), *controls, 1, margins=(style.TIGHT, 0), gap=style.TIGHT)
        self._column = QVBoxLayout(self)
        fill(self._column, self._bar, margins=0, gap=0)
        self._box: CodeBox | None = None
        self._frame: QWidget | None = None
        self._height = 0
        self.set_height(height)
        self.show_decided(decided)
        self.set_current(is_current=False)

    def show_decided(self, decided: DecidedInset) -> None:
        """Stand for these lines."""
        run, name = decided.run, decided.inset.name
        is_other, self.decided = (run.before, run.after) != (self.decided.run.before, self.decided.run.after), decided
        changed = lines_changed(len(split_lines(run.after)), len(split_lines(run.before)))
        self._sign.show_sign(*_SIGNS[run.decision])
        self._words.setText(f"{name} · {changed}")
        self.setAccessibleName(f"{name} · {changed}")
        is_whole = decided.is_whole_hunk
        self.reset.setText("Reset" if is_whole else f"Reset hunk {run.hunk:,}")
        what = "the decision" if is_whole else "all decisions"
        self.reset.setAccessibleName(f"Reset {what} on hunk {run.hunk:,}")
        self.reset.setToolTip(self.reset.accessibleName() + with_keys_in_force(" ({RECONSIDER_FILE})"))
        if is_other and self._box is not None:
            self._fill_box(self._box)

    def set_open(self, *, is_open: bool) -> None:
        """Show the lines, or hide them."""
        run = self.decided.run
        self.show_lines.setText("Hide" if is_open else "Show")
        verb = "Hide" if is_open else "Show"
        self.show_lines.setAccessibleName(f"{verb} the lines of hunk {run.hunk:,}")
        self.show_lines.setToolTip(f"{self.show_lines.accessibleName()} (Return)")
        if is_open and self._box is None:
            self._box = CodeBox(parent=self, name=f"Lines of {self.decided.inset.name}")
            self._fill_box(self._box)
            self._frame = QWidget(self)
            fill(QVBoxLayout(self._frame), framed(self._box), margins=(style.TIGHT, 0, style.GAP, style.TIGHT))
            self._column.addWidget(self._frame)
        if self._frame is not None:
            self._frame.setVisible(is_open)

    def show_found(self, found: TextMatch) -> None:
        """Select what was found in the lines that are shown."""
        if self._box is None:
            return
        tab, sign = " " * style.current().tab_width, MINUS if found.is_old else "+"
        ends = (f"{sign} {found.text[:column]}".replace("\t", tab) for column in (found.start, found.end))
        first, last = (len(before.encode("utf-16-le")) // 2 for before in ends)
        line = f"{sign} {found.text}".replace("\t", tab)
        blocks = (self._box.document().findBlockByNumber(number) for number in range(self._box.document().blockCount()))
        for block in (block for block in blocks if block.text() == line):
            cursor = self._box.textCursor()
            cursor.setPosition(block.position() + first)
            cursor.setPosition(block.position() + last, QTextCursor.MoveMode.KeepAnchor)
            self._box.setTextCursor(cursor)
            return

    def set_current(self, *, is_current: bool) -> None:
        """Show whether the text cursor is in the row; Tab reaches the buttons then only."""
        self._is_current = is_current
        self.update()
        policy = Qt.FocusPolicy.TabFocus if is_current else Qt.FocusPolicy.NoFocus
        for control in (self.show_lines, self.reset):
            if control.focusPolicy() is not policy:
                control.setFocusPolicy(policy)

    def set_height(self, height: int) -> None:
        """Take the height of a line of code, and letters that fit in it."""
        self._height = height
        self._bar.setFixedHeight(height)
        letters = letters_for(height)
        for control in (self._words, self.show_lines, self.reset):
            control.setFont(letters)
            control.setFixedHeight(height)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_current:  # as the editor frames the row of the text cursor
            painter = QPainter(self)
            painter.setPen(QColor(style.current().theme.accent))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
            painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_on_bar = event.position().y() <= self._bar.geometry().bottom()
        if event.button() is Qt.MouseButton.LeftButton and is_on_bar and not self._drops:
            self.toggled.emit()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._drops = QuickPresses.note(event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        QuickPresses.note(event)
        self._drops = True  # the row comes to where the button was that decided, and that was pressed first
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and hasattr(self, "_height"):
            # WORKAROUND Qt 6: a new style sheet takes the letters away after it has announced itself.
            QTimer.singleShot(0, self, lambda: self.set_height(self._height))

    def _fill_box(self, box: CodeBox) -> None:
        """Show the lines, as many as a card can bear: who compared all of a long file here would hold the window up."""
        sides = self.decided.run.before, self.decided.run.after
        before, after = (side.splitlines(keepends=True) for side in sides)
        more = max(len(before) - MOST_LINES, 0) + max(len(after) - MOST_LINES, 0)
        box.set_lines(small_diff("".join(before[:MOST_LINES]), "".join(after[:MOST_LINES])), more=more)


class DecidedRows(QObject):
    """The rows of decided lines in the files that are shown.

    Signals: `reset_requested(path, number, of)` of a hunk, counted from 1 in the file whose shown texts have this
    identity; `entered(key)` when a click came to the row of this inset.
    """

    reset_requested = Signal(str, int, str)
    entered = Signal(str)

    def __init__(self, insets: DiffInsets, parent: QObject) -> None:
        super().__init__(parent)
        self._insets = insets
        self._decided: dict[str, tuple[DecidedInset, str]] = {}
        """With the identities of the texts they are of, by their keys."""
        self._opened: set[str] = set()
        self._found: TextMatch | None = None
        """What was found last in one of them."""
        self._current = ""
        self._height = 1
        self._source = InsetSource(self._make, self, are_of_files=True)
        insets.add(self._source)

    def show_document(self, document: DiffDocument) -> None:
        """Stand for what was decided in these files."""
        files = [file.shown for file in document.files]
        self._decided = {one.inset.key: (one, file.texts.identity) for file in files for one in file.decided}
        self._source.set_insets(one.inset for one, _ in self._decided.values())
        for key, row in self._rows():
            row.show_decided(self._decided[key][0])

    def set_height(self, height: int) -> None:
        """Set the pixels that a line of code takes."""
        self._height = height
        for _, row in self._rows():
            row.set_height(height)

    def set_current(self, key: str) -> None:
        """Set the inset that the text cursor is in, which may be one of another kind."""
        before, self._current = self._current, key
        for other, row in self._rows():
            if other in (before, key):
                row.set_current(is_current=other == key)

    def has(self, key: str) -> bool:
        """Whether an inset is one of these."""
        return key in self._decided

    def toggle(self, key: str) -> bool:
        """Show the lines of a row, or hide them; return whether it is one of these."""
        if key in self._decided:
            self._opened ^= {key}
            for other, row in self._rows():
                if other == key:
                    row.set_open(is_open=key in self._opened)
        return key in self._decided

    def show_found(self, found: TextMatch) -> None:
        """Open the row in which something was found, now or once it comes into view, and select it there."""
        if found.row in self._decided and found.row not in self._opened:
            self.toggle(found.row)
        self._found = found
        for key, row in self._rows():
            if key == found.row:
                row.show_found(found)

    def _rows(self) -> Iterable[tuple[str, DecidedRow]]:
        return [(key, row) for key, row in self._source.widgets.items() if isinstance(row, DecidedRow)]

    def _make(self, inset: Inset, parent: QWidget) -> QWidget:
        key = inset.key
        made = DecidedRow(self._decided[key][0], self._height, parent)
        made.set_open(is_open=key in self._opened)
        made.set_current(is_current=key == self._current)
        if self._found is not None and self._found.row == key:
            made.show_found(self._found)
        made.toggled.connect(lambda: self._toggle_by_click(key))
        made.reset_requested.connect(lambda: self._reset(key))
        return made

    def _toggle_by_click(self, key: str) -> None:
        self.entered.emit(key)
        self._insets.left.emit()
        self.toggle(key)

    def _reset(self, key: str) -> None:
        decided, identity = self._decided[key]
        self._opened.discard(key)
        self.reset_requested.emit(decided.inset.place.path, decided.run.hunk, identity)
