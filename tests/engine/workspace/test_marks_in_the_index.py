"""Promises about what git says of a file in the index: undo brings it back as it was."""

import subprocess

import pytest

from guillemet.engine.git import git_command
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = pytest.mark.skipif(git_command.find_git() is None, reason="the git program is not installed")


def git(repository: RepositoryBuilder, *arguments: str) -> str:
    """Run git in the repository and return what it says."""
    ran = subprocess.run(["git", *arguments], cwd=repository.root, capture_output=True, check=True, text=True)
    return ran.stdout


def said(repository: RepositoryBuilder) -> tuple[str, str]:
    """Return what git shows of the index and of the files."""
    return git(repository, "ls-files", "-s", "-v"), git(repository, "status", "--short")


@pytest.fixture
def marked(repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository with a file for each mark, and one that a sparse checkout left out."""
    repository.commit({"assumed.txt": "one\n", "skipped.txt": "one\n", "out/left.txt": "one\n"})
    repository.write({"intended.txt": "one\n"})
    git(repository, "add", "-N", "intended.txt")
    git(repository, "update-index", "--assume-unchanged", "assumed.txt")
    git(repository, "update-index", "--skip-worktree", "skipped.txt", "out/left.txt")
    (repository.root / "out" / "left.txt").unlink()
    return repository


REPLY = "".join(edit(path, "one", "two") for path in ("assumed.txt", "skipped.txt", "intended.txt"))


def test_staging_keeps_what_is_said_of_files_on_the_disk(marked: RepositoryBuilder) -> None:
    workspace = Workspace.open(marked.root)
    workspace.apply(REPLY)
    workspace.accept_all(stage=True)

    assert {line.path: line.is_staged for line in workspace.review().commit} == dict.fromkeys(
        ("assumed.txt", "skipped.txt", "intended.txt"), True
    )
    assert [line[0] for line in said(marked)[0].splitlines()] == ["H", "h", "H", "S", "S"]
    assert marked.staged("intended.txt") == b"two\n"


def test_undo_and_redo_lead_back_exactly(marked: RepositoryBuilder) -> None:
    workspace = Workspace.open(marked.root)
    workspace.apply(REPLY + create("out/left.txt", "new"))
    before = said(marked)
    workspace.accept_all(stage=True)
    accepted = said(marked)
    workspace.commit("Count to two")

    for expected in (accepted, before):
        assert workspace.undo().refusals == ()
        assert said(marked) == expected
    assert workspace.redo().refusals == ()
    assert said(marked) == accepted


@pytest.mark.parametrize(
    "command",
    ["git rm -f intended.txt assumed.txt", "git mv intended.txt there.txt", "git rm -rf out", "git mv skipped.txt x"],
)
def test_a_suggested_command_that_is_undone_leaves_no_trace(marked: RepositoryBuilder, command: str) -> None:
    workspace = Workspace.open(marked.root)
    workspace.apply(f"```bash\n{command}\n```\n")
    before = said(marked)

    assert workspace.run(command).refusals == ()
    assert said(marked) != before
    assert workspace.undo().refusals == ()

    assert said(marked) == before
