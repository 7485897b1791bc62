"""What the keys of the diff go to one after the other: hunks, and the insets that ask for it."""

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from guillemet.engine.diff.insets import Inset
from guillemet.ui.diff.diff_splitter import DiffSplitter


class Stop(NamedTuple):
    """A hunk or an inset, and its first row."""

    row: int
    hunk: int | None
    inset: Inset | None = None


def stop_after(splitter: DiffSplitter, current: Stop | None) -> Stop | None:
    """Return where to go from the current stop, or, when that is out of sight, from the top; None at the end."""
    rows, hunks = splitter.rows, range(len(splitter.rows.hunks))
    if current is not None and is_in_view(splitter, current):
        start = current.row + 1
        hunk = bisect_left(hunks, start, key=rows.hunk_row)
    else:
        start = splitter.top_index()
        hunk = rows.hunk_at(start)
    stops = [Stop(rows.hunk_row(hunk), hunk)] if hunk < len(hunks) else []
    stops += [stop for stop in _steps(splitter) if stop.row >= start][:1]
    return min(stops, default=None, key=lambda stop: stop.row)


def stop_before(splitter: DiffSplitter, current: Stop | None) -> Stop | None:
    """Return where to go back to; None at the start."""
    rows = splitter.rows
    is_seen = current is not None and is_in_view(splitter, current)
    end = current.row if current is not None and is_seen else splitter.top_index() + 1
    hunk = bisect_right(range(len(rows.hunks)), end - 1, key=rows.hunk_row) - 1
    stops = [Stop(rows.hunk_row(hunk), hunk)] if hunk >= 0 else []
    stops += [stop for stop in _steps(splitter) if stop.row < end][-1:]
    return max(stops, default=None, key=lambda stop: stop.row)


def stop_at_inset(splitter: DiffSplitter, key: str) -> Stop | None:
    """Return where an inset is; None when it is not shown."""
    return next((Stop(row, None, inset) for row, inset in splitter.rows.inset_rows() if inset.key == key), None)


def first_step(splitter: DiffSplitter, file: int) -> Stop | None:
    """Return the first inset of a file that is a step."""
    return next((stop for stop in _steps(splitter) if splitter.rows.file_of(stop.row) == file), None)


def position_of(splitter: DiffSplitter, current: Stop | None) -> tuple[int, int]:
    """Return how many stops are above the current one, -1 for none, and how many there are."""
    steps, hunks = _steps(splitter), range(len(splitter.rows.hunks))
    count = len(steps) + len(hunks)
    if current is None:
        return -1, count
    above = bisect_left(hunks, current.row, key=splitter.rows.hunk_row)
    return above + sum(stop.row < current.row for stop in steps), count


def hunks_in_view(splitter: DiffSplitter) -> list[int]:
    """Return the hunks of which a row is in view."""
    seen = (visible.shown.hunk for visible in splitter.visible_rows())
    return list(dict.fromkeys(hunk for hunk in seen if hunk is not None))


def is_in_view(splitter: DiffSplitter, stop: Stop) -> bool:
    """Whether a row of this stop is in view."""
    if stop.hunk is not None:
        return stop.hunk in hunks_in_view(splitter)
    return any(visible.row == stop.row for visible in splitter.visible_rows())


def _steps(splitter: DiffSplitter) -> list[Stop]:
    return [Stop(row, None, inset) for row, inset in splitter.rows.inset_rows() if inset.is_step]
