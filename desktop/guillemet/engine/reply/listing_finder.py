"""Finds out which fences hold a listing of a file: by the lines above each, the heads of its section, its first line.

A listing without a fence is found the same way, and where it ends by `unfenced_listing`.

Nothing is looked at before the first line with text in a fence is there: most fences hold a block of another format,
and cost next to nothing.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.fences import DIFFS, Fence
from guillemet.engine.formats.format import Format, HeldBlock, Parts, never
from guillemet.engine.formats.listing.naming import (
    MOST_ABOVE,
    ListingBlock,
    ListingContext,
    NamedFiles,
    Naming,
    PairSide,
    UnreadListing,
    UnreadReason,
    hands_over,
    named_above,
    named_in_comment,
    named_in_info,
    orders_are_meant,
    path_of_pair,
    quotes_lines,
    side_of,
    unread,
)
from guillemet.engine.formats.listing.sentences import edits_said_in
from guillemet.engine.formats.path_line import last_text
from guillemet.engine.formats.whole_file import is_output, may_hold_file
from guillemet.engine.reply.checks import ReplyChecks, is_alike
from guillemet.engine.reply.open_block import OpenBlockState
from guillemet.engine.reply.unfenced_listing import LABELS, UnfencedListing, label_of, with_marks

_BOLD = 7
"""The level of a bold line: below all heads of Markdown."""
_LONGEST_HEAD = 300
_LONGEST_PLAIN_HEAD = 60
"""Characters of a line that may have been a head on the page it was copied from."""


class OldSide(Struct, frozen=True):
    """The first listing of a pair."""

    lines: tuple[str, ...]
    path: str


class HeldListing(Struct, frozen=True):
    """A listing that may begin at a fence, unless a block stands in that."""

    at: int
    """Which of the lines held back is the fence."""
    fence: Fence
    above: tuple[str, ...]
    """The lines above it that may name its file."""
    old_side: OldSide | None
    """The listing above those, if it is the first one of a pair."""
    heads: tuple[str, ...]
    """The heads of its section, the innermost last."""


class _Found(Struct, frozen=True):
    """What the words around a listing say of it."""

    naming: Naming
    side: PairSide | None = None
    old: tuple[str, ...] = ()
    is_guessed: bool = False
    """Whether they name no file, and it is the only one of the conversation."""


class SectionHeads(Struct):
    """The heads above the current line: those of its sections, and the last bold line below them."""

    _levels: list[tuple[int, str]] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Note a line without outer blanks if it is a head; the heads of its own level and below it end."""
        if text[0] == "#":
            level = len(text) - len(text.lstrip("#"))
        elif text.startswith("**") and text.rstrip(":").endswith("**"):
            level = _BOLD
        else:
            return
        while self._levels and self._levels[-1][0] >= level:
            self._levels.pop()
        self._levels.append((level, text[:_LONGEST_HEAD]))

    @property
    def all(self) -> tuple[str, ...]:
        """The heads, the innermost last."""
        return tuple(text for _, text in self._levels)


