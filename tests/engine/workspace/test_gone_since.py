"""Promises for accepted files that somebody deleted or changed back before they were committed."""

from collections.abc import Callable

import pytest

from guillemet.engine.errors import RepositoryError
from guillemet.engine.outcomes import Status
from guillemet.engine.review import Decision, HunkState
from guillemet.engine.workspace import Done, Workspace
from tests.engine.workspace.parts import capital, hunks, proposed
from tests.engine.workspace.test_commit import accepted
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder


def test_a_file_that_is_gone_or_changed_back_stays_listed_and_out_of_the_commit(repository: RepositoryBuilder) -> None:
    repository.commit({"back.txt": "a\n", "gone.txt": "b\n", "there.txt": "c\n", "deleted.txt": "d\n"})
    workspace = Workspace.open(repository.root)
    edits = (
        edit("back.txt", "a", "A") + edit("gone.txt", "b", "B") + edit("there.txt", "c", "C") + create("new.txt", "n")
    )
    workspace.apply(edits + "*** Begin Patch\n*** Delete File: deleted.txt\n*** End Patch\n")
    workspace.accept_all()
    repository.write({"back.txt": "a\n", "deleted.txt": "d\n"})
    (repository.root / "gone.txt").unlink()
    (repository.root / "new.txt").unlink()
    staged = repository.staged("gone.txt")

    shown = {line.path: (line.is_left_out, line.note.partition(". ")[0]) for line in workspace.review().commit}
    diff = workspace.commit_diff()
    done = workspace.commit("What is left")

    assert shown == {
        "back.txt": (
            True,
            "not committed, because the file was changed back to what HEAD has, as by a switch of branches",
        ),
        "gone.txt": (True, "not committed while the file is gone"),
        "there.txt": (False, ""),
        "new.txt": (True, "not committed while the file is gone"),
        "deleted.txt": (
            True,
            "not committed, because the file was changed back to what HEAD has, as by a switch of branches",
        ),
    }
    assert diff.startswith(b"diff --git a/there.txt b/there.txt\n")
    assert diff.count(b"diff --git") == 1
    assert not any(line.holds_own for line in workspace.review().commit)  # nothing of them is to be included
    assert [line.path for line in done.committed if not line.is_left_out] == ["there.txt"]
    assert (repository.committed("back.txt"), repository.committed("gone.txt")) == (b"a\n", b"b\n")
    assert repository.staged("gone.txt") == staged


