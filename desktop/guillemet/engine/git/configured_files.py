"""Which files of the worktree git's configuration makes git run or obey: filters, signers, hooks, included files.

A file is found by its name in the value, as the shell would read that: whatever word of it is a path below the root
counts, whether the file is there or not. A program that such a program calls is not looked for.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from guillemet.engine.git.configuration import Setting
from guillemet.engine.git.repository import Repository

_HOOKS = "core.hookspath"
_PROGRAMS = re.compile(
    r"""filter\..*\.(clean|smudge|process) | gpg\.(.*\.)?(program|defaultkeycommand) | hook\..*\.command
    | core\.(fsmonitor|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand|attributesfile)
    | sequence\.editor | pager\..* | alias\..* | diff\.external | diff\..*\.(command|textconv) | merge\..*\.driver
    | (merge|diff)tool\..*\.(cmd|path) | (browser|man)\..*\.(cmd|path) | credential\.(.*\.)?helper
    | interactive\.difffilter | trailer\..*\.(command|cmd) | remote\..*\.(uploadpack|receivepack)
    | uploadpack\.packobjectshook | sendemail\..*cmd | submodule\..*\.update""",
    re.VERBOSE,
)
_BETWEEN_WORDS = re.compile(r"""[\s"'`;|&()<>=!$\\]+""")


_OF_GIT_DIR = frozenset(("config", "config.worktree", "commondir", "hooks", "info", "modules", "objects", "refs"))


class ConfiguredFile(Struct, frozen=True):
    """A file or a folder of the worktree that a setting names."""

    path: str
    """Relative to the root, with slashes; empty for the root itself."""
    setting: str
    is_folder: bool = False

    def holds(self, path: str) -> bool:
        """Whether this is the path, or a folder with it inside; case does not count, as on some disks it does not."""
        own, other = self.path.casefold(), path.casefold()
        return own == other or (self.is_folder and (not own or other.startswith(own + "/")))


def configured_files(repository: Repository) -> tuple[ConfiguredFile, ...]:
    """Return what of the worktree the configuration names as it is now, each once, also behind links."""
    found: dict[ConfiguredFile, None] = {}
    for setting in repository.settings():
        for place in _places(repository, setting):
            for one in (place, Path(os.path.realpath(place))):
                if one.is_relative_to(repository.root) and not one.is_relative_to(repository.root / ".git"):
                    path = one.relative_to(repository.root).as_posix()
                    is_folder = setting.name == _HOOKS
                    found[ConfiguredFile("" if path == "." else path, setting.name, is_folder)] = None
    return tuple(found)


def why_it_runs_here(path: str, configured: Iterable[ConfiguredFile], *, exists: Callable[[str], bool]) -> str | None:
    """Return in a sentence what of this repository makes git run or obey the file; None when nothing does."""
    found = next((one for one in configured if one.holds(path)), None)
    if found is not None:
        return f"{path} is named by git's configuration here ({found.setting}), so git runs or obeys it."
    parts = path.split("/")
    for depth in range(1, len(parts)):
        folder = "/".join(parts[:depth])
        if parts[depth].casefold() in _OF_GIT_DIR and exists(f"{folder}/HEAD"):
            return (
                f"{path} is a part of {folder}, which git takes for a repository: its configuration can run programs."
            )
    return None


def _places(repository: Repository, setting: Setting) -> Iterator[Path]:
    """Yield every absolute path the setting may mean, and the file it stands in."""
    if setting.origin is not None and setting.origin.is_relative_to(repository.root):
        yield setting.origin
    if setting.is_include:
        yield repository.common_dir / setting.place()
    elif setting.name == _HOOKS:
        place = _below(repository.root, setting.value)
        yield place
        if place.name == "_":
            yield place.parent  # what husky's own hooks run lies beside them
    elif _PROGRAMS.fullmatch(setting.name):
        for word in dict.fromkeys((setting.value, *_BETWEEN_WORDS.split(setting.value))):
            if word and "\0" not in word:
                yield _below(repository.root, word)


def _below(root: Path, value: str) -> Path:
    return Path(os.path.normpath(root / os.path.expanduser(value)))  # noqa: PTH111  an unknown user's name stays
