"""What is flushed to the disk, and what other users may do with it, as the repository's configuration says.

`core.fsync` and `core.fsyncObjectFiles` say which parts of the repository are flushed, `core.sharedRepository` what
other users may do with new files. Unlike git, objects and refs are flushed unless the configuration says
otherwise: an object may be the only copy of a file that is about to be replaced.
"""

import os
import stat
from collections.abc import Collection, Mapping
from pathlib import Path

from guillemet.engine.git.safe_dir import flush_file_system

_OFF = frozenset({"false", "no", "off", "0", ""})
_WORDS = {
    "objects": frozenset({"loose-object", "objects", "committed", "added", "all"}),
    "refs": frozenset({"reference", "committed", "added", "all"}),
}
"""What `core.fsync` calls each part, alone and among others."""
_GROUP, _EVERYONE = 0o660, 0o664
_SHARED = {
    **dict.fromkeys(("umask", "false", "no", "off", "0", ""), 0),
    **dict.fromkeys(("group", "true", "yes", "on", "1"), _GROUP),
    **dict.fromkeys(("all", "world", "everybody", "2"), _EVERYONE),
}
_SET_GROUP = 0 if os.name == "nt" else stat.S_ISGID


def is_flushed(config: Mapping[str, str], part: str) -> bool:
    """Whether this part of a repository, "objects" or "refs", is flushed; on unless the configuration says no."""
    words = [word.strip() for word in config.get("core.fsync", "").lower().split(",")]
    if _WORDS[part].intersection(words):
        return True
    if "none" in words or {f"-{word}" for word in _WORDS[part]}.intersection(words):
        return False
    # Git, too, looks at the older name only where the newer one is not set.
    is_off = "core.fsync" not in config and config.get("core.fsyncobjectfiles", "true").lower() in _OFF
    return not (is_off and part == "objects")


def flush(folder: Path, files: Collection[str]) -> None:
    """Flush these files, and the names they were given: by one call for each disk where the system has it.

    `folder` is flushed with them: a file that is missing below it was packed by git, which flushes packs itself.
    """
    folders = {str(folder), *map(os.path.dirname, files)}
    disks = {os.stat(place).st_dev: place for place in folders if os.path.isdir(place)}  # noqa: PTH112, PTH116
    if all(map(flush_file_system, disks.values())):
        return
    if os.name == "posix":  # elsewhere a file is flushed as it is written, and a folder cannot be
        for place in (*files, *folders):
            _flush(place)


def share(place: Path | str, setting: str) -> None:
    """Give a new file or folder of the repository the permissions that this `core.sharedRepository` asks for.

    A link, and a file with a second name, stay as they are: in a repository from an archive they may lead anywhere.
    """
    setting = setting.lower()
    is_exact = setting not in _SHARED  # as git has it, an octal mode replaces that of the umask, others add to it
    try:
        shared = int(setting, 8) & 0o666 if is_exact else _SHARED[setting]
    except ValueError:
        return
    if not shared or os.name == "nt":
        return
    place = Path(place)
    status = place.lstat()
    is_folder = stat.S_ISDIR(status.st_mode)
    if not is_folder and (not stat.S_ISREG(status.st_mode) or status.st_nlink > 1):
        return
    mode = stat.S_IMODE(status.st_mode)
    shared_mode = _shared_mode(mode, shared, is_exact=is_exact, is_folder=is_folder)
    if shared_mode != mode:
        place.chmod(shared_mode)


def _shared_mode(mode: int, shared: int, *, is_exact: bool, is_folder: bool) -> int:
    """Return permissions with the shared ones added, or replaced by them: writable, executable only where they were."""
    if not mode & stat.S_IWUSR:
        shared &= ~0o222
    if is_folder or mode & stat.S_IXUSR:
        shared |= (shared & 0o444) >> 2
    mode = (mode & ~0o777 | shared) if is_exact else mode | shared
    return mode | _SET_GROUP if is_folder and mode & 0o060 else mode


def _flush(place: str) -> None:
    try:
        handle = os.open(place, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return  # in a pack, which git flushes itself
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
