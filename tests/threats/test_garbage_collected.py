"""Row 35: git collects garbage at any instant; the review is whole or its last whole state, and branches stay whole."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from guillemet.engine.git import refs
from guillemet.engine.git.repository import Repository
from guillemet.engine.review import Part
from guillemet.engine.staging import area
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="garbage is collected by the git program")

REVIEW = "refs/guillemet/main/review"


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n", "sub/b.txt": "b\n"})
    return repository


def git(project: RepositoryBuilder, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=project.root, check=True, capture_output=True).stdout.decode()


def named(project: RepositoryBuilder) -> str:
    return git(project, "rev-parse", REVIEW).strip()


def prune_as_if_at(project: RepositoryBuilder, state: str) -> None:
    """Prune as a gc does that looked through the refs while the review was in an earlier state."""
    now = named(project)
    git(project, "update-ref", REVIEW, state)
    git(project, "prune", "--expire=now")
    (project.root / ".git" / REVIEW).write_text(f"{now}\n")


def prune_before_each_ref_moves(project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prune when all is written and nothing leads to it yet."""
    target = refs._target

    def prune_first(repository: Repository, name: str) -> str | None:
        subprocess.run(["git", "prune", "--expire=now"], cwd=project.root, check=True)
        return target(repository, name)

    monkeypatch.setattr(refs, "_target", prune_first)


def test_a_review_of_which_a_part_was_removed_is_the_last_whole_one(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    whole = named(project)
    workspace.apply(create("c.txt", "c"))
    workspace.apply(create("d.txt", "d"))
    prune_as_if_at(project, whole)

    review = Workspace.open(project.root).review()

    assert [file.path for file in review.files] == ["a.txt"]
    assert ["collected garbage" in note for note in review.notes] == [True]
    assert named(project) == whole
    git(project, "fsck", "--connectivity-only")
    after = Workspace.open(project.root)
    assert after.review().notes == ()
    assert after.accept_all().refusals == ()


def test_a_review_that_was_looked_at_before_a_part_was_removed_falls_back_too(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    whole = named(project)
    workspace.apply(create("c.txt", "c"))
    other = Workspace.open(project.root)
    other.settle()
    prune_as_if_at(project, whole)

    review = other.review()

    assert [file.path for file in review.files] == ["a.txt"]
    assert "collected garbage" in review.notes[0]


def test_what_a_window_wrote_last_is_written_once_more_by_it(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    whole = named(project)
    workspace.apply(create("c.txt", "c"))
    prune_as_if_at(project, whole)

    assert workspace.accept_all().refusals == ()
    assert project.read("c.txt") == b"c\n"
    git(project, "fsck", "--connectivity-only")


def test_the_files_stay_when_no_state_is_whole(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.accept_all()
    now = named(project)
    git(project, "update-ref", "-d", REVIEW)
    git(project, "prune", "--expire=now")
    place = project.root / ".git" / REVIEW
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"{now}\n")

    after = Workspace.open(project.root)
    review = after.review()

    assert review.files == ()
    assert "new review starts" in review.notes[0]
    assert project.read("a.txt") == b"A\n"
    git(project, "fsck", "--connectivity-only")
    after.apply(edit("sub/b.txt", "b", "B"))
    assert [file.path for file in Workspace.open(project.root).review().files] == ["sub/b.txt"]


@pytest.mark.parametrize("stage", [True, False])
def test_what_is_pruned_before_a_ref_leads_to_it_is_written_once_more(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch, *, stage: bool
) -> None:
    workspace = Workspace.open(project.root)
    prune_before_each_ref_moves(project, monkeypatch)
    workspace.apply(edit("a.txt", "a", "A") + create("c/d.txt", "d"))
    workspace.accept_all(stage=stage)
    workspace.commit("Why")
    git(project, "fsck", "--connectivity-only")
    workspace.undo()
    git(project, "reflog", "expire", "--expire=now", "--all")
    git(project, "fsck", "--connectivity-only")
    workspace.undo()

    assert project.read("a.txt") == b"a\n"
    assert Workspace.open(project.root).review().notes == ()


def test_what_is_pruned_while_parts_are_decided_is_written_once_more(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"{number}\n" for number in range(20)]
    project.commit({"a.txt": "".join(lines)})
    project.write({"a.txt": "".join(["mine\n", *lines])})
    workspace = Workspace.open(project.root)
    prune_before_each_ref_moves(project, monkeypatch)
    workspace.apply(edit("a.txt", "5", "five") + edit("a.txt", "15", "fifteen"))
    workspace.accept_part("a.txt", Part(((6, 7),), ((6, 7),), workspace.texts("a.txt").identity), stage=True)
    texts = workspace.texts("a.txt")
    workspace.edit("a.txt", texts.after.replace("fifteen", "15.0"), texts.identity)
    workspace.commit("Five")
    workspace.accept_all()
    workspace.commit("More", amend=True)

    assert project.committed("a.txt") == "".join(lines).replace("\n5\n", "\nfive\n").replace("15\n", "15.0\n").encode()
    while workspace.review().undo:
        assert workspace.undo().refusals == ()
    assert project.read("a.txt") == "".join(["mine\n", *lines]).encode()
    git(project, "fsck", "--connectivity-only")


def test_a_commit_that_is_done_again_is_as_young_as_a_new_one(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A") + create("sub/c.txt", "c"))
    workspace.accept_all()
    workspace.commit("Why")
    workspace.undo()
    git(project, "reflog", "expire", "--expire=now", "--all")
    old = time.time() - 30 * 24 * 3600
    objects = project.root / ".git" / "objects"
    for place in objects.glob("??/*"):
        os.utime(place, (old, old))

    workspace.redo()

    listed = git(project, "rev-list", "--objects", "HEAD", "--not", "HEAD~1").splitlines()
    places = [objects / line[:2] / line[2:40] for line in listed]
    assert len(places) >= 4
    assert all(place.stat().st_mtime > old + 60 for place in places)


def test_the_list_of_earlier_states_stays_short(project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(area, "MOST", 10)
    workspace = Workspace.open(project.root)
    kept: list[str] = []
    for number in range(13):
        workspace.apply(create(f"n{number}.txt", "n"))
        kept.append(named(project))
        workspace.undo()
    place = project.root / ".git" / "guillemet" / "states"

    assert place.stat().st_size <= 2 * 10 * 41
    assert kept[-1] in place.read_text()


def test_no_link_is_followed_to_the_list_of_earlier_states(project: RepositoryBuilder, tmp_path: Path) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    place = project.root / ".git" / "guillemet" / "states"
    place.unlink()
    place.symlink_to(tmp_path / "outside")

    with pytest.raises(Exception, match="a link that Guillemet did not make"):
        workspace.apply(create("c.txt", "c"))
    workspace.apply(create("c.txt", "c"))

    assert not (tmp_path / "outside").exists()
