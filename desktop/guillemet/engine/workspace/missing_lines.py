"""Why lines that a block searches for are not there, what stands in their place, and what it replaces of the user's.

before        proposed      edited
a             a             a
c             C             mine         a later block that searches for c belongs here, however alike other lines are
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from guillemet.engine.applying.diagnosis import differences
from guillemet.engine.applying.manual_placement import drops_own, preview_at, replaces_own
from guillemet.engine.applying.outcome_factory import flagged
from guillemet.engine.blocks import EditBlock, WholeFile
from guillemet.engine.diff.lines import changed_bytes
from guillemet.engine.git.trees import TreeFile
from guillemet.engine.matching.nearest import likeness, shown
from guillemet.engine.outcomes import Flag, Missing, Nearest, Outcome, Reason, Rung, Status
from guillemet.engine.review import Decision
from guillemet.engine.staging import ProposalEntry, Snapshot
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.kept_lines import edited_lines, lines_of_user

WHOLE = frozenset({Flag.REPLACED_WHOLE, Flag.CUT_SHORT})
"""Flags of a block that gives a file as a whole."""
_REJECTED = "The searched lines are not in the file. You rejected them when they were proposed."
_EDITED = "You edited the searched lines. Place the block there, or dismiss it."
_REPLACED = "It replaces lines that you edited."
_CHANGED = "The searched lines are changed already by an edit that waits. Place the block there, or dismiss it."


def with_why_missing(
    context: WorkspaceContext, now: Snapshot, outcome: Outcome, content: Callable[[str], bytes | None]
) -> Outcome:
    """Return the outcome with what of a proposal took away the lines that its block searches for, if anything did.

    They were proposed and then rejected, or the user edited them, also of a file that was accepted, and committed,
    since; or they lie there and what waits for a decision changes them. Where others stand in their place is the first
    of the nearest places then. `content` gives a file as the blocks before left it.
    """
    block, path = outcome.block, outcome.path
    if outcome.reason is not Reason.NOT_FOUND or not isinstance(block, EditBlock):
        return outcome
    if not any(map(str.strip, block.searched)) or Flag.SEARCHED_BY_HAND in outcome.flags:
        return outcome  # by hand, the user searches for others
    entries = [now.entries[path]] if path in now.entries else []
    entries += [entry for entry in reversed(now.edited) if entry.path == path]
    data = content(path) if entries else None
    explained = (_explained(context, now, entry, outcome, block, data) for entry in entries)
    return next(filter(None, explained), outcome)


def _explained(
    context: WorkspaceContext,
    now: Snapshot,
    entry: ProposalEntry,
    outcome: Outcome,
    block: EditBlock,
    data: bytes | None,
) -> Outcome | None:
    """Return the outcome with what was done with this proposal for its file; None where that took no such lines."""
    searched = "\n".join(block.searched).encode(errors="replace")

    def is_in(file: TreeFile | None) -> bool:
        return file is not None and searched in context.content(file).replace(b"\r\n", b"\n")

    parts = entry.part_decisions
    took = [one for one in parts.changes if is_in(one.before) and not is_in(one.after)]
    is_rejected = entry.decision is Decision.REJECTED and is_in(entry.staged)
    if is_rejected or (took and not took[-1].is_lasting):
        return replace(outcome, missing=Missing.REJECTED, message=_REJECTED)
    is_edited = bool(took) and took[-1].is_edit
    origin = now.origin(entry)
    before = next(filter(is_in, (took[-1].before,) if is_edited else (origin, parts.source)), None)
    if entry.decision is Decision.REJECTED or before is None:
        return None
    found = _lines_instead(context.content(before), data, block.searched) if data is not None else None
    own = lines_of_user(context, entry, data) if data is not None else set[int]()
    is_edited |= found is not None and not own.isdisjoint(range(found.start, found.stop))
    if not is_edited and (entry.decision is not Decision.UNDECIDED or before != origin):
        return None  # what was accepted is in the file: nothing of it waits
    nearest = outcome.nearest
    if data is not None and found is not None:
        nearest = _with_first(_place(block, outcome.path, _lines(data), found), nearest)
    missing, message = (Missing.EDITED, _EDITED) if is_edited else (Missing.CHANGED, _CHANGED)
    return replace(outcome, missing=missing, message=message, nearest=nearest)


def edited_paths(now: Snapshot) -> frozenset[str]:
    """Return the files of which lines may be known to be the user's."""
    return frozenset(one.path for one in (*now.entries.values(), *now.edited) if one.part_decisions.is_edited)


