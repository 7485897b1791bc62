"""Promises of reading, writing, deleting and renaming user files."""

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from guillemet.engine.errors import FileError
from guillemet.engine.git import safe_dir
from guillemet.engine.git.safe_dir import SafeDir
from guillemet.engine.git.trees import EXECUTABLE
from guillemet.engine.git.worktree import FileState, Worktree
from tests.kit.repositories import RepositoryBuilder


def leftovers(repository: RepositoryBuilder) -> list[str]:
    return [path.name for path in repository.root.rglob(".guillemet-*")]


def test_written_bytes_are_read_back(worktree: Worktree) -> None:
    worktree.write("README.md", b"\0\xff\r\nnew")

    assert worktree.read("README.md") == b"\0\xff\r\nnew"


def test_a_missing_file_reads_as_nothing(worktree: Worktree) -> None:
    assert worktree.read("missing.txt") is None
    assert worktree.read("missing/deep.txt") is None
    assert worktree.read_state("missing.txt") == FileState(None)


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


def test_what_a_killed_write_left_is_found(repository: RepositoryBuilder, worktree: Worktree) -> None:
    hidden = ".guillemet-0123456789abcdef.tmp"
    repository.write({f"a/{hidden}": "half", "a/x.txt": "x", hidden: "half"})

    assert worktree.leftovers(["a/x.txt", "b.txt", "gone/c.txt"]) == (hidden, f"a/{hidden}")


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

    assert worktree.read_state("docs/READ.md") == FileState(b"# Project\n\nA sample.\n", EXECUTABLE)
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


def test_a_hidden_file_of_the_users_own_is_no_leftover(repository: RepositoryBuilder, worktree: Worktree) -> None:
    repository.write({".guillemet-notes.tmp": "mine\n", ".guillemet-0123456789abcdef.tmp": "cut off"})

    assert worktree.leftovers(["README.md"]) == (".guillemet-0123456789abcdef.tmp",)


def test_what_is_not_expected_in_the_last_moment_is_left_alone(
    repository: RepositoryBuilder, worktree: Worktree
) -> None:
    before = repository.snapshot()

    for act in (
        lambda: worktree.write("README.md", b"ours", expected=lambda disk: disk.data == b"other"),
        lambda: worktree.write("new/file", b"ours", expected=lambda disk: disk.data is not None),
        lambda: worktree.delete("README.md", expected=lambda disk: disk.data == b"other"),
    ):
        with pytest.raises(FileError, match="this very moment"):
            act()

    assert repository.snapshot() == before
    assert not (repository.root / "new").exists()


SAVED_MEANWHILE = [
    *(("exchange", way) for way in ("write", "rename", "delete", "folder", "twice")),
    *(("rename_to_new", way) for way in ("write", "rename", "folder", "twice")),
]


@pytest.mark.parametrize(("renames", "way"), SAVED_MEANWHILE)
def test_what_is_saved_between_the_last_look_and_the_rename_is_kept(
    repository: RepositoryBuilder, worktree: Worktree, monkeypatch: pytest.MonkeyPatch, renames: str, way: str
) -> None:
    repository.write({"a.txt": "before\n"})
    place = repository.root / "a.txt"
    if renames == "exchange" and not can_exchange(repository.root):
        pytest.skip("this system, or this disk, cannot exchange two names")

    def save(text: str = "saved\n") -> None:
        if way in ("rename", "twice"):
            (repository.root / "saved").write_text(text)
            (repository.root / "saved").replace(place)
        elif way == "write":
            place.write_text(text)
        else:
            place.unlink()
            if way == "folder":
                place.mkdir()

    act_before(monkeypatch, save, name=renames)
    if way == "twice":
        act_before(monkeypatch, lambda: save("saved twice\n"), name=renames, call=2)

    def is_as_before(disk: FileState) -> bool:
        return disk.data == b"before\n"

    act = partial(worktree.write, data=b"ours\n") if renames == "exchange" else worktree.delete
    with pytest.raises(FileError, match="this very moment"):
        act("a.txt", expected=is_as_before)

    kept = {"write": b"saved\n", "rename": b"saved\n", "twice": b"saved twice\n"}
    assert (place.read_bytes() if place.is_file() else None) == kept.get(way)
    assert place.is_dir() == (way == "folder")
    assert leftovers(repository) == []


def test_a_new_file_made_in_the_last_moment_is_kept(
    repository: RepositoryBuilder, worktree: Worktree, monkeypatch: pytest.MonkeyPatch
) -> None:
    act_before(monkeypatch, lambda: repository.write({"a.txt": "theirs\n"}), name="rename_to_new")

    with pytest.raises(FileError, match="this very moment"):
        worktree.write("a.txt", b"ours\n", expected=lambda disk: disk.data is None)
    assert repository.read("a.txt") == b"theirs\n"
    assert leftovers(repository) == []


def test_where_names_cannot_be_exchanged_files_are_replaced(
    repository: RepositoryBuilder, worktree: Worktree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_dir, "_rename", None)
    worktree.write("README.md", b"ours\n", expected=lambda disk: disk.data is not None)
    worktree.write("new.txt", b"new\n", expected=lambda disk: disk.data is None)
    assert (repository.read("README.md"), repository.read("new.txt")) == (b"ours\n", b"new\n")
    worktree.delete("new.txt", expected=lambda disk: disk.data == b"new\n")

    assert not (repository.root / "new.txt").exists()
    assert leftovers(repository) == []


def can_exchange(folder: Path) -> bool:
    for name in ("one", "other"):
        (folder / name).touch()
    try:
        return safe_dir.exchange(None, str(folder / "one"), str(folder / "other"))
    finally:
        for name in ("one", "other"):
            (folder / name).unlink()


def act_before(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], *, name: str, call: int = 1) -> None:
    """Do something right before the given call of a method of a folder."""
    does, left = getattr(SafeDir, name), [call]

    def counted(*given: object) -> object:
        left[0] -= 1
        if left[0] == 0:
            act()
        return does(*given)

    monkeypatch.setattr(SafeDir, name, counted)


def test_a_link_is_not_read_as_a_file_where_folders_have_no_handles(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a\n")
    (tmp_path / "way").symlink_to("a.txt")

    with pytest.raises(OSError, match="way") as refused:
        SafeDir(tmp_path, None).read("way")

    # By this number it is told from a disk that fails.
    assert refused.value.errno == errno.ELOOP
