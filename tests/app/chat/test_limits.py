"""Promises of the limits for a day: once one is reached nothing more is sent, by whatever way."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.chat import usage
from guillemet.app.session import Session
from guillemet.llm.messages import Usage
from guillemet.settings import Settings
from tests.app.chat.conftest import FILES, FIRST, Serving, Talking
from tests.kit.model_server import Answer, Say, Tokens, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask

LIMITS = {"money": Settings(day_limit=1.0), "tokens": Settings(day_tokens=100_000)}
DEAR = Answer((Say(FIRST),), tokens=Tokens(fresh=90_000, written=20_000))


@pytest.fixture(params=LIMITS)
def limited(
    qtbot: QtBot, request: pytest.FixtureRequest, talking: Talking, repository: RepositoryBuilder, tmp_path: Path
) -> Session:
    """Return a session with a limit that the first answer reaches, once its prices are read."""
    repository.commit(FILES)
    prices = tmp_path / "data" / "prices.json"
    prices.parent.mkdir()
    prices.write_text(json.dumps({"prices": [{"model": "small", "read": 10, "written": 50}]}), encoding="utf-8")
    session = talking(DEAR, said("More."))
    limit = LIMITS[request.param]
    session.preferences.choose(replace(session.preferences.now, day_limit=limit.day_limit, day_tokens=limit.day_tokens))
    spending = session.talk.conversation.spending
    qtbot.waitUntil(lambda: spending.cost("here/small", Usage(read=1_000_000)) == 10.0, timeout=SECONDS)
    return session


def test_nothing_is_sent_once_the_limit_is_reached(qtbot: QtBot, limited: Session, serving: Serving) -> None:
    with qtbot.waitSignal(limited.talk.conversation.spending.sums_changed, timeout=SECONDS):
        ask(qtbot, limited, "Make it two.")
    spending = limited.talk.conversation.spending
    qtbot.waitUntil(lambda: "is reached" in spending.over_limit(1, "here/small"), timeout=SECONDS)

    with qtbot.waitSignal(limited.talk.conversation.gate.prepared, timeout=SECONDS) as shown:
        limited.talk.conversation.send("More.")
    limited.talk.conversation.send_prepared(shown.args[0])

    assert len(serving.servers[-1].asked) == 1  # type: ignore[attr-defined]
    assert "Raise it in the settings" in spending.estimate(*shown.args).over_limit


def test_what_was_spent_until_yesterday_does_not_count(
    qtbot: QtBot, limited: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(qtbot, limited, "Make it two.")
    spending = limited.talk.conversation.spending
    qtbot.waitUntil(lambda: "is reached" in spending.over_limit(1, "here/small"), timeout=SECONDS)
    tomorrow = usage._today() + timedelta(days=1)

    monkeypatch.setattr(usage, "_today", lambda: tomorrow)

    assert spending.over_limit(1, "here/small") == ""


def test_no_commit_message_is_asked_for_once_the_limit_is_reached(
    qtbot: QtBot, limited: Session, serving: Serving
) -> None:
    ask(qtbot, limited, "Make it two.")
    qtbot.waitUntil(lambda: bool(limited.review and limited.review.files), timeout=SECONDS)
    limited.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: bool(limited.review and limited.review.commit), timeout=SECONDS)

    with qtbot.waitSignal(limited.notifications.noticed, timeout=SECONDS) as failed:
        limited.talk.commit_messages.ask("here/small")

    assert "a day is reached. Raise it in the settings" in failed.args[0].what
    assert len(serving.servers[-1].asked) == 1  # type: ignore[attr-defined]


def test_what_another_window_spent_counts(qtbot: QtBot, limited: Session, talking: Talking, serving: Serving) -> None:
    other = talking(said("unused"), settings=limited.preferences.now, server=serving.servers[-1])  # type: ignore[attr-defined]
    ask(qtbot, limited, "Make it two.")
    own = limited.talk.conversation.spending
    qtbot.waitUntil(lambda: "is reached" in own.over_limit(1, "here/small"), timeout=SECONDS)

    other.talk.conversation.weigh("More.")

    spending = other.talk.conversation.spending
    qtbot.waitUntil(lambda: "is reached" in spending.over_limit(1, "here/small"), timeout=SECONDS)


def test_prices_edited_meanwhile_are_known_when_the_user_comes_back(
    qtbot: QtBot, limited: Session, tmp_path: Path
) -> None:
    spending, million = limited.talk.conversation.spending, Usage(read=1_000_000)
    qtbot.waitUntil(lambda: spending.cost("here/small", million) == 10.0, timeout=SECONDS)

    prices = json.dumps({"prices": [{"model": "small", "read": 3, "written": 15}]})
    (tmp_path / "data" / "prices.json").write_text(prices, encoding="utf-8")
    spending.read_prices()

    qtbot.waitUntil(lambda: spending.cost("here/small", million) == 3.0, timeout=SECONDS)


def test_a_model_that_is_free_answers_beyond_a_limit_of_money(qtbot: QtBot, limited: Session) -> None:
    ask(qtbot, limited, "Make it two.")
    spending, is_money = limited.talk.conversation.spending, limited.preferences.now.day_limit > 0
    qtbot.waitUntil(lambda: "is reached" in spending.over_limit(1, "here/small"), timeout=SECONDS)

    assert (spending.over_limit(1, "ollama/gemma") == "") is is_money
