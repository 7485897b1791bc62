"""What was spent is counted from what was kept, and outlives the conversation."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from guillemet.app.history import History
from guillemet.app.turns import Spending, SpendingTotals
from guillemet.llm.messages import Usage
from tests.app.history.making import NOON, answered, awaited, talk

DAY = date(2026, 3, 1)


@pytest.fixture
def far_east() -> Iterator[None]:
    """Live where the day begins fourteen hours before UTC's."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "Pacific/Kiritimati"
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


def test_tokens_and_money_of_a_conversation_are_added_up(history: History) -> None:
    conversation, question = talk(history, "question")
    for _ in range(2):
        turn = answered("answer", usage=Usage(100, 20, from_cache=80), money=0.25, said_at=NOON)
        history.add_turn(conversation, parent=question, turn=turn)

    assert history.spent(conversation) == Spending(240, 0.5, has_known=True)


def test_a_reply_is_counted_when_it_is_over_and_once(history: History) -> None:
    conversation, question = talk(history, "question")
    reply = history.add_turn(conversation, parent=question, turn=awaited())
    assert history.spent(conversation) == Spending()

    history.end(reply, answered("half", usage=Usage(100, 10), money=0.1))
    history.end(reply, answered("whole", usage=Usage(200, 20), money=0.3))

    assert history.spent(conversation) == Spending(220, 0.3, has_known=True)


def test_a_request_without_a_known_price_is_said_to_be_missing_from_the_money(history: History) -> None:
    conversation, question = talk(history, "question")
    history.add_turn(conversation, parent=question, turn=answered("a", usage=Usage(10, 1), money=0.5, said_at=NOON))
    other, question = talk(history, "question")
    history.add_turn(other, parent=question, turn=answered("b", usage=Usage(10, 1), said_at=NOON))

    assert history.spent(conversation) == Spending(11, 0.5, has_known=True)
    unknown, both = Spending(11, 0.0, has_unknown=True), Spending(22, 0.5, has_unknown=True, has_known=True)
    assert history.sums(other, DAY) == SpendingTotals(unknown, both)
    assert (unknown.known_money, both.known_money) == (None, 0.5)


def test_the_recorded_model_costs_nothing(history: History) -> None:
    conversation, question = talk(history, "question")
    turn = answered("answer", usage=Usage(100, 20), is_recorded=True)
    history.add_turn(conversation, parent=question, turn=turn)

    assert history.spent(conversation) == Spending()


def test_what_a_deleted_conversation_cost_stays(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, question = talk(history, "question")
        history.add_turn(conversation, parent=question, turn=answered("a", usage=Usage(10, 1), money=0.5, said_at=NOON))
        history.delete(conversation)

    with closing(History.open(file)) as history:
        assert history.spent(conversation) == Spending(11, 0.5, has_known=True)
        assert history.spent_on(DAY) == Spending(11, 0.5, has_known=True)


def test_a_request_beside_the_turns_counts(history: History) -> None:
    conversation, _ = talk(history, "question")
    history.spend(conversation, "service/model", Usage(10, 1), 0.5)
    history.spend(None, "service/model", Usage(10, 1), 0.25)

    assert history.spent(conversation) == Spending(11, 0.5, has_known=True)


@pytest.mark.usefixtures("far_east")
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system's zone cannot be changed for a test")
def test_a_day_is_the_day_of_the_clock_on_the_wall(history: History) -> None:
    conversation, question = talk(history, "question")
    for hour, money in ((9, 1.0), (10, 2.0), (23, 4.0)):
        moment = datetime(2026, 2, 28, hour, 30, tzinfo=UTC)
        turn = answered("a", usage=Usage(1, 0), money=money, said_at=moment)
        history.add_turn(conversation, parent=question, turn=turn)

    assert history.spent_on(date(2026, 2, 28)).money == 1.0
    assert history.spent_on(DAY).money == 6.0
