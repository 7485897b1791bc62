"""The bar below the sheets in which a comment on lines is written."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from guillemet.app.chat.comments import Spot
from guillemet.ui.diff.comment_anchors import named
from guillemet.ui.diff.header import Shortened
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button
from guillemet.ui.widgets.draft_box import DraftBox

_REMEMBERED = 50
"""Comments left half-written that come back when one begins on the same lines again."""


class CommentBar(QFrame):
    """Asks what to say of some lines. It belongs to them, whatever the diff shows meanwhile.

    Signals: `keep_requested(Spot, str)`, with an empty text when the comment is to be taken out; `closed()`.
    """

    keep_requested = Signal(object, str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._spot: Spot | None = None
        self._kept = ""
        self._left: dict[Spot, str] = {}
        self.setProperty("role", "footer")
        self.setAccessibleName("Comment on lines")
        self._build()
        self.hide()

    @property
    def spot(self) -> Spot | None:
        """The lines a comment is being written on; None while the bar is closed."""
        return self._spot

    def open_on(self, spot: Spot, text: str, *, shown: Spot) -> None:
        """Ask what to say of these lines, of which this was said before; `shown` is where they are now.

        What was being written on other lines is kept as their comment.
        """
        if spot != self._spot:
            self._keep_other()
            self._spot, self._kept = spot, text
            self._text.setPlainText(self._left.get(spot, text))
            self._text.moveCursor(QTextCursor.MoveOperation.End)
        self._title.set_text(f"Comment on {named(shown)}")
        self._text.setAccessibleName(f"Comment on {named(shown)}")
        self._remove.setVisible(bool(text))
        self.show()
        around = self.parentWidget()
        if around is not None and (layout := around.layout()) is not None:
            layout.activate()  # so that whoever asked can see which lines are still in view
        self._text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keep(self) -> None:
        """Keep what is written; nothing written takes the comment out."""
        if self._spot is not None:
            self._close(self._spot, self._text.toPlainText().strip())

    def remove(self) -> None:
        """Take the comment out."""
        if self._spot is not None:
            self._close(self._spot, "")

    def leave(self) -> None:
        """Put the bar away; what was written comes back when a comment on the same lines is begun again."""
        spot, text = self._spot, self._text.toPlainText()
        if spot is None:
            return
        self._left.pop(spot, None)
        if text.strip() not in ("", self._kept):
            self._left[spot] = text
            if len(self._left) > _REMEMBERED:
                del self._left[next(iter(self._left))]
        self._put_away()

    def _keep_other(self) -> None:
        text = self._text.toPlainText().strip()
        if self._spot is not None and text not in ("", self._kept):
            self.keep_requested.emit(self._spot, text)

    def _close(self, spot: Spot, text: str) -> None:
        self._left.pop(spot, None)
        is_new = text != self._kept
        self._put_away()
        if is_new:
            self.keep_requested.emit(spot, text)

    def _put_away(self) -> None:
        self._spot = None
        self.hide()
        self.closed.emit()

    def _build(self) -> None:
        self._title = Shortened("title", self)
        self._text = DraftBox("What should be different here?", least=2, parent=self)
        self._text.submitted.connect(self.keep)
        self._text.escaped.connect(self.leave)
        self._keep = button("Keep comment", "primary", parent=self)
        self._keep.setToolTip("Ctrl+Enter; it goes to the model with all others when you write and send a message")
        self._keep.clicked.connect(self.keep)
        self._remove = button("Remove", parent=self)
        self._remove.clicked.connect(self.remove)
        self._cancel = button("Cancel", "quiet", parent=self)
        self._cancel.setToolTip("Esc")
        self._cancel.clicked.connect(self.leave)
        self._text.textChanged.connect(self._show_state)
        row = QHBoxLayout()
        row.setSpacing(style.TIGHT)
        row.addWidget(self._keep)
        row.addWidget(self._remove)
        row.addWidget(self._cancel)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.GAP, style.GAP, style.GAP, style.GAP)
        column.setSpacing(style.TIGHT)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addLayout(row)
        self._show_state()

    def _show_state(self) -> None:
        self._keep.setEnabled(bool(self._text.toPlainText().strip()))
