"""Staging and committing what was accepted: exactly those paths, the user's other staged changes left as they are."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.errors import CommitRefusedError, FileError, RepositoryError, UntrustedRepositoryError
from guillemet.engine.git import commits, index, needs, program
from guillemet.engine.git.merging import Conflict, merge3
from guillemet.engine.git.trees import LINK, TreeFile
from guillemet.engine.review import CommitLine, Kind, Need
from guillemet.engine.staging import Direction, HeadEffect, IndexEffect, Ledger, Pending, Signed, Snapshot, Step
from guillemet.engine.workspace import ending
from guillemet.engine.workspace.desk import Desk
from guillemet.engine.workspace.journal import Plan

_CLASH = (
    "changed in HEAD meanwhile in the same lines, will not be committed; take the acceptance back, or commit with git"
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


def listed(desk: Desk, snapshot: Snapshot, *, trust: bool = False) -> tuple[Listed, ...]:
    """Return the signed files that a commit concerns, in the order they were signed."""
    heads = index.head_entries(desk.repository, tuple(snapshot.signed))
    every = (_listed(desk, one, heads[one.path], trust=trust) for one in snapshot.signed.values())
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


def staging_effects(desk: Desk, signed: Iterable[Signed], *, trust: bool = False) -> tuple[IndexEffect, ...]:
    """Return what staging these files changes in the index.

    Left out are ignored files that git does not track, files whose same lines HEAD changed meanwhile and, without
    trust, files that need a filter of the repository.
    """
    effects = []
    chosen = tuple(signed)
    heads = index.head_entries(desk.repository, [one.path for one in chosen])
    for one in chosen:
        held = index.entry(desk.repository, one.path)
        try:
            wanted = _joined(desk, one, heads[one.path], _wanted(desk, one, trust=trust))
        except FileError:
            continue  # the list of what will be committed says why
        if isinstance(wanted, Conflict) or (wanted is None and held is None):
            continue
        if held is None and desk.repository.is_ignored(one.path):
            continue
        if not trust and needs.filters(desk.repository, (one.path,)):
            continue
        if held != wanted:
            effects.append(IndexEffect(one.path, held, wanted))
    return tuple(effects)


def plan_staging(desk: Desk, ledger: Ledger, paths: Iterable[str] | None, *, trust: bool) -> Plan:
    """Plan to stage these signed files, or all; raises what `commit` raises about the repository's programs."""
    chosen = ledger.now.signed if paths is None else {p: s for p, s in ledger.now.signed.items() if p in set(paths)}
    filters = needs.filters(desk.repository, tuple(chosen))
    _check_needs(desk.repository.root, frozenset({Need.FILTERS} if filters else ()), filters, trust=trust)
    effects = staging_effects(desk, chosen.values(), trust=trust)
    count = len(effects)
    title = f"Stage {effects[0].path}" if count == 1 else f"Stage {count} files"
    staged = [replace(chosen[effect.path], staging=_first(chosen[effect.path], effect)) for effect in effects]
    return Plan(Step(title, index=effects), ledger.now.with_signed(staged))


def commit(
    desk: Desk, ledger: Ledger, message: str, *, author: tuple[str, str] | None, trust: bool
) -> tuple[str, tuple[CommitLine, ...]]:
    """Commit what is listed; return the commit's hex id and that list. Nothing is half done when it raises.

    Raises RepositoryError when nothing is listed or no message given, NoIdentityError, IndexLockedError, MovedError,
    UntrustedRepositoryError when the repository's own programs would run and `trust` is not given, and
    CommitRefusedError when they say no or git is missing.
    """
    found = listed(desk, ledger.now, trust=trust)
    files = [one for one in found if not one.is_left_out]
    if not files:
        raise RepositoryError("There is nothing to commit. Accept a file first.")
    if not message.strip():
        raise RepositoryError("A commit needs a message. Say in a line what changes and why.")
    identity = author or desk.repository.identity()
    contents = {one.signed.path: one.wanted for one in files}
    needed, details = needs.commit_needs(desk.repository, tuple(contents))
    _check_needs(desk.repository.root, needed, details, trust=trust)
    head = desk.repository.head()
    effects = tuple(IndexEffect(one.signed.path, one.staged, one.wanted) for one in files if _is_ours(one))
    step = Step(title=title_of(message), index=effects, head=HeadEffect(head.commit, "", head.branch))
    after = ending.committed(desk, ledger.now, contents)
    ledger = _begin(desk, ledger, step, after)
    try:
        oid = _make(desk, message, contents, effects, identity=identity, by_git=bool(needed))
        effects = _as_committed(desk, effects) if needed else effects
    except BaseException:
        desk.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
        raise
    kept = desk.area.keep(replace(step, index=effects, head=HeadEffect(head.commit, oid, head.branch)), ledger.now_tree)
    desk.area.store(ledger, after, undo=(*ledger.undo, kept), redo=())
    return oid, lines(found)


def title_of(message: str) -> str:
    """Return how undo names the commit of this message."""
    first = message.strip().splitlines()[0] if message.strip() else ""
    return f"Commit “{first[:50]}”"


def _listed(desk: Desk, one: Signed, head: TreeFile | None, *, trust: bool) -> Listed | None:
    staged = index.entry(desk.repository, one.path)
    try:
        accepted = _wanted(desk, one, trust=trust)
    except FileError as error:
        return Listed(one, head, one.written, staged, note=f"will not be committed: {error}", is_left_out=True)
    wanted = _joined(desk, one, head, accepted)
    present = desk.present_or_other(one.path)
    is_over = wanted == head or (present is None and one.written is not None)
    # Who committed the file as it lies there has gone on from what was accepted.
    if is_over or (isinstance(wanted, Conflict) and _is_stored_as(desk, one.path, head)):
        return None
    if isinstance(wanted, Conflict):
        return Listed(one, head, accepted, staged, note=_CLASH, is_left_out=True)
    line = Listed(one, head, wanted, staged)
    if staged is None and head is None and desk.repository.is_ignored(one.path):
        return replace(line, note="ignored, will not be committed", is_left_out=True)
    if wanted != accepted:
        return replace(line, note="changed in HEAD meanwhile; both changes are committed")
    return replace(line, note=_note(one.written, present) or _earlier(desk, one))


