"""Execute a step: what it would do is first resolved against the files as they are now, then it is done.

A file that is still as the step expects is written. One that changed since is merged three ways; where that fails, the
file is refused and left alone. Nothing is written before everything is resolved.
"""

import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.diff.conflicts import merge_lines
from guillemet.engine.errors import FileError, RepositoryError
from guillemet.engine.git import branches, commits, index
from guillemet.engine.git.merge import Merged, merge3
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import LINK, TreeFile
from guillemet.engine.git.worktree import FileState
from guillemet.engine.review import Refusal
from guillemet.engine.staging import FileEffect, FolderEffect, HeadEffect, IndexEffect, StagingStep
from guillemet.engine.workspace.context import OTHER, WorkspaceContext

_SAME_LINES = (
    "was changed meanwhile in the same lines or next to them, so nothing was written to it. Settle the lines first, or "
    "take one of the two as it is."
)


class ResolvedStep(Struct, frozen=True):
    """A step with the contents it would really find and leave, and what it cannot do."""

    step: StagingStep
    refusals: tuple[Refusal, ...]


class ExecutedStep(Struct, frozen=True):
    """What came about of a step."""

    step: StagingStep
    refusals: tuple[Refusal, ...]

    @property
    def refused_paths(self) -> frozenset[str]:
        """The paths that stayed as they were."""
        return frozenset(refusal.path for refusal in self.refusals)


def resolve(
    context: WorkspaceContext, step: StagingStep, *, overwrites: bool = False, can_stay: bool = False
) -> ResolvedStep:
    """Return the step as it would come about now; nothing is written but blobs.

    A file that cannot be merged is refused or, where the user says so, written over as it lies there now; `can_stay` is
    noted on its refusal. Raises StoppedError once the user stops it.
    """
    effects: list[FileEffect] = []
    refusals: list[Refusal] = []
    for effect in step.files:
        context.checkpoint.check()
        try:
            resolved = _resolve_file(context, effect, overwrites=overwrites)
        except FileError as error:
            refusals.append(Refusal(effect.path, str(error)))
            continue
        if isinstance(resolved, Refusal):
            refusals.append(replace(resolved, can_stay=can_stay))
        else:
            effects.append(resolved)
    refusals += [
        Refusal(effect.path, f"{effect.path} is a file now, so the folder cannot be made. Move that file away first.")
        for effect in step.folders
        if effect.is_made and _is_taken(context, effect.path)
    ]
    folders = tuple(e if e.is_made else _with_permissions(context, e) for e in step.folders)
    head = step.head and _resolve_head(context.repository, step.head)
    return ResolvedStep(replace(step, files=tuple(effects), folders=folders, head=head), tuple(refusals))


def resolve_back(
    context: WorkspaceContext, step: StagingStep, *, outcome: str = "it stays as it is", can_stay: bool = False
) -> ResolvedStep:
    """Return a step that takes another one back, or does it again, as `resolve` does.

    Of lines that changed since there is nothing to settle: `outcome` says what comes of them. `can_stay` says that the
    step can be taken with such a file left as it is; then no moved file goes whose other end stays.
    """
    resolved = resolve(context, replace(step, files=_with_moves_back(context, step.files)), can_stay=can_stay)
    todo = "Bring these lines back as they were, then try again."
    why_not = f"was changed since in the same lines or next to them, so {outcome}. {todo}"
    refusals = tuple(replace(one, message=one.message.replace(_SAME_LINES, why_not)) for one in resolved.refusals)
    stay = {one.path for one in refusals}
    files = tuple(one for one in resolved.step.files if one.after or one.partner not in stay)
    return ResolvedStep(replace(resolved.step, files=files), refusals)


