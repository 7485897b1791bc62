"""Promises of bringing replies in: whatever is given is taken, or told why not."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Offer
from guillemet.app.session import Session
from guillemet.engine.applying import ApplyOptions, ReplyReading
from guillemet.settings import Settings, Strictness
from tests.app.conftest import REPLY, Told
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import wait

FAILING = """greet.py
««« EDIT
no such line
═══════ REPL
another
»»» EDIT END
"""


LISTING = "```python\ndef wave():\n    return 'bye'\n```\n"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list that every reply is put into that is read from here on."""
    replies, feed = list[str](), ReplyReading.feed

    def note(reading: ReplyReading, text: str) -> None:
        replies.append(text)
        feed(reading, text)

    monkeypatch.setattr(ReplyReading, "feed", note)
    return replies


def test_a_failed_block_is_told_with_what_to_do(opened: Session, told: Told) -> None:
    opened.reception.take_text(FAILING, "Pasted text")

    assert "1 failed" in told.notice.what
    assert told.notice.todo


def test_prose_alone_is_said_to_propose_nothing(opened: Session, told: Told) -> None:
    opened.reception.take_text("Everything is fine as it is.\n", "Pasted text")

    assert "no edit blocks" in told.notice.what


@pytest.mark.parametrize("rest", ["", "\nThen `mkdir -p logs`.\n"])
def test_listings_that_were_not_read_are_read_as_whole_files_on_request(opened: Session, told: Told, rest: str) -> None:
    listing = "# Current\n\ngreet.py\n\n```python\nprint('hello')\n```\n"
    opened.reception.take_text(f"{listing}{rest}", "Pasted text")
    assert "not taken for a whole file" in told.notice.what
    assert told.notice.offer is Offer.READ_FILES
    assert told.review.files == ()

    opened.take_offer(told.notice)

    assert [file.path for file in told.review.files] == ["greet.py"]
    assert told.review.warnings == ()


def test_a_listing_that_was_not_read_can_be_placed_by_hand(opened: Session, told: Told) -> None:
    opened.reception.take_text(f"For example in `greet.py` or `README.md`, add:\n\n{LISTING}", "Pasted text")
    opened.reception.take_text(f"### greet.py\n\nFor example:\n\n{LISTING}", "Pasted text")
    assert "1 listing, which seems to mean `greet.py`, was not taken" in told.notice.what
    assert told.notice.offer is Offer.PLACE_LISTINGS
    assert told.notice.also == (Offer.ASK_FOR_BLOCKS,)

    opened.take_offer(told.notice)

    (outcome,) = told.review.outcomes
    assert outcome.path == "greet.py"
    assert outcome.asks


def test_nothing_is_offered_where_no_listing_could_be_a_file(opened: Session, told: Told) -> None:
    opened.reception.take_text("Run this:\n\n```python\nprint('hello')\n```\n", "Pasted text")

    assert told.notice.offer is None


def test_a_listing_without_a_path_can_be_the_one_file_of_the_conversation(
    opened: Session, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened.reception, "_options", lambda: ApplyOptions(chat_files=("greet.py",)))
    opened.reception.take_text("```python\nprint('hello')\n```\n", "Pasted text")

    opened.take_offer(told.notice)

    assert [file.path for file in told.review.files] == ["greet.py"]


@pytest.mark.parametrize("text", ["Fine as it is.\n", "### greet.py\n\n```python\nprint('hello')\n```\n"])
def test_a_reply_without_blocks_is_read_once(opened: Session, read: list[str], text: str) -> None:
    opened.reception.take_text(text, "Pasted text")

    assert read == [text]


def test_a_reply_that_was_offered_is_not_read_again(opened: Session, told: Told, read: list[str]) -> None:
    opened.reception.offer(REPLY)
    opened.take_offer(told.notice)

    assert [file.path for file in told.review.files] == ["greet.py", "new.txt"]
    assert read == [REPLY]


def test_a_reply_that_was_offered_is_read_again_where_it_may_mean_something_else(
    opened: Session, read: list[str], make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    opened.reception.offer(REPLY)
    other = make_repository("other")
    other.commit({"greet.py": "def greet():\n    return 'hi'\n"})
    opened.open_repository(str(other.root))

    opened.reception.take_text(REPLY, "Pasted text")

    assert read == [REPLY, REPLY]


def test_an_empty_reply_is_a_notice(opened: Session, told: Told) -> None:
    opened.reception.take_text("  \n", "Pasted text")

    assert "Pasted text holds no text" in told.notice.what


def test_nothing_is_said_of_a_pipe_through_which_nothing_came(qtbot: QtBot, opened: Session, told: Told) -> None:
    for data in (b" \n", REPLY.encode()):
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        opened.reception.take_pipe(reading)
        wait(qtbot, lambda: all(thread.name != "piped reply" for thread in threading.enumerate()))
        os.close(reading)

    wait(qtbot, lambda: bool(told.notices))
    assert [notice.what for notice in told.notices] == ["Standard input: 2 placed."]


def test_a_strict_setting_refuses_other_blanks(opened: Session, told: Told) -> None:
    opened.preferences.choose(Settings(match=Strictness.STRICT))
    opened.reception.take_text(
        "greet.py\n<<<<<<< SEARCH\ndef greet():   \n=======\ndef greet(name):\n>>>>>>> REPLACE\n", "Pasted text"
    )

    assert told.review.files == ()


def test_a_reply_before_any_repository_waits_for_one(session: Session, told: Told, project: RepositoryBuilder) -> None:
    session.reception.take_text(REPLY, "Pasted text")
    assert told.notice.offer is Offer.OPEN_OTHER
    session.open_repository(str(project.root))

    assert [file.path for file in told.review.files] == ["greet.py", "new.txt"]


def test_all_replies_before_any_repository_wait_for_one(
    session: Session, told: Told, project: RepositoryBuilder
) -> None:
    session.reception.take_text(REPLY, "Pasted text")
    for _ in range(2):
        session.reception.take_text(edit("other.py", "x = 1", "x = 2"), "Dropped text")

    session.open_repository(str(project.root))

    assert [outcome.path for outcome in told.review.outcomes] == ["greet.py", "new.txt", "other.py"]


def test_a_reply_that_waited_goes_to_one_repository(
    session: Session, told: Told, project: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    session.reception.take_text(REPLY, "Pasted text")
    session.open_repository(str(project.root))

    session.open_repository(str(make_repository("other").root))

    assert told.review.files == ()


def test_a_dropped_folder_is_opened(session: Session, told: Told, project: RepositoryBuilder) -> None:
    session.reception.take_path(str(project.root))

    assert told.review.root == str(project.root)


def test_a_dropped_file_is_taken_for_a_reply(opened: Session, told: Told, tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_text(REPLY, encoding="utf-8")
    opened.reception.take_path(str(file))

    assert told.notice.what == "answer.md: 2 placed."
