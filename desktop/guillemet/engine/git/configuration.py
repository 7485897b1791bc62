"""A repository's configuration as git itself sees it, where the git program is installed.

libgit2 ignores `includeIf.hasconfig`, `GIT_CONFIG_COUNT`, `GIT_CONFIG_PARAMETERS`, `GIT_CONFIG_GLOBAL`,
`GIT_CONFIG_SYSTEM` and newer additions to git, and with them hooks, signing and filters set there.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from guillemet.engine.git.git_command import ask_git, find_git

_FALSE = ("", "false", "no", "off")


class Setting(Struct, frozen=True):
    """One line of the configuration."""

    name: str
    """As git prints it: section and key in lower case."""
    value: str
    """"true" for a name without a value."""
    origin: Path | None = None
    """The file it stands in; None when it is given by the environment, or not known."""

    @property
    def is_true(self) -> bool:
        """Whether it is on; so is what git cannot read as a boolean, so that git reports it."""
        value = self.value.strip().lower()
        return value not in _FALSE and value.strip("+-0") != ""

    def place(self) -> Path:
        """Return the value as an include's path: relative to the file that holds the setting."""
        place = Path(os.path.expanduser(self.value))  # noqa: PTH111  leaves an unknown user's name as it is
        return Path(os.path.normpath((self.origin.parent if self.origin else Path()) / place))

    @property
    def is_include(self) -> bool:
        """Whether it names another file of configuration."""
        return self.name == "include.path" or (self.name.startswith("includeif.") and self.name.endswith(".path"))


class Configuration:
    """One repository's configuration as git prints it, read again when a file of it changed."""

    def __init__(self, *, root: Path, git_dir: Path, common_dir: Path) -> None:
        self._root, self._git_dir, self._common_dir = root, git_dir, common_dir
        self._settings: tuple[Setting, ...] = ()
        self._stamp: object = None
        self.is_refused = False
        """Git is installed, but could not read the configuration the last time."""

    def settings(self) -> tuple[Setting, ...] | None:
        """Return every setting, later ones overriding earlier ones; None where git is missing or cannot read it."""
        if self._stamp is None or self._stamp != self._now(self._settings):
            self._settings, self.is_refused = (), False
            git = find_git(self._root)
            if git is not None:
                self._settings = self._ask(git)
                self.is_refused = not self._settings
            # Which file it could not read is not known, so it is asked again next time.
            self._stamp = None if self.is_refused else self._now(self._settings)
        return self._settings or None

    def _ask(self, git: Path) -> tuple[Setting, ...]:
        # Given, not discovered: git would leave out the repository's own part where another user owns it, and libgit2
        # has checked the owner already.
        places = (f"--git-dir={self._git_dir}", f"--work-tree={self._root}")
        output = ask_git(git, (*places, "config", "--list", "--null", "--show-origin"), root=self._root)
        fields = os.fsdecode(output or b"").split("\0")
        return tuple(self._setting(origin, line) for origin, line in zip(fields[::2], fields[1::2], strict=False))

    def _setting(self, origin: str, line: str) -> Setting:
        name, separator, value = line.partition("\n")
        kind, _, place = origin.partition(":")
        file = Path(os.path.normpath(self._root / place)) if kind == "file" else None
        return Setting(name, value if separator else "true", file)

    def _now(self, settings: Iterable[Setting]) -> object:
        """Return what changes when git may answer something else."""
        names = ("PATH", "HOME", "XDG_CONFIG_HOME", *(name for name in os.environ if name.startswith("GIT_CONFIG")))
        environment = tuple((name, os.environ.get(name)) for name in sorted(names))
        home = Path(os.environ.get("HOME") or os.path.expanduser("~"))  # noqa: PTH111
        files = {
            self._common_dir / "config",
            self._git_dir / "config.worktree",
            self._git_dir / "HEAD",  # includeIf.onbranch
            home / ".gitconfig",
            Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git" / "config",
            *(Path(os.environ[name]) for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM") if name in os.environ),
            *(one.origin for one in settings if one.origin is not None),
            *(one.place() for one in settings if one.is_include),
        }
        return environment, frozenset((str(place), stamp(place)) for place in files)


def stamp(place: Path) -> object:
    """Return a cheap sign that changes when the file is written; None where there is none to be read."""
    try:
        status = place.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
