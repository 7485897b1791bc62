"""Edits that are said in a sentence: In `src/rates.py`, replace `0.19` with `0.2`.

Only an order counts, with the old and the new text in back-ticks or quotes: whatever else a sentence says of code is
no edit. It stands in one line.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from guillemet.engine.formats.listing.words import WEIGHED
from guillemet.engine.patterns import lazy_pattern

_LONGEST = 1_000
_CODE = r"(?:`(?P<ticked_{0}>[^`]+)`|[\"“](?P<quoted_{0}>[^\"“”]+)[\"”])"
_FILE = r"\[?[`*\"“]*(?P<{0}>[\w./@+-]*[./][\w./@+-]*\w)[`*\"”]*(?:\]\([^()\s]*\))?"
_OLD_AND_NEW = rf"""(?:replace|change|swap)\s+(?:the\s+[\w ]{{1,40}}?\s+)?{_CODE.format("old")}
    \s+(?:with|to|by|for)\s+(?:the\s+[\w ]{{1,40}}?\s+)?{_CODE.format("new")}"""
_ORDER = lazy_pattern(
    rf"""(?:\A\s*(?:[-*+•]\s+|\d{{1,3}}[.)]\s+)? | (?<=[.!:]\s))
        (?:(?:now|then|next|first|second|third|finally|also|and|please|lastly|just|simply|step\s\d+)\b[\s,:.–—-]*)*
        (?: (?:in|inside)\s+(?:the\s+file\s+)?{_FILE.format("before")},?\s+(?:please\s+|just\s+|simply\s+|also\s+)?
            {_OLD_AND_NEW}
          | {_OLD_AND_NEW.replace("_old", "_old_first").replace("_new", "_new_first")}
            \s+(?:in|inside)\s+(?:the\s+file\s+)?{_FILE.format("behind")} )
        [*_]*(?:[.!](?=\s|\Z)|\s*\Z)""",
    re.VERBOSE | re.IGNORECASE,
)


class SaidEdit(Struct, frozen=True):
    """What a sentence says that is to be replaced."""

    path: str
    old: str
    new: str


def may_order_edit(line: str) -> bool:
    """Whether the line has a word of such an order: cheap, for most lines have none."""
    return "eplace" in line or "hange" in line or "wap " in line


def edits_said_in(line: str) -> Iterator[SaidEdit]:
    """Yield the edits that the sentences of a line order, in their order."""
    for found in _ORDER.finditer(line) if len(line) <= _LONGEST else ():
        if WEIGHED.search(line, 0, found.start()):
            continue
        named = {name: text for name, text in found.groupdict().items() if text is not None}
        old, new = (next(named[name] for name in named if f"_{side}" in name) for side in ("old", "new"))
        yield SaidEdit(named.get("before") or named["behind"], old, new)
