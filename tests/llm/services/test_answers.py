"""What both services promise of answers that go well; the real SDKs talk to a real server over loopback."""

import asyncio

import pytest

from guillemet.llm.messages import Ended, Ending, Message, ModelInfo, ReplyText, Request, Role
from tests.kit.asking import HELLO, ask
from tests.kit.model_server import Answer, Asked, CallTool, ModelServer, Page, Pause, Refusal, Reply, Say, Think, said
from tests.llm.services.conftest import Open

TEXT = "Äpfel « ½ » 🥧\n\n```python\nprint('ß')\n```\n"
THOUGHTS = "Hm … «first» the pie 🥧.\n"


def test_an_answer_arrives_whole(open_service: Open) -> None:
    with ModelServer(said(TEXT)) as server:
        heard = ask(open_service(server))

    assert (heard.text, heard.ending, heard.error) == (TEXT, Ending.COMPLETE, None)


def test_an_answer_arrives_in_pieces(open_service: Open) -> None:
    with ModelServer(Answer((Say("one", 9), Pause(0.01), Say("two", 9)))) as server:
        heard = ask(open_service(server))

    assert [event for event in heard.events if isinstance(event, ReplyText)] == [ReplyText("one"), ReplyText("two")]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_a_wire_cut_anywhere_gives_the_same_answer(open_service: Open, size: int) -> None:
    answer = Answer((Think(THOUGHTS, 9), Say(TEXT, 11)))
    with ModelServer(answer) as server:
        whole = ask(open_service(server))
    with ModelServer(answer, bytes_at_a_time=size) as server:
        cut = ask(open_service(server))

    assert (cut.events, cut.text, cut.thoughts) == (whole.events, TEXT, THOUGHTS)


def test_nothing_comes_after_the_end(open_service: Open) -> None:
    with ModelServer(said(TEXT)) as server:
        heard = ask(open_service(server))

    assert [number for number, event in enumerate(heard.events) if isinstance(event, Ended)] == [len(heard.events) - 1]


def test_thoughts_are_no_part_of_the_answer(open_service: Open) -> None:
    with ModelServer(Answer((Think("««« EDIT"), Say("Done.")))) as server:
        heard = ask(open_service(server))

    assert (heard.text, heard.thoughts) == ("Done.", "««« EDIT")


def test_a_call_of_a_tool_ends_the_answer_and_runs_nothing(open_service: Open) -> None:
    with ModelServer(Answer((Say("I run it."), CallTool()), finish="tool_calls")) as server:
        heard = ask(open_service(server))

    assert (heard.text, heard.ending) == ("I run it.", Ending.CALLED_TOOL)


@pytest.mark.parametrize(
    ("reason", "ending"),
    [
        ("stop", Ending.COMPLETE),
        ("length", Ending.TOO_LONG),
        ("content_filter", Ending.REFUSED),
        ("something new", Ending.COMPLETE),
    ],
)
def test_the_reason_of_the_end_is_told(open_service: Open, reason: str, ending: Ending) -> None:
    with ModelServer(Answer((Say("Well."),), finish=reason)) as server:
        heard = ask(open_service(server))

    assert heard.ending is ending


def test_the_models_on_offer_are_listed(open_service: Open) -> None:
    with ModelServer(models=({"id": "small"}, {"id": "large"})) as server:
        models = asyncio.run(_models(open_service(server)))

    assert [model.name for model in models] == ["small", "large"]


@pytest.mark.parametrize("listing", [Refusal(404), Page(b'{"object": "list", "data": null}', 200, "application/json")])
def test_a_server_without_a_list_offers_no_models(open_service: Open, listing: Reply) -> None:
    with ModelServer(listing=listing) as server:
        models = asyncio.run(_models(open_service(server)))

    assert models == ()


def test_the_request_says_everything(open_service: Open) -> None:
    messages = (Message(Role.USER, "One?"), Message(Role.ASSISTANT, "Two."), Message(Role.USER, "Three?"))
    request = Request("large", messages, system="Be brief.", most_output=77, temperature=0.25)
    with ModelServer() as server:
        ask(open_service(server), request)

    body = server.asked[0].body
    assert (body["model"], body["max_tokens"], body["temperature"], body["stream"]) == ("large", 77, 0.25, True)
    assert [each["role"] for each in body["messages"] if each["role"] != "system"] == ["user", "assistant", "user"]
    assert "Be brief." in str(body)


def test_a_model_that_takes_no_temperature_is_asked_without_one(open_service: Open) -> None:
    def script(asked: Asked) -> Reply:
        if "temperature" in asked.body:
            return Refusal(400, "Unsupported value: 'temperature' does not support 0.2 with this model.")
        return said("Well.")

    request = Request("small", HELLO.messages, temperature=0.2)
    with ModelServer(script) as server:
        heard = ask(open_service(server), request, request)

    assert heard.text == "Well."
    assert len(server.asked) == 3  # refused once, then remembered


def test_the_key_is_sent_and_blanks_around_it_are_not(open_service: Open) -> None:
    with ModelServer(said("Come in."), key="sk-right") as server:
        heard = ask(open_service(server, key=" sk-right\n"))

    assert heard.text == "Come in."


def test_another_server_than_the_services_own_needs_no_key(open_service: Open) -> None:
    with ModelServer(said("Come in.")) as server:
        heard = ask(open_service(server, key=""))

    assert heard.text == "Come in."


def test_connections_are_used_again(open_service: Open) -> None:
    with ModelServer(said("One.")) as server:
        service = open_service(server)
        ask(service, HELLO, HELLO, HELLO)

        assert len(server.asked) == 3
        assert server.most_connections == 1


def test_a_closed_service_leaves_no_connection(open_service: Open) -> None:
    with ModelServer(said("One.")) as server:
        ask(open_service(server))

        assert server.wait_for(connections=0)


async def _models(service: object) -> tuple[ModelInfo, ...]:
    models: tuple[ModelInfo, ...] = await service.models()  # type: ignore[attr-defined]
    await service.close()  # type: ignore[attr-defined]
    return models
