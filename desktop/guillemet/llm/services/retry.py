"""Asks a service again after a while, as long as nothing of its answer has come, and bounds the answer's length."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from msgspec import Struct

from guillemet.llm.errors import BrokenStreamError, ServiceError
from guillemet.llm.messages import ReasoningText, ReplyText, StreamEvent, Waiting

LARGEST_ANSWER = 16_000_000
"""Characters of one answer, its thoughts included."""
_GO_ON = "The part that arrived is saved; ask the model to go on."

Answer = AsyncGenerator[StreamEvent, None]


class Patience(Struct, frozen=True):
    """How often a service is asked, and how long is waited in between."""

    tries: int = 4
    """The first one included."""
    first_wait: float = 1.0
    """Seconds before the second try; doubled for each one after it."""
    longest_wait: float = 60.0
    """Seconds; a service that asks for more is not asked again."""
    largest_answer: int = LARGEST_ANSWER

    def wait_after(self, error: ServiceError, tries: int) -> float | None:
        """Return the seconds to wait after so many tries; None when trying again is no use."""
        if not error.passes or tries >= self.tries:
            return None
        if error.wait is not None:
            return error.wait if error.wait <= self.longest_wait else None
        doubled = self.first_wait * 2.0 ** (tries - 1)
        # Many programs that were refused in the same moment do not all come back in the same one.
        return min(self.longest_wait, doubled * random.uniform(0.75, 1.25))  # noqa: S311


async def patiently(ask: Callable[[], Answer], patience: Patience) -> Answer:
    """Yield the answer of the first try that gets one; raises BrokenStreamError for what fails after text came."""
    tries = 0
    while True:
        tries += 1
        came = 0
        async with aclosing(ask()) as events:
            try:
                async for event in events:
                    if isinstance(event, ReplyText | ReasoningText):
                        came += len(event.text)
                    _check_length(came, patience.largest_answer)
                    yield event
                return
            except BrokenStreamError:
                raise
            except ServiceError as error:
                if came:
                    raise BrokenStreamError(error.what, _GO_ON) from error
                seconds = patience.wait_after(error, tries)
                if seconds is None:
                    raise
                waiting = Waiting(seconds, error.what, tries + 1)
        yield waiting
        await asyncio.sleep(waiting.seconds)


def _check_length(came: int, largest: int) -> None:
    if came > largest:
        raise BrokenStreamError(
            f"The answer is longer than {largest:,} characters, so it was stopped.",
            "The part that arrived is saved; ask for less at once.",
        )
