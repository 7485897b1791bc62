"""Threads of the session: order, isolation of failures, a clean end."""

import logging
import re
import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest
import shiboken6
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from guillemet.app.task_runner import SIDE_WORKERS, TURN, TaskRunner, _detached_results, run_detached
from guillemet.engine.errors import IndexLockedError
from tests.kit.command import SOURCE_ROOT


@pytest.fixture
def tasks() -> Iterator[TaskRunner]:
    tasks = TaskRunner()
    yield tasks
    tasks.close()


def never(error: object) -> None:
    raise AssertionError(error)


def test_jobs_of_the_repository_run_one_after_the_other(tasks: TaskRunner, qtbot: QtBot) -> None:
    told: list[int] = []
    gate = threading.Event()
    tasks.ask(lambda: int(gate.wait(10)), told.append, otherwise=never)
    tasks.ask(lambda: 2, told.append, otherwise=never)
    gate.set()
    qtbot.waitUntil(lambda: len(told) == 2)

    assert told == [1, 2]


def test_results_come_back_to_the_thread_that_asked(tasks: TaskRunner, qtbot: QtBot) -> None:
    threads: list[tuple[int, int]] = []
    tasks.ask(threading.get_ident, lambda worker: threads.append((worker, threading.get_ident())), otherwise=never)
    qtbot.waitUntil(lambda: bool(threads))

    assert threads[0][0] != threads[0][1] == threading.get_ident()


def test_the_window_has_its_turn_between_results_that_take_long_to_tell(tasks: TaskRunner, qtbot: QtBot) -> None:
    told: list[str] = []
    begun = threading.Event()

    def tell_long(result: str) -> None:
        until = time.perf_counter() + 2 * TURN
        while time.perf_counter() < until:
            pass
        told.append(result)

    tasks.ask(lambda: "first", tell_long, otherwise=never)
    tasks.ask(lambda: "second", tell_long, otherwise=never)
    tasks.ask(begun.set, lambda _: told.append("third"), otherwise=never)
    begun.wait(10)  # the results of the others are on their way by now
    QTimer.singleShot(0, lambda: told.append("the window's turn"))
    qtbot.waitUntil(lambda: len(told) == 4)

    assert told == ["first", "the window's turn", "second", "third"]


