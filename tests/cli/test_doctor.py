"""Promises of `guillemet doctor`: what a bug report needs, and nothing private."""

import os
import sys
from pathlib import Path

import pygit2
import pytest

from guillemet import __version__
from guillemet.engine.git.git_command import find_git
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder

SECTIONS = ["program", "system", "libraries", "git", "repository", "models", "display", "folders"]
PRIVATE = (
    "Zoe Private",
    "zoe@private.example",
    "private.example/secret.git",
    "secret-plans.txt",
    "sk-private-key-12345",
)


@pytest.fixture
def secretive(repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> RepositoryBuilder:
    """Return a repository full of what is private, with a key in the environment."""
    repository.commit({"secret-plans.txt": "x\n"}, message="Private words")
    handle = pygit2.Repository(repository.root)
    handle.config["user.name"], handle.config["user.email"] = PRIVATE[:2]
    handle.config["remote.origin.url"] = f"https://user:sk-private-key-12345@{PRIVATE[2]}"
    handle.config["user.signingkey"] = PRIVATE[4]
    handle.config["hook.sk-private-key-12345.event"] = "pre-commit"
    monkeypatch.setenv("ANTHROPIC_API_KEY", PRIVATE[4])
    return repository


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_nothing_private_is_printed(
    secretive: RepositoryBuilder, command_line: CommandLine, options: tuple[str, ...]
) -> None:
    ran = command_line("doctor", "-C", secretive.root, *options)

    assert ran.code == 0
    assert [
        word for word in (*PRIVATE, "Private words", str(Path.home()), str(secretive.root)) if word in ran.out
    ] == []


def test_versions_are_named(repository: RepositoryBuilder, command_line: CommandLine) -> None:
    found = command_line("doctor", "-C", repository.root, "--json").json

    assert list(found) == SECTIONS
    assert found["program"]["guillemet"] == __version__
    assert found["system"]["Python"].startswith(f"{sys.version_info.major}.{sys.version_info.minor}.")
    assert found["git"]["libgit2"] == f"{pygit2.LIBGIT2_VERSION} (pygit2 {pygit2.__version__})"
    assert found["libraries"]["msgspec"]


def test_people_get_the_same_as_machines(repository: RepositoryBuilder, command_line: CommandLine) -> None:
    lines = command_line("doctor", "-C", repository.root).out.splitlines()

    assert [line for line in lines if line in SECTIONS] == SECTIONS
    assert f"  guillemet  {__version__}" in lines


@pytest.mark.skipif(os.name == "nt", reason="any file may be a hook there")
def test_hooks_signing_and_filters_are_named(repository: RepositoryBuilder, command_line: CommandLine) -> None:
    repository.add_hook("pre-commit", "")
    handle = pygit2.Repository(repository.root)
    handle.config["commit.gpgsign"] = True
    handle.config["gpg.format"] = "ssh"
    handle.config["filter.lfs.clean"] = "git-lfs clean"

    found = command_line("doctor", "-C", repository.root, "--json").json["repository"]

    assert found["hooks of a commit"] == ["pre-commit hook"]
    assert found["signing"] == "ssh"
    assert found["filters"] == ["lfs"]
    assert found["a commit needs the git program for"] == ["hooks", "signing", "filters"]


@pytest.mark.skipif(find_git() is None, reason="git is not installed")
def test_the_git_program_is_named_with_its_version(repository: RepositoryBuilder, command_line: CommandLine) -> None:
    assert command_line("doctor", "-C", repository.root, "--json").json["git"]["git program"][0].isdigit()


def test_a_missing_git_program_is_no_reason_to_fail(
    repository: RepositoryBuilder, command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")

    ran = command_line("doctor", "-C", repository.root, "--json")

    assert (ran.code, ran.json["git"]["git program"]) == (0, None)


def test_outside_of_a_repository_the_rest_is_printed(command_line: CommandLine, tmp_path: Path) -> None:
    found = command_line("doctor", "-C", tmp_path, "--json").json

    assert found["repository"] == {"opened": False, "because of": "NoRepositoryError"}
    assert found["program"]["guillemet"] == __version__


def test_folders_are_shown_from_the_home_folder(repository: RepositoryBuilder, command_line: CommandLine) -> None:
    folders = command_line("doctor", "-C", repository.root, "--json").json["folders"]

    assert set(folders) == {"settings", "data", "log"}
    assert all(place.startswith("~") for place in folders.values())


def test_neither_the_name_of_the_computer_nor_of_the_user_is_printed(command_line: CommandLine, tmp_path: Path) -> None:
    code = (
        "import getpass, platform, sys; platform.node = lambda: 'zoes-laptop'; getpass.getuser = lambda: 'zoe';"
        "from guillemet.cli import main; sys.exit(main(['doctor', '-C', sys.argv[1]]))"
    )
    surroundings = {
        "DISPLAY": "zoes-laptop:7",
        "XDG_DATA_HOME": str(tmp_path / "zoe" / "data"),
        "QT_QPA_PLATFORM": "xcb",
    }

    ran = command_line.python(f"import os; os.environ |= {surroundings}; {code}", str(tmp_path))

    assert ran.code == 0, ran.err
    assert "zoe" not in ran.out
    assert sys.platform != "linux" or ("HOST:7" in ran.out and f"{os.sep}USER{os.sep}" in ran.out)


def test_a_missing_folder_is_wrong_use(command_line: CommandLine, tmp_path: Path) -> None:
    assert command_line("doctor", "-C", tmp_path / "none").code == 2


def test_other_commands_load_nothing_of_it(command_line: CommandLine) -> None:
    ran = command_line.python("import sys, guillemet.cli; print('guillemet.cli.doctor' in sys.modules)")

    assert ran.out == "False\n"
