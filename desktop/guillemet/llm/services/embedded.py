"""A model file that runs on this computer, in a process of its own: no key, no account, no server.

llama.cpp could crash, hang or take minutes over one step; in a process of its own it can be ended at any time and takes
nothing with it. The process starts with the first request and is kept for later ones.
"""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

from guillemet.llm.errors import (
    BrokenStreamError,
    MissingPackageError,
    ServiceError,
    ServiceFaultError,
    TooLongError,
)
from guillemet.llm.messages import (
    Counted,
    Ended,
    Ending,
    ModelInfo,
    ReasoningText,
    ReplyText,
    Request,
    StreamEvent,
    Usage,
)
from guillemet.llm.services.model_process import ModelProcess, check_model_file
from guillemet.llm.services.reasoning_splitter import ReasoningSplitter
from guillemet.llm.services.service import list_at, number_at, text_at, value_at

ROOM = 16_384
"""Tokens of a conversation unless set otherwise: what the models of a laptop can keep in its memory."""
PATIENCE = 4.0
"""Seconds that a stopped model may go on computing before its process is ended."""

_ENDINGS = {"length": Ending.TOO_LONG, "tool_calls": Ending.CALLED_TOOL}
_KILLED = -9

log = logging.getLogger(__name__)


class EmbeddedService:
    """Runs one model file; it is made, used and closed in one asyncio loop. One request at a time is answered."""

    def __init__(
        self,
        model_file: Path,
        *,
        threads: int | None = None,
        room: int = ROOM,
        command: Sequence[str] = (),
        patience: float = PATIENCE,
    ) -> None:
        self._file = model_file
        self._order = {
            "load": str(model_file.absolute()),
            "threads": threads or usual_threads(os.cpu_count() or 1),
            "room": room,
        }
        self._room = room
        self._command = command
        self._patience = patience
        self._turn = asyncio.Lock()
        self._starting: asyncio.Task[ModelProcess] | None = None
        self._settling: asyncio.Task[None] | None = None
        self._asked = 0

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the one model there is, without loading it; raises ServiceError when the file cannot be one."""
        await asyncio.to_thread(check_model_file, self._file)
        return (ModelInfo(self._file.stem, room=self._room),)

    async def stream(self, request: Request) -> AsyncGenerator[StreamEvent, None]:
        """Load the model if need be, and yield its answer; raises ServiceError; BrokenStreamError after text."""
        body = _body(request)
        async with self._turn:
            process = await self._ready()
            async with aclosing(self._answer(process, body)) as answer:
                async for event in answer:
                    yield event

    async def count(self, request: Request) -> int | None:  # noqa: ARG002  as every service
        """Return None: counting would have to load the model first."""
        return None

    async def close(self) -> None:
        """End the model's process."""
        for task in (self._settling, self._starting):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        started = self._starting
        if started is not None and not started.cancelled() and started.exception() is None:
            await started.result().end()
        self._starting = self._settling = None

    async def _ready(self) -> ModelProcess:
        """Return the process with its model loaded; a load once begun goes on, even when its first asker stops."""
        if self._settling is not None:
            await asyncio.shield(self._settling)
            self._settling = None
        started = self._starting
        if started is None or (started.done() and (started.exception() or started.result().has_ended)):
            started = self._starting = asyncio.create_task(self._start())
            started.add_done_callback(_look_at)
        return await asyncio.shield(started)

    async def _start(self) -> ModelProcess:
        await asyncio.to_thread(check_model_file, self._file)
        process = await ModelProcess.start(self._command)
        try:
            process.tell(self._order)
            reported = await process.hear() or {}
        except BaseException:
            await process.end()
            raise
        if "ready" not in reported:
            await process.end()
            raise self._not_loaded(process, reported.get("failed", ""))
        return process

    async def _answer(self, process: ModelProcess, body: Mapping[str, object]) -> AsyncGenerator[StreamEvent, None]:
        self._asked += 1
        process.tell({"ask": self._asked, "request": body})
        reading = _Reading()
        is_over = False
        try:
            while not is_over:
                reported = await process.hear()
                is_over = reported is None or "done" in reported
                if reported is None:
                    raise self._lost(process, has_reported=reading.has_reported)
                for event in reading.events(reported):
                    yield event
        finally:
            if not is_over:
                self._settling = asyncio.create_task(self._settle(process, self._asked))
        for event in reading.finish():
            yield event

    async def _settle(self, process: ModelProcess, number: int) -> None:
        """Stop an answer; a process that does not react is ended, and a later request starts a new one."""
        process.tell({"stop": number})
        try:
            async with asyncio.timeout(self._patience):
                while (reported := await process.hear()) is not None and "done" not in reported:
                    pass
        except (TimeoutError, ServiceFaultError):
            log.info("The embedded model did not stop in time: its process is ended.")
            await process.end()

    def _not_loaded(self, process: ModelProcess, reason: str) -> ServiceError:
        log.info("The embedded model was not loaded: %s\n%s", reason or process.ending, process.complaints)
        if "xllamacpp" in reason:
            return MissingPackageError("A model file", "xllamacpp")
        if process.ending == _KILLED and not reason:
            return ServiceFaultError(
                f"The system ended the process that loaded {self._file.name}, most likely for want of memory. "
                "Choose a smaller model.",
            )
        return ServiceFaultError(
            f"{self._file.name} could not be loaded: the file is damaged, too large for the memory that is free, "
            "or of a kind that this version of llama.cpp does not know. Fetch it again, or choose another model.",
        )

    def _lost(self, process: ModelProcess, *, has_reported: bool) -> ServiceError:
        log.info("The embedded model's process ended (%s):\n%s", process.ending, process.complaints)
        what = f"The process of the embedded model ended by itself ({_how(process.ending)})"
        if has_reported:
            return BrokenStreamError(f"{what} in the middle of its answer.", "Ask again, or let it go on from there.")
        return ServiceFaultError(f"{what} before it answered. Ask again, or choose a smaller model.")


