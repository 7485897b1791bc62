"""The diff of one file while it comes, block by block, and what each block amounts to."""

from msgspec.structs import replace

from guillemet.engine.blocks import Breakage
from guillemet.engine.formats.diff_head import FileHead
from guillemet.engine.formats.format import Deletion, Ended, Move, Trouble, Whole
from guillemet.engine.formats.hunk import Hunk, growth_of, parts_of

_BYTES = "The block holds bytes, which cannot be reviewed as text."
_COPY = "The block asks for a copy of a file, which is no edit. Give all lines of the new file instead."
_MERGE = "The block is the diff of a merge, with a sign for each parent before its lines, and cannot be applied."
_MODE = "The block changes only the mode of its file, which is no edit."
_NOTHING = "The block says nothing to do with its file: no line comes, and none goes."
_CUT = "The reply ended inside this block: its head tells of more lines."


class FileDiff:
    """What was said of one file: its head, and the hunks of the current block.

    A hunk is a block, unless the file is made or deleted: then all hunks are one. A move is a block before the hunks.
    """

    __slots__ = ("_drift", "_is_moved", "head", "hunks")

    def __init__(self, head: FileHead) -> None:
        self.head = head
        self.hunks: list[Hunk] = []
        self._is_moved = False
        """Whether the block that moves the file is done."""
        self._drift = 0
        """Lines by which the earlier hunks let the file grow."""

    @property
    def path(self) -> str:
        """The file the current block is about."""
        return self.head.target if self._is_moved else self.head.path

    def begin(self, hunk: Hunk) -> Ended | None:
        """Begin a hunk; return the block that is done by that, None when the current one goes on."""
        if self.head.is_new or self.head.is_deleted or self.head.is_copied:
            self.hunks.append(hunk)
            return None
        is_moving = self.head.target != "" and not self._is_moved
        done = self.ended() if is_moving or any(one.lines for one in self.hunks) else None
        self._is_moved |= is_moving
        self.hunks = [hunk]
        return done

    def ended(self) -> Ended:
        """Return what the current block amounts to; called once a block."""
        head = self.head
        if head.is_binary:
            return Trouble(Breakage.BINARY, _BYTES)
        if head.is_merge:
            return Trouble(Breakage.UNSUPPORTED, _MERGE)
        if head.is_copied:
            return Trouble(Breakage.UNSUPPORTED, _COPY)
        if head.is_deleted:
            return Deletion()
        return self._lines_ended() or self._wordless()

    def stopped(self) -> Ended:
        """Return what the current block amounts to where the reply ended, unless there must have been more of it."""
        hunk = self.hunks[-1] if self.hunks else None
        is_cut_short = self.head.is_new and not self.head.is_without_lines
        lacks_lines = hunk.is_short and not hunk.ends_unchanged if hunk else is_cut_short
        return Trouble(Breakage.UNFINISHED, _CUT) if lacks_lines and not self.head.is_binary else self.ended()

    def _lines_ended(self) -> Ended | None:
        signed = [one for hunk in self.hunks for one in hunk.signed()]
        if self.head.is_new and (signed or self.head.is_empty) and all(sign != "-" for sign, _text in signed):
            return Whole(tuple(text for _sign, text in signed), must_be_new=True)
        if not self.hunks:
            return None
        numbers, drift = self.hunks[0].numbers, self._drift
        line = numbers.line if numbers else None
        self._drift += growth_of(signed)
        within = filter(None, (self.hunks[0].heading,))
        parts = parts_of(signed, hint=None if line is None else max(1, line + drift), within=within)
        return replace(parts, final_newline=self.hunks[-1].final_newline)

    def _wordless(self) -> Ended:
        if self.head.target:
            return Move(self.head.target)
        return Trouble(Breakage.UNSUPPORTED, _MODE if self.head.changes_mode else _NOTHING)
