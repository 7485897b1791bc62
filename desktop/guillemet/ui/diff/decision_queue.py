"""Decisions on hunks and selected lines; those pressed while one before is carried out wait until its outcome is shown.

Until then the lines on the screen are outdated, and a decision on them would be refused. A key means whatever hunk
comes next; a hunk that the user went to, or whose button was pressed, is found again by its text.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.engine.diff.document import HunkText
from guillemet.engine.diff.parts import part_of
from guillemet.engine.diff.rows import ChosenLines, DiffRow, RowKind
from guillemet.engine.review import ConflictChoice, Decision, Kind, Part
from guillemet.ui.diff.conflicts import TAKE_MINE, TAKE_PROPOSED, ConflictInsets
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.fold_names import describe
from guillemet.ui.diff.insets.hunk_bar import INCLUDE, LEAVE_OUT, SelectedLines
from guillemet.ui.diff.insets.stops import ShownStops, is_in_view, stop_at_head, stop_at_inset
from guillemet.ui.shortcuts import with_keys_in_force
from guillemet.ui.widgets.controls import announce
from guillemet.ui.widgets.reading_pause import ReadingPause
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.wording import HUNK_ABOVE, back_to_first

MOST_WAITING = 20
"""Further presses are dropped: on a slow disk a hunk would be decided long after its key was pressed."""

_ANOTHER_PLACE = "The conflict was at another place. Press the key again to settle it."
_OUT_OF_VIEW = "This hunk was out of view. Press again to decide it."
_FILE_OUT_OF_VIEW = "This file was out of view. Press again to decide it."
_LEFT_OUT = "This hunk is left out already. {ACCEPT_PART} includes it."
_INCLUDED = "This hunk is in the commit. {REJECT_PART} leaves it out."
_DECISIONS = {
    "Accept": Decision.ACCEPTED,
    "Reject": Decision.REJECTED,
    INCLUDE: Decision.ACCEPTED,
    LEAVE_OUT: Decision.REJECTED,
}
"""What buttons and menus mean by their verbs."""
_FOLDED = "These lines differ in white space only and were folded. Press again to decide them."


class WaitingDecision(Struct, frozen=True):
    """A decision to be taken later."""

    decision: Decision
    hunk: HunkText | None
    """The hunk that was meant; None for the one that is current then."""


class DecidedPlace(NamedTuple):
    """Where a key decided last."""

    path: str
    above: frozenset[str]
    """The files above this one."""
    line: int
    """The first line of the hunk in the proposed file; -1 for the file as a whole."""


class DecisionQueue(QObject):
    """Takes the presses in their order.

    Signals: `accept_part_requested(path, Part)`; `reject_part_requested(path, Part)`; `accept_requested()` and
    `reject_requested()` of the file, where there is no part of it to decide; `nothing_selected()`;
    `shown_first(words)` when what was meant was out of view or folded, and was shown instead of decided;
    `unfold_requested(path)` of a folded file, instead of a decision on what was not seen;
    `inclusion_requested(path, Part, included)` of hunks of the next commit.
    """

    accept_part_requested = Signal(str, object)
    reject_part_requested = Signal(str, object)
    accept_requested = Signal()
    reject_requested = Signal()
    nothing_selected = Signal()
    shown_first = Signal(str)
    unfold_requested = Signal(str)
    inclusion_requested = Signal(str, object, bool)

    def __init__(
        self, view: DiffView, conflicts: ConflictInsets, order: Callable[[], Sequence[str]], parent: QObject
    ) -> None:
        """`order` returns the files in the order of the review."""
        super().__init__(parent)
        self._view, self._conflicts, self._order = view, conflicts, order
        self._from: DecidedPlace | None = None
        """Where the key was pressed whose outcome is not shown yet."""
        self._pause = ReadingPause(self)
        self._pause.held.connect(partial(self.shown_first.emit, HUNK_ABOVE))
        self._under_way = 0
        self._waiting: deque[WaitingDecision | Callable[[], object]] = deque()
        self._before: ShownStops | None = None
        """What was shown before the step that is followed."""
        self.is_open = True
        """Whether the current file waits for a decision."""

    @property
    def is_under_way(self) -> bool:
        """Whether the outcome of a decision is not shown yet."""
        return self._under_way > 0

    @property
    def advice(self) -> str:
        """What to say where there was nothing to decide."""
        if self._view.document.content.is_of_commit:
            return self._about_inclusion
        if self._view.decided_rows.has(self._view.stops.inset):
            return "Decided already. In the diff, {RECONSIDER_FILE} resets it."
        if not self.is_open and self._is_at_one_of_several:
            return "Decided already. In the diff, {RECONSIDER_FILE} resets the hunk."
        return self._conflicts.how_to_settle or "No changed line is selected."

    @property
    def _is_at_one_of_several(self) -> bool:
        """Whether the current stop is a hunk of a file that has others, too."""
        hunk = self._view.stops.hunk
        if hunk is None:
            return False
        content, of_file = self._view.document.hunk_of_file(hunk)
        return content.numbers[of_file].count > 1

    def begin(self) -> None:
        """Record that a decision is being carried out."""
        self._under_way += 1
        self._view.stops.note_places()

    def follow_step(self) -> None:
        """Go to what comes back, or behind what goes, with the step that is about to be taken, undone or redone."""
        self._before = self._view.stops.shown()

    def take_in_turn(self, step: Callable[[], object]) -> None:
        """Take a step back or again, once the outcome of those before it is shown: it leads to a place of its own."""
        if not self.is_under_way:
            step()
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(step)

    def end(self, *, is_done: bool) -> None:
        """Record that its outcome is shown, and take the next; after one that was refused, drop all."""
        self._under_way = max(self._under_way - 1, 0)
        if not is_done:
            self.clear()
        if not self._under_way:
            self._view.pending.forget_in(self._view.decided)
        if self._before is not None and self._under_way:
            self.follow_step()  # it begins from what is shown by now
        elif self._before is not None:
            before, self._before = self._before, None
            self._view.stops.go_to_changed(before, current=self._view.current.file)
        elif not self._under_way:
            self._tell_way_back()
        if is_done and not (self._under_way or self._waiting):
            self._announce_place()
        while self._waiting and not self._under_way:
            following = self._waiting.popleft()
            self._take(following) if isinstance(following, WaitingDecision) else following()

    def _announce_place(self) -> None:
        """Say where one is by now, as the keys that go on do; in the list, that is said of its rows."""
        view = self._view
        is_at_stop = view.stops.hunk is not None or bool(view.stops.inset) or view.stops.head is not None
        row = view.splitter.cursor_row() if view.has_lines else None
        if is_at_stop and row is not None and holds_focus(view):
            announce(view.splitter.main, describe(view.document, row, fold=lambda _: "unchanged lines"))

    def clear(self) -> None:
        """Drop what waits."""
        self._under_way = 0
        self._waiting.clear()
        self._before = self._from = None
        self._view.pending.forget()

    def decide(self, decision: Decision, hunk: int | None = None) -> None:
        """Decide this hunk, or the selected lines if some are in it; else those, the current hunk, or the file."""
        if self._view.document.content.is_of_commit:
            self._include(hunk, included=decision is Decision.ACCEPTED)
        elif self.is_under_way:
            self._add(decision, hunk)
        elif hunk is not None or not self._pause.holds(self._place):
            self._decide_now(decision, hunk)

    def _decide_now(self, decision: Decision, hunk: int | None) -> None:
        view = self._view
        if hunk is None and view.stops.head is not None and view.splitter.selected_rows is None:
            self._decide_at_head(decision, view.stops.head)
            return
        is_decided = hunk is None and not self.is_open  # the bar of a hunk is one of an open file
        if not view.has_diff or is_decided:
            self._request_file(decision)
            return
        chosen = view.chosen_lines(hunk)
        if not chosen:
            self.nothing_selected.emit()
        elif conflict := self._conflicts.key_of_hunks(view.document, [one.hunk for one in chosen]):
            view.stops.go_to_inset(conflict)  # which is where it is decided
            self.nothing_selected.emit()
        elif unseen := self._unseen(chosen):  # what is decided is seen first
            for one in unseen:
                view.open_fold(DiffRow(RowKind.FOLD, hunk=one))
            view.stops.go_to_hunk(unseen[0])
            self.shown_first.emit(_FOLDED)
        elif hunk is None and not view.stops.takes_key(first := self._unfolded(chosen)[0]):
            view.stops.go_to_hunk(first)
            self.shown_first.emit(_OUT_OF_VIEW)
        else:
            self._request(decision, chosen, is_pressed=hunk is not None)

    @property
    def _about_inclusion(self) -> str:
        """What to say where a key neither left out nor included a hunk of the commit."""
        view = self._view
        file = view.document.files[view.current.file] if view.document.files else None
        if file is not None and (why_not := file.shown.texts.whole_only):
            return f"{why_not} Its box in the list leaves it out."
        return "This is what the commit will hold. Go to a hunk to leave it out ({REJECT_PART}) or include it."

    def _include(self, hunk: int | None, *, included: bool) -> None:
        """Leave the hunk out of the commit, or include it: the current one, or those in which lines are selected."""
        view, document = self._view, self._view.document
        chosen = [one for one in view.chosen_lines(hunk) if document.can_leave_out(one.hunk)]
        if not chosen:
            self.nothing_selected.emit()
        elif hunk is None and not view.stops.shows_hunk(chosen[0].hunk):
            view.stops.go_to_hunk(chosen[0].hunk)
            self.shown_first.emit(_OUT_OF_VIEW)
        elif all((one.hunk in document.content.left_out) is not included for one in chosen):
            self.shown_first.emit(with_keys_in_force(_INCLUDED if included else _LEFT_OUT))
        else:
            is_at_hunk = hunk is None and view.splitter.selected_rows is None
            for path, part in self._parts_of(chosen):
                self.inclusion_requested.emit(path, part, included)
            if is_at_hunk:  # the key goes on, as one that decides does; a button stays under the pointer
                view.stops.go_to_next()

    @property
    def offered_lines(self) -> SelectedLines:
        """What is selected, unless all of it is in conflict, or in files that are decided as a whole."""
        selected, document = self._view.splitter.selected, self._view.document
        files = [document.files[document.file_of_hunk(one.hunk)].shown for one in selected.chosen]
        are_whole = any(file.kind is Kind.DELETED for file in files)
        is_in_conflict = self._conflicts.key_of_hunks(document, [one.hunk for one in selected.chosen])
        return SelectedLines() if is_in_conflict or are_whole else selected

    def press(self, verb: str, hunk: int) -> bool:
        """Do what a button or a menu offers with a hunk by this verb; return False for one that decides nothing."""
        if (decision := _DECISIONS.get(verb)) is not None:
            self.decide(decision, hunk)
            return True
        choice = {TAKE_MINE: ConflictChoice.MINE, TAKE_PROPOSED: ConflictChoice.PROPOSED}.get(verb)
        if choice is not None:
            self._view.stops.enter_hunk(hunk)
            self.take_side(choice)
        return choice is not None

    def _unfolded(self, chosen: Sequence[ChosenLines]) -> list[int]:
        """Return the hunks of these lines that are not folded away."""
        view = self._view
        return [one.hunk for one in chosen if not view.folding.is_folded(one.hunk, view.splitter.rows.hunks[one.hunk])]

    def _unseen(self, chosen: Sequence[ChosenLines]) -> list[int]:
        """Return the hunks that are folded away, but for those decided with lines beside them that are not."""
        seen = set(self._unfolded(chosen))
        folded = [one.hunk for one in chosen if one.hunk not in seen]
        return [hunk for hunk in folded if seen.isdisjoint(self._view.document.together(hunk))]

    def _decide_at_head(self, decision: Decision, number: int) -> None:
        """Decide a file without a visible hunk, as the buttons of its head do; what is folded is seen first."""
        file, stop = self._view.document.files[number], stop_at_head(self._view.splitter, number)
        if file.is_closed and file.content is not None and file.content.hunks:
            self.unfold_requested.emit(file.path)
        elif stop is None or not is_in_view(self._view.splitter, stop):
            self._view.stops.go_to(stop)
            self.shown_first.emit(_FILE_OUT_OF_VIEW)
        else:
            self._request_file(decision)

    def _request_file(self, decision: Decision) -> None:
        if not self.is_open and self._is_at_one_of_several:
            self.nothing_selected.emit()  # the others would be decided with the hunk that is looked at
            return
        self._leave_from(self._view.stops.path, -1)
        (self.accept_requested if decision is Decision.ACCEPTED else self.reject_requested).emit()

    def edit_conflict(self) -> bool:
        """Edit the conflict at the text cursor in its place; scroll only if it must be. Return whether there is one."""
        key = self._conflict_at_cursor()
        self._show_conflict(key)
        return self._conflicts.edit(key)

    def take_side(self, choice: ConflictChoice) -> bool:
        """Settle the current conflict, or that at the text cursor, which is seen first; return whether there is one.

        Beside these, go to the next one of the file, or of those that are shown, for the key to be pressed again.
        """
        key = "" if self._conflicts.is_current else self._conflict_at_cursor()
        if not key and not self._conflicts.is_current:
            return self._go_to_conflict()
        if not self._show_conflict(key):
            self._conflicts.take(choice, key)
        return True

    def _go_to_conflict(self) -> bool:
        """Go to the next conflict, of this file if it has one; return whether there is one."""
        self._view.stops.find_inset(self._conflicts.keys)
        if is_found := self._conflicts.is_current:
            self.shown_first.emit(_ANOTHER_PLACE)
        return is_found

    def _conflict_at_cursor(self) -> str:
        """Return the key of the conflict of the hunk at the text cursor; empty for none."""
        row = self._view.splitter.cursor_row()
        hunks = () if row is None or row.hunk is None else (row.hunk,)
        return self._conflicts.key_of_hunks(self._view.document, hunks)

    def _show_conflict(self, key: str) -> bool:
        """Scroll to a conflict that is out of view; return whether that was so."""
        stop = stop_at_inset(self._view.splitter, key) if key else None
        if stop is None or is_in_view(self._view.splitter, stop):
            return False
        self._view.stops.go_to(stop)
        return True

    def _request(self, decision: Decision, chosen: Sequence[ChosenLines], *, is_pressed: bool) -> None:
        document, splitter = self._view.document, self._view.splitter
        signal = self.accept_part_requested if decision is Decision.ACCEPTED else self.reject_part_requested
        below = splitter.lines_above(splitter.rows.bar_row(chosen[0].hunk)) if is_pressed else None
        self._view.pending.begin(document, chosen[0].hunk, below=below)
        if not is_pressed:
            content, number = document.hunk_of_file(chosen[0].hunk)
            self._leave_from(content.path, content.hunks[number].new_start)
        for path, part in self._parts_of(chosen):
            signal.emit(path, part)

    def _leave_from(self, path: str, line: int) -> None:
        paths = self._order()
        above = paths[: paths.index(path)] if path in paths else ()
        self._from = DecidedPlace(path, frozenset(above), line)

    @property
    def _place(self) -> Hashable:
        """What a key decides now, for as long as it can be found."""
        hunk = self._view.stops.hunk
        return self._view.stops.path if hunk is None else self._view.document.text_of_hunk(hunk)

    def _tell_way_back(self) -> None:
        """Say so where the next place to decide is above the last one."""
        stops, before = self._view.stops, self._from
        self._from = None
        if before is None or not (path := stops.path) or path in self._view.decided:
            return
        is_above = path in before.above
        if path == before.path and stops.hunk is not None:
            content, number = self._view.document.hunk_of_file(stops.hunk)
            is_above = content.hunks[number].new_start < before.line
        if is_above:
            self.come_back(back_to_first("undecided place" if stops.hunk is None else "undecided hunk", path))

    def come_back(self, words: str) -> None:
        """Say that the current place is above the last one, and take no key for a decision on it before it is read."""
        self.shown_first.emit(words)
        self._pause.begin(self._place, self._view.splitter.main.viewport())

    def _parts_of(self, chosen: Sequence[ChosenLines]) -> Iterator[tuple[str, Part]]:
        """Yield the parts that these lines are, by the paths of their files."""
        document = self._view.document
        for number, of_file in groupby(chosen, key=lambda one: document.file_of_hunk(one.hunk)):
            file, shown = document.files[number], document.files[number].shown
            yield file.path, part_of(map(document.lines_in_file, of_file), shown.texts.identity, shown.white_space)

    def _add(self, decision: Decision, hunk: int | None) -> None:
        """Let a press on this hunk wait, None for the current one; a second one on that being decided is dropped."""
        document, current = self._view.document, self._view.stops.hunk
        being_decided = self._view.pending.hunk(document)
        if hunk is not None and self._view.splitter.selected.has_some_of(hunk):
            return  # the lines would be others by then
        decided_too = () if being_decided is None else document.together(being_decided)
        is_pressed_again = hunk is not None and hunk in decided_too
        if is_pressed_again or len(self._waiting) >= MOST_WAITING:
            return
        has_moved = self._view.pending.is_begun and current not in decided_too
        meant = current if hunk is None and has_moved else hunk
        text = None if meant is None else document.text_of_hunk(meant)
        self._waiting.append(WaitingDecision(decision, text))

    def _take(self, waiting: WaitingDecision) -> None:
        """Take a decision that waited, unless all are taken by now."""
        hunk = None if waiting.hunk is None else self._view.document.hunk_of_text(waiting.hunk)
        if self.is_open and (waiting.hunk is None or hunk is not None):
            self.decide(waiting.decision, hunk)
