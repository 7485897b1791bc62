"""A block card: where it goes, what became of it, what it changes.

src/parcel/total.py
applied · exact · line 41                   +1 −1
┌ − return sum(xs)
└ + return sum(xs) + tax
"""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.engine.blocks import Block, BlockStarted, BrokenBlock, EditBlock, FileAction, WholeFile
from guillemet.engine.diff.hunk_numbers import state_of_block
from guillemet.engine.diff.lines import changed_lines
from guillemet.engine.outcomes import Flag, Outcome, Status
from guillemet.engine.review import ADDS_REPLY, FileReview, HunkState, Review
from guillemet.engine.text import counted
from guillemet.ui import badges
from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import LONGEST, MOST_LINES, CodeBox, CodeLine, compared, framed
from guillemet.ui.widgets.context_menu import Entry, PathAction, path_entries, show_menu, spot_of
from guillemet.ui.widgets.controls import LinkLabel, PathButton, StatusSign, button, copy_text, set_caption
from guillemet.ui.widgets.fold_state import show_fold_state
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.wording import DISMISS, MINUS, lines_changed, seen, sign_of


class TranscriptSignals(QObject):
    """What the user asks for in the rows of a conversation; blocks are named by their number among the outcomes.

    path_picked(path, line): show this place in the diff; line 0 means the file's first change.
    failed_picked(number): show where a failed block may belong.
    link_pressed(address): ask whether to open this address.
    place_pressed(name, line): show the file that is named so, or by the end of its path; line 0 stands for none.
    retry_requested(number): ask the model again for a failed block.
    dismiss_requested(number): put away a block that is in no file.
    resend_requested(number): edit and send this turn of the user again.
    path_action_requested(PathAction, paths): from the menu of a card.
    go_on_requested: continue the last answer, which was stopped or broke off.
    unfolding: something is unfolded now, which must not move what is seen.
    """

    path_picked = Signal(str, int)
    failed_picked = Signal(int)
    link_pressed = Signal(str)
    place_pressed = Signal(str, int)
    retry_requested = Signal(int)
    dismiss_requested = Signal(int)
    resend_requested = Signal(int)
    path_action_requested = Signal(object, tuple)
    go_on_requested = Signal()
    unfolding = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files = FileListing()
        """Those of the repository: words that name one lead to it."""


class BlockDecisions(Struct, frozen=True):
    """What was decided on the files that blocks are in, and on their hunks."""

    files: Mapping[str, FileReview] = {}
    """The files of the proposal by path."""
    uncommitted: frozenset[str] = frozenset()
    """The accepted files that no commit has yet, by where they are and were."""
    settled: frozenset[int] = frozenset()
    """The numbers of the blocks that are no part of what is proposed for their files now."""
    brings_reply_back: bool = False
    """Whether a redo would propose a reply again that was undone."""

    @staticmethod
    def of(review: Review) -> "BlockDecisions":
        """Return the decisions of a review."""
        paths = frozenset(path for line in review.commit for path in (line.path, line.moved_from) if path)
        return BlockDecisions(review.file_at, paths, review.settled, review.redo.startswith(ADDS_REPLY))


_LANDED = HunkState.ACCEPTED | HunkState.COMMITTED


def _decided(file: FileReview, outcome: Outcome) -> str:
    """Return what was decided on a block of this file, such as "accepted in part"; empty while it waits."""
    hunks = file.by_hunk
    state = state_of_block(outcome, hunks) if hunks else HunkState.of(file.decision)
    landed = state & _LANDED
    if not landed:
        is_whole = state is HunkState.REJECTED
        return "rejected" if is_whole else "rejected in part" if state & HunkState.REJECTED else ""
    word = "accepted" if landed & HunkState.ACCEPTED else "committed"
    part = "" if state is landed else " in part"
    return f"{word}{part}{' · file edited by you' if file.is_edited else ''}"


_RETRY = "Retry with the model"
FEW = 14
"""Lines a card shows before it is unfolded."""

_STOPPED = "stopped · you stopped the answer inside this block", "dim"
_CUT_OFF = "cut off · the answer ended inside this block", "warn"


