"""The one private ref: where the review of a worktree is kept, and its compare-and-swap.

`refs/guillemet/<worktree>/review` points straight at a tree. `refs/worktree/…` would lose its objects to a gc that
runs in the main worktree. A removed worktree leaves its ref behind, while its folder below `.git/worktrees` goes: the
ref of a linked worktree whose `folder` is missing belonged to an earlier one of the same name, and one whose worktree
git knows no more goes when another one is opened.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path

import pygit2

from guillemet.engine.errors import MovedError, RepositoryError
from guillemet.engine.git.error_mapping import FOREIGN, reason, repository_faults
from guillemet.engine.git.objects.durability import share
from guillemet.engine.git.repository import MAIN, Repository, ref_safe
from guillemet.engine.git.safe_dir import check_own

STALE_SECONDS = 10.0
"""How far from now, before or after, a lock on the ref must be dated to count as left by a killed process."""
_MOVING = "moving"
"""The file that names a ref for as long as this program has it locked; its process holds the staging area."""

_PACKED = re.compile(rb"^[0-9a-f]{40} refs/guillemet/([A-Za-z0-9_-]+)/review\r?$", re.MULTILINE)
_ASIDE = "refs/guillemet-set-aside"
"""Where refs go that leave no room for ours: above or below its name."""
_MOVED = "Another window or command changed the review meanwhile. Look at it again, then repeat what you did."


def review_ref(repository: Repository) -> str:
    """Return the ref's full name."""
    return f"refs/guillemet/{repository.worktree_name}/review"


def folder(repository: Repository) -> Path:
    """Return where files beside the ref lie; it is made before the ref is first moved."""
    return repository.git_dir / "guillemet"


def share_folder(repository: Repository) -> None:
    """Let others who share the repository (core.sharedRepository) work with the folder and what lies in it."""
    setting = repository.config().get("core.sharedrepository", "")
    if setting:
        place = folder(repository)
        for each in (place, *place.iterdir()):
            with suppress(OSError):  # another user's, or gone by now
                share(each, setting)


def read(repository: Repository) -> str | None:
    """Return what the ref names, for a ref of ours the hex id of a tree; None before the first move."""
    reference = _look_up(repository)
    return str(reference.target) if reference is not None and not _is_left_over(repository) else None


def put_aside(repository: Repository) -> str:
    """Give the ref another name, whatever it points to, and return that name; what it led to stays with it."""
    reference = _look_up(repository)
    if reference is None:
        raise MovedError(_MOVED)
    try:
        name = _renamed(repository, reference, _names_aside(repository))
    except FOREIGN as error:
        raise RepositoryError(f"A review that is not yours cannot be put aside ({reason(error)}).") from error
    for each in (name, review_ref(repository)):
        _drop_log(repository, each)
    return name


def name_aside(repository: Repository, tree: str) -> str:
    """Return the name under which a ref to this tree was put aside; empty when it was not."""
    with suppress(*FOREIGN):
        for name in repository.handle.references:
            if name.startswith(_names_aside(repository)) and _target(repository, name) == tree:
                return name
    return ""


def _names_aside(repository: Repository) -> str:
    return review_ref(repository).removesuffix("review") + "set-aside-"


def drop(repository: Repository, tree: str) -> None:
    """Remove the ref, which names this tree."""
    reference = _look_up(repository)
    if reference is None or str(reference.target) != tree:
        raise MovedError(_MOVED)
    try:
        reference.delete()
    except FOREIGN as error:
        raise RepositoryError(f"The review cannot be removed ({reason(error)}).") from error


def drop_left_over(repository: Repository) -> None:
    """Remove the ref of an earlier worktree of this name; to be called before the folder is made."""
    # Read first, judged afterwards, and deleted only as it was read: what a second writer makes meanwhile stays.
    reference = _look_up(repository)
    if reference is None or not _is_left_over(repository):
        return
    try:
        reference.delete()
    except FOREIGN as error:
        raise MovedError(_MOVED) from error


