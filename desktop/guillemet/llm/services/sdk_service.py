"""What the services of both SDKs share: one client, made when it is first needed, and our errors in place of theirs."""

import os
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterable, Sequence
from contextlib import aclosing
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import urlsplit

import httpx2

from guillemet.llm.messages import Request
from guillemet.llm.services.http_client import (
    PLAIN,
    Answer,
    RetryPolicy,
    bound_responses,
    environment_errors,
    patiently,
    refuse_foreign_redirects,
)
from guillemet.llm.services.sdk_errors import LONGEST_CONNECT, NO_KEY, checked_key, malformed, place_at, translated
from guillemet.llm.services.service import list_at, text_at, value_at

Client = TypeVar("Client")


class SdkService(Generic[Client]):
    """Talks to one address through an SDK; it is made, used and closed in one asyncio loop."""

    _sdk: ModuleType
    _client_class: type[Any]
    _own_address: str
    """Only this one insists on a key."""
    _address_variable: str
    """The environment variable that may hold another address."""
    _other_headers: ClassVar[dict[str, Any]] = {}
    """Sent to other addresses than the service's own."""

    def __init__(
        self, *, address: str = "", key: str = "", timeout: float = 60.0, patience: RetryPolicy | None = None
    ) -> None:
        self._address = address or os.environ.get(self._address_variable, "") or self._own_address
        self._place = place_at(self._address, key=key.strip(), silence=timeout)
        self._is_own = self._place.host.endswith(urlsplit(self._own_address).netloc)
        self._patience = patience or RetryPolicy()
        self._opened: Any = None
        self._left_out: defaultdict[str, set[str]] = defaultdict(set)
        """By model, the parameters that this server has refused."""

    async def stream(self, request: Request) -> Answer:
        """Ask, and yield the answer as it comes, `Ended` last; raises ServiceError; BrokenStreamError after text."""
        async with aclosing(patiently(lambda: self._ask(request), self._patience)) as events:
            async for event in events:
                yield event

    async def close(self) -> None:
        """End every connection."""
        if self._opened is not None:
            await self._opened.close()
            self._opened = None

    def _ask(self, request: Request) -> Answer:
        """Ask once."""
        raise NotImplementedError

    async def _listed(self, most: int, **options: object) -> Sequence[object]:
        """Return the models in the server's order; empty where it has no list; raises ServiceError."""
        with translated(self._place, self._sdk):
            client: Any = self._client()
            try:
                page = await client.models.list(**options)
            except self._sdk.NotFoundError:
                return ()
            if not isinstance(value_at(page, "data"), list | None):
                raise malformed(self._place)
            return [each for each in list_at(page, "data")[:most] if text_at(each, "id")]

    def _client(self) -> Client:
        if self._opened is None:
            place = self._place
            key = checked_key(place.key or ("" if self._is_own else NO_KEY), host=place.host)
            with environment_errors():
                hooks = [refuse_foreign_redirects(place.host), bound_responses(place.host)]
                client = self._sdk.DefaultAsyncHttpxClient(event_hooks={"response": hooks})
            self._opened = self._client_class(
                api_key=key,
                base_url=self._address,
                timeout=httpx2.Timeout(place.silence, connect=min(place.silence, LONGEST_CONNECT)),
                max_retries=0,
                default_headers=PLAIN if self._is_own else {**PLAIN, **self._other_headers},
                http_client=client,
            )
        opened: Client = self._opened
        return opened

    async def _items(self, stream: AsyncIterable[object]) -> AsyncGenerator[object, None]:
        with translated(self._place, self._sdk):
            async for item in stream:
                yield item
