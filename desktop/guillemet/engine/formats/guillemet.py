"""The guillemet format: old and new lines with the lines they share in front, the anchor, which says where.

    src/tax.py
    ««« EDIT
    anchor lines, then the lines to replace
    ═══════ REPL
    the same anchor lines, then the new ones
    »»» EDIT END

Markers are U+00AB ×3, U+2550 ×7 and U+00BB ×3, compared after strip. The anchor is the common prefix of whole lines.

    state           line              becomes
    IDLE            any other line    EXPECT_START, remembered as what may be the path
    EXPECT_START    ««« EDIT          EDIT_SECTION
    EDIT_SECTION    ═══════ REPL      REPL_SECTION
    EDIT_SECTION    »»» EDIT END      IDLE, broken: no separator
    REPL_SECTION    »»» EDIT END      IDLE, finished
    either section  ««« EDIT          EDIT_SECTION, the open block broken: unclosed

The first two states are those of the whole reply, see `engine/reply`.

An anchored block may begin with the same start marker. It is one when `»»»` comes in the edit section after the lines
`───────`, `═══════` and `───────`, in this order; in a guillemet block all four are content.

    edit section         replacement        meaning
    empty                lines              creates the file
    anchor               anchor and lines   inserts after the anchor
    anchor and lines     anchor             deletes the lines
    anchor and lines     anchor and lines   replaces the lines
"""

from collections.abc import Sequence

from msgspec import Struct

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.formats.anchored import BOXES
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

START = "««« EDIT"
SEPARATOR = "═══════ REPL"
END = "»»» EDIT END"

INSTRUCTIONS = """\
Propose every change to a file as an edit block. A block has the path of the file on a line of its own, then three
marker lines with two sections between them:

src/prices.py
««« EDIT
def total(prices):
    return sum(prices)
═══════ REPL
def total(prices):
    return round(sum(prices), 2)
»»» EDIT END

The lines that both sections begin with are the anchor. It stays in the file and says where the edit goes. The rest of
the first section is taken out, the rest of the second is put in its place.

Rules:
1. Write the path as it was shown to you, from the root of the repository. Mind which files the user names, and give a
   new one that very name. Put no code fence around a block.
2. Copy the first section from the file, letter by letter: blanks, empty lines and comments count. Never write it from
   memory. Where the file holds code or data inside JSON, XML or strings, write both sections as they stand there, with
   escapes and tags.
3. Begin both sections with the same lines, and take so many that the first section stands in the file only once.
4. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
5. Look at the file again before you write a block: its first section must be there now, after your earlier blocks.
6. If a line of the file is itself one of the three markers, put one back-slash before it.

Sizing: prefer several small blocks to a large one, with one logical change each. Make one block of edits that overlap,
that lie within three lines of each other, or where the second needs the first. A block sees the file as the blocks
before it left it.

To insert lines, let the first section hold only the anchor; the last lines of the file, to append to it:

src/prices.py
««« EDIT
import math
═══════ REPL
import math
import decimal
»»» EDIT END

To delete lines, let the second section hold only the anchor:

src/prices.py
««« EDIT
def mean(prices):
    print(prices)
═══════ REPL
def mean(prices):
»»» EDIT END

To create a file, leave the first section empty:

src/rates.py
««« EDIT
═══════ REPL
STANDARD = 19
REDUCED = 7
»»» EDIT END
"""

EXAMPLES = (
    """\
src/basket.py
««« EDIT
# Baskets and what they cost.
═══════ REPL
# Baskets and what they cost.
import math

»»» EDIT END

src/basket.py
««« EDIT
from shop import Item


def show(items):
    print(items)


def total(items):
    return sum(item.price for item in items)
═══════ REPL
from shop import Item


def total(items):
    return math.fsum(item.price for item in items)
»»» EDIT END
""",
    """\
src/greeting.py
««« EDIT
═══════ REPL
def greet(name):
    print("Hello", name)
»»» EDIT END

src/main.py
««« EDIT
import sys


def greet(name):
    print("Hello", name)
═══════ REPL
import sys

from greeting import greet
»»» EDIT END
""",
)


