r"""A file as text: lines, their endings, the encoding, the byte-order mark; and back to the very same bytes.

A text is decoded for matching only. Every line keeps its own ending (LF, CRLF, or CR in files without any LF), so an
edit replaces lines and leaves all other bytes as they were.

    bytes ──▶ mark of UTF-8 or UTF-16? ──▶ NUL early? BinaryError ──▶ above LARGEST_TEXT? TooLargeError
          ──▶ UTF-8 ──▶ a guess that round-trips line by line
"""

import html
import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import chain, repeat

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.errors import BinaryError, EncodingError, TooLargeError
from guillemet.engine.pages import spliced
from guillemet.engine.patterns import lazy_pattern

_WORD = lazy_pattern(r"\w\w")
_HARD_BLANK = "\u00a0"
"""What copying from a page makes of indentation."""

_HASH_SHOWN = 12
"""Hexadecimal digits of a hash that are shown."""
BINARY_PROBE = 8_000
"""How many leading bytes are searched for a NUL."""
LARGEST_TEXT = 20_000_000
"""Bytes of a file that is still read as text."""

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_UTF_32_LE_MARK = b"\xff\xfe\x00\x00"
_GUESSED = [
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258"),
    *("koi8_r", "koi8_u", "cp866", "cp437", "cp850", "cp852", "mac_roman", "iso8859_2", "iso8859_15"),
    *("cp932", "euc_jp", "gb18030", "big5", "euc_kr", "cp949"),
]
"""Encodings a guess may name: stateless ones in which ASCII stands for itself."""
_GUESS_SAMPLE = 64_000
_FEW_HIGH_BYTES = 16
_RUN_OF_HIGH_BYTES = re.compile(rb"[\x80-\xff]{3}")
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_UTF_8_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_LONGEST_ALIGNED = 2_000
ESCAPE = lazy_pattern(r"&(?:lt|gt|amp|quot|apos|nbsp|#0?39|#x27|#34|#x22|#60|#x3c|#62|#x3e|#38|#x26);", re.IGNORECASE)
"""A character that was escaped for HTML."""


