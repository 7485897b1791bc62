"""Promises of parts that were rejected, once a later reply comes."""

import pytest

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.outcomes import Status
from tests.engine.workspace.parts import capital, file_of, hunks, proposed, sides
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


def test_a_block_that_searches_for_lines_that_were_rejected_says_so(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.reject_part("a.txt", hunks(workspace, 2))
    workspace.reject(["b.txt"])

    blocks = edit("a.txt", "LINE 10", "x") + edit("a.txt", "LINE 11", "x") + edit("b.txt", "B", "x")
    outcomes = workspace.apply(blocks).outcomes

    assert [one.status for one in outcomes] == [Status.FAILED] * 3
    plain = "The searched lines are not in the file."
    why = f"{plain} You rejected them when they were proposed."
    assert [one.message for one in outcomes] == [why, plain, why]


def test_a_block_that_searches_for_lines_that_an_edit_in_waiting_changes_says_so(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)

    outcomes = workspace.apply(edit("a.txt", "line 10", "ten") + edit("a.txt", "LINE 11", "x")).outcomes

    assert [one.message for one in outcomes] == [
        "The searched lines are changed already by an edit that waits. Place the block there, or dismiss it.",
        "The searched lines are not in the file.",
    ]


def test_a_hunk_that_was_rejected_stays_so_when_a_later_reply_gives_the_file_as_a_whole(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.reject_part("a.txt", hunks(workspace, 2))

    review = workspace.apply(f"a.txt\n```\n{capital(2, 10, 14, 18).decode()}```\n").review

    assert sides(workspace)[1] == capital(2, 14, 18)
    assert (file_of(review).hunks, file_of(review).rejected_hunks) == (4, 1)
    workspace.reconsider(["a.txt"])
    assert sides(workspace)[1] == capital(2, 10, 14, 18)

    workspace.undo()
    other = capital(2, 10, 18).replace(b"LINE 10", b"line ten")
    review = workspace.apply(f"a.txt\n```\n{other.decode()}```\n").review
    assert sides(workspace)[1] == other
    assert file_of(review).rejected_hunks == 0


def test_a_hunk_that_was_rejected_and_is_sent_again_is_undecided_and_others_stay_rejected(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.reject_part("a.txt", hunks(workspace, 2, 3))

    review = workspace.apply(edit("a.txt", "line 10", "LINE 10")).review

    assert sides(workspace)[1] == capital(2, 10)
    assert (file_of(review).hunks, file_of(review).rejected_hunks) == (3, 1)
    workspace.reconsider(["a.txt"])
    assert sides(workspace)[1] == capital(2, 10, 18)


def test_what_later_replies_propose_stays_when_the_decisions_on_parts_are_taken_back(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.reject_part("a.txt", hunks(workspace, 2))
    workspace.apply(edit("a.txt", "line 14", "LINE 14"))

    workspace.reconsider(["a.txt"])
    assert sides(workspace)[1] == capital(2, 10, 14, 18)

    workspace.reject(["a.txt"])
    workspace.reconsider(["a.txt"])
    assert sides(workspace)[1] == capital(2, 10, 14, 18)


def test_a_hunk_stays_rejected_when_a_later_move_of_its_file_is_dismissed(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.reject_part("a.txt", hunks(workspace, 2))
    moved = workspace.apply("```diff\ndiff --git a/a.txt b/c.txt\nrename from a.txt\nrename to c.txt\n```\n").review
    assert [file.path for file in moved.files] == ["b.txt", "c.txt"]

    review = workspace.choose(len(moved.outcomes), Dismiss()).review

    assert (sides(workspace)[1], file_of(review).rejected_hunks) == (capital(2, 18), 1)


@pytest.mark.parametrize("is_whole", [True, False])
def test_hunks_stay_rejected_where_a_later_reply_has_other_lines_for_one_of_them(
    repository: RepositoryBuilder, *, is_whole: bool
) -> None:
    workspace = proposed(repository)
    for _ in range(2):
        workspace.reject_part("a.txt", hunks(workspace, 1))
    whole = f"a.txt\n```\n{capital(10, 18).decode()}```\n".replace("line 2\n", "line two\n")

    workspace.apply(whole if is_whole else edit("a.txt", "line 2", "line two"))

    other = capital(18).replace(b"line 2\n", b"line two\n")
    assert sides(workspace)[1] == other
    assert [run.hunk for run in workspace.texts("a.txt").decided] == [2]
    workspace.reconsider(["a.txt"])
    assert sides(workspace)[1] == other.replace(b"line 10", b"LINE 10")
