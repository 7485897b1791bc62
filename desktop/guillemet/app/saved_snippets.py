"""The file of saved snippets: read when it may have changed, made with a sample when the user wants to edit it."""

from pathlib import Path

import platformdirs
from PySide6.QtCore import QObject, Signal

from guillemet.app.composer_options import Snippet
from guillemet.app.notices import Level, Notice
from guillemet.app.notifications import Notifications
from guillemet.app.snippets import SAMPLE, read_snippets
from guillemet.app.task_runner import TaskRunner
from guillemet.private_files import make_private_folder, write_private


def snippets_file() -> Path:
    """Return where snippets are saved; the file need not exist."""
    return Path(platformdirs.user_config_dir("guillemet", appauthor=False)) / "snippets.txt"


class SavedSnippets(QObject):
    """Reads the file.

    Signals: `changed(tuple[Snippet, ...])`; `ready_to_edit(str)` with the file's path; a damaged file is
    reported once.
    """

    changed = Signal(object)
    ready_to_edit = Signal(str)

    def __init__(
        self, lanes: TaskRunner, notifications: Notifications, file: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._lanes, self._notifications = lanes, notifications
        self._file = file
        self._snippets: tuple[Snippet, ...] = ()
        self._told = ""

    def read(self) -> None:
        """Read what is saved."""
        self._lanes.aside(self._read, self._take)

    def edit(self) -> None:
        """Make the file, with a sample in it, if there is none."""
        self._lanes.aside(self._make, self.ready_to_edit.emit)

    def _read(self) -> tuple[tuple[Snippet, ...], str]:
        """Return the snippets, and in a sentence what is wrong with their file."""
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            return (), ""
        except OSError as error:
            return (), f"Your snippets cannot be read ({error.strerror or error})."
        try:
            return read_snippets(data.decode("utf-8-sig")), ""
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            text = data.decode("utf-8-sig", errors="replace")
            return read_snippets(text), f"Line {line:,} of your snippets is not in UTF-8."

    def _make(self) -> str:
        make_private_folder(self._file.parent)
        if not self._file.exists():
            write_private(self._file, SAMPLE.encode())
        return str(self._file)

    def _take(self, read: tuple[tuple[Snippet, ...], str]) -> None:
        snippets, wrong = read
        if wrong and wrong != self._told:
            self._notifications.show(
                Notice(Level.WARN, wrong, f"Correct {self._file}, or delete it to start with an empty one.")
            )
        self._told = wrong
        if snippets != self._snippets:
            self._snippets = snippets
            self.changed.emit(snippets)
