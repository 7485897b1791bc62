"""Words and letters that several panes share."""

from guillemet.engine.diff.hidden import has_hidden, reveal
from guillemet.engine.review import Kind

LETTERS = {Kind.ADDED: "A", Kind.CHANGED: "M", Kind.DELETED: "D", Kind.MOVED: "R"}
"""How git abbreviates the kinds."""

MINUS = "−"

DISMISS = "Dismiss"
"""Put a block away that is in no file."""


def seen(text: str) -> str:
    """Return the text with every character that shows nothing, or moves others, written out; lines stay lines."""
    if not has_hidden(text):
        return text.replace("\r\n", "\n")
    return "\n".join(map(reveal, text.replace("\r\n", "\n").split("\n")))


def counted(count: int, noun: str) -> str:
    """Return "1 file" or "1,204 files"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
