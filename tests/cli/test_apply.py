"""Promises of `guillemet apply`."""

from pathlib import Path

import pytest

from tests.cli.conftest import FAILING, REPLY
from tests.kit.command import CommandLine
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


def test_a_reply_from_a_file_is_staged(project: RepositoryBuilder, command_line: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "reply.md").write_text(REPLY, encoding="utf-8")

    ran = command_line("apply", tmp_path / "reply.md", "-C", project.root)

    assert (ran.code, ran.err) == (0, "")
    assert "3 placed" in ran.out
    assert len(command_line("review", "-C", project.root, "--json").json["files"]) == 3


@pytest.mark.parametrize("source", [(), ("-",)])
def test_a_reply_piped_in_is_staged(
    project: RepositoryBuilder, command_line: CommandLine, source: tuple[str, ...]
) -> None:
    ran = command_line("apply", *source, "-C", project.root, given=REPLY)

    assert ran.code == 0
    assert "3 placed" in ran.out


def test_staging_changes_no_file_no_index_and_no_commit(project: RepositoryBuilder, command_line: CommandLine) -> None:
    before = (project.snapshot(), project.status(), project.head)

    command_line("apply", "-C", project.root, given=REPLY)

    assert (project.snapshot(), project.status(), project.head) == before


def test_a_dry_run_leaves_no_trace(project: RepositoryBuilder, command_line: CommandLine) -> None:
    refs = project.refs()

    ran = command_line("apply", "-C", project.root, "--dry-run", given=REPLY)

    assert ran.code == 0
    assert "dry run" in ran.out
    assert project.refs() == refs


def test_json_holds_results_files_and_suggestions(project: RepositoryBuilder, command_line: CommandLine) -> None:
    told = command_line("apply", "-C", project.root, "--json", given=REPLY).json

    assert [block["status"] for block in told["results"]] == ["applied"] * 3
    assert told["files_modified"] == ["src/greeting.py", "src/farewell.py", "README.md"]
    assert told["shell_suggestions"] == ["mkdir -p src/more"]


def test_a_failed_block_ends_with_code_1_and_names_the_nearest_place(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    ran = command_line("apply", "-C", project.root, given=FAILING)

    assert ran.code == 1
    assert "failed" in ran.out
    assert "nearest: src/greeting.py, lines 1 to 2, " in ran.out


def test_lines_that_are_counted_with_what_is_proposed_are_named_so(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    above = edit("src/greeting.py", "def greet(name):", "import os\n\n\ndef greet(name):")
    for command in (["apply", "--dry-run"], ["apply"], ["review"]):
        given = FAILING + above if command[0] == "apply" else ""

        told = command_line(*command, "-C", project.root, given=given).out
        assert "nearest: src/greeting.py, lines 4 to 5 of the proposed file, " in told, command


def test_a_block_that_asks_without_a_place_says_that_it_waits(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    given = edit(".github/workflows/build.yml", "", "on: push")

    ran = command_line("apply", "-C", project.root, given=given)

    assert ran.err == ""
    assert "can run code" in ran.out
    assert "It waits for your own decision" in ran.out
    assert "It waits for your own decision" in command_line("review", "-C", project.root).out


def test_one_failed_block_does_not_keep_the_others_back(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("apply", "-C", project.root, given=FAILING + "\n" + REPLY)

    assert ran.code == 1
    assert "3 placed, 1 failed" in ran.out


def test_only_the_asked_format_is_read(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("apply", "-C", project.root, "--format", "guillemet", "--json", given=REPLY)

    assert ran.json["files_modified"] == ["README.md"]


def test_strict_matching_forgives_no_indentation(project: RepositoryBuilder, command_line: CommandLine) -> None:
    shifted = edit("src/greeting.py", "return 'Hello ' + name", "return 'Hi ' + name")

    strict = command_line("apply", "-C", project.root, "--match", "strict", "--dry-run", given=shifted)
    lenient = command_line("apply", "-C", project.root, "--match", "lenient", "--dry-run", given=shifted)

    assert (strict.code, lenient.code) == (1, 0)


def test_prose_without_blocks_stages_nothing_and_says_so(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("apply", "-C", project.root, given="I would rather not.\n")

    assert ran.code == 1
    assert "no edit blocks" in ran.err


LISTING = "# Current\n\nsrc/greeting.py\n\n```python\nprint('hello')\n```\n"
UNREAD = "1 listing was not taken for a whole file"


def test_a_reply_without_blocks_says_what_was_not_read(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("apply", "-C", project.root, given=LISTING)

    assert UNREAD in ran.err


def test_what_is_odd_about_a_reply_stands_below_its_blocks(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    odd = LISTING + "\nRun `git rm README.md`.\n"

    shown = command_line("apply", "-C", project.root, "--dry-run", given=odd)
    listed = command_line("apply", "-C", project.root, "--json", given=odd)
    kept = command_line("review", "-C", project.root)

    assert UNREAD in shown.out
    assert UNREAD in listed.json["warnings"][0]
    assert UNREAD in kept.out


def test_an_unsafe_path_is_refused_and_the_rest_goes_on(project: RepositoryBuilder, command_line: CommandLine) -> None:
    hostile = edit("../outside.txt", "", "gotcha")

    ran = command_line("apply", "-C", project.root, given=hostile + "\n" + REPLY)

    assert ran.code == 1
    assert "unsafe path" in ran.out
    assert not (project.root.parent / "outside.txt").exists()


def test_a_hostile_reply_cannot_command_the_terminal(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("apply", "-C", project.root, given=edit("src/\x1b[2Jgone.py", "old", "new"))

    assert "\x1b" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"a\0b", "NUL"),
        (b"caf\xe9", "not UTF-8"),
    ],
)
def test_what_is_no_text_is_wrong_use(
    project: RepositoryBuilder, command_line: CommandLine, given: bytes, said: str
) -> None:
    ran = command_line("apply", "-C", project.root, given=given)

    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


def test_a_missing_reply_file_is_wrong_use(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("apply", "-C", project.root, project.root / "nowhere.md")

    assert ran.code == 2
    assert "There is no file" in ran.err


def test_no_reply_at_all_is_wrong_use(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("apply", "-C", project.root)

    assert ran.code == 2
    assert "No reply was given" in ran.err


def test_a_folder_without_repository_is_code_2(command_line: CommandLine, tmp_path: Path) -> None:
    ran = command_line("apply", "-C", tmp_path, given=REPLY)

    assert ran.code == 2
    assert "no git repository" in ran.err
