"""Row 29: a private ref that this user did not write for this repository is no review, whatever it holds."""

import json
import os
import shutil
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from guillemet.engine.errors import FileError, RepositoryError
from guillemet.engine.git import trees
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.worktree import Worktree
from guillemet.engine.staging import review_signature
from guillemet.engine.workspace import Workspace
from tests.kit.command import CommandLine
from tests.kit.killing import kill, needs_kill
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

REF = "refs/guillemet/main/review"
ASIDE = "refs/guillemet/main/set-aside-1"
TREE, BLOB = 0o040000, 0o100644
NOT_YOURS = "was not written by you on this computer"
Build = Callable[[RepositoryBuilder], str]


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    return repository


@pytest.fixture
def somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that makes us another user of this computer."""
    return lambda: monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other-home"))


def built(project: RepositoryBuilder, entries: Mapping[str, tuple[str, int]]) -> str:
    return trees.build(Repository.open(project.root), entries)


def blob(project: RepositoryBuilder, value: Any) -> tuple[str, int]:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return str(project.git.create_blob(data)), BLOB


def with_state(project: RepositoryBuilder, value: Any) -> str:
    now = built(project, {"state.json": blob(project, value)})
    return built(project, {"now": (now, TREE)})


def with_step(project: RepositoryBuilder, **changes: Any) -> str:
    """Return a review with one step to undo, or to recover from."""
    state = {"version": 1, "entries": [], "signed": [], "replies": [], "done": []}
    now = built(project, {"state.json": blob(project, state)})
    step = {"title": "Harmless", "files": [], "index": [], "folders": [], "head": None} | changes
    kept = built(project, {"step.json": blob(project, step), "state": (now, TREE)})
    return built(project, {"now": (now, TREE), "undo": (built(project, {"0001": (kept, TREE)}), TREE)})


def setuid(project: RepositoryBuilder) -> str:
    oid, _ = blob(project, b"#!/bin/sh\n")
    return with_step(project, files=[["tool", [oid, 0o100755], None, "", 0o4755]])


def pre_signed(project: RepositoryBuilder) -> str:
    project.write({"evil.txt": "evil\n"})
    file = [str(project.git.create_blob(b"evil\n")), BLOB]
    state = {"version": 1, "entries": [], "replies": [], "done": []}
    return with_state(project, state | {"signed": [["evil.txt", None, file, "", None, None, None]]})


FOREIGN: dict[str, Build] = {
    "setuid": setuid,
    "pre-signed": pre_signed,
    "escapes in a title": lambda project: with_step(project, title="\x1b]0;owned\x07\x1b[2J"),
    "deep JSON": lambda project: with_state(project, b"[" * 100_000),
    "a list": lambda project: with_state(project, []),
    "no version": lambda project: with_state(project, {}),
    "wrong types": lambda project: with_state(project, {"version": 1, "entries": 7, "signed": None}),
    "surrogates": lambda project: with_step(project, title="\ud800"),
    "step that is no object": lambda project: with_step(project, files=[7]),
    "no UTF-8": lambda project: with_state(project, b"\xff\xfe"),
    "state that is a folder": lambda project: built(project, {"now": blob(project, {})}),
    "an empty tree": lambda project: built(project, {}),
    "a blob": lambda project: blob(project, {})[0],
    "a commit": lambda project: project.head,
    "an empty signature": lambda project: built(project, {"signature": blob(project, b"")}),
}


@pytest.mark.parametrize("build", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("command", [("review",), ("undo",), ("accept", "--all"), ("commit", "-m", "Mine"), ("diff",)])
def test_a_ref_that_came_with_the_repository_is_put_aside(
    project: RepositoryBuilder, command_line: CommandLine, build: Build, command: tuple[str, ...]
) -> None:
    foreign = build(project)
    project.git.references.create(REF, foreign)
    before = project.state()

    ran = command_line(command[0], "-C", project.root, *command[1:])

    assert NOT_YOURS in ran.out + ran.err
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.out + ran.err
    assert project.state() == before
    # A command that only looks moves nothing: it may be the review of another user, whose window is open.
    left, gone = (REF, ASIDE) if command[0] in ("review", "diff") else (ASIDE, REF)
    assert project.refs()[left] == foreign
    assert gone not in project.refs()


def test_a_ref_to_another_ref_is_put_aside(project: RepositoryBuilder, command_line: CommandLine) -> None:
    project.git.references.create(REF, "refs/heads/main")
    head = project.head

    ran = command_line("apply", "-C", project.root, given=edit("a.txt", "a", "A"))

    assert (ran.code, project.head) == (0, head)
    assert NOT_YOURS in ran.err
    assert project.refs()[ASIDE] == "refs/heads/main"


@pytest.mark.parametrize("name", ["refs/guillemet", "refs/guillemet/main", f"{REF}/deep/down", f"{REF}/x"])
@pytest.mark.parametrize("is_packed", [True, False])
def test_refs_that_leave_no_room_are_put_aside(
    project: RepositoryBuilder, command_line: CommandLine, name: str, *, is_packed: bool
) -> None:
    project.git.references.create(name, project.head)
    if is_packed:
        project.git.compress_references()

    first = command_line("apply", "-C", project.root, given=edit("a.txt", "a", "A"))
    again = command_line("apply", "-C", project.root, given=edit("a.txt", "a", "A"))

    assert (first.code, again.code) == (1, 0)
    assert f"stood in the way of the review: {name}. They are kept as refs/guillemet-set-aside/1. Try" in first.err
    assert project.refs()["refs/guillemet-set-aside/1"] == project.head


def test_work_goes_on_beside_what_was_put_aside(project: RepositoryBuilder) -> None:
    project.git.references.create(REF, setuid(project))
    workspace = Workspace.open(project.root)

    applied = workspace.apply(edit("a.txt", "a", "A"))
    done = workspace.accept_all()

    assert len(applied.review.notes) == 1
    assert (done.refusals, done.review.notes) == ((), ())
    assert project.read("a.txt") == b"A\n"


def test_a_second_one_gets_a_name_of_its_own(project: RepositoryBuilder) -> None:
    for build in (setuid, pre_signed):
        project.git.references.create(REF, build(project))
        Workspace.open(project.root).review()

    assert {name.rpartition("/")[2] for name in project.refs() if "guillemet" in name} == {"set-aside-1", "set-aside-2"}


def test_the_review_of_another_user_is_put_aside(project: RepositoryBuilder, somebody_else: Callable[[], None]) -> None:
    Workspace.open(project.root).apply(edit("a.txt", "a", "A"))
    somebody_else()

    review = Workspace.open(project.root).review()

    assert review.files == ()
    assert NOT_YOURS in review.notes[0]


def test_a_user_whose_review_another_one_put_aside_is_told_and_gets_it_back(
    project: RepositoryBuilder, somebody_else: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, home = Workspace.open(project.root), os.environ["XDG_DATA_HOME"]
    ours.apply(edit("a.txt", "a", "A"))
    somebody_else()
    looking = Workspace.open(project.root, only_looks=True)
    assert NOT_YOURS in looking.review().notes[0]
    assert (looking.review().notes, len(ours.review().files), ours.review().notes) == ((), 1, ())

    Workspace.open(project.root).apply(edit("b.txt", "b", "B"))

    monkeypatch.setenv("XDG_DATA_HOME", home)
    notes = ours.review().notes
    assert "Your review was put aside: Guillemet wrote here for another user" in notes[0]
    assert f"git update-ref {REF} {ASIDE}" in notes[0]
    project.git.references.create(REF, project.refs()[ASIDE])
    assert [file.path for file in ours.review().files] == ["a.txt"]


def test_a_signed_review_that_was_changed_is_put_aside(project: RepositoryBuilder) -> None:
    Workspace.open(project.root).apply(edit("a.txt", "a", "A"))
    repository = Repository.open(project.root)
    parts = trees.entries(repository, project.refs()[REF])
    now = trees.entries(repository, parts["now"][0])
    state = json.loads(repository.read_blob(now["state.json"][0])) | {"done": ["ls"]}
    changed = built(project, now | {"state.json": blob(project, state)})
    project.git.references[REF].set_target(built(project, dict(parts) | {"now": (changed, TREE)}))

    review = Workspace.open(project.root).review()

    assert (review.files, len(review.notes)) == ((), 1)


def test_a_review_that_was_published_is_none_in_another_repository(
    project: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    Workspace.open(project.root).apply(edit("a.txt", "a", "A"))
    other = make_repository("other")
    other.commit({"a.txt": "a\n"})
    Workspace.open(other.root).apply(create("own.txt", "own"))
    shutil.copytree(project.root / ".git/objects", other.root / ".git/objects", dirs_exist_ok=True)
    other.git.references[REF].set_target(project.refs()[REF])

    review = Workspace.open(other.root).review()

    assert (review.files, len(review.notes)) == ((), 1)


@pytest.mark.parametrize("bring", [shutil.copytree, shutil.move], ids=["copied", "moved"])
def test_a_review_goes_along_with_its_whole_repository(
    project: RepositoryBuilder, tmp_path: Path, bring: Callable[[Path, Path], object]
) -> None:
    Workspace.open(project.root).apply(edit("a.txt", "a", "A"))
    bring(project.root, tmp_path / "elsewhere")

    workspace = Workspace.open(tmp_path / "elsewhere")
    done = workspace.accept_all()

    assert [file.path for file in done.review.files] == ["a.txt"]
    assert (done.review.notes, (tmp_path / "elsewhere/a.txt").read_bytes()) == ((), b"A\n")


@pytest.mark.parametrize("which", ["id", "secret"])
def test_what_cannot_be_read_just_now_disowns_nothing(
    project: RepositoryBuilder, command_line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "fresh"))
    Workspace.open(project.root).apply(edit("a.txt", "a", "A"))
    place = project.root / ".git/guillemet/id" if which == "id" else review_signature.secret_file()
    aside = place.rename(place.with_name("aside"))
    place.mkdir()  # stands for a disk that fails: nobody can be kept from reading as root

    ran = command_line("review", "-C", project.root)
    place.rmdir()
    aside.rename(place)

    assert (ran.code, "Check its permissions" in ran.err) == (1, True)
    assert [file.path for file in Workspace.open(project.root).review().files] == ["a.txt"]


def test_a_link_for_the_id_is_not_followed(project: RepositoryBuilder, tmp_path: Path) -> None:
    Workspace.open(project.root).apply(edit("a.txt", "a", "A"))
    place = project.root / ".git/guillemet/id"
    elsewhere = place.rename(tmp_path / "id")
    place.symlink_to(elsewhere)

    with pytest.raises(RepositoryError, match="was a link"):
        Workspace.open(project.root).review()

    assert Workspace.open(project.root).review().files == ()
    assert not place.is_symlink()


@needs_kill
@pytest.mark.parametrize(
    "point", ["staging.review_signature._make_id", "staging.review_signature._made_secret", "git.refs.move"]
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_in_the_first_step_disowns_nothing(
    project: RepositoryBuilder, point: str, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "fresh"))

    kill(project.root, point, "apply", edit("a.txt", "a", "A"), when=when)
    review = Workspace.open(project.root).review()
    Workspace.open(project.root).apply(edit("b.txt", "b", "B"))

    moved = ["a.txt"] if (point, when) == ("git.refs.move", "after") else []
    assert (review.notes, [file.path for file in review.files]) == ((), moved)
    assert [file.path for file in Workspace.open(project.root).review().files] == [*moved, "b.txt"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_secret_is_nobody_elses(
    project: RepositoryBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "guillemet").mkdir(mode=0o755)

    Workspace.open(project.root).apply(edit("a.txt", "a", "A"))

    modes = [
        stat.S_IMODE(place.stat().st_mode)
        for place in (review_signature.secret_file().parent, review_signature.secret_file())
    ]
    assert modes == [0o700, 0o600]


@pytest.mark.parametrize("mode", [0o104755, 0o100664, 0o040000, 0o160000, 0o010644])
def test_no_other_mode_is_written(project: RepositoryBuilder, mode: int) -> None:
    worktree = Worktree(Repository.open(project.root))

    with pytest.raises(FileError):
        worktree.write("tool", b"x", mode=mode)

    assert not (project.root / "tool").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("is_new", [True, False])
def test_no_file_gets_the_right_to_run_as_another_user(project: RepositoryBuilder, *, is_new: bool) -> None:
    tool = project.root / "tool"
    if not is_new:
        tool.write_bytes(b"old\n")
        tool.chmod(0o6755)

    Worktree(Repository.open(project.root)).write("tool", b"x", permissions=0o6755)

    assert stat.S_IMODE(tool.stat().st_mode) == 0o755
