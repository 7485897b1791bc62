"""The session: the review that is shown, and the services about it, which have the verbs a user can ask.

    a widget's request ──▶ a verb ──▶ a job in the repository's worker ──▶ Done(review) ──▶ review_changed(Review)

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
from guillemet.app.review.current_file import CurrentFile, file_of
from guillemet.app.review.moved_blocks import MovedBlocks
from guillemet.app.review.proposal_contents import CommitContents, ProposalContents
from guillemet.app.review.proposal_decisions import ProposalDecisions
from guillemet.app.review.review_actions import Committing, ReviewActions
from guillemet.app.review.search_preview import SearchPreviews
from guillemet.app.review.step_notices import of_command, of_finished
from guillemet.app.saved_snippets import snippets_file
from guillemet.app.task_runner import TaskRunner
from guillemet.app.transcript import ReplyTranscript
from guillemet.app.turns import Use
from guillemet.engine.applying.options import Choice, Dismiss
from guillemet.engine.blocks import FormatName
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.errors import NoRepositoryError
from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.review import OperationPreview, Review
from guillemet.engine.workspace import Applied, Done, Workspace
from guillemet.settings import Settings

_READ_AS = {Offer.READ_FILES: FormatName.WHOLE_FILE, Offer.PLACE_LISTINGS: FormatName.LISTING}
"""What the listings of a reply are read as when it is read again."""


class Session(QObject):
    """The services of one window, and the review that all of them follow.

    They have verbs and signals of their own: `reception`, `looking`, `decisions`, `committing`, `branching`,
    `transcript`, `preferences`, `talk`, `notifications`, `tasks`. Here are the verbs about opening a repository, going
    to a place, blocks, suggested commands, and what notices offer.

    Signals: `review_changed(Review)`, `preview_ready(OperationPreview)`.
    """

    review_changed = Signal(object)
    preview_ready = Signal(object)

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
        self.committing = Committing(self._steps, self.preferences, self.notifications, self.talk.comments, self)
        self.branching = BranchActions(self._workplace, self._steps, self.preferences, self.notifications, self)
        self.committing.push_requested.connect(self.branching.push)
        self.reception = ReplyImport(
            self.tasks, self._workplace, self.notifications, self.talk.conversation.options_of_reply, self
        )
        self.looking = CurrentFile(self._workplace, self.preferences, self)
        self.looking.rest_hidden.connect(lambda count: self.notifications.show(reports.of_hidden(count)))
        self.decisions = ProposalDecisions(
            self._workplace,
            self._steps,
            self.looking,
            self.preferences,
            self.notifications,
            self.talk,
            self,
        )
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
        self._open(folder, Workspace.open)

    def try_repository(self, folder: str) -> None:
        """Open the repository this folder belongs to, if it belongs to one: the user did not choose this folder."""

        def fail(error: Exception) -> None:
            if not isinstance(error, NoRepositoryError):
                self.notifications.show_error(error, topic=Topic.OPENING)

        self._workplace.open(folder, how=Workspace.open, otherwise=fail)

    def make_repository(self, folder: str) -> None:
        """Make the folder a repository and open it."""
        self._open(folder, Workspace.create)

    def _open(self, folder: str, how: Callable[[Path], Workspace]) -> None:
        def fail(error: Exception) -> None:
            self._steps.remember(partial(self._open, folder, how))
            self.notifications.show_error(error, folder, topic=Topic.OPENING)

        self._workplace.open(folder, how=how, otherwise=fail)

    def close(self) -> None:
        """End all work; a step that writes is finished first."""
        self.branching.pushing.stop()
        self._workplace.close()
        self.talk.end()
        self.tasks.close()

    def stop_work(self, what: str) -> None:
        """Stop the work in progress that is named so."""
        self._workplace.stop(what)

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

    def choose(self, number: int, choice: Choice | None) -> None:
        """Put a block, counted from 1 among the review's outcomes, where the user says; None forgets what was said."""
        before, ways_on = self.review, self.looking.ways_on(self.looking.path)

        def tell(done: Done) -> None:
            if not done.review.outcomes:
                self.notifications.show(of_finished(done.review, unsent=self.talk.comments.tray.count))
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
        is_too_big = preview.is_too_big_to_undo
        verb = partial(Workspace.run, suggestion=preview.text, even_if_too_big=is_too_big, previewed=preview)
        reported = partial(self._of_command, f"Done: {preview.text}", can_undo=not is_too_big)
        self._steps.take(verb, done="touched", what="running", reported=reported)

    def dismiss_suggestion(self, text: str) -> None:
        """Offer a suggested command no more."""
        reported = partial(self._of_command, f"Dismissed: {text}")
        self._steps.take(partial(Workspace.dismiss, suggestion=text), done="dismissed", reported=reported)

    def _of_command(self, done: str, review: Review, *, can_undo: bool = True) -> Notice:
        return of_command(done, review, unsent=self.talk.comments.tray.count, can_undo=can_undo)

    def take_offer(self, notice: Notice) -> None:
        """Do what a notice offers, unless only the window can do it."""
        plain: dict[Offer | None, Callable[[], None]] = {
            Offer.SET_AUTHOR: self.committing.author_requested.emit,
            Offer.RUN_AND_COMMIT: self.committing.trust_and_commit,
            Offer.RUN_AND_STAGE: self.committing.trust_and_stage,
            Offer.PUSH: self.branching.push,
            Offer.FINISH_ANYWAY: self.decisions.finish_anyway,
            Offer.RUN_THEM: self.branching.trust_and_go_on,
            Offer.SHOW_HOOKS: self.branching.read_hooks,
            Offer.TRY_AGAIN: self._steps.take_again,
            Offer.ACCEPT_WITHOUT_EDIT: self.decisions.accept_held,
            Offer.SETTLE_WITHOUT_EDIT: self.decisions.accept_held,
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
                self.decisions.include_own_lines(notice.paths, included=True)
            case Offer.ADD_FILES:
                self.talk.conversation.files.set_use(notice.paths, Use.IN)

    def _dismiss_failed(self, paths: Sequence[str]) -> None:
        for number, outcome in enumerate(self.review.outcomes if self.review else (), start=1):
            if outcome.path in paths and not outcome.is_settled:
                self.choose(number, Dismiss())

    def _take_repository(self, found: RepositoryState) -> None:
        self.notifications.settle(Topic.OPENING)
        self.notifications.settle(Topic.WATCHING)
        self.review = None
        self.decisions.begin()
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
        self.decisions.follow(review)
        self.talk.comments.follow()  # also where another program wrote a file of which nothing is proposed
        if old == review:
            return
        for note in review.notes:
            self.notifications.show(Notice(Level.INFO, note))
        self.talk.reviewed_files.follow(review)
        self.talk.edit_drafts.follow(old, review)
        self.talk.removals.follow(review)
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
