"""Local branches: which there are, a new one, switching by the git program, and pushing the current one.

A new branch begins at HEAD, so nothing of the worktree changes. Switching and pushing are git's own: it refuses what
would lose something, and nothing is ever forced. Both may run programs of the repository, which takes trust.
"""

import os
import re
from collections.abc import Collection, Mapping, Sequence

import pygit2
from msgspec import Struct

from guillemet.engine.errors import CommitRefusedError, RepositoryError, StoppedError, UntrustedRepositoryError
from guillemet.engine.git import commit_requirements, commits, trees
from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.git_command import UNWATCHED, RunMonitor, find_git, run_git
from guillemet.engine.git.repository import ATTRIBUTES, Repository
from guillemet.engine.patterns import lazy_pattern

_HEADS = "refs/heads/"
_SWITCHING = ("post-checkout", "reference-transaction", "post-index-change")
_SUBMODULES, _PUSH_SUBMODULES = "submodule.recurse", "push.recursesubmodules"
_FILTER = lazy_pattern(r"filter\.(.*)\.(?:clean|smudge|process)", re.DOTALL)
_PUSHING = ("pre-push", "reference-transaction")
_FAILURE = lazy_pattern(r"error: |fatal: |remote: | ! ")
_MOST_LINES, _MOST_NAMES = 20, 3
_LONGEST_ANSWER = 1000
"""Bytes that git prints about the filter of a path besides the path."""


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


def tip(repository: Repository, name: str) -> str:
    """Return the commit that a local branch is at; empty when there is no such branch."""
    with repository_faults("The branches cannot be read"):
        branch = repository.handle.branches.local.get(name)
        return str(branch.target) if branch is not None else ""


def is_branch_name(name: str) -> bool:
    """Whether a branch can be called so."""
    return not name.startswith("-") and pygit2.reference_is_valid_name(_HEADS + name)


def check_new(repository: Repository, name: str) -> None:
    """Raise RepositoryError when there is a branch of this name, or none can be called so."""
    if not is_branch_name(name):
        raise RepositoryError(f"“{name}” cannot be the name of a branch. Choose one without blanks and special signs.")
    with repository_faults("The branches cannot be read"):
        is_there = name in repository.handle.branches.local
    if is_there:
        raise RepositoryError(f"There is a branch {name} already. Switch to it, or choose another name.")


def create(repository: Repository, name: str, *, trust: bool) -> None:
    """Make a branch at HEAD and check it out; raises what `check_new` raises.

    Raises UntrustedRepositoryError when programs of the repository would run, and `trust` is not given.
    """
    check_new(repository, name)
    programs = creating_programs(repository)
    _check_trust(repository, "A new branch", programs, trust=trust)
    if programs:
        _switch(repository, name, "--create")
        return
    start(repository, name, repository.head().commit)


def start(repository: Repository, name: str, commit: str) -> None:
    """Make a branch at this commit, where HEAD is, and check it out without git; "" is before the first commit."""
    if commit:
        commits.move_branch(repository, _HEADS + name, None, commit, note="branch: Created from HEAD")
    with repository_faults("The branch cannot be made"):
        repository.handle.set_head(_HEADS + name)


def leave(repository: Repository, name: str, before: str, commit: str) -> str:
    """Take back what `create` did as far as it came: go back to `before`, the branch or the commit of a detached HEAD.

    HEAD was at `commit` then, "" before the first one. Where a branch is not any more, another program moved it, and
    both stay. Returns a sentence about what stays; empty when nothing does.
    """
    with repository_faults("The branch cannot be left"):
        handle = repository.handle
        made, old = map(handle.branches.local.get, (name, before))
        tips = {str(one.target) for one in filter(None, (made, old))}
        is_gone = old is None and commit not in ("", before)
        if is_gone or tips - {commit}:
            return f"Another program moved {name} or {before} meanwhile, so both stay as they are."
        if repository.head().branch == name:
            if old is not None and old.is_checked_out():  # git keeps a branch to one worktree
                return f"{before} is checked out in another worktree now, so {name} stays checked out here."
            handle.set_head(pygit2.Oid(hex=commit) if before == commit else _HEADS + before)
        return _remove(repository, made) if made else ""


