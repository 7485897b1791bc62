"""Promises of `guillemet diff`."""

import shutil
import subprocess

import pytest

from tests.cli.conftest import REPLY
from tests.kit.command import CommandLine
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


@pytest.mark.skipif(shutil.which("git") is None, reason="asks git itself whether it accepts the diff")
def test_git_apply_makes_of_the_diff_what_accepting_would(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("apply", "-C", project.root, given=REPLY)
    patch = command_line("diff", "-C", project.root).out

    subprocess.run(["git", "apply", "-"], cwd=project.root, input=patch.encode(), check=True)
    by_git = project.snapshot()
    subprocess.run(["git", "apply", "-R", "-"], cwd=project.root, input=patch.encode(), check=True)
    command_line("accept", "-C", project.root, "--all")

    assert project.snapshot() == by_git


@pytest.mark.skipif(shutil.which("git") is None, reason="asks git itself whether it accepts the diff")
def test_git_apply_merges_what_changed_since_as_accepting_would(
    repository: RepositoryBuilder, command_line: CommandLine
) -> None:
    lines = "".join(f"{n}\n" for n in range(1, 21))
    repository.commit({"near.txt": lines, "moved.txt": lines})
    move = "*** Begin Patch\n*** Update File: moved.txt\n*** Move to: new.txt\n@@\n-3\n+three\n*** End Patch\n"
    command_line("apply", "-C", repository.root, given=edit("near.txt", "10", "ten") + move)
    repository.write({"near.txt": lines.replace("12\n", "twelve\n")})
    (repository.root / "moved.txt").chmod(0o755)
    patch = command_line("diff", "-C", repository.root).out

    subprocess.run(["git", "apply", "-"], cwd=repository.root, input=patch.encode(), check=True)
    by_git = repository.snapshot()
    subprocess.run(["git", "apply", "-R", "-"], cwd=repository.root, input=patch.encode(), check=True)
    command_line("accept", "-C", repository.root, "--all")

    assert repository.snapshot() == by_git
    assert by_git["near.txt"] == lines.replace("12\n", "twelve\n").replace("10\n", "ten\n").encode()


def test_a_file_in_conflict_is_named_beside_the_diff(repository: RepositoryBuilder, command_line: CommandLine) -> None:
    repository.commit({"a.txt": "a\n"})
    command_line("apply", "-C", repository.root, given=edit("a.txt", "a", "A"))
    repository.write({"a.txt": "mine\n"})

    ran = command_line("diff", "-C", repository.root)

    assert "-a\n+A\n" in ran.out
    assert "changed a.txt meanwhile" in ran.err


def test_named_files_alone_are_in_the_diff(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("diff", "-C", project.root, "src")

    assert "src/greeting.py" in ran.out
    assert "src/farewell.py" in ran.out
    assert "README.md" not in ran.out


def test_paths_are_seen_from_the_given_folder(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("diff", "-C", project.root / "src", "greeting.py", "../README.md")

    assert ran.code == 0
    assert "README.md" in ran.out


def test_nothing_proposed_is_an_empty_diff(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("diff", "-C", project.root)

    assert (ran.code, ran.out) == (0, "")


def test_a_file_that_is_not_proposed_is_wrong_use(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=REPLY)

    ran = command_line("diff", "-C", project.root, "nowhere.py")

    assert ran.code == 2
    assert "not part of the proposal" in ran.err
