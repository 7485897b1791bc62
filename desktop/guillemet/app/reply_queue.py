"""Replies that arrived: each is put into the open repository's staging area, or waits until one is open."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.reply_source import ReceivedReply
from guillemet.app.repository_service import RepositoryService
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.blocks import FormatName
from guillemet.engine.workspace import Applied, Workspace


class ReplyQueue(QObject):
    """Holds the reply that waits, if any.

    Signals: `applied(Received, Applied, bool)` with whether listings of a reply without blocks can be read as whole
    files; `waits(Received)` because no repository is open.
    """

    applied = Signal(object, object, bool)
    waits = Signal(object)

    def __init__(
        self, workplace: RepositoryService, options: Callable[[], ApplyOptions], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workplace = workplace
        self._options = options
        self._waiting: ReceivedReply | None = None

    def take(self, received: ReceivedReply) -> None:
        """Take a reply in, now or when a repository is open."""
        if not self._workplace.is_open:
            self._waiting = received
            self.waits.emit(received)
            return
        options = self._options()

        def apply(workspace: Workspace) -> tuple[Applied, bool]:
            applied = workspace.apply(received.text, options=options)
            return applied, not applied.outcomes and _holds_files(workspace, received.text, options)

        self._ask(apply, replace(received, asked=options.asked))

    def take_as_files(self, text: str) -> None:
        """Read a reply anew that was taken in before: its listings are whole files."""
        options = replace(self._options(), asked=FormatName.WHOLE_FILE)
        received = ReceivedReply(text, "The same reply, read as whole files", asked=options.asked)

        def apply(workspace: Workspace) -> tuple[Applied, bool]:
            before = text if text in workspace.replies() else ""  # without a command it left nothing to be read anew
            return workspace.grow(before, text, options=options), False

        self._ask(apply, received)

    def take_waiting(self) -> None:
        """Take in what waited for a repository."""
        if self._waiting:
            received, self._waiting = self._waiting, None
            self.take(received)

    def _ask(self, apply: Callable[[Workspace], tuple[Applied, bool]], received: ReceivedReply) -> None:
        def tell(found: tuple[Applied, bool]) -> None:
            self.applied.emit(received, *found)

        self._workplace.ask(apply, tell, what="reading reply")


def _holds_files(workspace: Workspace, text: str, options: ApplyOptions) -> bool:
    """Whether something would be proposed if whole files had been asked for."""
    as_files = replace(options, asked=FormatName.WHOLE_FILE)
    return as_files != options and bool(workspace.apply(text, options=as_files, dry_run=True).outcomes)
