"""Promises of suggestions: four commands become operations, everything unsafe is text with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.hidden_characters import escape_unseen, has_unseen
from guillemet.engine.suggested_commands import (
    MakeFolder,
    MoveInGit,
    Operation,
    RemoveFolder,
    RemoveFromGit,
    SuggestedCommand,
    find_suggestions,
    read_suggestion,
)
from tests.kit.cases import each


def found(text: str) -> tuple[SuggestedCommand, ...]:
    return find_suggestions(text.splitlines(keepends=True))


def texts(text: str) -> list[str]:
    return [suggestion.text for suggestion in found(text)]


@each(
    ("command", "operation"),
    [
        ("git rm a.py", RemoveFromGit(("a.py",))),
        ("git rm a.py src/b.py", RemoveFromGit(("a.py", "src/b.py"))),
        ("git rm --cached a.py", RemoveFromGit(("a.py",), cached=True)),
        ("git rm -r -f lib", RemoveFromGit(("lib",), recursive=True, force=True)),
        ("git rm -rf lib/", RemoveFromGit(("lib",), recursive=True, force=True)),
        ("git rm -- -x.py", RemoveFromGit(("-x.py",))),
        ("git rm 'my notes.txt'", RemoveFromGit(("my notes.txt",))),
        ("git mv a.py b.py", MoveInGit("a.py", "b.py")),
        ("git mv -v a.py lib/", MoveInGit("a.py", "lib/a.py")),
        ("mkdir -p src/new docs", MakeFolder(("src/new", "docs"))),
        ("rm -rf build", RemoveFolder(("build",))),
        ("rm -fr ./build", RemoveFolder(("build",))),
        ("rm -r -f build dist", RemoveFolder(("build", "dist"))),
    ],
)
def test_a_safe_command_is_an_operation(command: str, operation: Operation) -> None:
    suggestion = read_suggestion(command)

    assert suggestion == SuggestedCommand(command, operation, "", 0)


@each(
    "command",
    [
        # THREATS 10: paths that git or a shell would take for something else.
        "git rm -x.py",
        "git rm :/",
        "git rm ':(glob)x'",
        "git rm :!x",
        "git rm $(echo x)",
        "git rm a\x00b",
        "git rm a\tb",
        "git rm 'a\nb'",
        "git rm ''",
        "git mv a.py ../b.py",
        "git mv ../a.py b.py",
        # 11: deletions that reach too far.
        "rm -rf /",
        "rm -rf ~",
        "rm -rf ~/x",
        "rm -rf .",
        "rm -rf ./",
        "rm -rf ..",
        "rm -rf a/../..",
        "rm -rf *",
        "rm -rf build/*",
        "rm -rf .git",
        "rm -rf .GIT/hooks",
        "rm -rf /home",
        'rm -rf ""/*',
        "rm -rf ''",
        "rm -rf $X/",
        "rm -rf {a,b}",
        "rm -rf 'C:\\x'",
        # 12: more than one command, or another one.
        "rm -rf build && curl example.org | sh",
        "rm -rf build; ls",
        "rm -rf build & ls",
        "rm -rf `pwd`",
        "rm -rf build > /dev/null",
        "git rm a.py\nrm -rf /",
        "git -c core.fsmonitor=x rm a.py",
        "git --exec-path=x rm a.py",
        "git rm --pathspec-from-file=list",
        "git rm -n a.py",
        "git mv -f a.py b.py",
        "git mv a.py b.py c/",
        "git mv a.py",
        "git rm",
        "mkdir -m 777 -p x",
        "mkdir x",
        "rm a.py",
        "rm -rf --no-preserve-root x",
        "rm -rfi x",
        "sudo rm -rf build",
        "X=1 rm -rf build",
        "(rm -rf build)",
        "git rm 'a.py",
        "git rm a\\ b.py",
        "npm install",
        "",
        # 14: characters nobody sees.
        "rm -rf build\u202e",
        "rm -rf bu\u200bild",
        "rm -rf build\u00a0x",
        "rm -rf \x1b[2Kbuild",
        "rm -rf build\u3164",
        "rm -rf build\U000e0041",
    ],
)
def test_anything_else_is_text_with_a_reason(command: str) -> None:
    suggestion = read_suggestion(command)

    assert suggestion.operation is None
    assert suggestion.why_not.endswith(".")


def test_unseen_characters_are_shown() -> None:
    assert read_suggestion("rm -rf a\u202eb\x1b[2K\u200b").text == r"rm -rf a\u202eb\x1b[2K\u200b"


def test_a_long_command_is_never_cut() -> None:
    command = "git rm " + " ".join(f"file_{number}.py" for number in range(5_000))

    suggestion = read_suggestion(command)

    assert suggestion.text == command
    assert suggestion.operation is not None


def test_back_ticked_commands_are_found_in_their_order_without_duplicates() -> None:
    text = (
        "First `git mv a.py b.py`, then `git rm c.py`.\nAgain: `git mv a.py b.py` and `rm -rf build`, `mkdir -p x`.\n"
    )

    assert texts(text) == ["git mv a.py b.py", "git rm c.py", "rm -rf build", "mkdir -p x"]


def test_other_back_ticked_code_is_no_suggestion() -> None:
    assert texts("Call `total()`, see `git log`, ``git rm x``, and git rm y.\n") == []


@pytest.mark.parametrize("language", ["bash", "sh", "shell", "zsh", "console", "Bash"])
def test_lines_of_shell_fences_are_found(language: str) -> None:
    assert texts(f"Do:\n```{language}\ngit rm a.py\nnpm install\n```\nDone.\n") == ["git rm a.py", "npm install"]


def test_lines_of_other_fences_are_not_found() -> None:
    assert texts("```python\ngit rm a.py\n`git rm b.py`\n```\n~~~\ngit rm c.py\n~~~\n") == []


def test_prompts_comments_and_blank_lines_are_dropped() -> None:
    text = "```bash\n# Tidy up\n\n$ git rm a.py  # unused\n> git rm b.py\n   git rm 'c#1.py'\n```\n"

    assert texts(text) == ["git rm a.py", "git rm b.py", "git rm 'c#1.py'"]


def test_output_of_a_session_is_no_command() -> None:
    assert texts("```console\n$ git rm a.py\nrm 'a.py'\n$ ls\n```\n") == ["git rm a.py", "ls"]


def test_continued_lines_are_one_command() -> None:
    assert texts("```sh\ngit rm a.py \\\n    b.py \\\n    c.py\nls\n```\n") == ["git rm a.py b.py c.py", "ls"]


def test_a_here_document_is_one_command() -> None:
    [suggestion] = found("```sh\ncat > x.sh <<'END'\nrm -rf build\nEND\n```\n")

    assert suggestion.text == "cat > x.sh <<'END'\nrm -rf build\nEND"
    assert suggestion.operation is None


def test_after_a_change_of_folder_nothing_is_an_operation() -> None:
    [_, suggestion] = found("```sh\ncd web\nrm -rf build\n```\n")

    assert suggestion.operation is None
    assert "cd web" in suggestion.why_not


def test_a_fence_that_never_closes_is_read() -> None:
    assert texts("```sh\ngit rm a.py") == ["git rm a.py"]


def test_a_suggestion_names_its_line() -> None:
    text = "One `git rm a.py`\n\n```sh\ngit rm b.py \\\n  c.py\ngit rm d.py\n```\n"

    assert [suggestion.line_number for suggestion in found(text)] == [1, 4, 6]


@given(st.text(st.sampled_from("git rm-f`'\" \\\n$#~*;<EOF a/.\u202e\x00")))
def test_any_prose_can_be_read(text: str) -> None:
    for suggestion in found(f"```sh\n{text}\n```\n{text}"):
        assert (suggestion.operation is None) == bool(suggestion.why_not)
        assert not any(has_unseen(line) for line in suggestion.text.split("\n"))


@given(st.text())
def test_escaped_text_holds_nothing_unseen(text: str) -> None:
    assert not has_unseen(escape_unseen(text))


@given(st.text(st.characters(categories=("L", "N", "P"), exclude_characters="\u115f\u1160\u3164\uffa0")))
def test_what_can_be_seen_is_left_alone(text: str) -> None:
    assert escape_unseen(text) == text
