"""The commit message as far as it is written, kept with its repository until it is committed."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.history import Purpose


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
