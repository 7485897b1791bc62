"""What a format is: how its blocks begin, what their lines mean, how strictly a block is applied.

To add a format, write one module that makes a `Format` and add it to `catalogue.FORMATS`. No other module names it: its
traits are fields of `Format`, which the reader, the applier and the prompts look up.

A construct that holds one block, such as a guillemet block, is opened by its start marker; `take` answers MORE until
the end marker, DONE there, and `end` returns what was read.

A construct that holds several, such as a diff of many hunks, is one `OpenBlock` all the while. The reader asks `take`
about each line:

    MORE      the line belongs to the current block
    NEXT      the current block is done; this line is the first one of the next, in the same construct
    BEFORE    the construct ended before this line, which is none of its own: the reader takes it as one outside
    DONE      the line is the construct's last one, and belongs to the current block
    RESTART   the line is the start marker of another construct: this one was never closed
    MAYBE     the line is the construct's last one, or content: the lines below decide

After NEXT, BEFORE and DONE `end` is called once, about the block that is done; after NEXT it is called before any
further `take`, so `take` keeps what it read from the new line, and sets `path` to the file of the new block. Each
block has a number, events and written lines of its own; the lines are added to `written` by the reader, for MORE and
DONE to the current block, for NEXT to the one that begins.

A construct without an end marker sets `may_stop` while the reply may end, or a blank line be its last: then the end of
the reply counts as BEFORE, otherwise the block is broken as unfinished.

Lines above the start marker that belong to the construct, such as `--- a/x` above `+++ b/x`, or `*** Begin Patch`, are
its leads: `is_lead` makes the reader hold such a line back; `open` gets it as `above` ("" when the line directly above,
blank lines aside, is not a lead) and claims it by `has_lead`. A lead that nothing claims is prose.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Protocol

from msgspec import Struct

from guillemet.engine.blocks import Addition, Breakage, FormatName
from guillemet.engine.formats.fences import Fence, PageEnding
from guillemet.engine.outcomes import Reason

COMMANDS_FENCED = """\
To delete or rename files, suggest the commands at the end, in a fence of their own:

```bash
git rm src/old_prices.py
git mv src/rates.py src/tax_rates.py
```
"""
"""How a model is asked to suggest deleting and renaming, for formats that have no operations for it."""

COMMANDS_INLINE = """\
To delete a file, suggest the command: `git rm src/old_prices.py`
To rename a file, suggest the command: `git mv src/rates.py src/tax_rates.py`
"""

WHOLE_INSTEAD = """\
Where edits serve a file badly, give the whole file instead: when more than four fifths of it change, when its edits
would overlap, or after edits of it failed twice. Write its path alone on a line, directly below it a fence, and in the
fence every line that the file is to hold:

src/rates.py
```python
STANDARD = 20
REDUCED = 8
```
"""
"""When a model is to prefer a whole file, for formats that change parts of one."""


class Example(Struct, frozen=True):
    """What a user asks in an example, and the words before the blocks of the answer."""

    request: str
    words: str


EXAMPLES = (
    Example(
        "Let total() in src/basket.py use math.fsum, and remove show().",
        "I import `math`, remove `show`, and let `total` use `math.fsum`.",
    ),
    Example(
        "Move greet() from src/main.py into a file of its own.",
        "I put `greet` into `src/greeting.py` and import it from there.",
    ),
)
"""The conversation that every format is shown in; `Format.examples` has the blocks."""


class Step(Enum):
    """What a line did to the open block."""

    MORE = "more"
    """The line belongs to the block."""
    DONE = "done"
    """The line is the end marker; `OpenBlock.end` tells what was read."""
    NEXT = "next"
    """The line begins the construct's next block; `OpenBlock.end` tells what was read of the one before."""
    BEFORE = "before"
    """The construct ended before the line, which may mean anything; `OpenBlock.end` tells what was read."""
    RESTART = "restart"
    """The line is the start marker of another block: this one was never closed."""
    MAYBE = "maybe"
    """The line may be the end marker; the reader holds it back with those below until `OpenBlock.ending` tells."""


class Parts(Struct, frozen=True):
    """The lines of an edit that came to its end; `EditBlock` says what the fields mean."""

    anchor: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    trailing: tuple[str, ...] = ()
    hint: int | None = None
    within: tuple[str, ...] = ()
    at_end: bool = False
    final_newline: bool | None = None
    format: FormatName | None = None
    """Set when only the end showed which of two formats it is."""
    is_everywhere: bool = False
    """Whether all places are meant where the old lines stand."""
    slips: int = 0
    """Markers too many, which were left out."""
    is_cut: bool = False
    """Whether fewer lines came than the head announced, and the next line is none of them."""
    mode: int | None = None


