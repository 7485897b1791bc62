"""Promises of reading and writing user files."""

import errno
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from guillemet.engine.errors import FileError
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import EXECUTABLE, FILE
from guillemet.engine.git.worktree import Disk, Worktree
from tests.kit.repositories import RepositoryBuilder


def leftovers(repository: RepositoryBuilder) -> list[str]:
    return [path.name for path in repository.root.rglob(".guillemet-*")]


def permissions(place: Path) -> int:
    return stat.S_IMODE(place.stat().st_mode)


def test_written_bytes_are_read_back(worktree: Worktree) -> None:
    worktree.write("README.md", b"\0\xff\r\nnew")

    assert worktree.read("README.md") == b"\0\xff\r\nnew"


def test_a_missing_file_reads_as_nothing(worktree: Worktree) -> None:
    assert worktree.read("missing.txt") is None
    assert worktree.read("missing/deep.txt") is None
    assert worktree.read_state("missing.txt") == Disk(None)


def test_missing_folders_are_made_and_named_outermost_first(worktree: Worktree) -> None:
    worktree.make_folder("a")

    assert worktree.write("a/b/c/x.txt", b"x") == ("a/b", "a/b/c")
    assert worktree.write("a/b/c/y.txt", b"y") == ()


def test_the_folders_a_write_made_can_be_removed_again(repository: RepositoryBuilder, worktree: Worktree) -> None:
    made = worktree.write("a/b/x.txt", b"x")
    worktree.delete("a/b/x.txt")
    worktree.remove_empty(made)

    assert not (repository.root / "a").exists()


def test_folders_that_hold_something_are_not_removed(repository: RepositoryBuilder, worktree: Worktree) -> None:
    made = worktree.write("a/b/x.txt", b"x")
    worktree.write("a/other.txt", b"o")
    worktree.delete("a/b/x.txt")
    worktree.remove_empty(made)

    assert [path.name for path in (repository.root / "a").iterdir()] == ["other.txt"]


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
    assert worktree.read_state("README.md") == Disk(b"r", EXECUTABLE)

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


def test_a_folder_in_the_place_of_a_file_is_told(worktree: Worktree) -> None:
    worktree.make_folder("a")

    for act in (lambda: worktree.read("a"), lambda: worktree.write("a", b"x"), lambda: worktree.delete("a")):
        with pytest.raises(FileError, match="a is a folder, not a file"):
            act()


def test_a_file_in_the_place_of_a_folder_is_told(worktree: Worktree) -> None:
    for act in (lambda: worktree.write("README.md/x", b"x"), lambda: worktree.make_folder("README.md")):
        with pytest.raises(FileError, match=r"README\.md is a file, not a folder"):
            act()


def test_a_pipe_is_refused_without_waiting_for_it(repository: RepositoryBuilder, worktree: Worktree) -> None:
    os.mkfifo(repository.root / "pipe")

    for act in (lambda: worktree.read("pipe"), lambda: worktree.write("pipe", b"x"), lambda: worktree.delete("pipe")):
        with pytest.raises(FileError, match="a pipe"):
            act()


def test_a_name_too_long_is_told_and_leaves_nothing(repository: RepositoryBuilder, worktree: Worktree) -> None:
    with pytest.raises(FileError, match="too long"):
        worktree.write("new/folder/" + "x" * 256, b"x")
    assert not (repository.root / "new").exists()


