"""Running steps so that a crash at any moment leaves whole files and a state that goes on.

    store(doing = the resolved step)  ─▶  change the files  ─▶  store(now = the new snapshot, undo + step)

A step found under `doing`, `undoing` or `redoing` was cut off in the middle; `recovery` settles it.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.errors import GuillemetError, RepositoryError
from guillemet.engine.git import commits, index
from guillemet.engine.review import Refusal
from guillemet.engine.staging import Direction, FolderEffect, Ledger, Pending, Snapshot, StagingStep
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.execute_step import ExecutedStep, carry_out, folders_above, resolve_back, still_standing
from guillemet.engine.workspace.proposal import caught_up


class Plan(Struct, frozen=True):
    """A resolved step and the snapshot that holds when all of it comes about."""

    step: StagingStep
    after: Snapshot
    refusals: tuple[Refusal, ...] = ()
    counted: tuple[str, ...] = ()
    """The files that the title counts."""


def counting_title(verb: str, paths: Sequence[str]) -> str:
    """Return "Accept a.py" or "Accept 3 files"."""
    return f"{verb} {paths[0]}" if len(paths) == 1 else f"{verb} {len(paths)} files"


def run(context: WorkspaceContext, ledger: Ledger, plan: Plan) -> tuple[Refusal, ...]:
    """Carry a plan out as one undoable step; return what it could not do."""
    before_tree = tree_of(context, ledger)
    carried_refusals: tuple[Refusal, ...] = ()
    after, step = plan.after, plan.step
    if step.has_effects:
        ledger = _begin(context, ledger, plan, Direction.DOING)
        carried = _carry(context, ledger, step)
        step, carried_refusals = carried.step, carried.refusals
        after = after.where(carried.refused_paths, otherwise=ledger.now)
        if step.verb:
            landed = [path for path in plan.counted if path not in carried.refused_paths]
            step = replace(step, title=counting_title(step.verb, landed), count=len(landed))
        if not step.has_effects:
            context.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
            return plan.refusals + carried_refusals
    if after != ledger.now or step.has_effects:
        kept = context.area.keep(step, before_tree)
        context.area.store(ledger, after, undo=(*ledger.undo, kept), redo=())
    return plan.refusals + carried_refusals


def grow(context: WorkspaceContext, ledger: Ledger, plan: Plan) -> None:
    """Let the step that took this reply in take in more of it; later steps stay, and so do those undone.

    They know the reply as it was then, and learn the rest when they are taken back or done again.
    """
    at = _of_flow(context, ledger.undo, plan.step.flow)
    if at is None:
        run(context, ledger, plan)
    elif plan.after != ledger.now:
        kept = context.area.keep(plan.step, context.area.kept(ledger.undo[at]).state)
        context.area.store(ledger, plan.after, undo=_with(ledger.undo, at, kept), redo=ledger.redo)


def grow_undone(context: WorkspaceContext, ledger: Ledger, plan: Plan) -> None:
    """Let the step that would take this reply in, if it were done again, take in more of it."""
    at = _of_flow(context, ledger.redo, plan.step.flow)
    if at is not None:
        kept = context.area.keep(plan.step, context.area.write(plan.after))
        context.area.store(ledger, ledger.now, undo=ledger.undo, redo=_with(ledger.redo, at, kept))


def undo(context: WorkspaceContext, ledger: Ledger, *, leaves_changed: bool = False) -> tuple[Refusal, ...]:
    """Take the last step back, all of it or nothing; return why not.

    `leaves_changed` leaves the files on the disk that cannot be merged as they are: only the decision is taken back.
    """
    return _go_back(context, ledger, Direction.UNDOING, leaves_changed=leaves_changed)


def redo(context: WorkspaceContext, ledger: Ledger) -> tuple[Refusal, ...]:
    """Do the step undone last again, all of it or nothing; return why not."""
    return _go_back(context, ledger, Direction.REDOING)


def title(context: WorkspaceContext, steps: tuple[str, ...]) -> str:
    """Return the title of the last of these steps; empty when there is none."""
    return context.area.kept(steps[-1]).step.title if steps else ""


def message_of_last(context: WorkspaceContext, ledger: Ledger) -> str:
    """Return the message of the commit that undo would take back; empty when it would take back another step.

    It is empty, too, where the commit that was amended has the same message, and keeps it.
    """
    head = context.area.kept(ledger.undo[-1]).step.head if ledger.undo else None
    if head is None:
        return ""
    before, message = (commits.message(context.repository, one) if one else "" for one in (head.before, head.after))
    return "" if message.strip() == before.strip() else message


def is_amend(context: WorkspaceContext, ledger: Ledger) -> bool:
    """Whether undo would take back a commit that amended the one before it."""
    head = context.area.kept(ledger.undo[-1]).step.head if ledger.undo else None
    if head is None or not (head.before and head.after):
        return False
    return commits.is_amended(context.repository, head.after, head.before)


def rest_of(context: WorkspaceContext, kept_step: str, missing: frozenset[str]) -> tuple[str, ...]:
    """Return what is left of a kept step of which only these paths did not come about; empty when nothing is."""
    kept = context.area.kept(kept_step)
    rest = replace(kept.step.only(missing), head=None)
    rest = rest.counting(len(rest.counted))
    return (context.area.keep(rest, kept.state),) if rest.files or rest.index else ()


def _of_flow(context: WorkspaceContext, steps: tuple[str, ...], flow: str) -> int | None:
    """Return which of these steps took in the reply of this flow."""
    found = (at for at in reversed(range(len(steps))) if flow and context.area.kept(steps[at]).step.flow == flow)
    return next(found, None)


def _with(steps: tuple[str, ...], at: int, step: str) -> tuple[str, ...]:
    return (*steps[:at], step, *steps[at + 1 :])


def tree_of(context: WorkspaceContext, ledger: Ledger) -> str:
    """Return the tree of the present snapshot."""
    return ledger.now_tree or context.area.write(ledger.now)


def _begin(context: WorkspaceContext, ledger: Ledger, plan: Plan, direction: Direction) -> Ledger:
    # The folders that writing will make are noted too: after a crash it could not be known who made them.
    known = {effect.path for effect in plan.step.folders}
    missing = dict.fromkeys(
        folder
        for effect in plan.step.files
        if effect.after
        for folder in folders_above(effect.path)
        if folder not in known and not context.worktree.exists_on_disk(folder)
    )
    folders = (*plan.step.folders, *(FolderEffect(folder, is_made=True) for folder in missing))
    noted = replace(plan.step, folders=folders)
    pending = Pending(direction, context.area.keep(noted, context.area.write(plan.after)))
    return context.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo, pending=pending)


def _carry(context: WorkspaceContext, ledger: Ledger, step: StagingStep) -> ExecutedStep:
    """Carry the pending step out; when it cannot even begin, nothing is pending any more."""
    try:
        return carry_out(context, step)
    except GuillemetError:
        context.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
        raise


def _go_back(
    context: WorkspaceContext, ledger: Ledger, direction: Direction, *, leaves_changed: bool = False
) -> tuple[Refusal, ...]:
    steps = ledger.undo if direction is Direction.UNDOING else ledger.redo
    if not steps:
        message = "There is nothing to undo." if direction is Direction.UNDOING else "There is nothing to redo."
        raise RepositoryError(message)
    kept = context.area.kept(steps[-1])
    outcome = f"nothing of this step is {'undone' if direction is Direction.UNDOING else 'done again'}"
    resolved = resolve_back(context, kept.step.reversed(), outcome=outcome, can_stay=direction is Direction.UNDOING)
    if resolved.refusals and not (leaves_changed and all(refusal.can_stay for refusal in resolved.refusals)):
        return resolved.refusals
    index.check(context.repository, still_standing(context, resolved.step.index))
    after = context.area.snapshot(kept.state)
    plan = Plan(resolved.step, after)
    now_tree = tree_of(context, ledger)
    step, refusals, rest = resolved.step, tuple[Refusal, ...](), tuple[str, ...]()
    if step.has_effects:
        ledger = _begin(context, ledger, plan, direction)
        carried = _carry(context, ledger, step)
        step, refusals = carried.step, carried.refusals
        if refusals and not step.has_effects:
            context.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
            return refusals
        after = after.where(carried.refused_paths, otherwise=ledger.now)
        if carried.refused_paths:
            step = step.counting(step.count - len(kept.step.counted & carried.refused_paths))
        rest = rest_of(context, steps[-1], carried.refused_paths)
    # Only now, for blocks that came meanwhile are applied to the files as the step leaves them.
    after = caught_up(context, after, ledger.now, but=kept.step.flow)
    other = context.area.keep(step, now_tree)
    if direction is Direction.UNDOING:
        context.area.store(ledger, after, undo=(*ledger.undo[:-1], *rest), redo=(*ledger.redo, other))
    else:
        context.area.store(ledger, after, undo=(*ledger.undo, other), redo=(*ledger.redo[:-1], *rest))
    return refusals
