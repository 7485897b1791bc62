"""Commits made by libgit2: exactly the given paths on top of HEAD, the branch moved by compare-and-swap; and undone.

libgit2 runs no hooks and signs nothing; `needs` tells when that matters, `program` commits through git then.
"""

import re
from collections.abc import Mapping

import pygit2
from pygit2.enums import FilterMode, ObjectType, RepositoryState, SortMode

from guillemet.engine.errors import FileError, NoIdentityError, RepositoryError
from guillemet.engine.git import trees
from guillemet.engine.git.error_mapping import FOREIGN, is_lock, reason, repository_faults
from guillemet.engine.git.refs import compare_and_swap
from guillemet.engine.git.repository import ATTRIBUTES, Repository
from guillemet.engine.git.trees import TreeFile

_MOVED = "Another program moved HEAD meanwhile. Look at what it did, then commit again."
_UNFINISHED = {
    RepositoryState.MERGE: "merge",
    RepositoryState.REVERT: "revert",
    RepositoryState.REVERT_SEQUENCE: "revert",
    RepositoryState.CHERRYPICK: "cherry-pick",
    RepositoryState.CHERRYPICK_SEQUENCE: "cherry-pick",
}


def commit_paths(
    repository: Repository,
    message: str,
    files: Mapping[str, TreeFile | None],
    *,
    author: tuple[str, str] | None,
) -> str:
    """Commit HEAD's tree with only these paths changed (None: removed) and return the commit's hex id.

    The index is left alone. Works before the first commit and on a detached HEAD. Raises MovedError when HEAD moved
    meanwhile, NoIdentityError when no author is given or configured.
    """
    check_state(repository)
    text = tidy_message(message)
    author = author or repository.identity()
    with repository_faults("The commit cannot be made"):
        head = repository.handle.references["HEAD"]
        tip = _tip(repository, head)
        base = str(repository.handle[tip.target].peel(pygit2.Tree).id) if tip is not None else ""
        tree = trees.changed_tree(repository, base, files) or trees.build(repository, {})
        text_of_commit = repository.handle.create_commit_string(
            pygit2.Signature(*author),
            pygit2.Signature(*committer(repository, author)),
            text,
            pygit2.Oid(hex=tree),
            [tip.target] if tip is not None else [],
        )
        commit = repository.objects.write(ObjectType.COMMIT, str(text_of_commit).encode())
    note = f"commit{'' if tip is not None else ' (initial)'}: {text.splitlines()[0]}"
    name = tip.name if tip is not None else str(head.target)
    move_branch(repository, name, str(tip.target) if tip is not None else None, commit, note=note)
    return commit


def uncommit(repository: Repository, commit: str) -> None:
    """Take the last commit off its branch, back to its parent or to none; files and index stay.

    Raises RepositoryError when HEAD is another commit, the commit was pushed, or it is a merge.
    """
    handle = repository.handle
    with repository_faults("The commit cannot be taken back"):
        head = handle.references["HEAD"]
        tip = _tip(repository, head)
        if tip is None or str(tip.target) != commit:
            raise RepositoryError("The commit is no longer the last one, so it stays. Revert it with git instead.")
        parents = handle[tip.target].peel(pygit2.Commit).parent_ids
    if is_pushed(repository, commit):
        raise RepositoryError("The commit was pushed, so it stays. Revert it with git instead.")
    if len(parents) > 1:
        raise RepositoryError("The commit is a merge, so it stays. Reset it with git instead.")
    if not parents and repository.handle.head_is_detached:
        raise RepositoryError("The commit is the first one on a detached HEAD, so it stays. Check out a branch first.")
    if parents:
        move_branch(repository, tip.name, commit, str(parents[0]), note="reset: moving to HEAD~1")
        return
    with repository_faults("The commit cannot be taken back"):
        tip.delete()


def is_pushed(repository: Repository, commit: str) -> bool:
    """Whether a remote-tracking branch holds the commit."""
    handle = repository.handle
    with repository_faults("The remote branches cannot be read"):
        walker = handle.walk(pygit2.Oid(hex=commit), SortMode.NONE)
        for name in handle.references:
            if name.startswith("refs/remotes/"):
                target = handle.references[name].target
                if isinstance(target, pygit2.Oid):
                    walker.hide(target)
        return next(iter(walker), None) is None


def clean(repository: Repository, path: str, data: bytes) -> bytes:
    """Return what git would store for these bytes at this path: line endings and `ident` converted as configured.

    External filters do not run here; `needs` names the paths that have one.
    """
    repository.check_rules(path, kind=ATTRIBUTES)
    try:
        repository.handle.index.read(force=False)  # a file stored with CRLF stays so under text=auto
        filters = repository.handle.load_filter_list(path, FilterMode.CLEAN)
        if filters is None or not data:
            return data
        if b"\0" not in data:
            return filters.apply_to_buffer(data)
        # WORKAROUND pygit2 1.21: apply_to_buffer ends at the first NUL. With NULs git converts only what is declared
        # text; no line ending spans one.
        if repository.attribute(path, "text") is not True:
            return data
        return b"\0".join(filters.apply_to_buffer(piece) if piece else b"" for piece in data.split(b"\0"))
    except FOREIGN as error:
        raise FileError(path, f"Git's conversion of line endings failed ({reason(error)}).") from error


def check_state(repository: Repository) -> None:
    """Raise RepositoryError in the middle of a merge, revert or cherry-pick: a commit of some paths would end it."""
    with repository_faults("The repository's state cannot be read"):
        what = _UNFINISHED.get(repository.handle.state())
    if what:
        raise RepositoryError(f"A {what} is unfinished. Finish or abort it with git, then commit.")


def tidy_message(message: str) -> str:
    """Return the message as git cleans it: no blanks at line ends, no runs of blank lines, one newline at the end.

    Raises RepositoryError when nothing is left.
    """
    lines = "\n".join(line.rstrip() for line in message.splitlines())
    text = re.sub(r"\n{3,}", "\n\n", lines).strip("\n")
    if not text:
        raise RepositoryError("The commit has no message. Write one and commit again.")
    return text + "\n"


def committer(repository: Repository, author: tuple[str, str]) -> tuple[str, str]:
    """Return who commits: the configured identity, else the author given for this commit."""
    try:
        return repository.identity()
    except NoIdentityError:
        return author


def _tip(repository: Repository, head: pygit2.Reference) -> pygit2.Reference | None:
    """Return the reference that holds HEAD's commit: its branch, or HEAD itself; None before the first commit."""
    if not isinstance(head.target, str):
        return head
    return repository.handle.references.get(head.target)


def move_branch(repository: Repository, name: str, expected: str | None, commit: str, *, note: str) -> None:
    """Move a branch or a detached HEAD, or make the branch, unless another program was faster."""
    try:
        compare_and_swap(repository, name, expected, commit, moved=_MOVED, note=note)
    except FOREIGN as error:
        if is_lock(error):
            message = (
                "The branch is locked by another git process. Wait for it or close it; if none is running, the lock "
                f"is stale: delete {repository.common_dir / name}.lock."
            )
            raise RepositoryError(message) from error
        raise RepositoryError(f"The branch cannot be moved ({reason(error)}).") from error
