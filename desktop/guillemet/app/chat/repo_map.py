"""The outline of the files outside the conversation: made beside, and again when files or message are others."""

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.chat.context_files import ContextFiles
from guillemet.app.preferences import Preferences
from guillemet.app.turns import Use
from guillemet.engine.workspace import Workspace
from guillemet.llm.repo_map import MapOptions, OutlineCache, RepositoryMap, make_map

_PAUSE = 400
"""Milliseconds without a change before the outline is made."""
_WORD = re.compile(r"[^\W\d]\w{2,}")


class RepoMapBuilder(QObject):
    """Makes the outline.

    Signals: `made(RepositoryMap)`; `failed(Exception)`.
    """

    made = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        files: ContextFiles,
        preferences: Preferences,
        is_quiet: Callable[[], bool],
        *,
        folder: Path | None,
        parent: QObject | None = None,
    ) -> None:
        """Keep outlines in `folder` from one start of the program to the next, if one is given.

        Work that somebody waits for goes first: while `is_quiet` says no, nothing is made.
        """
        super().__init__(parent)
        self._is_quiet = is_quiet
        self._files = files
        self._preferences = preferences
        self._folder = folder
        self._cache: OutlineCache | None = None
        self._message = ""
        self._is_unwanted = False
        self._asked = 0
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._make)
        files.listed.connect(lambda _: self._pause.start())

    def take_message(self, message: str) -> None:
        """Make it for this message too."""
        if message != self._message:
            self._message = message
            self._pause.start()

    def end(self) -> None:
        """Stop what is being made, and keep what was learned."""
        self._is_unwanted = True
        self._pause.stop()
        if self._cache is not None:
            self._files.outline(self._close, lambda _: None)

    def _make(self) -> None:
        budget = self._preferences.now.map_tokens
        if not budget or not self._files.found:
            self.made.emit(RepositoryMap())
            return
        if not self._is_quiet():
            self._pause.start()
            return
        self._asked += 1
        asked, message = self._asked, self._message
        files = self._files.found
        focus = tuple(entry.path for entry in self._files.entries if entry.use is not Use.OUT)
        # A later wish takes the place of an earlier one: what was read for that is kept.
        options = MapOptions(
            stop=lambda: self._is_unwanted or asked != self._asked or not self._is_quiet(),
            even_if_huge=self._preferences.now.maps_huge,
        )

        def make(workspace: Workspace) -> RepositoryMap:
            if self._cache is None:
                self._cache = OutlineCache(self._folder)
            words = frozenset(found[0] for found in _WORD.finditer(message))
            blobs = {file.path: file.oid for file in files if file.oid}
            return make_map(
                blobs, workspace.read, focus=focus, words=words, budget=budget, cache=self._cache, options=options
            )

        def tell(found: RepositoryMap) -> None:
            if asked == self._asked:
                self.made.emit(found)
                if not found.is_whole and not found.too_many:
                    self._pause.start()  # other work went first: what was read is kept, the rest follows

        self._files.outline(make, tell)

    def _close(self, _: Workspace) -> RepositoryMap:
        if self._cache is not None:
            self._cache.close()
        return RepositoryMap()
