"""Slash commands: what can be typed at the start of a message instead of one, and what the typed text asks to complete.

    command  = "/" name [ blank argument ]       at the very start of the text

A blank before the slash makes it a message. A path such as `/usr/bin` is none either: names hold no second slash.
Pure: text and a place in it come in, values go out.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fnmatch import translate
from typing import Self

from msgspec import Struct


class Argument(StrEnum):
    """What may follow a name, worded as it is shown."""

    NOTHING = ""
    MESSAGE = "message"
    FILES = "files"
    FILES_IN = "files in it"
    MODEL = "name"


class Name(StrEnum):
    """What a command is called, what may follow it, what it does, and what it does alone if that is something else."""

    argument: Argument
    sentence: str
    alone: str

    def __new__(cls, name: str, argument: Argument, sentence: str, alone: str = "") -> Self:
        """Keep the description with the name."""
        command = str.__new__(cls, name)
        command._value_, command.argument, command.sentence, command.alone = name, argument, sentence, alone
        return command

    ASK = "ask", Argument.MESSAGE, "Ask a question, without edits.", "Switches to Ask."
    EDIT = "edit", Argument.MESSAGE, "Ask for edits to review.", "Switches to Edit."
    ADD = "add", Argument.FILES, "Add files to the conversation.", "Opens the list of files."
    DROP = "drop", Argument.FILES_IN, "Remove files from the conversation.", "Removes all of them."
    CLEAR = "clear", Argument.NOTHING, "Begin a new conversation."
    COMMIT = "commit", Argument.NOTHING, "Suggest a commit message."
    RETRY = "retry", Argument.NOTHING, "Write a message about the failed blocks."
    TOKENS = "tokens", Argument.NOTHING, "Show what the next message would cost."
    MODEL = "model", Argument.MODEL, "Choose the model.", "Opens the list of models."


_COMMAND = re.compile(r"/([A-Za-z][\w-]*)(?:\s+(.*))?", re.DOTALL)
_NAMES = {str(name): name for name in Name}


class Command(Struct, frozen=True):
    """A command as it was typed."""

    name: Name
    argument: str = ""
    """What follows the name, without blanks around it."""


def parse(text: str) -> Command | None:
    """Return the command the text is, or None when it is a message or names no command."""
    found = _COMMAND.fullmatch(text)
    name = _NAMES.get(found[1].lower()) if found else None
    return Command(name, (found[2] or "").strip()) if found and name else None


def problem(text: str) -> str:
    """Return in a sentence why the text is neither a command that can be obeyed nor a message; empty when it is."""
    found = _COMMAND.fullmatch(text)
    if found is None:
        return ""
    command = parse(text)
    if command is None:
        return f"There is no command /{found[1]}. Type / to see them all, or put a blank before it to send it as text."
    if command.argument and command.name.argument is Argument.NOTHING:
        return f"Nothing can follow /{command.name}. Remove what stands behind it, or put a blank before it."
    return ""


class CompletionKind(StrEnum):
    """What is to be completed."""

    COMMAND = "commands"
    MENTION = "files"
    FILE = "files to add"
    FILE_IN = "files to take out"


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
_TYPED_COMMAND = re.compile(r"/([\w-]*)")
_MENTION = re.compile(r"""(?:^|[\s(\[{"'`,;])(@"?([^\s@"]*))$""")
_ARGUMENT = re.compile(r"/([A-Za-z][\w-]*)[ \t]+([^\n]*)")
_LAST_WORD = re.compile(r'@?"?([^\s"]*)$')
_KINDS = {Argument.FILES: CompletionKind.FILE, Argument.FILES_IN: CompletionKind.FILE_IN}
_REST_OF_WORD = re.compile(r"""[^\s@"'`,;:!?)\]}]*"?""")


def wanted_at(text: str, position: int) -> CompletionContext | None:
    """Return what to complete with the cursor at this place of the text, or None.

    /co▏                    a command, at the very start of the text
    /add src/▏  /drop ▏     a file, on the first line
    see @tot▏               a file, after a blank, a bracket or a quotation mark
    """
    begin = max(0, position - REACH)
    before = text[begin:position]
    if mention := _MENTION.search(before):
        return CompletionContext(
            CompletionKind.MENTION, begin + mention.start(1), _end_of_word(text, position), mention[2]
        )
    if begin or not text.startswith("/"):
        return None
    if typed := _TYPED_COMMAND.fullmatch(before):
        return CompletionContext(CompletionKind.COMMAND, 0, _end_of_word(text, position), typed[1])
    if _ARGUMENT.fullmatch(before) and (kind := _kind_of_argument(before)):
        word = _LAST_WORD.search(before)
        start = word.start() if word else position
        return CompletionContext(kind, start, _end_of_word(text, position), word[1] if word else "")
    return None


def quoted(path: str) -> str:
    """Return the path as it stands in a message: in quotation marks where it holds a blank."""
    return f'"{path}"' if any(letter.isspace() for letter in path) else path


def _kind_of_argument(text: str) -> CompletionKind | None:
    command = parse(text)
    return _KINDS.get(command.name.argument) if command else None


def _end_of_word(text: str, position: int) -> int:
    rest = _REST_OF_WORD.match(text, position)
    return rest.end() if rest else position


_WORD = re.compile(r'@?"([^"]*)"|(\S+)')


class PathArguments(Struct, frozen=True):
    """The files that are meant, in the order of the listing, and the words that name none."""

    paths: tuple[str, ...]
    unknown: tuple[str, ...]


def named_files(argument: str, known: Sequence[str]) -> PathArguments:
    """Return the files among those known that the words name; the whole argument may be one path with blanks."""
    if argument in known:
        return PathArguments((argument,), ())
    words = [quoted or plain.removeprefix("@") for quoted, plain in _WORD.findall(argument)]
    chosen: set[str] = set()
    unknown = []
    for word in words:
        meant = set(_meant(word.removeprefix("./"), known))
        chosen |= meant
        if not meant:
            unknown.append(word)
    return PathArguments(tuple(path for path in known if path in chosen), tuple(unknown))


def _meant(word: str, known: Iterable[str]) -> Iterable[str]:
    if any(sign in word for sign in "*?"):
        fits = re.compile(translate(word)).match
        return [path for path in known if fits(path)]
    folder = word.rstrip("/") + "/"
    return [path for path in known if path == word or path.startswith(folder)]
