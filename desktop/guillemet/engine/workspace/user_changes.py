"""What the user changed of a proposal, merged into what the replies make of the file now."""

from msgspec.structs import replace

from guillemet.engine.diff.conflicts import merging
from guillemet.engine.git.merge import Conflict, Merged, merge3
from guillemet.engine.git.trees import TreeFile
from guillemet.engine.staging.snapshot import PartDecisions, ProposalChange
from guillemet.engine.workspace.context import WorkspaceContext


def bytes_of(context: WorkspaceContext, file: TreeFile | None) -> bytes | None:
    """Return the content of a file; None where there is none."""
    return context.content(file) if file else None


def merged_change(
    context: WorkspaceContext, path: str, change: ProposalChange, data: bytes | None, source: TreeFile | None
) -> tuple[ProposalChange, bool]:
    """Return a change of the user as one of this content, and whether the user's version had to be kept as it is."""
    before, after = bytes_of(context, change.before), bytes_of(context, change.after)
    change = replace(change, left=None)  # later replies are applied after it
    if data == before:
        return change, False
    if not change.is_lasting and data == bytes_of(context, source):
        result: bytes | Conflict | None = data  # nothing is proposed any more to be rejected in part
    else:
        result = _both(before, after, data)
    kept = _with_mine(before, after, data) if isinstance(result, Conflict) else result
    return _between(context, path, change, data, kept), isinstance(result, Conflict)


def moved_changes(parts: PartDecisions, changes: PartDecisions | None) -> PartDecisions | None:
    """Return the decisions on parts of a file with the changes of the proposal of another, which was moved to its path.

    Without them, those of one that was moved away. None where nothing was decided.
    """
    user = changes or PartDecisions(None, None)
    found = replace(
        parts,
        changes=user.changes,
        rejected=user.rejected,
        is_behind=user.is_behind,
        settled=user.settled,
        others=user.others,
    )
    return None if found == PartDecisions(found.base, found.base) else found


def still_rejected(
    context: WorkspaceContext, path: str, change: ProposalChange, data: bytes | None, count: int
) -> ProposalChange:
    """Return a rejection with what so many replies leave of it: where they have other lines, nothing.

    It stays a change after the replies that it followed, for when they are applied again.
    """
    before, after = bytes_of(context, change.before), bytes_of(context, change.after)
    if data is None or data == after or _both(before, after, data) == data:
        return replace(change, left=None)
    whole = _with_mine(after, data, before)
    later = replace(change, reply_count=count, left=None)
    return replace(change, left=_between(context, path, later, data if whole is None else whole, data))


def rejected_elsewhere(
    context: WorkspaceContext, path: str, change: ProposalChange, data: bytes | None, count: int
) -> ProposalChange:
    """Return a rejection as one of this content after so many replies, but for the lines in conflict with it."""
    before, after = bytes_of(context, change.before), bytes_of(context, change.after)
    merged = None if before is None or after is None or data is None else merging(before, after, data)
    left = data if merged is None else merged.merged.data
    return _between(context, path, replace(change, reply_count=count, left=None), data, left)


def _between(
    context: WorkspaceContext, path: str, change: ProposalChange, before: bytes | None, after: bytes | None
) -> ProposalChange:
    """Return a change of the user as one between other texts, which are kept."""
    mode = (change.after or change.before or TreeFile("")).mode
    was, is_now = (None if side is None else TreeFile(context.write(path, side), mode) for side in (before, after))
    return replace(change, before=was, after=is_now)


def _both(before: bytes | None, mine: bytes | None, theirs: bytes | None) -> bytes | Conflict | None:
    """Return the text with both changes."""
    if before is None or mine is None or theirs is None:
        return Conflict()
    merged = merge3(before, mine, theirs)
    return merged.data if isinstance(merged, Merged) else merged


def _with_mine(before: bytes | None, mine: bytes | None, theirs: bytes | None) -> bytes | None:
    """Return the text with both changes, and the user's lines where they are in conflict; else the user's text."""
    if before is None or mine is None or theirs is None:
        return mine
    conflicting = merging(before, mine, theirs)
    return conflicting.clean if conflicting else mine
