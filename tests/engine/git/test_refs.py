"""Promises of the private ref."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from guillemet.engine.errors import MovedError, RepositoryError
from guillemet.engine.git import refs, trees
from guillemet.engine.git.repository import Repository, ref_safe
from guillemet.engine.git.trees import TreeFile
from guillemet.engine.workspace import Workspace
from tests.engine.git.conftest import needs_git
from tests.kit.replies import create
from tests.kit.repositories import RepositoryBuilder


def tree_of(repository: Repository, content: bytes) -> str:
    return trees.write_tree(repository, {"x/file": TreeFile(repository.write_blob(content))})


def test_there_is_no_review_at_first(opened: Repository) -> None:
    assert refs.read(opened) is None


def test_a_moved_ref_is_read_back(opened: Repository) -> None:
    first, second = tree_of(opened, b"1"), tree_of(opened, b"2")
    refs.move(opened, None, first)
    refs.move(opened, first, second)

    assert refs.read(opened) == second


def test_it_works_before_the_first_commit(unborn: Repository) -> None:
    tree = tree_of(unborn, b"1")
    refs.move(unborn, None, tree)

    assert refs.read(unborn) == tree
    assert unborn.head().commit == ""


def test_a_second_window_that_was_faster_is_noticed(repository: RepositoryBuilder) -> None:
    here, there = Repository.open(repository.root), Repository.open(repository.root)
    first, second, third = (tree_of(here, data) for data in (b"1", b"2", b"3"))
    refs.move(here, None, first)
    assert refs.read(there) == first
    refs.move(here, first, second)

    with pytest.raises(MovedError, match="meanwhile"):
        refs.move(there, first, third)
    assert refs.read(there) == second


def test_two_first_moves_cannot_both_win(repository: RepositoryBuilder) -> None:
    here, there = Repository.open(repository.root), Repository.open(repository.root)
    first, second = tree_of(here, b"1"), tree_of(here, b"2")
    refs.move(here, None, first)

    with pytest.raises(MovedError):
        refs.move(there, None, second)
    assert refs.read(here) == first


def test_nobody_moves_it_between_our_reading_and_writing(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Repository.open(repository.root), Repository.open(repository.root)
    first, second, third = (tree_of(here, data) for data in (b"1", b"2", b"3"))
    refs.move(here, None, first)
    target = refs._target

    def look_while_another_tries(asked: Repository, name: str) -> str | None:
        found = target(asked, name)
        monkeypatch.setattr(refs, "_target", target)
        with pytest.raises(MovedError):
            refs.move(there, first, second)
        return found

    monkeypatch.setattr(refs, "_target", look_while_another_tries)
    refs.move(here, first, third)

    assert refs.read(here) == refs.read(there) == third


def test_a_ref_locked_by_another_process_counts_as_moved(opened: Repository) -> None:
    first, second = tree_of(opened, b"1"), tree_of(opened, b"2")
    refs.move(opened, None, first)
    lock = opened.common_dir / (refs.review_ref(opened) + ".lock")
    lock.touch()

    with pytest.raises(MovedError):
        refs.move(opened, first, second)
    assert lock.exists()


@pytest.mark.parametrize("dated", [-2 * refs.STALE_SECONDS, 2 * refs.STALE_SECONDS])
def test_a_lock_a_killed_process_left_does_not_hold_forever(opened: Repository, dated: float) -> None:
    first, second = tree_of(opened, b"1"), tree_of(opened, b"2")
    refs.move(opened, None, first)
    lock = opened.common_dir / (refs.review_ref(opened) + ".lock")
    lock.touch()
    os.utime(lock, (time.time() + dated,) * 2)
    refs.move(opened, first, second)

    assert refs.read(opened) == second


KILLED_WHILE_MOVING = """
import os, signal, sys
from pathlib import Path
from guillemet.engine.git import refs
from guillemet.engine.git.repository import Repository, ref_safe
opened = Repository.open(Path(sys.argv[1]))
refs._target = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
refs.move(opened, sys.argv[2], sys.argv[3])
"""


@pytest.mark.skipif(os.name != "posix", reason="processes are killed like this on POSIX only")
def test_a_lock_of_our_own_killed_process_is_taken_over_at_once(opened: Repository) -> None:
    first, second = tree_of(opened, b"1"), tree_of(opened, b"2")
    refs.folder(opened).mkdir()
    refs.move(opened, None, first)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    killed = [sys.executable, "-c", KILLED_WHILE_MOVING, opened.root, first, second]
    subprocess.run(killed, env=environment, check=False)
    lock = opened.common_dir / (refs.review_ref(opened) + ".lock")
    assert lock.exists()
    refs.move(opened, first, second)

    assert refs.read(opened) == second
    assert not lock.exists()
    assert not any(refs.folder(opened).iterdir())


def test_linked_worktrees_have_reviews_of_their_own(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.git.add_worktree("side", str(tmp_path / "side"))
    main, side = Repository.open(repository.root), Repository.open(tmp_path / "side")
    refs.move(main, None, tree_of(main, b"main"))

    assert refs.read(side) is None
    refs.move(side, None, tree_of(side, b"side"))
    assert refs.read(main) == tree_of(main, b"main")


def test_no_log_is_kept_even_where_git_keeps_all(repository: RepositoryBuilder) -> None:
    repository.git.config["core.logAllRefUpdates"] = "always"
    opened = Repository.open(repository.root)
    first = tree_of(opened, b"1")
    refs.move(opened, None, first)
    refs.move(opened, first, tree_of(opened, b"2"))

    assert not (opened.common_dir / "logs" / refs.review_ref(opened)).exists()


@needs_git
def test_gc_keeps_every_object_of_every_worktrees_review(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.git.add_worktree("side", str(tmp_path / "side"))
    side = Repository.open(tmp_path / "side")
    refs.folder(side).mkdir()
    refs.move(side, None, tree_of(side, b"only here\n"))

    subprocess.run(["git", "gc", "--quiet", "--prune=now"], cwd=repository.root, check=True)

    reopened = Repository.open(tmp_path / "side")
    tree = refs.read(reopened)
    assert tree is not None
    assert reopened.read_blob(trees.read_tree(reopened, tree)["x/file"].oid) == b"only here\n"


@needs_git
def test_it_shows_in_no_log_of_all_refs(opened: Repository) -> None:
    refs.move(opened, None, tree_of(opened, b"1"))

    run = subprocess.run(["git", "log", "--all", "--oneline"], cwd=opened.root, check=True, capture_output=True)
    assert len(run.stdout.splitlines()) == 1


@pytest.mark.parametrize("left", [b"", b"garbage\n", b"0" * 40 + b"\n"])
def test_a_damaged_review_says_how_to_start_again(repository: RepositoryBuilder, left: bytes) -> None:
    workspace = Workspace.open(repository.root)
    workspace.apply(create("new.txt", "new"))
    (repository.root / ".git" / "refs" / "guillemet" / "main" / "review").write_bytes(left)

    with pytest.raises(RepositoryError, match=r"Start again .*refs/guillemet/main/review$"):
        Workspace.open(repository.root).review()


def test_the_name_of_a_worktree_stays_the_same_in_its_ref() -> None:
    assert ref_safe("side") == "side"
    # Another one would lose the review of such a worktree with a new version.
    assert ref_safe("my side") == "my-side-0ce041d8"
