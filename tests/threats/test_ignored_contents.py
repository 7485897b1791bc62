"""Row 34: contents of files that git ignores never reach git's object store, unless the user has git keep them."""

import os
import shutil
import stat
import subprocess
import time
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from guillemet.engine.applying import ApplyOptions
from guillemet.engine.git import index
from guillemet.engine.git.objects import durability
from guillemet.engine.git.objects.private_contents import EXPIRY_SECONDS
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.safe_dir import SafeDir
from guillemet.engine.workspace import Workspace
from tests.kit.killing import kill, needs_kill
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
OLD, NEW = b"TOKEN=swordfish\n", b"TOKEN=rosebud\n"
WORDS = (b"swordfish", b"rosebud")
REVIEW = "refs/guillemet/main/review"


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.txt": "a\n", ".gitignore": ".env\nbuild/\n"})
    repository.write({".env": OLD})
    return repository


def git(folder: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=True).stdout


def secrets_in(folder: Path) -> list[bytes]:
    """Return the words that any object of this repository holds, reachable or not."""
    objects = git(folder, "cat-file", "--batch-all-objects", "--batch")
    return [word for word in WORDS if word in objects]


def check_private(project: RepositoryBuilder) -> None:
    """Check that no object, and nothing that copies all refs, holds a secret, and that git misses nothing."""
    assert secrets_in(project.root) == []
    target = project.root.parent / "mirror.git"
    git(project.root, "init", "-q", "--bare", str(target))
    git(target, "config", "receive.fsckObjects", "true")
    git(project.root, "push", "-q", "--mirror", str(target))
    assert git(target, "rev-parse", REVIEW) == git(project.root, "rev-parse", REVIEW)
    assert secrets_in(target) == []
    git(target, "fsck", "--strict")
    bundle = project.root.parent / "all.bundle"
    git(project.root, "bundle", "create", "-q", str(bundle), "--all")
    git(project.root, "bundle", "verify", "-q", str(bundle))
    check_whole(project)


def check_whole(project: RepositoryBuilder) -> None:
    """Collect garbage as sharply as git can, and check that nothing is missing."""
    git(project.root, "gc", "-q", "--prune=now")
    assert b"missing" not in git(project.root, "fsck", "--full", "--strict")


def accept(workspace: Workspace) -> Workspace:
    assert workspace.accept([".env"], stage=True).refusals == ()
    return workspace


