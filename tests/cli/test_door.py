"""Promises of the door itself: codes, messages, and what it does not load."""

import io
import json
import sys
from pathlib import Path

import pytest

from guillemet.cli import commands, main
from guillemet.cli.arguments import parse
from guillemet.cli.commands import WRONG_USE
from tests.cli.conftest import REPLY
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder

TO_A_FULL_DISK = """
import os, sys
os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
from guillemet.cli import main
sys.exit(main(sys.argv[1:]))
"""
WITHOUT = """
import sys
sys.{} = None
from pathlib import Path
from guillemet.cli import main
codes = [main(each) for each in (["review", *sys.argv[2:]], ["apply", *sys.argv[2:]], ["batch"])]
Path(sys.argv[1]).write_text(repr(codes))
"""
COLLECTING = """
import gc, sys
from guillemet.__main__ import main

def is_loading():
    return "guillemet.cli.commands" in sys.modules and not hasattr(sys.modules["guillemet.cli"], "main")

seen = []
gc.callbacks.append(lambda phase, info: seen.append(is_loading()))
sys.argv = ["guillemet", "--version"]
try:
    main()
except SystemExit:
    pass
gc.callbacks.clear()
print(any(seen), gc.isenabled())
"""


def test_the_window_loads_what_its_first_frame_does_not_need_on_first_use(command_line: CommandLine) -> None:
    code = (
        "import sys, guillemet.cli, guillemet.ui.application;"
        "late = {'anthropic', 'asyncio', 'charset_normalizer', 'filelock', 'guillemet.ui.settings.page', 'keyring',"
        " 'openai', 'pathspec', 'pygments', 'tomllib', 'tree_sitter'};"
        "print(sorted(late & sys.modules.keys()));"
        "from guillemet.engine.languages import language_of, parser_of; parser_of(language_of('a.py'));"
        "print([name for name in sys.modules if name.startswith('tree_sitter_') and '.' not in name])"
    )

    ran = command_line.python(code)

    assert ran.out.split("\n")[:2] == ["[]", "['tree_sitter_python']"]


def test_no_source_of_ours_is_read_while_the_window_is_loaded(command_line: CommandLine) -> None:
    code = (
        "import linecache; from pathlib import Path; from guillemet.cli import window; window.window_problem();"
        "from PySide6.QtWidgets import QApplication; QApplication.__init__ = None\n"
        "try: window.open_window(None)\n"
        "except TypeError: print([file for file in linecache.cache if 'guillemet' in Path(file).parts])"
    )

    ran = command_line.python(code)

    assert ran.out.strip() == "[]"


@pytest.mark.parametrize("command", ["review", "diff"])
def test_headless_commands_load_no_qt(project: RepositoryBuilder, command_line: CommandLine, command: str) -> None:
    code = (
        "import sys; from guillemet.cli import main;"
        f"main([{command!r}, '-C', {str(project.root)!r}]);"
        "print([name for name in sys.modules if name.startswith('PySide6')])"
    )

    ran = command_line.python(code)

    assert ran.out.splitlines()[-1] == "[]"


def test_no_garbage_is_looked_for_while_the_program_is_loaded(command_line: CommandLine) -> None:
    ran = command_line.python(COLLECTING)

    assert ran.out.split()[-2:] == ["False", "True"]


def test_the_module_runs_like_the_command(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line.apart("apply", "-C", project.root, "--json", given=REPLY.encode())

    assert (ran.code, ran.err) == (0, "")
    assert len(json.loads(ran.out)["results"]) == 3


def test_an_ascii_terminal_is_no_reason_to_fail(project: RepositoryBuilder, command_line: CommandLine) -> None:
    plain = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}

    ran = command_line.apart(
        "apply", "-C", project.root, given=REPLY.replace("Bye", "Tschüß").encode(), environment=plain
    )

    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
def test_broken_certificates_are_no_reason_to_fail(
    project: RepositoryBuilder, command_line: CommandLine, tmp_path: Path, name: str
) -> None:
    (tmp_path / "broken.pem").write_text("no certificate\n", encoding="utf-8")
    place = tmp_path if name.endswith("DIR") else tmp_path / "broken.pem"

    ran = command_line.apart("apply", "-C", project.root, given=REPLY.encode(), environment={name: str(place)})

    assert (ran.code, ran.err) == (0, "")


def test_the_version_is_told(command_line: CommandLine) -> None:
    ran = command_line("--version")

    assert ran.code == 0
    assert ran.out.startswith("guillemet ")


