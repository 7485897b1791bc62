"""Syntax colours of the listings in prose, by Pygments; a listing that names no language stays plain."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import accumulate

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound
from PySide6.QtGui import QTextBlock, QTextFormat, QTextLayout

from guillemet.app.task_runner import start_detached
from guillemet.ui.diff.formatting import Formats, utf16_column
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme

LONGEST = 12_000
"""Characters of a listing that is coloured; it is read anew whenever it grows."""


def colour(lines: Sequence[QTextBlock]) -> bool:
    """Colour a listing, of which each line is a block of its document; tell whether it can be done by now."""
    language = str(lines[0].blockFormat().property(QTextFormat.Property.BlockCodeLanguage) or "").lower()
    if not language or _lexers.is_missing(language):
        return True
    texts = [line.text() for line in lines]
    whole = "\n".join(texts)
    if len(whole) > LONGEST:
        return True
    lexer = _lexers.find(language)
    if lexer is None:
        return False
    formats = _formats(style.current().theme)
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    ranges: list[list[QTextLayout.FormatRange]] = [[] for _ in lines]
    for at, kind, value in lexer.get_tokens_unprocessed(whole):
        if not value.strip() or not formats.has(kind):
            continue
        for piece_at, piece in _pieces(at, value):
            row = bisect_right(starts, piece_at) - 1
            column, text = piece_at - starts[row], texts[row]
            made = QTextLayout.FormatRange()
            made.start = utf16_column(text, column)
            made.length = utf16_column(text, column + len(piece)) - made.start
            made.format = formats.syntax(kind)
            ranges[row].append(made)
    for line, found in zip(lines, ranges, strict=True):
        if found:
            line.layout().setFormats(found)
    return True


def _pieces(at: int, value: str) -> list[tuple[int, str]]:
    """Return the lines of a token, and where each begins."""
    lines = value.split("\n")
    starts = accumulate((len(line) + 1 for line in lines[:-1]), initial=at)
    return [(start, line) for start, line in zip(starts, lines, strict=True) if line]


class _Lexers:
    """Lexers by the names of languages. Loading one takes up to 80 ms, so that it is done in a thread of its own."""

    def __init__(self) -> None:
        self._known: dict[str, Lexer | None] = {}
        self._loading: set[str] = set()

    def is_missing(self, language: str) -> bool:
        """Whether it is known that there is none."""
        return language in self._known and self._known[language] is None

    def find(self, language: str) -> Lexer | None:
        """Return the lexer; None while it is loaded."""
        if language not in self._known and language not in self._loading:
            self._loading.add(language)
            start_detached(partial(self._load, language), name=f"lexer of {language}")
        return self._known.get(language)

    def _load(self, language: str) -> None:
        try:
            lexer: Lexer | None = get_lexer_by_name(language, stripnl=False, ensurenl=False)
        except ClassNotFound:
            lexer = None
        self._known[language] = lexer
        self._loading.discard(language)


_lexers = _Lexers()


@lru_cache(maxsize=4)
def _formats(theme: Theme) -> Formats:
    return Formats(theme)
