"""The search-replace format, as `diff` (path above the fence) and `diff-fenced` (path inside) write it.

    src/tax.py
    ```python
    <<<<<<< SEARCH
    lines to look for
    =======
    lines to put in their place
    >>>>>>> REPLACE
    ```

Markers are runs of 5 to 9 characters, words in any case, blanks after them ignored; `------- SEARCH` and
`+++++++ REPLACE` are read as well. A block in a list may be indented as a whole: its markers then stand no deeper than
the first, and its lines lose the indentation they all share with it. Fences are optional.

The separator is the first line of `=` as long as the start marker, else the first of another length. Any further one is
content, because only a REPLACE line ends the block; but one directly below the separator or directly above the end
marker is a slip, and left out, unless it can be the underline of a title. One within a conflict of the old part, from
`<<<<<<< HEAD` to `>>>>>>> theirs`, is content too, when a separator follows below the conflict. The start marker of
another block before the end marker leaves this one unclosed.

Other words for the two markers are read as well: `<<<<<<< ORIGINAL` … `>>>>>>> UPDATED`, `<<<<<<< HEAD` …
`>>>>>>> NEW`. What begins with them may also be a conflict of a merge, so their lines are held back until the end
marker shows whether it is a block: `OtherWords`. A conflict that ends with the name of a branch stays prose.

Below the start marker may stand `:start_line:12` and `:end_line:14`, and then `-------`: the line, from 1, where the
old part is believed to stand.

The path stands above the fence, inside it before the marker, above the marker without a fence, in the fence's info, in
a section head, or nowhere: the reader of the reply finds it.
"""

import re
from collections.abc import Iterable, Iterator
from string import Template

from guillemet.engine.blocks import Breakage, EditBlock, FormatName
from guillemet.engine.formats.format import (
    COMMANDS_FENCED,
    WHOLE_INSTEAD,
    BlockFault,
    Format,
    OpenBlock,
    Parts,
    Step,
    unescape,
)
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import indent_of

# The start markers of search-replace, anchored and new-file are one family: in a block of one of them, the start
# marker of another begins the next block too, so that a missing end marker swallows no other block.
_START = lazy_pattern(
    r"[ \t]*(?:<{5,9}(?!<)[ \t\xa0]*(?:SEARCH>?|NEW_FILE)|-{5,9}(?!-)[ \t\xa0]*SEARCH>?|<{7}[ ]EDIT)[ \t\xa0]*\Z",
    re.IGNORECASE | re.ASCII,
)


def is_angle_start(line: str) -> bool:
    """Whether the line is a start marker of a format whose markers are angle brackets."""
    return _START.match(line) is not None


START = "<<<<<<< SEARCH"
SEPARATOR = "======="
END = ">>>>>>> REPLACE"

