"""The squares format, successor of guillemet: old lines and new ones between coloured squares.

    src/tax.py
    🟧🟧🟧 EDIT
    lines to look for
    🟨🟨🟨 REPL
    lines to put in their place
    🟩🟩🟩 END

Markers are U+1F7E7 ×3, U+1F7E8 ×3 and U+1F7E9 ×3, compared after strip. All old lines must stand in the file exactly
once; no anchor is computed. An empty first part creates the file.

From `🟧🟧🟧 AGENT` to `🟩🟩🟩 AGEND` everything is prose: it is a task for another helper, not an edit.
"""

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.format import COMMANDS_INLINE, WHOLE_INSTEAD, Format, OpenBlock
from guillemet.engine.formats.guillemet import Markers, TwoParts

START = "🟧🟧🟧 EDIT"
SEPARATOR = "🟨🟨🟨 REPL"
END = "🟩🟩🟩 END"
TASK = "🟧🟧🟧 AGENT"
TASK_END = "🟩🟩🟩 AGEND"

MARKERS = Markers(START, SEPARATOR, END)

INSTRUCTIONS = """\
Propose every change to a file as an edit block. A block has the path of the file on a line of its own, then three
marker lines, with the lines to look for and the lines to put in their place between them:

src/prices.py
🟧🟧🟧 EDIT
def total(prices):
    return sum(prices)
🟨🟨🟨 REPL
def total(prices):
    return round(sum(prices), 2)
🟩🟩🟩 END

Rules:
1. Write the path as it was shown to you, from the root of the repository. Mind which files the user names, and give a
   new one that very name. Put no code fence around a block.
2. Copy the first part from the file, letter by letter: blanks, empty lines and comments count. Never write it from
   memory. Where the file holds code or data inside JSON, XML or strings, write both parts as they stand there, with
   escapes and tags.
3. The whole first part must stand in the file once and no more. Take as many lines around the change as that needs, and
   repeat those that stay in the second part.
4. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
5. Look at the file again before you write a block: its first part must be there now, after your earlier blocks.
6. If a line of the file is itself one of the three markers, put one back-slash before it.

Sizing: prefer several small blocks to a large one, with one logical change each. Make one block of edits that overlap,
that lie within three lines of each other, or where the second needs the first. A block sees the file as the blocks
before it left it.

To insert lines, repeat the lines beside them in both parts; the last lines of the file, to append to it:

src/prices.py
🟧🟧🟧 EDIT
import math
🟨🟨🟨 REPL
import math
import decimal
🟩🟩🟩 END

To delete lines, leave them out of the second part:

src/prices.py
🟧🟧🟧 EDIT
def mean(prices):
    print(prices)
🟨🟨🟨 REPL
def mean(prices):
🟩🟩🟩 END

To create a file, leave the first part empty:

src/rates.py
🟧🟧🟧 EDIT
🟨🟨🟨 REPL
STANDARD = 19
REDUCED = 7
🟩🟩🟩 END
"""

EXAMPLES = (
    """\
src/basket.py
🟧🟧🟧 EDIT
# Baskets and what they cost.
🟨🟨🟨 REPL
# Baskets and what they cost.
import math

🟩🟩🟩 END

src/basket.py
🟧🟧🟧 EDIT
from shop import Item


def show(items):
    print(items)


def total(items):
    return sum(item.price for item in items)
🟨🟨🟨 REPL
from shop import Item


def total(items):
    return math.fsum(item.price for item in items)
🟩🟩🟩 END
""",
    """\
src/greeting.py
🟧🟧🟧 EDIT
🟨🟨🟨 REPL
def greet(name):
    print("Hello", name)
🟩🟩🟩 END

src/main.py
🟧🟧🟧 EDIT
import sys


def greet(name):
    print("Hello", name)
🟨🟨🟨 REPL
import sys

from greeting import greet
🟩🟩🟩 END
""",
)


def _open(line: str, _above: str) -> OpenBlock | None:
    return TwoParts(MARKERS) if line.strip() == START else None


def _passage_end(line: str) -> str:
    return TASK_END if line.strip() == TASK else ""


SQUARES = Format(
    name=FormatName.SQUARES,
    signs=("🟧", "🟨", "🟩"),
    open=_open,
    is_stray=MARKERS.is_stray,
    is_sticky=False,
    instructions=f"{INSTRUCTIONS}\n{WHOLE_INSTEAD}",
    examples=EXAMPLES,
    reminder="an edit block of 🟧🟧🟧 EDIT, 🟨🟨🟨 REPL and 🟩🟩🟩 END under its path, without a fence",
    commands=COMMANDS_INLINE,
    passage_end=_passage_end,
    is_exact=True,
    marker_names=("🟧🟧🟧 EDIT", "🟩🟩🟩 END"),
)
