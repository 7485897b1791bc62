"""Where one is in a spread: the hunk before and after, what a row says, which lines are in view."""

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.ui.diff.diff_splitter import DiffSplitter
from guillemet.ui.diff.highlighter import Window

SPLIT = 300
"""Lines in view farther apart than this are two windows: what is folded between them is not coloured for their sake."""


def hunk_after(spread: DiffSplitter, current: int | None) -> int | None:
    """Return the hunk to go to from the current one, or, when that is out of sight, from the top; None at the end."""
    rows = spread.rows.hunk_rows()
    if current is not None and current in hunks_in_view(spread):
        return current + 1 if current + 1 < len(rows) else None
    top = spread.top_index()
    return next((hunk for hunk, (row, height) in enumerate(rows) if row + height > top), None)


def hunk_before(spread: DiffSplitter, current: int | None) -> int | None:
    """Return the hunk to go back to; None at the start."""
    rows = spread.rows.hunk_rows()
    if current is not None and current in hunks_in_view(spread):
        return current - 1 if current > 0 else None
    top = spread.top_index()
    return next((hunk for hunk in range(len(rows) - 1, -1, -1) if rows[hunk][0] <= top), None)


def hunks_in_view(spread: DiffSplitter) -> list[int]:
    """Return the hunks of which a row is in view."""
    seen = (spread.rows[visible.row].hunk for visible in spread.visible_rows())
    return list(dict.fromkeys(hunk for hunk in seen if hunk is not None))


def windows_of(spread: DiffSplitter) -> list[Window]:
    """Return the lines in view, as windows to colour."""
    rows = [spread.rows[visible.row] for visible in spread.visible_rows()]
    shown = [row for row in rows if row.kind is not RowKind.FOLD]
    new = _windows([row.new for row in shown if row.new is not None], is_old=False)
    if not spread.main.content.old.lines:
        return new
    return [*new, *_windows([row.old for row in shown if row.old is not None], is_old=True)]


def describe(content: DiffContent, row: DiffRow) -> str:
    """Return what a row is, in words: "line 12, added"."""
    if row.kind is RowKind.FOLD:
        return f"{row.count:,} unchanged lines, Return opens them"
    line = content.old.number(row.old or 0) if row.new is None else content.new.number(row.new)
    where = f"line {line:,}" if line else "further piece of the line above"
    return where if row.kind is RowKind.SAME else f"{where}, {row.kind}"


def _windows(lines: list[int], *, is_old: bool) -> list[Window]:
    windows: list[Window] = []
    for line in lines:
        if windows and line - windows[-1].last <= SPLIT:
            windows[-1] = Window(is_old, windows[-1].first, line)
        else:
            windows.append(Window(is_old, line, line))
    return windows
