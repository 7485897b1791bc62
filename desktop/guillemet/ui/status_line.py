"""The line at the bottom: what is undecided, and what is going on."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QWidget

from guillemet.app.turns import Sums
from guillemet.engine.review import Decision, Review
from guillemet.ui.chat.cost_wording import money
from guillemet.ui.style import style

PATIENCE = 150
"""Milliseconds before work is worth telling of; most is over sooner and would only flicker."""


class StatusLine(QFrame):
    """Counts what waits for a decision and names the work in progress."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = ""
        self._review: Review | None = None
        self._counts = QLabel(self)
        self._spent = QLabel(self)
        self._doing = QLabel(self)
        self._progress = QProgressBar(self)
        self._wait = QTimer(self, singleShot=True, interval=PATIENCE)
        self._wait.timeout.connect(self._show_work)
        self._arrange()
        self.set_review(None)

    def set_review(self, review: Review | None) -> None:
        """Count what this review holds."""
        self._review = review
        self._show_counts()

    def set_sums(self, sums: Sums) -> None:
        """Tell what this conversation and this day cost; nothing before anything was sent."""
        self._spent.setText(spent(sums))
        self._spent.setAccessibleName(spent(sums))

    def set_busy(self, what: str) -> None:
        """Name the work in progress; empty when there is none."""
        self._work = what
        self._show_counts()
        if what:
            self._wait.start()
        else:
            self._wait.stop()
            self._show_work()

    def _arrange(self) -> None:
        self._progress.setRange(0, 0)
        self._progress.setFixedSize(80, 8)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName("Working")
        style.set_role(self._counts, "dim")
        style.set_role(self._spent, "dim")
        style.set_role(self._doing, "dim")
        row = QHBoxLayout(self)
        row.setContentsMargins(style.WIDE, style.TIGHT, style.WIDE, style.TIGHT)
        row.setSpacing(self.fontMetrics().horizontalAdvance(" "))
        row.addWidget(self._counts)
        row.addWidget(self._spent)
        row.addStretch()
        row.addWidget(self._doing)
        row.addSpacing(style.TIGHT)
        row.addWidget(self._progress)
        self._show_work()

    def _show_counts(self) -> None:
        # Work without a review is the opening of one: nobody is to read that none is open.
        text = "" if self._review is None and self._work else summary(self._review)
        self._counts.setText(text)
        self._counts.setAccessibleName(text)

    def _show_work(self) -> None:
        self._doing.setText(self._work)
        self._progress.setVisible(bool(self._work))


def summary(review: Review | None) -> str:
    """Return such as "4 undecided · 2 accepted · 1 rejected"."""
    if review is None:
        return "No repository is open"
    counts = {decision: len(review.decided(decision)) for decision in Decision}
    nothing = "No file is proposed" if review.can_be_finished else "Nothing is proposed"
    return " · ".join(f"{count:,} {decision}" for decision, count in counts.items() if count) or nothing


def spent(sums: Sums) -> str:
    """Return such as "· 1,204 tokens, $0.01 · today 20,000 tokens, $0.31"; empty when nothing was spent today."""
    if not sums.day_tokens:
        return ""
    talk = f"{sums.conversation_tokens:,} tokens, {_money(sums.conversation_money, sums.conversation_has_unknown)}"
    day = f"today {sums.day_tokens:,} tokens, {_money(sums.day_money, sums.day_has_unknown)}"
    return f"· {talk} · {day}" if sums.conversation_tokens else f"· {day}"


def _money(dollars: float | None, has_unknown: bool) -> str:
    known = money(dollars)
    return f"{known} and more at unknown prices" if has_unknown and dollars else known
