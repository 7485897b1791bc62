"""Edits written in ways that are no format: a person sees them, nothing of them is read, so they are told of.

-    return x           lines with signs, below no head of a diff
+    return y
2c2                     a diff without context, as `diff` writes it unasked
< x
<SEARCH>…<REPLACE>      tags around what goes and what comes, a file between tags, the call of a tool

An item of a list is none of these: below `- ` and one blank, `+ ` is a change only where both are alike and code.
"""

import re
from collections.abc import Sequence

from guillemet.engine.formats.search_replace import indent_of

_FIRST = ("<", *"0123456789")
UNREAD_SIGNS = ("-", "+", *_FIRST)
"""What lines begin with that may be of such an edit."""

_LONGEST = 400
_PLACE = re.compile(r"\d{1,6}(?:,\d{1,6})?[acd]\d{1,6}(?:,\d{1,6})?\s*\Z")
_CODE = re.compile(r"[-+](?: {4,}[\w\"'#@/({\[<]|\t+.*[=(){};])")
"""A line that comes or goes and is indented as code, deeper than what stands behind a bullet."""
_CHANGED = re.compile(r"[-+](?:[^\W\d]|[\"'#@/(){}\[\]<*]| {2,}\S)")
"""A line that comes or goes and does not begin as an item of a list, or a number, does."""
_ITEM = re.compile(r"[-+] (\S+)")
_CODE_SIGN = re.compile(r"[=(){}\[\];]")
_GOES = re.compile(r"<(search|find|original|old(?:_\w{1,20})?|SEARCH|FIND|ORIGINAL|OLD(?:_\w{1,20})?)(?: [^<>]*)?>")
_COMES = re.compile(
    r"</?(?:replace|replacement|updated|modified|new(?:_\w{1,20})?|REPLACE|REPLACEMENT|UPDATED|MODIFIED|NEW(?:_\w{1,20})?)"
    r"(?: [^<>]*)?>"
)
_FILE = re.compile(r"<file (?:path|name)\s*=\s*[\"'][^<>]*[\"']\s*>")
_FILE_END = "</file>"
_CALL = re.compile(
    r"""<(?: (?:write_to_file|replace_in_file|apply_diff|insert_content|edit_file|create_file|str_replace\w*)>
        | (?:parameter\s?(?:name)?\s?=\s?["']?) (?:old|new)_?(?:str|string|text)\b )""",
    re.VERBOSE | re.IGNORECASE,
)


class UnknownFormats:
    """Finds such edits among the lines of prose that begin with a sign of theirs."""

    def __init__(self) -> None:
        self._above = ""
        self._above_at = 0
        self._goes_at = 0
        self._file_at = 0
        self.signed_at = 0
        """Where lines with signs begin, from 1; 0 when there are none."""
        self.place_at = 0
        """Where a diff without context begins."""
        self.tags_at = 0
        """Where an edit or a file between tags begins."""
        self.call_at = 0
        """Where the call of a tool begins."""

    def look_at(self, line: str, line_number: int) -> None:
        """Take one line of prose; those that are left out begin with none of the signs."""
        above = self._above if self._above_at == line_number - 1 else ""
        self._above, self._above_at = line, line_number
        text = line[:_LONGEST].lstrip()
        if text[:1] in ("-", "+"):
            if not self.signed_at and _is_changed(above[:_LONGEST], line[:_LONGEST]):
                self.signed_at = line_number - 1
            elif not self.signed_at and _CODE.match(text):
                self.signed_at = line_number
        elif text.startswith(("< ", "> ")):
            self.place_at = self.place_at or (line_number - 1 if _PLACE.match(above) else 0)
        elif text[:1] == "<":
            self._look_at_tag(text, line_number)

    def _look_at_tag(self, text: str, line_number: int) -> None:
        if _GOES.match(text):
            self._goes_at = self._goes_at or line_number
        if self._goes_at and _COMES.match(text):
            self.tags_at = self.tags_at or self._goes_at
        if _FILE.match(text):
            self._file_at = self._file_at or line_number
        if self._file_at and text.startswith(_FILE_END):
            self.tags_at = self.tags_at or self._file_at
        if _CALL.match(text):
            self.call_at = self.call_at or line_number


def is_edit_of_no_format(lines: Sequence[str]) -> bool:
    """Whether the first of the lines that says something begins a diff without context, or an edit between tags."""
    first = next((number for number, line in enumerate(lines, start=1) if line.strip()), 0)
    if not first or not lines[first - 1].lstrip().startswith(_FIRST):
        return False
    unread = UnknownFormats()
    for number, line in enumerate(lines, start=1):
        unread.look_at(line, number)
    return first in (unread.place_at, unread.tags_at)


def _is_changed(above: str, line: str) -> bool:
    """Whether the upper line goes and the lower one comes in its place."""
    indent = indent_of(line)
    old, new = above.removeprefix(indent), line.removeprefix(indent)
    if not (old.startswith("-") and new.startswith("+")):
        return False
    if _CHANGED.match(old) and _CHANGED.match(new):
        return True
    item, other = _ITEM.match(old), _ITEM.match(new)
    is_alike = item is not None and other is not None and item[1] == other[1]
    return is_alike and all(map(_CODE_SIGN.search, (old, new)))
