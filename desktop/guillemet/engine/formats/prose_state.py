"""The lines of a reply outside its blocks: prose, fences, and what is held back because it may be the head of a block.

The last line that says something, the fence below it, the path below that and the leads of a format are held back until
the next such line. A fence that may hold a whole file, or a diff, is held back until its first line that says
something: a start marker there means that the fence only stands around a block.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, field

from guillemet.engine.blocks import FormatName, Prose, ReplyEvent
from guillemet.engine.formats.catalogue import are_files_wanted
from guillemet.engine.formats.fences import DIFFS, SIGNS, Fence, closed_by, find_head, read_fence
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.path_line import HEAD_SIGNS, LONGEST, files_named_in, undecorate, undecorate_head
from guillemet.engine.formats.reply_checks import LOOKED_AT
from guillemet.engine.formats.whole_file import is_output, is_wrapping, may_hold_file, names_only_a_path
from guillemet.engine.formats.wrappers import JSON_SIGNS, WRAPPING_SIGNS, may_be_json


class ReplyContext(Struct, frozen=True):
    """What a reader knows of the place where the reply was written."""

    exists: Callable[[str], bool]
    """Whether a path names a file; asked about lines near a block only."""
    chat_files: tuple[str, ...] = ()
    """The files in the conversation."""
    path: str = ""
    """The file of a reply that names none."""
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


class _Offered(Struct, frozen=True):
    """The formats one of whose markers begins with a certain character."""

    formats: tuple[Format, ...] = ()
    signs: tuple[str, ...] = ()


class Markers:
    """The markers of some formats, by their first character."""

    def __init__(self, formats: tuple[Format, ...]) -> None:
        self._offered: dict[str, _Offered] = {}
        for sign, one in ((sign, form) for form in formats for sign in form.signs):
            before = self._offered.get(sign[0], _Offered())
            chosen = before.formats if one in before.formats else (*before.formats, one)
            self._offered[sign[0]] = _Offered(chosen, (*before.signs, sign))
        for sign in LOOKED_AT:
            before = self._offered.get(sign[0], _Offered())
            self._offered[sign[0]] = _Offered(before.formats, (*before.signs, sign))

    def __iter__(self) -> Iterator[str]:
        """Return the first characters."""
        return iter(self._offered)

    def formats_of(self, text: str) -> tuple[Format, ...] | None:
        """Return the formats a line without blanks before it is offered to; None when it is to be offered to nobody."""
        offered = self._offered.get(text[:1])
        return offered.formats if offered is not None and text.startswith(offered.signs) else None


class LastPath:
    """What was named so far."""

    def __init__(self, exists: Callable[[str], bool]) -> None:
        self._exists = exists
        self._last = ""
        self._spoken_of: frozenset[str] = frozenset()
        """The files of which the last section head speaks, if it names none."""

    @property
    def last(self) -> str:
        """The last file the reply named."""
        return self._last

    def note(self, path: str | None) -> None:
        """Note that a file was named, if one was."""
        self._last = path or self._last

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
        spoken = next((line for line in reversed(above) if line.strip()), "")
        files = files_named_in(spoken, self._exists) or self._spoken_of
        return path != "" and bool(files) and path not in files


class Lookahead(Struct):
    """The lines, and which of them is what; -1 where none is."""

    lines: list[str] = field(default_factory=list)
    """With their endings."""
    name_at: int = -1
    """The last one that says something: it may name a file."""
    lead: str = ""
    lead_at: int = -1
    is_below_fence: bool = False
    """Whether the last one that says something is a fence, or the path below it."""
    file_at: int = -1
    """A fence that may hold a file."""
    diff_at: int = -1
    """A fence that may hold a diff without heads."""
    diff_start: int = -1
    """The first one in that fence that says something."""

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


_BLANK = Prose("\n")
_MOST_UNCHANGED = 200
"""Lines of a listing that are held back until one of them comes or goes."""


class ProseState:
    """Where the reader is while it is inside no block.

    `offer(line, formats, events)` reads a start marker, a stray one or a lead, and returns whether the line was any;
    `begin_file(line, events)` reads the first line that says something, or the closing fence, of a fence that holds a
    file; `begin_diff(events)` the lines held back of one for diffs, down to the first that comes or goes;
    `unwrap(line, events)` a line of a quote or of JSON, and returns whether it holds more than the line says.
    """

    def __init__(
        self,
        context: ReplyContext,
        formats: tuple[Format, ...],
        *,
        offer: Callable[[str, tuple[Format, ...], list[ReplyEvent]], bool],
        begin_file: Callable[[str, list[ReplyEvent]], None],
        begin_diff: Callable[[list[ReplyEvent]], None],
        unwrap: Callable[[str, list[ReplyEvent]], bool],
    ) -> None:
        self._context = context
        self._offer = offer
        self._begin_file = begin_file
        self._begin_diff = begin_diff
        self._unwrap = unwrap
        self._markers = Markers(formats)
        self._plain_unless = frozenset((*self._markers, *(sign[0] for sign in SIGNS), *WRAPPING_SIGNS, ""))
        self._reads_files = any(one.is_listing for one in formats)
        self._reads_diffs = any(one.open_listing for one in formats)
        self._had_file = False
        self._alone = ""
        """The last line that came after none or a blank one."""
        self.held = Lookahead()
        """What is held back; others read it, and change it by the verbs here."""
        self._fences: list[Fence] = []
        """The open ones, outermost first."""
        self._unnamed_diff: Fence | None = None
        self.named = LastPath(context.exists)
        self.unread_diffs = 0
        """Fences for diffs that name no file and hold no block."""
        self.unread_files = 0
        """Fences that may have been meant as a file and are none, unless a block is in them."""

    @property
    def fence(self) -> Fence | None:
        """The innermost open fence."""
        return self._fences[-1] if self._fences else None

    @property
    def depth(self) -> int:
        """How many fences are open."""
        return len(self._fences)

    def read(self, line: str, events: list[ReplyEvent]) -> None:
        """Read a line with its ending."""
        text = line.strip()
        first = text[:1]
        if first in self._plain_unless and (first not in JSON_SIGNS or may_be_json(line)):
            self._read_unplain(line, text, events)
            return
        held = self.held.lines
        if len(held) == 1 and self.held.name_at == 0 and len(line) <= LONGEST:
            # Most lines of most replies come here: `_hold` in short.
            events.append(Prose(held[0]))
            held[0] = line
        else:
            self._hold(line, text, events)
        if not self._fences and (first in HEAD_SIGNS or " " not in text):
            self.named.note_head(text)

    def offer(self, line: str, events: list[ReplyEvent]) -> bool:
        """Offer a line to the formats; return whether it was a marker or a lead."""
        formats = self._markers.formats_of(line.lstrip())
        return formats is not None and self._offer(line, formats, events)

    def hold_lead(self, line: str, events: list[ReplyEvent]) -> None:
        """Hold back a line that belongs to the start marker it may stand above."""
        held = self.held
        if held.lead and held.file_at >= 0:
            self._begin_file(line, events)
            return
        if held.lead and held.diff_at >= 0 and self._hold_of_diff(line, events):
            return
        if held.lead:
            self.release(events)
        self.held.hold_lead(line)

    def release(self, events: list[ReplyEvent], keep: int | None = None) -> None:
        """Tell the lines held back as prose, those from index `keep` on excepted."""
        lines = self.held.lines
        kept = [] if keep is None else lines[keep:]
        events.extend(map(Prose, lines[:keep]))
        self.held = Lookahead(kept, name_at=0 if kept else -1)

    def claim(self, path: str = "") -> None:
        """Forget the lines held back, which became the head of a block, and name its file if they do."""
        self.held = Lookahead()
        self._unnamed_diff = None
        if path:
            self.named.end_section()

    def claim_file(self) -> None:
        """Forget the lines held back, which began a file, and the fence that holds it."""
        self.claim()
        self._had_file = True
        self._fences.pop()

    def claim_diff(self) -> tuple[str, list[str]]:
        """Forget the lines of a diff that begins, and return the lead that stays held above them, and them."""
        held = self.held
        has_lead = held.lead != "" and held.lead_at == held.diff_start
        at = held.diff_start + has_lead
        lines = held.lines[at:]
        del held.lines[at:]
        return held.lead if has_lead else "", lines

    def claim_fence(self) -> None:
        """Let the innermost fence belong to the block that begins in it."""
        if self._fences:
            self._fences[-1].is_hidden = True

    def hold_again(self, lines: list[str], fence: Fence | None) -> None:
        """Hold back lines that were taken for a block's; the fence among them takes the place of that block's own."""
        self.held = Lookahead(lines)
        if fence:
            if self._fences and self._fences[-1].is_hidden:
                self._fences.pop()
            self._fences.append(fence)

    def close(self, depth: int, events: list[ReplyEvent]) -> None:
        """Close all fences but the outermost `depth`, for what they stand in ended."""
        if len(self._fences) > depth:
            self.release(events)
            del self._fences[depth:]

    def _read_unplain(self, line: str, text: str, events: list[ReplyEvent]) -> None:
        """Read a blank line, or one that may be a marker or a fence."""
        if not text:
            if self.held.lines:
                self.held.lines.append(line)
            else:
                events.append(_BLANK if line == "\n" else Prose(line))
        elif self._is_unwrapped(line, text, events) or self.offer(line, events):
            return
        elif fence := read_fence(text):
            self._read_fence(line, fence, events)
        else:
            self._hold(line, text, events)
            if not self._fences:
                self.named.note_head(text)

    def _is_unwrapped(self, line: str, text: str, events: list[ReplyEvent]) -> bool:
        """Take a line of a quote or of JSON, unless it is the first one in a fence that may hold a file or a diff."""
        held = self.held
        return held.file_at < 0 and held.diff_at < 0 and text[0] in WRAPPING_SIGNS and self._unwrap(line, events)

    def _hold(self, line: str, text: str, events: list[ReplyEvent]) -> None:
        """Hold the line back as what may name a file; what was held before is prose, unless this is below its fence."""
        held = self.held
        has_sign = held.diff_at >= 0 and self._sign_of(line) in ("+", "-", " ")
        may_name_file = held.is_below_fence and not held.lead and not has_sign
        if not (may_name_file and undecorate(text, self._context.exists)):
            if held.file_at >= 0:
                self._begin_file(line, events)
                return
            if held.diff_at >= 0 and self._hold_of_diff(line, events):
                return
            if not held.lines or not held.lines[-1].strip():
                self._alone = line
            self.release(events)
        if len(line) > LONGEST:
            self.release(events)
            events.append(Prose(line))
        else:
            self.held.hold_name(line)

    def _hold_of_diff(self, line: str, events: list[ReplyEvent]) -> bool:
        """Hold back a line in a fence for diffs, or begin there; return False where nothing is to be read."""
        held = self.held
        if held.diff_start < 0:
            held.diff_start = held.lead_at if held.lead else len(held.lines)
            is_named = held.lead or find_head(held.lines, self._context.exists).path
            self._unnamed_diff = None if is_named else self._fences[-1]
        if self._unnamed_diff is self._fences[-1] or len(held.lines) - held.diff_start > _MOST_UNCHANGED:
            return False
        held.lines.append(line)
        if self._sign_of(line) in ("+", "-"):
            self._begin_diff(events)
        return True

    def _sign_of(self, line: str) -> str:
        """Return what the line in a fence for diffs begins with, the indentation of the fence aside."""
        return line.removeprefix(self.indentation_of_diff)[:1]

    @property
    def indentation_of_diff(self) -> str:
        """What stands before the fence that may hold a diff."""
        opening = self.held.lines[self.held.diff_at]
        return opening[: len(opening) - len(opening.lstrip())]

    def _read_fence(self, line: str, fence: Fence, events: list[ReplyEvent]) -> None:
        closed = closed_by(fence, self._fences)
        if self.held.file_at >= 0 and self._is_of_file(fence, closed):
            self._begin_file(line, events)
        elif closed is not None:
            self.release(events)
            ended = self._fences[closed]
            del self._fences[closed:]
            if not ended.is_hidden:
                self.unread_diffs += ended is self._unnamed_diff
                events.append(Prose(line))
        elif fence.is_closing_tag:
            self._hold(line, line.strip(), events)
        else:
            self._open_fence(line, fence, events)

    def _is_of_file(self, fence: Fence, closed: int | None) -> bool:
        """Whether a fence is the end of the file that may begin here, or a line of it."""
        held, innermost = self.held, self._fences[-1]
        if closed is not None:
            return closed == len(self._fences) - 1
        # A path and a second fence as long are the head of a block, and the first fence is one too many; one that names
        # no file stands around those that do.
        is_alike = fence.run.startswith(innermost.run) or (held.file_at == 0 and is_wrapping(innermost))
        is_head = not held.is_below_fence and is_alike
        return not is_head or (held.file_at > 0 and self._context.reads_only_files)

    def _open_fence(self, line: str, fence: Fence, events: list[ReplyEvent]) -> None:
        held = self.held
        is_alone = held.is_below_fence or held.name_at < 0 or held.lead
        self.release(events, None if is_alone else held.name_at)
        held = self.held
        path = undecorate(held.lines[0], self._context.exists) if held.lines else None
        # A path above a fenced listing is the last one named, for blocks below that name none.
        self.named.note(path)
        if self._reads_files and self._may_hold_file(fence, path):
            held.file_at = len(held.lines)
        elif self._reads_diffs and fence.language in DIFFS:
            held.diff_at = len(held.lines)
        elif self._reads_files and not is_output(fence):
            says_more = fence.info.lower() != fence.language
            named = path or (says_more and find_head([*held.lines, line], self._context.exists).path)
            self.unread_files += bool(named) or (self._context.wants_files and not self._fences)
        self._fences.append(fence)
        held.lines.append(line)
        held.is_below_fence = True

    def _may_hold_file(self, fence: Fence, path: str | None) -> bool:
        if self._fences and not (path and self._context.wants_files and all(map(is_wrapping, self._fences))):
            return False
        if self._context.wants_files:
            only_file = "" if self._had_file else self._context.only_file
            return may_hold_file(fence, path, only_file=only_file, exists=self._context.exists)
        above = self.held.lines[0] if len(self.held.lines) == 1 else None
        is_alone = above is not None and above is self._alone and names_only_a_path(above)
        return is_alone and may_hold_file(fence, path, only_file=None, exists=self._context.exists)
