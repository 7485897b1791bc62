"""Run the git program for what libgit2 does not do: reading git's whole configuration, hooks, signing, filters.

It runs by absolute path, with argument lists, without a terminal, and without the repository's fsmonitor or pager.
`ask_git` runs no program of the repository. `run_git` may run hooks and filters: its caller has asked the user whether
to trust the repository.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic

from msgspec import Struct

from guillemet.engine.errors import CommitRefusedError, RepositoryError
from guillemet.engine.git.error_mapping import reason
from guillemet.engine.patterns import lazy_pattern

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
        self._files: list[str] = []
        """What git read the last time, or would have read if it had been there."""
        self.is_refused = False
        """Git is installed, but could not read the configuration the last time."""

    def settings(self) -> tuple[Setting, ...] | None:
        """Return every setting, later ones overriding earlier ones; None where git is missing or cannot read it."""
        if self._stamp is None or self._stamp != self._now():
            self._settings, self.is_refused = (), False
            git = find_git(self._root)
            if git is not None:
                self._settings = self._ask(git)
                self.is_refused = not self._settings
            self._files = sorted(map(str, self._places()))
            # Which file it could not read is not known, so it is asked again next time.
            self._stamp = None if self.is_refused else self._now()
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

    def _now(self) -> object:
        """Return what changes when git may answer something else."""
        names = ("PATH", "HOME", "XDG_CONFIG_HOME", *(name for name in os.environ if name.startswith("GIT_CONFIG")))
        return [(name, os.environ.get(name)) for name in names], list(map(stamp, self._files))

    def _places(self) -> set[Path]:
        """Return the files that git reads, or would read if they were there."""
        home = Path(os.environ.get("HOME") or os.path.expanduser("~"))  # noqa: PTH111
        return {
            self._common_dir / "config",
            self._git_dir / "config.worktree",
            self._git_dir / "HEAD",  # includeIf.onbranch
            home / ".gitconfig",
            Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git" / "config",
            *(Path(os.environ[name]) for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM") if name in os.environ),
            *(one.origin for one in self._settings if one.origin is not None),
            *(one.place() for one in self._settings if one.is_include),
        }


def stamp(place: str | Path) -> Hashable:
    """Return a cheap sign that changes when the file is written; None where there is none to be read."""
    try:
        status = os.stat(place)  # noqa: PTH116  a Path is slow to make, and the same files are asked about all the time
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
OPTIONS = (
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.quotePath=false"),
    # No background maintenance after the commit.
    *("-c", "gc.auto=0"),
    *("-c", "maintenance.auto=false"),
)
_LONGEST_OUTPUT = 64_000
"""Bytes of what was printed that are kept: the last ones."""
_LARGEST_OUTPUT = 1 << 30
"""Bytes that may be printed before git is ended: it is kept on the disk meanwhile."""
_TERMINAL_CODE = lazy_pattern(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
"""Colours, moves of the cursor and titles, which mean something to a terminal only."""
SECONDS = 900.0
"""Limit for hooks, signing and filters."""
_LOOK = 0.2
"""Seconds between two looks at what git prints."""
_GRACE = 2.0
"""Seconds in which git may remove its lock files before it is killed."""
_SECONDS = 10.0
"""Limit for `ask_git`: it only reads a few files."""

# Variables that a surrounding git (we may be started by a hook) sets: with them, ours would work on its repository.
_INHERITED = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_LITERAL_PATHSPECS",
    "GIT_EXTERNAL_DIFF",
    "GIT_CONFIG",  # only `git config` obeys it, `git commit` does not, so both would disagree
)


class ProgramResult(Struct, frozen=True):
    """The result of a run of git."""

    code: int
    output: bytes
    complaints: str
    """The end of what git and the programs it ran printed to standard error."""


class RunMonitor(Struct, frozen=True):
    """Watches a run of git, and ends it."""

    report: Callable[[str], None] = lambda _: None
    """Gets the end of what was printed to standard error, whenever there is more; on Windows once, at the end."""
    is_stopped: Callable[[], bool] = lambda: False
    """Whether git and all that it started are to be ended."""


UNWATCHED = RunMonitor()


def find_git(root: Path | None = None) -> Path | None:
    """Return the git program's absolute path from PATH; never one in the worktree `root`, nor in the current folder."""
    return find_program("git", root)


