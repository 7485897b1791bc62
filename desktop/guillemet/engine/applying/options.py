"""Options for applying a reply, and what the user decided about a single block.

A choice concerns the block alone: the path guard and the flags of the new text are not affected.
"""

from msgspec import Struct

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.catalogue import are_files_wanted
from guillemet.settings import OtherFiles, Strictness


class ApplyOptions(Struct, frozen=True):
    """How a reply is read and applied."""

    match: Strictness = Strictness.LENIENT
    chat_files: tuple[str, ...] = ()
    """Files of the conversation: meant before others when a reply names a file loosely."""
    path: str = ""
    """The file of blocks that name none."""
    root: str = ""
    """The worktree's absolute path on the machine where the reply was written, Windows or not."""
    only: FormatName | None = None
    """Read this format and no other."""
    asked: FormatName | None = None
    """The format that the conversation asked for; others are read all the same."""
    others: OtherFiles | None = None
    """Set for a reply of a conversation, whose `chat_files` are all that may be edited unasked."""
    read_only: tuple[str, ...] = ()
    """Files of the conversation to be read only: an edit of one waits for a decision of its own."""
    shown: tuple[tuple[str, str], ...] = ()
    """Files as the model saw them: path and blob id of their bytes, the base of what it proposes for them."""
    is_stopped: bool = False
    """The user stopped the reply: a block it ends inside of did not fail."""

    @property
    def wants_files(self) -> bool:
        """Whether the model was asked to give whole files."""
        return are_files_wanted(self.only, self.asked)


class PlaceAt(Struct, frozen=True, tag_field="kind", tag=True):
    """The block goes where the user says, whatever stands there."""

    line: int
    """From 1; one past the last line is its end. `Workspace.choose` takes a line of the file as it is proposed, as the
    window shows it; `ReplyApplier.apply` one of the file as the blocks before left it."""
    count: int | None = None
    """How many lines it replaces; when None, as many as the nearest place there has, else as the searched lines."""


class Dismiss(Struct, frozen=True, tag_field="kind", tag="Skip"):
    """The block is left out. Stored reviews name it by the tag."""


class ReplaceFile(Struct, frozen=True, tag_field="kind", tag=True):
    """The block's new lines become the whole file."""


class Append(Struct, frozen=True, tag_field="kind", tag=True):
    """The block's new lines go to the end of the file."""


class SearchFor(Struct, frozen=True, tag_field="kind", tag=True):
    """The block searches for another text than it has; what it changes of its own lines, it changes of these."""

    text: str
    """Lines joined by LF."""


class InFile(Struct, frozen=True, tag_field="kind", tag=True):
    """The block is about another file than it names, or than was found for it."""

    path: str
    """Relative to the worktree."""
    place: PlaceAt | ReplaceFile | Append | SearchFor | None = None
    """Where in that file; when None, where the block's lines stand, as for any other block."""


Choice = PlaceAt | Dismiss | ReplaceFile | Append | SearchFor | InFile
"""Given to `ReplyApplier.apply` beside the block."""
