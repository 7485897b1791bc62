"""Row 13: names that are not valid Unicode, as an old archive leaves them, go and come back like all others."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from guillemet.engine.workspace import Workspace
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="other systems hold no such names"),
    pytest.mark.skipif(shutil.which("git") is None, reason="git puts such a name into the index"),
]
TRACKED, UNTRACKED = b"old/caf\xe9.txt", b"old/deep\xff/th\xe9.txt"


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository with a folder of such names, one of them committed."""
    root = os.fsencode(repository.root)
    for path in (TRACKED, UNTRACKED):
        place = Path(os.fsdecode(root + b"/" + path))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path)
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", "add", b"./" + TRACKED], cwd=root, check=True)
    subprocess.run(["git", *who, "commit", "-qm", "old"], cwd=root, check=True)
    return repository


def names(repository: RepositoryBuilder) -> list[bytes]:
    """Return every file of the folder."""
    return sorted(os.fsencode(place) for place in (repository.root / "old").rglob("*") if place.is_file())


@pytest.mark.parametrize("command", ["rm -rf old", "git rm -r old", "git mv old new"])
def test_a_folder_of_such_names_goes_and_comes_back(project: RepositoryBuilder, command: str) -> None:
    before, staged = names(project), project.status()
    workspace = Workspace.open(project.root)
    workspace.apply(f"```bash\n{command}\n```\n")

    touched = workspace.preview(command).touched
    done = workspace.run(command)

    assert done.refusals == ()
    assert os.fsdecode(TRACKED) in {one.path for one in touched}
    assert os.fsencode(project.root) + b"/" + TRACKED not in names(project)
    assert workspace.undo().refusals == ()
    assert names(project) == before
    assert project.status() == staged


def test_the_deletion_of_such_names_is_committed(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply("```bash\ngit rm -r old\n```\n")
    workspace.run("git rm -r old")

    done = workspace.commit("Clear away")

    assert [line.path for line in done.committed] == [os.fsdecode(TRACKED)]
    assert "old" not in {entry.name for entry in project.git.head.peel().tree}


def test_what_cannot_be_committed_of_such_names_is_told_and_the_rest_is_committed(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply("```bash\ngit mv old new\ngit rm README.md\n```\n")
    workspace.run("git mv old new")
    lines = {line.path: line for line in workspace.run("git rm README.md").review.commit}

    done = workspace.commit("Clear away")

    moved = lines[os.fsdecode(TRACKED.replace(b"old", b"new"))]
    assert moved.is_left_out
    assert "not valid Unicode" in moved.note
    assert [line.path for line in done.committed if not line.is_left_out] == ["README.md"]


def test_files_of_such_names_are_listed(project: RepositoryBuilder) -> None:
    listed = {file.path: file.status for file in Workspace.open(project.root).files()}

    assert listed[os.fsdecode(TRACKED)] == ""
    assert listed[os.fsdecode(UNTRACKED)] == "?"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_command_line_prints_such_names(
    project: RepositoryBuilder, command_line: CommandLine, form: list[str]
) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply("```bash\ngit rm -r old\n```\n")
    workspace.run("git rm -r old")

    told = command_line.apart("review", "-C", project.root, *form)

    assert told.err == ""
    assert "caf" in told.out
