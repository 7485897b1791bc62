"""Promises of the index: entry by entry, under git's lock, all else untouched."""

import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.errors import FileError, IndexLockedError, RepositoryError
from guillemet.engine.git import index, trees
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import EXECUTABLE, TreeFile
from tests.engine.git.conftest import needs_git
from tests.kit.repositories import RepositoryBuilder


def blob(opened: Repository, data: bytes = b"new\n") -> TreeFile:
    return TreeFile(opened.write_blob(data))


def git(repository: RepositoryBuilder, *arguments: str) -> str:
    run = subprocess.run(["git", *arguments], cwd=repository.root, check=True, capture_output=True, text=True)
    return run.stdout


def test_an_entry_is_read_back_as_put(opened: Repository) -> None:
    file = TreeFile(opened.write_blob(b"x"), EXECUTABLE)
    index.put(opened, {"deep/run": file})

    assert index.entry(opened, "deep/run") == file
    assert index.entry(opened, "deep") is None


def test_an_entry_put_as_none_is_gone(opened: Repository) -> None:
    index.put(opened, {"README.md": None, "never/there": None})

    assert index.entry(opened, "README.md") is None


def test_the_first_entry_makes_the_index(unborn: Repository) -> None:
    index.put(unborn, {"a": blob(unborn)})

    assert unborn.tracked() == {"a"}


def test_every_other_entry_stays(repository: RepositoryBuilder) -> None:
    repository.stage({"theirs.txt": "staged by the user\n", "gone.txt": "g\n"})
    opened = Repository.open(repository.root)
    index.put(opened, {"ours.txt": blob(opened), "gone.txt": None})

    assert repository.staged("theirs.txt") == b"staged by the user\n"
    assert opened.tracked() == {"README.md", "theirs.txt", "ours.txt"}


def test_what_another_program_staged_a_moment_ago_stays(repository: RepositoryBuilder) -> None:
    opened = Repository.open(repository.root)
    index.entry(opened, "README.md")
    repository.stage({"theirs.txt": "t\n"})
    index.put(opened, {"ours.txt": blob(opened)})

    assert opened.tracked() == {"README.md", "theirs.txt", "ours.txt"}


def test_a_locked_index_is_told_and_the_lock_never_removed(repository: RepositoryBuilder, opened: Repository) -> None:
    lock = repository.root / ".git" / "index.lock"
    lock.write_bytes(b"theirs")
    before = (repository.root / ".git" / "index").read_bytes()

    with pytest.raises(IndexLockedError, match=r"index\.lock"):
        index.put(opened, {"a": blob(opened)})
    assert lock.read_bytes() == b"theirs"
    assert (repository.root / ".git" / "index").read_bytes() == before


