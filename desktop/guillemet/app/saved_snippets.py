"""The file of saved snippets: read when it may have changed, made with a sample when the user wants to edit it."""

from pathlib import Path

import platformdirs
from PySide6.QtCore import QObject, Signal

from guillemet.app.lanes import Lanes
from guillemet.app.offers import Snippet
from guillemet.app.snippets import SAMPLE, read_snippets


def snippets_file() -> Path:
    """Return where snippets are saved; the file need not exist."""
    return Path(platformdirs.user_config_dir("guillemet", appauthor=False)) / "snippets.txt"


class SavedSnippets(QObject):
    """Reads the file.

    Signals: `changed(tuple[Snippet, ...])`; `ready_to_edit(str)` with the file's path; `failed(Exception)`.
    """

    changed = Signal(object)
    ready_to_edit = Signal(str)
    failed = Signal(object)

    def __init__(self, lanes: Lanes, file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._file = file
        self._snippets: tuple[Snippet, ...] = ()

    def read(self) -> None:
        """Read what is saved."""
        self._lanes.aside(self._read, self._take, otherwise=self.failed.emit)

    def edit(self) -> None:
        """Make the file, with a sample in it, if there is none."""
        self._lanes.aside(self._make, self.ready_to_edit.emit, otherwise=self.failed.emit)

    def _read(self) -> tuple[Snippet, ...]:
        try:
            return read_snippets(self._file.read_text(encoding="utf-8-sig", errors="replace"))
        except FileNotFoundError:
            return ()

    def _make(self) -> str:
        if not self._file.exists():
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(SAMPLE, encoding="utf-8")
        return str(self._file)

    def _take(self, snippets: tuple[Snippet, ...]) -> None:
        if snippets != self._snippets:
            self._snippets = snippets
            self.changed.emit(snippets)
