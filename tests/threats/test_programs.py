"""Rows 8 and 9: a hostile repository runs nothing when it is opened, read, edited or committed to."""

import os
import stat
import sys
from pathlib import Path

import pytest

from guillemet.engine.git import git_command
from tests.kit.command import CommandLine
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the traps are shell scripts")


def trapped(repository: RepositoryBuilder, trace: Path) -> None:
    """Make the repository run a script wherever git can be made to run one."""
    script = repository.root / "trap.sh"
    script.write_text(f'#!/bin/sh\necho "$0 $*" >> {trace}\ncat\n')
    script.chmod(0o755)
    config = repository.git.config
    for name in (
        *("core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "core.gitProxy"),
        *("diff.external", "diff.trap.command", "diff.trap.textconv", "merge.trap.driver"),
        *("filter.trap.clean", "filter.trap.smudge", "filter.trap.process"),
        *("credential.helper", "gpg.program", "sequence.editor", "interactive.diffFilter", "alias.status"),
    ):
        config[name] = str(script)
    hooks = repository.root / ".hooks"
    hooks.mkdir()
    config["core.hooksPath"] = str(hooks)
    for name in ("pre-commit", "commit-msg", "post-commit", "post-index-change", "reference-transaction"):
        (hooks / name).write_text(script.read_text())
        (hooks / name).chmod(stat.S_IRWXU)


@pytest.fixture
def project(repository: RepositoryBuilder, tmp_path: Path) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n", ".gitattributes": "*.txt diff=trap filter=trap merge=trap\n"})
    trapped(repository, tmp_path / "trace")
    return repository


def test_nothing_runs_on_the_way_from_a_reply_to_the_files(
    project: RepositoryBuilder, command_line: CommandLine, tmp_path: Path
) -> None:
    root = project.root

    codes = [
        command_line("apply", "-C", root, given=edit("a.txt", "a", "A")).code,
        command_line("review", "-C", root).code,
        command_line("diff", "-C", root).code,
        command_line("accept", "-C", root, "--all").code,
        command_line("undo", "-C", root).code,
        command_line("redo", "-C", root).code,
    ]

    assert codes == [0, 1, 0, 0, 0, 0]
    assert project.read("a.txt") == b"A\n"
    assert not (tmp_path / "trace").exists()


@pytest.mark.skipif(git_command.find_git() is None, reason="without git it is refused for another reason")
def test_a_commit_that_would_run_them_is_refused_and_names_them(
    project: RepositoryBuilder, command_line: CommandLine, tmp_path: Path
) -> None:
    command_line("apply", "-C", project.root, given=edit("a.txt", "a", "A"))
    command_line("accept", "-C", project.root, "--all")
    head = project.head

    ran = command_line("commit", "-C", project.root, "-m", "Why")

    assert ran.code == 1
    assert "pre-commit" in ran.err
    assert "filter" in ran.err
    assert project.head == head
    assert not (tmp_path / "trace").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_anothers_repository_is_not_opened_and_the_way_to_trust_it_is_told(
    repository: RepositoryBuilder, command_line: CommandLine
) -> None:
    for place in (repository.root, repository.root / ".git"):
        os.chown(place, 12345, 12345)

    ran = command_line("apply", "-C", repository.root, given=edit("README.md", "# Project", "# Mine"))

    assert ran.code != 0
    assert "safe.directory" in ran.err
    assert not (repository.root / ".git" / "guillemet").exists()


def test_a_link_of_the_worktree_is_no_program_though_it_leads_to_one(
    repository: RepositoryBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tools").mkdir()
    tool = tmp_path / "tools" / "git"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    (repository.root / "bin").mkdir()
    (repository.root / "bin" / "git").symlink_to(tool)

    monkeypatch.setenv("PATH", str(repository.root / "bin"))
    assert git_command.find_git(repository.root) is None

    monkeypatch.setenv("PATH", os.pathsep.join((str(repository.root / "bin"), str(tool.parent))))
    assert git_command.find_git(repository.root) == tool


def test_programs_are_found_after_the_current_folder_was_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    assert git_command.find_program("sh") is not None
