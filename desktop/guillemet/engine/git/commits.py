"""Commits: exactly the given paths on top of HEAD, the branch moved by compare-and-swap; and undone.

Made by libgit2, which runs no hooks and signs nothing. `commit_requirements` says when that matters; the git program
then makes the commit.
"""

import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pygit2
from msgspec import Struct
from pygit2.enums import FileMode, FilterMode, ObjectType, RepositoryState, SortMode

from guillemet.engine.diff.lines import changed_lines
from guillemet.engine.errors import (
    CommitRefusedError,
    FileError,
    MovedError,
    NoIdentityError,
    NotTextError,
    RepositoryError,
    StoppedError,
)
from guillemet.engine.git import trees
from guillemet.engine.git.error_mapping import FOREIGN, is_lock, reason, repository_faults
from guillemet.engine.git.git_command import UNWATCHED, ProgramResult, RunMonitor, run_git
from guillemet.engine.git.refs import compare_and_swap
from guillemet.engine.git.repository import ATTRIBUTES, Repository
from guillemet.engine.git.trees import FILE, TreeFile, changed_tree
from guillemet.engine.git.worktree import Worktree
from guillemet.engine.text import FileText

_BRANCH = "refs/heads/main"
_NOTE = "guillemet: commit redone"
_MOVED = "Another program moved HEAD meanwhile. Look at what it did, then commit again."
_UNFINISHED = {
    RepositoryState.MERGE: "merge",
    RepositoryState.REVERT: "revert",
    RepositoryState.REVERT_SEQUENCE: "revert",
    RepositoryState.CHERRYPICK: "cherry-pick",
    RepositoryState.CHERRYPICK_SEQUENCE: "cherry-pick",
}


class LineOrigin(Struct, frozen=True):
    """The commit that wrote a line."""

    commit: str
    """Hex id."""
    author: str
    address: str
    when: datetime
    """With the time zone of the author."""
    subject: str
    path: str
    """What the file was called then."""


class RecordedCommit(Struct, frozen=True):
    """One commit to be written."""

    author: tuple[str, str]
    """Name and address."""
    when: datetime
    """With its time zone."""
    message: str
    files: Mapping[str, bytes | None]
    """New contents by path; None removes the file."""


