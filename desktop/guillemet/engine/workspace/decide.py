"""Deciding on files: accept writes, reject forgets, taking back restores what accepting wrote over."""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from guillemet.engine.git import index
from guillemet.engine.git.trees import TreeFile
from guillemet.engine.review import Decision, Refusal
from guillemet.engine.staging import FileEffect, IndexEffect, Ledger, ProposalEntry, Signed, StagingStep
from guillemet.engine.workspace.commit import staging_effects
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.execute_step import ResolvedStep, resolve
from guillemet.engine.workspace.step_log import Plan, counting_title

_OVERTAKEN = "was deleted, moved or taken out of git by a command after it was accepted. Undo that first."


def accept(
    context: WorkspaceContext, ledger: Ledger, paths: Iterable[str], *, stage: bool, overwrites: bool = False
) -> Plan:
    """Plan to write the proposal of these files, merged with what changed since, and to stage them if asked.

    What cannot be merged is refused, or written over; what lay there comes back with undo.
    """
    entries, refusals = _chosen(ledger, paths)
    wanted = [entry for entry in entries if entry.decision is not Decision.ACCEPTED]
    partners = _partners(wanted)
    step = StagingStep(
        title="Take the proposal for" if overwrites else "Accept",
        files=tuple(FileEffect(entry.path, entry.base, entry.staged, partners.get(entry.path, "")) for entry in wanted),
    )
    resolved = _together(wanted, resolve(context, step, overwrites=overwrites))
    step = resolved.step
    signed = _signed_by(context, ledger, step)
    accepted = [replace(entry, decision=Decision.ACCEPTED) for entry in wanted if entry.path in signed]
    if stage:
        effects = staging_effects(context, signed.values())
        step = replace(step, index=effects)
        signed |= {effect.path: replace(signed[effect.path], staging=effect.sides) for effect in effects}
    after = ledger.now.with_entries(accepted).with_signed(signed.values())
    return _counted(Plan(step, after, (*refusals, *resolved.refusals)), accepted)


def reject(context: WorkspaceContext, ledger: Ledger, paths: Iterable[str]) -> Plan:
    """Plan to refuse the proposal of these files; accepted ones are taken back first."""
    return _decide_back(context, ledger, paths, verb="Reject", decision=Decision.REJECTED)


def keep_present(context: WorkspaceContext, ledger: Ledger, paths: Iterable[str]) -> Plan:
    """Plan to settle conflicts for what lies on the disk: the proposal of these files, undecided yet, is rejected."""
    entries = ledger.now.entries
    chosen = tuple(dict.fromkeys(paths))
    decided = [path for path in chosen if path in entries and entries[path].decision is not Decision.UNDECIDED]
    left = [path for path in chosen if path not in decided]
    plan = _decide_back(context, ledger, left, verb="Take mine for", decision=Decision.REJECTED)
    reported = "is decided already. Make it undecided again first."
    return replace(plan, refusals=(*plan.refusals, *(Refusal(path, f"{path} {reported}") for path in decided)))


def reconsider(context: WorkspaceContext, ledger: Ledger, paths: Iterable[str]) -> Plan:
    """Plan to make these files undecided again; accepted ones are taken back."""
    return _decide_back(context, ledger, paths, verb="Reconsider", decision=Decision.UNDECIDED)


def _decide_back(
    context: WorkspaceContext, ledger: Ledger, paths: Iterable[str], *, verb: str, decision: Decision
) -> Plan:
    entries, refusals = _chosen(ledger, paths)
    wanted = [entry for entry in entries if entry.decision is not decision]
    partners = _partners(wanted)
    gone = {entry.path for entry in wanted if _is_overtaken(ledger, entry)}
    gone |= {partners[path] for path in gone & partners.keys()}
    refusals += [Refusal(path, f"{path} {_OVERTAKEN}") for path in sorted(gone)]
    wanted = _without(wanted, gone)
    signed = _accepted(ledger, wanted)
    effects = tuple(FileEffect(one.path, one.written, one.before, partners.get(one.path, "")) for one in signed)
    resolved = _together(wanted, resolve(context, StagingStep(title=verb, files=effects)))
    wanted = _without(wanted, {refusal.path for refusal in resolved.refusals})
    signed = _accepted(ledger, wanted)
    decided = [replace(entry, decision=decision) for entry in wanted]
    plan = Plan(
        replace(resolved.step, index=tuple(_unstaging(signed))),
        ledger.now.with_entries(decided).with_taken_back(signed),
        (*refusals, *resolved.refusals),
    )
    return _counted(plan, decided)


def _without(entries: list[ProposalEntry], paths: Collection[str]) -> list[ProposalEntry]:
    return [entry for entry in entries if entry.path not in paths]


def _accepted(ledger: Ledger, entries: list[ProposalEntry]) -> list[Signed]:
    """Return what was signed of these entries when they were accepted."""
    accepted = (entry.path for entry in entries if entry.decision is Decision.ACCEPTED)
    return [ledger.now.signed[path] for path in accepted if path in ledger.now.signed]


def _unstaging(signed: Iterable[Signed]) -> Iterator[IndexEffect]:
    for one in signed:
        if one.staging:
            yield IndexEffect(one.path, one.staging.after, one.staging.before)


def _is_overtaken(ledger: Ledger, entry: ProposalEntry) -> bool:
    """Whether a command took an accepted file away, or out of git, since it was accepted."""
    signed = ledger.now.signed.get(entry.path)
    if entry.decision is not Decision.ACCEPTED or signed is None:
        return False
    return (signed.written is None) != (entry.staged is None)


def _signed_by(context: WorkspaceContext, ledger: Ledger, step: StagingStep) -> dict[str, Signed]:
    """Return by path what is signed when these files are accepted."""
    heads = index.head_entries(context.repository, [effect.path for effect in step.files])
    return {effect.path: _signed(ledger, effect, heads[effect.path]) for effect in step.files}


def _signed(ledger: Ledger, effect: FileEffect, head: TreeFile | None) -> Signed:
    earlier = ledger.now.signed.get(effect.path)
    entry = ledger.now.entries.get(effect.path)
    moved_from = (entry.moved_from if entry else "") or (earlier.moved_from if earlier else "")
    # What is written as it was proposed holds nothing of another file that lay there.
    is_as_proposed = entry and entry.staged and effect.after and effect.after.oid == entry.staged.oid
    made_from = entry.base if entry and is_as_proposed else effect.before
    return Signed(effect.path, effect.before, effect.after, moved_from, under=earlier, head=head, made_from=made_from)


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


def _together(entries: list[ProposalEntry], resolved: ResolvedStep) -> ResolvedStep:
    """Let a move come about at both ends or not at all."""
    refused = {refusal.path for refusal in resolved.refusals}
    pairs = {entry.path: entry.moved_from for entry in entries if entry.moved_from}
    halves = {path for pair in pairs.items() if refused & set(pair) for path in pair} - refused
    reported = [Refusal(path, f"{path} stays as it is, because its move cannot be made.") for path in sorted(halves)]
    return ResolvedStep(
        replace(resolved.step, files=tuple(e for e in resolved.step.files if e.path not in halves)),
        (*resolved.refusals, *reported),
    )
