"""Line numbers of a file followed through what blocks changed above and around them, forwards and back.

block 2 finds its place nearest at line 5 ── block 3 puts 2 lines in above ──▶ the file as proposed has it at line 7
"""

from collections.abc import Iterable

from guillemet.engine.outcomes import Change


def followed(line: int, changes: Iterable[Change]) -> int:
    """Return where the line is after these changes, in their order; a line that went is where the change was made."""
    for change in changes:
        line = _moved(line, change.line, change.count, change.new_count)
    return line


def traced(line: int, changes: Iterable[Change]) -> int:
    """Return where the line was before these changes, the last one first; a new line is where the change was made."""
    for change in changes:
        line = _moved(line, change.line, change.new_count, change.count)
    return line


def _moved(line: int, start: int, count: int, new_count: int) -> int:
    if line < start:
        return line
    if line >= start + count:
        return line + new_count - count
    return start + max(0, min(line - start, new_count - 1))
