"""Promises about the files that a user leaves out of a commit, and about those that were not listed when they asked."""

import subprocess

import pytest

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git import git_command
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.test_moving import MOVE
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(git_command.find_git() is None, reason="the git program is not installed")


def accepted(repository: RepositoryBuilder, *, stage: bool = False) -> Workspace:
    """Return a workspace with three accepted files: a and b are changed, c is new."""
    repository.commit({"a.txt": "a\n1\n2\n3\n4\n5\nb\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + edit("b.txt", "b", "B") + create("c.txt", "c"))
    workspace.accept_all(stage=stage)
    return workspace


def listed(workspace: Workspace) -> dict[str, bool]:
    """Return what the next commit lists, and whether it takes it."""
    return {line.path: not line.is_left_out for line in workspace.review().commit}


@pytest.mark.parametrize("stage", [False, True])
def test_a_file_left_out_stays_accepted_and_is_listed_for_the_next_commit(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    workspace = accepted(repository, stage=stage)

    workspace.include_in_commit(["b.txt"], included=False)
    workspace.commit("Without b")

    assert (repository.committed("a.txt"), repository.committed("b.txt")) == (b"A\n1\n2\n3\n4\n5\nb\n", b"b\n")
    assert repository.read("b.txt") == b"B\n"
    assert listed(Workspace.open(repository.root)) == {"b.txt": False}
    with pytest.raises(RepositoryError, match="all that is listed is left out"):
        workspace.commit("Nothing")
    workspace.include_in_commit(["b.txt"])
    workspace.commit("With b")
    assert repository.committed("b.txt") == b"B\n"
    assert repository.status() == {}


@needs_git
def test_a_file_left_out_is_not_committed_through_git_either(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository, stage=True)
    repository.add_hook("pre-commit", "exit 0")
    workspace.include_in_commit(["b.txt"], included=False)

    workspace.commit("Without b", trust=True)

    names = subprocess.run(
        ["git", "-C", repository.root, "show", "--format=", "--name-only"], check=True, capture_output=True, text=True
    )
    assert names.stdout.split() == ["a.txt", "c.txt"]


def test_leaving_out_is_one_step_that_is_undone_and_done_again(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)

    done = workspace.include_in_commit(["a.txt", "b.txt", "b.txt"], included=False)

    assert done.review.undo == "Leave 2 files out of the commit"
    assert listed(workspace) == {"a.txt": False, "b.txt": False, "c.txt": True}
    assert workspace.undo().review.redo == "Leave 2 files out of the commit"
    assert all(listed(workspace).values())
    workspace.redo()
    assert workspace.include_in_commit(["b.txt"]).review.undo == "Include b.txt in the commit"
    assert listed(workspace) == {"a.txt": False, "b.txt": True, "c.txt": True}


def test_more_accepted_of_a_file_left_out_is_left_out_too(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.include_in_commit(["a.txt"], included=False)

    workspace.apply(edit("a.txt", "5\nb", "5\nB"))
    workspace.accept(["a.txt"])

    assert listed(workspace)["a.txt"] is False


def test_a_file_left_out_stands_apart_from_one_that_cannot_be_committed(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.include_in_commit(["a.txt", "b.txt"], included=False)
    (repository.root / "b.txt").unlink()

    by_choice = {line.path: (line.is_left_out, line.is_by_choice) for line in workspace.review().commit}

    assert by_choice == {"a.txt": (True, True), "b.txt": (True, False), "c.txt": (False, False)}


def test_a_moved_file_is_left_out_at_both_ends(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE + edit("b.txt", "b", "B"))
    workspace.accept_all()
    moved = next(line for line in workspace.review().commit if line.moved_from)

    workspace.include_in_commit([moved.path], included=False)
    assert [line.is_by_choice for line in workspace.review().commit if line.moved_from] == [True]
    workspace.commit("Without the move")

    assert repository.committed(moved.moved_from) is not None
    assert repository.committed(moved.path) is None


def test_what_is_not_accepted_cannot_be_left_out(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)

    done = workspace.include_in_commit(["other.txt"], included=False)

    assert "is not accepted" in done.refusals[0].message
    assert done.review.undo == "Accept 3 files"


def test_a_commit_takes_no_file_that_was_not_listed_when_it_was_asked_for(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A") + edit("b.txt", "b", "B"))
    seen = workspace.accept(["a.txt"]).review.commit
    Workspace.open(repository.root).accept(["b.txt"])  # in another window

    done = workspace.commit("Only a", seen=seen)

    assert [(line.path, line.is_left_out) for line in done.committed] == [("a.txt", False), ("b.txt", True)]
    assert repository.committed("b.txt") == b"b\n"
    assert listed(workspace) == {"b.txt": True}


def test_a_commit_is_refused_when_something_else_would_be_committed_of_a_file_than_was_listed(
    repository: RepositoryBuilder,
) -> None:
    workspace = accepted(repository)
    seen = workspace.review().commit
    head = repository.head
    other = Workspace.open(repository.root)
    other.apply(edit("a.txt", "5\nb", "5\nB"))
    other.accept(["a.txt"])

    with pytest.raises(RepositoryError, match=r"a\.txt changed meanwhile"):
        workspace.commit("All", seen=seen)

    assert repository.head == head
    workspace.commit("All", seen=workspace.review().commit)
    assert repository.status() == {}


def test_a_moved_file_that_was_listed_is_committed_at_both_ends(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)

    workspace.commit("Move", seen=workspace.accept_all().review.commit)

    assert repository.status() == {}
