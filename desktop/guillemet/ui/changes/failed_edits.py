"""A block that failed, was skipped or is in doubt, as a place to work.

It shows what was searched, where it may belong, and what can be done about it.

src/parcel/total.py
✗ failed · The searched lines are not in the file.
line 41 in src/parcel/total.py · 87 %                              Place here
line 1 differs, tabs instead of spaces
line 12 in src/parcel/sum.py                                       Use this file
Place at line…   Other file…   File with this text   Dismiss   Show searched text   Show nearest   Copy block
"""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.engine.applying.options import InFile, PlaceAt
from guillemet.engine.blocks import EditBlock
from guillemet.engine.outcomes import Nearest, Status
from guillemet.ui import badges
from guillemet.ui.changes.file_chooser import FileChooser
from guillemet.ui.style import style
from guillemet.ui.unresolved_block import WITH_TEXT, ReviewBlock, place
from guillemet.ui.widgets.code_box import CodeBox, framed
from guillemet.ui.widgets.controls import FoldButton, PathButton, button, copy_text, label
from guillemet.ui.widgets.fields import NumberBox
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.wording import counted, seen

MOST = 9_999_999
_SIGNS = {Status.APPLIED: "?", Status.ALREADY_APPLIED: "=", Status.FAILED: "✗", Status.SKIPPED: "–"}
_ROLES = {Status.APPLIED: "warn", Status.ALREADY_APPLIED: "dim", Status.FAILED: "bad", Status.SKIPPED: "dim"}
_MOST_PLACES = 12
"""Places that get a row each; a line that stands everywhere has thousands, which took seconds to build."""


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
        place = button("Place", name="Place at this line", parent=self, clicked=self._place)
        row = fill(QHBoxLayout(), caption, self._number, place, 1, gap=style.GAP)
        fill(
            QVBoxLayout(self),
            row,
            label("Type the line, or click it in the diff of this file.", "dim", parent=self),
            margins=(0, style.TIGHT),
            gap=style.TIGHT,
        )
        self.setFocusProxy(self._number)

    def set_line(self, line: int) -> None:
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


class BlockRequests(QObject):
    """What the cards of blocks ask for; blocks are counted from 1 among the outcomes.

    place_requested(number, line): show this line of the block's file.
    block_picked(number): show the block in the conversation.
    choice_requested(number, choice): put the block where the choice says; None undoes an earlier choice.
    file_requested(path, line): show this line of another file that the block may be about.
    files_requested: list the files of the repository, from which one can be chosen.

    files_changed(FileListing): those files, for the cards.
    """

    place_requested = Signal(int, int)
    block_picked = Signal(int)
    choice_requested = Signal(int, object)
    file_requested = Signal(str, int)
    files_requested = Signal()
    files_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files = FileListing()

    def set_files(self, files: FileListing) -> None:
        """Offer these files where one is chosen for a block."""
        self.files = files
        self.files_changed.emit(files)


class FailedEditItem:
    """One row of the work list; it remembers what was unfolded."""

    def __init__(self, block: ReviewBlock, requests: BlockRequests) -> None:
        self.block = block
        self.number = block.number
        self.outcome = block.outcome
        self.requests = requests
        self.shows_searched = False
        self.shows_nearest = False
        self.is_placing = False
        self.is_choosing_file = False
        self.typed = ""
        """Letters of the file that is being chosen."""
        lines = (*block.outcome.lines[:1], *(near.line for near in block.places[:1]))
        self.line = next(iter(lines), 1)

    def estimate(self, width: int) -> int:
        places = min(len(self.block.places), _MOST_PLACES + 1) + len(self.block.other_files)
        lines = 3 + 2 * places + len(self.outcome.message) * 7 // max(width, 1)
        return 24 * lines + (200 if self.shows_searched or self.shows_nearest else 0) + 34 * self.is_placing

    def build(self, parent: QWidget) -> QWidget:
        return FailedEditCard(self, parent)


