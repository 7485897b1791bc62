"""Promises of the replies that the conversation shows."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.task_runner import TaskRunner
from guillemet.app.transcript import ReplyTranscript
from tests.kit.talks import wait


@pytest.fixture
def tasks() -> Iterator[TaskRunner]:
    tasks = TaskRunner()
    yield tasks
    tasks.close()


def test_a_reply_that_is_still_read_when_another_repository_is_opened_is_not_told(
    qtbot: QtBot, tasks: TaskRunner
) -> None:
    transcript, told = ReplyTranscript(tasks, tasks), list[str]()
    transcript.told.connect(lambda source, _: told.append(source))

    transcript.tell("Of the one before.", "Before", known=frozenset())
    transcript.begin_anew()
    transcript.tell("Of this one.", "Now", known=frozenset())

    wait(qtbot, lambda: tasks.is_quiet)
    assert told == ["Now"]
