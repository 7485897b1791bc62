"""The whole-file format: a path line, then a fence whose content is all the file is to hold.

    src/rates.py
    ```python
    STANDARD = 19
    ```

Everything is content up to the fence's end: the same run or longer, without a word. A fence with a word that is as long
opens one inside, which the next one without a word closes; a shorter one, or one that is indented deeper, is content.
A page of text may contain fences as long without a word, too: the lines below decide which one ends it, see `fences`.

Where the conversation did not ask for this format, a listing is a proposal only when the path stands directly above
the fence, alone in its paragraph, bare or in one pair of stars or back-ticks or behind a label such as `### File:`,
with no other note than one such as `(updated)`, and when the fence is none for commands, output or diffs, and does not
empty a file. Where it did, any path line counts, blank lines may stand between, and the first fence without a path is
the only file of the conversation; a fence around the whole reply is none of these, and those inside it are read.

A start marker of a block inside the fence takes precedence: the fence then only stands around blocks. An end marker
alone is what is left of a block, so the file is broken; so it is when it holds a block whose markers are of another
kind, as conflicts have them. A line of the file that is a marker of any format has one
back-slash before it.
"""

import re
from collections.abc import Callable, Sequence

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.formats.fences import DIFFS, SHELLS, Fence, PageEnding, read_fence
from guillemet.engine.formats.format import (
    COMMANDS_FENCED,
    BlockFault,
    Ended,
    Format,
    OpenBlock,
    Step,
    Whole,
    never,
    unescape,
)
from guillemet.engine.formats.path_line import PROSE, path_in_info
from guillemet.engine.formats.search_replace import block_in, may_be_of_block
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import indent_of

_OUTPUT = frozenset((*SHELLS, *DIFFS, "text", "txt", "plaintext", "output", "log", "ps1", "powershell"))
"""Languages of listings that are not files, unless the path says they are."""

_SUITING = {
    "bash": (".sh", ".bash"),
    "sh": (".sh",),
    "shell": (".sh",),
    "zsh": (".zsh", ".sh"),
    "text": (".txt",),
    "txt": (".txt",),
    "plaintext": (".txt",),
    "log": (".log",),
    "diff": (".diff", ".patch"),
    "patch": (".patch", ".diff"),
    "ps1": (".ps1",),
    "powershell": (".ps1",),
}

PAGES = frozenset(("markdown", "md", "mdx"))
"""Languages of a fence that may hold a whole reply, unless the file is of that kind."""
_PAGE_ENDS = (".md", ".mdx", ".markdown")
_SHORTEST = 3
"""Length of a fence that was not chosen for what stands in it."""
_DEEPER = 2
"""Columns by which a fence is indented that stands in the file, and not around it."""
_WRAPPING = frozenset(("", *PAGES))

_SIMPLE = lazy_pattern(
    r"""(?: \#{1,6}\s+ (?=\**[`\s]*(?:file|path)) )?      # a head only with a label
        (?: \**(?:file|file\s?name|file\s?path|path)\s?:\**\s* )?
        (?: \*\*`?[^\s*`]+`?\*\* | `[^`]+` | (?!\d+[.)]\s)[^\s*`#>-][^`*]*?(?<!:) )
        (?: \s\((?:new|new\ file|updated|full|full\ file|complete|modified|revised)\) )?""",
    re.VERBOSE | re.IGNORECASE,
)

INSTRUCTIONS = """\
Propose every change by giving the whole file as it is to be: the path of the file on a line of its own, directly below
it a fence, and in the fence every line of the file:

src/prices.py
```python
import math


def total(prices):
    return round(math.fsum(prices), 2)
```

Rules:
1. Write the whole path as it was shown to you, without quotes, stars or escapes, and no other text on its line. Mind
   which files the user names, and give a new one that very name.
2. Write every line of the file, also those that stay. What you leave out is deleted: never write dots, or a comment
   such as "the rest is unchanged", in their place. Where the file holds code or data inside JSON, XML or strings, write
   it as it stands there, with escapes and tags.
3. Use a fence longer than any run of back-ticks in the file.
4. If a line of the file is itself a marker of an edit block, put one back-slash before it.
5. Give only files that change, and each of them once. Put listings that are no files under a sentence, not a path.
6. Edit only files that were given to you, and new ones. Ask for any other file first.

Sizing: a file costs its whole length. Leave files alone that need no change, and put new things that stand for
themselves into files of their own. Make all edits of one file at once.

To create a file, give it in the same way under its new path:

src/rates.py
```python
STANDARD = 19
REDUCED = 7
```
"""

EXAMPLES = (
    """\
src/basket.py
```python
# Baskets and what they cost.
import math

from shop import Item


def total(items):
    return math.fsum(item.price for item in items)
```
""",
    """\
src/greeting.py
```python
def greet(name):
    print("Hello", name)
```

src/main.py
```python
import sys

from greeting import greet


greet(sys.argv[1])
```
""",
)


def names_only_a_path(line: str) -> bool:
    """Whether nothing but a label and simple decoration stands around the path of a path line."""
    return _SIMPLE.fullmatch(line.strip()) is not None


def is_output(fence: Fence) -> bool:
    """Whether the fence is one for commands, output or diffs."""
    return fence.language in _OUTPUT


def is_wrapping(fence: Fence) -> bool:
    """Whether the fence may stand around a whole reply."""
    return fence.language in _WRAPPING


