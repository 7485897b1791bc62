"""Promises of undo while a reply streams in: the user's own steps first, then the reply; redo loses nothing."""

import pytest

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.outcomes import Status
from guillemet.engine.review import Decision
from guillemet.engine.staging import area
from guillemet.engine.workspace import ReplyState, Workspace
from tests.kit.killing import kill, needs_kill
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.streamed import grow, id_of

FILES = {"a.py": "x = 1\nend\n", "b.py": "y = 1\n", "c.py": "z = 1\n"}
FIRST = edit("a.py", "x = 1", "x = 2")
SECOND = edit("b.py", "y = 1", "y = 2")
AGAIN = edit("a.py", "end", "the end")
OTHER = edit("c.py", "z = 1", "z = 2")


@pytest.fixture
def workspace(repository: RepositoryBuilder) -> Workspace:
    """Return a workspace in which the first block of a reply was accepted before the second one came."""
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FIRST)
    workspace.accept(["a.py"])
    grow(workspace, FIRST, FIRST + SECOND)
    return workspace


def decisions(workspace: Workspace) -> dict[str, Decision]:
    return {file.path: file.decision for file in workspace.review().files}


def after(workspace: Workspace, path: str) -> str:
    return workspace.texts(path).after


def test_undo_takes_the_decision_back_and_leaves_what_came_since(
    workspace: Workspace, repository: RepositoryBuilder
) -> None:
    done = workspace.undo()

    assert decisions(workspace) == {"a.py": Decision.UNDECIDED, "b.py": Decision.UNDECIDED}
    assert repository.read("a.py") == b"x = 1\nend\n"
    assert done.review.redo == "Accept a.py"
    assert done.review.undo == "Add a reply (2 blocks)"


def test_the_reply_goes_on_growing_after_a_decision_was_undone(workspace: Workspace) -> None:
    workspace.undo()

    applied = grow(workspace, FIRST + SECOND, FIRST + SECOND + OTHER)

    assert applied.standing is ReplyState.PROPOSED
    assert set(decisions(workspace)) == {"a.py", "b.py", "c.py"}


def test_a_decision_undone_can_be_done_again_after_more_has_come(
    workspace: Workspace, repository: RepositoryBuilder
) -> None:
    workspace.undo()
    grow(workspace, FIRST + SECOND, FIRST + SECOND + OTHER)

    workspace.redo()

    assert repository.read("a.py") == b"x = 2\nend\n"
    assert decisions(workspace) == {"a.py": Decision.ACCEPTED, "b.py": Decision.UNDECIDED, "c.py": Decision.UNDECIDED}


def test_another_block_for_a_file_accepted_meanwhile_stands_with_the_first_when_that_is_undone(
    workspace: Workspace, repository: RepositoryBuilder
) -> None:
    grow(workspace, FIRST + SECOND, FIRST + SECOND + AGAIN)

    workspace.undo()

    assert after(workspace, "a.py") == "x = 2\nthe end\n"
    assert repository.read("a.py") == b"x = 1\nend\n"


def test_a_decision_done_again_covers_what_was_decided_and_no_more(
    workspace: Workspace, repository: RepositoryBuilder
) -> None:
    workspace.undo()
    grow(workspace, FIRST + SECOND, FIRST + SECOND + AGAIN)

    workspace.redo()

    assert repository.read("a.py") == b"x = 2\nend\n"
    assert decisions(workspace)["a.py"] is Decision.UNDECIDED
    assert after(workspace, "a.py") == "x = 2\nthe end\n"


def test_every_step_is_taken_back_in_the_order_the_user_made_them(
    workspace: Workspace, repository: RepositoryBuilder
) -> None:
    workspace.reject(["b.py"])
    grow(workspace, FIRST + SECOND, FIRST + SECOND + OTHER)

    undone = [workspace.undo().review.redo for _ in range(3)]

    assert undone == ["Reject b.py", "Accept a.py", "Add a reply (3 blocks)"]
    assert not workspace.review().undo
    assert not decisions(workspace)
    assert {path: repository.read(path).decode() for path in FILES} == FILES


def test_redo_after_all_that_brings_everything_back(workspace: Workspace, repository: RepositoryBuilder) -> None:
    workspace.reject(["b.py"])
    grow(workspace, FIRST + SECOND, FIRST + SECOND + OTHER)
    before = decisions(workspace)
    for _ in range(3):
        workspace.undo()

    for _ in range(3):
        workspace.redo()

    assert decisions(workspace) == before
    assert repository.read("a.py") == b"x = 2\nend\n"
    assert workspace.replies() == (FIRST + SECOND + OTHER,)


