"""The user's lines that were kept where a later reply has others: both are shown there, until the user chooses.

before     the user's     the reply's     proposed
a          a              A               A            only the reply changed it
b          mine           B               mine         kept: the user takes theirs or the reply's, or edits the line
"""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from guillemet.engine.diff.conflicts import ConflictingFile, Region, merging, with_lines
from guillemet.engine.diff.lines import changed_bytes
from guillemet.engine.review import KeptLines
from guillemet.engine.staging import ProposalEntry, Snapshot
from guillemet.engine.staging.snapshot import OtherLines, PartDecisions
from guillemet.engine.workspace.context import WorkspaceContext


def in_conflict(context: WorkspaceContext, entry: ProposalEntry) -> ConflictingFile | None:
    """Return the reply's version as `mine`, and the user's as the proposed one; None where they are not in conflict."""
    parts = entry.part_decisions
    if not parts.is_behind or parts.others is None or entry.staged is None:
        return None
    file = merging(*map(context.bytes_of, (parts.others.before, parts.others.proposed, entry.staged)))
    return file if file and file.merged.regions else None


def kept_lines(context: WorkspaceContext, entry: ProposalEntry) -> tuple[KeptLines, ...]:
    """Return the places where the proposal has lines of the user's, and the reply others."""
    file = in_conflict(context, entry)
    if file is None:
        return ()
    return tuple(
        KeptLines((one.proposed.start, one.proposed.stop), _text(file.base, one.base), _text(file.mine, one.mine))
        for one in file.merged.regions
    )


def is_behind(context: WorkspaceContext, entry: ProposalEntry) -> bool:
    """Whether a reply has other lines, or none, where the user's version was kept, and the user did not choose yet."""
    parts = entry.part_decisions
    return parts.is_behind and (parts.others is None or in_conflict(context, entry) is not None)


def kept_there(
    context: WorkspaceContext, entry: ProposalEntry, file: ConflictingFile, regions: Iterable[Region]
) -> PartDecisions:
    """Return the decisions on an entry in which the user's lines of these conflicts stay, the reply's being known."""
    parts, data = entry.part_decisions, file.base
    for region in sorted(regions, key=lambda one: one.base.start, reverse=True):
        data = with_lines(data, region.base, file.mine, region.mine)
    left = merging(data, file.mine, file.proposed)
    others = parts.others and replace(
        parts.others, before=replace(parts.others.before, oid=context.write(entry.path, data))
    )
    return replace(parts, is_behind=left is not None and bool(left.merged.regions), others=others)


def after_edit(context: WorkspaceContext, before: ProposalEntry, edited: ProposalEntry) -> PartDecisions:
    """Return the decisions on an edited entry: those conflicts are settled of which lines were edited."""
    file, data = in_conflict(context, before), context.bytes_of(edited.staged)
    if file is None:
        return replace(edited.part_decisions, is_behind=False)
    hunks = changed_bytes(file.proposed, data)
    settled = (
        region
        for region in file.merged.regions
        if any(_overlap(hunk.old, region.proposed) for hunk in hunks)  # beside them, nothing was said of them
    )
    parts = kept_there(context, edited, file, settled)
    still = in_conflict(context, replace(edited, parts=parts))
    return replace(parts, is_behind=still is not None)


def to_be_found_again(entry: ProposalEntry) -> ProposalEntry:
    """Return an entry without what is found again as the replies are applied again."""
    parts = entry.parts
    if parts and parts.others and parts.others.is_whole:
        parts = replace(parts, is_behind=False, others=None)
    return replace(entry, asks=False, parts=parts)


def known_others(now: Snapshot, others: OtherLines | None) -> PartDecisions | None:
    """Return the decisions on the file of which a reply had these lines before, as far as the user chose there."""
    known = (entry.part_decisions for entry in now.entries.values() if others)
    return next((one for one in known if one.others and others and one.others.proposed == others.proposed), None)


def lines_of_user(context: WorkspaceContext, entry: ProposalEntry, now: bytes) -> set[int]:
    """Return which lines of the proposal, or of this later text of its file, the user wrote; counted from 0."""
    found = set[int]()
    for change in entry.part_decisions.changes:
        if change.is_edit and change.before and change.after:
            before, after = map(context.bytes_of, (change.before, change.after))
            own = [line for run in changed_bytes(before, after) for line in range(run.new.start, run.new.stop)]
            found.update(_followed(own, after, now))
    return found


def edited_lines(context: WorkspaceContext, now: Snapshot, path: str, data: bytes) -> set[int]:
    """Return which lines of this text of a file the user wrote, also before it was committed; counted from 0."""
    entries = (one for one in (*now.entries.values(), *now.edited) if one.path == path)
    return {line for one in entries for line in lines_of_user(context, one, data)}


def without_lines(ranges: Iterable[tuple[int, int]], lines: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield these half-open ranges without some lines; an empty one only where it is beside none of them."""
    for start, stop in ranges:
        if start == stop and not {start - 1, start} & set(lines):
            yield start, stop
        first = start
        for line in range(start, stop):
            if line in lines:
                if first < line:
                    yield first, line
                first = line + 1
        if first < stop:
            yield first, stop


def _followed(lines: Iterable[int], before: bytes, after: bytes) -> Iterator[int]:
    """Yield where these lines of a text are in another one, those that are in both."""
    changes = changed_bytes(before, after)
    for line in lines:
        if not any(run.old.start <= line < run.old.stop for run in changes):
            yield line + sum(run.new_count - run.old_count for run in changes if run.old.stop <= line)


def _overlap(one: slice, other: slice) -> bool:
    return max(one.start, other.start) < min(one.stop, other.stop) or one == other


def _text(data: bytes, lines: slice) -> str:
    return b"".join(data.splitlines(keepends=True)[lines]).decode("utf-8", "replace").replace("\r\n", "\n")
