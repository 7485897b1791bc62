"""Promises of an answer on its way from the loop thread: nothing is told once it was stopped."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication

from guillemet.app.async_loop import AsyncLoop, ReplyStream
from guillemet.llm.messages import ReplyText, StreamEvent


@pytest.fixture
def stream(qapp: QApplication) -> Iterator[ReplyStream]:
    """Return one that was not begun: the test puts in what comes."""
    loop = AsyncLoop(qapp)
    yield ReplyStream(loop)
    loop.close()


def told_by(stream: ReplyStream) -> list[object]:
    """Return the list that everything is put into which it tells."""
    told: list[object] = []
    stream.came.connect(told.append)
    stream.over.connect(told.append)
    return told


def test_what_came_before_it_was_stopped_and_was_not_told_is_dropped(qapp: QApplication, stream: ReplyStream) -> None:
    told = told_by(stream)
    stream._put(ReplyText("One."))
    stream._put(None)

    stream.stop()

    qapp.processEvents()
    assert told == []


def test_the_end_is_not_told_when_it_was_stopped_by_who_is_told_of_the_text(
    qapp: QApplication, stream: ReplyStream
) -> None:
    told = told_by(stream)
    stream.came.connect(stream.stop)
    stream._put(ReplyText("One."))
    stream._put(None)

    qapp.processEvents()

    events: tuple[StreamEvent, ...] = (ReplyText("One."),)
    assert told == [events]


def test_what_comes_after_it_was_stopped_and_deleted_is_dropped(stream: ReplyStream) -> None:
    stream.stop()
    shiboken6.delete(stream)

    stream._put(ReplyText("One."))

    assert not stream._waiting
