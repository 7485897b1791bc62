"""Traces of copying in new lines that were put in as written: the numbers of a listing, characters escaped for HTML."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from guillemet.engine.matching.copy_artifacts import NEAR, read_numbers

_SCRIPT = frozenset((".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"))
"""Endings of files that are code, and may hold markup all the same."""
_CODE = _SCRIPT | frozenset(
    (
        *(".py", ".pyi", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".m", ".mm", ".cs", ".java", ".go", ".rs"),
        *(".kt", ".kts", ".swift", ".scala", ".dart", ".rb", ".lua", ".pl", ".pm", ".r", ".jl", ".zig", ".nim", ".ex"),
        *(".exs", ".erl", ".hs", ".ml", ".fs", ".sql", ".sh", ".bash", ".zsh", ".ps1", ".css", ".scss", ".less", ".gd"),
    )
)
"""Endings of files in which an escape is no character of its own, outside of texts."""
_ESCAPED = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'"}
_ESCAPE = re.compile("|".join(_ESCAPED))
_IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"|' r"'(?:[^'\\]|\\.)*'|" r"`(?:[^`\\]|\\.)*`")
_LONGEST_LIST = 20
"""Numbers up to this one may begin a list, unless they are those of the lines."""
_LONGEST = 2_000
"""Characters of a line that are looked at."""


def numbers_in(new: Sequence[str], *, old: Sequence[str], line: int) -> bool:
    """Whether every new line has the number of its line before it, and one of them stood there without.

    `line` is the number, from 1, of the first of them in the file.
    """
    if len(new) < 2 or not new[0].lstrip(" \tL")[:1].isdecimal():
        return False
    numbered = read_numbers(new)
    if numbered is None or read_numbers(old):
        return False
    is_near = numbered.first > _LONGEST_LIST and abs(numbered.first - line) <= NEAR
    if numbered.first != line and not is_near:
        return False
    standing = frozenset(one.strip() for one in old)
    return any(one.strip() in standing for one in numbered.lines if any(map(str.isalnum, one)))


def escape_in(new: Sequence[str], *, old: Sequence[str], path: str) -> str:
    """Return the first escape in lines of code that takes the place of a plain character; nothing when there is none.

    In a text between quotes an escape may be meant, and in scripts beside markup, unless nothing is left unescaped.
    """
    ending = PurePosixPath(path).suffix.lower()
    if ending not in _CODE or not any("&" in line for line in new):
        return ""
    known = frozenset(old)
    added = [line[:_LONGEST] for line in new if line not in known]
    before = "\n".join(line[:_LONGEST] for line in old)
    now = "\n".join(added)
    if _ESCAPE.search(before):
        return ""
    left = _ESCAPE.sub("", now)
    for escape in dict.fromkeys(found[0] for found in _ESCAPE.finditer(now)):
        plain = _ESCAPED[escape]
        if ending in _SCRIPT:
            is_odd = not any(one in left for one in "<>&")
        else:
            is_odd = plain not in left or any(escape in _IN_QUOTES.sub("", line) for line in added)
        if is_odd and plain in before:
            return escape
    return ""
