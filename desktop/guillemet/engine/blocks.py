"""What a reply asks for: edit blocks, and the events in which a reply is read.

Lines are str without their line ending, in the order of the file. Line numbers of a reply count from 1. No value here
can be part of a ring, so none is looked at when garbage is searched for: a long reply makes hundreds of thousands.
"""

from enum import StrEnum

from msgspec import Struct


class FormatName(StrEnum):
    """The edit formats, by the names users and machines choose them with."""

    GUILLEMET = "guillemet"
    ANCHORED = "anchored"
    SQUARES = "squares"
    SEARCH_REPLACE = "search-replace"
    NEW_FILE = "new-file"
    WHOLE_FILE = "whole-file"
    UNIFIED_DIFF = "unified-diff"
    APPLY_PATCH = "apply-patch"
    TAGS = "tags"
    LISTING = "listing"
    TOOL_CALL = "tool-call"


class FileAction(StrEnum):
    """What a block does to its file."""

    EDIT = "edit"
    CREATE = "create"
    DELETE = "delete"
    MOVE = "move"


class ReplyBlock(Struct, frozen=True, gc=False, tag_field="kind", tag=True):
    """What is known of every block: where the reply has it, and how."""

    path: str
    """Undecorated, not guarded, as the reply names it. Empty when the reply names none."""
    format: FormatName
    number: int
    """Which block of its reply, counted from 1."""
    line_number: int
    """Line of the reply where the block's start marker stands."""
    written: tuple[str, ...] = ()
    """The block's lines as they stand in the reply, path and markers included; they share their text with the parts."""

    @property
    def raw(self) -> str:
        """The block as written, for reports."""
        return "\n".join(self.written)


class EditBlock(ReplyBlock, frozen=True, kw_only=True):
    """One edit as the reply asks for it; nothing has been looked up yet."""

    anchor: tuple[str, ...]
    """Leading lines that must stand before `old` and stay."""
    old: tuple[str, ...]
    new: tuple[str, ...]
    trailing: tuple[str, ...] = ()
    """Lines that must stand after `old` and stay."""
    hint: int | None = None
    """Line of the file, from 1, where the reply believes `searched` to stand; chooses among several places."""
    within: tuple[str, ...] = ()
    """Lines that stand somewhere before the place, in this order, such as the head of the class it lies in."""
    at_end: bool = False
    """Whether the place is the last one of the file."""
    final_newline: bool | None = None
    """Whether the file is to end with a newline if the place is its last one; None keeps its end as it is."""
    is_everywhere: bool = False
    """Whether all places are meant where `old` stands."""
    is_path_guessed: bool = False
    """Whether the reply names no file for it, and what stands above it speaks of another one."""
    is_path_spoken_of: bool = False
    """Whether the reply names no file for it, and `path` is the only one of which the line above it speaks."""
    is_inside_broken: bool = False
    """Whether it began inside a text that was never closed, so that it may be an example of it."""
    is_escaped: bool = False
    """Whether its markers and lines were escaped for HTML in the reply; the lines here are not."""
    mode: int | None = None
    """That the file is to have, as git writes it; None keeps the one it has."""

    @property
    def searched(self) -> tuple[str, ...]:
        """The run of lines that must stand in the file."""
        return self.anchor + self.old + self.trailing

    @property
    def replacement(self) -> tuple[str, ...]:
        """The run of lines that takes its place."""
        return self.anchor + self.new + self.trailing


class Addition(Struct, frozen=True, gc=False):
    """What the words above a listing say of lines that they add to its file."""

    names: tuple[str, ...] = ()
    """Names in those words, of classes or others, besides the file's."""
    is_method: bool = False
    """Whether they call the lines a method."""


class WholeFile(ReplyBlock, frozen=True, kw_only=True):
    """A file given whole: it is created, or all of it replaced. A listing may also be a part of the file."""

    new: tuple[str, ...]
    must_be_new: bool
    """Whether a file of that name must not exist yet."""
    is_path_guessed: bool = False
    """Whether the reply names no file for it, and it is taken for the only one of the conversation."""
    is_end_guessed: bool = False
    """Whether the reply may as well end it at another line, since it holds fences like the one around it."""
    is_inside_broken: bool = False
    """Whether it began inside a text that was never closed, so that it may be an example of it."""
    is_called_new: bool = False
    """Whether the reply calls it a new file: create, new file, add."""
    addition: Addition | None = None
    """Set when the words say that its lines are added to the file, and do not say before or after which others."""
    is_escaped: bool = False
    """Whether its markers and lines were escaped for HTML in the reply; the lines here are not."""
    mode: int | None = None
    """That the file is to have, as git writes it; None keeps the one it has."""


class DeleteFile(ReplyBlock, frozen=True, kw_only=True):
    """A file that is to go."""

    is_inside_broken: bool = False
    """Whether it began inside a text that was never closed, so that it may be an example of it."""


class MoveFile(ReplyBlock, frozen=True, kw_only=True):
    """A file that is to have another path; edits of it follow as blocks of the target."""

    target: str
    """The path itself where the file stays and only its mode is to be another."""
    is_inside_broken: bool = False
    """Whether it began inside a text that was never closed, so that it may be an example of it."""
    mode: int | None = None
    """That the file is to have, as git writes it; None keeps the one it has."""

    @property
    def is_mode_alone(self) -> bool:
        """Whether the file stays where it is."""
        return self.target == self.path and self.mode is not None


Block = EditBlock | WholeFile | DeleteFile | MoveFile
"""Whatever a reply can ask for."""


class Breakage(StrEnum):
    """Why a block could not be read to its end."""

    UNFINISHED = "unfinished"
    """The reply ended inside the block."""
    UNCLOSED = "unclosed"
    """The next block began before this one ended."""
    NO_SEPARATOR = "no separator"
    """The end marker came before the separator."""
    STRAY_MARKER = "stray marker"
    """A marker that belongs to no block."""
    BINARY = "binary"
    """The block holds bytes instead of lines."""
    UNCERTAIN = "uncertain"
    """What shows the block changed its lines."""
    UNSUPPORTED = "unsupported"
    """The block is written in a way that is not read, such as a copy, or asks for nothing; edits could do the same."""
    NO_EDIT = "no edit"
    """The block asks for what no edit can do, such as a symbolic link."""


class BrokenBlock(ReplyBlock, frozen=True, kw_only=True):
    """A block whose end never came; it is reported and never applied."""

    breakage: Breakage
    message: str
    """What is missing, at which line of the reply, in a sentence."""


class Prose(Struct, frozen=True, gc=False):
    """One whole line of text outside every block, with its line ending if it has one."""

    text: str


class BlockStarted(Struct, frozen=True, gc=False):
    """A start marker was read."""

    number: int
    path: str
    format: FormatName
    line_number: int


class BlockGrew(Struct, frozen=True, gc=False):
    """One more line of an open block, as written, markers included."""

    number: int
    text: str


class BlockFinished(Struct, frozen=True, gc=False):
    """A block came to its end and can be applied."""

    block: Block


class BlockBroken(Struct, frozen=True, gc=False):
    """A block will never come to its end."""

    block: BrokenBlock


ReplyEvent = Prose | BlockStarted | BlockGrew | BlockFinished | BlockBroken