def find_program(name: str, root: Path | None = None) -> Path | None:
    """Return a program's absolute path, from PATH unless `name` has a folder; None when there is none.

    Programs in the worktree `root` and directly in the current folder are skipped. Folders below the current
    one are allowed: a desktop starts programs in the home folder or in the root folder.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if Path(name).name != name:
        folders, name = [str(Path(name).parent)], Path(name).name
    for folder in folders:
        # A relative or empty entry means the current folder.
        found = shutil.which(name, path=folder) if Path(folder).is_absolute() else None
        if found is None or not Path(found).is_absolute():
            continue
        # Asked last, as it follows the links of both: most folders of PATH do not have the program.
        if not any(_is_avoided(each, root) for each in (Path(folder), Path(os.path.realpath(found)).parent)):
            return Path(found)
    return None


def ask_git(git: Path, arguments: Sequence[str], *, root: Path) -> bytes | None:
    """Return the standard output of git, run in the worktree's root; None when it fails or takes too long."""
    try:
        done = subprocess.run(  # noqa: S603  an absolute path and a list of arguments
            [str(git), "--no-pager", *arguments],
            cwd=root,
            env=git_environment({}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            start_new_session=True,
            creationflags=NO_CONSOLE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def git_environment(more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for git: our own without the variables of a surrounding git, plus `more`."""
    kept = {name: value for name, value in os.environ.items() if name not in _INHERITED}
    return kept | {"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": ":", "GIT_OPTIONAL_LOCKS": "0"} | dict(more)


def run_git(
    root: Path,
    arguments: Sequence[str],
    *,
    given: bytes,
    environment: Mapping[str, str] | None = None,
    monitor: RunMonitor = UNWATCHED,
    longest_output: int = _LONGEST_OUTPUT,
    reports_output: bool = False,
) -> ProgramResult:
    """Run git in the worktree's root, with `given` as standard input; of its output the first bytes are returned.

    With `reports_output` it is among the complaints instead: a pre-push hook has git's own standard output.

    Raises RepositoryError when git is missing or cannot be started, CommitRefusedError when it takes too long or prints
    too much.
    """
    git = find_git(root)
    if git is None:
        raise RepositoryError("This needs the git program, which is not installed. Install git and try again.")
    # Files instead of pipes: a program that a hook leaves running would keep a pipe open, and we would wait for it.
    with TemporaryFile() as asked, TemporaryFile() as output, TemporaryFile() as complaints:
        asked.write(given)
        asked.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603  an absolute path and a list of arguments
                [str(git), *OPTIONS, *arguments],
                cwd=root,
                env=git_environment(environment or {}),
                stdin=asked,
                stdout=complaints if reports_output else output,
                stderr=complaints,
                start_new_session=True,  # no terminal for prompts, and one process group to kill
                creationflags=NO_CONSOLE,
            )
        except OSError as error:
            raise RepositoryError(f"The git program cannot be started ({reason(error)}).") from error
        code = _wait(process, partial(_look, (output.fileno(), complaints.fileno()), monitor), monitor)
        output.seek(0)
        size = complaints.seek(0, os.SEEK_END)
        complaints.seek(max(0, size - _LONGEST_OUTPUT))
        words = _printed(complaints.read(), is_cut=size > _LONGEST_OUTPUT)
        if words:
            monitor.report(words)
        return ProgramResult(code, output.read(longest_output), words)


def _is_avoided(folder: Path, root: Path | None) -> bool:
    real = Path(os.path.realpath(folder))
    if root is not None and real.is_relative_to(root.resolve()):
        return True
    try:
        return real == Path.cwd().resolve()
    except FileNotFoundError:
        return False  # the current folder was removed


def _printed(data: bytes, *, is_cut: bool) -> str:
    """Return what a terminal would show of these bytes in the end; `is_cut` says that more came before."""
    text = _TERMINAL_CODE.sub("", data.decode("utf-8", "replace"))
    lines = [line.rstrip("\r").split("\r")[-1].rstrip() for line in text.strip().split("\n")]
    return "\n".join(["…", *lines[1:]] if is_cut and len(lines) > 1 else lines)


def _look(handles: tuple[int, int], monitor: RunMonitor, known: int) -> int:
    """Report what was printed since `known` bytes of standard error, and return how many there are."""
    output, complaints = (os.fstat(handle).st_size for handle in handles)
    if output + complaints > _LARGEST_OUTPUT:
        raise CommitRefusedError("Git, or a hook or filter it runs, printed more than 1 GB and was ended.")
    if complaints != known and hasattr(os, "pread"):
        # Read at a place of its own: git writes at that of the shared one.
        data = os.pread(handles[1], _LONGEST_OUTPUT, max(0, complaints - _LONGEST_OUTPUT))
        monitor.report(_printed(data, is_cut=complaints > _LONGEST_OUTPUT))
    return complaints


def _wait(process: subprocess.Popen[bytes], look: Callable[[int], int], monitor: RunMonitor) -> int:
    """Return the exit code; after SECONDS, kill git and all it started, and raise CommitRefusedError."""
    until, known = monotonic() + SECONDS, 0
    with process:
        try:
            while (left := until - monotonic()) > 0:
                with suppress(subprocess.TimeoutExpired):
                    return process.wait(timeout=min(left, _LOOK))
                known = look(known)
                if monitor.is_stopped():
                    _end(process)
        except BaseException:
            _end(process)
            raise
        _end(process)
    message = f"Git, or a hook or filter it runs, took longer than {SECONDS / 60:.0f} minutes and was ended."
    raise CommitRefusedError(message)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git with all that it started, after it had time to remove its lock files."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
            return
        os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=_GRACE)
        os.killpg(process.pid, signal.SIGKILL)
