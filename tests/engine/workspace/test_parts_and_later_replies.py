"""Promises of what was decided on parts of a file, and on all of it, once a later reply comes."""

import pytest
from pygit2.enums import FileMode

from guillemet.engine.applying.options import Dismiss, PlaceAt
from guillemet.engine.diff.parts import part_of_lines
from guillemet.engine.outcomes import Status
from guillemet.engine.review import Badge, Decision
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.parts import LONG, capital, file_of, hunks, opened, proposed, sides
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.streamed import grow


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


def decided(repository: RepositoryBuilder) -> Workspace:
    """Return a workspace in which a.txt is decided, its second hunk rejected, while a block and b.txt are open."""
    workspace = proposed(repository)
    workspace.apply(edit("b.txt", "nowhere", "x"))
    workspace.accept_part("a.txt", hunks(workspace, 1))
    workspace.reject_part("a.txt", hunks(workspace, 1))
    workspace.accept(["a.txt"])
    return workspace


def everything_else(workspace: Workspace) -> list[object]:
    """Return what is said but for the open block, number 5, and its file."""
    review = workspace.review()
    files = [file for file in review.files if file.path != "b.txt"]
    return [files, review.outcomes[:4], review.outcomes[5:], [sides(workspace, file.path) for file in files]]


def test_a_decided_file_for_which_more_is_proposed_keeps_what_was_decided(repository: RepositoryBuilder) -> None:
    workspace = decided(repository)
    assert file_of(workspace.review()).decision is Decision.ACCEPTED

    file = file_of(workspace.apply(edit("a.txt", "line 14", "LINE 14")).review)

    assert (file.decision, file.hunks, file.accepted_hunks, file.rejected_hunks) == (Decision.UNDECIDED, 4, 2, 1)
    assert sides(workspace) == (capital(2, 18), capital(2, 14, 18))
    before = everything_else(workspace)
    workspace.choose(5, Dismiss())  # for which all replies are applied again
    assert everything_else(workspace) == before
    done = workspace.reject(["a.txt"]).review
    assert (file_of(done).decision, [line.path for line in done.commit]) == (Decision.ACCEPTED, ["a.txt"])
    assert repository.read("a.txt") == capital(2, 18)
    workspace.undo()
    workspace.reconsider(["a.txt"])
    assert sides(workspace) == (capital(), capital(2, 10, 14, 18))
    assert repository.read("a.txt") == capital()


