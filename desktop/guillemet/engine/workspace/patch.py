"""What is proposed, and what will be committed, as unified diffs that `git apply` accepts, and of one file as texts."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from guillemet.engine.diff.unified import PatchEntry
from guillemet.engine.diff.unified import unified as patch
from guillemet.engine.errors import RepositoryError
from guillemet.engine.git.trees import TreeFile
from guillemet.engine.review import Decision, FileTexts
from guillemet.engine.staging import FileEffect, Ledger, ProposalEntry, StagingStep
from guillemet.engine.workspace import commit_selection
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.execute_step import resolve
from guillemet.engine.workspace.file_views import mode_words, with_sides


def proposal_patch(context: WorkspaceContext, ledger: Ledger, chosen: Collection[str]) -> bytes:
    """Return what accepting these files, or all that is undecided, would do to them as they are now.

    A file that changed since is merged as accepting would; of one in conflict the proposal stands against its base.
    """
    entries, sources = ledger.now.entries, ledger.now.sources
    unknown = set(chosen) - entries.keys()
    if unknown:
        message = f"{min(unknown)} is not part of the proposal. See what is with: guillemet review"
        raise RepositoryError(message)
    wanted = [
        entry
        for entry in entries.values()
        if entry.path not in sources and (entry.path in chosen if chosen else entry.decision is Decision.UNDECIDED)
    ]
    return b"".join(_patch(context, entry, entries.get(entry.moved_from)) for entry in wanted)


def commit_patch(context: WorkspaceContext, ledger: Ledger) -> bytes:
    """Return what the next commit changes."""
    listed = commit_selection.listed(context, ledger.now)
    return b"".join(
        patch(_side(context, one.signed.path, one.head), _side(context, one.signed.path, one.wanted))
        for one in listed
        if not one.is_left_out
    )


def commit_texts(
    context: WorkspaceContext, listed: Iterable[commit_selection.Listed], paths: Iterable[str]
) -> tuple[FileTexts, ...]:
    """Return what the next commit changes in these files, or would if the user had left out nothing of them."""
    found = {one.signed.path: one for one in listed}
    return tuple(_commit_texts(context, found, path) for path in paths)


def _commit_texts(context: WorkspaceContext, found: Mapping[str, commit_selection.Listed], path: str) -> FileTexts:
    one = found.get(path)
    if one is None:
        return FileTexts(path, "", "", note="Nothing of this file is left to be committed.")
    source = found.get(one.moved_from)
    before = source.head if source else one.head
    whole = one.whole if one.left_out else one.wanted
    texts = FileTexts(
        path,
        "",
        "",
        remarks=mode_words(before, whole),
        identity=commit_selection.sides_identity(before, whole),
        left_out=tuple(sorted(one.left_out)),
        is_left_out=one.is_left_out,
        whole_only=one.whole_only,
    )
    return with_sides(texts, *(context.content(side) if side else None for side in (before, whole)))


def _patch(context: WorkspaceContext, entry: ProposalEntry, source: ProposalEntry | None) -> bytes:
    effects = tuple(_as_accepted(context, entry, source))
    before, after = effects[-1], effects[0]
    return patch(_side(context, before.path, before.before), _side(context, after.path, after.after))


def _as_accepted(context: WorkspaceContext, entry: ProposalEntry, source: ProposalEntry | None) -> Iterator[FileEffect]:
    """Give what would become of the file, and of the place it is moved from."""
    partner = source.path if source else ""
    proposed = [FileEffect(entry.path, entry.base, entry.staged, partner)]
    if source:
        proposed.append(FileEffect(source.path, source.base, source.staged, entry.path))
    if entry.decision is not Decision.UNDECIDED:
        yield from proposed
        return
    resolved = resolve(context, StagingStep("", files=tuple(proposed)))
    yield from proposed if resolved.refusals else resolved.step.files


def _side(context: WorkspaceContext, path: str, file: TreeFile | None) -> PatchEntry:
    if file is None:
        return PatchEntry(path, None)
    return PatchEntry(path, context.content(file), file.mode)
