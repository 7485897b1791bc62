"""Turns made for the tests of the history."""

from datetime import UTC, datetime

from guillemet.app.history import History
from guillemet.app.turns import State, Turn
from guillemet.llm.messages import Role, Usage

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ROOT = "/home/ada/project"
OLDER = """
DROP INDEX turns_by_reply; ALTER TABLE turns DROP COLUMN asked;
ALTER TABLE turns DROP COLUMN reply_id; ALTER TABLE turns DROP COLUMN settled;
"""
"""Makes the table of turns what it was in the first version."""


def asked(text: str) -> Turn:
    """Return what a user says."""
    return Turn(1, Role.USER, text)


def answered(
    text: str,
    *,
    usage: Usage | None = None,
    money: float | None = None,
    said_at: datetime | None = None,
    is_recorded: bool = False,
) -> Turn:
    """Return what a model says."""
    return Turn(
        2,
        Role.ASSISTANT,
        text,
        model="recorded/any",
        usage=usage,
        money=money,
        said_at=said_at,
        is_recorded=is_recorded,
    )


def awaited(reply_id: str = "") -> Turn:
    """Return an answer of which nothing came yet."""
    return Turn(2, Role.ASSISTANT, "", model="recorded/any", state=State.WAITING, reply_id=reply_id)


def talk(history: History, *texts: str, root: str = ROOT) -> tuple[int, ...]:
    """Keep a conversation in which user and model take turns; return its key and those of its turns."""
    conversation, keys = history.begin(root), list[int]()
    for number, text in enumerate(texts):
        turn = answered(text) if number % 2 else asked(text)
        keys.append(history.add_turn(conversation, parent=keys[-1] if keys else None, turn=turn))
    return conversation, *keys


def texts(history: History, conversation: int) -> list[str]:
    """Return what is said on the shown branch."""
    return [kept.turn.text for kept in history.turns(conversation)]
