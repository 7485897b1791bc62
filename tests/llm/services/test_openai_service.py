"""What is special about OpenAI's wire and the many servers that speak it."""

import asyncio

import pytest

from guillemet.llm.errors import BrokenStreamError, NoKeyError, ServiceFaultError
from guillemet.llm.messages import Ending, Message, ModelInfo, Picture, Request, Role, Usage
from guillemet.llm.services.openai_service import OpenAIService
from tests.kit.asking import HELLO, ask
from tests.kit.model_server import (
    Answer,
    Asked,
    Drop,
    EndEarly,
    FailInside,
    ModelServer,
    Raw,
    Refusal,
    Reply,
    Say,
    Think,
    Tokens,
    said,
)
from tests.llm.services.conftest import QUICK


def service_of(server: ModelServer, *, key: str = "") -> OpenAIService:
    return OpenAIService(address=server.address, key=key, patience=QUICK)


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_thoughts_are_found_under_every_name_servers_have_for_them(name: str) -> None:
    with ModelServer(Answer((Think("Hm.", name=name), Say("Done.")))) as server:
        heard = ask(service_of(server))

    assert (heard.thoughts, heard.text) == ("Hm.", "Done.")


@pytest.mark.parametrize("piece", [1, 2, 5, 1000])
def test_thoughts_in_tags_at_the_start_are_no_part_of_the_answer(piece: int) -> None:
    with ModelServer(Answer((Say("<think>\nHm < 3.\n</think>\n\nDone, see <think>.", piece),))) as server:
        heard = ask(service_of(server))

    assert (heard.thoughts, heard.text) == ("\nHm < 3.\n", "Done, see <think>.")


def test_parts_of_several_kinds_are_told_apart() -> None:
    parts = (
        b'data: {"choices": [{"index": 0, "delta": {"content": [{"type": "thinking", "thinking": '
        b'[{"type": "text", "text": "Hm."}]}, {"type": "text", "text": "Done."}]}}]}\n\n'
    )
    with ModelServer(Answer((Raw(parts),))) as server:
        heard = ask(service_of(server))

    assert (heard.thoughts, heard.text) == ("Hm.", "Done.")


@pytest.mark.parametrize("style", ["openai", "deepseek"])
def test_cached_tokens_are_counted_among_those_read(style: str) -> None:
    tokens = Tokens(fresh=100, written=20, from_cache=900)
    with ModelServer(Answer((Say("Well."),), tokens=tokens, cache_style=style)) as server:
        heard = ask(service_of(server))

    assert heard.usage == Usage(read=1000, written=20, from_cache=900)


def test_a_server_that_refuses_to_count_is_asked_without() -> None:
    def script(asked: Asked) -> Reply:
        if "stream_options" in asked.body:
            return Refusal(400, "Unrecognized request argument supplied: stream_options")
        return said("Well.")

    with ModelServer(script) as server:
        heard = ask(service_of(server), HELLO, HELLO)

    assert (heard.text, heard.usage) == ("Well.", None)
    assert len(server.asked) == 3  # refused once, then remembered


def test_a_model_that_wants_the_newer_name_of_the_limit_gets_it() -> None:
    def script(asked: Asked) -> Reply:
        if "max_tokens" in asked.body:
            return Refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return said("Well.")

    with ModelServer(script) as server:
        heard = ask(service_of(server), Request("o9", HELLO.messages, most_output=50))

    assert heard.text == "Well."
    assert server.asked[-1].body["max_completion_tokens"] == 50


def test_a_refusal_about_something_else_is_asked_once() -> None:
    with ModelServer(Refusal(400, "Invalid 'messages[0].role'.")) as server:
        heard = ask(service_of(server), Request("small", HELLO.messages, temperature=1.0, most_output=5))

    assert heard.error is not None
    assert len(server.asked) == 1


