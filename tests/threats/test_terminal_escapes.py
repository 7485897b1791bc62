"""Row 36: nothing that is printed commands the terminal, whoever wrote it."""

import os

import pytest

from guillemet.cli import terminal
from guillemet.cli.terminal import Colour, coloured, paint_diff, say
from guillemet.engine.workspace import Workspace
from tests.kit.command import CommandLine
from tests.kit.killing import kill, needs_kill
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

ESCAPE = "\x1b]0;owned\x07\x1b[31m\x9b2J"
COMMANDS = {"\x1b", "\x07", "\x9b", "\x08", "\r", "\u202e"}


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    return repository


def check(printed: str) -> None:
    assert not COMMANDS & set(printed), repr(printed)


def test_titles_of_steps_are_escaped(project: RepositoryBuilder, command_line: CommandLine) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.accept_all()
    workspace.commit(f"Evil {ESCAPE}\r\u202e title")

    for command in ("undo", "redo"):
        ran = command_line(command, "-C", project.root)
        assert ran.code == 0
        assert "Evil ‹U+001B›" in ran.out
        check(ran.out + ran.err)


@needs_kill
def test_notes_about_a_crash_are_escaped(project: RepositoryBuilder, command_line: CommandLine) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.accept_all()
    kill(project.root, "git.index.put", "commit", f"Evil {ESCAPE}", when="before")

    ran = command_line("review", "-C", project.root)

    assert "was interrupted" in ran.out
    check(ran.out + ran.err)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("reply", ["not there{}.md", "a\nb{}"])
def test_what_stands_on_the_command_line_is_escaped(
    project: RepositoryBuilder, command_line: CommandLine, reply: str
) -> None:
    for arguments in (
        ("apply", reply.format(ESCAPE)),
        ("accept", reply.format(ESCAPE)),
        ("apply", f"--odd{ESCAPE}"),
        (f"-C{ESCAPE}", "review"),
        ("commit", "-m", "x", "--author", ESCAPE),
    ):
        ran = (
            command_line(*arguments)
            if arguments[0].startswith("-C")
            else command_line(arguments[0], "-C", project.root, *arguments[1:])
        )
        assert ran.code != 0
        check(ran.out + ran.err)


def test_a_fault_of_our_own_is_told_escaped(
    project: RepositoryBuilder, command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Workspace) -> None:
        raise ZeroDivisionError(ESCAPE)

    monkeypatch.setattr(Workspace, "review", fail)

    ran = command_line("review", "-C", project.root)

    assert "ZeroDivisionError" in ran.err
    check(ran.out + ran.err)


def test_what_other_libraries_write_to_standard_error_is_escaped(command_line: CommandLine) -> None:
    ran = command_line.python(
        "import logging, sys, warnings\n"
        "from guillemet.cli.terminal import make_streams_safe\n"
        "make_streams_safe()\n"
        f"logging.getLogger('a library').warning({ESCAPE!r})\n"
        f"print({ESCAPE!r}, file=sys.stderr)\n"
        f"raise ValueError({ESCAPE!r})\n"
    )

    assert ran.err.count("‹U+001B›") == 6
    check(ran.out + ran.err)


def test_names_of_files_and_messages_about_blocks_are_escaped(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    Workspace.open(project.root).apply(create("new\u202etxt.exe", ESCAPE) + edit("a.txt", f"a {ESCAPE}", "A"))

    ran = command_line("review", "-C", project.root)

    assert "new‹U+202E›txt.exe" in ran.out
    check(ran.out + ran.err)


@pytest.mark.usefixtures("colourful")
def test_only_colours_of_our_own_reach_a_terminal() -> None:
    assert paint_diff(f"+{ESCAPE}\n".encode()) == [
        "\x1b[34m+‹U+001B›]0;owned‹U+0007›‹U+001B›[31m‹U+009B›2J\x1b[0m",
    ]


@pytest.mark.usefixtures("colourful")
def test_colours_in_a_line_that_was_not_painted_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"  {coloured('refused', Colour.BAD)} {ESCAPE}")

    check(capsys.readouterr().out)


@pytest.fixture
def colourful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make standard output one that shows colours."""
    monkeypatch.setattr(terminal, "has_colours", lambda _: True)
