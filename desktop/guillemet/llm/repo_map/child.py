"""The process outlines are read in: the grammars are C, and a file made for it can end their process or eat its memory.

    in   length of the path, length of the data (each four bytes, the highest first), the path in UTF-8, the data
    out  length of the outline (likewise), the packed outline

It ends with its input. A file that takes too long or too much memory ends it before; its parent goes on with the next.
"""

import contextlib
import faulthandler
import os
import sys

from guillemet.engine.outline.outline import Outline
from guillemet.engine.outline.reading import outline_of
from guillemet.llm.repo_map.codec import ANSWER, REQUEST, kept, packed

if sys.platform != "win32":
    import resource

_MOST_SECONDS = 10
"""For one file, while another process may want the processor; an honest one takes a tenth of a second at most."""
_MOST_MEMORY = 1_500_000_000


def main() -> None:
    """Answer until the input ends."""
    _be_modest()
    heard, reported = sys.stdin.buffer, sys.stdout.buffer
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123  a descriptor of its own, for the whole life
        while len(head := heard.read(REQUEST.size)) == REQUEST.size:
            path_length, length = REQUEST.unpack(head)
            path = heard.read(path_length).decode("utf-8", "surrogatepass")
            data = heard.read(length)
            # Ends the process from a thread of C: nothing of Python runs while a grammar reads.
            faulthandler.dump_traceback_later(_MOST_SECONDS, exit=True, file=nowhere)
            answer = packed(kept(outline_of(path, data) or Outline()))
            faulthandler.cancel_dump_traceback_later()
            reported.write(ANSWER.pack(len(answer)) + answer)
            reported.flush()


def _be_modest() -> None:
    """Leave memory to others; what the system does not know stays as it is."""
    if sys.platform != "win32":
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
