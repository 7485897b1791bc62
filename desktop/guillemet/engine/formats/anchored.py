"""The anchored format: old and new lines between a leading and a trailing anchor, which must stand there and stay.

    src/tax.py
    <<<<<<< EDIT            ««« EDIT
    leading anchor          leading anchor
    -------                 ───────
    old lines               old lines
    =======                 ═══════
    new lines               new lines
    -------                 ───────
    trailing anchor         trailing anchor
    >>>>>>>                 »»»

Either set of markers, seven characters each (U+2500, U+2550; U+00AB and U+00BB thrice), compared after strip. Each of
the three lines between the sections is a marker only where it is the next one; elsewhere it is content. Any section may
be empty: without anchors and old lines the block creates a file.

`««« EDIT` begins a guillemet block too, so `guillemet` reads both and tells them apart by their end.
"""

from msgspec import Struct

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.formats.format import (
    COMMANDS_INLINE,
    WHOLE_INSTEAD,
    BlockFault,
    Format,
    OpenBlock,
    Parts,
    Step,
    unescape,
)
from guillemet.engine.formats.search_replace import is_angle_start
from guillemet.engine.outcomes import Reason

INSTRUCTIONS = """\
Propose every change to a file as an edit block. A block has the path of the file on a line of its own, then four
sections between marker lines: lines that stand before the change, lines to take out, lines to put in, lines that stand
after the change:

src/prices.py
<<<<<<< EDIT
def total(prices):
-------
    return sum(prices)
=======
    return round(sum(prices), 2)
-------

def mean(prices):
>>>>>>>

The first and the last section are the anchors. They stay in the file and say where the edit goes.

Rules:
1. Write the path as it was shown to you, from the root of the repository, directly above the block. Mind which files
   the user names, and give a new one that very name. Put no code fence around a block.
2. Copy anchors and old lines from the file, letter by letter: blanks, empty lines and comments count. Never write them
   from memory. Where the file holds code or data inside JSON, XML or strings, write all lines as they stand there, with
   escapes and tags.
3. Anchor, old lines and trailing anchor must stand in the file as one run of lines, once and no more. Make the anchors
   as long as that needs.
4. Write all five marker lines, also around a section that is empty.
5. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
6. Look at the file again before you write a block: its lines must be there now, after your earlier blocks.
7. If a line of the file is itself one of the markers, put one back-slash before it.

Sizing: prefer several small blocks to a large one, with one logical change each. Make one block of edits that overlap,
that lie within three lines of each other, or where the second needs the first. A block sees the file as the blocks
before it left it.

To insert lines, leave the old lines empty:

src/prices.py
<<<<<<< EDIT
    return round(sum(prices), 2)
-------
=======

def count(prices):
    return len(prices)
-------

def mean(prices):
>>>>>>>

Without a leading anchor they come to the start of the file:

src/prices.py
<<<<<<< EDIT
-------
=======
import decimal
-------
import math
>>>>>>>

Below its last lines, without a trailing anchor, they are appended to the file:

src/prices.py
<<<<<<< EDIT
    return total(prices) / len(prices)
-------
=======

def median(prices):
    return sorted(prices)[len(prices) // 2]
-------
>>>>>>>

To delete lines, leave the new lines empty:

src/prices.py
<<<<<<< EDIT
def mean(prices):
-------
    print(prices)
=======
-------
    return total(prices) / len(prices)
>>>>>>>

To create a file, leave everything empty but the new lines:

src/rates.py
<<<<<<< EDIT
-------
=======
STANDARD = 19
REDUCED = 7
-------
>>>>>>>
"""

