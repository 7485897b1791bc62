"""Turns to be shown, and what waits until they are."""

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.turns import State, Turn
from guillemet.engine.blocks import Prose, ReplyEvent
from guillemet.engine.outcomes import Outcome
from guillemet.llm.messages import Role, Usage
from guillemet.ui.chat.transcript import TranscriptPane

ASKED = Turn(1, Role.USER, "Let `total` take a rate.\nKeep **cents**.")
WAITING = Turn(2, Role.ASSISTANT, "", model="anthropic/claude", state=State.WAITING)
FLOWING = replace(WAITING, state=State.FLOWING)
DONE = replace(WAITING, state=State.DONE, text="Done.", usage=Usage(1204, 310, 900), money=0.0123)


def settle(qtbot: QtBot, pane: TranscriptPane) -> None:
    """Wait until all that was given is shown."""
    column = pane._column
    qtbot.waitUntil(lambda: pane.is_settled and not column._soon.isActive())


def show_reply(
    qtbot: QtBot, pane: TranscriptPane, events: list[ReplyEvent], outcomes: tuple[Outcome, ...] = ()
) -> None:
    """Take in a whole reply, and wait until it is shown."""
    pane.add_reply("Reply", events)
    pane.set_outcomes(outcomes)
    settle(qtbot, pane)


def let_answer_begin(pane: TranscriptPane, events: list[ReplyEvent]) -> None:
    """Let an answer flow, of which this has come."""
    pane.begin_turn(FLOWING)
    pane.add_events(events)


def begin(qtbot: QtBot, pane: TranscriptPane) -> None:
    """Ask, and let the answer be waited for."""
    pane.begin_turn(ASKED)
    pane.begin_turn(WAITING)
    settle(qtbot, pane)


def made(count: int) -> tuple[tuple[Turn, tuple[ReplyEvent, ...]], ...]:
    """Return so many turns, questions and answers in turn."""
    turns: list[tuple[Turn, tuple[ReplyEvent, ...]]] = []
    for number in range(1, count + 1, 2):
        turns.append((Turn(number, Role.USER, f"Question {number}."), ()))
        answer = Turn(number + 1, Role.ASSISTANT, "…", model="local/made")
        turns.append((answer, (Prose(f"Answer {number + 1}.\n"),)))
    return tuple(turns)
