"""One scroll bar for several documents."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollBar, QWidget


class SharedBar(QScrollBar):
    """Moves with every bar it stands for, and they with it; its range is that of the longest."""

    def __init__(self, orientation: Qt.Orientation, bars: Sequence[QScrollBar], parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self._bars = bars
        self._is_leading = False
        for bar in bars:
            bar.valueChanged.connect(self._lead)
            bar.rangeChanged.connect(self.fit)
        self.valueChanged.connect(self._lead)

    def fit(self) -> None:
        """Take the range of the longest; Qt tells only of a range that becomes another one."""
        longest = max(self._bars, key=lambda bar: bar.maximum())
        self.setRange(0, longest.maximum())
        self.setPageStep(longest.pageStep())
        self.setSingleStep(longest.singleStep())
        if self.orientation() is Qt.Orientation.Horizontal:
            self.setVisible(longest.maximum() > 0)
        else:
            self.setEnabled(longest.maximum() > 0)  # shows nothing then, and keeps its place: lines wrap as they did

    def _lead(self, value: int) -> None:
        """Bring every bar to this value; one with a shorter range goes as far as it can."""
        if self._is_leading:
            return
        self._is_leading = True
        for bar in (self, *self._bars):
            bar.setValue(value)
        self._is_leading = False
