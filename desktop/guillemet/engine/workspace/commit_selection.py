"""The list of the next commit: what of each signed file goes into it, or why it is left out."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.errors import FileError
from guillemet.engine.git import commit_requirements, commits, index
from guillemet.engine.git.merge import Conflict, merge3
from guillemet.engine.git.repository import is_unicode
from guillemet.engine.git.trees import LINK, TreeFile
from guillemet.engine.review import CommitLine, Kind
from guillemet.engine.staging import Signed, Snapshot
from guillemet.engine.workspace.context import OTHER, WorkspaceContext

_CLASH = (
    "changed in HEAD meanwhile in the same lines, will not be committed; take the acceptance back, or commit with git"
)
_DELETED = "deleted since, will not be committed while it is gone; bring it back, or take the acceptance back"
_CHANGED_BACK = (
    "changed back since, will not be committed while it is as in HEAD; take the acceptance back, or undo that"
)


class Listed(Struct, frozen=True):
    """One signed file that differs from HEAD: what a commit takes of it."""

    signed: Signed
    head: TreeFile | None
    wanted: TreeFile | None
    """As git stores it, line endings and filters applied."""
    staged: TreeFile | None
    """What the index holds now."""
    note: str = ""
    is_left_out: bool = False


def listed(context: WorkspaceContext, snapshot: Snapshot, *, trust: bool = False) -> tuple[Listed, ...]:
    """Return the signed files that a commit concerns, in the order they were signed."""
    if not snapshot.signed:
        return ()
    heads = index.head_entries(context.repository, tuple(snapshot.signed))
    every = (_listed(context, one, heads[one.path], trust=trust) for one in snapshot.signed.values())
    found = {line.signed.path: line for line in every if line}
    for path, line in tuple(found.items()):
        source = found.get(line.signed.moved_from)
        # A move is committed at both ends or not at all.
        if source and (line.is_left_out or source.is_left_out):
            note = line.note if line.is_left_out else source.note
            found[path] = replace(line, note=note, is_left_out=True)
            found[source.signed.path] = replace(source, note=note, is_left_out=True)
    return tuple(found.values())


def lines(files: Iterable[Listed]) -> tuple[CommitLine, ...]:
    """Return what the commit panel shows; a move is one line."""
    kept = tuple(files)
    targets = {one.signed.moved_from for one in kept if one.signed.moved_from}
    return tuple(_line(one) for one in kept if not (one.wanted is None and one.signed.path in targets))


def stored(context: WorkspaceContext, one: Signed, *, trust: bool) -> TreeFile | None:
    """Return a signed file as git stores it, filters run with trust; raises FileError when it cannot be stored."""
    if index.is_unresolved(context.repository, one.path):
        raise FileError(one.path, "A merge left it unresolved. Resolve it with git first.")
    if one.written is None:
        return None
    if not is_unicode(one.path):
        raise FileError(one.path, "The name is not valid Unicode. Commit the file with git.")
    if one.written.mode == LINK:
        return one.written
    if trust and commit_requirements.filters(context.repository, (one.path,)):
        return TreeFile(
            commits.hash_through_git(context.repository, one.path, context.content(one.written)), one.written.mode
        )
    data = context.content(one.written)
    cleaned = commits.clean(context.repository, one.path, data)
    return one.written if cleaned == data else TreeFile(context.write(one.path, cleaned), one.written.mode)


def joined(
    context: WorkspaceContext, one: Signed, head: TreeFile | None, wanted: TreeFile | None
) -> TreeFile | Conflict | None:
    """Return what to commit of a file: with what HEAD got of it since it was accepted, which is not taken back."""
    if _oid(one.head) == _oid(head) or head == wanted:
        return wanted
    if not (one.head and head and wanted) or LINK in (head.mode, wanted.mode):
        return Conflict()
    merged = merge3(*map(context.content, (one.head, head, wanted)))
    if isinstance(merged, Conflict):
        return merged
    return TreeFile(context.write(one.path, merged.data), wanted.mode)


def is_stored_as(context: WorkspaceContext, path: str, file: TreeFile | None) -> bool:
    """Whether what lies at the path is what git would store as this file."""
    try:
        data = context.worktree.read_state(path).data
        oid = None if data is None else context.repository.blob_id(commits.clean(context.repository, path, data))
        return oid == (file.oid if file else None)
    except FileError:
        return False


def _listed(context: WorkspaceContext, one: Signed, head: TreeFile | None, *, trust: bool) -> Listed | None:
    staged = index.entry(context.repository, one.path)
    try:
        accepted = stored(context, one, trust=trust)
    except FileError as error:
        return Listed(one, head, one.written, staged, note=f"will not be committed: {error}", is_left_out=True)
    wanted = joined(context, one, head, accepted)
    # A user who committed the file as it lies there has continued from what was accepted.
    if wanted == head or (isinstance(wanted, Conflict) and is_stored_as(context, one.path, head)):
        return None
    why = _why_left_out(context, one, head, wanted)
    if why or isinstance(wanted, Conflict):
        return Listed(one, head, accepted, staged, note=why, is_left_out=True)
    if head is None and context.repository.is_ignored(one.path):
        return Listed(one, head, wanted, staged, note="ignored, will not be committed", is_left_out=True)
    if wanted != accepted:
        note = "changed in HEAD meanwhile; both changes are committed"
    else:
        note = _note(context, one, trust=trust)
    return Listed(one, head, wanted, staged, note=note)


def _why_left_out(
    context: WorkspaceContext, one: Signed, head: TreeFile | None, wanted: TreeFile | Conflict | None
) -> str:
    """Return why nothing of the file is committed, as it was changed back or cannot be merged; else nothing."""
    present = context.present_or_other(one.path)
    if present is None and one.written:
        return _DELETED
    # What stands in the index is still to be committed: `git rm --cached` leaves the file, too.
    if (
        head is not None
        and present not in (None, OTHER, one.written)
        and index.is_same(index.entry(context.repository, one.path), head)
        and is_stored_as(context, one.path, head)
    ):
        return _CHANGED_BACK
    return _CLASH if isinstance(wanted, Conflict) else ""


def _earlier(context: WorkspaceContext, one: Signed, *, trust: bool) -> str:
    """Return that the file held edits of the user's own when it was accepted: committing it commits them."""
    under = one.under.written if one.under else one.head
    source = one.made_from or one.before
    if under is None or source is None or one.written is None:
        return ""
    is_known = source.oid == under.oid or one.under is not None
    stored = source.oid if is_known else _stored_oid(context, one.path, source, trust=trust)
    if stored in (None, under.oid):
        return _earlier(context, one.under, trust=trust) if one.under else ""
    return "your changes from before are committed, too"