def test_wrong_use_of_a_command_names_that_command_alone(command_line: CommandLine) -> None:
    ran = command_line("accept")

    assert ran.code == 2
    assert ran.err.startswith("usage: guillemet accept ")


def test_help_names_every_command(command_line: CommandLine) -> None:
    ran = command_line("--help")

    assert ran.code == 0
    for name in (
        "demo",
        "apply",
        "review",
        "diff",
        "accept",
        "reject",
        "place",
        "undo",
        "redo",
        "commit",
        "batch",
        "doctor",
    ):
        assert f"  {name} " in ran.out


@pytest.mark.parametrize(
    "arguments", [("--nonsense",), ("apply", "--nonsense"), ("commit",), ("apply", "--format", "x")]
)
def test_what_cannot_be_understood_is_wrong_use(command_line: CommandLine, arguments: tuple[str, ...]) -> None:
    assert command_line(*arguments).code == 2


@pytest.mark.parametrize("before", [["-C", "{}"], ["-C{}"], ["-C", "{}/..", "-C", "{}"]])
def test_the_folder_may_stand_before_the_command_as_with_git(
    project: RepositoryBuilder, command_line: CommandLine, before: list[str]
) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line(*(word.format(project.root) for word in before), "review")

    assert "wait for your decision" in ran.out


@pytest.mark.parametrize(
    "arguments", [("-C",), ("-C", ".", "batch"), ("-C", ".", "nothing"), ("-C", "missing", "review")]
)
def test_a_folder_before_what_knows_none_is_wrong_use(command_line: CommandLine, arguments: tuple[str, ...]) -> None:
    assert command_line(*arguments).code == WRONG_USE


def test_a_folder_without_a_command_is_the_one_of_the_window() -> None:
    asked = parse(["-C", "here"])

    assert (asked.command, asked.folder) == ("window", Path("here"))


def test_a_second_folder_before_the_command_is_seen_from_the_first() -> None:
    assert parse(["-C", "here", "-C", "below", "review"]).folder == Path("here/below")
    assert parse(["-Chere", "-Cbelow"]).folder == Path("here/below")


def test_neither_a_folder_nor_a_command_is_wrong_use(command_line: CommandLine) -> None:
    ran = command_line("revew")

    assert ran.code == 2
    assert "neither a folder nor a command" in ran.err


def test_a_missing_screen_is_told_in_one_sentence(
    project: RepositoryBuilder, command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guillemet.cli.window.display_check.problem", lambda: "There is no screen here.")

    ran = command_line(project.root)

    assert (ran.code, ran.err) == (2, "guillemet: There is no screen here.\n")


def test_a_reader_that_has_enough_ends_it_quietly(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("out") / "out"
    with file.open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setitem(_commands(), "batch", _raise(BrokenPipeError()))

        assert main(["batch"]) == commands.UNDONE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_output_that_cannot_be_written_is_told_and_what_was_done_stands(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    ran = command_line.python(TO_A_FULL_DISK, "apply", "-C", str(project.root), given=REPLY.encode())

    assert ran.code == 1
    assert ran.err.startswith("guillemet: The output cannot be written (")
    assert "Traceback" not in ran.err
    assert "Exception" not in ran.err
    assert len(command_line("review", "-C", project.root, "--json").json["files"]) > 0


@pytest.mark.parametrize("missing", ["stdin", "stdout", "stderr"])
def test_a_missing_stream_is_like_an_empty_one(
    missing: str, project: RepositoryBuilder, command_line: CommandLine, tmp_path: Path
) -> None:
    codes = tmp_path / "codes of review, apply and batch"

    ran = command_line.python(WITHOUT.format(missing), str(codes), "-C", str(project.root))

    assert ran.code == 0
    assert codes.read_text() == "[0, 2, 0]"
    assert "Traceback" not in ran.err


def test_a_fault_of_our_own_is_told_with_its_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    err = io.StringIO()
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setitem(_commands(), "batch", _raise(KeyError("lost")))

    assert main(["batch"]) == commands.UNDONE
    assert "Something went wrong inside Guillemet" in err.getvalue()
    assert "Traceback" in err.getvalue()


def _commands() -> dict[str, object]:
    return vars(sys.modules["guillemet.cli"])["_COMMANDS"]  # type: ignore[no-any-return]


def _raise(error: Exception) -> object:
    def command(_asked: object) -> int:
        raise error

    return command
