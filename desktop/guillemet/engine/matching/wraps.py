"""Lines that a terminal broke where its width ended, and the lines they were before they were copied from it.

    as it was copied                    as the file has it
    "    raise ValueError("the num"     "    raise ValueError("the number is too small")"
    "ber is too small")"

Which lines belong together is proven where the file has the joined line, but for blanks: some terminals break between
words and drop the blank there. Where nothing but new lines shows it, they are never joined.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from msgspec import Struct

from guillemet.engine.languages import is_prose
from guillemet.engine.matching.lines import Lines, only_closes, unspaced
from guillemet.engine.matching.sure_rungs import indentation, shared_indentation
from guillemet.engine.patterns import lazy_pattern

_MOST_PIECES = 24
"""Lines that one line was broken into."""
_NARROWEST = 40
"""Columns of a terminal."""
_LIKELY_WIDTH = 60
"""Columns of a line from which on it may have been broken where only new lines show it."""
_MOST_READ = 2_000
"""Lines in which the word is looked for that was broken."""
_LAST_WORD = lazy_pattern(r"\w+\Z")
_FIRST_WORD = lazy_pattern(r"\s*(\w+)")
_STARTS = lazy_pattern(
    r"""\W*\Z|[#@*"')}\]]|//|--|-\s|(?:async|class|def|else|export|from|func|import)\b|[\w.-]+(?:\s*:?=|:\s|:\Z)|\[[^]]*\]\Z"""
)
"""What a line at the margin begins with that is one of its own."""
_ENDS = (";", "{", "}", ":", "*/")
"""What a statement or a comment ends with."""
_MARKUP = (".html", ".htm", ".xml", ".svg", ".vue", ".svelte")
"""Endings of files whose text may begin a line at any column."""


class Unwrapped(Struct, frozen=True):
    """Lines of which those are joined that the file proves to be one."""

    lines: tuple[str, ...]
    breaks: tuple[tuple[str, str], ...]
    """The lines above and below each break."""


def unwrapped(searched: Sequence[str], lines: Lines) -> Unwrapped | None:
    """Return the searched lines, joined; None where one of them is no line of the file, or none was broken."""
    return _joined(searched, lines, is_all=True)


def unwrapped_new(new: Sequence[str], searched: Sequence[str], found: Unwrapped, lines: Lines) -> tuple[str, ...]:
    """Return the new lines of a block, joined where the file proves it, and where they ended as the searched ones."""
    both = [*searched, *new]
    width, margin = max(map(len, both)), shared_indentation(both)
    is_between_words = any(len(above) < width for above, _ in found.breaks)
    proven = _joined(new, lines, is_all=False)
    joined: list[str] = []
    last = ""
    for line in proven.lines if proven else new:
        is_own = _stands(last, lines) or _stands(line, lines)
        if not is_own and _is_break(last, line, width, margin if is_between_words else None):
            joined[-1] += f" {line.lstrip()}" if is_between_words else line.removeprefix(margin)
        else:
            joined.append(line)
        last = line
    return tuple(joined)


def unwrapped_file(new: Sequence[str], lines: Lines, *, path: str) -> tuple[str, ...] | None:
    """Return the lines of a whole file, joined where the old one proves it; None where they may be broken on purpose.

    Then the lines below are deeper in code, and in text for people no word is broken.
    """
    found = _joined(new, lines, is_all=False)
    if found is None:
        return None
    width = max(map(len, new))
    if is_prose(path):
        is_broken = any(len(above) == width and _broken_word(above, below) for above, below in found.breaks)
    else:
        is_broken = all(len(indentation(below)) <= len(indentation(above)) for above, below in found.breaks)
    is_full = all(_is_full(above, below, width) for above, below in found.breaks)
    return found.lines if is_full and is_broken else None


def likely_breaks(new: Sequence[str], *, old: Sequence[str]) -> Iterator[int]:
    """Yield the rows of new lines below which a line may go on: it is so long that the next word had no room."""
    width = max(map(len, new), default=0)
    if width < _LIKELY_WIDTH:
        return
    known, margin = frozenset(old), shared_indentation(new)
    for row, (above, below) in enumerate(pairwise(new)):
        is_new = above not in known and below not in known and below.strip() != ""
        is_at_margin = is_new and len(indentation(below)) <= len(margin) + 1 and not _is_own(above, below)
        if is_at_margin and len(above) >= _LIKELY_WIDTH and _is_full(above, below, width):
            yield row


def _is_own(above: str, below: str) -> bool:
    """Whether the line above ends as a statement does, or the one below begins as one."""
    return above.rstrip().endswith(_ENDS) or only_closes(below) or _STARTS.match(below.strip()) is not None


def looks_broken(above: str, below: str, *, text: Sequence[str], path: str) -> bool:
    """Whether the second of two long lines goes on with the first: out of its depth, or inside of a known word."""
    is_code = not is_prose(path) and not path.endswith(_MARKUP)
    if is_code and indentation(below) in ("", " ") and indentation(above) not in ("", " "):
        return True
    word = _broken_word(above, below)
    if not word:
        return False
    others = "\n".join(line for line in islice(text, _MOST_READ) if line not in (above, below))
    first, second = word
    return _has_word(others, first + second) and not (_has_word(others, first) and _has_word(others, second))


def _joined(part: Sequence[str], lines: Lines, *, is_all: bool) -> Unwrapped | None:
    """Return the lines with those joined that are one line of the file; None if there are none.

    With `is_all`, all others must be lines of the file, too.
    """
    joined: list[str] = []
    breaks: list[tuple[str, str]] = []
    row = 0
    while row < len(part):
        line, is_own = part[row], _stands(part[row], lines)
        whole, count = (line, 1) if is_own else _whole_line(part[row : row + _MOST_PIECES], lines)
        if is_all and count == 1 and not is_own:
            return None
        joined.append(whole)
        breaks += pairwise(part[row : row + count])
        row += count
    return Unwrapped(tuple(joined), tuple(breaks)) if breaks else None


def _stands(line: str, lines: Lines) -> bool:
    """Whether the line is one of the file, however it is indented; a blank one is."""
    return not line.strip() or next(lines.stripped.positions(line.strip()), None) is not None


def _whole_line(pieces: Sequence[str], lines: Lines) -> tuple[str, int]:
    """Return the line of the file of which the pieces are the first ones, and how many; the first piece, if of none."""
    text = ""
    for count, piece in enumerate(pieces, 1):
        if not piece.strip() or (count == 1 and len(piece) < _NARROWEST):
            break
        text += unspaced(piece)
        at = next(lines.unspaced.positions(text), None)
        if at is not None and count > 1:
            return indentation(pieces[0]) + lines.plain[at].strip(), count
    return pieces[0], 1


def _is_break(above: str, below: str, width: int, margin: str | None) -> bool:
    """Whether a line was broken between the two; with a margin, between words, in front of which the margin stands."""
    if margin is None:
        return len(above) == width
    return len(above) <= width and _is_full(above, below, width) and indentation(below) == margin != indentation(above)


def _is_full(above: str, below: str, width: int) -> bool:
    """Whether the first word of the line below had no room in the line above."""
    return len(above) + 1 + len(below.split(maxsplit=1)[0]) > width


def _broken_word(above: str, below: str) -> tuple[str, str] | None:
    """Return both parts of the word in which a line was broken, if it was in one."""
    first, second = _LAST_WORD.search(above), _FIRST_WORD.match(below)
    return (first[0], second[1]) if first and second else None


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None
