"""One file while the blocks of a reply are applied to it, and what each of them did to it."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.blocks import Block, EditBlock, WholeFile
from guillemet.engine.diff.lines import ChangedLines
from guillemet.engine.matching.lines import Lines
from guillemet.engine.outcomes import Change
from guillemet.engine.text import FileText, common_ends

_MARK = "\ufeff"


class Edit(Struct, frozen=True):
    """One run of lines that a block replaced, without the lines it left as they were."""

    number: int
    """Of the block."""
    start: int
    """Counted from 0, in the file as the blocks before left it."""
    count: int
    new_count: int


class WorkingFile:
    """One file as the blocks of a reply leave it; its bytes are read as text only when asked for."""

    __slots__ = (
        *("_data", "_earlier", "_earlier_lines", "_edit_marks", "_edits_marked", "_non_ascii", "_lines", "_original"),
        *("_origins", "_non_blank_lines", "text_if_read"),
        *("edits", "has_failed", "is_held", "origin", "path"),
    )

    def __init__(self, path: str, data: bytes | None) -> None:
        self.path = path
        self.has_failed = False
        """Whether a block of this file failed."""
        self.origin = path
        """Where the file was before this reply; its own path for one that was made."""
        self.is_held = False
        """Whether its folders are known to be folders."""
        self.edits: list[Edit] = []
        """In the order of the blocks, since the file was as `earlier_lines` has it."""
        self._edit_marks: list[int] = []
        """The last edit, counted from 1, of the gap before each line, of the line, and of the end; made when needed."""
        self._edits_marked = 0
        self._origins: list[int] = []
        """Of each line, and of the end, which line of `earlier` it was, or the first one that it stands for."""
        self._original = data
        self._earlier: FileText | None = None
        self._earlier_lines: Lines | None = None
        self._data: bytes | None = data
        self.text_if_read: FileText | None = None
        """The file's text, None while there is no such file or it was not read as text."""
        self._lines: Lines | None = None
        self._non_blank_lines: int | None = None
        self._non_ascii: frozenset[str] | None = None

    def copied(self) -> "WorkingFile":
        """Return the file as it is now, to try a block on."""
        other = copy(self)
        other._lines = None  # changed where it is, unlike texts  # noqa: SLF001
        other.edits, other._edit_marks, other._origins = list(self.edits), list(self._edit_marks), list(self._origins)  # noqa: SLF001
        return other

    @property
    def exists(self) -> bool:
        """Whether there is such a file now."""
        return self._data is not None or self.text_if_read is not None

    @property
    def text(self) -> FileText | None:
        """The file's text, None while there is no such file; raises NotTextError when it is none."""
        if self.text_if_read is None and self._data is not None:
            self.text_if_read = FileText.from_bytes(self._data)
        return self.text_if_read

    @property
    def lines(self) -> Lines:
        """The file's lines for searching."""
        if self._lines is None:
            self._lines = Lines(self.text.lines if self.text else ())
        return self._lines

    @property
    def non_blank_lines(self) -> int:
        """How many lines of the file are not blank."""
        if self._non_blank_lines is None:
            self._non_blank_lines = count_non_blank(self.text.lines if self.text else ())
        return self._non_blank_lines

    @property
    def earlier(self) -> FileText | None:
        """The file's text before the first edit, None when this reply made the file or left it alone."""
        return self._earlier

    @property
    def earlier_lines(self) -> Lines:
        """The lines of that text, for searching."""
        if self._earlier is None:
            return Lines(())
        if self._earlier_lines is None:
            self._earlier_lines = Lines(self._earlier.lines)
        return self._earlier_lines

    @property
    def non_ascii(self) -> frozenset[str]:
        """The characters beyond ASCII of the text before the first edit."""
        if self._non_ascii is None:
            self._non_ascii = beyond_ascii(self._earlier.lines if self._earlier else ())
        return self._non_ascii

    @property
    def data(self) -> bytes | None:
        """The file's bytes, None while there is no such file."""
        if self._data is None and self.text_if_read is not None:
            self._data = self.text_if_read.to_bytes()
        return self._data

    @property
    def was_there(self) -> bool:
        """Whether there was such a file at first."""
        return self._original is not None

    @property
    def is_changed(self) -> bool:
        """Whether the bytes are others than at first."""
        return self.data != self._original

    def changed_by(self, start: int, count: int) -> int | None:
        """Return the number of the last block that changed one of these lines, counted from 0; None when none did.

        A block that took lines away between two of them changed them, too.
        """
        self._mark_edits()
        last = max(self._edit_marks[2 * start + 1 : 2 * (start + count)], default=0)
        return self.edits[last - 1].number if last else None

    def counterpart(self, start: int, end: int) -> ChangedLines:
        """Return lines of `earlier` from `start` or above to `end` or below, counted from 0, and those they are now.

        Above the first and below the last of them is a gap that no edit touched, or an end of the file.
        """
        self._mark_edits()
        marks, origins = self._edit_marks, self._origins
        low, high = bisect_left(origins, start), bisect_left(origins, end)
        while low and marks[2 * low]:
            low -= 1
        while high < len(origins) - 1 and marks[2 * high]:
            high += 1
        first = origins[low] if low else 0
        return ChangedLines(first, origins[high] - first, low, high - low)

    def _mark_edits(self) -> None:
        marks, origins = self._edit_marks, self._origins
        if not marks:
            count = len(self.lines.plain) - sum(edit.new_count - edit.count for edit in self.edits)
            marks += [0] * (2 * count + 1)
            origins += range(count + 1)
        for edit in self.edits[self._edits_marked :]:
            self._edits_marked += 1
            end = edit.start + edit.count
            marks[2 * edit.start : 2 * end + 1] = [self._edits_marked] * (2 * edit.new_count + 1)
            origins[edit.start : end] = [origins[edit.start]] * edit.new_count

    def change_of(self, number: int) -> Change | None:
        """Return the change by which the last block, if this is its number, moved lines; None when it moved none."""
        made = 1 if self._earlier is None else 0
        # A block replaces one run of lines, and may end the file after that.
        last = self.edits[max(made, len(self.edits) - 2) :]
        moving = (edit for edit in last if edit.number == number and edit.new_count != edit.count)
        return next((Change(edit.start + 1, edit.count, edit.new_count) for edit in moving), None)

    def without_mark(self, block: Block) -> Block:
        """Return the block as its lines are in a file with a byte-order mark, which git prints as a part of line 1."""
        if not isinstance(block, EditBlock | WholeFile) or not any(map(_has_mark, _parts(block))):
            return block
        text = self.text
        if text is None or not text.bom or _has_mark(text.lines[:1]):
            return block
        if isinstance(block, WholeFile):
            return replace(block, new=_unmarked(block.new))
        if block.anchor:
            return replace(block, anchor=_unmarked(block.anchor))
        return replace(block, old=_unmarked(block.old), new=_unmarked(block.new))

    def create(self, text: FileText, *, number: int) -> None:
        """Make the file; `number` is the block's."""
        self._forget_edits()
        self.edits.append(Edit(number, 0, 0, len(text.lines)))
        self.text_if_read, self._data, self._lines, self._non_blank_lines = text, None, None, None

    def splice(self, start: int, count: int, new: Sequence[str], *, number: int) -> None:
        """Replace lines of the file as `FileText.splice` does; `number` is the block's."""
        before = self.text
        if before is None:
            return
        text = before.splice(start, count, new)
        old = before.lines[start : start + count]
        head, tail = common_ends(old, new)
        if not self.edits:
            self._earlier = before
        edit = Edit(number, start + head, count - head - tail, len(new) - head - tail)
        self.edits.append(edit)
        self.text_if_read, self._data = text, None
        if self._lines is not None:
            # A large file is brought into its forms once, not once for every block.
            self._lines.splice(edit.start, edit.count, new[head : len(new) - tail])
        if self._non_blank_lines is not None:
            self._non_blank_lines += count_non_blank(new) - count_non_blank(old)

    def end(self, *, newline: bool, number: int) -> bool:
        """End the last line with a newline, or without one; return whether that changed it."""
        before = self.text
        if before is None or (text := before.ended(newline=newline)) is before:
            return False
        if not self.edits:
            self._earlier = before
        self.edits.append(Edit(number, len(before.lines) - 1, 1, 1))
        self.text_if_read, self._data = text, None
        return True

    def delete(self) -> None:
        """Take the file away."""
        self._forget_edits()
        self.origin = self.path
        self._data = self.text_if_read = self._lines = self._non_blank_lines = None

    def receive(self, other: "WorkingFile") -> None:
        """Take over another file's content and what was done to it; the other one is gone."""
        self._data, self.text_if_read = other._data, other.text_if_read  # noqa: SLF001 - one class
        self._lines, self._non_blank_lines = other._lines, other._non_blank_lines  # noqa: SLF001
        self._earlier, self._earlier_lines, self.edits = other._earlier, other._earlier_lines, other.edits  # noqa: SLF001
        self._edit_marks, self._edits_marked = other._edit_marks, other._edits_marked  # noqa: SLF001
        self._origins = other._origins  # noqa: SLF001
        self.origin = other.origin
        other.delete()

    def _forget_edits(self) -> None:
        self.edits, self._edit_marks, self._edits_marked, self._origins = [], [], 0, []
        self._earlier = self._earlier_lines = self._non_ascii = None


def _parts(block: EditBlock | WholeFile) -> tuple[Sequence[str], ...]:
    return (block.new,) if isinstance(block, WholeFile) else (block.anchor, block.old, block.new)


def _has_mark(lines: Sequence[str]) -> bool:
    return bool(lines) and lines[0].startswith(_MARK)


def _unmarked(lines: tuple[str, ...]) -> tuple[str, ...]:
    return (lines[0].removeprefix(_MARK), *lines[1:]) if lines else lines


def count_non_blank(lines: Iterable[str]) -> int:
    """Return how many of the lines are not blank."""
    return sum(map(bool, map(str.strip, lines)))


def beyond_ascii(lines: Iterable[str]) -> frozenset[str]:
    """Return the characters of the lines that are not of ASCII."""
    return frozenset(char for line in lines if not line.isascii() for char in line if not char.isascii())
