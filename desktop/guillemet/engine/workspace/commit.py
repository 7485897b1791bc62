"""Staging and committing what was accepted: exactly those paths, the user's other staged changes left as they are."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.errors import CommitRefusedError, FileError, RepositoryError, UntrustedRepositoryError
from guillemet.engine.git import branches, commit_requirements, commits, index
from guillemet.engine.git.git_command import UNWATCHED, RunMonitor, find_git
from guillemet.engine.git.merge import Conflict
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import TreeFile
from guillemet.engine.review import CommitLine, Decision, Kind, Part, Refusal
from guillemet.engine.staging import (
    AcceptedFile,
    Direction,
    HeadEffect,
    IndexEffect,
    Ledger,
    Pending,
    ProposalEntry,
    Snapshot,
    StagingStep,
)
from guillemet.engine.staging.snapshot import ProposalChange
from guillemet.engine.staging.steps import IndexSides
from guillemet.engine.workspace import proposal_end
from guillemet.engine.workspace.commit_hunks import CommitHunks
from guillemet.engine.workspace.commit_selection import Listed, Selector, lines, listed, sides_identity
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.execute_step import follow_index, on_new_branch
from guillemet.engine.workspace.file_views import recounted
from guillemet.engine.workspace.step_log import Plan, counting_title

_BESIDE_OWN = (
    "Your own uncommitted lines lie in or next to what is left out, and could not be told from it later. Leave out "
    "the whole file, or commit your own lines first."
)


def staging_effects(
    context: WorkspaceContext, snapshot: Snapshot, paths: Iterable[str], *, trust: bool = False
) -> tuple[IndexEffect, ...]:
    """Return what staging these signed files changes in the index.

    Left out are ignored files that git does not track, files whose accepted lines cannot be told from others and,
    without trust, files that need a filter of the repository.
    """
    effects = []
    paths = tuple(paths)
    selector = Selector.of(context, snapshot, paths, trust=trust)
    for one in (snapshot.signed[path] for path in paths):
        held = index.entry(context.repository, one.path)
        try:
            wanted = selector.selected(one).wanted
        except FileError:
            continue  # the list of what will be committed says why
        if isinstance(wanted, Conflict):
            continue
        if context.repository.is_ignored(one.path):
            continue
        if not trust and commit_requirements.filters(context.repository, (one.path,)):
            continue
        if not index.is_same(held, wanted):
            effects.append(IndexEffect(one.path, held, wanted))
    return tuple(effects)


def plan_staging(context: WorkspaceContext, ledger: Ledger, paths: Iterable[str] | None, *, trust: bool) -> Plan:
    """Plan to stage these signed files, or all; raises what `commit` raises about the repository's programs."""
    chosen = ledger.now.signed if paths is None else {p: s for p, s in ledger.now.signed.items() if p in set(paths)}
    filters = commit_requirements.filters(context.repository, tuple(chosen))
    _check_needs(context.repository, filters, trust=trust)
    left_out = {one.signed.path for one in listed(context, ledger.now, trust=trust) if one.is_left_out}
    effects = staging_effects(context, ledger.now, [path for path in chosen if path not in left_out], trust=trust)
    title = counting_title("Stage", [effect.path for effect in effects])
    staged = [replace(chosen[effect.path], staging=_sides(chosen[effect.path], effect)) for effect in effects]
    return Plan(StagingStep(title, index=effects), ledger.now.with_signed(staged))


def plan_own_lines(ledger: Ledger, paths: Collection[str], *, included: bool) -> Plan:
    """Plan to commit these accepted files as they lie on the disk, or only what was accepted of them."""
    signed = ledger.now.signed
    chosen = [signed[path] for path in dict.fromkeys(paths) if path in signed]
    changed = [replace(one, with_own=included) for one in chosen if one.with_own is not included]
    verb = "Include your own lines of" if included else "Leave out your own lines of"
    step = StagingStep(counting_title(verb, [one.path for one in changed]))
    return Plan(step, ledger.now.with_signed(changed), _not_accepted(ledger, paths))


def plan_inclusion(ledger: Ledger, paths: Collection[str], *, included: bool) -> Plan:
    """Plan to commit these accepted files with the others, or to leave them out until that is taken back."""
    signed = ledger.now.signed
    chosen = [signed[path] for path in dict.fromkeys(paths) if path in signed]
    changed = [
        replace(one, is_left_out=not included, left_out=())
        for one in chosen
        if one.is_left_out is included or one.left_out
    ]
    what = counting_title("Include" if included else "Leave", [one.path for one in changed])
    title = f"{what} {'in' if included else 'out of'} the commit"
    return Plan(StagingStep(title), ledger.now.with_signed(changed), _not_accepted(ledger, paths))


