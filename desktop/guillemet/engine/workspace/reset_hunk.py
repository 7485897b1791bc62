"""Taking back what was decided on one hunk, by itself or with its file."""

from msgspec.structs import replace

from guillemet.engine.diff.conflicts import ConflictingFile, merging
from guillemet.engine.diff.hunk_numbers import proposed_hunks
from guillemet.engine.diff.parts import ChosenChanges, choose, part_of
from guillemet.engine.diff.transfer import transfer
from guillemet.engine.git.trees import FILE, LINK, TreeFile
from guillemet.engine.review import ConflictRegion, DecidedRun, Decision, HunkState, ProposedHunk
from guillemet.engine.staging import AcceptedFile, FileEffect, Ledger, ProposalEntry, Snapshot, StagingStep
from guillemet.engine.staging.snapshot import SettledConflict
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.decide import (
    CHANGED,
    reconsider,
    refused,
    undivided,
    why_not_in_part,
    with_origins_back,
)
from guillemet.engine.workspace.execute_step import resolve_back
from guillemet.engine.workspace.file_views import (
    ShownFile,
    based_on,
    changed_files,
    decided_runs,
    divided_hunks,
    kept_like,
    opened,
    recounted,
)
from guillemet.engine.workspace.former_paths import can_move_first
from guillemet.engine.workspace.signing import is_further_part, overtaken, signing, taking_back, unstaging
from guillemet.engine.workspace.step_log import Plan

_WRITTEN_OVER = (
    "was changed on disk in these accepted lines, so they cannot be reset by themselves. Undo the decisions."
)

_SETTLE_FIRST = "Settle the conflict first, or reset the whole file."


def reconsider_hunk(
    context: WorkspaceContext, ledger: Ledger, shown: ShownFile, number: int, of: str, *, stage: bool
) -> Plan:
    """Plan to take back what was decided on one hunk of a file, counted from 1; the other hunks stay as they are.

    Its accepted lines leave the file, its rejected ones are proposed again. A file that was decided is undecided then.
    """
    if shown.regions and of == shown.identity:
        return _beside_conflicts(context, ledger, shown, number, stage=stage)
    before, hunks = shown.entry, _hunks(context, shown)
    if why_not := _why_not(context, ledger, shown, of, len(hunks)):
        return refused(ledger, shown, why_not)
    if before.decision is not Decision.UNDECIDED and (len(hunks) < 2 or _is_whole(shown)):
        return reconsider(context, ledger, [before.path])
    left = None
    if 0 < number <= len(hunks) and any(_is_within(one, hunks[number - 1]) for one in shown.written_over):
        return refused(ledger, shown, f"{before.path} {_WRITTEN_OVER}")
    if 0 < number <= len(hunks):
        before, hunk = _opened(context, ledger, shown, hunks[number - 1])
        left = _with_hunk_back(context, before, hunk)
    signed = ledger.now.signed.get(before.path)
    if signed and shown.entry.decision is Decision.ACCEPTED:
        signed = replace(signed, is_part=True)
    if left is None or (left.base != before.base and signed is None):
        return refused(ledger, shown, f"{before.path} was changed after that. Reset the whole file, or undo.")
    has_others = bool(shown.written_over)
    after = recounted(context, ledger.now, left)
    plan = _planned(context, ledger, before, after, signed, has_others=has_others, stage=stage)
    return plan if plan.refusals else replace(plan, after=_in_conflict_again(context, plan.after, before))


def _beside_conflicts(context: WorkspaceContext, ledger: Ledger, shown: ShownFile, number: int, *, stage: bool) -> Plan:
    """Plan to take back what was decided on a hunk of a file in conflict, where the conflicts stay as they are.

    What is shown is re-based on the file as it lies there, which is not what a step starts from: the hunk is reset in
    the proposal as it was made, and the lines on the disk are merged with that.
    """
    path, hunks = shown.entry.path, divided_hunks(context, shown)
    if 0 < number <= len(hunks) and any(_is_at(hunks[number - 1], region) for region in shown.regions):
        return refused(ledger, shown, f"Lines of this hunk in {path} are in conflict. {_SETTLE_FIRST}")
    too_near = f"{path} was changed on disk too near this hunk to reset it by itself. {_SETTLE_FIRST}"
    entry = ledger.now.entries[path]
    made = ShownFile(entry, ledger.now.origin(entry), shown.lies_at)
    file, own = _merging(context, ledger.now, entry, shown.before), _same_hunk(context, shown, made, number)
    if file is None or own is None or shown.written_over:
        return refused(ledger, shown, too_near)
    plan = reconsider_hunk(context, ledger, made, own, made.identity, stage=stage)
    # Where the file is moved back, it is written at its former path.
    lies = next((effect.after for effect in plan.step.files if effect.after), shown.before)
    after = None if plan.refusals else _merging(context, plan.after, plan.after.entries[path], lies)
    if after is None or not all(one in after.lines_in_conflict for one in file.lines_in_conflict):
        return plan if plan.refusals else refused(ledger, shown, too_near)
    return plan


