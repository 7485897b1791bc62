"""Promises of coroutines beside the thread that paints."""

import asyncio
from threading import Event

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


def test_nothing_is_told_of_what_was_cancelled(qapp: QApplication) -> None:
    loop, told = AsyncLoop(), list[object]()

    loop.ask(asyncio.Event().wait(), told.append, otherwise=told.append).cancel()
    loop.close()

    qapp.processEvents()
    assert told == []
