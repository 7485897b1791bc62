"""The whole window in talk with a server in a process of its own: first pixel, last byte, and the heart meanwhile."""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.frame_time import application, held, show_whole, until
from benchmarks.measuring import ROUNDS, Row, at_most
from benchmarks.staging import make_repository
from guillemet.app.turns import Use
from guillemet.process_settings import resume_garbage_collection
from guillemet.settings import KeptService, ServiceKind, Settings, ThemeChoice
from guillemet.ui.window_controller import WindowController

FILES = 200
LINES = 100
"""Of each file; all of them are about a megabyte, a quarter of a million tokens."""
SECONDS = 10
RATE = 200
"""Tokens a second."""
_WORDS = "word " * 8 + "and `code` here.\n\n"


def rows() -> Iterator[Row]:
    """Measure in milliseconds, each figure as the median of several answers, the heart over one long answer."""
    app = application()
    with (
        tempfile.TemporaryDirectory() as made,
        serving(_WORDS) as server,
        opened(app, Path(made), server.port) as desk,
    ):
        _answer(app, desk, server)  # loads the SDK
        firsts, stops = zip(*(_answer(app, desk, server) for _ in range(ROUNDS)), strict=True)
        yield at_most("first token on the wire to first pixel", statistics.median(firsts), 50, unit="ms")
        yield at_most("stop to the connection's end", statistics.median(stops), 100, unit="ms")
        yield at_most(f"GUI thread held, {RATE} tokens a second", _held(app, desk), 50, unit="ms")
        prepared = [_prepared(app, desk) for _ in range(ROUNDS)]
        yield at_most(f"sending with {FILES} files for the first time, until it is asked", prepared[0], 300, unit="ms")
        yield at_most("… and again", statistics.median(prepared[1:]), 300, unit="ms")


class _Server:
    """The server's process, and what it tells."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.port = int(self._line())

    def told(self) -> float:
        """Return the moment of what it tells next, in seconds of the system's monotonic clock."""
        return float(self._line())

    def _line(self) -> str:
        assert self._process.stdout is not None  # noqa: S101  asked for below
        return self._process.stdout.readline()


@contextmanager
def serving(words: str, *, rate: float = RATE) -> Iterator[_Server]:
    """Start a server that answers with these words, over and over, so many tokens a second."""
    arguments = [sys.executable, "-c", _SERVER, str(rate)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None  # noqa: S101  asked for right above
        process.stdin.write(words)
        process.stdin.close()
        try:
            yield _Server(process)
        finally:
            process.kill()  # it answers until then, and would be waited for


@contextmanager
def opened(app: QApplication, folder: Path, port: int) -> Iterator[WindowController]:
    """Show the window on a repository, with the server at this port chosen."""
    root = folder / "project"
    make_repository(root, files=FILES, lines=LINES)
    service = KeptService("here", ServiceKind.COMPATIBLE, f"http://127.0.0.1:{port}/v1")
    settings = Settings(theme=ThemeChoice.LIGHT, model="here/any", services=(service,), map_tokens=0)
    desk = WindowController(app, settings, settings_file=folder / "settings.json")
    show_whole(desk.window)
    desk.session.open_repository(str(root))
    until(app, lambda: desk.session.review is not None and bool(desk.session.talk.conversation.files.known))
    resume_garbage_collection()
    yield desk
    desk.window.close()
    desk.end()
    desk.window.deleteLater()


class _Pixels(QObject):
    """Notes when a widget is painted for the first time after its news came."""

    def __init__(self, pane: QWidget) -> None:
        super().__init__(pane)
        self._pane = pane
        self.has_news = False
        self.painted = 0.0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if (
            self.has_news
            and not self.painted
            and event.type() is QEvent.Type.Paint
            and isinstance(watched, QWidget)
            and self._pane.isAncestorOf(watched)
        ):
            self.painted = time.monotonic()
        return False


def _answer(app: QApplication, desk: WindowController, server: _Server) -> tuple[float, float]:
    """Return how long the first token took to the screen, and how long stopping took to be felt at the server."""
    conversation = desk.session.talk.conversation
    pixels = _Pixels(desk.conversation)
    app.installEventFilter(pixels)
    news = conversation.answering.tail_changed.connect(lambda tail: setattr(pixels, "has_news", bool(tail)))
    conversation.send("Tell me.")
    until(app, lambda: pixels.painted > 0)
    first = (pixels.painted - server.told()) * 1000
    app.removeEventFilter(pixels)
    conversation.answering.tail_changed.disconnect(news)
    stopped = time.monotonic()
    conversation.stop()
    until(app, lambda: not conversation.answering.is_flowing)
    return first, (server.told() - stopped) * 1000


def _held(app: QApplication, desk: WindowController) -> float:
    """Return the longest pause between two beats while an answer flows."""
    conversation = desk.session.talk.conversation
    conversation.send("Tell me.")
    until(app, lambda: conversation.answering.so_far is not None and bool(conversation.answering.so_far.text))
    longest = held(app, desk, lambda: None, rest=SECONDS)
    conversation.stop()
    return longest


def _prepared(app: QApplication, desk: WindowController) -> float:
    conversation = desk.session.talk.conversation
    files = conversation.files
    files.set_use([file.path for file in files.found][:FILES], Use.IN)
    count = len(conversation.turns)
    start = time.monotonic()
    conversation.send("Tell me.")
    until(app, lambda: len(conversation.turns) == count + 2)
    took = (time.monotonic() - start) * 1000
    conversation.stop()
    return took


_SERVER = """
import json, socket, sys, threading, time

RATE = float(sys.argv[1])
words = sys.stdin.read()

def chunk(text):
    data = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "any",
            "choices": [{"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}]}
    return b"data: " + json.dumps(data).encode() + b"\\n\\n"

def serve(client):
    with client:
        data = b""
        while b"\\r\\n\\r\\n" not in data:
            more = client.recv(65536)
            if not more:
                return
            data += more
        head, _, body = data.partition(b"\\r\\n\\r\\n")
        fields = dict(line.lower().split(b":", 1) for line in head.split(b"\\r\\n")[1:])
        length = int(fields.get(b"content-length", 0))
        while len(body) < length:
            body += client.recv(1 << 20)
        if not head.startswith(b"POST"):
            client.sendall(b"HTTP/1.1 404 Not Found\\r\\ncontent-length: 0\\r\\nconnection: close\\r\\n\\r\\n")
            return
        client.sendall(b"HTTP/1.1 200 OK\\r\\ncontent-type: text/event-stream\\r\\nconnection: close\\r\\n\\r\\n")
        time.sleep(0.2)
        start, sent = time.monotonic(), 0
        is_told = False
        gone = threading.Event()
        def listen():
            try:
                client.recv(1)
            except OSError:
                pass
            print(time.monotonic(), flush=True)
            gone.set()
        while not gone.is_set():
            try:
                client.sendall(chunk(words[sent * 4 % len(words):sent * 4 % len(words) + 4]))
            except OSError:
                return
            if not is_told:
                is_told = True
                print(time.monotonic(), flush=True)
                threading.Thread(target=listen, daemon=True).start()
            sent += 1
            time.sleep(max(0.0, start + sent / RATE - time.monotonic()))

door = socket.create_server(("127.0.0.1", 0))
print(door.getsockname()[1], flush=True)
while True:
    client, _ = door.accept()
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=serve, args=(client,), daemon=True).start()
"""