def write_history(repository: Repository, commits: Iterable[RecordedCommit], *, user: tuple[str, str]) -> None:
    """Write the commits one after the other, then the last one's files; `user` is who commits here from now on."""
    _shield(repository, user)
    handle, tree, parents = repository.handle, "", list[pygit2.Oid]()
    with repository_faults("The sample's history cannot be written"):
        handle.set_head(_BRANCH)
        for commit in commits:
            files = {
                path: None if data is None else TreeFile(repository.write_blob(data), FILE)
                for path, data in commit.files.items()
            }
            tree = changed_tree(repository, tree, files)
            zone = commit.when.utcoffset()
            minutes = int(zone.total_seconds() // 60) if zone else 0
            signature = pygit2.Signature(*commit.author, int(commit.when.timestamp()), minutes)
            oid = handle.create_commit(_BRANCH, signature, signature, commit.message, pygit2.Oid(hex=tree), parents)
            parents = [oid]
    _check_out(repository, tree)


def _shield(repository: Repository, user: tuple[str, str]) -> None:
    """Set what the host's own configuration must not: hooks, signing, line endings, ignore rules."""
    config = repository.handle.config
    values = {
        "user.name": user[0],
        "user.email": user[1],
        "commit.gpgsign": "false",
        "core.autocrlf": "false",
        "core.hooksPath": str(repository.git_dir / "hooks"),
        "core.attributesFile": os.devnull,
        "core.excludesFile": os.devnull,
    }
    with repository_faults("The sample's configuration cannot be written"):
        for name, value in values.items():
            config[name] = value


def _check_out(repository: Repository, tree: str) -> None:
    worktree = Worktree(repository)
    with repository_faults("The sample's files cannot be written"):
        index = repository.handle.index
        index.read_tree(pygit2.Oid(hex=tree))
        for path in [entry.path for entry in index]:
            worktree.write(path, repository.read_blob(str(index[path].id)))
            index.add(path)
        index.write()


def move_head(repository: Repository, before: str, after: str, *, branch: str = "") -> None:
    """Move HEAD's branch from the commit `before` to its parent, its child, or one that amends it or is amended by it.

    Empty is before the first commit.

    Raises RepositoryError when HEAD is not `before`, when the commit to take off was pushed, when the commit to put
    back is no longer kept, and when `branch`, on which the commit was made, is there still but no longer HEAD's. Index
    and files stay.
    """
    check_state(repository)
    _check_branch(repository, branch, before)
    if before and after and is_amended(repository, before, after):
        _exchange(repository, before, after)
    elif before and after in (_parents(repository, before) or ("",)):
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


def is_amended(repository: Repository, commit: str, other: str) -> bool:
    """Whether one of two commits stands in the place of the other."""
    return commit != other and _parents(repository, commit) == _parents(repository, other)


def changes_of(
    repository: Repository, commit: str, *, since: str = ""
) -> dict[str, tuple[TreeFile | None, TreeFile | None]]:
    """Return what a commit changed since another one, or its first parent: both sides of every path, None for none."""
    parent = since or next(iter(_parents(repository, commit)), "")
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


def message_if_readable(repository: Repository, commit: str) -> str:
    """Return a commit's message; empty for no commit, or where it cannot be read."""
    try:
        return message(repository, commit) if commit else ""
    except RepositoryError:
        return ""


def recent_messages(repository: Repository, count: int) -> tuple[str, ...]:
    """Return the messages of the last commits of HEAD, first parents only, the newest first."""
    found: list[str] = []
    commit = repository.head().commit
    while commit and len(found) < count:
        found.append(message(repository, commit))
        commit = next(iter(_parents(repository, commit)), "")
    return tuple(found)


def origin_of_line(folder: Path, path: str, lines: Sequence[str], line: int) -> LineOrigin | None:
    """Return where a line of this file comes from, counted from 0; None when it is not committed yet.

    `lines` are those of the file as it is shown; HEAD may have others. libgit2's blame runs no text conversion. A long
    history takes seconds, so the repository is opened for each question, which any thread can ask.
    """
    handle = Repository.open(folder).handle
    with repository_faults(f"The history of {path} cannot be read"):
        if handle.head_is_unborn:
            return None
        commit = handle.head.peel(pygit2.Commit)
        there = _line_in(commit, path, lines, line)
        if there is None:
            return None
        blame = handle.blame(path, newest_commit=commit.id, min_line=there + 1, max_line=there + 1)
        found = blame.for_line(there + 1)
        return _line_origin(handle[found.final_commit_id].peel(pygit2.Commit), found.orig_path or path)


def _line_in(commit: pygit2.Commit, path: str, lines: Sequence[str], line: int) -> int | None:
    """Return which line of the committed file this one is; None when it is none of them."""
    try:
        blob = commit.tree[path]
        committed = FileText.from_bytes(blob.data).lines if isinstance(blob, pygit2.Blob) else ()
    except (KeyError, NotTextError):
        return None
    shift = 0
    for hunk in changed_lines(committed, lines):
        if hunk.new_start > line:
            break
        if line < hunk.new.stop:
            return None
        shift = hunk.old.stop - hunk.new.stop
    return line + shift


def _line_origin(commit: pygit2.Commit, path: str) -> LineOrigin:
    author = commit.author
    zone = timezone(timedelta(minutes=author.offset)) if abs(author.offset) < 24 * 60 else UTC
    when = datetime.fromtimestamp(author.time, zone)
    subject = commit.message.strip().partition("\n")[0]
    return LineOrigin(str(commit.id), author.name, author.email, when, subject, path)


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


def _exchange(repository: Repository, before: str, after: str) -> None:
    """Put the other one of two commits, of which one amends the other, in its place."""
    if repository.head().commit != before:
        raise RepositoryError("The commit is no longer the last one, so it stays. Revert it with git instead.")
    if is_pushed(repository, before):
        raise RepositoryError("The commit was pushed, so it stays. Revert it with git instead.")
    with repository_faults("HEAD cannot be read"):
        head = repository.handle.references["HEAD"]
    _renew(repository, after, before)
    name = head.target if isinstance(head.target, str) else "HEAD"
    move_branch(repository, name, before, after, note="guillemet: amend undone")


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


def commit_paths(
    repository: Repository,
    message: str,
    files: Mapping[str, TreeFile | None],
    *,
    author: tuple[str, str] | None,
    amend: bool = False,
) -> str:
    """Commit HEAD's tree with only these paths changed (None: removed) and return the commit's hex id.

    To amend is to put the commit in the place of HEAD's, whose author stays. The index is left alone. Works before the
    first commit and on a detached HEAD. Raises MovedError when HEAD moved meanwhile, NoIdentityError when no author is
    given or configured.
    """
    check_state(repository)
    text = tidy_message(message)
    author = author or repository.identity()
    with repository_faults("The commit cannot be made"):
        head = repository.handle.references["HEAD"]
        tip = _tip(repository, head)
        base = str(repository.handle[tip.target].peel(pygit2.Tree).id) if tip is not None else ""
        tree = trees.changed_tree(repository, base, files)
        parents = [tip.target] if tip is not None else []
        signature = pygit2.Signature(*author)
        if amend and tip is not None:
            amended = repository.handle[tip.target].peel(pygit2.Commit)
            parents, signature = list(amended.parent_ids), amended.author
        text_of_commit = repository.handle.create_commit_string(
            signature, pygit2.Signature(*committer(repository, author)), text, pygit2.Oid(hex=tree), parents
        )
        commit = repository.objects.write(ObjectType.COMMIT, str(text_of_commit).encode())
    kind = " (initial)" if tip is None else " (amend)" if amend else ""
    note = f"commit{kind}: {text.splitlines()[0]}"
    name = tip.name if tip is not None else str(head.target)
    move_branch(repository, name, str(tip.target) if tip is not None else None, commit, note=note)
    return commit


def commit_through_git(
    repository: Repository,
    message: str,
    files: Mapping[str, TreeFile | None],
    author: tuple[str, str] | None,
    *,
    amend: bool = False,
    monitor: RunMonitor = UNWATCHED,
) -> str:
    """Commit HEAD's tree with only these paths changed, with hooks and signing as git does; return the hex id.

    Works on an index of its own; the real one is the caller's. What a hook put into that index is committed as well.
    Once it is made it stands, whatever hooks do afterwards.
    Raises CommitRefusedError with the words of hook or git, StoppedError when the user stops it, and MovedError when
    another program moved HEAD meanwhile.
    """
    check_state(repository)
    text = tidy_message(message)
    before = repository.head().commit
    author = author or repository.identity()
    name, address = committer(repository, author)
    environment = {
        "GIT_AUTHOR_NAME": author[0],
        "GIT_AUTHOR_EMAIL": author[1],
        "GIT_COMMITTER_NAME": name,
        "GIT_COMMITTER_EMAIL": address,
    }
    with own_index(repository, before, files) as index:
        environment["GIT_INDEX_FILE"] = str(index)
        arguments = ["commit", "--quiet", "--file=-", *(["--amend", "--allow-empty"] if amend else [])]
        ended = run_git(repository.root, arguments, given=text.encode(), environment=environment, monitor=monitor)
        if ended.code != 0 and not _is_committed(repository, before, index):
            if monitor.is_stopped():
                raise StoppedError("The commit was stopped, so nothing was committed.")
            raise CommitRefusedError(_refused(ended))
    known = _parents(repository, before) if amend else (before,) if before else ()
    return _commit_made(repository, known)


def hash_through_git(repository: Repository, path: str, data: bytes) -> str:
    """Write these bytes as git stores them at this path, filters run, and return the blob's hex id."""
    ended = run_git(repository.root, ["hash-object", "-w", "--stdin", f"--path={path}"], given=data)
    oid = ended.output.decode("ascii", "replace").strip()
    if ended.code != 0 or not oid:
        raise FileError(path, f"Git's filter for {path} failed: {ended.complaints or f'code {ended.code}'}")
    return oid


def _refused(ended: ProgramResult) -> str:
    """Return the last line that was printed, and below it all lines."""
    words = ended.complaints or f"git ended with code {ended.code}"
    last = words.rpartition("\n")[2]
    return f"The commit was refused: {last}" + (f"\n{words}" if last != words else "")


def _is_committed(repository: Repository, before: str, index: Path) -> bool:
    """Whether the branch holds what this index holds, by a commit since; a hook that runs afterwards may fail."""
    head = repository.head().commit
    if head == before:
        return False
    with repository_faults("The new commit cannot be read"):
        tree = pygit2.Index(str(index)).write_tree(repository.handle)
        return tree == repository.handle[pygit2.Oid(hex=head)].peel(pygit2.Tree).id


def _commit_made(repository: Repository, known: tuple[str, ...]) -> str:
    """Return the new commit; take it back when it stands on others than those it was made from."""
    with repository_faults("The new commit cannot be read"):
        head = repository.handle.references["HEAD"]
        tip = repository.handle.references[head.target] if isinstance(head.target, str) else head
        commit = repository.handle[tip.target].peel(pygit2.Commit)
        if tuple(str(oid) for oid in commit.parent_ids) == known:
            return str(commit.id)
        # Its tree holds nothing of what the other program committed: left there, it would undo that.
        if commit.parent_ids:
            tip.set_target(commit.parent_ids[0], "guillemet: commit taken back, HEAD had moved")
    raise MovedError(_MOVED)


@contextmanager
def own_index(repository: Repository, head: str, files: Mapping[str, TreeFile | None]) -> Iterator[Path]:
    """Lend an index that holds HEAD's tree with these paths changed, and remove it afterwards."""
    place = repository.git_dir / f"guillemet-commit-{secrets.token_hex(8)}"
    try:
        with repository_faults("The commit cannot be prepared"):
            base = str(repository.handle[pygit2.Oid(hex=head)].peel(pygit2.Tree).id) if head else ""
            tree = trees.changed_tree(repository, base, files)
            index = pygit2.Index(str(place))
            for path, file in trees.read_tree(repository, tree).items():
                index.add(pygit2.IndexEntry(path, pygit2.Oid(hex=file.oid), FileMode(file.mode)))
            index.write()
        yield place
    finally:
        for left in (place, place.with_name(place.name + ".lock")):
            with suppress(OSError):
                left.unlink(missing_ok=True)


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

    External filters do not run here; `commit_requirements.filters` names them.
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
