"""Promises about the states a repository may be in: no commit, detached, linked worktree, a second writer."""

import shutil
import subprocess
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.errors import BareRepositoryError, NoRepositoryError
from guillemet.engine.git import git_command
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

needs_git = pytest.mark.skipif(git_command.find_git() is None, reason="the git program is not installed")


def test_a_repository_without_a_commit_serves(empty_repository: RepositoryBuilder) -> None:
    empty_repository.write({"a.txt": "a\n"})
    workspace = Workspace.open(empty_repository.root)
    workspace.apply(edit("a.txt", "a", "A") + create("b.txt", "b"))

    workspace.accept_all()
    workspace.stage()

    assert (empty_repository.staged("a.txt"), empty_repository.staged("b.txt")) == (b"A\n", b"b\n")
    assert workspace.review().head.commit == ""


def test_a_detached_head_serves(repository: RepositoryBuilder) -> None:
    first = repository.head
    repository.git.set_head(repository.git[first].id)
    workspace = Workspace.open(repository.root)
    workspace.apply(create("a.txt", "a"))
    workspace.accept_all()

    oid = workspace.commit("On no branch").commit

    assert repository.head == oid
    assert repository.git.head_is_detached
    assert str(repository.git.references["refs/heads/main"].target) == first


def test_a_linked_worktree_has_a_proposal_of_its_own(repository: RepositoryBuilder, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    repository.git.add_worktree("linked", str(linked))
    there, here = Workspace.open(linked), Workspace.open(repository.root)

    there.apply(create("a.txt", "a"))
    there.accept_all()
    there.commit("In the linked worktree")

    assert here.review().files == ()
    assert (linked / "a.txt").read_bytes() == b"a\n"
    assert not (repository.root / "a.txt").exists()
    assert {name for name in repository.refs() if "guillemet" in name} == {"refs/guillemet/linked/review"}


def test_a_new_worktree_inherits_nothing_of_a_removed_one_of_its_name(
    repository: RepositoryBuilder, tmp_path: Path
) -> None:
    linked = tmp_path / "linked"
    removed = repository.git.add_worktree("linked", str(linked))
    before = Workspace.open(linked)
    before.apply(create("a.txt", "a"))
    before.accept_all()
    shutil.rmtree(linked)
    removed.prune()
    repository.git.branches["linked"].delete()
    repository.git.add_worktree("linked", str(linked))

    workspace = Workspace.open(linked)

    seen = workspace.review()
    assert (seen.files, seen.commit, seen.undo) == ((), (), "")
    assert [file.path for file in workspace.apply(create("b.txt", "b")).review.files] == ["b.txt"]
    assert [file.path for file in Workspace.open(linked).review().files] == ["b.txt"]


def test_a_folder_without_a_repository_can_become_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")

    with pytest.raises(NoRepositoryError, match="Make one"):
        Workspace.open(tmp_path)

    workspace = Workspace.create(tmp_path)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.accept_all()
    assert (tmp_path / "a.txt").read_text() == "A\n"


def test_a_bare_repository_is_refused_by_name(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path), bare=True)

    with pytest.raises(BareRepositoryError, match="bare"):
        Workspace.open(tmp_path)


def test_two_windows_on_one_repository_follow_each_other(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    one, two = Workspace.open(repository.root), Workspace.open(repository.root)
    one.apply(edit("a.txt", "a", "A") + edit("b.txt", "b", "B"))
    before = two.signature()

    one.accept(["a.txt"])

    assert two.signature() != before
    two.accept(["b.txt"])
    assert [line.path for line in one.review().commit] == ["a.txt", "b.txt"]
    one.undo()
    assert repository.read("b.txt") == b"b\n"


def test_the_signature_notices_files_head_and_index(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "a", "A"))
    seen = [workspace.signature()]

    repository.write({"a.txt": "a, edited\n"})
    seen.append(workspace.signature())
    repository.stage({"b.txt": "b, staged\n"})
    seen.append(workspace.signature())
    repository.commit({"b.txt": "b, committed\n"})
    seen.append(workspace.signature())

    assert len(set(seen)) == len(seen)
    assert workspace.signature() == seen[-1]


@needs_git
def test_the_proposal_survives_a_collection_of_garbage(repository: RepositoryBuilder) -> None:
    repository.write({"untracked.txt": "u\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("untracked.txt", "u", "U") + create("b.txt", "b"))
    workspace.accept(["untracked.txt"])
    git = git_command.find_git()
    assert git is not None

    subprocess.run([git, "-c", "gc.reflogExpire=now", "gc", "--quiet", "--prune=now"], cwd=repository.root, check=True)
    workspace = Workspace.open(repository.root)
    workspace.accept_all()
    workspace.undo()
    workspace.undo()

    assert repository.read("untracked.txt") == b"u\n"
    assert not (repository.root / "b.txt").exists()


@needs_git
def test_the_proposal_shows_in_no_log(repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(repository.root)
    workspace.apply(create("b.txt", "b"))
    git = git_command.find_git()
    assert git is not None

    log = subprocess.run(
        [git, "log", "--all", "--oneline"], cwd=repository.root, check=True, capture_output=True, text=True
    )

    assert len(log.stdout.splitlines()) == 1


@needs_git
@pytest.mark.parametrize("stage", [True, False])
def test_a_file_that_a_rebase_left_unresolved_is_not_committed_with_its_marks(
    repository: RepositoryBuilder, *, stage: bool
) -> None:
    repository.git.references.create("refs/heads/ours", repository.git.head.target)
    repository.commit({"README.md": "# Project\n\nTheirs.\n"})
    repository.git.checkout("refs/heads/ours")
    repository.commit({"README.md": "# Project\n\nOurs.\n"})
    subprocess.run(["git", "rebase", "-q", "main"], cwd=repository.root, capture_output=True, check=False)
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("README.md", "# Project", "# Title") + create("new.txt", "new"))
    workspace.accept_all(stage=stage)

    lines = {line.path: line for line in workspace.review().commit}
    workspace.commit("In the middle")

    assert lines["README.md"].is_left_out
    assert "unresolved" in lines["README.md"].note
    assert repository.committed("README.md") == b"# Project\n\nTheirs.\n"
    assert repository.committed("new.txt") == b"new\n"
    assert [path for path, flags in repository.status().items() if flags & pygit2.enums.FileStatus.CONFLICTED]
