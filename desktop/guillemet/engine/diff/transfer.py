"""Put one change of a file into another version of that file; what else differs between the two stays out.

A three-way merge refuses changes of neighbouring lines. Here a change needs only that every line it replaces stands
unchanged in the other version, and that its place there is the only possible one.
"""

from collections.abc import Sequence
from io import BytesIO

from guillemet.engine.diff.lines import ChangedLines, changed_bytes


def transfer(before: bytes, after: bytes, onto: bytes, *, in_part: bool = False) -> bytes | None:
    """Return `onto` with the change from `before` to `after`; None when that concerns lines that differ there.

    If `in_part`, such lines stay as they are.
    """
    if b"\0" in after or b"\0" in onto:
        return None
    new, target = BytesIO(after).readlines(), BytesIO(onto).readlines()
    others = changed_bytes(before, onto)
    result: list[bytes] = []
    at = 0
    for change in changed_bytes(before, after):
        if not _is_separate(change, others, new[change.new], target):
            if in_part:
                continue
            return None
        start = change.old_start + sum(
            other.new_count - other.old_count for other in others if other.old.stop <= change.old_start
        )
        result += [*target[at:start], *new[change.new]]
        at = start + change.old_count
    result += target[at:]
    # The last line of a file may lack its ending; in the middle it would run into the next one.
    return b"".join(result) if all(line.endswith(b"\n") for line in result[:-1]) else None


def _is_separate(
    change: ChangedLines, others: Sequence[ChangedLines], new: Sequence[bytes], target: Sequence[bytes]
) -> bool:
    """Whether what the other version changes overlaps the change nowhere, and leaves it one place."""
    for other in others:
        if other.old.stop < change.old_start or other.old_start > change.old.stop:
            continue
        if other.old.stop > change.old_start and other.old_start < change.old.stop:
            return False
        if change.old_count == 0 and other.new_count:
            return False
        # A line that stands there already may be a part of this very change.
        if not set(target[other.new]).isdisjoint(new):
            return False
    return True
