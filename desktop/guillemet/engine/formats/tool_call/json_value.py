"""A JSON value that comes line by line, without recursion: hostile depth and size end the reading, not the program.

A comma too many before a closing bracket is allowed, since models write it, and so are the non-breaking blanks that
copying from a page brings; everything else is JSON as it is defined.
"""

import json
import re
from enum import Enum

from guillemet.engine.patterns import lazy_pattern

MOST_DEEP = 64
"""How many brackets may be open at once."""
LONGEST = 4_000_000
"""Characters of the longest value that is read."""

_TOKEN = lazy_pattern(
    r"""[ \t\r\xa0]*+ (?: (?P<mark>[{}\[\],:])
        | (?P<text>"(?:[^"\\\x00-\x1f]++|\\.)*+")
        | (?P<word>true|false|null|-?\d[\d.eE+-]{0,40})(?![\w"]) )""",
    re.VERBOSE,
)
_BLANK = lazy_pattern(r"[ \t\r\xa0]*\Z")
_REST = lazy_pattern(r"[ \t\r,;)]*(?:</[\w:]{1,40}>|\{ metadata: undefined \})?[ \t\r]*\Z")
"""What may stand behind a value on its last line: what separates it from the next one, closes what it stands in, or
what the log of a desktop program adds."""


class JsonObject(dict[str, "Json"]):
    """An object, and where it and its members end: counted in characters of the text, 0 while the end did not come."""

    __slots__ = ("end", "ends")

    def __init__(self) -> None:
        super().__init__()
        self.end = 0
        self.ends: dict[str, int] = {}


Json = JsonObject | list["Json"] | str | None
"""A value; numbers, truth values and null are kept as they are written, since nothing is counted with them."""


class JsonScalar(str):
    """A number, a truth value or null, as written."""

    __slots__ = ()


class _Expected(Enum):
    VALUE = "a value"
    KEY = "a key"
    COLON = "a colon"
    COMMA = "a comma"
    NOTHING = "nothing"


class JsonReading:
    """A value being read: `feed` lines until `is_whole`, or until it returns False."""

    def __init__(self) -> None:
        self.value: Json = None
        """The value, as far as it came; the outermost container is filled while it is read."""
        self._open: list[JsonObject | list[Json]] = []
        self._keys: list[str] = []
        """Of each open object the key whose value comes next, and "" for each open list."""
        self._expected = _Expected.VALUE
        self._length = 0
        self.taken = 0
        """Characters of the last line that are of the value."""

    @property
    def is_whole(self) -> bool:
        """Whether the value came to its end."""
        return self._expected is _Expected.NOTHING

    def feed(self, line: str, *, start: int = 0) -> bool:
        """Read one more line, without its ending, from `start` on; return False if it cannot be of the value."""
        if self._length + len(line) > LONGEST:
            return False
        at = self.taken = start
        while found := _TOKEN.match(line, at):
            at = found.end()
            if not self._take(found, self._length + at):
                return False
            self.taken = at
            if self.is_whole:
                return _REST.match(line, at) is not None
        self._length += len(line) + 1
        return _BLANK.match(line, at) is not None

    def _take(self, token: re.Match[str], end: int) -> bool:
        """Take a token that ends there; return False if another one must come."""
        expected, mark = self._expected, token["mark"]
        if mark in ("}", "]"):
            return self._close(mark, end)
        if expected is _Expected.VALUE:
            return self._take_value(token, end)
        if expected is _Expected.KEY and token["text"]:
            return self._take_key(token["text"])
        if expected is _Expected.COLON and mark == ":":
            self._expected = _Expected.VALUE
            return True
        if expected is _Expected.COMMA and mark == ",":
            self._expected = _Expected.KEY if isinstance(self._open[-1], JsonObject) else _Expected.VALUE
            return True
        return False

    def _take_key(self, written: str) -> bool:
        text = _text(written)
        self._expected, self._keys[-1] = _Expected.COLON, text or ""
        return text is not None

    def _take_value(self, token: re.Match[str], end: int) -> bool:
        if token["mark"] in ("{", "["):
            if len(self._open) >= MOST_DEEP:
                return False
            opened: JsonObject | list[Json] = JsonObject() if token["mark"] == "{" else []
            self._put(opened)
            self._open.append(opened)
            self._keys.append("")
            self._expected = _Expected.KEY if isinstance(opened, JsonObject) else _Expected.VALUE
            return True
        if token["mark"]:
            return False
        value = _text(token["text"]) if token["text"] else JsonScalar(token["word"])
        self._put(value)
        self._note_end(end)
        return value is not None

    def _put(self, value: Json) -> None:
        if not self._open:
            self.value = value
            return
        around = self._open[-1]
        if isinstance(around, JsonObject):
            around[self._keys[-1]] = value
        else:
            around.append(value)

    def _close(self, mark: str, end: int) -> bool:
        """Close the innermost bracket; a value must not be missing there, but a comma may be too many."""
        if not self._open or self._expected is _Expected.COLON:
            return False
        closed = self._open[-1]
        is_object = isinstance(closed, JsonObject)
        if is_object is not (mark == "}") or (is_object and self._expected is _Expected.VALUE):
            return False
        self._open.pop()
        self._keys.pop()
        if isinstance(closed, JsonObject):
            closed.end = end
        self._note_end(end)
        return True

    def _note_end(self, end: int) -> None:
        """Note that a value ended there."""
        self._expected = _Expected.COMMA if self._open else _Expected.NOTHING
        if self._open and isinstance(around := self._open[-1], JsonObject):
            around.ends[self._keys[-1]] = end


def read_json(text: str) -> Json:
    """Return the value of a text that is wholly JSON; None for any other."""
    reading = JsonReading()
    for line in text.strip().split("\n"):
        if reading.is_whole or not reading.feed(line):
            return None
    return reading.value if reading.is_whole else None


def _text(written: str) -> str | None:
    """Return what a text of JSON says; None when an escape in it is none, or half a character."""
    try:
        said = str(json.loads(written))
        said.encode()
    except ValueError:
        return None
    return said
