"""The user's decisions on the proposal: accept, reject, edit, conflicts, what is committed; reset, undo and the end.

asked for ──▶ begun ──▶ a step in the repository's worker ──▶ what comes next is shown ──▶ ended(whether it was done)
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.chat_service import ChatService
from guillemet.app.notices import Level, Notice, Notifications
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.review import reports
from guillemet.app.review.current_file import CurrentFile
from guillemet.app.review.edit_drafts import EditGuard
from guillemet.app.review.review_actions import ReviewActions
from guillemet.app.review.step_notices import (
    of_accepted,
    of_all_rejected,
    of_finished,
    of_nothing_to_finish,
    of_rejected,
    of_undecided,
)
from guillemet.engine.review import ConflictChoice, OwnLines, Part, Review
from guillemet.engine.workspace import Done, Workspace

Tell = Callable[[Review], Notice | None]
"""Returns what there is to say of the review that comes of a decision."""


def _nothing(_: Review) -> None:
    """Say nothing."""


class ProposalDecisions(QObject):
    """Takes decisions on the proposal that is shown, and moves on to what is to be decided next.

    Signals: `begun()`, and `ended(bool)` when what comes after a decision is shown, with whether it was carried out;
    `message_returned(str)` with the message of a commit that was taken back, `amend_returned(str)` with that of one
    that had amended the one before it, empty where it kept the message; `message_made_again(str)` with that of one
    that a redo made.
    """

    begun = Signal()
    ended = Signal(bool)
    message_returned = Signal(str)
    amend_returned = Signal(str)
    message_made_again = Signal(str)

    def __init__(
        self,
        workplace: RepositoryService,
        steps: ReviewActions,
        looking: CurrentFile,
        preferences: Preferences,
        notifications: Notifications,
        talk: ChatService,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workplace, self._steps, self._looking = workplace, steps, looking
        self._preferences, self._notifications = preferences, notifications
        self._drafts, self._comments = talk.edit_drafts, talk.comments
        self._guard = EditGuard(talk.edit_drafts, notifications, self)
        self._review: Review | None = None

    def begin(self) -> None:
        """Forget the review, for another repository was opened: none of the decisions before comes to an end there."""
        self._review = None
        self.ended.emit(False)  # noqa: FBT003  a signal

    def follow(self, review: Review) -> None:
        """Take decisions on this review from now on."""
        self._review = review

    def accept_held(self) -> None:
        """Accept what was held back last for an unfinished edit, without the edit."""
        self._guard.accept_held(self._review)

    def accept(self, paths: Sequence[str], *, overwrites: bool = False) -> None:
        """Write the proposal of these files, except those whose edit is unfinished, and say so.

        `overwrites` writes it over what changed since in the same lines.
        """
        before = self._review

        def accept(paths: Sequence[str]) -> None:
            tell = partial(of_accepted, before) if before is not None and len(paths) > 1 else _nothing
            self._decide(paths, self._accepting(paths, overwrites=overwrites), done="accepted", tell=tell)

        conflicts = self._review.conflicts if self._review and not overwrites else ()
        self._guard.accept(self._review, paths, accept, refused=conflicts)

    def accept_without_edit(self, path: str) -> None:
        """Write the proposal of a file although its edit is unfinished; undo brings that back."""
        self._decide([path], self._accepting([path]), done="accepted")

    def reject(self, paths: Sequence[str]) -> None:
        """Refuse the proposal of these files."""
        unfinished = self._drafts.unfinished_of(self._review, paths)
        tell = partial(of_rejected, self._review, unfinished=unfinished)
        self._decide(paths, lambda workspace: workspace.reject(paths), done="rejected", tell=tell)

    def accept_part(self, path: str, part: Part) -> None:
        """Write these changes of a file, unless an edit of it is unfinished; the others stay proposed."""

        def accept(_: Sequence[str]) -> None:
            stage = self._preferences.now.stage_on_accept
            self._decide_part(path, lambda workspace: workspace.accept_part(path, part, stage=stage), done="accepted")

        if not self._guard.accept(self._review, [path], accept):
            self.ended.emit(False)  # noqa: FBT003  a signal

    def reject_part(self, path: str, part: Part) -> None:
        """Refuse these changes of a file; the others stay proposed."""
        self._decide_part(path, lambda workspace: workspace.reject_part(path, part), done="rejected")

    def edit(
        self, path: str, text: str, of: str, *, begun: str | None = None, then: Callable[[], None] = lambda: None
    ) -> None:
        """Propose the user's own text for a file, made from the texts of this identity; `then` is called once it is.

        `begun` is as in `Workspace.edit`.
        """
        before = self._review

        def tell(done: Done) -> None:
            if not done.refusals:
                then()
                if before is not None and (settled := reports.of_edited(path, before, done.review)):
                    self._notifications.show(settled)

        self._steps.take(lambda workspace: workspace.edit(path, text, of, begun=begun), done="edited", then=tell)

    def settle_conflict(self, path: str, number: int, choice: ConflictChoice | OwnLines, of: str) -> None:
        """Settle one conflict of a file, counted from 1, whose shown texts have this identity; no edit may be begun.

        The user's lines stay as they are, the proposed ones are written; lines of the user's own are proposed instead.
        """
        stage = self._preferences.now.stage_on_accept

        def settle(workspace: Workspace) -> Done:
            if choice is ConflictChoice.PROPOSED:
                return workspace.accept_conflict(path, number, of, stage=stage)
            return workspace.settle_conflict(path, number, choice, of)

        def take(_: Sequence[str]) -> None:
            tell = partial(reports.of_mine, [path], self._review) if choice is ConflictChoice.MINE else _nothing
            self._decide_part(path, settle, done="settled", tell=tell)

        if isinstance(choice, OwnLines):
            take([path])
        elif not self._guard.accept(self._review, [path], take, of_held=reports.of_unfinished_beside_conflict):
            self.ended.emit(False)  # noqa: FBT003  a signal

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
                self._notifications.show(reports.with_undo(Notice(Level.DONE, words), done.review))

        self._take_shown(
            lambda workspace: workspace.include_hunks(path, part, included=included), done="chosen", then=tell
        )

    def take_mine(self, paths: Sequence[str]) -> None:
        """Leave these files as they lie on the disk, and reject what is proposed for them."""
        tell = partial(reports.of_mine, paths, self._review)
        self._decide(paths, lambda workspace: workspace.take_mine(paths), done="settled", tell=tell)

    def reconsider(
        self, paths: Sequence[str], *, leaves_changed: bool = False, then: Callable[[Review], None] = lambda _: None
    ) -> None:
        """Make these files undecided again, and say what that takes back: hunks may be out of sight.

        `leaves_changed` leaves files whose lines were changed since as they lie on the disk.
        """
        files = self._review.file_at if self._review else {}
        words = reports.of_reset([files[path] for path in paths if path in files], leaves_changed=leaves_changed)
        self._steps.take(
            lambda workspace: workspace.reconsider(paths, leaves_changed=leaves_changed),
            done="reset",
            reported=partial(reports.with_undo, Notice(Level.DONE, words)) if words else None,
            then=lambda done: then(done.review),
        )

    def reconsider_hunk(self, path: str, number: int, of: str) -> None:
        """Make one hunk undecided again, counted from 1 in the file whose shown texts have this identity; say so."""
        stage = self._preferences.now.stage_on_accept

        def tell(done: Done) -> None:
            if not done.refusals:
                words = f"What was decided in hunk {number:,} of {path} is reset. Undo brings it back."
                self._notifications.show(reports.with_undo(Notice(Level.DONE, words), done.review))

        self._take_shown(
            lambda workspace: workspace.reconsider_hunk(path, number, of, stage=stage), done="reset", then=tell
        )

    def accept_all(self, shown: Sequence[str] | None = None) -> None:
        """Accept every undecided file but those that must be seen first; say so, and show the first of them.

        Where a filter is on, accept these files, which it shows, and leave those that it hides.
        """
        before, hidden = self._review, self._looking.hidden if shown is not None else frozenset[str]()
        undecided = [file.path for file in before.to_decide] if before else []
        unfinished = frozenset(self._drafts.unfinished_of(before, undecided))

        def show_left(done: Done) -> None:
            left = [file.path for file in done.review.to_decide if file.path not in hidden]
            self._tell_left_out(before, done.review)
            if not left and self._looking.path in (shown or ()):
                self._looking.show_next_undecided()  # which may have something to say that this says, too
            if before is not None and not done.refusals:
                self._notifications.show(
                    reports.of_all_accepted(before, done.review, hidden=hidden, unfinished=unfinished)
                )
            elif left and shown is None:
                self._notifications.show(reports.of_left_out(done.review, unfinished))
            if left:
                self._looking.show(left[0])
            elif any(not outcome.is_settled for outcome in done.review.outcomes):
                self._looking.show_next_undecided()

        # What was counted on the screen, and nothing that came meanwhile.
        acceptable = [file.path for file in self._review.acceptable] if self._review else []
        paths = [path for path in (acceptable if shown is None else shown) if path not in unfinished]
        self._steps.take(self._accepting(paths), done="accepted", what="accepting", then=show_left, can_stop=True)

    def reject_all(self, shown: Sequence[str] | None = None) -> None:
        """Reject every undecided file, or these that a filter shows, say so, and show what is still to be settled."""
        before, hidden = self._review, self._looking.hidden if shown is not None else frozenset[str]()
        unfinished = self._drafts.unfinished_of(before, before.file_at if before is not None else ())

        def work(workspace: Workspace) -> Done:
            return workspace.reject_all() if shown is None else workspace.reject(shown)

        def go_on(done: Done) -> None:
            if before is not None and not done.refusals:
                self._looking.show_next_undecided()  # which may have something to say that this says, too
                self._notifications.show(of_all_rejected(before, done.review, hidden=hidden, unfinished=unfinished))

        self._steps.take(work, done="rejected", what="rejecting", then=go_on)

    def tell_nothing_undecided(self) -> None:
        """Say that no undecided file is listed, and whether some are hidden, or what comes next."""
        if self._review is not None and not self._review.to_decide:
            self._notifications.show(reports.of_nothing_undecided(self._review))
        self._looking.tell_hidden()

    def finish(self) -> None:
        """Finish the proposal and show the next step; while something is open, say so and ask first.

        While files are undecided, show the first of them. Where nothing is listed, say what is left.
        """
        if (review := self._review) is None:
            return
        if not (review.files or review.can_be_finished):
            self._notifications.show(of_nothing_to_finish(review))
        elif undecided := [file.path for file in review.to_decide]:
            self._notifications.show(of_undecided(len(undecided)))
            if self._looking.path not in undecided:
                self._looking.show(undecided[0])
        elif asks := reports.of_open(review):
            self._notifications.show(asks)
        else:
            self.finish_anyway()

    def finish_anyway(self) -> None:
        """Finish the proposal, whatever of it is open."""
        self._steps.take(
            Workspace.finish,
            done="put away",
            reported=lambda review: of_finished(review, unsent=self._comments.tray.count),
        )

    def undo(self, *, leaves_changed: bool = False) -> None:
        """Take the last step back, and show what is to be decided again.

        `leaves_changed` leaves files whose lines were changed since as they lie on the disk.
        """
        before = self._review

        def give_back(done: Done) -> None:
            if done.is_amend:
                self.amend_returned.emit(done.message.rstrip("\n"))
            elif done.message:
                self.message_returned.emit(done.message.rstrip("\n"))
            if before is not None and not done.refusals:
                self._looking.show_undone(before, done.review)

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
        before = self._review

        def go_on(done: Done) -> None:
            if done.message:
                self.message_made_again.emit(done.message.rstrip("\n"))
            if before is not None and not done.refusals:
                self._looking.show_changed(before, done.review)

        self._take_shown(
            Workspace.redo,
            done="done again",
            what="redoing",
            reported=lambda review: reports.with_undo(Notice(Level.DONE, f"Done again: {review.undo}."), review),
            then=go_on,
        )

    def _accepting(self, paths: Sequence[str], *, overwrites: bool = False) -> Callable[[Workspace], Done]:
        """Return the verb that accepts files as they are on the screen: with no block that came meanwhile."""
        stage = self._preferences.now.stage_on_accept
        return partial(Workspace.accept, paths=paths, stage=stage, seen=self._review, overwrites=overwrites)

    def _decide(
        self, paths: Sequence[str], verb: Callable[[Workspace], Done], *, done: str, tell: Tell = _nothing
    ) -> None:
        """Ask for a decision and move on to the next undecided file; go back to this one where it was refused."""
        looked_at = self._looking.path

        def move_on(result: Done) -> None:
            refused = {refusal.path for refusal in result.refusals}
            if looked_at in refused:
                self._looking.return_to(looked_at)  # the list went on at once
            elif self._looking.path in set(paths) - refused:
                self._looking.show_next_undecided()

        self._take_decision(verb, done=done, then=move_on, tell=tell, what="" if len(paths) == 1 else "deciding")

    def _decide_part(self, path: str, verb: Callable[[Workspace], Done], *, done: str, tell: Tell = _nothing) -> None:
        """Ask for a decision on a part of a file, and move on to the next file once nothing is left to decide in it."""

        def move_on(result: Done) -> None:
            if self._looking.path == path and not result.refusals:
                self._looking.leave_decided()
            if not result.refusals and (notice := reports.of_mode(path, done, result.review)):
                self._notifications.show(notice)

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
        before = self._review

        def move_on(result: Done) -> None:
            then(result)
            if notice := tell(result.review):
                self._notifications.show(notice)
            self._tell_left_out(before, result.review)  # what is about the review itself is on top
            if before is not None and (failed := reports.of_failed_blocks(before, result.review)):
                self._notifications.show(failed)

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
        looked_at = self._looking.path

        def end(*, is_done: bool) -> None:
            # The repository's worker reads what is shown next before this job.
            def emit(_: object) -> None:
                self.ended.emit(is_done)

            self._workplace.ask(lambda _: None, emit, otherwise=emit)

        def decide(workspace: Workspace) -> Done:
            result = verb(workspace)
            self._looking.read_ahead(workspace, result.review)
            return result

        def move_on(result: Done) -> None:
            then(result)
            end(is_done=not result.refusals)

        def fail(error: Exception) -> None:
            self._notifications.show_failed_step(error)
            self._looking.return_to(looked_at)
            end(is_done=False)

        self.begun.emit()
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
            self._notifications.show(left_out)