def carried_over(
    context: WorkspaceContext, leaves: FileEffect, arrives: FileEffect, *, overwrites: bool = False
) -> tuple[FileEffect, FileEffect]:
    """Return both ends of a move with what the user changed of the file where it leaves; as they are in a conflict.

    With `overwrites`, a conflict leaves the lines that arrive, and the user's in all other places.
    """
    known, lies, made = leaves.before, context.present_or_other(leaves.path), arrives.after
    if known is None or made is None or lies in (None, OTHER, known) or LINK in (known.mode, lies.mode, made.mode):
        return leaves, arrives
    lies = context.keep(leaves.path)
    sides = [context.bytes_of(side) for side in (known, lies, made)]
    merged = merge3(*sides)
    found = merged if isinstance(merged, Merged) else merge_lines(*sides) if overwrites else None
    if found is None:
        return leaves, arrives
    after = replace(made, oid=context.write(arrives.path, found.data))
    return replace(leaves, before=lies), replace(arrives, after=after)


def carry_out(context: WorkspaceContext, step: StagingStep) -> ExecutedStep:
    """Do a resolved step: HEAD, folders, files, then the index; a file that fails is refused and the rest goes on."""
    if step.head:
        _move_head(context, step.head)
    folders = _make_folders(context, step)
    done, refusals = _carry_files(context, step.files)
    folders += [FolderEffect(path, is_made=True) for one in done for path in one.made]
    folders += _remove_folders(context, step)
    refused = {refusal.path for refusal in refusals}
    try:
        staged = follow_index(context, [effect for effect in step.index if effect.path not in refused])
    except (RepositoryError, FileError) as error:
        # The files are written and reported so; only their staging failed.
        staged = ()
        refusals.append(Refusal(".git/index", str(error)))
    landed = replace(step, files=tuple(one.effect for one in done), index=staged, folders=tuple(folders))
    return ExecutedStep(landed, tuple(refusals))


@contextmanager
def on_new_branch(
    repository: Repository, effect: HeadEffect, make: Callable[[Repository, str], None]
) -> Iterator[None]:
    """Make the new branch, if there is to be one, and leave it again when the commit fails."""
    if not effect.previous:
        yield
        return
    make(repository, effect.branch)
    try:
        yield
    except BaseException:
        branches.leave(repository, effect.branch, effect.previous, effect.start)
        raise


def folders_above(path: str) -> tuple[str, ...]:
    """Return the folders a path lies in, outermost first."""
    parts = path.split("/")
    return tuple("/".join(parts[:depth]) for depth in range(1, len(parts)))


def _resolve_head(repository: Repository, effect: HeadEffect) -> HeadEffect:
    """Return what moving HEAD makes now; raises RepositoryError where a new branch cannot be made again."""
    if not effect.previous or effect.is_reversed:
        return effect
    now = repository.head()
    if now.branch == effect.branch:  # it stayed when the commit was taken back, or was made since
        return replace(effect, previous="")
    if now.commit != effect.before or (now.branch or now.commit) != effect.previous:
        message = f"The commit was made from {effect.previous}, where HEAD is no more. Check that out, then try again."
        raise RepositoryError(message)
    tip = branches.tip(repository, effect.branch)
    if tip == effect.start != "":  # it stayed, as one with an upstream does
        message = f"The branch {effect.branch} is still there. Switch to it, then redo the commit."
        raise RepositoryError(message)
    if tip:
        message = f"There is another branch {effect.branch} by now. Commit again, to a branch of another name."
        raise RepositoryError(message)
    return effect


def _move_head(context: WorkspaceContext, effect: HeadEffect) -> None:
    repository = context.repository
    move = partial(commits.move_head, repository, effect.before, effect.after, branch=effect.branch)
    if not effect.is_reversed:
        with on_new_branch(repository, effect, partial(branches.start, commit=effect.start)):
            move()
        return
    move()
    if not effect.previous:
        return
    try:
        note = branches.leave(repository, effect.branch, effect.previous, effect.start)
    except RepositoryError as error:  # the commit is taken back, which counts
        note = f"The commit is undone, but not its new branch. {error}"
    if note:
        context.area.notes.append(note)


