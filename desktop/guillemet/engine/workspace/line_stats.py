"""How much a proposal changes, counted once when it is made."""

from guillemet.engine.diff.lines import ChangedLines, changed, changed_bytes
from guillemet.engine.errors import NotTextError
from guillemet.engine.staging import Counts
from guillemet.engine.text import FileText


def count(before: bytes | None, after: bytes | None) -> Counts:
    """Return the lines added and removed and the runs of changed lines; zeros for what is no text."""
    hunks = _hunks(before or b"", after or b"")
    return Counts(sum(h.new_count for h in hunks), sum(h.old_count for h in hunks), len(hunks))


def whole_text(data: bytes) -> str:
    """Return a file's text with its own line endings, without a byte-order mark; raises NotTextError."""
    text = FileText.from_bytes(data)
    return "".join(line + ending for line, ending in zip(text.lines, text.endings, strict=True))


def _hunks(before: bytes, after: bytes) -> tuple[ChangedLines, ...]:
    if _ends_lines_at_lf(before) and _ends_lines_at_lf(after):
        return changed_bytes(before, after)
    try:
        return changed(whole_text(before), whole_text(after))
    except NotTextError:
        return ()


def _ends_lines_at_lf(data: bytes) -> bool:
    """Whether xdiff can count the bytes as they are: neither UTF-16 nor lines that end at a lone CR."""
    return b"\0" not in data and (b"\r" not in data or data.count(b"\r") == data.count(b"\r\n"))
