"""What ends a proposal, and what a commit leaves of it.

A proposal ends with the commit after which nothing of it is open or left out of commits, with the step that settles
what a commit left open, or with the next reply once that is so. A file that is committed leaves the proposal; a block
without a place and a suggested command that was not run stay, and the next reply joins them.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Decision
from guillemet.engine.staging import ProposalEntry, Snapshot
from guillemet.engine.staging.snapshot import TakenReply
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.former_paths import moved_already
from guillemet.engine.workspace.proposal import changes_by_user, record_of, replies_of, settled
from guillemet.engine.workspace.settled_later import outcomes_of


def committed(
    context: WorkspaceContext, now: Snapshot, paths: Collection[str], kept: Collection[ProposalEntry] = ()
) -> Snapshot:
    """Return what a commit of these signed files leaves: the files not decided, and what else is open.

    `kept` are the entries of files of which it leaves hunks out; these stay in the proposal as accepted, or in part.
    """
    taken = now.paths_of(Decision.ACCEPTED).intersection(paths) - {entry.path for entry in kept}
    moved = {path for path in moved_already(now) if now.entries[path].moved_from in taken}
    now = now.with_parts_committed(paths)
    replies = replies_of(context, now.replies)
    own = changes_by_user(context, replies, now.entries.values())
    replies = settled(now, replies, taken, own, moved=moved)
    now = now.with_edits_of(now.entries[path] for path in now.entries if path in taken)
    now = now.with_entries(replace(now.entries[path], moved_from="") for path in moved).with_entries(kept)
    left = replace(
        now.without_signed(paths),
        entries={path: entry for path, entry in now.entries.items() if path not in taken},
        replies=tuple(record_of(context, one) for one in replies) if taken else now.replies,
        has_commit=now.has_commit or bool(taken or kept),
    )
    is_open = bool(kept) or _has_left_out(left) or not left.is_decided
    is_open = is_open or _has_rest(left, replies_of(context, left.replies))
    return left if is_open else without_proposal(left)


def committed_elsewhere(now: Snapshot, paths: Collection[str]) -> str:
    """Return that another program committed these signed files, which leave the proposal with that."""
    former = {now.signed[path].moved_from for path in paths}
    files = [path for path in paths if path not in former]
    what = f"{files[0]} was" if len(files) == 1 else f"{len(files):,} accepted files were"
    return f"{what} committed by another program: nothing of that is left to review."


def ended(context: WorkspaceContext, now: Snapshot) -> Snapshot:
    """Return the snapshot without its proposal when that was committed and nothing of it is open any more."""
    if not now.has_commit or any(entry.decision is not Decision.REJECTED for entry in now.entries.values()):
        return now
    return now if _has_rest(now, replies_of(context, now.replies)) else without_proposal(now)


def before_next_reply(context: WorkspaceContext, now: Snapshot) -> Snapshot:
    """Return the snapshot without its proposal where the next reply begins one of its own.

    It does where nothing of it is open, nor left out of commits. Failed blocks of a proposal that never had a file are
    not open: the next reply is most likely written in their stead.
    """
    replies = replies_of(context, now.replies)
    is_open = _has_rest(now, replies) if now.entries or now.has_commit else _has_suggestion(now, replies)
    return now if is_open or _has_left_out(now) or not now.is_decided else without_proposal(now)


def without_proposal(now: Snapshot) -> Snapshot:
    """Return the snapshot with nothing proposed; what was signed stays for the commit, and whose lines it has."""
    return Snapshot(signed=now.signed, edited=now.with_edits_of(now.entries.values()).edited)


def _has_left_out(now: Snapshot) -> bool:
    """Whether the user leaves accepted files of the proposal, or hunks of them, out of commits."""
    return any(now.signed[path].has_left_out for path in now.entries if path in now.signed)


def _has_rest(now: Snapshot, replies: Sequence[TakenReply]) -> bool:
    """Whether a block has no place yet, or a suggested command was not run."""
    return _has_suggestion(now, replies) or any(_is_open(now, one) for one in outcomes_of(replies))


def _is_open(now: Snapshot, outcome: Outcome) -> bool:
    if outcome.is_settled:
        return False
    # Who rejects a file wants none of its blocks.
    entry = now.entries.get(outcome.path)
    return entry is None or entry.decision is not Decision.REJECTED


def _has_suggestion(now: Snapshot, replies: Collection[TakenReply]) -> bool:
    over = now.done | now.dismissed
    return any(one.operation and one.text not in over for reply in replies for one in reply.suggestions)
