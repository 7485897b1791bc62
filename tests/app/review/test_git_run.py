"""Promises of a run of git: what an earlier run prints, or its end, is nothing to the one that runs now."""

from threading import Thread

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.review.git_run import GitRun


@pytest.fixture
def run(qapp: QApplication) -> GitRun:
    return GitRun(qapp)


def elsewhere(job: Thread) -> None:
    """Run a job in another thread, so that what it reports waits for this one."""
    job.start()
    job.join()


def test_what_an_earlier_run_prints_late_is_not_shown(run: GitRun) -> None:
    earlier = run.begin()
    run.end()
    run.begin().report("second")

    earlier.report("first")

    assert run.output == "second"


def test_the_end_of_an_earlier_run_that_comes_late_ends_no_later_one(run: GitRun, qtbot: QtBot) -> None:
    run.begin()
    elsewhere(Thread(target=run.end))
    later = run.begin()

    elsewhere(Thread(target=later.report, args=("second",)))
    qtbot.waitUntil(lambda: run.output == "second")

    assert run.is_on


def test_a_run_that_ended_ends_no_second_time(run: GitRun) -> None:
    changes: list[bool] = []
    run.begin()
    run.changed.connect(lambda: changes.append(run.is_on))

    run.end()
    run.end()

    assert changes == [False]


def test_only_a_run_that_is_on_is_stopped(run: GitRun) -> None:
    run.stop()

    assert not run.is_stopping
    monitor = run.begin()
    assert not monitor.is_stopped()
    run.stop()
    assert run.is_stopping
    assert monitor.is_stopped()
