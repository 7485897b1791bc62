"""Promises of `guillemet place`."""

from pathlib import Path

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

    assert "  placed  1  " in shown
    assert "  failed  2  " in shown


def test_a_block_is_left_out(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "2", "--dismiss", "-C", asking.root, "--json")

    assert ran.code == 0
    assert [one["status"] for one in ran.json["results"]] == ["applied", "dismissed"]


def test_a_block_that_failed_is_dismissed_also_when_its_file_is_decided(
    asking: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("accept", "a.py", "-C", asking.root)
    assert command_line("review", "-C", asking.root).code == 1

    assert command_line("place", "2", "--dismiss", "-C", asking.root).code == 0

    assert command_line("review", "-C", asking.root).code == 0


def test_the_review_is_finished_when_every_file_is_decided(
    asking: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("accept", "a.py", "-C", asking.root)

    assert "This proposal is finished" in command_line("reject", "--all", "-C", asking.root).out

    told = command_line("review", "-C", asking.root).out
    assert "Nothing is proposed" in told
    assert "The next commit holds:" in told


def test_a_block_searches_for_the_text_in_a_file(
    asking: RepositoryBuilder, command_line: CommandLine, tmp_path: Path
) -> None:
    text = tmp_path / "text"
    text.write_bytes(b"second\r\nx = 1\r\n")

    ran = command_line("place", "2", "--search", str(text), "-C", asking.root)

    assert ran.code == 0
    assert "searched text changed" in ran.out
    assert command_line("diff", "-C", asking.root).out.endswith("-second\n-x = 1\n+x = 2\n+y\n")


def test_a_search_from_no_file_is_wrong_use(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "2", "--search", "gone.txt", "-C", asking.root)

    assert ran.code == 2
    assert "There is no file gone.txt" in ran.err


def test_a_choice_is_forgotten(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("place", "1", "--line", "4", "-C", asking.root)

    command_line("place", "1", "--as-read", "-C", asking.root)

    assert b"+x = 2\n second" in command_line("diff", "-C", asking.root).out.encode()


@pytest.mark.parametrize("wrong", [["place", "1"], ["place", "one", "--dismiss"], ["place", "--line", "3"]])
def test_wrong_use_ends_with_2(wrong: list[str], asking: RepositoryBuilder, command_line: CommandLine) -> None:
    assert command_line(*wrong, "-C", asking.root).code == 2


def test_a_block_that_is_not_there_is_named(asking: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "9", "--dismiss", "-C", asking.root)

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
    assert "  failed  2  " in reviewed.out
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
    assert "  failed  2  " in reviewed.out


@pytest.mark.parametrize("wish", [["place", "2", "--dismiss"], ["reject", "--all"]])
def test_the_last_open_block_is_left_out_and_nothing_is_open(
    wish: list[str], left_over: RepositoryBuilder, command_line: CommandLine
) -> None:
    ran = command_line(*wish, "-C", left_over.root)

    assert ran.code == 0
    assert "This proposal is finished." in ran.out
    assert command_line("review", "-C", left_over.root).code == 0


@pytest.fixture
def lost(repository: RepositoryBuilder, command_line: CommandLine) -> RepositoryBuilder:
    """Stage a block of a file that is missing, whose lines stand nowhere."""
    repository.commit({"src/a.py": TWICE, "src/b.py": "b = 1\n"})
    command_line("apply", "-C", repository.root, given=edit("lib/a.py", "second line", "2"))
    return repository


def test_a_block_is_put_into_another_file_at_a_line(lost: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "1", "--path", "src/b.py", "--line", "1", "-C", lost.root)
    command_line("accept", "--all", "-C", lost.root)

    assert ran.code == 0
    assert "file chosen by hand" in ran.out
    assert lost.read("src/b.py") == b"2\n"


def test_a_path_is_seen_from_where_the_user_stands(lost: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "1", "--path", "b.py", "--append", "-C", lost.root / "src", "--json")

    assert [one["path"] for one in ran.json["results"]] == ["src/b.py"]


def test_a_block_goes_where_its_lines_stand_in_the_other_file(
    repository: RepositoryBuilder, command_line: CommandLine
) -> None:
    repository.commit({"a.py": "value = 12345\n", "b.py": "value = 12345\n"})
    command_line("apply", "-C", repository.root, given=edit("c.py", "value = 12345", "value = 2"))

    assert command_line("place", "1", "--path", "b.py", "-C", repository.root).code == 0

    assert "-value = 12345\n+value = 2" in command_line("diff", "-C", repository.root).out


def test_where_the_lines_stand_is_said_with_the_command(
    repository: RepositoryBuilder, command_line: CommandLine
) -> None:
    repository.commit({"a a.py": "value = 12345\n", "b.py": "value = 12345\n"})

    said = command_line("apply", "-C", repository.root, given=edit("c.py", "value = 12345", "value = 2")).out

    assert "The searched lines stand in a a.py, b.py." in said
    assert "guillemet place 1 --path 'a a.py'" in said


def test_another_file_is_undone_and_forgotten(lost: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("place", "1", "--path", "src/b.py", "--append", "-C", lost.root)

    assert "Put block 1 into src/b.py" in command_line("undo", "-C", lost.root).out
    assert command_line("review", "-C", lost.root, "--json").json["files"] == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Say where the block goes"),
        (["--path", "../out.py"], "is no file of this repository"),
        (["--path", "/etc/passwd"], "is no file of this repository"),
        (["--path", "src/b.py", "--dismiss"], "do not go with that"),
        (["--path", "src/b.py", "--as-read"], "do not go with that"),
    ],
)
def test_what_cannot_be_placed_is_wrong_use(
    lost: RepositoryBuilder, command_line: CommandLine, arguments: list[str], says: str
) -> None:
    ran = command_line("place", "1", *arguments, "-C", lost.root)

    assert (ran.code, says in ran.err) == (2, True)


def test_a_path_into_git_is_refused(lost: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("place", "1", "--path", ".git/config", "-C", lost.root)

    assert (ran.code, "belongs to git alone" in ran.err) == (1, True)