def test_a_choice_undone_is_forgotten_and_the_blocks_that_came_since_stay(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FIRST)
    workspace.choose(1, Dismiss())
    grow(workspace, FIRST, FIRST + SECOND)

    review = workspace.undo().review

    assert [outcome.status for outcome in review.outcomes] == [Status.APPLIED, Status.APPLIED]
    assert workspace.redo().review.outcomes[0].status is Status.DISMISSED


def test_a_reply_pasted_meanwhile_is_undone_without_the_one_that_grows(workspace: Workspace) -> None:
    workspace.apply(OTHER)
    grow(workspace, FIRST + SECOND, FIRST + SECOND + AGAIN)

    workspace.undo()

    assert workspace.replies() == (FIRST + SECOND + AGAIN,)
    workspace.redo()
    assert workspace.replies() == (FIRST + SECOND + AGAIN, OTHER)


def test_a_pasted_reply_that_fits_meanwhile_stays_itself_when_the_one_that_grew_is_undone(
    repository: RepositoryBuilder,
) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    missed = edit("README.md", "nowhere", "here")
    workspace.apply(OTHER)
    workspace.apply(missed)
    grow(workspace, "", FIRST)
    repository.write({"README.md": "nowhere\n"})
    grow(workspace, FIRST, FIRST + SECOND)

    workspace.undo()

    assert workspace.replies() == (OTHER, missed)


def test_a_reply_taken_back_grows_where_redo_finds_it(workspace: Workspace) -> None:
    workspace.undo()
    workspace.undo()

    applied = grow(workspace, FIRST + SECOND, FIRST + SECOND + OTHER)

    assert applied.standing is ReplyState.UNDONE
    assert not applied.review.files
    assert applied.review.redo == "Add a reply (3 blocks)"
    workspace.redo()
    assert set(decisions(workspace)) == {"a.py", "b.py", "c.py"}
    workspace.redo()
    assert decisions(workspace)["a.py"] is Decision.ACCEPTED


def test_a_reply_brought_back_goes_on_growing_in_the_review(workspace: Workspace) -> None:
    workspace.undo()
    workspace.undo()
    grow(workspace, FIRST + SECOND, FIRST + SECOND + AGAIN)
    workspace.redo()

    applied = grow(workspace, FIRST + SECOND + AGAIN, FIRST + SECOND + AGAIN + OTHER)

    assert applied.standing is ReplyState.PROPOSED
    assert set(decisions(workspace)) == {"a.py", "b.py", "c.py"}


def test_a_reply_taken_back_for_another_one_is_gone(workspace: Workspace) -> None:
    workspace.undo()
    workspace.undo()
    workspace.apply(OTHER)

    applied = grow(workspace, FIRST + SECOND, FIRST + SECOND + AGAIN)

    assert applied.standing is ReplyState.GONE
    assert set(decisions(workspace)) == {"c.py"}


def test_a_reply_goes_on_growing_after_its_settled_part_made_room_for_another(
    repository: RepositoryBuilder,
) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FIRST + SECOND)
    workspace.accept(["a.py"])
    workspace.reject(["b.py"])
    workspace.apply(OTHER)
    text = FIRST + SECOND + AGAIN

    applied = grow(workspace, FIRST + SECOND, text)
    grow(workspace, text, text + edit("c.py", "z = 2", "z = 3"))

    assert applied.standing is ReplyState.PROPOSED
    assert [outcome.status is Status.DISMISSED for outcome in applied.outcomes] == [False, True, False]
    assert set(decisions(workspace)) == {"a.py", "c.py"}
    assert after(workspace, "a.py") == "x = 2\nthe end\n"
    assert after(workspace, "c.py") == "z = 3\n"


def test_a_short_block_that_was_accepted_is_not_applied_again_where_its_reply_goes_on_after_it_was_put_away(
    repository: RepositoryBuilder,
) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    short = edit("a.py", "end", "}")
    grow(workspace, "", FIRST + short)
    workspace.accept(["a.py"])
    workspace.apply(OTHER)

    applied = grow(workspace, FIRST + short, FIRST + short + SECOND + edit("a.py", "x = 2", "x = 3"))

    assert [outcome.status for outcome in applied.outcomes] == [Status.APPLIED] * 4
    assert set(decisions(workspace)) == {"a.py", "b.py", "c.py"}
    assert after(workspace, "a.py") == "x = 3\n}\n"


