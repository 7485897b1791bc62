"""A repository opened by the engine, its worktree, and a folder outside that nothing may reach."""

import shutil
from pathlib import Path

import pytest

from guillemet.engine.git import safe_dir
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.worktree import Worktree
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="compares with the git program")


@pytest.fixture
def opened(repository: RepositoryBuilder) -> Repository:
    """Return the repository with one commit, opened by the engine."""
    return Repository.open(repository.root)


@pytest.fixture
def unborn(empty_repository: RepositoryBuilder) -> Repository:
    """Return a repository before its first commit, opened by the engine."""
    return Repository.open(empty_repository.root)


@pytest.fixture(params=["by handle", "by path"])
def worktree(opened: Repository, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Worktree:
    """Return the worktree twice: as systems with folder handles see it, and as Windows does."""
    if request.param == "by path":
        monkeypatch.setattr(safe_dir, "HAS_HANDLES", False)
    return Worktree(opened)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Return a folder beside the repository with one file in it."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_bytes(b"untouched\n")
    return folder
