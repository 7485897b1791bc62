"""The blocks of a review that are to be settled, each as a place below the head of its file."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from guillemet.app.file_listing import FileListing
from guillemet.engine.applying.options import Choice, Dismiss
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.outcomes import Outcome
from guillemet.ui.actions import Act
from guillemet.ui.diff.insets.block_place import BlockPlace, PlaceState
from guillemet.ui.diff.insets.diff_insets import DiffInsets, InsetSource
from guillemet.ui.diff.insets.stops import StopNavigation
from guillemet.ui.unresolved_block import APPEND, REPLACE, FileChoice, ReviewBlock
from guillemet.ui.widgets.controls import copy_text
from guillemet.ui.wording import DISMISS, seen

_APPLIES: Mapping[Act, Callable[[ReviewBlock], bool]] = {
    Act.PLACE_ELSEWHERE: lambda block: block.is_placeable,
    Act.PLACE_IN_FILE: lambda block: block.takes_other_file,
    Act.EDIT_SEARCHED: lambda block: block.can_be_searched,
    Act.APPEND_BLOCK: lambda block: APPEND in block.choices(),
    Act.REPLACE_BY_BLOCK: lambda block: REPLACE in block.choices(),
    Act.SHOW_BLOCK: lambda _: True,
    Act.COPY_BLOCK: lambda _: True,
    Act.SHOW_IN_CONVERSATION: lambda _: True,
}
"""To which blocks an action applies."""


class BlockPlaces(QObject):
    """What the places of blocks show, and what they ask for; blocks are counted from 1 among the outcomes.

    Signals: `choice_requested(number, choice)` to put the block where the choice says, None undoes an earlier one;
    `elsewhere_requested(number, line)` to click its line in the file, which is shown from this one on;
    `place_requested(number)` to go to the place of a block that is not shown; `file_requested(path, line)` to look at a
    line of another file that the block may be about; `files_requested()` to list the files of the repository;
    `search_requested(number, text)` to find out what another searched text would come to; `retry_requested(number)` to
    ask the model again; `accept_requested(path)`; `block_picked(number)` to show the block in the conversation;
    `place_chosen()` when another of the places of a block is meant, or none, than an answer to a key was about;
    `found_elsewhere(path, words)` when a key led to a block of another file, to say these words where that is shown;
    `current_changed()` when another place is where the keys of the diff are, or none, or what is offered there is
    another thing.
    """

    choice_requested = Signal(int, object)
    elsewhere_requested = Signal(int, int)
    place_requested = Signal(int)
    file_requested = Signal(str, int)
    files_requested = Signal()
    search_requested = Signal(int, str)
    retry_requested = Signal(int)
    accept_requested = Signal(str)
    block_picked = Signal(int)
    place_chosen = Signal()
    found_elsewhere = Signal(str, str)
    current_changed = Signal()

    def __init__(self, insets: DiffInsets, stops: StopNavigation, parent: QObject) -> None:
        super().__init__(parent)
        self._insets, self._stops = insets, stops
        self._files = FileListing()
        self._states: dict[str, PlaceState] = {}
        self._current = ""
        self._is_visible = True
        self._source = InsetSource(self._make, self)
        insets.add(self._source)
        insets.current_changed.connect(self._follow_current)

    def set_blocks(self, blocks: Sequence[ReviewBlock]) -> None:
        """Show these blocks; what was unfolded and typed in the place of one that stays is kept."""
        before, self._states = self._states, {}
        for block in blocks:
            key = key_of(block)
            state = self._states[key] = before.get(key) or PlaceState(block)
            if state.block != block:
                state.take(block)
                widget = self._source.widget(key)
                if isinstance(widget, BlockPlace):
                    self._insets.leave(self._source, key, widget)  # other controls stand there
                    widget.show_state()
        self._set_insets()
        self.current_changed.emit()

    def set_visible(self, *, is_visible: bool) -> None:
        """Show the places, or leave them out, as beside a file that is shown as it stands."""
        self._is_visible = is_visible
        self._set_insets()

    def set_files(self, files: FileListing) -> None:
        """Offer these files where one is chosen for a block."""
        self._files = files
        for widget in self._source.widgets.values():
            if isinstance(widget, BlockPlace):
                widget.set_files(files)

    def show_preview(self, number: int, text: str, outcome: Outcome) -> None:
        """Show what a block would come to with this text, if that is what is typed for it still."""
        for key, state in self._states.items():
            widget = self._source.widget(key)
            search = widget.search if isinstance(widget, BlockPlace) else None
            if state.block.number == number and search is not None and search.text == text:
                search.show_preview(outcome)

    @property
    def current(self) -> ReviewBlock | None:
        """The block of the place where the keys of the diff are."""
        state = self._states.get(self._current)
        return None if state is None else state.block

    def line_in(self, path: str) -> int:
        """Return the line that this place shows, in its file as it is proposed, from 1; 0 for none in this file."""
        state = self._states.get(self._current)
        return state.line if state is not None and state.block.outcome.path == path else 0

    @property
    def line_on_disk(self) -> int:
        """The line that this place shows, in the file on the disk, counted from 1; 0 where there is none."""
        path = "" if self.current is None else self.current.outcome.path
        line = self.line_in(path)
        return self._stops.document.line_before(path, line) if line else 0

    @property
    def advice(self) -> str:
        """What to do at that place, with the names of actions in braces for their keys; empty where there is none."""
        if self.current is None:
            return ""
        if self.current.outcome.is_success:
            if self._states[self._current].keeps:
                return "Keep this block here ({PLACE_BLOCK}), or go on to the hunk to decide it ({NEXT_HUNK})."
            return "Go on to the hunk to decide it ({NEXT_HUNK})."
        if why := self._states[self._current].why_not_here:
            return f"{why} Or dismiss the block ({{DISMISS_BLOCK}}), or go on ({{NEXT_HUNK}})."
        return "Place this block ({PLACE_BLOCK}), dismiss it ({DISMISS_BLOCK}) or go on ({NEXT_HUNK})."

    def why_asked(self, path: str) -> str:
        """Return why the placed blocks of a file are to be looked at; empty where none is."""
        outcomes = [state.block.outcome for state in self._states.values()]
        asking = [one for one in outcomes if one.path == path and one.is_success and one.asks]
        return " ".join(dict.fromkeys(seen(one.message) for one in asking if one.message))

    @property
    def decisions(self) -> tuple[str, str]:
        """What the buttons say that place the block at that place, and dismiss it; empty where one is not offered."""
        state = self._states.get(self._current)
        if state is None or (state.block.outcome.is_success and state.offer is None):
            return "", ""  # one that asks about its file is settled with that
        return state.here_words, DISMISS if (DISMISS, Dismiss()) in state.block.choices() else ""

    @property
    def can_place(self) -> bool:
        """Whether the first of these buttons can be pressed: one of several places may have to be chosen first."""
        state = self._states.get(self._current)
        return state is not None and state.here is not None

    def offered(self, placed: ReviewBlock | None) -> frozenset[Act]:
        """Return which actions apply to one of the blocks, or to that which is being placed beside its file."""
        blocks = [state.block for state in self._states.values()]
        if placed is not None:
            blocks.append(placed)
        acts = {act for act, applies in _APPLIES.items() if any(map(applies, blocks))}
        return frozenset({Act.PLACE_BLOCK, Act.DISMISS_BLOCK, *acts} if blocks else ())

    def place_here(self) -> str:
        """Request to put the current block, else the failed one in view, where its place says; return why not.

        One in doubt is kept where it stands, while that is the place that is shown; where none failed, it is found in
        the file at which the keys are.
        """
        if why_not := self._find_block(self._failed or self._kept_in(self._stops.path)):
            return why_not
        state = self._states.get(self._current)
        if state is None or state.here is None:
            why_not = "" if state is None else state.why_not_here
            return why_not or "No place is known for this block: choose one of its buttons."
        self.choice_requested.emit(state.block.number, state.here)
        return ""

    def tell_place(self, path: str) -> str:
        """Return, once, that a block of a file stands at another place than the user chose; empty where none does."""
        for state in self._states.values():
            stands, near = state.block.stands, state.near
            if state.block.outcome.path == path and stands and near not in (None, stands) and not state.is_announced:
                state.is_announced = True
                return f"Line {near.line:,} is chosen for a block, and it still stands at line {stands.line:,}."
        return ""

    def dismiss(self) -> str:
        """Request to put the current block, else the failed one in view, away; return why not."""
        if why_not := self._find_block(self._failed):
            return why_not
        block = self.current
        if block is None or all(choice != Dismiss() for _, choice in block.choices()):
            return "This block cannot be dismissed: choose one of its buttons."
        self.choice_requested.emit(block.number, Dismiss())
        return ""

    def verbs(self, say: Callable[[str], None]) -> dict[Act, Callable[[], None]]:
        """Return what is done with the current block, else with the next to which it applies; each says why not."""
        verbs: dict[Act, Callable[[], str]] = {
            Act.PLACE_ELSEWHERE: self._place_elsewhere,
            Act.APPEND_BLOCK: partial(self._choose_for, Act.APPEND_BLOCK, APPEND),
            Act.REPLACE_BY_BLOCK: partial(self._choose_for, Act.REPLACE_BY_BLOCK, REPLACE),
            Act.COPY_BLOCK: self._copy,
            Act.SHOW_IN_CONVERSATION: self._show_in_conversation,
            **{act: partial(self._unfold, act) for act in (Act.PLACE_IN_FILE, Act.EDIT_SEARCHED, Act.SHOW_BLOCK)},
        }

        def do(act: Act) -> None:
            say(verbs[act]())

        return {act: partial(do, act) for act in verbs}

    def _choose_for(self, act: Act, choice: FileChoice) -> str:
        """Request this for the current block; another is gone to first, but for the only one in view."""
        found = {key: state.block for key, state in self._states.items() if _APPLIES[act](state.block)}
        if not found:
            return "No block can be placed so."
        was_elsewhere = self.current is not None
        if self._current not in found and (not self._find(found) or was_elsewhere):
            return "Choose it again for this block."
        self._choose(self._current, choice[1])
        return ""

    def _copy(self) -> str:
        block, why_not = self._found_for(Act.COPY_BLOCK)
        if block is not None:
            copy_text(block.outcome.block.raw)
        return why_not

    def _show_in_conversation(self) -> str:
        block, why_not = self._found_for(Act.SHOW_IN_CONVERSATION)
        if block is not None:
            self.block_picked.emit(block.number)
        return why_not

    def _place_elsewhere(self) -> str:
        """Request to click the line of the current block, else of the next that can have one; return why not."""
        block, why_not = self._found_for(Act.PLACE_ELSEWHERE)
        if block is not None:
            self.elsewhere_requested.emit(block.number, self._states[self._current].line)
        return why_not

    def _unfold(self, act: Act) -> str:
        """Unfold a field of the current block, or its text, else of the next to which it applies; return why not."""
        block, why_not = self._found_for(act)
        widget = None if block is None else self._source.widget(self._current)
        if isinstance(widget, BlockPlace):
            widget.unfold(act)
        return why_not

    def _found_for(self, act: Act) -> tuple[ReviewBlock | None, str]:
        """Return the block at which the keys are, or go to one to which an action applies; nothing is decided by it."""
        applies = _APPLIES[act]
        if self.current is None or not applies(self.current):
            self._find({key: state.block for key, state in self._states.items() if applies(state.block)})
        if self.current is None or not applies(self.current):
            return None, "Go to the block first." if self.offered(None) & {act} else "No block can be placed so."
        return self.current, ""

    @property
    def _failed(self) -> Mapping[str, ReviewBlock]:
        return {key: state.block for key, state in self._states.items() if not state.block.outcome.is_settled}

    def _kept_in(self, path: str) -> Mapping[str, ReviewBlock]:
        """Return the blocks in doubt of a file that *Keep here* is offered for."""
        kept = {key: state.block for key, state in self._states.items() if state.keeps and state.here is not None}
        return {key: block for key, block in kept.items() if block.outcome.path == path}

    def _find_block(self, blocks: Mapping[str, ReviewBlock]) -> str:
        """Go to one of these blocks, unless the keys are at a block; return why it is not sure to be meant."""
        if self.current is not None:
            return ""
        if not blocks:
            return "No block waits to be placed."
        before = self._stops.path
        if self._find(blocks):
            return ""
        found = self._states.get(self._current)
        path = (next(iter(blocks.values())) if found is None else found.block).outcome.path
        if path == before:
            return "Press the key again for this block."
        words = f"This block is in {seen(path)}." if path else "This block names no file."
        words += " Press the key again for it."
        self.found_elsewhere.emit(path, words)
        return words

    def _find(self, blocks: Mapping[str, ReviewBlock]) -> bool:
        """Go to the next of these blocks; return whether it is the only one in view that can be meant."""
        is_sure = self._stops.find_inset(blocks)
        if self.current is None and blocks:  # the place of none is shown
            self.place_requested.emit(next(iter(blocks.values())).number)
        return is_sure

    def _set_insets(self) -> None:
        states = self._states.items() if self._is_visible else ()
        self._source.set_insets(
            Inset(
                key,
                Place(state.block.outcome.path, is_old=False, line=-1),
                name=state.title,
                is_step=True,
                is_settled=state.block.outcome.is_settled and not state.block.outcome.asks,
                is_placed=state.block.outcome.is_success,
                height=state.estimate(),
            )
            for key, state in states
        )

    def _make(self, inset: Inset, parent: QWidget) -> QWidget:
        state = self._states[inset.key]
        made = BlockPlace(state, self._files, self._lines_of, parent)
        made.choice_requested.connect(lambda choice: self._choose(inset.key, choice))
        made.elsewhere_requested.connect(lambda: self.elsewhere_requested.emit(state.block.number, state.line))
        made.search_requested.connect(lambda text: self._try_search(inset.key, text))
        made.file_requested.connect(self.file_requested)
        made.files_requested.connect(self.files_requested)
        made.accept_requested.connect(lambda: self.accept_requested.emit(state.block.outcome.path))
        made.retry_requested.connect(lambda: self.retry_requested.emit(state.block.number))
        made.place_chosen.connect(lambda: self._take_place(inset.key))
        made.block_picked.connect(lambda: self.block_picked.emit(state.block.number))
        return made

    def _lines_of(self, path: str) -> Sequence[str]:
        """Return the lines of a file as it is proposed; none while that is not known, or lines are shown in pieces."""
        shown = (file.content for file in self._stops.document.files if file.path == path)
        content = next((one for one in shown if one is not None and not one.has_pieces), None)
        return content.new.lines if content is not None else ()

    def _choose(self, key: str, choice: Choice | None) -> None:
        self._source.finished.add(key)
        self.choice_requested.emit(self._states[key].block.number, choice)

    def _take_place(self, key: str) -> None:
        """Let the keys be about this block: a click on one of its places does not give that the focus."""
        self._insets.entered.emit(key)
        self.current_changed.emit()
        self.place_chosen.emit()

    def _try_search(self, key: str, text: str) -> None:
        self._source.finished.discard(key)
        self.search_requested.emit(self._states[key].block.number, text)

    def _follow_current(self, key: str) -> None:
        self._current = key
        self.current_changed.emit()


def key_of(block: ReviewBlock) -> str:
    """Return the key of the inset of a block, which stays while the reply it is in does."""
    return f"block {block.number} {hash(block.outcome.block.written)}"