def _is_taken(context: WorkspaceContext, folder: str) -> bool:
    found = context.worktree.fingerprint(folder)
    return found is not None and not stat.S_ISDIR(found[3])


def _with_moves_back(context: WorkspaceContext, effects: Iterable[FileEffect]) -> tuple[FileEffect, ...]:
    """Return the effects with what the user changed of moved files since, which goes back with them."""
    found = {effect.path: effect for effect in effects}
    for leaves in tuple(found.values()):
        arrives = found.get(leaves.partner)
        if arrives and leaves.after is None and arrives.before is None:
            found[leaves.path], found[arrives.path] = carried_over(context, leaves, arrives)
    return tuple(found.values())


class _Done(Struct, frozen=True):
    effect: FileEffect
    made: tuple[str, ...] = ()
    """Folders that had to be made for the file."""


def _resolve_file(context: WorkspaceContext, effect: FileEffect, *, overwrites: bool) -> FileEffect | Refusal:
    present = context.keep(effect.path)
    if _same(present, effect.before) or _same(present, effect.after):
        return _over(context, effect, present)
    merged = _merged(context, effect, present)
    is_link = any(side is not None and side.mode == LINK for side in (present, effect.before, effect.after))
    if isinstance(merged, Refusal):
        may_overwrite = overwrites and not is_link
        return _over(context, _with_other_changes(context, effect, present), present) if may_overwrite else merged
    return replace(effect, before=present, after=_with_mode_of(present, effect.before, merged))


def _over(context: WorkspaceContext, effect: FileEffect, present: TreeFile | None) -> FileEffect:
    """Return the effect as it is carried out over what lies there."""
    after = _with_mode_of(present, effect.before, effect.after)
    return replace(effect, before=present, after=after, permissions=_permissions(context, effect, present))


def _with_other_changes(context: WorkspaceContext, effect: FileEffect, present: TreeFile | None) -> FileEffect:
    """Return the effect with what changed meanwhile in other lines than those to be written over."""
    if present is None or effect.before is None or effect.after is None:
        return effect
    merged = merge_lines(*(context.content(side) for side in (effect.before, present, effect.after)))
    if merged is None:
        return effect
    return replace(effect, after=replace(effect.after, oid=context.write(effect.path, merged.data)))


def _merged(context: WorkspaceContext, effect: FileEffect, present: TreeFile | None) -> TreeFile | Refusal:
    """Return the file as it lies there with the change of the step, or why the two cannot be merged."""
    path, before, after = effect.path, effect.before, effect.after
    if present is None or before is None or after is None or LINK in (present.mode, before.mode, after.mode):
        return Refusal(path, _why_not_merged(effect, present))
    merged = merge3(context.content(before), context.content(present), context.content(after))
    if not isinstance(merged, Merged):
        return Refusal(path, f"{path} {_SAME_LINES}")
    return TreeFile(context.write(path, merged.data), after.mode)


def _permissions(context: WorkspaceContext, effect: FileEffect, present: TreeFile | None) -> int:
    """Return those of a file that goes, or that a new one gets: its own before, or those of the other end of a move."""
    if present is not None:
        return context.worktree.permissions(effect.path) if effect.after is None else 0
    return effect.permissions or (context.worktree.permissions(effect.partner) if effect.partner else 0)


def _with_permissions(context: WorkspaceContext, effect: FolderEffect) -> FolderEffect:
    return replace(effect, permissions=context.worktree.permissions(effect.path))


def _why_not_merged(effect: FileEffect, present: TreeFile | None) -> str:
    path = effect.path
    if present is None:
        return f"{path} is gone: another program deleted or moved it. Bring it back, then try again."
    if effect.before is None:
        return f"{path} was made by another program meanwhile. Move that file away, then try again."
    if effect.after is None:
        return f"{path} was changed by another program meanwhile, so it is not deleted. Look at it first."
    return f"{path} is a link, or was one; links are neither merged nor replaced. Look at it first."


