"""Tags: actions with edits, files and commands, and files between two tags.

    <boltAction type="edit" filePath="p">         search-replace blocks, read as such; the path may also stand above one
    <boltAction type="file" filePath="p">         the whole file, from behind the tag to `</boltAction>` at a line end,
                                                  or edits of it, where a search-replace block stands first
    <boltAction type="shell">                     commands: a suggestion
    <boltAction type="supabase" …>                a database is to change: prose, down to `</boltAction>`
    <AI_EDIT_CONTENT_START:p>                     the whole file, to `<AI_EDIT_CONTENT_END:p>` alone on its line

The first and the third are fences with a path or a language, and `fences` reads them; the others are blocks of this
file. Attributes stand in any order. Text on the opening tag's line is the first line of the file.
"""

import html
import re

from msgspec.structs import replace

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.formats.fences import action_attributes
from guillemet.engine.formats.format import (
    BlockFault,
    Ended,
    Format,
    OpenBlock,
    Parts,
    Step,
    Whole,
    never,
    unescape,
)
from guillemet.engine.formats.path_line import undecorate
from guillemet.engine.formats.search_replace import SEARCH_REPLACE
from guillemet.engine.patterns import lazy_pattern

ACTION_END = "</boltAction>"

_ACTION = lazy_pattern(r"\s*(?P<tag><boltAction\b[^<>]*>)(?P<rest>.*)\Z", re.DOTALL)
_START = lazy_pattern(r"\s*<AI_EDIT_CONTENT_START:(?P<path>[^<>]+)>\s*\Z")
_END = lazy_pattern(r"\s*<AI_EDIT_CONTENT_END(?::[^<>]*)?>\s*\Z")

INSTRUCTIONS = """\
Propose every change as an action between tags. To change a file that exists, write an action of the type "edit" with
the path of the file, a line with the start marker, the lines to look for, the separator, and the lines to put in their
place:

<boltAction type="edit" filePath="src/prices.py">
<<<<<<< SEARCH
    return sum(prices)
=======
    return round(sum(prices), 2)
>>>>>>> REPLACE
</boltAction>

To create a file, or to replace most of one, write an action of the type "file" with every line of it:

<boltAction type="file" filePath="src/rates.py">
STANDARD = 19
REDUCED = 7
</boltAction>

Rules:
1. Write the whole path as it was shown to you. Mind which files the user names, and give a new one that very name. Put
   every tag and every marker on a line of its own.
2. Copy the lines to look for from the file, letter by letter: blanks, empty lines and comments count. Only the first
   place where they stand is changed, so take two or three lines around the change to make it the only one. Where the
   file holds code or data inside JSON, XML or strings, write all lines as they stand there, with escapes and tags.
3. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
4. If a line of the file is itself a marker, or ends with a closing tag, put one back-slash before it.
5. One action may hold several edits of its file. They are done from the first to the last, each on what the ones before
   it left.

Sizing: keep edits small, one logical change each, and prefer them to whole files. Make one of edits that touch the same
or neighbouring lines. Give the whole file when more than four fifths of it change, when its edits would overlap, or
after edits of it failed twice.

To delete lines, leave the second part of an edit empty.
"""

EXAMPLES = (
    """\
<boltAction type="edit" filePath="src/basket.py">
<<<<<<< SEARCH
from shop import Item
=======
import math

from shop import Item
>>>>>>> REPLACE
<<<<<<< SEARCH
def show(items):
    print(items)


def total(items):
    return sum(item.price for item in items)
=======
def total(items):
    return math.fsum(item.price for item in items)
>>>>>>> REPLACE
</boltAction>
""",
    """\
<boltAction type="file" filePath="src/greeting.py">
def greet(name):
    print("Hello", name)
</boltAction>

<boltAction type="edit" filePath="src/main.py">
<<<<<<< SEARCH
import sys


def greet(name):
    print("Hello", name)
=======
import sys

from greeting import greet
>>>>>>> REPLACE
</boltAction>
""",
)

COMMANDS = """\
To delete or rename files, suggest the commands in an action of the type "shell":

<boltAction type="shell">
git rm src/old_prices.py
git mv src/rates.py src/tax_rates.py
</boltAction>
"""


