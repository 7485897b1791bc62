"""What can be done in any world, when something can happen meanwhile, and what can fail."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

from guillemet.engine.errors import IndexLockedError, RepositoryError
from guillemet.engine.git import commits, index, refs
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.safe_dir import SafeDir
from guillemet.engine.git.worktree import Worktree
from guillemet.engine.staging import StagingArea

COMMANDS = (
    "git rm a.txt",
    "git rm -f a.txt",
    "git rm --cached run.sh",
    "git rm -r sub",
    "git rm a.txt a.txt",
    "git mv a.txt moved/a.txt",
    "git mv private.txt run.sh elsewhere.txt",
    "git mv private.txt elsewhere.txt",
    "git mv sub other",
    "git mv new.txt older.txt",
    "git mv link linked",
    "mkdir -p made/for/nothing",
    "rm -rf sub",
    "rm -rf sub sub/deep a.txt",
    "rm -rf ignored link",
    "rm -rf 'two words.txt' -- -dash.txt",
)
FORMS = (
    "git rm {}",
    "git rm -f {}",
    "git mv {} went/there",
    "git mv {} {}.bak",
    "rm -rf {}",
    "git rm -r {top}",
    "rm -rf {top}",
    "git mv {top} went",
    "git rm --cached {}",
)
"""Commands about a file of the world, or the folder at the top of its path."""
MOMENTS = (
    (refs, "move"),
    (index, "put"),
    (commits, "move_head"),
    (commits, "commit_paths"),
    (Worktree, "write"),
    (Worktree, "delete"),
    (Worktree, "remove_empty"),
    (SafeDir, "exchange"),
    (SafeDir, "rename_to_new"),
    (SafeDir, "create"),
)
FAULTS = (
    (refs, "move", RepositoryError("no space")),
    (index, "put", IndexLockedError("locked")),
    (index, "put", RepositoryError("no space")),
    (commits, "commit_paths", RepositoryError("no space")),
    (commits, "move_head", RepositoryError("no space")),
    (SafeDir, "create", OSError(28, "no space")),
    (SafeDir, "exchange", OSError(13, "denied")),
    (SafeDir, "rename_to_new", OSError(13, "denied")),
    (SafeDir, "unlink", OSError(13, "denied")),
    (SafeDir, "make_folder", OSError(28, "no space")),
    (Repository, "write_blob", RepositoryError("no space")),
)
VERBS = (
    *("accept_all", "stage_all", "undo", "redo", "reject_all", "reconsider", "commit", "run"),
    *(
        "accept_part",
        "reject_part",
        "edit",
        "settle_mine",
        "settle_proposed",
        "include_own_lines",
        "leave_out",
        "leave_out_hunk",
        "amend",
    ),
)
SAVING = ((StagingArea, "store"), *MOMENTS)
"""When the user may save a file."""
PROGRAMS = [
    "add -u",
    "add -A",
    "commit -q -a -m theirs",
    "commit -q -m theirs",
    "reset -q",
    "reset -q --hard",
    "reset -q --soft HEAD~1",
    "checkout -q -b other",
    "checkout -q other",
    "checkout -q main",
    "checkout -q topic",
    "stash",
    "stash pop",
    "rm -q --cached a.txt",
    "gc -q",
    "pack-refs --all",
    "commit -q --amend -m amended",
    "mv run.sh ran.sh",
    "update-index --assume-unchanged a.txt",
    "update-index --refresh",
    "branch -f remote",
    "sparse-checkout set sub",
    "sparse-checkout disable",
    "add -N new.txt",
    "clean -fdq",
    "update-index --skip-worktree run.sh",
    "update-index --really-refresh",
    "gc -q --prune=now",
    "reflog expire --expire=now --all",
    "checkout -q --orphan fresh",
    "rm -q -r -f sub",
    "read-tree HEAD",
    "config core.autocrlf input",
    "config core.fileMode false",
    "config core.symlinks false",
]
ASKED = (
    ("undo",),
    ("redo",),
    ("accept", "--all"),
    ("reject", "--all"),
    ("commit", "-m", "Say why"),
    ("review",),
    ("diff",),
)
"""What can be asked on the command line."""
PLACES = ("git.refs.move", "git.index.put", "git.worktree:Worktree.write", "git.safe_dir:SafeDir.exchange")
"""Where a process can be killed; as `killing.kill` names them."""


class Killed(BaseException):
    """Stands for the end of the process."""


@contextmanager
def at_moment(holder: object, name: str, call: int, act: Callable[[], None], *, when: str = "before") -> Iterator[None]:
    """Do something before or after the given call of a function."""
    left = [call]
    does = getattr(holder, name)

    def counted(*given: object, **named: object) -> object:
        left[0] -= 1
        if left[0] == 0 and when == "before":
            act()
        result = does(*given, **named)
        if left[0] == 0 and when == "after":
            act()
        return result

    with mock.patch.object(holder, name, counted):
        yield


@contextmanager
def killed_at(holder: object, name: str, call: int, *, when: str) -> Iterator[None]:
    """End everything before or after the given call of a function: what cleans up changes nothing any more."""
    is_dead = []

    def kill() -> None:
        is_dead.append(True)
        raise Killed

    def mortal(does: Callable[..., object]) -> Callable[..., object]:
        def instead(*given: object, **named: object) -> object:
            if is_dead:
                raise Killed
            return does(*given, **named)

        return instead

    changes = [(refs, "move"), (index, "put")]
    changes += [
        (SafeDir, one)
        for one in ("create", "exchange", "rename_to_new", "unlink", "link", "make_folder", "remove_folder")
    ]
    with ExitStack() as patched:
        for room, one in changes:
            patched.enter_context(mock.patch.object(room, one, mortal(getattr(room, one))))
        patched.enter_context(at_moment(holder, name, call, kill, when=when))
        yield


def changed(before: tuple[object, ...], after: tuple[object, ...]) -> list[dict[str, object]]:
    return [
        {key: (one.get(key), other.get(key)) for key in one.keys() | other.keys() if one.get(key) != other.get(key)}  # type: ignore[attr-defined]
        for one, other in zip(before, after, strict=True)
    ]
