"""Promises of an answer on its way from the loop thread: bundled by frames, and silent once it was stopped."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication

from guillemet.app.async_loop import BUNDLE, AsyncLoop, ReplyStream
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


def test_pieces_that_come_within_a_frame_are_told_as_one(qapp: QApplication, stream: ReplyStream) -> None:
    told = told_by(stream)
    stream._frame.setInterval(60_000)
    stream._put(ReplyText("One."))
    qapp.processEvents()

    for word in (" Two.", " Three."):
        stream._put(ReplyText(word))
        qapp.processEvents()
    stream._frame.timeout.emit()

    stream._frame.stop()
    assert told == [(ReplyText("One."),), (ReplyText(" Two. Three."),)]


def test_an_answer_longer_than_a_bundle_is_over_after_its_last_piece(qapp: QApplication, stream: ReplyStream) -> None:
    told = told_by(stream)
    stream._put(ReplyText("-" * BUNDLE + "end"))
    stream._put(None)

    qapp.processEvents()
    stream._frame.timeout.emit()

    assert told == [(ReplyText("-" * BUNDLE),), (ReplyText("end"),), None]
