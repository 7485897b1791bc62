"""A block that failed or was skipped, as a place to work: what was searched, why it was not found, what is nearest."""

from collections.abc import Callable

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLayout, QVBoxLayout, QWidget

from guillemet.engine.blocks import EditBlock
from guillemet.engine.outcomes import Nearest, Outcome, Reason, Status
from guillemet.ui import look
from guillemet.ui.code_box import CodeBox, framed
from guillemet.ui.controls import FoldButton, PathButton, button, copy_text, label
from guillemet.ui.flow import FlowLayout
from guillemet.ui.wording import seen


class Problem:
    """One row of the work list; it remembers what was unfolded.

    `place_wanted(path, line)` and `block_picked(number)` are called when the user wishes to see either.
    """

    def __init__(
        self, outcome: Outcome, *, place_wanted: Callable[[str, int], None], block_picked: Callable[[int], None]
    ) -> None:
        self.outcome = outcome
        self.place_wanted = place_wanted
        self.block_picked = block_picked
        self.shows_searched = False
        self.shows_nearest = False

    @property
    def title(self) -> str:
        """The end and its typed reason."""
        reason = f": {self.outcome.reason}" if self.outcome.reason else ""
        return f"{self.outcome.status}{reason}"

    @property
    def searched(self) -> str:
        """What the block looked for, or the whole block where it could not be read."""
        block = self.outcome.block
        return "\n".join(block.searched) if isinstance(block, EditBlock) else block.raw

    @property
    def places(self) -> tuple[Nearest, ...]:
        """The places to offer, best first."""
        if self.outcome.reason is Reason.AMBIGUOUS:
            return tuple(Nearest(self.outcome.path, line, 1, 1.0) for line in self.outcome.lines)
        return self.outcome.nearest

    def estimate(self, width: int) -> int:
        """Return roughly how high the card will be."""
        lines = 3 + len(self.places) + len(self.outcome.message) * 7 // max(width, 1)
        return 24 * lines + (200 if self.shows_searched or self.shows_nearest else 0)

    def build(self, parent: QWidget) -> QWidget:
        """Return the card."""
        return ProblemCard(self, parent)


class ProblemCard(QFrame):
    """The card of one problem."""

    def __init__(self, problem: Problem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problem = problem
        self.setProperty("role", "card")
        self.setAccessibleName(f"{problem.title}. {seen(problem.outcome.message)}")
        self._build()

    def _build(self) -> None:
        problem, outcome = self._problem, self._problem.outcome
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.GAP, look.WIDE, look.GAP)
        column.setSpacing(look.TIGHT)
        path = PathButton(outcome.path or "no path given")
        font = path.font()
        font.setWeight(QFont.Weight.DemiBold)
        path.setFont(font)
        path.setAccessibleDescription("Shows the block in the conversation")
        path.clicked.connect(lambda: problem.block_picked(outcome.block.number))
        column.addWidget(path)
        is_failed = outcome.status is Status.FAILED
        message = seen(outcome.message) or problem.title
        column.addWidget(
            label(f"{'✗' if is_failed else '–'} {outcome.status} · {message}", "bad" if is_failed else "dim")
        )
        for place in problem.places:
            column.addWidget(_place_button(place, problem.place_wanted))
        folds = QVBoxLayout()
        column.addLayout(self._actions(folds))
        column.addLayout(folds)

    def _actions(self, folds: QVBoxLayout) -> QLayout:
        problem = self._problem
        row = FlowLayout(gap=0)
        if problem.searched:
            thing = "searched text" if isinstance(problem.outcome.block, EditBlock) else "block"
            searched = FoldButton(
                thing, lambda: _titled(thing, problem.searched), place=folds, is_open=problem.shows_searched
            )
            searched.folded.connect(lambda is_open: setattr(problem, "shows_searched", is_open))
            row.addWidget(searched)
        if any(place.text for place in problem.places):
            text = next(place.text for place in problem.places if place.text)
            nearest = FoldButton(
                "nearest", lambda: _titled("nearest place", text), place=folds, is_open=problem.shows_nearest
            )
            nearest.folded.connect(lambda is_open: setattr(problem, "shows_nearest", is_open))
            row.addWidget(nearest)
        copy = button("Copy block", "fold")
        copy.clicked.connect(lambda: copy_text(problem.outcome.block.raw))
        row.addWidget(copy)
        return row


def _place_button(place: Nearest, place_wanted: Callable[[str, int], None]) -> PathButton:
    if place.similarity >= 1.0:
        lead = f"line {place.line:,} in "
    else:
        lead = f"nearest {int(place.similarity * 100)} % at line {place.line:,} in "
    made = PathButton(place.path, lead=lead)
    made.clicked.connect(lambda: place_wanted(place.path, place.line))
    return made


def _titled(title: str, text: str) -> QWidget:
    frame = QFrame()
    column = QVBoxLayout(frame)
    column.setContentsMargins(0, look.TIGHT, 0, look.TIGHT)
    column.setSpacing(2)
    column.addWidget(label(title.capitalize(), "dim"))
    column.addWidget(framed(CodeBox(text, name=title)))
    return frame
