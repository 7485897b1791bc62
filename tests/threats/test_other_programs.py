"""Rows 23 and 24: other programs and windows act in between; nothing of theirs is overwritten, no lock is removed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import guillemet
from guillemet.engine.errors import RepositoryError
from guillemet.engine.git.safe_dir import SafeDir
from guillemet.engine.workspace import Workspace
from tests.kit.command import CommandLine
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

LONG = "".join(f"line {n}\n" for n in range(1, 21))


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": LONG, "b.txt": "b\n"})
    return repository


def test_commands_at_the_same_time_lose_nothing_of_each_other(project: RepositoryBuilder) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(guillemet.__file__).parents[1])}
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "guillemet", "apply", "-C", str(project.root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=environment,
        )
        for _ in range(4)
    ]
    for number, process in enumerate(started):
        process.communicate(create(f"new{number}.txt", "new").encode())

    assert [process.returncode for process in started] == [0] * 4
    files = {file.path for file in Workspace.open(project.root).review().files}
    assert files == {f"new{number}.txt" for number in range(4)}


def test_a_commit_made_meanwhile_stays_below_ours(project: RepositoryBuilder, command_line: CommandLine) -> None:
    command_line("apply", "-C", project.root, given=edit("b.txt", "b", "B"))
    command_line("accept", "-C", project.root, "--all")
    theirs = project.commit({"theirs.txt": "theirs\n"})

    ran = command_line("commit", "-C", project.root, "-m", "Ours")

    assert ran.code == 0
    assert [str(one) for one in project.git[project.head].parent_ids] == [theirs]
    assert project.committed("theirs.txt") == b"theirs\n"
    assert project.committed("b.txt") == b"B\n"


@pytest.mark.parametrize("on_disk", ["both", "ours alone"])
def test_a_change_of_the_same_file_committed_meanwhile_is_not_taken_back(
    project: RepositoryBuilder, command_line: CommandLine, on_disk: str
) -> None:
    project.commit({"far.txt": "first\n\n\n\n\nlast\n"})
    command_line("apply", "-C", project.root, given=edit("far.txt", "first", "FIRST"))
    command_line("accept", "-C", project.root, "--all")
    project.commit({"far.txt": "first\n\n\n\n\nTHEIRS\n"})
    project.write({"far.txt": "FIRST\n\n\n\n\n" + ("THEIRS\n" if on_disk == "both" else "last\n")})

    ran = command_line("commit", "-C", project.root, "-m", "Ours")

    assert ran.code == 0
    assert "both changes are committed" in ran.out
    assert project.committed("far.txt") == b"FIRST\n\n\n\n\nTHEIRS\n"


def test_an_accepted_file_that_was_committed_with_more_is_no_longer_listed(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    project.commit({"far.txt": "first\n\n\n\n\nlast\n"})
    command_line("apply", "-C", project.root, given=edit("far.txt", "first", "FIRST"))
    command_line("accept", "-C", project.root, "--all")
    project.commit({"far.txt": "FIRST\n\n\n\n\nMINE\n"})

    assert command_line("review", "-C", project.root, "--json").json["commit"] == []
    assert command_line("commit", "-C", project.root, "-m", "Ours").code == 1
    assert project.committed("far.txt") == b"FIRST\n\n\n\n\nMINE\n"


def test_the_same_lines_committed_meanwhile_are_told_and_left_out(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("apply", "-C", project.root, given=edit("b.txt", "b", "B"))
    command_line("accept", "-C", project.root, "--all")
    theirs = project.commit({"b.txt": "THEIRS\n"})
    project.write({"b.txt": "B\n"})

    assert "HEAD changed meanwhile in the same lines" in command_line("review", "-C", project.root).out
    assert command_line("commit", "-C", project.root, "-m", "Ours").code == 1
    assert project.head == theirs


def test_another_branch_checked_out_meanwhile_is_noticed_before_writing(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("apply", "-C", project.root, given=edit("a.txt", "line 2", "LINE 2") + edit("b.txt", "b", "B"))
    other = LONG.replace("line 19", "their line 19")
    project.git.branches.local.create("other", project.git.head.peel())
    project.git.checkout("refs/heads/other")
    project.commit({"a.txt": other, "b.txt": "their b\n"})

    review = command_line("review", "-C", project.root, "--json").json
    ran = command_line("accept", "-C", project.root, "--all")

    assert [file["changed_since"] for file in review["files"]] == [True, True]
    assert ran.code == 1
    assert project.read("a.txt").decode() == other.replace("line 2\n", "LINE 2\n")
    assert project.read("b.txt") == b"their b\n"


def test_a_second_window_cannot_do_again_what_the_first_undid(project: RepositoryBuilder) -> None:
    first, second = Workspace.open(project.root), Workspace.open(project.root)
    first.apply(edit("b.txt", "b", "B"))
    second.accept_all()
    first.undo()

    done = second.redo()

    assert project.read("b.txt") == b"B\n"
    assert done.review == first.review()


def test_an_edit_between_accepting_and_undoing_survives_or_stops_the_undo(
    project: RepositoryBuilder, command_line: CommandLine
) -> None:
    command_line("apply", "-C", project.root, given=edit("a.txt", "line 2", "LINE 2") + edit("b.txt", "b", "B"))
    command_line("accept", "-C", project.root, "--all")
    project.write({"a.txt": project.read("a.txt").replace(b"line 19", b"my line 19"), "b.txt": "my b\n"})

    refused = command_line("undo", "-C", project.root)
    left = project.snapshot()
    project.write({"b.txt": "B\n"})
    undone = command_line("undo", "-C", project.root)

    assert (refused.code, undone.code) == (1, 0)
    assert "b.txt" in refused.out
    assert left["b.txt"] == b"my b\n"
    assert b"LINE 2\n" in left["a.txt"]
    assert project.read("a.txt").decode() == LONG.replace("line 19", "my line 19")


def test_a_file_written_between_resolving_and_writing_is_not_overwritten(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "line 2", "LINE 2") + edit("b.txt", "b", "B"))
    store = type(workspace._context.area).store

    def stored(*given: object, **named: object) -> object:
        project.write({"b.txt": "mine, this very moment\n"})
        return store(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(type(workspace._context.area), "store", stored)
    done = workspace.accept_all()

    assert [refusal.path for refusal in done.refusals] == ["b.txt"]
    assert project.read("b.txt") == b"mine, this very moment\n"
    assert b"LINE 2\n" in project.read("a.txt")


@pytest.mark.parametrize("block", [create("new.txt", "one"), edit("b.txt", "b", "B")])
def test_an_accepted_file_that_was_edited_and_committed_is_not_taken_back(
    project: RepositoryBuilder, command_line: CommandLine, block: str
) -> None:
    path = block.split("\n", maxsplit=1)[0]
    command_line("apply", "-C", project.root, given=block)
    command_line("accept", "-C", project.root, "--all")
    theirs = project.read(path) + b"theirs\n"
    project.commit({path: theirs})

    assert command_line("review", "-C", project.root, "--json").json["commit"] == []
    assert command_line("commit", "-C", project.root, "-m", "Ours").code == 1
    assert project.committed(path) == theirs


@pytest.mark.parametrize("is_back", [True, False])
def test_a_deletion_does_not_take_back_what_was_committed_meanwhile(
    project: RepositoryBuilder, *, is_back: bool
) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply("```bash\ngit rm b.txt\n```\n")
    workspace.run("git rm b.txt")
    project.commit({"b.txt": "b\ntheirs\n"})
    if not is_back:
        project.write({"b.txt": None})

    review = workspace.review()
    with pytest.raises(RepositoryError, match="nothing to commit"):
        workspace.commit("Ours")

    assert [line.is_left_out for line in review.commit] == ([] if is_back else [True])
    assert project.committed("b.txt") == b"b\ntheirs\n"


def test_a_file_saved_while_ours_is_being_written_is_not_overwritten(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("b.txt", "b", "B") + create("new.txt", "new"))
    create_file = SafeDir.create

    def saved(*given: object, **named: object) -> None:
        create_file(*given, **named)  # type: ignore[arg-type]
        project.write({"b.txt": "mine, this very moment\n", "new.txt": "mine too\n"})

    monkeypatch.setattr(SafeDir, "create", saved)
    done = workspace.accept_all()

    assert [refusal.path for refusal in done.refusals] == ["b.txt", "new.txt"]
    assert project.read("b.txt") == b"mine, this very moment\n"
    assert project.read("new.txt") == b"mine too\n"
    assert not list(project.root.rglob(".guillemet-*"))
