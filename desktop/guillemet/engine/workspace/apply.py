"""Applying replies: blocks are applied to the files as proposed so far, else to the worktree's; nothing is written.

A choice of the user (another place, none) changes the result of one block, and so what later blocks find: all replies
of the proposal are then applied again, from the bases, with every choice made so far. More of a reply that is streamed
is appended: only its new blocks are applied. Where something happened since, all replies are applied again likewise.
The reply is known by the id that the caller chose, and its step by the reply's flow, so that the step grows too.
"""

import secrets
from collections.abc import Iterable
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.applying import ApplyOptions, ReadReply
from guillemet.engine.applying.options import Append, Choice, Dismiss, InFile, PlaceAt, ReplaceFile, SearchFor
from guillemet.engine.applying.outcome_factory import dismissed
from guillemet.engine.blocks import Block, BrokenBlock, EditBlock, FormatName, ReplyEvent
from guillemet.engine.diff.hunk_numbers import lines_of_block
from guillemet.engine.diff.lines import changed
from guillemet.engine.errors import RepositoryError
from guillemet.engine.outcomes import Flag, Outcome, Rung, Status
from guillemet.engine.paths import guard_path
from guillemet.engine.review import ADDS_REPLY, Decision, Review
from guillemet.engine.staging import Ledger, Snapshot, StagingStep
from guillemet.engine.staging.snapshot import TakenReply
from guillemet.engine.workspace import proposal, proposal_end
from guillemet.engine.workspace.context import WorkspaceContext
from guillemet.engine.workspace.line_mapping import OwnChanges, as_found, as_shown, as_shown_now
from guillemet.engine.workspace.proposal import ProposalBuilder, rebuilt, record_of, replies_of, shown_since
from guillemet.engine.workspace.step_log import Plan

_IN_ANOTHER_FILE = frozenset({Flag.OTHER_FILE, Flag.FOUND_BY_TEXT, Flag.FILE_BY_HAND})
"""Flags of a block that is in another file than it names."""


class ReplyState(Enum):
    """Where a reply is after more of it came."""

    PROPOSED = "proposed"
    UNDONE = "undone"
    """The user took it back; it grows where redo finds it, and nothing of it is proposed."""
    GONE = "gone"
    """The user took it back and went another way since: nothing brings it back."""


class StagedReply(Struct, frozen=True):
    """A reply applied to the staging area: its outcomes, and the plan that keeps them."""

    reply: TakenReply
    plan: Plan
    modified: tuple[str, ...] = ()
    """The paths whose proposal changed."""
    standing: ReplyState = ReplyState.PROPOSED
    builder: ProposalBuilder | None = None
    """By which more of the reply is appended."""


def take(context: WorkspaceContext, ledger: Ledger, reply: TakenReply) -> StagedReply:
    """Apply the blocks of a reply that are not settled; blobs alone are written.

    Only its text, options, choices, flow and how much of it is finished need be known.
    """
    named = replace(reply, id=reply.id or reply.flow or secrets.token_hex(8))
    builder = _begun(context, ledger, named)
    if outdated := _shown_outdated(context, ledger, builder.replies[-1]):
        shown = tuple((path, oid) for path, oid in named.options.shown if path not in outdated)
        builder = _begun(context, ledger, replace(named, options=replace(named.options, shown=shown)))
    taken = builder.replies[-1]
    if not taken.outcomes and not taken.suggestions:
        return StagedReply(taken, Plan(StagingStep(title=""), ledger.now))
    return _taken(builder)


def _begun(context: WorkspaceContext, ledger: Ledger, reply: TakenReply) -> ProposalBuilder:
    builder = ProposalBuilder(context, proposal_end.before_next_reply(context, ledger.now), reply)
    builder.add(reply, settled={at: reply.outcomes[at] for at in reply.settled})
    return builder


def _shown_outdated(context: WorkspaceContext, ledger: Ledger, taken: TakenReply) -> set[str]:
    """Return the files that a reply from elsewhere knows as they lie there, and not as a copied prompt showed them."""
    doubtful = _inexact(taken) & shown_since(context, taken).keys() if not taken.flow else set[str]()
    if not doubtful:
        return doubtful
    as_they_lie = replace(taken, options=replace(taken.options, shown=()))
    return doubtful - _inexact(_begun(context, ledger, as_they_lie).replies[-1])


def _inexact(reply: TakenReply) -> set[str]:
    """Return the files of which a block is not where its text stands letter by letter."""
    return {one.path for one in reply.outcomes if one.how is not Rung.EXACT}


def read_reply(context: WorkspaceContext, ledger: Ledger, reply: TakenReply) -> ReadReply:
    """Return what `take` would apply."""
    return ProposalBuilder(context, proposal_end.before_next_reply(context, ledger.now), reply).read(reply)


