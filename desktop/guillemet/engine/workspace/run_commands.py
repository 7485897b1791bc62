"""Suggested operations: what a press would touch, then the same as one undoable step. No shell, no git program."""

import stat
from collections.abc import Iterable
from functools import cached_property
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.engine.applying.can_run_code import why_it_can_run
from guillemet.engine.errors import FileError, RepositoryError
from guillemet.engine.git import index
from guillemet.engine.git.commit_requirements import ConfiguredFile, configured_files, why_it_runs_here
from guillemet.engine.git.trees import FILE, LINK, SUBMODULE, TreeFile
from guillemet.engine.review import Decision, OperationPreview, Refusal, Touched
from guillemet.engine.staging import AcceptedFile, FileEffect, FolderEffect, IndexEffect, Ledger, Snapshot, StagingStep
from guillemet.engine.suggested_commands import (
    MakeFolder,
    MoveInGit,
    Operation,
    RemoveFolder,
    RemoveFromGit,
    SuggestedCommand,
)
from guillemet.engine.workspace import proposal_end
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.execute_step import folders_above
from guillemet.engine.workspace.step_log import Plan

UNDO_BYTES = 64 * 2**20
"""Content one operation may put into git's store so that it can be undone."""
_CAN_RUN_CODE = "can run code"


class TouchedPaths(Struct):
    """What an operation touches, gathered path by path."""

    files: list[FileEffect] = field(default_factory=list)
    index: list[IndexEffect] = field(default_factory=list)
    folders: list[FolderEffect] = field(default_factory=list)
    shown: list[Touched] = field(default_factory=list)
    size: int = 0
    moved: dict[str, str] = field(default_factory=dict)
    """Former path by new path."""


def preview(context: WorkspaceContext, ledger: Ledger, suggestion: SuggestedCommand) -> OperationPreview:
    """Return exactly what running the suggestion would touch now."""
    try:
        touching = _touching(context, ledger, suggestion, keeps=False)
    except (FileError, RepositoryError) as error:
        return OperationPreview(suggestion.text, (), refusal=str(error))
    is_too_big, shown = touching.size > UNDO_BYTES, tuple(touching.shown)
    deletes = not isinstance(suggestion.operation, MakeFolder | MoveInGit)
    is_harmless = not (deletes or is_too_big or any(_CAN_RUN_CODE in one.note for one in shown))
    return OperationPreview(suggestion.text, shown, is_too_big_to_undo=is_too_big, is_harmless=is_harmless)


def plan(
    context: WorkspaceContext,
    ledger: Ledger,
    suggestion: SuggestedCommand,
    *,
    previewed: tuple[Touched, ...] | None = None,
) -> Plan:
    """Plan the suggestion as one step; raises RepositoryError or FileError when it cannot be done now.

    It cannot when it would touch anything else than was `previewed`, if that is given.
    """
    size = _touching(context, ledger, suggestion, keeps=False).size
    if size > UNDO_BYTES:
        sentence = f"It would delete {size >> 20} MB, more than undo keeps. Allow that, or run it in a terminal."
        raise RepositoryError(sentence)
    touching = _touching(context, ledger, suggestion, keeps=True)
    _check_previewed(touching, previewed)
    index.check(context.repository, {effect.path: effect.after for effect in touching.index})
    step = StagingStep(suggestion.text, tuple(touching.files), tuple(touching.index), tuple(touching.folders))
    return Plan(step, proposal_end.ended(context, _after(context, ledger, suggestion, touching)))


def dismiss(context: WorkspaceContext, ledger: Ledger, suggestion: SuggestedCommand) -> Plan:
    """Plan to offer the suggestion no more."""
    after = replace(ledger.now, dismissed=ledger.now.dismissed | {suggestion.text})
    return Plan(StagingStep(f"Dismiss {suggestion.text}"), proposal_end.ended(context, after))


def run_beyond_undo(
    context: WorkspaceContext,
    ledger: Ledger,
    suggestion: SuggestedCommand,
    *,
    previewed: tuple[Touched, ...] | None = None,
) -> tuple[Refusal, ...]:
    """Run a suggestion whose content is too big to be kept; it is not a step, and what it deletes is gone."""
    touching = _touching(context, ledger, suggestion, keeps=False)
    _check_previewed(touching, previewed)
    index.check(context.repository, {effect.path: effect.after for effect in touching.index})
    refusals = _delete_and_rename(context, touching)
    context.worktree.remove_empty(effect.path for effect in touching.folders if not effect.is_made)
    refused = {refusal.path for refusal in refusals}
    refused |= {touching.moved[path] for path in refused & touching.moved.keys()}
    index.put(
        context.repository, {effect.path: effect.after for effect in touching.index if effect.path not in refused}
    )
    after = proposal_end.ended(context, replace(ledger.now, done=ledger.now.done | {suggestion.text}))
    context.area.store(ledger, after, undo=ledger.undo, redo=())
    return tuple(refusals)


