"""Finds model servers that run on this computer, so that their addresses need not be typed.

The few bytes are read with the standard library: an HTTP client would take longer to load than the whole search may
last, and would send the question through a proxy where the environment names one. HTTP/1.0 asks servers for an answer
in one piece.
"""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from guillemet.llm.services.presets import Kind
from guillemet.llm.services.service import list_at, text_at
from guillemet.settings import KeptService

LIMIT = 0.3
"""Seconds the whole search takes at most."""
_HOST = "127.0.0.1"
_LARGEST = 1_000_000
_QUESTION = "GET {path} HTTP/1.0\r\nHost: localhost:{port}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d{1,9})\r\n")


class _Server(Struct, frozen=True):
    """A server by the port it has unless set otherwise, and a question that only it answers so."""

    name: str
    port: int
    path: str
    is_it: Callable[[object], bool]


def _lists_models(answer: object) -> bool:
    return text_at(answer, "object") == "list" and isinstance(answer, dict) and isinstance(answer.get("data"), list)


def _is_llama_cpp(answer: object) -> bool:
    # Many other programs listen at 8080.
    return _lists_models(answer) and any(text_at(one, "owned_by") == "llamacpp" for one in list_at(answer, "data"))


_SERVERS = (
    _Server("ollama", 11434, "/api/version", lambda answer: bool(text_at(answer, "version"))),
    _Server("lm-studio", 1234, "/v1/models", _lists_models),
    _Server("llama.cpp", 8080, "/v1/models", _is_llama_cpp),
)


async def find_local_servers() -> tuple[KeptService, ...]:
    """Return the servers that answer at their usual ports within 300 ms; never raises."""
    found = await asyncio.gather(*(_answers(server) for server in _SERVERS))
    return tuple(
        KeptService(server.name, Kind.COMPATIBLE) for server, answers in zip(_SERVERS, found, strict=True) if answers
    )


async def _answers(server: _Server) -> bool:
    try:
        async with asyncio.timeout(LIMIT):
            return server.is_it(await _ask(server.port, server.path))
    except (OSError, ValueError, RecursionError, EOFError, asyncio.LimitOverrunError):
        # TimeoutError and IncompleteReadError are kinds of these, and so is every fault of JSON.
        return False


async def _ask(port: int, path: str) -> Any:
    """Return the JSON that stands at this path; raises OSError and ValueError."""
    reader, writer = await asyncio.open_connection(_HOST, port)
    try:
        writer.write(_QUESTION.format(path=path, port=port).encode("ascii"))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        body = await _body(reader, head)
    finally:
        writer.transport.abort()
    if head.split(maxsplit=2)[1:2] != [b"200"]:
        raise ValueError("no answer to this question")
    return json.loads(body)


async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    """Return as much as was announced, or all up to the end; raises ValueError for more than any list of models has."""
    reported = _LENGTH.search(head)
    length = int(reported[1]) if reported else _LARGEST
    body = b""
    while len(body) < length and (more := await reader.read(65536)):
        body += more
        if len(body) >= _LARGEST:
            raise ValueError("too long an answer")
    return body