def _remove(repository: Repository, branch: pygit2.Branch) -> str:
    """Remove a branch that holds nothing of its own; return a sentence when it stays."""
    name = branch.branch_name
    if branch.is_checked_out():
        return f"The branch {name} stays: it is checked out in another worktree."
    if any(one.name == f"branch.{name}.merge" for one in repository.settings()):
        return f"The branch {name} stays: it has an upstream."
    branch.delete()
    return ""


def switch(repository: Repository, name: str, *, trust: bool) -> None:
    """Check out a local branch by git; raises RepositoryError with its reason when that would lose something.

    Raises UntrustedRepositoryError when programs of the repository would run, and `trust` is not given.
    """
    if name.startswith("-"):
        raise RepositoryError(f"Git would take the name {name} for an option. Give the branch another one with git.")
    with repository_faults("The branches cannot be read"):
        branch = repository.handle.branches.local.get(name)
    if branch is None:
        raise RepositoryError(f"There is no branch {name} any more. Choose another one.")
    commits.check_state(repository)
    _check_trust(repository, "Switching", _switching_programs(repository, branch), trust=trust)
    _switch(repository, name)


def _switch(repository: Repository, name: str, *options: str) -> None:
    ended = run_git(repository.root, ["switch", "--no-guess", "--quiet", *options, name], given=b"")
    # A hook that fails after the checkout takes nothing back.
    if ended.code != 0 and repository.head().branch != name:
        if lost := [line.strip() for line in ended.complaints.splitlines() if line.startswith("\t")]:
            more = f" and {len(lost) - _MOST_NAMES:,} more" if len(lost) > _MOST_NAMES else ""
            raise RepositoryError(
                f"Git does not switch to {name}, because files that are not committed would be overwritten: "
                f"{', '.join(lost[:_MOST_NAMES])}{more}. Commit or stash them first."
            )
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
    default = _default_remote(repository)
    return Upstream(default, branch, is_new=True) if default else None


def _default_remote(repository: Repository) -> str:
    """Return origin, or the only remote; empty where there is neither."""
    with repository_faults("The remotes cannot be read"):
        remotes = [name for name in repository.handle.remotes.names() if name]
    if "origin" in remotes:
        return "origin"
    return remotes[0] if len(remotes) == 1 else ""


def push(repository: Repository, *, trust: bool, monitor: RunMonitor = UNWATCHED) -> Upstream:
    """Push the current branch by git, and return where it went.

    Raises UntrustedRepositoryError when programs of the repository would run, and `trust` is not given, and
    RepositoryError with git's words when it fails, StoppedError when the user stops it. Nothing is forced, and nothing
    can be asked for.
    """
    target, branch = upstream(repository), repository.head().branch
    if target is None:
        message = "There is no remote to push this branch to. Add one with: git remote add origin ADDRESS"
        raise RepositoryError(message)
    _check_trust(repository, "Pushing", pushing_programs(repository), trust=trust)
    options = ["--set-upstream"] if target.is_new else []
    refs = f"{_HEADS}{branch}:{_HEADS}{target.branch}"
    arguments = ["push", "--progress", "--no-force", *options, "--", target.remote, refs]
    ended = run_git(repository.root, arguments, given=b"", monitor=monitor, reports_output=True)
    if monitor.is_stopped():
        raise StoppedError("Pushing was stopped. The commit is made; push it when you like.")
    if ended.code != 0:
        why = _reason(ended.complaints, ended.code)
        advice = ""
        if "non-fast-forward" in why or "fetch first" in why:
            advice = " Pull the new commits with git first."
        elif commit_requirements.hooks(repository, _PUSHING) and "rejected]" not in why and "fatal:" not in why:
            advice = " The details show what the pre-push hook printed."
        reason = why.split("\n", 1)[0]
        raise RepositoryError(f"Git did not push to {target}: {reason}{advice}\n{ended.complaints}")
    return target


