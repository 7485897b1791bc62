"""The buttons on the heads of the groups of the list of changes, and the one that stands for the head of the last."""

from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtWidgets import QListView

from guillemet.ui.changes.file_delegate import FileDelegate, head_widths
from guillemet.ui.changes.file_rows import Group, GroupRow
from guillemet.ui.changes.rows_model import RowsModel
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import PushButton


class HeadButtons(QObject):
    """Lays a button over the right of the head of a group, while it has a text; one at the foot leads to the last."""

    def __init__(self, view: QListView, rows: RowsModel, delegate: FileDelegate) -> None:
        super().__init__(view)
        self._view, self._rows, self._delegate = view, rows, delegate
        self._buttons: dict[Group, PushButton] = {}
        self._foot: PushButton | None = None

    def set(self, group: Group, button: PushButton) -> None:
        """Show this button on the group's head."""
        button.setParent(self._view.viewport())
        button.installEventFilter(self)
        self._buttons[group] = button
        self.place()

    def set_foot(self, button: PushButton) -> None:
        """Show this button at the foot of the list while it has a text, and the commands begin below what is seen."""
        self._foot = button
        button.setParent(self._view)
        button.hide()
        self.place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the head of a group be in view while its button has the focus, which a key may press."""
        if event.type() is QEvent.Type.FocusIn:
            group = next((group for group, button in self._buttons.items() if button is watched), None)
            if group is not None:
                self._view.scrollTo(self._rows.index(self._rows.place_of(f"\0{group}")))
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """Lay the buttons where the heads are by now."""
        for group in Group:
            button, at = self._buttons.get(group), self._rows.place_of(f"\0{group}")
            is_shown = button is not None and at >= 0 and bool(button.text())
            if button is not None:
                button.setVisible(is_shown)
            if at < 0:
                continue
            row, head = self._view.visualRect(self._rows.index(at)), self._rows.rows[at]
            end = row.right() + 1 - style.GAP
            if button is not None and is_shown:
                name, count = head_widths(head, self._view.font()) if isinstance(head, GroupRow) else (0, 0)
                # The button says how many there are, too, and covers the count where no words fit beside it.
                whole = max(row.width() - name - style.GAP, 0)
                width = button.width_within(whole - count) or whole
                height = min(button.sizeHint().height(), row.height() - 2)
                end -= width
                button.setGeometry(QRect(end, row.top() + (row.height() - height) // 2, width, height))
            if self._delegate.set_end_of_head(group, end - row.left()):
                self._view.viewport().update(row)
        if self._foot is not None:
            self._place_foot(self._foot)

    def _place_foot(self, foot: PushButton) -> None:
        view, at = self._view, self._rows.place_of(f"\0{Group.SUGGESTED}")
        height, is_shown = foot.sizeHint().height(), not foot.isHidden()
        # The viewport ends where the button begins, so that what makes it come does not make it go.
        bottom = view.visualRect(self._rows.index(at)).bottom()
        is_below = at >= 0 and bool(foot.text()) and bottom >= view.viewport().height()
        foot.setGeometry(0, view.height() - height, view.width(), height)
        if is_below is not is_shown:
            foot.setVisible(is_below)
            view.setViewportMargins(0, 0, 0, height if is_below else 0)
