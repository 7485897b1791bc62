"""What stands above and below the diff: which file, how much of it changes, where one is, and the decision."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import Folding
from guillemet.engine.review import Kind
from guillemet.settings import Look
from guillemet.ui import look
from guillemet.ui.controls import button
from guillemet.ui.diff.tool import tool
from guillemet.ui.wording import MINUS, counted, seen

NARROW = 680
"""Pixels below which only path, summary and the two looks are shown."""

_KINDS = {Kind.ADDED: "new file", Kind.DELETED: "deleted", Kind.MOVED: "moved", Kind.CHANGED: ""}


class Shortened(QLabel):
    """A label of one line that is shortened in the middle where room is short; its tooltip is the whole text."""

    def __init__(self, role: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.setText(text)
        self.setToolTip(text)
        self.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(48, self.sizeHint().width()), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text()) + 4, metrics.height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(event.rect() | self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class Header(QFrame):
    """Names the file and how it is shown.

    Signals: `look_wanted(Look)`; `context_wanted(int)` by how many lines it changes; `unfold_wanted(bool)`;
    `find_wanted()`.
    """

    look_wanted = Signal(Look)
    context_wanted = Signal(int)
    unfold_wanted = Signal(bool)
    find_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._path = Shortened("title", self)
        self._summary = Shortened("dim", self)
        self._less = tool(MINUS, "Fewer unchanged lines (−)", self)
        self._context = QLabel(self)
        self._context.setProperty("role", "dim")
        self._has_diff = False
        self._more = tool("+", "More unchanged lines (+)", self)
        self._unfold = tool("Unfold all", "Show all unchanged lines", self)
        self._unfold.setCheckable(True)
        self._find = tool("Find", "Find in this file (Ctrl+F or /)", self)
        self._looks = {kind: tool(str(kind).capitalize(), f"{str(kind).capitalize()} (u)", self) for kind in Look}
        self._join()
        self._lay_out()

    def show_content(self, content: DiffContent | None) -> None:
        """Name this file, or none."""
        self._path.set_text(seen(content.path) if content else "")
        self._summary.set_text(summary(content) if content else "")
        self._summary.setVisible(bool(self._summary.text()))
        self.setVisible(content is not None)

    def show_state(self, kind: Look, folding: Folding, *, has_diff: bool) -> None:
        """Show how the file is shown; without a diff there is nothing to choose."""
        self._looks[kind].setChecked(True)
        self._unfold.setChecked(folding.is_all_open)
        self._context.setText(f"context {folding.context}")
        self._has_diff = has_diff
        self._show_controls()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_controls()

    def _show_controls(self) -> None:
        for choice in self._looks.values():
            choice.setVisible(self._has_diff)
        for part in (self._find, self._less, self._context, self._more, self._unfold):
            # On a narrow pane the path matters more; the keys work all the same.
            part.setVisible(self._has_diff and self.width() >= NARROW)

    def _join(self) -> None:
        self._less.clicked.connect(lambda: self.context_wanted.emit(-1))
        self._more.clicked.connect(lambda: self.context_wanted.emit(1))
        self._unfold.clicked.connect(self.unfold_wanted)
        self._find.clicked.connect(self.find_wanted)
        group = QButtonGroup(self)
        for kind, control in self._looks.items():
            control.setCheckable(True)
            control.clicked.connect(lambda *, kind=kind: self.look_wanted.emit(kind))
            group.addButton(control)

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(look.WIDE, look.TIGHT, look.GAP, look.TIGHT)
        layout.setSpacing(look.TIGHT)
        layout.addWidget(self._path)
        layout.addSpacing(look.GAP)
        layout.addWidget(self._summary)
        layout.addStretch(1)
        for control in (self._find, self._less, self._context, self._more, self._unfold):
            layout.addWidget(control)
        layout.addSpacing(look.GAP)
        for control in self._looks.values():
            layout.addWidget(control)


class Footer(QFrame):
    """Tells where one is, and takes the decision on the file.

    Signals: `next_wanted()` and `previous_wanted()` for hunks; `accept_wanted()`; `reject_wanted()`.
    """

    next_wanted = Signal()
    previous_wanted = Signal()
    accept_wanted = Signal()
    reject_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._previous = tool("↑", "Previous hunk (Shift+F7 or k)", self)
        self._previous.clicked.connect(self.previous_wanted)
        self._next = tool("↓", "Next hunk (F7 or j)", self)
        self._next.clicked.connect(self.next_wanted)
        self._hunk = QLabel(self)
        self._place = QLabel(self)
        self._place.setProperty("role", "dim")
        self._reject = button("Reject file", parent=self)
        self._reject.setToolTip("Reject what is proposed for this file (x)")
        self._reject.clicked.connect(self.reject_wanted)
        self._accept = button("Accept file", "primary", parent=self)
        self._accept.setToolTip("Write what is proposed to this file (y)")
        self._accept.clicked.connect(self.accept_wanted)
        self._lay_out()

    def show_hunk(self, hunk: int, count: int) -> None:
        """Say which hunk of how many is the current one; -1 for none."""
        self._hunk.setText("" if hunk < 0 else f"hunk {hunk + 1:,} of {count:,}")
        self._previous.setVisible(count > 0)
        self._next.setVisible(count > 0)
        self._previous.setEnabled(hunk > 0)
        self._next.setEnabled(0 <= hunk < count - 1)

    def show_place(self, place: str) -> None:
        """Say where the text cursor is."""
        self._place.setText(place)

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(look.GAP, look.TIGHT, look.GAP, look.TIGHT)
        layout.setSpacing(look.TIGHT)
        layout.addWidget(self._previous)
        layout.addWidget(self._next)
        layout.addWidget(self._hunk)
        layout.addSpacing(look.WIDE)
        layout.addWidget(self._place)
        layout.addStretch(1)
        layout.addWidget(self._reject)
        layout.addSpacing(look.TIGHT)
        layout.addWidget(self._accept)


def summary(content: DiffContent) -> str:
    """Return what stands beside the path: "exact · 3 hunks · +12 −4"."""
    moved = f"moved from {seen(content.moved_from)}" if content.moved_from else _KINDS[content.kind]
    parts = [moved, content.headline]
    if content.hunks:
        parts += [counted(len(content.hunks), "hunk"), f"+{content.added:,} {MINUS}{content.removed:,}"]
    return " · ".join(part for part in parts if part)