def test_of_two_replies_put_away_the_one_that_grows_goes_on(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", OTHER)
    grow(workspace, "", FIRST)
    workspace.reject(["c.py"])
    workspace.accept(["a.py"])
    workspace.apply(edit("README.md", "# Project", "# Mine"))

    applied = grow(workspace, FIRST, FIRST + SECOND)

    assert [outcome.status is Status.DISMISSED for outcome in applied.outcomes] == [False, False]


def test_a_reply_taken_back_whose_text_was_pasted_and_put_away_since_is_gone(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FIRST)
    workspace.undo()
    workspace.apply(FIRST)
    workspace.accept(["a.py"])
    workspace.apply(OTHER)

    applied = grow(workspace, FIRST, FIRST + SECOND)

    assert applied.standing is ReplyState.GONE
    assert set(decisions(workspace)) == {"c.py"}


def test_a_reply_put_away_grows_although_its_step_is_too_old_to_be_undone(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(area, "UNDO_LIMIT", 2)
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FIRST)
    workspace.accept(["a.py"])
    workspace.apply(OTHER)

    grow(workspace, FIRST, FIRST + SECOND)
    assert set(decisions(workspace)) == {"b.py", "c.py"}

    workspace.undo()
    assert set(decisions(workspace)) == {"c.py"}


def test_what_came_after_the_step_of_a_reply_was_too_old_to_be_undone_is_undone_by_itself(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(area, "UNDO_LIMIT", 1)
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FIRST)
    workspace.apply(OTHER)
    grow(workspace, FIRST, FIRST + SECOND)

    workspace.undo()

    assert workspace.replies() == (FIRST, OTHER)


def test_the_same_answer_given_twice_grows_only_as_the_second(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FIRST)
    workspace.reject(["a.py"])
    grow(workspace, "", FIRST)
    grow(workspace, FIRST, FIRST + SECOND)

    workspace.undo()

    assert workspace.replies() == (FIRST,)
    assert decisions(workspace) == {"a.py": Decision.REJECTED}


def test_what_a_crash_left_of_a_reply_is_completed(workspace: Workspace) -> None:
    reply_id = id_of(workspace, FIRST + SECOND)

    review = workspace.go_on(reply_id, FIRST + SECOND + OTHER).review

    assert workspace.replies() == (FIRST + SECOND + OTHER,)
    assert decisions(workspace)["a.py"] is Decision.ACCEPTED
    assert review.undo == "Accept a.py"
    assert workspace.go_on(reply_id, FIRST + SECOND + OTHER).review == review


def test_neither_a_pasted_reply_nor_another_answer_is_completed_after_a_crash(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    workspace.apply(FIRST)
    grow(workspace, "", FIRST)

    workspace.go_on("another", FIRST + AGAIN)

    assert workspace.replies() == (FIRST, FIRST, FIRST + AGAIN)


def test_a_reply_taken_back_before_a_crash_stays_so(workspace: Workspace) -> None:
    workspace.undo()
    workspace.undo()

    applied = workspace.go_on(id_of(workspace, FIRST + SECOND), FIRST + SECOND + OTHER)

    assert applied.standing is ReplyState.UNDONE
    assert not applied.review.files
    assert {file.path for file in workspace.redo().review.files} == {"a.py", "b.py", "c.py"}


def test_what_was_settled_before_a_crash_is_not_asked_again(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FIRST)
    workspace.reject(["a.py"])
    workspace.apply(OTHER)

    workspace.go_on(id_of(workspace, FIRST), FIRST + SECOND)

    assert set(decisions(workspace)) == {"b.py", "c.py"}


@needs_kill
@pytest.mark.parametrize("stored", [0, 1])
@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_a_kill_in_the_middle_of_undo_or_redo_leaves_what_came_since(
    workspace: Workspace, repository: RepositoryBuilder, verb: str, stored: int
) -> None:
    if verb == "redo":
        workspace.undo()
    text = FIRST + SECOND + AGAIN
    grow(workspace, FIRST + SECOND, text)

    kill(repository.root, "staging:StagingArea.store", verb, when="before", call=stored + 1)
    again = Workspace.open(repository.root)
    again.review()

    is_accepted = (verb == "undo") == (stored == 0)
    assert repository.read("a.py") == (b"x = 2\nend\n" if is_accepted else b"x = 1\nend\n")
    assert again.replies() == (text,)
    assert after(again, "a.py") == "x = 2\nthe end\n"
    applied = grow(again, text, text + OTHER)
    assert set(decisions(again)) == {"a.py", "b.py", "c.py"}
    assert applied.review.undo == ("Accept a.py" if is_accepted else "Add a reply (4 blocks)")
