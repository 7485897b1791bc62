"""Accepted lines that the user wrote over, in a conflict that is settled for the user's lines.

before     accepted     on disk     proposed
a          a            a           A            a conflict of both lines, as they follow each other
b          B            mine        B            taking mine takes the acceptance of B back as well: no commit has it
"""

from collections.abc import Sequence

from msgspec.structs import replace

from guillemet.engine.diff.conflicts import ConflictingFile, Region
from guillemet.engine.diff.lines import changed_bytes
from guillemet.engine.diff.parts import choose
from guillemet.engine.diff.transfer import transfer
from guillemet.engine.review import Part
from guillemet.engine.staging import IndexEffect, Ledger, ProposalEntry
from guillemet.engine.workspace.commit import staging_effects
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.file_views import changed_files
from guillemet.engine.workspace.signing import has_signed_parts, is_further_part, unstaging


def without_written_over(
    context: WorkspaceContext, ledger: Ledger, path: str, file: ConflictingFile, regions: Sequence[Region]
) -> tuple[Ledger, tuple[IndexEffect, ...]]:
    """Return the ledger as if the lines of these conflicts that the user wrote over had not been accepted.

    With it comes what that changes in the index. Lines that cannot be told from others stay accepted.
    """
    entry, signed = ledger.now.entries[path], ledger.now.signed.get(path)
    parts = entry.part_decisions
    if signed is None or not has_signed_parts(ledger, entry) or is_further_part(signed) or entry.moved_from:
        return ledger, ()
    base = _before_written_over(context, entry, file, regions)
    if parts.base is None and not base:
        return ledger, ()  # a new file of which nothing was accepted, with another in its place
    written = transfer(file.base, base, context.bytes_of(signed.written)) if signed.written else None
    if entry.base is None or signed.written is None or written is None or base == file.base:
        return ledger, ()
    if base == context.bytes_of(parts.base):
        opened = replace(entry, base=parts.base, parts=replace(parts, accepted=0))
        taken_back = ledger.now.with_entries([opened]).with_taken_back([signed])
        return replace(ledger, now=taken_back), tuple(unstaging([signed]))
    opened = replace(entry, base=replace(entry.base, oid=context.write(path, base)))
    left = replace(signed, written=replace(signed.written, oid=context.write(path, written)))
    after = ledger.now.with_entries([opened]).with_signed([left])
    if signed.staging is None:
        return replace(ledger, now=after), ()
    effects = staging_effects(context, after, [path])
    staged = (replace(left, staging=replace(one.sides, before=signed.staging.before)) for one in effects)
    return replace(ledger, now=after.with_signed(staged)), effects


def _before_written_over(
    context: WorkspaceContext, entry: ProposalEntry, file: ConflictingFile, regions: Sequence[Region]
) -> bytes:
    """Return the base with the lines before the accepted ones that the user wrote over in these conflicts."""
    whole = entry.part_decisions.base
    mine = [
        (max(run.old_start, one.base.start), min(run.old.stop, one.base.stop), one.base)
        for run in changed_bytes(file.base, file.mine)
        for one in regions
    ]
    old: list[tuple[int, int]] = []
    new: list[tuple[int, int]] = []
    for run in changed_files(context, whole, entry.base):
        for first, last, region in mine:
            start, stop = max(first, run.new_start), min(last, run.new.stop)
            if start >= stop:
                continue
            if not run.old_count:  # each line was added by itself
                new.append((start, stop))
            elif run.old_count == run.new_count:  # line by line
                shift = run.old_start - run.new_start
                new.append((start, stop))
                old.append((start + shift, stop + shift))
            elif region.start <= run.new_start and run.new.stop <= region.stop:
                new.append((run.new_start, run.new.stop))
                old.append((run.old_start, run.old.stop))
    if not new:
        return file.base
    return choose(context.bytes_of(whole), file.base, Part(tuple(old), tuple(new), "")).left
