"""The draft of the commit message: saved with its repository, and written by a model when the user asks for it."""

from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.app.async_loop import AsyncLoop, ReplyStream
from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.chat.usage import UsageTracker
from guillemet.app.history import Purpose
from guillemet.app.notices import Level, Notice, Notifications
from guillemet.app.repository_service import RepositoryService
from guillemet.app.services import Services
from guillemet.app.task_runner import TaskRunner
from guillemet.engine.errors import GuillemetError
from guillemet.engine.review import Review
from guillemet.engine.workspace import Workspace
from guillemet.llm.errors import BrokenStreamError
from guillemet.llm.messages import Counted, ReasoningText, ReplyText, Request, StreamEvent, Usage
from guillemet.llm.prompts.commit_message import ask_for_commit_message, clean_commit_message

_RECENT = 10
_NOT_WRITTEN = "No message was written. Suggest it again, or write one."


class _Material(Struct, frozen=True):
    diff: str
    recent: tuple[str, ...]


class _Subject(Struct, frozen=True):
    """What a message is about."""

    head: str = ""
    """The hex id of the commit before."""
    paths: frozenset[str] = frozenset()


class CommitMessages(QObject):
    """Asks for one message at a time.

    Signals: `written(str)` with a message for the draft; `spent(str, Usage)` with the model; `flowing_changed(bool)`.
    """

    written = Signal(str)
    spent = Signal(str, object)
    flowing_changed = Signal(bool)

    def __init__(
        self,
        tasks: TaskRunner,
        loop: AsyncLoop,
        workplace: RepositoryService,
        services: Services,
        spending: UsageTracker,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._loop, self._workplace = tasks, loop, workplace
        self._services, self._spending, self._notifications = services, spending, notifications
        self._stream: ReplyStream | None = None
        self._parts: list[str] = []
        self._said: list[str] = []
        """All that came, reasoning included: the service charges for it."""
        self._sent = 0
        """Tokens of the request, as estimated."""
        self._usage: Usage | None = None
        self._model = ""
        self._generation = 0
        self._current = _Subject()
        """What the next commit is."""
        self._asked: _Subject | None = None
        """What it was when the message was asked for; None while none is."""

    def ask(self, model: str) -> None:
        """Let the model write a message for what the next commit changes."""

        def read(workspace: Workspace) -> _Material:
            diff = workspace.commit_diff().decode("utf-8", "replace")
            return _Material(diff, workspace.recent_messages(_RECENT))

        if self._stream is None:
            self._model = model
            self._generation += 1
            self._workplace.ask(read, partial(self._prepare, self._generation))

    def stop(self) -> None:
        """End it, or what is being made ready for it; the draft stays as it was."""
        self._generation += 1
        self._asked = None
        self._leave()

    def follow(self, review: Review) -> None:
        """Note what will be committed now, and stop a message whose commit was made, or about files that left it."""
        paths = frozenset(line.path for line in review.commit if not line.is_left_out)
        asked, self._current = self._asked, _Subject(review.head.commit, paths)
        if asked is None:
            return
        if asked.head != self._current.head:
            self.stop()
        elif gone := sorted(asked.paths - paths):
            self.stop()
            which = f"{gone[0]} is" if len(gone) == 1 else f"{len(gone):,} of its files are"
            what = f"The commit message is no longer being written: {which} not to be committed any more."
            self._notifications.show(Notice(Level.INFO, what, "Suggest a message again for what is."))

    def _prepare(self, generation: int, material: _Material) -> None:
        if generation != self._generation:
            return
        if not material.diff:
            self._notifications.show_error(GuillemetError("There is nothing to commit yet. Accept a file first."))
            return
        self._asked = self._current
        model = self._model.partition("/")[2]
        job = partial(ask_for_commit_message, material.diff, material.recent, model=model)
        self._tasks.aside(job, partial(self._begin, generation))

    def _begin(self, generation: int, request: Request) -> None:
        if generation != self._generation:
            return
        tokens = sum(
            map(
                self._spending.estimator(request.model),
                (request.system, *(message.text for message in request.messages)),
            )
        )
        if over := self._spending.over_limit(tokens, self._model):
            self.stop()
            self._notifications.show_error(GuillemetError(over))
            return
        opener, _ = self._services.opener(self._model)
        self._parts, self._said, self._sent, self._usage = [], [], tokens, None
        self._stream = ReplyStream(self._loop, self)
        self._stream.came.connect(self._take)
        self._stream.over.connect(self._take_end)
        self._stream.begin(opener, request)
        self.flowing_changed.emit(self._stream is not None)

    def _take(self, events: tuple[StreamEvent, ...]) -> None:
        for event in events:
            match event:
                case ReplyText():
                    self._parts.append(event.text)
                    self._said.append(event.text)
                case ReasoningText():
                    self._said.append(event.text)
                case Counted():
                    self._usage = event.usage  # so far: the last one counts
                case _:
                    pass

    def _take_end(self, error: Exception | None) -> None:
        asked, self._asked = self._asked, None
        self._leave(is_whole=error is None)
        message = clean_commit_message("".join(self._parts))
        if isinstance(error, BrokenStreamError):
            # Of an answer, what came is kept and can be continued; not of this.
            self._notifications.show_error(BrokenStreamError(error.what, _NOT_WRITTEN))
        elif error is not None:
            self._notifications.show_error(error)
        elif message:
            self.written.emit(message)
            self._tell_more(asked)
        else:
            self._notifications.show_error(
                GuillemetError("The model wrote no message. Write one, or try another model.")
            )

    def _tell_more(self, asked: _Subject | None) -> None:
        more = len(self._current.paths - asked.paths) if asked is not None else 0
        if more:
            files = "a file" if more == 1 else f"{more:,} files"
            what = f"The commit message does not cover {files} accepted since it was asked for."
            self._notifications.show(Notice(Level.INFO, what, "Suggest one again to include that."))

    def _leave(self, *, is_whole: bool = False) -> None:
        if self._stream is None:
            return
        self._stream.stop()
        self._stream.deleteLater()
        self._stream = None
        self.flowing_changed.emit(False)  # noqa: FBT003  a signal
        usage = self._usage
        if not is_whole:
            model, said = self._model.partition("/")[2], "".join(self._said)
            usage = self._spending.of_cut_off(usage, sent=self._sent, said=said, model=model)
        if usage is not None:
            self.spent.emit(self._model, usage)


class CommitDraft(QObject):
    """Keeps the draft of the open repository.

    Signals: `leaving()` while the draft can still be kept with its repository, before another one is opened and in the
    end; `begun()` when another one is open; `found(str)` with the draft that an earlier run left there.
    """

    leaving = Signal()
    begun = Signal()
    found = Signal(str)

    def __init__(self, keeping: HistoryClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self._root = ""

    def begin(self, root: str) -> None:
        """Keep the draft of another repository from now on."""
        if root == self._root:
            return
        if self._root:
            self.leaving.emit()
            self.begun.emit()
        self._root = root
        self._keeping.ask(lambda history: history.repository_draft(root, Purpose.COMMIT), partial(self._take, root))

    def keep(self, text: str) -> None:
        """Keep what is written; nothing is kept of an empty draft."""
        root = self._root
        if root:
            self._keeping.ask(lambda history: history.keep_repository_draft(root, Purpose.COMMIT, text))

    def end(self) -> None:
        """Let the draft be kept, as the program ends."""
        self.leaving.emit()

    def _take(self, root: str, text: str) -> None:
        if text and root == self._root:
            self.found.emit(text)