def plan_hunks(context: WorkspaceContext, ledger: Ledger, path: str, part: Part, *, included: bool) -> Plan:
    """Plan to commit the hunks of a file that a part touches, or to leave them out until that is taken back.

    The part is one of the texts of `patch.commit_texts`.
    """
    one = ledger.now.signed.get(path)
    if one is None:
        return Plan(StagingStep(""), ledger.now, _not_accepted(ledger, (path,)))
    selector = Selector.of(context, ledger.now, (path,), trust=False)
    found = selector.selected(one)
    hunks = selector.hunks(one, found)
    if isinstance(hunks, str):
        return _refused(ledger, path, hunks)
    if isinstance(found.whole, Conflict) or part.of != sides_identity(selector.heads[path], found.whole):
        return _refused(ledger, path, "The file changed meanwhile. Look at it again, then choose.")
    numbers = hunks.touched(part)
    before = hunks.all if one.is_left_out else hunks.found(one.left_out)
    left_out = before - numbers if included else before | numbers
    if left_out == before:
        return Plan(StagingStep(""), ledger.now)
    changed = replace(one, is_left_out=left_out == hunks.all, left_out=())
    if left_out != hunks.all:
        changed = replace(changed, left_out=hunks.names_of(left_out))
    if changed.left_out and selector.rest(changed, selector.selected(changed)) is None:
        return _refused(ledger, path, _BESIDE_OWN)
    chosen = sorted(before ^ left_out)
    which = f"hunk {chosen[0]}" if len(chosen) == 1 else f"{len(chosen)} hunks"
    title = f"{'Include' if included else 'Leave'} {which} of {path} {'in' if included else 'out of'} the commit"
    return Plan(StagingStep(title), ledger.now.with_signed([changed]))


def _refused(ledger: Ledger, path: str, why: str) -> Plan:
    return Plan(StagingStep(""), ledger.now, (Refusal(path, f"{path} stays as it is in the commit. {why}"),))


def _not_accepted(ledger: Ledger, paths: Iterable[str]) -> tuple[Refusal, ...]:
    return tuple(
        Refusal(path, f"{path} is not accepted. Accept it first.") for path in paths if path not in ledger.now.signed
    )


class CommitOptions(Struct, frozen=True):
    """How a commit is made."""

    author: tuple[str, str] | None = None
    """Name and address; the repository's configuration tells when None."""
    amend: bool | str = False
    """Whether it is put into the last commit, or the hex id that this must have; nothing need be listed then."""
    branch: str = ""
    """The new branch to commit to; empty for the current one."""
    only: frozenset[str] | None = None
    """The only files, by path, that are committed of what is listed; None for all."""


def commit(
    context: WorkspaceContext,
    ledger: Ledger,
    message: str,
    options: CommitOptions,
    *,
    trust: bool,
    monitor: RunMonitor = UNWATCHED,
) -> tuple[str, tuple[CommitLine, ...]]:
    """Commit what is listed; return the commit's hex id and that list. Nothing is half done when it raises.

    `monitor` watches the hooks, and may stop them.

    Raises RepositoryError when nothing is listed or no message given, NoIdentityError, IndexLockedError, MovedError,
    UntrustedRepositoryError when the repository's own programs would run and `trust` is not given, and
    CommitRefusedError when they say no, or git is missing; StoppedError when the user stops them.
    """
    amend, branch = bool(options.amend), options.branch
    found = _chosen(listed(context, ledger.now, trust=trust), options.only)
    files = [one for one in found if not one.is_left_out]
    _check_listed(context, found, message, options)
    identity = options.author or context.repository.identity()
    contents = {one.signed.path: one.wanted for one in files}
    needed, details = commit_requirements.commit_needs(context.repository, tuple(contents), amend=amend)
    by_branch = branches.creating_programs(context.repository) if branch else ()
    _check_needs(context.repository, tuple(dict.fromkeys((*details, *by_branch))), trust=trust)
    effect = _head_effect(context.repository, branch)
    effects = tuple(IndexEffect(one.signed.path, one.staged, one.wanted) for one in files)
    title = title_of(message, amend=amend)
    step = StagingStep(title=title, index=effects, head=effect)
    rests = _rests(context, ledger.now, files, trust=trust)
    left = [entry for rest in rests if (entry := _left_of(context, ledger.now, rest))]
    open_paths = {entry.path for entry in left if entry.decision is Decision.UNDECIDED}
    rests = [replace(rest, is_part=rest.path in open_paths) for rest in rests]
    after = proposal_end.committed(context, ledger.now, contents, left).with_signed(rests)
    ledger = _begin(context, ledger, step, after)
    try:
        make = (
            partial(commits.commit_through_git, author=identity, amend=amend, monitor=monitor)
            if needed
            else partial(commits.commit_paths, author=identity, amend=amend)
        )
        with on_new_branch(context.repository, effect, partial(branches.create, trust=trust)):
            oid = _make(context, message, contents, effects, make)
    except BaseException:
        context.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo)
        raise
    made = lines(found)
    if needed:  # where that fails the commit is made: the step stays pending, and is settled with the next look
        since = effect.before if amend else ""
        effects = as_committed(context, effects, oid, since=since)
        made = _with_hooks(context, made, contents, oid, since=since)
    kept = context.area.keep(replace(step, index=effects, head=replace(effect, after=oid)), ledger.now_tree)
    context.area.store(ledger, after, undo=(*ledger.undo, kept), redo=())
    return oid, made


