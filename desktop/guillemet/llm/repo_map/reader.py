"""Reads outlines in processes apart, which may end over a file: see `child`."""

import contextlib
import logging
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

import guillemet
from guillemet.engine.outline.outline import Outline
from guillemet.engine.outline.reading import LARGEST
from guillemet.llm.repo_map.codec import ANSWER, REQUEST, kept, packed

_log = logging.getLogger(__name__)

NOTHING = packed(kept(Outline()))
"""What is kept of a file that cannot be read."""
MOST_PROCESSES = max(1, min(2, os.cpu_count() or 1))
_MOST_AHEAD = 32_000
"""Bytes asked for before the first answer is taken: less than a pipe holds, so that no side waits for the other."""
_MOST_FILES_AHEAD = 16
_MOST_ENDS = 20
"""Times a process may end over a file before it is started no more."""
_IMPORTED_FROM = Path(guillemet.__file__).parents[1]
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)

Answer = tuple[str, bytes | None]
"""A path and its packed outline; None where there is nothing to read it with."""


class OutlineReader:
    """The processes, each started when it is first needed and kept for the next file."""

    def __init__(self, *, most: int = MOST_PROCESSES) -> None:
        self._most = most
        self._processes: list[_Process] = []

    def read(self, files: Iterable[tuple[str, bytes]]) -> Iterator[Answer]:
        """Yield the answer for every file, in any order.

        When the caller does not take all of them, the reader must be closed before it is used again.
        """
        asked: deque[_Process] = deque()
        for path, data in files:
            content = data if len(data) <= LARGEST else b"\0"  # too large, so it is treated as binary
            while (process := self._with_room(len(content))) is None:
                # The oldest question first, so that none is done with its own and waits for new ones.
                yield asked.popleft().answer()
            process.ask(path, content)
            asked.append(process)
        while asked:
            yield asked.popleft().answer()

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.close()
        self._processes.clear()

    def _with_room(self, size: int) -> "_Process | None":
        for process in self._processes:
            if process.has_room(size):
                return process
        if len(self._processes) < self._most:
            self._processes.append(_Process())
            return self._processes[-1]
        return None


class _Process:
    """One process, started again when it has ended."""

    def __init__(self) -> None:
        self.asked: deque[tuple[str, bytes]] = deque()
        self._running: subprocess.Popen[bytes] | None = None
        self._ends = 0

    @property
    def ahead(self) -> int:
        """How many bytes it was asked to read and has not."""
        return sum(len(data) for _, data in self.asked)

    def has_room(self, size: int) -> bool:
        """Return whether it accepts so many bytes without waiting."""
        return not self.asked or (len(self.asked) < _MOST_FILES_AHEAD and self.ahead + size <= _MOST_AHEAD)

    def ask(self, path: str, data: bytes) -> None:
        """Ask for an outline; the answer must be taken later."""
        self.asked.append((path, data))
        self._tell(path, data)

    def answer(self) -> Answer:
        """Wait for the answer to the first question."""
        running = self._running
        answer = None if running is None else _heard(running)
        path, _ = self.asked.popleft()
        if answer is None and running is not None:
            self._ends += 1
            _log.info("Reading the outline of %s ended the process it was read in.", path)
            self._end()
            for other, content in self.asked:
                self._tell(other, content)
            answer = NOTHING
        return path, answer

    def close(self) -> None:
        """End it, whatever it was asked."""
        self.asked.clear()
        self._end()

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.kill()
            for pipe in (running.stdin, running.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            running.wait()

    def _tell(self, path: str, data: bytes) -> None:
        running = self._started()
        if running is not None and running.stdin is not None:
            name = path.encode("utf-8", "surrogatepass")
            # A process that has ended meanwhile is noticed when its answer is missing.
            with contextlib.suppress(OSError):
                running.stdin.write(REQUEST.pack(len(name), len(data)) + name + data)
                running.stdin.flush()

    def _started(self) -> subprocess.Popen[bytes] | None:
        if self._running is None and self._ends < _MOST_ENDS:
            try:
                self._running = subprocess.Popen(
                    (sys.executable, "-m", "guillemet.llm.repo_map.child"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    # Python looks for modules where it starts: never in a repository, which could hold any.
                    cwd=_IMPORTED_FROM,
                    start_new_session=True,
                    creationflags=_NO_CONSOLE,
                )
            except OSError as error:
                _log.info("No process to read outlines in can be started: %s", error)
                self._ends = _MOST_ENDS
        return self._running


def _heard(running: subprocess.Popen[bytes]) -> bytes | None:
    if running.stdout is None:
        return None
    head = running.stdout.read(ANSWER.size)
    if len(head) < ANSWER.size:
        return None
    (length,) = ANSWER.unpack(head)
    answer = running.stdout.read(length)
    return answer if len(answer) == length else None
