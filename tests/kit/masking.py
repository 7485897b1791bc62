"""Hides the host from the tests: its home, its git configuration, its screen and its network."""

import atexit
import os
import shutil
import socket
import sys
import tempfile
from pathlib import Path

_CONFIGURATION = "[core]\n\tfsync = none\n"
"""What programs of the tests find in their home: no test waits for the disk that does not ask for it."""
_ROOM = 4_000_000_000
"""Bytes that must be free in memory for the files of a run."""
LOOPBACK = ("127.", "::1", "localhost")


class NetworkUsedError(RuntimeError):
    """A test tried to speak to another machine."""


def mask_environment() -> Path:
    """Give this process, and every process it starts, a home of its own, removed at its end; return it.

    Must run before Qt and libgit2 are loaded, for both read their surroundings only once.
    """
    folder = os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _temporary_folder())
    home = Path(tempfile.mkdtemp(prefix="guillemet-tests-", dir=folder)).resolve()
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    temporary = home / "tmp"
    temporary.mkdir()
    for name in [name for name in os.environ if name.startswith(("DBUS_", "GIT_", "QT_", "XDG_"))]:
        del os.environ[name]
    # Where nothing compiled is kept, each of the programs that tests start compiles all of itself: half of its time.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.environ |= {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "TMPDIR": str(temporary),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_RUNTIME_DIR": str(home / "run"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",  # neither the host's nor one that a test defines
        "NO_COLOR": "1",
    }
    (home / "run").mkdir(mode=0o700)
    (home / ".gitconfig").write_text(_CONFIGURATION)
    tempfile.tempdir = str(temporary)
    return home


def _temporary_folder() -> str:
    """Return the folder for the files of a run: in memory where there is room and no other was chosen.

    What a test asks to be flushed to a disk is waited for, which takes a third of the whole run.
    """
    memory = Path("/dev/shm")  # noqa: S108  Linux only
    is_chosen = any(name in os.environ for name in ("TMPDIR", "TEMP", "TMP"))
    if not is_chosen and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM:
        return str(memory)
    return tempfile.gettempdir()


def mask_git(home: Path) -> None:
    """Keep libgit2 from every configuration but the repositories' own, and one that does not wait for the disk."""
    import pygit2  # noqa: PLC0415  after the environment is masked, and not at all for tests that need no git

    nowhere = home / "no-git-configuration"
    nowhere.mkdir(exist_ok=True)
    (nowhere / ".gitconfig").write_text(_CONFIGURATION)
    levels = pygit2.enums.ConfigLevel
    for level in (levels.PROGRAMDATA, levels.SYSTEM, levels.XDG, levels.GLOBAL):
        pygit2.settings.search_path[level] = str(nowhere)


def refuse_network() -> None:
    """Make every connection to another machine fail from now on."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    look_up = socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: object) -> None:
        _guard(self.family, address)
        connect(self, address)  # type: ignore[arg-type]

    def guarded_connect_ex(self: socket.socket, address: object) -> int:
        _guard(self.family, address)
        return connect_ex(self, address)  # type: ignore[arg-type]

    def guarded_look_up(host: object, *args: object, **named: object) -> object:
        _guard(socket.AF_INET, (host,))
        return look_up(host, *args, **named)  # type: ignore[arg-type]

    socket.socket.connect = guarded_connect  # type: ignore[method-assign, assignment]
    socket.socket.connect_ex = guarded_connect_ex  # type: ignore[method-assign, assignment]
    socket.getaddrinfo = guarded_look_up  # type: ignore[assignment]


def _guard(family: int, address: object) -> None:
    if family not in (socket.AF_INET, socket.AF_INET6):
        return
    host = address[0] if isinstance(address, tuple) and address else address
    name = host.decode() if isinstance(host, bytes) else host
    if name is None or str(name).startswith(LOOPBACK):
        return
    raise NetworkUsedError(f"A test tried to reach {name}; tests speak to this machine only.")
