"""Titles of conversations: the first line that says something, cut where a word ends."""

import re

LONGEST = 60
UNTITLED = "Untitled"
_MARKS = re.compile(r"^(?:\s*(?:[#>*+-]+|\d+[.)])\s+)+")
_FENCE = re.compile(r"^\s*(?:```|~~~)")


def title_of(text: str) -> str:
    """Return a title for what a message says."""
    for line in text.splitlines():
        title = one_line(_MARKS.sub("", line))
        if any(character.isalnum() for character in title) and not _FENCE.match(line):
            return cut(title, LONGEST)
    return cut(one_line(text), LONGEST) or UNTITLED


def one_line(text: str) -> str:
    """Return the text with every run of white space and control characters as one blank."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def cut(text: str, longest: int) -> str:
    """Return at most so many characters, the last one an ellipsis when something was left out."""
    if len(text) <= longest:
        return text
    kept = text[: longest - 1]
    at_word = kept.rsplit(" ", 1)[0] if text[longest - 1] != " " else kept
    return (at_word if len(at_word) > longest // 2 else kept).rstrip(" ,;:.-–—") + "…"
