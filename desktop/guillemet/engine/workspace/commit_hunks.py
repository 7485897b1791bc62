"""The hunks of a file of the next commit, and which of them the user leaves out.

    HEAD ──all hunks──▶ whole          what is committed when nothing is left out
      ╰──those included──▶ wanted      what is committed

A hunk that is left out is known by its lines: it stays left out wherever they stand by now, and whatever else of the
file changes, and so does what a later reply makes of just its lines in HEAD. When other lines change with these, it is
another hunk, and nothing was chosen for that.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256

from msgspec import Struct

from guillemet.engine.diff.lines import ANY_ENDING, ChangedLines, changed, own_marks
from guillemet.engine.diff.parts import choose, part_of
from guillemet.engine.review import Part
from guillemet.engine.staging import LeftOutHunk
from guillemet.engine.text import FileText


class CommitHunks(Struct, frozen=True):
    """The hunks between what HEAD has of a file and all that a commit could take of it; they count from 1."""

    before: bytes
    after: bytes
    lines: tuple[ChangedLines, ...]
    names: tuple[LeftOutHunk, ...]
    """How each hunk is known, in the same order."""

    @staticmethod
    def between(before: bytes, after: bytes) -> "CommitHunks":
        """Return the hunks of two versions of a file; raises NotTextError."""
        old, new = FileText.from_bytes(before), FileText.from_bytes(after)
        marked = own_marks(before, after)
        hunks = changed(old.whole, new.whole, marked=marked)
        choose(before, after, Part((), (), ""))  # raises where the encoding changes
        old_lines, new_lines = (
            _lines("\ufeff" * is_there + one.whole) for one, is_there in zip((old, new), marked, strict=True)
        )
        digests = [_digest(old_lines[hunk.old], new_lines[hunk.new]) for hunk in hunks]
        counts, met = Counter(digests), Counter[str]()
        names = []
        for digest in digests:
            met[digest] += 1
            names.append(LeftOutHunk(digest, met[digest], counts[digest]))
        return CommitHunks(before, after, hunks, tuple(names))

    @property
    def all(self) -> frozenset[int]:
        """The numbers of all hunks."""
        return frozenset(range(1, len(self.lines) + 1))

    def found(self, names: Collection[LeftOutHunk]) -> frozenset[int]:
        """Return which hunks these are; one that is not there as it was is not among them."""
        return frozenset(number for number, name in enumerate(self.names, start=1) if name in names)

    def touched(self, part: Part) -> frozenset[int]:
        """Return the hunks of which lines are in a part."""
        return frozenset(
            number
            for number, hunk in enumerate(self.lines, start=1)
            if _meet(part.old, hunk.old) or _meet(part.new, hunk.new)
        )

    def refined(self, earlier: "CommitHunks", numbers: Collection[int]) -> frozenset[int]:
        """Return the hunks that change lines of HEAD only which these hunks of an earlier version changed."""
        places = [earlier.lines[number - 1] for number in numbers]
        return frozenset(
            number
            for number, hunk in enumerate(self.lines, start=1)
            if any(one.old_start <= hunk.old_start and hunk.old.stop <= one.old.stop for one in places)
        )

    def names_of(self, numbers: Collection[int]) -> tuple[LeftOutHunk, ...]:
        """Return how these hunks are known."""
        return tuple(name for number, name in enumerate(self.names, start=1) if number in numbers)

    def without(self, numbers: Collection[int]) -> bytes:
        """Return the file with all hunks but these."""
        if not numbers:
            return self.after
        chosen = (hunk for number, hunk in enumerate(self.lines, start=1) if number in numbers)
        return choose(self.before, self.after, part_of(chosen, "")).left


def _lines(text: str) -> Sequence[str]:
    """Return the lines of a text with their endings."""
    ends = [found.end() for found in ANY_ENDING.finditer(text)]
    ends += [len(text)] if text and ends[-1:] != [len(text)] else []
    return [text[start:end] for start, end in zip((0, *ends), ends, strict=False)]


def _digest(removed: Sequence[str], added: Sequence[str]) -> str:
    # The counts say where one side ends and the other begins.
    data = f"{len(removed)} {len(added)} {''.join((*removed, *added))}"
    return sha256(data.encode("utf-8", "surrogatepass")).hexdigest()


def _meet(ranges: Iterable[tuple[int, int]], lines: slice) -> bool:
    return any(start < lines.stop and stop > lines.start for start, stop in ranges)