def _is_at(hunk: ProposedHunk, region: ConflictRegion) -> bool:
    """Whether a conflict is one of a hunk: two hunks have unchanged lines between."""
    sides = (hunk.old, region.mine), (hunk.new, region.proposed)
    return any(one[0] <= other[1] and other[0] <= one[1] for one, other in sides)


def _merging(
    context: WorkspaceContext, now: Snapshot, entry: ProposalEntry, lies: TreeFile | None
) -> ConflictingFile | None:
    """Return the versions of a file, with this one on the disk."""
    return merging(*(context.bytes_of(side) for side in (now.origin(entry), lies, entry.staged)))


def _same_hunk(context: WorkspaceContext, shown: ShownFile, made: ShownFile, number: int) -> int | None:
    """Return which hunk of a file as it was made is this one as it is shown; None where their lines are others."""
    there, here = (decided_runs(context, one, divided_hunks(context, one)) for one in (shown, made))
    if [(one.state, one.before, one.after) for one in there] != [(one.state, one.before, one.after) for one in here]:
        return None
    pairs = {(one.hunk, other.hunk) for one, other in zip(there, here, strict=True)}
    found = {own for at, own in pairs if at == number}
    return found.pop() if len(found) == 1 and len([at for at, own in pairs if own in found]) == 1 else None


def _is_within(run: DecidedRun, hunk: ProposedHunk) -> bool:
    return hunk.old[0] <= run.old[0] and run.old[1] <= hunk.old[1]


def _planned(
    context: WorkspaceContext,
    ledger: Ledger,
    before: ProposalEntry,
    after: ProposalEntry,
    signed: AcceptedFile | None,
    *,
    has_others: bool,
    stage: bool,
) -> Plan:
    """Plan to write what is left of the accepted hunks, and to sign for that; where none is, nothing is signed.

    `has_others`: the user wrote over other accepted lines, which stay accepted.
    """
    step = StagingStep(f"Reset the decision on 1 hunk in {after.path}")
    if signed is None or before.base is None or after.base == before.base:
        opened, source = [after], ledger.now.entries.get(after.moved_from)
        if source and source.decision is Decision.REJECTED:
            opened.append(replace(source, decision=Decision.UNDECIDED))
        return Plan(step, ledger.now.with_entries(opened).with_signed([signed] if signed else []))
    is_last = not (after.has_accepted_parts or is_further_part(signed))
    if is_last and after.base is None and after.moved_from in ledger.now.entries:
        return _moved_back(context, replace(ledger, now=with_origins_back(context, ledger.now, [before])), step, after)
    written = replace(before.base, mode=signed.written.mode) if signed.written else before.base
    alone = (FileEffect(after.path, written, after.base),)
    resolved = resolve_back(context, taking_back(step, [signed], {}) if is_last else replace(step, files=alone))
    if is_last and resolved.refusals:  # for other accepted lines, or for the user's beside these
        is_last, resolved = not has_others, resolve_back(context, replace(step, files=alone))
    if resolved.refusals:
        return Plan(StagingStep(""), ledger.now, resolved.refusals)
    if is_last:
        left = ledger.now.with_entries([after]).with_taken_back([signed])
        return Plan(replace(resolved.step, index=tuple(unstaging([signed]))), left)
    ledger = replace(ledger, now=ledger.now.with_signed([signed]))
    return signing(context, ledger, resolved.step, [after], stage=stage or signed.staging is not None)


def _moved_back(context: WorkspaceContext, ledger: Ledger, step: StagingStep, after: ProposalEntry) -> Plan:
    """Plan to move a file back that was moved with the accepted hunk."""
    source = ledger.now.entries[after.moved_from]
    opened = [recounted(context, ledger.now, after), replace(source, decision=Decision.UNDECIDED)]
    signed = [ledger.now.signed[one.path] for one in opened]
    partners = {after.path: source.path, source.path: after.path}
    resolved = resolve_back(context, taking_back(step, signed, partners))
    if resolved.refusals:
        return Plan(StagingStep(""), ledger.now, resolved.refusals)
    left = ledger.now.with_entries(opened).with_taken_back(signed)
    return Plan(replace(resolved.step, index=tuple(unstaging(signed))), left)


def _in_conflict_again(context: WorkspaceContext, now: Snapshot, before: ProposalEntry) -> Snapshot:
    """Return the snapshot with the conflicts that were settled for lines which `before` has, and which are reset."""
    entry = now.entries[before.path]
    parts, base = entry.part_decisions, now.origin(entry)
    if base is None or before.base is None or (entry.base and parts.base is None):
        return now
    lines, whole, settled = context.content(base), context.content(parts.base or base), list[SettledConflict]()
    for one in parts.settled:
        mine, old = context.content(one.mine), context.content(one.before)
        was_taken = transfer(mine, old, context.content(before.base)) is None
        if was_taken and (found := transfer(mine, old, lines)) is not None:
            lines, whole = found, transfer(mine, old, whole) or whole
        else:
            settled.append(one)
    if len(settled) == len(parts.settled):
        return now
    parts, opened = replace(parts, settled=tuple(settled)), replace(base, oid=context.write(entry.path, lines))
    if entry.base is None:
        return based_on(context, now, replace(entry, parts=parts), opened)
    parts = replace(parts, base=replace(base, oid=context.write(entry.path, whole)))
    return now.with_entries([recounted(context, now, replace(entry, base=opened, parts=parts))])


