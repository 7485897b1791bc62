"""Runs `guillemet` as a user would, in this process or in one of its own."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

from msgspec import Struct

SOURCE_ROOT = Path(__file__).resolve().parents[2] / "desktop"


class Ran(Struct, frozen=True):
    """How a run of the command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The standard output read as one JSON value."""
        return json.loads(self.out)


class CommandLine:
    """Runs the command line with arguments and standard input."""

    def __call__(self, *arguments: str | Path, given: str | bytes | None = None) -> Ran:
        """Run in this process; `given` is piped in, without it standard input is a terminal."""
        from guillemet.cli import main  # noqa: PLC0415  the door is built last; tests of lower floors do without

        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
        with (
            mock.patch.object(sys, "stdin", _stdin(given)),
            mock.patch.object(sys, "stdout", out),
            mock.patch.object(sys, "stderr", err),
        ):
            try:
                code = main([str(argument) for argument in arguments])
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
        return Ran(code, _written(out), _written(err))

    def apart(self, *arguments: str | Path, given: bytes = b"", environment: dict[str, str] | None = None) -> Ran:
        """Run in a process of its own; `environment` is added to this one's."""
        return _run(["-m", "guillemet", *map(str, arguments)], given, environment or {})

    def python(self, code: str, *arguments: str, given: bytes = b"") -> Ran:
        """Run code that uses the package in a process of its own."""
        return _run(["-c", code, *arguments], given, {})


class _Terminal(io.StringIO):
    """Standard input nobody pipes anything into."""

    def isatty(self) -> bool:
        return True


def _run(arguments: list[str], given: bytes, environment: dict[str, str]) -> Ran:
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        input=given,
        capture_output=True,
        check=False,
        timeout=50,
        env=os.environ | {"PYTHONPATH": str(SOURCE_ROOT), "PYTHONUTF8": "1"} | environment,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def _stdin(given: str | bytes | None) -> io.TextIOBase:
    if given is None:
        return _Terminal()
    data = given.encode() if isinstance(given, str) else given
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