class FileText(Struct, frozen=True):
    """The lines of one file, without their endings, and all that is needed to write the same bytes again."""

    lines: Sequence[str]
    """A tuple, or what is equal to one and cheaper to change."""
    endings: Sequence[str]
    r"""One of "\n", "\r\n", "\r" for each line; "" only for a last line without one."""
    encoding: str = "utf-8"
    bom: bytes = b""
    """The byte-order mark the file starts with, if any."""

    @classmethod
    def from_bytes(cls, data: bytes) -> "FileText":
        """Read a file; raises BinaryError for a NUL in the first 8,000 bytes, EncodingError when nothing reads it.

        A file above LARGEST_TEXT raises TooLargeError: its lines would take some twenty times its size.
        """
        if data.startswith(_UTF_32_LE_MARK):
            message = "The file is UTF-32, which is not edited. Convert it to UTF-8."
            raise EncodingError(message)
        bom, encoding = next((one for one in _MARKS if data.startswith(one[0])), (b"", "utf-8"))
        is_wide = encoding.startswith("utf-16")
        if not is_wide and b"\0" in data[:BINARY_PROBE]:
            message = "The file is binary and cannot be edited as text."
            raise BinaryError(message)
        if len(data) > LARGEST_TEXT:
            message = (
                f"The file has {len(data) / 1e6:,.0f} MB, and none above {LARGEST_TEXT / 1e6:,.0f} MB is edited here. "
                "Change it in your editor, or split it."
            )
            raise TooLargeError(message)
        if is_wide:
            text = _decoded(data[len(bom) :], encoding)
        else:
            encoding, text = _read(data[len(bom) :], is_marked=bool(bom))
        lines, endings = _split(text)
        return cls(lines, endings, encoding, bom)

    @classmethod
    def new(cls, lines: Sequence[str], ending: str = "\n") -> "FileText":
        """Return the text of a file to be made: UTF-8, with a final newline; raises EncodingError as `splice` does."""
        _check_new(lines, "utf-8")
        return cls(tuple(lines), (ending,) * len(lines))

    @property
    def is_sure(self) -> bool:
        """Whether the encoding is known by a mark, or by bytes that no other would have, and is no guess."""
        return self.encoding.startswith("utf-")

    @property
    def text(self) -> str:
        """The lines joined by LF, for showing."""
        has_final_newline = bool(self.endings and self.endings[-1])
        return "\n".join(self.lines) + ("\n" if has_final_newline else "")

    @property
    def whole(self) -> str:
        """The text with its own line endings, without the byte-order mark."""
        return "".join(chain.from_iterable(zip(self.lines, self.endings, strict=True)))

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the very same ones for a text that was not touched."""
        return self.bom + _encoded(self.whole, self.encoding)

    def splice(self, start: int, count: int, new: Sequence[str]) -> "FileText":
        """Return the text with `count` lines from `start` (from 0) replaced by the new ones.

        A new line takes the ending of the line it replaces, else its neighbour's; a line that stays keeps its own. When
        the last line is replaced, the file keeps its habit of a final newline; when it is deleted, the line before
        stays as it is. Raises EncodingError when a new line cannot be written in the file's encoding, or holds a NUL.
        """
        old = self.lines[start : start + count]
        head, tail = common_ends(old, new)
        start, end, new = start + head, start + len(old) - tail, new[head : len(new) - tail]
        _check_new(new, self.encoding)
        endings = self._endings_for(start, end, new)
        kept = self.endings
        if end == len(kept) and new:
            habit = kept[-1] if kept else "\n"
            endings[-1] = habit and endings[-1]
            if start and not kept[start - 1]:
                kept = spliced(kept, start - 1, start, [self._neighbour(start)])
        lines = spliced(self.lines, start, end, new)
        return replace(self, lines=lines, endings=spliced(kept, start, end, endings))

    def ended(self, *, newline: bool) -> "FileText":
        """Return the text with a newline after its last line, or without one; itself when it ends so."""
        if not self.lines or bool(self.endings[-1]) is newline:
            return self
        last = len(self.lines) - 1
        ending = self._neighbour(last) if newline else ""
        return replace(self, endings=spliced(self.endings, last, last + 1, [ending]))

    def _endings_for(self, start: int, end: int, new: Sequence[str]) -> list[str]:
        old_endings = self.endings[start:end]
        neighbour = next((ending for ending in reversed(old_endings) if ending), "") or self._neighbour(start)
        if len(set(old_endings)) > 1:
            found = _aligned(self.lines[start:end], old_endings, new)
        else:
            found = [*old_endings[: len(new)], *repeat("", len(new) - len(old_endings))]
        return [ending or neighbour for ending in found]

    def _neighbour(self, index: int) -> str:
        """Return the ending of the nearest line before the place that has one, else of the one after."""
        if index and self.endings[index - 1]:
            return self.endings[index - 1]
        if index > 1:
            return self.endings[index - 2]
        return (self.endings[index] if index < len(self.endings) else "") or "\n"


def counted(count: int, noun: str) -> str:
    """Return "1 file" or "1,204 files"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def indent_of(line: str) -> str:
    """Return the blanks and tabs the line begins with."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def size_and_hash(*sides: bytes | None) -> str:
    """Return what tells a file that is not text from others, of two sides that differ as old → new; None is no file."""
    present = [data for data in sides if data is not None]
    sizes = dict.fromkeys(f"{len(data):,} bytes" for data in present)
    hashes = dict.fromkeys(sha256(data).hexdigest()[:_HASH_SHOWN] for data in present)
    return f"{' → '.join(sizes)}, SHA-256 {' → '.join(hashes)}"


def common_ends(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return how many lines both begin with, and how many of the others both end with."""
    shorter = min(len(one), len(other))
    head = tail = 0
    while head < shorter and one[head] == other[head]:
        head += 1
    while tail < shorter - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    return head, tail


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        message = f"The file is marked as {encoding.upper()}, but its bytes are not. Convert it to UTF-8."
        raise EncodingError(message) from error


