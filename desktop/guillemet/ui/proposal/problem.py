"""A block that failed, was skipped or is in doubt, as a place to work.

It shows what was searched, where it may belong, and what can be done about it.

src/parcel/total.py
✗ failed · The searched lines are not in the file.
line 41 in src/parcel/total.py · 87 %                              Place here
line 1 differs, tabs instead of spaces
Place at line…   Skip   Show searched text   Show nearest   Copy block
"""

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from guillemet.engine.applying.choices import Append, Choice, PlaceAt, ReplaceFile, Skip
from guillemet.engine.blocks import BrokenBlock, EditBlock
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Reason, Status
from guillemet.engine.review import Decision
from guillemet.ui import look, marks
from guillemet.ui.code_box import CodeBox, framed
from guillemet.ui.controls import FoldButton, PathButton, button, copy_text, label
from guillemet.ui.flow import FlowLayout
from guillemet.ui.proposal.placing import LineField
from guillemet.ui.wording import seen

_SIGNS = {Status.APPLIED: "?", Status.ALREADY_APPLIED: "=", Status.FAILED: "✗", Status.SKIPPED: "–"}
_ROLES = {Status.APPLIED: "warn", Status.ALREADY_APPLIED: "dim", Status.FAILED: "bad", Status.SKIPPED: "dim"}
_HOMELESS = frozenset({Reason.NO_PATH, Reason.AMBIGUOUS_PATH, Reason.UNSAFE_PATH, Reason.BINARY, Reason.ENCODING})
"""Reasons that no other line of the file would mend."""
_CHOSEN = frozenset({Flag.PLACED_BY_HAND, Flag.REPLACED_WHOLE, Flag.APPENDED})


class Wishes(Protocol):
    """What a problem tells the pane."""

    def show_place(self, path: str, line: int) -> None:
        """Wish to see a line of a file."""
        ...

    def show_block(self, number: int) -> None:
        """Wish to see the block in the conversation."""
        ...

    def choose(self, number: int, choice: Choice | None) -> None:
        """Wish this for the block; None takes back what was wished before."""
        ...


def needs_work(outcome: Outcome, decision: Decision | None) -> bool:
    """Whether the block of a file decided like this, None for a file that is not proposed, is a place to work."""
    if not outcome.is_success:
        return True
    return decision is Decision.UNDECIDED and (outcome.asks or bool(outcome.flags & _CHOSEN))


class Problem:
    """One row of the work list; it remembers what was unfolded. `number` counts the review's outcomes from 1."""

    def __init__(self, number: int, outcome: Outcome, wishes: Wishes, *, is_open: bool) -> None:
        self.number = number
        self.outcome = outcome
        self.wishes = wishes
        self.is_open = is_open
        """Whether the user can still choose; the file may be decided already."""
        self.shows_searched = False
        self.shows_nearest = False
        self.is_placing = False
        self.line = outcome.lines[0] if outcome.lines else next((near.line for near in outcome.nearest), 1)

    @property
    def title(self) -> str:
        """The end, its typed reason, and what else is to be known in a word."""
        outcome = self.outcome
        reason = f": {outcome.reason}" if outcome.reason else ""
        return ", ".join((f"{outcome.status}{reason}", *(mark.word for mark in marks.of_block(outcome))))

    @property
    def searched(self) -> str:
        """What the block looked for, or the whole block where it could not be read."""
        block = self.outcome.block
        return "\n".join(block.searched) if isinstance(block, EditBlock) else block.raw

    @property
    def places(self) -> tuple[Nearest, ...]:
        """The places to offer, best first."""
        outcome = self.outcome
        exact = {near.line: near for near in outcome.nearest if near.similarity >= 1}
        if outcome.reason is Reason.AMBIGUOUS:
            return tuple(exact.get(line) or Nearest(outcome.path, line, 1, 1.0) for line in outcome.lines)
        if Flag.SEVERAL_PLACES in outcome.flags:
            return tuple(Nearest(outcome.path, line, 1, 1.0) for line in outcome.lines[1:])
        return outcome.nearest

    @property
    def is_placeable(self) -> bool:
        """Whether the block can be put at a line the user names."""
        outcome = self.outcome
        return self.is_open and isinstance(outcome.block, EditBlock) and outcome.reason not in _HOMELESS

    @property
    def is_chosen(self) -> bool:
        """Whether the user said already what is to become of the block."""
        return bool(self.outcome.flags & {Flag.PLACED_BY_HAND}) or self.outcome.reason is Reason.LEFT_OUT

    def choices(self) -> tuple[tuple[str, Choice | None], ...]:
        """Return what else can be chosen, worded for buttons."""
        outcome, found = self.outcome, list[tuple[str, Choice | None]]()
        if not self.is_open or isinstance(outcome.block, BrokenBlock):
            return ()
        if outcome.reason is Reason.FILE_EXISTS:
            found += [("Replace whole file", ReplaceFile()), ("Append", Append())]
        if outcome.reason is not Reason.LEFT_OUT:
            found.append(("Skip", Skip()))
        if self.is_chosen:
            found.append(("Undo choice", None))
        return tuple(found)

    def estimate(self, width: int) -> int:
        """Return roughly how high the card will be."""
        lines = 3 + 2 * len(self.places) + len(self.outcome.message) * 7 // max(width, 1)
        return 24 * lines + (200 if self.shows_searched or self.shows_nearest else 0) + 34 * self.is_placing

    def build(self, parent: QWidget) -> QWidget:
        """Return the card."""
        return ProblemCard(self, parent)


