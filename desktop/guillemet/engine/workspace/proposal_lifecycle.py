"""When a proposal ends: with the step after which nothing of it is open, or with the next reply once it was committed.

What a commit takes leaves the proposal; a block that has no place yet and a suggested command that was not run stay.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Decision
from guillemet.engine.staging import Snapshot
from guillemet.engine.staging.replies import TakenReply
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.line_mapping import as_shown
from guillemet.engine.workspace.rebuild import record_of, replies_of


def committed(context: WorkspaceContext, now: Snapshot, paths: Collection[str]) -> Snapshot:
    """Return what a commit of these signed files leaves: the files not decided, and what else is open."""
    taken = now.paths_of(Decision.ACCEPTED).intersection(paths)
    replies = settled(replies_of(context, now.replies), taken)
    left = replace(
        now.without_signed(paths),
        entries={path: entry for path, entry in now.entries.items() if path not in taken},
        replies=tuple(record_of(context, one) for one in replies) if taken else now.replies,
        has_commit=now.has_commit or bool(taken),
    )
    is_open = not left.is_decided or _has_rest(left, replies_of(context, left.replies))
    return left if is_open else without_proposal(left)


def ended(context: WorkspaceContext, now: Snapshot) -> Snapshot:
    """Return the snapshot without its proposal when that was committed and nothing of it is open any more."""
    if not now.has_commit or any(entry.decision is not Decision.REJECTED for entry in now.entries.values()):
        return now
    return now if _has_rest(now, replies_of(context, now.replies)) else without_proposal(now)


def is_over(context: WorkspaceContext, now: Snapshot) -> bool:
    """Whether the next reply begins a proposal of its own.

    It does when every file is decided, whatever else is open; without files, when every suggested operation is done.
    """
    if now.entries or now.has_commit:
        return now.is_decided
    return not _has_suggestion(now, replies_of(context, now.replies))


def without_proposal(now: Snapshot) -> Snapshot:
    """Return the snapshot with nothing proposed; what was signed stays for the commit."""
    return Snapshot(signed=now.signed)


def settled(replies: Sequence[TakenReply], taken: Collection[str]) -> list[TakenReply]:
    """Return the replies with what became of the blocks of these files fixed: they are not applied once more.

    All lines of these files are from now on those of the file as it was proposed, which now lies there.
    """
    shown = iter(as_shown(tuple(outcome for reply in replies for outcome in reply.outcomes)))
    fixed_replies = []
    for reply in replies:
        pairs = [(one, next(shown)) for one in reply.outcomes]
        outcomes = tuple(replace(seen, change=None) if one.path in taken else one for one, seen in pairs)
        fixed = {at for at, one in enumerate(outcomes) if one.is_success and one.path in taken}
        fixed_replies.append(replace(reply, outcomes=outcomes, settled=reply.settled | fixed))
    return fixed_replies


def _has_rest(now: Snapshot, replies: Sequence[TakenReply]) -> bool:
    """Whether a block has no place yet, or a suggested command was not run."""
    return _has_suggestion(now, replies) or any(_is_open(now, one) for reply in replies for one in reply.outcomes)


def _is_open(now: Snapshot, outcome: Outcome) -> bool:
    if outcome.is_settled:
        return False
    # Who rejects a file wants none of its blocks.
    entry = now.entries.get(outcome.path)
    return entry is None or entry.decision is not Decision.REJECTED


def _has_suggestion(now: Snapshot, replies: Collection[TakenReply]) -> bool:
    return any(one.operation and one.text not in now.done for reply in replies for one in reply.suggestions)
