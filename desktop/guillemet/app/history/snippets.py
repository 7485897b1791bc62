"""A few words around what a search found, with what it looked for between « and »."""

import re
import unicodedata

from msgspec import Struct

BEFORE = 40
"""Characters shown before the first word found."""
LONGEST = 160
_QUOTES = str.maketrans("«»", "‹›")


class _Folding(dict[int, str]):
    """What each character is looked for as: small, and without accents; always one for one."""

    def __missing__(self, code: int) -> str:
        plain = unicodedata.normalize("NFD", chr(code))[0].lower()
        self[code] = plain if len(plain) == 1 else chr(code)
        return self[code]


_FOLDING = _Folding()


class SearchTerms(Struct, frozen=True):
    """What is looked for."""

    asked: str
    patterns: tuple[re.Pattern[str], ...]
    """One for each word, to be tried on folded text."""

    @classmethod
    def of(cls, asked: str) -> "SearchTerms":
        """Want whole words, the last one perhaps only begun, with any signs between their parts."""
        words = [parts for word in asked.split() if (parts := re.findall(r"[^\W_]+", folded(word)))]
        sources = [r"(?<![^\W_])" + r"[\W_]+".join(map(re.escape, parts)) for parts in words]
        endings = [r"(?![^\W_])"] * (len(words) - 1) + [r"[^\W_]*"]
        return cls(asked, tuple(re.compile(s + e) for s, e in zip(sources, endings[-len(sources) :], strict=False)))

    @classmethod
    def literally(cls, asked: str) -> "SearchTerms":
        """Want exactly these characters, wherever they stand."""
        return cls(asked, (re.compile(re.escape(folded(asked))),))

    def are_all_in(self, text: str) -> bool:
        """Return whether every word occurs."""
        searched = folded(text)
        return bool(self.patterns) and all(pattern.search(searched) for pattern in self.patterns)


def folded(text: str) -> str:
    """Return the text in small letters without accents, as long as it was."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)


def excerpt(text: str, wanted: SearchTerms) -> str:
    """Return one line around the first word found; the beginning when none is."""
    searched = folded(text)
    found = [match.start() for pattern in wanted.patterns if (match := pattern.search(searched))]
    first = min(found, default=0)
    start = _word_start(text, max(0, min(first - BEFORE, len(text) - LONGEST)), first)
    stop = min(len(text), start + LONGEST)
    spans = sorted(
        match.span() for pattern in wanted.patterns for match in pattern.finditer(searched, start, stop) if match[0]
    )
    pieces, at = [], start
    for begin, end in spans:
        if begin >= at:
            pieces += [_plain(text[at:begin]), "«", _plain(text[begin:end]), "»"]
            at = end
    pieces.append(_plain(text[at:stop]))
    line = " ".join("".join(pieces).split())
    return f"{'…' if start else ''}{line}{'…' if stop < len(text) else ''}"


def _word_start(text: str, start: int, first: int) -> int:
    """Return where the first whole word begins from here on."""
    if start == 0:
        return 0
    blank = re.compile(r"\s").search(text, start, first)
    return blank.end() if blank else start


def _plain(text: str) -> str:
    return text.translate(_QUOTES)
