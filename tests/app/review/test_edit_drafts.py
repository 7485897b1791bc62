"""Unfinished edits are saved with their repository, and put on what is proposed when they are taken up."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.notices import Notice, Notifications
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


def opened_again(file: Path, root: str = ROOT, *, notices: list[Notice] | None = None) -> EditDrafts:
    notifications = Notifications()
    if notices is not None:
        notifications.noticed.connect(notices.append)
    history = HistoryClient(TaskRunner(inline=True), notifications, file)
    made = EditDrafts(history)
    made.begin(root)
    history.end()
    return made


def test_a_draft_outlives_the_program_in_its_repository(drafts: EditDrafts, file: Path) -> None:
    drafts.keep(DRAFT)
    drafts.keep(EditDraft("b.py", "\udc80 any \x00 text", "", 0))
    drafts.keep(replace(DRAFT, path="c.py", is_put_aside=True))

    assert opened_again(file).of("src/a.py") == DRAFT
    assert opened_again(file).of("b.py") == EditDraft("b.py", "\udc80 any \x00 text", "", 0)
    assert opened_again(file).of("c.py") is None
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


DAMAGED = {
    "no JSON": "{",
    "too deep": "[" * 100_000,
    "another type": "7",
    "too few": '["text"]',
    "a number for a text": '[1, "", 0, 0]',
    "a text for a line": '["", "", "top", 0]',
    "a line that no text has": '["", "", -1, 0]',
    "a line beyond what Qt counts": '["", "", 99999999999, 0]',
    "no UTF-8": b'["\xed\xa0\x80", "", 0, 0]',
}


@pytest.mark.logs("is damaged")
@pytest.mark.parametrize("damaged", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_draft_is_put_aside_with_a_sentence_and_the_others_stay(
    drafts: EditDrafts, file: Path, damaged: str | bytes
) -> None:
    for path in ("b.py", "src/a.py"):
        drafts.keep(replace(DRAFT, path=path))
    with closing(sqlite3.connect(file)) as db, db:
        query = "UPDATE drafts SET text = CAST(? AS TEXT) WHERE purpose = 'edit b.py'"
        db.execute(query, (damaged,))
    said: list[Notice] = []
    again = opened_again(file, notices=said)

    assert (again.of("b.py"), again.of("src/a.py")) == (None, DRAFT)
    assert [notice.what for notice in said] == [
        "The unfinished edit of b.py is damaged, so it is left out. It was put aside in the history's file."
    ]
    drafts.keep(EditDraft("b.py", "x = 4\n", "", 0))
    with closing(sqlite3.connect(file)) as db:
        (kept,) = db.execute("SELECT CAST(text AS BLOB) FROM drafts WHERE purpose = 'damaged edit b.py'").fetchone()
    assert kept == (damaged if isinstance(damaged, bytes) else damaged.encode())
    assert opened_again(file).of("b.py") == EditDraft("b.py", "x = 4\n", "", 0)