def _delete_and_rename(context: WorkspaceContext, touching: TouchedPaths) -> list[Refusal]:
    """Delete and rename the files on the disk; return those that cannot be."""
    refusals = []
    sources = set(touching.moved.values())
    for effect in touching.files:
        if effect.path in sources:
            continue  # it goes when it is renamed, and stays where that fails
        try:
            if effect.after is None:
                context.worktree.delete(effect.path)
            else:
                if "/" in effect.path:
                    context.worktree.make_folder(effect.path.rsplit("/", 1)[0])
                context.worktree.rename(touching.moved[effect.path], effect.path)
        except FileError as error:
            refusals.append(Refusal(effect.path, str(error)))
    return refusals


def _check_previewed(touching: TouchedPaths, previewed: tuple[Touched, ...] | None) -> None:
    """Refuse to touch what was not shown, or is not as it was shown."""
    if previewed is None or tuple(touching.shown) == previewed:
        return
    known = {(touched.path, touched.does) for touched in previewed}
    more = next((f": {one.path} is new" for one in touching.shown if (one.path, one.does) not in known), "")
    raise RepositoryError(f"The command would touch something else now than was shown{more}. Look at its list again.")


def _after(context: WorkspaceContext, ledger: Ledger, suggestion: SuggestedCommand, touching: TouchedPaths) -> Snapshot:
    staging = {effect.path: effect.sides for effect in touching.index}
    paths = {effect.path: effect for effect in touching.files}
    heads = index.head_entries(context.repository, (*paths, *staging))
    signed = [
        AcceptedFile(
            path,
            paths[path].before if path in paths else None,
            paths[path].after if path in paths else None,
            moved_from=touching.moved.get(path, ""),
            staging=staging.get(path),
            under=ledger.now.signed.get(path),
            head=heads[path],
        )
        for path in (paths | staging)
    ]
    return replace(ledger.now.with_signed(signed), done=ledger.now.done | {suggestion.text})


def _touching(context: WorkspaceContext, ledger: Ledger, suggestion: SuggestedCommand, *, keeps: bool) -> TouchedPaths:
    """Return what the operation touches; the bytes of what goes are kept in git's store if asked."""
    operation = suggestion.operation
    if operation is None:
        raise RepositoryError(suggestion.why_not)
    touching = TouchedPaths()
    _Resolver(context, ledger, touching, keeps=keeps).resolve(operation)
    return touching


