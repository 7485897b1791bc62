"""Promises of one answer whose pieces the test hands over itself, so that they come in the bundles it wants."""

import asyncio
from collections.abc import Iterator
from threading import Event

import pytest
from PySide6.QtWidgets import QApplication

from guillemet.app.async_loop import AsyncLoop
from guillemet.app.chat.answer import AnswerInput, AnswerStream
from guillemet.app.chat.history_client import ConversationLog
from guillemet.app.turns import State, Turn
from guillemet.llm.errors import BusyError, NoKeyError, WrongKeyError
from guillemet.llm.messages import (
    Counted,
    Ended,
    Ending,
    ReasoningText,
    ReplyText,
    Request,
    Role,
    StreamEvent,
    Usage,
    Waiting,
)
from guillemet.llm.services.service import Service
from tests.app.chat.conftest import FIRST


async def _never() -> Service:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.fixture
def answering(qapp: QApplication) -> Iterator[AnswerStream]:
    """Return what takes an answer in; its service never says anything itself."""
    loop = AsyncLoop(qapp)
    answering = AnswerStream(loop, loop)
    yield answering
    answering.stop()
    loop.close()


class NoLog(ConversationLog):
    """Keeps nothing."""

    def __init__(self) -> None:
        pass

    def grow(self, _: Turn) -> Event:
        """Return what is never done."""
        return Event()


def begin(
    answering: AnswerStream, text: str = "", state: State = State.WAITING, log: ConversationLog | None = None
) -> list[Turn]:
    """Await an answer, or the rest of one; return the list that the whole turn is put into."""
    ended: list[Turn] = []
    answering.ended.connect(lambda turn, _: ended.append(turn))
    answering.begin(AnswerInput(Turn(2, Role.ASSISTANT, text, state=state), _never, Request("small", ()), (), log=log))
    return ended


def come(answering: AnswerStream, *events: StreamEvent) -> None:
    """Let these come as one bundle."""
    assert answering._stream is not None
    answering._stream.came.emit(events)


def come_to_end(answering: AnswerStream) -> None:
    """Let the answer end."""
    assert answering._stream is not None
    answering._stream.over.emit(None)


def test_the_rest_of_a_bundle_is_dropped_when_the_answer_is_stopped_by_who_is_told_of_its_beginning(
    answering: AnswerStream,
) -> None:
    ended = begin(answering)
    answering.reasoning_came.connect(answering.stop)
    told: list[object] = []
    answering.events_came.connect(told.append)

    come(answering, ReasoningText("Hm."), ReplyText("More.\n\n"))

    assert [(turn.state, turn.text) for turn in ended] == [(State.STOPPED, "")]
    assert answering.so_far == ended[0]
    assert told == []


def test_nothing_is_told_of_a_piece_behind_whose_events_the_answer_was_stopped(answering: AnswerStream) -> None:
    ended = begin(answering)
    answering.events_came.connect(answering.stop)
    tails: list[str] = []
    answering.ended.connect(lambda *_: answering.tail_changed.connect(tails.append))

    come(answering, ReplyText(FIRST + "\nAnd more"))

    assert [turn.text for turn in ended] == [FIRST + "\nAnd more"]
    assert tails == []


def test_a_piece_without_text_does_not_end_the_waiting(answering: AnswerStream) -> None:
    begin(answering)
    come(answering, Waiting(5.0, "It is busy.", 2))

    come(answering, ReplyText(""))

    so_far = answering.so_far
    assert so_far is not None
    assert (so_far.state, so_far.note) == (State.WAITING, "It is busy. Retrying in 5 s (try 2).")


def test_what_a_continuation_repeats_is_left_out_however_small_the_pieces_it_comes_in(answering: AnswerStream) -> None:
    ended = begin(answering, "One, two, three, ", State.STOPPED)

    for piece in ("One, ", "two, ", "three, ", "four."):
        come(answering, ReplyText(piece))
    answering.stop()

    assert [turn.text for turn in ended] == ["One, two, three, four."]


