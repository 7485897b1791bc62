"""Turns as messages of a request: what was said, without what only people see."""

from collections.abc import Sequence

from guillemet.app.turns import State, Turn
from guillemet.llm.messages import Message


def messages_of(turns: Sequence[Turn]) -> tuple[Message, ...]:
    """Return what was said; an answer of which nothing came is left out."""
    return tuple(Message(turn.role, turn.text) for turn in turns if turn.text.strip() or turn.state is State.DONE)