def common_prefix(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many lines both begin with."""
    for index, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return index
    return min(len(old), len(new))


class Markers(Struct, frozen=True):
    """The three markers of a format of two sections; compared after strip."""

    start: str
    separator: str
    end: str
    others: frozenset[str] = frozenset()
    """Further lines that are content only below a back-slash."""

    @property
    def all(self) -> tuple[str, ...]:
        """The three, and the further ones."""
        return self.start, self.separator, self.end, *self.others

    def include(self, line: str) -> bool:
        """Whether the line is a marker, or is read as one in some block."""
        return line.strip() in self.all

    def is_stray(self, line: str) -> bool:
        """Whether the line is a marker that belongs inside a block."""
        return line.strip() in (self.separator, self.end)


class TwoParts(OpenBlock):
    """A block of two sections being read."""

    def __init__(self, markers: Markers) -> None:
        self.old: list[str] = []
        self.new: list[str] = []
        self.part = self.old
        self.awaits = markers.separator
        self.signs = frozenset(marker[0] for marker in (*markers.all, "\\"))
        self._markers = markers
        self._trouble: BlockFault | None = None

    def take(self, line: str, line_number: int) -> Step:
        """Read a line that may be a marker."""
        text, markers = line.strip(), self._markers
        if text == markers.start:
            return Step.RESTART
        if text == markers.end:
            if self.part is self.old:
                message = f"Line {line_number} of the reply is `{text}`, and no `{markers.separator}` came before."
                self._trouble = BlockFault(Breakage.NO_SEPARATOR, message)
            return Step.DONE
        if text != markers.separator:
            self.part.append(unescape(line, self._markers.include))
        elif self.part is self.old:
            self.part = self.new
            self.awaits = markers.end
        else:
            message = f"Line {line_number} of the reply is a second `{text}` in one block."
            self._trouble = BlockFault(Breakage.STRAY_MARKER, message)
        return Step.MORE

    def end(self) -> Parts | BlockFault:
        """Return the two sections."""
        return self._trouble or Parts((), tuple(self.old), tuple(self.new))


MARKERS = Markers(START, SEPARATOR, END, frozenset((BOXES.rule, BOXES.separator, BOXES.end)))


class _Reading(TwoParts):
    """A guillemet block being read; its end may show that it is an anchored one."""

    def __init__(self) -> None:
        super().__init__(MARKERS)
        self._cuts: list[int] = []
        """Where the edit section has the markers between an anchored block's sections."""

    def take(self, line: str, line_number: int) -> Step:
        if self.part is self.old:
            text, found = line.strip(), len(self._cuts)
            if text == BOXES.end and found == len(BOXES.between):
                return Step.DONE
            if found < len(BOXES.between) and text == BOXES.between[found]:
                self._cuts.append(len(self.old))
        return super().take(line, line_number)

    def end(self) -> Parts | BlockFault:
        if self._trouble:
            return self._trouble
        if self.part is self.old:
            first, second, third = self._cuts
            leading, old = self.old[:first], self.old[first + 1 : second]
            new, trailing = self.old[second + 1 : third], self.old[third + 1 :]
            return Parts(tuple(leading), tuple(old), tuple(new), trailing=tuple(trailing), format=FormatName.ANCHORED)
        shared = common_prefix(self.old, self.new)
        return Parts(tuple(self.old[:shared]), tuple(self.old[shared:]), tuple(self.new[shared:]))


def _open(line: str, _above: str) -> OpenBlock | None:
    return _Reading() if line.strip() == START else None


GUILLEMET = Format(
    name=FormatName.GUILLEMET,
    signs=("«««", "═══", "»»»"),
    open=_open,
    is_stray=MARKERS.is_stray,
    is_sticky=False,
    instructions=f"{INSTRUCTIONS}\n{WHOLE_INSTEAD}",
    examples=EXAMPLES,
    reminder="an edit block of ««« EDIT, ═══════ REPL and »»» EDIT END under its path, without a fence",
    commands=COMMANDS_INLINE,
    is_exact=True,
    stops_after_failure=True,
    marker_names=("««« EDIT", "»»» EDIT END"),
)
