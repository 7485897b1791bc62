"""Joins the find bar with the content: what is found, and which place is the current one."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.finding import TextFinder, TextMatch
from guillemet.ui.diff.find_bar import FindBar
from guillemet.ui.diff.formatting import Columns, found_by_line


class DiffSearch(QObject):
    """Finds while the query is typed.

    Signals: `found_changed()` when other places are found; `place_requested(Found)` when one is to be shown.
    """

    found_changed = Signal()
    place_requested = Signal(object)

    def __init__(self, bar: FindBar, origin: Callable[[], int], parent: QObject) -> None:
        """Look from `origin()` on, a new line, when a query is new."""
        super().__init__(parent)
        self._bar = bar
        self._origin = origin
        self._content = DiffContent.nothing()
        self._finder: TextFinder | None = None
        self._found: Sequence[TextMatch] = ()
        self._at: int | None = None
        self.by_line: Columns = {}
        bar.query_changed.connect(self._look)
        bar.next_requested.connect(self.next)
        bar.previous_requested.connect(self.previous)
        bar.closed.connect(self._forget)

    def set_content(self, content: DiffContent) -> None:
        """Find in this content from now on."""
        self._content = content
        self._finder = None
        self._keep(self._find(self._bar.query))

    def next(self) -> None:
        """Show the next place; after the last comes the first."""
        self._step(1)

    def previous(self) -> None:
        """Show the place before; before the first comes the last."""
        self._step(-1)

    def _look(self, query: str) -> None:
        self._keep(self._find(query))
        if self._found:
            origin = self._origin()
            self._show(next((at for at, found in enumerate(self._found) if found.line >= origin), 0))

    def _find(self, query: str) -> Sequence[TextMatch]:
        if not query:
            return ()
        if self._finder is None:
            self._finder = TextFinder(self._content)
        return self._finder.find(query)

    def _keep(self, found: Sequence[TextMatch]) -> None:
        if not found and not self._found:
            self._bar.tell(None, 0)
            return
        self._found = found
        self._at = None
        self.by_line = found_by_line(found)
        self._bar.tell(None, len(found))
        self.found_changed.emit()

    def _forget(self) -> None:
        self._keep(())

    def _step(self, step: int) -> None:
        if self._found:
            self._show((0 if step > 0 else -1) if self._at is None else self._at + step)

    def _show(self, at: int) -> None:
        self._at = at % len(self._found)
        self._bar.tell(self._at, len(self._found))
        self.place_requested.emit(self._found[self._at])
