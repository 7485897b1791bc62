"""Reads outlines in a process apart, which may end over a file: see `child`."""

import contextlib
import logging
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

import guillemet
from guillemet.engine.outline.outline import Outline
from guillemet.engine.outline.reading import LARGEST
from guillemet.llm.map.kept import kept, packed
from guillemet.llm.map.wire import ANSWER, REQUEST

_log = logging.getLogger(__name__)

NOTHING = packed(kept(Outline()))
"""What is kept of a file that cannot be read."""
_MOST_AHEAD = 32_000
"""Bytes asked for before the first answer is taken: less than a pipe holds, so that no side waits for the other."""
_MOST_FILES_AHEAD = 16
_MOST_ENDS = 20
"""Times the process may end over a file before no more are tried."""
_IMPORTED_FROM = Path(guillemet.__file__).parents[1]
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class OutlineReader:
    """The process, started when it is first needed and kept for the next file."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._ends = 0

    def read(self, files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes | None]]:
        """Yield the packed outline of every file, in their order; None where there is nothing to read it with.

        When the caller does not take all of them, the reader must be closed before it is used again.
        """
        asked: deque[tuple[str, bytes]] = deque()
        ahead = 0
        for path, data in files:
            content = data if len(data) <= LARGEST else b"\0"  # too large, as if it were no text
            while asked and (len(asked) >= _MOST_FILES_AHEAD or ahead + len(content) > _MOST_AHEAD):
                ahead -= len(asked[0][1])
                yield self._answer(asked)
            asked.append((path, content))
            ahead += len(content)
            self._ask(path, content)
        while asked:
            yield self._answer(asked)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            process.wait()

    def _ask(self, path: str, data: bytes) -> None:
        process = self._started()
        if process is not None and process.stdin is not None:
            name = path.encode("utf-8", "surrogatepass")
            # A process that has ended meanwhile is noticed when its answer is missing.
            with contextlib.suppress(OSError):
                process.stdin.write(REQUEST.pack(len(name), len(data)) + name + data)
                process.stdin.flush()

    def _answer(self, asked: deque[tuple[str, bytes]]) -> tuple[str, bytes | None]:
        """Take the answer to the first question."""
        process = self._process
        answer = None if process is None else _heard(process)
        path, _ = asked.popleft()
        if answer is None and process is not None:
            self._ends += 1
            _log.info("Reading the outline of %s ended the process it was read in.", path)
            self.close()
            for other, content in asked:
                self._ask(other, content)
            answer = NOTHING
        return path, answer

    def _started(self) -> subprocess.Popen[bytes] | None:
        if self._process is None and self._ends < _MOST_ENDS:
            try:
                self._process = subprocess.Popen(
                    (sys.executable, "-m", "guillemet.llm.map.child"),
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
        return self._process


def _heard(process: subprocess.Popen[bytes]) -> bytes | None:
    if process.stdout is None:
        return None
    head = process.stdout.read(ANSWER.size)
    if len(head) < ANSWER.size:
        return None
    (length,) = ANSWER.unpack(head)
    answer = process.stdout.read(length)
    return answer if len(answer) == length else None
