"""Contents of files that git ignores: needed for undo, but kept where no push, bundle or clone includes them.

    .git/guillemet/contents/<blob id>      the bytes as they are

Trees below the private ref name such a content as if it were the commit of a submodule: git neither looks for it nor
sends it. Before the index or a commit names it, `Repository.publish` copies it into git's object store.
"""

import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.objects import durability
from guillemet.engine.git.objects.loose_objects import READ, blob_id, put_file
from guillemet.engine.git.safe_dir import check_own

_PRIVATE_FOLDER = "guillemet/contents"
EXPIRY_SECONDS = 14 * 86400
"""How long an unneeded private content is kept, as a model may have been shown it; git's gc keeps objects as long."""


class PrivateContents:
    """The private contents of one worktree."""

    def __init__(self, git_dir: Path, config: Callable[[], Mapping[str, str]]) -> None:
        self._git_dir = git_dir
        self._folder = git_dir / _PRIVATE_FOLDER
        self._config = config
        self._unflushed: set[str] = set()
        self._shared: str | None = None
        """`core.sharedRepository`, read once between two flushes."""
        self._verified: dict[str, tuple[int, int]] = {}
        """Size and time of the files whose bytes were found to be those of their id."""

    def write(self, data: bytes) -> str:
        """Keep these bytes, and return their hex id; they are on the disk after `flush`.

        Raises what the disk raises; nothing half-written is left then.
        """
        oid = blob_id(data)
        place = str(self._folder / oid)
        if self.read(oid) is None:
            self._put(place, data)
        else:
            with suppress(PermissionError):  # another user's
                os.utime(place)
        self._unflushed.add(place)
        return oid

    def read(self, oid: str) -> bytes | None:
        """Return the bytes of this id; None when they are not kept here, or damaged."""
        check_own(self._git_dir, f"{_PRIVATE_FOLDER}/{oid}")
        place = self._folder / oid
        with repository_faults(f"{place} cannot be read"):
            try:
                with os.fdopen(os.open(place, READ | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
                    status = os.fstat(file.fileno())
                    data = file.read()
            except (FileNotFoundError, NotADirectoryError):
                return None
        if blob_id(data) != oid:
            return None
        self._verified[oid] = status.st_size, status.st_mtime_ns
        return data

    def has(self, oid: str) -> bool:
        """Whether the bytes of this id are kept here."""
        check_own(self._git_dir, f"{_PRIVATE_FOLDER}/{oid}")
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
        if self._unflushed and durability.is_flushed(self._config(), "objects"):
            durability.flush(self._git_dir, {*self._unflushed, str(self._folder)})
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
        check_own(self._git_dir, _PRIVATE_FOLDER)
        with repository_faults(f"{self._folder} cannot be read"):
            try:
                return set(os.listdir(self._folder))  # noqa: PTH208  names are all that is needed
            except (FileNotFoundError, NotADirectoryError):
                return set()

    def _put(self, place: str, data: bytes) -> None:
        if self._shared is None:
            self._shared = self._config().get("core.sharedrepository", "")
        self._folder.parent.mkdir(exist_ok=True)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        durability.share(self._folder, self._shared)
        put_file(place, data, self._shared, permissions=0o600)