class Whole(Struct, frozen=True):
    """The lines of a file given whole that came to its end."""

    new: tuple[str, ...]
    must_be_new: bool = False
    is_end_guessed: bool = False
    """Whether another line may as well be its end."""
    is_called_new: bool = False
    addition: Addition | None = None
    format: FormatName | None = None
    """Set when only the end showed which of two formats it is."""
    mode: int | None = None


class Deletion(Struct, frozen=True):
    """The block's file is to go."""


class FileMove(Struct, frozen=True):
    """The block's file is to have another path."""

    target: str
    mode: int | None = None


class BlockFault(Struct, frozen=True):
    """Why a block that came to its end is none."""

    breakage: Breakage
    message: str


Ended = Parts | Whole | Deletion | FileMove | BlockFault
"""What became of a block that came to its end."""


class OpenBlock(Protocol):
    """A construct being read; formats inherit the values below and set what is otherwise.

    Most lines of a reply are plain content, so the reader itself puts them into `part`; only a line that begins, after
    blanks, with one of `signs` is offered to `take`.
    """

    signs: frozenset[str] | None = None
    """First characters of the lines to be offered; None for every line, blank ones too."""
    part: list[str]
    """Where plain lines go; asked for again after every `take`."""
    awaits: str
    """The marker that must come next, as people would write it."""
    path: str = ""
    """The file of the current block, if the construct names it; else the reader looks above the start marker."""
    has_lead: bool = False
    """Whether the lead above the start marker belongs to the construct."""
    may_stop: bool = False
    """Whether the reply may end here without breaking the block."""
    fence: Fence | None = None
    """The innermost fence that is open around the construct; the reader sets it."""
    named: str = ""
    """The file of the block, wherever its name comes from; the reader sets it."""

    ending: PageEnding | None = None
    """Decides, after MAYBE, where the block ends."""
    is_end_guessed: bool = False
    """Whether the end is uncertain; the reader sets it."""

    def take(self, line: str, line_number: int) -> Step:
        """Read a line that may be a marker, and keep it if it is content."""
        ...

    def end(self) -> Ended:
        """Return what was read of the block that is done."""
        ...

    def go_on(self, lines: Sequence[str]) -> None:
        """Keep lines as content that were held back after MAYBE."""
        self.part += lines


class HeldBlock(Struct, frozen=True):
    """A block of a construct whose lines were held back."""

    path: str
    ended: Ended
    written: tuple[str, ...]
    row: int
    """Which line of the construct it begins at, counted from 0."""


class HeldText(Struct, frozen=True):
    """A text beside the blocks of a construct, which may hold blocks of other formats."""

    path: str
    """The file that is named beside it; empty when none is."""
    lines: tuple[str, ...]
    row: int
    """Which line of the construct it stands in, counted from 0."""


class HeldConstruct(Protocol):
    """A construct of which only its end tells whether it is one: all its lines are held back until then."""

    def take(self, line: str) -> Step:
        """Read a line: MORE, DONE with the last one, or BEFORE where the line is none of the construct."""
        ...

    def end(self, exists: Callable[[str], bool]) -> Sequence[HeldBlock | HeldText]:
        """Return the blocks that were read, in their order; nothing when all of it is prose."""
        ...


class ReadBlock(OpenBlock):
    """A block that was held back until all of it was read."""

    awaits = ""

    def __init__(self, block: HeldBlock) -> None:
        self.part: list[str] = []
        self.path = block.path
        self._ended = block.ended

    def take(self, line: str, line_number: int) -> Step:  # noqa: ARG002
        """Take nothing: the block came to its end before it began."""
        return Step.BEFORE

    def end(self) -> Ended:
        """Return what was read."""
        return self._ended


def never(_line: str) -> bool:
    """Whether no line is meant."""
    return False


def no_passage(_line: str) -> str:
    """Return nothing: no line begins a passage."""
    return ""


