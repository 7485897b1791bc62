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
