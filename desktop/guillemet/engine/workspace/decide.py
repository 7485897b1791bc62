"""Deciding on files and parts of them: accept writes, reject forgets, taking back restores what accepting wrote over.

    base ── accepted parts ──▶ base ── what is left ──▶ proposed        an accepted part is written and joins the base
    base ── what is left ──▶ proposed ◀── rejected parts, edits         a rejected one leaves the proposal

When nothing is left, the file is decided: accepted where a part of it was, else rejected.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from io import BytesIO

from msgspec.structs import replace

from guillemet.engine.diff.conflicts import (
    ConflictingFile,
    Region,
    clean_part,
    edited_there,
    merging,
    with_lines,
)
from guillemet.engine.diff.parts import ChosenChanges, choose, edited, with_own_lines
from guillemet.engine.errors import NotTextError
from guillemet.engine.git.trees import FILE, LINK, TreeFile
from guillemet.engine.review import (
    WITH_MODE,
    ConflictChoice,
    Decision,
    OwnLines,
    Part,
    Refusal,
)
from guillemet.engine.staging import AcceptedFile, FileEffect, IndexEffect, Ledger, ProposalEntry, Snapshot, StagingStep
from guillemet.engine.staging.snapshot import ProposalChange, SettledConflict
from guillemet.engine.workspace.context import OTHER, WorkspaceContext, is_text
from guillemet.engine.workspace.execute_step import ResolvedStep, carried_over, resolve, resolve_back
from guillemet.engine.workspace.file_views import ShownFile, based_on, moved_parts, recounted, with_base, without_parts
from guillemet.engine.workspace.former_paths import can_move_first
from guillemet.engine.workspace.kept_lines import after_edit, in_conflict, kept_there
from guillemet.engine.workspace.signing import (
    has_signed_parts,
    overtaken,
    refused_as_written_over,
    signed_of,
    signing,
    taking_back,
    unstaging,
)
from guillemet.engine.workspace.step_log import Plan, counting_title
from guillemet.engine.workspace.written_over import without_written_over

CHANGED = "changed meanwhile. Look at it again."
_CHANGED_BEFORE = "was proposed to be changed as {}, and moved then. Accept the whole file."
_NOT_MOVED = (
    "was changed meanwhile in the same lines or next to them, so it was not moved. Settle the lines first, or take one "
    "of the two as it is."
)
_DELETED = "is to be deleted. Accept or reject the whole file."
_NOTHING_BY_ITSELF = "The chosen lines change nothing by themselves. Choose the lines beside them as well."
_TOO_NEAR = "These lines are too near a conflict to be decided by themselves. Settle the conflict first."


def accept(
    context: WorkspaceContext,
    ledger: Ledger,
    paths: Iterable[str],
    *,
    unseen: Collection[str] = (),
    stage: bool,
    overwrites: bool = False,
) -> Plan:
    """Plan to write the proposal of these files, merged with what changed since, and to stage them if asked.

    What cannot be merged is refused, or written over; what lay there comes back with undo. Files of which something is
    unseen are refused.
    """
    entries, refusals = _chosen(ledger, (path for path in paths if path not in unseen))
    refusals += [Refusal(path, f"{path} {CHANGED}") for path in unseen]
    wanted = [entry for entry in entries if entry.decision is not Decision.ACCEPTED]
    partners = _partners(wanted)
    effects = {one.path: FileEffect(one.path, one.base, one.staged, partners.get(one.path, "")) for one in wanted}
    for entry in wanted:
        if (source := effects.get(entry.moved_from)) and entry.base is None:
            effects[source.path], effects[entry.path] = carried_over(
                context, source, effects[entry.path], overwrites=overwrites
            )
    title = "Take the proposal for" if overwrites else "Accept"
    step = StagingStep(title, files=tuple(effects.values()))
    resolved = _together(wanted, resolve(context, step, overwrites=overwrites))
    step = resolved.step
    landed = {effect.path for effect in step.files}
    accepted = [_decided(context, ledger, entry, Decision.ACCEPTED) for entry in wanted if entry.path in landed]
    plan = signing(context, ledger, step, accepted, stage=stage)
    refusals += _with_conflicts_of_moves(context, wanted, resolved.refusals)
    return _counted(replace(plan, refusals=tuple(refusals)), accepted)


def accept_part(context: WorkspaceContext, ledger: Ledger, shown: ShownFile, part: Part, *, stage: bool) -> Plan:
    """Plan to write the chosen changes of a file, merged with what changed since; the others stay proposed."""
    entry = shown.entry
    chosen = _chosen_changes(context, ledger, shown, part)
    if isinstance(chosen, str):
        return refused(ledger, shown, chosen)
    is_all = chosen.taken == context.bytes_of(entry.staged)
    if entry.staged is None and not is_all:
        return refused(ledger, shown, f"{entry.path} {_DELETED}")
    if ledger.now.is_to_move(entry) and not is_all and not can_move_first(context, ledger.now, entry):
        return refused(ledger, shown, f"{entry.path} {_CHANGED_BEFORE.format(entry.moved_from)}")
    title = f"Accept {_count_of(chosen)} in {entry.path}"
    return _writing_part(context, ledger, shown, chosen.taken, title, hunks=chosen.hunks, stage=stage)


def _writing_part(
    context: WorkspaceContext, ledger: Ledger, shown: ShownFile, data: bytes, title: str, *, hunks: int, stage: bool
) -> Plan:
    """Plan to write a file with some of the proposed changes, which join its base."""
    entry = shown.entry
    if data == context.bytes_of(entry.staged):
        return _last_decided(shown, accept(context, ledger, [entry.path], stage=stage), title)
    origin = shown.before
    like = origin or entry.staged or TreeFile("")  # the mode comes when all of it is accepted
    written = replace(like, oid=context.write(entry.path, data))
    left = _with_accepted(context, ledger, shown, written, hunks=hunks)
    if left is None:
        return refused(ledger, shown, _TOO_NEAR)
    effects, accepted = [FileEffect(entry.path, entry.base, written)], [left]
    source = ledger.now.entries.get(entry.moved_from)
    if source and ledger.now.is_to_move(entry):  # the file is moved with the first part
        source = with_base(context, source, source, source.base if shown.regions else origin)
        parts = moved_parts(left.part_decisions, source, source.base)
        effects = [replace(effects[0], partner=source.path), FileEffect(source.path, origin, None, entry.path)]
        title = f"{title}, moved from {source.path}"
        accepted = [replace(left, parts=parts), replace(source, decision=Decision.ACCEPTED)]
    resolved = resolve(context, StagingStep(title, files=tuple(effects)))
    if resolved.refusals:
        return Plan(StagingStep(""), ledger.now, resolved.refusals)
    accepted[0] = recounted(context, ledger.now, accepted[0])
    return signing(context, ledger, resolved.step, accepted, stage=stage)


def _with_accepted(
    context: WorkspaceContext, ledger: Ledger, shown: ShownFile, written: TreeFile, *, hunks: int
) -> ProposalEntry | None:
    """Return the entry with what is written of it in its base; None where its conflicts would become others."""
    entry, base = shown.entry, written
    if shown.regions:
        entry, file = ledger.now.entries[entry.path], _in_conflict(context, ledger, shown)
        data, origin = file.base_after(context.bytes_of(written)) if file else None, ledger.now.origin(entry)
        if data is None or origin is None:
            return None
        base = replace(origin, oid=context.write(entry.path, data))
    parts = entry.part_decisions
    return replace(entry, base=base, parts=replace(parts, accepted=parts.accepted + hunks))


def reject_part(context: WorkspaceContext, ledger: Ledger, shown: ShownFile, part: Part) -> Plan:
    """Plan to take the chosen changes of a file out of the proposal."""
    entry = shown.entry
    chosen = _chosen_changes(context, ledger, shown, part)
    if isinstance(chosen, str):
        return refused(ledger, shown, chosen)
    if chosen.left == context.bytes_of(entry.staged):
        return refused(ledger, shown, _NOTHING_BY_ITSELF)
    if entry.staged is None and chosen.left != context.bytes_of(shown.before):
        return refused(ledger, shown, f"{entry.path} {_DELETED}")
    title = f"Reject {_count_of(chosen)} in {entry.path}"
    left: bytes | None = chosen.left
    if shown.regions:
        file = _in_conflict(context, ledger, shown)
        left = file.proposed_after(chosen.left) if file else None
        shown = replace(shown, entry=ledger.now.entries[entry.path])
    elif chosen.left == context.bytes_of(shown.before) and not ledger.now.is_to_move(entry):
        return _last_decided(shown, reject(context, ledger, [entry.path]), title)
    if left is None:
        return refused(ledger, shown, _TOO_NEAR)
    changed = _with_change(context, ledger, shown, left, is_edit=False)
    parts = replace(changed.part_decisions, rejected=changed.part_decisions.rejected + chosen.hunks)
    return Plan(StagingStep(title), _with_shown(context, ledger.now, shown, replace(changed, parts=parts)))


def edit(context: WorkspaceContext, ledger: Ledger, shown: ShownFile, text: str, of: str) -> Plan:
    """Plan to propose the user's own text for a file instead; in a conflict it is for the file as it lies there."""
    entry = shown.entry
    if why_not := why_not_in_part(shown, of, is_edit=True):
        return refused(ledger, shown, why_not)
    if shown.conflict and not shown.regions and shown.lies_at == entry.path:
        shown = replace(shown, entry=_on_disk(context, entry))
        if shown.before != shown.entry.base:
            return refused(ledger, shown, f"{entry.path} {CHANGED}")
    try:
        data = edited(context.bytes_of(entry.staged), text)
    except NotTextError as error:
        return refused(ledger, shown, str(error))
    return _proposing(context, ledger, shown, data, f"Edit {entry.path}")


