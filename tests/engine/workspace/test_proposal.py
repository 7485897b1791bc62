"""Promises of what a commit leaves of a proposal: what nobody dealt with stays open, and it ends by itself."""

import json
from collections.abc import Iterator

import pygit2
import pytest

from guillemet.engine.applying import ApplyOptions
from guillemet.engine.applying.options import Dismiss, PlaceAt
from guillemet.engine.errors import RepositoryError
from guillemet.engine.outcomes import Status
from guillemet.engine.review import Decision, Review, SuggestionState
from guillemet.engine.staging import Snapshot
from guillemet.engine.staging.snapshot import snapshot_from_json, snapshot_to_json
from guillemet.engine.workspace import Workspace
from tests.kit.killing import kill, needs_kill
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.streamed import grow

BODY = "one\ntwo\nthree\nfour\n"
COMMANDS = "Then run:\n\n```bash\ngit rm old.py\nrm -rf scratch\n```\n"
FOUND = edit("a.py", "one", "1\none")
LOST = edit("a.py", "nowhere", "THREE")
WAITING = [Status.APPLIED, Status.FAILED]
OPEN = [SuggestionState.OPEN, SuggestionState.OPEN]


def statuses(review: Review) -> list[Status]:
    return [outcome.status for outcome in review.outcomes]


def states(review: Review) -> list[SuggestionState]:
    return [one.state for one in review.suggestions]