@contextmanager
def files_no_larger_than(limit: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_write_that_fails_halfway_leaves_the_old_file_and_nothing_else(
    repository: RepositoryBuilder, worktree: Worktree
) -> None:
    before = repository.snapshot()

    with files_no_larger_than(100_000), pytest.raises(FileError, match="too large"):
        worktree.write("README.md", b"x" * 1_000_000)
    with files_no_larger_than(100_000), pytest.raises(FileError, match="too large"):
        worktree.write("new/file", b"x" * 1_000_000)
    assert repository.snapshot() == before
    assert not (repository.root / "new").exists()


def test_a_full_disk_is_told_and_nothing_is_half_written(
    repository: RepositoryBuilder, worktree: Worktree, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = repository.snapshot()

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(FileError, match="no space left"):
        worktree.write("README.md", b"new")
    assert repository.snapshot() == before
    assert leftovers(repository) == []


def test_what_a_killed_write_left_is_found_and_removed(repository: RepositoryBuilder, worktree: Worktree) -> None:
    repository.write({"a/.guillemet-00.tmp": "half", "a/x.txt": "x", ".guillemet-01.tmp": "half"})

    assert worktree.remove_leftovers(["a/x.txt", "b.txt", "gone/c.txt"]) == (".guillemet-01.tmp", "a/.guillemet-00.tmp")
    assert leftovers(repository) == []
    assert worktree.read("a/x.txt") == b"x"


def test_a_deleted_file_is_gone_and_deleting_it_again_is_no_error(
    repository: RepositoryBuilder, worktree: Worktree
) -> None:
    worktree.delete("README.md")
    worktree.delete("README.md")
    worktree.delete("no/such/folder.txt")

    assert not (repository.root / "README.md").exists()


def test_a_renamed_file_keeps_bytes_and_mode(repository: RepositoryBuilder, worktree: Worktree) -> None:
    (repository.root / "README.md").chmod(0o755)
    worktree.make_folder("docs")
    worktree.rename("README.md", "docs/READ.md")

    assert worktree.read_state("docs/READ.md") == Disk(b"# Project\n\nA sample.\n", EXECUTABLE)
    assert worktree.read("README.md") is None


def test_a_folder_is_renamed_whole(repository: RepositoryBuilder, worktree: Worktree) -> None:
    repository.write({"a/b/x.txt": "x"})
    worktree.rename("a/b", "c")

    assert worktree.list_folder("c") == ("c/x.txt",)


def test_renaming_onto_something_is_refused(repository: RepositoryBuilder, worktree: Worktree) -> None:
    repository.write({"b.txt": "b"})

    with pytest.raises(FileError, match=r"b\.txt is there already"):
        worktree.rename("README.md", "b.txt")
    assert worktree.read("b.txt") == b"b"


def test_renaming_what_is_gone_or_into_no_folder_is_told(worktree: Worktree) -> None:
    with pytest.raises(FileError, match="no longer there"):
        worktree.rename("gone.txt", "b.txt")
    with pytest.raises(FileError, match="no longer there"):
        worktree.rename("README.md", "nowhere/b.txt")


def test_the_fingerprint_changes_with_the_file(worktree: Worktree) -> None:
    before = worktree.fingerprint("README.md")
    worktree.write("README.md", b"# Project\n\nA sampl2.\n")

    assert before is not None
    assert worktree.fingerprint("README.md") != before
    assert worktree.fingerprint("missing") is None


def test_existence_counts_links_that_lead_nowhere(repository: RepositoryBuilder, worktree: Worktree) -> None:
    (repository.root / "way").symlink_to("nowhere")

    assert worktree.exists_on_disk("way")
    assert worktree.exists_on_disk("README.md")
    assert not worktree.exists_on_disk("missing/x")


def test_folders_nested_without_end_are_refused(repository: RepositoryBuilder, worktree: Worktree) -> None:
    place = repository.root / "deep"
    for _ in range(210):
        place /= "d"
    place.mkdir(parents=True)

    with pytest.raises(FileError, match="more than 200 folders"):
        worktree.list_folder("deep")


def test_files_with_names_no_reply_could_write_are_listed_and_removed(
    repository: RepositoryBuilder, worktree: Worktree
) -> None:
    (repository.root / "odd").mkdir()
    for name in (b"new\nline", b"back\\slash", b"\xff", b"-rf", b" "):
        (repository.root / "odd" / os.fsdecode(name)).write_bytes(name)

    listed = worktree.list_folder("odd")
    for path in listed:
        worktree.delete(path)

    assert len(listed) == 5
    assert worktree.list_folder("odd") == ()
