"""Promises of the marks of reviewed files: they go when what is proposed changes, not when it is decided or closed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.history import Purpose
from guillemet.app.notices import Notifications
from guillemet.app.review.reviewed_files import ReviewedFiles
from guillemet.app.task_runner import TaskRunner
from guillemet.engine.review import Decision, FileReview, HunkState, Kind, Review
from tests.kit import reviews
from tests.kit.reviews import EMPTY
from tests.kit.talks import wait

FILES = tuple(FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, 2, identity="one") for path in ("a.py", "b.py"))
REVIEW = replace(EMPTY, files=FILES)


@pytest.fixture
def history(tmp_path: Path) -> Iterator[HistoryClient]:
    """Return the history of a program that runs."""
    client = HistoryClient(TaskRunner(inline=True), Notifications(), tmp_path / "history.sqlite")
    yield client
    client.end()


@pytest.fixture
def marks(history: HistoryClient) -> ReviewedFiles:
    """Return the marks of a review in which a.py is marked."""
    marks = ReviewedFiles(history)
    marks.follow(REVIEW)
    marks.toggle(["a.py"])
    return marks


def after_restart(history: HistoryClient, review: Review) -> frozenset[str]:
    """Return what is marked in a window that is opened later."""
    opened = ReviewedFiles(history)
    opened.follow(review)
    return opened.paths


def test_a_mark_goes_when_the_proposal_of_the_file_changes(marks: ReviewedFiles) -> None:
    marks.follow(replace(REVIEW, files=(replace(FILES[0], identity="two", added=2), FILES[1])))

    assert marks.paths == frozenset()


def test_a_mark_stays_when_the_file_or_a_hunk_of_it_is_decided(marks: ReviewedFiles) -> None:
    marks.follow(
        replace(
            REVIEW,
            files=(
                replace(FILES[0], identity="two", divided=reviews.hunks(HunkState.ACCEPTED, HunkState.WAITING)),
                FILES[1],
            ),
        )
    )
    marks.follow(replace(REVIEW, files=(replace(FILES[0], identity="three", decision=Decision.ACCEPTED), FILES[1])))

    assert marks.paths == {"a.py"}


def test_files_are_marked_together_and_unmarked_only_where_all_are(marks: ReviewedFiles) -> None:
    marks.toggle(["a.py", "b.py"])
    assert marks.paths == {"a.py", "b.py"}
    marks.toggle(["a.py", "b.py"])
    assert marks.paths == frozenset()


def test_a_mark_outlives_the_program_where_the_same_is_proposed_still(
    marks: ReviewedFiles, history: HistoryClient
) -> None:
    marks.toggle(["b.py"])

    assert after_restart(history, REVIEW) == {"a.py", "b.py"}
    other = replace(FILES[0], identity="two")
    assert after_restart(history, replace(REVIEW, files=(other, FILES[1]))) == {"b.py"}
    assert after_restart(history, replace(REVIEW, root="/elsewhere")) == frozenset()


def test_a_mark_on_a_file_that_was_decided_since_is_kept_as_it_is_then(
    marks: ReviewedFiles, history: HistoryClient
) -> None:
    accepted = replace(REVIEW, files=(replace(FILES[0], identity="two", decision=Decision.ACCEPTED), FILES[1]))
    marks.follow(accepted)

    assert after_restart(history, accepted) == {"a.py"}


def test_a_mark_that_was_taken_away_stays_away(marks: ReviewedFiles, history: HistoryClient) -> None:
    marks.toggle(["a.py"])

    assert after_restart(history, REVIEW) == frozenset()


def test_marks_of_one_repository_stay_there_while_another_one_is_open(marks: ReviewedFiles) -> None:
    marks.follow(replace(REVIEW, root="/elsewhere"))
    assert marks.paths == frozenset()

    marks.follow(REVIEW)

    assert marks.paths == {"a.py"}


def test_marks_that_arrive_after_another_repository_was_opened_are_dropped(
    marks: ReviewedFiles, tmp_path: Path, qtbot: QtBot
) -> None:
    tasks, arrived = TaskRunner(), list[None]()
    client = HistoryClient(tasks, Notifications(), tmp_path / "history.sqlite")
    opened = ReviewedFiles(client)

    opened.follow(REVIEW)
    opened.follow(replace(REVIEW, root="/elsewhere"))

    client.ask(lambda _: None, arrived.append)
    wait(qtbot, lambda: bool(arrived))
    assert marks.paths == {"a.py"}
    assert opened.paths == frozenset()
    client.end()
    tasks.close()


@pytest.mark.logs("is damaged")
@pytest.mark.parametrize("damaged", ["{", "7", '{"a.py": 1}', '{"a.py": ["undecided", "", 0, "", 0, 0]}'])
def test_damaged_marks_are_put_aside_and_files_can_be_marked_again(history: HistoryClient, damaged: str) -> None:
    history.ask(lambda opened: opened.keep_repository_draft(REVIEW.root, Purpose.REVIEWED, damaged))
    again = ReviewedFiles(history)
    again.follow(REVIEW)
    assert again.paths == frozenset()

    again.toggle(["b.py"])

    assert after_restart(history, REVIEW) == {"b.py"}


def test_a_path_that_is_no_utf_8_is_kept(history: HistoryClient) -> None:
    review = replace(REVIEW, files=(replace(FILES[0], path="\udc80.py"),))
    marks = ReviewedFiles(history)
    marks.follow(review)
    marks.toggle(["\udc80.py"])

    assert after_restart(history, review) == {"\udc80.py"}


def test_a_mark_stays_when_another_file_changes_and_nothing_is_said_of_it(marks: ReviewedFiles) -> None:
    told = list[frozenset[str]]()
    marks.changed.connect(told.append)

    marks.follow(replace(REVIEW, files=(FILES[0], replace(FILES[1], identity="two", added=2))))

    assert marks.paths == {"a.py"}
    assert told == []


def test_a_mark_goes_with_its_file_and_comes_back_with_it_as_it_was(
    marks: ReviewedFiles, history: HistoryClient
) -> None:
    accepted = replace(REVIEW, files=(replace(FILES[0], identity="two", decision=Decision.ACCEPTED), FILES[1]))
    marks.follow(accepted)
    marks.follow(replace(REVIEW, files=()))
    assert marks.paths == frozenset()
    assert after_restart(history, accepted) == {"a.py"}

    marks.follow(accepted)
    assert marks.paths == {"a.py"}

    marks.follow(replace(REVIEW, files=()))
    marks.follow(REVIEW)
    assert marks.paths == frozenset()
