"""Asks a model service as the app does, in a loop of its own, and keeps what was heard."""

import asyncio
from collections.abc import AsyncIterator, Callable

from msgspec import Struct, field

from guillemet.llm.errors import ServiceError
from guillemet.llm.messages import (
    Counted,
    Ended,
    Ending,
    Message,
    ReasoningText,
    ReplyText,
    Request,
    Role,
    StreamEvent,
    Usage,
    Waiting,
)
from guillemet.llm.services.service import Service

HELLO = Request("small", (Message(Role.USER, "Hello?"),))
PATIENCE = 20.0
"""Seconds after which a test gives up waiting."""


class Heard(Struct):
    """What came of asking once."""

    events: list[StreamEvent] = field(default_factory=list)
    error: ServiceError | None = None

    @property
    def text(self) -> str:
        """The answer."""
        return "".join(event.text for event in self.events if isinstance(event, ReplyText))

    @property
    def thoughts(self) -> str:
        """What the model thought aloud."""
        return "".join(event.text for event in self.events if isinstance(event, ReasoningText))

    @property
    def waits(self) -> list[Waiting]:
        """The announced waits."""
        return [event for event in self.events if isinstance(event, Waiting)]

    @property
    def usage(self) -> Usage | None:
        """The figures told last."""
        return next((event.usage for event in reversed(self.events) if isinstance(event, Counted)), None)

    @property
    def ending(self) -> Ending | None:
        """Why it ended; None when it did not end well."""
        last = self.events[-1] if self.events else None
        return last.ending if isinstance(last, Ended) else None


def ask(service: Service, *requests: Request, closes: bool = True) -> Heard:
    """Return what is heard; of several requests, asked one after the other, what is heard of the last."""

    async def talk() -> Heard:
        heard = Heard()
        try:
            for request in requests or (HELLO,):
                heard = Heard()
                async with asyncio.timeout(PATIENCE):
                    await _listen(service.stream(request), heard)
        finally:
            if closes:
                await service.close()
        return heard

    return asyncio.run(talk())


def ask_and_stop(service: Service, when: Callable[[Heard], bool]) -> Heard:
    """Ask, and cancel the task when told to; return what was heard until then."""

    async def talk() -> Heard:
        heard = Heard()
        task = asyncio.create_task(_listen(service.stream(HELLO), heard))
        try:
            async with asyncio.timeout(PATIENCE):
                while not when(heard):  # noqa: ASYNC110  what it waits for may happen in the server's thread
                    await asyncio.sleep(0.001)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        finally:
            await service.close()
        assert task.cancelled()
        return heard

    return asyncio.run(talk())


async def _listen(stream: AsyncIterator[StreamEvent], heard: Heard) -> None:
    try:
        async for event in stream:
            heard.events.append(event)
    except ServiceError as error:
        heard.error = error
