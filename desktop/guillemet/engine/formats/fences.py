"""Code fences: three or more back-ticks or tildes, with what the opening one says of its content.

A closing fence is the same run or longer and says nothing. A fence inside another is content of it; the reader still
keeps account of it, so that the fences around a block inside are told from prose.
"""

import re
from dataclasses import dataclass

_FENCE = re.compile(r"(?P<run>`{3,}(?=[^`]*\Z)|~{3,})(?P<info>.*)\Z", re.DOTALL)


@dataclass(slots=True)
class Fence:
    """One line that opens or closes a fence."""

    run: str
    info: str
    """What stands after the run, such as the language."""
    is_hidden: bool = False
    """Whether it belongs to a block, and is not prose."""

    @property
    def language(self) -> str:
        """First word of the info, in lower case."""
        return self.info.split(maxsplit=1)[0].lower() if self.info else ""


def read_fence(text: str) -> Fence | None:
    """Return the fence a line without outer blanks is."""
    if not text.startswith(("```", "~~~")):
        return None
    found = _FENCE.match(text)
    return Fence(found["run"], found["info"].strip()) if found else None


def closed_by(line: Fence, opened: list[Fence]) -> int | None:
    """Return which of the open fences (outermost first) the line closes: the same run, else a shorter one."""
    if line.info:
        return None
    for index in range(len(opened) - 1, max(len(opened) - _DEPTH, 0) - 1, -1):
        if opened[index].run == line.run:
            return index
    last = len(opened) - 1
    return last if opened and line.run.startswith(opened[last].run) else None


_DEPTH = 40
"""How many open fences are looked at, so that a reply of nothing but fences takes linear time."""
