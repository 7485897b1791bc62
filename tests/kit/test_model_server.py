"""Promises of the model server: a script does what it is named for, and nothing of it outlives it."""

import gc
import socket

import pytest

from guillemet.llm.messages import Message, Request, Role
from guillemet.llm.services.openai_service import OpenAIService
from tests.kit.asking import ask
from tests.kit.model_server import ModelServer
from tests.kit.model_server.by_hand import SCRIPTS


def test_the_demo_answers_with_its_recorded_replies_in_turn() -> None:
    one = Request("demo", (Message(Role.USER, "Exact amounts, please."),))
    two = Request("demo", (*one.messages, Message(Role.ASSISTANT, "Done."), Message(Role.USER, "And the list?")))
    with ModelServer(SCRIPTS["demo"]) as server:
        first, second = (ask(OpenAIService(address=server.address), request) for request in (one, two))

    assert "## Amounts without rounding" in first.text
    assert "««« EDIT" in first.text
    assert "## A shopping list that reads well" in second.text


@pytest.mark.parametrize("name", ["refused", "tool", "thinking", "think-tags", "too-long-answer"])
def test_a_message_can_name_the_script_it_wants(name: str) -> None:
    request = Request("demo", (Message(Role.USER, f"Go, script:{name}"),))
    with ModelServer(SCRIPTS["demo"]) as server:
        heard = ask(OpenAIService(address=server.address), request)

    assert heard.text
    assert "## Amounts" not in heard.text


def test_no_connection_outlives_a_server_that_is_closed_while_they_come() -> None:
    for _ in range(20):
        server = ModelServer()
        coming = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
        server.close()
        for one in coming:
            one.close()
    gc.collect()  # an unclosed one warns now, which fails the test