def _with_mode_of(present: TreeFile | None, before: TreeFile | None, after: TreeFile | None) -> TreeFile | None:
    """Keep the executable bit as it is on disk unless the step is about to change it."""
    if present and before and after and before.mode == after.mode:
        return replace(after, mode=present.mode)
    return after


def _same(one: TreeFile | None, other: TreeFile | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.oid == other.oid and (one.mode == other.mode or LINK not in (one.mode, other.mode))


def _carry_files(context: WorkspaceContext, effects: tuple[FileEffect, ...]) -> tuple[list[_Done], list[Refusal]]:
    """Write first, delete afterwards: a moved file's old place goes only when the new one stands.

    What is left when the user stops it is refused; only a move that is half done is still finished.
    """
    done: list[_Done] = []
    refusals: list[Refusal] = []
    unwritten: set[str] = set()
    ordered = sorted(effects, key=lambda effect: effect.after is None)
    for effect in ordered:
        is_half_moved = effect.after is None and effect.partner and effect.partner not in unwritten
        if context.checkpoint.is_stopped() and not is_half_moved:
            refusals.append(Refusal(effect.path, f"{effect.path} is as it was: you stopped it.", is_stopped=True))
            unwritten.add(effect.path)
            continue
        if effect.after is None and effect.partner in unwritten:
            refusals.append(Refusal(effect.path, f"{effect.path} stays, because {effect.partner} cannot be written."))
            continue
        try:
            done.append(_carry_file(context, effect))
        except FileError as error:
            refusals.append(Refusal(effect.path, str(error)))
            unwritten.add(effect.path)
    return done, refusals


def _carry_file(context: WorkspaceContext, effect: FileEffect) -> _Done:
    if effect.before == effect.after:
        return _Done(effect)

    def is_as_before(disk: FileState) -> bool:
        return _same(context.file_of(disk), effect.before)

    if effect.after is None:
        if effect.before is not None:
            context.worktree.delete(effect.path, expected=is_as_before)
        return _Done(effect)
    data, mode = context.content(effect.after), effect.after.mode
    made = context.worktree.write(effect.path, data, mode=mode, permissions=effect.permissions, expected=is_as_before)
    return _Done(effect, made)


def still_standing(context: WorkspaceContext, effects: Iterable[IndexEffect]) -> dict[str, TreeFile | None]:
    """Return what to put into the index: entries the user staged since are left alone."""
    return {e.path: e.after for e in effects if index.is_same(index.entry(context.repository, e.path), e.before)}


def follow_index(context: WorkspaceContext, effects: Collection[IndexEffect]) -> tuple[IndexEffect, ...]:
    """Change the entries that are as before, and return their effects; those the user staged since are left alone."""
    standing = still_standing(context, effects)
    landed = tuple(effect for effect in effects if effect.path in standing)
    index.put(context.repository, {effect.path: effect.after for effect in landed if effect.before != effect.after})
    return landed


def _make_folders(context: WorkspaceContext, step: StagingStep) -> list[FolderEffect]:
    """Make all the folders of a step, or leave none of them."""
    made: list[FolderEffect] = []
    try:
        for effect in step.folders:
            if effect.is_made and context.worktree.make_folder(effect.path, permissions=effect.permissions):
                made.append(effect)  # noqa: PERF401  what was made before a failure counts
    except FileError:
        context.worktree.remove_empty(effect.path for effect in made)
        raise
    return made


def _remove_folders(context: WorkspaceContext, step: StagingStep) -> list[FolderEffect]:
    """Remove those folders of a step that are to go and are empty; return what is gone."""
    effects = [effect for effect in step.folders if not effect.is_made]
    for effect in effects:
        context.worktree.remove_empty((effect.path,))
    return [effect for effect in effects if not context.worktree.exists_on_disk(effect.path)]
