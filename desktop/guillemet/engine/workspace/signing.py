"""What the user signs for when accepting writes files: noted, put into the index, and taken back."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from guillemet.engine.diff.conflicts import merge_lines, with_lines
from guillemet.engine.diff.lines import changed_bytes
from guillemet.engine.diff.transfer import transfer
from guillemet.engine.git import index
from guillemet.engine.git.merge import Conflict, Merged, merge3
from guillemet.engine.git.trees import TreeFile, has_same_bytes
from guillemet.engine.review import Decision, Refusal
from guillemet.engine.staging import (
    AcceptedFile,
    FileEffect,
    FolderEffect,
    IndexEffect,
    Ledger,
    ProposalEntry,
    Snapshot,
    StagingStep,
)
from guillemet.engine.workspace.commit import staging_effects
from guillemet.engine.workspace.commit_selection import with_left_out
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.execute_step import folders_above
from guillemet.engine.workspace.step_log import Plan

_OVERTAKEN = "was deleted, moved or taken out of git by a command after it was accepted. Undo that first."
_WRITTEN_OVER = (
    "was changed in accepted lines and decided on after that, so what was accepted cannot be told from your own lines. "
    "Undo these decisions one by one instead."
)
_TAKEN = "was moved from {}, where a later reply makes another file. Undo that reply first."


def signing(
    context: WorkspaceContext, ledger: Ledger, step: StagingStep, entries: Iterable[ProposalEntry], *, stage: bool
) -> Plan:
    """Return the plan of a step that writes these entries, or parts of them: they are signed and, if asked, staged."""
    written = {effect.path: effect for effect in step.files}
    heads = index.head_entries(context.repository, list(written))
    after = ledger.now.with_entries(entries)
    signed = {path: _signed(context, ledger, written, path, after, heads[path]) for path in written}
    signed = {path: _with_folders(context, ledger.now, one) for path, one in _with_origins(ledger.now, signed).items()}
    every = after.with_signed(signed.values())
    signed = {path: with_left_out(context, ledger.now, every, one) for path, one in signed.items()}
    if stage:
        step = replace(step, index=staging_effects(context, after.with_signed(signed.values()), written))
        for effect in step.index:
            first = signed[effect.path].staging or effect.sides
            signed[effect.path] = replace(signed[effect.path], staging=replace(effect.sides, before=first.before))
    return Plan(step, after.with_signed(signed.values()))


def _signed(
    context: WorkspaceContext,
    ledger: Ledger,
    written: Mapping[str, FileEffect],
    path: str,
    after: Snapshot,
    head: TreeFile | None,
) -> AcceptedFile:
    """Return what is signed of a file when it, or a part of it, is written; all its parts are signed as one.

    Where the user wrote over accepted lines since, a further part is signed by itself: it is made from these.
    """
    effect, earlier, entry = written[path], ledger.now.signed.get(path), after.entries[path]
    is_part = entry.decision is Decision.UNDECIDED
    is_further = earlier is not None and earlier.is_part and entry.part_decisions.accepted
    is_further = is_further and effect.path not in after.sources  # else it is moved on
    before = _before_parts(context, ledger.now, earlier, effect) if earlier and is_further else Conflict()
    if earlier and not isinstance(before, Conflict):
        head = earlier.head if head != earlier.written else head
        signed = replace(earlier, before=before, written=effect.after, head=head, is_part=is_part)
    else:
        moved_from = entry.moved_from or (earlier.moved_from if earlier else "")
        signed = AcceptedFile(
            effect.path, effect.before, effect.after, moved_from, under=earlier, head=head, is_part=is_part
        )
        if earlier:
            signed = replace(
                signed, with_own=earlier.with_own, is_left_out=earlier.is_left_out, left_out=earlier.left_out
            )
    leaves = written.get(entry.moved_from)
    lay = signed.before or (leaves.before if leaves else None)
    # What is written as it was proposed holds nothing of another file that lay there.
    proposed = entry.base if is_part else entry.staged
    is_as_proposed = not has_same_bytes(effect.after, None) and has_same_bytes(effect.after, proposed)
    if is_as_proposed:
        made_from = entry.part_decisions.base
    else:
        made_from = _written_over(context, effect, replace(entry, base=after.origin(entry)), lay)
    return replace(signed, made_from=_without_settled(context, entry, effect, made_from or lay))


def _with_folders(context: WorkspaceContext, now: Snapshot, signed: AcceptedFile) -> AcceptedFile:
    """Return what is signed of a new file with the folders above it that are made for it, or were for other ones."""
    if signed.before is not None or signed.written is None:
        return signed
    made = {folder for one in now.signed.values() for folder in one.folders}
    above = folders_above(signed.path)
    folders = tuple(one for one in above if one in made or not context.worktree.exists_on_disk(one))
    return replace(signed, folders=folders)


def _with_origins(now: Snapshot, signed: Mapping[str, AcceptedFile]) -> dict[str, AcceptedFile]:
    """Return what is signed with what lay there before a move as that of the former path, own lines since included."""
    found = dict(signed)
    for path, one in signed.items():
        earlier, source = now.signed.get(path), now.signed.get(one.moved_from)
        if earlier and source and earlier.before is None and one.under == earlier.under:
            found[path] = replace(one, before=None)
            found[source.path] = replace(source, before=one.before or source.before)
    return found


def _without_settled(
    context: WorkspaceContext, entry: ProposalEntry, effect: FileEffect, made_from: TreeFile | None
) -> TreeFile | None:
    """Return what a file was made from without the user's lines that settling a conflict and accepting replaced."""
    settled = entry.part_decisions.settled
    if not settled or made_from is None or effect.after is None:
        return made_from
    written, data = context.bytes_of(effect.after), context.bytes_of(made_from)
    for one in reversed(settled):
        before, mine, taken = (context.bytes_of(side) for side in (one.before, one.mine, one.taken))
        # Where a part was rejected, or waits, the user's lines are still their own.
        is_accepted = transfer(taken, mine, written) is not None or _replaces(before, mine, written)
        found = transfer(mine, before, data) if is_accepted else None
        data = data if found is None else found
    return replace(made_from, oid=context.write(effect.path, data))


