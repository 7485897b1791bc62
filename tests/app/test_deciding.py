"""Promises of deciding: nothing is written before, and every decision can be taken back."""

import os
from collections.abc import Callable

import pytest

from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.review.proposal_decisions import ProposalDecisions
from guillemet.app.review.review_actions import CommitRequest
from guillemet.app.session import Session
from guillemet.engine.applying.options import Dismiss, PlaceAt
from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.parts import part_of
from guillemet.engine.errors import FileError
from guillemet.engine.outcomes import Reason
from guillemet.engine.review import ConflictChoice, Decision, FileTexts, Part
from guillemet.engine.workspace import Workspace
from tests.app.conftest import REPLY, Told
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder


def test_a_reply_is_proposed_and_nothing_is_written(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    before = project.snapshot()
    opened.reception.take_text(REPLY, "Pasted text")

    assert [file.path for file in told.review.files] == ["greet.py", "new.txt"]
    assert project.snapshot() == before
    assert told.notice.level is Level.DONE


def test_the_first_undecided_file_is_shown_by_itself(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY, "Pasted text")

    assert told.shown[-1] is not None
    assert told.shown[-1].path == "greet.py"


def test_nothing_is_put_away_before_something_was_shown(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY, "Pasted text")

    assert [content and content.path for content in told.shown] == ["greet.py"]


def test_a_decision_moves_on_to_the_next_undecided_file(opened: Session, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py"])

    assert project.read("greet.py") == b'def greet():\n    return "good day"\n'
    assert opened.looking.path == "new.txt"


def test_a_decision_stands_where_what_it_leaves_cannot_be_read(
    opened: Session, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Workspace, path: str) -> FileTexts:
        raise FileError(path, f"{path} cannot be read.")

    opened.reception.take_text(REPLY, "Pasted text")
    monkeypatch.setattr(Workspace, "texts", refuse)
    opened.decisions.accept(["greet.py"])

    assert told.decision("greet.py") is Decision.ACCEPTED


def test_a_file_is_not_shown_again_for_a_decision_about_another(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY, "Pasted text")

    opened.decisions.reject(["new.txt"])
    opened.looking.pick("greet.py")

    assert told.decision("new.txt") is Decision.REJECTED
    assert [content and content.path for content in told.shown] == ["greet.py"]


def test_an_edited_proposal_is_shown_again_also_where_it_counts_as_many_lines(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY, "Pasted text")

    for text in ("one\n", "two\n"):
        assert told.shown[-1] is not None
        opened.decisions.edit("greet.py", text, told.shown[-1].texts.identity)

    assert [content and content.texts.after for content in told.shown][1:] == ["one\n", "two\n"]
    assert told.review.undo == "Edit greet.py"


def test_the_place_of_a_failed_block_is_shown_until_nothing_is_said_of_its_file(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY + edit("other.py", "x = 5", "x = 2"), "Pasted text")
    opened.looking.show_unproposed("other.py")

    opened.decisions.reject(["new.txt"])
    assert [content and content.path for content in told.shown] == ["greet.py", "other.py"]
    assert opened.looking.path == "other.py"

    opened.decisions.undo()
    opened.decisions.undo()
    assert told.shown[-1] is None
    assert opened.looking.path == ""


def test_a_file_that_nothing_is_said_of_is_shown_through_decisions_about_others(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.looking.show_unproposed("other.py")

    opened.decisions.reject(["new.txt"])

    assert [content and content.path for content in told.shown] == ["greet.py", "other.py"]
    assert opened.looking.path == "other.py"


def test_a_decision_on_a_part_of_another_file_moves_nowhere(opened: Session, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY + edit("other.py", "x = 1", "x = 2"), "Pasted text")
    opened.decisions.accept(["new.txt"])
    opened.looking.show("new.txt")
    texts = Workspace.open(project.root).texts("greet.py")

    opened.decisions.accept_part("greet.py", part_of(changed(texts.before, texts.after), texts.identity))

    assert opened.looking.path == "new.txt"


@pytest.mark.skipif(os.name != "posix", reason="there is no executable bit")
def test_a_mode_that_is_decided_with_the_last_hunk_is_told(
    opened: Session, project: RepositoryBuilder, told: Told
) -> None:
    opened.reception.take_text(
        "diff --git a/other.py b/other.py\nold mode 100644\nnew mode 100755\n"
        "--- a/other.py\n+++ b/other.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n",
        "Pasted text",
    )
    texts = Workspace.open(project.root).texts("other.py")

    opened.decisions.reject_part("other.py", part_of(changed(texts.before, texts.after), texts.identity))

    assert told.notice.what == "The change of the mode of other.py was rejected with its last hunk."
    assert told.notice.subject == "Reject other.py with its mode"


def test_failed_blocks_are_dismissed_in_their_own_files_only(opened: Session, told: Told) -> None:
    reply = REPLY + edit("greet.py", "nowhere", "x") + edit("other.py", "nowhere", "x")
    opened.reception.take_text(reply, "Pasted text")

    opened.take_offer(Notice(Level.INFO, "", offer=Offer.DISMISS_BLOCKS, paths=("greet.py",)))

    failed = [outcome.path for outcome in told.review.outcomes if not outcome.is_settled]
    assert failed == ["other.py"]
    assert [one.reason for one in told.review.outcomes if one.path == "greet.py"] == [None, Reason.DISMISSED]


def test_accept_all_leaves_out_a_file_with_a_failed_block_says_so_and_shows_it(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY + edit("greet.py", "nowhere", "x"), "Pasted text")
    opened.looking.show("new.txt")

    opened.decisions.accept_all()

    assert [file.path for file in told.review.decided(Decision.UNDECIDED)] == ["greet.py"]
    assert told.notice.what.startswith("Accepted 1 hunk in 1 file")
    assert told.notice.todo.startswith("1 file was left out because it must be reviewed first.")
    assert (told.notice.offer, told.notice.subject) == (Offer.UNDO, told.review.undo)
    assert opened.looking.path == "greet.py"


def test_accept_all_goes_to_a_block_that_is_in_no_file_once_nothing_else_is_left(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY + edit("other.py", "nowhere", "x"), "Pasted text")
    opened.looking.show("new.txt")

    opened.decisions.accept_all()

    assert told.review.to_decide == ()
    assert told.notice.todo == "1 failed block is still to be settled."
    assert opened.looking.path == "other.py"


def test_a_pasted_reply_is_looked_at_though_another_file_was(opened: Session) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    assert opened.looking.path == "greet.py"

    opened.reception.take_text(edit("other.py", "x = 1", "x = 2"), "Pasted text")

    assert opened.looking.path == "other.py"


def test_undo_shows_the_file_that_is_to_be_decided_again(opened: Session) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py"])
    assert opened.looking.path == "new.txt"

    opened.decisions.undo()

    assert opened.looking.path == "greet.py"


def test_undo_of_a_reset_shows_the_file_whose_decision_is_back(opened: Session) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])
    opened.looking.show("new.txt")
    opened.decisions.reconsider(["new.txt"])

    opened.decisions.undo()

    assert opened.looking.path == "new.txt"


def test_undo_of_a_placement_shows_its_block_again_and_no_other_file(opened: Session) -> None:
    opened.reception.take_text(REPLY + edit("other.py", "x = 5", "x = 2"), "Pasted text")
    opened.choose(3, PlaceAt(1, 1))
    assert opened.looking.path == "other.py"

    opened.decisions.undo()

    assert opened.looking.path == "other.py"


def test_when_the_file_that_was_looked_at_is_gone_no_other_one_is_shown_by_surprise(opened: Session) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.reception.take_text(edit("other.py", "x = 1", "x = 2"), "Pasted text")

    opened.decisions.undo()

    assert opened.looking.path == ""


def test_a_rejected_file_stays_as_it_is(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    before = project.snapshot()
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.reject(["greet.py", "new.txt"])

    assert told.decision("greet.py") is Decision.REJECTED
    assert project.snapshot() == before


def test_a_refused_file_is_told_and_still_looked_at(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    project.write({"greet.py": 'def greet():\n    return "hullo"\n'})
    opened.decisions.accept(["greet.py"])

    assert told.notice.level is Level.WARN
    assert "greet.py" in told.notice.what
    assert opened.looking.path == "greet.py"


def test_undo_and_redo_tell_what_they_took_back(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept_all()
    opened.decisions.undo()

    assert told.notice.what == "Undone: Accept 2 files."
    assert "new.txt" not in project.snapshot()
    opened.decisions.redo()
    assert project.read("new.txt") == b"fresh\n"


def test_what_failed_is_tried_again_and_not_what_was_done_since(
    opened: Session, told: Told, project: RepositoryBuilder
) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py"])
    lock = project.root / ".git" / "index.lock"
    lock.touch()
    opened.committing.commit(CommitRequest("Greet politely"))
    locked = told.notice
    opened.decisions.reject(["new.txt"])
    opened.decisions.undo()
    lock.unlink()

    opened.take_offer(locked)

    assert len(told.commits) == 1
    assert told.decision("new.txt") is Decision.UNDECIDED
    count = len(told.notices)
    opened.take_offer(locked)
    assert len(told.notices) == count


def test_what_failed_in_one_repository_is_not_tried_again_in_another(
    opened: Session, told: Told, project: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    other = make_repository("other")
    before = other.head
    opened.reception.take_text(REPLY, "Pasted text")
    lock = project.root / ".git" / "index.lock"
    lock.touch()
    opened.decisions.accept(["new.txt"])
    opened.committing.commit(CommitRequest("Greet politely"))
    locked = told.notice
    assert locked.offer is Offer.TRY_AGAIN
    opened.open_repository(str(other.root))
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])

    opened.take_offer(locked)

    assert told.notice.what.startswith("Nothing was done, for another repository is open")
    assert other.head == before


def test_a_file_that_is_proposed_no_more_is_left_for_the_next(opened: Session) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    assert opened.looking.path == "greet.py"

    opened.choose(1, Dismiss())

    assert opened.looking.path == "new.txt"


def test_dismissing_what_a_commit_left_open_says_that_everything_is_done(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY + edit("other.py", "no such line", "another"), "Pasted text")
    opened.decisions.accept_all()
    opened.committing.commit(CommitRequest("Greet politely"))

    opened.choose(len(told.review.outcomes), Dismiss())

    assert told.review.outcomes == ()
    assert told.notice is not None
    assert told.notice.what == "The review is finished."


def test_a_message_comes_back_only_with_a_commit(opened: Session) -> None:
    messages = list[str]()
    opened.decisions.message_returned.connect(messages.append)
    opened.decisions.message_made_again.connect(messages.append)
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py"])
    opened.decisions.undo()
    opened.decisions.redo()
    assert messages == []

    opened.committing.commit(CommitRequest("Greet politely"))
    opened.decisions.undo()
    opened.decisions.redo()

    assert messages == ["Greet politely", "Greet politely"]


@pytest.mark.parametrize(
    ("verb", "done"), [(ProposalDecisions.undo, "taken back"), (ProposalDecisions.redo, "done again")]
)
def test_a_step_that_several_files_keep_from_being_undone_or_redone_claims_nothing_of_the_others(
    opened: Session, told: Told, project: RepositoryBuilder, verb: Callable[[ProposalDecisions], None], done: str
) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py", "new.txt"])
    if verb is ProposalDecisions.redo:
        opened.decisions.undo()
    project.write({"greet.py": "other\n", "new.txt": "other\n"})

    verb(opened.decisions)

    assert told.notice.what == f"2 files could not be {done}."
    assert "others were done" not in told.notice.todo


def test_accepting_many_files_is_stopped_before_one_is_written(
    opened: Session, told: Told, project: RepositoryBuilder
) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    before = project.snapshot()
    stop = opened.tasks.busy_changed.connect(lambda what, can_stop: can_stop and opened.stop_work(what))

    opened.decisions.accept_all()

    assert (told.notice.level, told.notice.what) == (Level.INFO, "It was stopped, and nothing of it was kept.")
    assert project.snapshot() == before
    opened.tasks.busy_changed.disconnect(stop)
    opened.take_offer(Notice(Level.ERROR, "An earlier step failed.", offer=Offer.TRY_AGAIN))
    assert project.snapshot() == before
    opened.tasks.busy_changed.connect(lambda *_: opened.stop_work("undoing"))
    opened.decisions.accept_all()
    assert {file.decision for file in told.review.files} == {Decision.ACCEPTED}


def test_who_takes_their_own_lines_in_place_of_accepted_ones_is_told_that_the_commit_has_these_no_more(
    opened: Session, told: Told, project: RepositoryBuilder
) -> None:
    project.commit({"two.txt": "a\nb\n"})
    opened.reception.take_text(edit("two.txt", "a\nb", "A\nB"), "Pasted text")
    opened.decisions.accept_part("two.txt", Part(((1, 2),), ((1, 2),), told.review.file_at["two.txt"].identity))
    project.write({"two.txt": "a\nmine\n"})
    assert [line.path for line in told.review.commit] == ["two.txt"]

    seen = Workspace.open(project.root).review().file_at["two.txt"]
    told_of = "Your lines stay in two.txt; the commit does not hold the accepted ones that they replaced any more."
    for take in (
        lambda: opened.decisions.settle_conflict("two.txt", 1, ConflictChoice.MINE, seen.identity),
        lambda: opened.decisions.take_mine(["two.txt"]),
    ):
        take()
        assert told.review.commit == ()
        assert (told.notice.what, told.notice.offer) == (told_of, Offer.UNDO)
        opened.decisions.undo()
        assert [line.path for line in told.review.commit] == ["two.txt"]
