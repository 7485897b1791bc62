"""A list to choose one thing from, opened by a button, with a field to search it when it is long."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from guillemet.ui.chat.entries import ENTRY_ROLE, TICK, ChoiceEntry, EntriesModel, EntryDelegate
from guillemet.ui.chat.popup import Popup
from guillemet.ui.style import style

_MOST_ROWS = 10
_SEARCHED = 6
"""Entries from which on there is a field to search them."""
_WIDTH = 440
_TRAVEL = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEAVING = (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class ChoiceList(Popup):
    """Takes the focus while it is open and gives it back; Return chooses, Escape leaves.

    chosen(Entry): the user chose.
    """

    chosen = Signal(object)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner_button = owner
        self._entries: tuple[ChoiceEntry, ...] = ()
        self._field = QLineEdit(self)
        self._field.setPlaceholderText("Search")
        self._field.textChanged.connect(self._filter)
        self._list = QListView(self)
        self._model = EntriesModel(self)
        self._list.setModel(self._model)
        self._delegate = EntryDelegate(self._list)
        self._list.setItemDelegate(self._delegate)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setMouseTracking(True)
        self._list.setResizeMode(QListView.ResizeMode.Adjust)
        self._list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.clicked.connect(lambda _: self._take())
        for watched in (self._field, self._list):
            watched.installEventFilter(self)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(style.TIGHT, style.TIGHT, style.TIGHT, style.TIGHT)
        column.setSpacing(style.TIGHT)
        column.addWidget(self._field)
        column.addWidget(self._list)

    def open(self, name: str, entries: Sequence[ChoiceEntry]) -> None:
        """Show these above the owner, the ticked one chosen."""
        self._entries = tuple(entries)
        is_searched = len(self._entries) > _SEARCHED
        self._field.setVisible(is_searched)
        self._field.setAccessibleName(f"Search: {name}")
        self._list.setAccessibleName(name)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus if is_searched else Qt.FocusPolicy.StrongFocus)
        width = min(_WIDTH, self._owner_button.window().width() - 2 * style.TIGHT)
        self._delegate.set_width(width)
        self._field.clear()
        self._filter("")
        self.place_at(self._owner_button.rect(), QSize(width, self._wanted_height()))
        self.show()
        (self._field if is_searched else self._list).setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Travel, choose and leave by keys; leave when the focus goes elsewhere."""
        if event.type() is QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        elif isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        elif isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self._obey(event)
        return super().eventFilter(watched, event)

    def _obey(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in _TRAVEL:
            self._step(_TRAVEL[key])
        elif key in _LEAVING:
            self._leave()
        elif key in _CHOOSING or (key == Qt.Key.Key_Space and self._list.hasFocus()):
            self._take()
        else:
            return False
        return True

    def _filter(self, typed: str) -> None:
        kept = _fitting(self._entries, typed.casefold().split())
        self._model.set_entries(kept)
        rows = [row for row, entry in enumerate(kept) if not entry.is_heading]
        ticked = [row for row in rows if kept[row].sign == TICK]
        self._list.setCurrentIndex(self._model.index((ticked or rows or [-1])[0]))
        if rows and self._list.currentIndex().row() == 1:
            self._list.scrollToTop()  # its heading is seen too

    def _step(self, by: int) -> None:
        rows = [row for row, entry in enumerate(self._model.entries) if not entry.is_heading]
        if rows:
            now = self._list.currentIndex().row()
            at = rows.index(now) + by if now in rows else 0
            self._list.setCurrentIndex(self._model.index(rows[at % len(rows)]))

    def _take(self) -> None:
        entry = self._list.currentIndex().data(ENTRY_ROLE)
        if isinstance(entry, ChoiceEntry) and not entry.is_heading:
            self._leave()
            self.chosen.emit(entry)

    def _leave(self) -> None:
        self.hide()
        self._owner_button.setFocus(Qt.FocusReason.PopupFocusReason)

    def _wanted_height(self) -> int:
        self._column.activate()
        rows = sum(self._list.sizeHintForRow(row) for row in range(min(len(self._entries), _MOST_ROWS)))
        field = self._field.sizeHint().height() + style.TIGHT if self._field.isVisibleTo(self) else 0
        return rows + field + 2 * style.TIGHT + 2


def _fitting(entries: Sequence[ChoiceEntry], words: Sequence[str]) -> list[ChoiceEntry]:
    """Return the entries that hold all the words, or whose heading does, and the headings they stand under."""
    kept: list[ChoiceEntry] = []
    heading: ChoiceEntry | None = None
    for entry in entries:
        if entry.is_heading:
            heading = entry
            if not words:
                kept.append(entry)
        elif all(word in f"{heading.title if heading else ''} {entry.title}".casefold() for word in words):
            if heading is not None and heading not in kept:
                kept.append(heading)
            kept.append(entry)
    return kept
