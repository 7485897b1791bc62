"""Characters a reader does not see, or that reorder what is read, written out as ‹U+202E›.

Only what is shown is escaped; a copied line gives the characters themselves.
"""

import re

# Controls without the tab; soft hyphen; Arabic letter mark; Mongolian separator; zero width; bidi controls; line and
# paragraph separators; word joiner to nominal digit shapes; lone surrogates; byte-order mark; interlinear signs;
# Qt's own frame marks and other noncharacters; tag characters; Hangul fillers; variation selectors of the supplement;
# format controls of hieroglyphs and of shorthand; the Khitan filler; the notehead that is nothing.
HIDDEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U00013430-\U0001345f\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

_ENDINGS = "\r\n"
_ASCII_CONTROLS = bytes(code for code in (*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F))


def has_hidden(text: str) -> bool:
    """Return whether any line of the text holds a hidden character; a lone CR ends a line."""
    if text.isascii():
        # Ten times as fast as searching, and nearly every source is ASCII.
        return len(text.encode("ascii").translate(None, _ASCII_CONTROLS)) != len(text)
    return any(found[0] not in _ENDINGS for found in HIDDEN.finditer(text))


def reveal(line: str) -> str:
    """Return the line with every hidden character written out."""
    return HIDDEN.sub(_written, line)


def revealed_spans(line: str) -> tuple[tuple[int, int], ...]:
    """Return where the written-out characters stand in the revealed line, as column ranges."""
    spans: list[tuple[int, int]] = []
    grown = 0
    for found in HIDDEN.finditer(line):
        length = len(_written(found))
        start = found.start() + grown
        spans.append((start, start + length))
        grown += length - 1
    return tuple(spans)


def source_column(line: str, column: int) -> int:
    """Return which column of the line stands at this column of the revealed line, at most the line's length."""
    grown = 0
    for start, end in revealed_spans(line):
        if column <= start:
            break
        if column < end:
            return start - grown
        grown += end - start - 1
    return min(column - grown, len(line))


def _written(found: re.Match[str]) -> str:
    return f"‹U+{ord(found[0]):04X}›"
