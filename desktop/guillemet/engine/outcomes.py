"""What became of a block: applied and how it was found, already applied, failed, skipped or dismissed, and why.

Line numbers of files count from 1.
"""

from enum import StrEnum
from itertools import takewhile

from msgspec import Struct

from guillemet.engine.blocks import Block, BrokenBlock, EditBlock, FileAction, WholeFile

PREVIEW_LENGTH = 50


class Status(StrEnum):
    """The five ends of a block, as scripts see them."""

    APPLIED = "applied"
    ALREADY_APPLIED = "already applied"
    FAILED = "failed"
    SKIPPED = "skipped"
    """It was not tried: the answer was stopped in it, an earlier block failed, or a later one did the same."""
    DISMISSED = "dismissed"
    """The user left it out."""

    @property
    def word(self) -> str:
        """How people see it: a block has its place in the proposal, and no file is written before it is accepted."""
        return {Status.APPLIED: "placed", Status.ALREADY_APPLIED: "already there"}.get(self, str(self))


class Rung(StrEnum):
    """Which rung of the matching ladder found the place."""

    EXACT = "exact"
    WHITESPACE = "whitespace"
    REINDENTED = "re-indented"
    ELIDED = "elided"
    SYNTAX = "syntax"
    FUZZY = "fuzzy"
    MERGED = "merged"
    """Found in the file as it was before this reply, and merged with what earlier blocks made of it."""

    @property
    def certainty(self) -> str:
        """How sure it is that the place was meant: high, medium or low."""
        if self is Rung.EXACT:
            return "high"
        return "medium" if self in (Rung.WHITESPACE, Rung.REINDENTED) else "low"


class Reason(StrEnum):
    """Why a block failed, was skipped or dismissed, as scripts see it; `Outcome.message` says it to people."""

    NOT_FOUND = "not found"
    ANCHOR_NOT_FOUND = "anchor not found"
    OLD_LINES_DIFFER = "old lines differ"
    TRAILING_NOT_FOUND = "trailing anchor not found"
    CONFLICT = "conflict"
    """An earlier block of the same reply changed those lines, and the two cannot be merged."""
    AMBIGUOUS = "ambiguous"
    FILE_EXISTS = "file exists"
    FILE_NOT_FOUND = "file not found"
    NO_PATH = "no path"
    AMBIGUOUS_PATH = "ambiguous path"
    UNSAFE_PATH = "unsafe path"
    BINARY = "binary"
    ENCODING = "encoding"
    UNREADABLE = "unreadable"
    PREVIOUS_FAILED = "previous failed"
    PLACEHOLDER = "placeholder"
    """The new file would say nothing but that its content is to be put there."""
    BROKEN = "broken block"
    UNSUPPORTED = "not supported"
    """The block is written in a way that is not read, such as a copy, or asks for nothing."""
    NO_EDIT = "not an edit"
    """The block asks for what no edit can do, such as a symbolic link."""
    STOPPED = "stopped"
    """Skipped because the user stopped the answer inside the block."""
    DISMISSED = "by you"
    SETTLED_LATER = "settled by a later reply"
    """A block of a later reply made the same change of the same file, or of any where it named none there is."""
    REPEATED_LATER = "repeated by a later reply"
    """A later reply holds the same block, which failed there too."""


class Missing(StrEnum):
    """What took lines away that a block searches for."""

    REJECTED = "rejected"
    """The user rejected them when they were proposed."""
    EDITED = "edited"
    """The user edited them."""
    CHANGED = "changed"
    """An edit that waits for a decision changes them."""


_UNCERTAIN = frozenset({Rung.ELIDED, Rung.SYNTAX, Rung.FUZZY, Rung.MERGED})
"""Rungs whose place is likely rather than sure."""


