"""Recorded replies: played in order, labelled, and never taken for an answer to anything."""

import asyncio
from pathlib import Path

import pytest

from guillemet.bundled import bundled
from guillemet.llm.errors import ServiceError
from guillemet.llm.messages import Ending, Message, ReplyText, Request, Role
from guillemet.llm.services.recorded import RecordedService, read_script
from tests.kit.asking import Heard, ask


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Return a folder with two recorded replies."""
    (tmp_path / "2-second.md").write_text("> Recorded reply 2 of 2.\n\nTwo  «½»\n\tlines.\n", encoding="utf-8")
    (tmp_path / "1-first.md").write_text("> Recorded reply 1 of 2.\n\nOne.\n", encoding="utf-8")
    return tmp_path


def talk(script: Path, *said: str) -> Heard:
    """Ask after a conversation in which the model said this."""
    messages = tuple(Message(Role.ASSISTANT, text) for text in said)
    return ask(RecordedService(script, pace=0.0), Request("recorded", (*messages, Message(Role.USER, "Go on."))))


def test_the_first_reply_is_played_as_written(script: Path) -> None:
    heard = talk(script)

    assert (heard.text, heard.ending) == ((script / "1-first.md").read_text(encoding="utf-8"), Ending.COMPLETE)


def test_the_next_reply_follows(script: Path) -> None:
    assert talk(script, talk(script).text).text.startswith("> Recorded reply 2 of 2.\n\nTwo  «½»\n\tlines.")


def test_a_stopped_reply_counts_as_played(script: Path) -> None:
    assert talk(script, "> Recorded reply 1 of 2.\n\nOn").text.startswith("> Recorded reply 2")


def test_what_else_the_model_said_plays_no_role(script: Path) -> None:
    assert talk(script, "Ok.").text.startswith("> Recorded reply 1")


def test_after_the_last_reply_it_says_that_there_is_none(script: Path) -> None:
    first = talk(script).text

    assert "no answer to this" in talk(script, first, talk(script, first).text).text


def test_a_reply_without_a_label_gets_one(tmp_path: Path) -> None:
    (tmp_path / "1.md").write_text("Done.\n", encoding="utf-8")

    assert read_script(tmp_path) == ("> Recorded reply. No model was asked.\n\nDone.\n",)


def test_the_only_model_is_named_for_what_it_is(script: Path) -> None:
    (model,) = asyncio.run(RecordedService(script).models())

    assert model.name == "recorded"


def test_the_replies_of_the_demo_can_be_played() -> None:
    assert len(read_script(bundled("demo/replies"))) == 3


def test_a_missing_script_is_told(tmp_path: Path) -> None:
    assert isinstance(talk(tmp_path / "gone.md").error, ServiceError)


def test_words_come_one_by_one(script: Path) -> None:
    words = [event for event in talk(script).events if isinstance(event, ReplyText)]

    assert len(words) > 5