def _hunks(context: WorkspaceContext, shown: ShownFile) -> tuple[ProposedHunk, ...]:
    """Return the hunks of a file, those it was decided with as well."""
    entry, divided = shown.entry, divided_hunks(context, shown)
    if divided or entry.decision is Decision.UNDECIDED:
        return divided
    return proposed_hunks(changed_files(context, shown.before, entry.staged), state=HunkState.of(entry.decision))


def _why_not(context: WorkspaceContext, ledger: Ledger, shown: ShownFile, of: str, hunks: int) -> str:
    """Return why no hunk of a file can be made undecided by itself; empty when one can."""
    entry = shown.entry
    if entry.decision is Decision.UNDECIDED:
        return why_not_in_part(shown, of)
    if of != shown.identity:
        return f"{entry.path} {CHANGED}"
    if entry.moved_from and hunks > 1 and not can_move_first(context, ledger.now, entry):
        return f"{entry.path} is moved as well. Reset the whole file."
    return next((refusal.message for refusal in overtaken(ledger, [entry], {})), "")


def _is_whole(shown: ShownFile) -> bool:
    """Whether no hunk of it is ever decided by itself: the file comes, goes, or is a link."""
    sides = (shown.before, shown.entry.staged)
    return None in sides or any(side.mode == LINK for side in sides if side)


def _opened(
    context: WorkspaceContext, ledger: Ledger, shown: ShownFile, hunk: ProposedHunk
) -> tuple[ProposalEntry, ProposedHunk]:
    """Return a decided entry as one of which each hunk was decided by itself, and a hunk with its lines in that."""
    entry = opened(context, ledger.now, shown.entry, shown.before)
    if entry is not shown.entry:
        is_accepted = shown.entry.decision is Decision.ACCEPTED
        hunk = replace(hunk, old=hunk.new) if is_accepted else replace(hunk, new=hunk.old)
    return entry, hunk


def _with_hunk_back(context: WorkspaceContext, entry: ProposalEntry, hunk: ProposedHunk) -> ProposalEntry | None:
    """Return the entry without what was decided on a hunk; None where a reply or an edit came in between."""
    parts = entry.part_decisions
    lasting = [at for at, change in enumerate(parts.changes, 1) if change.is_lasting]
    last = lasting[-1] if lasting else 0
    whole, kept, of_parts = undivided(context, entry, after=last), parts.changes[:last], parts.changes[last:]
    base, staged = entry.base, entry.staged
    if HunkState.ACCEPTED in hunk.state:
        chosen = _changes_within(context, parts.base, entry.base, new=hunk.old)
        base = kept_like(context, entry, entry.base, chosen.left)
    if HunkState.REJECTED in hunk.state:
        sides = [side for change in of_parts for side in (change.now.before, change.now.after)]
        chosen = _changes_within(context, entry.staged, whole.staged, old=hunk.new)
        if sides[2::2] != sides[1:-1:2] or sides[-1:] != [entry.staged] or not chosen.lines:
            return None
        staged = TreeFile(context.write(entry.path, chosen.taken), entry.staged.mode if entry.staged else FILE)
        change = replace(of_parts[-1].now, before=whole.staged, after=staged)
        of_parts = () if staged == whole.staged else (change,)
    if base == parts.base and not of_parts:
        return whole
    accepted, rejected = (max(count - 1, 1) for count in (parts.accepted, parts.rejected))
    parts = replace(
        parts,
        changes=(*kept, *of_parts),
        accepted=0 if base == parts.base else accepted if HunkState.ACCEPTED in hunk.state else parts.accepted,
        rejected=0 if not of_parts else rejected if HunkState.REJECTED in hunk.state else parts.rejected,
    )
    if entry.moved_from and base == parts.base:  # it is moved back
        base, parts = None, replace(parts, source=None, base=None, source_path="")
    return replace(entry, base=base, staged=staged, parts=parts)


def _changes_within(
    context: WorkspaceContext,
    before: TreeFile | None,
    after: TreeFile | None,
    *,
    old: tuple[int, int] | None = None,
    new: tuple[int, int] | None = None,
) -> ChosenChanges:
    """Return what the changes in these lines make of a file, and what all others do."""
    start, stop = old or new or (0, 0)
    runs = ((run, run.old if old else run.new) for run in changed_files(context, before, after))
    within = [run for run, lines in runs if start <= lines.start and lines.stop <= stop]
    return choose(context.bytes_of(before), context.bytes_of(after), part_of(within, ""))
