"""A block that failed, was skipped or is in doubt, as a place in the diff: what it searched for, where it may belong.

failed · not found · The searched lines are not in the file.
line 41 · 87 %    line 12 · 60 %                                     one press shows the other
− searched   + stands in the file                                      of a single place with its per cent
− def total(xs, tax):                                                the searched text against what stands there
+ def total(xs):
Place here replaces line 41: searched line 1 differs.
Place here puts in:
+ def total(xs, tax, discount):
Place here   Elsewhere…   Other file…   Edit…   Retry with the model   Dismiss   Show block   Copy block

The last line is the third one where there are several places.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.engine.applying.manual_placement import offered
from guillemet.engine.applying.options import Choice, InFile, PlaceAt, SearchFor
from guillemet.engine.blocks import EditBlock
from guillemet.engine.outcomes import Nearest
from guillemet.engine.text import counted
from guillemet.ui import badges
from guillemet.ui.actions import Act
from guillemet.ui.changes.file_chooser import FileChooser
from guillemet.ui.diff.insets.diff_insets import InsetCard
from guillemet.ui.diff.insets.searched_text import FEW, MOST_NEW, PutIn, SearchEdit, likeness_words, searched_against
from guillemet.ui.shortcuts import with_keys_in_force
from guillemet.ui.style import style
from guillemet.ui.unresolved_block import WITH_TEXT, ReviewBlock, lines_named
from guillemet.ui.widgets.code_box import LONGEST, CodeBox, CodeLine, framed
from guillemet.ui.widgets.controls import (
    FoldButton,
    PathButton,
    Remark,
    ToolButton,
    button,
    copy_text,
    label,
)
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import mark_risky, stops_in
from guillemet.ui.wording import DISMISS, MINUS, seen, sign_of

MOST_PLACES = 12
"""Places that get a button each; a line that stands everywhere has thousands, which took seconds to build."""
AROUND = 3
"""Lines shown above and below one of several places that are just alike."""
_SURE = 60
"""Percent of likeness below which no place is taken before the user chooses it."""


class PlaceButton(ToolButton):
    """One of the places a block may go to.

    Signals: `stepped(steps)` when an arrow key asks for the one before it, -1, or behind it, 1.
    """

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}.get(
            Qt.Key(event.key())
        )
        if steps is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(steps)


class _Fold(Enum):
    """A part of a place that is unfolded by a button."""

    FILES = auto()
    SEARCH = auto()
    BLOCK = auto()


_FOLDS = {Act.PLACE_IN_FILE: _Fold.FILES, Act.EDIT_SEARCHED: _Fold.SEARCH, Act.SHOW_BLOCK: _Fold.BLOCK}


class PlaceState:
    """What the user unfolded, chose and typed in a place, for when its widget is made again."""

    def __init__(self, block: ReviewBlock) -> None:
        self.block = block
        self.picked: int | None = None
        """The place that the user chose, among those of the block."""
        self.is_announced = False
        """Whether it was announced that the block stands at another place than the one that is shown."""
        self.shows_all = False
        self.unfolded = set[_Fold]()
        self.typed = ""
        """Letters of the file that is being chosen."""
        self.text = block.searched
        """What is to be searched for instead."""

    def take(self, block: ReviewBlock) -> None:
        """Set what became of the block: a found one needs no other searched text, one with a file no other file."""
        if block.outcome.path != self.block.outcome.path:
            self.unfolded.discard(_Fold.FILES)
            self.typed = ""
        if len(block.places) != len(self.block.places):
            self.picked = None  # it was placed, or that was undone
        self.block = block
        if block.outcome.is_success:
            self.unfolded.discard(_Fold.SEARCH)

    @property
    def why_none_chosen(self) -> str:
        """Why none of the places is taken before the user chooses one; empty where one is, or there is none."""
        places = self.block.places
        if self.picked is not None or self.block.outcome.is_success or not (places and self.block.is_placeable):
            return ""
        best = places[0]
        if best.is_known:
            return ""
        alike = sum(near.similarity == best.similarity for near in places)
        if alike > 1:
            return f"{alike:,} places are equally alike: choose one."
        if best.percent < _SURE:
            choose = "choose it if it is right" if len(places) == 1 else "choose one"
            return f"The most similar place is only {best.percent} % alike: {choose}."
        return ""

    @property
    def chosen(self) -> int:
        """The place that is shown, among those of the block; -1 for none."""
        places = self.block.places
        return -1 if self.why_none_chosen else min(self.picked or 0, len(places) - 1)

    @property
    def near(self) -> Nearest | None:
        """The place that is shown."""
        return self.block.places[self.chosen] if self.chosen >= 0 else None

    @property
    def line(self) -> int:
        """The line of the place that is shown, else the one to look at first, from 1; 0 where none is known."""
        return self.block.line if self.near is None else self.near.line

    @property
    def keeps(self) -> bool:
        """Whether the place that is shown is the one in doubt where the block stands: *Keep here* says it is right."""
        return self.near is not None and self.near == self.block.stands

    @property
    def has_other_text(self) -> bool:
        """Whether another searched text is typed, which may be found elsewhere: its own places are not meant."""
        return _Fold.SEARCH in self.unfolded and self.text != self.block.searched

    @property
    def offer(self) -> PlaceAt | None:
        """What *Place here* or *Keep here* would choose; None where neither is offered."""
        near = self.near
        return offered(near) if near is not None and self.block.is_placeable else None

    @property
    def here(self) -> PlaceAt | None:
        """What *Place here* or *Keep here* chooses; None where neither can be pressed."""
        return None if self.has_other_text else self.offer

    @property
    def here_words(self) -> str:
        """What the button for that says; empty where there is none. It is disabled while no place is meant."""
        if self.offer is None and not self.why_none_chosen:
            return ""
        return "Keep here" if self.keeps else "Place here"

    @property
    def why_not_here(self) -> str:
        """Why the button for that is disabled; empty where it is not, or there is none."""
        if self.has_other_text and self.here_words:
            return "Another text is typed for this block: use that text, or cancel."
        return self.why_none_chosen

    @property
    def put_in(self) -> Sequence[str] | None:
        """The lines that *Place here* would put in; None where that is not known, or it is not offered."""
        near = self.near
        return near.placed.new if self.offer is not None and near is not None and near.placed else None

    @property
    def title(self) -> str:
        """What is read of the place: the end of the block, and why."""
        outcome = self.block.outcome
        if outcome.message and not outcome.is_success:
            return f"{outcome.status.word}: {seen(outcome.message)}"  # a sentence that says the reason, too
        return f"{self.block.title}. {seen(outcome.message)}".strip()

    def estimate(self) -> int:
        """Return about how many lines of text it is high."""
        block, near = self.block, self.near
        stood = near.text if near is not None and near.text else block.outcome.stood
        shows_code = not block.outcome.is_success or near is not None or bool(stood)
        code = block.searched.count("\n") + stood.count("\n") + 2 if shows_code else 0
        new = min(len(self.put_in or ()), MOST_NEW) + 1
        return 5 + min(code, FEW) + new + 2 * len(block.other_files) + 8 * len(self.unfolded)


class BlockPlace(InsetCard):
    """The place of one block.

    Signals: `choice_requested(choice)`, None for undoing one; `elsewhere_requested()`; `search_requested(text)` to find
    out what another searched text would come to; `file_requested(path, line)` to look at a file; `files_requested()`;
    `accept_requested()` of its file; `retry_requested()`; `block_picked()` to show the block in the conversation;
    `place_chosen()` when another of its places is shown, or none can be chosen any more, or again.
    """

    choice_requested = Signal(object)
    elsewhere_requested = Signal()
    search_requested = Signal(str)
    file_requested = Signal(str, int)
    files_requested = Signal()
    accept_requested = Signal()
    retry_requested = Signal()
    block_picked = Signal()
    place_chosen = Signal()

    def __init__(
        self, state: PlaceState, files: FileListing, lines_of: Callable[[str], Sequence[str]], parent: QWidget
    ) -> None:
        """Show a block; `lines_of` gives the lines of a file as it is proposed, as far as they are known."""
        super().__init__(parent)
        self._state = state
        self._files = files
        self._lines_of = lines_of
        self.chooser: FileChooser | None = None
        self.search: SearchEdit | None = None
        self._code: QWidget | None = None
        """What the searched text is compared in; while another one is typed, that is compared below it instead."""
        self._put_in: PutIn | None = None
        self._place_here: QWidget | None = None
        self._turns: dict[_Fold, FoldButton] = {}
        self._body = QWidget(self.card)
        self._column = QVBoxLayout(self._body)
        self._around = QVBoxLayout(self.card)
        fill(self._around, self._body, margins=0)
        self._build()

    def show_state(self) -> None:
        """Show the block again as it is now; the focus stays on the same control as far as there is one."""
        stops = stops_in([self._body])
        focused = next((at for at, stop in enumerate(stops) if stop.hasFocus()), -1)
        before, self._body = self._body, QWidget(self.card)
        before.hide()
        before.deleteLater()
        self._around.replaceWidget(before, self._body)
        self._column = QVBoxLayout(self._body)
        self.chooser = self.search = self._code = self._put_in = self._place_here = None
        self._turns = {}
        self._build()
        after = stops_in([self._body])
        if 0 <= focused < len(after):
            self._body.show()
            after[focused].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_files(self, files: FileListing) -> None:
        """Offer these files where one is chosen."""
        self._files = files
        if self.chooser is not None:
            self.chooser.set_files(files)

    def unfold(self, act: Act) -> None:
        """Unfold the part in which one does this, unless it is, and go to its field, else to its button."""
        fold = _FOLDS[act]
        if fold not in self._turns:
            return
        if fold not in self._state.unfolded:
            self._turns[fold].click()
        field = {_Fold.FILES: self.chooser, _Fold.SEARCH: self.search}.get(fold)
        (field or self._turns[fold]).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _build(self) -> None:
        state, block = self._state, self._state.block
        self._column.setContentsMargins(style.WIDE, style.GAP, style.WIDE, style.GAP)
        self._column.setSpacing(style.TIGHT)
        self.setAccessibleName(state.title)
        self._column.addWidget(_status(block, self._body))
        if block.outcome.asks:
            self._column.addWidget(label(badges.LEFT_OUT, "dim"))
        self._build_places()
        has_choice = len(block.places) > 1 or bool(state.why_none_chosen)
        if has_choice:
            self._build_actions()  # above what each place is as high as it is: they stay under the pointer
        if state.why_none_chosen:
            self._column.addWidget(label(state.why_none_chosen))
        for near in block.other_files:
            self._build_other_file(near)
        self._build_code()
        if block.takes_other_file and not block.outcome.is_success and WITH_TEXT not in dict(block.choices()):
            self._column.addWidget(label(_why_no_file(block), "dim"))  # on a line of its own, apart from the buttons
        if not has_choice:
            self._build_actions()

    def _build_actions(self) -> None:
        row, folds = FlowLayout(gap=style.TIGHT), QVBoxLayout()
        # Before they are filled: what is unfolded already would be a window of its own for a moment.
        self._column.addLayout(row)
        self._column.addLayout(folds)
        self._add_actions(row, folds)

    def _build_places(self) -> None:
        state, places = self._state, self._state.block.places
        if len(places) > 1 or state.why_none_chosen:
            row = FlowLayout(gap=style.TIGHT)
            for at, near in enumerate(places[:MOST_PLACES]):
                chosen, words = PlaceButton(), _words(near, is_now=near == state.block.stands)
                chosen.setText(words)
                chosen.setAccessibleName(f"{words} in {seen(near.path)}")
                chosen.setCheckable(True)
                chosen.setProperty("role", "choice")
                chosen.setChecked(at == state.chosen)
                chosen.clicked.connect(lambda *_, at=at: self._choose_place(at))
                chosen.stepped.connect(lambda steps, at=at: self._step_to_place(at + steps))
                row.addWidget(chosen)
            self._column.addLayout(row)
            if places[0].is_known:
                why = "comes first: the searched lines stood there before they were changed."
                self._column.addWidget(label(f"Line {places[0].line:,} {why}", "dim"))
            elif state.block.stands is None and places[0].percent < max(near.percent for near in places):
                why = "comes first: a line of the block stands there, and nowhere else in the file."
                self._column.addWidget(label(f"Line {places[0].line:,} {why}", "dim"))
        if (more := len(places) - MOST_PLACES) > 0:
            self._column.addWidget(label(f"{counted(more, 'more place')}; Elsewhere… goes from one to the next", "dim"))

    def _choose_place(self, at: int) -> None:
        self._state.picked, self._state.is_announced = at, False
        self.show_state()
        self.place_chosen.emit()

    def _step_to_place(self, at: int) -> None:
        """Choose a place by an arrow key, which goes from the last one to the first: the keys place the chosen one."""
        self._choose_place(at % min(len(self._state.block.places), MOST_PLACES))
        next(one for one in self._body.findChildren(PlaceButton) if one.isChecked()).setFocus()

    def _build_other_file(self, near: Nearest) -> None:
        there = _place_button(near) if near.count else _path_button(near)
        there.clicked.connect(lambda: self.file_requested.emit(near.path, near.line))
        use = button(
            "Use this file",
            name=f"Use this file: {seen(near.path)}",
            clicked=lambda: self.choice_requested.emit(InFile(near.path)),
        )
        self._column.addLayout(fill(QHBoxLayout(), (there, 1), use, gap=style.GAP))

    def _build_code(self) -> None:
        """Show the searched text against what stands at the place, and what placing it there replaces."""
        state, block = self._state, self._state.block
        near, is_edit = state.near, isinstance(block.outcome.block, EditBlock)
        if around := self._lines_around():
            self._add_code(around, f"Around {lines_named(state.line, is_proposed=block.is_proposed)}")
        elif near is not None and near.text and is_edit:
            # Of several places the buttons say it.
            likeness = likeness_words(near) if len(block.places) == 1 else ""
            self._add_comparison(near.text, f"stands in the file{likeness}")
        elif is_edit and block.outcome.stood:
            self._add_comparison(block.outcome.stood, "stood there")
        elif is_edit and block.searched and not block.outcome.is_success:
            self._add_code([CodeLine(line) for line in seen(block.searched).split("\n")], "Searched text")
        if near is None:
            return
        if state.keeps:
            stays = lines_named(near.line, is_proposed=block.is_proposed)
            self._column.addWidget(label(f"Keep here says that the place is right: the block stays at {stays}."))
            return
        differences = seen(", ".join(near.differences)) or ("" if near.similarity < 1 else "exactly the searched text")
        if state.offer is not None and near.count:
            self._put_in = PutIn("Place here", is_proposed=block.is_proposed, parent=self._body)
            self._put_in.show_at(near, differences)
            self._put_in.setHidden(state.has_other_text)
            self._column.addWidget(self._put_in)
        elif differences:
            self._column.addWidget(label(differences, "dim"))

    def _lines_around(self) -> list[CodeLine]:
        """Return the lines around the place that is shown, which are all that tells it from others just like it.

        None of the place where the block stands: its hunk is right below.
        """
        block, near = self._state.block, self._state.near
        is_one_of_several = near is not None and near.similarity >= 1 and len(block.places) > 1
        lines = self._lines_of(near.path) if near is not None and is_one_of_several and not self._state.keeps else ()
        if near is None or not lines:
            return []
        place = range(near.line - 1, near.line + block.searched.count("\n"))
        shown = range(max(place.start - AROUND, 0), min(place.stop + AROUND, len(lines)))
        width = len(str(shown.stop))
        found = list[CodeLine]()
        for at in shown:
            words = seen(lines[at][:LONGEST])
            begin, end = (width + 2 + len(words) - len(words.lstrip()), width + 2 + len(words))
            found.append(CodeLine(f"{at + 1:>{width}}  {words}", marks=((begin, end),) if at in place else ()))
        return found

    def _add_comparison(self, there: str, words: str) -> None:
        """Show the searched text against this one; what the signs mean is said where there are some."""
        lines = searched_against(self._state.block.searched, there)
        has_signs = any(line.sign.strip() for line in lines)
        self._add_code(lines, f"{MINUS} searched   + {words}" if has_signs else "Searched text")

    def _add_code(self, lines: Sequence[CodeLine], title: str) -> None:
        state = self._state
        self._code = QWidget(self._body)
        self._code.setHidden(_Fold.SEARCH in state.unfolded)
        box = CodeBox(name=title, has_bands=False)
        is_cut = len(lines) > FEW + 1 and not state.shows_all
        box.set_lines(lines[:FEW] if is_cut else lines)
        column = fill(QVBoxLayout(self._code), label(title, "dim"), framed(box), margins=0, gap=style.TIGHT)
        if len(lines) > FEW + 1:
            words = f"Show all {len(lines):,} lines" if is_cut else "Show fewer lines"
            column.addLayout(fill(QHBoxLayout(), button(words, "fold", clicked=self._turn_code), 1))
        self._column.addWidget(self._code)

    def _turn_code(self) -> None:
        self._state.shows_all = not self._state.shows_all
        self.show_state()

    def _add_actions(self, row: FlowLayout, folds: QVBoxLayout) -> None:
        state, block = self._state, self._state.block
        near, offer = state.near, state.offer
        if near is not None and offer is not None:
            words = state.here_words
            name = f"{words}, at line {near.line:,} of {seen(near.path)}"
            self._place_here = button(
                words, "leading", name=name, tip=f"{name}{with_keys_in_force(' ({PLACE_BLOCK})')}"
            )
            self._place_here.clicked.connect(lambda: self.choice_requested.emit(offer))
            self._place_here.setEnabled(not state.has_other_text)
            row.addWidget(self._place_here)
        elif state.here_words:
            place_here = button(state.here_words, "leading", tip=state.why_none_chosen)
            place_here.setEnabled(False)
            row.addWidget(place_here)
        if block.is_placeable:
            tip = "Click the line in the file that the block is to stand at"
            row.addWidget(button("Elsewhere…", "fold", tip=tip, clicked=self.elsewhere_requested))
        if block.outcome.asks and block.is_open:
            tip = f"Accept all that is proposed for {seen(block.outcome.path)}"
            row.addWidget(button("Accept file anyway", "fold", tip=tip, clicked=self.accept_requested))
        choices = block.choices()
        if block.takes_other_file:
            self._add_fold(row, folds, ("Other file…", "Cancel"), _Fold.FILES)
        if block.can_be_searched:
            self._add_fold(row, folds, ("Edit…", "Cancel"), _Fold.SEARCH)
        for text, choice in choices:
            row.addWidget(self._choice(text, choice))
        if block.is_retried:
            tip = "Writes a message about this block; nothing is sent before you send it"
            row.addWidget(button("Retry with the model", "fold", tip=tip, clicked=self.retry_requested))
        raw = block.outcome.block.raw
        show = FoldButton(
            "block",
            lambda: framed(CodeBox(raw, name="Block as it was written")),
            place=folds,
            is_open=_Fold.BLOCK in state.unfolded,
        )
        show.folded.connect(lambda is_open: (state.unfolded.add if is_open else state.unfolded.discard)(_Fold.BLOCK))
        self._turns[_Fold.BLOCK] = show
        row.addWidget(show)
        row.addWidget(button("Copy block", "fold", clicked=lambda: copy_text(raw)))
        row.addWidget(button("In the conversation", "fold", clicked=self.block_picked))

    def _choice(self, text: str, choice: Choice | None) -> QWidget:
        path = seen(self._state.block.outcome.path)
        chosen = button(
            text,
            "fold",
            name=f"{text}: {path}" if choice is None else text,
            tip=f"{text} (s)" if text == DISMISS else "",
            clicked=lambda: self.choice_requested.emit(choice),
        )
        mark_risky(chosen)
        return chosen

    def _add_fold(self, row: FlowLayout, folds: QVBoxLayout, texts: tuple[str, str], fold: _Fold) -> None:
        """Add a button that unfolds a part with a field, which gets the focus and gives it back on Escape."""
        state, made = self._state, list[FileChooser | SearchEdit]()

        def leave() -> None:
            turn.click()
            turn.setFocus(Qt.FocusReason.OtherFocusReason)

        def unfold() -> QWidget:
            part = self._file_chooser() if fold is _Fold.FILES else self._search_edit()
            part.left.connect(leave)
            made.append(part)
            return part

        def take(is_open: bool) -> None:
            (state.unfolded.add if is_open else state.unfolded.discard)(fold)
            if self._code is not None:
                self._code.setHidden(_Fold.SEARCH in state.unfolded)
            self._show_offer()
            if is_open:
                for other in {_Fold.FILES, _Fold.SEARCH} & state.unfolded - {fold}:
                    self._turns[other].click()  # one at a time: both are left by "Cancel"
                made[0].setFocus(Qt.FocusReason.OtherFocusReason)

        turn = FoldButton("", unfold, place=folds, is_open=fold in state.unfolded)
        turn.set_texts(*texts)
        turn.folded.connect(take)
        self._turns[fold] = turn
        row.addWidget(turn)

    def _take_text(self, text: str) -> None:
        """Offer the place of the block while the text is its own, and no longer once another is typed."""
        self._state.text = text
        self._show_offer()
        self.search_requested.emit(text)

    def _show_offer(self) -> None:
        has_other_text = self._state.has_other_text
        if self._put_in is not None:
            self._put_in.setHidden(has_other_text)
        if self._place_here is not None and self._place_here.isEnabled() is has_other_text:
            self._place_here.setEnabled(not has_other_text)
            self.place_chosen.emit()

    def _file_chooser(self) -> FileChooser:
        state = self._state
        self.chooser = chooser = FileChooser(self._files, state.typed)
        chooser.typed.connect(lambda typed: setattr(state, "typed", typed))
        chooser.file_chosen.connect(lambda path: self.choice_requested.emit(InFile(path)))
        self.files_requested.emit()
        return chooser

    def _search_edit(self) -> SearchEdit:
        state = self._state
        self.search = search = SearchEdit(state.text, is_proposed=state.block.is_proposed)
        search.text_changed.connect(self._take_text)
        search.search_chosen.connect(lambda text: self.choice_requested.emit(SearchFor(text)))
        if state.text != state.block.searched:
            self.search_requested.emit(state.text)
        elif not state.block.outcome.is_success:
            search.compare(next(iter(state.block.outcome.nearest), None))
        return search


def _status(block: ReviewBlock, parent: QWidget) -> Remark:
    outcome, known = block.outcome, badges.of_block(block.outcome)
    words = (mark.word for mark in known if mark.why not in outcome.message)  # or it would be said twice
    parts = [outcome.status.word, *([str(outcome.reason)] if outcome.reason else []), *words]
    if outcome.is_success and outcome.lines:
        parts.append(f"line {outcome.lines[0]:,}")  # its place is meant, which may begin above the line that changes
    message = seen(outcome.message) or " ".join(mark.why for mark in known) or block.title
    icon, role = sign_of(outcome)
    return Remark(icon, role, f"{' · '.join(parts)} · {message}", parent=parent)


def _words(near: Nearest, *, is_now: bool) -> str:
    return f"line {near.line:,}{' (now)' if is_now else likeness_words(near)}"


def _place_button(near: Nearest) -> PathButton:
    """Return the button of a place in another file."""
    lead = "line" if near.similarity >= 1 else f"nearest {near.percent} % at line"
    return PathButton(near.path, lead=f"{lead} {near.line:,} in ")


def _path_button(near: Nearest) -> PathButton:
    """Return the button of a file that only its path speaks for."""
    return PathButton(near.path, lead="path " if near.similarity >= 1 else f"nearest path {near.percent} %: ")


def _why_no_file(block: ReviewBlock) -> str:
    """Return why the block can not go to the file in which its lines stand: there is none, or more than one."""
    several = sum(near.count > 0 for near in block.other_files)
    found = f"{counted(several, 'file')} have these lines: use one of them."
    return found if several else "No other file has these lines."
