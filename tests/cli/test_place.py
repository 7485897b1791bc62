"""Promises of `guillemet place`."""

import pytest

from tests.kit.command import CommandLine
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

TWICE = "first\nx = 1\nsecond\nx = 1\n"


@pytest.fixture
def asking(repository: RepositoryBuilder, command_line: CommandLine) -> RepositoryBuilder:
    repository.commit({"a.py": TWICE})
    command_line("apply", "-C", repository.root, given=edit("a.py", "x = 1", "x = 2") + edit("a.py", "no such", "y"))
    return repository


def test_a_block_is_put_at_a_line(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "1", "--line", "4", "-C", asking.root)
    command_line("accept", "--all", "-C", asking.root)

    assert ran.code == 0
    assert "placed by hand" in ran.out
    assert asking.read("a.py").decode() == "first\nx = 1\nsecond\nx = 2\n"


def test_the_numbers_are_those_review_prints(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    shown = command_line("review", "-C", asking.root).out

    assert "  applied  1  " in shown
    assert "  failed   2  " in shown


def test_a_block_is_left_out(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "2", "--skip", "-C", asking.root, "--json")

    assert ran.code == 0
    assert [one["status"] for one in ran.json["results"]] == ["applied", "skipped"]


def test_a_block_that_failed_is_dismissed_also_when_its_file_is_decided(
    asking: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("accept", "a.py", "-C", asking.root)
    assert command_line("review", "-C", asking.root).code == 1

    assert command_line("place", "2", "--skip", "-C", asking.root).code == 0

    assert command_line("review", "-C", asking.root).code == 0


def test_the_review_is_finished_when_every_file_is_decided(
    asking: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("accept", "a.py", "-C", asking.root)

    assert "This proposal is finished" in command_line("reject", "--all", "-C", asking.root).out

    told = command_line("review", "-C", asking.root).out
    assert "Nothing is proposed" in told
    assert "The next commit holds:" in told


def test_a_choice_is_forgotten(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("place", "1", "--line", "4", "-C", asking.root)

    command_line("place", "1", "--as-read", "-C", asking.root)

    assert b"+x = 2\n second" in command_line("diff", "-C", asking.root).out.encode()


@pytest.mark.parametrize("wrong", [["place", "1"], ["place", "one", "--skip"], ["place", "--line", "3"]])
def test_wrong_use_ends_with_2(wrong: list[str], asking: RepositoryBuilder, command_line: CommandLine) -> None:
    assert command_line(*wrong, "-C", asking.root).code == 2


def test_a_block_that_is_not_there_is_named(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "9", "--skip", "-C", asking.root)

    assert ran.code == 1
    assert "no block 9" in ran.err


@pytest.fixture
def left_over(asking: RepositoryBuilder, command_line: CommandLine) -> RepositoryBuilder:
    """Return a repository with a failed block of a proposal that was committed otherwise."""
    command_line("place", "1", "--line", "4", "-C", asking.root)
    command_line("accept", "--all", "-C", asking.root)
    command_line("commit", "-m", "Raise the second", "-C", asking.root)
    return asking


def test_a_failed_block_is_reviewed_and_placed_after_the_commit(
    left_over: RepositoryBuilder, command_line: CommandLine
) -> None:
    reviewed = command_line("review", "-C", left_over.root)
    assert reviewed.code == 1
    assert "  failed   2  " in reviewed.out
    assert "block 2, " in reviewed.out
    assert "block 1, " not in reviewed.out
    assert "guillemet reject --all" in reviewed.out

    placed = command_line("place", "2", "--line", "1", "--count", "1", "-C", left_over.root)
    command_line("accept", "--all", "-C", left_over.root)
    assert placed.code == 0
    assert left_over.read("a.py") == b"y\nx = 1\nsecond\nx = 2\n"
    command_line("commit", "-m", "The rest", "-C", left_over.root)
    assert command_line("review", "-C", left_over.root).code == 0


def test_undo_of_the_commit_brings_the_file_back_to_the_list(
    left_over: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("undo", "-C", left_over.root)

    reviewed = command_line("review", "-C", left_over.root)
    assert reviewed.code == 1
    assert "The next commit holds:" in reviewed.out
    assert "  failed   2  " in reviewed.out


@pytest.mark.parametrize("wish", [["place", "2", "--skip"], ["reject", "--all"]])
def test_the_last_open_block_is_left_out_and_nothing_is_open(
    wish: list[str], left_over: RepositoryBuilder, command_line: CommandLine
) -> None:
    ran = command_line(*wish, "-C", left_over.root)

    assert ran.code == 0
    assert "This proposal is finished." in ran.out
    assert command_line("review", "-C", left_over.root).code == 0
