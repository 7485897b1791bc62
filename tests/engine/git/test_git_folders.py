"""Promises that .git and other repositories inside the worktree are out of reach."""

from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.errors import UnsafePathError
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.worktree import Worktree
from tests.kit.repositories import RepositoryBuilder

Act = Callable[[Worktree, str], object]
ACTS: dict[str, Act] = {
    "real path": Worktree.real_path,
    "read": Worktree.read,
    "write": lambda worktree, path: worktree.write(path, b"hacked"),
    "delete": Worktree.delete,
    "make folder": Worktree.make_folder,
    "rename to": lambda worktree, path: worktree.rename("README.md", path),
    "rename from": lambda worktree, path: worktree.rename(path, "free"),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
@pytest.mark.parametrize("path", [".git/config", ".git/hooks/pre-commit", ".git", "sub/.git/config"])
def test_git_is_out_of_reach(repository: RepositoryBuilder, worktree: Worktree, act: Act, path: str) -> None:
    before = (repository.root / ".git" / "config").read_bytes()

    with pytest.raises(UnsafePathError):
        act(worktree, path)
    assert (repository.root / ".git" / "config").read_bytes() == before
    assert not (repository.root / "sub" / ".git").exists()
    assert not (repository.root / ".git" / "hooks" / "pre-commit").exists()


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_git_is_known_by_what_it_is_not_by_its_name(
    repository: RepositoryBuilder, opened: Repository, act: Act
) -> None:
    # A disk that ignores case or has short names shows .git under another name; a second name of it does the same here.
    worktree = Worktree(opened)
    moved = repository.root / "GIT~1"
    (repository.root / ".git").rename(moved)
    opened.git_dir = opened.common_dir = moved

    with pytest.raises(UnsafePathError, match=r"\.git"):
        act(worktree, "GIT~1/config")


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_the_git_file_of_a_linked_worktree_is_out_of_reach(
    repository: RepositoryBuilder, tmp_path: Path, act: Act
) -> None:
    repository.git.add_worktree("side", str(tmp_path / "side"))
    before = (tmp_path / "side" / ".git").read_bytes()

    with pytest.raises(UnsafePathError):
        act(Worktree(Repository.open(tmp_path / "side")), ".git")
    assert (tmp_path / "side" / ".git").read_bytes() == before


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
@pytest.mark.parametrize("kind", ["repository", "submodule"])
def test_another_repository_inside_is_out_of_reach(
    repository: RepositoryBuilder, worktree: Worktree, act: Act, kind: str
) -> None:
    inner = repository.root / "inner"
    if kind == "repository":
        pygit2.init_repository(str(inner))
    else:
        inner.mkdir()
        (inner / ".git").write_text("gitdir: ../.git/modules/inner\n")
    (inner / "a.txt").write_bytes(b"theirs")

    with pytest.raises(UnsafePathError, match="repository of its own"):
        act(worktree, "inner/a.txt")
    assert (inner / "a.txt").read_bytes() == b"theirs"


def test_a_folder_with_another_repository_below_is_not_listed(
    repository: RepositoryBuilder, worktree: Worktree
) -> None:
    repository.write({"build/a.o": "a"})
    pygit2.init_repository(str(repository.root / "build" / "dep" / "lib"))

    with pytest.raises(UnsafePathError, match="build/dep/lib is a repository of its own"):
        worktree.list_folder("build")


@pytest.mark.parametrize("path", ["../x", "a/../../x", "a/./b", "", "a//b", "."])
def test_components_that_name_no_file_are_refused_even_unguarded(worktree: Worktree, path: str) -> None:
    with pytest.raises(UnsafePathError):
        worktree.write(path, b"x")
    with pytest.raises(UnsafePathError):
        worktree.delete(path)


def test_a_separate_git_folder_inside_the_worktree_is_out_of_reach(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    pygit2.init_repository(str(root))
    (root / ".git").rename(root / "store")
    (root / ".git").write_text("gitdir: store\n")
    worktree = Worktree(Repository.open(root))

    with pytest.raises(UnsafePathError, match=r"\.git"):
        worktree.write("store/config", b"hacked")
    with pytest.raises(UnsafePathError, match=r"\.git"):
        worktree.list_folder("store")
