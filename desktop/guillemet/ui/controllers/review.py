"""Joins the review: the proposal's files, the diff and the commit panel, and the session that decides and commits."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from guillemet.app.notices import BEHIND_EDITOR, Level, Notice, folder_not_opened
from guillemet.app.reply_import import READING
from guillemet.app.session import Session
from guillemet.engine.applying.options import Dismiss
from guillemet.engine.errors import UnsafePathError
from guillemet.engine.paths import guard_path
from guillemet.engine.review import Badge, ConflictChoice, Decision, Head, Review
from guillemet.ui import badges
from guillemet.ui.actions import Act
from guillemet.ui.changes import ChangesPane
from guillemet.ui.changes.commit_panel import CommitPanel, way_to_include
from guillemet.ui.changes.pane import NEXT_REPLY, READING_REPLY
from guillemet.ui.desktop.editor import editor_without_line, open_in_editor, show_in_file_manager
from guillemet.ui.diff.empty_page import (
    ALL_COMMITTED,
    LEFT_OUT_OF_THE_COMMIT,
    NOTHING_PICKED,
    NOTHING_PROPOSED,
    WHAT_WILL_BE_COMMITTED,
    of_commit,
    of_uncommitted,
)
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.shortcuts import with_keys_in_force
from guillemet.ui.unresolved_block import ReviewBlock, open_blocks
from guillemet.ui.widgets.context_menu import add_entries
from guillemet.ui.widgets.controls import copy_text
from guillemet.ui.widgets.tab_order import holds_focus, takes_text
from guillemet.ui.wording import FILE_ABOVE, seen

_LONG = 500
"""Milliseconds after which work is said where the eye is."""


class ReviewController(QObject):
    """Connects the panes of a review with `Session`.

    Signals: `block_requested(int)` with the number of a block whose card is to be seen; `diff_requested()` when a place
    in the diff is to be seen, in whose place the editor may be.
    """

    block_requested = Signal(int)
    diff_requested = Signal()

    def __init__(
        self, proposal: ChangesPane, diff: DiffPane, commit: CommitPanel, session: Session, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._proposal, self._diff, self._commit, self._session = proposal, diff, commit, session
        self._committed: tuple[str, Head] | None = None
        """The repository in which a commit was made last, and where its HEAD was then."""
        self._without_line = set[str]()
        """The editors of which it was said that they are not given the line."""
        self._to_tell: tuple[str, Callable[[], None]] | None = None
        """The file to which a key led, while it is not shown yet, and what says so then."""
        self._undone_in = ""
        """The file to whose conflict to go once the step is undone that is being taken back."""
        self._is_reading = False
        """Whether a reply is being read for so long that it is said in place of what is empty."""
        self._reads_long = QTimer(self, singleShot=True, interval=_LONG)
        self._reads_long.timeout.connect(partial(self._show_reading, is_reading=True))
        session.tasks.busy_changed.connect(self._note_work)
        session.decisions.ended.connect(self._lead_to_undone)
        self._connect_proposal()
        self._connect_diff()
        self._connect_blocks()
        self._connect_commit()

    def verbs(self) -> dict[Act, Callable[[], object]]:
        """Return what the actions about reviewing do."""
        session, proposal, diff = self._session, self._proposal, self._diff
        return {
            **diff.verbs,
            Act.NEXT_UNDECIDED: proposal.files.pick_next_undecided,
            Act.NEXT_FILE: partial(self._pick_beside, 1),
            Act.PREVIOUS_FILE: partial(self._pick_beside, -1),
            Act.ACCEPT_FILE: lambda: proposal.files.decide(Decision.ACCEPTED),
            Act.REJECT_FILE: lambda: proposal.files.decide(Decision.REJECTED),
            Act.RECONSIDER_FILE: self._reconsider,
            Act.ACCEPT_ALL: proposal.accept_all,
            Act.REJECT_ALL: proposal.reject_all,
            Act.MARK_REVIEWED: proposal.files.mark_reviewed,
            Act.FILTER_FILES: proposal.start_filter,
            Act.FINISH_REVIEW: session.decisions.finish,
            Act.STAGE: session.committing.stage,
            Act.LOOK_OVER_COMMIT: self._look_over_commit,
            Act.FOCUS_MESSAGE: self._commit.focus_message,
            Act.COMMIT: self._commit.commit,
            Act.INCLUDE_OWN_LINES: lambda: self._commit.include_own_lines(proposal.files.current_line),
            Act.INCLUDE_ALL: self._commit.include_all,
            Act.AMEND: self._commit.amend,
            Act.COMMIT_TO_BRANCH: self._commit.ask_branch,
            Act.COMMIT_AND_PUSH: self._commit.commit_and_push,
            Act.PUSH: session.branching.push,
            Act.SWITCH_BRANCH: session.branching.list,
            Act.SHOW_HOOKS: session.branching.read_hooks,
            Act.WHO_CHANGED_LINE: diff.show_origin_of_line,
            Act.TAKE_MINE: lambda: self._take_side(ConflictChoice.MINE),
            Act.TAKE_PROPOSED: lambda: self._take_side(ConflictChoice.PROPOSED),
            Act.OPEN_IN_EDITOR: lambda: self._with_shown_file(self.open_at_line),
            Act.SHOW_IN_FILE_MANAGER: lambda: self._with_shown_file(self.show_in_file_manager),
            Act.COPY_PATH: lambda: self._with_shown_file(self.copy_path),
            Act.FOCUS_LIST: proposal.focus_files,
            Act.FOCUS_DIFF: self._diff.setFocus,
            Act.OPEN_IN_DIFF: self._diff.setFocus,
        }

    def undo(self, step: str) -> None:
        """Take this step back, unless another one was taken since."""
        if self._session.review is not None and self._session.review.undo == step:
            self._follow_step(self._session.decisions.undo)

    def _follow_step(self, step: Callable[..., None], *arguments: object) -> None:
        """Take a step, and go to what comes back with it, or behind what goes."""
        self._diff.decisions.follow_step()
        step(*arguments)

    def take_review(self, review: Review) -> None:
        """Show a new state of the review in all panes that are about it."""
        self._proposal.set_review(review)
        self._commit.set_review(review, self._proposal.commit_order)
        self._show_unfinished()
        self._advise(review)
        self._show_files()
        self._show_decision()
        self._follow_block(review)

    def _advise(self, review: Review) -> None:
        is_over = not review.files and not review.commit and all(outcome.is_settled for outcome in review.outcomes)
        is_committed = is_over and self._committed == (review.root, review.head)
        is_empty = not (review.files or self._proposal.blocks)
        waiting = of_uncommitted(review.commit)
        if self._is_reading and is_empty:
            self._proposal.set_advice(READING_REPLY)
            self._diff.empty.set_advice(READING_REPLY)
            return
        self._proposal.set_advice(NEXT_REPLY if is_committed else waiting)
        is_left_out = all(line.is_left_out for line in review.commit)
        of_commit = LEFT_OUT_OF_THE_COMMIT if is_left_out else WHAT_WILL_BE_COMMITTED
        others = ALL_COMMITTED if is_committed else of_commit if waiting else NOTHING_PROPOSED
        self._diff.empty.set_advice(others if is_empty else NOTHING_PICKED)

    def _note_work(self, what: str) -> None:
        if what != READING:
            self._reads_long.stop()
            self._show_reading(is_reading=False)
        elif not self._is_reading:
            self._reads_long.start()

    def _show_reading(self, *, is_reading: bool) -> None:
        review = self._session.review
        if is_reading is not self._is_reading and review is not None:
            self._is_reading = is_reading
            self._advise(review)

    def _note_commit(self) -> None:
        review = self._session.review
        if review is not None:
            self._committed = review.root, review.head
            self._advise(review)

    def show_block(self, number: int) -> None:
        """Go to the place of a block, counted from 1 among the outcomes, or to its line where nothing is to settle."""
        review = self._session.review
        self.diff_requested.emit()
        if self._block(number) is not None:
            self._show_unplaced(number)
        elif review is not None and 0 < number <= len(review.outcomes):
            outcome = review.outcomes[number - 1]
            self.show_place(outcome.path, outcome.line)
        self._diff.setFocus()

    def show_conflict(self, path: str) -> None:
        """Go to the first conflict of a file."""
        self.diff_requested.emit()
        self._diff.show_conflict(path)
        self._session.looking.pick(path)
        self._diff.setFocus()

    def undo_decision(self, step: str, path: str) -> None:
        """Take this step back, but for what was changed since, unless another one was taken; go to what comes of it."""
        if self._session.review is not None and self._session.review.undo == step:
            self._undone_in = path
            self._session.decisions.undo(leaves_changed=True)

    def reset_decision(self, paths: Sequence[str]) -> None:
        """Make these files undecided, but leave what was changed since as it lies; go to what comes of it."""

        def lead(review: Review) -> None:
            if conflicts := [path for path in paths if path in review.conflicts]:
                self.show_conflict(conflicts[0])

        self._session.decisions.reconsider(paths, leaves_changed=True, then=lead)

    def _lead_to_undone(self, is_done: bool) -> None:
        path, self._undone_in = self._undone_in, ""
        if is_done and self._session.review is not None and path in self._session.review.conflicts:
            self.show_conflict(path)

    def show_file(self, path: str) -> None:
        """Go to a file in the diff; to one that was changed since it was accepted, as it lies on the disk."""
        self.diff_requested.emit()
        file = self._session.review.file_at.get(path) if self._session.review else None
        if file is not None and Badge.EDITED_SINCE in file.badges:
            self._session.show_on_disk(path)
        else:
            self._session.show_place(path, 0)
        self._diff.setFocus()

    def _follow_line(self, path: str) -> None:
        """Let the list say in which file one moves through the diff, also when a row of another kind was current."""
        files, looking = self._proposal.files, self._session.looking
        is_shown = path == looking.path and not looking.is_of_commit
        if files.current_path != path and holds_focus(self._diff) and is_shown:
            files.follow(path)

    def _follow_card(self) -> None:
        """Let the list say whether one is at a failed block of the file, which has a row of its own once accepted."""
        path, is_of_commit = self._session.looking.path, self._session.looking.is_of_commit
        if path and self._proposal.files.current_path == path and holds_focus(self._diff) and not is_of_commit:
            self._proposal.files.follow(path, at_block=self._is_at_block(path))

    def _is_at_block(self, path: str) -> bool:
        """Whether the keys of the diff are at a failed block of this file."""
        block = self._diff.blocks.current if holds_focus(self._diff) else None
        return block is not None and block.outcome.path == path and not block.outcome.is_settled

    def _look_over_commit(self) -> None:
        """Show all that will be committed, unless it is shown already; where all is left out, say so."""
        looking, review = self._session.looking, self._session.review
        if review is not None and review.commit and all(line.is_left_out for line in review.commit):
            what = "All that is listed is left out of the commit."
            self._session.notifications.show(Notice(Level.INFO, what, way_to_include(review.commit)))
            return
        if not looking.is_of_commit or looking.path not in self._commit.paths:
            looking.show_commit()
        self._diff.setFocus()

    def _look_in_commit(self, path: str) -> None:
        """Show what the commit holds of a file; where that is shown already, unfold it."""
        looking = self._session.looking
        if looking.is_of_commit and looking.path == path:
            self._diff.show_folded(path)
        looking.show_commit(path)

    def _pick_beside(self, step: int) -> None:
        """Go to the next file, or the one before: in the list while that has the focus, else in the diff."""
        files, looking = self._proposal.files, self._session.looking
        if looking.is_of_commit and not files.hasFocus():
            looking.show_commit_beside(step)
        else:
            files.pick_next(step) if files.hasFocus() else files.pick_beside(self._proposal.order, step)

    def _take_side(self, choice: ConflictChoice) -> None:
        if not self._diff.isVisible():
            self._session.notifications.show(BEHIND_EDITOR)
        elif not self._diff.decisions.take_side(choice):
            todo = with_keys_in_force("Go to one first ({NEXT_HUNK}).")
            self._session.notifications.show(Notice(Level.INFO, "The current place is not in conflict.", todo))

    def _decide(self, decision: Decision, paths: Sequence[str]) -> None:
        """Decide so on these files; where that was decided, only say so."""
        session = self._session
        files = session.review.file_at if session.review else {}
        if all(path in files and files[path].decision is decision for path in paths):
            which = f"{seen(paths[0])} is" if len(paths) == 1 else f"These {len(paths):,} files are"
            todo = with_keys_in_force("Reset the decision ({RECONSIDER_FILE}) or undo it ({UNDO}) to decide once more.")
            session.notifications.show(Notice(Level.INFO, f"{which} {decision} already.", todo))
        elif decision is Decision.ACCEPTED and len(paths) == 1 and (why := self._diff.blocks.tell_place(paths[0])):
            todo = with_keys_in_force("Place it there ({PLACE_BLOCK}), or accept the file once more as it is.")
            session.notifications.show(Notice(Level.WARN, why, todo))
        elif decision is Decision.ACCEPTED:
            session.decisions.accept(paths)
            if len(paths) == 1 and session.review and paths[0] in session.review.conflicts:
                self.show_conflict(paths[0])  # it is refused for as long as there is one
        else:
            session.decisions.reject(paths)

    def _say_nothing_to_decide(self, is_to_settle: bool) -> None:
        files = self._proposal.files
        if is_to_settle:
            what = "Nothing was accepted: files to settle are accepted one by one."
            self._session.notifications.show(Notice(Level.INFO, what, "Look at the first, then accept it."))
        elif files.hasFocus() and files.is_beside_files:
            todo = "Go to a file to decide it. The menu of a group (Shift+F10) decides all in it."
            self._session.notifications.show(Notice(Level.INFO, "No file is selected.", todo))
        else:
            self._diff.say_nothing_decided()

    def _reconsider(self) -> None:
        """Reset the decision on the file; in the diff that on the hunk of the text cursor, if one was decided there."""
        session = self._session
        path = session.looking.path
        file = session.review.file_at.get(path) if session.review else None
        files = self._proposal.files
        if len(chosen := files.chosen_paths) > 1 or (chosen and files.is_beside_files):
            self._reconsider_files(chosen)
            return
        if files.hasFocus() and files.is_beside_files:
            todo = "Go to a file to reset its decision. The menu of a group (Shift+F10) resets all in it."
            session.notifications.show(Notice(Level.INFO, "No file is selected.", todo))
            return
        if session.looking.is_of_commit:
            self._diff.say_nothing_decided()
            return
        decided = self._diff.decided_hunk() if holds_focus(self._diff) else None
        if decided is not None:
            self._reset_hunk(*decided)
        elif file is None and session.review and path in session.review.outcomes_at:
            todo = with_keys_in_force("Place its blocks ({PLACE_BLOCK}), or dismiss them ({DISMISS_BLOCK}).")
            session.notifications.show(Notice(Level.INFO, f"Nothing is decided on {seen(path)} yet.", todo))
        elif file is None or file.decision is not Decision.UNDECIDED:
            session.decisions.reconsider([path])
        elif not file.divided:
            session.notifications.show(Notice(Level.INFO, f"Nothing is decided on {seen(file.lies_at)} yet."))
        elif not holds_focus(self._diff):
            session.decisions.reconsider([path])
        else:
            todo = "{UNDO} takes the last decision back. In the list, {RECONSIDER_FILE} resets all on the file."
            notice = Notice(Level.INFO, "Nothing is decided at the line of the text cursor.", with_keys_in_force(todo))
            session.notifications.show(notice)

    def _reconsider_files(self, paths: Sequence[str]) -> None:
        files = self._session.review.file_at if self._session.review else {}
        kept = [path for path in paths if path in files]
        decided = [path for path in kept if files[path].decision is not Decision.UNDECIDED or files[path].divided]
        if decided:
            self._session.decisions.reconsider(decided)
        else:
            which = f"these {len(paths):,} files" if len(paths) > 1 else "this file"
            words = f"Nothing is decided on {which} yet."
            self._session.notifications.show(Notice(Level.INFO, words))

    def _reset_hunk(self, path: str, number: int, of: str) -> None:
        self._session.looking.enter(path)  # also from a row in a file that is not the current one
        self._follow_step(self._session.decisions.reconsider_hunk, path, number, of)

    def _show_unplaced(self, number: int) -> None:
        """Go to the place of a block; the list keeps the keyboard."""
        block = self._block(number)
        if block is not None:
            self._diff.placing.close()
            self._diff.show_block(block)
            self._session.looking.show(block.outcome.path)
            self._proposal.files.follow(block.outcome.path, at_block=True)

    def _show_elsewhere(self, number: int, line: int) -> None:
        """Show the file of a block from this line on, so that the line is clicked at which it is to stand."""
        block = self._block(number)
        if block is not None:
            self._diff.placing.set_block(block)
            self.show_place(block.outcome.path, line)
            self._diff.setFocus()

    def _show_files(self, *_: object) -> None:
        review = self._session.review
        if review is not None:
            proposal = self._proposal
            self._session.looking.set_order(proposal.order, hidden=proposal.hidden)
            seen = self._session.talk.reviewed_files.paths  # what is new in these was looked at
            files = [replace(file, brought=()) if file.brought and file.path in seen else file for file in review.files]
            self._diff.set_files(files, proposal.blocks, proposal.order)
            self._commit.set_order(proposal.commit_order)
            self._commit.set_hidden(proposal.hidden_in_commit)
            self._session.looking.set_commit_order(self._commit.paths)
            self._diff.set_commit(self._commit.paths, of_commit(review.head, len(self._commit.paths)))

    def _show_mark(self, path: str, word: str) -> None:
        """Show what a badge of a file is about: a comment, a conflict, the place of a block, or the first unplaced."""
        if word != badges.UNFINISHED.word:
            self.diff_requested.emit()
        if word == badges.of_comments(self._diff.commenting.counts.get(path, 0)).word:
            self._diff.commenting.lead_to(path)
            return
        if word == Badge.CONFLICT:
            self.show_conflict(path)
            return
        if word == badges.UNFINISHED.word:
            self._session.looking.show(path)
            self._diff.show_conflict(path)
            return
        outcomes = self._session.review.outcomes if self._session.review else ()
        own = {number: outcome for number, outcome in enumerate(outcomes, 1) if outcome.path == path}
        unplaced = {number: outcome for number, outcome in own.items() if not outcome.is_settled}
        if unplaced and word == badges.of_unplaced(tuple(unplaced.values())).word:
            self.show_block(next(iter(unplaced)))
            return
        marked = (outcome for outcome in own.values() if word in [mark.word for mark in badges.of_block(outcome)])
        self.show_place(path, next((line for outcome in marked for line in outcome.lines[:1]), 0))

    def _show_unfinished(self) -> None:
        drafts, review = self._session.talk.edit_drafts, self._session.review
        files = review.files if review is not None else ()
        self._proposal.set_unfinished(frozenset(file.path for file in files if drafts.is_unfinished(file)))

    def _block(self, number: int) -> ReviewBlock | None:
        return next((one for one in self._proposal.blocks if one.number == number), None)

    def dismiss(self, number: int) -> None:
        """Put a block away, counted from 1 among the outcomes, that is in no file."""
        self._session.choose(number, Dismiss())

    def _dismiss_all(self, numbers: tuple[int, ...]) -> None:
        for number in numbers:
            self.dismiss(number)

    def show_place(self, path: str, line: int) -> None:
        """Look at a line of a file; 0 stands for its first change."""
        files = self._session.review.files if self._session.review else ()
        path = next((file.path for file in files if file.moved_to == path), path)
        if not line and path == self._session.looking.path:
            self._diff.show_folded(path)
        self._session.show_place(path, line)

    def _show_clicked(self, path: str) -> None:
        """Show a file of the list that was clicked; the one that is shown already is unfolded."""
        looking = self._session.looking
        if path == looking.path:
            self._diff.show_folded(path)
        looking.pick(path)

    def _include(self, paths: tuple[str, ...], included: bool) -> None:
        """Include files in the commit, or leave them out; keys in the list stay about the file that is current."""
        is_from_list = self._proposal.files.hasFocus() and self._session.looking.is_of_commit
        self._session.looking.stay_at(paths if is_from_list and not included else ())
        self._session.decisions.include_in_commit(paths, included=included)

    def _connect_proposal(self) -> None:
        proposal, files, session = self._proposal, self._proposal.files, self._session
        files.file_picked.connect(session.looking.pick)
        files.file_clicked.connect(self._show_clicked)
        files.block_picked.connect(self._show_unplaced)
        files.file_opened.connect(self._open_file)
        files.mark_picked.connect(self._show_mark)
        files.nothing_undecided.connect(session.decisions.tell_nothing_undecided)
        files.came_back.connect(lambda path, words: self._tell_at(path, partial(self._diff.decisions.come_back, words)))
        files.pause.held.connect(partial(self._diff.decisions.shown_first.emit, FILE_ABOVE))
        files.nothing_to_decide.connect(self._say_nothing_to_decide)
        self._diff.commenting.counts_changed.connect(lambda: proposal.set_comments(self._diff.commenting.counts))
        files.accept_requested.connect(partial(self._decide, Decision.ACCEPTED))
        files.reject_requested.connect(partial(self._decide, Decision.REJECTED))
        files.reconsider_requested.connect(session.decisions.reconsider)
        files.dismiss_requested.connect(self._dismiss_all)
        files.command_dismissed.connect(session.dismiss_suggestion)
        for asked in (files.boxes, self._commit):
            asked.inclusion_requested.connect(self._include)
            asked.own_lines_requested.connect(
                lambda paths, wanted: session.decisions.include_own_lines(paths, included=wanted)
            )
        files.boxes.look_requested.connect(self._look_in_commit)
        proposal.inclusion_of_all_requested.connect(self._commit.include_all)
        files.reviewed_requested.connect(session.talk.reviewed_files.toggle)
        session.talk.reviewed_files.changed.connect(proposal.set_reviewed)
        session.talk.reviewed_files.changed.connect(self._show_files)
        session.talk.edit_drafts.changed.connect(self._show_unfinished)
        proposal.accept_all_requested.connect(session.decisions.accept_all)
        proposal.reject_all_requested.connect(session.decisions.reject_all)
        proposal.finish_requested.connect(session.decisions.finish)
        proposal.blocks_changed.connect(self._show_files)
        proposal.order_changed.connect(self._show_files)
        proposal.commands.preview_requested.connect(session.preview_suggestion)
        proposal.commands.run_requested.connect(session.run_suggestion)
        session.looking.path_chosen.connect(
            lambda path: files.follow(
                path, is_of_review=not session.looking.is_of_commit, at_block=self._is_at_block(path) or None
            )
        )
        session.preview_ready.connect(proposal.set_preview)

    def _connect_diff(self) -> None:
        proposal, diff, session = self._proposal, self._diff, self._session
        diff.accept_requested.connect(lambda path: self._decide(Decision.ACCEPTED, (path,)))
        diff.reject_requested.connect(lambda path: self._decide(Decision.REJECTED, (path,)))
        diff.decisions.accept_part_requested.connect(session.decisions.accept_part)
        diff.decisions.reject_part_requested.connect(session.decisions.reject_part)
        diff.decisions.inclusion_requested.connect(
            lambda path, part, included: session.decisions.include_hunks(path, part, included=included)
        )
        session.decisions.begun.connect(diff.decisions.begin)
        session.decisions.ended.connect(lambda is_done: diff.decisions.end(is_done=is_done))
        diff.conflicts.mine_requested.connect(lambda path: session.decisions.take_mine([path]))
        diff.conflicts.proposal_requested.connect(lambda path: session.decisions.accept([path], overwrites=True))
        diff.conflicts.settle_requested.connect(partial(self._follow_step, session.decisions.settle_conflict))
        diff.conflicts.editor_requested.connect(self.open_in_editor)
        session.looking.path_chosen.connect(diff.expect)
        diff.file_entered.connect(lambda path: session.looking.enter(path, is_of_commit=self._shows_commit))
        diff.menus.file_menu_opened.connect(
            lambda path, menu: add_entries(menu, proposal.files.entries_of(path, is_of_review=not self._shows_commit))
        )
        diff.line_entered.connect(lambda path, _: self._follow_line(path))
        session.contents.contents_changed.connect(diff.set_contents)
        session.commit_contents.contents_changed.connect(partial(diff.set_contents, of_commit=True))
        diff.decided_rows.reset_requested.connect(self._reset_hunk)
        diff.placing.choice_requested.connect(session.choose)
        diff.placing.left.connect(self._show_unplaced)
        diff.next_file_requested.connect(partial(self._pick_beside, 1))
        diff.previous_file_requested.connect(partial(self._pick_beside, -1))
        diff.next_undecided_requested.connect(proposal.files.pick_next_undecided)
        session.looking.content_changed.connect(diff.show_content)
        session.looking.content_changed.connect(lambda _: self._show_decision())
        session.looking.content_changed.connect(lambda _: self._tell_shown())
        session.looking.line_requested.connect(diff.go_to_line)
        session.looking.block_requested.connect(self._show_unplaced)
        diff.file_requested.connect(session.looking.pick)
        diff.origin_requested.connect(
            lambda content, line: session.looking.find_origin(content, line, diff.origin.show_origin)
        )
        session.moving.moves_changed.connect(lambda: diff.set_moves(session.moving.moves))

    def _connect_blocks(self) -> None:
        blocks, session = self._diff.blocks, self._session
        blocks.current_changed.connect(self._follow_card)
        blocks.block_picked.connect(self.block_requested)
        blocks.choice_requested.connect(session.choose)
        blocks.found_elsewhere.connect(
            lambda path, words: self._tell_at(path, partial(self._diff.decisions.shown_first.emit, words))
        )
        blocks.elsewhere_requested.connect(self._show_elsewhere)
        blocks.place_requested.connect(self._show_unplaced)
        blocks.file_requested.connect(self.show_place)
        blocks.accept_requested.connect(lambda path: session.decisions.accept([path]))
        blocks.search_requested.connect(session.search_previews.request)
        session.search_previews.ready.connect(
            lambda preview: blocks.show_preview(preview.number, preview.text, preview.outcome)
        )
        known = session.talk.conversation.files
        known.listed.connect(blocks.set_files)
        blocks.files_requested.connect(known.list_files)

    def _connect_commit(self) -> None:
        commit, session = self._commit, self._session
        commit.stage_requested.connect(session.committing.stage)
        commit.commit_requested.connect(session.committing.commit)
        commit.look_requested.connect(self._look_over_commit)
        commit.hooks_requested.connect(session.branching.read_hooks)
        for shown, run in ((commit.committing, session.committing.run), (commit.pushing, session.branching.pushing)):
            shown.stop_requested.connect(run.stop)
            run.changed.connect(
                lambda shown=shown, run=run: shown.set_run(
                    is_on=run.is_on, is_stopping=run.is_stopping, output=run.output
                )
            )
        session.committing.run.changed.connect(lambda: commit.set_committing(is_on=session.committing.run.is_on))
        session.committing.committed.connect(self._leave_message)
        session.committing.committed.connect(lambda _: self._note_commit())
        session.decisions.message_returned.connect(commit.offer_draft)
        session.decisions.amend_returned.connect(commit.offer_amend)
        session.decisions.message_made_again.connect(commit.take_draft)
        session.decisions.message_made_again.connect(lambda _: self._note_commit())
        session.committing.author_requested.connect(commit.ask_author)

    def _follow_block(self, review: Review) -> None:
        """Keep the block that the diff shows, unless it found its place, was left out or is another one."""
        shown = self._diff.placing.block
        if shown is None:
            return
        now = next((one for one in open_blocks(review) if one.number == shown.number), None)
        is_same = now is not None and now.outcome.block == shown.outcome.block
        if now is None or not is_same or now.outcome.is_success or now.is_chosen:
            self._diff.placing.close()
        elif now != shown:
            self._diff.placing.set_block(now)

    def _tell_at(self, path: str, tell: Callable[[], None]) -> None:
        """Say where a key led once that is shown: it would be overwritten before."""
        self._to_tell = path, tell
        if self._diff.content is not None and self._diff.content.path == path:
            self._tell_shown()

    def _tell_shown(self) -> None:
        to_tell, self._to_tell = self._to_tell, None
        if to_tell is not None and self._diff.content is not None and self._diff.content.path == to_tell[0]:
            to_tell[1]()

    @property
    def _shows_commit(self) -> bool:
        return self._diff.content is not None and self._diff.content.is_of_commit

    def _show_decision(self) -> None:
        shown, review = self._diff.content, self._session.review
        file = review.file_at.get(shown.path) if review and shown and not shown.is_of_commit else None
        if file is not None:
            self._diff.show_decision(file.decision)

    def _leave_message(self) -> None:
        self._commit.take_draft(self._session.committing.message)
        focused = QApplication.focusWidget()
        if focused is None or self._commit.isAncestorOf(focused) or not takes_text(focused):
            self._proposal.focus_files()  # where the undo key means the commit, not the text
        # Who writes elsewhere by now goes on writing: in the list, letters decide.

    def open_at_line(self, path: str) -> None:
        """Open a file in the user's editor, at the line of the text cursor if it is the one that is shown."""
        self.open_in_editor(path, self._diff.line_on_disk if path == self._session.looking.path else 0)

    def open_in_editor(self, path: str, line: int = 0) -> None:
        """Open a file in the user's editor, at this line of what lies on the disk; 0 for none."""
        path = self.on_disk(path)
        file = self._place_on_disk(path)
        if file is None:
            return
        if not file.exists():
            notice = Notice(Level.INFO, f"{seen(path)} is not on disk yet.", "Accept it first.")
            self._session.notifications.show(notice)
        elif why_not := open_in_editor(file, self._root, line=line, own=self._session.preferences.now.editor):
            self._session.notifications.show(Notice(Level.WARN, why_not))
        elif line > 1:
            self._tell_without_line(editor_without_line(self._root, self._session.preferences.now.editor))

    def _tell_without_line(self, editor: str) -> None:
        """Say once that this editor shows the beginning of the file, and how to mend that; nothing without a name."""
        if editor and editor not in self._without_line:
            self._without_line.add(editor)
            todo = "Write its command in Settings, Look, with {path} and {line} where they belong."
            what = f"How {seen(editor)} takes a line is not known: it was given the file alone."
            self._session.notifications.show(Notice(Level.INFO, what, todo))

    def show_in_file_manager(self, path: str) -> None:
        """Show where a file lies."""
        file = self._place_on_disk(self.on_disk(path))
        if file is not None and not show_in_file_manager(file):
            self._session.notifications.show(folder_not_opened(str(file.parent)))

    def lies_at(self, path: str) -> str:
        """Return where a file of the proposal is now."""
        file = self._session.review.file_at.get(path) if self._session.review else None
        return file.lies_at if file else path

    def on_disk(self, path: str) -> str:
        """Return where a file of the proposal is found on the disk: one that is to be moved, at its former path."""
        file = self._session.review.file_at.get(path) if self._session.review else None
        return file.on_disk if file else path

    @property
    def _root(self) -> Path:
        return Path(self._session.review.root if self._session.review else "")

    def _place_on_disk(self, path: str) -> Path | None:
        """Return where a file lies, or say why not: a block may name a path that leads out of the worktree."""
        if self._session.review is None:
            return None
        try:
            return self._root / guard_path(path)
        except UnsafePathError as error:
            self._session.notifications.show(Notice(Level.WARN, str(error)))
            return None

    def copy_path(self, path: str) -> None:
        """Put the path from the top of the repository on the clipboard."""
        path = self.lies_at(path)
        copy_text(path)
        self._session.notifications.show(Notice(Level.DONE, f"Copied {seen(path)}."))

    def _with_shown_file(self, act: Callable[[str], object]) -> None:
        if path := self._session.looking.path:
            act(path)

    def _open_file(self, path: str) -> None:
        self._session.looking.pick(path)
        self._diff.setFocus()
