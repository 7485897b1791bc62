"""Lines that were meant as markers and are none: of another length, with other words, escaped, quoted.

Nothing is read of them; they are told, and a file given whole that holds a whole block of them is no file.
"""

import re
from collections.abc import Iterable

ALIKE_SIGNS = ("<<<", ">>>", "> ", "&lt;", "&gt;", "`<<<", "**<<<", "`>>>", "**>>>")
"""What lines begin with that may be alike, besides with what markers begin with."""

# Quoted, as a whole reply may be, or set off.
_QUOTED = r"\s*(?:>[ \t]+){0,4}[`*]{0,2}"
_RELATIVE = rf"{_QUOTED}(?:<{{3,}}|(?:&lt;){{3,}})\s*(?:SEARCH|ORIGINAL|EDIT"
_START = re.compile(rf"{_RELATIVE}|HEAD|REPLACE|OLD|BEFORE|CURRENT)\b")
_SEPARATOR = re.compile(rf"{_QUOTED}={{3,}}[`*]{{0,2}}\s*\Z")
_END = re.compile(rf"{_QUOTED}(?:>{{3,}}|(?:&gt;){{3,}})\s*(?:\w|\Z)")
_ALIKE = re.compile(
    rf"""{_RELATIVE})\b | {_QUOTED} (?:>{{3,}} | (?:&gt;){{3,}}) \s* (?:REPLACE|UPDATED)\b
    | {_QUOTED} (?i: <{{5,9}}\s*(?:SEARCH|EDIT|NEW_FILE)\b | >{{5,9}}\s*(?:REPLACE|NEW_FILE)\b
    | «««\s*EDIT\b | »»»\s*EDIT\b | ═{{5,}}\s*REPL\b | 🟧+\s*EDIT\b | 🟨+\s*REPL\b
    | 🟩+\s*END\b | <AI_EDIT_CONTENT_
    | [<>]{{5,9}}\s*(?:NEW[ -]?FILE|CREATE)\s*\Z
    | <boltAction\b(?=[^<>]*\bfilePath\s*=)(?![^<>]*\btype\s*=\s*["'](?:edit|file|shell)["'])
    | \*\*\*\ \d{{1,9}}(?:,\d{{1,9}})?\ \*{{4}}\s*\Z )""",
    re.VERBOSE,
)
_LONGEST = 200


def is_alike(line: str) -> bool:
    """Whether the line begins as a marker would, or as one of a relative of the formats; not whether it is one."""
    return _ALIKE.match(line[:_LONGEST]) is not None


def may_be_of_block(line: str) -> bool:
    """Whether a block that `block_in` finds may begin with the line."""
    return _START.match(line[:_LONGEST]) is not None


def block_in(lines: Iterable[str]) -> str:
    """Return the first line of a run that looks like a block of edits from its start to its end; nothing if none is."""
    start, has_separator = "", False
    for line in lines:
        if may_be_of_block(line):
            start, has_separator = line, False
        elif start and _SEPARATOR.match(line[:_LONGEST]):
            has_separator = True
        elif has_separator and _END.match(line[:_LONGEST]):
            return start.strip()
    return ""