def _stored_oid(context: WorkspaceContext, path: str, file: TreeFile, *, trust: bool) -> str | None:
    """Return the id git would store this file of the worktree under; None where only a filter knows that."""
    try:
        if commit_requirements.filters(context.repository, (path,)):
            return commits.hash_through_git(context.repository, path, context.content(file)) if trust else None
        return context.repository.blob_id(commits.clean(context.repository, path, context.content(file)))
    except FileError:
        return file.oid


def _note(context: WorkspaceContext, one: Signed, *, trust: bool) -> str:
    """Return what of a file on disk is not committed, or what else is; empty when it lies there as it was accepted."""
    written, present = one.written, context.present_or_other(one.path)
    if written is not None and present is not None and present.oid != written.oid:
        return "edited since; the accepted text is committed, your edit stays in the file"
    if written is None and present is not None:
        return "a new file lies there; the deletion is committed, the file stays"
    return _earlier(context, one, trust=trust)


def _oid(file: TreeFile | None) -> str:
    return file.oid if file else ""


def _line(one: Listed) -> CommitLine:
    if one.signed.moved_from:
        kind = Kind.MOVED
    elif one.wanted is None:
        kind = Kind.DELETED
    else:
        kind = Kind.CHANGED if one.head else Kind.ADDED
    return CommitLine(
        one.signed.path,
        kind,
        is_staged=index.is_same(one.staged, one.wanted),
        moved_from=one.signed.moved_from,
        note=one.note,
        is_left_out=one.is_left_out,
    )
