"""Promises of counting and weighing: a service counts what it was given anyway, or what the user wishes."""

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.async_loop import AsyncLoop
from guillemet.app.session import Session
from guillemet.app.turns import Estimate, Use
from guillemet.settings import KeptService, ServiceKind, Settings
from tests.app.chat.conftest import FILES, Serving, Talking
from tests.kit.model_server import ModelServer, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, wait


@pytest.fixture(autouse=True)
def _short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a session wait less until it counts what nobody writes on."""
    monkeypatch.setattr("guillemet.app.chat.send_guard._PAUSE", 100)


def _counting_session(
    qtbot: QtBot, talking: Talking, serving: Serving, *, counted: int = 4321
) -> tuple[Session, ModelServer]:
    server = serving(said("Fine."), counted=counted)
    service = KeptService("here", ServiceKind.ANTHROPIC, server.bare_address)
    session = talking(settings=Settings(model="here/small", map_tokens=0, services=(service,)))
    services = session.talk.conversation.services
    choice = services.choice_named("here")
    assert choice is not None
    with qtbot.waitSignals([services.offers_changed, services.key_looked_up], timeout=SECONDS):
        services.give_key(choice, "sk-ant-test-0000000000", remember=False)
    return session, server


def test_a_service_that_counts_is_asked_only_after_something_was_sent_to_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    server = serving(said("Fine."), counted=4321)
    service = KeptService("here", ServiceKind.ANTHROPIC, server.bare_address)
    session = talking(settings=Settings(model="here/small", map_tokens=0, services=(service,)))
    choice = session.talk.conversation.services.choice_named("here")
    assert choice is not None
    session.talk.conversation.services.give_key(choice, "sk-ant-test-0000000000", remember=False)
    estimates: list[Estimate] = []
    session.talk.conversation.spending.estimate_changed.connect(estimates.append)
    session.talk.conversation.weigh("Hello.")
    qtbot.waitUntil(lambda: bool(estimates), timeout=SECONDS)
    assert not session.talk.conversation.counting._pause.isActive()
    ask(qtbot, session, "Hello.")
    assert not any(estimate.is_counted for estimate in estimates)

    session.talk.conversation.weigh("And now?")

    qtbot.waitUntil(lambda: estimates[-1].is_counted, timeout=SECONDS)
    assert estimates[-1].tokens == 4321


def test_a_service_counts_before_anything_was_sent_to_it_when_the_user_wishes_so(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)

    with qtbot.waitSignal(session.talk.conversation.spending.estimate_changed, timeout=SECONDS) as told:
        session.talk.conversation.counting.count("Hello.")

    assert told.args[0].is_counted
    assert told.args[0].tokens == 4321
    assert not [one for one in server.asked if one.path.endswith("/messages")]


def test_a_secret_is_not_sent_to_be_counted(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)

    with qtbot.waitSignal(session.notifications.noticed, timeout=SECONDS) as told:
        session.talk.conversation.counting.count("Use AKIAIOSFODNN7EXAMPLZ.")

    assert told.args[0].what.startswith("Nothing was counted: the request holds what looks like a secret")
    assert not [one for one in (*server.asked, *server.asked_else) if one.path.endswith("/count_tokens")]


def _counts_asked(server: ModelServer) -> list[str]:
    every = (*server.asked, *server.asked_else)
    return [str(one.body["messages"]) for one in every if one.path.endswith("/count_tokens")]


def _weigh(qtbot: QtBot, session: Session, message: str) -> None:
    """Weigh it, and wait until its count was asked for or left."""
    conversation = session.talk.conversation
    with qtbot.waitSignal(conversation.counting._pause.timeout, timeout=SECONDS):
        conversation.weigh(message)
    qtbot.waitUntil(lambda: session.tasks.is_quiet, timeout=SECONDS)


def test_what_holds_a_secret_is_not_sent_to_be_counted_by_itself(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)
    ask(qtbot, session, "Hello.")

    _weigh(qtbot, session, "Use AKIAIOSFODNN7EXAMPLZ.")
    with qtbot.waitSignal(session.talk.conversation.counting.counted, timeout=SECONDS):
        _weigh(qtbot, session, "And now?")

    (asked,) = _counts_asked(server)
    assert "AKIA" not in asked


def test_what_was_written_on_meanwhile_is_not_counted(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)
    ask(qtbot, session, "Hello.")
    counting = session.talk.conversation.counting
    writing = counting._pause.timeout.connect(lambda: counting.consider(None, lambda _: None))
    _weigh(qtbot, session, "And n")
    counting._pause.timeout.disconnect(writing)

    with qtbot.waitSignal(counting.counted, timeout=SECONDS):
        _weigh(qtbot, session, "And now?")

    (asked,) = _counts_asked(server)
    assert "And now?" in asked


@pytest.mark.parametrize("is_wished", [False, True], ids=["by itself", "as the user wishes"])
def test_a_count_is_dropped_when_the_message_was_written_on_until_it_came(
    qtbot: QtBot,
    talking: Talking,
    repository: RepositoryBuilder,
    serving: Serving,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_wished: bool,
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)
    ask(qtbot, session, "Hello.")
    counting, counted = session.talk.conversation.counting, list[str]()
    counting.counted.connect(lambda prepared, _: counted.append(prepared.asked.message))
    ask_loop, asked = AsyncLoop.ask, list[Future[int | None]]()

    def ask_and_write_on(loop: AsyncLoop, *what: Any, **more: Any) -> Future[int | None]:
        asked.append(ask_loop(loop, *what, **more))
        counting.consider(None, lambda _: None)
        return asked[-1]

    with monkeypatch.context() as patch:
        patch.setattr(AsyncLoop, "ask", ask_and_write_on)
        if is_wished:
            counting.count("And n")
        else:
            session.talk.conversation.weigh("And n")
        qtbot.waitUntil(lambda: bool(asked) and asked[0].done(), timeout=SECONDS)
    counting.count("And now?")

    qtbot.waitUntil(lambda: "And now?" in counted, timeout=SECONDS)
    assert counted == ["And now?"]
    assert len(_counts_asked(server)) == 2


@pytest.mark.parametrize("model", ["here/large", "plain/small", "gone/small"])
def test_nothing_is_counted_by_itself_for_a_model_that_nothing_was_sent_to_or_that_does_not_count(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving, model: str
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)
    now = session.preferences.now
    session.preferences.choose(
        replace(now, services=(*now.services, KeptService("plain", ServiceKind.COMPATIBLE, server.address)))
    )
    conversation = session.talk.conversation
    ask(qtbot, session, "Hello.")
    conversation.choose(model=model)

    with qtbot.waitSignal(conversation.spending.estimate_changed, timeout=SECONDS):
        conversation.weigh("And now?")

    assert not conversation.counting._pause.isActive()


def test_the_estimate_stays_where_a_service_does_not_count_and_who_wished_for_it_is_told(
    qtbot: QtBot,
    talking: Talking,
    repository: RepositoryBuilder,
    serving: Serving,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repository.commit(FILES)
    session, _ = _counting_session(qtbot, talking, serving, counted=0)
    ask_loop, asked = AsyncLoop.ask, list[Future[int | None]]()

    def ask_and_note(loop: AsyncLoop, *what: Any, **more: Any) -> Future[int | None]:
        asked.append(ask_loop(loop, *what, **more))
        return asked[-1]

    conversation, counted, told = session.talk.conversation, list[int](), list[str]()
    conversation.counting.counted.connect(lambda _, tokens: counted.append(tokens))
    session.notifications.noticed.connect(lambda notice: told.append(notice.what))
    ask(qtbot, session, "Hello.")
    monkeypatch.setattr(AsyncLoop, "ask", ask_and_note)
    _weigh(qtbot, session, "And now?")
    wait(qtbot, lambda: bool(asked) and asked[0].done())
    come = list[object]()
    session.talk._loop.ask(asyncio.sleep(0), come.append)  # what came before it is told by then
    wait(qtbot, lambda: bool(come))
    assert (counted, told) == ([], [])

    conversation.counting.count("And now?")

    wait(qtbot, lambda: told == ["The service does not count."])
    assert counted == []


def test_a_service_that_fails_to_count_says_why(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)
    server.close()

    with qtbot.waitSignal(session.notifications.noticed, timeout=SECONDS) as told:
        session.talk.conversation.counting.count("Hello.")

    assert told.args[0].what == "The service did not count."
    assert told.args[0].todo


def test_weighing_anew_tells_of_no_files_when_none_are_others(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    conversation = session.talk.conversation
    conversation.files.set_use(list(FILES)[:1], Use.IN)
    with qtbot.waitSignal(conversation.spending.estimate_changed, timeout=SECONDS):
        conversation.weigh("Hello.")

    # Whoever is told of files weighs again: telling without need would never end.
    told: list[object] = []
    conversation.files.changed.connect(told.append)
    with qtbot.waitSignal(conversation.spending.estimate_changed, timeout=SECONDS):
        conversation.weigh("Hello.")
    assert not told
