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

The first two states are those of the whole reply and live in `reply`.

An anchored block may begin with the same start marker. It is one when `»»»` comes in the edit section after the lines
`───────`, `═══════` and `───────`, in this order; in a guillemet block all four are content.

    edit section         replacement        meaning
    empty                lines              creates the file
    anchor               anchor and lines   inserts after the anchor
    anchor and lines     anchor             deletes the lines
    anchor and lines     anchor and lines   replaces the lines
"""

from collections.abc import Iterable, Sequence

from guillemet.engine.blocks import Block, FormatName
from guillemet.engine.formats import commands
from guillemet.engine.formats.anchored import BOXES
from guillemet.engine.formats.format import Format, OpenBlock, Parts, Step, Trouble, edit_of, escape
from guillemet.engine.formats.two_parts import Markers, TwoParts

START = "««« EDIT"
SEPARATOR = "═══════ REPL"
END = "»»» EDIT END"

_MARKERS = frozenset((START, SEPARATOR, END, BOXES.rule, BOXES.separator, BOXES.end))

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
1. Write the path as it was shown to you, from the root of the repository. Put no code fence around a block.
2. Copy the first section from the file, letter by letter: blanks, empty lines and comments count. Never write it from
   memory.
3. Begin both sections with the same lines, and take so many that the first section stands in the file only once.
4. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
5. Look at the file again before you write a block: its first section must be there now, after your earlier blocks.
6. If a line of the file is itself one of the three markers, put one back-slash before it.

Sizing: prefer several small blocks to a large one. Make one block of edits that overlap, that lie within three lines of
each other, or where the second needs the first. A block sees the file as the blocks before it left it.

To insert lines, let the first section hold only the anchor:

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
def total(prices):
    print(prices)
═══════ REPL
def total(prices):
»»» EDIT END

To create a file, leave the first section empty:

src/rates.py
««« EDIT
═══════ REPL
STANDARD = 19
REDUCED = 7
»»» EDIT END
"""


def is_marker(line: str) -> bool:
    """Whether the line is a marker of this format, or of an anchored block that begins like it."""
    return line.strip() in _MARKERS


def common_prefix(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many lines both begin with."""
    for index, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return index
    return min(len(old), len(new))


class _Reading(TwoParts):
    """A guillemet block being read; its end may show that it is an anchored one."""

    signs = frozenset("«═»─\\")

    def __init__(self) -> None:
        super().__init__(Markers(START, SEPARATOR, END), is_marker)
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

    def end(self) -> Parts | Trouble:
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


def _is_stray(line: str) -> bool:
    return line.strip() in (SEPARATOR, END)


def write(block: Block) -> str:
    """Return the block as a reply holds it."""
    edit = edit_of(block, FormatName.GUILLEMET)
    lines = (
        *((edit.path,) if edit.path else ()),
        START,
        *_escaped(edit.searched),
        SEPARATOR,
        *_escaped(edit.replacement),
        END,
    )
    return "".join(f"{line}\n" for line in lines)


def _escaped(lines: Iterable[str]) -> Iterable[str]:
    return (escape(line, is_marker) for line in lines)


GUILLEMET = Format(
    name=FormatName.GUILLEMET,
    signs=("«««", "═══", "»»»"),
    open=_open,
    is_stray=_is_stray,
    is_sticky=False,
    write=write,
    instructions=INSTRUCTIONS,
    reminder="an edit block of ««« EDIT, ═══════ REPL and »»» EDIT END under its path, without a fence",
    commands=commands.INLINE,
    is_exact=True,
    stops_after_failure=True,
    marker_names=("««« EDIT", "»»» EDIT END"),
)