def test_no_step_brings_them_into_gits_store_and_each_can_be_undone(project: RepositoryBuilder) -> None:
    def step(does: Callable[[Workspace], object], content: bytes) -> None:
        does(Workspace.open(project.root))
        assert project.read(".env") == content
        check_private(project)

    step(lambda one: one.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud") + edit("a.txt", "a", "A")), OLD)
    assert "rosebud" in Workspace.open(project.root).texts(".env").after
    step(accept, NEW)
    step(Workspace.undo, OLD)
    step(Workspace.redo, NEW)
    step(lambda one: one.reject([".env"]), OLD)
    step(Workspace.undo, NEW)
    step(Workspace.accept_all, NEW)
    step(lambda one: one.commit("Only a.txt"), NEW)
    step(Workspace.undo, NEW)
    step(Workspace.undo, NEW)
    step(Workspace.undo, OLD)
    step(Workspace.undo, OLD)
    assert Workspace.open(project.root).review().files == ()
    step(Workspace.redo, OLD)
    step(Workspace.redo, NEW)


def test_a_block_without_a_place_quotes_them_privately(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfisch\nOTHER=rosebud", "x"))

    check_private(project)
    assert workspace.review().outcomes[0].nearest


def test_a_reply_to_which_they_were_shown_is_private(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    (shown,) = workspace.present([".env"])
    assert secrets_in(project.root) == []
    reply = "Your token is swordfish.\n\n" + edit("a.txt", "a", "A")
    workspace.apply(reply, options=ApplyOptions(shown=((".env", shown.oid),)))

    check_private(project)
    assert Workspace.open(project.root).replies() == (reply,)


def test_what_was_shown_is_the_base_though_the_file_changed_since(project: RepositoryBuilder) -> None:
    (shown,) = Workspace.open(project.root).present([".env"])
    project.write({".env": b"# mine\n\n\n" + OLD})
    git(project.root, "gc", "-q", "--prune=now")
    workspace = Workspace.open(project.root)
    reply = edit(".env", "TOKEN=swordfish", "TOKEN=swordfish\nTOKEN=rosebud")
    workspace.apply(reply, options=ApplyOptions(shown=((".env", shown.oid),)))
    accept(workspace)

    assert project.read(".env") == b"# mine\n\n\n" + OLD + NEW
    check_private(project)


def test_a_folder_deleted_by_a_command_comes_back(project: RepositoryBuilder) -> None:
    project.write({"build/sub/.gitmodules": OLD, "build/.gitattributes": NEW, "build/empty": b""})
    workspace = Workspace.open(project.root)
    workspace.apply("```sh\nrm -rf build\n```\n")
    assert workspace.run("rm -rf build").refusals == ()
    assert not (project.root / "build").exists()

    check_private(project)
    Workspace.open(project.root).undo()

    assert project.read("build/sub/.gitmodules") == OLD
    assert (project.read("build/.gitattributes"), project.read("build/empty")) == (NEW, b"")
    check_private(project)


def test_a_new_file_is_private_where_it_is_ignored(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(create("build/token", "swordfish") + create("open.txt", "open"))
    check_private(project)
    workspace.accept_all(stage=True)
    workspace.commit("The other one")

    check_private(project)
    assert project.committed("open.txt") == b"open\n"
    workspace.undo()
    workspace.undo()
    assert not (project.root / "build").exists()


@pytest.mark.parametrize("by_git", [False, True])
def test_one_that_is_to_be_committed_comes_into_gits_store(project: RepositoryBuilder, *, by_git: bool) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    accept(workspace)
    project.write({".gitignore": "build/\n"})
    if by_git:
        project.add_hook("pre-commit", "exit 0")
    workspace.commit("With the token", trust=True)

    check_whole(project)
    assert project.committed(".env") == NEW
    assert secrets_in(project.root) == [b"rosebud"]
    workspace.undo()
    check_whole(project)
    workspace.undo()
    assert project.read(".env") == OLD
    workspace.redo()
    workspace.redo()
    check_whole(project)
    assert (project.read(".env"), project.committed(".env")) == (NEW, NEW)


def test_one_that_the_user_staged_otherwise_since_is_committed_as_staged(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    accept(workspace)
    project.write({".gitignore": "build/\n", ".env": b"TOKEN=another\n"})
    git(project.root, "add", ".env")
    workspace.commit("As staged")

    check_whole(project)
    assert project.committed(".env") == project.staged(".env") == b"TOKEN=another\n"


def test_one_that_the_user_adds_by_force_is_committed_with_the_next_edit(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    git(project.root, "add", "-f", ".env")
    accept(workspace)
    check_whole(project)
    assert project.staged(".env") == NEW
    workspace.undo()
    check_whole(project)
    assert project.staged(".env") == OLD
    workspace.redo()
    workspace.commit("Added by force")

    check_whole(project)
    assert project.committed(".env") == NEW


def test_one_that_is_moved_to_an_open_place_is_committed_whole(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply("*** Begin Patch\n*** Update File: .env\n*** Move to: open.txt\n*** End Patch\n")
    check_private(project)
    assert workspace.accept(["open.txt"], stage=True).refusals == ()

    check_whole(project)
    assert project.staged("open.txt") == OLD
    workspace.undo()
    check_whole(project)
    assert (project.read(".env"), project.staged("open.txt")) == (OLD, None)
    workspace.redo()
    workspace.commit("Moved")
    check_whole(project)
    assert project.committed("open.txt") == OLD


def test_a_linked_worktree_keeps_its_own(project: RepositoryBuilder, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    project.git.add_worktree("linked", str(linked))
    (linked / ".env").write_bytes(OLD)
    Workspace.open(linked).present([".env"])
    workspace = Workspace.open(linked)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    accept(workspace)
    assert secrets_in(project.root) == []
    check_whole(project)
    Workspace.open(linked).undo()

    assert (linked / ".env").read_bytes() == OLD
    assert not (project.root / ".git/guillemet").exists()
    shutil.rmtree(linked)
    git(project.root, "worktree", "prune")
    assert not list((project.root / ".git").rglob("contents"))


def contents(project: RepositoryBuilder) -> Path:
    return project.root / ".git/guillemet/contents"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_no_other_user_reads_them(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))

    assert stat.S_IMODE(contents(project).stat().st_mode) == 0o700
    assert {stat.S_IMODE(one.stat().st_mode) for one in contents(project).iterdir()} == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such links")
def test_a_link_or_a_pipe_in_the_place_of_one_is_put_aside(project: RepositoryBuilder, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"precious\n")
    contents(project).mkdir(parents=True)
    place = contents(project) / Repository.blob_id(OLD)
    for put in (lambda: place.symlink_to(outside), lambda: os.mkfifo(place)):
        put()
        with pytest.raises(Exception, match=r"guillemet-aside-"):
            Workspace.open(project.root).apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
        assert outside.read_bytes() == b"precious\n"

    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    accept(workspace).undo()
    assert project.read(".env") == OLD


def test_what_only_looks_like_one_does_not_count_as_the_copy(project: RepositoryBuilder) -> None:
    contents(project).mkdir(parents=True)
    project.write({"a.txt": "not committed\n"})
    for data in (OLD, b"not committed\n"):
        (contents(project) / Repository.blob_id(data)).write_bytes(b"planted\n")
    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud") + edit("a.txt", "not committed", "A"))
    workspace.accept_all()
    check_whole(project)
    Workspace.open(project.root).undo()

    assert (project.read(".env"), project.read("a.txt")) == (OLD, b"not committed\n")


def test_one_that_no_step_needs_goes_in_time(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.present([".env"])
    project.write({".env": b"TOKEN=another\n"})
    workspace.apply(edit(".env", "TOKEN=another", "TOKEN=rosebud"))
    accept(workspace)
    (contents(project) / "tmp-left").write_bytes(OLD)
    Workspace.open(project.root).undo()
    assert (contents(project) / Repository.blob_id(OLD)).exists()

    long_ago = time.time() - EXPIRY_SECONDS - 60
    for one in contents(project).iterdir():
        os.utime(one, (long_ago, long_ago))
    Workspace.open(project.root).redo()

    assert not (contents(project) / Repository.blob_id(OLD)).exists()
    assert not (contents(project) / "tmp-left").exists()
    assert project.read(".env") == NEW
    Workspace.open(project.root).undo()
    assert project.read(".env") == b"TOKEN=another\n"


def test_a_review_whose_contents_are_gone_is_the_last_whole_one(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(edit("a.txt", "a", "A"))
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    shutil.rmtree(contents(project))

    review = Workspace.open(project.root).review()

    assert [file.path for file in review.files] == ["a.txt"]
    check_private(project)


def test_a_review_that_keeps_them_among_gits_objects_can_still_be_undone(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(Repository, "is_ignored", lambda _self, _path: False)
        workspace = Workspace.open(project.root)
        workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
        accept(workspace)
    assert secrets_in(project.root) == list(WORDS)
    git(project.root, "gc", "-q", "--prune=now")
    workspace = Workspace.open(project.root)
    workspace.undo()
    assert project.read(".env") == OLD
    workspace.redo()
    assert project.read(".env") == NEW
    check_whole(project)


def test_a_reply_of_a_conversation_with_them_is_private(project: RepositoryBuilder) -> None:
    for options in (ApplyOptions(chat_files=(".env",)), ApplyOptions(read_only=(".env",))):
        Workspace.open(project.root).apply("It is swordfish.\n" + edit("a.txt", "a", "A"), options=options)
        check_private(project)
        Workspace.open(project.root).undo()


def test_they_are_private_as_git_would_store_them(project: RepositoryBuilder) -> None:
    project.write({".gitattributes": "* text eol=crlf\n", ".env": OLD.replace(b"\n", b"\r\n")})
    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    accept(workspace)

    assert workspace.review().commit[0].note == "ignored by git, not committed"
    check_private(project)


def test_merged_ones_are_private(project: RepositoryBuilder) -> None:
    project.write({".env": OLD + b"1\n2\n3\n"})
    workspace = Workspace.open(project.root)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    project.write({".env": OLD + b"1\n2\n3\nMORE=swordfish\n"})
    accept(workspace)

    assert project.read(".env") == NEW + b"1\n2\n3\nMORE=swordfish\n"
    check_private(project)
    Workspace.open(project.root).undo()
    assert project.read(".env") == OLD + b"1\n2\n3\nMORE=swordfish\n"


def test_the_copy_is_on_the_disk_before_the_file_is_replaced_or_the_index_names_it(
    project: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.git.config["core.fsync"] = "all"  # the tests' own home says none
    workspace = Workspace.open(project.root)
    flushed: set[str] = set()
    flush, exchange, locked = durability.flush, SafeDir.exchange, index._locked
    old, new = Repository.blob_id(OLD), Repository.blob_id(NEW)

    def note_flush(folder: Path, files: Collection[str]) -> None:
        flush(folder, files)
        flushed.update(files)

    def check_replaced(folder: SafeDir, temporary: str, name: str) -> bool:
        assert {str(contents(project) / one) for one in (old, new)} <= flushed
        return exchange(folder, temporary, name)

    def check_named(repository: Repository) -> AbstractContextManager[Path]:
        assert str(project.root / ".git/objects" / new[:2] / new[2:]) in flushed
        return locked(repository)

    monkeypatch.setattr(durability, "flush", note_flush)
    monkeypatch.setattr(SafeDir, "exchange", check_replaced)
    monkeypatch.setattr(index, "_locked", check_named)
    workspace.apply(edit(".env", "TOKEN=swordfish", "TOKEN=rosebud"))
    git(project.root, "add", "-f", ".env")
    accept(workspace)

    assert project.staged(".env") == NEW


def test_showing_one_makes_no_review_of_a_removed_worktree_come_back(
    project: RepositoryBuilder, tmp_path: Path
) -> None:
    linked = tmp_path / "linked"
    removed = project.git.add_worktree("linked", str(linked))
    Workspace.open(linked).apply(edit("a.txt", "a", "A"))
    shutil.rmtree(linked)
    removed.prune()
    project.git.branches["linked"].delete()
    project.git.add_worktree("linked", str(linked))
    (linked / ".env").write_bytes(OLD)
    workspace = Workspace.open(linked)
    workspace.present([".env"])

    review = Workspace.open(linked).review()

    assert (review.files, review.notes) == ((), ())


@needs_kill
@pytest.mark.parametrize("does", ["apply", "accept_all", "undo"])
@pytest.mark.parametrize("where", ["PrivateContents._put", "PrivateContents.flush", "PrivateContents.write"])
def test_a_kill_while_they_are_kept_loses_none(project: RepositoryBuilder, does: str, where: str) -> None:
    project.write({"build/x.txt": OLD + b"1\n2\n3\n"})
    given = [edit("build/x.txt", "TOKEN=swordfish", "TOKEN=rosebud")]
    workspace = Workspace.open(project.root)
    if does != "apply":
        workspace.apply(*given)
        project.write({"build/x.txt": project.read("build/x.txt") + b"MORE=swordfish\n"})
    if does == "undo":
        workspace.accept_all()
        project.write({"build/x.txt": project.read("build/x.txt") + b"END=swordfish\n"})
    before = project.read("build/x.txt")

    kill(project.root, f"git.objects.private_contents:{where}", does, *(given if does == "apply" else []))

    assert project.read("build/x.txt") == before
    workspace = Workspace.open(project.root)
    workspace.review()
    check_whole(project)
    assert secrets_in(project.root) == []
    if does == "apply":
        workspace.apply(*given)
    if does != "undo":
        workspace.accept_all()
        assert project.read("build/x.txt").startswith(NEW)
    while workspace.review().undo:
        assert workspace.undo().refusals == ()
    assert project.read("build/x.txt") == before.replace(NEW, OLD)


def test_one_that_is_shown_again_stays_from_then_on(project: RepositoryBuilder) -> None:
    workspace = Workspace.open(project.root)
    workspace.present([".env"])
    place = contents(project) / Repository.blob_id(OLD)
    os.utime(place, (0, 0))
    workspace.present([".env"])
    project.write({".env": b"TOKEN=another\n"})
    workspace.apply(edit(".env", "TOKEN=another", "TOKEN=rosebud"))

    assert place.exists()
