"""A server on this machine that speaks the wire formats of model services, in a thread of its own.

It is written on bare streams, because its mishaps (half a chunk, a byte at a time, silence) are what tidier servers
forbid. It serves `/v1/chat/completions`, `/v1/messages`, `/v1/messages/count_tokens` and `/v1/models`.
"""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any, Self

from tests.kit.model_server.script import (
    Answer,
    Asked,
    CallTool,
    Drop,
    EndEarly,
    Endlessly,
    FailInside,
    HangUp,
    Hold,
    Page,
    Pause,
    Raw,
    Refusal,
    Reply,
    Say,
    Script,
    Silence,
    Stall,
    Step,
    Think,
    said,
)
from tests.kit.model_server.wires import Wire, listing, pieces, refusal_body, wire_of

HOST = "127.0.0.1"
_GONE = (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


class _HungUp(Exception):  # noqa: N818  no error: the script wants it
    """The script closes the connection here."""


class ModelServer:
    """Answers with its scripts in turn, the last one again and again; keeps what it was asked.

    `bytes_at_a_time` cuts everything it streams, whatever stands there; `rate` holds it to pieces a second.
    """

    def __init__(
        self,
        *scripts: Script,
        models: tuple[dict[str, Any], ...] = ({"id": "small"}, {"id": "large"}),
        listing: Script | None = None,
        counted: int = 42,
        key: str = "",
        bytes_at_a_time: int = 0,
        rate: float = 0.0,
        port: int = 0,
    ) -> None:
        self._scripts = list(scripts) or [said("Hello.")]
        self._models = models
        self._listing = listing
        self._counted = counted
        self._key = key
        self._cut = bytes_at_a_time
        self._rate = rate
        self._due = 0.0
        self.asked: list[Asked] = []
        """The requests for answers, oldest first."""
        self.asked_else: list[Asked] = []
        """The other requests."""
        self.connections = 0
        """How many are open just now."""
        self.most_connections = 0
        """How many were open at the same time."""
        self.changed = threading.Condition()
        self._socket = socket.create_server((HOST, port))
        self.port: int = self._socket.getsockname()[1]
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="model server")
        self._thread.start()
        self._ready.wait()

    @property
    def address(self) -> str:
        """The address that the OpenAI SDK wants."""
        return f"http://{HOST}:{self.port}/v1"

    @property
    def bare_address(self) -> str:
        """The address that the Anthropic SDK wants."""
        return f"http://{HOST}:{self.port}"

    def wait_for(self, *, asked: int | None = None, connections: int | None = None, seconds: float = 10.0) -> bool:
        """Wait until so many answers were asked for, or so many connections are open; return whether they came."""
        with self.changed:
            return self.changed.wait_for(
                lambda: (
                    (asked is None or len(self.asked) >= asked)
                    and (connections is None or self.connections == connections)
                ),
                seconds,
            )

    def close(self) -> None:
        """End every connection and the thread."""
        if self._thread.is_alive() and self._loop is not None and self._over is not None:
            self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        tasks: set[asyncio.Task[None]] = set()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.ensure_future(self._talk(reader, writer))
            tasks.add(task)
            task.add_done_callback(lambda _: end(task, writer))

        def end(task: asyncio.Task[None], writer: asyncio.StreamWriter) -> None:
            tasks.discard(task)
            if not writer.is_closing():  # a task that is cancelled before it began runs no `finally`
                writer.transport.abort()

        server = await asyncio.start_server(connected, sock=self._socket, limit=1 << 26)
        self._ready.set()
        await self._over.wait()
        self._loop.remove_reader(self._socket)  # a server that is closed leaves those open that it just accepted
        while left := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in tasks:
                task.cancel()
            await asyncio.wait(left)
            await asyncio.sleep(0)  # a connection is closed one round after its task
        server.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._count(1)
        early: bytes | None = b""
        try:
            while early is not None:
                asked = await _read_request(reader, early)
                early = await self._reply_unless_left(asked, reader, writer)
        except _HungUp:
            writer.close()  # what was written before still goes out
        except _GONE:
            writer.transport.abort()
        finally:
            self._count(-1)

    async def _reply_unless_left(
        self, asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bytes | None:
        """Reply; return what the client said meanwhile, None when it left."""
        listening = asyncio.ensure_future(reader.read(1))
        answering = asyncio.ensure_future(self._reply(asked, writer))
        try:
            await asyncio.wait((listening, answering), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                return None
            answering.result()
            if not listening.done():
                return b""
            return listening.result() or None
        finally:
            for task in (listening, answering):
                task.cancel()
            await asyncio.gather(listening, answering, return_exceptions=True)

    def _count(self, more: int) -> None:
        with self.changed:
            self.connections += more
            self.most_connections = max(self.most_connections, self.connections)
            self.changed.notify_all()

    def _next(self, asked: Asked) -> Reply:
        with self.changed:
            self.asked.append(asked)
            self.changed.notify_all()
        script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
        return script if not callable(script) else script(asked)

    async def _reply(self, asked: Asked, writer: asyncio.StreamWriter) -> None:
        sent = asked.headers.get("authorization", "").removeprefix("Bearer ") or asked.headers.get("x-api-key", "")
        reply: Reply
        if self._key and sent != self._key:
            wrong = f"Incorrect API key provided: {sent}. You can find your API key in your account."
            reply = Refusal(401, wrong, "authentication_error", "invalid_api_key")
        elif asked.path.endswith(("/chat/completions", "/messages")):
            reply = self._next(asked)
        else:
            self.asked_else.append(asked)
            reply = self._other(asked)
        match reply:
            case Answer():
                await self._stream(wire_of(asked, reply), reply, writer)
            case Refusal():
                body = json.dumps(refusal_body(asked, reply)).encode()
                await self._whole(writer, Page(body, reply.status, "application/json"), reply.headers)
            case Page():
                await self._whole(writer, reply)
            case Silence():
                await asyncio.Event().wait()
            case HangUp():
                raise _HungUp

    def _other(self, asked: Asked) -> Reply:
        if asked.path.endswith("/models"):
            if self._listing is not None:
                return self._listing if not callable(self._listing) else self._listing(asked)
            return Page(json.dumps(listing(asked, self._models)).encode(), 200, "application/json")
        if asked.path.endswith("/count_tokens"):
            return Page(json.dumps({"input_tokens": self._counted}).encode(), 200, "application/json")
        return Refusal(404, "Not Found", "not_found_error")

    async def _whole(self, writer: asyncio.StreamWriter, page: Page, headers: tuple[tuple[str, str], ...] = ()) -> None:
        head = [
            f"HTTP/1.1 {page.status} Told",
            f"content-type: {page.content_type}",
            f"content-length: {len(page.body)}",
        ]
        head += [f"{name}: {value}" for name, value in headers]
        writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + page.body)
        await writer.drain()

    async def _stream(self, wire: Wire, answer: Answer, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
        await self._send(writer, wire.start())
        self._due = asyncio.get_running_loop().time()
        for step in answer.steps:
            if isinstance(step, EndEarly):
                break
            for data in _written(step, wire):
                await self._send(writer, data)
                await self._keep_rate()
            await _misbehave(step)
        else:
            await self._send(writer, wire.finish())
        writer.write(b"0\r\n\r\n")
        await writer.drain()

    async def _send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        size = self._cut or max(1, len(data))
        for start in range(0, len(data), size):
            part = data[start : start + size]
            writer.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
            await writer.drain()

    async def _keep_rate(self) -> None:
        if self._rate:
            self._due += 1 / self._rate
            await asyncio.sleep(max(0.0, self._due - asyncio.get_running_loop().time()))


def _written(step: Step, wire: Wire) -> Iterator[bytes]:
    """Yield what a step sends."""
    match step:
        case Say(text, piece):
            yield from (wire.text(each) for each in pieces(text, piece))
        case Think(text, piece, name):
            yield from (wire.thought(each, name) for each in pieces(text, piece))
        case CallTool():
            yield wire.call(step)
        case FailInside():
            yield wire.fault(step)
        case Endlessly(text):
            while True:
                yield wire.text(text)
        case Raw(data, times):
            while times:
                times -= 1
                yield data


async def _misbehave(step: Step) -> None:
    """Do what a step does besides sending."""
    match step:
        case Pause(seconds):
            await asyncio.sleep(seconds)
        case Hold(until):
            while not until.is_set():  # noqa: ASYNC110  the event belongs to another thread
                await asyncio.sleep(0.01)
        case Stall():
            await asyncio.Event().wait()
        case Drop():
            raise _HungUp


async def _read_request(reader: asyncio.StreamReader, early: bytes) -> Asked:
    head = (early + await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ", 2)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    data = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(method, target.partition("?")[0], headers, json.loads(data) if data else None)
