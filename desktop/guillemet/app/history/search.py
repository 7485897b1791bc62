"""Finding conversations by what was said in them.

Every word must occur in one turn, the last one perhaps only begun; case and accents do not matter. `snake_case` and
`app/history.py` are found as their parts in a row. What no index of words can find, the middle of a word or signs
like `->`, is looked for letter by letter among the newest turns when nothing else was found.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

BEFORE = 40
"""Characters shown before the first word found."""
LONGEST = 160
_QUOTES = str.maketrans("«»", "‹›")
LONGEST_QUESTION = 300
"""Characters of a search that are looked at."""
LETTER_BY_LETTER = 5_000
"""Turns that are read whole when the index finds nothing, newest first."""
_IS_SEEN = "c.deleted_by IS NULL AND (:root IS NULL OR c.root = :root)"


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


class _Hit(Struct, frozen=True):
    """A conversation, and the turn in it where the words were found; None when they stand in the title."""

    conversation: int
    turn: int | None


def cleaned(words: str) -> str:
    """Return what is looked for of what was typed; empty when that is nothing."""
    return words[:LONGEST_QUESTION].replace("\0", " ").encode("utf-8", "ignore").decode().strip()


def excerpts(db: sqlite3.Connection, asked: str, root: str | None, limit: int) -> dict[int, str]:
    """Return an excerpt around the words of each conversation that contains them, by its key."""
    wanted = SearchTerms.of(asked)
    hits = [*_in_titles(db, wanted, root), *_by_words(db, wanted, root, limit)]
    if not hits:
        wanted = SearchTerms.literally(asked)
        hits = [*_in_titles(db, wanted, root), *_by_letters(db, asked, root, limit)]
    found: dict[int, str] = {}
    for hit in hits:
        if hit.conversation not in found:
            found[hit.conversation] = excerpt(_text_of(db, hit), wanted)
    return found


def match_of(asked: str) -> str:
    """Return words as a question to the index in which no character is an operator; empty when there are none."""
    words = [word for word in asked.split() if any(character.isalnum() for character in word)]
    if not words:
        return ""
    # A single letter begins so many words that looking them all up takes longer than a keystroke.
    is_begun = len(re.split(r"[\W_]+", words[-1].rstrip())[-1]) > 1
    quoted = " ".join('"' + word.replace('"', '""') + '"' for word in words)
    return quoted + "*" if is_begun else quoted


def _by_words(db: sqlite3.Connection, wanted: SearchTerms, root: str | None, limit: int) -> Iterator[_Hit]:
    match = match_of(wanted.asked)
    if match:
        # CROSS JOIN keeps the order of the tables, so that the newest turns come first and reading stops early.
        rows = db.execute(
            "SELECT t.conversation, t.key FROM words CROSS JOIN turns AS t ON t.key = words.rowid"  # noqa: S608
            " CROSS JOIN conversations AS c ON c.key = t.conversation"
            f" WHERE words MATCH :match AND {_IS_SEEN} ORDER BY words.rowid DESC",
            {"match": match, "root": root},
        )
        yield from _until_enough(rows, limit)


def _by_letters(db: sqlite3.Connection, asked: str, root: str | None, limit: int) -> Iterator[_Hit]:
    escaped = re.sub(r"([\\%_])", r"\\\1", asked)
    rows = db.execute(
        "SELECT t.conversation, t.key FROM turns AS t CROSS JOIN conversations AS c ON c.key = t.conversation"  # noqa: S608
        f" WHERE t.key > (SELECT max(key) FROM turns) - {LETTER_BY_LETTER}"
        rf" AND t.text LIKE :pattern ESCAPE '\' AND {_IS_SEEN} ORDER BY t.key DESC",
        {"pattern": f"%{escaped}%", "root": root},
    )
    yield from _until_enough(rows, limit)


def _in_titles(db: sqlite3.Connection, wanted: SearchTerms, root: str | None) -> Iterator[_Hit]:
    """Find titles that people gave; the others are the beginning of a turn anyway."""
    rows = db.execute(
        f"SELECT c.key, c.title FROM conversations AS c WHERE c.is_named AND {_IS_SEEN}",  # noqa: S608
        {"root": root},
    ).fetchall()
    return (_Hit(key, None) for key, title in rows if wanted.are_all_in(title))


def _until_enough(rows: sqlite3.Cursor, limit: int) -> Iterator[_Hit]:
    seen: set[int] = set()
    for conversation, turn in rows:
        if conversation not in seen:
            seen.add(conversation)
            yield _Hit(conversation, turn)
        if len(seen) >= limit:
            break
    rows.close()


def _text_of(db: sqlite3.Connection, hit: _Hit) -> str:
    """Return the text that contains the words."""
    if hit.turn is None:
        row = db.execute("SELECT title FROM conversations WHERE key = ?", (hit.conversation,))
    else:
        row = db.execute("SELECT text FROM turns WHERE key = ?", (hit.turn,))
    text: str = row.fetchone()[0]
    return text
