"""The summary: how many blocks came to which end; each count filters."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from guillemet.engine.outcomes import Status
from guillemet.engine.review import Review
from guillemet.ui import look
from guillemet.ui.flow import FlowLayout

_SIGNS = {Status.APPLIED: "✓", Status.ALREADY_APPLIED: "=", Status.FAILED: "✗", Status.SKIPPED: "–"}


class Banner(QFrame):
    """Four counts as toggles.

    filter_changed(statuses): only what came to one of these ends is to be shown; an empty set shows everything.
    """

    filter_changed = Signal(frozenset)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self.setAccessibleName("What became of the blocks")
        row = FlowLayout(self, gap=look.TIGHT, margin=look.GAP)
        self._counts: dict[Status, QToolButton] = {}
        for status in Status:
            count = QToolButton()
            count.setCheckable(True)
            count.setToolTip(f"Show only what is {status}; press again to show everything")
            count.toggled.connect(lambda _: self.filter_changed.emit(self.chosen))
            self._counts[status] = count
            row.addWidget(count)

    @property
    def chosen(self) -> frozenset[Status]:
        """The ends that are filtered for."""
        return frozenset(status for status, count in self._counts.items() if count.isChecked())

    def set_review(self, review: Review) -> None:
        """Show the counts of this review; a filter for something that is gone is lifted."""
        for status, button in self._counts.items():
            count = review.count(status)
            button.setText(f"{_SIGNS[status]} {count:,} {status}")
            button.setAccessibleName(f"{count:,} {status}, filter")
            button.setEnabled(count > 0)
            button.setVisible(count > 0 or status in (Status.APPLIED, Status.FAILED))
            if not count and button.isChecked():
                button.setChecked(False)
