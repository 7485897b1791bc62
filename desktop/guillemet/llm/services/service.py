"""What every service can do. All of it runs in one asyncio loop; cancelling a task ends it at once."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Protocol

from guillemet.llm.messages import ModelInfo, Request, StreamEvent


def value_at(value: object, *names: str) -> object:
    """Return what stands below these names, in attributes or mappings; None where one is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
    return value


def text_at(value: object, *names: str) -> str:
    """Return the text below these names; empty where there is none."""
    found = value_at(value, *names)
    return found if isinstance(found, str) else ""


def number_at(value: object, *names: str) -> int:
    """Return the whole number below these names; 0 where there is none, or less."""
    found = value_at(value, *names)
    return max(0, int(found)) if isinstance(found, int) and not isinstance(found, bool) else 0


def list_at(value: object, *names: str) -> Sequence[object]:
    """Return the list below these names; empty where there is none."""
    found = value_at(value, *names)
    return found if isinstance(found, list) else ()


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