def _proposing(context: WorkspaceContext, ledger: Ledger, shown: ShownFile, data: bytes, title: str) -> Plan:
    """Plan to propose another text of the user's for a file."""
    entry = shown.entry
    if data == context.bytes_of(entry.staged):
        return Plan(StagingStep(""), ledger.now)
    if data == context.bytes_of(shown.before) and not ledger.now.is_to_move(entry):
        return _last_decided(shown, reject(context, ledger, [entry.path]))
    changed = _with_change(context, ledger, shown, data, is_edit=True)
    changed = replace(changed, parts=after_edit(context, entry, changed))
    return Plan(StagingStep(title), _with_open_conflicts(context, ledger, shown, changed))


def _with_open_conflicts(
    context: WorkspaceContext, ledger: Ledger, shown: ShownFile, edited_entry: ProposalEntry
) -> Snapshot:
    """Return the snapshot with an edited proposal, made from a base for which conflicts that were not edited stay."""
    file = _in_conflict(context, ledger, shown) if shown.regions else None
    if file is None or shown.before is None:
        return _with_shown(context, ledger.now, shown, edited_entry)
    path, staged = edited_entry.path, context.bytes_of(edited_entry.staged)
    base = replace(shown.before, oid=context.write(path, file.base_for(staged)))
    if (settled := file.settled_by(staged)) is not None:
        before, mine, taken = (replace(base, oid=context.write(path, data)) for data in (*settled, staged))
        parts = edited_entry.part_decisions
        parts = replace(parts, settled=(*parts.settled, SettledConflict(before, mine, taken)))
        edited_entry = replace(edited_entry, parts=parts)
    return based_on(context, ledger.now, edited_entry, base)


