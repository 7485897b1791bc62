"""The session: the only store of the window, and the verbs a user can ask of it.

    a widget's request ──▶ a verb here ──▶ a job in the repository's worker ──▶ Done(review) ──▶ review_changed(Review)

Widgets get the values that the signals carry and know nothing of this class.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.chat_service import ChatService
from guillemet.app.history import history_file as kept_history
from guillemet.app.notices import Level, Notice, Notifications, Offer, Topic
from guillemet.app.preferences import Preferences
from guillemet.app.reply_import import ReceivedReply, ReplyImport
from guillemet.app.repository_service import RepositoryService, RepositoryState
from guillemet.app.review import reports
from guillemet.app.review.branch_actions import BranchActions
from guillemet.app.review.current_file import CurrentFile, commit_line_of, file_of
from guillemet.app.review.edit_drafts import EditGuard
from guillemet.app.review.moved_blocks import MovedBlocks
from guillemet.app.review.proposal_contents import CommitContents, ProposalContents
from guillemet.app.review.review_actions import Committing, RepositoryOpener, ReviewActions
from guillemet.app.review.search_preview import SearchPreviews
from guillemet.app.review.step_notices import (
    of_accepted,
    of_all_rejected,
    of_finished,
    of_nothing_to_finish,
    of_rejected,
    of_undecided,
)
from guillemet.app.saved_snippets import snippets_file
from guillemet.app.task_runner import TaskRunner
from guillemet.app.transcript import ReplyTranscript
from guillemet.app.turns import Use
from guillemet.engine.applying.options import Choice, Dismiss
from guillemet.engine.blocks import FormatName
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.review import ConflictChoice, OperationPreview, OwnLines, Part, Review
from guillemet.engine.workspace import Applied, Done, Workspace
from guillemet.settings import Settings

_READ_AS = {Offer.READ_FILES: FormatName.WHOLE_FILE, Offer.PLACE_LISTINGS: FormatName.LISTING}
"""What the listings of a reply are read as when it is read again."""

Tell = Callable[[Review], Notice | None]
"""Returns what there is to say of the review that comes of a decision."""


def _nothing(_: Review) -> None:
    """Say nothing."""


class Session(QObject):
    """State and verbs of one window.

    Its parts have verbs and signals of their own: `reception`, `looking`, `committing`, `transcript`, `preferences`,
    `talk`, `notifications`, `tasks`.

    Signals: `review_changed(Review)`, `preview_ready(OperationPreview)`, `message_returned(str)` with the message of a
    commit that was taken back, `amend_returned(str)` with that of one that had amended the one before it, empty where
    it kept the message, `decision_begun()`, and `decision_ended(bool)` when what comes after it is shown, with
    whether it was carried out.
    """

    review_changed = Signal(object)
    preview_ready = Signal(object)
    message_returned = Signal(str)
    amend_returned = Signal(str)
    decision_begun = Signal()
    decision_ended = Signal(bool)

    def __init__(
        self,
        settings: Settings,
        parent: QObject | None = None,
        *,
        settings_file: Path | None = None,
        history_file: Path | None = None,
        inline: bool = False,
    ) -> None:
        """Start with no repository open; `inline` runs all work at once, for tests.

        Settings and kept conversations lie in these files, the user's own when None; conversations beside settings.
        """
        super().__init__(parent)
        self.review: Review | None = None
        self.notifications = Notifications(self)
        self.tasks = TaskRunner(self, inline=inline, report_failure=self.notifications.show_error)
        self._workplace = RepositoryService(self.tasks, self)
        self.preferences = Preferences(settings, self.tasks, file=settings_file, parent=self)
        self.preferences.failed.connect(partial(self.notifications.show_error, topic=Topic.SETTINGS))
        self.preferences.saved.connect(partial(self.notifications.settle, Topic.SETTINGS))
        self.talk = ChatService(
            self.tasks,
            self._workplace,
            self.preferences,
            self.notifications,
            history_file=history_file or _beside(settings_file, "history.sqlite") or kept_history(),
            snippets_file=_beside(settings_file, "snippets.txt") or snippets_file(),
            parent=self,
        )
        self._steps = ReviewActions(self._workplace, self.notifications, self)
        self._edit_guard = EditGuard(self.talk.edit_drafts, self.notifications, self)
        not_opened = partial(self.notifications.show_error, topic=Topic.OPENING)
        self._opening = RepositoryOpener(self._workplace, self._steps, not_opened)
        self.committing = Committing(self._steps, self.preferences, self.notifications, self.talk.comments, self)
        self.branching = BranchActions(self._workplace, self._steps, self.preferences, self.notifications, self)
        self.committing.push_requested.connect(self.branching.push)
        self.reception = ReplyImport(
            self.tasks, self._workplace, self.notifications, self.talk.conversation.options_of_reply, self
        )
        self.looking = CurrentFile(self._workplace, self.preferences, self)
        self.looking.rest_hidden.connect(lambda count: self.notifications.show(reports.of_hidden(count)))
        self.contents = ProposalContents(self._workplace, self.tasks, self.preferences, self)
        self.commit_contents = CommitContents(self._workplace, self.tasks, self.preferences, self)
        self.moving = MovedBlocks(self.tasks, self)
        self.search_previews = SearchPreviews(self._workplace, self)
        self.transcript = ReplyTranscript(self.tasks, self.talk, self._known_paths, self)
        self.contents.contents_changed.connect(self.moving.find)
        self.looking.content_changed.connect(self._follow_unproposed)
        self.looking.content_changed.connect(lambda _: self._follow_commit())
        self._steps.reviewed.connect(self._take_review)
        self._workplace.opened.connect(self._take_repository)
        self._workplace.changed.connect(self._take_outside_change)
        self._workplace.lost.connect(partial(self.notifications.show_error, topic=Topic.WATCHING))
        self._workplace.found_again.connect(partial(self.notifications.settle, Topic.WATCHING))
        self.reception.applied.connect(self._take_applied)
        self.reception.folder_given.connect(self.open_repository)
        self.talk.conversation.applied.connect(self._take_growth)
        self.talk.ready.connect(lambda _: self.reception.take_waiting())

    def open_repository(self, folder: str) -> None:
        """Open the repository this folder belongs to; the one that is open stays until that succeeded."""
        self._opening.open(folder, Workspace.open)

    def try_repository(self, folder: str) -> None:
        """Open the repository this folder belongs to, if it belongs to one: the user did not choose this folder."""
        self._opening.open_if_any(folder)

    def make_repository(self, folder: str) -> None:
        """Make the folder a repository and open it."""
        self._opening.open(folder, Workspace.create)

    def close(self) -> None:
        """End all work; a step that writes is finished first."""
        self.branching.pushing.stop()
        self._workplace.close()
        self.talk.end()
        self.tasks.close()

    def accept(self, paths: Sequence[str], *, overwrites: bool = False) -> None:
        """Write the proposal of these files, except those whose edit is unfinished, and say so.

        `overwrites` writes it over what changed since in the same lines.
        """
        before = self.review

        def accept(paths: Sequence[str]) -> None:
            tell = partial(of_accepted, before) if before is not None and len(paths) > 1 else _nothing
            self._decide(paths, self._accepting(paths, overwrites=overwrites), done="accepted", tell=tell)

        conflicts = self.review.conflicts if self.review and not overwrites else ()
        self._edit_guard.accept(self.review, paths, accept, refused=conflicts)

    def accept_without_edit(self, path: str) -> None:
        """Write the proposal of a file although its edit is unfinished; undo brings that back."""
        self._decide([path], self._accepting([path]), done="accepted")

    def reject(self, paths: Sequence[str]) -> None:
        """Refuse the proposal of these files."""
        unfinished = self.talk.edit_drafts.unfinished_of(self.review, paths)
        tell = partial(of_rejected, self.review, unfinished=unfinished)
        self._decide(paths, lambda workspace: workspace.reject(paths), done="rejected", tell=tell)

    def accept_part(self, path: str, part: Part) -> None:
        """Write these changes of a file, unless an edit of it is unfinished; the others stay proposed."""

        def accept(_: Sequence[str]) -> None:
            stage = self.preferences.now.stage_on_accept
            self._decide_part(path, lambda workspace: workspace.accept_part(path, part, stage=stage), done="accepted")

        if not self._edit_guard.accept(self.review, [path], accept):
            self.decision_ended.emit(False)  # noqa: FBT003  a signal

    def reject_part(self, path: str, part: Part) -> None:
        """Refuse these changes of a file; the others stay proposed."""
        self._decide_part(path, lambda workspace: workspace.reject_part(path, part), done="rejected")

    def edit(self, path: str, text: str, of: str, *, then: Callable[[], None] = lambda: None) -> None:
        """Propose the user's own text for a file, made from the texts of this identity; `then` is called once it is."""
        before = self.review

        def tell(done: Done) -> None:
            if not done.refusals:
                then()
                if before is not None and (settled := reports.of_edited(path, before, done.review)):
                    self.notifications.show(settled)

        self._steps.take(lambda workspace: workspace.edit(path, text, of), done="edited", then=tell)

    def settle_conflict(self, path: str, number: int, choice: ConflictChoice | OwnLines, of: str) -> None:
        """Settle one conflict of a file, counted from 1, whose shown texts have this identity; no edit may be begun.

        The user's lines stay as they are, the proposed ones are written; lines of the user's own are proposed instead.
        """
        stage = self.preferences.now.stage_on_accept

        def settle(workspace: Workspace) -> Done:
            if choice is ConflictChoice.PROPOSED:
                return workspace.accept_conflict(path, number, of, stage=stage)
            return workspace.settle_conflict(path, number, choice, of)

        def take(_: Sequence[str]) -> None:
            tell = partial(reports.of_mine, [path], self.review) if choice is ConflictChoice.MINE else _nothing
            self._decide_part(path, settle, done="settled", tell=tell)

        if isinstance(choice, OwnLines):
            take([path])
        elif not self._edit_guard.accept(self.review, [path], take, of_held=reports.of_unfinished_beside_conflict):
            self.decision_ended.emit(False)  # noqa: FBT003  a signal

    def include_own_lines(self, paths: Sequence[str], *, included: bool) -> None:
        """Choose whether a commit takes these accepted files as they lie on the disk, the user's own lines included."""
        self._steps.take(lambda workspace: workspace.include_own_lines(paths, included=included), done="chosen")

    def include_in_commit(self, paths: Sequence[str], *, included: bool) -> None:
        """Choose whether commits take these accepted files, or leave them out."""
        self._steps.take(lambda workspace: workspace.include_in_commit(paths, included=included), done="chosen")

    def include_hunks(self, path: str, part: Part, *, included: bool) -> None:
        """Choose whether commits take the hunks of a file that a part touches; say so when nothing of it is left."""

        def tell(done: Done) -> None:
            line = next((line for line in done.review.commit if line.path == path), None)
            if not included and not done.refusals and line is not None and line.is_by_choice:
                words = f"All of {path} is left out of the commit now."
                self.notifications.show(reports.with_undo(Notice(Level.DONE, words), done.review))

        self._take_shown(
            lambda workspace: workspace.include_hunks(path, part, included=included), done="chosen", then=tell
        )

    def take_mine(self, paths: Sequence[str]) -> None:
        """Leave these files as they lie on the disk, and reject what is proposed for them."""
        tell = partial(reports.of_mine, paths, self.review)
        self._decide(paths, lambda workspace: workspace.take_mine(paths), done="settled", tell=tell)

    def reconsider(
        self, paths: Sequence[str], *, leaves_changed: bool = False, then: Callable[[Review], None] = lambda _: None
    ) -> None:
        """Make these files undecided again, and say what that takes back: hunks may be out of sight.

        `leaves_changed` leaves files whose lines were changed since as they lie on the disk.
        """
        files = self.review.file_at if self.review else {}
        words = reports.of_reset([files[path] for path in paths if path in files], leaves_changed=leaves_changed)
        self._steps.take(
            lambda workspace: workspace.reconsider(paths, leaves_changed=leaves_changed),
            done="reset",
            reported=partial(reports.with_undo, Notice(Level.DONE, words)) if words else None,
            then=lambda done: then(done.review),
        )

    def reconsider_hunk(self, path: str, number: int, of: str) -> None:
        """Make one hunk undecided again, counted from 1 in the file whose shown texts have this identity; say so."""
        stage = self.preferences.now.stage_on_accept

        def tell(done: Done) -> None:
            if not done.refusals:
                words = f"What was decided in hunk {number:,} of {path} is reset. Undo brings it back."
                self.notifications.show(reports.with_undo(Notice(Level.DONE, words), done.review))

        self._take_shown(
            lambda workspace: workspace.reconsider_hunk(path, number, of, stage=stage), done="reset", then=tell
        )

    def accept_all(self, shown: Sequence[str] | None = None) -> None:
        """Accept every undecided file but those that must be seen first; say so, and show the first of them.

        Where a filter is on, accept these files, which it shows, and go on to the next that it shows.
        """
        before = self.review
        undecided = [file.path for file in before.to_decide] if before else []
        unfinished = frozenset(self.talk.edit_drafts.unfinished_of(before, undecided))

        def show_left(done: Done) -> None:
            left = done.review.to_decide
            self._tell_left_out(before, done.review)
            if shown is not None and self.looking.path in shown:
                self.looking.show_next_undecided()
            if before is not None and not done.refusals:
                is_filtered = shown is not None
                self.notifications.show(
                    reports.of_all_accepted(before, done.review, is_filtered=is_filtered, unfinished=unfinished)
                )
            elif left and shown is None:
                self.notifications.show(reports.of_left_out(done.review, unfinished))
            if left and shown is None:
                self.looking.show(left[0].path)
            elif any(not outcome.is_settled for outcome in done.review.outcomes):
                self.looking.show_next_undecided()

        # What was counted on the screen, and nothing that came meanwhile.
        acceptable = [file.path for file in self.review.acceptable] if self.review else []
        paths = [path for path in (acceptable if shown is None else shown) if path not in unfinished]
        self._steps.take(self._accepting(paths), done="accepted", what="accepting", then=show_left, can_stop=True)

    def reject_all(self, shown: Sequence[str] | None = None) -> None:
        """Reject every undecided file, or these that a filter shows, say so, and show what is still to be settled."""
        before = self.review
        unfinished = self.talk.edit_drafts.unfinished_of(before, before.file_at if before is not None else ())

        def work(workspace: Workspace) -> Done:
            return workspace.reject_all() if shown is None else workspace.reject(shown)

        def go_on(done: Done) -> None:
            if before is not None and not done.refusals:
                self.looking.show_next_undecided()  # which may have something to say that this says, too
                is_filtered = shown is not None
                self.notifications.show(
                    of_all_rejected(before, done.review, is_filtered=is_filtered, unfinished=unfinished)
                )

        self._steps.take(work, done="rejected", what="rejecting", then=go_on)

    def tell_nothing_undecided(self) -> None:
        """Say that no undecided file is listed, and whether some are hidden, or what comes next."""
        if self.review is not None and not self.review.to_decide:
            self.notifications.show(reports.of_nothing_undecided(self.review))
        self.looking.tell_hidden()

    def finish_review(self) -> None:
        """Finish the proposal and show the next step; while something is open, say so and ask first.

        While files are undecided, show the first of them. Where nothing is listed, say what is left.
        """
        if (review := self.review) is None:
            return
        if not (review.files or review.can_be_finished):
            self.notifications.show(of_nothing_to_finish(review))
        elif undecided := [file.path for file in review.to_decide]:
            self.notifications.show(of_undecided(len(undecided)))
            if self.looking.path not in undecided:
                self.looking.show(undecided[0])
        elif asks := reports.of_open(review, unsent=self.talk.comments.tray.count):
            self.notifications.show(asks)
        else:
            self._finish()

    def _finish(self) -> None:
        """Finish the proposal, whatever of it is open."""
        self._steps.take(
            Workspace.finish,
            done="put away",
            reported=lambda review: of_finished(review, unsent=self.talk.comments.tray.count),
        )

    def stop_work(self, what: str) -> None:
        """Stop the work in progress that is named so."""
        self._workplace.stop(what)

    def undo(self, *, leaves_changed: bool = False) -> None:
        """Take the last step back, and show what is to be decided again.

        `leaves_changed` leaves files whose lines were changed since as they lie on the disk.
        """
        before = self.review

        def give_back(done: Done) -> None:
            if done.is_amend:
                self.amend_returned.emit(done.message.rstrip("\n"))
            elif done.message:
                self.message_returned.emit(done.message.rstrip("\n"))
            if before is not None and not done.refusals:
                self.looking.show_undone(before, done.review)

        # What was taken back can be done again, so the review names it there.
        self._take_shown(
            partial(Workspace.undo, leaves_changed=leaves_changed),
            done=reports.UNDONE,
            what="undoing",
            reported=lambda review: reports.of_undo(review, leaves_changed=leaves_changed),
            then=give_back,
        )

    def redo(self) -> None:
        """Do the step undone last again, and go on as after it."""
        before = self.review

        def go_on(done: Done) -> None:
            self.committing.tell_made_again(done)
            if before is not None and not done.refusals:
                self.looking.show_changed(before, done.review)

        self._take_shown(
            Workspace.redo,
            done="done again",
            what="redoing",
            reported=lambda review: reports.with_undo(Notice(Level.DONE, f"Done again: {review.undo}."), review),
            then=go_on,
        )

    def show_place(self, path: str, line: int) -> None:
        """Look at a line of a file; 0 stands for the first change, or the first line where nothing is proposed."""
        if file_of(self.review, path):
            self.looking.show(path, line)
        elif path:
            self.looking.show_unproposed(path, line)
        else:
            self.notifications.show(
                Notice(Level.INFO, "The block names no file.", "Choose one in the diff, or ask the model for it.")
            )

    def show_on_disk(self, path: str) -> None:
        """Look at a file as it lies on the disk, at the first line that was changed since it was accepted."""
        self._workplace.ask(
            lambda workspace: workspace.edited_line(path), lambda line: self.looking.show_unproposed(path, line)
        )

    def show_in_commit(self, path: str) -> bool:
        """Look at what the commit will change, at this file; return False where that is shown in the proposal.

        That is so for what is proposed still, unless one is looking at the commit already.
        """
        files = self.review.files if self.review and not self.looking.is_of_commit else ()
        if commit_line_of(self.review, path) is None or any(path in (file.path, file.moved_to) for file in files):
            return False
        self.looking.show_commit(path)
        return True

    def choose(self, number: int, choice: Choice | None) -> None:
        """Put a block, counted from 1 among the review's outcomes, where the user says; None forgets what was said."""
        before, ways_on = self.review, self.looking.ways_on(self.looking.path)

        def tell(done: Done) -> None:
            if not done.review.outcomes:
                self.notifications.show(reports.ALL_DONE)
                return
            outcome = done.review.outcomes[number - 1]
            were = before.outcomes if before is not None else ()
            notice = reports.of_choice(number, choice, were, done.review.outcomes)
            self.notifications.show(reports.with_undo(notice, done.review))
            if outcome.reason is Reason.DISMISSED and self.looking.path in ("", outcome.path):
                self.looking.go_on(ways_on)
            if outcome.status is Status.APPLIED:
                self.looking.show_placed(number)

        verb = partial(Workspace.choose, number=number, choice=choice, seen=self.review)
        self._steps.take(verb, done="chosen", what="placing", then=tell, can_stop=True)

    def read_patch(self, paths: Sequence[str], then: Callable[[bytes], None]) -> None:
        """Hand on what is proposed for these files and not decided, as a unified diff."""
        self._workplace.ask(lambda workspace: workspace.unified(paths), then)

    def preview_suggestion(self, text: str) -> None:
        """Find out exactly what a suggested command would touch."""
        self._workplace.ask(lambda workspace: workspace.preview(text), self.preview_ready.emit)

    def run_suggestion(self, preview: OperationPreview) -> None:
        """Run a suggested command as one undoable step: what its preview shows, even if that is too big to undo."""
        is_too_big, ran = preview.is_too_big_to_undo, Notice(Level.DONE, f"Done: {preview.text}")
        verb = partial(Workspace.run, suggestion=preview.text, even_if_too_big=is_too_big, previewed=preview)
        reported = partial(reports.with_undo, ran) if not is_too_big else lambda _: ran
        self._steps.take(verb, done="touched", what="running", reported=reported)

    def dismiss_suggestion(self, text: str) -> None:
        """Offer a suggested command no more."""
        reported = partial(reports.with_undo, Notice(Level.DONE, f"Dismissed: {text}"))
        self._steps.take(partial(Workspace.dismiss, suggestion=text), done="dismissed", reported=reported)

    def take_offer(self, notice: Notice) -> None:
        """Do what a notice offers, unless only the window can do it."""
        plain: dict[Offer | None, Callable[[], None]] = {
            Offer.SET_AUTHOR: self.committing.author_requested.emit,
            Offer.RUN_AND_COMMIT: self.committing.trust_and_commit,
            Offer.RUN_AND_STAGE: self.committing.trust_and_stage,
            Offer.PUSH: self.branching.push,
            Offer.FINISH_ANYWAY: self._finish,
            Offer.RUN_THEM: self.branching.trust_and_go_on,
            Offer.SHOW_HOOKS: self.branching.read_hooks,
            Offer.TRY_AGAIN: self._steps.take_again,
            Offer.ACCEPT_WITHOUT_EDIT: lambda: self._edit_guard.accept_held(self.review),
            Offer.SETTLE_WITHOUT_EDIT: lambda: self._edit_guard.accept_held(self.review),
        }
        if notice.offer in plain:
            plain[notice.offer]()
        match notice.offer:
            case Offer.MAKE_REPOSITORY:
                self.make_repository(notice.subject)
            case Offer.TAKE_REPLY:
                self.reception.take_text(notice.subject, "Text from the clipboard")
            case Offer.READ_FILES | Offer.PLACE_LISTINGS as offer:
                self.reception.take_again(notice.subject, _READ_AS[offer])
            case Offer.RESTORE_CONVERSATION:
                self.talk.restore(int(notice.subject))
            case Offer.DISMISS_BLOCKS:
                self._dismiss_failed(notice.paths)
            case Offer.BRING_EDIT_BACK:
                self.talk.edit_drafts.bring_back(*notice.paths)
            case Offer.INCLUDE_OWN_LINES:
                self.include_own_lines(notice.paths, included=True)
            case Offer.ADD_FILES:
                self.talk.conversation.files.set_use(notice.paths, Use.IN)

    def _accepting(self, paths: Sequence[str], *, overwrites: bool = False) -> Callable[[Workspace], Done]:
        """Return the verb that accepts files as they are on the screen: with no block that came meanwhile."""
        stage = self.preferences.now.stage_on_accept
        return partial(Workspace.accept, paths=paths, stage=stage, seen=self.review, overwrites=overwrites)

    def _decide(
        self, paths: Sequence[str], verb: Callable[[Workspace], Done], *, done: str, tell: Tell = _nothing
    ) -> None:
        """Ask for a decision and move on to the next undecided file; go back to this one where it was refused."""
        looked_at = self.looking.path

        def move_on(result: Done) -> None:
            refused = {refusal.path for refusal in result.refusals}
            if looked_at in refused:
                self.looking.return_to(looked_at)  # the list went on at once
            elif self.looking.path in set(paths) - refused:
                self.looking.show_next_undecided()

        self._take_decision(verb, done=done, then=move_on, tell=tell, what="" if len(paths) == 1 else "deciding")

    def _decide_part(self, path: str, verb: Callable[[Workspace], Done], *, done: str, tell: Tell = _nothing) -> None:
        """Ask for a decision on a part of a file, and move on to the next file once nothing is left to decide in it."""

        def move_on(result: Done) -> None:
            if self.looking.path == path and not result.refusals:
                self.looking.leave_decided()
            if not result.refusals and (notice := reports.of_mode(path, done, result.review)):
                self.notifications.show(notice)

        self._take_decision(verb, done=done, then=move_on, tell=tell)

    def _take_decision(
        self,
        verb: Callable[[Workspace], Done],
        *,
        done: str,
        then: Callable[[Done], None],
        tell: Tell = _nothing,
        what: str = "",
    ) -> None:
        before = self.review

        def move_on(result: Done) -> None:
            then(result)
            if notice := tell(result.review):
                self.notifications.show(notice)
            self._tell_left_out(before, result.review)  # what is about the review itself is on top
            if before is not None and (failed := reports.of_failed_blocks(before, result.review)):
                self.notifications.show(failed)

        self._take_shown(verb, done=done, then=move_on, what=what)

    def _take_shown(
        self,
        verb: Callable[[Workspace], Done],
        *,
        done: str,
        then: Callable[[Done], None],
        what: str = "",
        reported: Callable[[Review], Notice] | None = None,
    ) -> None:
        """Take a step, and report that it begins, and that its outcome is shown."""
        looked_at = self.looking.path

        def end(*, is_done: bool) -> None:
            # The repository's worker reads what is shown next before this job.
            def emit(_: object) -> None:
                self.decision_ended.emit(is_done)

            self._workplace.ask(lambda _: None, emit, otherwise=emit)

        def decide(workspace: Workspace) -> Done:
            result = verb(workspace)
            self.looking.read_ahead(workspace, result.review)
            return result

        def move_on(result: Done) -> None:
            then(result)
            end(is_done=not result.refusals)

        def fail(error: Exception) -> None:
            self.notifications.show_failed_step(error)
            self.looking.return_to(looked_at)
            end(is_done=False)

        self.decision_begun.emit()
        self._steps.take(
            decide,
            done=done,
            what=what,
            reported=reported,
            then=move_on,
            otherwise=fail,
            can_stop=True,
        )

    def _tell_left_out(self, before: Review | None, review: Review) -> None:
        """Say which files the commit leaves out for the user's own lines since they were decided."""
        if before is not None and (left_out := reports.of_own_lines(before, review)):
            self.notifications.show(left_out)

    def _dismiss_failed(self, paths: Sequence[str]) -> None:
        for number, outcome in enumerate(self.review.outcomes if self.review else (), start=1):
            if outcome.path in paths and not outcome.is_settled:
                self.choose(number, Dismiss())

    def _take_repository(self, found: RepositoryState) -> None:
        self.notifications.settle(Topic.OPENING)
        self.notifications.settle(Topic.WATCHING)
        # None of the repository before comes to an end here.
        self.decision_ended.emit(False)  # noqa: FBT003  a signal
        self.review = None
        self.looking.begin()
        self.contents.begin()
        self.moving.begin()
        self.search_previews.begin()
        self.preferences.remember_repository(found.review.root)
        self._take_review(found.review)
        self.transcript.begin(found.replies)

    def _take_outside_change(self, found: RepositoryState) -> None:
        if self.review and self.review.head != found.review.head:
            self.notifications.show(reports.of_moved_head(self.review.head, found.review.head))
        before = self.review
        self._take_found(found)
        if before and (conflict := reports.of_new_conflicts(before, found.review)):
            self.notifications.show(conflict)
        if before and before.head == found.review.head and (edited := reports.of_edited_since(before, found.review)):
            self.notifications.show(edited)

    def _take_found(self, found: RepositoryState) -> None:
        self._take_review(found.review)
        self.transcript.follow(found.replies)

    def _take_review(self, review: Review) -> None:
        """Store a review, and emit it if anything changed."""
        old, self.review = self.review, review
        if old == review:
            return
        for note in review.notes:
            self.notifications.show(Notice(Level.INFO, note))
        self.talk.reviewed_files.follow(review)
        self.talk.edit_drafts.follow(old, review)
        self.talk.removals.follow(review)
        self.talk.comments.follow()
        self.talk.commit_messages.follow(review)
        self.search_previews.follow(review)
        ahead = self.looking.ahead_of(review)
        self.review_changed.emit(review)
        self.looking.follow(review)
        self.moving.follow(review)
        self.contents.follow(review, ahead)
        self._follow_commit()

    def _follow_commit(self) -> None:
        """Read all that the commit will change while one looks at it; nothing of it is kept for later."""
        if self.looking.is_of_commit and self.review is not None:
            self.commit_contents.follow(self.review)
        else:
            self.commit_contents.begin()

    def _follow_unproposed(self, content: DiffContent | None) -> None:
        """Find commented lines again in a file of no proposal: what another program wrote there is no new review."""
        if content is not None and not content.is_proposed:
            self.talk.comments.follow()

    def _take_applied(self, received: ReceivedReply, applied: Applied) -> None:
        before = self.review
        self._take_review(applied.review)
        reported = reports.with_finished(reports.of_reply(applied, source=received.source), before, applied)
        self.notifications.show(reports.with_ways_on(reported, applied))
        self.transcript.show(received, applied)
        self.looking.show_first_of(applied.review, applied.outcomes)

    def _known_paths(self) -> frozenset[str]:
        """Return the paths that blocks of the proposal's replies name, as written and as meant."""
        outcomes = self.review.outcomes if self.review else ()
        return frozenset(path for outcome in outcomes for path in (outcome.path, outcome.block.path))

    def _take_growth(self, applied: Applied, is_whole: bool) -> None:  # noqa: FBT001  a slot
        self.transcript.note(applied)
        self._take_review(applied.review)
        if is_whole and (applied.outcomes or applied.suggestions or applied.warnings):
            reported = reports.of_reply(applied, source="The answer")
            is_here = any(turn.reply_id == applied.reply_id for turn in self.talk.conversation.turns)
            is_unread = is_here and not applied.outcomes and applied.warnings
            self.notifications.show(replace(reported, offer=Offer.ASK_FOR_BLOCKS) if is_unread else reported)


def _beside(file: Path | None, name: str) -> Path | None:
    return file.with_name(name) if file else None
