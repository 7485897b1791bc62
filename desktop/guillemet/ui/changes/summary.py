"""The summary: how many blocks came to which end; each count filters."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from guillemet.engine.outcomes import Status
from guillemet.engine.review import Review
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import ToolButton

_SIGNS = {Status.APPLIED: "✓", Status.ALREADY_APPLIED: "=", Status.FAILED: "✗", Status.SKIPPED: "–"}
_WORDS = (
    {status: f" {status}" for status in Status},
    {status: f" {status}" for status in Status} | {Status.ALREADY_APPLIED: " already"},
    dict.fromkeys(Status, ""),
)
"""What stands behind the counts, from roomy to narrow; without words the sign and the tooltip are left."""


class Summary(QFrame):
    """Four counts as toggles, in one line whatever the width.

    filter_changed(statuses): only what came to one of these ends is to be shown; an empty set shows everything.
    """

    filter_changed = Signal(frozenset)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self.setAccessibleName("What became of the blocks")
        row = QHBoxLayout(self)
        row.setContentsMargins(style.TIGHT, style.TIGHT, style.TIGHT, style.TIGHT)
        row.setSpacing(0)
        self._numbers = dict.fromkeys(Status, 0)
        self._counts: dict[Status, QToolButton] = {}
        for status in Status:
            count = ToolButton(self)
            count.setCheckable(True)
            count.toggled.connect(lambda _: self.filter_changed.emit(self.chosen))
            self._counts[status] = count
            row.addWidget(count)
        row.addStretch()

    @property
    def chosen(self) -> frozenset[Status]:
        """The ends that are filtered for."""
        return frozenset(status for status, count in self._counts.items() if count.isChecked())

    def set_review(self, review: Review) -> None:
        """Show the counts of this review; a filter for something that is gone is lifted."""
        for status, button in self._counts.items():
            count = self._numbers[status] = review.count(status)
            button.setAccessibleName(f"{count:,} {status}, filter")
            button.setToolTip(f"{count:,} {status}: show only these; press again to show everything")
            button.setEnabled(count > 0)
            button.setVisible(count > 0 or status in (Status.APPLIED, Status.FAILED))
            if not count and button.isChecked():
                button.setChecked(False)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Word the counts so that they stand in one line."""
        for words in _WORDS:
            for status, button in self._counts.items():
                button.setText(f"{_SIGNS[status]} {self._numbers[status]:,}{words[status]}")
            shown = [button for button in self._counts.values() if not button.isHidden()]
            if sum(button.sizeHint().width() for button in shown) + 2 * style.TIGHT <= self.width():
                return