def test_a_picture_is_sent_as_a_data_address_and_a_pdf_as_a_file() -> None:
    pictures = (Picture("image/png", b"\x89PNG"), Picture("application/pdf", b"%PDF", "docs/plan.pdf"))
    with ModelServer() as server:
        ask(service_of(server), Request("small", (Message(Role.USER, "See?", pictures),)))

    assert server.asked[0].body["messages"][0]["content"] == [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
        {"type": "file", "file": {"filename": "plan.pdf", "file_data": "data:application/pdf;base64,JVBERg=="}},
        {"type": "text", "text": "See?"},
    ]


def test_text_alone_is_sent_as_text() -> None:
    with ModelServer() as server:
        ask(service_of(server), Request("small", (Message(Role.USER, "Hi"),), system="Be brief."))

    assert server.asked[0].body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hi"},
    ]


def test_the_environments_key_and_organization_go_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-mine")
    with ModelServer() as server:
        ask(service_of(server))

    assert server.asked[0].headers["authorization"] == "Bearer none"
    assert "openai-organization" not in server.asked[0].headers


def test_openais_own_address_wants_a_key() -> None:
    heard = ask(OpenAIService())

    assert type(heard.error) is NoKeyError


def test_openais_own_address_gets_the_newer_name_of_the_limit() -> None:
    service = OpenAIService(key="sk-1234")

    assert service._optional(Request("gpt", (), most_output=9), set())["max_completion_tokens"] == 9


def test_the_room_of_a_model_is_read_wherever_servers_tell_it() -> None:
    models = (
        {"id": "a", "context_length": 131_072, "name": "A the Great"},
        {"id": "b", "max_model_len": 4096},
        {"id": "c", "meta": {"n_ctx": 2048}},
        {"id": "d", "context_length": "many"},
    )
    with ModelServer(models=models) as server:
        listed = asyncio.run(_models(service_of(server)))

    assert listed == (
        ModelInfo("a", "A the Great", 131_072),
        ModelInfo("b", "", 4096),
        ModelInfo("c", "", 2048),
        ModelInfo("d"),
    )


def test_tokens_are_not_counted_beforehand() -> None:
    assert asyncio.run(OpenAIService(address="http://localhost:1").count(HELLO)) is None


def test_an_end_without_a_reason_is_an_end_when_the_server_says_done() -> None:
    with ModelServer(Answer((Say("Well."), Raw(b"data: [DONE]\n\n"), EndEarly()))) as server:
        heard = ask(service_of(server))

    assert (heard.text, heard.ending) == ("Well.", Ending.COMPLETE)


def test_a_connection_lost_after_the_reason_harms_nothing() -> None:
    end = b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}\n\n'
    with ModelServer(Answer((Say("Well."), Raw(end), Drop()))) as server:
        heard = ask(service_of(server))

    assert (heard.text, heard.ending, heard.error) == ("Well.", Ending.COMPLETE, None)


def test_a_fault_told_as_the_reason_of_the_end_is_a_broken_answer() -> None:
    with ModelServer(Answer((Say("So far"),), finish="insufficient_system_resource")) as server:
        heard = ask(service_of(server))

    assert (heard.text, type(heard.error)) == ("So far", BrokenStreamError)


def test_the_number_of_an_error_inside_the_stream_is_understood() -> None:
    with ModelServer(Answer((FailInside("Provider returned error", "", 502),)), said("Now.")) as server:
        heard = ask(service_of(server))

    assert [wait.why for wait in heard.waits] == [
        f"127.0.0.1:{server.port} failed by itself (502): «Provider returned error»."
    ]


def test_credit_that_is_used_up_is_not_asked_for_again() -> None:
    with ModelServer(Refusal(429, "You exceeded your current quota.", code="insufficient_quota")) as server:
        heard = ask(service_of(server))

    assert "wants to be paid" in str(heard.error)
    assert len(server.asked) == 1


def test_a_list_of_models_without_end_is_given_up() -> None:
    with (
        ModelServer(models=tuple({"id": "x" * 1000} for _ in range(17_000))) as server,
        pytest.raises(ServiceFaultError),
    ):
        asyncio.run(_models(service_of(server)))


async def _models(service: OpenAIService) -> tuple[ModelInfo, ...]:
    try:
        return await service.models()
    finally:
        await service.close()
