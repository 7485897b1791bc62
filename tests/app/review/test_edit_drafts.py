"""Unfinished edits are saved with their repository, and put on what is proposed when they are taken up."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.notices import Notifications
from guillemet.app.review.edit_drafts import EditDraft, EditDrafts, rebased
from guillemet.app.task_runner import TaskRunner
from tests.kit.talks import wait

ROOT = "/here"
DRAFT = EditDraft("src/a.py", "x = 3\n", "x = 2\n", line=4, column=2)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the history lies."""
    return tmp_path / "history.sqlite"


@pytest.fixture
def drafts(file: Path) -> Iterator[EditDrafts]:
    """Return the drafts of a repository."""
    with_history = HistoryClient(TaskRunner(inline=True), Notifications(), file)
    made = EditDrafts(with_history)
    made.begin(ROOT)
    yield made
    with_history.end()


def opened_again(file: Path, root: str = ROOT) -> EditDrafts:
    history = HistoryClient(TaskRunner(inline=True), Notifications(), file)
    made = EditDrafts(history)
    made.begin(root)
    history.end()
    return made


def test_a_draft_outlives_the_program_in_its_repository(drafts: EditDrafts, file: Path) -> None:
    drafts.keep(DRAFT)
    drafts.keep(EditDraft("b.py", "\udc80 any \x00 text", "", 0))

    assert opened_again(file).of("src/a.py") == DRAFT
    assert opened_again(file).of("b.py") == EditDraft("b.py", "\udc80 any \x00 text", "", 0)
    assert opened_again(file, "/elsewhere").of("src/a.py") is None


def test_a_dropped_draft_is_gone(drafts: EditDrafts, file: Path) -> None:
    drafts.keep(DRAFT)
    drafts.drop("src/a.py")

    assert drafts.of("src/a.py") is None
    assert opened_again(file).of("src/a.py") is None


def test_the_same_repository_opened_again_ends_no_edit(drafts: EditDrafts) -> None:
    left = list[str]()
    drafts.leaving.connect(lambda: left.append("left"))
    drafts.keep(DRAFT)

    drafts.begin(ROOT)

    assert left == []
    assert drafts.of("src/a.py") == DRAFT


def test_drafts_that_are_read_too_late_are_not_shown_in_another_repository(
    qtbot: QtBot, drafts: EditDrafts, file: Path
) -> None:
    drafts.keep(DRAFT)
    tasks = TaskRunner()
    history = HistoryClient(tasks, Notifications(), file)
    made = EditDrafts(history)

    made.begin(ROOT)
    made.begin("/elsewhere")
    read = list[None]()
    history.ask(lambda _: None, read.append)

    wait(qtbot, lambda: read != [])
    assert made.of("src/a.py") is None
    history.end()
    tasks.close()


@pytest.mark.parametrize(
    ("text", "proposed", "found", "has_conflict"),
    [
        ("A\nb\nc\n", "a\nb\nc\n", "A\nb\nc\n", False),
        ("A\nb\nc\nd\n", "a\nb\nc\nD\n", "A\nb\nc\nD\n", False),
        ("A\nb\nc\n", "x\nb\nc\n", "A\nb\nc\n", True),
        ("a\nb\nc\n", "x\nb\nc\n", "x\nb\nc\n", False),
    ],
)
def test_an_edit_is_put_on_what_is_proposed_now(text: str, proposed: str, found: str, *, has_conflict: bool) -> None:
    base = "a\nb\nc\nd\n" if "d" in text else "a\nb\nc\n"

    merged = rebased(text, base, proposed)

    assert (merged.text, merged.has_conflict) == (found, has_conflict)
