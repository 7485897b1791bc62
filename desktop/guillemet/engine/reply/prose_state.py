"""The state of the reader outside blocks: prose, fences, and lines held back because they may be the head of a block.

Held back are the last line with text, the fence below it, the path below that and the leads of a format, until the next
such line comes. A fence that may hold a whole file, or a diff, is held back until its first line with text: a start
marker there means that the fence only stands around a block.

`ProseState.read` takes one line and returns what the reader has to do about it; see `Transition`.
"""

from collections.abc import Callable, Collection, Sequence
from enum import Enum
from functools import cache
from itertools import chain
from operator import itemgetter

from msgspec import Struct, field

from guillemet.engine.blocks import FormatName, Prose, ReplyEvent
from guillemet.engine.formats.catalogue import are_files_wanted
from guillemet.engine.formats.fences import DIFFS, SIGNS, Fence, closed_by, find_head, read_fence
from guillemet.engine.formats.format import Format, HeldBlock, OpenBlock, ReadBlock
from guillemet.engine.formats.listing.naming import NamedFiles
from guillemet.engine.formats.listing.sentences import may_order_edit
from guillemet.engine.formats.path_line import (
    HEAD_SIGNS,
    LONGEST,
    files_named_in,
    guess_path,
    last_text,
    seems_to_name_another,
    seems_to_speak_of_another,
    undecorate,
    undecorate_head,
)
from guillemet.engine.formats.search_replace import is_other_start
from guillemet.engine.formats.whole_file import is_output, is_wrapping, may_hold_file, names_only_a_path
from guillemet.engine.reply.checks import LOOKED_AT, ReplyChecks
from guillemet.engine.reply.listing_finder import HeldListing, ListingFinder
from guillemet.engine.reply.open_block import OpenBlockState
from guillemet.engine.reply.unfenced_listing import LABELS, reads_as_prose
from guillemet.engine.reply.wrappers import WRAPPING_SIGNS, may_be_json
from guillemet.engine.text import unescaped


class ReplyContext(Struct, frozen=True):
    """What a reader knows of the place where the reply was written."""

    exists: Callable[[str], bool]
    """Whether a path names a file; asked about lines near a block only."""
    chat_files: tuple[str, ...] = ()
    """The files in the conversation."""
    path: str = ""
    """The file of a reply that names none."""
    known: Collection[str] = ()
    """The files of the repository, of which a listing may name one by the end of its path."""
    only: FormatName | None = None
    """The one format that is read; all of them when None."""
    asked: FormatName | None = None
    """The format that the conversation asked for; others are read all the same."""

    @property
    def wants_files(self) -> bool:
        """Whether listings are there to be whole files, so that any path line above one counts."""
        return are_files_wanted(self.only, self.asked)

    @property
    def reads_only_files(self) -> bool:
        """Whether nothing but listings is read."""
        return are_files_wanted(self.only)

    @property
    def only_file(self) -> str:
        """The file a block means that names none; empty when there is no telling."""
        if self.path or len(self.chat_files) != 1:
            return self.path
        return self.chat_files[0]


class Line(Enum):
    """What a line is that was not read."""

    MAY_BEGIN = "may begin"
    """It may be a start marker in other words; otherwise it is to be read again."""
    MAY_BE_WRAPPED = "may be wrapped"
    """It may belong to a quote, hold a text of JSON or begin a held construct; else `read_unwrapped` is to read it."""
    MAY_BE_UNFENCED = "may be unfenced"
    """It may begin a listing without a fence; otherwise it is to be read again."""
    OTHER = "other"
    """It is none of those lines for which it was given."""


class Begun(Struct, frozen=True):
    """A block begins."""

    block: OpenBlockState
    below: Sequence[str] = ()
    """The lines below its first one, down to the line that was read: they are to be read in the block."""


class Stray(Struct, frozen=True):
    """The line is a marker of the format that belongs to no block."""

    format: Format


class Passage(Struct, frozen=True):
    """Nothing is read up to a line that ends the passage."""

    end: str

    def is_ended_by(self, line: str) -> bool:
        """Whether the line is the last one of the passage; a tag may also stand within a line."""
        return line.strip() == self.end or (self.end[0] == "<" and self.end.lower() in line.lower())


Transition = Line | Begun | Stray | Passage
"""What a line outside blocks means to the reader; None where it is prose or held back, and the state stays."""


