"""Warnings about a reply as a whole, reported in addition to the blocks that were read, never instead of them.

The checks count start and end markers of the formats that have both, blocks without a separator, lines that resemble
markers, separators that became content, passages that never end, and edits in unknown formats.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from guillemet.engine.blocks import Block, Breakage, BrokenBlock, EditBlock, FormatName
from guillemet.engine.formats.catalogue import FORMATS, format_named
from guillemet.engine.formats.format import Ended, Parts
from guillemet.engine.formats.listing.naming import UnreadListing, UnreadReason
from guillemet.engine.formats.path_line import PROSE
from guillemet.engine.formats.search_replace import (
    LONGEST_NEAR,
    QUOTED,
    RELATIVE,
    SEPARATOR,
    has_further_separator,
    outside_conflicts,
)
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import indent_of

_FIRST = ("<", *"0123456789")
UNREAD_SIGNS = ("-", "+", *_FIRST)
"""First characters of lines that may belong to an edit in an unknown format."""

ALIKE_SIGNS = ("<<<", ">>>", "> ", "&", "`<<<", "**<<<", "`>>>", "**>>>")
"""Beginnings of lines that may resemble a marker, in addition to those of the markers themselves."""

_ALIKE = lazy_pattern(
    rf"""{RELATIVE})\b | {QUOTED} (?:>{{3,}} | (?:&gt;){{3,}}) \s* (?:REPLACE|UPDATED)\b
    | {QUOTED} (?i: <{{5,9}}\s*(?:SEARCH|EDIT|NEW_FILE)\b | >{{5,9}}\s*(?:REPLACE|NEW_FILE)\b
    | «««\s*EDIT\b | »»»\s*EDIT\b | ═{{5,}}\s*REPL\b | 🟧+\s*EDIT\b | 🟨+\s*REPL\b
    | 🟩+\s*END\b | <AI_EDIT_CONTENT_
    | [<>]{{5,9}}\s*(?:NEW[ -]?FILE|CREATE)\s*\Z
    | <boltAction\b(?=[^<>]*\bfilePath\s*=)(?![^<>]*\btype\s*=\s*["'](?:edit|file|shell|supabase)["'])
    | \*\*\*\ \d{{1,9}}(?:,\d{{1,9}})?\ \*{{4}}\s*\Z )""",
    re.VERBOSE,
)

_DATABASE_ACTION = lazy_pattern(r"""\s*<boltAction\b[^<>]*\btype\s*=\s*["']supabase["']""")
_LONGEST = 400
_MOST_NAMED = 4
"""Files that one sentence names."""
_PLACE = lazy_pattern(r"\d{1,6}(?:,\d{1,6})?[acd]\d{1,6}(?:,\d{1,6})?\s*\Z")
_CODE = lazy_pattern(r"[-+](?: {4,}[\w\"'#@/({\[<]|\t+.*[=(){};])")
"""An added or removed line that is indented as code, deeper than the text of a list item."""
_CHANGED = lazy_pattern(r"[-+](?:[^\W\d]|[\"'#@/(){}\[\]<*]| {2,}\S)")
"""An added or removed line that begins neither like a list item nor like a number."""
_ITEM = lazy_pattern(r"[-+] (\S+)")
_CODE_SIGN = lazy_pattern(r"[=(){}\[\];]")
_GOES = lazy_pattern(r"<(search|find|original|old(?:_\w{1,20})?|SEARCH|FIND|ORIGINAL|OLD(?:_\w{1,20})?)(?: [^<>]*)?>")
_COMES = lazy_pattern(
    r"</?(?:replace|replacement|updated|modified|new(?:_\w{1,20})?|REPLACE|REPLACEMENT|UPDATED|MODIFIED|NEW(?:_\w{1,20})?)"
    r"(?: [^<>]*)?>"
)
_FILE = lazy_pattern(r"<file (?:path|name)\s*=\s*[\"'][^<>]*[\"']\s*>")
_TAG_PAIRS = ((_GOES, _COMES), (_FILE, lazy_pattern("</file>")))
_CALL = lazy_pattern(
    r"""<(?: (?:write_to_file|replace_in_file|apply_diff|insert_content|edit_file|create_file|str_replace\w*)>
        | (?:parameter\s?(?:name)?\s?=\s?["']?) (?:old|new)_?(?:str|string|text)\b )""",
    re.VERBOSE | re.IGNORECASE,
)


def is_alike(line: str) -> bool:
    """Whether the line resembles a marker of one of the formats or of a similar one; not whether it is a marker."""
    return _ALIKE.match(line[:LONGEST_NEAR]) is not None


class UnknownFormats:
    """Finds edits in unknown formats among the lines of prose: they are not read, so the user is warned.

    -    return x           lines with signs, without the head of a diff above
    +    return y
    2c2                     a diff without context, which is the default output of `diff`
    < x
    <SEARCH>…<REPLACE>      tags around old and new lines, a file between tags, a tool call

    List items are not edits: `- …` followed by `+ …` counts only when both begin with the same word and are code.
    """

    def __init__(self) -> None:
        self._above = ""
        self._above_at = 0
        self._started_at: dict[re.Pattern[str], int] = {}
        """First line number of each tag that begins an edit."""
        self.signed_at = 0
        """Line number, from 1, of the first line with a sign; 0 when there is none."""
        self.place_at = 0
        """First line of a diff without context."""
        self.tags_at = 0
        """First line of an edit or a file between tags."""
        self.call_at = 0
        """First line of a tool call."""

    def look_at(self, line: str, line_number: int) -> None:
        """Check one line of prose; the caller may omit lines that do not begin with one of `UNREAD_SIGNS`."""
        above = self._above if self._above_at == line_number - 1 else ""
        self._above, self._above_at = line, line_number
        text = line[:_LONGEST].lstrip()
        if text[:1] in ("-", "+"):
            if not self.signed_at:
                self._look_at_signed(above[:_LONGEST], line[:_LONGEST], line_number)
        elif text.startswith(("< ", "> ")):
            self.place_at = self.place_at or (line_number - 1 if _PLACE.match(above) else 0)
        elif text[:1] == "<":
            self._look_at_tag(text, line_number)

    def _look_at_signed(self, above: str, line: str, line_number: int) -> None:
        if _is_changed(above, line):
            self.signed_at = line_number - 1
        elif _CODE.match(line.lstrip()):
            self.signed_at = line_number

    def _look_at_tag(self, text: str, line_number: int) -> None:
        for start, end in _TAG_PAIRS:
            if start.match(text):
                self._started_at.setdefault(start, line_number)
            if start in self._started_at and end.match(text):
                self.tags_at = self.tags_at or self._started_at[start]
        if _CALL.match(text):
            self.call_at = self.call_at or line_number


def is_edit_of_no_format(lines: Sequence[str]) -> bool:
    """Whether the first line that is not blank begins a diff without context or an edit between tags."""
    first = next((number for number, line in enumerate(lines, start=1) if line.strip()), 0)
    if not first or not lines[first - 1].lstrip().startswith(_FIRST):
        return False
    unread = UnknownFormats()
    for number, line in enumerate(lines, start=1):
        unread.look_at(line, number)
    return first in (unread.place_at, unread.tags_at)


def _is_changed(above: str, line: str) -> bool:
    """Whether the upper line is removed and the lower one replaces it."""
    indent = indent_of(line)
    old, new = above.removeprefix(indent), line.removeprefix(indent)
    if not (old.startswith("-") and new.startswith("+")):
        return False
    if _CHANGED.match(old) and _CHANGED.match(new):
        return True
    item, other = _ITEM.match(old), _ITEM.match(new)
    is_alike = item is not None and other is not None and item[1] == other[1]
    return is_alike and all(map(_CODE_SIGN.search, (old, new)))


_EXTRA_SEPARATOR = "puts a line `=======` into its file: maybe one separator too many."
_SLIP = "has a line `=======` too many, which was left out."
_CUT = "has fewer lines than its header announces: what stands below it was not read."
_ON_ONE_LINE = lazy_pattern(r"\*\*\* Begin Patch\\+n|<<<<<<< SEARCH\\+n|««« EDIT\\+n")
_PATCH_END = "*** End Patch"
TOOL_CALL = lazy_pattern(r'"(?:old_str|old_string|oldString|old_text|oldText)"\s*:\s*"', re.ASCII)

THOUGHT = "</think>"
"""The line that ends the reasoning of a model."""

COPY_BUTTONS = (
    "Copy code",
    "Copy",
    "Copied!",
    "Code kopieren",
    "Kopieren",
    "Copier le code",
    "Copier",
    "Copiar código",
    "Copiar",
    "复制代码",
    "复制",
    "コードをコピーする",
)
"""Labels of the button above a listing, which are copied along with a page."""

LOOKED_AT = (*ALIKE_SIGNS, *UNREAD_SIGNS, THOUGHT, *COPY_BUTTONS)
"""Beginnings of the prose lines passed to `ReplyChecks.look_at`, in addition to those of markers."""


class ReplyChecks:
    """Collects counts while a reply is read, and returns warnings at the end."""

    def __init__(self) -> None:
        self._starts: Counter[FormatName] = Counter()
        self._ends: Counter[FormatName] = Counter()
        self._finished = 0
        self._broken = 0
        self._without_separator = 0
        self._alike: list[int] = []
        self._odd_blocks: dict[str, int] = {}
        """By sentence, the number of the first block that it describes."""
        self._begun: list[int] = []
        """Numbers of lines that begin a patch without a block; a block may still follow the last one."""
        self._is_begun = False
        self._drafts = 0
        self._database_actions: list[int] = []
        self._button = 0
        self._on_one_line = 0
        self._tool_call = 0
        self._no_format = UnknownFormats()
        self.open_passage = ""
        """The line that ends the open passage; empty outside of one."""
        self.cited = 0
        """Blocks in quotations."""
        self.unread_diffs = 0
        """Fences for diffs that name no file and hold no block."""
        self.unread_files = 0
        """Fences without a block that were possibly meant as a file, but were not read as one."""
        self.unread_listings: list[UnreadListing] = []
        self.listings = 0
        """Fences that would be read as whole files if the conversation requested that format."""

    def note_unread(self, listing: UnreadListing | None) -> None:
        """Note what a listing seems to mean that is not read, if it seems to be an edit."""
        if listing:
            self.unread_listings.append(listing)

    def add(self, block: Block, ended: Ended, read_as: FormatName) -> None:
        """Count a block that was read whole in a format, and note what is odd about it."""
        self._finished += 1
        self._starts[read_as] += 1
        self._ends[read_as] += 1
        if isinstance(block, EditBlock) and puts_separator(block):
            self._odd_blocks.setdefault(_EXTRA_SEPARATOR, block.number)
        if isinstance(ended, Parts) and ended.slips:
            self._odd_blocks.setdefault(_SLIP, block.number)
        if isinstance(ended, Parts) and ended.is_cut:
            self._odd_blocks.setdefault(_CUT, block.number)

    def add_broken(self, block: BrokenBlock) -> None:
        """Count a block that has no end or cannot be used."""
        self._broken += 1
        self._starts[block.format] += 1
        self._ends[block.format] += block.breakage not in (Breakage.UNFINISHED, Breakage.UNCLOSED)
        self._without_separator += block.breakage is Breakage.NO_SEPARATOR

    def add_stray(self, form: FormatName, line: str) -> None:
        """Count a marker that belongs to no block."""
        self._broken += 1
        # A stray separator is neither a start nor an end.
        self._ends[form] += line.strip()[:1] not in ("═", "🟨")

    def mark_begun(self, line_number: int) -> None:
        """Note a line that begins a patch, until a block follows."""
        self._begun.append(line_number)
        self._is_begun = True

    def mark_started(self) -> None:
        """Note that a block began: the patch line noted before belongs to it and is not reported."""
        if self._is_begun:
            self._begun.pop()
            self._is_begun = False

    def has_blocks_besides(self, *names: FormatName) -> bool:
        """Whether blocks of other formats than these were read."""
        return any(count for form, count in self._starts.items() if form not in names)

    def look_at(self, line: str, line_number: int) -> None:
        """Check a line of prose for anything to warn about."""
        self._no_format.look_at(line, line_number)
        if is_alike(line):
            self._alike.append(line_number)
        elif _DATABASE_ACTION.match(line[:_LONGEST]):
            self._database_actions.append(line_number)
        elif "\\n" in line:
            self.look_at_wrapped(line, line_number)
        elif line.strip() == THOUGHT:
            self._drafts = self._finished
        elif line.strip() in COPY_BUTTONS:
            self._button = self._button or line_number
        elif line.startswith(_PATCH_END):
            self._is_begun = False

    def look_at_wrapped(self, line: str, line_number: int) -> None:
        """Note the first line that holds a whole patch with escaped line ends, and the first that holds a tool call."""
        if not self._on_one_line and "\\n" in line and _ON_ONE_LINE.search(line):
            self._on_one_line = line_number
        if not self._tool_call and TOOL_CALL.search(line):
            self._tool_call = line_number

    def warnings(self, *, named: str = "") -> tuple[str, ...]:
        """Return the warnings as sentences; `named` is the last file that a reply of whole files names."""
        found, files = (*self._unbalanced(), *self._others(), *self._wrapped()), self.unread_files
        if not found and not self.unread_diffs and not any(self._starts.values()):
            # Other warnings, such as one about a patch without an operation, already say why such lines were not read.
            found = tuple(self._without_format())
            files = 0 if found else files
        reported = (*found, *self._unread(self.unread_diffs, files, "" if found else named))
        is_of_listings = not reported and not self.has_blocks_besides(FormatName.LISTING, FormatName.WHOLE_FILE)
        return tuple(self._of_listings()) if is_of_listings else reported

    def _of_listings(self) -> Iterator[str]:
        """Yield what listings seem to mean that were not read, those of one reason together."""
        for why in UnreadReason:
            if found := [one for one in self.unread_listings if one.why is why]:
                yield _not_taken(found, why)
        if self._button and (self.unread_listings or not any(self._starts.values())):
            what = f"Line {self._button:,} of the reply is the label of a button: the answer was copied from its page"
            yield f"{what}, without the fences of its code. Use the button that copies the answer as it was written."

    def _unbalanced(self) -> Iterator[str]:
        for form in FORMATS:
            starts, ends = self._starts[form.name], self._ends[form.name]
            if form.marker_names and starts != ends:
                start, end = form.marker_names
                yield f"Unbalanced markers: {starts:,} {start}, {ends:,} {end}."

    def _others(self) -> Iterator[str]:
        if self._without_separator:
            without = _counted(self._without_separator, "block has", "blocks have")
            expected = self._finished + self._broken
            yield f"{without} no separator: {self._finished:,} complete of {expected:,} expected."
        if self._alike:
            looks = _counted(len(self._alike), "line looks like a marker and is", "lines look like markers and are")
            yield f"{looks} none, first line {self._alike[0]:,} of the reply."
        if self._database_actions:
            actions = _counted(len(self._database_actions), "action changes", "actions change")
            first = f"first line {self._database_actions[0]:,} of the reply"
            yield f"{actions} a database, not a file, and can only be read here: {first}."
        yield from (f"Block {number} {what}" for what, number in self._odd_blocks.items())
        if self._begun:
            at = f"Line {self._begun[0]:,} of the reply"
            yield f"{at} begins a patch, and no `*** Update File:` or other operation follows, so it was not read."
        if self._drafts:
            blocks = _counted(self._drafts, "block stands", "blocks stand")
            yield f"{blocks} above the line `{THOUGHT}`, where the model was still thinking: maybe a draft."
        if self.open_passage:
            yield f"The line `{self.open_passage}` never came, so everything after the start of that passage is prose."
        if self._broken and not self._finished:
            yield "No block of the reply is whole."

    def _wrapped(self) -> Iterator[str]:
        if self.cited and self._finished + self._broken > self.cited:
            blocks = _counted(self.cited, "block stands", "blocks stand")
            yield f"{blocks} in a quote, and others outside of it: maybe only cited."
        if self._on_one_line and not self._finished:
            at = f"Line {self._on_one_line:,} of the reply"
            yield f"{at} looks like a whole patch with `\\n` in the place of its line ends, and was not read."
        if (call := self._tool_call or self._no_format.call_at) and not self._finished:
            at = f"Line {call:,} of the reply"
            yield f"{at} looks like the call of a tool that edits files, but is not one that can be read."

    def _without_format(self) -> Iterator[str]:
        unread = self._no_format
        if unread.signed_at:
            at = f"Line {unread.signed_at:,} of the reply"
            yield f"{at} looks like one of a diff, but no head such as `@@ ... @@` stands above, so it was not read."
        if unread.place_at:
            at = f"Line {unread.place_at:,} of the reply"
            yield f"{at} begins a diff without the lines around the change, which is not a supported format."
        if unread.tags_at:
            at = f"Line {unread.tags_at:,} of the reply"
            yield f"{at} begins an edit between tags, which is not a supported format."

    def _unread(self, diffs: int, files: int, named: str) -> Iterator[str]:
        # Beside blocks of another format such a listing only shows what they do.
        if diffs and all(format_named(form).open_headless for form, count in self._starts.items() if count):
            listings = _counted(diffs, "listing looks like a diff but names", "listings look like diffs but name")
            yield f"{listings} no file, so nothing of it was read. Its path belongs on a line of its own above."
        if files and not any(self._starts.values()):
            listings = _counted(files, "listing was", "listings were")
            place = "directly below its path, alone on its line, and in no other"
            yield f"{listings} not taken for a whole file: that stands {place}."
        if named and not files and not any(self._starts.values()):
            yield f"The reply names {named} and gives no file: a whole one stands in a fence directly below its path."


def puts_separator(block: EditBlock) -> bool:
    """Whether the block writes a separator line into its file that may be one too many.

    Escaped separators, those of merge conflicts, and underlines of titles in prose do not count.
    """
    if not (
        has_further_separator(block) or (format_named(block.format).may_repeat_separator and SEPARATOR in block.written)
    ):
        return False
    separators = [index for index in outside_conflicts(block.new) if block.new[index] == SEPARATOR]
    if not block.path.lower().endswith(PROSE):
        return bool(separators)
    return not all(index and _may_be_title(block.new[index - 1]) for index in separators)


def _may_be_title(line: str) -> bool:
    """Whether a separator below the line may be the underline of a title."""
    return line[:1].isalnum() and len(line.rstrip()) <= len(SEPARATOR)


def _not_taken(listings: Sequence[UnreadListing], why: UnreadReason) -> str:
    """Return the sentence about listings that were not read for the same reason."""
    paths = [f"`{path}`" for path in dict.fromkeys(path for one in listings for path in one.paths)]
    last = " or " if why is UnreadReason.SEVERAL else " and "
    named = last.join(filter(None, (", ".join(paths[:-1]), *paths[-1:])))
    named = f"{len(paths):,} files" if len(paths) > _MOST_NAMED else named
    if len(listings) == 1:
        seems = f", which seems to mean {named}," if named else ""
        return f"1 listing{seems} was not taken: {why.value.format(them='it')}."
    seems = f", which seem to mean {named}," if named else ""
    return f"{len(listings):,} listings{seems} were not taken: {why.value.format(them='them')}."


def _counted(count: int, one: str, many: str) -> str:
    return f"1 {one}" if count == 1 else f"{count:,} {many}"