def test_a_rejected_file_for_which_more_is_proposed_stays_rejected_but_for_that(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.apply(edit("b.txt", "nowhere", "x"))
    workspace.reject(["a.txt"])

    workspace.apply(edit("a.txt", "line 14", "LINE 14"))

    before = everything_else(workspace)
    assert sides(workspace) == (capital(), capital(14))
    assert file_of(workspace.review()).rejected_hunks == 3
    workspace.choose(5, Dismiss())
    assert everything_else(workspace) == before


@pytest.mark.parametrize(("of_rejected", "of_accepted"), [(3, 0), (1, 2)])
def test_a_decided_file_keeps_what_was_decided_beside_lines_that_the_user_added(
    repository: RepositoryBuilder, of_rejected: int, of_accepted: int
) -> None:
    workspace = decided(repository)
    if not of_accepted:
        workspace.reject(["a.txt"])
    before = capital(2, 18) if of_accepted else capital()
    repository.write({"a.txt": b"my own\n" + before})

    file = file_of(workspace.apply(edit("a.txt", "my own", "our own")).review)

    counts = file.hunks, file.accepted_hunks, file.rejected_hunks
    assert (file.decision, counts) == (Decision.UNDECIDED, (4, of_accepted, of_rejected))
    assert sides(workspace) == (b"my own\n" + before, b"our own\n" + before)
    shown = everything_else(workspace)
    workspace.choose(5, Dismiss())  # for which all replies are applied again
    assert everything_else(workspace) == shown
    done = workspace.reject(["a.txt"]).review
    assert file_of(done).decision is (Decision.ACCEPTED if of_accepted else Decision.REJECTED)
    assert [line.path for line in done.commit] == ["a.txt"] * bool(of_accepted)
    workspace.undo()
    workspace.apply(edit("a.txt", "line 14", "LINE 14"))
    workspace.reject_part("a.txt", hunks(workspace, 1))
    workspace.accept(["a.txt"])
    workspace.commit("Change a")
    assert repository.committed("a.txt") == before.replace(b"line 14", b"LINE 14")
    assert repository.read("a.txt") == b"my own\n" + before.replace(b"line 14", b"LINE 14")


def test_an_accepted_hunk_that_the_user_wrote_over_stays_accepted_beside_a_later_reply(
    repository: RepositoryBuilder,
) -> None:
    workspace = decided(repository)
    own = capital(2, 18).replace(b"LINE 2", b"my own 2")
    repository.write({"a.txt": own})

    file = file_of(workspace.apply(edit("a.txt", "line 14", "LINE 14")).review)

    assert (file.decision, file.hunks, file.accepted_hunks, file.rejected_hunks) == (Decision.UNDECIDED, 4, 2, 1)
    assert [run.after for run in workspace.texts("a.txt").decided if run.is_written_over] == ["LINE 2\n"]
    assert sides(workspace) == (own, own.replace(b"line 14", b"LINE 14"))
    assert file_of(workspace.reject(["a.txt"]).review).decision is Decision.ACCEPTED
    workspace.commit("Change a")
    assert repository.committed("a.txt") == capital(2, 18)
    assert repository.read("a.txt") == own


@pytest.mark.parametrize("own", [b"", b"my own\n"])
def test_a_moved_file_for_which_more_is_proposed_keeps_what_was_decided(
    repository: RepositoryBuilder, own: bytes
) -> None:
    workspace = proposed(repository)
    workspace.apply(edit("b.txt", "nowhere", "x"))
    workspace.reject_part("a.txt", hunks(workspace, 2))
    workspace.apply("```diff\ndiff --git a/a.txt b/c.txt\nrename from a.txt\nrename to c.txt\n```\n")
    workspace.accept(["c.txt"])
    repository.write({"c.txt": own + capital(2, 18)})

    file = file_of(workspace.apply(edit("c.txt", "line 14", "LINE 14")).review, "c.txt")

    assert (file.decision, file.hunks, file.accepted_hunks, file.rejected_hunks) == (Decision.UNDECIDED, 4, 2, 1)
    assert (file.moved_from, Badge.ACCEPTED_BEFORE in file.badges) == ("a.txt", False)
    assert sides(workspace, "c.txt") == (own + capital(2, 18), own + capital(2, 14, 18))
    before = everything_else(workspace)
    workspace.choose(5, Dismiss())  # for which all replies are applied again
    assert everything_else(workspace) == before
    workspace.reconsider(["c.txt"])
    assert repository.read("a.txt") == own + capital()
    assert sides(workspace, "c.txt") == (own + capital(), own + capital(2, 10, 14, 18))
    workspace.undo()
    workspace.accept(["c.txt"])
    workspace.commit("Change a")
    assert (repository.committed("a.txt"), repository.committed("c.txt")) == (None, capital(2, 14, 18))
    assert repository.read("c.txt") == own + capital(2, 14, 18)


def test_a_decided_file_that_is_begun_again_is_not_given_its_earlier_blocks_again(
    repository: RepositoryBuilder,
) -> None:
    workspace = decided(repository)
    workspace.apply(create("c.txt", "one\ntwo\nthree"))
    workspace.accept(["c.txt"])
    repository.write({"c.txt": "my own\none\ntwo\nthree\n"})

    workspace.apply(edit("c.txt", "two", "TWO"))

    before = everything_else(workspace)
    assert file_of(workspace.review(), "c.txt").badges == {Badge.ACCEPTED_BEFORE}
    assert sides(workspace, "c.txt") == (b"my own\none\ntwo\nthree\n", b"my own\none\nTWO\nthree\n")
    workspace.choose(5, Dismiss())
    assert everything_else(workspace) == before
    workspace.accept(["c.txt"])
    workspace.commit("Add c")
    assert repository.committed("c.txt") == b"one\nTWO\nthree\n"
    assert repository.read("c.txt") == b"my own\none\nTWO\nthree\n"


def test_a_file_whose_changes_are_rejected_says_that_what_was_accepted_before_stays(
    repository: RepositoryBuilder,
) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"))
    workspace.accept(["a.txt"])  # all is decided: the next reply begins a proposal of its own
    file = file_of(workspace.apply(edit("a.txt", "line 14", "LINE 14")).review)
    assert file.badges == {Badge.ACCEPTED_BEFORE}

    review = workspace.reject(["a.txt"]).review

    assert (file_of(review).decision, file_of(review).badges) == (Decision.REJECTED, {Badge.ACCEPTED_BEFORE})
    assert [line.path for line in review.commit] == ["a.txt"]
    workspace.commit("Change a")
    assert repository.committed("a.txt") == capital(2)
    assert not any(file.badges for file in workspace.review().files)


@pytest.mark.parametrize("own", [b"line 6", b"my own"])
def test_more_of_a_reply_for_a_file_decided_meanwhile_leaves_what_was_decided(
    repository: RepositoryBuilder, own: bytes
) -> None:
    workspace = opened(repository, {"a.txt": LONG, "b.txt": "b\n"}, edit("b.txt", "b", "B") + edit("b.txt", "no", "x"))
    arrived = edit("a.txt", "line 2", "LINE 2") + edit("a.txt", "line 10", "LINE 10")
    grow(workspace, "", arrived)
    workspace.reject_part("a.txt", hunks(workspace, 2))
    workspace.accept(["a.txt"])
    lies = capital(2).replace(b"line 6", own)
    repository.write({"a.txt": lies})

    grow(workspace, arrived, arrived + edit("a.txt", "line 14", "LINE 14"))

    file = file_of(workspace.review())
    assert (file.hunks, file.accepted_hunks, file.rejected_hunks) == (3, 1, 1)
    assert sides(workspace) == (lies, lies.replace(b"line 14", b"LINE 14"))
    workspace.choose(2, Dismiss())
    assert file_of(workspace.review()) == file
    assert sides(workspace) == (lies, lies.replace(b"line 14", b"LINE 14"))


def test_a_later_reply_leaves_a_mode_that_was_accepted(repository: RepositoryBuilder) -> None:
    to_run = "```diff\ndiff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n"
    hunk = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n line 1\n-line 2\n+LINE 2\n```\n"
    workspace = opened(repository, {"a.txt": LONG, "b.txt": "b\n"}, to_run + hunk + edit("b.txt", "b", "B"))
    workspace.accept(["a.txt"])

    workspace.apply(edit("a.txt", "line 14", "LINE 14"))
    workspace.accept(["a.txt"])

    assert repository.read("a.txt") == capital(2, 14)
    assert (repository.root / "a.txt").stat().st_mode & 0o111
    workspace.commit("Change a")
    assert repository.git.head.peel().tree["a.txt"].filemode == FileMode.BLOB_EXECUTABLE


def test_a_new_file_that_was_rejected_is_proposed_again_by_a_later_reply(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.apply(create("c.txt", "c\n"))
    workspace.reject(["c.txt"])

    review = workspace.apply(create("c.txt", "c\n")).review

    assert "c.txt" in [file.path for file in review.to_decide]


def test_a_rejected_file_is_proposed_again_by_a_later_reply_that_gives_it_as_a_whole(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.reject(["a.txt"])

    workspace.apply(f"a.txt\n```\n{capital(2, 10, 18).decode()}```\n")

    assert sides(workspace) == (capital(), capital(2, 10, 18))


def test_a_rejected_file_stays_listed_after_a_reply_that_changes_nothing_of_it(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.reject(["a.txt"])

    review = workspace.apply(edit("a.txt", "line 14", "x") + edit("a.txt", "x", "line 14")).review

    assert file_of(review).decision is Decision.REJECTED


@pytest.mark.parametrize("path", ["new.txt", "a.txt"])
def test_an_accepted_file_that_a_later_reply_deletes_is_in_conflict_once_it_changes(
    repository: RepositoryBuilder, path: str
) -> None:
    workspace = opened(repository, {"a.txt": LONG}, create("new.txt", "one") + edit("a.txt", "line 2", "LINE 2"))
    workspace.accept([path])
    workspace.apply(f"*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n")
    repository.write({path: "mine\n"})

    assert Badge.CONFLICT in file_of(workspace.review(), path).badges
    assert workspace.texts(path).before == "mine\n"
    assert workspace.accept([path]).refusals
    assert repository.read(path) == b"mine\n"


def test_blocks_keep_their_numbers_when_a_file_whose_name_is_known_by_it_alone_is_gone(
    repository: RepositoryBuilder,
) -> None:
    given = "two words.txt\n```\nnew\n```\n" + edit("c.txt", "not there", "x") + edit("c.txt", "nor there", "y")
    workspace = opened(repository, {"two words.txt": "one\n", "c.txt": "c\n"}, given)
    workspace.apply("*** Begin Patch\n*** Delete File: two words.txt\n*** End Patch\n")
    workspace.accept(["two words.txt"])
    workspace.commit("Remove it")

    outcomes = workspace.choose(2, Dismiss()).review.outcomes

    assert [(one.path, one.status) for one in outcomes] == [
        ("two words.txt", Status.APPLIED),
        ("c.txt", Status.DISMISSED),
        ("c.txt", Status.FAILED),
        ("two words.txt", Status.APPLIED),
    ]


def test_a_failed_block_is_placed_in_an_accepted_file_beside_its_accepted_hunks(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2") + edit("a.txt", "none", "x"))
    workspace.accept(["a.txt"])

    file = file_of(workspace.choose(2, PlaceAt(10, 1)).review)

    assert (file.decision, file.decided_hunks, file.hunks) == (Decision.UNDECIDED, 1, 2)
    workspace.reconsider_hunk("a.txt", 1, workspace.texts("a.txt").identity)
    assert repository.read("a.txt") == capital()
    workspace.undo()
    workspace.choose(2, None)
    assert file_of(workspace.review()).decision is Decision.ACCEPTED
    workspace.reconsider(["a.txt"])
    assert repository.read("a.txt") == capital()


@pytest.mark.parametrize("way", ["hunk", "hunk of a decided file", "file", "lines", "edit"])
def test_what_was_rejected_stays_so_when_a_block_is_dismissed_after_a_reply_on_the_same_lines(
    repository: RepositoryBuilder, way: str
) -> None:
    later = edit("a.txt", "line 10", "line ten")
    if way == "lines":
        made = edit("a.txt", "line 10", "line 10 first\nline 10 second")
        workspace = opened(repository, {"a.txt": LONG, "b.txt": "b\n"}, made + edit("b.txt", "b", "B"))
        workspace.accept_part("a.txt", part_of_lines(workspace.texts("a.txt"), [(9, 10)]))
        workspace.reject(["a.txt"])
        later = edit("a.txt", "line 10 first", "line ten")
    elif way == "edit":
        workspace = proposed(repository)
        workspace.edit("a.txt", capital(2, 18).decode(), workspace.texts("a.txt").identity)
    else:
        workspace = proposed(repository)
        if way == "file":
            workspace.reject(["a.txt"])
        else:
            workspace.reject_part("a.txt", hunks(workspace, 2))
        if way == "hunk of a decided file":
            workspace.accept(["a.txt"])
    review = workspace.apply(later + edit("c.txt", "gone", "x")).review
    before, failed = sides(workspace), review.outcomes[-1]
    assert b"line ten" in before[1]
    assert (failed.status, {one.status for one in review.outcomes[:-1]}) == (Status.FAILED, {Status.APPLIED})

    review = workspace.choose(len(review.outcomes), Dismiss()).review

    assert sides(workspace) == before
    assert {one.status for one in review.outcomes[:-1]} == {Status.APPLIED}
    assert file_of(review) == file_of(workspace.review())


def test_a_block_that_was_rejected_with_its_file_is_none_that_failed_when_replies_are_applied_again(
    repository: RepositoryBuilder,
) -> None:
    first = edit("a.txt", "birds\ncattle", "wings\nmilk") + edit("b.txt", "b", "B")
    workspace = opened(repository, {"a.txt": "apples\nbirds\ncattle\nstones\n", "b.txt": "b\n"}, first)
    workspace.reject(["a.txt"])
    workspace.apply(edit("a.txt", "cattle\nstones", "horns\nwalls"))
    workspace.reject_part("a.txt", hunks(workspace, 1))
    review = workspace.apply(edit("a.txt", "apples", "pears") + edit("c.txt", "gone", "x")).review
    before = sides(workspace)
    assert before[1] == b"pears\nbirds\ncattle\nstones\n"

    review = workspace.choose(len(review.outcomes), Dismiss()).review

    assert [one.status for one in review.outcomes] == [*[Status.APPLIED] * 4, Status.DISMISSED]
    assert sides(workspace) == before


def test_what_was_rejected_before_a_reply_gives_the_file_as_a_whole_is_so_when_replies_are_applied_again(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.reject_part("a.txt", hunks(workspace, 2))
    workspace.apply(edit("a.txt", "line 10", "line ten"))
    whole = capital(2, 18).replace(b"line 10", b"other line").decode()
    review = workspace.apply(f"a.txt\n```\n{whole}```\n" + edit("c.txt", "gone", "x")).review
    before = sides(workspace)
    assert before[1] == whole.encode()

    review = workspace.choose(len(review.outcomes), Dismiss()).review

    assert sides(workspace) == before
    assert {one.status for one in review.outcomes[:-1]} == {Status.APPLIED}