def may_hold_file(fence: Fence, path: str | None, *, only_file: str | None, exists: Callable[[str], bool]) -> bool:
    """Whether a fence below this path line holds a file.

    `only_file` is the file a listing without a path means, or nothing; None when the conversation asked for another
    format, or for none.
    """
    if only_file is None:
        suits = (path or "").lower().endswith(_SUITING.get(fence.language, ()))
        return path is not None and (suits or not is_output(fence))
    if path or path_in_info(fence.info, exists):
        return True
    is_reply = fence.language in PAGES and not only_file.lower().endswith(_PAGE_ENDS)
    return only_file != "" and fence.language not in SHELLS and not is_reply


def whole_file(markers: "OtherMarkers") -> Format:
    """Return the format, which gives way to these start markers of blocks."""

    def open_fence(line: str, _above: str) -> OpenBlock | None:
        fence = read_fence(line.strip())
        return FencedFile(fence, markers, indent=indent_of(line)) if fence else None

    return Format(
        name=FormatName.WHOLE_FILE,
        signs=(),
        open=open_fence,
        is_stray=never,
        is_sticky=True,
        instructions=INSTRUCTIONS,
        examples=EXAMPLES,
        reminder="the whole file in a fence, every line of it, directly under its path",
        commands=COMMANDS_FENCED,
        is_fenced_file=True,
        makes_files=True,
    )


class OtherMarkers:
    """The markers of the other formats: of those whose blocks have an end marker, and of the rest."""

    def __init__(self, blocks: tuple[Format, ...], others: tuple[Format, ...]) -> None:
        self._blocks = blocks
        self._all = (*blocks, *others)
        self._signs = tuple(sign for one in self._all for sign in one.signs)
        self.first_characters = frozenset((*(sign[0] for sign in self._signs), *"`~<\\"))
        """Of the lines that may mean something in a file: markers, fences, what has a back-slash before it."""

    def start(self, line: str) -> bool:
        """Whether the line is the start marker of a block, which has an end marker."""
        return line.lstrip().startswith(self._signs) and any(one.open(line, "") for one in self._blocks)

    def stray(self, line: str) -> bool:
        """Whether the line is the end marker of a block."""
        return line.lstrip().startswith(self._signs) and any(one.is_stray(line) for one in self._blocks)

    def include(self, line: str) -> bool:
        """Whether the line is a marker of any format, or belongs to one."""
        return may_be_of_block(line) or (
            line.lstrip().startswith(self._signs)
            and any(
                one.open(line, "") or one.is_stray(line) or one.is_lead(line) or one.passage_end(line)
                for one in self._all
            )
        )


class FencedFile(OpenBlock):
    """A file in a fence being read."""

    def __init__(self, fence: Fence, markers: OtherMarkers, *, indent: str) -> None:
        self.part: list[str] = []
        self.signs = markers.first_characters
        self.awaits = fence.run if not fence.is_tag else fence.run.replace("<", "</", 1)
        self._fence = fence
        self._indent = len(indent)
        self._markers = markers
        self._depth = 0
        self._trouble: BlockFault | None = None

    def take(self, line: str, line_number: int) -> Step:
        """Read a line that may be a fence or a marker, and keep it if it is content."""
        text = line.strip()
        if text[:1] == self._fence.run[0] and (fence := read_fence(text)):
            if self._is_ended_by(fence, line):
                return self._maybe_end()
        elif self._markers.start(line):
            return Step.RESTART
        elif self._markers.stray(line):
            message = f"Line {line_number} of the reply is `{text}`, which belongs to no block."
            self._trouble = self._trouble or BlockFault(Breakage.STRAY_MARKER, message)
        self.part.append(unescape(line, self._markers.include))
        return Step.MORE

    def _is_ended_by(self, fence: Fence, line: str) -> bool:
        """Whether a fence may end the file; one within it is counted."""
        is_closing = fence.closes(self._fence)
        if is_closing and not self._depth and len(indent_of(line)) < self._indent + _DEEPER:
            return True
        if is_closing and self._depth:
            self._depth -= 1
        elif is_closing or (not fence.is_tag and fence.run.startswith(self._fence.run)):
            self._depth += 1
        return False

    def end(self) -> Ended:
        """Return the file."""
        return self.whole()

    def whole(self) -> Whole | BlockFault:
        """Return all lines of the file, or why it is none."""
        if self._trouble is None and (start := block_in(self.part)):
            message = f"The listing holds the line `{start}`, which looks like the start of an edit but is not one."
            self._trouble = BlockFault(Breakage.STRAY_MARKER, message)
        return self._trouble or Whole(tuple(self.part), is_end_guessed=self.is_end_guessed)

    def go_on(self, lines: Sequence[str]) -> None:
        """Keep lines as content that were held back."""
        self.part += [unescape(line, self._markers.include) for line in lines]

    def _maybe_end(self) -> Step:
        """Return what a fence does that closes: the file may hold some as long as the one around it, such as a page."""
        above = self.part[-1].strip() if self.part else ""
        is_page = self.named.lower().endswith(PROSE) or self._fence.language in PAGES
        may_open = is_page or not above or above.endswith(":")
        if not may_open or self._fence.is_tag or len(self._fence.run) > _SHORTEST:
            return Step.DONE
        self.ending = PageEnding(self._fence, indent=self._indent, above=above)
        return Step.MAYBE
