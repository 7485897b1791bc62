"""Retrieving the conversation to go on with when a repository is opened, after a crash in the middle of an answer too.

That is the one which the open proposal came from, unless a crash cut off the answer that was asked for last, or its
staging. Without either it is the last one, if its last message waits for an answer or another one was begun in it. One
in which another window receives an answer is that window's; here the answer is shown once it is whole.

A crash leaves two halves: what was kept of the answer, once a second, and what of it was staged. Each can be ahead of
the other; the longer one is what came.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from guillemet.app.chat.history_client import OpenedConversation, Shown, opened, shown_with
from guillemet.app.chat.turn_factory import proposal_of
from guillemet.app.history import CUT_OFF, ELSEWHERE, History, KeptTurn
from guillemet.app.turns import ConversationHead, Mode, State, Turn
from guillemet.llm.messages import Role

_LOOKED_THROUGH = 5
"""Conversations, those changed last."""


class RestoredConversation(Struct, frozen=True):
    """A conversation to go on with."""

    opened: OpenedConversation
    unsettled: KeptTurn | None = None
    """Its last answer, if a crash may have kept some of it from being staged."""
    shown: Shown = ()
    """The files that the message was sent with which it answers."""
    others: tuple[str, ...] = ()
    """Replies of the proposal that were said in other conversations."""


def retrieve(history: History, root: str, replies: Sequence[str]) -> RestoredConversation | None:
    """Return the conversation to go on with; None when nothing is left to do in the last ones."""
    proposals = {text: proposal_of(text) for text in replies}
    found: RestoredConversation | None = None
    begun: OpenedConversation | None = None
    missing = set(replies)
    for at, head in enumerate(history.heads(root, limit=_LOOKED_THROUGH if replies else 1)):
        turns = _turns(history, head, replies)
        if flows_elsewhere(turns):
            continue
        held = tuple(text for text in replies if any(_says(kept, text, proposals[text]) for kept in turns))
        missing.difference_update(held)
        unsettled = _unsettled(turns)
        if found is not None:
            found = replace(found, others=(*found.others, *held))
        elif held or (at == 0 and turns and (unsettled or _is_cut_off(turns[-1]))):
            shown = shown_with(history, turns[: unsettled.turn.number]) if unsettled else ()
            found = RestoredConversation(opened(history, head, turns), unsettled, shown)
        elif at == 0:
            begun = opened(history, head, turns)
        if found is not None and not missing:
            break
    if found is None and begun is not None and _awaits(begun):
        return RestoredConversation(begun)
    return found


def flows_elsewhere(turns: Sequence[KeptTurn]) -> bool:
    """Whether another window receives an answer in it."""
    return any(kept.turn.note == ELSEWHERE for kept in turns if kept.turn.state in (State.WAITING, State.FLOWING))


def _awaits(begun: OpenedConversation) -> bool:
    """Whether a message is half written in it, or the last one has no answer, such as one for a web chat."""
    is_asked = bool(begun.turns) and begun.turns[-1].turn.role is Role.USER
    return is_asked or bool(begun.context.draft.strip())


def _turns(history: History, head: ConversationHead, replies: Sequence[str]) -> tuple[KeptTurn, ...]:
    """Return the turns, the last one as long as it came."""
    turns = history.turns(head.key)
    if turns and (longer := _staged_further(turns[-1], replies)):
        history.end(turns[-1].key, longer)
        return history.turns(head.key)
    return turns


def _says(kept: KeptTurn, text: str, proposal: str) -> bool:
    """Whether the reply is this answer, or as much of it as was staged before a crash."""
    is_begun = kept.turn.role is Role.ASSISTANT and bool(text) and kept.turn.text.startswith(text)
    return is_begun or kept.proposal == proposal


def _is_cut_off(kept: KeptTurn) -> bool:
    return kept.turn.state is State.BROKEN and kept.turn.note == CUT_OFF


def _unsettled(turns: Sequence[KeptTurn]) -> KeptTurn | None:
    """Return the last answer, if it may propose something that is not staged."""
    for at in reversed(range(len(turns))):
        kept, turn = turns[at], turns[at].turn
        if turn.role is not Role.ASSISTANT:
            continue
        is_plan = turn.mode is Mode.ARCHITECT and (at == 0 or turns[at - 1].turn.role is Role.USER)
        is_over = turn.state in (State.DONE, State.STOPPED, State.BROKEN)
        writes = turn.text and turn.mode is not Mode.ASK and not is_plan
        return kept if writes and is_over and kept.proposal != proposal_of(turn.text) else None
    return None


def _staged_further(kept: KeptTurn, replies: Sequence[str]) -> Turn | None:
    turn = kept.turn
    if turn.role is not Role.ASSISTANT or turn.state is not State.BROKEN or not turn.text:
        return None
    longer = [text for text in replies if len(text) > len(turn.text) and text.startswith(turn.text)]
    return replace(turn, text=max(longer, key=len)) if longer else None
