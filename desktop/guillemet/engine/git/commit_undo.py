"""Taking a commit off its branch and putting it back: undo and redo of commits."""

import os

import pygit2
from pygit2.enums import ObjectType

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git import trees
from guillemet.engine.git.commits import check_state, move_branch, uncommit
from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import TreeFile

_NOTE = "guillemet: commit redone"


def move_head(repository: Repository, before: str, after: str, *, branch: str = "") -> None:
    """Move HEAD's branch from the commit `before` to its parent or its child `after`; empty is before the first commit.

    Raises RepositoryError when HEAD is not `before`, when the commit to take off was pushed, when the commit to put
    back is no longer kept, and when `branch`, on which the commit was made, is there still but no longer HEAD's. Index
    and files stay.
    """
    check_state(repository)
    _check_branch(repository, branch, before)
    if before and after in (_parents(repository, before) or ("",)):
        uncommit(repository, before)
    else:
        _recommit(repository, before, after)


def _check_branch(repository: Repository, branch: str, commit: str) -> None:
    """Refuse to move another branch, made or checked out since, while the commit's own one stays where it is."""
    now = repository.head().branch
    if not branch or now == branch:
        return
    with repository_faults("The branches cannot be read"):
        own = repository.handle.branches.local.get(branch)
        stays = own is not None and str(own.target) == commit
    if stays:
        where = f"{now} is checked out" if now else "no branch is checked out"
        raise RepositoryError(f"The commit belongs to {branch}, but {where} now. Check out {branch}, then try again.")


def stands_on(repository: Repository, commit: str, parent: str) -> bool:
    """Whether the commit's first parent is this one; empty is before the first commit."""
    return bool(commit) and (_parents(repository, commit) or ("",))[0] == parent


def changes_of(repository: Repository, commit: str) -> dict[str, tuple[TreeFile | None, TreeFile | None]]:
    """Return what a commit changed since its first parent: both sides of every path, None for none."""
    parent = next(iter(_parents(repository, commit)), "")
    with repository_faults("The commit cannot be read"):
        handle = repository.handle
        tree = handle[pygit2.Oid(hex=commit)].peel(pygit2.Tree)
        if parent:
            diff = tree.diff_to_tree(handle[pygit2.Oid(hex=parent)].peel(pygit2.Tree), swap=True)
        else:
            diff = tree.diff_to_tree(swap=True)
        deltas = [(delta.old_file, delta.new_file) for delta in diff.deltas]
    return {os.fsdecode(new.raw_path): (_side(old), _side(new)) for old, new in deltas}


def message(repository: Repository, commit: str) -> str:
    """Return a commit's message."""
    with repository_faults("The commit cannot be read"):
        return str(repository.handle[pygit2.Oid(hex=commit)].peel(pygit2.Commit).message)


def recent_messages(repository: Repository, count: int) -> tuple[str, ...]:
    """Return the messages of the last commits of HEAD, first parents only, the newest first."""
    found: list[str] = []
    commit = repository.head().commit
    while commit and len(found) < count:
        found.append(message(repository, commit))
        commit = next(iter(_parents(repository, commit)), "")
    return tuple(found)


def _recommit(repository: Repository, before: str, after: str) -> None:
    if repository.head().commit != before:
        raise RepositoryError("HEAD has moved since, so the commit is not put back. Commit again instead.")
    if (_parents(repository, after) or ("",))[0] != before:
        raise RepositoryError("The commit does not stand on HEAD, so it is not put back. Commit again instead.")
    with repository_faults("HEAD cannot be read"):
        head = repository.handle.references["HEAD"]
    _renew(repository, after, before)
    name = head.target if isinstance(head.target, str) else "HEAD"
    move_branch(repository, name, before or None, after, note=_NOTE)


def _side(file: pygit2.DiffFile) -> TreeFile | None:
    return TreeFile(str(file.id), int(file.mode)) if file.mode else None


def _renew(repository: Repository, commit: str, parent: str) -> None:
    """Write a commit once more, with all that its parent does not hold: a gc may be about to remove what is old."""
    handle = repository.handle

    def tree_of(oid: str) -> str:
        return str(handle[pygit2.Oid(hex=oid)].peel(pygit2.Commit).tree_id)

    def renew(tree: str, old: str) -> None:
        earlier = trees.entries(repository, old) if old else {}
        for name, (oid, mode) in trees.entries(repository, tree).items():
            there, kind = earlier.get(name, ("", 0))
            if mode == trees.FOLDER and oid != there:
                renew(oid, there if kind == trees.FOLDER else "")
            elif mode != trees.SUBMODULE and oid != there:
                write(oid)
        write(tree)

    def write(oid: str) -> None:
        kind, data = handle.odb.read(pygit2.Oid(hex=oid))
        repository.objects.write(ObjectType(kind), data)

    with repository_faults("The commit is no longer in the repository. Commit again instead"):
        renew(tree_of(commit), tree_of(parent) if parent else "")
        write(commit)


def _parents(repository: Repository, commit: str) -> tuple[str, ...]:
    with repository_faults("The commit is no longer in the repository. Commit again instead"):
        return tuple(str(oid) for oid in repository.handle[pygit2.Oid(hex=commit)].peel(pygit2.Commit).parent_ids)