class ListingFinder:
    """Notes what a reply says outside fences, and tells which fences hold a listing."""

    def __init__(
        self,
        formats: Sequence[Format],
        files: NamedFiles,
        checks: ReplyChecks,
        *,
        only_file: str = "",
        are_asked_for: bool = False,
    ) -> None:
        self.format = next((one for one in formats if one.may_be_part), None)
        self._are_asked_for = are_asked_for
        """Whether every listing that seems to be an edit is one, to be placed by hand where no place is found."""
        self._files = files
        self._only_file = only_file
        """The file that a listing may mean which names none."""
        self._checks = checks
        self.opening = ""
        """The first line of the reply with text."""
        self._last = ""
        """The file of the last listing."""
        self.above: deque[str] = deque(maxlen=MOST_ABOVE)
        """The last lines below the last fence or block, without outer blanks."""
        self.heads = SectionHeads()
        self._old_side: OldSide | None = None
        """The last listing, if it is the first one of a pair and nothing but the lines of `above` stands below it."""
        self.is_announced = False
        """Whether the last line outside fences may announce a listing that has no fence."""
        self.is_replaying = False
        """Whether lines are read again that hold no listing."""
        self._said: list[tuple[int, str]] = []
        """The lines that order an edit in a sentence, each with its number."""

    def note_old_side(self, path: str, lines: tuple[str, ...]) -> None:
        """Note that the listing that ended is the first one of a pair."""
        self._old_side = OldSide(lines, path)

    def hold(self, fence: Fence, at: int, *, is_inside: bool) -> HeldListing | None:
        """Return the listing that may begin at the fence, unless it is inside of another one or holds a whole file.

        The lines above it count for no other listing.
        """
        above, old_side = tuple(self.above), self._old_side
        self.above.clear()
        self._old_side = None
        may_begin = not is_inside and self.format is not None and not self.is_replaying
        # A page that was copied without its fences holds the one of a page that it shows.
        is_shown = label_of(above) == "markdown"
        is_other = fence.is_tag or fence.language in DIFFS or quotes_lines(fence.info) or is_shown
        return HeldListing(at, fence, above, old_side, self.heads.all) if may_begin and not is_other else None

    def hold_unfenced(self, line: str) -> UnfencedListing | None:
        """Return the listing without a fence that may begin at the line: at a label, or below the name of its file."""
        if self.format is None:
            return None
        held = self._held_unfenced()
        is_label = line.strip() in LABELS
        # Where a sign of Markdown stands, the answer was not copied from the page that shows it.
        is_page = not any(sign in last_text(self.above) for sign in ("`", "**"))
        naming = self._named_unfenced(held, "", line) if is_page and not is_label else None
        if not is_label and naming is None:
            return None
        find = partial(self._named_unfenced, held)
        return UnfencedListing(find, self._may_mean_file, self._note_without_end, naming=naming)

    def _held_unfenced(self) -> HeldListing:
        """Return the listing that may begin here, below words to which the signs are given back that a page takes."""
        above = tuple(with_marks(text, self._may_mean_file) for text in self.above)
        plain = tuple(text for text in above if text and len(text) <= _LONGEST_PLAIN_HEAD and text[-1].isalnum())
        return HeldListing(0, Fence("```", ""), above, None, (*self.heads.all, *plain))

    def note_sentences(self, text: str, line_number: int) -> None:
        """Note a line outside fences whose sentences may order an edit."""
        heads = self.heads.all
        context = ListingContext(self.opening, heads, has_other_blocks=False)
        if any(edits_said_in(text)) and orders_are_meant(context):
            self._said.append((line_number, text))

    def said_edits(self) -> Iterator[tuple[int, HeldBlock]]:
        """Yield the edits that sentences order, each with the number of its line."""
        for number, text in self._said if self.format else ():
            for edit in edits_said_in(text):
                ended = Parts((), (edit.old,), (edit.new,))
                yield number, HeldBlock(self._files.meant(edit.path) or edit.path, ended, (text,), 0)

    def _may_mean_file(self, word: str) -> bool:
        """Whether a word names a file that is there, or has the form of a path; without a slash any word may."""
        return bool(self._files.meant(word)) or ("/" in word and bool(self._files.new_in(f"`{word}`")))

    def _named_unfenced(self, held: HeldListing, label: str, first: str) -> Naming | None:
        """Return the file of a listing that begins with this line; note one below a label that seems to be an edit."""
        held = replace(held, fence=Fence("```", label))
        found = self._found(held, first)
        if found and found.side is None:
            self._last = found.naming.path
            return found.naming
        if label and not is_output(held.fence):
            self._checks.note_unread(unread(first, label, held.above, self._files, held.heads))
        return None

    def _note_without_end(self, path: str) -> None:
        self._checks.note_unread(UnreadListing((path,), UnreadReason.NO_END))

    def may_be_file(self, held: HeldListing) -> bool:
        """Whether the words around a fence name a file for it: then its first line is content, also a quote."""
        return self._found(held, "") is not None

    def begin(self, held: HeldListing, lines: Sequence[str]) -> OpenBlockState | None:
        """Return the listing that begins at the fence, if a file is known for it: see `OpenBlockState.is_tentative`.

        The lines are those held back, without their endings, and end with the first one in the fence that has text.
        """
        first = next(filter(str.strip, lines[held.at + 1 :]))
        found = None if is_alike(lines[-1]) else self._found(held, first)
        if found is None and not is_output(held.fence):
            found = self._found_otherwise(held, unread(first, held.fence.info, held.above, self._files, held.heads))
        reading = self.format.open(lines[held.at], "") if self.format and found else None
        if self.format is None or found is None or not isinstance(reading, ListingBlock):
            return None
        self._last = found.naming.path
        reading.named, reading.is_called_new = found.naming.path, found.naming.is_new
        reading.addition = found.naming.addition
        reading.side, reading.old = found.side, found.old
        head = list(lines[: held.at + 1])
        block = OpenBlockState(found.naming.path, self.format, reading, head, held.at, is_tentative=True)
        block.is_path_guessed = found.is_guessed
        block.is_path_spoken_of = found.side is PairSide.NEW
        return block

    def _found_otherwise(self, held: HeldListing, seems: UnreadListing | None) -> _Found | None:
        """Return what a listing seems to mean where every one is asked for, or only one file is; else note it."""
        if seems and self._are_asked_for:
            path = seems.paths[0] if len(seems.paths) == 1 else ""
            return _Found(Naming(path, is_new=seems.why is UnreadReason.NOT_THERE))
        if (
            seems
            and seems.why is UnreadReason.NO_FILE
            and self._only_file
            and hands_over(held.above, self._context(held))
        ):
            return _Found(Naming(self._only_file), is_guessed=True)
        self._checks.note_unread(seems)
        return None

    def _found(self, held: HeldListing, first: str) -> _Found | None:
        """Return what the words around a listing with this first line say of it."""
        context = self._context(held)
        side = side_of(held.above, context, is_open=held.old_side is not None)
        comment = named_in_comment(first, held.above, self._files, context, side=side)
        if side:
            return self._side(held, side, comment)
        naming = self._named_around(held, context, first) or comment
        # What a comment says of another file than the words above leaves open which one is meant.
        if naming is None or (comment and comment.path != naming.path):
            return None
        is_file = not is_output(held.fence) or may_hold_file(held.fence, naming.path, only_file=None, exists=never)
        return _Found(naming) if is_file else None

    def _context(self, held: HeldListing) -> ListingContext:
        return ListingContext(self.opening, held.heads, has_other_blocks=self._has_other_blocks, last=self._last)

    def _named_around(self, held: HeldListing, context: ListingContext, first: str) -> Naming | None:
        info = held.fence.info
        naming = named_in_info(info, held.above, self._files, context, first=first) if info else None
        return naming or named_above(held.above, self._files, context)

    def _side(self, held: HeldListing, side: PairSide, comment: Naming | None) -> _Found | None:
        """Return one listing of a pair: the second one is of the file of the first unless it names another."""
        old = held.old_side if side is PairSide.NEW else None
        path = path_of_pair(held.above, () if old else held.heads, self._files) or (old.path if old else "")
        naming = comment or (Naming(path) if path else None)
        return _Found(naming, side, old.lines if old else ()) if naming else None

    @property
    def _has_other_blocks(self) -> bool:
        return self.format is not None and self._checks.has_blocks_besides(self.format.name, FormatName.WHOLE_FILE)
