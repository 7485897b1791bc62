"""Promises of `guillemet review`."""

import os
import platform
import time
from pathlib import Path

import pygit2
import pytest

from tests.cli.conftest import FAILING, REPLY
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder


def test_undecided_files_end_with_code_1(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("review", "-C", project.root)

    assert ran.code == 1
    assert "3 files wait for your decision" in ran.out


def test_everything_decided_ends_with_code_0(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)
    command_line("accept", "-C", project.root, "--all")

    assert command_line("review", "-C", project.root).code == 0


def test_nothing_proposed_says_what_to_do(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("review", "-C", project.root)

    assert ran.code == 0
    assert "Nothing is proposed" in ran.out


def test_a_review_is_read_without_what_only_writers_load(project: RepositoryBuilder, command_line: CommandLine) -> None:
    code = "import sys; from guillemet.cli import main; main(sys.argv[1:]); print('filelock' in sys.modules)"

    ran = command_line.python(code, "review", "-C", str(project.root))

    assert ran.out.splitlines()[-1] == "False"


def test_json_tells_path_kind_decision_and_changes(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)
    project.write({"README.md": "# Project\n\nA sample, edited since.\n"})

    files = {file["path"]: file for file in command_line("review", "-C", project.root, "--json").json["files"]}

    assert files["src/farewell.py"]["kind"] == "added"
    assert files["src/greeting.py"]["kind"] == "changed"
    assert files["src/greeting.py"]["decision"] == "undecided"
    assert files["README.md"]["changed_since"]
    assert not files["src/greeting.py"]["changed_since"]


def test_failed_blocks_are_listed(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=FAILING)

    ran = command_line("review", "-C", project.root)

    assert ran.code == 1
    assert "Blocks:" in ran.out


def test_a_folder_inside_the_repository_will_do(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("review", "-C", project.root / "src")

    assert "src/greeting.py" in ran.out


def test_a_folder_without_repository_is_code_2_and_says_how_to_make_one(
    command_line: CommandLine, tmp_path: Path
) -> None:
    ran = command_line("review", "-C", tmp_path)

    assert ran.code == 2
    assert ran.err == f"guillemet: {tmp_path} belongs to no git repository. Make one with git init, or in the window.\n"


def test_a_missing_folder_is_code_2(command_line: CommandLine, tmp_path: Path) -> None:
    ran = command_line("review", "-C", tmp_path / "nowhere")

    assert ran.code == 2
    assert "There is no folder" in ran.err


def test_a_bare_repository_is_code_2(command_line: CommandLine, tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path / "bare.git"), bare=True)

    ran = command_line("review", "-C", tmp_path / "bare.git")

    assert ran.code == 2
    assert "bare repository" in ran.err


@pytest.mark.skipif(os.name != "posix", reason="advisory locks are asked for on POSIX only")
def test_a_stale_lock_of_ours_on_the_index_is_cleared(repository: RepositoryBuilder, command_line: CommandLine) -> None:
    lock = repository.root / ".git" / "index.lock"
    lock.write_text(f"guillemet {os.getpid()} {platform.node()}\n")
    tomorrow = time.time() + 86_400
    os.utime(lock, (tomorrow, tomorrow))

    assert command_line("review", "-C", repository.root).code == 0
    assert not lock.exists()