def _replaces(before: bytes, mine: bytes, written: bytes) -> bool:
    """Whether all lines that the user's change put there are replaced by others, so that nothing of it is left.

    Where it only removed lines, that cannot be told.
    """
    own, others = changed_bytes(before, mine), changed_bytes(mine, written)
    return all(
        run.new_count and any(other.old_start <= run.new_start and run.new.stop <= other.old.stop for other in others)
        for run in own
    )


def _written_over(
    context: WorkspaceContext, effect: FileEffect, entry: ProposalEntry, before: TreeFile | None
) -> TreeFile | None:
    """Return the user's file with the lines before the proposal where the proposal was written over them.

    `before` is that file as it was before any part of the proposal was accepted.
    """
    if before is None or entry.base is None or entry.staged is None:
        return None
    base, mine, proposed = (context.bytes_of(side) for side in (entry.base, before, entry.staged))
    merged = merge_lines(base, mine, proposed)
    if merged is None or merged.data != context.bytes_of(effect.after):
        return None
    for region in reversed(merged.regions):
        mine = with_lines(mine, region.mine, base, region.base)
    return replace(before, oid=context.write(effect.path, mine))


def _before_parts(
    context: WorkspaceContext, now: Snapshot, earlier: AcceptedFile, effect: FileEffect
) -> TreeFile | Conflict | None:
    """Return the file as it would be if no part had been accepted, moved or not: with what the user changed since.

    It is a conflict where that was in accepted lines.
    """
    source = now.signed.get(earlier.moved_from)
    first = earlier.before or (source.before if source else None)
    if effect.before == earlier.written or effect.before is None or first is None:
        return first if effect.before == earlier.written else effect.before
    written, present, before = (context.bytes_of(side) for side in (earlier.written, effect.before, first))
    merged = merge3(written, present, before)
    data = merged.data if isinstance(merged, Merged) else transfer(written, before, present)
    return Conflict() if data is None else replace(effect.before, oid=context.write(effect.path, data))


def signed_of(ledger: Ledger, entries: list[ProposalEntry]) -> list[AcceptedFile]:
    """Return what was signed of these entries, or of parts of them, when they were accepted."""
    accepted = (one.path for one in entries if one.decision is Decision.ACCEPTED or has_signed_parts(ledger, one))
    return [ledger.now.signed[path] for path in accepted if path in ledger.now.signed]


def has_signed_parts(ledger: Ledger, entry: ProposalEntry) -> bool:
    """Whether parts of an undecided file were accepted that are not committed, also those written over since."""
    signed = ledger.now.signed.get(entry.path)
    return entry.decision is Decision.UNDECIDED and signed is not None and signed.is_part


def unstaging(signed: Iterable[AcceptedFile]) -> Iterator[IndexEffect]:
    """Yield what takes out of the index what was put into it of these."""
    for one in signed:
        if one.staging:
            yield IndexEffect(one.path, one.staging.after, one.staging.before)


def is_further_part(signed: AcceptedFile) -> bool:
    """Whether it is of a part that was decided after the user wrote over accepted lines of the same proposal."""
    return signed.under is not None and signed.under.is_part


def refused_as_written_over(signed: Iterable[AcceptedFile]) -> list[Refusal]:
    """Refuse the files that cannot come back as they were, for the user wrote over accepted lines of them."""
    return [Refusal(one.path, f"{one.path} {_WRITTEN_OVER}") for one in signed if is_further_part(one)]


def taking_back(step: StagingStep, signed: Collection[AcceptedFile], partners: Mapping[str, str]) -> StagingStep:
    """Return the step that brings these files back as they were before they were accepted, without their new folders.

    `partners` is as `FileEffect` has it.
    """
    files = tuple(FileEffect(one.path, one.written, one.before, partners.get(one.path, "")) for one in signed)
    folders = {folder for one in signed for folder in one.folders}
    innermost_first = sorted(folders, key=lambda folder: (-folder.count("/"), folder))
    return replace(step, files=files, folders=tuple(FolderEffect(one, is_made=False) for one in innermost_first))


def overtaken(ledger: Ledger, entries: list[ProposalEntry], partners: Mapping[str, str]) -> list[Refusal]:
    """Refuse the accepted files that cannot come back as they were, with what moves with them.

    A command took them away or out of git since, or a later reply makes another file where they were moved from.
    """
    staged = {entry.path: entry.staged for entry in entries}
    signed = signed_of(ledger, entries)
    gone = {one.path for one in signed if (one.written is None) != (staged[one.path] is None)}
    gone |= {partners[path] for path in gone & partners.keys()}
    there = {one.path: ledger.now.entries.get(one.moved_from) for one in signed if one.path not in gone}
    taken = {path: source.path for path, source in there.items() if source and source.staged}
    refusals = [Refusal(path, f"{path} {_OVERTAKEN}") for path in sorted(gone)]
    return refusals + [Refusal(path, f"{path} {_TAKEN.format(taken[path])}") for path in sorted(taken)]