EXAMPLES = (
    """\
src/basket.py
<<<<<<< EDIT
# Baskets and what they cost.
-------
=======
import math

-------
from shop import Item
>>>>>>>

src/basket.py
<<<<<<< EDIT
from shop import Item


-------
def show(items):
    print(items)


def total(items):
    return sum(item.price for item in items)
=======
def total(items):
    return math.fsum(item.price for item in items)
-------
>>>>>>>
""",
    """\
src/greeting.py
<<<<<<< EDIT
-------
=======
def greet(name):
    print("Hello", name)
-------
>>>>>>>

src/main.py
<<<<<<< EDIT
import sys
-------


def greet(name):
    print("Hello", name)
=======

from greeting import greet
-------


greet(sys.argv[1])
>>>>>>>
""",
)


class MarkerSet(Struct, frozen=True):
    """The markers of one way to write the format."""

    start: str
    rule: str
    """Ends the leading anchor, and the new lines."""
    separator: str
    """Ends the old lines."""
    end: str

    @property
    def between(self) -> tuple[str, str, str]:
        """The markers between the four sections."""
        return self.rule, self.separator, self.rule


ASCII = MarkerSet("<<<<<<< EDIT", "-------", "=======", ">>>>>>>")
BOXES = MarkerSet("««« EDIT", "───────", "═══════", "»»»")

_SETS = {one.start: one for one in (ASCII, BOXES)}
_MARKERS = frozenset(marker for one in (ASCII, BOXES) for marker in (one.start, one.rule, one.separator, one.end))
_ENDS = (ASCII.end, BOXES.end)


def is_marker(line: str) -> bool:
    """Whether the line is a marker of either set, or would begin another block."""
    return line.strip() in _MARKERS or is_angle_start(line)


class _Reading(OpenBlock):
    """An anchored block being read."""

    def __init__(self, markers: MarkerSet) -> None:
        self._markers = markers
        self._sections: list[list[str]] = [[]]
        self._trouble: BlockFault | None = None
        self.part = self._sections[0]
        self.awaits = markers.rule
        self.signs = frozenset(marker[0] for marker in (*markers.between, markers.start, markers.end, "\\"))

    def take(self, line: str, line_number: int) -> Step:
        text, done = line.strip(), len(self._sections) - 1
        if text == self._markers.start or is_angle_start(line):
            return Step.RESTART
        if text == self._markers.end:
            if text != self.awaits:
                message = f"Line {line_number} of the reply is `{text}`, and no `{self.awaits}` came before."
                self._trouble = BlockFault(Breakage.NO_SEPARATOR, message)
            return Step.DONE
        if text != self.awaits:
            self.part.append(unescape(line, is_marker))
            return Step.MORE
        self.part = []
        self._sections.append(self.part)
        self.awaits = (*self._markers.between, self._markers.end)[done + 1]
        return Step.MORE

    def end(self) -> Parts | BlockFault:
        if self._trouble:
            return self._trouble
        leading, old, new, trailing = map(tuple, self._sections)
        return Parts(leading, old, new, trailing=trailing)


def _open(line: str, _above: str) -> OpenBlock | None:
    markers = _SETS.get(line.strip())
    return _Reading(markers) if markers else None


def _is_stray(line: str) -> bool:
    return line.strip() in _ENDS


ANCHORED = Format(
    name=FormatName.ANCHORED,
    signs=("<<<<<<< EDIT", ">>>>>>>", "««« EDIT", "»»»"),
    open=_open,
    is_stray=_is_stray,
    is_sticky=False,
    instructions=f"{INSTRUCTIONS}\n{WHOLE_INSTEAD}",
    examples=EXAMPLES,
    reminder="an edit block of five marker lines, <<<<<<< EDIT to >>>>>>>, under its path, without a fence",
    commands=COMMANDS_INLINE,
    is_exact=True,
    stops_after_failure=True,
    may_repeat_separator=True,
    failure_words=(
        (Reason.NOT_FOUND, "Content sequence not found in file"),
        (Reason.FILE_NOT_FOUND, "File not found"),
        (Reason.BINARY, "Binary file (use shell commands)"),
    ),
    marker_names=("<<<<<<< EDIT", ">>>>>>>"),
)