def drop_removed(repository: Repository) -> None:
    """Remove the refs of linked worktrees that git knows no more; one that is locked or only missing is known."""
    with suppress(*FOREIGN):  # what cannot be read, or removed, stays
        # Read first, judged afterwards: a worktree that is made meanwhile is known before it has a ref.
        names = _kept_names(repository)
        refs = {name: f"refs/guillemet/{name}/review" for name in names}
        check_own(repository.common_dir, *refs.values(), *(f"logs/{ref}" for ref in refs.values()))
        found = {name: repository.handle.references.get(ref) for name, ref in refs.items()}
        known = {MAIN, repository.worktree_name, *map(ref_safe, _known_worktrees(repository))}
        # On a disk that ignores case, a ref may lie in a folder that an earlier worktree named.
        known |= {name.casefold() for name in known}
        for name, reference in found.items():
            if reference is not None and not known & {name, name.casefold()}:
                reference.delete()


def move(repository: Repository, expected: str | None, new: str) -> None:
    """Move the ref from `expected` (None: it does not exist) to a new tree, or raise MovedError and leave it.

    To be called with the staging area locked, so that a move found begun is one that a killed process left. As with
    git, the new value is on the disk before the ref has it; after a power cut the ref may be as before.
    """
    name = review_ref(repository)
    if expected is None:
        # libgit2 sees those in its way that lie in files of their own, and none that are packed.
        _clear_way(repository, name)
    check_own(repository.common_dir, name)
    _drop_left_lock(repository)
    with repository_faults("The review cannot be stored in the repository"):
        try:
            lock = _lock(repository.common_dir / name, new)
        except FileExistsError as error:
            raise MovedError(_MOVED) from error
        with _noted(repository, name):
            try:
                if _target(repository, name) != expected:
                    raise MovedError(_MOVED)
                # Not by libgit2, which would wait for the disk twice more for each ref, and keep a log.
                repository.private.flush()
                repository.objects.flush(lock)
                lock.replace(repository.common_dir / name)
            finally:
                lock.unlink(missing_ok=True)
    _end_move(repository, name)


def _lock(place: Path, new: str) -> Path:
    """Make the lock of a ref, as git names it, with the value that the ref is to get."""
    lock = place.with_name(f"{place.name}.lock")
    with suppress(OSError):
        # Others' locks are git's own, when it packs refs or collects garbage, and last for milliseconds.
        if abs(time.time() - lock.lstat().st_mtime) > STALE_SECONDS:
            lock.unlink()
    for empty, _, _ in os.walk(place, topdown=False):  # git leaves empty folders of refs that were deleted
        with suppress(OSError):
            Path(empty).rmdir()
    place.parent.mkdir(parents=True, exist_ok=True)
    _write_new(lock, f"{new}\n", permissions=0o666)
    return lock


def compare_and_swap(
    repository: Repository, name: str, expected: str | None, new: str, *, moved: str, note: str = ""
) -> None:
    """Move a ref, which is on the disk afterwards and never before what was written for it.

    To be called with the staging area locked: the lock of a move that is found begun was left by a killed process.
    Raises MovedError of these words when the ref is not at `expected` (None: not there), and what libgit2 raises.
    """
    repository.private.flush()
    repository.objects.flush()
    _drop_left_lock(repository)
    # Not Reference.set_target: it keeps the interpreter for itself while the disk is waited for, which held the
    # thread that paints for a quarter of a second where others wrote much. A transaction lets others run meanwhile.
    with ExitStack() as noted, repository.handle.transaction() as change:
        change.lock_ref(name)
        noted.enter_context(_noted(repository, name))
        if _target(repository, name) != expected:
            raise MovedError(moved)
        change.set_target(name, new, message=note or None)
    _end_move(repository, name)


@contextmanager
def _noted(repository: Repository, name: str) -> Iterator[None]:
    """Keep in a file that this program holds the lock of a ref."""
    moving = folder(repository) / _MOVING
    with suppress(OSError):  # without it, a lock that is left waits for its time, or for the user
        _write_new(moving, name, permissions=0o600)
    try:
        yield
    finally:
        with suppress(OSError):
            moving.unlink(missing_ok=True)


def _end_move(repository: Repository, name: str) -> None:
    """Make sure that what the ref leads to now is there, and let others who share the repository work with it."""
    repository.objects.end_step()
    if setting := repository.config().get("core.sharedrepository", ""):
        _share(repository, name, setting)


def _drop_left_lock(repository: Repository) -> None:
    """Remove the lock of the ref that a killed process of this program was moving."""
    moving = folder(repository) / _MOVING
    with suppress(OSError, UnicodeError):
        name = moving.read_text(encoding="utf-8") if moving.is_file() and not moving.is_symlink() else ""
        lock = _place(repository, f"{name}.lock")
        is_ref = name == "HEAD" or pygit2.reference_is_valid_name(name)
        if is_ref and lock.parent.resolve().is_relative_to(repository.common_dir):
            lock.unlink(missing_ok=True)
        moving.unlink(missing_ok=True)


