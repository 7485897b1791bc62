"""Row 20: whatever a server does, its turn says so, what came is kept and staged, and the next message works."""

import resource
import sys
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app import async_loop
from guillemet.app.turns import State
from guillemet.settings import KeptService, ServiceKind, Settings
from tests.app.chat.conftest import Talking
from tests.kit.model_server import (
    Answer,
    Drop,
    EndEarly,
    Endlessly,
    FailInside,
    ModelServer,
    Page,
    Raw,
    Refusal,
    Reply,
    Say,
    Silence,
    Stall,
    said,
)
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import ask, begin, stop, wait_for_files

FIRST = edit("a.py", "x = 1", "x = 2")
START = f"{FIRST}\nAnd then "
BAD_UTF_8 = Raw(b'data: {"choices": [{"delta": {"content": "\xff\xfe"}}]}\n\n')
HALF_EVENT = Raw(b'data: {"choices": [{"delta"\n\n')
LARGE_EVENT = Raw(b"data: " + b"x" * 65_536, -1)
MOST_MEGABYTES = 120
Serving = Callable[..., ModelServer]


@pytest.fixture(autouse=True)
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.py": "x = 1\n"})
    return repository


def impatient(server: ModelServer) -> Settings:
    """Return settings that give a silent server up after a second."""
    service = KeptService("here", ServiceKind.COMPATIBLE, server.address)
    return Settings(model="here/small", map_tokens=0, services=(service,), seconds_of_silence=1)


def megabytes() -> float:
    """Return the most memory this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


@pytest.mark.parametrize(
    ("mishap", "told"),
    [
        (Drop(), "closed the connection"),
        (EndEarly(), "ended the answer midway"),
        (BAD_UTF_8, "not a model's answer"),
        (HALF_EVENT, "not a model's answer"),
        (FailInside(), "Overloaded"),
        (LARGE_EVENT, "MB"),
    ],
    ids=["dropped", "ended early", "bad utf-8", "half event", "fault inside", "gigabyte in one event"],
)
def test_what_came_before_a_mishap_is_kept_and_staged_and_the_next_message_works(
    qtbot: QtBot, talking: Talking, serving: Serving, mishap: Drop, told: str
) -> None:
    session = talking(Answer((Say(START, 400), mishap)), said("Hello."))
    before = megabytes()

    turn = ask(qtbot, session, "Go.")

    assert (turn.state, turn.text) == (State.BROKEN, START)
    assert told in turn.note
    assert "The part that arrived is saved" in turn.note
    wait_for_files(qtbot, session, "a.py")
    assert ask(qtbot, session, "And now?").text == "Hello."
    assert megabytes() - before < MOST_MEGABYTES
    session.close()
    assert serving.servers[-1].wait_for(connections=0)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (Page(), "not a model's answer"),
        (Refusal(401, "Incorrect API key."), "key"),
        (Refusal(429, "Daily limit.", headers=(("retry-after", "3600"),)), "60 minutes"),
        (Refusal(501, "Not here."), "cannot do this (501)"),
    ],
    ids=["html", "401", "429", "501"],
)
def test_a_refusal_is_told_in_words_and_the_next_message_works(
    qtbot: QtBot, talking: Talking, script: Reply, told: str
) -> None:
    session = talking(script, said("Hello."))

    turn = ask(qtbot, session, "Go.")

    assert (turn.state, turn.text) == (State.BROKEN, "")
    assert told in turn.note
    assert ask(qtbot, session, "And now?").text == "Hello."


@pytest.mark.parametrize("start", ["", START], ids=["at once", "midway"])
def test_a_server_that_falls_silent_is_given_up(qtbot: QtBot, talking: Talking, serving: Serving, start: str) -> None:
    server = serving(Answer((Say(start, 400), Stall())) if start else Silence(), said("Hello."))
    session = talking(settings=impatient(server))

    turn = ask(qtbot, session, "Go.")

    assert (turn.state, turn.text) == (State.BROKEN, start)
    assert "silent for 1 second" in turn.note
    assert ask(qtbot, session, "And now?").text == "Hello."


def test_patience_that_is_lost_between_two_messages_counts_for_the_next(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    server = serving(said("Hello."), Silence())
    session = talking(settings=replace(impatient(server), seconds_of_silence=300))
    assert ask(qtbot, session, "Go.").text == "Hello."
    session.preferences.choose(replace(session.preferences.now, seconds_of_silence=1))

    turn = ask(qtbot, session, "And now?")

    assert "silent for 1 second" in turn.note


def test_one_byte_at_a_time_is_an_answer(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    server = serving(said(FIRST), bytes_at_a_time=1)
    session = talking(settings=impatient(server))

    turn = ask(qtbot, session, "Go.")

    assert (turn.state, turn.text) == (State.DONE, FIRST)
    wait_for_files(qtbot, session, "a.py")


def test_an_answer_without_end_is_ended_and_memory_is_bounded(
    qtbot: QtBot, talking: Talking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(async_loop, "LONGEST", 1_000_000)
    session = talking(Answer((Say(START, 400), Endlessly("and so on " * 400))), said("Hello."))
    before = megabytes()

    turn = ask(qtbot, session, "Go.")

    assert turn.state is State.BROKEN
    assert "grew beyond 1 MB" in turn.note
    assert len(turn.text) < 1_100_000
    wait_for_files(qtbot, session, "a.py")
    assert ask(qtbot, session, "And now?").text == "Hello."
    assert megabytes() - before < MOST_MEGABYTES


def test_a_flood_is_stopped_at_once(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(Answer((Say(START, 400), Endlessly("and so on "))), said("Hello."))
    begin(qtbot, session, "Go.", until="and so on")

    turn = stop(qtbot, session)

    assert turn.state is State.STOPPED
    assert serving.servers[-1].wait_for(connections=0)  # type: ignore[attr-defined]
    wait_for_files(qtbot, session, "a.py")
    assert ask(qtbot, session, "And now?").text == "Hello."
