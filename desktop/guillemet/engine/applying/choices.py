"""What a user decided about one block, in the place of what the engine would do with it.

A choice is about the block alone: the path guard, the file that is meant and the flags of the new text stay.
"""

from msgspec import Struct


class PlaceAt(Struct, frozen=True):
    """The block goes where the user says, whatever stands there."""

    line: int
    """From 1; one past the last line is its end. `Workspace.choose` takes a line of the file as it is proposed, as the
    window shows it; `ReplyApplier.apply` one of the file as the blocks before left it."""
    count: int | None = None
    """How many lines it replaces; when None, as many as the nearest place there has, else as the searched lines."""


class Skip(Struct, frozen=True):
    """The block is left out."""


class ReplaceFile(Struct, frozen=True):
    """The block's new lines become the whole file."""


class Append(Struct, frozen=True):
    """The block's new lines go to the end of the file."""


Choice = PlaceAt | Skip | ReplaceFile | Append
"""Given to `ReplyApplier.apply` beside the block."""
