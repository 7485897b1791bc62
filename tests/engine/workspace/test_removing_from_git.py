"""Promises of `git rm` beside those of every suggested operation: what git itself refuses without an option."""

import subprocess
from collections.abc import Callable

import pytest

from guillemet.engine.errors import GuillemetError
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.test_run_commands import suggested
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


@pytest.fixture
def tracked(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"old.py": "old\n", "src/a.py": "a\n", "src/deep/b.py": "b\n"})
    repository.write({"src/notes.txt": "untracked\n"})
    return repository


def test_git_rm_cached_keeps_the_file(tracked: RepositoryBuilder) -> None:
    workspace = suggested(tracked, "git rm --cached old.py")

    workspace.run("git rm --cached old.py")

    assert tracked.read("old.py") == b"old\n"
    assert tracked.staged("old.py") is None


def test_git_rm_of_a_folder_needs_r(tracked: RepositoryBuilder) -> None:
    workspace = suggested(tracked, "git rm src")

    assert "-r" in workspace.preview("git rm src").refusal
    with pytest.raises(GuillemetError):
        workspace.run("git rm src")
    assert tracked.read("src/a.py") == b"a\n"


def test_git_rm_r_takes_tracked_files_only(tracked: RepositoryBuilder) -> None:
    workspace = suggested(tracked, "git rm -r src")

    touched = workspace.preview("git rm -r src").touched
    workspace.run("git rm -r src")

    assert [one.path for one in touched] == ["src/a.py", "src/deep/b.py", "src/deep"]
    assert tracked.read("src/notes.txt") == b"untracked\n"
    assert not (tracked.root / "src" / "deep").exists()


def edited(repository: RepositoryBuilder) -> None:
    repository.write({"old.py": "changed\n"})


def staged(repository: RepositoryBuilder) -> None:
    repository.stage({"old.py": "changed\n"})


def staged_and_edited(repository: RepositoryBuilder) -> None:
    staged(repository)
    repository.write({"old.py": "changed again\n"})


def touched(repository: RepositoryBuilder) -> None:
    repository.write({"old.py": "old\n"})


def gone(repository: RepositoryBuilder) -> None:
    staged(repository)
    (repository.root / "old.py").unlink()


@pytest.mark.parametrize("options", ["", "--cached ", "-f ", "--cached -f "])
@pytest.mark.parametrize("change", [edited, staged, staged_and_edited, touched, gone])
def test_what_git_refuses_without_force_is_refused(
    tracked: RepositoryBuilder, change: Callable[[RepositoryBuilder], None], options: str
) -> None:
    change(tracked)
    command = f"git rm {options}old.py"
    workspace = suggested(tracked, command)
    before = tracked.state()
    by_git = subprocess.run([*command.split(), "--dry-run"], cwd=tracked.root, check=False, capture_output=True)

    refusal = workspace.preview(command).refusal

    assert bool(refusal) == bool(by_git.returncode)
    if refusal:
        assert "git rm would refuse it without -f" in refusal
        with pytest.raises(GuillemetError):
            workspace.run(command)
    else:
        workspace.run(command)
        assert tracked.staged("old.py") is None
        workspace.undo()
    assert tracked.state() == before


def test_a_file_that_was_accepted_is_committed_before_git_rm_takes_it(tracked: RepositoryBuilder) -> None:
    workspace = Workspace.open(tracked.root)
    workspace.apply(edit("old.py", "old", "new") + "\nThen run:\n\n```bash\ngit rm old.py\n```\n")
    workspace.accept(["old.py"])

    assert "without -f" in workspace.preview("git rm old.py").refusal
    workspace.commit("Change it.")
    assert not workspace.preview("git rm old.py").refusal
