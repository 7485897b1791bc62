"""Promises about links: where they lead is looked at by hand, and nothing follows them unasked."""

import itertools
import os
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from guillemet.engine.errors import FileError, UnsafePathError
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.safe_dir import HAS_HANDLES
from guillemet.engine.git.trees import LINK
from guillemet.engine.git.worktree import Worktree
from tests.kit.repositories import RepositoryBuilder


def link(repository: RepositoryBuilder, name: str, target: str | Path) -> None:
    place = repository.root / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)


def test_a_path_without_links_is_itself(repository: RepositoryBuilder, worktree: Worktree) -> None:
    repository.write({"a/b.txt": "b\n"})

    assert worktree.real_path("a/b.txt") == "a/b.txt"
    assert worktree.real_path("a/new/c.txt") == "a/new/c.txt"


def test_a_link_inside_leads_to_its_target(repository: RepositoryBuilder, worktree: Worktree) -> None:
    repository.write({"docs/real.txt": "r\n"})
    link(repository, "file", "docs/real.txt")
    link(repository, "folder", "docs")
    link(repository, "deep/up", "../folder/real.txt")
    link(repository, "absolute", repository.root / "docs" / "real.txt")

    for name in ("file", "folder/real.txt", "deep/up", "absolute"):
        assert worktree.real_path(name) == "docs/real.txt"


def test_a_dangling_link_inside_names_the_file_it_would_make(repository: RepositoryBuilder, worktree: Worktree) -> None:
    link(repository, "dangling", "docs/new.txt")

    assert worktree.real_path("dangling") == "docs/new.txt"


@pytest.mark.parametrize(
    ("target", "asked"),
    [
        ("../outside/secret.txt", "way"),
        ("../outside", "way/secret.txt"),
        ("../outside", "way/new.txt"),
        ("../outside/missing", "way"),
        ("..", "way"),
        ("/", "way/etc/passwd"),
        ("../project/README.md", "way"),
        ("../project-2/x", "way"),
        ("missing/../../outside/secret.txt", "way"),
    ],
)
def test_a_link_that_leads_out_is_refused(
    repository: RepositoryBuilder, worktree: Worktree, outside: Path, target: str, asked: str
) -> None:
    link(repository, "way", target)

    with pytest.raises(UnsafePathError, match="out of the repository") as raised:
        worktree.real_path(asked)
    assert raised.value.path == asked
    assert (outside / "secret.txt").read_bytes() == b"untouched\n"


def test_an_absolute_link_to_a_folder_with_the_roots_name_as_prefix_is_refused(
    repository: RepositoryBuilder, worktree: Worktree
) -> None:
    link(repository, "way", f"{repository.root}-2/x")

    with pytest.raises(UnsafePathError, match="out of the repository"):
        worktree.real_path("way")


def test_a_chain_that_leads_out_at_its_end_is_refused(
    repository: RepositoryBuilder, worktree: Worktree, outside: Path
) -> None:
    for number in range(9):
        link(repository, f"chain{number}", f"chain{number + 1}")
    link(repository, "chain9", outside / "secret.txt")

    with pytest.raises(UnsafePathError, match="out of the repository"):
        worktree.real_path("chain0")


def test_a_chain_of_more_than_forty_links_is_refused(repository: RepositoryBuilder, worktree: Worktree) -> None:
    for number in range(41):
        link(repository, f"chain{number}", f"chain{number + 1}")

    assert worktree.real_path("chain1") == "chain41"
    with pytest.raises(UnsafePathError, match="more than 40"):
        worktree.real_path("chain0")


def test_links_in_a_circle_are_refused(repository: RepositoryBuilder, worktree: Worktree) -> None:
    link(repository, "a", "b")
    link(repository, "b", "a")

    with pytest.raises(UnsafePathError, match="more than 40"):
        worktree.real_path("a/x")


@pytest.mark.parametrize(
    ("target", "asked"),
    [(".git/config", "way"), (".git", "way/hooks/pre-commit"), (".GIT/config", "way"), (".", "way")],
)
def test_a_link_into_git_or_to_the_root_is_refused(
    repository: RepositoryBuilder, worktree: Worktree, target: str, asked: str
) -> None:
    link(repository, "way", target)

    with pytest.raises(UnsafePathError):
        worktree.real_path(asked)


def test_a_file_where_a_folder_should_be_is_told(repository: RepositoryBuilder, worktree: Worktree) -> None:
    repository.write({"plain": "p\n"})

    with pytest.raises(FileError, match="a file, not a folder"):
        worktree.real_path("plain/x")


