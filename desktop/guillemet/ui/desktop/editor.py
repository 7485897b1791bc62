"""Files outside the window: in the user's editor at a line, and in the file manager.

The editor is the command of the settings, else VISUAL, else EDITOR, else what the system opens text with. It gets its
arguments as a list, never through a shell, and the path is absolute: it cannot be taken for an option.
"""

import os
import shlex
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QMimeDatabase, QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from guillemet.engine.git.git_command import find_program

_PLACE = ("{path}:{line}",)
_GOTO = ("--goto", "{path}:{line}")
_LINE_OPTION = ("--line", "{line}", "{path}")
_PLUS = ("+{line}", "{path}")
_WITH_LINE: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("code", "code-insiders", "codium", "vscodium", "code-oss", "cursor", "windsurf"), _GOTO),
    **dict.fromkeys(("positron", "trae", "kiro", "antigravity"), _GOTO),
    **dict.fromkeys(("zed", "zeditor", "zed-editor", "subl", "sublime_text", "hx", "helix", "lapce"), _PLACE),
    **dict.fromkeys(("pulsar", "atom", "mle"), _PLACE),
    **dict.fromkeys(("idea", "pycharm", "webstorm", "phpstorm", "goland", "clion", "rider", "rubymine"), _LINE_OPTION),
    **dict.fromkeys(("rustrover", "datagrip", "dataspell", "intellij-idea-community"), _LINE_OPTION),
    **dict.fromkeys(("intellij-idea-ultimate", "pycharm-community", "pycharm-professional"), _LINE_OPTION),
    **dict.fromkeys(("studio", "android-studio", "kate", "kwrite", "geany", "mate", "textmate", "cot"), _LINE_OPTION),
    **dict.fromkeys(("vi", "vim", "vimx", "view", "nvim", "gvim", "mvim", "nano", "pico", "mg", "zile"), _PLUS),
    **dict.fromkeys(("emacs", "emacsclient", "xemacs", "jmacs", "gedit", "gnome-text-editor", "pluma"), _PLUS),
    **dict.fromkeys(("mousepad", "micro", "kak", "joe", "jed", "jove", "ne", "mcedit", "vis", "bbedit"), _PLUS),
    "xed": _LINE_OPTION if sys.platform == "darwin" else _PLUS,
    "notepad++": ("-n{line}", "{path}"),
}
"""How each editor takes the number of a line."""
_IN_TERMINAL = frozenset(
    (
        *("ed", "ex", "helix", "hx", "jed", "jmacs", "joe", "jove", "kak", "mcedit", "mg", "micro", "mle", "nano"),
        *("ne", "nvim", "pico", "vi", "view", "vim", "vimx", "vis", "zile"),
    )
)
"""Editors that need a terminal, of which a window has none."""
_TERMINALS = {
    "x-terminal-emulator": ("-e",),
    "gnome-terminal": ("--",),
    "konsole": ("-e",),
    "kitty": (),
    "alacritty": ("-e",),
    "foot": (),
    "wezterm": ("start", "--"),
    "xterm": ("-e",),
}
"""What stands between a terminal and the program it runs."""
_CORRECT = "Correct the command in Settings, Look"
_NAME = "name an editor in Settings, Look"
_ADVICE = f"Set VISUAL, or {_NAME}"


def open_in_editor(file: Path, root: Path, *, line: int = 0, own: str = "") -> str:
    """Open a file of this worktree; return why it cannot be, in a sentence, or an empty text.

    The line is counted from 1, 0 for none; `own` is the command of the settings.
    """
    command = editor_command(file, root, line=line, own=own)
    if command:
        is_started, _ = QProcess.startDetached(command[0], command[1:], str(root))
        return "" if is_started else f"Your editor {command[0]} cannot be started. {_ADVICE}."
    if own.strip():
        return f"Your editor cannot be started by {own.strip()!r}{_why_not(own, root)}. {_CORRECT}."
    if lacking := _lacking_terminal(root):
        return f"Your editor {lacking} needs a terminal, and none was found. Install one, or {_NAME}."
    if sys.platform == "win32":  # what Windows would open a script with is what runs it
        is_started, _ = QProcess.startDetached("notepad.exe", [str(file)])
    elif sys.platform == "darwin":
        is_started, _ = QProcess.startDetached("/usr/bin/open", ["-t", str(file)])
    elif _may_be_run(file):
        return f"The system might run {file.name} instead of showing it. {_ADVICE}."
    else:
        is_started = QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))
    return "" if is_started else f"The system has no application for {file.name}. {_ADVICE}."


