"""The names a file uses, found by one regular expression for each way of writing comments.

A tree would tell names more surely, but visiting every leaf of it takes as long as reading the file three times over.
Words of comments and of prose in strings are left out; a string without blanks may be the name of a handler, a style or
a module, so its words stay in. A quote that the expression takes wrongly costs the rest of its line at most.
"""

import re

from guillemet.engine.languages import Language

_WORD = re.compile(r"[^\W\d]\w{2,}")
_HYPHENED = re.compile(r"[^\W\d][\w-]{2,}")

# Each alternative takes what it began to the end and never comes back, so that hostile files cost no more than others.
_STRINGS = r""""(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.){0,120}+'"""
_NAME = r"|([^\W\d]\w{2,})"
_DOCSTRINGS = r'''(?s:"""(?:[^\\]|\\.)*?(?:"""|\Z))|''' + r"(?s:'''(?:[^\\]|\\.)*?(?:'''|\Z))|"
_HASH = re.compile(_DOCSTRINGS + r"#[^\n]*|" + _STRINGS + _NAME)
_SLASHES = re.compile(r"(?s:/\*.*?(?:\*/|\Z))|//[^\n]*|" + _STRINGS + _NAME)
_QUOTED = re.compile(r"""["']([\w.:/#-]{3,80})["']""")

_HASH_GRAMMARS = frozenset({"tree_sitter_python", "tree_sitter_bash"})
_SLASH_GRAMMARS = frozenset(
    f"tree_sitter_{name}" for name in ("javascript", "typescript", "go", "rust", "java", "c", "cpp", "c_sharp")
)
_HYPHEN_GRAMMARS = frozenset({"tree_sitter_html", "tree_sitter_css"})


def names_in(text: str, language: Language | None) -> frozenset[str]:
    """Return every name of three letters or more that the text uses; for any other language all of its words."""
    module = "" if language is None else language.module
    if module in _HYPHEN_GRAMMARS:
        return frozenset(_HYPHENED.findall(text))
    if module in _HASH_GRAMMARS:
        return _names(_HASH, text)
    if module in _SLASH_GRAMMARS:
        return _names(_SLASHES, text)
    return frozenset(_WORD.findall(text))


def _names(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    found = set(pattern.findall(text))
    found.discard("")
    for quoted in set(_QUOTED.findall(text)):
        found.update(_WORD.findall(quoted))
    return frozenset(found)
