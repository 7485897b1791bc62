"""Retrieving the conversation that an open proposal came from, after a crash in the middle of an answer too.

A crash leaves two halves: what was kept of the answer, once a second, and what of it was staged. Each can be ahead of
the other; the longer one is what came.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from guillemet.app.conversation.keeping import Opened
from guillemet.app.conversation.saying import proposal_of
from guillemet.app.history import History, KeptTurn
from guillemet.app.turns import State, Turn
from guillemet.llm.messages import Role

_LOOKED_THROUGH = 5
"""Conversations, those changed last."""


def conversation_of(history: History, root: str, replies: Sequence[str]) -> Opened | None:
    """Return the conversation in which one of these replies of the repository's proposal was said."""
    proposals = {proposal_of(text) for text in replies}
    for head in history.heads(root, limit=_LOOKED_THROUGH) if replies else ():
        turns = history.turns(head.key)
        if turns and (longer := _staged_further(turns[-1], replies)):
            history.end(turns[-1].key, longer)
            turns = history.turns(head.key)
        if any(kept.proposal in proposals or _is_begun_with(kept, replies) for kept in turns):
            return Opened(head.key, head.title, turns, history.context(head.key))
    return None


def _is_begun_with(kept: KeptTurn, replies: Sequence[str]) -> bool:
    """Whether one of the replies is as much of this answer as was staged before it broke off."""
    is_broken = kept.turn.role is Role.ASSISTANT and kept.turn.state is State.BROKEN
    return is_broken and any(text and kept.turn.text.startswith(text) for text in replies)


def _staged_further(kept: KeptTurn, replies: Sequence[str]) -> Turn | None:
    turn = kept.turn
    if turn.role is not Role.ASSISTANT or turn.state is not State.BROKEN or not turn.text:
        return None
    longer = [text for text in replies if len(text) > len(turn.text) and text.startswith(turn.text)]
    return replace(turn, text=max(longer, key=len)) if longer else None