def test_a_file_that_came_back_is_committed_as_it_was_accepted(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    (repository.root / "a.txt").unlink()
    assert workspace.review().commit[0].is_left_out

    repository.write({"a.txt": "A\n"})
    workspace.commit("It is there again")

    assert repository.committed("a.txt") == b"A\n"


def test_a_deletion_that_git_committed_leaves_the_list(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)

    repository.commit({"a.txt": None})

    assert [line.path for line in workspace.review().commit] == ["c.txt"]


def test_a_move_whose_new_file_is_gone_is_committed_at_neither_end(repository: RepositoryBuilder) -> None:
    repository.commit({"old.txt": "a\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    moving = "*** Begin Patch\n*** Update File: old.txt\n*** Move to: new.txt\n@@\n-a\n+A\n*** End Patch\n"
    workspace.apply(moving + edit("b.txt", "b", "B"))
    workspace.accept_all()
    (repository.root / "new.txt").unlink()

    workspace.commit("Only b")

    assert (repository.committed("old.txt"), repository.committed("b.txt")) == (b"a\n", b"B\n")


def test_a_file_that_is_gone_or_changed_back_is_not_staged(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.write({"a.txt": "a\n", "c.txt": None})

    workspace.stage()

    assert (repository.staged("a.txt"), repository.staged("c.txt")) == (b"a\n", None)


def test_what_was_staged_of_a_file_changed_back_is_still_committed(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    workspace.stage()
    repository.write({"a.txt": "a\n"})

    workspace.commit("As staged")

    assert (repository.committed("a.txt"), repository.read("a.txt")) == (b"A\n", b"a\n")


def test_a_commit_of_nothing_but_what_is_gone_says_so(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    repository.write({"a.txt": "a\n", "c.txt": None})

    with pytest.raises(RepositoryError, match=r"a\.txt: not committed, because .* or that change\.$"):
        workspace.commit("Nothing")


def test_a_deletion_is_committed_although_another_file_lies_there_now(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "a\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply("*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n")
    workspace.accept_all()
    repository.write({"a.txt": "another\n"})

    (line,) = workspace.review().commit
    workspace.commit("Without a")

    assert line.note == "a new file lies there; the deletion is committed, the file stays"
    assert (repository.committed("a.txt"), repository.read("a.txt")) == (None, b"another\n")


def test_a_commit_without_a_message_is_refused(repository: RepositoryBuilder) -> None:
    workspace = accepted(repository)
    before = repository.head

    with pytest.raises(RepositoryError, match="A commit needs a message"):
        workspace.commit(" \n")

    assert repository.head == before


def test_a_file_that_an_earlier_reply_deleted_is_deleted_already_and_is_no_path_to_use(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"photo.png": b"\x89PNG\r\n\x1a\n\0", "notes.txt": "one\n", "note.txt": "two\n"})
    deletion = "diff --git a/{0} b/{0}\ndeleted file mode 100644\n"
    again = deletion.format("photo.png") + "Binary files a/photo.png and /dev/null differ\n"
    workspace = Workspace.open(repository.root)
    workspace.apply(again)
    assert workspace.apply(again).review.outcomes[-1].status is Status.ALREADY_APPLIED
    workspace.apply(deletion.format("notes.txt") + "--- a/notes.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n")
    workspace.accept(["photo.png", "notes.txt"])
    assert workspace.apply(again).review.outcomes[-1].status is Status.ALREADY_APPLIED

    done = workspace.apply(edit("notes.txt", "one", "1") + edit("photo.png", "one", "1"))

    assert [(outcome.status, outcome.message) for outcome in done.review.outcomes[-2:]] == [
        (Status.FAILED, "There is no file notes.txt: it was deleted or moved. The nearest path is note.txt."),
        (
            Status.FAILED,
            "There is no file photo.png: it was deleted or moved. Choose the file that it means for the block.",
        ),
    ]


def test_what_another_program_commits_leaves_the_review_as_with_a_commit_made_here(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    repository.commit({"old.txt": "1\n2\n3\n4\n"})
    workspace.apply("```diff\ndiff --git a/old.txt b/new.txt\nrename from old.txt\nrename to new.txt\n```\n")
    workspace.accept(["b.txt", "new.txt"])
    workspace.accept_part("a.txt", hunks(workspace, 1, 2))
    repository.commit({"new.txt": "1\n2\n3\n4\n"})  # one end of the move alone
    assert [file.path for file in workspace.review().files] == ["a.txt", "b.txt", "new.txt"]

    repository.write({"old.txt": ""})
    repository.commit({"a.txt": capital(2, 10), "b.txt": "B\n", "old.txt": None})

    review = workspace.review()
    assert review.notes == ("3 accepted files were committed by another program: nothing of that is left to review.",)
    (file,) = review.files
    assert (file.path, file.decision, file.hunks) == ("a.txt", Decision.UNDECIDED, 1)
    assert [hunk.state for hunk in file.since_commit].count(HunkState.COMMITTED) == 2
    assert (review.commit, workspace.review().notes) == ((), ())
    workspace.reject(["a.txt"])
    assert repository.read("a.txt") == capital(2, 10)
    assert repository.status() == {}


@pytest.mark.parametrize("verb", [Workspace.reject, Workspace.reconsider])
def test_a_file_that_was_committed_since_it_was_seen_is_not_written_back(
    repository: RepositoryBuilder, verb: Callable[[Workspace, list[str]], Done]
) -> None:
    workspace = proposed(repository)
    workspace.accept(["b.txt"])
    repository.commit({"b.txt": "B\n"})

    done = verb(workspace, ["b.txt"])

    assert "b.txt is not part of the proposal" in done.refusals[0].message
    assert done.review.notes == ("b.txt was committed by another program: nothing of that is left to review.",)
    assert repository.read("b.txt") == b"B\n"
    workspace.undo()  # of the decision, which says what it does
    assert repository.read("b.txt") == b"b\n"
    workspace.redo()
    assert [file.path for file in workspace.review().files] == ["a.txt"]