def _rests(context: WorkspaceContext, now: Snapshot, files: Iterable[Listed], *, trust: bool) -> list[AcceptedFile]:
    """Return how what is left out of these files stays signed; raises RepositoryError where that cannot be told."""
    rests = []
    for one in (line.signed for line in files if line.left_out):
        selector = Selector.of(context, now, (one.path,), trust=trust)
        rest = selector.rest(one, selector.selected(one))
        if rest is None:
            raise RepositoryError(f"{one.path}: {_BESIDE_OWN}")
        rests.append(rest)
    return rests


def _left_of(context: WorkspaceContext, now: Snapshot, rest: AcceptedFile) -> ProposalEntry | None:
    """Return the entry of a file accepted, or in part, with all accepted hunks committed but those left out.

    None where what is left out could not be reset by itself: the user's own lines lie beside it, or git stores the file
    otherwise than it lies on the disk.
    """
    entry = now.entries.get(rest.path)
    if entry is None or entry.decision is Decision.REJECTED or rest.before is None or rest.written is None:
        return None
    is_open, parts = entry.decision is Decision.UNDECIDED, entry.part_decisions
    if is_open and entry.base != rest.written:
        return None
    if CommitHunks.between(context.content(rest.before), context.content(rest.written)).names != rest.left_out:
        return None
    is_as_proposed = is_open or entry.staged == rest.written
    # What the user had added before the file was accepted is no hunk of the proposal.
    lay = parts.base if is_as_proposed else now.signed[rest.path].before
    committed = (*parts.committed, (lay, rest.before))
    parts = replace(parts, base=rest.before, committed=committed, accepted=len(rest.left_out) if is_open else 0)
    if is_open:
        return replace(entry, parts=parts)
    if not is_as_proposed:
        rebase = ProposalChange(len(now.replies), entry.staged, rest.written, is_rebase=True)
        parts = replace(parts, changes=(*parts.changes, rebase))
    return recounted(context, now, replace(entry, base=rest.before, staged=rest.written, parts=parts))


def _chosen(found: tuple[Listed, ...], only: frozenset[str] | None) -> tuple[Listed, ...]:
    """Return what is listed with all left out but these files, and the former paths of those that are moved."""
    if only is None:
        return found
    kept = only | {one.moved_from for one in found if one.signed.path in only}
    return tuple(one if one.signed.path in kept else replace(one, is_left_out=True) for one in found)


def _check_listed(context: WorkspaceContext, found: tuple[Listed, ...], message: str, options: CommitOptions) -> None:
    """Raise RepositoryError when there is nothing to commit, or no message for it."""
    has_files = not all(one.is_left_out for one in found)
    if options.amend:
        _check_last_commit(context.repository, message, amend=options.amend, has_files=has_files)
    elif not has_files:
        raise _nothing_to_commit(found)
    if not message.strip():
        raise RepositoryError("A commit needs a message. Say in a line what changes and why.")


def _head_effect(repository: Repository, branch: str) -> HeadEffect:
    """Return what a commit, to a new branch if one is named, changes of HEAD; the commit is not known yet."""
    head = repository.head()
    if not branch:
        return HeadEffect(head.commit, "", head.branch)
    branches.check_new(repository, branch)
    return HeadEffect(head.commit, "", branch, previous=head.branch or head.commit)


def _nothing_to_commit(found: tuple[Listed, ...]) -> RepositoryError:
    if not found:
        return RepositoryError("There is nothing to commit. Accept a file first.")
    noted = next((f"{one.signed.path}: {one.note.rstrip('.')}." for one in found if one.note), "Include a file first.")
    return RepositoryError(f"There is nothing to commit: all that is listed is left out. {noted}")


