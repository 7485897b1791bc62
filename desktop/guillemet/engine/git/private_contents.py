"""Contents of files that git ignores: needed for undo, but kept where no push, bundle or clone takes them along.

    .git/guillemet/contents/<blob id>      the bytes as they are

Trees below the private ref name such a content as if it were the commit of a submodule: git neither looks for it nor
sends it. Before the index or a commit names it, `Repository.publish` copies it into git's object store.
"""

import os
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import pygit2

from guillemet.engine.git import object_store
from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.safe_dir import check_own

EXPIRY_SECONDS = 14 * 86400
"""How long an unneeded content is kept: as long as git's gc keeps objects, since a model may have been shown it."""
_FOLDER = "guillemet/contents"
_SAFE = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class PrivateContents:
    """The private contents of one worktree."""

    def __init__(self, git_dir: Path, config: Callable[[], Mapping[str, str]]) -> None:
        self._git_dir = git_dir
        self._folder = git_dir / _FOLDER
        self._config = config
        self._unflushed: set[Path] = set()
        self._shared: str | None = None
        """`core.sharedRepository`, read once between two flushes."""
        self._verified: dict[str, tuple[int, int]] = {}
        """Size and time of the files whose bytes were found to be those of their id."""

    def write(self, data: bytes) -> str:
        """Keep these bytes, and return their hex id; they are on the disk after `flush`.

        Raises what the disk raises; nothing half-written is left then.
        """
        oid = str(pygit2.hash(data))
        place = self._folder / oid
        if self.read(oid) is None:
            self._put(place, data)
        else:
            with suppress(PermissionError):  # another user's
                os.utime(place)
        self._unflushed.add(place)
        return oid

    def read(self, oid: str) -> bytes | None:
        """Return the bytes of this id; None when they are not kept here, or damaged."""
        check_own(self._git_dir, f"{_FOLDER}/{oid}")
        place = self._folder / oid
        with repository_faults(f"{place} cannot be read"):
            try:
                with os.fdopen(os.open(place, os.O_RDONLY | _SAFE), "rb") as file:
                    status = os.fstat(file.fileno())
                    data = file.read()
            except (FileNotFoundError, NotADirectoryError):
                return None
        if str(pygit2.hash(data)) != oid:
            return None
        self._verified[oid] = status.st_size, status.st_mtime_ns
        return data

    def has(self, oid: str) -> bool:
        """Whether the bytes of this id are kept here."""
        check_own(self._git_dir, f"{_FOLDER}/{oid}")
        try:
            status = (self._folder / oid).lstat()
        except OSError:
            return False
        return self._verified.get(oid) == (status.st_size, status.st_mtime_ns) or self.read(oid) is not None

    def among(self, oids: Iterable[str]) -> frozenset[str]:
        """Return those of these ids whose bytes are kept here."""
        return frozenset(oid for oid in self._names().intersection(oids) if self.has(oid))

    def flush(self) -> None:
        """Wait until all that was written is on the disk, unless the configuration says not to."""
        if self._unflushed and object_store.is_flushed(self._config(), "objects"):
            object_store.flush(self._git_dir, {*self._unflushed, self._folder})
        self._unflushed.clear()
        self._shared = None

    def remove_expired(self, needed: frozenset[str]) -> None:
        """Remove what is not needed and was not written for `EXPIRY_SECONDS`, files left by a crash too."""
        for name in self._names() - needed:
            with suppress(OSError):
                place = self._folder / name
                if abs(time.time() - place.lstat().st_mtime) > EXPIRY_SECONDS:
                    place.unlink()

    def _names(self) -> set[str]:
        check_own(self._git_dir, _FOLDER)
        with repository_faults(f"{self._folder} cannot be read"):
            try:
                return set(os.listdir(self._folder))  # noqa: PTH208  names are all that is needed
            except (FileNotFoundError, NotADirectoryError):
                return set()

    def _put(self, place: Path, data: bytes) -> None:
        if self._shared is None:
            self._shared = self._config().get("core.sharedrepository", "")
        self._folder.parent.mkdir(exist_ok=True)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        object_store.share(self._folder, self._shared)
        temporary = place.with_name(f"tmp-{secrets.token_hex(8)}")
        try:
            with os.fdopen(os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | _SAFE, 0o600), "wb") as file:
                file.write(data)
                if os.name == "nt":
                    file.flush()
                    os.fsync(file.fileno())
            object_store.share(temporary, self._shared)
            temporary.replace(place)
        except OSError:
            with suppress(OSError):
                temporary.unlink()
            raise