def test_a_result_that_fails_to_be_told_does_not_keep_the_next_one_back(tasks: TaskRunner, qtbot: QtBot) -> None:
    told: list[int] = []
    with qtbot.captureExceptions() as faults:
        tasks.ask(lambda: 0, lambda zero: told.append(1 // zero), otherwise=never)
        tasks.ask(lambda: 2, told.append, otherwise=never)
        qtbot.waitUntil(lambda: told == [2])

    assert [kind for kind, _, _ in faults] == [ZeroDivisionError]


def test_a_side_job_does_not_wait_for_the_repository(tasks: TaskRunner, qtbot: QtBot) -> None:
    gate = threading.Event()
    told: list[str] = []
    tasks.ask(lambda: gate.wait(10), lambda _: told.append("repository"), otherwise=never)
    tasks.aside(lambda: "side", told.append, otherwise=never)
    qtbot.waitUntil(lambda: told == ["side"])
    gate.set()
    qtbot.waitUntil(lambda: told == ["side", "repository"])


def test_what_comes_later_is_waited_for(tasks: TaskRunner, qtbot: QtBot) -> None:
    told: list[str] = []
    tasks.later(lambda: told.append("later"))

    assert (told, tasks.is_quiet) == ([], False)
    qtbot.waitUntil(lambda: tasks.is_quiet)
    assert told == ["later"]


def test_what_comes_later_is_not_done_after_the_end(qtbot: QtBot) -> None:
    tasks, told = TaskRunner(), list[str]()
    tasks.later(lambda: told.append("later"))
    tasks.close()
    qtbot.waitUntil(lambda: tasks.is_quiet)

    assert told == []


def test_an_error_of_the_engine_reaches_whoever_asked(tasks: TaskRunner, qtbot: QtBot) -> None:
    errors: list[Exception] = []

    def refuse() -> None:
        raise IndexLockedError("The index is locked.")

    tasks.ask(refuse, never, otherwise=errors.append)
    qtbot.waitUntil(lambda: bool(errors))

    assert isinstance(errors[0], IndexLockedError)
    assert tasks.is_idle


@pytest.mark.logs("A job failed")
def test_an_unforeseen_error_is_logged_with_its_traceback(
    tasks: TaskRunner, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    errors: list[Exception] = []
    tasks.ask(lambda: 1 // 0, never, otherwise=errors.append)
    qtbot.waitUntil(lambda: bool(errors))

    assert caplog.records[0].levelno == logging.ERROR
    assert "ZeroDivisionError" in caplog.text


def test_the_running_job_is_named_until_its_result_is_told(tasks: TaskRunner, qtbot: QtBot) -> None:
    named: list[str] = []
    told: list[int] = []
    tasks.busy_changed.connect(lambda what, _: named.append(what))
    tasks.ask(lambda: 1, told.append, otherwise=never, what="reading reply")
    qtbot.waitUntil(lambda: bool(told))

    assert named == ["reading reply", ""]


@pytest.mark.parametrize("worker", ["repository", "side", "apart"])
def test_closing_waits_for_a_job_that_writes_and_tells_nobody(worker: str) -> None:
    tasks = TaskRunner()
    gate = threading.Event()
    written: list[str] = []

    def write() -> None:
        gate.wait(10)
        written.append("whole")

    begin = {"repository": tasks.ask, "side": tasks.aside, "apart": partial(tasks.apart, "apart")}
    begin[worker](write, never, otherwise=never)
    threading.Timer(0.05, gate.set).start()
    tasks.close()

    assert written == ["whole"]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(tuple(begin))]


def test_closing_drops_side_jobs_that_wait() -> None:
    tasks, gate, done = TaskRunner(), threading.Event(), list[str]()
    for _ in range(SIDE_WORKERS):
        tasks.aside(lambda: gate.wait(10), never, otherwise=never)
    tasks.aside(lambda: done.append("waited"), never, otherwise=never)

    threading.Timer(0.05, gate.set).start()
    tasks.close()

    assert done == []


def test_what_is_asked_after_the_end_is_not_done() -> None:
    tasks, done = TaskRunner(), list[str]()
    tasks.close()

    tasks.ask(lambda: done.append("asked"), never, otherwise=never)
    tasks.aside(lambda: done.append("aside"), never, otherwise=never)
    tasks.apart("apart", lambda: done.append("apart"), never, otherwise=never)

    assert done == []
    assert tasks.is_quiet


def test_inline_a_result_is_there_when_the_question_returns() -> None:
    told: list[int] = []
    TaskRunner(inline=True).ask(lambda: 7, told.append, otherwise=never)

    assert told == [7]


def test_a_detached_job_brings_its_result_to_the_gui_thread(qtbot: QtBot) -> None:
    owner, brought = QObject(), list[tuple[str, str]]()

    def take(ran_in: str) -> None:
        brought.append((ran_in, threading.current_thread().name))

    run_detached(lambda: threading.current_thread().name, take, owner=owner, name="apart")

    qtbot.waitUntil(lambda: brought == [("apart", threading.main_thread().name)])


def test_the_result_of_a_detached_job_is_dropped_with_its_owner(qtbot: QtBot) -> None:
    gone, left, goes_on, brought = QObject(), QObject(), threading.Event(), list[str]()
    run_detached(lambda: goes_on.wait(10), lambda _: brought.append("gone"), owner=gone, name="first")
    shiboken6.delete(gone)
    goes_on.set()

    run_detached(lambda: 1, lambda _: brought.append("left"), owner=left, name="second")

    qtbot.waitUntil(lambda: "left" in brought)
    qtbot.wait(20)
    assert brought == ["left"]


def test_a_detached_job_that_outlives_the_receiver_of_results_ends_quietly() -> None:
    goes_on = threading.Event()
    run_detached(lambda: goes_on.wait(10), never, owner=QObject(), name="outliving")
    (outliving,) = (thread for thread in threading.enumerate() if thread.name == "outliving")
    shiboken6.delete(_detached_results())
    _detached_results.cache_clear()

    goes_on.set()

    outliving.join(10)
    assert not outliving.is_alive()


@pytest.mark.logs("A job failed unexpectedly")
@pytest.mark.logs("A job failed.")
def test_a_detached_job_that_fails_is_logged(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    owner = QObject()

    run_detached(lambda: 1 / 0, never, owner=owner, name="failing")

    qtbot.waitUntil(lambda: "ZeroDivisionError" in caplog.text)


def test_threads_are_made_by_the_task_runner_the_loop_and_the_model_s_own_process_only() -> None:
    makes = re.compile(r"\b(?:Thread|ThreadPoolExecutor|QThread|QThreadPool|Timer)\(")
    made = {
        file.name for file in SOURCE_ROOT.rglob("*.py") if makes.search(file.read_text("utf-8").replace("QTimer", ""))
    }

    assert made == {"task_runner.py", "async_loop.py", "embedded_child.py"}