def with_own_replaced(
    context: WorkspaceContext, now: Snapshot, outcome: Outcome, before: bytes | None, after: bytes | None
) -> Outcome:
    """Return the outcome with a flag where its block replaced lines that the user edited and that it does not name.

    Of a file that is in the proposal still, the edit is merged into what a block makes of the file that gives it whole.
    """
    block, entry = outcome.block, now.entries.get(outcome.path)
    if outcome.status is not Status.APPLIED or Flag.PLACED_BY_HAND in outcome.flags:
        return outcome
    if not isinstance(block, EditBlock | WholeFile) or outcome.how is Rung.EXACT or before is None or after is None:
        return outcome
    entries = [one for one in now.edited if one.path == outcome.path]
    if entry is not None and not outcome.flags & WHOLE:
        entries.append(entry)
    own = {line for one in entries for line in lines_of_user(context, one, before)}
    replaces = drops_own(block, _lines(before), _lines(after), own)
    return flagged(outcome, Flag.YOURS_REPLACED, _REPLACED) if replaces else outcome


def with_own_marked(
    context: WorkspaceContext, now: Snapshot, outcome: Outcome, content: Callable[[str], bytes | None]
) -> Outcome:
    """Return the outcome with which of its nearest places has lines of the user's that its block would replace there.

    `content` is as in `with_why_missing`.
    """
    block, path = outcome.block, outcome.path
    data = content(path) if outcome.nearest and path in edited_paths(now) else None
    if data is None or not isinstance(block, EditBlock | WholeFile):
        return outcome
    own, lines = edited_lines(context, now, path, data), _lines(data)
    nearest = (
        replace(near, replaces_own=near.path == path and replaces_own(block, lines, near.line - 1, near.placed, own))
        for near in outcome.nearest
    )
    return replace(outcome, nearest=tuple(nearest))


def _lines_instead(before: bytes, now: bytes, searched: Sequence[str]) -> slice | None:
    """Return the lines that stand where the searched ones stood before; None where that is not known for certain."""
    if not (_is_utf8(before) and _is_utf8(now)):
        return None
    lines, count = _lines(before), len(searched)
    starts = [at for at in range(len(lines) - count + 1) if lines[at : at + count] == list(searched)]
    if len(starts) != 1:
        return None
    start, stop = starts[0], starts[0] + count
    first, last = start, stop
    for run in changed_bytes(_plain(before), _plain(now)):
        if run.old.stop <= start:
            first, last = first + run.new_count - run.old_count, last + run.new_count - run.old_count
        elif start <= run.old.start < stop and run.old.stop <= stop:
            last += run.new_count - run.old_count
        elif run.old.start < stop and run.old_count != run.new_count:
            return None  # it changes lines beside the searched ones, too
    return slice(first, last) if first < last else None


def _place(block: EditBlock, path: str, lines: Sequence[str], found: slice) -> Nearest:
    standing, count = lines[found], found.stop - found.start
    return Nearest(
        path,
        found.start + 1,
        count,
        min(likeness(block.searched, standing), 0.99),  # of 1, the searched lines would stand there
        shown(standing),
        differences(block.searched, standing, is_file_end=found.stop == len(lines)),
        preview_at(block, lines, found.start, count),
        is_known=True,
    )


def _with_first(place: Nearest, nearest: Sequence[Nearest]) -> tuple[Nearest, ...]:
    """Return the places with this one before them, without those that overlap with it."""
    end = place.line + place.count
    apart = (one for one in nearest if one.path != place.path or one.line + one.count <= place.line or end <= one.line)
    return (place, *apart)


def _is_utf8(data: bytes) -> bool:
    """Whether the lines of the text are those that blocks are placed at: UTF-8 that ends lines with LF or CRLF."""
    try:
        return "\r" not in _plain(data).decode()
    except UnicodeDecodeError:
        return False


def _plain(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")


def _lines(data: bytes) -> list[str]:
    return _plain(data).decode("utf-8-sig", "replace").removesuffix("\n").split("\n")