class EditCardItem:
    """What is known of one block: it grows, ends, and something becomes of it."""

    def __init__(self, started: BlockStarted, signals: TranscriptSignals) -> None:
        self.started = started
        self.signals = signals
        self.grown: list[str] = []
        self.tail = ""
        """The beginning of its next line."""
        self.block: Block | BrokenBlock | None = None
        self.outcome: Outcome | None = None
        self.number = 0
        """The block's place among the outcomes, counted from 1; 0 while it has none."""
        self.decision = ""
        """What the user decided on it, such as "accepted in part" or "committed"; kept when its file leaves."""
        self.undone = ""
        """What is said of it while its reply is undone."""
        self._lies_at = ""
        """Where its file was when the block was part of the proposal."""
        self.unplaced = "waiting"
        """What is said of a whole block without outcome."""
        self.is_cut_off = False
        """Whether the answer ended inside it and can be continued."""
        self.is_stopped = False
        """Whether that was because the user stopped it."""
        self.is_open = False
        self._shown: EditBlock | None = None
        """The edit as it is drawn, of which lines and counts are known."""
        self._is_new = False
        """Whether it is drawn as lines that only come."""
        self._lines: tuple[CodeLine, ...] | None = None
        self._counts: tuple[int, int] | None = None

    @property
    def path(self) -> str:
        """The file, as meant where that is known."""
        return self.outcome.path if self.outcome else self.block.path if self.block else self.started.path

    @property
    def line(self) -> int:
        """The line of the file to show, counted from 1; 0 where none is known."""
        if self.outcome is None:
            return 0
        own = (near.line for near in self.outcome.nearest if near.path == self.outcome.path)
        return self.outcome.lines[0] if self.outcome.lines else next(own, 0)

    @property
    def lines(self) -> Sequence[CodeLine]:
        """The lines of the card: of the block as it comes, the last few."""
        match self.block:
            case None:
                return self._coming_lines()
            case BrokenBlock():
                return [CodeLine(seen(line)) for line in self.block.raw.splitlines()]
            case EditBlock():
                edit = self._edit(self.block)
                self._lines = self._lines or mini_diff(edit)
            case WholeFile() if self._lines is None:
                self._lines = tuple(CodeLine(seen(line[:LONGEST]), "+") for line in self.block.new[:MOST_LINES])
        return self._lines or ()

    @property
    def size(self) -> str:
        """How many lines come and go."""
        if isinstance(self.block, WholeFile):
            return f"+{len(self.block.new):,}"
        if not isinstance(self.block, EditBlock):
            return ""
        edit = self._edit(self.block)
        self._counts = self._counts or counts(edit)
        return lines_changed(*self._counts)

    def _coming_lines(self) -> Sequence[CodeLine]:
        grown = [*self.grown[-FEW:], self.tail] if self.tail else self.grown[-FEW:]
        return [CodeLine(seen(line[:400])) for line in grown[-FEW:]]

    def _edit(self, block: EditBlock) -> EditBlock:
        """Return the block as it is shown: what made a file, or went to its end, took nothing away."""
        outcome = self.outcome
        is_new = outcome is not None and (outcome.action is FileAction.CREATE or Flag.APPENDED in outcome.flags)
        if self._shown is None or is_new is not self._is_new:
            self._is_new, self._lines, self._counts = is_new, None, None
            self._shown = replace(block, anchor=(), old=(), new=block.replacement, trailing=()) if is_new else block
        return self._shown

    def follow_decisions(self, decisions: "BlockDecisions") -> bool:
        """Take over what was decided on its file, and return whether that is something else than before."""
        before = self.decision, self.undone
        if self.number or self.decision:
            self.undone = ""
        elif self.undone or decisions.brings_reply_back:
            self.undone = "undone · Redo brings it back" if decisions.brings_reply_back else "undone"
        if self.outcome is None or not self.outcome.is_success:
            self.decision = ""
        elif self.number and self.number not in decisions.settled and (file := decisions.files.get(self.outcome.path)):
            self.decision, self._lies_at = _decided(file, self.outcome), file.lies_at
        else:
            if self.number in decisions.settled and not self.decision:
                # Decided before this window was opened; which of its hunks landed is known no more.
                self.decision, self._lies_at = "file accepted", self.outcome.path
            if self._lies_at not in decisions.uncommitted:
                self.decision = self.decision.replace("accepted", "committed")
        return (self.decision, self.undone) != before

    def is_decided_alike(self, before: "BlockDecisions", decisions: "BlockDecisions") -> bool:
        """Whether `follow_decisions` has nothing new to take over; a file that did not change is the same object."""
        file = decisions.files.get(self.path)
        is_proposed = self.number > 0 and file is not None
        if not self.number and before.brings_reply_back is not decisions.brings_reply_back:
            return False
        return file is before.files.get(self.path) and (is_proposed or decisions.uncommitted == before.uncommitted)

    @property
    def is_retried(self) -> bool:
        """Whether the model can be asked for it again."""
        can_be_retried = self.outcome is not None and self.outcome.can_be_retried
        return can_be_retried and self.number > 0 and not self.is_cut_off

    @property
    def can_be_dismissed(self) -> bool:
        """Whether it is in no file, and waits for something to become of it."""
        return self.outcome is not None and self.number > 0 and not self.outcome.is_settled

    def shows_same(self, other: "EditCardItem") -> bool:
        """Whether the other row is of the same block, as far as it is known."""
        return (self.started, self.grown, self.block) == (other.started, other.grown, other.block)

    def status(self) -> tuple[str, str]:
        """Return what became of the block, in words, and the role of its colour."""
        outcome = self.outcome
        if self.is_cut_off and not (outcome and outcome.is_settled):
            return _STOPPED if self.is_stopped else _CUT_OFF
        if outcome is not None:
            return self._status_of(outcome)
        match self.block:
            case None:
                return f"reading … {counted(len(self.grown), 'line')}", "dim"
            case BrokenBlock():
                return f"broken · {seen(self.block.message)}", "bad"
            case _:
                return self.unplaced, "dim"

    def _status_of(self, outcome: Outcome) -> tuple[str, str]:
        if self.undone:
            return self.undone, "dim"
        if not self.number:  # what it was part of was committed, put away or undone
            role = "good" if "committed" in self.decision else "dim"
            return _worded(outcome, self.decision or "no longer proposed"), role
        if self.decision:
            return _worded(outcome, self.decision), "dim" if self.decision == "rejected" else "good"
        if outcome.status is Status.APPLIED and badges.is_less_than_sure(outcome) and not outcome.asks:
            return _worded(outcome), ""  # neither the colour of what is exact nor of what asks
        return _worded(outcome), sign_of(outcome)[1]

    def sign(self) -> str:
        """Return the icon that stands before the status; empty for none."""
        outcome = self.outcome
        if self.is_cut_off and not (outcome and outcome.is_settled):
            return "dash" if self.is_stopped else "warn"
        if self.undone:
            return ""
        if outcome is not None:
            return "close" if self.decision == "rejected" else sign_of(outcome)[0]
        return "close" if isinstance(self.block, BrokenBlock) else ""

    def estimate(self, width: int) -> int:  # noqa: ARG002
        match self.block:
            case EditBlock() as block:
                count = min(len(block.anchor), 3) + len(block.old) + len(block.new)
            case WholeFile() as block:
                count = len(block.new)
            case BrokenBlock() as block:
                count = len(block.written)
            case _:
                count = len(self.grown)
        return 84 + 17 * (count if self.is_open else min(count, FEW))

    def build(self, parent: QWidget) -> QWidget:
        return EditCard(self, parent)


