"""What the text at the cursor asks to be completed: a command, a file or a model.

/co▏                    a command, at the very start of the text
/add src/▏  /drop ▏     a file, on the first line
/model cl▏              a model
see @tot▏               a file, after a blank, a bracket or a quotation mark

Pure: text and a place in, what is wanted out.
"""

import re
from enum import StrEnum

from msgspec import Struct

from guillemet.ui.chat import commands
from guillemet.ui.chat.commands import Argument


class CompletionKind(StrEnum):
    """What is to be completed."""

    COMMAND = "commands"
    MENTION = "files"
    FILE = "files to add"
    FILE_IN = "files to take out"
    MODEL = "models"


class CompletionContext(Struct, frozen=True):
    """A part of the text for which completion is wanted."""

    kind: CompletionKind
    start: int
    """Where the part begins that a choice replaces, the sign before it included; 0-based."""
    end: int
    typed: str
    """What is to be found, without signs and quotation marks."""


REACH = 400
"""Characters before the cursor that are looked at; what is to be completed is shorter."""
_COMMAND = re.compile(r"/([\w-]*)")
_MENTION = re.compile(r"""(?:^|[\s(\[{"'`,;])(@"?([^\s@"]*))$""")
_ARGUMENT = re.compile(r"/([A-Za-z][\w-]*)[ \t]+([^\n]*)")
_LAST_WORD = re.compile(r'@?"?([^\s"]*)$')
_KINDS = {
    Argument.FILES: CompletionKind.FILE,
    Argument.FILES_IN: CompletionKind.FILE_IN,
    Argument.MODEL: CompletionKind.MODEL,
}
_REST_OF_WORD = re.compile(r"""[^\s@"'`,;:!?)\]}]*"?""")


def wanted_at(text: str, position: int) -> CompletionContext | None:
    """Return what to complete with the cursor at this place of the text, or None."""
    begin = max(0, position - REACH)
    before = text[begin:position]
    if mention := _MENTION.search(before):
        return CompletionContext(
            CompletionKind.MENTION, begin + mention.start(1), _end_of_word(text, position), mention[2]
        )
    if begin or not text.startswith("/"):
        return None
    if typed := _COMMAND.fullmatch(before):
        return CompletionContext(CompletionKind.COMMAND, 0, _end_of_word(text, position), typed[1])
    if (argument := _ARGUMENT.fullmatch(before)) and (kind := _kind_of_argument(before)):
        if kind is CompletionKind.MODEL:
            return CompletionContext(kind, argument.start(2), max(position, _end_of_line(text, position)), argument[2])
        word = _LAST_WORD.search(before)
        start = word.start() if word else position
        return CompletionContext(kind, start, _end_of_word(text, position), word[1] if word else "")
    return None


def quoted(path: str) -> str:
    """Return the path as it stands in a message: in quotation marks where it holds a blank."""
    return f'"{path}"' if any(letter.isspace() for letter in path) else path


def _kind_of_argument(text: str) -> CompletionKind | None:
    command = commands.parse(text)
    return _KINDS.get(commands.row_of(command.name).argument) if command else None


def _end_of_word(text: str, position: int) -> int:
    rest = _REST_OF_WORD.match(text, position)
    return rest.end() if rest else position


def _end_of_line(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end
