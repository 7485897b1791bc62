"""What was found out about texts, remembered without the texts: most files are the same from message to message."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

_MOST = 5_000
"""Texts; the oldest are forgotten first."""


class TextCache(Generic[T]):
    """Answers as a function of a path and a text does, and asks it only about what is new."""

    def __init__(self, ask: Callable[[str, str], T]) -> None:
        self._ask = ask
        self._known: dict[tuple[str, int, int], T] = {}

    def __call__(self, path: str, text: str) -> T:
        """Return what is known of the text."""
        key = (path, len(text), hash(text))
        if key not in self._known:
            self._known[key] = self._ask(path, text)
            while len(self._known) > _MOST:
                del self._known[next(iter(self._known))]
        return self._known[key]
