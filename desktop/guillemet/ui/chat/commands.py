"""Slash commands: what can be typed at the start of a message instead of one.

    command  = "/" name [ blank argument ]       at the very start of the text

A blank before the slash makes it a message. A path such as `/usr/bin` is none either: names hold no second slash.
"""

import re
from enum import StrEnum

from msgspec import Struct


class Name(StrEnum):
    """What a command is called."""

    ASK = "ask"
    EDIT = "edit"
    ADD = "add"
    DROP = "drop"
    CLEAR = "clear"
    COMMIT = "commit"
    RETRY = "retry"
    TOKENS = "tokens"
    MODEL = "model"


class Argument(StrEnum):
    """What may follow a name, worded as it is shown."""

    NOTHING = ""
    MESSAGE = "message"
    FILES = "files"
    FILES_IN = "files in it"
    MODEL = "name"


class CommandRow(Struct, frozen=True):
    """One line of the table of commands."""

    name: Name
    argument: Argument
    sentence: str
    """What it does."""
    alone: str = ""
    """What it does when nothing follows, if that is something else."""


TABLE = (
    CommandRow(Name.ASK, Argument.MESSAGE, "Ask; no edits are wanted.", "Switches to Ask."),
    CommandRow(Name.EDIT, Argument.MESSAGE, "Ask for edits to review.", "Switches to Edit."),
    CommandRow(Name.ADD, Argument.FILES, "Put files into the conversation.", "Opens the list of files."),
    CommandRow(Name.DROP, Argument.FILES_IN, "Take files out of the conversation.", "Takes all of them out."),
    CommandRow(Name.CLEAR, Argument.NOTHING, "Begin a new conversation."),
    CommandRow(Name.COMMIT, Argument.NOTHING, "Let the model write the commit message."),
    CommandRow(Name.RETRY, Argument.NOTHING, "Write a message about the failed blocks."),
    CommandRow(Name.TOKENS, Argument.NOTHING, "Show what the next message would cost."),
    CommandRow(Name.MODEL, Argument.MODEL, "Choose the model.", "Opens the list of models."),
)

_COMMAND = re.compile(r"/([A-Za-z][\w-]*)(?:\s+(.*))?", re.DOTALL)
_ROWS = {row.name: row for row in TABLE}
_NAMES = frozenset(map(str, Name))


class Command(Struct, frozen=True):
    """A command as it was typed."""

    name: Name
    argument: str = ""
    """What follows the name, without blanks around it."""


def row_of(name: Name) -> CommandRow:
    """Return the line of the table that describes the command."""
    return _ROWS[name]


def parse(text: str) -> Command | None:
    """Return the command the text is, or None when it is a message or names no command."""
    found = _COMMAND.fullmatch(text)
    if found is None or found[1].lower() not in _NAMES:
        return None
    return Command(Name(found[1].lower()), (found[2] or "").strip())


def problem(text: str) -> str:
    """Return in a sentence why the text is neither a command that can be obeyed nor a message; empty when it is."""
    found = _COMMAND.fullmatch(text)
    if found is None:
        return ""
    command = parse(text)
    if command is None:
        return f"There is no command /{found[1]}. Type / to see them all, or put a blank before it to send it as text."
    if command.argument and row_of(command.name).argument is Argument.NOTHING:
        return f"Nothing can follow /{command.name}. Remove what stands behind it, or put a blank before it."
    return ""
