"""What every service can do. All of it runs in one asyncio loop; cancelling a task ends it at once."""

from collections.abc import AsyncGenerator
from typing import Protocol

from guillemet.llm.messages import ModelInfo, Request, StreamEvent


class Service(Protocol):
    """One place where models answer."""

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the models on offer, empty where the service has no list; raises ServiceError."""
        ...

    def stream(self, request: Request) -> AsyncGenerator[StreamEvent, None]:
        """Ask, and yield the answer as it comes, `Ended` last; raises ServiceError; BrokenStreamError after text."""
        ...

    async def count(self, request: Request) -> int | None:
        """Return how many tokens the request has by the service's own count; None where it does not count."""
        ...

    async def close(self) -> None:
        """End every connection."""
        ...
