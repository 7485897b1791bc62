"""Running steps so that a crash at any moment leaves whole files and a state that goes on.

    store(doing = the resolved step)  ─▶  change the files  ─▶  store(now = the new snapshot, undo + step)

A step found under `doing`, `undoing` or `redoing` was cut off in the middle. Each of its files is whole, old or new:
those that are new count as done, the others as they were before, and the step is split accordingly.
"""

from dataclasses import dataclass, replace

from guillemet.engine.errors import GuillemetError, RepositoryError
from guillemet.engine.git import index
from guillemet.engine.review import Refusal
from guillemet.engine.staging import Direction, Ledger, Pending, Snapshot, Step
from guillemet.engine.workspace.carrying import Carried, carry_out, resolve
from guillemet.engine.workspace.desk import Desk


@dataclass(frozen=True, slots=True)
class Plan:
    """A resolved step and the snapshot that holds when all of it comes about."""

    step: Step
    after: Snapshot
    refusals: tuple[Refusal, ...] = ()


def run(desk: Desk, ledger: Ledger, plan: Plan) -> tuple[Refusal, ...]:
    """Carry a plan out as one undoable step; return what it could not do."""
    before_tree = _tree_of(desk, ledger)
    carried_refusals: tuple[Refusal, ...] = ()
    after, step = plan.after, plan.step
    if step.has_effects:
        ledger = _begin(desk, ledger, plan, Direction.DOING)
        carried = _carry(desk, ledger, step)
        step, carried_refusals = carried.step, carried.refusals
        after = after.where(carried.refused_paths, otherwise=ledger.now)
        if not step.has_effects:
            desk.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
            return plan.refusals + carried_refusals
    if after != ledger.now or step.has_effects:
        kept = desk.area.keep(step, before_tree)
        desk.area.store(ledger, after, undo=(*ledger.undo, kept), redo=())
    return plan.refusals + carried_refusals


def undo(desk: Desk, ledger: Ledger) -> tuple[Refusal, ...]:
    """Take the last step back, all of it or nothing; return why not."""
    return _go_back(desk, ledger, Direction.UNDOING)


def redo(desk: Desk, ledger: Ledger) -> tuple[Refusal, ...]:
    """Do the step undone last again, all of it or nothing; return why not."""
    return _go_back(desk, ledger, Direction.REDOING)


def recover(desk: Desk, ledger: Ledger) -> tuple[Ledger, str]:
    """Settle a step that was cut off; return the ledger and a sentence about it, empty when there was none."""
    if ledger.pending is None:
        return ledger, ""
    kept = desk.area.kept(ledger.pending.tree)
    landed = _landed(desk, kept.step)
    paths = kept.step.paths
    missing = paths - landed
    if len(missing) == len(paths):
        settled = desk.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
        return settled, f"“{kept.step.title}” was interrupted before it changed anything. Do it again if you like."
    after = desk.area.snapshot(kept.state).where(missing, otherwise=ledger.now)
    undo_steps, redo_steps = _split(desk, ledger, ledger.pending.direction, kept.step.only(landed))
    settled = desk.area.store(ledger, after, undo=undo_steps, redo=redo_steps)
    sentence = (
        f"“{kept.step.title}” was interrupted: {len(landed)} of {len(paths)} files were done, the rest is as before."
    )
    return settled, sentence


def title(desk: Desk, steps: tuple[str, ...]) -> str:
    """Return the title of the last of these steps; empty when there is none."""
    return desk.area.kept(steps[-1]).step.title if steps else ""


def _begin(desk: Desk, ledger: Ledger, plan: Plan, direction: Direction) -> Ledger:
    pending = Pending(direction, desk.area.keep(plan.step, desk.area.write(plan.after)))
    return desk.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo, pending=pending)


def _carry(desk: Desk, ledger: Ledger, step: Step) -> Carried:
    """Carry the pending step out; when it cannot even begin, nothing is pending any more."""
    try:
        return carry_out(desk, step)
    except GuillemetError:
        desk.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
        raise


def _go_back(desk: Desk, ledger: Ledger, direction: Direction) -> tuple[Refusal, ...]:
    steps = ledger.undo if direction is Direction.UNDOING else ledger.redo
    if not steps:
        message = "There is nothing to undo." if direction is Direction.UNDOING else "There is nothing to redo."
        raise RepositoryError(message)
    kept = desk.area.kept(steps[-1])
    resolved = resolve(desk, kept.step.reversed())
    if resolved.refusals:
        return resolved.refusals
    after = desk.area.snapshot(kept.state)
    plan = Plan(resolved.step, after)
    now_tree = _tree_of(desk, ledger)
    step, refusals = resolved.step, tuple[Refusal, ...]()
    if step.has_effects:
        ledger = _begin(desk, ledger, plan, direction)
        carried = _carry(desk, ledger, step)
        step, refusals = carried.step, carried.refusals
        after = after.where(carried.refused_paths, otherwise=ledger.now)
    other = desk.area.keep(step, now_tree)
    if direction is Direction.UNDOING:
        desk.area.store(ledger, after, undo=ledger.undo[:-1], redo=(*ledger.redo, other))
    else:
        desk.area.store(ledger, after, undo=(*ledger.undo, other), redo=ledger.redo[:-1])
    return refusals


def _tree_of(desk: Desk, ledger: Ledger) -> str:
    return ledger.now_tree or desk.area.write(ledger.now)


def _landed(desk: Desk, step: Step) -> frozenset[str]:
    """Return the paths of the step that are as it wanted to leave them."""
    if step.head:
        committed = index.head_entries(desk.repository, tuple(effect.path for effect in step.index))
        is_moved = desk.repository.head().commit != step.head.before
        is_done = is_moved and all(committed[effect.path] == effect.after for effect in step.index)
        return step.paths if is_done else frozenset()
    files = {effect.path: desk.present(effect.path) == effect.after for effect in step.files}
    only_index = {e.path: index.entry(desk.repository, e.path) == e.after for e in step.index if e.path not in files}
    return frozenset(path for path, is_done in (files | only_index).items() if is_done)


def _split(desk: Desk, ledger: Ledger, direction: Direction, done: Step) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the undo and redo steps after only a part of the pending step, `done`, came about."""
    if done.head:
        done = replace(done, head=replace(done.head, after=desk.repository.head().commit))
    kept = desk.area.keep(done, _tree_of(desk, ledger))
    if direction is Direction.DOING:
        return (*ledger.undo, kept), ()
    undoing = direction is Direction.UNDOING
    source, target = (ledger.undo, ledger.redo) if undoing else (ledger.redo, ledger.undo)
    whole = desk.area.kept(source[-1])
    rest = whole.step.paths - done.paths
    source = (*source[:-1], desk.area.keep(whole.step.only(rest), whole.state)) if rest else source[:-1]
    target = (*target, kept)
    return (source, target) if undoing else (target, source)