def grow(
    context: WorkspaceContext,
    ledger: Ledger,
    reply: TakenReply,
    *,
    options: ApplyOptions | None,
    builder: ProposalBuilder | None = None,
) -> StagedReply:
    """Take in a longer text of the reply of this id; it is read as before, or by options.

    Others may have come meanwhile. Files that are decided meanwhile stay as they are. A reply that was undone meanwhile
    stays undone, and grows there. `builder` is what the last text was taken in by.
    """
    if builder is not None and builder.may_extend(ledger.now, reply, options):
        builder.extend(reply.text, finished=reply.finished)
        return _taken(builder)
    if (grown := _grown(context, ledger.now, reply, options)) is not None:
        return grown
    for step in reversed(ledger.redo):
        kept = context.area.kept(step)
        grown = _grown(context, context.area.snapshot(kept.state), reply, options) if kept.step.flow else None
        if grown is not None and grown.reply.flow == kept.step.flow:
            return replace(grown, standing=ReplyState.UNDONE, modified=())
    if (put_away := _put_away(context, ledger, reply.id)) is not None:
        return take(context, ledger, _longer(put_away, reply, options))
    return StagedReply(TakenReply((), ()), Plan(StagingStep(title=""), ledger.now), standing=ReplyState.GONE)


def go_on(context: WorkspaceContext, ledger: Ledger, reply: TakenReply, *, options: ApplyOptions | None) -> StagedReply:
    """Take in what is missing of a reply of which the beginning may have been taken in.

    What was taken in is read as it was, or by options; a reply of which nothing was is taken in as it is given.
    """
    grown = grow(context, ledger, reply, options=options)
    return take(context, ledger, reply) if grown.standing is ReplyState.GONE else grown


def choose(
    context: WorkspaceContext,
    ledger: Ledger,
    number: int,
    choice: Choice | None,
    *,
    own: OwnChanges,
    of: Block | BrokenBlock | None = None,
) -> Plan:
    """Plan what the proposal becomes when the user decides on the block of this number, from 1, over all replies.

    A place is a line of the file as it is proposed now: of the one that the block is in, else of the one that it names.
    `own` is what the user changed of the proposal, and another program of the file.
    None takes an earlier choice back. Files that are decided stay as they are, and so do the outcomes of their blocks;
    but one that is in no file is dismissed all the same, and what it changes of an accepted file is proposed for that.
    """
    now = ledger.now
    replies = replies_of(context, now.replies)
    which, position = _block(replies, number)
    chosen = replies[which].outcomes[position]
    if of not in (None, chosen.block):
        raise RepositoryError(f"Block {number} is another one by now. Look at it again.")
    is_dismissed = isinstance(choice, Dismiss) and not chosen.is_success
    if isinstance(choice.place if isinstance(choice, InFile) else choice, SearchFor):
        _refuse_without_search(number, chosen)
    choice = _in_its_file(context, chosen, choice)
    title = _title(number, chosen, choice)
    decided = _decided_path(now, chosen, choice)
    if decided and is_dismissed:
        replies[which] = _dismissed(replies[which], position)
        records = (*now.replies[:which], record_of(context, replies[which]), *now.replies[which + 1 :])
        return Plan(StagingStep(title), proposal_end.ended(context, replace(now, replies=records)))
    if decided:
        now = _continued(context, now, chosen, decided)
    if position in replies[which].settled:
        raise RepositoryError(f"{chosen.path} was accepted with this block. Undo that, then choose the place.")
    outcomes = [outcome for reply in replies for outcome in reply.outcomes]
    replies[which] = _with_choice(replies[which], position, as_found(outcomes, number, choice, own))
    after = rebuilt(context, now, replies).build()
    if decided and decided not in proposal.open_entries(after):  # nothing else is proposed for it
        after = after.where(frozenset({decided}), otherwise=ledger.now)
    return Plan(StagingStep(title), proposal_end.ended(context, after))


def without_dropped(
    context: WorkspaceContext, now: Snapshot, path: str, texts: tuple[str, str, str], own: OwnChanges
) -> Snapshot:
    """Return the snapshot with those blocks dismissed of which a text of the user's leaves nothing in a file.

    The texts are what the user began from, what is proposed since, and the user's; all end their lines with LF. `own`
    is as in `choose`.
    """
    begun, proposed, text = texts
    came = {line for run in changed(begun, proposed) for line in range(run.new.start, run.new.stop)}
    gone = {line for run in changed(proposed, text) for line in range(run.old.start, run.old.stop)} & came
    replies = replies_of(context, now.replies)
    places = [(which, at) for which, reply in enumerate(replies) for at in range(len(reply.outcomes))]
    shown = as_shown(tuple(outcome for reply in replies for outcome in reply.outcomes), own)
    for (which, at), outcome in reversed([*zip(places, shown, strict=True)]):
        if outcome.path != path or outcome.status is not Status.APPLIED:
            continue
        lines = {line for start, stop in lines_of_block(outcome) for line in range(start, stop)}
        if lines and lines <= gone and at not in replies[which].settled:
            replies[which] = _with_choice(replies[which], at, Dismiss())
        gone -= lines  # an earlier block has these lines no more
    after = rebuilt(context, now, replies).build()
    return after if path in proposal.open_entries(after) else now


