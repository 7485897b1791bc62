"""`guillemet doctor`: what a bug report needs, and nothing private.

Neither keys, names, addresses nor remotes are looked at; paths are shown with `~` for the home folder and `USER` for
the user's name in them. Loaded by this command only: it needs what takes long to load.
"""

import argparse
import asyncio
import getpass
import locale
import os
import platform
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from guillemet import __version__, bundled, components, private_files, settings
from guillemet.cli.commands import DONE, say_json
from guillemet.cli.reply_input import WrongUseError
from guillemet.cli.terminal import Colour, coloured, columns, say
from guillemet.engine.git.diagnosis import git_libraries, git_program, repository_state
from guillemet.llm import keyring_store
from guillemet.llm.services.local_servers import find_local_servers
from guillemet.ui import display_check
from guillemet.ui.logging_setup import log_file

Value = str | bool | tuple[str, ...] | None
Section = Mapping[str, Value]

_SURROUNDINGS = (
    *("XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "QT_FONT_DPI"),
    *("QT_STYLE_OVERRIDE", "FLATPAK_ID", "SNAP_NAME"),
)
"""Variables that change how the window looks and works; their values name programs, not people."""


def doctor(asked: argparse.Namespace) -> int:
    """Print the report."""
    folder: Path = asked.folder.absolute()
    if not folder.is_dir():
        raise WrongUseError(f"There is no folder {folder}. Give one of a repository after -C.")
    found = report(folder)
    if asked.json:
        say_json({title: dict(section) for title, section in found.items()})
        return DONE
    for title, section in found.items():
        say(coloured(title, Colour.STRONG), *columns([(key, _words(value)) for key, value in section.items()]), "")
    say("Nothing of this is sent anywhere. Paste it into a bug report.")
    return DONE


def report(folder: Path) -> dict[str, Section]:
    """Return the report's sections for this folder, by title."""
    return {
        "program": _program(),
        "system": _system(),
        "libraries": {one.name: version for one in components.COMPONENTS if (version := one.version())},
        "git": _git(folder),
        "repository": _repository(folder),
        "models": _models(),
        "display": _display(),
        "folders": _folders(),
    }


def _program() -> Section:
    place = Path(bundled.__file__).resolve().parent
    is_checkout = (place.parents[1] / "pyproject.toml").is_file()
    kind = bundled.package_kind() or ("checkout" if is_checkout else "installed with pip")
    return {"guillemet": __version__, "kind": kind}


def _system() -> Section:
    return {
        "system": platform.platform(),
        "distribution": _distribution(),
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
        "encodings": (
            f"files {sys.getfilesystemencoding()}",
            f"text {locale.getpreferredencoding(do_setlocale=False)}",
        ),
    }


def _distribution() -> str | None:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME")
    except OSError:
        return None


def _git(folder: Path) -> Section:
    libraries, program = git_libraries(), git_program(folder)
    return {
        "libgit2": f"{libraries.libgit2} (pygit2 {libraries.pygit2})",
        "git program": (program.version or "does not answer") if program else None,
        "git program lies in": _path(program.place.parent) if program else None,
    }


def _repository(folder: Path) -> Section:
    state = repository_state(folder)
    if state.fault:
        return {"opened": False, "because of": state.fault}
    needed = {"hooks": state.hooks, "signing": state.signing, "filters": state.filters}
    return {
        "opened": True,
        "has commits": state.has_commits,
        "linked worktree": state.is_linked_worktree,
        "shallow": state.is_shallow,
        "hooks of a commit": state.hooks,
        "signing": state.signing or None,
        "filters": state.filters,
        "conversions": state.conversions,
        "a commit needs the git program for": tuple(name for name, causes in needed.items() if causes),
    }


def _models() -> Section:
    return {
        "keyring": keyring_store.kind_in_use() or None,
        "local servers": tuple(choice.title for choice in asyncio.run(find_local_servers())),
        "embedded models": components.Component("xllamacpp", "MIT", "xllamacpp").version() or None,
    }


def _display() -> Section:
    problem = display_check.problem()
    return {
        "window": _without_names(problem) if problem else "can be opened",
        "platforms": display_check.platforms(),
        "Qt": _qt(),
        **{name: os.environ[name] for name in _SURROUNDINGS if os.environ.get(name)},
    }


def _qt() -> str:
    try:
        import PySide6  # noqa: PLC0415  it may be what is missing
        from PySide6 import QtCore  # noqa: PLC0415
    except ImportError as error:
        return _without_names(display_check.explain(error))
    return f"{QtCore.qVersion()} (PySide6 {PySide6.__version__})"


def _folders() -> Section:
    places = {
        "settings": settings.settings_file().parent,
        "data": private_files.data_folder(),
        "log": log_file().parent,
    }
    return {name: f"{_path(place)} ({_state(place)})" for name, place in places.items()}


def _state(place: Path) -> str:
    if not place.is_dir():
        return "not made yet"
    return "writable" if os.access(place, os.W_OK) else "not writable"


def _path(place: Path) -> str:
    """Return the path without the home folder and the user's name."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # what a system without such a user raises differs
        user = ""
    return str(Path(*("USER" if part == user else part for part in Path(_without_names(str(place))).parts)))


def _without_names(text: str) -> str:
    """Return the text without the home folder and the computer's name."""
    home, computer = str(Path.home()), platform.node()
    text = text.replace(home, "~") if len(home) > 1 else text
    return re.sub(rf"\b{re.escape(computer)}\b", "HOST", text) if computer not in ("", "localhost") else text


def _words(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value or "none"
