"""Regular expressions that are compiled when they are first used."""

import re
from typing import Any, cast

_NAMES = [name for name in dir(re.Pattern) if not name.startswith("_")]


class _CompiledPattern:
    """Holds what a compiled pattern has as attributes of its own."""


class _LazyPattern(_CompiledPattern):
    def __init__(self, pattern: str, flags: int) -> None:
        self._arguments = pattern, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._arguments)
        self.__dict__.update((each, getattr(compiled, each)) for each in _NAMES)
        # A class with `__getattr__` takes twice as long to find an attribute.
        self.__class__ = _CompiledPattern  # type: ignore[assignment]
        return getattr(self, name)


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled when it is first used.

    Compiling all of the engine's took a twelfth of the time until the window was painted, which needs few of them.
    """
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