def _write_new(place: Path, text: str, *, permissions: int) -> None:
    """Make a file, of which nothing is left when it cannot be written; raises FileExistsError when there is one."""
    try:
        with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, permissions), "wb") as file:
            file.write(text.encode())
            if os.name == "nt":  # where it cannot be flushed with others
                file.flush()
                os.fsync(file.fileno())
    except FileExistsError:
        raise
    except OSError:
        place.unlink(missing_ok=True)
        raise


def _place(repository: Repository, name: str) -> Path:
    """Return the file of a ref, or its lock: that of HEAD lies with the worktree."""
    return (repository.git_dir if "/" not in name else repository.common_dir) / name


def _clear_way(repository: Repository, name: str) -> None:
    """Put aside refs that leave no room for one of this name; raises RepositoryError when there were some."""
    references = repository.handle.references
    above = {name.rsplit("/", depth)[0] for depth in range(1, name.count("/"))}
    found = list[str]()
    with suppress(*FOREIGN):  # an unreadable ref of another program does not matter here
        found = sorted(each for each in references if each in above or each.startswith(name + "/"))
    if not found:
        return
    with repository_faults("Refs that leave no room for the review cannot be put aside"):
        asides = [_renamed(repository, references[each], f"{_ASIDE}/") for each in found]
    raise RepositoryError(
        f"Refs that Guillemet did not make stood in the way of the review: {', '.join(found)}. "
        f"They are kept as {', '.join(asides)}. Try again."
    )


def _renamed(repository: Repository, reference: pygit2.Reference, start: str) -> str:
    """Give a ref the first free name that begins so, and return it."""
    references = repository.handle.references
    name = next(name for n in count(1) if (name := f"{start}{n}") not in references)
    check_own(repository.common_dir, name, f"logs/{name}")
    # The other name first: a kill in between leaves two names, and never none.
    references.create(name, reference.target)
    reference.delete()
    return name


def _target(repository: Repository, name: str) -> str | None:
    reference = repository.handle.references.get(name)
    return str(reference.target) if reference is not None else None


def _share(repository: Repository, name: str, setting: str) -> None:
    """Let others who share the repository work with a ref, its log, and the folders made for them."""
    top = repository.git_dir if name == "HEAD" else repository.common_dir
    for file in (top / name, top / "logs" / name):
        folders = [place for place in file.parents if place.is_relative_to(top) and place not in (top, top / "logs")]
        for place in (file, *folders):
            with suppress(OSError):  # another user's, or not there
                share(place, setting)


def _is_left_over(repository: Repository) -> bool:
    return repository.git_dir != repository.common_dir and not folder(repository).is_dir()


def _kept_names(repository: Repository) -> frozenset[str]:
    """Return under which names of worktrees a review may be kept; all refs are not looked at, there may be many."""
    kept = repository.common_dir / "refs" / "guillemet"
    packed = repository.common_dir / "packed-refs"
    loose = [one.name for one in kept.iterdir()] if kept.is_dir() else []
    lines = packed.read_bytes() if packed.is_file() else b""
    return frozenset(loose) | {name.decode() for name in _PACKED.findall(lines)}


def _known_worktrees(repository: Repository) -> list[str]:
    folders = repository.common_dir / "worktrees"
    # Git removes the folder with the last linked worktree.
    return [one.name for one in folders.iterdir()] if os.path.lexists(folders) else []


def _look_up(repository: Repository) -> pygit2.Reference | None:
    name = review_ref(repository)
    check_own(repository.common_dir, name, f"logs/{name}")
    try:
        return repository.handle.references[name]
    except KeyError:
        return None
    except FOREIGN as error:
        # A power cut can leave the file empty.
        message = (
            f"The review cannot be read ({reason(error)}). Start again without it, your files stay, by deleting "
            f"{repository.common_dir / name}"
        )
        raise RepositoryError(message) from error


def _drop_log(repository: Repository, name: str) -> None:
    """Remove the log that `core.logAllRefUpdates=always` makes: logs are for commits, and it would keep every step."""
    with suppress(NotADirectoryError, IsADirectoryError, PermissionError):
        (repository.common_dir / "logs" / name).unlink(missing_ok=True)
