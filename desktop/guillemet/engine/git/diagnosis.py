"""What a bug report says of git and of one repository: kinds and names of git's own, never a path, name or address."""

import re
from pathlib import Path

import pygit2
from msgspec import Struct

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git.commit_requirements import commit_needs
from guillemet.engine.git.git_command import ask_git, find_git
from guillemet.engine.git.repository import MAIN, Repository

_CONVERSIONS = ("core.autocrlf", "core.eol", "core.filemode", "core.symlinks", "core.ignorecase")
"""Settings whose values are words of git's own."""
_FORMATS = ("openpgp", "ssh", "x509")


class GitLibraries(Struct, frozen=True):
    """What reads and writes repositories here."""

    pygit2: str
    libgit2: str


class GitProgram(Struct, frozen=True):
    """The git program."""

    place: Path
    version: str
    """Empty when it does not answer."""


class RepositoryState(Struct, frozen=True):
    """What matters of one repository when something goes wrong in it."""

    fault: str = ""
    """The kind of error that keeps it from being opened."""
    is_linked_worktree: bool = False
    is_shallow: bool = False
    has_commits: bool = False
    hooks: tuple[str, ...] = ()
    """Names of the hooks that a commit runs."""
    signing: str = ""
    """The format of signatures; empty when commits are not signed."""
    filters: tuple[str, ...] = ()
    """Names of the filters that are configured."""
    conversions: tuple[str, ...] = ()
    """Settings that decide how files are written."""


def git_libraries() -> GitLibraries:
    """Return the versions of the libraries."""
    # The types of pygit2 do not export it.
    return GitLibraries(pygit2.__version__, pygit2.LIBGIT2_VERSION)  # type: ignore[attr-defined]


def git_program(folder: Path) -> GitProgram | None:
    """Return the git program that is used in this folder; None where there is none."""
    place = find_git(folder)
    if place is None:
        return None
    answer = ask_git(place, ("--version",), root=folder) or b""
    return GitProgram(place, answer.decode("utf-8", "replace").strip().removeprefix("git version "))


def repository_state(folder: Path) -> RepositoryState:
    """Return what this folder's repository is like; nothing of it is run or changed."""
    try:
        repository = Repository.open(folder)
        _, causes = commit_needs(repository, ())
        config = repository.config()
        head = repository.head()
        is_shallow = repository.handle.is_shallow
    except RepositoryError as error:
        return RepositoryState(fault=type(error).__name__)
    # A hook of the configuration has a name that its user chose.
    hooks = dict.fromkeys(
        re.sub(r"^hook\..* hook$", "configured hook", cause) for cause in causes if "gpg" not in cause
    )
    chosen = config.get("gpg.format", "openpgp")
    return RepositoryState(
        is_linked_worktree=repository.worktree_name != MAIN,
        is_shallow=is_shallow,
        has_commits=bool(head.commit),
        hooks=tuple(hooks),
        signing=(chosen if chosen in _FORMATS else "unknown") if "commit.gpgsign" in causes else "",
        filters=tuple(sorted({found[1] for name in config if (found := re.fullmatch(r"filter\.(.+)\.\w+", name))})),
        conversions=tuple(f"{name}={config[name][:12]}" for name in _CONVERSIONS if name in config),
    )
