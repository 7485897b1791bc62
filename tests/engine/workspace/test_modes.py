"""Promises about what a proposal changes besides lines: a mode comes with its diff, and all is said in words."""

import os

import pytest

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.review import Decision, Kind
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.parts import hunks
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

needs_modes = pytest.mark.skipif(os.name != "posix", reason="there is no executable bit")
SCRIPT = "".join(f"line {n}\n" for n in range(1, 21))
BECOMES = "diff --git a/{0} b/{0}\nold mode 100644\nnew mode 100755\n--- a/{0}\n+++ b/{0}\n"
TWO = "@@ -2 +2 @@\n-line 2\n+LINE 2\n@@ -18 +18 @@\n-line 18\n+LINE 18\n"
ALONE = "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n"
BACK = "diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 100644\n"
NEW = "diff --git a/new.sh b/new.sh\nnew file mode 100755\n--- /dev/null\n+++ b/new.sh\n@@ -0,0 +1 @@\n+echo new\n"


def runs(repository: RepositoryBuilder, path: str) -> bool:
    """Return whether a file may be run."""
    return bool((repository.root / path).stat().st_mode & 0o100)


@needs_modes
def test_a_mode_is_proposed_with_the_lines_and_written_with_the_file(repository: RepositoryBuilder) -> None:
    repository.commit({"run.sh": SCRIPT})
    workspace = Workspace.open(repository.root)
    workspace.apply(BECOMES.format("run.sh") + TWO + NEW)

    remarks = [workspace.texts(path).remarks for path in ("run.sh", "new.sh")]
    workspace.accept_all()

    assert remarks == [("becomes executable (mode 100644 to 100755)",), ("executable (mode 100755)",)]
    assert (runs(repository, "run.sh"), runs(repository, "new.sh")) == (True, True)
    workspace.undo()
    assert not runs(repository, "run.sh")
    workspace.redo()
    workspace.commit("Run")
    tree = repository.git.head.peel().tree
    assert [tree[path].filemode for path in ("run.sh", "new.sh")] == [0o100755, 0o100755]


@needs_modes
def test_a_mode_is_written_with_the_last_hunk_of_its_file(repository: RepositoryBuilder) -> None:
    repository.commit({"run.sh": SCRIPT})
    workspace = Workspace.open(repository.root)
    workspace.apply(BECOMES.format("run.sh") + TWO)

    workspace.accept_part("run.sh", hunks(workspace, 1, path="run.sh"))
    assert not runs(repository, "run.sh")
    done = workspace.accept_part("run.sh", hunks(workspace, 1, path="run.sh"))

    assert done.review.files[0].decision is Decision.ACCEPTED
    assert done.review.undo == "Accept 1 hunk in run.sh with its mode"
    assert runs(repository, "run.sh")


@needs_modes
def test_rejecting_the_last_hunk_says_that_the_mode_is_rejected_too(repository: RepositoryBuilder) -> None:
    repository.commit({"run.sh": SCRIPT})
    workspace = Workspace.open(repository.root)
    workspace.apply(BECOMES.format("run.sh") + TWO)

    first, last = (workspace.reject_part("run.sh", hunks(workspace, 1, path="run.sh")) for _ in range(2))

    assert (first.review.undo, last.review.undo) == ("Reject 1 hunk in run.sh", "Reject 1 hunk in run.sh with its mode")


@needs_modes
def test_a_mode_that_stands_already_is_not_spoken_of(repository: RepositoryBuilder) -> None:
    repository.write({"run.sh": SCRIPT})
    (repository.root / "run.sh").chmod(0o755)
    repository.stage({"run.sh": SCRIPT})
    workspace = Workspace.open(repository.root)
    workspace.apply(BECOMES.format("run.sh") + TWO)

    assert workspace.texts("run.sh").remarks == ()