class _Resolver:
    """Finds every path an operation touches, as the disk and the index are now."""

    def __init__(self, context: WorkspaceContext, ledger: Ledger, touching: TouchedPaths, *, keeps: bool) -> None:
        self._context = context
        self._ledger = ledger
        self._touching = touching
        self._keeps = keeps

    def resolve(self, operation: Operation) -> None:
        match operation:
            case RemoveFromGit():
                for path in _outermost(operation.paths):
                    self._remove_from_git(path, operation)
            case MoveInGit():
                self._move(operation.source, operation.target)
            case MakeFolder():
                for path in operation.paths:
                    self._make_folder(path)
            case RemoveFolder():
                for path in _outermost(operation.paths):
                    self._remove_folder(path)

    def _remove_from_git(self, path: str, operation: RemoveFromGit) -> None:
        tracked = self._tracked_below(path)
        if not tracked:
            raise FileError(path, f"git tracks nothing at {path}, so git rm would refuse it.")
        if tracked != [path] and not operation.recursive:
            raise FileError(path, f"{path} is a folder, and git rm takes folders only with -r.")
        for one in tracked:
            if not operation.force:
                self._refuse_uncommitted(one, is_cached=operation.cached)
            held = index.entry(self._context.repository, one)
            self._touching.index.append(IndexEffect(one, held, None))
            if operation.cached:
                self._touching.shown.append(Touched(one, "no longer tracked", "the file stays"))
            else:
                self._delete(one, held, is_untracked=True)
        if not operation.cached:
            self._empty_folders(tracked)

    def _move(self, source: str, target: str) -> None:
        if stat.S_ISDIR(self._mode(target)):
            target = f"{target}/{source.rsplit('/', 1)[-1]}"
        if self._mode(target):
            raise FileError(target, f"{target} exists already, so git mv would refuse to move {source} there.")
        if target.startswith(source + "/"):
            raise FileError(target, f"{target} lies inside {source}, which cannot be moved into itself.")
        tracked = self._tracked_below(source)
        if not tracked:
            raise FileError(source, f"git does not track {source}, so git mv would refuse it.")
        below = [source] if tracked == [source] else list(self._context.worktree.list_folder(source))
        for path in below:
            self._move_file(path, target + path[len(source) :], is_tracked=path in tracked)
        self._empty_folders(below)

    def _move_file(self, source: str, target: str, *, is_tracked: bool) -> None:
        self._refuse_undecided(source)
        if self._context.repository.is_link_as_text(source):
            raise FileError(source, f"{source} is a link that git keeps as a file here. Move it with git.")
        content = self._content(source)
        if content is None:
            raise FileError(source, f"{source} is not there, so it cannot be moved. Look at the folder.")
        permissions = self._context.worktree.permissions(source)
        self._touching.files += [
            FileEffect(target, None, content, source, permissions),
            FileEffect(source, content, None, target, permissions),
        ]
        self._touching.moved[target] = source
        if is_tracked:
            held = index.entry(self._context.repository, source)
            there = index.entry(self._context.repository, target)
            self._touching.index += [IndexEffect(source, held, None), IndexEffect(target, there, held)]
        notes = ("" if is_tracked else "untracked", self._why_it_can_run(target))
        note = "; ".join(filter(None, notes))
        self._touching.shown.append(Touched(source, f"moved to {target}", note))

    def _why_it_can_run(self, path: str) -> str:
        exists = self._context.worktree.exists_on_disk
        why = why_it_can_run(path, before=None, after=None) or why_it_runs_here(path, self._configured, exists=exists)
        return f"{_CAN_RUN_CODE}: {why}" if why else ""

    @cached_property
    def _configured(self) -> tuple[ConfiguredFile, ...]:
        return configured_files(self._context.repository)

    def _make_folder(self, path: str) -> None:
        mode = self._mode(path)
        if mode and not stat.S_ISDIR(mode):
            raise FileError(path, f"{path} is a file, so no folder of that name can be made.")
        parts = path.split("/")
        missing = ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]
        made = [folder for folder in missing if not self._mode(folder)]
        known = {effect.path for effect in self._touching.folders}
        for folder in made:
            if folder not in known:
                self._touching.folders.append(FolderEffect(folder, is_made=True))
                self._touching.shown.append(Touched(folder, "folder made", "git keeps no empty folders"))
        if not made:
            self._touching.shown.append(Touched(path, "exists already"))

    def _remove_folder(self, path: str) -> None:
        mode = self._mode(path)
        if not mode:
            raise FileError(path, f"{path} is not there, so there is nothing to delete.")
        if not stat.S_ISDIR(mode):
            self._delete(path, index.entry(self._context.repository, path))
            return
        for one in self._context.worktree.list_folder(path):
            self._delete(one, index.entry(self._context.repository, one))
        for folder in sorted(self._context.worktree.list_folders(path), key=lambda f: -f.count("/")):
            self._touching.folders.append(self._removed(folder))
        self._touching.shown.append(Touched(path, "folder deleted"))

    def _delete(self, path: str, held: TreeFile | None, *, is_untracked: bool = False) -> None:
        self._refuse_undecided(path)
        content = self._content(path)
        if content is None:
            if is_untracked:
                self._touching.shown.append(Touched(path, "no longer tracked", "the file is gone already"))
            return
        permissions = self._context.worktree.permissions(path)
        self._touching.files.append(FileEffect(path, content, None, permissions=permissions))
        self._touching.shown.append(Touched(path, "deleted", self._note(path, content, held)))

    def _content(self, path: str) -> TreeFile | None:
        found = self._context.worktree.fingerprint(path)
        if found is None:
            return None
        self._touching.size += found[0]
        if self._keeps:
            return self._context.keep(path)
        if self._touching.size > UNDO_BYTES:
            # Too big to be kept, so its id is not needed: reading gigabytes for a preview would only take time.
            return TreeFile("", LINK if stat.S_ISLNK(found[3]) else FILE)
        return self._context.present(path)

    def _note(self, path: str, content: TreeFile, held: TreeFile | None) -> str:
        if content.mode == LINK:
            return f"link to {self._context.worktree.link_target(path)}, not followed"
        if held is None:
            return "ignored" if self._context.repository.is_ignored(path) else "untracked"
        return "" if content.oid in ("", held.oid) else "has changes that are not staged"

    def _empty_folders(self, paths: Iterable[str]) -> None:
        """Folders that these paths leave empty go too, as git does it; those with other content stay."""
        gone, made = set(paths), [effect.path for effect in self._touching.files if effect.after]
        folders = set(chain.from_iterable(map(folders_above, gone)))
        for folder in sorted(folders, key=lambda f: (-f.count("/"), f)):
            inside = {f"{folder}/{name}" for name in self._context.worktree.names_in(folder)}
            if inside and inside <= gone and not any(path.startswith(f"{folder}/") for path in made):
                gone.add(folder)
                self._touching.folders.append(self._removed(folder))
                self._touching.shown.append(Touched(folder, "folder deleted", "nothing else is in it"))

    def _removed(self, folder: str) -> FolderEffect:
        return FolderEffect(folder, is_made=False, permissions=self._context.worktree.permissions(folder))

    def _tracked_below(self, path: str) -> list[str]:
        tracked = self._context.repository.tracked()
        below = [path] if path in tracked else sorted(one for one in tracked if one.startswith(path + "/"))
        for one in below:
            if self._context.repository.mode_in_index(one) == SUBMODULE:
                raise FileError(one, f"{one} is a submodule. Move or remove it with git.")
        return below

    def _mode(self, path: str) -> int:
        """Return the kind of what lies at the path, 0 when nothing does; links are not followed."""
        found = self._context.worktree.fingerprint(path)
        if found is None:
            return 0
        return stat.S_IFMT(found[3])

    def _refuse_uncommitted(self, path: str, *, is_cached: bool) -> None:
        """Refuse what `git rm` refuses: a file that differs from the index or from HEAD, with --cached from both."""
        found = index.uncommitted(self._context.repository, path)
        if is_cached and not (found.is_edited and found.is_staged):
            return
        if found.is_edited or found.is_staged:
            why = f"{path} is not as it was committed, so git rm would refuse it without -f. Commit it first."
            raise FileError(path, why)

    def _refuse_undecided(self, path: str) -> None:
        entry = self._ledger.now.entries.get(path)
        if entry and entry.decision is Decision.UNDECIDED:
            raise FileError(path, f"{path} has a proposal that is not decided. Accept or reject it first.")


