"""Promises of who may read, write and run a file: kept as they were, and obeyed."""

import os
import stat
import sys
from pathlib import Path

import pytest

from guillemet.engine.errors import FileError
from guillemet.engine.git.objects.durability import share
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import EXECUTABLE, FILE
from guillemet.engine.git.worktree import FileState, Worktree
from tests.kit.repositories import RepositoryBuilder


def permissions(place: Path) -> int:
    return stat.S_IMODE(place.stat().st_mode)


def test_permissions_of_an_existing_file_stay(repository: RepositoryBuilder, worktree: Worktree) -> None:
    place = repository.root / "README.md"
    for mode in (0o640, 0o755, 0o600):
        place.chmod(mode)
        worktree.write("README.md", f"{mode}".encode())

        assert permissions(place) == mode


def test_a_private_file_is_private_at_every_moment(
    repository: RepositoryBuilder, worktree: Worktree, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository.root / "README.md").chmod(0o600)
    seen: list[int] = []
    write_through = os.fsync

    def watched(handle: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(handle).st_mode))
        write_through(handle)

    monkeypatch.setattr(os, "fsync", watched)
    worktree.write("README.md", b"still private")

    assert seen == [0o600]
    assert permissions(repository.root / "README.md") == 0o600


def test_a_new_file_takes_the_umask(repository: RepositoryBuilder, worktree: Worktree) -> None:
    old = os.umask(0o027)
    try:
        worktree.write("plain", b"p")
        worktree.write("run", b"r", mode=EXECUTABLE)
    finally:
        os.umask(old)

    assert permissions(repository.root / "plain") == 0o640
    assert permissions(repository.root / "run") == 0o750


def test_the_executable_bit_is_set_and_taken_where_reading_is_allowed(
    repository: RepositoryBuilder, worktree: Worktree
) -> None:
    place = repository.root / "README.md"
    place.chmod(0o640)
    worktree.write("README.md", b"r", mode=EXECUTABLE)
    assert permissions(place) == 0o750
    assert worktree.read_state("README.md") == FileState(b"r", EXECUTABLE)

    worktree.write("README.md", b"r", mode=FILE)
    assert permissions(place) == 0o640


def test_where_the_disk_knows_no_executable_bit_the_index_does(repository: RepositoryBuilder) -> None:
    place = repository.root / "run.sh"
    repository.write({"run.sh": "r"})
    place.chmod(0o755)
    repository.stage({"run.sh": "r"})
    place.chmod(0o644)
    repository.git.config["core.fileMode"] = False

    assert Worktree(Repository.open(repository.root)).read_state("run.sh").mode == EXECUTABLE


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_of_an_existing_file_stays(repository: RepositoryBuilder, opened: Repository) -> None:
    place = repository.root / "README.md"
    os.chown(place, 12345, 54321)
    Worktree(opened).write("README.md", b"new")

    assert (place.stat().st_uid, place.stat().st_gid) == (12345, 54321)


def test_a_read_only_file_is_refused_and_stays(repository: RepositoryBuilder, worktree: Worktree) -> None:
    place = repository.root / "README.md"
    before = place.read_bytes()
    place.chmod(0o444)

    with pytest.raises(FileError, match="is read-only"):
        worktree.write("README.md", b"new")
    with pytest.raises(FileError, match="is read-only"):
        worktree.delete("README.md")
    assert place.read_bytes() == before


def test_a_read_only_folder_is_refused(repository: RepositoryBuilder, worktree: Worktree) -> None:
    repository.write({"a/x.txt": "x"})
    (repository.root / "a").chmod(0o555)
    try:
        for act in (
            lambda: worktree.write("a/x.txt", b"new"),
            lambda: worktree.write("a/new.txt", b"new"),
            lambda: worktree.write("a/b/new.txt", b"new"),
            lambda: worktree.delete("a/x.txt"),
            lambda: worktree.rename("a/x.txt", "y.txt"),
        ):
            with pytest.raises(FileError, match=r"folder of .* is read-only"):
                act()
        assert [path.name for path in (repository.root / "a").iterdir()] == ["x.txt"]
    finally:
        (repository.root / "a").chmod(0o755)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep such notes in other ways")
def test_what_the_system_keeps_beside_a_file_stays_with_it(repository: RepositoryBuilder, opened: Repository) -> None:
    place = repository.root / "README.md"
    try:
        os.setxattr(place, "user.note", b"mine")
    except OSError:
        pytest.skip("this disk keeps no such notes")

    Worktree(opened).write("README.md", b"new\n")

    assert os.getxattr(place, "user.note") == b"mine"
    assert place.read_bytes() == b"new\n"


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
@pytest.mark.parametrize("setting", ["", "umask", "false", "nonsense"])
def test_nothing_is_shared_unless_the_configuration_says_so(tmp_path: Path, setting: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder").chmod(0o750)

    share(tmp_path / "folder", setting)

    assert permissions(tmp_path / "folder") == 0o750
