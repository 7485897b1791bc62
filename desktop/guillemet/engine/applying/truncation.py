"""What was meant for a whole file and is not: a part given as all of it, a deletion in other words, a file appended."""

from collections import Counter
from collections.abc import Sequence

from guillemet.engine.matching.lines import single_spaced

_FEW = 8
"""Lines of a file so short that it must also become shorter for its share to say anything."""
_TOO_FEW = 4
"""Lines of a file so short that its share says nothing."""


def dropped_by_whole(old: Sequence[str], new: Sequence[str]) -> str:
    """Return in a sentence how many lines vanish when new ones take the place of all; "" when half of them stay.

    Blank lines do not count, nor does where a line stands, nor its indentation.
    """
    before, after = _spoken(old), _spoken(new)
    count = before.total()
    dropped = (before - after).total()
    is_short = count < _TOO_FEW or (count < _FEW and after.total() >= count)
    if is_short or 2 * dropped <= count:
        return ""
    return f"The block gives a whole file, and drops {dropped:,} of {count:,} lines: it may be a part of the file."


def emptied(dropped: int) -> str:
    """Return in a sentence that an edit leaves nothing of a file that said something in so many lines."""
    return f"The block drops all {dropped:,} lines and leaves an empty file: maybe it is meant to be deleted."


def repeated(old: Sequence[str], new: Sequence[str]) -> str:
    """Return in a sentence how much of the file lines at its end say again; "" when it is less than half."""
    if len(new) < _TOO_FEW or 2 * len(new) < len(old):
        return ""
    before = _spoken(old)
    again = (before & _spoken(new)).total()
    if 2 * again <= before.total():
        return ""
    return f"They repeat {again:,} of its {before.total():,} lines: maybe they are to replace it."


def _spoken(lines: Sequence[str]) -> Counter[str]:
    return Counter(filter(None, map(single_spaced, lines)))