def _earlier(desk: Desk, one: Signed) -> str:
    """Return that the file held edits of the user's own when it was accepted: committing it commits them."""
    under = one.under.written if one.under else one.head
    if under is None or one.before is None or one.written is None:
        return ""
    if one.before.oid == under.oid or (one.under is None and _stored_oid(desk, one.path, one.before) == under.oid):
        return _earlier(desk, one.under) if one.under else ""
    return "your changes from before are committed, too"


def _stored_oid(desk: Desk, path: str, file: TreeFile) -> str:
    """Return the id git would store this file of the worktree under."""
    try:
        return desk.repository.blob_id(commits.clean(desk.repository, path, desk.content(file)))
    except FileError:
        return file.oid


def _note(written: TreeFile | None, present: TreeFile | None) -> str:
    """Return what of a file on disk is not committed; empty when it lies there as it was accepted."""
    if written is not None and present is not None and present.oid != written.oid:
        return "edited since; the accepted text is committed, your edit stays in the file"
    if written is None and present is not None:
        return "a new file lies there; the deletion is committed, the file stays"
    return ""


def _wanted(desk: Desk, one: Signed, *, trust: bool) -> TreeFile | None:
    if one.written is None:
        return None
    if one.written.mode == LINK:
        return one.written
    if trust and needs.filters(desk.repository, (one.path,)):
        return TreeFile(
            program.hash_through_git(desk.repository, one.path, desk.content(one.written)), one.written.mode
        )
    data = desk.content(one.written)
    stored = commits.clean(desk.repository, one.path, data)
    return one.written if stored == data else TreeFile(desk.repository.write_blob(stored), one.written.mode)


def _joined(desk: Desk, one: Signed, head: TreeFile | None, wanted: TreeFile | None) -> TreeFile | Conflict | None:
    """Return what to commit of a file: with what HEAD got of it since it was accepted, which is not taken back."""
    if _oid(one.head) == _oid(head) or head == wanted:
        return wanted
    if not (one.head and head and wanted) or LINK in (head.mode, wanted.mode):
        return Conflict()
    merged = merge3(desk.repository, *map(desk.content, (one.head, head, wanted)))
    if isinstance(merged, Conflict):
        return merged
    return TreeFile(desk.repository.write_blob(merged.data), wanted.mode)


def _oid(file: TreeFile | None) -> str:
    return file.oid if file else ""


def _is_stored_as(desk: Desk, path: str, head: TreeFile | None) -> bool:
    """Whether what lies at the path is what HEAD holds."""
    try:
        data = desk.worktree.read_state(path).data
        stored = None if data is None else desk.repository.blob_id(commits.clean(desk.repository, path, data))
        return stored == (head.oid if head else None)
    except FileError:
        return False


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
        is_staged=one.staged == one.wanted,
        moved_from=one.signed.moved_from,
        note=one.note,
        is_left_out=one.is_left_out,
    )


def _check_needs(root: Path, needed: frozenset[Need], details: tuple[str, ...], *, trust: bool) -> None:
    if not needed:
        return
    what = ", ".join(details)
    if program.find_git(root) is None:
        message = f"Committing here runs {what}, which needs the git program. Install git, then commit again."
        raise CommitRefusedError(message)
    if not trust:
        message = f"Committing here runs programs of this repository: {what}. Look at them, then allow them."
        raise UntrustedRepositoryError(message)


def _begin(desk: Desk, ledger: Ledger, step: Step, after: Snapshot) -> Ledger:
    pending = Pending(Direction.DOING, desk.area.keep(step, desk.area.write(after)))
    return desk.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo, pending=pending)


def _make(
    desk: Desk,
    message: str,
    contents: Mapping[str, TreeFile | None],
    effects: tuple[IndexEffect, ...],
    *,
    identity: tuple[str, str],
    by_git: bool,
) -> str:
    """Put the index first, so that a lock on it is met before there is a commit; put it back when there is none."""
    if effects:
        index.put(desk.repository, {effect.path: effect.after for effect in effects})
    try:
        if by_git:
            return program.commit_through_git(desk.repository, message, contents, author=identity)
        return commits.commit_paths(desk.repository, message, contents, author=identity)
    except BaseException:
        if effects:
            index.put(desk.repository, {effect.path: effect.before for effect in effects})
        raise


def _as_committed(desk: Desk, effects: tuple[IndexEffect, ...]) -> tuple[IndexEffect, ...]:
    """Let the index follow what a hook made of the files before they were committed."""
    committed = index.head_entries(desk.repository, tuple(effect.path for effect in effects))
    changed = {e.path: committed[e.path] for e in effects if committed[e.path] != e.after}
    if changed:
        index.put(desk.repository, changed)
    return tuple(replace(effect, after=committed[effect.path]) for effect in effects)


def _is_ours(one: Listed) -> bool:
    """Whether the index entry may follow the commit: not when the user staged something else after we did."""
    return one.signed.staging is None or one.staged in (one.signed.staging.after, one.head)


def _first(one: Signed, effect: IndexEffect) -> IndexEffect:
    """Return the effect as taking back needs it: from before the first staging to now."""
    return IndexEffect(one.path, one.staging.before, effect.after) if one.staging else effect
