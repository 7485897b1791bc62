"""Regular expressions that are compiled when they are first used."""

import re
import sys
from collections.abc import Iterator
from functools import cached_property


class LazyPattern:
    """A regular expression of many words: it takes milliseconds to compile, for which no window has to wait."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._pattern, self._flags = pattern, flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._pattern, self._flags)

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the first match anywhere between the two."""
        return self._compiled.search(text, start, end)

    def match(self, text: str) -> re.Match[str] | None:
        """Return the match the text begins with."""
        return self._compiled.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match that is the whole text."""
        return self._compiled.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield all matches."""
        return self._compiled.finditer(text)
