"""The diff pane as a whole: header, block bar, editors, find bar, footer, and the keys that work in it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.moves import MoveEnd
from guillemet.engine.diff.proposal_files import CommitFiles, ProposalFiles, is_unplaced
from guillemet.engine.review import Decision, FileReview
from guillemet.ui.actions import DECIDING, Act, KeyScope
from guillemet.ui.comments.diff_comments import DiffComments
from guillemet.ui.diff.anchors import LineOnScreen, select_to_end
from guillemet.ui.diff.conflicts import ConflictInsets
from guillemet.ui.diff.decision_queue import DecisionQueue
from guillemet.ui.diff.diff_splitter import DiffSplitter
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.empty_page import DiffBody, NoteBar, words_for
from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.header import Header
from guillemet.ui.diff.insets.block_places import BlockPlaces, key_of
from guillemet.ui.diff.insets.manual_placement import BlockBar, ManualPlacement
from guillemet.ui.diff.insets.picture_places import PicturePlaces
from guillemet.ui.diff.left_place import LeftPlace, is_elsewhere
from guillemet.ui.diff.line_menu import DiffMenus
from guillemet.ui.diff.look_selection import LookSelection
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.search.diff_search import DiffSearch
from guillemet.ui.shortcuts import act_pressed, is_pressed, key_in, with_keys_in_force
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.unresolved_block import ReviewBlock
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.controls import announce
from guillemet.ui.widgets.find_bar import FindBar
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.line_bar import LineBar
from guillemet.ui.widgets.line_origin import LineOriginPopup
from guillemet.ui.widgets.tab_order import holds_focus, take_letters


class DiffPane(QWidget):
    """Shows one file: what is proposed for it, or, where nothing is, how it stands.

    `requests`, `look`, `conflicts`, `decided_rows`, `decisions`, `commenting`, `blocks`, `placing` and `menus` have
    signals of their own.

    Signals: `accept_requested(path)`; `reject_requested(path)`; `file_requested(path)` for the other end of a moved
    block; `origin_requested(DiffContent, line)` of a line without the proposal, counted from 0, None for a new one;
    `line_entered(path, line)`, a new line counted from 1; `file_entered(path)` when scrolling or the text cursor makes
    another file the current one; `next_file_requested()`; `previous_file_requested()`; `next_undecided_requested()`;
    `edit_requested()`; `back_requested()` from a file nothing is proposed for; `placing_offered(frozenset[Act])` with
    what can be done with the blocks.
    """

    accept_requested = Signal(str)
    reject_requested = Signal(str)
    file_requested = Signal(str)
    origin_requested = Signal(object, object)
    line_entered = Signal(str, int)
    file_entered = Signal(str)
    next_file_requested = Signal()
    previous_file_requested = Signal()
    next_undecided_requested = Signal()
    edit_requested = Signal()
    back_requested = Signal()
    placing_offered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: DiffContent | None = None
        self._awaited: MoveEnd | None = None
        """The end of a moved block to go to, once its file is shown."""
        self._proposal, self._commit = ProposalFiles(), CommitFiles()
        self._files: ProposalFiles = self._proposal
        """Those that are shown."""
        self._is_going = False
        """Whether a file is being gone to, past others."""
        self._shows_all = self._is_put_away = self._awaits_end = False
        self._given = style.current()
        self.requests = DiffRequests(self)
        self._header = Header(self, self.requests)
        self._note = NoteBar(self)
        self._reading = DiffView(self, self._given.theme, self._given.font_size, self.requests)
        self.decided_rows = self._reading.decided_rows
        self.insets = self._reading.insets
        self.set_moves, self.stop_seen = self._reading.set_moves, self._reading.stop_seen
        self._left = LeftPlace(self._reading)
        self.look = LookSelection(self._reading, self._header, self)
        self.body = DiffBody(self)
        self.empty = self.body.empty
        self.conflicts = ConflictInsets(self._reading.insets, self)
        self._pictures = PicturePlaces(self._reading.insets, self._reading.stops, self)
        self._block_bar = BlockBar(self)
        self.placing = ManualPlacement(self._block_bar, self._reading, self)
        """Of a block that is to stand elsewhere than where its place says; it is shown with its file."""
        self.blocks = BlockPlaces(self._reading.insets, self._reading.stops, self)
        """Those to be settled, below the heads of their files."""
        self._awaited_block = self._awaited_conflict = ""
        """The key of the place, and the file to whose first conflict, to go to, once its file is shown."""
        self.commenting = DiffComments(self._reading, self)
        self.decisions = DecisionQueue(self._reading, self.conflicts, lambda: self._files.paths, self)
        """Has to hear when a decision begins, and when its outcome is shown."""
        self._find = FindBar(self._reading.line_in_view, self, is_of_review=True)
        self.search = DiffSearch(self._find, self._reading, self._proposal, self)
        self._line = LineBar(self)
        self._footer = Footer(self)
        self.origin = LineOriginPopup(self)
        """Says where a line comes from."""
        self.menus = DiffMenus(self._reading, self._header, self)
        self.verbs = self._table_of_verbs()
        """What the keys do here."""
        self.setAccessibleName("Diff")
        self._lay_out()
        self._connect_signals()
        self.show_content(None)

    @property
    def content(self) -> DiffContent | None:
        """What is shown; None when no file is."""
        return self._content

    @property
    def splitter(self) -> DiffSplitter:
        """The editors of the look in use."""
        return self._reading.splitter

    @property
    def line_on_disk(self) -> int:
        """The line on the disk, from 1, of the block at the keys, else of the text cursor; 0 where none are shown."""
        return (self.blocks.line_on_disk or self._reading.line_on_disk()) if self._reading.has_lines else 0

    def decided_hunk(self) -> tuple[str, int, str] | None:
        """Return the hunk to be reset at the text cursor: its file, its number and the identity of the texts."""
        return self._reading.stops.decided_hunk(self._reading.decided) if self._reading.has_lines else None

    def current_line(self) -> LineOnScreen:
        """Return the line of the block at the keys, else of the text cursor, else the first of the current hunk."""
        line = self.blocks.line_in(self._content.path) if self._content is not None else 0
        return LineOnScreen(line - 1, None) if line else self._reading.current_line()

    def show_content(self, content: DiffContent | None) -> None:
        """Show this file from its first hunk, or, for None, what to do next; the same file keeps its place."""
        before, is_same, self._newest = self._content, False, content
        if before is not None and content is not None:
            is_same = (before.path, before.is_of_commit) == (content.path, content.is_of_commit)
            if is_same and content.white_space is not before.white_space:
                announce(self, content.white_space)
        self._left.note(before, content)
        self._show(content, keep_place=is_same)
        self._left.return_from(before, content)
        self._go_to_awaited(content)

    def _go_to_awaited(self, content: DiffContent | None) -> None:
        if content is not None and self._awaited is not None and self._awaited.path == content.path:
            self._unfold(content.path)
            self._reading.go_to_end(self._awaited)
            self._awaited = None
        if self._awaited_block and self._reading.stops.go_to_inset(self._awaited_block):
            self._awaited_block = ""
        if content is not None and content.path == self._awaited_conflict:
            self.show_conflict(content.path)

    def expect(self, path: str) -> None:
        """Stop saying that no file is picked, for one is being read."""
        if path and self._content is None:
            self.empty.say("", "")

    def set_awaiting(self, *, is_awaiting: bool) -> None:
        """Offer nothing at the foot while another file than the one that is shown was asked for."""
        self._footer.setDisabled(is_awaiting)

    def show_decision(self, decision: Decision) -> None:
        self.decisions.is_open = decision is Decision.UNDECIDED
        self._footer.show_decision(decision)
        self._offer_decision()
        if self._content is not None:
            path = {self._content.path}
            decided = self._files.decided - path if self.decisions.is_open else self._files.decided | path
            self._reading.set_reviews(self._files.reviews, decided)

    def set_files(
        self, files: Sequence[FileReview], blocks: Sequence[ReviewBlock] = (), order: Sequence[str] | None = None
    ) -> None:
        """Set the files of the proposal, and the blocks to be settled; of all, show those of this order.

        Decided files are folded.
        """
        was_among, decided = self._files.is_among_others(self._content), self._proposal.decided
        self._proposal.set_reviews(files)
        self._proposal.set_unplaced([block.outcome.path for block in blocks])
        self._proposal.set_order(order)
        self._refresh()
        if (content := self._content) and self._files.is_among_others(content) and not (was_among or self._shows_all):
            with self._left.kept():  # one that is decided again, as by an undo, is folded as the others are
                self._show(content, keep_place=content.path in self._proposal.decided - decided)
        self.blocks.set_blocks(blocks)
        self._note.name_way_back(has_review=bool(files or blocks))
        self._name_shown()

    def _name_shown(self) -> None:
        if self._shows_all:
            self._name_top(self._reading.current.file_at_top)
        else:
            self._name_file(self._content)

    def show_block(self, block: ReviewBlock) -> None:
        """Go to the place of a block, as soon as its file is shown."""
        self._awaited_block = key_of(block)
        if block.outcome.path == (self._content.path if self._content else None):
            self._unfold(block.outcome.path)

    def show_conflict(self, path: str) -> None:
        """Go to the first conflict of a file, as soon as it is shown."""
        content = self._content
        is_shown = content is not None and content.is_proposed and content.path == path and bool(content.texts.conflict)
        self._awaited_conflict = "" if is_shown else path
        if is_shown:
            self._go_to_conflict(path)

    def set_commit(self, paths: Sequence[str], words: str) -> None:
        """Set the files of the next commit, and what is said above them all."""
        self._commit.set_paths(paths)
        self._note.set_commit(words)
        if self._files is self._commit:
            self._refresh()

    def set_contents(self, contents: Mapping[str, DiffContent], *, of_commit: bool = False) -> None:
        """Show what there is to be seen of the files of the proposal, or of the next commit."""
        files = self._commit if of_commit else self._proposal
        if files.set_contents(contents, but_for=self._newest if self._shows_all and files is self._files else None):
            self._refresh()

    def set_continuous(self, *, is_continuous: bool) -> None:
        """Show all files of the proposal one below the other, or one at a time."""
        if is_continuous is not self._proposal.is_continuous:
            self._proposal.is_continuous = is_continuous
            self._header.options.show_continuous(is_continuous=is_continuous)
            if self._content is not None:
                with self._left.kept():
                    self._show(self._content, keep_place=False)

    def set_theme(self, theme: Theme) -> None:
        self._reading.set_style(theme=theme)

    def set_font_size(self, points: int) -> None:
        self._reading.set_style(points=points)
        for box in self.findChildren(CodeBox):  # at once; the style that follows has it, too
            box.set_size(points)
        self.look.fit()

    def next_hunk(self) -> None:
        """Go to the next hunk or block, also in the next file to decide, or, without any, to the next place offered."""
        if self.placing.is_shown and not self._has_stops:
            self.placing.go_to_next_place()
        elif not self._reading.stops.go_to_next() and (path := self._files.waiting_below(self._content)):
            self.file_requested.emit(path)
        take_letters(self)

    def previous_hunk(self) -> None:
        """Go to the hunk or block before, or the place before."""
        self._reading.stops.go_to_previous() if self._has_stops else self.placing.go_to_next_place(-1)
        take_letters(self)

    @property
    def _has_stops(self) -> bool:
        has_stops = self._reading.has_diff or self._shows_all or is_unplaced(self._content)
        return has_stops or bool(self.splitter.rows.at_decided)

    def place_block(self) -> None:
        """Put the block of the current place where its place says, or that shown beside the file at the text cursor."""
        self._say((self.placing if self.placing.is_shown else self.blocks).place_here())

    def dismiss_block(self) -> None:
        """Put that block away."""
        self.placing.dismiss() if self.placing.is_shown else self._say(self.blocks.dismiss())

    def go_to_line(self, line: int) -> None:
        """Go to a line of the new side, counted from 1, and open the fold it is in, or its file."""
        if self._content is not None:
            self._unfold(self._content.path)
        self._reading.go_to_line(line - 1)

    def switch_white_space(self) -> None:
        """Ask for the next way to compare white space."""
        if self._content is not None and self._content.is_compared:
            self.requests.white_space_requested.emit(self._content.white_space.following)

    def go_to_other_end(self) -> None:
        """Go to where the line of the text cursor was moved to, or from."""
        end = self._reading.other_end()
        if end is not None:
            self._go_to_end(end)

    def show_origin_of_line(self) -> None:
        """Ask which commit the line of the text cursor comes from; one that is proposed comes from none."""
        row, editor = self.splitter.cursor_row(), self.splitter.cursor_editor
        if self._content is not None and self._reading.has_lines and row is not None:
            is_replaced = row.is_changed and row.old is not None and editor.shows.place(row) == (False, row.new)
            place = editor.viewport().mapToGlobal(editor.cursorRect().bottomLeft())
            self.origin.wait_at(place, is_replaced=is_replaced)
            self.origin_requested.emit(self._content, self._reading.document.old_line(row))

    def open_find(self) -> None:
        """Find text in what is shown, and in what is folded there."""
        if self._reading.has_lines:
            self.search.open()

    def open_find_in_all(self) -> None:
        """Find text in all files of the proposal, or, where there is none, in what is shown."""
        if self._reading.has_lines or self._files.compared:
            self.search.open(is_everywhere=True)

    def ask_line(self) -> None:
        """Ask for the number of a new line, and go there."""
        if self._reading.has_lines and self._content is not None:
            new = self._content.new
            self._line.open_for(new.number_in_file(len(new.lines) - 1))

    def comment(self) -> None:
        """Ask what to say of the line of the text cursor, or of the selected lines."""
        if self.commenting.can_begin:
            self.commenting.begin()

    def accept(self) -> None:
        self._decide_file(self.accept_requested)

    def reject(self) -> None:
        self._decide_file(self.reject_requested)

    def _decide_file(self, requested: SignalInstance) -> None:
        if self._is_put_away:
            self._say("This file is decided. Unfold it to decide otherwise.")
        elif self._content is not None and self._content.is_proposed:
            requested.emit(self._content.path)

    def accept_part(self, hunk: int | None = None) -> None:
        """Accept this hunk, or the selected lines if some are in it; else those, the current hunk, or the file."""
        self.decisions.decide(Decision.ACCEPTED, hunk)

    def reject_part(self, hunk: int | None = None) -> None:
        self.decisions.decide(Decision.REJECTED, hunk)

    def next_undecided(self) -> None:
        """Go to the next hunk that waits for a decision, or ask for the next file that does."""
        can_be_here = self.decisions.is_open and self._files is self._proposal
        if not (can_be_here and self._reading.stops.go_to_next(with_decided=False)):
            self.next_undecided_requested.emit()

    def event(self, event: QEvent) -> bool:
        # Taking the override keeps the window's own shortcuts from answering the same key.
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride and self._action_of(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._leave():
            return
        if event.matches(QKeySequence.StandardKey.MoveToEndOfDocument):
            self._go_to_end_of_all()
        elif event.matches(QKeySequence.StandardKey.SelectEndOfDocument):
            self._say(select_to_end(self.splitter, self._reading.document))
        elif event.isAutoRepeat() and (self.decisions.is_under_way or act_pressed(self.verbs, event) in DECIDING):
            event.accept()
        elif (action := self._action_of(event)) is not None:
            action()
        elif not self.placing.type_digit(event.text()):
            super().keyPressEvent(event)

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return what a key does here; None for nothing."""
        if is_elsewhere(self._content) and is_pressed(Act.LINE_OF_FILE, event):
            return self.ask_line
        act = act_pressed(self.verbs, event)
        return None if act is None else self.verbs[act]

    def _leave(self) -> bool:
        """Close what was opened over the file, else leave a file nothing is proposed for; False if there is neither."""
        for is_open, close in (
            (self.origin.isVisible(), self.origin.hide),
            (self.placing.is_shown, self.placing.leave),
            (self.search.is_open, self.search.close),
            (is_elsewhere(self._content), self.back_requested.emit),
        ):
            if is_open:
                close()
                return True
        return False

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002
        self._go_back()  # a focus proxy would let the Tab key pass over all that stands before it

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.setAccepted(self.menus.open_at(event.globalPos()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and style.current() != self._given:
            self._given = style.current()
            self._reading.set_style(theme=self._given.theme, points=self._given.font_size)

    def _show(self, content: DiffContent | None, *, keep_place: bool) -> None:
        self._content = content
        self._choose_files()
        had_focus, was_read, showed_all = holds_focus(self), holds_focus(self.body), self._shows_all
        # Among others, the head of a file says what is to be said of it.
        has_rows = (
            is_unplaced(content) or self._files.is_among_others(content) or bool(content and content.texts.conflict)
        )
        why = self.blocks.why_asked(content.path) if content and content.is_proposed else ""
        words = None if has_rows else words_for(content, why) if content else self.empty.advice
        self.blocks.set_visible(is_visible=not is_elsewhere(self._content))
        self._shows_all = words is None and self._files.is_among_others(content)
        self._show_about(content)
        shown = content if content is not None and words is None else DiffContent.nothing()
        if words is not None or not keep_place:
            self._line.hide()  # its number is one of another file
        if words is not None and not self.search.is_everywhere:
            self._find.hide()  # there is nothing to look for
        self.body.show_page(self._reading, words, None if self._shows_all else content)
        if self._shows_all and content is not None:
            self._show_among_others(content, keep_place=keep_place, showed_all=showed_all)
        else:
            self._files.document = None
            self._footer.show_place("")
            self._reading.show_content(shown, keep_place=keep_place)
        self._show_insets()
        self.commenting.refresh()
        self.search.refresh()
        self.placing.set_content(None if is_unplaced(content) else content, shown)
        if not self.insets.has_focus and (was_read or (had_focus and not holds_focus(self))):
            self._go_back()

    def _choose_files(self) -> None:
        """Turn to the files of the commit, of which nothing is known then, or to those of the proposal."""
        files = self._commit if self._content is not None and self._content.is_of_commit else self._proposal
        if files is not self._files:
            self._commit.set_contents({}, but_for=None)
            files.document, self._shows_all = None, False
            self._files = self.search.files = files

    def _show_among_others(self, content: DiffContent, *, keep_place: bool, showed_all: bool) -> None:
        if not is_unplaced(content):
            (self._files.keep if keep_place else self._files.open)(content)
        self._is_going = True
        self._show_all(content.path, keep_place=showed_all)
        number = self._files.number_of(content.path)
        if not keep_place or self._reading.current.file != number:  # it may be folded by now, and another in view
            self._reading.go_to_file(number)
        self._is_going = False
        self._offer_decision()  # it may have been folded before
        self._name_top(self._reading.current.file_at_top)

    def _show_insets(self) -> None:
        files = self._reading.document.files
        self.conflicts.show_files(file.content for file in files)
        self._pictures.show_files(files, are_several=self._shows_all)

    def _go_to_conflict(self, path: str) -> None:
        """Go to the first conflict of a file, if it has any; it is unfolded for that."""
        key = self.conflicts.key_of_first(path)
        if key and not self._reading.stops.go_to_inset(key):
            self._toggle_file(path)
            self._reading.stops.go_to_inset(key)

    def _show_about(self, content: DiffContent | None) -> None:
        """Say in the bars above and below what is to be said of the current file."""
        self._name_file(content)
        self._note.show_content(content, is_among_others=self._shows_all)
        self._footer.setVisible(content is not None)
        self._footer.name_file(self._files.name_of(content.path) if content is not None and self._shows_all else "")
        self._offer_decision()

    def _offer_decision(self) -> None:
        """Offer to decide the current file; one that is decided and folded is decided otherwise by its head only."""
        content, can_fold = self._content, self._shows_all and not self.decisions.is_open
        self._is_put_away = content is not None and can_fold and self._files.is_closed(content.path)
        can = content is not None and content.is_proposed and not self._is_put_away
        conflict = content is not None and bool(content.texts.conflict)
        self._footer.lead_on(is_on=bool(self._files.waiting_below(content)))
        is_in_commit = content is not None and content.is_of_commit and not content.texts.whole_only
        self._footer.offer_inclusion(can=is_in_commit)
        self._footer.offer_decision(can=can, is_in_conflict=conflict, of_rest=self._files.of_rest(content))

    def _refresh(self, around: str = "") -> None:
        """Show the files of the proposal as they are known now, from the place where one is; at least those around."""
        self._offer_decision()
        if not self._shows_all or self._content is None or not self._files.is_among_others(self._content):
            if self._shows_all and self._content is not None and self._content.path in self._files.paths:
                self._show(self._files.content_of(self._content.path), keep_place=False)  # all others are gone
            self.search.refresh()
            return  # what is shown next is on its way
        self._content = self._files.content_of(self._content.path)
        if self._show_all(around or self._content.path, keep_place=True):
            self._show_insets()
            self.commenting.refresh()
        self.search.refresh()

    def _show_all(self, path: str, *, keep_place: bool) -> bool:
        """Show all files, at least those around this one; return whether they are others than before."""
        self._reading.set_reviews(self._files.reviews, self._files.decided)
        is_other = self._files.join_around(path)
        if is_other and self._files.document is not None:
            self._reading.show_document(self._files.document, keep_place=keep_place)
            if self._awaits_end and self._files.document.files[-1].content is not None:
                self._awaits_end = False
                self.splitter.enter_last()
        return is_other

    def _unfold(self, path: str) -> None:
        """Go to the awaited block if its file is among those shown, folded or not."""
        if self._shows_all and self._files.is_closed(path):
            self._unfold_file(path)
        if self._reading.stops.go_to_inset(self._awaited_block):
            self._awaited_block = ""

    def show_folded(self, path: str) -> None:
        """Show a file from its first hunk on, if it is folded."""
        if self._shows_all and self._files.is_closed(path):
            self._unfold_file(path)
            self._reading.go_to_file(self._files.number_of(path))

    def _show_undecided(self, path: str) -> None:
        """Show a folded file instead of deciding what was not seen, and say so."""
        self.show_folded(path)
        and_all = f", {key} accepts all of it." if (key := key_in(Act.ACCEPT_FILE, KeyScope.DIFF)) else "."
        self._say(f"It was folded: the key decides its first hunk now{and_all}")

    def _toggle_file(self, path: str) -> None:
        with self._reading.stops.keeping_head(path):
            self._files.toggle(path)
            self._refresh()

    def _go_to_end_of_all(self) -> None:
        """Go to the last row, also of a file of which there was the head only, and again once that is read."""
        if self._shows_all:
            self._refresh(self._files.paths[-1])
        if self._reading.has_lines:
            self.splitter.enter_last()
            self._awaits_end = self._reading.document.files[-1].content is None

    def _unfold_file(self, path: str, *, is_of_review: bool = False) -> None:
        """Show a file, unfolded, beside the others or by itself, of the commit only if it need not be the review."""
        if self._shows_all and self._files.knows(path) and not (is_of_review and self._files is self._commit):
            self._files.unfold(path)
            self._refresh(path)
        else:
            self.file_requested.emit(path)

    def _enter_file(self, current: int, top: int) -> None:
        """Follow the view to another current file, or another one at its top."""
        shown = self._files.document
        if not self._shows_all or shown is None or current >= len(shown.files):
            return
        path = shown.files[current].path
        if self._is_going:
            return  # where to is known already
        if self._content is None or path != self._content.path:
            self._content, self._newest = self._files.content_of(path), None  # what is read of it may be newer
            self._awaits_end = False
            review = self._files.reviews.get(path)
            decision = Decision.UNDECIDED if review is None else review.decision
            self.decisions.is_open = decision is Decision.UNDECIDED
            self._show_about(self._content)
            self._footer.show_decision(decision)
            self.placing.set_content(None if is_unplaced(self._content) else self._content, self._content)
            self.file_entered.emit(path)
            QTimer.singleShot(0, self, self._refresh)  # others may be near now
        self._name_top(top)

    def _name_top(self, top: int) -> None:
        """Name the file whose lines are at the top; where its own head is, count what is proposed."""
        shown = self._files.document
        if shown is not None and top >= 0:
            self._name_file(self._files.content_of(shown.files[top].path))
        else:
            files = self._files
            self._header.show_files(files.counted, files.white_space, with_nothing_placed=files.with_nothing_placed)

    def _name_file(self, content: DiffContent | None) -> None:
        review = self._files.reviews.get(content.path) if content is not None and content.is_proposed else None
        comments = self.commenting.counts.get(content.path, 0) if content is not None else 0
        is_current = content is None or self._content is None or content.path == self._content.path
        self._header.show_content(content, review, comments=comments, is_current=is_current)
        self._header.mark_current(is_current=self._shows_all and is_current)

    def _table_of_verbs(self) -> dict[Act, Callable[[], object]]:
        return {
            Act.NEXT_HUNK: self.next_hunk,
            Act.PREVIOUS_HUNK: self.previous_hunk,
            Act.SWITCH_LOOK: self.look.switch,
            Act.SWITCH_WHITE_SPACE: self.switch_white_space,
            Act.SWITCH_WRAP: self.look.switch_wrap,
            Act.SWITCH_PICTURE: lambda: self._say(self._pictures.switch(self._content.path if self._content else "")),
            Act.GO_TO_OTHER_END: self.go_to_other_end,
            Act.MORE_CONTEXT: partial(self._reading.change_context, 1),
            Act.LESS_CONTEXT: partial(self._reading.change_context, -1),
            Act.UNFOLD_ALL: lambda: self._reading.unfold_all(unfold=not self._reading.folding.is_all_open),
            Act.FIND: self.open_find,
            Act.FIND_IN_ALL: self.open_find_in_all,
            Act.FIND_NEXT: self.search.next,
            Act.FIND_PREVIOUS: self.search.previous,
            Act.COMMENT: self.comment,
            Act.PLACE_BLOCK: self.place_block,
            Act.DISMISS_BLOCK: self.dismiss_block,
            **self.blocks.verbs(self._say),
            Act.ACCEPT_PART: self.accept_part,
            Act.REJECT_PART: self.reject_part,
            Act.NEXT_FILE: self.next_file_requested.emit,
            Act.PREVIOUS_FILE: self.previous_file_requested.emit,
            Act.NEXT_UNDECIDED: self.next_undecided,
        }

    def _lay_out(self) -> None:
        self.body.addWidget(self._reading)
        below = (self._find, self._line, self._footer)
        fill(QVBoxLayout(self), self._header, self._note, self._block_bar, (self.body, 1), *below, margins=0, gap=0)

    def _connect_signals(self) -> None:
        self._header.titles.summary_pressed.connect(self.next_hunk)
        self._header.options.find_requested.connect(self.open_find)
        self._reading.current.hunk_changed.connect(self._footer.show_hunk)
        self._reading.current.place_changed.connect(self._footer.follow_place)
        self._reading.current.place_changed.connect(self.origin.hide)
        self._reading.line_entered.connect(self._emit_line)
        self._reading.move_pressed.connect(self._go_to_end)
        self.menus.hunk_pressed.connect(self._press_hunk)
        self.menus.comment_requested.connect(self.comment)
        self.menus.other_end_requested.connect(self.go_to_other_end)
        self.menus.origin_requested.connect(self.show_origin_of_line)
        self._reading.state_changed.connect(lambda: self._footer.comment.setEnabled(self.commenting.can_begin))
        self._reading.hunk_pressed.connect(self._press_hunk)
        self._reading.current.file_entered.connect(self._enter_file)
        self.accept_requested.connect(self._go_to_conflict)  # it is refused for as long as there is one
        self.requests.accept_requested.connect(self.accept_requested)
        self.requests.reject_requested.connect(self.reject_requested)
        self.requests.conflict_requested.connect(self._go_to_conflict)
        self.requests.comments_requested.connect(self.commenting.lead_to)
        self.requests.toggled.connect(self._toggle_file)
        self.search.file_requested.connect(self._unfold_file)
        self.commenting.file_requested.connect(lambda path: self._unfold_file(path, is_of_review=True))
        self.commenting.counts_changed.connect(self._name_shown)
        self._line.line_requested.connect(self.go_to_line)
        for changed in (self.placing.shown, self.blocks.current_changed):
            changed.connect(lambda *_: self._offer_for_block())
        self.blocks.place_chosen.connect(self._footer.end_answer)
        self.decisions.accept_requested.connect(self.accept)
        self.decisions.reject_requested.connect(self.reject)
        self.decisions.nothing_selected.connect(self.say_nothing_decided)
        self.decisions.shown_first.connect(self._say)
        self.decisions.unfold_requested.connect(self._show_undecided)
        self._connect_foot()
        for closed in (self.search.closed, self._line.closed, self.commenting.closed):
            closed.connect(self._go_back)

    def _connect_foot(self) -> None:
        self._reading.lines_selected.connect(lambda: self._footer.show_lines(self.decisions.offered_lines))
        self._note.back.clicked.connect(self.back_requested)
        verbs = {**self.verbs, Act.ACCEPT_FILE: self.accept, Act.REJECT_FILE: self.reject}
        self._footer.pressed.connect(lambda act: verbs[act]())

    def _offer_for_block(self) -> None:
        """Offer what can be done with the block at which the keys are; one placed by hand has buttons of its own."""
        self.placing_offered.emit(self.blocks.offered(self.placing.block))
        words = ("", "") if self.placing.is_shown else self.blocks.decisions
        self._footer.offer_block(*words, can_place=self.blocks.can_place)

    def _go_to_end(self, end: MoveEnd) -> None:
        if not self._reading.go_to_end(end):
            self._awaited = end
            self.file_requested.emit(end.path)

    def _go_back(self) -> None:
        self.body.focus(self.splitter.main)

    def _emit_line(self, line: int) -> None:
        if self._content is not None:
            self.line_entered.emit(self._content.path, line + 1)

    def say_nothing_decided(self) -> None:
        """Say why a key decided nothing."""
        self._say(with_keys_in_force(self.blocks.advice or self.decisions.advice))

    def _say(self, words: str) -> None:
        if words:
            self._footer.show_place(words, is_answer=True)
            announce(self, words)

    def _press_hunk(self, verb: str, hunk: int) -> None:
        if verb == "Comment":
            self.commenting.begin_on_hunk(hunk)
        elif not self.decisions.press(verb, hunk):
            self._reading.stops.enter_hunk(hunk)
            self.edit_requested.emit()