class SearchPreview(Struct, frozen=True):
    """What a block would come to if it searched for another text; nothing is changed yet."""

    number: int
    """The block's, among `Review.outcomes`, from 1."""
    text: str
    outcome: Outcome
    """Its lines, and those of its nearest places, are lines of the file as it is proposed now.

    The first of the nearest places says what stands where a block that is applied would go, and how alike that is.
    """


class SearchTrial:
    """One block with everything before it applied, so that one searched text after the other is tried for it."""

    def __init__(self, context: WorkspaceContext, now: Snapshot, number: int, own: OwnChanges) -> None:
        """Find the block of this number; `own` is as in `choose`."""
        replies = replies_of(context, now.replies)
        which, self._position = _block(replies, number)
        self._context, self._now, self._number = context, now, number
        chosen = replies[which].outcomes[self._position]
        _refuse_without_search(number, chosen)
        if not chosen.is_success:
            now = proposal.continued(context, now, chosen.path) or now
        self._outcomes = [outcome for reply in replies for outcome in reply.outcomes]
        self._own = own
        self._builder = rebuilt(context, now, replies, before=(which, self._position))

    def is_of(self, now: Snapshot, number: int) -> bool:
        """Whether this is the block of this number still, and the files before it are as they were."""
        return (self._number, self._now) == (number, now) and self._builder.is_current

    def preview(self, text: str) -> SearchPreview:
        """Return what `choose` would make of the block with this searched text."""
        choice = _in_its_file(self._context, self._outcomes[self._number - 1], SearchFor(text))
        tried = self._builder.tried(self._position, choice)
        shown = as_shown_now(self._outcomes, self._number, tried, self._own)
        return SearchPreview(self._number, text, shown)


def _continued(context: WorkspaceContext, now: Snapshot, chosen: Outcome, decided: str) -> Snapshot:
    """Return the snapshot in which a failed block of this decided file can be proposed, or raise RepositoryError."""
    is_its_own = decided == chosen.path and not chosen.is_success
    if not is_its_own or not (found := proposal.continued(context, now, decided)):
        raise RepositoryError(f"{decided} is decided already. Make it undecided again, then choose the place.")
    return found


def _refuse_without_search(number: int, chosen: Outcome) -> None:
    """Raise RepositoryError for a block that searches for no text."""
    block = chosen.block
    if not isinstance(block, EditBlock) or not any(map(str.strip, block.searched)):
        raise RepositoryError(f"Block {number} searches for no text. Choose a line or a file for it.")


def _in_its_file(context: WorkspaceContext, chosen: Outcome, choice: Choice | None) -> Choice | None:
    """Return the choice with the file it is about, where that is not the one that the block names; links followed."""
    if isinstance(choice, InFile):
        return replace(choice, path=context.worktree.real_path(guard_path(choice.path)))
    if isinstance(choice, PlaceAt | ReplaceFile | Append | SearchFor) and chosen.flags & _IN_ANOTHER_FILE:
        return InFile(chosen.path, choice)
    return choice


def _title(number: int, chosen: Outcome, choice: Choice | None) -> str:
    path = chosen.path or "no path"
    if isinstance(choice, InFile) and choice.path != chosen.path:
        return f"Put block {number} into {choice.path}"
    match choice.place if isinstance(choice, InFile) else choice:
        case Dismiss():
            title = f"Dismiss block {number}, {path}"
        case SearchFor():
            title = f"Search for another text for block {number}, {path}"
        case ReplaceFile():
            title = f"Make block {number} the whole file {path}"
        case Append():
            title = f"Append block {number} to {path}"
        case PlaceAt():
            title = f"Place block {number} in {path}"
        case _:
            what = "Undo the choice for" if choice is None else "Find the place of"
            title = f"{what} block {number}, {path}"
    return title


def _decided_path(now: Snapshot, chosen: Outcome, choice: Choice | None) -> str:
    """Return the file that is decided already of those that the choice would change; "" when there is none."""
    paths = [chosen.path]
    if isinstance(choice, InFile):
        # A block that failed is in no file yet.
        paths = [*paths, choice.path] if chosen.is_success else [choice.path]
    elif choice is None:
        # Without its choice, a block goes back to the file that it names.
        paths.append(chosen.block.path)
    entries = map(now.entries.get, paths)
    return next((one.path for one in entries if one is not None and one.decision is not Decision.UNDECIDED), "")


