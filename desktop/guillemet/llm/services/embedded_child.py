"""The process a model runs in: loads a GGUF file through llama.cpp and answers its parent, until its input ends.

Input and output are lines of JSON. The first line says what to load; then requests are answered one after the other.

    in   {"load": FILE, "threads": N | null, "room": TOKENS}
         {"ask": NUMBER, "request": a request of OpenAI's chat completions}
         {"stop": NUMBER}
    out  {"ready": true} | {"failed": REASON}                     once, after loading
         {"id": NUMBER, "chunk": a chunk of OpenAI's chat completions}
         {"id": NUMBER, "error": {"type": KIND, "message": TEXT, …}}
         {"id": NUMBER, "done": true}                             the last of every answer, stopped or not

It ends with its parent: at the end of its input, and on Linux also while llama.cpp loads and lets no other thread run.
It does so at once, without cleaning up: nothing here outlives the process.
"""

import ctypes
import json
import os
import queue
import secrets
import signal
import sys
import threading
from typing import Any, BinaryIO, cast

BATCH = 128
"""Tokens of a request read at a time; after each batch a stop is noticed."""

_PR_SET_PDEATHSIG = 1


class Parent:
    """The two pipes to the parent; a thread of its own listens, so that a stop is heard while the model answers."""

    def __init__(self, heard: BinaryIO, reported: BinaryIO) -> None:
        self._heard = heard
        self._reported = reported
        self._asked: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._stopped = 0
        threading.Thread(target=self._listen, name="listener", daemon=True).start()

    def next(self) -> dict[str, Any]:
        """Wait for what the parent says next."""
        return self._asked.get()

    def tell(self, message: dict[str, Any]) -> None:
        """Tell the parent; ends the process when the parent is gone."""
        try:
            self._reported.write(json.dumps(message).encode("ascii") + b"\n")
            self._reported.flush()
        except OSError:
            os._exit(1)

    def has_stopped(self, number: int) -> bool:
        """Whether the parent no longer wants this answer."""
        return self._stopped >= number

    def _listen(self) -> None:
        for line in self._heard:
            message = json.loads(line)
            if "stop" in message:
                self._stopped = message["stop"]
            else:
                self._asked.put(message)
        os._exit(0)


def main() -> None:
    """Serve the parent until it goes."""
    _end_with_parent()
    # llama.cpp and its libraries write what they like to the standard output: the pipe gets another number.
    reported = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    parent = Parent(sys.stdin.buffer, reported)
    try:
        server = load(parent.next())
    except (ImportError, RuntimeError, OSError, ValueError) as error:
        parent.tell({"failed": str(error)})
        return
    parent.tell({"ready": True})
    while True:
        asked = parent.next()
        answer(parent, server, asked["ask"], asked["request"])


def load(order: dict[str, Any]) -> Any:
    """Return llama.cpp's server with the model loaded."""
    import xllamacpp as llama  # noqa: PLC0415  optional; the parent reports when it is missing

    params = llama.CommonParams()
    params.model.path = order["load"]
    params.offline = True
    params.n_ctx = order["room"]
    params.n_batch = params.n_ubatch = BATCH
    params.n_parallel = 1
    params.warmup = False
    if order["threads"]:
        params.cpuparams.n_threads = order["threads"]
    # The server opens a port on the loopback that is not needed: with a random key, it answers no one.
    params.api_keys = [secrets.token_urlsafe(32)]
    params.ui = False
    params.endpoint_slots = False
    return llama.Server(params)


def answer(parent: Parent, server: Any, number: int, request: dict[str, Any]) -> None:
    """Tell the answer as it comes; returning True from the inner function stops the model."""

    def tell(chunk: dict[str, Any]) -> bool:
        if parent.has_stopped(number):
            return True
        parent.tell({"id": number, **({"error": chunk["error"]} if "error" in chunk else {"chunk": chunk})})
        return parent.has_stopped(number)

    try:
        # Progress is asked for because each of its chunks is a chance to stop while a long request is read.
        server.handle_chat_completions(request | {"stream": True, "return_progress": True}, tell)
    except (RuntimeError, ValueError) as error:
        parent.tell({"id": number, "error": {"type": "server_error", "message": str(error)}})
    parent.tell({"id": number, "done": True})


def _end_with_parent() -> None:
    if sys.platform == "linux":
        cast("Any", ctypes.CDLL(None)).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    main()
