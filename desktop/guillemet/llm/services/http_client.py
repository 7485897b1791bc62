"""What our HTTP clients add below the SDKs: limits of responses, no foreign redirects, clear errors of the environment.

The SDKs read bodies of errors and lists whole, and hold an event of a stream until its blank line. Neither has a limit;
and Anthropic's decoder copies what it holds at every line and every chunk, so that both are kept few.

httpx follows every redirect the SDKs get: 307 and 308 repeat the whole request, and of the headers that hold keys it
leaves out only `Authorization` for another host. An origin is scheme, host and port.
"""

import asyncio
import os
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from urllib.request import getproxies, proxy_bypass

import httpx2
from msgspec import Struct

from guillemet.llm.errors import (
    BrokenStreamError,
    MissingPackageError,
    ServiceError,
    ServiceFaultError,
    UnreachableError,
)
from guillemet.llm.messages import ReasoningText, ReplyText, StreamEvent, Waiting

LARGEST_ANSWER = 16_000_000
"""Characters of one answer, its thoughts included."""
_GO_ON = "The part that arrived is saved; ask the model to go on."

Answer = AsyncGenerator[StreamEvent, None]
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
_DEFAULT_PORTS = {"http": 80, "https": 443}
LARGEST_BODY = 16_000_000
"""Bytes of a body that is read whole."""
LARGEST_EVENT = 4_000_000
"""Bytes of one event of a stream."""
MOST_LINES = 2000
"""Ends of lines in one event; the services' own events have two lines."""
_LINE_PIECE = 65_536
_PIECE = 8192
_BREATH = 0.01
"""Seconds after which a flood lets the loop do other things, such as stopping it."""
_PACKED_SHARE = 100
"""How many times smaller a packed body must be; packing is never asked for."""
_EVENT_ENDS = (b"\n\n", b"\r\n\r\n", b"\r\r")
_LONGEST_END = 4
PLAIN = {"Accept-Encoding": "identity"}
"""Headers that ask for bodies whose size is seen before they are unpacked."""


class RetryPolicy(Struct, frozen=True):
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


async def patiently(ask: Callable[[], Answer], patience: RetryPolicy) -> Answer:
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


@contextmanager
def environment_errors() -> Iterator[None]:
    """Raise ServiceError when a client cannot be made with the proxies and certificates that the environment names."""
    try:
        yield
    except ServiceError:
        raise
    except ImportError as error:
        raise MissingPackageError("The SOCKS proxy that is set in the environment", "socksio") from error
    except OSError as error:
        named = " or ".join(name for name in _CERTIFICATES if os.environ.get(name)) or "the system"
        raise UnreachableError(
            f"The certificates that {named} names cannot be read ({error.strerror or error}).",
            "Correct that, and start Guillemet again.",
        ) from error
    except ValueError as error:
        raise UnreachableError(
            "The proxy that is set in the environment cannot be used.",
            "Correct HTTP_PROXY, HTTPS_PROXY, ALL_PROXY or NO_PROXY, and start Guillemet again.",
        ) from error


def has_proxy(host: str) -> bool:
    """Whether requests to this host, with or without its port, go through a proxy."""
    return bool(getproxies().keys() & {"http", "https", "all"}) and not proxy_bypass(host)


def refuse_foreign_redirects(host: str) -> Callable[[httpx2.Response], Awaitable[None]]:
    """Return a hook for a client of httpx2 that raises UnreachableError before such a redirect is followed."""

    async def refuse(response: httpx2.Response) -> None:
        if not response.has_redirect_location:
            return
        asked = response.request.url
        target = asked.join(response.headers["location"])
        if _origin(target) != _origin(asked):
            named = f"{target.scheme}://{target.netloc.decode('ascii')}"
            raise UnreachableError(
                f"{host} redirects requests to another server, {named}. Nothing was sent there.",
                "If you trust that server, give its address in the settings.",
            )

    return refuse


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port or _DEFAULT_PORTS.get(url.scheme)


class BoundedStream(httpx2.AsyncByteStream):
    """The body of a response, given up when too much of it would have to be kept."""

    def __init__(self, stream: httpx2.AsyncByteStream, host: str, *, is_events: bool, limit: int) -> None:
        self._stream = stream
        self._host = host
        self._is_events = is_events
        self._limit = limit
        self._kept = 0
        self._lines = 0
        self.tail = b""
        """The last bytes that came."""

    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        """Yield what comes, pieces of lines joined; raises ServiceFaultError when an event or a body is too large."""
        held = bytearray()
        breathed = time.monotonic()
        async for data in self._stream:
            self._count(data)
            held += data
            if b"\n" not in data and b"\r" not in data and len(held) < _LINE_PIECE:
                continue
            for start in range(0, len(held), _PIECE):
                # What has been received already is read without waiting; no other task would get a turn.
                if time.monotonic() - breathed > _BREATH:
                    await asyncio.sleep(0)
                    breathed = time.monotonic()
                yield bytes(held[start : start + _PIECE])
            held.clear()
        if held:
            yield bytes(held)

    async def aclose(self) -> None:
        """Close the connection's share."""
        await self._stream.aclose()

    def _count(self, data: bytes) -> None:
        seen = self.tail + data
        end = max(seen.rfind(mark) for mark in _EVENT_ENDS) if self._is_events else -1
        fresh = data if end < 0 else seen[end:]
        self._kept = len(fresh) + (self._kept if end < 0 else 0)
        self._lines = fresh.count(b"\n") + fresh.count(b"\r") + (self._lines if end < 0 else 0)
        self.tail = seen[-(_LONGEST_END * 4) :]
        if self._kept > self._limit:
            self._give_up(f"{max(1, self._limit // 1_000_000)} MB")
        if self._is_events and self._lines > MOST_LINES:
            self._give_up(f"{MOST_LINES} lines")

    def _give_up(self, size: str) -> None:
        raise ServiceFaultError(
            f"{self._host} sent {size} where a small part of an answer belongs.", "Check the service's address."
        )


def bound_responses(host: str) -> Callable[[httpx2.Response], Awaitable[None]]:
    """Return a hook for a client of httpx2 that bounds every response."""

    async def bound(response: httpx2.Response) -> None:
        if not isinstance(response.stream, httpx2.AsyncByteStream):
            return
        is_events = response.headers.get("content-type", "").startswith("text/event-stream")
        is_packed = response.headers.get("content-encoding", "identity") != "identity"
        limit = (LARGEST_EVENT if is_events else LARGEST_BODY) // (_PACKED_SHARE if is_packed else 1)
        # What is packed has no line ends that could be seen.
        response.stream = BoundedStream(response.stream, host, is_events=is_events and not is_packed, limit=limit)

    return bound
