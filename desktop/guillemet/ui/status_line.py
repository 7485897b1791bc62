"""The line at the bottom: what is left to decide, the work in progress, an answer that arrives, and the cost.

What there is no room for is left out, the least important first, so that the window never has to grow for it.
"""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QWidget

from guillemet.app.turns import Spending, SpendingTotals
from guillemet.engine.review import Decision, Review, SuggestionState
from guillemet.engine.text import counted
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, set_caption
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import take_over
from guillemet.ui.wording import money

_PATIENCE = 150
"""Milliseconds before work in progress is shown; most ends sooner, and showing it would flicker."""
_BETWEEN = " · "
_FOOT = 28
"""Pixels of its height, whether a button stands in it or not."""


class StatusLine(QFrame):
    """Counts what waits for a decision, names the work in progress, and leads to an answer that arrives out of sight.

    Signals: `answer_requested()` to see the answer, `stop_requested()` to end it; `work_stop_requested(str)` to
    end the work in progress of this name; `decision_picked(Decision)` to see the next file that was decided so;
    `comments_requested()` to see the comments that are not sent; `commands_requested()` to see suggested commands;
    `message_requested()` to see the commit message that a model writes, `message_stop_requested()` to end that.
    """

    answer_requested = Signal()
    commands_requested = Signal()
    comments_requested = Signal()
    decision_picked = Signal(Decision)
    message_requested = Signal()
    message_stop_requested = Signal()
    work_stop_requested = Signal(str)
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work, self._can_stop_work = "", False
        self._is_answering, self._shows_conversation, self._shows_end = False, True, True
        self._is_covered = False
        self._is_writing, self._shows_changes = False, True
        self._review: Review | None = None
        self._sums = ""
        self._wanted: set[QWidget] = set()
        """Parts that have something to say now; those that there is room for are shown."""
        self._counts = {
            decision: button("", "link", parent=self, clicked=partial(self.decision_picked.emit, decision))
            for decision in Decision
        }
        self._commands = button(
            "", "link", tip="Go to the commands that the reply suggests", parent=self, clicked=self.commands_requested
        )
        self._nothing = QLabel(self)
        self._spent = QLabel(self)
        self._doing = QLabel(self)
        self._progress = QProgressBar(self)
        self._answer = button("", "link", parent=self, clicked=self.answer_requested)
        self._comments = button("", "link", parent=self, clicked=self.comments_requested)
        self._stop = button(
            "Stop", "quiet", name="Stop the answer", tip="Stop the answer", parent=self, clicked=self.stop_requested
        )
        words = "A commit message is being written"
        self._writing = button(words, "link", parent=self, clicked=self.message_requested)
        words = "Stop writing the commit message"
        self._stop_writing = button(
            "Stop", "quiet", name=words, tip=words, parent=self, clicked=self.message_stop_requested
        )
        self._stop_work = button("Stop", "quiet", parent=self, clicked=self._request_stop)
        self._wait = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._wait.timeout.connect(self._show_work)
        self._arrange()
        self.set_awaited(is_awaited=False)
        self.set_review(None)

    def set_review(self, review: Review | None) -> None:
        """Count what this review holds."""
        self._review = review
        self._show_counts()

    def set_sums(self, sums: SpendingTotals) -> None:
        """Tell what this conversation and this day cost; nothing before anything was sent."""
        self._sums = spent(sums)
        self._spent.setAccessibleName(self._sums)
        self._spent.setToolTip(self._sums)
        self._want({self._spent: bool(self._sums)})

    def set_busy(self, what: str, can_stop: bool) -> None:
        """Name the work in progress, empty when there is none, and offer to stop it where that can be done."""
        self._work, self._can_stop_work = what, can_stop
        self._show_counts()
        if what:
            self._wait.start()
        else:
            self._wait.stop()
            self._show_work()

    def set_answering(self, *, is_answering: bool) -> None:
        """Note whether an answer is under way, from when it is requested to its end."""
        self._is_answering = is_answering
        self._show_answer()

    def set_awaited(self, *, is_awaited: bool) -> None:
        """Note whether nothing of the answer has come yet."""
        set_caption(self._answer, "Waiting for the model" if is_awaited else "An answer is arriving")
        self._show_answer()

    def set_writing(self, is_writing: bool) -> None:
        """Note whether a model writes a commit message."""
        self._is_writing = is_writing
        self._show_writing()

    def set_changes_shown(self, *, is_shown: bool) -> None:
        """Note whether the commit panel, which shows that it is written, is in view."""
        self._shows_changes = is_shown
        self._show_writing()

    def set_comments(self, count: int, *, begun: int) -> None:
        """Note how many comments are not sent, and how many more are only begun.

        They are counted while the conversation, which has them, is folded.
        """
        words = [f"{counted(count, 'comment')} not sent"] if count else []
        if begun:
            words.append(f"{begun:,} unfinished" if count else f"{counted(begun, 'unfinished comment')}")
        set_caption(self._comments, ", ".join(words))
        self._show_answer()

    def set_conversation_shown(self, *, is_shown: bool) -> None:
        """Note whether the answer can be seen where it arrives."""
        self._shows_conversation = is_shown
        self._show_answer()

    def set_conversation_covered(self, *, is_covered: bool) -> None:
        """Note whether a list lies over the conversation."""
        self._is_covered = is_covered
        self._show_answer()

    def set_end_shown(self, *, is_shown: bool) -> None:
        """Note whether the conversation, where it is not folded, is scrolled to its end."""
        self._shows_end = is_shown
        self._show_answer()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._row.activate()  # Qt laid out what has no room any more

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _arrange(self) -> None:
        self._progress.setRange(0, 0)
        self._progress.setFixedSize(80, 8)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName("Working")
        style.set_role(self._nothing, "dim")
        style.set_role(self._spent, "dim")
        style.set_role(self._doing, "dim")
        self._row = row = fill(
            QHBoxLayout(self),
            *self._counts.values(),
            self._commands,
            self._nothing,
            self._doing,
            self._progress,
            self._stop_work,
            self._answer,
            self._stop,
            self._writing,
            self._stop_writing,
            self._comments,
            1,
            self._spent,
            margins=(style.WIDE, 2),
            gap=style.GAP,
        )
        for stop in (self._stop, self._stop_writing):
            row.setAlignment(stop, Qt.AlignmentFlag.AlignVCenter)
        take_over(self)
        self.setMinimumHeight(_FOOT)
        self._show_work()
        self._show_answer()
        self._show_writing()

    def _show_counts(self) -> None:
        review = self._review
        wanted: dict[QWidget, bool] = {}
        for decision, shown in self._counts.items():
            count = len(review.decided(decision)) if review else 0
            set_caption(shown, f"{count:,} {decision}")
            shown.setToolTip(f"Go to the next file of those that are {decision}")
            wanted[shown] = count > 0
        commands = sum(one.state is SuggestionState.OPEN for one in review.suggestions) if review else 0
        set_caption(self._commands, f"{counted(commands, 'command')} to run")
        # Work without a review is the opening of one: the line must not say that none is open.
        text = "" if review is None and self._work else without_files(review)
        self._nothing.setText(text)
        self._want(wanted | {self._commands: commands > 0, self._nothing: bool(text)})

    def _show_work(self) -> None:
        is_alone = self._review is None
        self._doing.setText(f"· {self._work}" if self._work and not is_alone else self._work)
        self._stop_work.setAccessibleName(f"Stop {self._work}")
        self._stop_work.setToolTip(self._stop_work.accessibleName())
        self._stop_work.setEnabled(True)
        is_busy = bool(self._work)
        self._want({self._doing: is_busy, self._progress: is_busy, self._stop_work: self._can_stop_work})

    def _request_stop(self) -> None:
        self._stop_work.setEnabled(False)
        self.work_stop_requested.emit(self._work)

    def _show_answer(self) -> None:
        is_in_view = self._shows_conversation and not self._is_covered
        self._want(
            {
                self._answer: self._is_answering and not (is_in_view and self._shows_end),
                self._stop: self._is_answering and not is_in_view,
                self._comments: bool(self._comments.text()) and not self._shows_conversation,
            }
        )

    def _show_writing(self) -> None:
        is_out_of_view = self._is_writing and not self._shows_changes
        self._want({self._writing: is_out_of_view, self._stop_writing: is_out_of_view})

    def _want(self, parts: Mapping[QWidget, bool]) -> None:
        for part, is_wanted in parts.items():
            (self._wanted.add if is_wanted else self._wanted.discard)(part)
        self._fit()

    def _fit(self) -> None:
        """Show what there is room for: first what stops something, then what is under way, decisions, and the cost."""
        room = self.width() - 2 * style.WIDE + style.GAP
        self._spent.setText(self._sums)
        stops = (self._stop, self._stop_work, self._stop_writing)
        for part in (
            *stops,
            self._answer,
            self._writing,
            self._doing,
            self._nothing,
            self._counts[Decision.UNDECIDED],
            self._comments,
            self._progress,
            self._counts[Decision.ACCEPTED],
            self._counts[Decision.REJECTED],
            self._commands,
            self._spent,
        ):
            if part is self._spent and part.sizeHint().width() + style.GAP > room:
                self._spent.setText(self._sums.rpartition(_BETWEEN)[2])
            width = part.sizeHint().width() + style.GAP
            # A button that stops something is cut off rather than left out.
            is_shown = part in self._wanted and (width <= room or part in stops)
            part.setVisible(is_shown)
            room -= width if part in self._wanted else 0  # below zero nothing less important stands in for it


def without_files(review: Review | None) -> str:
    """Return what is said where no file can be counted; empty where some can."""
    if review is None:
        return "No repository is open"
    if review.files:
        return ""
    return "No file is proposed" if review.can_be_finished else "Nothing is proposed"


def spent(sums: SpendingTotals) -> str:
    """Return such as "1,204 tokens, $0.01 · today 20,000 tokens, $0.31"; empty when nothing was spent today."""
    if not sums.day.tokens:
        return ""
    day = f"today {_figures(sums.day)}"
    return f"{_figures(sums.conversation)}{_BETWEEN}{day}" if sums.conversation.tokens else day


def _figures(spent: Spending) -> str:
    more = " and more at unknown prices" if spent.has_unknown and spent.money else ""
    return f"{spent.tokens:,} tokens, {money(spent.known_money)}{more}"
