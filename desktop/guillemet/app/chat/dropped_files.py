"""What files and folders that are dropped are in the open repository."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct


class Dropped(Struct, frozen=True):
    """What was dropped, as paths in the repository."""

    root: str
    files: tuple[str, ...]
    folders: tuple[str, ...]
    """Each ends with a slash; the top folder's is empty."""
    has_others: bool
    """Whether something lies elsewhere."""


def find_dropped(root: str, paths: Iterable[str]) -> Dropped:
    """Return what lies in the repository of these absolute paths, by whatever links they lead there."""
    files, folders, has_others = [], [], False
    for path in paths:
        place = Path(path)
        by_links = place.parent.resolve() / place.name
        home = next((one for one in (place, by_links) if root and one.is_relative_to(root)), None)
        if home is None:
            has_others = True
        elif home.is_dir():
            inside = home.relative_to(root).as_posix()
            folders.append("" if inside == "." else f"{inside}/")
        else:
            files.append(home.relative_to(root).as_posix())
    return Dropped(root, tuple(files), tuple(folders), has_others)