def _check_new(lines: Iterable[str], encoding: str) -> None:
    text = "\n".join(lines)
    if "\0" in text:
        message = "The new lines hold a NUL, which would make the file binary. Ask for them again without it."
        raise EncodingError(message)
    _encoded(text, encoding)


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        wrong = text[error.start : error.start + 1]
        message = f"The file's encoding, {encoding}, cannot hold {wrong!a}. Convert the file to UTF-8."
        raise EncodingError(message) from error


def _read(data: bytes, *, is_marked: bool) -> tuple[str, str]:
    """Return the encoding and the text of bytes without a mark."""
    try:
        return "utf-8", data.decode()
    except UnicodeDecodeError:
        if is_marked:
            message = "The file is marked as UTF-8, but its bytes are not. Repair it first."
            raise EncodingError(message) from None
    for encoding in _guesses(data):
        text = _round_trip(data, encoding)
        if text is not None:
            return encoding, text
    message = "The file's encoding cannot be determined. Convert it to UTF-8."
    raise EncodingError(message)


def _guesses(data: bytes) -> Iterable[str]:
    """Return the likely encodings of bytes that are not UTF-8, best first; none when they are damaged UTF-8."""
    sample = b"\n".join(line for line in data.split(b"\n") if not line.isascii())[:_GUESS_SAMPLE]
    whole = len(_UTF_8_SEQUENCE.findall(sample))
    if whole >= sample.decode(errors="replace").count("\ufffd"):
        return []
    # Statistics say little of a few letters: café becomes Urdu. Lone accented letters are western most of the time.
    is_western = not _RUN_OF_HIGH_BYTES.search(sample)
    if is_western and len(_HIGH_BYTE.findall(sample)) < _FEW_HIGH_BYTES:
        return ["cp1252", "latin-1"]
    import charset_normalizer  # noqa: PLC0415  slow to load, and needed for files in old encodings only

    guessed = [match.encoding for match in charset_normalizer.from_bytes(sample, cp_isolation=_GUESSED)]
    return [*guessed, "cp1252"] if is_western else guessed


def _round_trip(data: bytes, encoding: str) -> str | None:
    """Return the text when every line of it comes back as the bytes it was read from."""
    try:
        text = data.decode(encoding)
        written = [line.encode(encoding) for line in text.split("\n")]
    except UnicodeError:
        return None
    return text if written == data.split(b"\n") else None


