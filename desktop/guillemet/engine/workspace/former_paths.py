"""Files that were moved: which of them a block changed is told by the path that it has now.

Blocks name a file by the path that it had then:

    block 1 changes a.txt ── block 2 moves a.txt to b.txt ── block 3 makes another a.txt
    of b.txt                 of b.txt                        of a.txt
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from guillemet.engine.blocks import FileAction
from guillemet.engine.errors import FileError
from guillemet.engine.outcomes import Outcome, Status
from guillemet.engine.paths import guard_path
from guillemet.engine.review import Decision
from guillemet.engine.staging import ProposalEntry, Snapshot
from guillemet.engine.staging.snapshot import TakenReply
from guillemet.engine.workspace.context import WorkspaceContext


def moved_already(now: Snapshot) -> frozenset[str]:
    """Return the new paths of files whose move was accepted."""
    return frozenset(path for path, entry in now.entries.items() if now.is_moved_already(entry))


def moved_files(now: Snapshot, replies: Sequence[TakenReply]) -> list[dict[int, str]]:
    """Return by its index the path that the file of each block has now, of files whose move was decided."""
    paths = [path for path, entry in now.entries.items() if _is_move_decided(entry)]
    found: list[dict[int, str]] = [{} for _ in replies]
    for one in _followed_back(replies, paths):
        found[one.reply][one.at] = one.path
    return found


def can_move_first(context: WorkspaceContext, now: Snapshot, entry: ProposalEntry) -> bool:
    """Whether replies would find a file where it was before it is moved: then hunks of it can wait."""
    replies = [context.area.reply(record) for record in now.replies]
    return any(one.former == entry.moved_from for one in _followed_back(replies, [entry.path]))


def former_paths(replies: Sequence[TakenReply], path: str) -> tuple[str, ...]:
    """Return where the file that lies at a path was when these replies changed it, the last place first."""
    return tuple(dict.fromkeys(one.former for one in _followed_back(replies, [path])))


def first_path(now: Snapshot, entry: ProposalEntry) -> str:
    """Return where the replies find the file of an entry that waits for a decision."""
    if entry.part_decisions.source_path or not now.is_to_move(entry):
        return entry.part_decisions.source_path or entry.path
    source = now.entries.get(entry.moved_from)
    return first_path(now, source) if source else entry.moved_from


def is_applied_move(outcome: Outcome) -> bool:
    """Whether it moved a file."""
    return outcome.status is Status.APPLIED and outcome.action is FileAction.MOVE


def is_move_to(outcome: Outcome, paths: Collection[str]) -> bool:
    """Whether it moved a file to one of these paths."""
    return outcome.is_success and outcome.action is FileAction.MOVE and outcome.path in paths


def _is_move_decided(entry: ProposalEntry) -> bool:
    is_moved_whole = bool(entry.moved_from) and entry.decision is not Decision.UNDECIDED
    return is_moved_whole or bool(entry.part_decisions.source_path)


class _Followed(Struct, frozen=True):
    """A block of a file that is followed back."""

    reply: int
    at: int
    former: str
    """The path that the file had before the block."""
    path: str
    """The one that it has now."""


def _followed_back(replies: Sequence[TakenReply], paths: Iterable[str]) -> Iterator[_Followed]:
    """Yield the blocks of these files, the last one first."""
    lying = {path: path for path in paths}
    for which, reply in reversed(tuple(enumerate(replies))):
        for at, outcome in reversed(tuple(enumerate(reply.outcomes))):
            if outcome.path not in lying:
                continue
            path, former = lying[outcome.path], outcome.path
            if is_applied_move(outcome):
                del lying[former]
                former = outcome.block.path
                with suppress(FileError):
                    former = guard_path(former)
                lying[former] = path
            yield _Followed(which, at, former, path)