def creating_programs(repository: Repository) -> tuple[str, ...]:
    """Return what of the repository runs when a branch is made; it is made without git where no hook does."""
    hooks = commit_requirements.hooks(repository, _SWITCHING)
    return (*hooks, *_filters(repository, repository.head().commit)) if hooks else ()


def pushing_programs(repository: Repository) -> tuple[str, ...]:
    """Return what of the repository a push runs, such as "pre-push hook"."""
    settings = [one.name for one in commit_requirements.transport_settings(repository)]
    if commit_requirements.is_on(repository, _PUSH_SUBMODULES) or commit_requirements.is_on(repository, _SUBMODULES):
        settings.append(_PUSH_SUBMODULES)
    if commit_requirements.is_on(repository, "push.gpgsign"):
        settings.append("push.gpgsign")
    return (*commit_requirements.hooks(repository, _PUSHING), *dict.fromkeys(settings))


def _switching_programs(repository: Repository, branch: pygit2.Branch) -> tuple[str, ...]:
    with repository_faults("The branch cannot be read"):
        handle = repository.handle
        tree = branch.peel(pygit2.Tree)
        old = None if handle.head_is_unborn else handle.head.peel(pygit2.Tree)
        diff = tree.diff_to_tree(old) if old else tree.diff_to_tree()
        modes = {side.mode for delta in diff.deltas for side in (delta.old_file, delta.new_file)}
        commit = str(branch.target)
    settings: list[str] = []
    if trees.SUBMODULE in modes and commit_requirements.is_on(repository, _SUBMODULES):
        settings.append(_SUBMODULES)
    if any(one.name.endswith(".promisor") for one in repository.settings()):  # what is missing is fetched
        settings += [one.name for one in commit_requirements.transport_settings(repository)]
    hooks = commit_requirements.hooks(repository, _SWITCHING)
    return (*hooks, *_filters(repository, commit), *dict.fromkeys(settings))


def _filters(repository: Repository, commit: str) -> tuple[str, ...]:
    """Return the filters that a checkout of this commit may run, by its own rules or by those that lie here now.

    Those of all files count: git compares a file whose time is not known with what a filter makes of it.
    """
    found = {match[1] for one in repository.settings() if (match := _FILTER.fullmatch(one.name))}
    if not found:
        return ()
    named = set[str]()
    with commits.own_index(repository, commit, {}) as own:
        paths = {str(entry.path) for entry in pygit2.Index(str(own))} | repository.tracked()
        for folder in {path.rpartition("/")[0] for path in paths}:
            repository.check_rules(f"{folder}/.".removeprefix("/"), kind=ATTRIBUTES)
        named.update(_filter_attributes(repository, paths, [], {}))
        named.update(_filter_attributes(repository, paths, ["--cached"], {"GIT_INDEX_FILE": str(own)}))
    return tuple(f"filter {name}" for name in sorted(found & named))


def _filter_attributes(
    repository: Repository, paths: Collection[str], options: Sequence[str], environment: Mapping[str, str]
) -> list[str]:
    """Return the value of the attribute `filter` of each path."""
    given = b"\0".join(map(os.fsencode, sorted(paths)))
    ended = run_git(
        repository.root,
        ["check-attr", *options, "--stdin", "-z", "filter"],
        given=given,
        environment=environment,
        longest_output=len(given) + _LONGEST_ANSWER * len(paths),
    )
    answers = os.fsdecode(ended.output).split("\0")[2::3]
    if ended.code != 0 or len(answers) != len(paths):
        raise RepositoryError(f"Git cannot read its attributes: {_reason(ended.complaints, ended.code)}")
    return answers


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
