"""Which file is looked at, and getting it ready to be seen: what is proposed for it, else the file as it stands."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app import file_selection
from guillemet.app.repository_service import RepositoryService
from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.review import Review
from guillemet.engine.workspace import Workspace


class CurrentFile(QObject):
    """Holds the path that is looked at.

    Signals: `path_chosen(str)` at once when it is another, empty for none; `content_changed(DiffContent | None)` when
    it can be seen, then `line_requested(int)` if a place in it was asked for.
    """

    path_chosen = Signal(str)
    content_changed = Signal(object)
    line_requested = Signal(int)

    def __init__(self, workplace: RepositoryService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = ""
        self._workplace = workplace
        self._review: Review | None = None
        self._is_proposed = True

    def pick(self, path: str) -> None:
        """Look at this file, if it is another."""
        if path != self.path:
            self.show(path)

    def show(self, path: str, line: int = 0) -> None:
        """Look at this file, at this new line when it is not 0; paths that are not in the proposal are ignored."""
        file = file_selection.file_of(self._review, path)
        if file is None or self._review is None:
            return
        self._go_to(path, is_proposed=True)
        words = file_selection.headline(self._review, path)

        def proposed(workspace: Workspace) -> DiffContent:
            return prepare(workspace.texts(path), kind=file.kind, headline=words, moved_from=file.moved_from)

        self._ask(path, line, proposed)

    def show_unproposed(self, path: str, line: int = 0) -> None:
        """Look at a file nothing is proposed for, at this line when it is not 0."""
        self._go_to(path, is_proposed=False)
        self._ask(path, line, lambda workspace: prepare(workspace.unproposed(path), is_proposed=False))

    def show_next_undecided(self) -> None:
        """Look at the next file without a decision."""
        if self._review:
            self.show(file_selection.next_undecided(self._review, self.path))

    def begin(self) -> None:
        """Forget what was looked at, for another repository was opened."""
        self._review = None
        self._leave()

    def follow(self, review: Review) -> None:
        """Keep up with a new review: look at another file when this one is gone, and again when it changed."""
        old, self._review = self._review, review
        if file_selection.file_of(review, self.path) is not None:
            if file_selection.is_stale(self.path, old, review):
                self.show(self.path)
        elif self._is_proposed or old is None or not self._follow_unproposed(old, review):
            self._leave()
            self.show(file_selection.first_look(review))

    def _follow_unproposed(self, old: Review, review: Review) -> bool:
        """Look again at a file nothing is proposed for when its blocks are others; return False when they are gone."""
        before, now = file_selection.outcomes_of(old, self.path), file_selection.outcomes_of(review, self.path)
        if now and now != before:
            self.show_unproposed(self.path)
        return bool(now) or now == before

    def _go_to(self, path: str, *, is_proposed: bool) -> None:
        self.path, self._is_proposed = path, is_proposed
        self.path_chosen.emit(path)

    def _ask(self, path: str, line: int, how: Callable[[Workspace], DiffContent]) -> None:
        def content(workspace: Workspace) -> DiffContent | None:
            if self.path != path:
                return None  # another file was picked meanwhile
            return how(workspace)

        self._workplace.ask(content, partial(self._show, line))

    def _leave(self) -> None:
        if self.path:
            self._go_to("", is_proposed=True)
            self.content_changed.emit(None)

    def _show(self, line: int, content: DiffContent | None) -> None:
        if content is not None and content.path == self.path:
            self.content_changed.emit(content)
            if line:
                self.line_requested.emit(line)
