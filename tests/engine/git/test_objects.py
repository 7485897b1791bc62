"""Promises of objects we lay down ourselves: git finds in them what libgit2 would have written."""

import os
import stat
import subprocess
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git import trees
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import EXECUTABLE, LINK, TreeFile
from tests.engine.git.conftest import needs_git
from tests.kit.repositories import RepositoryBuilder


def place_of(repository: Repository, oid: str) -> Path:
    return repository.common_dir / "objects" / oid[:2] / oid[2:]


def left_behind(repository: Repository) -> list[Path]:
    return list((repository.common_dir / "objects").rglob("tmp_obj_*"))


@pytest.mark.parametrize("data", [b"", b"one\n", b"\0\xff" * 70_000], ids=["empty", "text", "large"])
def test_a_blob_is_read_back_under_the_id_git_gives_it(opened: Repository, data: bytes) -> None:
    oid = opened.write_blob(data)

    assert oid == str(pygit2.hash(data))
    assert pygit2.Repository(str(opened.root))[oid].data == data
    assert left_behind(opened) == []


def test_a_large_blob_that_lies_loose_is_read_without_libgit2(opened: Repository) -> None:
    data = os.urandom(1_000_000)
    oid = opened.write_blob(data)

    assert opened.objects.read_large_blob(oid) == data
    assert opened.objects.read_large_blob(opened.write_blob(b"small")) is None


@pytest.mark.parametrize("damage", ["cut", "another", "gone"])
def test_a_large_blob_that_is_not_what_it_should_be_is_left_to_libgit2(opened: Repository, damage: str) -> None:
    oid = opened.write_blob(os.urandom(1_000_000))
    other = place_of(opened, opened.write_blob(os.urandom(1_000_000))).read_bytes()
    place = place_of(opened, oid)
    place.chmod(0o600)
    if damage == "gone":
        place.unlink()
    else:
        place.write_bytes(place.read_bytes()[:-100] if damage == "cut" else other)

    assert opened.objects.read_large_blob(oid) is None


def test_a_tree_is_the_one_libgit2_writes(opened: Repository) -> None:
    blob = opened.write_blob(b"1\n")
    names = ["a", "a.b", "a-b", "b/c", "b.c", "b-c", "é"]
    files = {
        name: TreeFile(blob, EXECUTABLE if name == "a-b" else LINK if name == "b.c" else 0o100644) for name in names
    }

    assert trees.write_tree(opened, files) == trees.changed_tree(opened, "", files)


@needs_git
def test_git_finds_no_fault_with_what_was_written(opened: Repository) -> None:
    tree = trees.write_tree(
        opened, {"x/y/file": TreeFile(opened.write_blob(b"1\n")), "x.y": TreeFile(opened.write_blob(b""))}
    )
    opened.handle.references.create("refs/heads/kept", opened.handle.create_commit(None, *_who(), "Keep", tree, []))

    subprocess.run(["git", "fsck", "--strict"], cwd=opened.root, check=True, capture_output=True)
    shown = subprocess.run(["git", "ls-tree", "-r", "kept"], cwd=opened.root, check=True, capture_output=True).stdout
    assert [line.split(b"\t")[1] for line in shown.splitlines()] == [b"x.y", b"x/y/file"]


@needs_git
def test_what_a_pack_holds_is_not_written_again(repository: RepositoryBuilder) -> None:
    repository.commit({"packed.txt": "packed\n"})
    subprocess.run(["git", "gc", "--quiet"], cwd=repository.root, check=True)
    opened = Repository.open(repository.root)
    oid = opened.write_blob(b"packed\n")

    assert not place_of(opened, oid).exists()
    assert opened.read_blob(oid) == b"packed\n"


def test_an_object_that_is_there_already_is_made_young_again(opened: Repository) -> None:
    place = place_of(opened, opened.write_blob(b"old\n"))
    os.utime(place, (1_000_000_000, 1_000_000_000))
    opened.write_blob(b"old\n")

    assert place.stat().st_mtime > 1_600_000_000


@pytest.mark.parametrize("damage", [b"", b"not packed", None], ids=["empty", "garbled", "cut"])
def test_an_object_that_a_power_cut_damaged_is_not_taken_for_the_copy(opened: Repository, damage: bytes | None) -> None:
    place = place_of(opened, opened.write_blob(b"the only copy\n"))
    place.chmod(0o600)
    place.write_bytes(place.read_bytes()[:-5] if damage is None else damage)
    oid = opened.write_blob(b"the only copy\n")

    assert pygit2.Repository(str(opened.root))[oid].data == b"the only copy\n"


@needs_git
def test_an_object_that_a_damaged_pack_holds_is_written_anew(repository: RepositoryBuilder) -> None:
    data = os.urandom(5_000)
    repository.commit({"packed.bin": "placeholder\n"})
    (repository.root / "packed.bin").write_bytes(data)
    subprocess.run(["git", "add", "."], cwd=repository.root, check=True)
    subprocess.run(["git", "gc", "--quiet"], cwd=repository.root, check=True)
    pack = next((repository.root / ".git" / "objects" / "pack").glob("*.pack"))
    at = pack.read_bytes().index(data[1_000:1_020])
    pack.chmod(0o600)
    with pack.open("r+b") as file:
        file.seek(at)
        file.write(b"\0" * 20)
    oid = Repository.open(repository.root).write_blob(data)

    read = subprocess.run(["git", "cat-file", "blob", oid], cwd=repository.root, check=True, capture_output=True)
    assert read.stdout == data


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_an_object_is_for_reading_only_as_git_makes_it(opened: Repository) -> None:
    place = place_of(opened, opened.write_blob(b"mine\n"))

    assert stat.S_IMODE(place.stat().st_mode) & 0o333 == 0


def test_an_object_that_cannot_be_written_is_an_error_and_leaves_nothing(opened: Repository) -> None:
    data = b"in the way\n"
    place_of(opened, str(pygit2.hash(data))).parent.write_text("a file where the folder should be")

    with pytest.raises(RepositoryError, match="cannot be written"):
        opened.write_blob(data)
    assert left_behind(opened) == []


def test_a_tree_that_names_what_is_not_kept_is_refused(opened: Repository) -> None:
    with pytest.raises(RepositoryError, match="tree cannot be written"):
        trees.write_tree(opened, {"a": TreeFile("1" * 40)})


def _who() -> tuple[pygit2.Signature, pygit2.Signature]:
    who = pygit2.Signature("Ada Example", "ada@example.org")
    return who, who