def settle_conflict(
    context: WorkspaceContext,
    ledger: Ledger,
    shown: ShownFile,
    number: int,
    choice: ConflictChoice | OwnLines,
    of: str,
) -> Plan:
    """Plan to settle one conflict of a file, counted from 1; nothing is written.

    Those of lines that were kept from a later reply are counted after those of the file on the disk.
    """
    if number > len(shown.regions):
        return _settle_kept(context, ledger, shown, number - len(shown.regions) - 1, choice, of)
    path, is_shown = shown.entry.path, of == shown.identity and 0 < number <= len(shown.regions)
    file = _in_conflict(context, ledger, shown) if is_shown else None
    if file is None:
        return refused(ledger, shown, f"{path} {CHANGED}")
    shown = replace(shown, entry=ledger.now.entries[path])
    region = file.merged.regions[number - 1]
    try:
        match choice:
            case ConflictChoice.MINE:
                return _take_mine(context, ledger, shown, file, region)
            case ConflictChoice.PROPOSED:
                return _take_proposed(context, ledger, shown, file, region)
            case OwnLines(text):
                data = with_own_lines(file.proposed, region.proposed, text)
                grown = len(BytesIO(data).readlines()) - len(BytesIO(file.proposed).readlines())
                region = replace(region, proposed=slice(region.proposed.start, region.proposed.stop + grown))
                return _take_proposed(context, ledger, shown, replace(file, proposed=data), region, is_edit=True)
    except NotTextError as error:
        return refused(ledger, shown, str(error))


