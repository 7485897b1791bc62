"""Promises of coroutines beside the thread that paints."""

import asyncio
import gc
from threading import Event

import anyio
import pytest
from PySide6.QtWidgets import QApplication

from guillemet.app.async_loop import AsyncLoop


def test_nothing_is_told_of_what_ends_while_the_loop_is_closed(qapp: QApplication) -> None:
    loop, has_begun, told = AsyncLoop(), Event(), list[object]()

    async def end_late() -> str:
        has_begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return "late"
        return "never"

    loop.ask(end_late(), told.append, otherwise=told.append)
    assert has_begun.wait(20)

    loop.close()

    qapp.processEvents()
    assert told == []


def test_what_waits_for_something_that_nothing_else_knows_is_not_lost() -> None:
    loop, has_begun, has_ended = AsyncLoop(), Event(), Event()

    async def wait() -> None:
        has_begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            has_ended.set()

    loop.start(wait())
    assert has_begun.wait(20)
    gc.collect()

    assert not has_ended.is_set()
    loop.close()
    assert has_ended.is_set()


def test_closing_the_loop_leaves_no_coroutine_of_a_library_unawaited() -> None:
    loop, is_busy = AsyncLoop(), Event()

    async def begin_tasks() -> None:
        async with anyio.create_task_group() as group:
            while True:
                group.start_soon(asyncio.sleep, 0)
                await asyncio.sleep(0)
                is_busy.set()

    for _ in range(20):  # whenever the loop is closed, some task has not taken its first step
        loop.start(begin_tasks())
    assert is_busy.wait(20)

    loop.close()

    gc.collect()  # a coroutine that was never awaited is warned of here


def test_nothing_is_told_of_what_was_cancelled(qapp: QApplication) -> None:
    loop, told = AsyncLoop(), list[object]()

    loop.ask(asyncio.Event().wait(), told.append, otherwise=told.append).cancel()
    loop.close()

    qapp.processEvents()
    assert told == []


def test_what_is_asked_of_a_closed_loop_is_not_begun() -> None:
    loop, begun = AsyncLoop(), list[bool]()
    loop.close()

    async def begin() -> None:
        begun.append(True)

    future = loop.start(begin())

    assert (future.cancelled(), begun) == (True, [])


def test_a_loop_that_is_closed_twice_ends_its_connections_once() -> None:
    loop, ended = AsyncLoop(), list[bool]()

    async def end() -> None:
        ended.append(True)

    loop.start(asyncio.sleep(0)).result(20)

    loop.close(end)
    loop.close(end)

    assert ended == [True]


@pytest.mark.logs("A connection could not be closed")
def test_a_connection_that_cannot_be_ended_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    loop = AsyncLoop()

    async def fail() -> None:
        raise OSError("It is gone.")

    loop.start(asyncio.sleep(0)).result(20)

    loop.close(fail)

    assert "It is gone." in caplog.text
