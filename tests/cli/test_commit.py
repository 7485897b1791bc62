"""Promises of `guillemet commit`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pygit2
import pytest

from guillemet import settings
from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.parts import part_of
from guillemet.engine.workspace import Workspace
from tests.cli.conftest import GREETING, REPLY
from tests.kit.command import SOURCE_ROOT, CommandLine
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="hooks are run by git")


@pytest.fixture
def accepted(project: RepositoryBuilder, command_line: CommandLine) -> RepositoryBuilder:
    """Return the project with a reply accepted."""
    command_line("apply", "-C", project.root, given=REPLY)
    command_line("accept", "-C", project.root, "--all")
    return project


@pytest.fixture
def hooked(accepted: RepositoryBuilder) -> RepositoryBuilder:
    """Return the project with a hook of its own that marks when it ran."""
    accepted.add_hook("pre-commit", "touch hook-ran")
    return accepted


@pytest.fixture(autouse=True)
def own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))


def test_a_commit_holds_what_was_accepted(accepted: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("commit", "-C", accepted.root, "-m", "Kinder words")

    assert ran.code == 0
    commit = accepted.git[accepted.head]
    assert isinstance(commit, pygit2.Commit)
    assert commit.message.strip() == "Kinder words"
    assert accepted.committed("src/farewell.py") == b"def leave():\n    return 'Bye'\n"


def test_hunks_that_were_left_out_in_the_window_stay_out_and_are_counted(
    repository: RepositoryBuilder, command_line: CommandLine
) -> None:
    lines = "".join(f"line {n}\n" for n in range(1, 10))
    repository.commit({"a.txt": lines})
    command_line(
        "apply", "-C", repository.root, given=edit("a.txt", "line 2", "two") + edit("a.txt", "line 8", "eight")
    )
    command_line("accept", "-C", repository.root, "--all")
    workspace = Workspace.open(repository.root)
    (texts,) = workspace.commit_texts(["a.txt"])
    workspace.include_hunks("a.txt", part_of(changed(texts.before, texts.after)[:1], texts.identity), included=False)

    listed = command_line("review", "-C", repository.root).out
    said = command_line("commit", "-C", repository.root, "-m", "Eight").out

    assert "1 of 2 hunks" in listed
    assert "1 of 2 hunks" in said
    assert repository.committed("a.txt") == lines.replace("line 8", "eight").encode()


def test_the_users_other_staged_changes_stay_out(accepted: RepositoryBuilder, command_line: CommandLine) -> None:
    accepted.stage({"mine.txt": "not yet\n"})

    command_line("commit", "-C", accepted.root, "-m", "Kinder words")

    assert accepted.committed("mine.txt") is None
    assert accepted.staged("mine.txt") == b"not yet\n"


def test_json_names_the_commit(accepted: RepositoryBuilder, command_line: CommandLine) -> None:
    told = command_line("commit", "-C", accepted.root, "-m", "Kinder words", "--json").json

    assert told == {"commit": accepted.head, "refusals": []}


def test_the_author_can_be_named(accepted: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("commit", "-C", accepted.root, "-m", "Kinder words", "--author", "Bo Else <bo@example.org>")

    commit = accepted.git[accepted.head]
    assert isinstance(commit, pygit2.Commit)
    assert (commit.author.name, commit.author.email) == ("Bo Else", "bo@example.org")


@pytest.mark.parametrize("author", ["Bo Else", "<bo@example.org>", "Bo <", "Bo <bo@example.org> junior"])
def test_an_author_that_names_nobody_is_wrong_use(
    accepted: RepositoryBuilder, command_line: CommandLine, author: str
) -> None:
    ran = command_line("commit", "-C", accepted.root, "-m", "Kinder words", "--author", author)

    assert ran.code == 2
    assert "names no author" in ran.err


def test_without_identity_nothing_is_committed_and_it_is_said_how_to_give_one(
    accepted: RepositoryBuilder, command_line: CommandLine
) -> None:
    del accepted.git.config["user.name"]
    head = accepted.head

    ran = command_line("commit", "-C", accepted.root, "-m", "Kinder words")

    assert ran.code == 1
    assert "user.name" in ran.err
    assert "guillemet commit --author" in ran.err
    assert accepted.head == head


def test_nothing_accepted_is_nothing_to_commit(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("commit", "-C", project.root, "-m", "Nothing")

    assert ran.code == 1
    assert "nothing to commit" in ran.err


def test_a_commit_can_be_undone(accepted: RepositoryBuilder, command_line: CommandLine) -> None:
    head = accepted.head
    command_line("commit", "-C", accepted.root, "-m", "Kinder words")

    ran = command_line("undo", "-C", accepted.root)

    assert ran.code == 0
    assert accepted.head == head
    assert accepted.committed("src/greeting.py") == GREETING.encode()
    assert b"Hello, {name}!" in accepted.read("src/greeting.py")


@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
def test_the_repositorys_own_hooks_do_not_run_unless_allowed(
    hooked: RepositoryBuilder, command_line: CommandLine
) -> None:
    head = hooked.head

    ran = command_line("commit", "-C", hooked.root, "-m", "Kinder words")

    assert ran.code == 1
    assert "--trust" in ran.err or "git" in ran.err
    assert hooked.head == head
    assert not (hooked.root / "hook-ran").exists()


def test_own_lines_are_committed_of_the_files_that_are_named(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    project.commit({"mine.txt": "one\n"})
    project.write({"mine.txt": "mine\n"})
    command_line("apply", "-C", project.root, given=edit("mine.txt", "mine", "two"))
    command_line("accept", "-C", project.root, "--all")

    ran = command_line("commit", "-C", project.root, "-m", "Without")
    assert (ran.code, "--own-lines PATH" in ran.err) == (1, True)
    command_line("commit", "-C", project.root, "-m", "With", "--own-lines", "mine.txt")

    assert project.committed("mine.txt") == b"two\n"


@needs_git
@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
def test_trust_lets_them_run_and_is_remembered(hooked: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line("commit", "-C", hooked.root, "-m", "Kinder words", "--trust")

    assert (ran.code, ran.err) == (0, "")
    assert (hooked.root / "hook-ran").exists()
    assert [key.partition(" ")[2] for key in settings.load().trusted] == [os.path.realpath(hooked.root)]
    hooked.write({"more.txt": "more\n"})
    command_line("apply", "-C", hooked.root, given=edit("more.txt", "more", "most"))
    command_line("accept", "-C", hooked.root, "--all")
    assert command_line("commit", "-C", hooked.root, "-m", "Not asked again").code == 0


@needs_git
@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
def test_a_hook_that_changed_since_is_asked_for_again(hooked: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("commit", "-C", hooked.root, "-m", "Kinder words", "--trust")
    hook = hooked.root / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\ntouch other-hook-ran\n")
    hooked.write({"more.txt": "more\n"})
    command_line("apply", "-C", hooked.root, given=edit("more.txt", "more", "most"))
    command_line("accept", "-C", hooked.root, "--all")

    ran = command_line("commit", "-C", hooked.root, "-m", "More")

    assert ran.code == 1
    assert "--trust" in ran.err
    assert not (hooked.root / "other-hook-ran").exists()
    command_line("commit", "-C", hooked.root, "-m", "More", "--trust")
    assert (hooked.root / "other-hook-ran").exists()
    assert len(settings.load().trusted) == 1


@needs_git
def test_a_file_whose_filter_takes_the_change_back_is_not_said_to_be_committed(
    accepted: RepositoryBuilder, command_line: CommandLine
) -> None:
    accepted.git.config["filter.plain.clean"] = "sed s/Greetings/Project/"
    accepted.write({".gitattributes": "README.md filter=plain\n"})
    before = accepted.committed("README.md")

    ran = command_line("commit", "-C", accepted.root, "-m", "Kinder words", "--trust")

    assert ran.code == 0
    assert accepted.committed("README.md") == before
    assert "src/greeting.py" in ran.out
    assert "README.md" not in ran.out


@needs_git
@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
def test_what_hooks_print_is_printed_while_they_run(accepted: RepositoryBuilder, tmp_path: Path) -> None:
    printed = tmp_path / "printed"
    accepted.add_hook(
        "pre-commit", f"echo checking >&2\nuntil grep -q checking '{printed}'; do sleep 0.1; done\nexit 1"
    )
    command = [sys.executable, "-m", "guillemet", "commit", "-C", str(accepted.root), "-m", "Kinder words", "--trust"]

    with printed.open("wb") as output:
        ended = subprocess.run(
            command, stderr=output, check=False, timeout=60, env=os.environ | {"PYTHONPATH": str(SOURCE_ROOT)}
        )

    assert ended.returncode == 1
    assert printed.read_text().splitlines() == ["checking", "guillemet: The commit was refused: checking"]
