"""Promises of a failed block whose change a later reply makes: it is settled by that, and only by that."""

import pytest

from guillemet.engine.applying.options import Dismiss, InFile
from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.workspace import Workspace
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

TILL = """class Till:
    def open(self):
        self.count = 0

    def close(self):
        self.count = None
"""
OTHER = edit("other.py", "x = 1", "x = 2")
"""Keeps the proposal open: a reply of failures alone is over with the next one."""
FAILED = edit("till.py", "def shut(self):\n    self.count = nothing", "def shut(self):\n    self.count = self.total()")
MENDED = edit("till.py", "        self.count = None", "        self.count = self.total()")
INSERTS = edit("till.py", "def launch(self):", "def launch(self):\n    self.log.write(self, 1)")


@pytest.fixture
def workspace(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"till.py": TILL, "other.py": "x = 1\n"})
    return Workspace.open(repository.root)


def reasons(workspace: Workspace) -> list[Reason | None]:
    return [outcome.reason for outcome in workspace.review().outcomes]


def test_a_later_reply_that_makes_the_change_settles_the_block(workspace: Workspace) -> None:
    workspace.apply(OTHER + FAILED)
    assert reasons(workspace) == [None, Reason.NOT_FOUND]

    review = workspace.apply(MENDED).review

    settled = review.outcomes[1]
    assert (settled.status, settled.reason, settled.is_settled) == (Status.SKIPPED, Reason.SETTLED_LATER, True)
    assert "later reply" in settled.message
    assert not any("failed" in badge.value for file in review.files for badge in file.badges)
    assert reasons(Workspace.open(workspace.root)) == [None, Reason.SETTLED_LATER, None]


def test_it_fails_again_once_the_later_reply_is_undone_or_left_out(workspace: Workspace) -> None:
    workspace.apply(OTHER + FAILED)
    workspace.apply(MENDED)

    workspace.undo()
    assert reasons(workspace) == [None, Reason.NOT_FOUND]
    workspace.redo()
    assert reasons(workspace) == [None, Reason.SETTLED_LATER, None]
    workspace.choose(3, Dismiss())
    assert reasons(workspace) == [None, Reason.NOT_FOUND, Reason.DISMISSED]


def test_nothing_is_open_after_the_commit_of_what_mends_it(workspace: Workspace, repository: RepositoryBuilder) -> None:
    workspace.apply(OTHER + FAILED)
    workspace.apply(MENDED)
    workspace.accept_all()

    review = workspace.commit("Say why").review

    assert not review.outcomes
    assert "self.total()" in repository.read("till.py").decode()


@pytest.mark.parametrize(
    "later",
    [
        edit("other.py", "x = 2", "x = 2\nself.count = self.total()"),
        edit("till.py", "        self.count = None", "        self.count = 0"),
        edit("till.py", "        self.count = 0", "        self.count = self.total()"),
        edit("till.py", "nowhere", "        self.count = self.total()"),
    ],
    ids=["another file", "another text", "another place", "failed as well"],
)
def test_what_may_be_another_change_settles_nothing(workspace: Workspace, later: str) -> None:
    workspace.apply(OTHER + FAILED.replace("self.count = nothing", "return nothing, nothing at all"))

    workspace.apply(later)

    assert reasons(workspace)[1] is Reason.NOT_FOUND


def test_a_block_that_failed_in_a_file_of_the_users_choice_too_is_settled_in_the_one_it_named(
    workspace: Workspace,
) -> None:
    workspace.apply(OTHER + FAILED)
    workspace.choose(2, InFile("other.py"))
    assert reasons(workspace) == [None, Reason.NOT_FOUND]

    workspace.apply(MENDED)

    assert reasons(workspace) == [None, Reason.SETTLED_LATER, None]


@pytest.mark.parametrize("path", ["", "cash/desk.py", "../till.py"], ids=["no file", "none there is", "unsafe"])
def test_a_block_that_named_no_file_of_the_repository_is_settled_in_the_one_it_was_meant_for(
    workspace: Workspace, path: str
) -> None:
    workspace.apply(FAILED.replace("till.py\n", f"{path}\n" if path else "", 1) + OTHER)
    assert reasons(workspace)[0] is not None

    workspace.apply(edit("other.py", "x = 2", "x = 3\nself.count = self.total()"))
    assert reasons(workspace)[0] is not Reason.SETTLED_LATER
    workspace.apply(MENDED)
    assert reasons(workspace)[0] is Reason.SETTLED_LATER


@pytest.mark.parametrize(("head", "is_settled"), [("launch", True), ("open", False)])
def test_inserted_lines_are_the_same_below_the_same_line_only(
    workspace: Workspace, head: str, *, is_settled: bool
) -> None:
    workspace.apply(OTHER + INSERTS + edit("till.py", "    def close(self):", "    def launch(self):"))

    workspace.apply(
        edit("till.py", f"    def {head}(self):", f"    def {head}(self):\n        self.log.write(self, 1)")
    )

    assert (reasons(workspace)[1] is Reason.SETTLED_LATER) is is_settled


def test_other_words_at_the_place_that_resembles_the_searched_one_settle_the_block(workspace: Workspace) -> None:
    workspace.apply(
        OTHER + edit("till.py", "    self.count = 'nothing is here'", "    self.count = self.total(of_all=True)")
    )

    workspace.apply(edit("till.py", "        self.count = None", "        self.count = self.total(of=all)"))

    assert reasons(workspace) == [None, Reason.SETTLED_LATER, None]


def test_the_file_given_whole_settles_what_it_holds(workspace: Workspace) -> None:
    workspace.apply(OTHER + FAILED)

    workspace.apply(f"till.py\n```python\n{TILL.replace('None', 'self.total()')}```\n")

    assert reasons(workspace) == [None, Reason.SETTLED_LATER, None]


def test_a_block_that_broke_off_is_settled_by_the_one_that_begins_alike(workspace: Workspace) -> None:
    whole = edit("till.py", "        self.count = None", "        self.total = 0\n        self.count = self.total")
    workspace.apply(OTHER + whole[: whole.index("self.count = self.total")])
    assert reasons(workspace) == [None, Reason.BROKEN]

    workspace.apply(whole)

    assert reasons(workspace) == [None, Reason.SETTLED_LATER, None]


def test_a_block_taken_twice_that_fails_twice_is_listed_once_until_one_is_undone(workspace: Workspace) -> None:
    workspace.apply(OTHER + FAILED)
    review = workspace.apply(FAILED).review

    assert reasons(workspace) == [None, Reason.REPEATED_LATER, Reason.NOT_FOUND]
    assert [one.is_settled for one in review.outcomes] == [True, True, False]
    workspace.undo()
    assert reasons(workspace) == [None, Reason.NOT_FOUND]


def test_dismissing_a_block_taken_twice_leaves_nothing_to_settle(workspace: Workspace) -> None:
    workspace.apply(OTHER + FAILED)
    workspace.apply(FAILED)

    workspace.choose(3, Dismiss())

    assert reasons(workspace) == [None, Reason.REPEATED_LATER, Reason.DISMISSED]


def test_another_block_for_the_same_file_that_fails_settles_none(workspace: Workspace) -> None:
    workspace.apply(OTHER + FAILED)
    workspace.apply(INSERTS)

    assert reasons(workspace)[1] is Reason.NOT_FOUND
