"""Opens a file in the user's editor: VISUAL, EDITOR, else the application that the system opens such files with.

No shell is started, and no program of the repository: neither its configuration nor a program inside it is looked at.
"""

import os
import shlex
import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from guillemet.engine.git.git_command import find_program

_IN_TERMINAL = frozenset(
    {"ed", "ex", "helix", "hx", "jed", "joe", "kak", "mcedit", "micro", "nano", "ne", "nvim", "pico", "vi", "vim"}
)
"""Editors that need a terminal, of which a window has none."""


def open_in_editor(file: Path, root: Path) -> str:
    """Open a file of this worktree; return why it cannot be, in a sentence, or an empty text."""
    command = _command(root)
    if command:
        is_started, _ = QProcess.startDetached(command[0], [*command[1:], str(file)], str(root))
        return "" if is_started else f"Your editor {command[0]} cannot be started. Check VISUAL and EDITOR."
    if sys.platform == "win32":  # what Windows would open a script with is what runs it
        is_started, _ = QProcess.startDetached("notepad.exe", [str(file)])
    elif sys.platform == "darwin":
        is_started, _ = QProcess.startDetached("/usr/bin/open", ["-t", str(file)])
    elif file.suffix == ".desktop" or os.access(file, os.X_OK):
        return f"The system might run {file.name} instead of showing it. Set VISUAL to your editor, then start again."
    else:
        is_started = QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))
    return "" if is_started else f"The system has no application for {file.name}. Set VISUAL to your editor."


def _command(root: Path) -> list[str]:
    """Return the program of VISUAL or EDITOR with its arguments; empty when none is set that can be used here."""
    for name in ("VISUAL", "EDITOR"):
        try:
            words = shlex.split(os.environ.get(name, ""))
        except ValueError:  # a quotation mark without its partner
            continue
        if words and Path(words[0]).name not in _IN_TERMINAL and (found := find_program(words[0], root)):
            return [str(found), *words[1:]]
    return []