def _check_last_commit(repository: Repository, message: str, *, amend: bool | str, has_files: bool) -> None:
    """Raise RepositoryError when there is no last commit, or not this one, nothing to amend, or others may have it."""
    commit = repository.head().commit
    if not commit:
        raise RepositoryError("There is no commit to amend yet. Commit instead.")
    if isinstance(amend, str) and amend != commit:
        raise RepositoryError(f"{amend[:7]} is no longer the last commit. Look at the one that is, then amend again.")
    if not has_files and message.strip() == commits.message(repository, commit).strip():
        raise RepositoryError("There is nothing to amend. Accept a file first, or write another message.")
    if commits.is_pushed(repository, commit):
        raise RepositoryError("The last commit was pushed, so it is not amended: others may have it. Commit instead.")


def as_committed(
    context: WorkspaceContext, effects: tuple[IndexEffect, ...], commit: str, *, since: str = ""
) -> tuple[IndexEffect, ...]:
    """Let the index follow what hooks made of the files, and of others, before they were committed.

    Entries the user staged otherwise are left alone.
    """
    committed = index.head_entries(context.repository, [effect.path for effect in effects])
    by_hook = _effects_by_hook(context, committed, commit, since=since)
    ours = [IndexEffect(effect.path, effect.after, committed[effect.path]) for effect in effects]
    follow_index(context, (*ours, *by_hook))
    return (*(replace(effect, after=committed[effect.path]) for effect in effects), *by_hook)


def _effects_by_hook(context: WorkspaceContext, ours: Collection[str], commit: str, *, since: str) -> list[IndexEffect]:
    """Return how the index follows what a commit changed besides our own paths, where the user staged nothing else."""
    repository = context.repository
    effects = []
    for path, (before, after) in commits.changes_of(repository, commit, since=since).items():
        if path in ours:
            continue
        held = index.entry(repository, path)
        if index.is_same(held, before) and not index.is_unresolved(repository, path):
            effects.append(IndexEffect(path, held, after))
    return effects


def title_of(message: str, *, amend: bool = False) -> str:
    """Return how undo names the commit of this message."""
    first = message.strip().splitlines()[0] if message.strip() else ""
    return f"{'Amend' if amend else 'Commit'} “{first[:50]}”"


def _check_needs(repository: Repository, details: tuple[str, ...], *, trust: bool) -> None:
    if not details:
        return
    what = ", ".join(details)
    if find_git(repository.root) is None:
        message = f"Committing here runs {what}, which needs the git program. Install git, then commit again."
        raise CommitRefusedError(message)
    if not trust:
        message = f"Committing here runs programs of this repository: {what}. Look at them, then allow them."
        raise UntrustedRepositoryError(message, key=commit_requirements.trust_key(repository))


def _begin(context: WorkspaceContext, ledger: Ledger, step: StagingStep, after: Snapshot) -> Ledger:
    pending = Pending(Direction.DOING, context.area.keep(step, context.area.write(after)))
    return context.area.store(ledger, ledger.now, undo=ledger.undo, redo=ledger.redo, pending=pending)


def _make(
    context: WorkspaceContext,
    message: str,
    contents: Mapping[str, TreeFile | None],
    effects: tuple[IndexEffect, ...],
    make: Callable[[Repository, str, Mapping[str, TreeFile | None]], str],
) -> str:
    """Put the index first, so that a lock on it is met before there is a commit; put it back when there is none."""
    if effects:
        index.put(context.repository, {effect.path: effect.after for effect in effects})
    try:
        return make(context.repository, message, contents)
    except BaseException:
        if effects:
            index.put(context.repository, {effect.path: effect.before for effect in effects})
        raise


def _with_hooks(
    context: WorkspaceContext,
    listed_lines: tuple[CommitLine, ...],
    contents: Mapping[str, TreeFile | None],
    commit: str,
    *,
    since: str,
) -> tuple[CommitLine, ...]:
    """Return these lines of a commit, with what its hooks changed of them, and put into it besides, marked."""
    changes = commits.changes_of(context.repository, commit, since=since)
    committed = index.head_entries(context.repository, list(contents))
    # What a filter makes of a file is no change of a hook.
    changed = {
        path
        for path, wanted in contents.items()
        if not index.is_same(committed[path], wanted) and not commit_requirements.filters(context.repository, (path,))
    }
    kinds = {
        path: Kind.ADDED if before is None else Kind.DELETED if after is None else Kind.CHANGED
        for path, (before, after) in changes.items()
        if path not in contents
    }
    return (
        *(
            replace(line, note="changed by a hook", is_by_hook=True) if line.path in changed else line
            for line in listed_lines
        ),
        *(CommitLine(path, kind, is_staged=True, note="by a hook", is_by_hook=True) for path, kind in kinds.items()),
    )


def _sides(one: AcceptedFile, effect: IndexEffect) -> IndexSides:
    """Return the effect as taking back needs it: from before the first staging to now."""
    return replace(effect.sides, before=one.staging.before) if one.staging else effect.sides
