"""Row 34: what the README says of git's commands that copy everything is so."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from guillemet.engine.workspace import Workspace
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
README = Path(__file__).resolve().parents[2] / "README.md"
DRAFT = b"Not to be published yet\n"


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository whose open review holds the bytes of a file that was never committed."""
    repository.commit({"a.txt": "a\n"})
    repository.write({"draft.txt": DRAFT})
    Workspace.open(repository.root).apply(edit("draft.txt", "Not to be published yet", "To be published"))
    return repository


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def carries(folder: Path) -> tuple[bool, bool]:
    """Whether a repository has our reference, and whether it has the content of that file."""
    ours = git(folder, "for-each-ref", "refs/guillemet")
    objects = git(folder, "cat-file", "--batch-all-objects", "--batch-check")
    oid = subprocess.run(["git", "hash-object", "--stdin"], input=DRAFT, capture_output=True, check=True).stdout
    return bool(ours), oid.decode().strip() in objects


def said(command: str) -> None:
    assert f"`{command}`" in README.read_text(encoding="utf-8")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    target = tmp_path / "target.git"
    git(tmp_path, "init", "-q", "--bare", str(target))
    return target


def test_an_ordinary_push_leaves_it_at_home(project: RepositoryBuilder, target: Path) -> None:
    git(project.root, "push", "-q", str(target), "--all")
    git(project.root, "push", "-q", str(target), "--tags")

    assert carries(target) == (False, False)


def test_a_mirror_can_leave_it_at_home(project: RepositoryBuilder, target: Path) -> None:
    said("git push --prune REMOTE '+refs/*:refs/*' '^refs/guillemet/*'")
    git(project.root, "push", "-q", "--prune", str(target), "+refs/*:refs/*", "^refs/guillemet/*")
    left_home = carries(target)
    git(project.root, "push", "-q", "--mirror", str(target))

    assert (left_home, carries(target)) == ((False, False), (True, True))


def test_a_bundle_can_leave_it_at_home(project: RepositoryBuilder, target: Path) -> None:
    said("git bundle create FILE --exclude='refs/guillemet/*' --all")
    bundle = target / "all.bundle"
    git(project.root, "bundle", "create", str(bundle), "--exclude=refs/guillemet/*", "--all")
    git(target, "fetch", "-q", str(bundle), "refs/*:refs/*")

    assert carries(target) == (False, False)


def test_a_clone_can_leave_it_at_home(project: RepositoryBuilder, tmp_path: Path) -> None:
    said("git clone --no-local FOLDER")
    git(tmp_path, "clone", "-q", "--no-local", str(project.root), "clean")
    git(tmp_path, "clone", "-q", str(project.root), "whole")

    assert carries(tmp_path / "clean") == (False, False)
    assert carries(tmp_path / "whole") == (False, True)


def test_who_serves_a_folder_can_hide_it(project: RepositoryBuilder, tmp_path: Path) -> None:
    said("git config --add transfer.hideRefs refs/guillemet")
    git(tmp_path, "clone", "-q", "--mirror", "--no-local", str(project.root), "open")
    git(project.root, "config", "--add", "transfer.hideRefs", "refs/guillemet")
    git(tmp_path, "clone", "-q", "--mirror", "--no-local", str(project.root), "hidden")

    assert carries(tmp_path / "open") == (True, True)
    assert carries(tmp_path / "hidden") == (False, False)


def test_the_configuration_is_left_alone(project: RepositoryBuilder) -> None:
    assert "hiderefs" not in (project.root / ".git/config").read_text(encoding="utf-8").lower()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_what_lies_beside_the_review_follows_core_shared_repository(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\n"})
    repository.git.config["core.sharedRepository"] = "group"
    before = os.umask(0o077)
    try:
        Workspace.open(repository.root).apply(edit("a.txt", "a", "A"))
    finally:
        os.umask(before)
    folder = repository.root / ".git/guillemet"

    assert stat.S_IMODE(folder.stat().st_mode) == 0o2770
    assert {stat.S_IMODE(one.stat().st_mode) for one in folder.iterdir()} == {0o660}