@needs_modes
@pytest.mark.parametrize("content", [SCRIPT, b"\0\1\2"])
def test_a_mode_alone_is_proposed_accepted_undone_and_committed(
    repository: RepositoryBuilder, content: str | bytes
) -> None:
    repository.commit({"run.sh": content, "other.txt": "x\n"})
    workspace = Workspace.open(repository.root)

    review = workspace.apply(ALONE + edit("other.txt", "not there", "y")).review

    shown = [(file.path, file.kind, file.decision, file.hunks) for file in review.files]
    assert shown == [("run.sh", Kind.CHANGED, Decision.UNDECIDED, 0)]
    assert workspace.unified().decode() == ALONE
    workspace.choose(2, Dismiss())
    assert workspace.texts("run.sh").remarks == ("becomes executable (mode 100644 to 100755)",)
    assert not workspace.accept(["run.sh"]).refusals
    assert runs(repository, "run.sh")
    workspace.reconsider(["run.sh"])
    assert not runs(repository, "run.sh")
    workspace.undo()
    workspace.commit("Run")
    assert repository.git.head.peel().tree["run.sh"].filemode == 0o100755
    assert workspace.apply(ALONE).outcomes[0].status is Status.ALREADY_APPLIED
    workspace.apply(BACK)
    workspace.accept_all()
    assert not runs(repository, "run.sh")


@needs_modes
@pytest.mark.parametrize("replies", [1, 2])
def test_a_mode_goes_with_later_changes_and_moves_of_its_file(repository: RepositoryBuilder, replies: int) -> None:
    blocks = [
        ALONE + edit("other.txt", "not there", "y"),
        edit("run.sh", "line 2", "LINE 2"),
        "diff --git a/run.sh b/go.sh\nsimilarity index 90%\nrename from run.sh\nrename to go.sh\n",
    ]
    repository.commit({"run.sh": SCRIPT, "other.txt": "x\n"})
    workspace = Workspace.open(repository.root)

    for reply in blocks if replies > 1 else ["".join(blocks)]:
        workspace.apply(reply)

    assert workspace.texts("go.sh").remarks == ("becomes executable (mode 100644 to 100755)",)
    workspace.choose(2, Dismiss())
    workspace.accept_all()
    assert runs(repository, "go.sh")


@needs_modes
def test_a_mode_that_a_later_reply_takes_back_leaves_nothing(repository: RepositoryBuilder) -> None:
    repository.commit({"run.sh": SCRIPT})
    workspace = Workspace.open(repository.root)

    workspace.apply(ALONE)

    assert not workspace.apply(BACK).review.files


def test_a_link_is_refused_with_what_to_do(repository: RepositoryBuilder) -> None:
    link = "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+run.sh\n"

    (linked,) = Workspace.open(repository.root).apply(f"```diff\n{link}```\n").outcomes

    assert linked.reason is Reason.NO_EDIT
    assert "symbolic link" in linked.message
    assert "to run.sh" in linked.message


@pytest.mark.parametrize(
    ("before", "reply", "remarks"),
    [
        (None, create("a.txt", ""), ("empty",)),
        ("\ufeffone\n", "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n", ("with a byte-order mark",)),
        ("", "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n", ("empty",)),
        ("\ufeffone\r\n", edit("a.txt", "one", "two"), ()),
    ],
)
def test_what_a_file_is_besides_its_lines_is_said(
    repository: RepositoryBuilder, before: str | None, reply: str, remarks: tuple[str, ...]
) -> None:
    repository.commit({} if before is None else {"a.txt": before})
    workspace = Workspace.open(repository.root)
    workspace.apply(reply)

    assert workspace.texts("a.txt").remarks == remarks


def test_a_link_that_names_the_file_is_said(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "one\n"})
    (repository.root / "l").symlink_to("a.txt")
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("l", "one", "two"))

    assert workspace.texts("a.txt").remarks == ("named by the link l",)


def test_a_link_in_the_place_of_a_file_is_said_as_such(repository: RepositoryBuilder) -> None:
    repository.commit({"a.txt": "one\n", "b.txt": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.txt", "one", "two"))
    (repository.root / "a.txt").unlink()
    (repository.root / "a.txt").symlink_to("b.txt")

    assert workspace.texts("a.txt").conflict.startswith("A symbolic link was put in the place")