class Flag(StrEnum):
    """What a user should know of an applied block before accepting it."""

    SEVERAL_PLACES = "several places"
    APPENDED = "appended"
    OTHER_FILE = "other file"
    """The lines stand in another file of the conversation than the block names."""
    FOUND_BY_TEXT = "file found by its text"
    """The block names no file that is there, and this is the only one in which its old lines stand."""
    PLACEHOLDER = "placeholder"
    """A new line only says that code was left out."""
    HIDDEN_CHARACTERS = "hidden characters"
    LOOK_ALIKE = "look-alike name"
    """The new file's path looks like one that is there."""
    CAN_RUN_CODE = "can run code"
    """The file is one that some program runs or obeys unasked."""
    REPLACED_WHOLE = "replaced whole"
    REPLACES_FILE = "replaces a file"
    """A moved file takes the place of another one, which the reply deletes."""
    NOT_COMMITTED = "not committed"
    """What a deleted file holds is in no commit."""
    REPEATS = "repeats the file"
    """The new lines say again what stands beside them, or at the end of the file most of what stands in it."""
    GUESSED_PATH = "guessed path"
    """The reply does not name the file: a listing took the place of the only one of the conversation, what stands above
    the block speaks of another one, or the path is one of another machine."""
    INSIDE_ANOTHER = "inside another block"
    """It began inside a block that broke for want of its end: it may be an example in the text that one writes."""
    NO_HEAD = "head not found"
    """A line that the block names as standing above its place is not in the file."""
    FINAL_NEWLINE = "final newline"
    """A hunk removes an empty line below the last one, which was taken for the newline at the end of the file."""
    DROPS_MOST = "drops most lines"
    """Most of the file's lines are gone: what was given as the whole file may be a part of it."""
    BREAKS_SYNTAX = "breaks syntax"
    """The file parsed without an error before, and does not any more; or it is new and does not."""
    FENCE = "code fence"
    """A new line is a code fence, where a file of code has none, or half of a page's ones; or such a line may be where
    the file ends in the reply; or one part of the block stood in a fence of its own, which was left out."""
    CUT_SHORT = "cut short"
    """What was given as the whole file begins or ends where the file goes on."""
    BY_NUMBER = "line number alone"
    """Nothing but the number of a line says where the new lines belong."""
    LISTING = "listing"
    """The reply only shows the lines and does not mark them as an edit."""
    LINE_NUMBERS = "line numbers"
    """The lines of the block had their numbers before them, as a listing has, or its new ones have them still."""
    ESCAPES = "HTML escapes"
    """The lines of the block had characters escaped for HTML, or its new ones have them where the old ones had none."""
    QUOTES = "other quotes"
    """The lines have typographic quotes or dashes where the file or its language has plain ones, or the reverse."""
    SIGNS = "signs of a diff"
    """The lines of the block had the signs of a diff before them, which were left out."""
    WRAPPED = "wrapped lines"
    """Lines of the block were broken in two where a terminal ended, and joined, or new ones seem to be so still; or a
    blank line stood below each."""
    PAGE = "text of a page"
    """A new line is, or ends with, what the page or program showed that it was copied from."""
    PART_OF_LINE = "part of a line"
    """What is searched is only a part of a line, whose rest was kept."""
    INDENTATION = "indentation"
    """Old and new part are not indented alike, or new lines are indented in another unit than the file."""
    MERGED_WORDS = "merged words"
    """A new line was merged word by word with the line of the file that it takes the place of."""
    SEPARATOR = "separator"
    """A separator became a line of the file: there may be one too many."""
    GUESSED_ENCODING = "guessed encoding"
    """New letters were written in an encoding that nothing but the file's other letters tells."""
    FILE_BY_HAND = "file chosen by hand"
    """The user chose the file."""
    PLACED_BY_HAND = "placed by hand"
    """The user chose the place."""
    SEARCHED_BY_HAND = "searched text changed"
    """The user changed the text that the block searches for."""
    NOT_IN_CONVERSATION = "not in the conversation"
    """The model was not shown the file."""
    READ_ONLY = "read-only"
    """The file is in the conversation, but only to be read."""
    YOURS_KEPT = "your lines kept"
    """The user edited lines for which the block has others: the user's were kept."""
    YOURS_REPLACED = "your lines replaced"
    """It replaces lines that the user edited, and does not name them: it may be written for those before the edit."""
    DEFERRED = "deferred"
    """It waits because its file is not in the conversation, as the user has set it."""


_ASKING = frozenset(
    {
        Flag.SEVERAL_PLACES,
        Flag.OTHER_FILE,
        Flag.FOUND_BY_TEXT,
        Flag.PLACEHOLDER,
        Flag.HIDDEN_CHARACTERS,
        Flag.LOOK_ALIKE,
        Flag.CAN_RUN_CODE,
        Flag.REPLACES_FILE,
        Flag.NOT_COMMITTED,
        Flag.REPEATS,
        Flag.GUESSED_PATH,
        Flag.INSIDE_ANOTHER,
        Flag.NO_HEAD,
        Flag.FINAL_NEWLINE,
        Flag.DROPS_MOST,
        Flag.CUT_SHORT,
        Flag.BY_NUMBER,
        Flag.LISTING,
        Flag.FENCE,
        Flag.BREAKS_SYNTAX,
        Flag.LINE_NUMBERS,
        Flag.ESCAPES,
        Flag.QUOTES,
        Flag.SIGNS,
        Flag.WRAPPED,
        Flag.PAGE,
        Flag.PART_OF_LINE,
        Flag.INDENTATION,
        Flag.SEPARATOR,
        Flag.GUESSED_ENCODING,
        Flag.READ_ONLY,
        Flag.YOURS_KEPT,
        Flag.YOURS_REPLACED,
        Flag.DEFERRED,
    }
)