def _settle_kept(
    context: WorkspaceContext,
    ledger: Ledger,
    shown: ShownFile,
    at: int,
    choice: ConflictChoice | OwnLines,
    of: str,
) -> Plan:
    """Plan to settle a place where the user's lines were kept and a later reply has others."""
    path, file = shown.entry.path, in_conflict(context, shown.entry) if of == shown.identity else None
    if file is None or at >= len(file.merged.regions):
        return refused(ledger, shown, f"{path} {CHANGED}")
    region, data = file.merged.regions[at], file.proposed
    try:
        match choice:
            case ConflictChoice.PROPOSED:
                data = with_lines(data, region.proposed, file.mine, region.mine)
            case OwnLines(text):
                data = with_own_lines(data, region.proposed, text)
    except NotTextError as error:
        return refused(ledger, shown, str(error))
    if data != file.proposed:
        verb = "Edit" if isinstance(choice, OwnLines) else "Take the proposal for"
        return _proposing(context, ledger, shown, data, f"{verb} a conflict in {path}")
    entry = ledger.now.entries[path]
    kept = replace(entry, parts=kept_there(context, entry, file, [region]))
    return Plan(StagingStep(f"Take mine for a conflict in {path}"), ledger.now.with_entries([kept]))


def accept_conflict(
    context: WorkspaceContext,
    ledger: Ledger,
    shown: ShownFile,
    number: int,
    of: str,
    *,
    show: Callable[[Snapshot], ShownFile],
    stage: bool,
) -> Plan:
    """Plan to settle a conflict for the proposed lines, and to write them over the user's.

    Lines that cannot be written by themselves stay proposed. `show` returns the file as it is shown of a snapshot.
    """
    settled = settle_conflict(context, ledger, shown, number, ConflictChoice.PROPOSED, of)
    if number > len(shown.regions):
        return settled
    entry, file = settled.after.entries[shown.entry.path], _in_conflict(context, ledger, shown)
    if file is None or settled.refusals or entry.decision is not Decision.UNDECIDED:
        return settled
    title = settled.step.title
    if settled.after.is_to_move(entry):
        if not can_move_first(context, settled.after, entry):
            return settled
        title = f"{title}, moved from {entry.moved_from}"
    region = file.merged.regions[number - 1]
    data = with_lines(file.mine, region.mine, file.proposed, region.proposed)
    ledger = replace(ledger, now=settled.after)
    written = _writing_part(context, ledger, show(ledger.now), data, settled.step.title, hunks=1, stage=stage)
    if written.refusals:
        return settled
    # A file of which nothing is left is accepted as a whole: undo names the conflict all the same.
    return replace(written, step=replace(written.step, title=title, verb="", count=0))


def _take_mine(
    context: WorkspaceContext, ledger: Ledger, shown: ShownFile, file: ConflictingFile, region: Region
) -> Plan:
    """Plan to propose the lines of the base where a conflict is, so that the user's stay."""
    path = shown.entry.path
    ledger, unstaged = without_written_over(context, ledger, path, file, [region])
    entry = ledger.now.entries[path]
    base = context.bytes_of(ledger.now.origin(entry))
    grown = len(BytesIO(base).readlines()) - len(BytesIO(file.base).readlines())
    before = slice(region.base.start, region.base.stop + grown)
    data = with_lines(file.proposed, region.proposed, base, before)
    is_rest_there = len(file.merged.regions) == 1 and file.clean == file.mine
    if (data == base or is_rest_there) and not ledger.now.is_to_move(entry):  # nothing else is left to decide
        return _with_index(_keep_present(context, ledger, [path]), unstaged)
    settled = _with_change(context, ledger, replace(shown, entry=entry), data, is_edit=False)
    parts = replace(settled.part_decisions, rejected=settled.part_decisions.rejected + 1)
    now = ledger.now.with_entries([replace(settled, parts=parts)])
    return _with_index(Plan(StagingStep(f"Take mine for a conflict in {path}"), now), unstaged)


