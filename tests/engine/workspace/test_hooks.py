"""Promises of commits in a repository with hooks: they run only when allowed, and what they do is what is committed."""

import pytest

from guillemet.engine.errors import CommitRefusedError, UntrustedRepositoryError
from guillemet.engine.git import program
from guillemet.engine.review import Need
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(program.find_git() is None, reason="the git program is not installed")


def accepted(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + edit("b.txt", "b", "B") + create("c.txt", "c"))
    workspace.accept(["a.txt", "c.txt"])
    return workspace


def add_hook(repository: RepositoryBuilder, script: str) -> None:
    hook = repository.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{script}\n")
    hook.chmod(0o755)


@needs_git
def test_hooks_run_only_when_allowed(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    add_hook(repository, "echo ran > hook-ran")

    assert workspace.review().needs == {Need.HOOKS}
    with pytest.raises(UntrustedRepositoryError, match="pre-commit"):
        workspace.commit("Not yet")
    assert not (repository.root / "hook-ran").exists()

    workspace.commit("Allowed", trust=True)
    assert (repository.root / "hook-ran").exists()
    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (b"A\n", b"b\n")
    assert set(repository.status()) == {"hook-ran"}


@needs_git
def test_a_hook_that_refuses_leaves_everything_as_it_was(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    add_hook(repository, "echo the tests fail >&2; exit 1")
    head, staged = repository.head, repository.staged("a.txt")

    with pytest.raises(CommitRefusedError, match="the tests fail"):
        workspace.commit("Refused", trust=True)

    assert (repository.head, repository.staged("a.txt")) == (head, staged)
    assert [line.path for line in workspace.review().commit] == ["a.txt", "c.txt"]


def test_a_repository_with_hooks_is_refused_where_git_is_missing(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = accepted(repository)
    add_hook(repository, "exit 0")
    monkeypatch.setenv("PATH", "")

    with pytest.raises(CommitRefusedError, match="Install git"):
        workspace.commit("No git", trust=True)


@needs_git
def test_a_file_that_a_hook_reformats_is_committed_as_the_hook_left_it(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    add_hook(repository, "echo formatted > a.txt && git add a.txt")

    workspace.commit("Formatted", trust=True)

    assert repository.committed("a.txt") == b"formatted\n"
    assert repository.staged("a.txt") == b"formatted\n"
