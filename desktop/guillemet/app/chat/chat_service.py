"""Builds and connects the services of the chat, and offers what the user may want next."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from guillemet.app.async_loop import AsyncLoop
from guillemet.app.chat.comments import Comments, Feedback
from guillemet.app.chat.commit_messages import CommitDraft, CommitMessages
from guillemet.app.chat.context import RepoMapBuilder
from guillemet.app.chat.conversation import Conversation
from guillemet.app.chat.history_client import (
    HistoryClient,
    OpenedConversation,
    RestoredConversation,
    Shown,
    flows_elsewhere,
    opened,
    retrieve,
)
from guillemet.app.chat.request_builder import options_asked
from guillemet.app.history import History, KeptTurn, OtherAnswer, write_markdown
from guillemet.app.notices import Level, Notice, Notifications, Offer
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.review.edit_drafts import EditDrafts
from guillemet.app.review.removals import Removals
from guillemet.app.review.reviewed_files import ReviewedFiles
from guillemet.app.saved_snippets import SavedSnippets
from guillemet.app.task_runner import GcScheduler, TaskRunner
from guillemet.app.turns import ContextEntry, ConversationHead, Mode, Turn, Use
from guillemet.engine.text import counted
from guillemet.engine.workspace import Applied, KeptReply, Workspace
from guillemet.llm.messages import Role

_MOST_FOUND = 200
"""Conversations in a list."""
_AROUND = "`'\"()[]{}<>*_,;:!?."
"""What stands around a path in prose."""
_MOST_OFFERED = 8
"""Files; an answer that names more lists them for another reason."""
_MOST_READ = 500_000
"""Characters of an answer that are looked through for names."""


class ChatService(QObject):
    """Builds and joins what the window needs for talking with models.

    Its parts have signals of their own: `conversation`, `feedback`, `comments`, `commit_messages`, `commit_draft`,
    `edit_drafts`, `removals`, `reviewed_files`, `outlining`.

    Signals: `heads_found(tuple[ConversationHead, ...])`; `changed()` when the kept conversations are others;
    `ready(tuple[str, ...])` when a repository's conversation is shown, with the ids of the replies that it or another
    one holds.
    """

    heads_found = Signal(object)
    changed = Signal()
    ready = Signal(object)

    def __init__(
        self,
        tasks: TaskRunner,
        workplace: RepositoryService,
        preferences: Preferences,
        notifications: Notifications,
        *,
        history_file: Path,
        snippets_file: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._workplace, self._preferences, self._notifications = workplace, preferences, notifications
        self._loop = AsyncLoop(self, report_failure=notifications.show_error)
        self._keeping = HistoryClient(tasks, notifications, history_file, self)
        self.conversation = Conversation(tasks, self._loop, workplace, preferences, self._keeping, notifications, self)
        self.feedback = Feedback(workplace, self)
        self.comments = Comments(workplace, self._keeping, self)
        self.commit_messages = CommitMessages(
            tasks, self._loop, workplace, self.conversation.services, self.conversation.spending, notifications, self
        )
        self.commit_draft = CommitDraft(self._keeping, self)
        self.edit_drafts = EditDrafts(self._keeping, self)
        self.removals = Removals(self.edit_drafts, self.comments, self)
        self.reviewed_files = ReviewedFiles(self._keeping, self)
        self.snippets = SavedSnippets(tasks, notifications, snippets_file, self)
        self.outlining = RepoMapBuilder(
            self.conversation.files,
            preferences,
            lambda: tasks.is_quiet,
            folder=self._keeping.folder / "outlines",
            parent=self,
        )
        self._garbage = GcScheduler(lambda: tasks.is_quiet and not self.conversation.answering.is_flowing, self)
        Suggestions(tasks, self.conversation, notifications, self)
        self.outlining.made.connect(self.conversation.asking.take_outline)
        self.feedback.edits_requested.connect(self._leave_ask_mode)
        self.feedback.draft_requested.connect(self._take_feedback)
        self.comments.written.connect(self._take_comments)
        self.conversation.conversation_changed.connect(lambda _: self.feedback.begin())
        self.conversation.turn_begun.connect(lambda _: self.feedback.note_turn())
        self.conversation.turn_begun.connect(self._note_answer)
        self.conversation.answering.key_requested.connect(self._offer_key)
        self.commit_messages.spent.connect(self.conversation.note_spending)

    def begin(self, replies: Sequence[KeptReply]) -> None:
        """Show the conversation that the open repository's proposal came from, else a new one."""
        root, now = self._workplace.root, self._preferences.now
        self.commit_messages.stop()
        self.commit_draft.begin(root)
        self.edit_drafts.begin(root)
        self.removals.begin()
        self.comments.begin(root)
        self.conversation.files.begin()
        self.outlining.begin()
        self.conversation.begin()

        def find(history: History) -> RestoredConversation | None:
            return retrieve(history, root, replies)

        self._keeping.ask(find, partial(self._take_found, root, (now.model, now.mode)))

    def send(self, message: str, mode: Mode) -> None:
        """Ask the model; with what the user decided about its proposal, if the user has set it so."""
        conversation, log = self.conversation, self.conversation.log
        if not self._workplace.is_open or not self._preferences.now.tells_decisions:
            conversation.send(message, mode=mode)
            return

        def send(decisions: str) -> None:
            if conversation.log is log:  # no other conversation was opened meanwhile
                conversation.asking.tell_with_next([decisions] if decisions else [])
                conversation.send(message, mode=mode)

        self.feedback.new_decisions(send)

    def open(self, key: int) -> None:
        """Show a kept conversation and go on with it."""
        root = self._workplace.root

        def take_up(found: OpenedConversation) -> None:
            if flows_elsewhere(found.turns):
                what = "Another window is receiving an answer in this conversation."
                self._notifications.show(Notice(Level.INFO, what, "Look there, or open it once that has ended."))
            elif root == self._workplace.root:  # no other repository was opened meanwhile
                self.conversation.take_up(found)

        self._keeping.ask(lambda history: opened(history, history.head(key), history.turns(key)), take_up)

    def next_branch(self, key: int, then: Callable[[int], None]) -> None:
        """Let the branch begun after the shown one be the one that is shown, and behind the last one the first."""

        def tell(branches: int) -> None:
            if branches > 1:
                then(key)
            else:
                todo = "Edit an earlier message and send it again to begin another."
                self._notifications.show(Notice(Level.INFO, "This conversation has one branch.", todo))

        self._keeping.ask(lambda history: history.next_branch(key), tell)

    def find(self, words: str, *, everywhere: bool = False) -> None:
        """Look for kept conversations of this repository, or of all."""
        root = None if everywhere else self._workplace.root

        def find(history: History) -> tuple[ConversationHead, ...]:
            if words.strip():
                return history.search(words, root, limit=_MOST_FOUND)
            return history.heads(root, limit=_MOST_FOUND)

        self._keeping.ask(find, self.heads_found.emit)

    def rename(self, key: int, title: str) -> None:
        """Give a kept conversation a title."""
        self._keeping.ask(lambda history: history.rename(key, title), lambda _: self.changed.emit())

    def delete(self, key: int) -> None:
        """Delete a kept conversation; `restore` brings it back as long as the program runs."""
        self._keeping.ask(lambda history: history.delete(key), lambda _: self.changed.emit())

    def export(self, key: int, then: Callable[[str], None]) -> None:
        """Tell a kept conversation as Markdown."""
        self._keeping.ask(lambda history: history.export_markdown(key), then)

    def save(self, key: int, file: Path, then: Callable[[], None]) -> None:
        """Write a kept conversation as Markdown to a file."""

        def write(text: str) -> None:
            self._tasks.aside(partial(write_markdown, file, text), lambda _: then())

        self.export(key, write)

    def restore(self, key: int) -> None:
        """Bring a deleted conversation back."""
        self._keeping.ask(lambda history: history.restore(key), lambda _: self.changed.emit())

    def others(self, then: Callable[[Sequence[OtherAnswer], tuple[KeptReply, ...]], None]) -> None:
        """Tell of the last answers that other windows receive or have received, and of the proposal's replies then."""
        root = self._workplace.root

        def read_kept(others: Sequence[OtherAnswer]) -> None:
            # After the answers: of one that is whole, all is staged by now.
            self._workplace.ask(Workspace.kept_replies, partial(then, others))

        self._keeping.ask(lambda history: history.others(root), read_kept)

    def end(self) -> None:
        """Stop what flows, and close everything."""
        self.conversation.end()
        self.commit_draft.end()
        self.edit_drafts.end()
        self.comments.end()
        self.commit_messages.stop()
        self.outlining.end()
        self._garbage.end()
        self._loop.close(self.conversation.services.end)
        self._keeping.end()

    def _offer_key(self, turn: Turn, error: Exception) -> None:
        """Lead from an answer that failed for its key to where the key is given."""
        self._notifications.show_error(error, turn.model.partition("/")[0])

    def _take_found(self, root: str, chosen: tuple[str, str], found: RestoredConversation | None) -> None:
        if root != self._workplace.root:
            return  # another repository was opened meanwhile
        held: tuple[str, ...] = ()
        if found is not None and not self.conversation.turns:
            held = found.held
            now = self._preferences.now
            self.conversation.take_up(found.opened)
            if (now.model, now.mode) != chosen:  # by the user, while the conversation was looked for
                self.conversation.choose(model=now.model, mode=Mode(now.mode))
            if found.unsettled is not None:
                self._settle(found.unsettled, found.shown)
        self.ready.emit(held)

    def _settle(self, kept: KeptTurn, shown: Shown) -> None:
        """Stage what is missing of an answer, to a message with these files, that a crash cut off."""
        reply_id, text = kept.turn.reply_id, kept.turn.text

        def take(applied: Applied) -> None:
            self.conversation.applied.emit(applied, False)  # noqa: FBT003  a signal
            self._keeping.ask(lambda history: history.settle(kept.key, text))

        files = self.conversation.files
        options = options_asked(self._preferences.now, files, asked=kept.turn.asked, shown=shown)
        self._workplace.ask(lambda workspace: workspace.go_on(reply_id, text, otherwise=options), take)

    def add_files(self, paths: Sequence[str]) -> None:
        """Put files into the conversation, which may be out of sight: say so."""
        files = self.conversation.files
        new = [path for path in paths if path not in files.editable]
        files.set_use(new, Use.IN)
        names = paths[0] if len(paths) == 1 else counted(len(paths), "file")
        verb = "is" if len(paths) == 1 else "are"
        where = "in the conversation now" if new else "in the conversation already"
        self._notifications.show(Notice(Level.DONE, f"{names} {verb} {where}."))

    def _leave_ask_mode(self) -> None:
        """Let the next message request edits, as an architect's does, too."""
        if self.conversation.mode is Mode.ASK:
            self.conversation.choose(mode=Mode.EDIT)

    def _take_feedback(self, message: str, paths: Sequence[str]) -> None:
        outside = [path for path in paths if path not in self.conversation.files.editable]
        self.conversation.files.set_use(outside, Use.IN)
        self.conversation.draft_requested.emit(message)

    def _take_comments(self, _message: str, paths: Sequence[str], _before: str) -> None:
        inside = {entry.path for entry in self.conversation.files.entries}
        self.conversation.files.set_use([path for path in paths if path not in inside], Use.IN)

    def _note_answer(self, turn: Turn) -> None:
        """Take the comments out that were sent: what was only copied is, once there is a reply to it."""
        if turn.role is not Role.USER:
            said = (one.text for one in reversed(self.conversation.turns) if one.role is Role.USER)
            self.comments.note_sent(next(said, ""))