def _take_proposed(
    context: WorkspaceContext,
    ledger: Ledger,
    shown: ShownFile,
    file: ConflictingFile,
    region: Region,
    *,
    is_edit: bool = False,
) -> Plan:
    """Plan to make the user's lines those of the base where a conflict is, so that what is proposed replaces them."""
    entry, data = shown.entry, with_lines(file.base, region.base, file.mine, region.mine)
    origin = ledger.now.origin(entry)
    if origin is None or (data == file.proposed and not ledger.now.is_to_move(entry)):
        return keep_present(context, ledger, [entry.path])
    settled = _with_change(context, ledger, shown, file.proposed, is_edit=True) if is_edit else entry
    base = replace(origin, oid=context.write(entry.path, data))
    taken = with_lines(file.base, region.base, file.proposed, region.proposed)
    if taken != data:
        one = SettledConflict(origin, base, replace(base, oid=context.write(entry.path, taken)))
        parts = settled.part_decisions
        settled = replace(settled, parts=replace(parts, settled=(*parts.settled, one)))
    title = f"{'Edit' if is_edit else 'Take the proposal for'} a conflict in {entry.path}"
    return Plan(StagingStep(title), based_on(context, ledger.now, settled, base))


def reject(context: WorkspaceContext, ledger: Ledger, paths: Iterable[str]) -> Plan:
    """Plan to refuse the proposal of these files; accepted ones are taken back first."""
    return _decide_back(context, ledger, paths, verb="Reject", of_rest="Reject the rest of", decision=Decision.REJECTED)


def keep_present(context: WorkspaceContext, ledger: Ledger, paths: Iterable[str]) -> Plan:
    """Plan to settle conflicts for what lies on the disk: the proposal of these files, undecided yet, is rejected."""
    entries = ledger.now.entries
    chosen = tuple(dict.fromkeys(paths))
    decided = [path for path in chosen if path in entries and entries[path].decision is not Decision.UNDECIDED]
    left = [path for path in chosen if path not in decided]
    unstaged: list[IndexEffect] = []
    for entry in (entries[path] for path in left if path in entries and has_signed_parts(ledger, entries[path])):
        if context.present_or_other(entry.path) == OTHER:
            continue
        sides = entry.base, context.keep(entry.path), entry.staged
        is_file = all(side and side.mode != LINK for side in sides)
        file = merging(*map(context.bytes_of, sides)) if is_file else None
        if file is not None:
            ledger, effects = without_written_over(context, ledger, entry.path, file, file.merged.regions)
            unstaged += effects
    plan = _with_index(_keep_present(context, ledger, left), unstaged)
    reported = "is decided already. Make it undecided again first."
    return replace(plan, refusals=(*plan.refusals, *(Refusal(path, f"{path} {reported}") for path in decided)))


def _keep_present(context: WorkspaceContext, ledger: Ledger, paths: Iterable[str]) -> Plan:
    return _decide_back(context, ledger, paths, verb="Take mine for", decision=Decision.REJECTED)


def _with_index(plan: Plan, effects: Iterable[IndexEffect]) -> Plan:
    return replace(plan, step=replace(plan.step, index=(*effects, *plan.step.index)))


def reconsider(
    context: WorkspaceContext, ledger: Ledger, paths: Iterable[str], *, leaves_changed: bool = False
) -> Plan:
    """Plan to make these files undecided again; accepted ones are taken back.

    `leaves_changed` leaves those as they lie on the disk in which the same lines changed since.
    """
    verb, decision = "Reset the decision on", Decision.UNDECIDED
    return _decide_back(context, ledger, paths, verb=verb, decision=decision, leaves_changed=leaves_changed)


def _decide_back(
    context: WorkspaceContext,
    ledger: Ledger,
    paths: Iterable[str],
    *,
    verb: str,
    of_rest: str = "",
    decision: Decision,
    leaves_changed: bool = False,
) -> Plan:
    """Plan to take back what was accepted of these files, and to decide them so.

    `of_rest` is the verb where accepted parts of each of them stay.
    """
    entries, refusals = _chosen(ledger, paths)
    rest = [entry for entry in entries if decision is Decision.REJECTED and has_signed_parts(ledger, entry)]
    verb = of_rest if of_rest and rest and rest == [*entries] else verb
    moved = {entry.moved_from for entry in rest}  # with the parts that were accepted, which stay
    is_other = (not one.is_wholly(decision) or has_signed_parts(ledger, one) for one in entries)
    wanted = [entry for entry, is_so in zip(entries, is_other, strict=True) if is_so and entry not in rest]
    wanted = _without(wanted, moved)
    partners = _partners(wanted)
    overtaken_files = [*overtaken(ledger, wanted, partners), *refused_as_written_over(signed_of(ledger, wanted))]
    overtaken_files += _other_ends(wanted, {refusal.path for refusal in overtaken_files}, partners)
    wanted = _without(wanted, {refusal.path for refusal in overtaken_files})
    step = taking_back(StagingStep(title=verb), signed_of(ledger, wanted), partners)
    resolved = _together(wanted, resolve_back(context, step, can_stay=not partners))
    in_the_way = tuple(one for one in resolved.refusals if not (leaves_changed and one.can_stay))
    wanted = _without(wanted, {refusal.path for refusal in in_the_way})
    signed = signed_of(ledger, wanted)
    ledger = replace(ledger, now=with_origins_back(context, ledger.now, wanted))
    decided = [_decided(context, ledger, ledger.now.entries[entry.path], decision) for entry in wanted]
    decided += [_rest_rejected(context, ledger, entry) for entry in rest]
    after = ledger.now.with_entries(decided).with_taken_back(signed).with_signed(_whole(ledger, rest))
    made = {folder for one in signed for folder in one.folders}
    folders = tuple(effect for effect in resolved.step.folders if effect.path in made)
    step = replace(resolved.step, index=tuple(unstaging(signed)), folders=folders)
    return _counted(Plan(step, after, (*refusals, *overtaken_files, *in_the_way)), decided)


