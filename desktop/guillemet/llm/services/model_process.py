"""The child process that runs a model, controlled by its parent through lines of JSON.

The GGUF file is checked before llama.cpp opens it, so that the most common mistakes have messages of their own.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import guillemet
from guillemet.llm.errors import ServiceError, ServiceFaultError, UnknownModelError

LONGEST_LINE = 16_000_000
_TAIL = 4_000
_LAST_BREATH = 1.0
_IMPORTED_FROM = Path(guillemet.__file__).parents[1]
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_MAGIC = b"GGUF"
_GIGABYTE = 1_000_000_000


class ModelProcess:
    """The model's process as its parent sees it."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._output, self._input, self._errors = _pipes(process)
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
        if not self._input.is_closing():
            self._input.write(json.dumps(message).encode("ascii") + b"\n")

    async def hear(self) -> dict[str, Any] | None:
        """Return the next message; None once the process has ended. Raises ServiceFaultError for an invalid one."""
        try:
            line = await self._output.readline()
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
        self._input.close()
        await process.wait()
        await asyncio.wait([self._complaints])

    async def _keep_complaints(self) -> None:
        while data := await self._errors.read(_TAIL):
            self._tail = (self._tail + data)[-_TAIL:]


def _pipes(process: Process) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, asyncio.StreamReader]:
    if process.stdout is None or process.stdin is None or process.stderr is None:
        raise ValueError("A process without pipes can neither be written to nor read.")
    return process.stdout, process.stdin, process.stderr


def child_command() -> tuple[str, ...]:
    """Return what starts the model's process in an installation with a Python of its own."""
    return (sys.executable, "-m", "guillemet.llm.services.embedded_child")


def check_model_file(file: Path) -> None:
    """Raise ServiceError when this cannot be a model file, or is one that this computer's memory cannot hold."""
    try:
        with file.open("rb") as opened:
            begins = opened.read(len(_MAGIC))
        size = file.stat().st_size
    except FileNotFoundError as error:
        raise UnknownModelError(f"There is no model file {file}. Choose a GGUF file in the settings.") from error
    except OSError as error:
        raise ServiceError(
            f"The model file {file} cannot be read ({error.strerror or error}). Choose a GGUF file in the settings.",
        ) from error
    if begins != _MAGIC:
        raise UnknownModelError(
            f"{file.name} is not a GGUF file, judging by its first bytes. Choose another in the settings."
        )
    memory = memory_of_computer()
    if memory is not None and size > memory:
        raise ServiceFaultError(
            f"{file.name} has {_in_words(size)}, and this computer has {_in_words(memory)} of memory. "
            "Choose a smaller model.",
        )


def memory_of_computer() -> int | None:
    """Return the bytes of memory built in; None where the system does not tell."""
    if sys.platform != "win32":
        with suppress(ValueError, OSError):
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return None


def _in_words(size: int) -> str:
    return f"{size / _GIGABYTE:.1f} GB"