class _Reading:
    """Turns the messages of the process about one answer into events."""

    def __init__(self) -> None:
        self.has_reported = False
        self._thoughts = ReasoningSplitter()
        self._finish = ""

    def events(self, reported: Mapping[str, Any]) -> Iterator[StreamEvent]:
        """Yield the events of one message; raises ServiceError for a message with an error."""
        if "error" in reported:
            raise _error(reported["error"], has_reported=self.has_reported)
        chunk = reported.get("chunk")
        for choice in list_at(chunk, "choices")[:1]:
            self._finish = text_at(choice, "finish_reason") or self._finish
            for event in self._texts(value_at(choice, "delta")):
                self.has_reported = True
                yield event
        if value_at(chunk, "usage") is not None:
            yield Counted(
                Usage(
                    read=number_at(chunk, "usage", "prompt_tokens"),
                    written=number_at(chunk, "usage", "completion_tokens"),
                    from_cache=number_at(chunk, "usage", "prompt_tokens_details", "cached_tokens"),
                ),
            )

    def finish(self) -> Iterator[StreamEvent]:
        """Yield what was held back, and the ending."""
        yield from self._thoughts.finish()
        yield Ended(_ENDINGS.get(self._finish, Ending.COMPLETE))

    def _texts(self, delta: object) -> Iterator[ReplyText | ReasoningText]:
        if thought := text_at(delta, "reasoning_content"):
            yield ReasoningText(thought)
        yield from self._thoughts.feed(text_at(delta, "content"))


def usual_threads(processors: int) -> int:
    """Return how many threads compute: one core stays free, and twins of cores (hyper-threading) are left out.

    llama.cpp's threads wait for each other without resting: with as many as cores, a window that paints or any other
    program beside made answers two to five times slower than with one thread less.
    """
    return max(1, processors - 1) if processors <= 4 else max(3, processors // 2)


def _body(request: Request) -> dict[str, object]:
    if any(message.pictures for message in request.messages):
        raise ServiceError(
            "The embedded model cannot read pictures. Take them out of the conversation, and send again."
        )
    messages = [{"role": "system", "content": request.system}] if request.system else []
    messages += [{"role": message.role.value, "content": message.text} for message in request.messages]
    body: dict[str, object] = {"messages": messages, "stream_options": {"include_usage": True}}
    if request.most_output is not None:
        body["max_tokens"] = request.most_output
    if request.temperature is not None:
        body["temperature"] = request.temperature
    return body


def _error(reported: object, *, has_reported: bool) -> ServiceError:
    if text_at(reported, "type") == "exceed_context_size_error":
        asked, room = number_at(reported, "n_prompt_tokens"), number_at(reported, "n_ctx")
        return TooLongError(
            f"The request has {asked:,} tokens, and the embedded model reads {room:,}. "
            "Take files out of the conversation, or begin a new one.",
        )
    reason = text_at(reported, "message") or "no reason given"
    kind = BrokenStreamError if has_reported else ServiceFaultError
    return kind(f"The embedded model failed: {reason}. Ask again, or choose another model.")


def _how(ending: int | None) -> str:
    return f"signal {-ending}" if ending is not None and ending < 0 else f"code {ending}"


def _look_at(task: asyncio.Task[ModelProcess]) -> None:
    """Take note of a failed start even when everybody who waited for it has gone."""
    if not task.cancelled():
        task.exception()
