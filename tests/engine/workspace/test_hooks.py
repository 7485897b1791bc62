"""Promises of commits in a repository with hooks: they run only when allowed, and what they do is what is committed."""

import pygit2
import pytest
from pygit2.enums import FileMode, FileStatus

from guillemet.engine.errors import CommitRefusedError, IndexLockedError, UntrustedRepositoryError
from guillemet.engine.git import git_command
from guillemet.engine.review import Kind, Need
from guillemet.engine.workspace import Workspace
from tests.kit.killing import kill, needs_kill
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(git_command.find_git() is None, reason="the git program is not installed")


def accepted(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + edit("b.txt", "b", "B") + create("c.txt", "c"))
    workspace.accept(["a.txt", "c.txt"])
    return workspace


@needs_git
def test_hooks_run_only_when_allowed(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "echo ran > hook-ran")

    assert workspace.review().needs == {Need.HOOKS}
    with pytest.raises(UntrustedRepositoryError, match="pre-commit"):
        workspace.commit("Not yet")
    assert not (repository.root / "hook-ran").exists()

    workspace.commit("Allowed", trust=True)
    assert (repository.root / "hook-ran").exists()
    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (b"A\n", b"b\n")
    assert set(repository.status()) == {"hook-ran"}


@needs_git
def test_what_is_asked_about_can_be_looked_at(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "#" * 300_000)
    repository.git.config["filter.mine.smudge"] = "./program"
    repository.git.config["remote.origin.url"] = "ext::./helper"

    (hook, begin), (_, settings) = workspace.program_texts()

    assert hook.endswith("pre-commit")
    assert begin.endswith("100,011 bytes more are not shown. Look at the file itself.\n")
    assert settings == "filter.mine.smudge = ./program\nremote.origin.url = ext::./helper\n"


@needs_git
def test_a_hook_that_refuses_leaves_everything_as_it_was(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "echo the tests fail >&2; exit 1")
    head, staged = repository.head, repository.staged("a.txt")

    with pytest.raises(CommitRefusedError, match="the tests fail"):
        workspace.commit("Refused", trust=True)

    assert (repository.head, repository.staged("a.txt")) == (head, staged)
    assert [line.path for line in workspace.review().commit] == ["a.txt", "c.txt"]


def test_a_repository_with_hooks_is_refused_where_git_is_missing(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "exit 0")
    monkeypatch.setenv("PATH", "")

    with pytest.raises(CommitRefusedError, match="Install git"):
        workspace.commit("No git", trust=True)


@needs_git
def test_a_file_that_a_hook_reformats_is_committed_as_the_hook_left_it(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "echo formatted > a.txt && git add a.txt")

    done = workspace.commit("Formatted", trust=True)

    assert [line.path for line in done.committed if line.is_by_hook] == ["a.txt"]
    assert repository.committed("a.txt") == b"formatted\n"
    assert repository.staged("a.txt") == b"formatted\n"


@needs_git
def test_what_a_hook_adds_or_takes_out_is_in_the_index_as_git_leaves_it(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.stage({"mine.txt": "mine\n"})
    repository.add_hook("pre-commit", "echo made > made.txt && git add made.txt && git rm -q b.txt")
    before = repository.state()[2:]

    done = workspace.commit("With a hook", trust=True)

    assert (repository.committed("made.txt"), repository.committed("b.txt")) == (b"made\n", None)
    assert set(repository.status()) == {"mine.txt"}
    told = {line.path: (line.kind, line.note) for line in done.committed}
    assert told["made.txt"] == (Kind.ADDED, "by a hook")
    assert told["b.txt"] == (Kind.DELETED, "by a hook")
    assert {line.path for line in done.committed if line.is_by_hook} == {"made.txt", "b.txt"}
    workspace.undo()
    assert repository.state()[2:] == before
    workspace.redo()
    assert set(repository.status()) == {"mine.txt"}


@needs_git
def test_what_the_user_staged_of_a_file_that_a_hook_changes_stays_staged(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.stage({"b.txt": "mine\n"})
    repository.add_hook("pre-commit", "echo hook > b.txt && git add b.txt")

    workspace.commit("With a hook", trust=True)

    assert (repository.committed("b.txt"), repository.staged("b.txt")) == (b"hook\n", b"mine\n")


@needs_git
def test_an_index_that_is_locked_after_the_commit_follows_it_later(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "echo made > made.txt && git add made.txt && touch .git/index.lock")
    head = repository.head

    with pytest.raises(IndexLockedError):
        workspace.commit("With a hook", trust=True)
    (repository.root / ".git" / "index.lock").unlink()

    assert repository.head != head
    review = Workspace.open(repository.root).review()
    assert review.undo == "Commit “With a hook”"
    assert (review.commit, repository.status()) == ((), {})


@needs_git
def test_what_the_user_staged_before_the_index_followed_the_commit_stays_staged(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "echo hook > a.txt && git add a.txt && touch .git/index.lock")
    with pytest.raises(IndexLockedError):
        workspace.commit("With a hook", trust=True)
    (repository.root / ".git" / "index.lock").unlink()
    repository.stage({"a.txt": "mine\n"})

    Workspace.open(repository.root).review()

    assert (repository.committed("a.txt"), repository.staged("a.txt")) == (b"hook\n", b"mine\n")


@needs_git
def test_a_file_in_conflict_before_the_index_followed_the_commit_stays_so(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.add_hook("pre-commit", "echo hook > made.txt && git add made.txt && touch .git/index.lock")
    with pytest.raises(IndexLockedError):
        workspace.commit("With a hook", trust=True)
    (repository.root / ".git" / "index.lock").unlink()
    repository.git.index.read()
    one = pygit2.IndexEntry("made.txt", repository.git.create_blob(b"theirs\n"), FileMode.BLOB)
    repository.git.index.add_conflict(None, one, one)
    repository.git.index.write()

    review = Workspace.open(repository.root).review()

    assert review.undo == "Commit “With a hook”"
    assert repository.status()["made.txt"] & FileStatus.CONFLICTED
    assert repository.staged("a.txt") == b"A\n"


@needs_git
@needs_kill
def test_a_kill_after_the_commit_leaves_the_index_as_the_hook_made_it(repository: RepositoryBuilder) -> None:
    accepted(repository)
    repository.add_hook("pre-commit", "echo made > made.txt && git add made.txt")

    kill(repository.root, "git.commits.commit_through_git", "commit", "With a hook", "--trust")
    workspace = Workspace.open(repository.root)
    workspace.review()

    assert repository.status() == {}
