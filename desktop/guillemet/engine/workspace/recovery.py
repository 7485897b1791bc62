"""Recover a step that a crash interrupted: what was done of it stays and can be undone, the rest is as before.

Each file is whole, old or new. The new ones count as done and their index entries follow; hidden files and empty
folders that were made for the others go. A commit is made or it is not: the index follows HEAD either way, and a new
branch that was made for it goes with it.
"""

import stat

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.errors import FileError
from guillemet.engine.git import branches, commits, index
from guillemet.engine.git.trees import EXECUTABLE, FILE, TreeFile
from guillemet.engine.staging import Direction, FolderEffect, HeadEffect, Ledger, Pending, StagingStep
from guillemet.engine.staging.area import KeptStep
from guillemet.engine.workspace.commit import as_committed, title_of
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.execute_step import follow_index
from guillemet.engine.workspace.proposal import caught_up
from guillemet.engine.workspace.step_log import rest_of, tree_of


def recover(context: WorkspaceContext, ledger: Ledger, pending: Pending) -> tuple[Ledger, str]:
    """Settle a step that was cut off; return the ledger and a sentence about it.

    Raises IndexLockedError while the index, which has to follow, is locked; the step then stays as it is.
    """
    kept = context.area.kept(pending.tree)
    saved = _remove_leftovers(context, kept.step)
    left = _leave_new_branch(context, kept.step.head)
    settled, note = _settle(context, ledger, pending, kept)
    others = (f"What another program saved at that moment lies in {path}." for path in saved)
    return settled, " ".join((note, *left, *others))


def _leave_new_branch(context: WorkspaceContext, head: HeadEffect | None) -> tuple[str, ...]:
    """Leave a new branch without its commit, be it not made yet or taken back; return a sentence if anything stays."""
    if head is None or not head.previous or context.repository.head().commit != head.start:
        return ()
    note = branches.leave(context.repository, head.branch, head.previous, head.start)
    return (note,) if note else ()


def _settle(context: WorkspaceContext, ledger: Ledger, pending: Pending, kept: KeptStep) -> tuple[Ledger, str]:
    step = kept.step
    direction = pending.direction
    found = _found_commit(context, direction, step, step.head) if step.head else _found_files(context, step)
    if not found.is_begun:
        settled = context.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
        return settled, f"“{step.title}” was interrupted before it changed anything. Do it again if you like."
    after = context.area.snapshot(kept.state)
    if found.missing:
        after = replace(after.where(found.missing, otherwise=ledger.now), done=ledger.now.done)
    after = caught_up(context, after, ledger.now)
    undo_steps, redo_steps = _split(context, ledger, direction, found)
    settled = context.area.store(ledger, after, undo=undo_steps, redo=redo_steps)
    if not found.missing and len(found.done.folders) == len(step.folders):
        return settled, f"“{step.title}” was interrupted, but all of it had come about."
    count, whole = len(found.done.files), len(step.files)
    return settled, f"“{step.title}” was interrupted: {count} of {whole} files were done, the rest is as before."


def _remove_leftovers(context: WorkspaceContext, step: StagingStep) -> list[str]:
    """Remove the hidden files of a step that was cut off; return those that hold what is not of the step."""
    saved: list[str] = []
    for path in context.worktree.leftovers(effect.path for effect in step.files):
        try:
            if _is_of_step(context, step, context.worktree.read_state(path).data or b""):
                context.worktree.delete(path)
            else:
                saved.append(path)
        except FileError:
            saved.append(path)
    return saved


def _is_of_step(context: WorkspaceContext, step: StagingStep, data: bytes) -> bool:
    """Whether the bytes are a content of the step or, half-written, the beginning of one."""
    if context.repository.blob_id(data) in step.contents:
        return True
    return any(context.content(effect.after).startswith(data) for effect in step.files if effect.after)


class _Found(Struct, frozen=True):
    """What is there of a step that was cut off."""

    done: StagingStep
    """The part of it that came about."""
    missing: frozenset[str] = frozenset()
    """The paths that are as before."""
    is_begun: bool = True


