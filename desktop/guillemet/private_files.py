"""Files that only their owner may read: 0600 in folders of 0700, also where wider ones were made before.

Windows has no such modes: there, the folders of the user's profile keep other users out.
"""

import os
from contextlib import suppress
from pathlib import Path

import platformdirs

_OTHERS = 0o077


def data_folder() -> Path:
    """Return the user's folder for what this program keeps; it need not exist."""
    return Path(platformdirs.user_data_dir("guillemet", appauthor=False))


def make_private_folder(folder: Path) -> None:
    """Make a folder of ours; take the permissions of other users from one that is there, and from the files in it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    make_private(folder)
    with os.scandir(folder) as found:
        for one in found:
            # Most are so already; a Path for each took a millisecond of every decision.
            with suppress(OSError):  # it went meanwhile, as temporary files do, or is another user's
                if one.is_file(follow_symlinks=False) and one.stat(follow_symlinks=False).st_mode & _OTHERS:
                    make_private(Path(one.path))


def make_private(place: Path) -> None:
    """Take the permissions of other users from a file or folder of ours, if it is there."""
    if os.name == "nt":
        return
    with suppress(OSError):  # it is missing, or another user's
        mode = place.stat().st_mode
        if mode & _OTHERS:
            place.chmod(mode & 0o700)


def write_private(place: Path, data: bytes) -> None:
    """Write a new file and flush it to the disk; raises FileExistsError where there is one already."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(place, flags, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def kept_once(place: Path, data: bytes) -> bytes:
    """Return what the file holds, after making it with this data if it is missing; all processes get the same."""
    make_private_folder(place.parent)
    if not place.exists():
        beside = place.with_name(f"{place.name}.{os.getpid()}.new")
        beside.unlink(missing_ok=True)
        write_private(beside, data)
        try:
            place.hardlink_to(beside)  # unlike a rename, it never replaces what another process made meanwhile
        except FileExistsError:
            pass
        except OSError:
            beside.replace(place)  # a disk without hard links
        beside.unlink(missing_ok=True)
        _flush_folder(place.parent)
    make_private(place)
    return place.read_bytes()


def _flush_folder(folder: Path) -> None:
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
