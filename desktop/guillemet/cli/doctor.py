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
from collections.abc import Iterable, Mapping
from pathlib import Path

from guillemet import __version__, bundled, components, private_files, settings
from guillemet.cli.commands import DONE, WrongUseError, say_json
from guillemet.cli.terminal import Colour, coloured, columns, say
from guillemet.engine.errors import RepositoryError
from guillemet.engine.git import LIBGIT2_VERSION, PYGIT2_VERSION
from guillemet.engine.git.commit_requirements import commit_needs
from guillemet.engine.git.git_command import ask_git, find_git
from guillemet.engine.git.repository import MAIN, Repository
from guillemet.llm import keyring_store
from guillemet.llm.services.catalogue import title_of
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
_CONVERSIONS = ("core.autocrlf", "core.eol", "core.filemode", "core.symlinks", "core.ignorecase")
"""Settings that decide how files are written, whose values are words of git's own."""
_SIGNATURE_FORMATS = ("openpgp", "ssh", "x509")


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
    program = find_git(folder)
    answer = (ask_git(program, ("--version",), root=folder) or b"") if program else b""
    version = answer.decode("utf-8", "replace").strip().removeprefix("git version ")
    return {
        "libgit2": f"{LIBGIT2_VERSION} (pygit2 {PYGIT2_VERSION})",
        "git program": (version or "does not answer") if program else None,
        "git program lies in": _path(program.parent) if program else None,
    }


def _repository(folder: Path) -> Section:
    try:
        repository = Repository.open(folder)
        _, causes = commit_needs(repository, ())
        config = repository.config()
        head = repository.head()
        is_shallow = repository.handle.is_shallow
    except RepositoryError as error:
        return {"opened": False, "because of": type(error).__name__}
    facts: Section = {
        "opened": True,
        "has commits": bool(head.commit),
        "linked worktree": repository.worktree_name != MAIN,
        "shallow": is_shallow,
    }
    return {**facts, **_needs_of_commits(causes, config)}


def _needs_of_commits(causes: Iterable[str], config: Mapping[str, str]) -> Section:
    # A hook of the configuration has a name that its user chose.
    hooks = dict.fromkeys(
        re.sub(r"^hook\..* hook$", "configured hook", cause) for cause in causes if "gpg" not in cause
    )
    signature_format = config.get("gpg.format", "openpgp")
    signing = signature_format if signature_format in _SIGNATURE_FORMATS else "unknown"
    filters = {found[1] for name in config if (found := re.fullmatch(r"filter\.(.+)\.\w+", name))}
    needed = {"hooks": bool(hooks), "signing": "commit.gpgsign" in causes, "filters": bool(filters)}
    return {
        "hooks of a commit": tuple(hooks),
        "signing": signing if needed["signing"] else None,
        "filters": tuple(sorted(filters)),
        "conversions": _conversions(config),
        "a commit needs the git program for": tuple(name for name, is_needed in needed.items() if is_needed),
    }


def _conversions(config: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}={config[name][:12]}" for name in _CONVERSIONS if name in config)


def _models() -> Section:
    return {
        "keyring": keyring_store.kind_in_use() or None,
        "local servers": tuple(title_of(choice) for choice in asyncio.run(find_local_servers())),
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
        return _without_names(components.explain_missing_qt(error))
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
