"""The list of all places that were found, below the name of their file."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QLabel, QTableView, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.finding import TextMatch
from guillemet.engine.text import counted
from guillemet.ui.search.results import Hit
from guillemet.ui.style import style
from guillemet.ui.wording import MINUS, seen

_ROWS = 8
"""Shown at once at most."""
_TOP = QModelIndex()
_LONGEST = 200
"""Characters of a line that are shown."""

FoundFiles = Sequence[tuple[DiffContent, tuple[TextMatch, ...]]]


class _Rows(QAbstractTableModel):
    """For each file its name, then the lines with places."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._files: FoundFiles = ()
        self._starts: list[int] = []
        """The row of the name of each file, and the one behind the last."""
        self._firsts: list[list[int]] = []
        """For each file the numbers of the places that are the first ones of their lines."""
        self._numbers: dict[str, int] = {}

    def set_files(self, files: FoundFiles) -> None:
        self.beginResetModel()
        self._files = files
        self._starts = [0]
        self._firsts = [_first_of_lines(found) for _, found in files]
        for firsts in self._firsts:
            self._starts.append(self._starts[-1] + 1 + len(firsts))
        self._numbers = {content.path: number for number, (content, _) in enumerate(files)}
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _TOP) -> int:
        return 0 if parent.isValid() or not self._files else self._starts[-1]

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _TOP) -> int:
        return 0 if parent.isValid() else 1

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        content, found, number = self._at(index.row())
        if role == Qt.ItemDataRole.FontRole:
            font = style.current().code_font() if number >= 0 else QFont()
            font.setBold(number < 0)
            return font
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if number < 0:
            return f"{seen(content.path)}  ·  {counted(len(found), 'place')}"
        match = found[number]
        if match.row:
            return f"{'':>6} {_sign(content, match)} {match.text.strip()[:_LONGEST]}"
        side = content.old if match.is_old else content.new
        line = side.shown[match.line].strip()[:_LONGEST]
        return f"{side.number(match.line) or '↳':>6} {_sign(content, match)} {line}"

    def hit(self, row: int) -> Hit:
        """Return the place of a row; of the name of a file its first one."""
        content, found, number = self._at(row)
        return Hit(content.path, max(number, 0), found[max(number, 0)])

    def head_of(self, row: int) -> int:
        """Return the row of the name of the file that a row is of."""
        return self._starts[bisect_right(self._starts, row) - 1]

    def row_of(self, hit: Hit) -> int:
        number = self._numbers.get(hit.path)
        return -1 if number is None else self._starts[number] + bisect_right(self._firsts[number], hit.number)

    def _at(self, row: int) -> tuple[DiffContent, tuple[TextMatch, ...], int]:
        """Return a file, its places, and the number of the one in this row; -1 in that of its name."""
        number = bisect_right(self._starts, row) - 1
        line = row - self._starts[number] - 1
        return (*self._files[number], line if line < 0 else self._firsts[number][line])


class _Head(QLabel):
    """The name of the file whose places are at the top of the list, while its own row is out of view.

    Signals: `pressed()`.
    """

    pressed = Signal()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # the row below it is not meant
        self.pressed.emit()


class HitList(QTableView):
    """Shows the places; a table, for a list of Qt looks at every row before it shows one.

    Signals: `hit_picked(Hit)` when one is clicked, or Return is pressed on it.
    """

    hit_picked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = _Rows(self)
        self.setModel(self._rows)
        self.setAccessibleName("Places found")
        self.setProperty("role", "list")
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(1)
        for corner in self.findChildren(QAbstractButton):
            corner.setAccessibleName("Select all places")  # Qt's own, which is never shown
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(lambda index: self.hit_picked.emit(self._rows.hit(index.row())))
        self._head = _Head(self)
        self._head.setProperty("role", "head")
        self._head.setContentsMargins(style.GAP, 0, style.GAP, 0)  # as those of the rows are
        self._head.hide()
        self._head.pressed.connect(lambda: self.hit_picked.emit(self._rows.hit(self.rowAt(0))))
        self.verticalScrollBar().valueChanged.connect(self._place_head)
        self.hide()

    def show_files(self, files: FoundFiles) -> None:
        self._rows.set_files(files)
        height = max(self.fontMetrics().height(), QFontMetrics(style.current().code_font()).height())
        self.verticalHeader().setDefaultSectionSize(height + 2)
        self.setFixedHeight((height + 2) * min(self._rows.rowCount(), _ROWS) + 2 * style.LIST_EDGE)
        self._place_head()

    def mark(self, hit: Hit) -> None:
        """Mark the row of this place as the current one."""
        row = self._rows.row_of(hit)
        if 0 <= row < self._rows.rowCount():
            self.setCurrentIndex(self._rows.index(row, 0))

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        super().scrollTo(index, hint)
        if not self._head.isHidden() and self.visualRect(index).top() < self._head.height():
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_head()

    def _place_head(self) -> None:
        """Let the name of the file at the top stay there while its places are scrolled."""
        row = self.rowAt(0)
        head = self._rows.head_of(row) if row >= 0 else row
        self._head.setVisible(head != row)
        if head != row:
            index, view = self._rows.index(head, 0), self.viewport().geometry()
            self._head.setFont(index.data(Qt.ItemDataRole.FontRole))
            self._head.setGeometry(view.left(), view.top(), view.width(), self.rowHeight(head))
            words = str(index.data())
            self._head.setText(
                self._head.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, view.width() - 6)
            )

    def enter(self) -> None:
        """Take the focus, at the current row or the first."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._rows.index(0, 0))
        self.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.hit_picked.emit(self._rows.hit(self.currentIndex().row()))
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):  # of a row, in a table
            row = 0 if event.key() == Qt.Key.Key_Home else self._rows.rowCount() - 1
            self.setCurrentIndex(self._rows.index(row, 0))
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()  # the bar is closed
        else:
            super().keyPressEvent(event)


def _first_of_lines(found: Sequence[TextMatch]) -> list[int]:
    lines = [(match.is_old, match.line, match.row, match.text) for match in found]
    return [number for number, line in enumerate(lines) if not number or line != lines[number - 1]]


def _sign(content: DiffContent, match: TextMatch) -> str:
    if match.is_old:
        return MINUS
    if match.row:
        return "+"
    hunk = bisect_right(content.hunks, match.line, key=lambda hunk: hunk.new_start) - 1
    is_added = hunk >= 0 and match.line < content.hunks[hunk].new.stop
    return "+" if is_added else " "
