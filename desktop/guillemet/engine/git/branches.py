"""Local branches: which there are, a new one, switching by the git program, and pushing the current one.

A new branch begins at HEAD, so nothing of the worktree changes. Switching and pushing are git's own: it refuses what
would lose something, and nothing is ever forced. Both may run programs of the repository, which takes trust.
"""

import os
import re

import pygit2
from msgspec import Struct

from guillemet.engine.errors import CommitRefusedError, RepositoryError, UntrustedRepositoryError
from guillemet.engine.git import commit_requirements, commits
from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.git_command import UNWATCHED, RunMonitor, find_git, run_git
from guillemet.engine.git.repository import Repository

_HEADS = "refs/heads/"
_SWITCHING = ("post-checkout", "reference-transaction", "post-index-change")
_PUSHING = ("pre-push", "reference-transaction")
_FAILURE = re.compile(r"error: |fatal: |remote: | ! ")
_MOST_LINES = 20


class Upstream(Struct, frozen=True):
    """Where a branch is pushed to."""

    remote: str
    branch: str
    is_new: bool = False
    """Whether the branch has no upstream yet, and gets this one."""

    def __str__(self) -> str:
        """Return it as git writes it."""
        return f"{self.remote}/{self.branch}"


def local_branches(repository: Repository) -> tuple[str, ...]:
    """Return the names of the local branches, those with the latest commits first."""
    with repository_faults("The branches cannot be read"):
        branches = repository.handle.branches.local
        times = {name: branches[name].peel(pygit2.Commit).commit_time for name in branches}
    return tuple(sorted(times, key=lambda name: (-times[name], name)))


def create(repository: Repository, name: str) -> None:
    """Make a branch at HEAD and check it out; raises RepositoryError when there is one, or no branch is called so."""
    if name.startswith("-") or not pygit2.reference_is_valid_name(_HEADS + name):
        raise RepositoryError(f"“{name}” cannot be the name of a branch. Choose one without blanks and special signs.")
    with repository_faults("The branch cannot be made"):
        handle = repository.handle
        if name in handle.branches.local:
            raise RepositoryError(f"There is a branch {name} already. Switch to it, or choose another name.")
        if not handle.head_is_unborn:
            handle.references.create(_HEADS + name, handle.head.target)
        handle.set_head(_HEADS + name)


def leave(repository: Repository, name: str, before: str) -> None:
    """Take back what `create` did: `before` is the branch, or the commit of a detached HEAD, to go back to."""
    with repository_faults("The branch cannot be left"):
        handle = repository.handle
        is_branch = before in handle.branches.local or handle.head_is_unborn
        handle.set_head(_HEADS + before if is_branch else pygit2.Oid(hex=before))
        if name in handle.branches.local:
            handle.branches.local.delete(name)


def switch(repository: Repository, name: str, *, trust: bool) -> None:
    """Check out a local branch by git; raises RepositoryError with its reason when that would lose something.

    Raises UntrustedRepositoryError when programs of the repository would run, and `trust` is not given.
    """
    with repository_faults("The branches cannot be read"):
        branch = repository.handle.branches.local.get(name)
    if branch is None:
        raise RepositoryError(f"There is no branch {name} any more. Choose another one.")
    commits.check_state(repository)
    _check_trust(repository, "Switching", _switching_programs(repository, branch), trust=trust)
    ended = run_git(repository.root, ["switch", "--no-guess", "--quiet", name], given=b"")
    if ended.code != 0:
        raise RepositoryError(f"Git does not switch to {name}: {_reason(ended.complaints, ended.code)}")


def upstream(repository: Repository) -> Upstream | None:
    """Return where the current branch is pushed to; None for a detached HEAD, and where there is no one remote."""
    branch = repository.head().branch
    if not branch:
        return None
    settings = {one.name: one.value for one in repository.settings()}
    # Git writes the section and the key in lower case, the branch between them as it is.
    remote, merged = (settings.get(f"branch.{branch}.{key}", "") for key in ("remote", "merge"))
    if remote and remote != "." and merged.startswith(_HEADS):
        return Upstream(remote, merged.removeprefix(_HEADS))
    with repository_faults("The remotes cannot be read"):
        remotes = [name for name in repository.handle.remotes.names() if name]
    if not remotes or (len(remotes) > 1 and "origin" not in remotes):
        return None
    return Upstream("origin" if "origin" in remotes else remotes[0], branch, is_new=True)


def push(repository: Repository, *, trust: bool, monitor: RunMonitor = UNWATCHED) -> Upstream:
    """Push the current branch by git, and return where it went.

    Raises UntrustedRepositoryError when programs of the repository would run, and `trust` is not given, and
    RepositoryError with git's words when it fails or is stopped. Nothing is forced, and nothing can be asked for.
    """
    target, branch = upstream(repository), repository.head().branch
    if target is None:
        message = "There is no remote to push this branch to. Add one with: git remote add origin ADDRESS"
        raise RepositoryError(message)
    _check_trust(repository, "Pushing", pushing_programs(repository), trust=trust)
    options = ["--set-upstream"] if target.is_new else []
    refs = f"{_HEADS}{branch}:{_HEADS}{target.branch}"
    arguments = ["push", "--progress", "--no-force", *options, "--", target.remote, refs]
    ended = run_git(repository.root, arguments, given=b"", monitor=monitor)
    if monitor.is_stopped():
        raise RepositoryError("Pushing was stopped. The commit is made; push it when you like.")
    if ended.code != 0:
        why = _reason(ended.complaints, ended.code)
        advice = " Pull the new commits with git first." if "non-fast-forward" in why or "fetch first" in why else ""
        raise RepositoryError(f"Git did not push to {target}: {why}{advice}")
    return target


def pushing_programs(repository: Repository) -> tuple[str, ...]:
    """Return what of the repository a push runs, such as "pre-push hook"."""
    settings = commit_requirements.transport_settings(repository)
    return (*commit_requirements.hooks(repository, _PUSHING), *dict.fromkeys(one.name for one in settings))


def _switching_programs(repository: Repository, branch: pygit2.Branch) -> tuple[str, ...]:
    with repository_faults("The branch cannot be read"):
        handle = repository.handle
        tree = branch.peel(pygit2.Tree)
        old = None if handle.head_is_unborn else handle.head.peel(pygit2.Tree)
        diff = tree.diff_to_tree(old) if old else tree.diff_to_tree()
        paths = [os.fsdecode(delta.new_file.raw_path) for delta in diff.deltas]
    return (*commit_requirements.hooks(repository, _SWITCHING), *commit_requirements.filters(repository, paths))


def _check_trust(repository: Repository, what: str, programs: tuple[str, ...], *, trust: bool) -> None:
    if find_git(repository.root) is None:
        raise CommitRefusedError(f"{what} needs the git program, which is not installed. Install git and try again.")
    if programs and not trust:
        message = f"{what} here runs programs of this repository: {', '.join(programs)}. Look at them, then allow them."
        raise UntrustedRepositoryError(message, key=commit_requirements.trust_key(repository))


def _reason(complaints: str, code: int) -> str:
    """Return what git says of its failure, without the progress before it."""
    lines = complaints.split("\n")
    first = next((at for at, line in enumerate(lines) if _FAILURE.match(line)), 0)
    return "\n".join(lines[first:][:_MOST_LINES]) or f"it ended with code {code}"
