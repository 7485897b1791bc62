"""Where a path of the worktree leads once its links are followed, walked component by component, by hand.

`os.path.realpath` would follow links out of the root and back in, and knows nothing of .git.
"""

import os
import stat
from collections import deque
from pathlib import Path

from guillemet.engine.errors import FileError, UnsafePathError
from guillemet.engine.git.safe_dir import Identity, check_name, identity
from guillemet.engine.paths import guard_path

MOST_LINKS = 40
"""As Linux allows."""

_INTO_GIT = "The path leads into .git, which belongs to git alone."


def resolve(root: Path, path: str, *, forbidden: frozenset[Identity]) -> str:
    """Return the path without links, relative to the root (itself without links); what is missing stays as written.

    Raises UnsafePathError when a link leads out of the root, into git's own folders or into another repository, and
    FileError when a file stands where a folder should.
    """
    left = deque(path.split("/"))
    done: list[str] = []
    hops = 0
    while left:
        part = left.popleft()
        if part in ("", "."):
            continue
        if part == "..":
            if not done:
                raise _outside(path)
            done.pop()
            continue
        check_name(part, path)
        place = root.joinpath(*done, part)
        status = _status(place)
        if status is not None and identity(status) in forbidden:
            raise UnsafePathError(path, _INTO_GIT)
        if status is None or not stat.S_ISLNK(status.st_mode):
            done.append(part)
            _check(place, status, path=path, is_last=not left)
            continue
        hops += 1
        if hops > MOST_LINKS:
            raise UnsafePathError(path, f"The path leads through more than {MOST_LINKS} links. Name the file itself.")
        target = os.readlink(place)  # noqa: PTH115  the text of the link, not a Path that tidies it
        if os.path.isabs(target):  # noqa: PTH117
            target, done = _inside(root, target, path), []
        left.extendleft(reversed(target.replace(os.sep, "/").split("/")))
    return _guarded(path, done) if hops else "/".join(done)


def _status(place: Path) -> os.stat_result | None:
    try:
        return place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _check(place: Path, status: os.stat_result | None, *, path: str, is_last: bool) -> None:
    if status is None:
        return
    if stat.S_ISDIR(status.st_mode):
        if _status(place / ".git") is not None:
            raise UnsafePathError(path, f"{place.name} is a repository of its own. Open that one to edit its files.")
    elif not is_last:
        raise FileError(path, f"{place.name} is a file, not a folder. Move it away first.")


def _inside(root: Path, target: str, path: str) -> str:
    """Return an absolute target relative to the root, comparing components; nothing of it is resolved."""
    parts, root_parts = Path(target).parts, root.parts
    if parts[: len(root_parts)] != root_parts:
        raise _outside(path)
    return "/".join(parts[len(root_parts) :])


def _guarded(path: str, done: list[str]) -> str:
    """Return the target when it is a path the guard lets pass: a link is no way around it."""
    if not done:
        raise UnsafePathError(path, "The link leads to the repository's root. Name a file inside it.")
    try:
        return guard_path("/".join(done), exists=lambda _: True)
    except UnsafePathError as error:
        raise UnsafePathError(path, f"The link leads to {'/'.join(done)}. {error}") from error


def _outside(path: str) -> UnsafePathError:
    return UnsafePathError(path, "The path leads out of the repository through a link. Name a file inside it.")
