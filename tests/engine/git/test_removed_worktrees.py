"""Promises of the refs of worktrees that were removed: they go, and nothing goes that may be alive."""

import shutil
import subprocess
from pathlib import Path

import pytest

from guillemet.engine.workspace import Workspace
from tests.engine.git.conftest import needs_git
from tests.kit.replies import create
from tests.kit.repositories import RepositoryBuilder


@pytest.fixture
def linked(repository: RepositoryBuilder, tmp_path: Path) -> Path:
    """Return a linked worktree with a proposal."""
    folder = tmp_path / "linked"
    repository.git.add_worktree("linked", str(folder))
    Workspace.open(folder).apply(create("a.txt", "a"))
    return folder


def reviews(repository: RepositoryBuilder) -> list[str]:
    return [name for name in repository.git.references if name.startswith("refs/guillemet/")]


def open_main(repository: RepositoryBuilder) -> None:
    Workspace.open(repository.root).apply(create("b.txt", "b"))


@pytest.mark.parametrize("is_packed", [False, pytest.param(True, marks=needs_git)])
def test_the_review_of_a_removed_worktree_goes_when_another_one_opens(
    repository: RepositoryBuilder, linked: Path, *, is_packed: bool
) -> None:
    if is_packed:
        subprocess.run(["git", "pack-refs", "--all"], cwd=repository.root, check=True)
    shutil.rmtree(linked)
    repository.git.lookup_worktree("linked").prune(True)  # noqa: FBT003  pygit2 knows no name for it

    open_main(repository)

    assert reviews(repository) == ["refs/guillemet/main/review"]


@needs_git
@pytest.mark.parametrize("is_locked", [True, False])
def test_the_review_of_a_worktree_that_is_only_missing_stays(
    repository: RepositoryBuilder, linked: Path, *, is_locked: bool
) -> None:
    if is_locked:
        subprocess.run(["git", "worktree", "lock", str(linked)], cwd=repository.root, check=True)
    linked.rename(linked.with_name("elsewhere"))

    open_main(repository)

    assert sorted(reviews(repository)) == ["refs/guillemet/linked/review", "refs/guillemet/main/review"]


def test_other_refs_stay_whatever_they_are_called(repository: RepositoryBuilder) -> None:
    for name in ("refs/guillemet/gone/other", "refs/heads/guillemet/gone/review", "refs/guillemet/a/b/review"):
        repository.git.references.create(name, repository.head)

    open_main(repository)

    assert len([name for name in repository.git.references if "guillemet" in name]) == 4


def test_a_worktree_opened_from_its_own_folder_keeps_the_main_one(repository: RepositoryBuilder, linked: Path) -> None:
    open_main(repository)

    Workspace.open(linked)

    assert sorted(reviews(repository)) == ["refs/guillemet/linked/review", "refs/guillemet/main/review"]
