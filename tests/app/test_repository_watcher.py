"""Promises of the watch over what other programs do: it holds nobody up, and tells a failure once."""

from collections.abc import Callable, Iterator
from functools import partial
from threading import Event

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.repository_service import RepositoryWatcher
from guillemet.app.task_runner import TaskRunner
from guillemet.engine.errors import RepositoryError
from tests.kit.talks import SECONDS, wait


@pytest.fixture
def failures() -> list[Exception]:
    return []


@pytest.fixture
def watching(qapp: QApplication, failures: list[Exception]) -> Iterator[Callable[..., RepositoryWatcher]]:
    """Return what begins to watch; it looks only when the test says so."""
    made = list[TaskRunner]()

    def watch(sign: Callable[[], str], *, inline: bool = True) -> RepositoryWatcher:
        made.append(TaskRunner(qapp, inline=inline))
        watcher = RepositoryWatcher(made[-1], made[-1])
        watcher.failed.connect(failures.append)
        watcher.begin(sign, now="before")
        watcher.end()
        return watcher

    yield watch
    for tasks in made:
        tasks.close()


def test_nothing_waits_behind_a_job_that_takes_long(qtbot: QtBot, watching: Callable[..., RepositoryWatcher]) -> None:
    signed = list[str]()
    watcher = watching(lambda: signed.append("signed") or "before", inline=False)
    tasks = watcher.parent()
    assert isinstance(tasks, TaskRunner)
    goes_on = Event()
    tasks.ask(partial(goes_on.wait, SECONDS / 1000), bool)

    watcher.look()
    watcher.look()
    goes_on.set()

    wait(qtbot, lambda: tasks.is_idle)
    assert signed == []


def test_only_another_signature_is_told(watching: Callable[..., RepositoryWatcher]) -> None:
    signatures = iter(["before", "after", "after"])
    watcher, told = watching(lambda: next(signatures)), list[str]()
    watcher.changed.connect(lambda: told.append("changed"))

    watcher.look()
    assert told == []
    watcher.look()
    watcher.look()

    assert told == ["changed"]


def test_a_failure_is_told_once_until_a_look_succeeds(
    watching: Callable[..., RepositoryWatcher], failures: list[Exception]
) -> None:
    fails = [True, True, False, True]

    def sign() -> str:
        if fails.pop(0):
            raise RepositoryError("The repository cannot be read.")
        return "before"

    watcher, recovered = watching(sign), list[int]()
    watcher.recovered.connect(lambda: recovered.append(len(failures)))

    watcher.look()
    watcher.look()
    assert (len(failures), recovered) == (1, [])
    watcher.look()
    watcher.look()

    assert (len(failures), recovered) == (2, [1])