def _last_decided(shown: ShownFile, plan: Plan, title: str = "") -> Plan:
    """Return the plan of a decision on the last hunk of a file.

    Where others were decided otherwise, it has this title; it names the mode if it decides that as well.
    """
    before, entry = shown.before, shown.entry
    has_mode = before is not None and entry.staged is not None and before.mode != entry.staged.mode
    is_divided = entry.has_accepted_parts or entry.part_decisions.rejected > 0
    if plan.refusals or not (has_mode or (title and is_divided)):
        return plan
    words = title if title and is_divided else plan.step.title
    return replace(plan, step=replace(plan.step, title=f"{words} {WITH_MODE}" if has_mode else words, verb="", count=0))


def refused(ledger: Ledger, shown: ShownFile, why_not: str) -> Plan:
    """Return the plan of a step that changes nothing, because of this."""
    return Plan(StagingStep(""), ledger.now, (Refusal(shown.entry.path, why_not),))


def why_not_in_part(shown: ShownFile, of: str, *, is_edit: bool = False) -> str:
    """Return why no part of the proposal can be decided on, or why it cannot be edited; empty when it can."""
    entry, path = shown.entry, shown.entry.path
    if entry.decision is not Decision.UNDECIDED:
        return f"{path} is decided already. Make it undecided again first."
    if of != shown.identity:
        return f"{path} {CHANGED}"
    if entry.staged is None and is_edit:
        return f"{path} {_DELETED}"
    if LINK in (entry.staged and entry.staged.mode, shown.before and shown.before.mode):
        return f"{path} is a link. Accept or reject the whole file."
    if shown.conflict and not shown.regions and not is_edit:
        return f"{shown.conflict} Edit the proposal, or take one of the two as it is."
    return ""


def _in_conflict(context: WorkspaceContext, ledger: Ledger, shown: ShownFile) -> ConflictingFile | None:
    """Return the three versions of a file of which lines are in conflict; None when they are others than was shown."""
    entry = ledger.now.entries[shown.entry.path]
    file = merging(*(context.bytes_of(side) for side in (ledger.now.origin(entry), shown.before, entry.staged)))
    return file if file and len(file.merged.regions) == len(shown.regions) else None


def _chosen_changes(context: WorkspaceContext, ledger: Ledger, shown: ShownFile, part: Part) -> ChosenChanges | str:
    """Return what the chosen lines make of the file, or why they cannot be decided on.

    Lines in conflict are never among them: where the file has any, they stay as they lie on the disk.
    """
    if why_not := why_not_in_part(shown, part.of):
        return why_not
    proposed: bytes = context.bytes_of(shown.entry.staged)
    if shown.regions:
        file, part = _in_conflict(context, ledger, shown), clean_part(part, shown.regions)
        if file is None:
            return f"{shown.entry.path} {CHANGED}"
        proposed = file.clean
    try:
        chosen = choose(context.bytes_of(shown.before), proposed, part)
    except NotTextError as error:
        return str(error)
    if shown.regions and not chosen.lines:
        return "These lines are in conflict. Take yours or the proposed ones, or edit them."
    return chosen if chosen.lines else "No changed line is chosen. Choose a hunk, or lines in it."


