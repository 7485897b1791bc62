"""Guard for the files under `.git` that carry our names: a link, a pipe or a device there is put aside, never opened.

A repository that came as an archive brings a `.git` of its sender's making. Followed, a link under one of our names
would have us write to any file of the user; opened, a pipe would hold us for good.
"""

import secrets
import stat
from pathlib import Path

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.safe_dir import is_junction


def check_own(folder: Path, *names: str) -> None:
    """Put aside what lies at one of these names below `folder`, or on the way there, unless a file or a real folder.

    Names are relative, with slashes. Raises RepositoryError with a sentence when something was put aside.
    """
    for name in names:
        place = folder
        for part in name.split("/"):
            place /= part
            try:
                status = place.lstat()
            except OSError:
                break  # missing, and so is everything below
            if is_junction(status) or not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
                _put_aside(place, folder / f"guillemet-aside-{secrets.token_hex(4)}", status.st_mode)


def _put_aside(place: Path, aside: Path, mode: int) -> None:
    what = "a link" if stat.S_ISLNK(mode) else "a pipe, a socket or a device"
    with repository_faults(f"{place} is {what} that Guillemet did not make, and it cannot be put aside"):
        place.rename(aside)
    raise RepositoryError(
        f"{place} was {what} that Guillemet did not make. It was not opened, and is called {aside.name} now. "
        "Do not trust this repository before you know who made it; then try again."
    )
