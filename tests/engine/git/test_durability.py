"""Promises of what is on the disk before work goes on, and of permissions in shared repositories."""

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

import guillemet
from guillemet.engine.git import refs, safe_dir
from guillemet.engine.git.objects import durability
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.safe_dir import SafeDir
from guillemet.engine.workspace import Workspace
from tests.engine.git.conftest import needs_git
from tests.kit.command import CommandLine
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n"})
    repository.write({"a.txt": "a\nnot committed\n"})
    repository.git.config["core.fsync"] = "all"  # the tests' own home says none
    return repository


def kept_objects(repository: RepositoryBuilder) -> set[str]:
    found = (repository.root / ".git" / "objects").glob("??/*")
    return {file.parent.name + file.name for file in found}


def reachable(git: pygit2.Repository, oid: str) -> set[str]:
    held = git[oid]
    below = [reachable(git, str(one.id)) for one in held] if isinstance(held, pygit2.Tree) else []
    return {oid}.union(*below)


class Recorder:
    """Notes what is flushed, and looks at every ref that moves and every file that is replaced."""

    def __init__(self, project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
        self.project = project
        self.flushed: set[str] = set()
        self.happened: list[str] = []
        flush, end_move = durability.flush, refs._end_move

        def note_flush(*given: object) -> None:
            before = kept_objects(project)
            flush(*given)  # type: ignore[arg-type]
            self.flushed |= before
            self.happened.append("flush")

        def note_move(repository: Repository, name: str) -> None:
            new = refs._target(repository, name) or ""
            tip = str(repository.handle[pygit2.Oid(hex=new)].peel(pygit2.Tree).id)
            assert {new} | reachable(project.git, tip) <= self.flushed
            self.happened.append(name)
            end_move(repository, name)

        monkeypatch.setattr(durability, "flush", note_flush)
        monkeypatch.setattr(refs, "_end_move", note_move)
        for renames in ("exchange", "rename_to_new"):
            self._watch(monkeypatch, renames)

    def _watch(self, monkeypatch: pytest.MonkeyPatch, renames: str) -> None:
        does: Callable[..., object] = getattr(SafeDir, renames)

        def note_replaced(folder: SafeDir, temporary: str, name: str) -> object:
            old = self.project.root / name
            assert not old.exists() or str(pygit2.hash(old.read_bytes())) in self.flushed
            self.happened.append(name)
            return does(folder, temporary, name)

        monkeypatch.setattr(SafeDir, renames, note_replaced)


def test_the_copy_of_a_file_and_the_ref_to_it_are_on_the_disk_before_it_is_replaced(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace.open(project.root)
    recorder = Recorder(project, monkeypatch)
    workspace.apply(edit("a.txt", "a", "A") + create("b.txt", "b"))
    workspace.accept_all()

    review = "refs/guillemet/main/review"
    step = ["flush", review]
    assert recorder.happened == [*step, *step, "a.txt", "b.txt", *step]


def test_a_branch_is_moved_after_its_commit_is_on_the_disk(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.accept_all()
    recorder = Recorder(project, monkeypatch)
    workspace.commit("Why")

    step = ["flush", "refs/guillemet/main/review"]
    assert recorder.happened == [*step, "flush", "refs/heads/main", *step]


@pytest.mark.skipif(shutil.which("strace") is None, reason="traced by strace")
def test_the_system_is_asked_in_this_order(
    project: RepositoryBuilder, command_line: CommandLine, tmp_path: Path
) -> None:
    command_line("apply", "-C", project.root, given=edit("a.txt", "a", "A"))
    trace, calls = tmp_path / "trace", "trace=openat,rename,renameat,renameat2,fsync,syncfs"
    environment = {**os.environ, "PYTHONPATH": str(Path(guillemet.__file__).parents[1])}
    accept = [sys.executable, "-B", "-m", "guillemet", "accept", "-C", str(project.root), "--all"]
    ran = subprocess.run(["strace", "-f", "-y", "-e", calls, "-o", trace, *accept], env=environment, check=False)
    if ran.returncode and not trace.read_text():
        pytest.skip("strace may not trace here")

    kinds = {
        "O": r"rename.*/objects/",
        "S": r"syncfs\(.*= 0",
        "L": r"openat.*/review\.lock",
        "R": r"rename.*/review\.lock",
        "f": r"fsync\(.*\.guillemet-",
        "F": r"rename.*a\.txt",
    }
    lines = trace.read_text().splitlines()
    order = "".join(next((kind for kind, like in kinds.items() if re.search(like, line)), "") for line in lines)
    # The last one is what the next commit would hold of the file, without the line of the user's own.
    assert re.fullmatch("O+LSRfFO+LSRO?", order), order


@pytest.mark.parametrize(
    ("config", "objects", "references"),
    [
        ({}, True, True),
        ({"core.fsync": "none"}, False, False),
        ({"core.fsync": "none,reference"}, False, True),
        ({"core.fsync": "-loose-object"}, False, True),
        ({"core.fsync": "committed,-loose-object"}, True, True),
        ({"core.fsync": "index"}, True, True),
        ({"core.fsyncobjectfiles": "false"}, False, True),
        ({"core.fsyncobjectfiles": "false", "core.fsync": "loose-object"}, True, True),
    ],
)
def test_the_configuration_says_what_is_flushed(config: dict[str, str], *, objects: bool, references: bool) -> None:
    assert durability.is_flushed(config, "objects") is objects
    assert durability.is_flushed(config, "refs") is references


def test_a_repository_that_wants_no_flush_gets_none(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[object] = []
    monkeypatch.setattr(durability, "flush", lambda *given: flushed.append(given))
    workspace = Workspace.open(project.root)
    workspace.apply(create("a/b.txt", "b"))
    assert len(flushed) == 1
    project.git.config["core.fsync"] = "-loose-object"
    workspace.accept_all()

    assert len(flushed) == 1


def test_files_are_flushed_one_by_one_where_the_system_cannot_flush_all(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: set[int] = set()
    fsync = os.fsync

    def note(handle: int) -> None:
        flushed.add(os.fstat(handle).st_ino)
        fsync(handle)

    monkeypatch.setattr(safe_dir, "_syncfs", None)
    monkeypatch.setattr(os, "fsync", note)
    opened = Repository.open(project.root)
    oids = [opened.write_blob(data) for data in (b"1", b"2")]
    opened.objects.flush()

    places = [opened.common_dir / "objects" / oid[:2] / oid[2:] for oid in oids]
    wanted = {place.stat().st_ino for one in places for place in (one, one.parent, one.parent.parent)}
    assert flushed >= wanted or os.name == "nt"


@needs_git
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("shared", ["umask", "group", "all", "0640", "0600", "0666", "true", "world"])
def test_objects_and_refs_get_the_permissions_git_gives_them(repository: RepositoryBuilder, shared: str) -> None:
    repository.git.config["core.sharedRepository"] = shared
    git_dir = repository.root / ".git"
    theirs = subprocess.run(
        ["git", "hash-object", "-w", "--stdin"], cwd=repository.root, input=b"theirs", capture_output=True, check=True
    ).stdout.decode()
    ours = Repository.open(repository.root).write_blob(b"ours")
    subprocess.run(["git", "update-ref", "refs/theirs/it", "HEAD"], cwd=repository.root, check=True)
    Workspace.open(repository.root).apply(create("new.txt", "new"))

    def modes(file: Path) -> list[str]:
        return [oct(stat.S_IMODE(place.stat().st_mode)) for place in (file, file.parent)]

    places = [git_dir / "objects" / oid[:2] / oid[2:].strip() for oid in (ours, theirs)]
    assert modes(places[0]) == modes(places[1])
    assert modes(git_dir / "refs/guillemet/main/review") == modes(git_dir / "refs/theirs/it")