def proposed(repository: RepositoryBuilder, reply: str) -> Workspace:
    repository.commit({"a.py": BODY, "b.py": BODY, "old.py": "old\n"})
    repository.write({"scratch/notes.txt": "notes\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(reply)
    return workspace


def committed(repository: RepositoryBuilder, reply: str) -> Workspace:
    workspace = proposed(repository, reply)
    workspace.accept_all()
    workspace.commit("Change a")
    return workspace


def test_failed_blocks_and_suggestions_stay_when_the_last_file_is_committed(repository: RepositoryBuilder) -> None:
    review = committed(repository, FOUND + LOST + COMMANDS).review()

    assert (review.files, review.commit) == ((), ())
    assert statuses(review) == WAITING
    assert states(review) == OPEN


def test_undo_of_the_commit_restores_everything_and_redo_leaves_the_rest(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository, FOUND + LOST + COMMANDS)
    before = workspace.accept_all().review
    after = workspace.commit("Change a").review

    assert workspace.undo().review.files == before.files
    assert workspace.review().outcomes == before.outcomes
    assert workspace.review().commit == before.commit
    again = workspace.redo().review
    assert (again.files, again.outcomes, again.suggestions) == (after.files, after.outcomes, after.suggestions)


def test_a_block_placed_after_the_commit_changes_the_file_as_it_is_now(repository: RepositoryBuilder) -> None:
    workspace = committed(repository, FOUND + LOST)
    repository.write({"a.py": "zero\n1\none\ntwo\nthree\nfour\n"})

    review = workspace.choose(2, PlaceAt(5, 1)).review

    assert [file.decision for file in review.files] == [Decision.UNDECIDED]
    assert workspace.texts("a.py").before == "zero\n1\none\ntwo\nthree\nfour\n"
    assert workspace.texts("a.py").after == "zero\n1\none\ntwo\nTHREE\nfour\n"
    assert statuses(review) == [Status.APPLIED, Status.APPLIED]


def test_a_file_the_model_was_shown_is_placed_into_as_it_is_now_all_the_same(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": BODY})
    workspace = Workspace.open(repository.root)
    (shown,) = workspace.present(["a.py"])
    workspace.apply(FOUND + LOST, options=ApplyOptions(shown=(("a.py", shown.oid),)))
    workspace.accept_all()
    workspace.commit("Change a")

    assert workspace.unproposed("a.py").after == "1\none\ntwo\nthree\nfour\n"
    workspace.choose(2, PlaceAt(4, 1))
    assert workspace.texts("a.py").after == "1\none\ntwo\nTHREE\nfour\n"


def test_the_places_named_after_the_commit_are_lines_of_the_committed_file(repository: RepositoryBuilder) -> None:
    lost = edit("a.py", "two\nsomething\nelse\nfour", "two\nTHREE\nfour")
    workspace = committed(repository, lost + FOUND)
    nearest = workspace.review().outcomes[0].nearest[0]

    lines = workspace.unproposed("a.py").after.splitlines()
    assert lines[nearest.line - 1 :][: nearest.count] == nearest.text.splitlines()
    workspace.choose(1, PlaceAt(nearest.line, nearest.count))
    assert workspace.texts("a.py").after == "1\none\ntwo\nTHREE\nfour\n"


def test_a_block_that_was_committed_is_not_applied_once_more(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": BODY, "b.py": BODY})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "one\ntwo", "one\none\ntwo") + edit("b.py", "nowhere", "x") + edit("b.py", "one", "1"))
    workspace.accept(["a.py"])
    workspace.commit("Only a")

    review = workspace.choose(2, Dismiss()).review

    assert [file.path for file in review.files] == ["b.py"]
    assert review.outcomes[0].status is Status.APPLIED
    with pytest.raises(RepositoryError, match="accepted with this block"):
        workspace.choose(1, PlaceAt(3))


def test_a_placed_block_is_accepted_and_committed_and_the_proposal_ends(repository: RepositoryBuilder) -> None:
    workspace = committed(repository, FOUND + LOST)
    workspace.choose(2, PlaceAt(4, 1))
    workspace.accept_all()

    review = workspace.commit("The rest of it").review

    assert repository.committed("a.py") == b"1\none\ntwo\nTHREE\nfour\n"
    assert (review.files, review.outcomes, review.commit) == ((), (), ())


def test_the_proposal_ends_when_the_last_open_block_is_left_out(repository: RepositoryBuilder) -> None:
    workspace = committed(repository, FOUND + LOST + LOST)
    assert len(workspace.choose(2, Dismiss()).review.outcomes) == 3

    assert workspace.choose(3, Dismiss()).review.outcomes == ()
    assert statuses(workspace.undo().review) == [Status.APPLIED, Status.DISMISSED, Status.FAILED]


def test_a_command_is_run_after_the_commit_and_the_last_one_ends_the_proposal(repository: RepositoryBuilder) -> None:
    workspace = committed(repository, FOUND + COMMANDS)

    review = workspace.run("git rm old.py").review
    assert states(review) == [SuggestionState.DONE, SuggestionState.OPEN]
    assert [line.path for line in review.commit] == ["old.py"]
    review = workspace.run("rm -rf scratch").review
    assert review.suggestions == ()
    assert [line.path for line in review.commit] == ["old.py"]

    assert states(workspace.undo().review) == [SuggestionState.DONE, SuggestionState.OPEN]
    assert repository.read("scratch/notes.txt") == b"notes\n"


def test_a_commit_of_one_suggested_deletion_leaves_the_other_commands(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository, COMMANDS)
    workspace.run("git rm old.py")

    review = workspace.commit("Remove old").review

    assert states(review) == [SuggestionState.DONE, SuggestionState.OPEN]


@pytest.mark.parametrize("is_committed", [True, False])
def test_the_next_reply_joins_what_was_left_open(repository: RepositoryBuilder, is_committed: bool) -> None:  # noqa: FBT001
    workspace = proposed(repository, FOUND + LOST + COMMANDS)
    workspace.accept(["a.py"])
    if is_committed:
        workspace.commit("Change a")

    review = workspace.apply(edit("b.py", "one", "1")).review

    assert [file.path for file in review.to_decide] == ["b.py"]
    assert statuses(review)[-2:] == [Status.FAILED, Status.APPLIED]
    assert states(review) == OPEN
    workspace.reject(["b.py"])
    assert statuses(workspace.finish().review) == []
    assert [file.path for file in workspace.apply(edit("b.py", "one", "2")).review.files] == ["b.py"]


def test_a_reply_joins_what_was_left_open_once_a_block_of_it_waits_again(repository: RepositoryBuilder) -> None:
    workspace = committed(repository, FOUND + LOST)
    workspace.choose(2, PlaceAt(4, 1))

    review = workspace.apply(edit("b.py", "one", "1")).review

    assert [file.path for file in review.files] == ["a.py", "b.py"]


def test_reject_all_lets_go_of_what_is_left_and_can_be_undone(repository: RepositoryBuilder) -> None:
    workspace = committed(repository, FOUND + LOST + COMMANDS)

    done = workspace.reject_all().review
    assert (done.outcomes, done.suggestions) == ((), ())
    assert done.undo == "Finish the review"

    undone = workspace.undo().review
    assert (statuses(undone), states(undone)) == (WAITING, OPEN)


def test_a_finished_review_is_empty_and_leaves_what_was_accepted_to_the_commit(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository, FOUND + LOST + edit("b.py", "two", "TWO") + COMMANDS)
    workspace.accept(["a.py"])
    workspace.reject(["b.py"])
    before = repository.snapshot()

    done = workspace.finish().review

    assert (done.files, done.outcomes, done.suggestions) == ((), (), ())
    assert [line.path for line in done.commit] == ["a.py"]
    assert repository.snapshot() == before
    again = Workspace.open(repository.root)
    assert again.review() == done
    assert statuses(again.undo().review) == [Status.APPLIED, Status.FAILED, Status.APPLIED]
    assert again.redo().review.files == ()
    again.commit("Change a")
    assert repository.committed("a.py") == repository.read("a.py")


def test_a_review_is_not_finished_before_every_file_is_decided(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository, FOUND + LOST)

    with pytest.raises(RepositoryError, match="wait for your decision"):
        workspace.finish()
    assert len(workspace.review().files) == 1


def test_the_failed_block_of_a_rejected_file_holds_no_proposal_open(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository, FOUND + edit("b.py", "nowhere", "x") + edit("b.py", "one", "1"))
    workspace.accept(["a.py"])
    workspace.reject(["b.py"])

    assert workspace.commit("Only a").review.outcomes == ()


def test_a_commit_leaves_a_later_proposal_for_the_same_file(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository, FOUND)
    workspace.accept_all()
    workspace.apply(edit("a.py", "four", "4"))

    review = workspace.commit("Change a").review

    assert [(file.path, file.decision) for file in review.files] == [("a.py", Decision.UNDECIDED)]
    assert workspace.texts("a.py").after == "1\none\ntwo\nthree\n4\n"


def test_a_commit_of_an_earlier_proposal_ends_no_later_one(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository, FOUND)
    workspace.accept_all()
    workspace.apply(COMMANDS)
    workspace.commit("Change a")

    assert states(workspace.apply(edit("b.py", "one", "1")).review) == OPEN


def test_a_proposal_of_which_nothing_is_open_ends_with_its_commit(repository: RepositoryBuilder) -> None:
    review = committed(repository, FOUND).review()

    assert (review.files, review.outcomes) == ((), ())


def test_a_reply_that_still_grows_after_the_commit_goes_on_from_the_committed_file(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"a.py": BODY})
    workspace = Workspace.open(repository.root)
    grow(workspace, "", FOUND + LOST)
    workspace.accept_all()
    workspace.commit("Change a")

    applied = grow(workspace, FOUND + LOST, FOUND + LOST + edit("a.py", "four", "4"))

    assert [one.status for one in applied.outcomes] == [*WAITING, Status.APPLIED]
    assert workspace.texts("a.py").after == "1\none\ntwo\nthree\n4\n"


def test_another_window_sees_the_rest_after_a_restart(repository: RepositoryBuilder) -> None:
    committed(repository, FOUND + LOST + COMMANDS)

    review = Workspace.open(repository.root).review()

    assert (statuses(review), states(review)) == (WAITING, OPEN)


@needs_kill
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_around_the_commit_loses_nothing_that_is_open(repository: RepositoryBuilder, when: str) -> None:
    proposed(repository, FOUND + LOST + COMMANDS).accept_all()

    kill(repository.root, "git.commits.commit_paths", "commit", "Change a", when=when)
    review = Workspace.open(repository.root).review()

    assert len(review.files) == (when == "before")
    assert (statuses(review), states(review)) == (WAITING, OPEN)


def test_a_state_from_before_the_rest_was_kept_still_opens() -> None:
    record = json.loads(snapshot_to_json(Snapshot(done=frozenset({"git rm old.py"}))))
    del record["has_commit"]

    assert snapshot_from_json(json.dumps(record).encode()) == Snapshot(done=frozenset({"git rm old.py"}))


@pytest.mark.parametrize(("first", "second"), [("in/a", "in/a/b.txt"), ("in/a/b.txt", "in/a")])
def test_a_file_is_proposed_where_a_rejected_one_would_have_a_folder_and_both_are_kept(
    repository: RepositoryBuilder, first: str, second: str
) -> None:
    workspace = proposed(repository, FOUND + create(first, "first"))
    workspace.reject([first])
    workspace.apply(create(second, "second"))
    kept = [{pygit2.hash(data) for data in (b"first\n", b"second\n")} <= reachable(repository.git)]
    for step in (workspace.undo, workspace.redo):
        step()
        kept.append(pygit2.hash(b"first\n") in reachable(repository.git))

    assert kept == [True, True, True]
    assert [file.path for file in workspace.review().files] == ["a.py", first, second]


def reachable(git: pygit2.Repository) -> set[pygit2.Oid]:
    """Return what the review as it is now leads to, without the steps to undo or redo."""
    top = git.references["refs/guillemet/main/review"].peel(pygit2.Tree)
    return {one.id for one in below(git, top["now"].id)}


def below(git: pygit2.Repository, oid: pygit2.Oid) -> Iterator[pygit2.Object]:
    for one in git[oid]:
        yield one
        if isinstance(one, pygit2.Tree):
            yield from below(git, one.id)
