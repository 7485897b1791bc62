"""The new-file format: the content of a file that must not exist yet.

    src/rates.py
    <<<<<<< NEW_FILE
    STANDARD = 19
    >>>>>>> NEW_FILE

Runs of 5 to 9 characters, the word in any case, blanks around ignored. The path stands where search-replace has it, and
fences are optional.
"""

import re

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats import search_replace
from guillemet.engine.formats.format import COMMANDS_FENCED, Format, OpenBlock, Step, Whole, unescape
from guillemet.engine.formats.search_replace import is_angle_start
from guillemet.engine.patterns import lazy_pattern

START = "<<<<<<< NEW_FILE"
END = ">>>>>>> NEW_FILE"

_START = lazy_pattern(r"\s*<{5,9}(?!<)[ \t]*NEW_FILE\s*\Z", re.IGNORECASE)
_END = lazy_pattern(r"\s*>{5,9}(?!>)[ \t]*NEW_FILE\s*\Z", re.IGNORECASE)

INSTRUCTIONS = """\
Propose every new file as a NEW_FILE block: the path of the file on a line of its own, then all its lines between two
markers:

src/fees.py
<<<<<<< NEW_FILE
STANDARD = 19
REDUCED = 7
>>>>>>> NEW_FILE

Rules:
1. Write the whole path, from the root of the repository, with the name that the user gives. No file of that name may
   exist.
2. Write every line of the file. Never leave code out with dots or with a comment such as "the rest follows".
3. If a line of the file is itself one of the markers, put one back-slash before it.
4. Make one block for each file. To change a file that exists, use the other kind of block you were told of.
"""

_GREETING = """\
src/greeting.py
<<<<<<< NEW_FILE
def greet(name):
    print("Hello", name)
>>>>>>> NEW_FILE
"""


class _Reading(OpenBlock):
    """A new file being read."""

    signs = frozenset("<->\\")

    def __init__(self) -> None:
        self.part: list[str] = []
        self.awaits = END

    def take(self, line: str, line_number: int) -> Step:  # noqa: ARG002
        if is_angle_start(line):
            return Step.RESTART
        if _END.match(line):
            return Step.DONE
        self.part.append(unescape(line, is_marker))
        return Step.MORE

    def end(self) -> Whole:
        return Whole(tuple(self.part), must_be_new=True)


def _open(line: str, _above: str) -> OpenBlock | None:
    return _Reading() if _START.match(line) else None


def _is_stray(line: str) -> bool:
    return _END.match(line) is not None


def is_marker(line: str) -> bool:
    """Whether the line is a marker of this format, or would begin another block."""
    return _END.match(line) is not None or is_angle_start(line)


NEW_FILE = Format(
    name=FormatName.NEW_FILE,
    signs=("<<<<<", ">>>>>"),
    open=_open,
    is_stray=_is_stray,
    is_sticky=True,
    # It changes no file that exists, so search-replace comes with it.
    instructions=f"{search_replace.INSTRUCTIONS}\n{INSTRUCTIONS}",
    reminder="a fenced block of <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, or a NEW_FILE block",
    fenced_instructions=f"{search_replace.FENCED_INSTRUCTIONS}\n{INSTRUCTIONS}",
    examples=search_replace.examples(search_replace.ABOVE, creation=_GREETING),
    fenced_examples=search_replace.examples(search_replace.INSIDE, creation=_GREETING),
    commands=COMMANDS_FENCED,
    makes_files=True,
    marker_names=("NEW_FILE", "NEW_FILE end"),
)
