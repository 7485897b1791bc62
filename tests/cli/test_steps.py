"""Promises of `guillemet undo` and `guillemet redo`."""

from tests.cli.conftest import REPLY
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder


def test_undo_takes_an_acceptance_back(project: RepositoryBuilder, command_line: CommandLine) -> None:
    before = project.snapshot()
    command_line("apply", "-C", project.root, given=REPLY)
    command_line("accept", "-C", project.root, "--all")

    ran = command_line("undo", "-C", project.root)

    assert ran.code == 0
    assert "Undone: Accept 3 files" in ran.out
    assert project.snapshot() == before


def test_redo_does_it_again(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)
    command_line("accept", "-C", project.root, "--all")
    accepted = project.snapshot()
    command_line("undo", "-C", project.root)

    ran = command_line("redo", "-C", project.root)

    assert ran.code == 0
    assert project.snapshot() == accepted


def test_undo_never_loses_what_the_user_wrote_since(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)
    command_line("accept", "-C", project.root, "--all")
    project.write({"src/greeting.py": "mine now\n"})

    ran = command_line("undo", "-C", project.root)

    assert ran.code == 1
    assert "nothing changed" in ran.err
    assert project.read("src/greeting.py") == b"mine now\n"


def test_nothing_to_undo_ends_with_code_1(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("undo", "-C", project.root)

    assert ran.code == 1
    assert "nothing to undo" in ran.err


def test_json_names_the_step(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    assert command_line("undo", "-C", project.root, "--json").json["step"] == "Add a reply (3 blocks)"
