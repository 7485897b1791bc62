"""Row 30: configuration that git sees and libgit2 does not is never passed over."""

import os
import sys
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.git import git_command
from tests.kit.command import CommandLine, Ran
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the hooks are shell scripts"),
    pytest.mark.skipif(git_command.find_git() is None, reason="only the git program knows of it"),
]

WAYS = ("hasconfig", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")


def script(place: Path, lines: str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{lines}\n")
    place.chmod(0o755)
    return place


def configure(repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch, way: str, values: dict[str, str]) -> None:
    """Set these values in a way that libgit2 does not see."""
    if way == "GIT_CONFIG_COUNT":
        monkeypatch.setenv("GIT_CONFIG_COUNT", str(len(values)))
        for number, (name, value) in enumerate(values.items()):
            monkeypatch.setenv(f"GIT_CONFIG_KEY_{number}", name)
            monkeypatch.setenv(f"GIT_CONFIG_VALUE_{number}", value)
        return
    if way == "GIT_CONFIG_PARAMETERS":
        monkeypatch.setenv("GIT_CONFIG_PARAMETERS", " ".join(f"'{name}'='{value}'" for name, value in values.items()))
        return
    file = repository.root.parent / "configuration"
    written = pygit2.Config(str(file))
    for name, value in values.items():
        written[name] = value
    if way == "hasconfig":
        repository.git.config["remote.origin.url"] = "https://example.org/x.git"
        config = repository.root / ".git" / "config"
        condition = "hasconfig:remote.*.url:https://example.org/**"
        config.write_text(f'{config.read_text()}[includeIf "{condition}"]\n\tpath = {file}\n')
        return
    monkeypatch.delenv("GIT_CONFIG_NOSYSTEM", raising=False)
    monkeypatch.setenv(way, str(file))


def commit(command_line: CommandLine, root: Path, *more: str) -> Ran:
    command_line("apply", "-C", root, given=edit("a.txt", "a", "A"))
    command_line("accept", "-C", root, "--all")
    return command_line("commit", "-C", root, "-m", "Why", *more)


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n"})
    return repository


@pytest.mark.parametrize("way", WAYS)
def test_a_hook_that_says_no_is_asked_wherever_its_folder_is_configured(
    project: RepositoryBuilder,
    command_line: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    way: str,
) -> None:
    script(tmp_path / "hooks" / "pre-commit", "echo the hook says no >&2; exit 1")
    configure(project, monkeypatch, way, {"core.hooksPath": str(tmp_path / "hooks")})
    head = project.head

    untrusted = commit(command_line, project.root)
    trusted = commit(command_line, project.root, "--trust")

    assert (untrusted.code, trusted.code) == (1, 1)
    assert "pre-commit" in untrusted.err
    assert "the hook says no" in trusted.err
    assert project.head == head


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_committed_unsigned_wherever_signing_is_configured(
    project: RepositoryBuilder,
    command_line: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    way: str,
) -> None:
    signer = script(tmp_path / "signer", "exit 1")
    configure(project, monkeypatch, way, {"commit.gpgSign": "true", "gpg.program": str(signer)})
    head = project.head

    untrusted = commit(command_line, project.root)
    trusted = commit(command_line, project.root, "--trust")

    assert "commit.gpgsign" in untrusted.err
    assert "failed to sign" in trusted.err
    assert project.head == head


@pytest.mark.parametrize("way", WAYS)
def test_a_filter_is_run_wherever_it_is_configured(
    project: RepositoryBuilder,
    command_line: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    way: str,
) -> None:
    attributes = tmp_path / "attributes"
    attributes.write_text("*.txt filter=loud\n")
    configure(project, monkeypatch, way, {"core.attributesFile": str(attributes), "filter.loud.clean": "tr A-Z X"})

    untrusted = commit(command_line, project.root)
    trusted = commit(command_line, project.root, "--trust")

    assert (untrusted.code, trusted.code) == (1, 0)
    assert project.committed("a.txt") == b"X\n"


def test_who_commits_is_who_git_says(
    empty_repository: RepositoryBuilder, command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_repository.commit({"a.txt": "a\n"})
    values = {"user.name": "Grace Example", "user.email": "grace@example.org"}
    configure(empty_repository, monkeypatch, "GIT_CONFIG_COUNT", values)

    ran = commit(command_line, empty_repository.root)

    assert ran.code == 0
    assert empty_repository.git[empty_repository.git.head.target].author.name == "Grace Example"


def test_a_configuration_that_git_cannot_read_is_left_to_git_to_complain_of(
    project: RepositoryBuilder, command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_COUNT", "nonsense")
    head = project.head

    untrusted = commit(command_line, project.root)
    trusted = commit(command_line, project.root, "--trust")

    assert "git cannot read" in untrusted.err
    assert "GIT_CONFIG_COUNT" in trusted.err
    assert project.head == head


def test_asking_git_runs_nothing_of_the_repository(
    project: RepositoryBuilder, command_line: CommandLine, tmp_path: Path
) -> None:
    trap = script(tmp_path / "trap", f"echo ran >> {tmp_path / 'trace'}")
    for name in ("core.fsmonitor", "core.pager", "pager.config", "core.editor", "alias.config", "core.sshCommand"):
        project.git.config[name] = str(trap)

    commit(command_line, project.root)

    assert not (tmp_path / "trace").exists()
    assert os.access(trap, os.X_OK)
