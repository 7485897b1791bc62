"""Previews of another searched text for a block, while the user types it: only the last text that was typed counts.

request(number, text) ──▶ repository worker: Workspace.preview_search ──▶ ready(SearchPreview)
request(number, more) ──▶ waits until that is done; what was typed in between is never tried
"""

from PySide6.QtCore import QObject, Signal

from guillemet.app.repository_service import RepositoryService
from guillemet.engine.review import Review
from guillemet.engine.workspace import SearchPreview


class SearchPreviews(QObject):
    """Holds the text that was typed last.

    Signals: `ready(SearchPreview)` for that text, and for the block that it was typed for.
    """

    ready = Signal(object)

    def __init__(self, workplace: RepositoryService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workplace = workplace
        self._review: Review | None = None
        self._wanted: tuple[int, str] | None = None
        self._running: object = None

    def request(self, number: int, text: str) -> None:
        """Find out what the block of this number, among the review's outcomes from 1, comes to with this text."""
        self._wanted = (number, text)
        if self._running is None:
            self._run()

    def begin(self) -> None:
        """Drop what was requested of another repository, whose answers never come."""
        self._wanted = self._running = self._review = None

    def follow(self, review: Review) -> None:
        """Take previews for blocks of this review from now on."""
        self._review = review

    def _run(self) -> None:
        if self._wanted is None:
            return
        wanted = self._wanted
        written = self._written(wanted[0])
        running = self._running = object()

        def end() -> bool:
            """Return whether the request that ended is still the wanted one; start the next one if it is not."""
            if self._running is not running:
                return False
            self._running = None
            if is_wanted := self._wanted == wanted:
                self._wanted = None
            else:
                self._run()
            return is_wanted

        def take(preview: SearchPreview) -> None:
            # Another reply, or an undo, may have given the number to another block meanwhile.
            if end() and written == self._written(wanted[0]) == preview.outcome.block.written:
                self.ready.emit(preview)

        def fail(_: Exception) -> None:
            # A block that is gone has no preview, and the next review says that it is.
            end()

        self._workplace.ask(lambda workspace: workspace.preview_search(*wanted), take, otherwise=fail)

    def _written(self, number: int) -> tuple[str, ...] | None:
        outcomes = self._review.outcomes if self._review else ()
        return outcomes[number - 1].block.written if 1 <= number <= len(outcomes) else None