class ProblemCard(QFrame):
    """The card of one problem."""

    def __init__(self, problem: Problem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problem = problem
        self.field: LineField | None = None
        self.setProperty("role", "card")
        self.setAccessibleName(f"{problem.title}. {seen(problem.outcome.message)}")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(look.WIDE, look.GAP, look.WIDE, look.GAP)
        self._column.setSpacing(look.TIGHT)
        self._build()

    def _build(self) -> None:
        problem, outcome = self._problem, self._problem.outcome
        path = PathButton(outcome.path or "no path given")
        font = path.font()
        font.setWeight(QFont.Weight.DemiBold)
        path.setFont(font)
        path.setAccessibleDescription("Shows the block in the conversation")
        path.clicked.connect(lambda: problem.wishes.show_block(problem.number))
        self._column.addWidget(path)
        self._build_status()
        for place in problem.places:
            self._build_place(place)
        folds = QVBoxLayout()
        self._column.addLayout(self._actions(folds))
        self._column.addLayout(folds)

    def _build_status(self) -> None:
        outcome, known = self._problem.outcome, marks.of_block(self._problem.outcome)
        parts = [str(outcome.status), *(mark.word for mark in known)]
        if outcome.is_success and outcome.lines:
            parts.append(f"line {outcome.lines[0]:,}")
        message = seen(outcome.message) or " ".join(mark.why for mark in known) or self._problem.title
        is_sure = outcome.is_success and not outcome.asks
        sign, role = ("✓", "good") if is_sure else (_SIGNS[outcome.status], _ROLES[outcome.status])
        self._column.addWidget(label(f"{sign} {' · '.join(parts)} · {message}", role))
        if outcome.asks:
            self._column.addWidget(label(marks.LEFT_OUT, "dim"))

    def _build_place(self, place: Nearest) -> None:
        problem = self._problem
        row = QHBoxLayout()
        row.setSpacing(look.GAP)
        where = _place_button(place)
        where.clicked.connect(lambda: problem.wishes.show_place(place.path, place.line))
        row.addWidget(where, 1)
        if problem.is_placeable:
            here = button("Place here", name=f"Place here, at line {place.line:,}")
            count = None if place.similarity >= 1 else place.count
            here.clicked.connect(lambda: problem.wishes.choose(problem.number, PlaceAt(place.line, count)))
            row.addWidget(here)
        self._column.addLayout(row)
        if place.differences:
            self._column.addWidget(label(seen(", ".join(place.differences)), "dim"))

    def _actions(self, folds: QVBoxLayout) -> QLayout:
        problem = self._problem
        row = FlowLayout(gap=0)
        if problem.is_placeable:
            placing = FoldButton("line to place at", self._line_field, place=folds, is_open=problem.is_placing)
            placing.set_texts("Place at line…", "Do not place")
            placing.folded.connect(self._begin_placing)
            row.addWidget(placing)
        for text, choice in problem.choices():
            chosen = button(text, "fold", name=f"{text}: {seen(problem.outcome.path)}" if choice is None else text)
            chosen.clicked.connect(lambda *_, choice=choice: problem.wishes.choose(problem.number, choice))
            row.addWidget(chosen)
        self._add_texts(row, folds)
        return row

    def _add_texts(self, row: QLayout, folds: QVBoxLayout) -> None:
        problem = self._problem
        if problem.searched:
            thing = "searched text" if isinstance(problem.outcome.block, EditBlock) else "block"
            searched = FoldButton(
                thing, lambda: _titled(thing, problem.searched), place=folds, is_open=problem.shows_searched
            )
            searched.folded.connect(lambda is_open: setattr(problem, "shows_searched", is_open))
            row.addWidget(searched)
        text = next((place.text for place in problem.outcome.nearest if place.text), "")
        if text:
            nearest = FoldButton(
                "nearest", lambda: _titled("nearest place", text), place=folds, is_open=problem.shows_nearest
            )
            nearest.folded.connect(lambda is_open: setattr(problem, "shows_nearest", is_open))
            row.addWidget(nearest)
        copy = button("Copy block", "fold")
        copy.clicked.connect(lambda: copy_text(problem.outcome.block.raw))
        row.addWidget(copy)

    def _line_field(self) -> QWidget:
        problem = self._problem
        self.field = field = LineField(problem.line)
        field.line_changed.connect(lambda line: setattr(problem, "line", line))
        field.place_wanted.connect(lambda line: problem.wishes.choose(problem.number, PlaceAt(line)))
        return field

    def _begin_placing(self, is_open: bool) -> None:
        self._problem.is_placing = is_open
        if is_open and self.field is not None:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)


def _place_button(place: Nearest) -> PathButton:
    if place.similarity >= 1.0:
        lead = f"line {place.line:,} in "
    else:
        lead = f"nearest {int(place.similarity * 100)} % at line {place.line:,} in "
    return PathButton(place.path, lead=lead)


def _titled(title: str, text: str) -> QWidget:
    frame = QFrame()
    column = QVBoxLayout(frame)
    column.setContentsMargins(0, look.TIGHT, 0, look.TIGHT)
    column.setSpacing(2)
    column.addWidget(label(title.capitalize(), "dim"))
    column.addWidget(framed(CodeBox(text, name=title)))
    return frame