def editor_command(file: Path, root: Path, *, line: int = 0, own: str = "") -> list[str]:
    """Return the editor's program and arguments; empty when none is named that can be used here."""
    named = _named_editor(root, own)
    return [] if named is None else [*named.terminal, str(named.program), *editor_arguments(*named[:2], file, line)]


def editor_without_line(root: Path, own: str = "") -> str:
    """Return the editor that is not given the line, as it is not known how it takes one; empty for none."""
    named = _named_editor(root, own)
    if named is None or _pattern(named.program) or any("{path}" in word or "{line}" in word for word in named.given):
        return ""
    return named.program.name


class _NamedEditor(NamedTuple):
    """An editor that can be started."""

    program: Path
    given: list[str]
    """Its arguments, but for the file and the line."""
    terminal: tuple[str, ...]
    """The command of the terminal it runs in; empty for none."""


def _named_editor(root: Path, own: str) -> _NamedEditor | None:
    """Return the editor of the settings, else of the environment; None when none is named that can be used here."""
    for text in (own,) if own.strip() else (os.environ.get("VISUAL", ""), os.environ.get("EDITOR", "")):
        try:
            words = _words(text)
        except ValueError:
            continue
        if words and (found := find_program(words[0], root)):
            terminal = _terminal(root) if found.stem.lower() in _IN_TERMINAL else ()
            if terminal is not None:
                return _NamedEditor(found, words[1:], terminal)
    return None


def _why_not(command: str, root: Path) -> str:
    """Return why a command starts no editor, to be read behind it."""
    try:
        program = next(iter(_words(command)), "")
    except ValueError:
        return ": a quotation mark has no partner"
    if find_program(program, root) is None:
        return f": there is no program {program}"
    return f": {program} needs a terminal, and none was found"


def _lacking_terminal(root: Path) -> str:
    """Return the editor of the environment that there is no terminal for; empty for none.

    Systems that always have an editor with a window open the file with that one instead.
    """
    if sys.platform in ("win32", "darwin") or _terminal(root) is not None:
        return ""
    for text in (os.environ.get("VISUAL", ""), os.environ.get("EDITOR", "")):
        with suppress(ValueError):
            program = next(iter(_words(text)), "")
            if Path(program).stem.lower() in _IN_TERMINAL and find_program(program, root):
                return program
    return ""


def _words(command: str) -> list[str]:
    """Return a command in words; raises ValueError for a quotation mark without its partner."""
    return shlex.split(command, posix=sys.platform != "win32")


def editor_arguments(program: Path, given: list[str], file: Path, line: int) -> list[str]:
    """Return what an editor is started with: its own arguments, then the path, at the line where it takes one."""
    named = {"path": str(file), "line": str(max(line, 1))}
    if any("{path}" in word for word in given):
        return [_filled(word, named) for word in given]
    is_placed = not line or any("{line}" in word for word in given)
    pattern = () if is_placed else _pattern(program)
    return [*(_filled(word, named) for word in given), *(_filled(word, named) for word in pattern or ("{path}",))]


def _pattern(program: Path) -> tuple[str, ...]:
    """Return how an editor takes a path with a line; empty where that is not known."""
    return _WITH_LINE.get(program.stem.lower().removesuffix("64"), ())


def show_in_file_manager(file: Path) -> bool:
    """Show where the file lies, itself selected where the system can do that; return whether that was started."""
    if sys.platform == "win32":
        return QProcess.startDetached("explorer.exe", [f"/select,{file}"])[0]
    if sys.platform == "darwin" and file.exists():
        return QProcess.startDetached("/usr/bin/open", ["-R", str(file)])[0]
    folder = next(folder for folder in file.parents if folder.is_dir())
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _may_be_run(file: Path) -> bool:
    """Whether the system may run the file where it is asked to open it: a program, or what another program runs."""
    kind = QMimeDatabase().mimeTypeForFile(str(file))
    is_read = kind.inherits("text/plain") or kind.name().startswith(("image/", "application/x-zerosize"))
    return not is_read or file.suffix.lower() == ".desktop" or os.access(file, os.X_OK)


def _filled(word: str, named: Mapping[str, str]) -> str:
    """Put path and line in; other braces stay, and a path that has some is not read again."""
    return named["path"].join(part.replace("{line}", named["line"]) for part in word.split("{path}"))


def _terminal(root: Path) -> tuple[str, ...] | None:
    """Return the command that runs a program in a terminal; None when there is none."""
    if sys.platform in ("win32", "darwin"):
        return None
    for name in filter(None, (os.environ.get("TERMINAL", ""), *_TERMINALS)):
        if Path(name).name in _TERMINALS and (found := find_program(name, root)):
            return (str(found), *_TERMINALS[found.name if found.name in _TERMINALS else Path(name).name])
    return None
