"""The saved snippets: a text file the user edits, read when it may have changed.

file     = { remark } { snippet }
snippet  = "/" name line-end { line }        the text goes up to the next line that holds only a "/" and a name
name     = letters, digits, "-" and "_"

/tests
Write tests for what you changed. One promise each.
"""

import re
from pathlib import Path

import platformdirs
from PySide6.QtCore import QObject, Signal

from guillemet.app.notices import Level, Notice, Notifications
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import Snippet
from guillemet.private_files import make_private_folder, write_private

SAMPLE = """\
Snippets for the message box. A line with a slash and a name begins one; type the name there to get its text.

/explain
Explain what this code does, step by step, and what surprises you about it.

/tests
Write tests for what you changed. One promise each, named as a sentence.
"""
_NAME = re.compile(r"/([\w-]+)\s*")


class SavedSnippets(QObject):
    """Reads the file.

    Signals: `changed(tuple[Snippet, ...])`; `ready_to_edit(str)` with the file's path; a damaged file is
    reported once.
    """

    changed = Signal(object)
    ready_to_edit = Signal(str)

    def __init__(
        self, tasks: TaskRunner, notifications: Notifications, file: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks, self._notifications = tasks, notifications
        self._file = file
        self._snippets: tuple[Snippet, ...] = ()
        self._reported = ""

    def read(self) -> None:
        """Read what is saved."""
        self._tasks.aside(self._read, self._take)

    def edit(self) -> None:
        """Make the file, with a sample in it, if there is none."""
        self._tasks.aside(self._make, self.ready_to_edit.emit)

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
        if wrong and wrong != self._reported:
            self._notifications.show(
                Notice(Level.WARN, wrong, f"Correct {self._file}, or delete it to start with an empty one.")
            )
        self._reported = wrong
        if snippets != self._snippets:
            self._snippets = snippets
            self.changed.emit(snippets)


def read_snippets(text: str) -> tuple[Snippet, ...]:
    """Return the snippets of the file's text in its order; of two with one name the later counts."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if name := _NAME.fullmatch(line):
            lines = found[name[1].casefold()] = []
        else:
            lines.append(line)
    texts = {name: "\n".join(lines).strip("\n") for name, lines in found.items()}
    return tuple(Snippet(name, text) for name, text in texts.items() if text.strip())


def snippets_file() -> Path:
    """Return where snippets are saved; the file need not exist."""
    return Path(platformdirs.user_config_dir("guillemet", appauthor=False)) / "snippets.txt"
