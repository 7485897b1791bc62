"""The git program, for what libgit2 does not do: hooks, signing, filters. Never needed otherwise.

It runs by absolute path, with argument lists, without a terminal, and without the repository's fsmonitor or pager. That
hooks and filters run is the point of calling it: the caller has asked the user whether to trust the repository.
"""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile

import pygit2
from msgspec import Struct
from pygit2.enums import FileMode

from guillemet.engine.errors import CommitRefusedError, FileError, MovedError, RepositoryError
from guillemet.engine.git import trees
from guillemet.engine.git.commits import check_state, committer, tidy_message
from guillemet.engine.git.error_mapping import reason, repository_faults
from guillemet.engine.git.git_command import NO_CONSOLE, OPTIONS, find_git, git_environment
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import TreeFile

__all__ = ["SECONDS", "ProgramResult", "commit_through_git", "find_git", "hash_through_git"]

_LONGEST_COMPLAINT = 1_000_000
SECONDS = 900.0
"""How long hooks, signing and filters may take."""


class ProgramResult(Struct, frozen=True):
    """How a run of git ended."""

    code: int
    output: bytes
    complaints: str
    """What git and the programs it ran wrote for people."""


def commit_through_git(
    repository: Repository,
    message: str,
    files: Mapping[str, TreeFile | None],
    author: tuple[str, str] | None,
) -> str:
    """Commit HEAD's tree with only these paths changed, with hooks and signing as git does; return the hex id.

    Works on an index of its own; the real one is the caller's. What a hook put into that index is committed as well.
    Raises CommitRefusedError with the words of hook or git, MovedError when another program moved HEAD meanwhile.
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
    with _own_index(repository, before, files) as index:
        environment["GIT_INDEX_FILE"] = str(index)
        ended = _run(repository, ["commit", "--quiet", "--file=-"], given=text.encode(), environment=environment)
    if ended.code != 0:
        words = ended.complaints or f"git ended with code {ended.code}"
        raise CommitRefusedError(f"The commit was refused: {words}")
    return _made(repository, before)


def hash_through_git(repository: Repository, path: str, data: bytes) -> str:
    """Write these bytes as git stores them at this path, filters run, and return the blob's hex id."""
    ended = _run(repository, ["hash-object", "-w", "--stdin", f"--path={path}"], given=data)
    oid = ended.output.decode("ascii", "replace").strip()
    if ended.code != 0 or not oid:
        raise FileError(path, f"Git's filter for {path} failed: {ended.complaints or f'code {ended.code}'}")
    return oid


def _made(repository: Repository, before: str) -> str:
    """Return the new commit; take it back when it stands on another one than it was made from."""
    with repository_faults("The new commit cannot be read"):
        head = repository.handle.references["HEAD"]
        tip = repository.handle.references[head.target] if isinstance(head.target, str) else head
        commit = repository.handle[tip.target].peel(pygit2.Commit)
        parents = [str(oid) for oid in commit.parent_ids]
        if parents == ([before] if before else []):
            return str(commit.id)
        # Its tree holds nothing of what the other program committed: left there, it would undo that.
        if commit.parent_ids:
            tip.set_target(commit.parent_ids[0], "guillemet: commit taken back, HEAD had moved")
    raise MovedError("Another program moved HEAD meanwhile. Look at what it did, then commit again.")


@contextmanager
def _own_index(repository: Repository, head: str, files: Mapping[str, TreeFile | None]) -> Iterator[Path]:
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


def _run(
    repository: Repository, arguments: Sequence[str], *, given: bytes, environment: Mapping[str, str] | None = None
) -> ProgramResult:
    """Run git in the worktree's root; raises RepositoryError when it is missing or takes too long."""
    git = find_git(repository.root)
    if git is None:
        raise RepositoryError("This needs the git program, which is not installed. Install git and try again.")
    # Files instead of pipes: a program that a hook leaves running would hold a pipe open, and us with it.
    with TemporaryFile() as asked, TemporaryFile() as output, TemporaryFile() as complaints:
        asked.write(given)
        asked.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603  an absolute path and a list of arguments
                [str(git), *OPTIONS, *arguments],
                cwd=repository.root,
                env=git_environment(environment or {}),
                stdin=asked,
                stdout=output,
                stderr=complaints,
                start_new_session=True,  # no terminal to ask on, and one group to end
                creationflags=NO_CONSOLE,
            )
        except OSError as error:
            raise RepositoryError(f"The git program cannot be started ({reason(error)}).") from error
        code = _wait(process)
        output.seek(0)
        complaints.seek(0)
        return ProgramResult(
            code, output.read(), complaints.read(_LONGEST_COMPLAINT).decode("utf-8", "replace").strip()
        )


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Return how it ended; end it, and all it started, when that takes too long."""
    with process:
        try:
            return process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired as error:
            _end(process)
            message = f"Git, or a hook or filter it runs, took longer than {SECONDS / 60:.0f} minutes and was ended."
            raise CommitRefusedError(message) from error
        except BaseException:
            _end(process)
            raise


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
