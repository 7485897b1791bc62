"""Writes a history from values into a fresh repository that no configuration of the host shall reach."""

import os
from collections.abc import Iterable, Mapping
from datetime import datetime

import pygit2
from msgspec import Struct

from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import FILE, TreeFile, changed_tree
from guillemet.engine.git.worktree import Worktree

_BRANCH = "refs/heads/main"


class RecordedCommit(Struct, frozen=True):
    """One commit as it is to be."""

    author: tuple[str, str]
    """Name and address."""
    when: datetime
    """With its time zone."""
    message: str
    files: Mapping[str, bytes | None]
    """New contents by path; None removes the file."""


def write_history(repository: Repository, commits: Iterable[RecordedCommit], *, user: tuple[str, str]) -> None:
    """Write the commits one upon the other, then the last one's files; `user` is who commits here from now on."""
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
