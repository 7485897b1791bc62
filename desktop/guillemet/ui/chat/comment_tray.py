"""The comments that wait for a message, as chips over the message box.

2 comments   total.py:12 ×   tax.py:3–5 ×   Write message   Clear
"""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from guillemet.app.chat.comments import Comment, Spot, Tray
from guillemet.ui.chat.chip import Chip
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button
from guillemet.ui.widgets.flow_layout import FlowLayout
from guillemet.ui.wording import counted, seen

_MOST_CHIPS = 6
"""Comments that have a chip before the user asks for all."""


class CommentTray(QFrame):
    """Shows itself only while there are comments, or some to bring back.

    write_requested: write one message of all comments.
    remove_requested(comments): take these out; bring_back_requested: put them in again; forget_requested: do not
    offer that. comment_picked(Comment): show its lines.
    """

    write_requested = Signal()
    remove_requested = Signal(tuple)
    bring_back_requested = Signal()
    forget_requested = Signal()
    comment_picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tray = Tray()
        self._shows_all = False
        self._chips: dict[Comment, Chip] = {}
        self.setProperty("role", "footer")
        self.setAccessibleName("Comments on lines")
        self._build()
        self.hide()

    def set_tray(self, tray: Tray) -> None:
        """Show these comments."""
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self._tray = tray
        self._shows_all = self._shows_all and bool(tray.comments)
        self._show()
        if had_focus and not self.isAncestorOf(QApplication.focusWidget() or self):
            (self._write if tray.comments else self._back).setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self._row = QWidget(self)
        self._flow = FlowLayout(self._row, gap=style.TIGHT)
        self._count = QLabel(self._row)
        # Never seen: it keeps the tray's place in the order of the Tab key, into which chips that come are chained.
        self._first = QWidget(self._row, focusPolicy=Qt.FocusPolicy.TabFocus)
        self._first.hide()
        self._more = self._button("", "quiet")
        self._more.clicked.connect(self._show_all)
        self._write = self._button("Write message")
        self._write.setToolTip("Put one message of all comments into the box; they leave the tray when you send it")
        self._write.clicked.connect(self.write_requested)
        self._clear = self._button("Clear", "quiet")
        self._clear.setToolTip("Take all comments out; they can be brought back")
        self._clear.setAccessibleName("Clear the comments")
        self._clear.clicked.connect(lambda: self.remove_requested.emit(self._tray.comments))
        self._back = self._button("Bring back", "quiet")
        self._back.clicked.connect(self.bring_back_requested)
        self._forget = self._button("×", "quiet")
        self._forget.setAccessibleName("Put the tray of comments away")
        self._forget.setToolTip("Put this away")
        self._forget.clicked.connect(self.forget_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.GAP, style.TIGHT, style.GAP, style.TIGHT)
        column.addWidget(self._row)

    def _button(self, text: str, role: str = "") -> QPushButton:
        return button(text, role, parent=self._row)

    def _show(self) -> None:
        comments, removed = self._tray.comments, self._tray.removed
        shown = comments if self._shows_all else comments[:_MOST_CHIPS]
        rest = len(comments) - len(shown)
        self._count.setText(counted(len(comments), "comment") if comments else f"{_removed(removed)} removed.")
        self._more.setText(f"{rest:,} more…")
        self._more.setAccessibleName(f"{rest:,} more comments, show all")
        self._more.setVisible(rest > 0)
        self._write.setVisible(bool(comments))
        self._clear.setVisible(bool(comments))
        self._back.setVisible(bool(removed))
        self._back.setAccessibleName(f"Bring {_removed(removed)} back")
        self._back.setToolTip("\n\n".join(f"{_short(one.spot)}: {seen(one.text)}" for one in removed[:_MOST_CHIPS]))
        self._forget.setVisible(bool(removed) and not comments)
        self._arrange(shown)
        self.setVisible(bool(comments or removed))

    def _arrange(self, comments: Sequence[Comment]) -> None:
        while self._flow.takeAt(0) is not None:
            pass
        for comment in [comment for comment in self._chips if comment not in comments]:
            chip = self._chips.pop(comment)
            chip.hide()
            chip.deleteLater()
        order = [self._first]
        self._flow.addWidget(self._count)
        for comment in comments:
            chip = self._chips.get(comment) or self._new_chip(comment)
            self._flow.addWidget(chip)
            chip.show()
            order.append(chip.name)
        for part in (self._more, self._write, self._clear, self._back, self._forget):
            self._flow.addWidget(part)
            order.append(part)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)
        self._flow.invalidate()

    def _new_chip(self, comment: Comment) -> Chip:
        chip = self._chips[comment] = Chip(self._row)
        where, text = _short(comment.spot), seen(comment.text)
        chip.set_name(
            where,
            spoken=f"Comment on {where}: {text}",
            removes=f"Remove the comment on {where}",
            tip=f"{seen(comment.spot.path)}\n\n{text}",
        )
        chip.pressed.connect(lambda: self.comment_picked.emit(comment))
        chip.removed.connect(lambda: self.remove_requested.emit((comment,)))
        return chip

    def _show_all(self) -> None:
        self._shows_all = True
        self._show()


def _short(spot: Spot) -> str:
    name = seen(spot.path.rpartition("/")[2])
    lines = f"{spot.first}" if spot.first == spot.last else f"{spot.first}–{spot.last}"
    return f"{name}:{lines}"


def _removed(removed: Sequence[Comment]) -> str:
    return counted(len(removed), "comment")
