"""Characters a reader does not see, or that reorder what is read, written out as ‹U+202E›.

A character that an emoji or a script requires is none of them: the joiners of 👨‍👩‍👧 and of Persian or Indic words,
the tags of three flags, the variation selector behind a sign that has variants. Only what is shown is escaped; a copied
line gives the characters themselves.

Blanks that look like a space and are none, such as the no-break space, are usual in prose and in some languages. They
are written out only where that is asked for, as in lines that differ in them.
"""

import re
from collections.abc import Iterable, Iterator

from guillemet.engine.patterns import lazy_pattern

# Controls without the tab; soft hyphen; Arabic letter mark; Mongolian separator; zero width; bidi controls; line and
# paragraph separators; word joiner to nominal digit shapes; lone surrogates; byte-order mark; interlinear signs;
# Qt's own frame marks and other noncharacters; tag characters; Hangul fillers; variation selectors of the supplement;
# format controls of hieroglyphs and of shorthand; the Khitan filler; the notehead that is nothing.
# Last the variation selectors and the blank of Braille, which are often required.
_CANDIDATE = lazy_pattern(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U00013430-\U0001345f\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ufe00-\ufe0f\u2800]"
)
_ODD_BLANK = lazy_pattern("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_IDEOGRAPHIC_SPACE = "\u3000"
_JOINERS = "\u200c\u200d"
_PICTURE = lazy_pattern("[\u2190-\u2bff\u3030\u303d\ufe0f\U0001f000-\U0001faff]")
# Letters of scripts that join: Arabic to Tibetan, Myanmar, Khmer, Mongolian.
_JOINING = lazy_pattern("[\u0600-\u08ff\u0900-\u0fff\u1000-\u109f\u1780-\u18af]")
_BLACK_FLAG = "\U0001f3f4"
# The flags of England, Scotland and Wales, the only ones that are spelt with tag characters.
_FLAGS = tuple(
    _BLACK_FLAG + "".join(chr(0xE0000 + ord(c)) for c in f"{name}\x7f") for name in ("gbeng", "gbsct", "gbwls")
)
_LONGEST_FLAG = max(map(len, _FLAGS))
# Nothing here has variants, a variant least of all; a run of selectors can hold any text.
_WITHOUT_VARIANTS = lazy_pattern('[\x00-"$-)+-/:-\x7f\u00c0-\u02af\ufe00-\ufe0f]')
_BRAILLE = lazy_pattern("[\u2801-\u28ff]")

_ENDINGS = "\r\n"
_ASCII_CONTROLS = bytes(code for code in (*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F))


def find_hidden(text: str) -> Iterator[re.Match[str]]:
    """Yield a match for every hidden character; controls that end lines and pages are among them."""
    return (found for found in _CANDIDATE.finditer(text) if not _is_required(text, found.start()))


def has_hidden(text: str) -> bool:
    """Return whether any line of the text holds a hidden character; a lone CR ends a line."""
    if text.isascii():
        # Ten times as fast as searching, and nearly every source is ASCII.
        return len(text.encode("ascii").translate(None, _ASCII_CONTROLS)) != len(text)
    return any(found[0] not in _ENDINGS for found in find_hidden(text))


def odd_blanks(line: str) -> list[int]:
    """Return the columns of blanks that look like a space and are none, such as the no-break space.

    The ideographic space is wide, and usual between words: it looks like spaces where a line begins or ends only.
    """
    return [found.start() for found in _find_odd_blanks(line)]


def has_odd_blanks(text: str) -> bool:
    """Return whether any line of a text may have such blanks."""
    return not text.isascii() and _ODD_BLANK.search(text) is not None


def reveal(line: str, *, blanks: bool = False) -> str:
    """Return the line with every hidden character written out, and, if asked for, every odd blank."""
    parts: list[str] = []
    end = 0
    for found in _find(line, blanks=blanks):
        parts += (line[end : found.start()], _written(found))
        end = found.end()
    return "".join((*parts, line[end:])) if parts else line


def revealed_spans(line: str, *, blanks: bool = False) -> tuple[tuple[int, int], ...]:
    """Return where the written-out characters stand in the revealed line, as column ranges."""
    spans: list[tuple[int, int]] = []
    grown = 0
    for found in _find(line, blanks=blanks):
        length = len(_written(found))
        start = found.start() + grown
        spans.append((start, start + length))
        grown += length - 1
    return tuple(spans)


def source_column(line: str, column: int, *, blanks: bool = False) -> int:
    """Return which column of the line stands at this column of the revealed line, at most the line's length."""
    grown = 0
    for start, end in revealed_spans(line, blanks=blanks):
        if column <= start:
            break
        if column < end:
            return start - grown
        grown += end - start - 1
    return min(column - grown, len(line))


def _find(line: str, *, blanks: bool) -> Iterable[re.Match[str]]:
    hidden = find_hidden(line)
    return sorted((*hidden, *_find_odd_blanks(line)), key=lambda found: found.start()) if blanks else hidden


def _find_odd_blanks(line: str) -> Iterator[re.Match[str]]:
    begins, ends = len(line) - len(line.lstrip()), len(line.rstrip())
    for found in _ODD_BLANK.finditer(line):
        if found[0] != _IDEOGRAPHIC_SPACE or not begins <= found.start() < ends:
            yield found


def _written(found: re.Match[str]) -> str:
    return f"‹U+{ord(found[0]):04X}›"


def _is_required(text: str, at: int) -> bool:
    """Whether an emoji or a script requires the character at this place."""
    character = text[at]
    if character < "\u200c":
        return False
    above, below = text[at - 1 : at], text[at + 1 : at + 2]
    if character in _JOINERS:
        return bool(_JOINING.match(above)) or (character == "\u200d" and _joins_pictures(above, below))
    if "\ufe00" <= character <= "\ufe0f":
        return bool(above) and not _WITHOUT_VARIANTS.match(above)
    if character == "\u2800":
        return bool(_BRAILLE.match(above) or _BRAILLE.match(below))
    return character >= "\U000e0000" and _is_in_flag(text, at)


def _joins_pictures(above: str, below: str) -> bool:
    return _PICTURE.match(above) is not None and _PICTURE.match(below) is not None


def _is_in_flag(text: str, at: int) -> bool:
    start = text.rfind(_BLACK_FLAG, max(0, at - _LONGEST_FLAG), at)
    return start >= 0 and any(text.startswith(flag, start) and at < start + len(flag) for flag in _FLAGS)