_MARKER = lazy_pattern(
    r"""(?P<indent>[ \t]*)
        (?: (?P<start>    <{5,9} (?!<) | -{5,9} (?!-) ) [ \t\xa0]* SEARCH >?
        |   (?P<separator> ={5,9} )
        |   (?P<end>      >{5,9} (?!>) | \+{5,9} (?!\+) ) [ \t\xa0]* REPLACE <?
        ) [ \t\xa0]* \Z""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)

_OTHER_START = lazy_pattern(
    r"(?P<indent>[ \t]*)(?P<run><{5,9})(?!<)[ \t]*(?:ORIGINAL|OLD|BEFORE|CURRENT|FIND|HEAD)(?:[ ]CODE)?[ \t]*\Z",
    re.IGNORECASE,
)
_OTHER_END = lazy_pattern(
    r"""(?P<indent>[ \t]*) >{5,9}(?!>) [ \t]*
        (?: UPDATED | updated | Updated | NEW | AFTER | MODIFIED | REPLACE(?:MENT)? ) (?:[ ]CODE)? [ \t]*\Z""",
    re.VERBOSE,
)
"""In capitals, since the name of a branch hardly is."""
_ANY_END = lazy_pattern(r"[ \t]*>{5,9}(?!>)")
_LONGEST_HELD = 2_000
"""Lines that may be a block in other words."""

_HINT = lazy_pattern(r"[ \t]*:(?P<which>start|end)_line:[ \t]*(?P<line>\d{1,9})[ \t]*\Z", re.IGNORECASE | re.ASCII)
_RULE = "-------"
_CONFLICT, _CONFLICT_END = "<<<<<<< ", ">>>>>>> "

# Lines that were meant as markers and are none: of another length, with other words, escaped, quoted. They are not
# read but reported, and a file given whole that contains a whole block of them is not a file.
QUOTED = r"\s*(?:>[ \t]+){0,4}[`*]{0,2}"
RELATIVE = rf"{QUOTED}(?:<{{3,}}|(?:&lt;){{3,}})\s*(?:SEARCH|ORIGINAL|EDIT"
_NEAR_START = lazy_pattern(rf"{RELATIVE}|HEAD|REPLACE|OLD|BEFORE|CURRENT)\b")
_NEAR_SEPARATOR = lazy_pattern(rf"{QUOTED}={{3,}}[`*]{{0,2}}\s*\Z")
_NEAR_END = lazy_pattern(rf"{QUOTED}(?:>{{3,}}|(?:&gt;){{3,}})\s*(?:\w|\Z)")
LONGEST_NEAR = 200
"""Characters of a line that are compared with those."""

_TEMPLATE = Template("""\
Propose every change to a file as a SEARCH/REPLACE block: $where, and in the fence
the lines to look for and the lines to put in their place:

$prices
<<<<<<< SEARCH
    return sum(prices)
=======
    return round(sum(prices), 2)
>>>>>>> REPLACE
```

Rules:
1. Write the whole path as it was shown to you, without quotes, stars or escapes. Mind which files the user names, and
   give a new one that very name.
2. Copy the SEARCH lines from the file, letter by letter: blanks, empty lines, comments and quotes count. Where the file
   holds code or data inside JSON, XML or strings, write old and new lines as they stand there, with escapes and tags.
3. A block changes only the first place where its SEARCH lines stand. Take as many lines as make that place the only
   one, and write one block for every place you mean.
4. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
5. Use a fence longer than any run of back-ticks in the lines it holds.
6. If a line of the file is itself one of the three markers, put one back-slash before it.
7. Edit only files that were given to you, and new ones. Ask for any other file first.

Sizing: keep blocks small. Only the lines that change and a few around them belong in a block; long runs of lines that
stay the same do not. Make one block for each logical change, and one of edits that touch the same or neighbouring
lines. A block sees the file as the blocks before it left it.

To delete lines, leave the REPLACE part empty:

$prices
<<<<<<< SEARCH
    print(prices)
=======
>>>>>>> REPLACE
```

To move lines, delete them with one block and insert them with another, beside a line that stays:

$prices
<<<<<<< SEARCH
import math
=======
import math

STANDARD = 19
>>>>>>> REPLACE
```

To create a file, leave the SEARCH part empty:

$rates
<<<<<<< SEARCH
=======
STANDARD = 19
REDUCED = 7
>>>>>>> REPLACE
```

$whole""")

_BASKET = Template("""\
$basket
<<<<<<< SEARCH
from shop import Item
=======
import math

from shop import Item
>>>>>>> REPLACE
```

$basket
<<<<<<< SEARCH
def show(items):
    print(items)


def total(items):
    return sum(item.price for item in items)
=======
def total(items):
    return math.fsum(item.price for item in items)
>>>>>>> REPLACE
```
""")
_CREATION = """\
$greeting
<<<<<<< SEARCH
=======
def greet(name):
    print("Hello", name)
>>>>>>> REPLACE
```
"""
_MAIN = """\
$main
<<<<<<< SEARCH
import sys


def greet(name):
    print("Hello", name)
=======
import sys

from greeting import greet
>>>>>>> REPLACE
```
"""


def _instructions(where: str, head: str) -> str:
    paths = {name: head.format(f"src/{name}.py") for name in ("prices", "rates")}
    return _TEMPLATE.substitute(paths, where=where, whole=WHOLE_INSTEAD)


def examples(head: str, *, creation: str = _CREATION) -> tuple[str, str]:
    """Return the blocks of the examples with this head, and the new file as this block has it."""
    paths = {name: head.format(f"src/{name}.py") for name in ("basket", "greeting", "main")}
    return _BASKET.substitute(paths), Template(f"{creation}\n{_MAIN}").substitute(paths)


ABOVE, INSIDE = "{}\n```python", "```python\n{}"
"""Where the path of a block stands: above its fence, or on the first line in it."""
INSTRUCTIONS = _instructions("the path of the file on a line of its own, then a fence", ABOVE)
FENCED_INSTRUCTIONS = _instructions("a fence, the path of the file alone on the first line inside", INSIDE)
"""The variant whose path stands inside the fence."""


class _Reading(OpenBlock):
    """A search-replace block being read."""

    signs = frozenset("<-=>+:\\")

    def __init__(self, start: re.Match[str]) -> None:
        self.part: list[str] = []
        self.awaits = SEPARATOR
        self._indent = start["indent"]
        self._length = len(start["start"])
        self._separator: int | None = None
        self._is_same_length = False
        self._repeated: set[int] = set()
        """Where separators of the start marker's length stand in the part."""
        self._is_in_conflict = False
        self._end_line = 0
        self._hint: int | None = None
        self._is_below_hint = False

    def take(self, line: str, line_number: int) -> Step:
        found = self._marker(line)
        if found is None:
            return self._take_content(line)
        if found["start"]:
            return Step.RESTART
        if found["end"]:
            self._end_line = line_number
            return Step.DONE
        is_same_length = len(found["separator"]) == self._length
        if self._separator is None or (is_same_length and not self._is_same_length):
            self._separator = len(self.part)
            self._is_same_length = is_same_length
            self.awaits = END
        if is_same_length:
            self._repeated.add(len(self.part))
        self.part.append(line)
        return Step.MORE

    def _take_content(self, line: str) -> Step:
        if self._is_other_end(line):
            return Step.DONE
        flush = line.removeprefix(self._indent)
        self._is_in_conflict = flush.startswith(_CONFLICT) or (
            self._is_in_conflict and not flush.startswith(_CONFLICT_END)
        )
        if is_angle_start(line) and self._indent.startswith(indent_of(line)):
            return Step.RESTART
        if not self._takes_hint(line):
            self.part.append(unescape(line, self._is_marker))
        return Step.MORE

    def _is_other_end(self, line: str) -> bool:
        """Whether the line is an end marker in another word, and not the end of a conflict among the lines."""
        found = None if self._separator is None or self._is_in_conflict else _OTHER_END.match(line)
        return found is not None and self._indent.startswith(found["indent"])

    def end(self) -> Parts | BlockFault:
        if self._separator is None:
            message = f"Line {self._end_line} of the reply is `{END}`, and no `{SEPARATOR}` came before."
            return BlockFault(Breakage.NO_SEPARATOR, message)
        lines = self.part
        self._separator = self._below_conflicts(self._separator)
        start, end = self._new_part()
        slips = len(lines) - self._separator - 1 - (end - start)
        old, new = lines[: self._separator], lines[start:end]
        cut = len(self._indent)
        if cut and all(line.startswith(self._indent) or not line.strip() for line in (*old, *new)):
            old, new = [line[cut:] for line in old], [line[cut:] for line in new]
        return Parts((), tuple(old), tuple(new), hint=self._hint, slips=slips)

    def _below_conflicts(self, first: int) -> int:
        """Return where the first separator stands that is within no conflict; the first of all when each is."""
        if len(self._repeated) < 2:
            return first
        flush = [line.removeprefix(self._indent) for line in self.part]
        return next((index for index in outside_conflicts(flush) if index in self._repeated), first)

    def _new_part(self) -> tuple[int, int]:
        """Return where the new part starts and ends, without a separator at its ends that is one too many."""
        lines, repeated = self.part, self._repeated
        start, end = (self._separator or 0) + 1, len(lines)
        is_overline = start + 2 in repeated and self._is_title(start + 1)
        if start in repeated and not is_overline and not self._is_title(start - 2):
            start += 1
        if end - 1 in repeated and end > start and not self._is_title(end - 2):
            end -= 1
        return start, end

    def _is_title(self, index: int) -> bool:
        """Whether a separator below the line may be its underline: the line is flush and no wider."""
        text = self.part[index].removeprefix(self._indent).rstrip() if index >= 0 else ""
        return text[:1].isalnum() and len(text) <= self._length

    def _takes_hint(self, line: str) -> bool:
        """Read a line below the start marker that says where the old part stands; return False for content."""
        if self.part or self._separator is not None:
            return False
        hint = _HINT.match(line)
        if hint and self._indent.startswith(indent_of(line)):
            self._is_below_hint = True
            if hint["which"].lower() == "start" and self._hint is None:
                self._hint = max(1, int(hint["line"]))
            return True
        is_rule, self._is_below_hint = self._is_below_hint and line.strip() == _RULE, False
        return is_rule

    def _marker(self, line: str) -> re.Match[str] | None:
        """Return the marker the line is, if it stands no deeper than the first one."""
        found = _MARKER.match(line)
        return found if found and self._indent.startswith(found["indent"]) else None

    def _is_marker(self, line: str) -> bool:
        return self._indent.startswith(indent_of(line)) and is_any_marker(line)


class OtherWords:
    """The lines from a start marker in other words on, held back until it is known whether they are a block."""

    def __init__(self, first: int) -> None:
        self.first = first
        """The number of the first line in the reply."""
        self.lines: list[str] = []
        """With their endings."""
        self._has_separator = False

    def take(self, line: str) -> bool | None:
        """Hold back a line; return whether all of them are a block, None while that is open."""
        self.lines.append(line)
        if len(self.lines) == 1:
            return None
        if _ANY_END.match(line):
            return self._has_separator and _OTHER_END.match(line.removesuffix("\n")) is not None
        self._has_separator |= line.strip() == SEPARATOR
        is_other = is_angle_start(line.removesuffix("\n")) or is_other_start(line)
        return False if is_other or len(self.lines) > _LONGEST_HELD else None

    def meant(self) -> list[str]:
        """Return the lines with the start marker as it should be."""
        found = _OTHER_START.match(self.lines[0].removesuffix("\n"))
        return [f"{found['indent']}{found['run']} SEARCH\n" if found else self.lines[0], *self.lines[1:]]


def begins_in_other_words(line: str, lines: Iterable[str]) -> bool:
    """Whether the line is a start marker in other words, and those from it on hold its end marker."""
    if not is_other_start(line):
        return False
    words = OtherWords(0)
    return next((is_block for line in lines if (is_block := words.take(line)) is not None), False)


def is_other_start(line: str) -> bool:
    """Whether the line is a start marker in other words, or the first line of a conflict."""
    return _OTHER_START.match(line.removesuffix("\n")) is not None


def _open(line: str, _above: str) -> OpenBlock | None:
    found = _MARKER.match(line)
    return _Reading(found) if found and found["start"] else None


def _is_stray(line: str) -> bool:
    found = _MARKER.match(line)
    return found is not None and found["end"] is not None


def outside_conflicts(lines: Iterable[str]) -> Iterator[int]:
    """Yield the index of each line that is within no merge conflict."""
    is_within = False
    for index, line in enumerate(lines):
        if not is_within:
            yield index
        is_within = line.startswith(_CONFLICT) or (is_within and not line.startswith(_CONFLICT_END))


def has_further_separator(block: EditBlock) -> bool:
    """Whether a line of the new part may be the separator that was meant: it has no back-slash before it."""
    is_ours = block.format is FormatName.SEARCH_REPLACE and SEPARATOR in block.new
    return is_ours and sum(line.strip() == SEPARATOR for line in block.written) > 1


def is_any_marker(line: str) -> bool:
    """Whether the line, however deep, is a marker, a hint, or would begin another block."""
    return _MARKER.match(line) is not None or _HINT.match(line) is not None or is_angle_start(line)


def may_be_of_block(line: str) -> bool:
    """Whether a block that `block_in` finds may begin with the line."""
    return _NEAR_START.match(line[:LONGEST_NEAR]) is not None


def block_in(lines: Iterable[str]) -> str:
    """Return the first line of a run that looks like a block of edits from its start to its end; nothing if none is.

    The end may be missing where the run itself begins the lines.
    """
    start, has_separator, is_first = "", False, False
    for at, line in enumerate(lines):
        if may_be_of_block(line):
            start, has_separator, is_first = line, False, not at
        elif start and _NEAR_SEPARATOR.match(line[:LONGEST_NEAR]):
            has_separator = True
        elif has_separator and _NEAR_END.match(line[:LONGEST_NEAR]):
            return start.strip()
    return start.strip() if is_first and has_separator else ""


SEARCH_REPLACE = Format(
    name=FormatName.SEARCH_REPLACE,
    signs=("<<<<<", "-----", ">>>>>", "+++++"),
    open=_open,
    is_stray=_is_stray,
    is_sticky=True,
    instructions=INSTRUCTIONS,
    reminder="a fenced block of <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, its path above the fence",
    fenced_instructions=FENCED_INSTRUCTIONS,
    fenced_reminder="a fenced block of <<<<<<< SEARCH, ======= and >>>>>>> REPLACE, "
    "its path on the first line inside the fence",
    examples=examples(ABOVE),
    fenced_examples=examples(INSIDE),
    commands=COMMANDS_FENCED,
    has_loose_blanks=True,
    appends=True,
    takes_off_indentation=True,
    marker_names=("SEARCH", "REPLACE"),
)