class EditCard(QFrame):
    """The card of one block."""

    def __init__(self, row: EditCardItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row
        self.setProperty("role", "card")
        self._build()
        self.refresh()

    def refresh(self) -> None:
        row = self._row
        status, role = row.status()
        self.setAccessibleName(f"Block {row.started.number}, {seen(row.path)}: {status}")
        self._path.set_path(row.path or "no path given")
        self._status.setText(status.replace("line ", "line\u00a0"))  # not broken before its number
        self._sign.show_sign(row.sign(), role)
        style.set_role(self._status, role)
        self._size.setText(row.size)
        lines = row.lines
        few = lines if row.is_open or row.block is None else lines[:FEW]
        self._code.set_lines(few)
        self._frame.setVisible(bool(few))
        self._unfold.setVisible(row.block is not None and len(lines) > FEW)
        self._retry.setVisible(row.is_retried)
        self._dismiss.setVisible(row.can_be_dismissed)
        show_fold_state(self._unfold, is_open=row.is_open)
        set_caption(self._unfold, "Show fewer lines" if row.is_open else f"Show all {len(lines):,} lines")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with the block and with its file, by the mouse or the Menu key."""
        row = self._row
        signals, entries = row.signals, list[Entry]()
        if self._code.textCursor().hasSelection():
            entries += [("Copy", self._code.copy), None]
        if row.path:
            entries.append((PathAction.SHOW, self._show_place))
        if row.is_retried:
            entries.append((_RETRY, lambda: signals.retry_requested.emit(row.number)))
        if row.can_be_dismissed:
            entries.append((DISMISS, lambda: signals.dismiss_requested.emit(row.number)))
        if row.block is not None:
            entries.append(("Copy block", partial(copy_text, row.block.raw)))
        actions = (PathAction.ADD, PathAction.OPEN, PathAction.REVEAL, PathAction.COPY)
        entries += [None, *path_entries(actions, [row.path], signals.path_action_requested.emit)]
        show_menu(self, entries, spot_of(self, event))

    def _build(self) -> None:
        self._path = PathButton("")
        font = QFont(self._path.font())
        font.setWeight(QFont.Weight.DemiBold)
        self._path.setFont(font)
        self._path.setAccessibleDescription("Shows the place in the diff")
        self._path.clicked.connect(self._show_place)
        self._sign = StatusSign(self)
        self._status, self._size = LinkLabel(wraps=True), LinkLabel()
        for part in (self._status, self._size):
            part.pressed.connect(self._show_place)
            part.setToolTip("Show the place in the diff")
        style.set_role(self._size, "dim")
        top = Qt.AlignmentFlag.AlignTop
        states = fill(QHBoxLayout(), (self._sign, 0, top), (self._status, 1), (self._size, 0, top), gap=style.TIGHT)
        self._code = CodeBox(name="Changed lines")
        self._code.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # it has that of the card
        self._frame = framed(self._code)
        self._unfold = button("", "fold", clicked=self._turn)
        fill(
            QVBoxLayout(self),
            self._path,
            states,
            self._frame,
            self._actions(),
            margins=(style.WIDE, style.GAP),
            gap=style.TIGHT,
        )

    def _actions(self) -> FlowLayout:
        self._retry = button(
            _RETRY,
            tip="Writes a message about this block; nothing is sent before you send it",
            clicked=lambda: self._row.signals.retry_requested.emit(self._row.number),
        )
        self._dismiss = button(
            DISMISS,
            "quiet",
            name=f"{DISMISS} block {self._row.started.number}",
            tip="Puts the block away; undo brings it back",
            clicked=lambda: self._row.signals.dismiss_requested.emit(self._row.number),
        )
        return FlowLayout(self._unfold, self._retry, self._dismiss, gap=style.GAP)

    def _show_place(self) -> None:
        row = self._row
        if row.outcome is not None and not row.outcome.is_success and row.number:
            row.signals.failed_picked.emit(row.number)
        else:
            row.signals.path_picked.emit(row.path, row.line)

    def _turn(self) -> None:
        self._row.signals.unfolding.emit()
        self._row.is_open = not self._row.is_open
        self.refresh()


def _worded(outcome: Outcome, decision: str = "") -> str:
    """Return what became of a block and what was decided on it, in few words, then why, in sentences."""
    marks = badges.of_block(outcome)
    known = [mark.word for mark in marks]
    status, how = outcome.status.word, str(outcome.how or "")
    by_hand = str(Flag.PLACED_BY_HAND)
    if by_hand in known:  # whatever resembles it, the user chose the place
        known.remove(by_hand)
        status, how = by_hand, ""
    elif any(word.startswith(how) for word in known):
        how = ""
    why = seen(outcome.message)
    for mark in marks:  # what their words say already
        for said in (f"{mark.why} ", f" {mark.why}", mark.why):
            why = why.replace(said, "")
    why = why or ("" if outcome.message else str(outcome.reason or ""))
    return " · ".join(filter(None, (status, how, *known, _where(outcome), decision, why)))


def _where(outcome: Outcome) -> str:
    if not outcome.is_success or not outcome.lines:
        return ""
    if len(outcome.lines) > 1 and Flag.SEVERAL_PLACES not in outcome.flags:
        return f"1 of {len(outcome.lines)} places"
    return f"line {outcome.lines[0]:,}"


CONTEXT = 3


def mini_diff(block: EditBlock) -> tuple[CodeLine, ...]:
    """Return the block's lines: the last of its anchor, what goes, what comes; long blocks cut where a card ends."""
    context = [CodeLine(_shown(line)) for line in block.anchor[-CONTEXT:]]
    old = [_shown(line) for line in block.old[:MOST_LINES]]
    new = [_shown(line) for line in block.new[:MOST_LINES]]
    hunks, of_old, of_new = compared(old, new)
    lines, at_old = context, 0
    for hunk in hunks:
        lines += _kept(old[at_old : hunk.old_start], is_first=at_old == 0 and not context)
        lines += (CodeLine(old[at], MINUS, of_old[at]) for at in range(hunk.old.start, hunk.old.stop))
        lines += (CodeLine(new[at], "+", of_new[at]) for at in range(hunk.new.start, hunk.new.stop))
        at_old = hunk.old.stop
    return (*lines, *map(CodeLine, old[at_old:][:CONTEXT]))


def counts(block: EditBlock) -> tuple[int, int]:
    """Return how many lines come and how many go."""
    if not block.old or not block.new:
        return len(block.new), len(block.old)
    hunks = changed_lines(block.old, block.new)
    return sum(hunk.new_count for hunk in hunks), sum(hunk.old_count for hunk in hunks)


def _kept(lines: Sequence[str], *, is_first: bool) -> list[CodeLine]:
    """Return unchanged lines, with a sign where most of them are left out."""
    if is_first:
        return [CodeLine(line) for line in lines[-CONTEXT:]]
    if len(lines) <= 2 * CONTEXT:
        return [CodeLine(line) for line in lines]
    return [*map(CodeLine, lines[:CONTEXT]), CodeLine("…"), *map(CodeLine, lines[-CONTEXT:])]


def _shown(line: str) -> str:
    """Return the line as it is drawn, a little more than a card shows of it."""
    return seen(line[: LONGEST + 1]).replace("\t", "    ")
