"""What stands below a turn: that it is waited for, or what it cost and how it ended.

waiting for the model … 4 s
12,310 read (11,900 from the cache) · 412 written · about $0.01
The connection broke.  [Go on]
"""

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from guillemet.app.turns import State, Turn
from guillemet.llm.messages import Usage
from guillemet.ui.chat import cost_wording
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.flow_layout import FlowLayout
from guillemet.ui.widgets.tab_order import mark_risky
from guillemet.ui.wording import seen

_PATIENCE = 3
"""Seconds after which it is told how long one has waited."""


class WaitItem:
    """Tells that nothing came yet, or why."""

    def __init__(self, note: str = "") -> None:
        self.note = note
        self.since = monotonic()

    def estimate(self, width: int) -> int:  # noqa: ARG002
        """Return the height of a line."""
        return 18

    def build(self, parent: QWidget) -> QWidget:
        """Return the line."""
        return WaitLine(self, parent)


class WaitLine(QFrame):
    """Shows that something is waited for."""

    def __init__(self, row: WaitItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = row
        self._line = label("", "dim")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._line)
        self._second = QTimer(self, interval=1_000)
        self._second.timeout.connect(self.refresh)
        self._second.start()
        self.refresh()

    def refresh(self) -> None:
        """Show the note, else how long it takes."""
        seconds = int(monotonic() - self._row.since)
        waited = f" {seconds:,} s" if seconds >= _PATIENCE else ""
        self._line.setText(seen(self._row.note) or f"waiting for the model …{waited}")
        style.set_role(self._line, "warn" if self._row.note else "dim")


class FootItem:
    """What a model's turn cost, and how it ended."""

    def __init__(self, turn: Turn, go_on: Callable[[], None]) -> None:
        self.turn = turn
        self.go_on = go_on
        self.is_last = True
        """Whether nothing was said since."""

    @property
    def figures(self) -> str:
        """Tokens and money, in words; empty when the service told none."""
        usage = self.turn.usage
        if usage is None:
            return ""
        # Of an answer that was cut off the service tells few figures or none: the others are guessed.
        about = "" if self.turn.state is State.DONE else "about "
        return f"{about}{_tokens(usage)} · {cost_wording.about(self.turn.money)}"

    @property
    def note(self) -> str:
        """How it ended, when there is something to say."""
        is_empty = self.turn.state is State.DONE and not self.turn.text.strip()
        return self.turn.note or ("The model said nothing." if is_empty else "")

    @property
    def may_go_on(self) -> bool:
        """Whether the answer can be gone on with."""
        return self.is_last and self.turn.state in (State.STOPPED, State.BROKEN)

    @property
    def has_begun(self) -> bool:
        """Whether anything came of the answer."""
        return bool(self.turn.text.strip())

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.figures or self.note or self.may_go_on)

    def estimate(self, width: int) -> int:  # noqa: ARG002
        """Return roughly how high it will be."""
        return 18 * (bool(self.figures) + bool(self.note)) + 32 * self.may_go_on

    def build(self, parent: QWidget) -> QWidget:
        """Return the foot."""
        return TurnFoot(self, parent)


class TurnFoot(QFrame):
    """The foot of a turn."""

    def __init__(self, row: FootItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = row
        self._note = label(seen(row.note), _role(row.turn.state))
        self._figures = label(row.figures, "dim")
        self._go_on = button("Go on" if row.has_begun else "Ask again")
        self._go_on.setToolTip(
            "Lets the model go on where the answer ended"
            if row.has_begun
            else "Sends the same message once more, to the model that is chosen now"
        )
        self._go_on.clicked.connect(row.go_on)
        mark_risky(self._go_on)
        actions = FlowLayout(gap=style.GAP)
        actions.addWidget(self._go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, style.TIGHT)
        column.setSpacing(style.TIGHT)
        for part, is_shown in ((self._note, bool(row.note)), (self._figures, bool(row.figures))):
            column.addWidget(part)
            part.setVisible(is_shown)
        column.insertLayout(1, actions)
        self.refresh()

    def refresh(self) -> None:
        """Take the button away once something else was said."""
        self._go_on.setVisible(self._row.may_go_on)


def _tokens(usage: Usage) -> str:
    cached = f" ({usage.from_cache:,} from the cache)" if usage.from_cache else ""
    return f"{usage.read:,} tokens read{cached} · {usage.written:,} written"


def _role(state: State) -> str:
    return "bad" if state is State.BROKEN else "dim"
