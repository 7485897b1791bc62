"""One scroll bar in place of those of several areas that are scrolled together."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QScrollBar, QWidget


class SharedBar(QScrollBar):
    """Moves with the bars of all these areas, and they with it; its range is that of the longest."""

    def __init__(self, orientation: Qt.Orientation, areas: Sequence[QPlainTextEdit], parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self._areas = areas
        bars = self._bars = [self._bar_of(area) for area in areas]
        self._beyond = self._end = 0
        """How far it goes, below the end of all areas if that is more than where that end is."""
        self._is_leading = False
        self.is_needed = True
        """Whether there can be anything out of view, whatever the bars say."""
        for bar in bars:
            bar.valueChanged.connect(self._lead)
            bar.rangeChanged.connect(self.fit)
        self.valueChanged.connect(self._lead)

    def fit(self) -> None:
        """Take the range of the longest, and level all; Qt tells only of a range that becomes another one."""
        # One that is hidden may have no width at all, in which every line is too long.
        shown = [self._bar_of(area) for area in self._areas if not area.isHidden()]
        longest = max(shown or self._bars, key=lambda bar: bar.maximum())
        reach = (self._beyond if self.is_beyond else longest.maximum()) if self.is_needed else 0
        self.setRange(0, reach)
        self.setPageStep(longest.pageStep())
        self.setSingleStep(longest.singleStep())
        self._lead(self.value())  # one of them may have moved while another one led
        if self.orientation() is Qt.Orientation.Horizontal:
            self.setVisible(reach > 0)
        else:
            self.setEnabled(reach > 0)  # shows nothing then, and keeps its place: lines wrap as they did

    @property
    def is_beyond(self) -> bool:
        """Whether there is blank room below the end of all areas."""
        return self._beyond > self._end

    def go_to(self, value: int, *, is_beyond: bool) -> None:
        """Go to this value, if asked for with blank room below the end, which is taken away as it is scrolled back."""
        if is_beyond or self.is_beyond:
            self._is_leading = True
            self._leave_room(is_left=False)
            self._end = max(self._bar_of(area).maximum() for area in self._areas if not area.isHidden())
            self._beyond = max(value, self._end)
            self._leave_room(is_left=self.is_beyond)
            self.fit()
            self._is_leading = False
        self.setValue(value)
        self._lead(self.value())

    def end_room(self) -> None:
        """Take the blank room away."""
        self._beyond = self._end
        self._leave_room(is_left=False)

    def _leave_room(self, *, is_left: bool) -> None:
        for area in self._areas:
            area.setCenterOnScroll(is_left)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let none of them move the others meanwhile; then all are where they were."""
        self._is_leading = True
        yield
        self._is_leading = False
        self._lead(self.value())

    def _bar_of(self, area: QPlainTextEdit) -> QScrollBar:
        is_across = self.orientation() is Qt.Orientation.Horizontal
        return area.horizontalScrollBar() if is_across else area.verticalScrollBar()

    def _lead(self, value: int) -> None:
        """Bring every bar to this value; one with a shorter range goes as far as it can."""
        if self._is_leading:
            return
        self._is_leading = True
        value = min(value, self._beyond) if self.is_beyond else value
        for bar in (*self._bars, self):  # who follows this one finds the others where they belong
            bar.setValue(value)
        self._is_leading = False
        if self.is_beyond and value < self._beyond:
            self._beyond = max(value, self._end)
            self._leave_room(is_left=self.is_beyond)
            self.fit()