class Suggestions(QObject):
    """Looks through texts aside, and offers what it finds in them."""

    def __init__(
        self,
        tasks: TaskRunner,
        conversation: Conversation,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._conversation, self._notifications = tasks, conversation, notifications
        conversation.turn_ended.connect(self._offer_named)

    def _offer_named(self, turn: Turn) -> None:
        """Offer to add the files that an answer names and that are not in the conversation."""
        files, instructions = self._conversation.files, self._conversation.asking.instructions.now
        sent = (*files.entries, *(instructions.entries if instructions.is_on else ()))
        find = partial(_named, turn.text[:_MOST_READ], files.known, sent)
        first = self._conversation.turns[:1]

        def tell(named: Sequence[str]) -> None:
            is_same = self._conversation.turns[:1] == first  # else another one, or another repository, is open
            if not 0 < len(named) <= _MOST_OFFERED or not is_same:
                return
            what = f"The answer names {' and '.join(named)}, not in the conversation."
            if len(named) > 2:
                what = f"The answer names {len(named)} files that are not in the conversation: {', '.join(named)}."
            self._notifications.show(Notice(Level.INFO, what, offer=Offer.ADD_FILES, paths=tuple(named)))

        self._tasks.aside(find, tell)


def _named(text: str, known: Collection[str], entries: Sequence[ContextEntry]) -> list[str]:
    """Return the known paths that a text names, but those that are in the conversation."""
    inside = {entry.path for entry in entries}
    words = dict.fromkeys(word.strip(_AROUND) for word in text.split())
    return [word for word in words if word in known and word not in inside]
