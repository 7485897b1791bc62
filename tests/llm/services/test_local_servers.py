"""Finding model servers on this computer, at ports that the test chooses."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from msgspec.structs import replace

from guillemet.llm.services import local_servers
from guillemet.llm.services.local_servers import find_local_servers
from guillemet.llm.services.presets import Kind, preset_named
from guillemet.settings import KeptService
from tests.kit.model_server import ModelServer

MODELS = {"object": "list", "data": [{"id": "qwen", "owned_by": "organization_owner"}]}
OURS = {"object": "list", "data": [{"id": "tiny.gguf", "owned_by": "llamacpp"}]}
OLLAMA = {"version": "0.30.1"}

Found = tuple[KeptService, ...]
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any]


def answers(body: object, *, status: str = "200 OK", kind: str = "application/json") -> Handler:
    """Return what sends this after a question of HTTP."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        assert asked.startswith(b"GET /")
        writer.write(f"HTTP/1.0 {status}\r\nContent-Type: {kind}\r\n\r\n".encode() + data)
        writer.close()
        await writer.wait_closed()

    return answer


async def endless(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send without an end."""
    writer.write(b"HTTP/1.0 200 OK\r\n\r\n[")
    try:
        while not writer.is_closing():
            writer.write(b"1," * 50_000)
            await writer.drain()
    except ConnectionError:
        writer.close()


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say nothing until the other side goes."""
    with suppress(ConnectionError):
        await reader.read()
    writer.close()


def found(monkeypatch: pytest.MonkeyPatch, *, limit: float = 10.0, **handlers: Handler) -> Found:
    """Return what is found where these servers run; what is not given does not."""
    monkeypatch.setattr(local_servers, "LIMIT", limit)

    async def look() -> Found:
        servers, ports = [], {}
        for name, handler in handlers.items():
            server = await asyncio.start_server(handler, "127.0.0.1", 0)
            servers.append(server)
            ports[name.replace("_", "-").replace("llama-cpp", "llama.cpp")] = server.sockets[0].getsockname()[1]
        with free_ports(monkeypatch, ports):
            result = await find_local_servers()
        for server in servers:
            server.close()
            await server.wait_closed()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=5)
        return result

    return asyncio.run(look())


@contextmanager
def free_ports(monkeypatch: pytest.MonkeyPatch, given: dict[str, int]) -> Iterator[None]:
    """Look at these ports, and for the other servers at ports where nobody listens."""
    with ExitStack() as held, monkeypatch.context() as patch:
        placed = []
        for server in local_servers._SERVERS:
            port = given.get(server.name)
            if port is None:
                bound = held.enter_context(socket.socket())
                bound.bind(("127.0.0.1", 0))
                port = bound.getsockname()[1]
            placed.append(replace(server, port=port))
        patch.setattr(local_servers, "_SERVERS", tuple(placed))
        yield


def test_the_usual_ports_are_those_of_the_presets() -> None:
    for server in local_servers._SERVERS:
        preset = preset_named(server.name)
        assert preset is not None
        assert f":{server.port}/" in preset.address


def test_nothing_is_found_where_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(monkeypatch) == ()


def test_every_server_that_runs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    every = found(monkeypatch, ollama=answers(OLLAMA), lm_studio=answers(MODELS), llama_cpp=answers(OURS))

    assert every == tuple(KeptService(name, Kind.COMPATIBLE) for name in ("ollama", "lm-studio", "llama.cpp"))


def test_a_server_without_models_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(found(monkeypatch, lm_studio=answers({"object": "list", "data": []}))) == 1


def test_a_real_server_of_chat_completions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_servers, "LIMIT", 10.0)

    with ModelServer() as server, free_ports(monkeypatch, {"lm-studio": server.port}):
        assert asyncio.run(find_local_servers()) == (KeptService("lm-studio", Kind.COMPATIBLE),)


@pytest.mark.parametrize(
    "answer",
    [
        answers(MODELS),
        answers({"error": "no"}),
        answers([1]),
        answers(b"<html>", kind="text/html"),
        answers(b"\xff\xfe"),
        answers(b"[" * 100_000),
        answers(b""),
        answers(OURS, status="404 Not Found"),
        endless,
    ],
    ids=["models", "error", "list", "html", "no-text", "nested", "empty", "status", "endless"],
)
def test_another_program_at_the_port_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch, answer: Handler) -> None:
    assert found(monkeypatch, llama_cpp=answer) == ()


def test_a_silent_program_hides_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one.name for one in found(monkeypatch, limit=1.0, llama_cpp=silent, ollama=answers(OLLAMA))] == ["ollama"]


def test_no_proxy_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://proxy.invalid:1")

    assert len(found(monkeypatch, ollama=answers(OLLAMA))) == 1
