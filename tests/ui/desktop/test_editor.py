"""How editors are told the file and its line: each in its own way, never through a shell."""

import sys
from pathlib import Path

import pytest

from guillemet.ui.desktop.editor import editor_arguments, editor_command, open_in_editor

FILE = Path("/project/src/app.py")


@pytest.mark.parametrize(
    ("program", "given", "arguments"),
    [
        ("code", ["--wait"], ["--wait", "--goto", "/project/src/app.py:7"]),
        ("codium", [], ["--goto", "/project/src/app.py:7"]),
        ("cursor", [], ["--goto", "/project/src/app.py:7"]),
        ("zed", [], ["/project/src/app.py:7"]),
        ("subl", ["-w"], ["-w", "/project/src/app.py:7"]),
        ("idea", [], ["--line", "7", "/project/src/app.py"]),
        ("pycharm", [], ["--line", "7", "/project/src/app.py"]),
        ("gvim", ["-p"], ["-p", "+7", "/project/src/app.py"]),
        ("emacsclient", ["-c"], ["-c", "+7", "/project/src/app.py"]),
        ("kate", [], ["--line", "7", "/project/src/app.py"]),
        ("gedit", [], ["+7", "/project/src/app.py"]),
        ("gnome-text-editor", [], ["+7", "/project/src/app.py"]),
        ("mg", [], ["+7", "/project/src/app.py"]),
        ("geany", [], ["--line", "7", "/project/src/app.py"]),
        ("pycharm-community", [], ["--line", "7", "/project/src/app.py"]),
        ("idea64.exe", [], ["--line", "7", "/project/src/app.py"]),
        ("hx", [], ["/project/src/app.py:7"]),
        ("kiro", [], ["--goto", "/project/src/app.py:7"]),
        ("vim", ["+{line}", "-R"], ["+7", "-R", "/project/src/app.py"]),
        ("my-own-editor", ["-x"], ["-x", "/project/src/app.py"]),
        ("my-own-editor", ["at={line}", "{path}", "-"], ["at=7", "/project/src/app.py", "-"]),
        ("code", ["-g", "{path}:{line}"], ["-g", "/project/src/app.py:7"]),
    ],
)
def test_an_editor_gets_the_line_in_its_own_way(program: str, given: list[str], arguments: list[str]) -> None:
    assert editor_arguments(Path("/usr/bin", program), given, FILE, 7) == arguments


def test_without_a_line_an_editor_gets_the_path_alone() -> None:
    assert editor_arguments(Path("/usr/bin/code"), ["-n"], FILE, 0) == ["-n", str(FILE)]


def test_a_path_with_braces_or_like_an_option_is_one_argument_as_it_is() -> None:
    odd = Path("/project/--help {line} $(id); *.py")

    assert editor_arguments(Path("/usr/bin/vim"), [], odd, 7) == ["+7", str(odd)]
    assert editor_arguments(Path("/usr/bin/x"), ["{path}:{line}"], odd, 7) == [f"{odd}:7"]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that alone is searched for programs."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for name in ("VISUAL", "EDITOR", "TERMINAL"):
        monkeypatch.delenv(name, raising=False)
    return folder


def add(folder: Path, name: str) -> Path:
    program = folder / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no terminal is started there")
@pytest.mark.parametrize(("terminal", "before"), [("gnome-terminal", ["--"]), ("xterm", ["-e"]), ("kitty", [])])
def test_an_editor_of_the_terminal_runs_in_one(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: str, before: list[str]
) -> None:
    vim, window = add(programs, "vim"), add(programs, terminal)
    monkeypatch.setenv("VISUAL", "vim -p")

    command = editor_command(tmp_path / "a.py", tmp_path / "project", line=3)
    assert command == [str(window), *before, str(vim), "-p", "+3", str(tmp_path / "a.py")]


@pytest.mark.skipif(sys.platform == "win32", reason="programs have other names there")
def test_the_editor_of_the_settings_comes_before_those_of_the_environment(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = add(programs, "zed")
    add(programs, "code")
    monkeypatch.setenv("VISUAL", "code")

    command = editor_command(tmp_path / "a.py", tmp_path / "project", line=3, own="zed --new {path}:{line}")
    assert command == [str(own), "--new", f"{tmp_path / 'a.py'}:3"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="another editor opens it there")
def test_an_editor_of_the_environment_without_a_terminal_is_named_rather_than_passed_over(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(programs, "vim")
    monkeypatch.setenv("EDITOR", "vim -p")
    (tmp_path / "a.py").write_text("x = 1\n")

    refused = open_in_editor(tmp_path / "a.py", tmp_path / "project")

    reason = "Your editor vim needs a terminal, and none was found."
    assert refused == f"{reason} Install one, or name an editor in Settings, Look."


@pytest.mark.parametrize(
    ("own", "why"),
    [
        ("no-such-editor {path}", "there is no program no-such-editor"),
        ("unclosed 'quote", "a quotation mark has no partner"),
        ("./tool", "there is no program ./tool"),
        pytest.param(
            "vim",
            "vim needs a terminal, and none was found",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="programs have other names there"),
        ),
    ],
)
def test_a_command_that_cannot_be_used_is_named_with_the_reason_and_nothing_else_is_started(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, why: str
) -> None:
    add(programs, "code")
    add(programs, "vim")
    monkeypatch.setenv("VISUAL", "code")

    refused = open_in_editor(tmp_path / "a.py", tmp_path / "project", own=own)

    assert refused == f"Your editor cannot be started by {own!r}: {why}. Correct the command in Settings, Look."
