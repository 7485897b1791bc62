"""Promises of proposals that move or delete files: both ends are decided as one."""

import stat
import sys
from hashlib import sha256

import pytest

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.errors import FileError
from guillemet.engine.git.worktree import Worktree
from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Badge, Decision, Kind
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

MOVE = """*** Begin Patch
*** Update File: old.py
*** Move to: lib/new.py
@@
-one = 1
+one = 2
*** End Patch
"""
MOVED_WHOLE = """diff --git a/logo b/lib/logo
similarity index 100%
rename from logo
rename to lib/logo
"""
DELETE = """*** Begin Patch
*** Delete File: old.py
*** End Patch
"""


def test_a_proposed_move_is_one_file_of_the_review(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n"})
    workspace = Workspace.open(repository.root)

    review = workspace.apply(MOVE).review

    shown = [(file.path, file.kind, file.moved_from, file.added, file.removed) for file in review.files]
    assert shown == [("lib/new.py", Kind.MOVED, "old.py", 1, 1)]
    texts = workspace.texts("lib/new.py")
    assert (texts.before, texts.after) == ("one = 1\ntwo = 2\n", "one = 2\ntwo = 2\n")
    assert b"rename from old.py\nrename to lib/new.py\n" in workspace.unified()


@pytest.mark.parametrize(("data", "is_picture"), [(b"\x89PNG\r\n\x1a\n\0", True), (b"\0\1\2", False)])
def test_a_binary_file_is_described_by_size_and_hash(
    repository: RepositoryBuilder,
    data: bytes,
    is_picture: bool,  # noqa: FBT001
) -> None:
    repository.commit({"old.py": data, "logo": data})
    workspace = Workspace.open(repository.root)
    workspace.apply(DELETE)

    texts = workspace.texts("old.py")

    digest = sha256(data).hexdigest()[:12]
    assert texts.note == f"Binary: {len(data)} bytes, SHA-256 {digest}."
    assert texts.pictures == ((data, None) if is_picture else None)
    workspace.apply(MOVED_WHOLE)
    assert workspace.texts("lib/logo").note == f"Binary, unchanged: {len(data)} bytes, SHA-256 {digest}."


def test_accepting_a_move_moves_and_undo_moves_back(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)
    before = repository.snapshot()

    done = workspace.accept_all()
    assert repository.snapshot() == {"README.md": before["README.md"], "lib/new.py": b"one = 2\ntwo = 2\n"}
    assert [(line.path, line.kind, line.moved_from) for line in done.review.commit] == [
        ("lib/new.py", Kind.MOVED, "old.py")
    ]

    workspace.undo()
    assert repository.snapshot() == before
    assert not (repository.root / "lib").exists()


def test_a_move_whose_source_changed_since_in_the_same_lines_is_refused_and_both_ends_stay(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)
    repository.write({"old.py": "one = 3\ntwo = 2\n"})

    done = workspace.accept_all()

    assert [refusal.path for refusal in done.refusals] == ["lib/new.py"]
    assert repository.read("old.py") == b"one = 3\ntwo = 2\n"
    assert not (repository.root / "lib").exists()


def test_a_proposed_deletion_is_decided_like_any_other(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\n"})
    workspace = Workspace.open(repository.root)
    review = workspace.apply(DELETE).review
    assert [(file.path, file.kind, file.removed) for file in review.files] == [("old.py", Kind.DELETED, 1)]
    assert repository.read("old.py") == b"one = 1\n"

    workspace.accept_all()
    assert not (repository.root / "old.py").exists()
    workspace.commit("Without the old")
    assert repository.committed("old.py") is None

    workspace.undo()
    done = workspace.undo()
    assert repository.read("old.py") == b"one = 1\n"
    assert done.review.files[0].decision is Decision.UNDECIDED


def test_a_file_that_a_move_replaces_is_shown_and_asks(repository: RepositoryBuilder) -> None:
    repository.commit({"lib/new.py": "lost = 0\n", "old.py": "one = 1\ntwo = 2\n"})
    workspace = Workspace.open(repository.root)

    review = workspace.apply(DELETE.replace("old.py", "lib/new.py") + MOVE).review

    shown = [(file.path, file.kind, file.moved_from, file.added, file.removed) for file in review.files]
    assert shown == [("lib/new.py", Kind.CHANGED, "", 2, 1), ("old.py", Kind.DELETED, "", 0, 2)]
    texts = workspace.texts("lib/new.py")
    assert (texts.before, texts.after, texts.own_lines) == ("lost = 0\n", "one = 2\ntwo = 2\n", ())
    assert Flag.REPLACES_FILE in review.outcomes[1].flags
    assert review.acceptable == ()
    before = repository.snapshot()
    workspace.accept_all()
    assert repository.snapshot() == before


def test_a_file_that_a_later_reply_makes_at_the_old_place_of_a_move_is_shown(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)

    review = workspace.apply(create("old.py", "other = 3")).review

    assert [(file.path, file.kind) for file in review.files] == [("old.py", Kind.CHANGED), ("lib/new.py", Kind.ADDED)]


def test_an_accepted_move_whose_old_place_a_later_reply_takes_is_not_taken_back(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE + edit("b.txt", "b", "B"))
    workspace.accept(["lib/new.py"])
    review = workspace.apply(create("old.py", "other = 3")).review
    assert {file.path for file in review.files} == {"old.py", "lib/new.py", "b.txt"}

    done = workspace.reject(["lib/new.py"])

    assert [refusal.path for refusal in done.refusals] == ["lib/new.py"]
    assert repository.read("lib/new.py") == b"one = 2\ntwo = 2\n"


def test_an_edit_of_a_move_to_where_a_file_was_made_meanwhile_shows_that_file(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)
    repository.write({"lib/new.py": "mine = 0\n"})

    review = workspace.edit("lib/new.py", "one = 3\n", workspace.texts("lib/new.py").identity).review

    assert [(file.path, file.kind) for file in review.files] == [("old.py", Kind.DELETED), ("lib/new.py", Kind.CHANGED)]
    assert workspace.texts("lib/new.py").before == "mine = 0\n"


@pytest.mark.parametrize("verb", ["accept_all", "reject_all"])
def test_all_of_a_move_is_one_decision_without_a_complaint(repository: RepositoryBuilder, verb: str) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)

    done = getattr(workspace, verb)()

    assert done.refusals == ()
    assert (repository.root / "lib" / "new.py").exists() == (verb == "accept_all")


def test_a_move_to_where_git_does_not_look_is_committed_at_neither_end(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n", "b.txt": "b\n", ".gitignore": "lib/\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE + edit("b.txt", "b", "B"))
    workspace.accept_all()

    listed = workspace.review().commit
    workspace.commit("Why")

    assert [(line.path, line.is_left_out) for line in listed] == [("lib/new.py", True), ("b.txt", False)]
    assert repository.committed("old.py") == b"one = 1\ntwo = 2\n"
    assert repository.committed("b.txt") == b"B\n"


def test_a_proposed_deletion_of_a_file_that_is_gone_already_is_no_conflict(repository: RepositoryBuilder) -> None:
    repository.commit({"old.py": "one = 1\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(DELETE)
    repository.write({"old.py": None})

    (file,) = workspace.review().files
    done = workspace.accept_all()

    assert file.badges == frozenset()
    assert done.refusals == ()
    assert workspace.undo().refusals == ()
    assert not (repository.root / "old.py").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
@pytest.mark.parametrize("reply", [DELETE, MOVE], ids=["deleted", "moved"])
def test_a_private_file_is_private_when_it_comes_back(repository: RepositoryBuilder, reply: str) -> None:
    repository.commit({"old.py": "one = 1\n"})
    (repository.root / "old.py").chmod(0o600)
    workspace = Workspace.open(repository.root)
    workspace.apply(reply)
    workspace.accept_all()

    workspace.undo()

    assert stat.S_IMODE((repository.root / "old.py").stat().st_mode) == 0o600


def test_the_old_place_of_a_move_stays_when_the_new_one_cannot_be_written(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit({"old.py": "one = 1\ntwo = 2\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(MOVE)

    def fail(_: Worktree, path: str, *__: object, **___: object) -> tuple[str, ...]:
        raise FileError(path, "The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Worktree, "write", fail)
        done = workspace.accept_all()

    assert {refusal.path for refusal in done.refusals} == {"old.py", "lib/new.py"}
    assert repository.read("old.py") == b"one = 1\ntwo = 2\n"
    assert [file.decision for file in done.review.files] == [Decision.UNDECIDED]
    assert (done.review.undo, workspace.review().notes) == ("Add a reply (2 blocks)", ())


@pytest.mark.parametrize("replies", [1, 2, 3])
def test_a_file_that_asks_does_so_wherever_it_is_moved_then(repository: RepositoryBuilder, replies: int) -> None:
    move = "diff --git a/{0} b/{1}\nsimilarity index 100%\nrename from {0}\nrename to {1}\n"
    blocks = [edit("old.py", "one", "on\u202ee"), move.format("old.py", "mid.py"), move.format("mid.py", "new.py")]
    repository.commit({"old.py": "one\ntwo\n", "other.py": "x\n"})
    workspace = Workspace.open(repository.root)

    for reply in [*blocks[: replies - 1], "".join(blocks[replies - 1 :]), edit("other.py", "not there", "y")]:
        workspace.apply(reply)

    def is_asking() -> bool:
        return [(one.path, one.moved_from, one.badges) for one in workspace.review().files] == [
            ("new.py", "old.py", {Badge.ASKS})
        ]

    assert is_asking()
    workspace.choose(len(workspace.review().outcomes), Dismiss())
    assert is_asking()
