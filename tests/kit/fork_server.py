"""Runs code in processes of its own that need not load the program anew, which takes most of the time of a short one.

The server is a process with one thread that has loaded modules, and forks for each run. It ends with this process.
"""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.kit.command import SOURCE_ROOT, Ran
from tests.kit.leaks import kept_processes

_SERVER = """
import importlib, json, os, sys

for name in sys.argv[1:]:
    importlib.import_module(name)
for line in sys.stdin:
    job = json.loads(line)
    pid = os.fork()
    if not pid:
        break
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
else:
    sys.exit()
os.environ.clear()
os.environ.update(job["environment"])
for number, (name, flags) in enumerate(job["files"]):
    handle = os.open(name, flags)
    os.dup2(handle, number)
    os.close(handle)
sys.argv = ["-c", *job["arguments"]]
exec(compile(job["code"], "<string>", "exec"), {"__name__": "__main__"})
"""


class Forked:
    """A run that has begun."""

    def __init__(self, server: "subprocess.Popen[bytes]", out: Path, err: Path) -> None:
        self._server, self._out, self._err = server, out, err
        self.pid = self._answer()
        self.code: int | None = None

    def printed(self) -> str:
        """Return what came on standard output so far."""
        return self._out.read_text(encoding="utf-8")

    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        assert self._server.stdout is not None
        return not select.select([self._server.stdout], [], [], 0.01)[0]

    def wait(self) -> Ran:
        """Return how it ended."""
        self.code = self._answer()
        return Ran(self.code, self.printed(), self._err.read_text(encoding="utf-8"))

    def _answer(self) -> int:
        assert self._server.stdout is not None
        return int(self._server.stdout.readline())


class ForkServer:
    """Forks from a process that has loaded these modules; it is started by the first run."""

    def __init__(self, *modules: str) -> None:
        self._modules = modules
        self._server: subprocess.Popen[bytes] | None = None

    def run(self, code: str, *arguments: str) -> Ran:
        """Run code to its end."""
        with self.started(code, *arguments) as run:
            return run.wait()

    @contextmanager
    def started(self, code: str, *arguments: str) -> Iterator[Forked]:
        """Start code, which has to be waited for before the next run."""
        server = self._server = self._server or self._start()
        assert server.stdin is not None
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder, "out"), Path(folder, "err")
            out.touch()
            err.touch()
            files = ((os.devnull, os.O_RDONLY), (str(out), os.O_WRONLY), (str(err), os.O_WRONLY))
            job = {"code": code, "arguments": arguments, "environment": dict(os.environ), "files": files}
            run = None
            try:
                server.stdin.write(json.dumps(job).encode() + b"\n")
                run = Forked(server, out, err)
                yield run
                assert run.code is not None
            except BaseException:
                self._stop()  # what it would answer next belongs to this run
                if run is not None and run.code is None:
                    with suppress(ProcessLookupError):
                        os.kill(run.pid, signal.SIGKILL)
                raise

    def _start(self) -> "subprocess.Popen[bytes]":
        server = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", _SERVER, *self._modules],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # what came is seen by `select`
            env=os.environ | {"PYTHONPATH": str(SOURCE_ROOT), "PYTHONUTF8": "1"},
        )
        kept_processes.add(str(server.pid))
        atexit.register(self._stop)
        return server

    def _stop(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.kill()
            with server:
                kept_processes.discard(str(server.pid))