class FailedEditCard(QFrame):
    """The card of one problem."""

    def __init__(self, problem: FailedEditItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problem = problem
        self.field: LineField | None = None
        self._chooser: FileChooser | None = None
        self._placing: FoldButton | None = None
        self._choosing: FoldButton | None = None
        self.setProperty("role", "card")
        self.setAccessibleName(f"{problem.block.title}. {seen(problem.outcome.message)}")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(style.WIDE, style.GAP, style.WIDE, style.GAP)
        self._column.setSpacing(style.TIGHT)
        self._build()

    def _build(self) -> None:
        problem, outcome = self._problem, self._problem.outcome
        path = PathButton(outcome.path or "no path given")
        font = path.font()
        font.setWeight(QFont.Weight.DemiBold)
        path.setFont(font)
        path.setAccessibleDescription("Shows the block in the conversation")
        path.clicked.connect(lambda: problem.requests.block_picked.emit(problem.number))
        self._column.addWidget(path)
        self._build_status()
        places = problem.block.places
        for near in places[:_MOST_PLACES]:
            self._build_place(near)
        if (more := len(places) - _MOST_PLACES) > 0:
            self._column.addWidget(label(f"{counted(more, 'more place')}; the diff goes from one to the next", "dim"))
        for near in problem.block.other_files:
            self._build_other_file(near)
        folds = QVBoxLayout()
        self._column.addLayout(self._actions(folds))
        self._column.addLayout(folds)

    def _build_status(self) -> None:
        outcome, known = self._problem.outcome, badges.of_block(self._problem.outcome)
        parts = [str(outcome.status), *(mark.word for mark in known)]
        if outcome.is_success and outcome.lines:
            parts.append(f"line {outcome.lines[0]:,}")
        message = seen(outcome.message) or " ".join(mark.why for mark in known) or self._problem.block.title
        is_sure = outcome.is_success and not outcome.asks
        sign, role = ("✓", "good") if is_sure else (_SIGNS[outcome.status], _ROLES[outcome.status])
        self._column.addWidget(label(f"{sign} {' · '.join(parts)} · {message}", role))
        if outcome.asks:
            self._column.addWidget(label(badges.LEFT_OUT, "dim"))

    def _build_place(self, near: Nearest) -> None:
        problem = self._problem
        where = _place_button(near)
        where.clicked.connect(lambda: problem.requests.place_requested.emit(problem.number, near.line))
        row = fill(QHBoxLayout(), (where, 1), gap=style.GAP)
        if problem.block.is_placeable:
            here = button(
                "Place here",
                name=f"Place here, at line {near.line:,} of {seen(near.path)}",
                clicked=lambda: problem.requests.choice_requested.emit(problem.number, place(near)),
            )
            row.addWidget(here)
        self._column.addLayout(row)
        if near.differences:
            self._column.addWidget(label(seen(", ".join(near.differences)), "dim"))

    def _build_other_file(self, near: Nearest) -> None:
        problem = self._problem
        there = _place_button(near) if near.count else _path_button(near)
        there.clicked.connect(lambda: problem.requests.file_requested.emit(near.path, near.line))
        use = button(
            "Use this file",
            name=f"Use this file: {seen(near.path)}",
            clicked=lambda: problem.requests.choice_requested.emit(problem.number, InFile(near.path)),
        )
        self._column.addLayout(fill(QHBoxLayout(), (there, 1), use, gap=style.GAP))

    def _actions(self, folds: QVBoxLayout) -> QLayout:
        problem = self._problem
        row = FlowLayout(gap=0)
        if problem.block.is_placeable:
            placing = FoldButton("line to place at", self._line_field, place=folds, is_open=problem.is_placing)
            placing.set_texts("Place at line…", "Do not place")
            placing.folded.connect(self._begin_placing)
            self._placing = placing  # after its field, which is there at once where one was about to place
            row.addWidget(placing)
        choices = problem.block.choices()
        if problem.block.takes_other_file:
            self._choosing = FoldButton("files", self._file_chooser, place=folds, is_open=problem.is_choosing_file)
            self._choosing.set_texts("Other file…", "No other file")
            self._choosing.folded.connect(self._begin_choosing)
            row.addWidget(self._choosing)
            if not problem.outcome.is_success and all(text != WITH_TEXT for text, _ in choices):
                row.addWidget(_no_file_with_text(problem.block))
        for text, choice in choices:
            chosen = button(
                text,
                "fold",
                name=f"{text}: {seen(problem.outcome.path)}" if choice is None else text,
                clicked=lambda *_, choice=choice: problem.requests.choice_requested.emit(problem.number, choice),
            )
            row.addWidget(chosen)
        self._add_texts(row, folds)
        return row

    def _add_texts(self, row: QLayout, folds: QVBoxLayout) -> None:
        problem = self._problem
        if problem.block.searched:
            thing = "searched text" if isinstance(problem.outcome.block, EditBlock) else "block"
            searched = FoldButton(
                thing, lambda: _titled(thing, problem.block.searched), place=folds, is_open=problem.shows_searched
            )
            searched.folded.connect(lambda is_open: setattr(problem, "shows_searched", is_open))
            row.addWidget(searched)
        text = next((near.text for near in problem.block.places if near.text), "")
        if text:
            nearest = FoldButton(
                "nearest", lambda: _titled("nearest place", text), place=folds, is_open=problem.shows_nearest
            )
            nearest.folded.connect(lambda is_open: setattr(problem, "shows_nearest", is_open))
            row.addWidget(nearest)
        copy = button("Copy block", "fold", clicked=lambda: copy_text(problem.outcome.block.raw))
        row.addWidget(copy)

    def _line_field(self) -> QWidget:
        problem = self._problem
        self.field = field = LineField(problem.line)
        field.line_changed.connect(lambda line: setattr(problem, "line", line))
        field.left.connect(self._stop_placing)
        field.place_requested.connect(
            lambda line: problem.requests.choice_requested.emit(problem.number, PlaceAt(line))
        )
        return field

    def _file_chooser(self) -> QWidget:
        problem, requests = self._problem, self._problem.requests
        self._chooser = chooser = FileChooser(requests.files, problem.typed)
        requests.files_changed.connect(chooser.set_files)
        chooser.typed.connect(lambda typed: setattr(problem, "typed", typed))
        chooser.left.connect(self._stop_choosing)
        chooser.file_chosen.connect(lambda path: requests.choice_requested.emit(problem.number, InFile(path)))
        return chooser

    def _begin_choosing(self, is_open: bool) -> None:
        self._problem.is_choosing_file = is_open
        if is_open and self._chooser is not None:
            self._problem.requests.files_requested.emit()
            self._chooser.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stop_choosing(self) -> None:
        if self._choosing is not None:
            self._choosing.click()
            self._choosing.setFocus(Qt.FocusReason.OtherFocusReason)

    def _begin_placing(self, is_open: bool) -> None:
        self._problem.is_placing = is_open
        if is_open and self.field is not None:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stop_placing(self) -> None:
        if self._placing is not None:
            self._placing.click()
            self._placing.setFocus(Qt.FocusReason.OtherFocusReason)


def _place_button(place: Nearest) -> PathButton:
    if place.similarity >= 1.0:
        lead = f"line {place.line:,} in "
    else:
        lead = f"nearest {place.percent} % at line {place.line:,} in "
    return PathButton(place.path, lead=lead)


def _path_button(near: Nearest) -> PathButton:
    """Return the button of a file that only its path speaks for."""
    return PathButton(near.path, lead="path " if near.similarity >= 1.0 else f"nearest path {near.percent} %: ")


def _no_file_with_text(block: ReviewBlock) -> QWidget:
    """Return the button for the file in which the block's lines stand, where there is none, or more than one."""
    several = sum(near.count > 0 for near in block.other_files)
    tip = f"{counted(several, 'file')} have these lines: use one of them" if several else "No file has these lines"
    made = button(WITH_TEXT, "fold", tip=tip)
    made.setEnabled(False)
    return made


def _titled(title: str, text: str) -> QWidget:
    frame = QFrame()
    fill(
        QVBoxLayout(frame),
        label(title.capitalize(), "dim"),
        framed(CodeBox(text, name=title)),
        margins=(0, style.TIGHT),
        gap=2,
    )
    return frame