def test_the_lock_is_held_while_the_index_is_read(
    repository: RepositoryBuilder, opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked: list[bool] = []
    copyfile = shutil.copyfile

    def watched(source: Path, target: Path) -> object:
        locked.append((repository.root / ".git" / "index.lock").exists())
        return copyfile(source, target)

    monkeypatch.setattr(shutil, "copyfile", watched)
    index.put(opened, {"a": blob(opened)})

    assert locked == [True]
    assert not (repository.root / ".git" / "index.lock").exists()


KILLED_WHILE_PUTTING = """
import os, shutil, signal, sys
from pathlib import Path
from guillemet.engine.git import index
from guillemet.engine.git.repository import Repository
opened = Repository.open(Path(sys.argv[1]))
shutil.copyfile = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
index.put(opened, {"README.md": None})
"""


@pytest.mark.skipif(os.name != "posix", reason="processes can be asked for on POSIX only")
def test_a_lock_left_by_our_own_killed_process_is_taken_over(repository: RepositoryBuilder, opened: Repository) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", KILLED_WHILE_PUTTING, repository.root], env=environment, check=False)
    assert (repository.root / ".git" / "index.lock").exists()
    index.put(opened, {"a": blob(opened)})

    assert opened.tracked() == {"README.md", "a"}
    assert not (repository.root / ".git" / "index.lock").exists()


@pytest.mark.skipif(os.name != "posix", reason="advisory locks are asked for on POSIX only")
def test_a_lock_of_our_own_that_is_at_work_is_respected(
    repository: RepositoryBuilder, opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = repository.root / ".git" / "index.lock"
    other = Repository.open(repository.root)
    copyfile = shutil.copyfile

    def copied_while_another_writes(source: Path, target: Path) -> object:
        index.drop_stale_lock(other)
        with pytest.raises(IndexLockedError):
            index.put(other, {"theirs": blob(other)})
        assert lock.exists()
        return copyfile(source, target)

    monkeypatch.setattr(shutil, "copyfile", copied_while_another_writes)
    index.put(opened, {"ours": blob(opened)})

    assert opened.tracked() == {"README.md", "ours"}


@pytest.mark.skipif(os.name != "posix", reason="advisory locks are asked for on POSIX only")
@pytest.mark.parametrize("dated", [-1e6, 1e6])
def test_a_stale_lock_goes_whatever_its_date_and_whoever_has_its_number_now(
    repository: RepositoryBuilder, opened: Repository, dated: float
) -> None:
    lock = repository.root / ".git" / "index.lock"
    lock.write_bytes(index._signature(os.getppid()))
    os.utime(lock, (time.time() + dated,) * 2)
    index.drop_stale_lock(opened)

    assert not lock.exists()


@pytest.mark.skipif(os.name != "posix", reason="advisory locks are asked for on POSIX only")
def test_a_lock_that_another_program_made_since_the_stale_one_was_opened_stays(
    repository: RepositoryBuilder, opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = repository.root / ".git" / "index.lock"
    lock.write_bytes(index._signature(os.getppid()))

    def signed_while_another_takes_it(_: bytes) -> bool:
        lock.unlink()
        lock.write_bytes(b"theirs")
        return True

    monkeypatch.setattr(index, "_is_signed", signed_while_another_takes_it)
    index.drop_stale_lock(opened)

    assert lock.read_bytes() == b"theirs"


@pytest.mark.skipif(os.name != "posix", reason="pipes that are files are made on POSIX only")
@pytest.mark.parametrize(
    "make",
    [
        lambda lock: lock.write_bytes(f"guillemet {os.getpid()} another-machine\n".encode()),
        lambda lock: lock.write_bytes(b""),
        lambda lock: lock.write_bytes(b"12345 here\n"),
        lambda lock: lock.symlink_to(lock.with_name("HEAD")),
        os.mkfifo,
    ],
    ids=["another machine", "empty", "another program", "link", "pipe"],
)
def test_a_lock_that_is_none_of_ours_stays(
    repository: RepositoryBuilder, opened: Repository, make: Callable[[Path], object]
) -> None:
    lock = repository.root / ".git" / "index.lock"
    make(lock)

    with pytest.raises(IndexLockedError):
        index.put(opened, {"a": blob(opened)})
    with pytest.raises(IndexLockedError):
        index.check(opened, {"a": blob(opened)})
    assert os.path.lexists(lock)


def test_a_put_that_fails_leaves_the_index_and_no_lock(repository: RepositoryBuilder, opened: Repository) -> None:
    before = sorted(path.name for path in (repository.root / ".git").iterdir())

    with pytest.raises(RepositoryError):
        index.put(opened, {"a": blob(opened), ".git/config": blob(opened)})
    assert opened.tracked() == {"README.md"}
    assert sorted(path.name for path in (repository.root / ".git").iterdir()) == before


def test_a_lock_that_a_full_disk_left_empty_is_removed(
    repository: RepositoryBuilder, opened: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(RepositoryError, match="No space left"):
            index.put(opened, {"README.md": None})

    assert not (repository.root / ".git" / "index.lock").exists()
    index.put(opened, {"README.md": None})
    assert repository.staged("README.md") is None


def test_a_damaged_index_is_told_and_left(repository: RepositoryBuilder, opened: Repository) -> None:
    (repository.root / ".git" / "index").write_bytes(b"junk")

    for act in (lambda: index.put(opened, {"a": blob(opened)}), lambda: index.entry(opened, "a")):
        with pytest.raises(RepositoryError, match="index cannot be read"):
            act()
    assert (repository.root / ".git" / "index").read_bytes() == b"junk"
    assert not (repository.root / ".git" / "index.lock").exists()


def test_a_path_cannot_be_a_file_and_a_folder(repository: RepositoryBuilder) -> None:
    repository.stage({"a/b": "b\n"})
    opened = Repository.open(repository.root)

    with pytest.raises(FileError, match="files in a folder called a"):
        index.put(opened, {"a": blob(opened)})
    with pytest.raises(FileError, match="a file called a/b"):
        index.put(opened, {"a/b/c": blob(opened)})
    index.put(opened, {"a": blob(opened), "a/b": None})
    assert opened.tracked() == {"README.md", "a"}


def test_a_path_in_conflict_is_refused_and_stays_in_conflict(repository: RepositoryBuilder) -> None:
    sides = [
        pygit2.IndexEntry("c.txt", repository.git.create_blob(data), pygit2.enums.FileMode.BLOB)
        for data in (b"1", b"2", b"3")
    ]
    repository.git.index.add_conflict(*sides)
    repository.git.index.write()
    opened = Repository.open(repository.root)

    for change in (None, blob(opened)):
        with pytest.raises(FileError, match="unresolved"):
            index.put(opened, {"c.txt": change})
    index.put(opened, {"other.txt": blob(opened)})

    kept = pygit2.Index(str(opened.git_dir / "index"))
    assert [[one.path for one in conflict if one] for conflict in kept.conflicts or ()] == [3 * ["c.txt"]]
    assert index.entry(opened, "c.txt") is None
    assert index.entry(opened, "other.txt") == blob(opened)
    assert opened.is_tracked("c.txt")


def test_heads_entries_are_files_of_its_commit(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.commit({"deep/a": "a\n"})

    assert index.head_entries(opened, ["deep/a", "deep", "none"]) == {
        "deep/a": TreeFile(opened.blob_id(b"a\n")),
        "deep": None,
        "none": None,
    }


def test_before_the_first_commit_head_has_no_entries(unborn: Repository) -> None:
    assert index.head_entries(unborn, ["a"]) == {"a": None}


def test_a_linked_worktree_has_an_index_of_its_own(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.git.add_worktree("side", str(tmp_path / "side"))
    side = Repository.open(tmp_path / "side")
    index.put(side, {"side.txt": blob(side)})

    assert "side.txt" in side.tracked()
    assert Repository.open(repository.root).tracked() == {"README.md"}


@needs_git
def test_git_sees_exactly_what_was_put(repository: RepositoryBuilder, opened: Repository) -> None:
    repository.write({"a.txt": "new\n"})
    index.put(opened, {"a.txt": blob(opened), "run": TreeFile(opened.write_blob(b"r"), EXECUTABLE)})

    assert git(repository, "status", "--porcelain") == "A  a.txt\nAD run\n"
    assert git(repository, "ls-files", "--stage", "run").startswith("100755 ")


@needs_git
def test_flags_of_other_entries_stay(repository: RepositoryBuilder) -> None:
    repository.commit({"skipped": "s\n", "assumed": "a\n"})
    repository.write({"intended": "i\n"})
    git(repository, "update-index", "--skip-worktree", "skipped")
    git(repository, "update-index", "--assume-unchanged", "assumed")
    git(repository, "add", "--intent-to-add", "intended")
    before = git(repository, "ls-files", "-v", "-s")
    opened = Repository.open(repository.root)
    index.put(opened, {"zzz": blob(opened)})
    index.put(opened, {"zzz": None})

    assert git(repository, "ls-files", "-v", "-s") == before
    assert git(repository, "diff", "--name-only", "--diff-filter=A").split() == ["intended"]


@needs_git
def test_a_change_of_equal_size_in_the_instant_of_staging_is_not_lost(
    repository: RepositoryBuilder, opened: Repository
) -> None:
    # git trusts size and time of a file only when they are older than the index; a new index must not look younger.
    place = repository.root / "racy.txt"
    git(repository, "config", "core.trustctime", "false")
    git(repository, "config", "core.checkStat", "minimal")
    place.write_bytes(b"one\n")
    git(repository, "add", "racy.txt")
    moment = (repository.root / ".git" / "index").stat().st_mtime_ns
    os.utime(place, ns=(moment, moment))
    git(repository, "add", "racy.txt")
    os.utime(repository.root / ".git" / "index", ns=(moment, moment))
    place.write_bytes(b"two\n")
    os.utime(place, ns=(moment, moment))
    index.put(opened, {"other": blob(opened)})

    assert "racy.txt" in git(repository, "diff", "--name-only")


def test_the_tree_of_the_index_can_be_written_after_many_puts(repository: RepositoryBuilder) -> None:
    opened = Repository.open(repository.root)
    index.put(opened, {f"f{number % 7}/x{number}": blob(opened) for number in range(100)})
    index.put(opened, {f"f{number % 7}/x{number}": None for number in range(0, 100, 2)})

    repository.git.index.read()
    assert len(trees.read_tree(opened, str(repository.git.index.write_tree()))) == 51
