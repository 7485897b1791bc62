"""A child process that speaks lines of JSON: started, told, heard and ended by its parent."""

import asyncio
import contextlib
import json
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import guillemet
from guillemet.llm.errors import ServiceFaultError

LONGEST_LINE = 16_000_000
_TAIL = 4_000
_LAST_BREATH = 1.0
_IMPORTED_FROM = Path(guillemet.__file__).parents[1]
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class ModelProcess:
    """The model's process as its parent sees it."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._heard, self._told, self._complained = _pipes(process)
        self._tail = b""
        self._complaints = asyncio.ensure_future(self._keep_complaints())

    @classmethod
    async def start(cls, command: Sequence[str] = ()) -> "ModelProcess":
        """Start it; raises ServiceFaultError when the system refuses."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(command or child_command()),
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=LONGEST_LINE,
                # Python looks for modules where it starts: never in a repository, which could hold any.
                cwd=_IMPORTED_FROM,
                start_new_session=True,
                creationflags=_NO_CONSOLE,
            )
        except OSError as error:
            raise ServiceFaultError(
                f"The process of the embedded model cannot be started ({error.strerror or error}). "
                "Install Guillemet again.",
            ) from error
        return cls(process)

    @property
    def has_ended(self) -> bool:
        """True once the process is gone."""
        return self._process.returncode is not None

    @property
    def ending(self) -> int | None:
        """How it ended: the code it gave back, or less than 0 for the signal that ended it."""
        return self._process.returncode

    @property
    def complaints(self) -> str:
        """The last that it wrote to its error output."""
        return self._tail.decode(errors="replace")

    def tell(self, message: Mapping[str, object]) -> None:
        """Send one message; a process that is gone hears nothing."""
        if not self._told.is_closing():
            self._told.write(json.dumps(message).encode("ascii") + b"\n")

    async def hear(self) -> dict[str, Any] | None:
        """Return the next message; None once the process has ended. Raises ServiceFaultError for what is no message."""
        try:
            line = await self._heard.readline()
            message = json.loads(line) if line else None
        except (ValueError, RecursionError) as error:
            await self.end()
            raise ServiceFaultError("The embedded model said what cannot be read. Ask again.") from error
        if message is None:
            # Its own ending tells why: it is only ended from here when it closed its output and stays.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), _LAST_BREATH)
            await self.end()
        return message if isinstance(message, dict) else None

    async def end(self) -> None:
        """End it at once, if it still runs, and wait until nothing of it is left."""
        process = self._process
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        self._told.close()
        await process.wait()
        await asyncio.wait([self._complaints])

    async def _keep_complaints(self) -> None:
        while data := await self._complained.read(_TAIL):
            self._tail = (self._tail + data)[-_TAIL:]


def _pipes(process: Process) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, asyncio.StreamReader]:
    if process.stdout is None or process.stdin is None or process.stderr is None:
        raise ValueError("A process without pipes can neither be told nor heard.")
    return process.stdout, process.stdin, process.stderr


def child_command() -> tuple[str, ...]:
    """Return what starts the model's process in an installation with a Python of its own."""
    return (sys.executable, "-m", "guillemet.llm.services.embedded_child")
