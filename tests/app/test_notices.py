"""Promises of the notices: each names what it is about."""

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.history import History
from guillemet.app.notices import Level, Notice, Notifications, Offer, Topic
from guillemet.app.review import reports
from guillemet.app.review.step_notices import of_commit
from guillemet.app.task_runner import TaskRunner
from guillemet.engine.errors import GuillemetError
from guillemet.engine.outcomes import Status
from guillemet.engine.review import CommitLine, Decision, FileReview, Kind, Refusal
from guillemet.engine.workspace import Applied
from tests.kit import reviews

FULL = Refusal("big.txt", "There is no space left on disk. Free some space and try again.")
GONE = Refusal("a.txt", "a.txt is gone: another program deleted or moved it. Bring it back, then try again.")


def test_a_file_that_was_refused_is_named_once() -> None:
    assert reports.of_refusals([FULL], reviews.EMPTY, done="accepted").what.startswith(
        "big.txt: There is no space left"
    )
    assert reports.of_refusals([GONE], reviews.EMPTY, done="accepted").what == GONE.message


def test_files_that_were_not_reached_before_a_stop_are_counted_and_those_that_failed_are_named() -> None:
    left = [Refusal(f"{n}.py", "", is_stopped=True) for n in range(1_200)]

    stopped = reports.of_refusals([FULL, *left], reviews.EMPTY, done="accepted")

    assert stopped.what == "You stopped it: 1,200 files were not accepted."
    assert stopped.details == f"big.txt: {FULL.message}"


def test_several_that_were_refused_are_named_in_the_details() -> None:
    assert (
        reports.of_refusals([FULL, GONE], reviews.EMPTY, done="accepted").details
        == f"big.txt: {FULL.message}\n{GONE.message}"
    )


def test_undo_is_offered_until_another_step_is_taken() -> None:
    rejected = replace(reviews.EMPTY, undo="Reject 2 files")
    pushable = Notice(Level.DONE, "Committed 1 file.", offer=Offer.PUSH)

    for notice, left in ((Notice(Level.DONE, "Rejected 2 files."), None), (pushable, pushable)):
        offered = reports.with_undo(notice, rejected)
        assert Offer.UNDO in (offered.offer, *offered.also)
        assert reports.follow(offered, rejected) == offered
        now = reports.follow(offered, replace(rejected, undo="Accept a.py"))
        assert (now and (now.offer, now.also)) == (left and (left.offer, left.also))
    assert reports.with_undo(pushable, reviews.EMPTY) == pushable


def test_a_reply_without_a_block_is_told_with_what_is_odd_about_it() -> None:
    odd = ("Unbalanced markers: 3 SEARCH, 2 REPLACE.",)

    told = reports.of_reply(Applied((), (), (), reviews.EMPTY, warnings=odd), source="Pasted text")

    assert "Pasted text holds no edit blocks. Unbalanced markers" in told.what


def test_thousands_of_blocks_are_counted_as_everywhere() -> None:
    outcomes = (reviews.applied("a.py"),) * 1_000

    told = reports.of_reply(Applied(outcomes, (), (), reviews.EMPTY), source="Pasted text")

    assert told.what == "Pasted text: 1,000 placed."


def test_a_reply_about_some_of_the_proposed_files_names_them() -> None:
    def told(paths: str, of: str) -> str:
        files = tuple(FileReview(f"{name}.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1) for name in of)
        outcomes = tuple(reviews.applied(f"{name}.py") for name in paths)
        return reports.of_reply(Applied(outcomes, (), (), replace(reviews.EMPTY, files=files)), source="It").what

    assert told("cac", of="abc") == "It: 3 placed, in a.py, c.py."
    assert told("abc", of="abc") == "It: 3 placed."
    assert told("abcd", of="abcde") == "It: 4 placed."


def test_what_a_hook_changed_of_a_commit_is_told_as_reviewed_by_nobody() -> None:
    reviewed, changed = (CommitLine(path, Kind.CHANGED, is_staged=True) for path in ("a.py", "b.py"))
    by_hook = replace(changed, is_by_hook=True)

    told = of_commit("0" * 40, [reviewed, by_hook])

    assert told.level is Level.WARN
    assert told.what == "Committed 2 files as 0000000. A hook changed what it holds of b.py, which was not reviewed."
    assert of_commit("0" * 40, [reviewed, changed]).level is Level.DONE


def test_a_reply_of_which_nothing_failed_speaks_of_no_failed_blocks() -> None:
    skipped = replace(reviews.not_found("a.py"), status=Status.SKIPPED)

    told = reports.of_reply(Applied((reviews.applied("a.py"), skipped), (), (), reviews.EMPTY), source="The answer")

    assert told.what == "The answer: 1 placed, 1 skipped."
    assert told.todo == ""


def test_that_the_history_cannot_be_kept_is_settled_once_it_can(qapp: QCoreApplication, tmp_path: Path) -> None:
    notifications, told = Notifications(qapp), list[object]()
    notifications.noticed.connect(lambda notice: told.append(notice.topic))
    notifications.settled.connect(lambda topic: told.append(f"{topic} settled"))
    client = HistoryClient(TaskRunner(qapp, inline=True), notifications, tmp_path / "history.sqlite", qapp)

    def fail(_: History) -> None:
        raise GuillemetError("The disk is full. Make room on it.")

    for job in (bool, fail, fail, bool, bool):
        client.ask(job)
    client.end()

    assert told == [Topic.HISTORY, "history settled"]
