"""Promises of choosing where one block goes: it lands there, and later blocks are tried again on the new text."""

from collections.abc import Callable

import pytest

from guillemet.engine.applying.options import Append, Choice, Dismiss, PlaceAt, ReplaceFile, SearchFor
from guillemet.engine.errors import RepositoryError
from guillemet.engine.outcomes import Flag, Reason, Status
from guillemet.engine.review import Badge, Decision
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.parts import hunks
from tests.kit.replies import edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder

TWICE = "first\nx = 1\nsecond\nx = 1\n"


def staged(workspace: Workspace, path: str) -> str:
    return workspace.texts(path).after


def test_a_block_with_several_places_goes_where_the_user_says(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": TWICE})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "x = 1", "x = 2"))

    review = workspace.choose(1, PlaceAt(4)).review

    assert staged(workspace, "a.py") == "first\nx = 1\nsecond\nx = 2\n"
    assert Flag.PLACED_BY_HAND in review.outcomes[0].flags
    assert Badge.ASKS not in review.files[0].badges


@pytest.mark.parametrize(
    ("before", "old", "line"),
    [
        ("first\nx = 1\nsecond\nx = 1\n", "x = 1", 3),  # exact, the first of two
        ("first\ntotal = add(prices, taxes)\nreturn total\n", "total = add(price, taxes)\nreturn total", 3),  # likely
    ],
)
def test_a_block_in_doubt_can_be_kept_where_it_stands(
    repository: RepositoryBuilder, before: str, old: str, line: int
) -> None:
    repository.commit({"a.py": before})
    workspace = Workspace.open(repository.root)
    above = edit("a.py", "first", "zeroth\nfirst")
    review = workspace.apply(edit("a.py", old, old.replace("1", "2").replace("return", "yield")) + above).review
    text = staged(workspace, "a.py")
    assert review.outcomes[0].asks
    assert review.outcomes[0].lines[0] == line

    review = workspace.choose(1, PlaceAt(line)).review

    assert staged(workspace, "a.py") == text
    assert not review.outcomes[0].asks
    assert Badge.ASKS not in review.files[0].badges


@pytest.mark.parametrize("accepts", [True, False])
def test_a_block_in_doubt_asks_no_more_once_its_hunk_is_decided_by_itself(
    repository: RepositoryBuilder, *, accepts: bool
) -> None:
    repository.commit({"a.py": f"{TWICE}\n\n\nlast\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "x = 1", "x = 2") + edit("a.py", "last", "end"))
    decide = workspace.accept_part if accepts else workspace.reject_part
    review = decide("a.py", hunks(workspace, 1, path="a.py")).review

    assert Badge.ASKS not in review.files[0].badges
    identity = workspace.texts("a.py").identity
    review = workspace.reconsider_hunk("a.py", 1, identity).review
    assert Badge.ASKS in review.files[0].badges
    review = decide("a.py", hunks(workspace, 2, path="a.py")).review
    assert Badge.ASKS in review.files[0].badges


def test_a_failed_block_is_placed_and_the_ones_after_it_are_tried_again(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": TWICE})
    workspace = Workspace.open(repository.root)
    review = workspace.apply(
        guillemet_edit("a.py", "x = 1", "x = 2") + guillemet_edit("a.py", "second", "third")
    ).review
    assert [outcome.status for outcome in review.outcomes] == [Status.FAILED, Status.SKIPPED]

    review = workspace.choose(1, PlaceAt(2)).review

    assert [outcome.status for outcome in review.outcomes] == [Status.APPLIED, Status.APPLIED]
    assert staged(workspace, "a.py") == "first\nx = 2\nthird\nx = 1\n"


def test_a_wrong_place_is_changed_and_the_choice_taken_back(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": TWICE})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "x = 1", "x = 2"))
    workspace.choose(1, PlaceAt(4))

    workspace.choose(1, None)

    assert staged(workspace, "a.py") == "first\nx = 2\nsecond\nx = 1\n"


def test_a_block_that_is_dismissed_leaves_the_file(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": TWICE})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "first", "1st") + edit("a.py", "second", "2nd"))

    review = workspace.choose(1, Dismiss()).review

    assert [outcome.status for outcome in review.outcomes] == [Status.DISMISSED, Status.APPLIED]
    assert staged(workspace, "a.py") == "first\nx = 1\n2nd\nx = 1\n"
    assert workspace.choose(2, Dismiss()).review.files == ()


def test_a_block_for_an_existing_file_can_replace_or_extend_it(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "old\n"})
    workspace = Workspace.open(repository.root)
    assert workspace.apply(guillemet_edit("a.py", "", "new")).outcomes[0].status is Status.FAILED

    workspace.choose(1, ReplaceFile())
    assert staged(workspace, "a.py") == "new\n"
    workspace.choose(1, Append())
    assert staged(workspace, "a.py") == "old\nnew\n"


def test_a_choice_in_an_earlier_reply_reaches_the_later_one(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": TWICE, "b.py": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "x = 1", "x = 2") + edit("b.py", "b", "B"))
    workspace.apply(edit("a.py", "x = 2", "x = 3"))

    workspace.choose(1, PlaceAt(4))

    assert staged(workspace, "a.py") == "first\nx = 1\nsecond\nx = 3\n"
    assert staged(workspace, "b.py") == "B\n"


@pytest.mark.parametrize(
    ("choice", "title"),
    [
        (PlaceAt(4), "Place block 1 in a.py"),
        (Dismiss(), "Dismiss block 1, a.py"),
        (SearchFor("second"), "Search for another text for block 1, a.py"),
        (Append(), "Append block 1 to a.py"),
        (ReplaceFile(), "Make block 1 the whole file a.py"),
        (None, "Undo the choice for block 1, a.py"),
    ],
)
def test_the_step_of_a_choice_says_what_the_user_did(
    repository: RepositoryBuilder, choice: Choice | None, title: str
) -> None:
    repository.commit({"a.py": TWICE})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "x = 1", "x = 2"))
    if choice is None:
        workspace.choose(1, PlaceAt(4))

    assert workspace.choose(1, choice).review.undo == title


def test_a_choice_touches_no_file_and_can_be_undone(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": TWICE})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "x = 1", "x = 2"))
    before = repository.snapshot()
    workspace.choose(1, PlaceAt(4))

    workspace.undo()

    assert repository.snapshot() == before
    assert staged(workspace, "a.py") == "first\nx = 2\nsecond\nx = 1\n"


def test_files_that_are_decided_stay_as_they_are(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": TWICE, "b.py": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("b.py", "b", "B") + edit("a.py", "x = 1", "x = 2"))
    workspace.accept(["b.py"])

    workspace.choose(2, PlaceAt(4))

    assert repository.read("b.py") == b"B\n"
    assert [file.path for file in workspace.review().files] == ["b.py", "a.py"]
    with pytest.raises(RepositoryError, match="decided already"):
        workspace.choose(1, Dismiss())


@pytest.mark.parametrize("decide", [Workspace.accept, Workspace.reject])
def test_a_block_that_failed_is_dismissed_after_its_file_was_decided(
    repository: RepositoryBuilder, decide: Callable[[Workspace, list[str]], object]
) -> None:
    repository.commit({"a.py": TWICE, "b.py": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("b.py", "b", "B") + edit("b.py", "nowhere", "B") + edit("a.py", "first", "1st"))
    decide(workspace, ["b.py"])
    before = repository.snapshot()

    review = workspace.choose(2, Dismiss()).review

    assert [one.is_settled for one in review.outcomes] == [True, True, True]
    assert review.undo == "Dismiss block 2, b.py"
    assert repository.snapshot() == before
    again = Workspace.open(repository.root)
    assert again.choose(3, Dismiss()).review.outcomes[1].reason is Reason.DISMISSED
    again.undo()
    again.reconsider(["b.py"])
    assert again.choose(3, Dismiss()).review.outcomes[1].reason is Reason.DISMISSED
    for _ in range(3):
        again.undo()
    assert again.review().outcomes[1].reason is Reason.NOT_FOUND
    assert again.redo().review.outcomes[1].reason is Reason.DISMISSED


def test_a_broken_block_is_dismissed(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": TWICE})
    workspace = Workspace.open(repository.root)
    workspace.apply("a.py\n<<<<<<< SEARCH\nfirst\n=======\n1st\n")

    outcome = workspace.choose(1, Dismiss()).review.outcomes[0]

    assert (outcome.status, outcome.reason) == (Status.DISMISSED, Reason.DISMISSED)


def test_a_block_that_is_not_there_is_named(repository: RepositoryBuilder) -> None:
    workspace = Workspace.open(repository.root)

    with pytest.raises(RepositoryError, match="no block 1"):
        workspace.choose(1, Dismiss())


LONG = "".join(f"line {n}\n" for n in range(1, 13))


@pytest.mark.parametrize("choice", [PlaceAt(10, 1), SearchFor("line 9")], ids=["placed", "searched"])
@pytest.mark.parametrize("rejects_first", [False, True])
@pytest.mark.parametrize("own", ["", "my own\n"])
def test_what_a_failed_block_changes_of_an_accepted_file_is_proposed_for_that(
    repository: RepositoryBuilder, choice: PlaceAt | SearchFor, own: str, *, rejects_first: bool
) -> None:
    repository.commit({"a.py": LONG, "b.py": "b\n"})
    workspace = Workspace.open(repository.root)
    blocks = edit("a.py", "line 2", "LINE 2\nand 2"), edit("a.py", "nowhere", "NINE"), edit("a.py", "line 6", "LINE 6")
    workspace.apply("".join(blocks) + edit("b.py", "b", "B"))
    if rejects_first:
        workspace.reject_part("a.py", hunks(workspace, 1, path="a.py"))
        choice = PlaceAt(9, 1) if isinstance(choice, PlaceAt) else choice
    workspace.accept(["a.py"])
    accepted = own + repository.read("a.py").decode()
    repository.write({"a.py": accepted})

    if isinstance(choice, SearchFor):
        assert workspace.preview_search(2, choice.text).outcome.lines == (9 if rejects_first else 10,)
    review = workspace.choose(2, choice).review

    assert [one.status for one in review.outcomes] == [Status.APPLIED] * 4
    texts, expected = workspace.texts("a.py"), accepted.replace("line 9", "NINE")
    assert (texts.before, texts.after, repository.read("a.py").decode()) == (accepted, expected, accepted)
    assert {file.path: file.decision for file in review.files} == dict.fromkeys(("a.py", "b.py"), Decision.UNDECIDED)
    workspace.choose(4, Dismiss())
    assert workspace.texts("a.py").after == expected
    workspace.accept(["a.py"])
    workspace.commit("Both")
    assert own + (repository.committed("a.py") or b"").decode() == expected


def test_an_accepted_file_stays_so_where_a_failed_block_fails_again_or_the_file_is_gone(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"a.py": LONG, "b.py": "b\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "line 2", "LINE 2") + edit("a.py", "nowhere", "NINE") + edit("b.py", "b", "B"))
    workspace.accept(["a.py"])

    review = workspace.choose(2, SearchFor("nowhere else")).review
    assert (review.outcomes[1].status, review.files[0].decision) == (Status.FAILED, Decision.ACCEPTED)
    (repository.root / "a.py").unlink()
    with pytest.raises(RepositoryError, match="decided already"):
        workspace.choose(2, PlaceAt(9, 1))


def test_what_is_placed_after_an_acceptance_is_taken_back_by_itself(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": LONG})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "line 2", "LINE 2") + edit("a.py", "nowhere", "NINE"))
    workspace.accept(["a.py"])
    accepted = repository.read("a.py")

    workspace.choose(2, PlaceAt(9, 1))
    workspace.reject(["a.py"])
    assert repository.read("a.py") == accepted
    workspace.undo()
    review = workspace.undo().review
    assert [file.decision for file in review.files] == [Decision.ACCEPTED]
    assert review.outcomes[1].status is Status.FAILED