class Format(Struct, frozen=True):
    """One edit format."""

    name: FormatName
    signs: tuple[str, ...]
    """What its start markers, strays and leads begin with, after blanks: no other line outside a block is offered."""
    open: Callable[[str, str], OpenBlock | None]
    """Return a block to be read if the line is a start marker; the second text is the lead above, or nothing."""
    is_stray: Callable[[str], bool]
    """Whether the line, outside every block, is a marker that needed one."""
    is_sticky: bool
    """Whether a block that names no file means the last one named, or the only one in the conversation."""
    instructions: str
    """The instructions for a model; the examples in them are blocks of this format."""
    reminder: str
    """What a block is called in the reminder at the end of a request."""
    fenced_instructions: str = ""
    """The instructions of the variant whose path stands inside the fence; empty where there is no such variant."""
    fenced_reminder: str = ""
    """The reminder of that variant."""
    examples: tuple[str, ...] = ()
    """The blocks that answer each of `EXAMPLES`."""
    fenced_examples: tuple[str, ...] = ()
    """Those of the variant whose path stands inside the fence."""
    commands: str = ""
    """Further instructions: how to suggest commands that delete and rename files."""
    is_lead: Callable[[str], bool] = never
    """Whether the line may stand above a start marker as part of the construct."""
    passage_end: Callable[[str], str] = no_passage
    """Return the line that ends the passage the line begins, in which nothing is read; nothing for any other line."""
    is_exact: bool = False
    """Whether a block applies only where its lines stand exactly so, in one place, whatever the options allow."""
    stops_after_failure: bool = False
    """Whether no further block of a file is tried after one that failed."""
    is_diff: bool = False
    """Whether every line of a block has a sign, so that the lines that stay, go and come are one text."""
    has_loose_blanks: bool = False
    """Whether models put a blank line before a marker, or leave it out, without meaning a change of the file."""
    appends: bool = False
    """Whether a block that searches for nothing goes to the end of a file that has content."""
    needs_heads: bool = False
    """Whether each line of `EditBlock.within` must stand in the file; elsewhere it is only a hint."""
    makes_files: bool = False
    """Whether every block gives a file whole, in which another block may stand as an example."""
    takes_off_indentation: bool = False
    """Whether its own reader takes off the indentation of the list that a block stands in."""
    reports_leads: bool = False
    """Whether a lead that no block follows is worth a warning."""
    may_repeat_separator: bool = False
    """Whether a further `=======` in a block may be a separator too many that became content."""
    failure_words: tuple[tuple[Reason, str], ...] = ()
    """How the document of the format words a failure, where it does."""
    marker_names: tuple[str, str] | None = None
    """What the start and the end marker are called where the two are counted against each other."""
    holds: FormatName | None = None
    """The format whose blocks stand in blocks of this one, so that it is read too where only this one is asked for."""
    open_headless: Callable[[str, Fence | None, str], OpenBlock] | None = None
    """Return the diff without a head that a fence for diffs holds, from its lead, its fence and its indentation."""
    hold: Callable[[str], HeldConstruct | None] | None = None
    """Return what reads a construct that may begin at the line, and of which only its end tells whether it is one."""
    held_signs: tuple[str, ...] = ()
    """What the first lines of those begin with, after blanks."""
    may_leave_out: bool = False
    """Whether a line of a whole file that only says that code was left out stands for what the file has there."""
    matches_parts_of_lines: bool = False
    """Whether the old text of a block may begin and end inside of a line, where it stands exactly once."""
    is_fenced_file: bool = False
    """Whether a block is a plain fence under a path: mostly a whole file, but maybe a quotation or a part of it."""
    may_be_part: bool = False
    """Whether a block is a listing of a file, which is a part of it as often as the whole."""

    def prompt(self, *, fenced_path: bool = False, suggests_commands: bool = True) -> str:
        """Return the instructions, with those for commands unless the model only writes edits that another decided on.

        `fenced_path` chooses the variant whose path stands inside the fence, if there is one.
        """
        instructions = (fenced_path and self.fenced_instructions) or self.instructions
        return "\n".join((instructions, self.commands) if suggests_commands and self.commands else (instructions,))

    def example_turns(self, *, fenced_path: bool = False) -> tuple[tuple[str, str], ...]:
        """Return a conversation that shows the format, as pairs of a request and its answer."""
        answers = (fenced_path and self.fenced_examples) or self.examples
        return tuple(
            (example.request, f"{example.words}\n\n{blocks}")
            for example, blocks in zip(EXAMPLES, answers, strict=False)
        )


def unescape(line: str, is_marker: Callable[[str], bool]) -> str:
    r"""Return what a line of content means: one `\` less before a marker, or before an escaped one."""
    rest = line.lstrip()
    blanks = line[: len(line) - len(rest)]
    return blanks + rest[1:] if rest[:1] == "\\" and is_marker(blanks + rest.lstrip("\\")) else line
