"""Refuses redirects that lead to another origin, below the SDKs.

httpx follows every redirect the SDKs get: 307 and 308 repeat the whole request, and of the headers that hold keys it
leaves out only `Authorization` for another host. An origin is scheme, host and port.
"""

from collections.abc import Awaitable, Callable

import httpx2

from guillemet.llm.errors import UnreachableError

_DEFAULT_PORTS = {"http": 80, "https": 443}


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