def finish(ledger: Ledger) -> Plan:
    """Plan to put the proposal away: what was accepted stays for the commit, what else is open is dismissed."""
    if not ledger.now.is_decided:
        raise RepositoryError("Files wait for your decision. Accept or reject them, then finish the review.")
    return Plan(StagingStep("Finish the review"), proposal_end.without_proposal(ledger.now))


def _put_away(context: WorkspaceContext, ledger: Ledger, reply_id: str) -> TakenReply | None:
    """Return the reply of this id that was put away with a proposal that is over; what was decided stays so."""
    for step in reversed(ledger.undo):
        then = context.area.snapshot(context.area.kept(step).state)
        replies = replies_of(context, then.replies)
        if all(one.id != reply_id for one in replies):
            continue
        accepted, rejected = then.paths_of(Decision.ACCEPTED), then.paths_of(Decision.REJECTED)
        own = proposal.changes_by_user(context, replies, then.entries.values())
        found = next(one for one in proposal.settled(then, replies, accepted, own) if one.id == reply_id)
        chosen = {at: Dismiss() for at, one in enumerate(found.outcomes) if one.path in rejected}
        return replace(found, choices={**found.choices, **chosen})
    return None


def _grown(
    context: WorkspaceContext, then: Snapshot, reply: TakenReply, options: ApplyOptions | None
) -> StagedReply | None:
    """Return the proposal with the longer reply in the place of this one; None where there is no such one."""
    replies = replies_of(context, then.replies)
    at = next((at for at in reversed(range(len(replies))) if replies[at].id == reply.id), None)
    if at is None:
        return None
    replies[at] = _longer(replies[at], reply, options)
    return _taken(rebuilt(context, then, replies), at)


def _longer(old: TakenReply, reply: TakenReply, options: ApplyOptions | None) -> TakenReply:
    options, flow = options or old.options, old.flow or secrets.token_hex(8)
    return replace(old, text=reply.text, finished=reply.finished, options=options, flow=flow)


def _taken(builder: ProposalBuilder, at: int = -1) -> StagedReply:
    """Return what became of one of the replies."""
    reply = builder.replies[at]
    count = len(reply.outcomes)
    step = StagingStep(f"{ADDS_REPLY} ({count} block{'' if count == 1 else 's'})", flow=reply.flow)
    return StagedReply(reply, Plan(step, builder.build()), tuple(builder.changed), builder=builder)


def _block(replies: Iterable[TakenReply], number: int) -> tuple[int, int]:
    """Return the reply's index and the block's index in it; raises RepositoryError when there is no such block."""
    left = number
    for which, reply in enumerate(replies):
        if 1 <= left <= len(reply.outcomes):
            return which, left - 1
        left -= len(reply.outcomes)
    raise RepositoryError(f"There is no block {number} in this proposal. Look at the list of blocks.")


def _with_choice(reply: TakenReply, position: int, choice: Choice | None) -> TakenReply:
    choices = {at: one for at, one in reply.choices.items() if at != position}
    return replace(reply, choices=choices if choice is None else choices | {position: choice})


def _dismissed(reply: TakenReply, position: int) -> TakenReply:
    """Return the reply with a block left out that is in no file: nothing else of it changes."""
    outcomes = list(reply.outcomes)
    outcomes[position] = dismissed(outcomes[position].block, outcomes[position].path)
    return _with_choice(replace(reply, outcomes=tuple(outcomes)), position, Dismiss())


class Applied(Struct, frozen=True):
    """The result of applying a reply, as a workspace returns it."""

    outcomes: tuple[Outcome, ...]
    suggestions: tuple[str, ...]
    files_modified: tuple[str, ...]
    review: Review
    standing: ReplyState = ReplyState.PROPOSED
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole, in sentences."""
    reply_id: str = ""
    """Names the reply among those of the proposal."""
    events: tuple[ReplyEvent, ...] = ()
    """How the reply was read, for showing it."""
    listings: int = 0
    """Listings that were not read and are whole files where those are asked for."""
    unread_listings: int = 0
    """Listings that were not read and seem to be edits."""


class KeptReply(Struct, frozen=True):
    """A reply the proposal was made from, and how it was read, so that another reader finds the same blocks."""

    id: str
    text: str
    only: FormatName | None = None
    """The one format that was read; all of them when None."""
    asked: FormatName | None = None
    """The format that was asked for; others were read all the same."""
    chat_files: tuple[str, ...] = ()
    """The files of the conversation it was asked for in."""


def kept(reply: TakenReply, oid: str) -> KeptReply:
    """Return the reply without what became of it."""
    options = reply.options
    return KeptReply(reply.id or oid, reply.text, options.only, options.asked, options.chat_files)
