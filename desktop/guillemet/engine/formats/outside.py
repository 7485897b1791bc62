"""The lines of a reply outside its blocks: prose, fences, and what is held back because it may be the head of a block.

The last line that says something, the fence below it, the path below that and the leads of a format are held back until
the next such line. A fence that may hold a whole file, or a diff, is held back until its first line that says
something: a start marker there means that the fence only stands around a block.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from guillemet.engine.blocks import FormatName, Prose, ReplyEvent
from guillemet.engine.formats.checking import LOOKED_AT
from guillemet.engine.formats.context import ReplyContext
from guillemet.engine.formats.fences import DIFFS, SIGNS, Fence, closed_by, read_fence
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.head import find_head
from guillemet.engine.formats.path_line import HEAD_SIGNS, LONGEST, files_named_in, undecorate, undecorate_head
from guillemet.engine.formats.whole_file import is_output, is_wrapping, may_hold_file, names_only_a_path
from guillemet.engine.formats.wrapped import JSON_SIGNS, WRAPPING_SIGNS, may_be_json

_BLANK = Prose("\n")
_MOST_UNCHANGED = 200
"""Lines of a listing that are held back until one of them comes or goes."""


class _Offered(Struct, frozen=True):
    """The formats one of whose markers begins with a certain character."""

    formats: tuple[Format, ...]
    signs: tuple[str, ...]


class Outside:
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
        self._offered: dict[str, _Offered] = {}
        for sign, one in ((sign, form) for form in formats for sign in form.signs):
            before = self._offered.get(sign[0], _Offered((), ()))
            chosen = before.formats if one in before.formats else (*before.formats, one)
            self._offered[sign[0]] = _Offered(chosen, (*before.signs, sign))
        for sign in LOOKED_AT:
            before = self._offered.get(sign[0], _Offered((), ()))
            self._offered[sign[0]] = _Offered(before.formats, (*before.signs, sign))
        self._plain_unless = frozenset((*self._offered, *(sign[0] for sign in SIGNS), *WRAPPING_SIGNS, ""))
        self._reads_files = any(one.name is FormatName.WHOLE_FILE for one in formats)
        self._reads_diffs = any(one.name is FormatName.UNIFIED_DIFF for one in formats)
        self._had_file = False
        self._candidate = -1
        self._alone = ""
        """The last line that came after none or a blank one."""
        self._awaits_first_line = False
        self._lead = ""
        self.lead_at = 0
        """Which held line is the lead, if there is one."""
        self.held: list[str] = []
        """Lines held back, with their endings."""
        self.fences: list[Fence] = []
        """The open ones, outermost first."""
        self.file_fence = -1
        """Which held line opens a fence that may hold a file."""
        self.diff_fence = -1
        """Which held line opens a fence that may hold a diff without heads."""
        self.diff_start = -1
        """Which held line is the first one in that fence that says something."""
        self._unnamed_diff: Fence | None = None
        self.unread_diffs = 0
        """Fences for diffs that name no file and hold no block."""
        self.unread_files = 0
        """Fences that may have been meant as a file and are none, unless a block is in them."""
        self.last_path = ""
        """The last file the reply named."""
        self._spoken_of: frozenset[str] = frozenset()
        """The files of which the last section head speaks, if it names none."""

    @property
    def lead(self) -> str:
        """The lead held back directly above, or nothing."""
        return self._lead

    def read(self, line: str, events: list[ReplyEvent]) -> None:
        """Read a line with its ending."""
        text = line.strip()
        first = text[:1]
        if first in self._plain_unless and (first not in JSON_SIGNS or may_be_json(line)):
            self._read_unplain(line, text, events)
            return
        held = self.held
        if self._candidate == 0 and len(held) == 1 and len(line) <= LONGEST:
            # Most lines of most replies come here: `_hold` in short.
            events.append(Prose(held[0]))
            held[0] = line
        else:
            self._hold(line, text, events)
        if not self.fences and (first in HEAD_SIGNS or " " not in text):
            self._note_head(text)

    def offer(self, line: str, events: list[ReplyEvent]) -> bool:
        """Offer a line to the formats; return whether it was a marker or a lead."""
        text = line.lstrip()
        offered = self._offered.get(text[:1])
        return offered is not None and text.startswith(offered.signs) and self._offer(line, offered.formats, events)

    def hold_lead(self, line: str, events: list[ReplyEvent]) -> None:
        """Hold back a line that belongs to the start marker it may stand above."""
        if self._lead and self.file_fence >= 0:
            self._begin_file(line, events)
            return
        if self._lead and self.diff_fence >= 0 and self._hold_of_diff(line, events):
            return
        if self._lead:
            self.release(events)
        self.lead_at = len(self.held)
        self.held.append(line)
        self._lead = line.removesuffix("\n")

    def release(self, events: list[ReplyEvent], keep: int | None = None) -> None:
        """Tell the lines held back as prose, those from index `keep` on excepted."""
        kept = [] if keep is None else self.held[keep:]
        events.extend(map(Prose, self.held[:keep]))
        self.held = kept
        self._candidate = 0 if kept else -1
        self._awaits_first_line = False
        self._lead = ""
        self.file_fence = self.diff_fence = self.diff_start = -1

    def claim(self, path: str = "") -> None:
        """Forget the lines held back, which became the head of a block, and name its file if they do."""
        self.held = []
        self._unnamed_diff = None
        self._spoken_of = frozenset() if path else self._spoken_of
        self._candidate = -1
        self._awaits_first_line = False
        self._lead = ""
        self.file_fence = self.diff_fence = self.diff_start = -1

    def claim_file(self) -> Fence:
        """Forget the lines held back, which began a file, and return the fence that holds it."""
        self.claim()
        self._had_file = True
        return self.fences.pop()

    def _note_head(self, text: str) -> None:
        path = undecorate_head(text, self._context.exists)
        self.last_path = path or self.last_path
        if path or text[:1] in "#*":
            self._spoken_of = frozenset() if path else files_named_in(text, self._context.exists)

    def speaks_of_another(self, path: str, above: Sequence[str]) -> bool:
        """Whether the line above a block, or its section head, speaks of other files than this one."""
        spoken = next((line for line in reversed(above) if line.strip()), "")
        files = files_named_in(spoken, self._context.exists) or self._spoken_of
        return path != "" and bool(files) and path not in files

    def _read_unplain(self, line: str, text: str, events: list[ReplyEvent]) -> None:
        """Read a blank line, or one that may be a marker or a fence."""
        if not text:
            if self.held:
                self.held.append(line)
            else:
                events.append(_BLANK if line == "\n" else Prose(line))
        elif self._is_unwrapped(line, text, events) or self.offer(line, events):
            return
        elif fence := read_fence(text):
            self._read_fence(line, fence, events)
        else:
            self._hold(line, text, events)
            if not self.fences:
                self._note_head(text)

    def _is_unwrapped(self, line: str, text: str, events: list[ReplyEvent]) -> bool:
        """Take a line of a quote or of JSON, unless it is the first one in a fence that may hold a file or a diff."""
        is_free = self.file_fence < 0 and self.diff_fence < 0
        return is_free and text[0] in WRAPPING_SIGNS and self._unwrap(line, events)

    def _hold(self, line: str, text: str, events: list[ReplyEvent]) -> None:
        """Hold the line back as what may name a file; what was held before is prose, unless this is below its fence."""
        has_sign = self.diff_fence >= 0 and self._sign_of(line) in ("+", "-", " ")
        may_name_file = self._awaits_first_line and not self._lead and not has_sign
        if not (may_name_file and undecorate(text, self._context.exists)):
            if self.file_fence >= 0:
                self._begin_file(line, events)
                return
            if self.diff_fence >= 0 and self._hold_of_diff(line, events):
                return
            if not self.held or not self.held[-1].strip():
                self._alone = line
            self.release(events)
        self._awaits_first_line = False
        if len(line) > LONGEST:
            self.release(events)
            events.append(Prose(line))
        else:
            self._candidate = len(self.held)
            self.held.append(line)

    def _hold_of_diff(self, line: str, events: list[ReplyEvent]) -> bool:
        """Hold back a line in a fence for diffs, or begin there; return False where nothing is to be read."""
        if self.diff_start < 0:
            self.diff_start = self.lead_at if self._lead else len(self.held)
            is_named = self._lead or find_head(self.held, self._context.exists).path
            self._unnamed_diff = None if is_named else self.fences[-1]
        if self._unnamed_diff is self.fences[-1] or len(self.held) - self.diff_start > _MOST_UNCHANGED:
            return False
        self.held.append(line)
        if self._sign_of(line) in ("+", "-"):
            self._begin_diff(events)
        return True

    def _sign_of(self, line: str) -> str:
        """Return what the line in a fence for diffs begins with, the indentation of the fence aside."""
        return line.removeprefix(self.indentation_of_diff)[:1]

    @property
    def indentation_of_diff(self) -> str:
        """What stands before the fence that may hold a diff."""
        opening = self.held[self.diff_fence]
        return opening[: len(opening) - len(opening.lstrip())]

    def _read_fence(self, line: str, fence: Fence, events: list[ReplyEvent]) -> None:
        closed = closed_by(fence, self.fences)
        if self.file_fence >= 0 and self._is_of_file(fence, closed):
            self._begin_file(line, events)
        elif closed is not None:
            self.release(events)
            ended = self.fences[closed]
            del self.fences[closed:]
            if not ended.is_hidden:
                self.unread_diffs += ended is self._unnamed_diff
                events.append(Prose(line))
        elif fence.is_closing_tag:
            self._hold(line, line.strip(), events)
        else:
            self._open_fence(line, fence, events)

    def _is_of_file(self, fence: Fence, closed: int | None) -> bool:
        """Whether a fence is the end of the file that may begin here, or a line of it."""
        if closed is not None:
            return closed == len(self.fences) - 1 and (not self._awaits_first_line or self._may_be_empty())
        # A path and a second fence as long are the head of a block, and the first fence is one too many; one that names
        # no file stands around those that do.
        is_alike = fence.run.startswith(self.fences[-1].run) or (self.file_fence == 0 and is_wrapping(self.fences[-1]))
        is_head = not self._awaits_first_line and is_alike
        return not is_head or (self.file_fence > 0 and self._context.only is FormatName.WHOLE_FILE)

    def _may_be_empty(self) -> bool:
        """Whether a fence that says nothing is an empty file: unasked, it empties none that exists."""
        if self._context.wants_files or self.file_fence == 0:
            return True
        path = undecorate(self.held[self.file_fence - 1], self._context.exists)
        return path is not None and not self._context.exists(path)

    def _open_fence(self, line: str, fence: Fence, events: list[ReplyEvent]) -> None:
        is_alone = self._awaits_first_line or self._candidate < 0 or self._lead
        self.release(events, None if is_alone else self._candidate)
        path = undecorate(self.held[0], self._context.exists) if self.held else None
        # A path above a fenced listing is the last one named, for blocks below that name none.
        self.last_path = path or self.last_path
        if self._reads_files and self._may_hold_file(fence, path):
            self.file_fence = len(self.held)
        elif self._reads_diffs and fence.language in DIFFS:
            self.diff_fence = len(self.held)
        elif self._reads_files and not is_output(fence):
            says_more = fence.info.lower() != fence.language
            named = path or (says_more and find_head([*self.held, line], self._context.exists).path)
            self.unread_files += bool(named) or (self._context.wants_files and not self.fences)
        self.fences.append(fence)
        self.held.append(line)
        self._awaits_first_line = True

    def _may_hold_file(self, fence: Fence, path: str | None) -> bool:
        if self.fences and not (path and self._context.wants_files and all(map(is_wrapping, self.fences))):
            return False
        if self._context.wants_files:
            only_file = "" if self._had_file else self._context.only_file
            return may_hold_file(fence, path, only_file=only_file, exists=self._context.exists)
        is_alone = len(self.held) == 1 and self.held[0] is self._alone and names_only_a_path(self.held[0])
        return is_alone and may_hold_file(fence, path, only_file=None, exists=self._context.exists)