def _outermost(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the paths once each, without those that lie below another one: they go with it."""
    chosen = tuple(dict.fromkeys(paths))
    return tuple(path for path in chosen if not any(path.startswith(f"{other}/") for other in chosen))


def operands(context: WorkspaceContext, operation: Operation) -> tuple[str, ...]:
    """Return the paths that an operation is about; of a move, where it leads to at the end."""
    if not isinstance(operation, MoveInGit):
        return operation.paths
    source, target = operation.source, operation.target
    return source, f"{target}/{source.rsplit('/', 1)[-1]}" if _is_folder(context, target) else target


def why_needless(context: WorkspaceContext, operation: Operation) -> str:
    """Return in a sentence why all that the operation does is so already; empty where it is not, or not surely."""
    match operation:
        case RemoveFromGit(paths=paths, cached=is_cached):
            lies_there = not is_cached and any(map(context.worktree.exists_on_disk, paths))
            if lies_there or _is_tracked(context, paths):
                return ""
            return _said(paths, "is not there" if not is_cached else "is not tracked by git")
        case RemoveFolder(paths=paths):
            return "" if any(map(context.worktree.exists_on_disk, paths)) else _said(paths, "is not there")
        case MoveInGit():
            (source, target), exists = operands(context, operation), context.worktree.exists_on_disk
            is_there = exists(source) or not exists(target) or _is_tracked(context, (source,))
            return "" if is_there else f"Nothing is left to do: {source} is not there, and {target} is."
        case MakeFolder(paths=paths):
            return _said(paths, "is there already") if all(_is_folder(context, path) for path in paths) else ""


def _is_tracked(context: WorkspaceContext, paths: tuple[str, ...]) -> bool:
    """Whether git tracks one of these files, or something below one of these folders."""
    tracked, folders = context.repository.tracked(), tuple(f"{path}/" for path in paths)
    return not tracked.isdisjoint(paths) or any(one.startswith(folders) for one in tracked)


def _is_folder(context: WorkspaceContext, path: str) -> bool:
    found = context.worktree.fingerprint(path)
    return found is not None and stat.S_ISDIR(found[3])


def _said(paths: tuple[str, ...], what: str) -> str:
    which = paths[0] if len(paths) == 1 else f"each of its {len(paths):,} paths"
    return f"Nothing is left to do: {which} {what}."