def _with_shown(context: WorkspaceContext, now: Snapshot, shown: ShownFile, entry: ProposalEntry) -> Snapshot:
    """Return the snapshot with what was made of an entry that is shown: re-based, but for a file in conflict."""
    if shown.before is None or shown.regions or not now.is_to_move(entry):
        return now.with_entries([entry])
    return based_on(context, now, entry, shown.before)


def with_origins_back(context: WorkspaceContext, now: Snapshot, entries: Iterable[ProposalEntry]) -> Snapshot:
    """Return the snapshot with the bases of these entries, of files moved with a part of them, at the former paths."""
    sources = [(now.entries.get(one.moved_from), one.part_decisions.base) for one in entries]
    return now.with_entries(with_base(context, one, one, base) for one, base in sources if one and base)


def _count_of(chosen: ChosenChanges) -> str:
    """Return "2 hunks", or "3 lines" where hunks are not chosen as a whole."""
    count, noun = (chosen.hunks, "hunk") if chosen.are_whole_hunks else (chosen.lines, "line")
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _with_change(
    context: WorkspaceContext, ledger: Ledger, shown: ShownFile, data: bytes, *, is_edit: bool
) -> ProposalEntry:
    """Return the entry with another text proposed, and the change of it noted for when replies are applied again."""
    entry = shown.entry
    mode = entry.staged.mode if entry.staged else FILE
    after = TreeFile(context.write(entry.path, data), mode)
    changes, count = entry.part_decisions.changes, len(ledger.now.replies)
    change = ProposalChange(count, entry.staged, after, is_edit)
    last = changes[-1] if changes else None
    if last and not last.is_rebase and (last.reply_count, last.after, last.is_edit) == (count, entry.staged, is_edit):
        changes, change = changes[:-1], replace(change, before=last.before)
    if change.before != change.after:
        changes = (*changes, change)
    settled = entry.part_decisions.settled
    if is_edit and entry.staged is not None:
        settled = tuple(
            _edited_again(context, entry.path, one, context.bytes_of(entry.staged), data) for one in settled
        )
    parts = replace(entry.part_decisions, changes=changes, settled=settled)
    return recounted(context, ledger.now, replace(entry, staged=after, parts=parts))


def _edited_again(
    context: WorkspaceContext, path: str, settled: SettledConflict, staged: bytes, edited: bytes
) -> SettledConflict:
    """Return a settled conflict with what an edit of the proposal made of the lines that were taken."""
    data = edited_there(context.bytes_of(settled.mine), context.bytes_of(settled.taken), staged, edited)
    return replace(settled, taken=replace(settled.taken, oid=context.write(path, data)))


def _on_disk(context: WorkspaceContext, entry: ProposalEntry) -> ProposalEntry:
    """Return the entry of a file in conflict as one that is made from the file as it lies there."""
    present = context.keep(entry.path)
    parts = replace(entry.part_decisions, base=without_parts(context, entry, present))
    # Where a file lies, another one is not moved to: both are decided by themselves, and nothing goes unseen.
    return replace(entry, base=present, moved_from="" if present else entry.moved_from, parts=parts)


def _decided(context: WorkspaceContext, ledger: Ledger, entry: ProposalEntry, decision: Decision) -> ProposalEntry:
    """Return the entry with a decision on all of it."""
    if decision is Decision.ACCEPTED:
        decided = replace(entry, decision=decision, base=entry.part_decisions.base)
    else:
        decided = replace(undivided(context, entry), decision=decision)
    if (decided.base, decided.staged) == (entry.base, entry.staged):
        return decided
    return recounted(context, ledger.now, decided)


def undivided(context: WorkspaceContext, entry: ProposalEntry, *, after: int = 0) -> ProposalEntry:
    """Return the entry without its decisions on parts, and with all that replies and the user made of it besides.

    Of what was changed of the proposal, so many changes, the oldest, stay whatever they are.
    """
    staged, changes, kept = entry.staged, entry.part_decisions.changes, list[ProposalChange]()
    for change in reversed(changes[after:]):
        if change.is_lasting:
            kept.insert(0, change)
            continue
        staged = _without_change(context, entry, change.now, staged)
        sides = (
            (_without_change(context, entry, change.now, side) for side in (one.before, one.after)) for one in kept
        )
        kept = [replace(one, before=before, after=now) for one, (before, now) in zip(kept, sides, strict=True)]
    return entry.undivided(staged, (*changes[:after], *kept))