def _split(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return lines and endings; a lone CR ends a line only where no LF does."""
    has_carriage_returns = "\r" in text
    separator = "\r" if has_carriage_returns and "\n" not in text else "\n"
    pieces = text.split(separator)
    last = pieces.pop()
    tail = ([last], [""]) if last else ([], [])
    if not has_carriage_returns or separator == "\r":
        return (*pieces, *tail[0]), (*repeat(separator, len(pieces)), *tail[1])
    endings = ["\r\n" if piece.endswith("\r") else "\n" for piece in pieces]
    lines = [piece[:-1] if ending == "\r\n" else piece for piece, ending in zip(pieces, endings, strict=True)]
    return (*lines, *tail[0]), (*endings, *tail[1])


def _aligned(old: Sequence[str], endings: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return an ending for each new line, "" where no old line stands for it; a line that stays keeps its own."""
    if len(old) + len(new) > _LONGEST_ALIGNED:
        return [endings[i] if i < len(endings) else "" for i in range(len(new))]
    found = [""] * len(new)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        taken = endings[old_start:old_end]
        rest = taken[-1] if taken else (endings[old_start - 1] if old_start else endings[0])
        for i in range(new_start, new_end):
            found[i] = taken[i - new_start] if i - new_start < len(taken) else rest
    return found


def unescaped(line: str) -> str:
    """Return the line with what was escaped for HTML as the characters themselves, one level of it."""
    return ESCAPE.sub(_character, line) if "&" in line else line


def _character(found: re.Match[str]) -> str:
    return html.unescape(found[0].lower()).replace("\u00a0", " ")


def in_whole_lines(
    old: Sequence[str], new: Sequence[str], lines: Sequence[str], *, is_everywhere: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the old and the new text with the whole lines around the one place, or all places, where the old one is.

    An empty last line stands for a newline at the end. Any other text counts as the lines it has, and so does one
    around which the new text stands already.

    call                    whole lines                         in the file
    "0" to "sum(items)"     old  "    total = 0"                "    total = 0"
                            new  "    total = sum(items)"
    """
    # Joined at once: a large file is searched for every call of a log.
    text = "\n".join(lines) + "\n" if lines else ""
    gone, come = "\n".join(old), "\n".join(new)
    if _HARD_BLANK in gone and gone not in text:
        gone, come = gone.replace(_HARD_BLANK, " "), come.replace(_HARD_BLANK, " ")
    at = text.find(gone) if gone else -1
    end = text.rfind(gone) + len(gone) if is_everywhere else at + len(gone)
    is_clear = at >= 0 and (is_everywhere or text.find(gone, end) < 0)
    if not is_clear or _stands_around(come, gone, text, at):
        return _without_last_newline(old, new)
    return _widened(text, at, end, text[at:end].replace(gone, come))


def cuts_word(old: Sequence[str], new: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the old text begins or ends inside of a word of its whole lines, and the new one with another letter."""
    text, gone, come = ("\n".join(lines) for lines in (whole, old, new))
    at = text.find(gone) if gone else -1
    end = at + len(gone)
    is_head_cut = at > 0 and come[:1] != gone[0] and _WORD.fullmatch(text[at - 1 : at + 1])
    is_tail_cut = at >= 0 and end < len(text) and come[-1:] != gone[-1] and _WORD.fullmatch(text[end - 1 : end + 1])
    return bool(is_head_cut or is_tail_cut)


def _stands_around(new: str, old: str, text: str, at: int) -> bool:
    """Whether the text that is to come stands there already, around the one that is to go."""
    within = new.find(old)
    return 0 <= within <= at and text.startswith(new, at - within)


def _widened(text: str, at: int, end: int, new: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the whole lines around a part of the text, which ends every line with LF, before and after."""
    start = text.rfind("\n", 0, at) + 1
    new = text[start:at] + new
    takes_newline = text[end - 1] == "\n" or (not new and text[end] == "\n")
    if takes_newline and (not new or new.endswith("\n")):
        # Whole lines go, with their last newline.
        stop = end - (text[end - 1] == "\n")
        lines = new.removesuffix("\n").split("\n") if new else []
    else:
        stop = text.find("\n", end) if end < len(text) else end - 1
        lines = (new + text[end:stop]).split("\n")
    return tuple(text[start:stop].split("\n")), tuple(lines)


def _without_last_newline(old: Sequence[str], new: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines without the empty one behind a last newline, which both texts have."""
    is_ended = len(old) > 1 and not old[-1] and (not new or not new[-1])
    return (tuple(old[:-1]), tuple(new[:-1])) if is_ended else (tuple(old), tuple(new))


def utf16_column(line: str, column: int) -> int:
    """Return the column as UTF-16, and so Qt, counts it: signs beyond U+FFFF take two."""
    return column if line.isascii() else column + sum(letter > "\uffff" for letter in line[:column])


def python_column(line: str, units: int) -> int:
    """Return the column as Python counts it."""
    if line.isascii() or max(line) <= "\uffff":
        return units
    return len(line.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "replace"))