@cache
def _offered(formats: tuple[Format, ...]) -> dict[str, tuple[tuple[Format, ...], tuple[str, ...]]]:
    """Return for each first character of markers the formats that have some, and what lines offered to them begin with.

    Lines of prose that are only to be looked at are offered to no format.
    """
    signs = tuple(sign for one in formats for sign in one.signs) + LOOKED_AT
    return {
        first: (
            tuple(one for one in formats if any(sign[0] == first for sign in one.signs)),
            tuple(sign for sign in signs if sign[0] == first),
        )
        for first in {sign[0] for sign in signs}
    }


class LastPath:
    """What was named so far."""

    def __init__(self, exists: Callable[[str], bool]) -> None:
        self._exists = exists
        self.last = ""
        """The last file the reply named."""
        self._spoken_of: frozenset[str] = frozenset()
        """The files of which the last section head speaks, if it names none."""

    def note(self, path: str | None) -> None:
        """Note that a file was named, if one was."""
        self.last = path or self.last

    def note_head(self, text: str) -> None:
        """Note a line without outer blanks that may be the head of a section."""
        path = undecorate_head(text, self._exists)
        self.note(path)
        if path or text[:1] in "#*":
            self._spoken_of = frozenset() if path else files_named_in(text, self._exists)

    def end_section(self) -> None:
        """Forget of what the section head speaks, for a block below it named its file."""
        self._spoken_of = frozenset()

    def speaks_of_another(self, path: str, above: Sequence[str]) -> bool:
        """Whether the line above a block, or its section head, speaks of other files than this one."""
        files = files_named_in(last_text(above), self._exists) or self._spoken_of
        return path != "" and bool(files) and path not in files


class HeldFile(Struct, frozen=True):
    """A file that begins at a fence, unless a block stands in that."""

    format: Format
    reading: OpenBlock
    at: int
    """Which of the lines held back is the fence."""


class Lookahead(Struct):
    """The lines held back, and which of them is what; -1 where none is."""

    lines: list[str] = field(default_factory=list)
    """With their endings."""
    name_at: int = -1
    """The last one with text: it may name a file."""
    lead: str = ""
    lead_at: int = -1
    is_below_fence: bool = False
    """Whether the last one with text is a fence, or the path below it."""
    file: HeldFile | None = None
    listing: HeldListing | None = None
    diff_at: int = -1
    """A fence that may hold a diff without heads."""
    diff_start: int = -1
    """The first one in that fence with text."""

    def hold_name(self, line: str) -> None:
        """Hold back a line that may name a file."""
        self.name_at = len(self.lines)
        self.is_below_fence = False
        self.lines.append(line)

    def hold_lead(self, line: str) -> None:
        """Hold back a line that belongs to the start marker it may stand above."""
        self.lead_at = len(self.lines)
        self.lead = line.removesuffix("\n")
        self.lines.append(line)

    @property
    def bare(self) -> list[str]:
        """The lines without their endings."""
        return [line.removesuffix("\n") for line in self.lines]

    @property
    def indentation_of_diff(self) -> str:
        """What stands before the fence that may hold a diff."""
        opening = self.lines[self.diff_at]
        return opening[: len(opening) - len(opening.lstrip())]


_BLANK = Prose("\n")
_MOST_UNCHANGED = 200
"""Lines of a listing that are held back until one of them comes or goes."""