@pytest.mark.parametrize("begun", ["One\nTwo\nThree\nFour\n", "word " * 200], ids=["lines", "one long line"])
def test_a_continuation_is_shown_while_it_comes(answering: AnswerStream, begun: str) -> None:
    begin(answering, "Zero\n", State.STOPPED)

    come(answering, ReplyText(begun))

    assert answering.so_far is not None
    assert answering.so_far.text == "Zero\n" + begun


def test_an_answer_stopped_by_who_is_told_of_the_last_of_a_continuation_ends_once(answering: AnswerStream) -> None:
    ended = begin(answering, "One, ", State.STOPPED)
    come(answering, ReplyText("two.\n\nThree."))
    answering.events_came.connect(answering.stop)

    come_to_end(answering)

    assert [turn.text for turn in ended] == ["One, two.\n\nThree."]


def test_nothing_of_an_answer_counts_for_the_next_one(answering: AnswerStream) -> None:
    figures = list[Usage | None]()
    answering.ended.connect(lambda _, usage: figures.append(usage))
    begin(answering)
    come(answering, ReplyText("One."), Counted(Usage(read=9_000)), Ended(Ending.TOO_LONG))
    come_to_end(answering)

    ended = begin(answering)
    come(answering, ReplyText("Two."))
    come_to_end(answering)

    assert figures == [Usage(read=9_000), None]
    assert [(turn.text, turn.state, turn.note) for turn in ended] == [("Two.", State.DONE, "")]


def test_what_is_said_of_a_wait_goes_when_the_answer_goes_on(answering: AnswerStream) -> None:
    begin(answering)
    come(answering, ReplyText("One, "), Waiting(5.0, "It is busy.", 2))

    come(answering, ReplyText("two."))

    assert answering.so_far is not None
    assert answering.so_far.note == ""


def test_no_key_that_an_error_repeats_is_shown_or_kept(answering: AnswerStream) -> None:
    ended, key = begin(answering), "sk-ant-api03-Ab12Cd34Ef56Gh78"
    come(answering, Waiting(5.0, f"Too many requests with {key}.", 2))
    so_far = answering.so_far
    assert answering._stream is not None

    answering._stream.over.emit(RuntimeError(f"{key} is refused."))

    notes = [turn.note for turn in (so_far, *ended) if turn is not None]
    assert notes == ["Too many requests with sk-ant-•••. Retrying in 5 s (try 2).", "sk-ant-••• is refused."]


@pytest.mark.parametrize(
    ("error", "leads_to_keys"),
    [(NoKeyError("It wants a key."), True), (WrongKeyError("It refused the key."), True), (BusyError("Busy."), False)],
    ids=["none", "wrong", "busy"],
)
def test_only_an_answer_that_failed_for_its_key_leads_to_the_keys(
    answering: AnswerStream, error: Exception, *, leads_to_keys: bool
) -> None:
    begin(answering)
    requested = list[Exception]()
    answering.key_requested.connect(lambda _, error: requested.append(error))
    assert answering._stream is not None

    answering._stream.over.emit(error)

    assert requested == ([error] if leads_to_keys else [])


def test_a_long_answer_is_saved_less_often(answering: AnswerStream) -> None:
    begin(answering, log=NoLog())
    come(answering, ReplyText("One."))
    before = answering._save_timer.interval()

    come(answering, ReplyText("word " * 1_000_000))
    answering._save_timer.timeout.emit()

    assert answering._save_timer.interval() > before


def test_an_answer_that_was_stopped_is_not_stopped_again(answering: AnswerStream) -> None:
    ended = begin(answering)
    answering.stop()

    answering.stop()

    assert len(ended) == 1


def test_nothing_is_saved_behind_the_end_of_an_answer(answering: AnswerStream) -> None:
    begin(answering)
    come(answering, ReplyText("One."))

    come_to_end(answering)

    assert not answering._save_timer.isActive()
