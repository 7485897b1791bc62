"""Where a block goes, as a number to type; a line that is entered in the diff fills it in."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.number_box import NumberBox

MOST = 9_999_999


class LineField(QWidget):
    """A line number and the word to place the block there.

    line_changed(line): another number stands in the field.
    place_requested(line): put the block at this line, counted from 1.
    left: Escape was pressed.
    """

    line_changed = Signal(int)
    place_requested = Signal(int)
    left = Signal()

    def __init__(self, line: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = NumberBox(self)
        self._number.setRange(1, MOST)
        self._number.setValue(line)
        self._number.setAccessibleName("Line to place the block at")
        self._number.setKeyboardTracking(True)
        self._number.valueChanged.connect(self.line_changed)
        caption = QLabel("Line", self)
        caption.setBuddy(self._number)
        place = button("Place", name="Place at this line", parent=self)
        place.clicked.connect(self._place)
        row = QHBoxLayout()
        row.setSpacing(style.GAP)
        row.addWidget(caption)
        row.addWidget(self._number)
        row.addWidget(place)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, style.TIGHT, 0, style.TIGHT)
        column.setSpacing(style.TIGHT)
        column.addLayout(row)
        column.addWidget(label("Type the line, or click it in the diff of this file.", "dim", parent=self))
        self.setFocusProxy(self._number)

    def set_line(self, line: int) -> None:
        """Put another number into the field."""
        self._number.setValue(line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._place()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _place(self) -> None:
        self._number.interpretText()
        self.place_requested.emit(self._number.value())