def _without_change(
    context: WorkspaceContext, entry: ProposalEntry, change: ProposalChange, file: TreeFile | None
) -> TreeFile | None:
    """Return a text of the proposal that came after a change as it would be without it."""
    sides = change.after, file, change.before
    if file == change.after or not all(sides):
        return change.before
    merged = merging(*map(context.bytes_of, sides))
    return replace(file, oid=context.write(entry.path, merged.merged.data)) if merged and file else file


def _rest_rejected(context: WorkspaceContext, ledger: Ledger, entry: ProposalEntry) -> ProposalEntry:
    """Return the entry of a file of which parts were accepted, as accepted with nothing else proposed."""
    parts = entry.part_decisions
    change = ProposalChange(len(ledger.now.replies), entry.staged, entry.base)
    parts = replace(parts, changes=(*parts.changes, change), rejected=parts.rejected + entry.counts.hunks)
    return _decided(context, ledger, replace(entry, staged=entry.base, parts=parts), Decision.ACCEPTED)


def _whole(ledger: Ledger, entries: Iterable[ProposalEntry]) -> list[AcceptedFile]:
    """Return what was signed of parts of these entries, of which nothing else waits for a decision."""
    signed = (ledger.now.signed.get(entry.path) for entry in entries)
    return [replace(one, is_part=False) for one in signed if one]


def _without(entries: list[ProposalEntry], paths: Collection[str]) -> list[ProposalEntry]:
    return [entry for entry in entries if entry.path not in paths]


def _chosen(ledger: Ledger, paths: Iterable[str]) -> tuple[list[ProposalEntry], list[Refusal]]:
    entries: list[ProposalEntry] = []
    refusals: list[Refusal] = []
    sources = ledger.now.sources
    for path in dict.fromkeys(paths):
        entry = ledger.now.entries.get(path)
        if entry and path not in sources:
            entries.append(entry)
            if entry.moved_from in ledger.now.entries:
                entries.append(ledger.now.entries[entry.moved_from])
        else:
            refusals.append(Refusal(path, f"{path} is not part of the proposal. Look at the list of proposed files."))
    return entries, refusals


def _counted(plan: Plan, decided: list[ProposalEntry]) -> Plan:
    """Let the title count the files that are really decided; a moved one counts once, by its new place."""
    sources = {entry.moved_from for entry in decided}
    paths = tuple(entry.path for entry in decided if entry.path not in sources)
    verb = plan.step.title
    step = replace(plan.step, title=counting_title(verb, paths), verb=verb, count=len(paths))
    return replace(plan, step=step, counted=paths)


def _partners(entries: list[ProposalEntry]) -> dict[str, str]:
    """Return the other end of every move, by either end."""
    pairs = [(entry.path, entry.moved_from) for entry in entries if entry.moved_from]
    return dict(pairs) | {source: target for target, source in pairs}


def _with_conflicts_of_moves(
    context: WorkspaceContext, entries: Iterable[ProposalEntry], refusals: Iterable[Refusal]
) -> list[Refusal]:
    """Refuse a move once, by its new path, where the file at its former one is in conflict with what is proposed."""
    found = {one.path: one for one in refusals}
    for entry in entries:
        is_conflict = entry.moved_from in found and is_text(context.present_or_other(entry.moved_from))
        if is_conflict and found.get(entry.path) == _other_end(entry.path):
            found[entry.path] = Refusal(entry.path, f"{found.pop(entry.moved_from).path} {_NOT_MOVED}")
    return list(found.values())


def _together(entries: list[ProposalEntry], resolved: ResolvedStep) -> ResolvedStep:
    """Let a move come about at both ends or not at all."""
    refused = {refusal.path for refusal in resolved.refusals}
    halves = _other_ends(entries, refused, _partners(entries))
    paths = {refusal.path for refusal in halves}
    return ResolvedStep(
        replace(resolved.step, files=tuple(e for e in resolved.step.files if e.path not in paths)),
        (*resolved.refusals, *halves),
    )


def _other_ends(
    entries: Iterable[ProposalEntry], refused: Collection[str], partners: Mapping[str, str]
) -> list[Refusal]:
    """Refuse those of these entries that are the other end of a move which is refused at one end."""
    halves = {entry.path for entry in entries if partners.get(entry.path) in refused} - set(refused)
    return [_other_end(path) for path in sorted(halves)]


def _other_end(path: str) -> Refusal:
    """Return why one end of a move stays that is refused at the other one."""
    return Refusal(path, f"{path} stays as it is, because its move cannot be made.")
