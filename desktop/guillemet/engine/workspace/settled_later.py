"""Failed blocks that a later reply settles: it corrects them, or holds them again."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from guillemet.engine.applying.diagnosis import makes_change_of
from guillemet.engine.outcomes import Flag, Outcome, Reason, Status
from guillemet.engine.staging.snapshot import TakenReply

_LOST = (Reason.NO_PATH, Reason.AMBIGUOUS_PATH, Reason.FILE_NOT_FOUND, Reason.UNSAFE_PATH)
_SETTLED_LATER = "A later reply makes the same change."
_REPEATED_LATER = "A later reply holds the same block, which waits there."


def outcomes_of(replies: Sequence[TakenReply]) -> tuple[Outcome, ...]:
    """Return what became of the blocks of all replies.

    One that failed is settled by a later reply that corrects it, or that holds the same block, as one taken twice does.
    """
    placed: defaultdict[str, list[Outcome]] = defaultdict(list)
    """By path, of later replies than the one at hand."""
    failed: defaultdict[str, list[Outcome]] = defaultdict(list)
    found: list[Outcome] = []
    for reply in reversed(replies):
        found += (_settled_by(placed, failed, one) for one in reversed(reply.outcomes))
        for one in reply.outcomes:
            (placed if one.is_success else failed)[one.path].append(one)
    return tuple(reversed(found))


def _settled_by(
    placed: Mapping[str, Sequence[Outcome]], failed: Mapping[str, Sequence[Outcome]], outcome: Outcome
) -> Outcome:
    if outcome.is_settled:
        return outcome
    written = outcome.block.written
    if written and any(one.block.written == written for one in failed.get(outcome.path, ())):
        reason = Reason.REPEATED_LATER
        return replace(outcome, status=Status.SKIPPED, reason=reason, message=_REPEATED_LATER, nearest=())
    # A block that named no file there is may be meant for any; the same change of two files that there are is two.
    is_lost = outcome.reason in _LOST or not outcome.path
    later, near = (chain(*placed.values()), ()) if is_lost else (placed.get(outcome.path, ()), outcome.nearest)
    # One that the user put into another file, where it fails too, can be settled where it was meant for as well.
    named = placed.get(outcome.block.path, ()) if Flag.FILE_BY_HAND in outcome.flags else ()
    if not (
        any(makes_change_of(one.block, outcome.block, near, is_same_file=not is_lost) for one in later)
        or any(makes_change_of(one.block, outcome.block, ()) for one in named)
    ):
        return outcome
    return replace(outcome, status=Status.SKIPPED, reason=Reason.SETTLED_LATER, message=_SETTLED_LATER, nearest=())
