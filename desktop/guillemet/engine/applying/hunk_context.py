"""The lines a block of a patch names as standing above its place: with one that stands nowhere the place is in doubt.

A head is often shortened, so a line that begins with what it says is the head too.
"""

from guillemet.engine.applying.working_file import WorkingFile
from guillemet.engine.blocks import EditBlock
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.matching.lines import Lines

_MOST_READ = 20_000
"""Lines above a place that are read for a head that is shortened."""
_END = " \t:{(;,…."


def missing_head(block: EditBlock, sheet: WorkingFile, start: int) -> str:
    """Return the first head that is not in the file, nor was before this reply, for a place that starts there."""
    if not format_named(block.format).needs_heads:
        return ""
    texts = (sheet.lines, sheet.earlier_lines) if sheet.earlier else (sheet.lines,)
    heads = (head.strip() for head in block.within)
    return next((head for head in heads if not any(_stands(head, lines, start) for lines in texts)), "")


def _stands(head: str, lines: Lines, start: int) -> bool:
    if next(lines.stripped.positions(head), None) is not None:
        return True
    bare = head.rstrip(_END)
    above = lines.plain[max(0, start - _MOST_READ) : start + 1]
    return bool(bare) and any(line.lstrip().startswith(bare) for line in above)