class _Action(OpenBlock):
    """A file in an action, being read; or edits of it, where a search-replace block begins the content."""

    awaits = ACTION_END

    def __init__(self, path: str, rest: str) -> None:
        self.path = path
        self.part: list[str] = []
        self._is_over = False
        self._edit: OpenBlock | None = None
        """The edit that is open."""
        self._done: Ended | None = None
        """What was read of the last edit."""
        if rest.strip():
            self._is_over = rest.rstrip().endswith(ACTION_END)
            self.part.append(rest.rstrip().removesuffix(ACTION_END) if self._is_over else rest)
        self.may_stop = self._is_over

    def take(self, line: str, line_number: int) -> Step:
        if self._is_over:
            return Step.BEFORE
        if action_attributes_of(line):
            return Step.RESTART
        if not any(map(str.strip, self.part)) and (self._edit or self._done or _begins_edit(line)):
            return self._take_of_edits(line, line_number)
        if not _ends_action(line) or line.lstrip()[:1] == "\\":
            self.part.append(unescape(line, is_action_marker))
            return Step.MORE
        if before := line.rstrip().removesuffix(ACTION_END).rstrip():
            self.part.append(before)
        return Step.DONE

    def _take_of_edits(self, line: str, line_number: int) -> Step:
        """Read a line of edits, or between them."""
        if self._edit:
            return self._take_in_edit(self._edit, line, line_number)
        if _ends_action(line):
            return Step.DONE
        self._edit = SEARCH_REPLACE.open(line, "")
        self.may_stop = self._edit is None
        return Step.NEXT if self._edit and self._done else Step.MORE

    def _take_in_edit(self, edit: OpenBlock, line: str, line_number: int) -> Step:
        """Read a line of an edit, whose end is not that of the action."""
        if line.strip() == ACTION_END:
            message = f"The action ended inside this edit: the line `{edit.awaits}` never came."
            self._done = BlockFault(Breakage.UNFINISHED, message)
            return Step.DONE
        step = edit.take(line, line_number)
        if step is not Step.DONE:
            return step
        ended = edit.end()
        self._done = replace(ended, format=FormatName.SEARCH_REPLACE) if isinstance(ended, Parts) else ended
        self._edit, self.may_stop = None, True
        return Step.MORE

    def end(self) -> Ended:
        return self._done or Whole(tuple(self.part))


class _Content(OpenBlock):
    """A file between two tags, being read."""

    signs = frozenset("<\\")

    def __init__(self, path: str) -> None:
        self.path = path
        self.part: list[str] = []
        self.awaits = f"<AI_EDIT_CONTENT_END:{path}>"

    def take(self, line: str, line_number: int) -> Step:  # noqa: ARG002
        if _START.match(line):
            return Step.RESTART
        if _END.match(line):
            return Step.DONE
        self.part.append(unescape(line, _is_content_marker))
        return Step.MORE

    def end(self) -> Whole:
        return Whole(tuple(self.part))


def action_attributes_of(line: str) -> dict[str, str] | None:
    """Return the attributes of the action the line opens, whatever stands behind its tag."""
    found = _ACTION.match(line)
    return action_attributes(found["tag"]) if found else None


def shell_lines(line: str) -> tuple[str, ...]:
    """Return the line cut into the tags of an action with commands and what stands beside them."""
    found = _ACTION.match(line)
    is_shell = found is not None and (action_attributes(found["tag"]) or {}).get("type") == "shell"
    start, rest = (found["tag"], found["rest"]) if found and is_shell else ("", line)
    command = rest.rstrip().removesuffix(ACTION_END)
    end = ACTION_END if _ends_action(rest) else ""
    return tuple(part for part in (start, command if command.strip() else "", end) if part) or (line,)


def _open(line: str, _above: str) -> OpenBlock | None:
    if found := _START.match(line):
        return _Content(_path_in(found["path"].strip()))
    attributes = action_attributes_of(line) or {}
    path = attributes.get("filepath") or attributes.get("path") or ""
    found = _ACTION.match(line)
    if found is None or attributes.get("type") != "file":
        return None
    return _Action(_path_in(path), found["rest"])


def _path_in(attribute: str) -> str:
    path = html.unescape(attribute)
    return undecorate(path, never) or path


def _passage_end(line: str) -> str:
    is_database = (action_attributes_of(line) or {}).get("type") == "supabase"
    return ACTION_END if is_database and not _ends_action(line) else ""


def _is_stray(line: str) -> bool:
    return _END.match(line) is not None


def _ends_action(line: str) -> bool:
    return line.rstrip().endswith(ACTION_END)


def is_action_marker(line: str) -> bool:
    """Whether the line opens or ends an action, or an edit in one."""
    return _ends_action(line) or action_attributes_of(line) is not None or _begins_edit(line)


def _begins_edit(line: str) -> bool:
    return SEARCH_REPLACE.open(line, "") is not None


def _is_content_marker(line: str) -> bool:
    return _START.match(line) is not None or _END.match(line) is not None


TAGS = Format(
    name=FormatName.TAGS,
    signs=("<boltAction", "<AI_EDIT_CONTENT_"),
    open=_open,
    is_stray=_is_stray,
    is_sticky=True,
    instructions=INSTRUCTIONS,
    examples=EXAMPLES,
    reminder="a boltAction tag on lines of its own",
    commands=COMMANDS,
    passage_end=_passage_end,
    has_loose_blanks=True,
    appends=True,
    holds=FormatName.SEARCH_REPLACE,
)
