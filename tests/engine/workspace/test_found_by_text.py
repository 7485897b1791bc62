"""Promises of a block that names no file that is there: it is put where its text stands, once, and asks."""

import os
import sys

import pytest

from guillemet.engine.applying import applier
from guillemet.engine.outcomes import Flag, Outcome, Reason
from guillemet.engine.review import Decision
from guillemet.engine.workspace import Workspace, proposed_files
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

OLD, NEW = "total = price * count", "total = price * count * rate"
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")


def applied(repository: RepositoryBuilder, path: str = "lib/gone.py") -> Outcome:
    return Workspace.open(repository.root).apply(edit(path, OLD, NEW)).outcomes[0]


def test_a_tracked_file_is_found_by_its_text_and_asks(repository: RepositoryBuilder) -> None:
    repository.commit({"src/total.py": f"{OLD}\n", "src/other.py": "x = 1\n"})
    workspace = Workspace.open(repository.root)

    outcome = workspace.apply(edit("lib/gone.py", OLD, NEW)).outcomes[0]

    assert (outcome.path, outcome.asks, Flag.FOUND_BY_TEXT in outcome.flags) == ("src/total.py", True, True)
    assert workspace.texts("src/total.py").after == f"{NEW}\n"
    assert not workspace.accept_all().review.decided(Decision.ACCEPTED)


def test_an_untracked_file_is_found_by_its_text(repository: RepositoryBuilder) -> None:
    repository.commit({"README.md": "# Shop\n"})
    repository.write({"src/deep/total.py": f"{OLD}\n"})

    assert applied(repository).path == "src/deep/total.py"


def test_the_text_counts_as_it_lies_in_the_worktree_not_as_it_was_committed(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": f"{OLD}\n", "new.py": "x = 1\n"})
    repository.write({"old.py": "y = 1\n", "new.py": f"{OLD}\n"})

    assert applied(repository).path == "new.py"


def test_the_text_counts_as_it_is_proposed(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": f"{OLD}\n", "new.py": "x = 1\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("old.py", OLD, "y = 1") + edit("new.py", "x = 1", OLD))

    assert workspace.apply(edit("lib/gone.py", OLD, NEW)).outcomes[0].path == "new.py"


def test_a_file_that_git_ignores_is_not_searched(repository: RepositoryBuilder) -> None:
    repository.commit({".gitignore": ".env\n"})
    repository.write({".env": f"{OLD}\n"})

    assert applied(repository).reason is Reason.FILE_NOT_FOUND


@needs_links
def test_no_link_is_followed_to_find_a_text(repository: RepositoryBuilder) -> None:
    outside = repository.root.parent / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text(f"{OLD}\n")
    repository.commit({"README.md": "# Shop\n"})
    (repository.root / "linked").symlink_to(outside)
    (repository.root / "secret.py").symlink_to(outside / "secret.py")

    assert applied(repository).reason is Reason.FILE_NOT_FOUND


@needs_pipes
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(repository: RepositoryBuilder) -> None:
    repository.commit({"total.py": f"{OLD}\n", "pipe.py": "x = 1\n"})
    (repository.root / "pipe.py").unlink()
    os.mkfifo(repository.root / "pipe.py")

    assert applied(repository).path == "total.py"


@needs_pipes
def test_a_repository_that_cannot_be_listed_finds_no_file(repository: RepositoryBuilder) -> None:
    repository.commit({"total.py": f"{OLD}\n", "other.py": "x = 1\n"})
    repository.write({"sub/new.py": "y = 1\n"})
    os.mkfifo(repository.root / "sub" / ".gitignore")

    outcomes = (
        Workspace.open(repository.root).apply(edit("gone.py", OLD, NEW) + edit("other.py", "x = 1", "x = 2")).outcomes
    )

    assert [outcome.reason for outcome in outcomes] == [Reason.FILE_NOT_FOUND, None]


def test_a_repository_inside_is_not_searched(repository: RepositoryBuilder) -> None:
    repository.commit({"README.md": "# Shop\n"})
    repository.write({"inner/.git/HEAD": "ref: refs/heads/main\n", "inner/total.py": f"{OLD}\n"})

    assert applied(repository).reason is Reason.FILE_NOT_FOUND


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_file_of_another_encoding_is_found_by_its_text(repository: RepositoryBuilder, encoding: str) -> None:
    repository.commit({"total.py": f"# größer\n{OLD}\n".encode(encoding), "other.py": "x = 1\n"})

    assert applied(repository).path == "total.py"


def test_a_file_too_large_to_be_searched_is_left_out(repository: RepositoryBuilder) -> None:
    repository.commit({"large.py": f"{OLD}\n" + "x = 1\n" * 400_000, "small.py": f"{OLD}\n"})

    assert applied(repository).path == "small.py"


def test_several_files_with_the_text_are_named_and_none_is_changed(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": f"{OLD}\n", "b.py": f"x = 1\n{OLD}\n"})

    outcome = applied(repository)

    assert outcome.reason is Reason.FILE_NOT_FOUND
    assert [(near.path, near.line, near.similarity) for near in outcome.nearest] == [("a.py", 1, 1), ("b.py", 2, 1)]
    assert "a.py, b.py" in outcome.message


def test_a_block_without_a_place_in_its_file_names_the_other_file_that_has_the_lines(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"a.py": "y = 1\n", "b.py": f"x = 1\n{OLD}\n"})

    outcome = applied(repository, "a.py")

    assert (outcome.reason, outcome.path) == (Reason.NOT_FOUND, "a.py")
    assert ("b.py", 2) in [(near.path, near.line) for near in outcome.nearest]


def test_texts_beyond_the_room_for_them_are_read_again_for_each_block(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposed_files, "_MOST_KEPT", 10)
    repository.commit({"a.py": f"{OLD}\n", "b.py": "other = price / count\n", "c.py": "x = 1\n"})
    reply = edit("lib/a.py", OLD, NEW) + edit("lib/b.py", "other = price / count", "other = price")

    outcomes = Workspace.open(repository.root).apply(reply).outcomes

    assert [outcome.path for outcome in outcomes] == ["a.py", "b.py"]


def test_no_file_is_taken_when_not_all_could_be_searched(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(applier, "_FINDING_STEPS", 50_000)
    repository.commit({f"{name}.py": f"x = {number}\n" for number, name in enumerate("bcd")} | {"a.py": f"{OLD}\n"})

    assert applied(repository).reason is Reason.FILE_NOT_FOUND


def test_more_of_a_streamed_answer_finds_the_same_file(repository: RepositoryBuilder) -> None:
    repository.commit({"total.py": f"{OLD}\nx = 1\n", "other.py": "y = 1\n"})
    workspace = Workspace.open(repository.root)
    first = edit("lib/gone.py", OLD, NEW)
    workspace.go_on("answer", first, finished=len(first))

    outcomes = workspace.grow("answer", first + edit("lib/gone.py", "x = 1", "x = 2")).outcomes

    assert [outcome.path for outcome in outcomes] == ["total.py", "total.py"]
    assert workspace.texts("total.py").after == f"{NEW}\nx = 2\n"
