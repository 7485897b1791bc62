"""The list of completions that floats over the message box while it is typed in; it never takes the focus."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QListView, QVBoxLayout, QWidget

from guillemet.ui.accessibility import announce
from guillemet.ui.chat.entries import ENTRY_ROLE, ChoiceEntry, EntriesModel, EntryDelegate
from guillemet.ui.chat.popup import Popup
from guillemet.ui.style import style

_MOST_ROWS = 9
_WIDTH = 520


class CompletionList(Popup):
    """Shows entries at a place of its owner; the owner keeps the focus and hands keys on.

    chosen(Entry): the user pressed an entry with the mouse.
    """

    chosen = Signal(object)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._reader = owner
        self._list = QListView(self)
        self._model = EntriesModel(self)
        self._list.setModel(self._model)
        self._delegate = EntryDelegate(self._list)
        self._list.setItemDelegate(self._delegate)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setMouseTracking(True)
        self._list.setResizeMode(QListView.ResizeMode.Adjust)
        self._list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.clicked.connect(lambda index: self.chosen.emit(index.data(ENTRY_ROLE)))
        self._foot = QLabel(self)
        self._foot.setTextFormat(Qt.TextFormat.PlainText)
        style.set_role(self._foot, "dim")
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(1, style.TIGHT, 1, style.TIGHT)
        column.setSpacing(style.TIGHT)
        column.addWidget(self._list)
        column.addWidget(self._foot)
        self._foot.setContentsMargins(style.GAP, 0, style.GAP, 0)

    @property
    def current(self) -> ChoiceEntry | None:
        """The entry Return would take."""
        entry = self._list.currentIndex().data(ENTRY_ROLE)
        return entry if isinstance(entry, ChoiceEntry) else None

    @property
    def entries(self) -> tuple[ChoiceEntry, ...]:
        """What is offered."""
        return self._model.entries

    def offer(
        self, name: str, entries: Sequence[ChoiceEntry], *, anchor: QRect, foot: str, chooses: bool = True
    ) -> None:
        """Show these, the first one chosen if `chooses`; `foot` is a line below them."""
        same = self.isVisible() and tuple(entries) == self._model.entries
        self._list.setAccessibleName(name)
        self._foot.setText(foot)
        if not same:
            self._model.set_entries(entries)
            self._list.setCurrentIndex(self._model.index(0))
        if not chooses:
            self._list.setCurrentIndex(QModelIndex())
        self.move_to(anchor)
        self.show()
        if not same:
            self._announce()

    def move_to(self, anchor: QRect) -> None:
        """Stand at another rectangle of the owner."""
        width = min(_WIDTH, self._reader.window().width() - 2 * style.TIGHT)
        self._delegate.set_width(width)
        self.place_at(anchor, QSize(width, self._wanted_height()))

    def step(self, by: int) -> None:
        """Choose an entry further down, or up; the ends meet."""
        count, row = len(self._model.entries), self._list.currentIndex().row()
        row = (row + by) % count if row >= 0 else (0 if by > 0 else count - 1)
        self._list.setCurrentIndex(self._model.index(row))
        self._announce()

    def _wanted_height(self) -> int:
        self._column.activate()
        count = len(self._model.entries)
        rows = sum(self._list.sizeHintForRow(row) for row in range(min(count, _MOST_ROWS)))
        margins = self.contentsMargins().top() + self.contentsMargins().bottom() + 2 * style.TIGHT
        return rows + self._foot.sizeHint().height() + style.TIGHT + margins

    def _announce(self) -> None:
        """Tell a screen reader what is chosen, for the focus stays where it is."""
        if self.current is not None:
            place = f"{self._list.currentIndex().row() + 1} of {len(self._model.entries)}"
            announce(self._reader, f"{self.current.spoken}, {place}")