def _found_commit(context: WorkspaceContext, direction: Direction, step: StagingStep, head: HeadEffect) -> _Found:
    """See whether HEAD moved, and let the index follow."""
    now = context.repository.head().commit
    if now == head.before:
        follow_index(context, step.reversed().index)
        return _Found(step, is_begun=False)
    if direction is not Direction.DOING:
        is_done = now == head.after
    else:
        is_done = _is_ours(context, step, head, now)
        if is_done:
            # A hook may have changed what was staged first, or added to it.
            since = "" if commits.stands_on(context.repository, now, head.before) else head.before
            step = replace(step, index=as_committed(context, step.index, now, since=since))
    if not is_done:
        return _Found(step, is_begun=False)
    follow_index(context, step.index)
    return _Found(replace(step, head=replace(head, after=now)))


def _is_ours(context: WorkspaceContext, step: StagingStep, head: HeadEffect, commit: str) -> bool:
    """Whether this commit is the one the step was about to make, and not another program's."""
    message = commits.message(context.repository, commit)
    if commits.stands_on(context.repository, commit, head.before):
        return title_of(message) == step.title
    is_amended = bool(commit and head.before) and commits.is_amended(context.repository, commit, head.before)
    return is_amended and title_of(message, amend=True) == step.title


def _landed(context: WorkspaceContext, step: StagingStep) -> frozenset[str]:
    """Return the paths that are as the step leaves them; the index tells it of paths without a file in the step."""
    files = {effect.path: _lies_as(context, effect.path, effect.after) for effect in step.files}
    entries = {e.path: index.is_same(index.entry(context.repository, e.path), e.after) for e in step.index}
    return frozenset(path for path, is_done in (entries | files).items() if is_done)


def _lies_as(context: WorkspaceContext, path: str, file: TreeFile | None) -> bool:
    """Whether the path is as the step leaves it; without `core.fileMode` only the index tells what is executable."""
    present = context.present_or_other(path)
    if present is None or file is None or present.oid != file.oid or {present.mode, file.mode} != {FILE, EXECUTABLE}:
        return present == file
    repository = context.repository
    return not repository.flag("core.filemode", default=True) and not repository.is_tracked(path)


def _found_files(context: WorkspaceContext, step: StagingStep) -> _Found:
    landed = _landed(context, step)
    missing = step.paths - landed
    context.worktree.remove_empty(effect.path for effect in step.folders if _would_hold_a_file(effect.path, step))
    done = step.only(landed)
    if missing:
        done = done.counting(step.count - len(step.counted & missing))
    else:
        context.worktree.remove_empty(effect.path for effect in step.folders if not effect.is_made)
    follow_index(context, done.index)
    done = replace(done, folders=tuple(effect for effect in step.folders if _is_done(context, effect)))
    is_begun = bool(landed) or (not step.paths and bool(done.folders))
    return _Found(done, missing, is_begun)


def _would_hold_a_file(folder: str, step: StagingStep) -> bool:
    return any(effect.path.startswith(folder + "/") and effect.after for effect in step.files)


def _is_done(context: WorkspaceContext, effect: FolderEffect) -> bool:
    found = context.worktree.fingerprint(effect.path)
    return (found is not None and stat.S_ISDIR(found[3])) is effect.is_made


def _split(
    context: WorkspaceContext, ledger: Ledger, direction: Direction, found: _Found
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the undo and redo steps after the pending step came about as far as was found."""
    kept = context.area.keep(found.done, tree_of(context, ledger))
    if direction is Direction.DOING:
        return (*ledger.undo, kept), ()
    undoing = direction is Direction.UNDOING
    source, target = (ledger.undo, ledger.redo) if undoing else (ledger.redo, ledger.undo)
    source = (*source[:-1], *rest_of(context, source[-1], found.missing))
    target = (*target, kept)
    return (source, target) if undoing else (target, source)