def test_nothing_reads_or_writes_through_a_link(
    repository: RepositoryBuilder, worktree: Worktree, outside: Path
) -> None:
    link(repository, "file", outside / "secret.txt")
    link(repository, "folder", outside)

    for path in ("file", "folder/secret.txt", "folder/new.txt"):
        with pytest.raises(UnsafePathError):
            worktree.read(path)
        with pytest.raises(UnsafePathError):
            worktree.write(path, b"hacked")
    for act in (lambda: worktree.delete("folder/secret.txt"), lambda: worktree.make_folder("folder/x")):
        with pytest.raises(UnsafePathError):
            act()
    assert sorted(entry.name for entry in outside.iterdir()) == ["secret.txt"]
    assert (outside / "secret.txt").read_bytes() == b"untouched\n"
    assert (repository.root / "file").is_symlink()


def test_a_folder_swapped_for_a_link_after_the_look_is_noticed(
    repository: RepositoryBuilder, worktree: Worktree, outside: Path
) -> None:
    repository.write({"a/b.txt": "b\n"})
    real = worktree.real_path("a/secret.txt")
    (repository.root / "a").rename(repository.root / "moved")
    link(repository, "a", outside)

    with pytest.raises(UnsafePathError, match="has become one meanwhile"):
        worktree.write(real, b"hacked")
    assert (outside / "secret.txt").read_bytes() == b"untouched\n"


@pytest.mark.skipif(not HAS_HANDLES, reason="this system opens by path only")
def test_a_folder_swapped_again_and_again_never_lets_a_write_out(
    repository: RepositoryBuilder, opened: Repository, outside: Path
) -> None:
    worktree = Worktree(opened)
    folder, trash = repository.root / "a", repository.root.parent / "trash"
    trash.mkdir()
    done = threading.Event()

    def swap() -> None:
        for number in itertools.count():
            for act in (lambda: folder.symlink_to(outside), folder.unlink, folder.mkdir):
                with suppress(OSError):
                    act()
            with suppress(OSError):
                folder.rename(trash / str(number))
            if done.is_set():
                return

    swapper = threading.Thread(target=swap)
    swapper.start()
    refused = 0
    try:
        for _ in range(500):
            try:
                worktree.write("a/secret.txt", b"hacked")
            except FileError:
                refused += 1
    finally:
        done.set()
        swapper.join()

    assert sorted(entry.name for entry in outside.iterdir()) == ["secret.txt"]
    assert (outside / "secret.txt").read_bytes() == b"untouched\n"
    assert refused


def test_a_link_is_read_and_written_as_a_link(repository: RepositoryBuilder, worktree: Worktree, outside: Path) -> None:
    link(repository, "way", outside / "secret.txt")
    state = worktree.read_state("way")
    assert state.data is not None
    worktree.delete("way")

    worktree.write("way", state.data, mode=state.mode)

    assert state.mode == LINK
    assert worktree.link_target("way") == str(outside / "secret.txt")
    assert (outside / "secret.txt").read_bytes() == b"untouched\n"


def test_a_file_is_never_turned_into_a_link_nor_a_link_into_a_file(
    repository: RepositoryBuilder, worktree: Worktree
) -> None:
    link(repository, "way", "README.md")

    with pytest.raises(UnsafePathError, match="is a link"):
        worktree.write("way", b"text")
    with pytest.raises(UnsafePathError, match="a file, not a link"):
        worktree.write("README.md", b"elsewhere", mode=LINK)


def test_only_links_have_a_target(repository: RepositoryBuilder, worktree: Worktree) -> None:
    link(repository, "way", "nowhere")

    assert worktree.link_target("way") == "nowhere"
    assert worktree.link_target("README.md") is None
    assert worktree.link_target("missing/x") is None


def test_deleting_a_link_leaves_its_target(repository: RepositoryBuilder, worktree: Worktree, outside: Path) -> None:
    link(repository, "way", outside)
    worktree.delete("way")

    assert not os.path.lexists(repository.root / "way")
    assert (outside / "secret.txt").exists()


def test_a_listed_folder_names_links_and_does_not_enter_them(
    repository: RepositoryBuilder, worktree: Worktree, outside: Path
) -> None:
    repository.write({"build/out/a.o": "a", "build/b.o": "b"})
    link(repository, "build/way", outside)

    assert worktree.list_folder("build") == ("build/b.o", "build/out/a.o", "build/way")
    assert worktree.list_folders("build") == ("build", "build/out")


def test_a_link_to_a_folder_is_not_listed_as_one(
    repository: RepositoryBuilder, worktree: Worktree, outside: Path
) -> None:
    link(repository, "way", outside)

    with pytest.raises(UnsafePathError, match="is a link"):
        worktree.list_folder("way")