class PlacedLines(Struct, frozen=True):
    """What placing a block changes of the lines at a place, without those it leaves as they are above and below."""

    skipped: int
    """Lines of the place above those that are replaced."""
    count: int
    """How many lines are replaced."""
    new: tuple[str, ...]


class Nearest(Struct, frozen=True):
    """The place that resembles the searched lines most."""

    path: str
    line: int
    count: int
    """How many lines the place spans."""
    similarity: float
    """0 to 1."""
    text: str = ""
    """The lines that stand there, joined by LF, for showing beside the searched ones."""
    differences: tuple[str, ...] = ()
    """In words how the place differs from the searched lines, such as "searched line 3 differs"."""
    placed: PlacedLines | None = None
    """What putting a block that failed at this place changes; None where that is not known."""
    is_known: bool = False
    """Whether the searched lines stood here, before what is proposed, or the user's edit of that, changed them."""
    replaces_own: bool = False
    """Whether putting the block here replaces lines that the user edited."""

    @property
    def percent(self) -> int:
        """The similarity as it is shown: 100 only where nothing differs."""
        return int(self.similarity * 100)


class Change(Struct, frozen=True):
    """A run of lines that a block replaced by another number of lines, without those it left as they were."""

    line: int
    """Of the file as the blocks before left it."""
    count: int
    new_count: int


class Outcome(Struct, frozen=True):
    """What became of one block.

    Its lines, and those of its nearest places, are lines of the file as the blocks before left it; in a `Review` they
    are lines of the file as it is proposed.
    """

    block: Block | BrokenBlock
    status: Status
    path: str
    """The file that was meant, relative to the worktree; as written where no file could be known."""
    action: FileAction = FileAction.EDIT
    how: Rung | None = None
    """Set when applied to existing lines."""
    score: float | None = None
    """Similarity of the place, 0 to 1, when it was found by likeness."""
    reason: Reason | None = None
    """Set when failed, skipped or dismissed."""
    missing: Missing | None = None
    """Of a block of which the lines were not found: what took them away, where that is known."""
    message: str = ""
    """Sentences for people: why it failed, or what each flag is about; empty when all went well."""
    lines: tuple[int, ...] = ()
    """Every place where the searched lines stood; the first is the one that was taken."""
    nearest: tuple[Nearest, ...] = ()
    """For failed blocks, best first."""
    flags: frozenset[Flag] = frozenset()
    change: Change | None = None
    """By which lines below it moved, if any did; not for a file that the block made."""
    stood: str = ""
    """The lines that stood at its place, joined by LF, where that was not found for certain."""
    changed: tuple[tuple[int, int], ...] = ()
    """Which lines are other ones since a block that gives the file or a part of it, counted from 0, half-open."""

    @property
    def is_success(self) -> bool:
        """Whether the file now says what the block wants."""
        return self.status in (Status.APPLIED, Status.ALREADY_APPLIED)

    @property
    def can_be_retried(self) -> bool:
        """Whether it failed, and a model that writes it again may help."""
        return self.status is Status.FAILED and self.reason not in (Reason.BINARY, Reason.NO_EDIT)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to do about the block: its change is in the file, or the user dismissed it."""
        return self.is_success or self.reason in (Reason.DISMISSED, Reason.SETTLED_LATER, Reason.REPEATED_LATER)

    @property
    def line(self) -> int:
        """The first line that differs from what stood at its place; 0 where it has none."""
        if not self.lines:
            return 0
        block = self.block
        pairs = zip(block.searched, block.replacement, strict=False) if isinstance(block, EditBlock) else ()
        return self.lines[0] + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    @property
    def asks(self) -> bool:
        """Whether the block waits for the user's own decision instead of going with Accept all."""
        if self.status is not Status.APPLIED:
            return False
        is_sure = self.how not in _UNCERTAIN or Flag.PLACED_BY_HAND in self.flags
        return not is_sure or bool(self.flags & _ASKING)

    @property
    def anchor_preview(self) -> str:
        """First line of the anchor, at most 50 characters."""
        return _preview(self.block.anchor) if isinstance(self.block, EditBlock) else ""

    @property
    def old_preview(self) -> str:
        """First line of the old part, at most 50 characters."""
        return _preview(self.block.old) if isinstance(self.block, EditBlock) else ""

    @property
    def new_preview(self) -> str:
        """First line of the new part, at most 50 characters."""
        return _preview(self.block.new) if isinstance(self.block, EditBlock | WholeFile) else ""


def _preview(lines: tuple[str, ...]) -> str:
    return lines[0][:PREVIEW_LENGTH] if lines else ""