class ProseState:
    """Reads the lines outside blocks; the events of what is prose go to `events`, oddities to `checks`."""

    def __init__(self, context: ReplyContext, formats: tuple[Format, ...], checks: ReplyChecks) -> None:
        self._context = context
        self._checks = checks
        self.events: list[ReplyEvent] = []
        self._offered = _offered(formats)
        self.held_format = next((one for one in formats if one.hold), None)
        self._held_signs = tuple(chain.from_iterable(one.held_signs for one in formats))
        signs = (*self._offered, *SIGNS, *self._held_signs, *WRAPPING_SIGNS)
        self._plain_unless = frozenset(("", *map(itemgetter(0), signs)))
        """What a line begins with that may be no prose; nothing for a blank one."""
        self._file_format = next((one for one in formats if one.is_fenced_file), None)
        self._diff_format = next(((one, one.open_headless) for one in formats if one.open_headless), None)
        self._search_replace = next((one for one in formats if one.name is FormatName.SEARCH_REPLACE), None)
        self.no_start_at = 0
        """The line of a start marker in other words that turned out to be none."""
        self._had_file = False
        self._line_number = 0
        self._file_end = self._file_depth = -1
        """The line at which the last file given whole ended, and how many fences were open there."""
        self._alone = ""
        """The last line that came after none or a blank one."""
        self._guessed = ""
        """The file that the last block meant which the reply does not name for it."""
        self._fences: list[Fence] = []
        """The open ones, outermost first."""
        self._unnamed_diff: Fence | None = None
        self.listings = ListingFinder(
            formats,
            NamedFiles(context.known, context.chat_files, context.exists),
            checks,
            only_file=context.only_file,
            are_asked_for=context.asked is FormatName.LISTING,
        )
        self.held = Lookahead()
        self.named = LastPath(context.exists)

    @property
    def depth(self) -> int:
        """How many fences are open."""
        return len(self._fences)

    def read(self, line: str, line_number: int) -> Transition | None:
        """Read a line with its ending."""
        text = line.strip()
        self._line_number = line_number
        if (self.listings.is_announced or text in LABELS) and self._may_be_unfenced(text):
            return Line.MAY_BE_UNFENCED
        return self.read_no_unfenced(line, text, line_number)

    def read_no_unfenced(self, line: str, text: str, line_number: int) -> Transition | None:
        """Read a line at which no listing without a fence begins; `text` is without outer blanks."""
        first = text[:1]
        if first in self._plain_unless and (first != '"' or may_be_json(line)):
            if not text:
                self._read_blank(line, line_number)
                return None
            # The first line of a fence that may hold a file or a diff is its content.
            if self._may_be_wrapped(text) and not self._may_be_in_file and self.held.diff_at < 0:
                return Line.MAY_BE_WRAPPED
            return self.read_unwrapped(line, line_number)
        held = self.held
        if len(held.lines) == 1 and held.name_at == 0 and len(line) <= LONGEST:
            # Most lines of most replies come here: `_hold` in short.
            self.events.append(Prose(held.lines[0]))
            held.lines[0] = line
            if not self._fences:
                self._note_text(text)
            return None
        return self._read_text(line, text)

    def _may_be_unfenced(self, text: str) -> bool:
        """Whether the line below one that may name a file may begin a listing of it without a fence."""
        if self._fences or not text:
            return False
        signs = self._offered.get(text[0], ((), ()))[1]
        is_other = text.startswith((*SIGNS, *signs)) or self._may_be_wrapped(text)
        return text in LABELS or not (is_other or reads_as_prose(text))

    def begin_read(self, block: HeldBlock, form: Format | None) -> OpenBlockState | None:
        """Begin a block of a construct that was held back; its first line is the current one."""
        return self._begin(form, ReadBlock(block), block.written[0]).block if form else None

    def _may_be_wrapped(self, text: str) -> bool:
        """Whether the line may be of a quote, of JSON, or of another construct that is held back."""
        return text[0] in WRAPPING_SIGNS or text.startswith(self._held_signs)

    def read_unwrapped(self, line: str, line_number: int) -> Transition | None:
        """Read a line with text that is no quote and no JSON: it may be a marker or a fence."""
        found = self.read_marker(line, line_number)
        if found is Line.OTHER:
            text = line.strip()
            fence = read_fence(text)
            found = self._read_fence(line, fence) if fence else self._read_text(line, text)
        return found

    def read_marker(self, line: str, line_number: int) -> Transition | None:
        """Read a line that is a marker or belongs to one."""
        text, bare = line.lstrip(), line.removesuffix("\n")
        formats, signs = self._offered.get(text[:1], ((), ()))
        if not text.startswith(signs):
            return Line.OTHER
        for one in formats:
            # Most lines begin with a sign of one format only.
            if not text.startswith(one.signs):
                continue
            if reading := one.open(bare, self.held.lead):
                return self._begin(one, reading, bare)
            if one.is_stray(bare):
                self.release()
                return Stray(one)
            if one.is_lead(bare):
                found = self._read_lead(line)
                if one.reports_leads:
                    self._checks.mark_begun(line_number)
                return found
            if end := one.passage_end(bare):
                self._checks.look_at(bare, line_number)
                self.release()
                self.events.append(Prose(line))
                return Passage(end)
        found = self._read_uncertain_marker(bare, line_number)
        if found is Line.OTHER:
            self._checks.look_at(bare, line_number)
        return found

    def _read_uncertain_marker(self, line: str, line_number: int) -> Line | Begun:
        """Read a line that may be a start marker in other words, or escaped for HTML."""
        first, form = line.lstrip()[0], self._search_replace
        if first == "&":
            return self._begin_escaped(unescaped(line)) or Line.OTHER
        may_begin = form is not None and first == "<" and line_number != self.no_start_at and is_other_start(line)
        return Line.MAY_BEGIN if form and may_begin and self._is_file_named(form) else Line.OTHER

    def _is_file_named(self, form: Format) -> bool:
        """Whether a block that begins here has a file: without one, an uncertain one is an example of a format."""
        return bool(find_head(self.held.bare, self._context.exists).path or self._missing_path(form))

    def _begin_escaped(self, line: str) -> Begun | None:
        """Begin a block whose start marker was escaped for HTML, if the line is one without that."""
        text = line.lstrip()
        for one in self._offered.get(text[:1], ((), ()))[0]:
            if not text.startswith(one.signs):
                continue
            reading = one.open(line, "")
            if reading and (reading.path or self._is_file_named(one)):
                begun = self._begin(one, reading, line)
                begun.block.is_escaped = True
                return begun
        return None

    def release(self, keep: int | None = None) -> None:
        """Report the lines held back as prose, those from index `keep` on excepted."""
        lines = self.held.lines
        kept = [] if keep is None else lines[keep:]
        self.events.extend(map(Prose, lines[:keep]))
        self.held = Lookahead(kept, name_at=0 if kept else -1)

    def hold_again(self, lines: list[str], fence: Fence | None) -> None:
        """Hold back lines that were taken for a block's; the fence among them takes the place of that block's own."""
        self.held = Lookahead(lines)
        if fence:
            if self._fences and self._fences[-1].is_hidden:
                self._fences.pop()
            self._fences.append(fence)

    def close(self, depth: int) -> None:
        """Close all fences but the outermost `depth`, for what they stand in ended."""
        if len(self._fences) > depth:
            self.release()
            del self._fences[depth:]

    def note_file_end(self, line_number: int) -> None:
        """Note that a file given whole ended at this line."""
        self._file_end, self._file_depth = line_number, self.depth

    @property
    def _may_be_in_file(self) -> bool:
        """Whether the next line with text may be the first one of a file."""
        held = self.held
        return held.file is not None or (held.listing is not None and self.listings.may_be_file(held.listing))

    def _read_blank(self, line: str, line_number: int) -> None:
        if line_number == self._file_end + 2 and self._fences and self.depth == self._file_depth + 1:
            # A fence between a file that ended and a blank line begins nothing, and is one too many.
            fence = self._fences[-1]
            self.close(self.depth - (not fence.info and not fence.is_tag))
        if not self._fences:
            self.listings.above.append("")
        if self.held.lines:
            self.held.lines.append(line)
        else:
            self.events.append(_BLANK if line == "\n" else Prose(line))

    def _read_text(self, line: str, text: str) -> Transition | None:
        found = self._hold(line, text)
        self.listings.opening = self.listings.opening or text
        # The first line of a listing, which is read by now, stands in its fence.
        if not self._fences and not isinstance(found, Begun):
            self._note_text(text)
        return found

    def _note_text(self, text: str) -> None:
        """Note a line with text outside fences, which may name a file or be a head."""
        self.listings.above.append(text)
        if ("`" in text or '"' in text) and may_order_edit(text):
            self.listings.note_sentences(text, self._line_number)
        self.listings.is_announced = text[-1] in ":：" or "." in text[:-1].rpartition(" ")[2]
        if text[0] in HEAD_SIGNS or " " not in text:
            self.named.note_head(text)
            self.listings.heads.note(text)

    def _hold(self, line: str, text: str) -> Transition | None:
        """Hold the line back as what may name a file; what was held before is prose, unless this is below its fence."""
        held = self.held
        has_sign = held.diff_at >= 0 and self._sign_of(line) in ("+", "-", " ")
        may_name_file = held.is_below_fence and not held.lead and not has_sign
        if not (may_name_file and undecorate(text, self._context.exists)):
            found = self._read_in_fence(line)
            if found is not Line.OTHER:
                return found
            if not held.lines or not held.lines[-1].strip():
                self._alone = line
            self.release()
        if len(line) > LONGEST:
            self.release()
            self.events.append(Prose(line))
        else:
            self.held.hold_name(line)
        return None

    def _read_lead(self, line: str) -> Transition | None:
        """Hold back a line that belongs to the start marker it may stand above."""
        if self.held.lead:
            found = self._read_in_fence(line)
            if found is not Line.OTHER:
                return found
            self.release()
        self.held.hold_lead(line)
        return None

    def _read_in_fence(self, line: str) -> Transition | None:
        """Read a line that is the first one with text of a file, or may be one of a diff."""
        held = self.held
        if held.file:
            return self._begin_file(held.file, line)
        if held.listing:
            return self._begin_listing(held.listing, line)
        if held.diff_at < 0:
            return Line.OTHER
        if held.diff_start < 0:
            self._note_diff_start(held)
        if self._unnamed_diff is self._fences[-1] or len(held.lines) - held.diff_start > _MOST_UNCHANGED:
            return Line.OTHER
        held.lines.append(line)
        is_unchanged = self._sign_of(line) not in ("+", "-")
        return None if is_unchanged or not self._diff_format else self._begin_diff(*self._diff_format)

    def _note_diff_start(self, held: Lookahead) -> None:
        """Note that the line is the first one with text in a fence for diffs, and whether the diff has a file."""
        held.diff_start = held.lead_at if held.lead else len(held.lines)
        is_named = held.lead or find_head(held.lines, self._context.exists).path
        self._unnamed_diff = None if is_named else self._fences[-1]

    def _sign_of(self, line: str) -> str:
        """Return what the line in a fence for diffs begins with, the indentation of the fence aside."""
        return line.removeprefix(self.held.indentation_of_diff)[:1]

    def _read_fence(self, line: str, fence: Fence) -> Transition | None:
        closed = closed_by(fence, self._fences)
        if self.held.file and self._is_of_file(self.held.file, fence, closed):
            return self._begin_file(self.held.file, line)
        if closed is not None:
            self.release()
            ended = self._fences[closed]
            del self._fences[closed:]
            self.listings.above.clear()
            if not ended.is_hidden:
                self._checks.unread_diffs += ended is self._unnamed_diff
                self.events.append(Prose(line))
        elif fence.is_closing_tag:
            return self._hold(line, line.strip())
        else:
            self._open_fence(line, fence)
        return None

    def _is_of_file(self, file: HeldFile, fence: Fence, closed: int | None) -> bool:
        """Whether a fence is the end of the file that may begin here, or a line of it."""
        innermost = self._fences[-1]
        if closed is not None:
            return closed == len(self._fences) - 1
        # A path and a second fence as long are the head of a block, and the first fence is one too many; one that names
        # no file stands around those that do.
        is_alike = fence.run.startswith(innermost.run) or (file.at == 0 and is_wrapping(innermost))
        is_head = not self.held.is_below_fence and is_alike
        return not is_head or (file.at > 0 and self._context.reads_only_files)

    def _open_fence(self, line: str, fence: Fence) -> None:
        path = self._hold_path()
        held, form = self.held, self._file_format
        is_file = form is not None and self._may_hold_file(fence, path, are_wanted=self._context.wants_files)
        if form and is_file and (reading := form.open(line.removesuffix("\n"), "")):
            held.file = HeldFile(form, reading, len(held.lines))
        elif self._diff_format and fence.language in DIFFS:
            held.diff_at = len(held.lines)
        held.listing = self.listings.hold(fence, len(held.lines), is_inside=bool(self._fences or held.file))
        if form and not is_file:
            self._count_unread_listing(line, fence, path)
        self._fences.append(fence)
        held.lines.append(line)
        held.is_below_fence = True

    def _begin_listing(self, held: HeldListing, line: str) -> Transition:
        """Begin a listing whose fence is held back, if its file is known now; this line is read in it."""
        block = self.listings.begin(held, [*self.held.bare, line.removesuffix("\n")])
        if block is None:
            self.held.listing = None
            return Line.OTHER
        below = (*self.held.lines[held.at + 1 :], line)
        self._fences.pop()
        self.held = Lookahead()
        return Begun(block, below)

    def begin_tentative(self, block: OpenBlockState) -> None:
        """Report what stands above a listing that proved to be one, and note its file."""
        self.events.extend(Prose(f"{line}\n") for line in block.lines[: block.head])
        self._checks.mark_started()
        self.named.note(block.path)
        self.listings.above.clear()

    def hold_above(self, block: OpenBlockState) -> None:
        """Hold the lines above a fence back again, because its own lines follow once more."""
        lines = [f"{line}\n" for line in block.lines[: block.head]]
        self.held = Lookahead(lines, name_at=0 if lines else -1)

    def _count_unread_listing(self, line: str, fence: Fence, path: str | None) -> None:
        """Count a listing that is not read as a file, if it may have been meant as one."""
        if self.listings.is_replaying:
            return
        if not is_output(fence):
            says_more = fence.info.lower() != fence.language
            named = path or (says_more and find_head([*self.held.lines, line], self._context.exists).path)
            self._checks.unread_files += bool(named) or (self._context.wants_files and not self._fences)
        self._checks.listings += self._may_hold_file(fence, path, are_wanted=True)

    def _hold_path(self) -> str | None:
        """Hold back only a line that may be the path of a fence below it; return that path."""
        held = self.held
        is_alone = held.is_below_fence or held.name_at < 0 or held.lead
        self.release(None if is_alone else held.name_at)
        path = undecorate(self.held.lines[0], self._context.exists) if self.held.lines else None
        # A path above a fenced listing is the last one named, for blocks below that name none.
        self.named.note(path)
        return path

    def _may_hold_file(self, fence: Fence, path: str | None, *, are_wanted: bool) -> bool:
        """Whether the fence holds a file, where the conversation asked for whole files or not."""
        if self._fences and not (path and are_wanted and all(map(is_wrapping, self._fences))):
            return False
        if are_wanted:
            only_file = "" if self._had_file else self._context.only_file
            return may_hold_file(fence, path, only_file=only_file, exists=self._context.exists)
        held = self.held.lines
        is_alone = len(held) == 1 and held[0] is self._alone and names_only_a_path(held[0])
        return is_alone and may_hold_file(fence, path, only_file=None, exists=self._context.exists)

    def _begin(self, form: Format, reading: OpenBlock, line: str, below: Sequence[str] = ()) -> Begun:
        """Begin a block at its start marker; its head is among the lines held back, those above are prose."""
        held = self.held.bare
        head = find_head(held[: self.held.lead_at] if reading.has_lead else held, self._context.exists)
        if head.fence and self._fences:
            self._fences[-1].is_hidden = True
        reading.fence = self._fences[-1] if self._fences else None
        named = reading.path or head.path
        path = named or self._missing_path(form)
        block = OpenBlockState(path, form, reading, [*held[head.start :], line], len(held) - head.start)
        block.is_path_guessed = head.names_another and not reading.path
        if not named:
            self._guess_path(block, held[: head.start])
        self._claim(head.start, path)
        if named:
            self.named.end_section()
        return Begun(block, below)

    def _guess_path(self, block: OpenBlockState, above: Sequence[str]) -> None:
        """Note which file a block means that names none, and whether the line above it may mean another one."""
        meant = block.path or self._context.only_file
        block.is_path_guessed = self.named.speaks_of_another(meant, above) or seems_to_name_another(above, meant)
        # Where nothing is searched, nothing but the line above tells whether another file is meant.
        block.may_mean_new = seems_to_speak_of_another(above, meant)
        if not block.path and block.format.is_sticky:
            # A guess is not a path that the reply named, and so not the last one.
            block.is_path_spoken_of = True
            block.path = self._guessed = guess_path(above, self._guessed, self._context.exists)

    def _begin_file(self, file: HeldFile, line: str) -> Begun:
        """Begin a file whose fence, and lines without text below it, are held back; this line is read in it."""
        held, bare = self.held.lines, self.held.bare[: file.at + 1]
        head = find_head(bare, self._context.exists)
        path = file.reading.named = head.path or self._missing_path(file.format)
        block = OpenBlockState(path, file.format, file.reading, bare[head.start :], file.at - head.start)
        block.is_path_guessed = head.names_another or not head.path
        self._claim(head.start, path)
        self._had_file = True
        self._fences.pop()
        return Begun(block, (*held[file.at + 1 :], line))

    def _begin_diff(self, form: Format, open_headless: Callable[[str, Fence | None, str], OpenBlock]) -> Begun:
        """Begin a diff without heads, all of whose lines so far are held back."""
        held = self.held
        lead = held.lead if held.lead_at == held.diff_start else ""
        at = held.diff_start + (lead != "")
        first, *below = held.lines[at:]
        del held.lines[at:]
        reading = open_headless(lead.strip(), self._fences[-1], held.indentation_of_diff)
        bare = first.removesuffix("\n")
        reading.take(bare, 0)
        return self._begin(form, reading, bare, below)

    def _missing_path(self, form: Format) -> str:
        if not form.is_sticky:
            return self._context.path
        return self.named.last or self._context.only_file

    def _claim(self, start: int, path: str) -> None:
        """Report the lines held back above a block as prose, forget those of its head, and note its file."""
        self.release(start)
        self.held = Lookahead()
        self.listings.above.clear()
        self._unnamed_diff = None
        self._checks.mark_started()
        self.named.note(path)
