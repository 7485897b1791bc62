"""Turns: as they begin, and as messages of a request, which hold what was said without what only people see."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime

from guillemet.app.turns import Mode, State, Turn
from guillemet.engine.blocks import FormatName
from guillemet.llm.messages import Message, Role

_RECORDED = "recorded/"


def messages_of(turns: Sequence[Turn]) -> tuple[Message, ...]:
    """Return what was said; empty messages, and answers of which nothing came, are left out."""

    def is_said(turn: Turn) -> bool:
        return bool(turn.text.strip()) or (turn.role is Role.ASSISTANT and turn.state is State.DONE)

    return tuple(Message(turn.role, turn.text) for turn in turns if is_said(turn))


def question(number: int, message: str, mode: Mode, asked: FormatName | None = None) -> Turn:
    """Return the turn of a message that is sent now; `asked` of one that is taken to another program for its answer."""
    return Turn(number, Role.USER, message, mode=mode, said_at=_now(), asked=asked)


def awaited(number: int, model: str, mode: Mode, asked: FormatName | None) -> Turn:
    """Return the turn of an answer of which nothing came yet; None asks for no edits."""
    is_recorded = model.startswith(_RECORDED)
    return Turn(
        number,
        Role.ASSISTANT,
        "",
        model=model,
        mode=mode,
        state=State.WAITING,
        said_at=_now(),
        asked=asked,
        is_recorded=is_recorded,
    )


def given(number: int, text: str, source: str, asked: FormatName | None) -> Turn:
    """Return the turn of a reply that came from somewhere else."""
    return Turn(number, Role.ASSISTANT, text, model=source, said_at=_now(), asked=asked)


def proposal_of(text: str) -> str:
    """Return how a reply is named that became a proposal: by the text itself."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> datetime:
    return datetime.now(UTC)
