"""What both services promise when they are stopped: the connection ends, what came is kept, they can be asked again."""

import pytest

from tests.kit.asking import ask, ask_and_stop
from tests.kit.model_server import (
    Answer,
    Endlessly,
    ModelServer,
    Refusal,
    Reply,
    Say,
    Silence,
    Stall,
    said,
)
from tests.llm.services.conftest import Open


@pytest.mark.parametrize("script", [Silence(), Answer((Stall(),))], ids=["no answer", "no text"])
def test_stopping_a_silent_service_ends_the_connection(open_service: Open, script: Reply) -> None:
    with ModelServer(script) as server:
        ask_and_stop(open_service(server), lambda _: len(server.asked) == 1)

        assert server.wait_for(connections=0)


def test_stopping_midway_keeps_what_came_and_ends_the_connection(open_service: Open) -> None:
    with ModelServer(Answer((Say("So far"), Stall()))) as server:
        service = open_service(server)
        heard = ask_and_stop(service, lambda heard: heard.text == "So far")

        assert server.wait_for(connections=0)
    assert heard.error is None


def test_stopping_a_flood_ends_the_connection(open_service: Open) -> None:
    with ModelServer(Answer((Endlessly("more "),))) as server:
        ask_and_stop(open_service(server), lambda heard: len(heard.text) > 1000)

        assert server.wait_for(connections=0)


def test_stopping_a_wait_asks_no_more(open_service: Open) -> None:
    with ModelServer(Refusal(429, headers=(("retry-after", "50"),))) as server:
        ask_and_stop(open_service(server), lambda heard: len(heard.waits) == 1)

    assert len(server.asked) == 1


def test_the_service_can_be_asked_again_after_a_stop(open_service: Open) -> None:
    with ModelServer(Answer((Stall(),)), said("Again.")) as server:
        service = open_service(server)
        ask_and_stop(service, lambda _: len(server.asked) == 1)

        assert ask(service).text == "Again."
