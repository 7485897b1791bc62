"""What is special about Anthropic's wire."""

import asyncio
from typing import Any

import pytest

from guillemet.llm.errors import NoKeyError
from guillemet.llm.messages import Counted, Message, ModelInfo, Picture, Request, Role, Usage
from guillemet.llm.services.anthropic_service import AnthropicService
from tests.kit.asking import HELLO, ask
from tests.kit.model_server import Answer, Asked, ModelServer, Refusal, Reply, Say, Tokens, said
from tests.llm.services.conftest import QUICK

MARK = {"type": "ephemeral"}


def service_of(server: ModelServer, *, key: str = "sk-ant-1234") -> AnthropicService:
    return AnthropicService(address=server.bare_address, key=key, patience=QUICK)


def asked_for(request: Request) -> Any:
    with ModelServer() as server:
        ask(service_of(server), request)
    return server.asked[0].body


def test_the_system_text_and_stable_messages_are_marked_for_the_cache() -> None:
    messages = (Message(Role.USER, "Files", ends_stable=True), Message(Role.ASSISTANT, "Ok"), Message(Role.USER, "Go"))
    body = asked_for(Request("claude", messages, system="Be brief."))

    assert body["system"] == [{"type": "text", "text": "Be brief.", "cache_control": MARK}]
    assert [part["content"][-1].get("cache_control") for part in body["messages"]] == [MARK, None, None]


def test_there_are_never_more_than_four_marks() -> None:
    messages = tuple(Message(Role.USER, str(number), ends_stable=True) for number in range(9))
    body = asked_for(Request("claude", messages, system="Be brief."))

    marks = [number for number, each in enumerate(body["messages"]) if "cache_control" in each["content"][-1]]
    assert marks == [6, 7, 8]


def test_a_request_without_system_text_has_none() -> None:
    assert "system" not in asked_for(HELLO)


def test_empty_messages_are_left_out_because_the_service_refuses_them() -> None:
    messages = (Message(Role.USER, "Hi"), Message(Role.ASSISTANT, " "), Message(Role.USER, "There?"))

    assert [each["role"] for each in asked_for(Request("claude", messages))["messages"]] == ["user", "user"]


def test_an_answer_to_go_on_with_ends_without_blanks() -> None:
    messages = (Message(Role.USER, "Hi"), Message(Role.ASSISTANT, "So far\n"))

    assert asked_for(Request("claude", messages))["messages"][1]["content"] == [{"type": "text", "text": "So far"}]


def test_pictures_and_pdfs_are_blocks_before_the_text() -> None:
    pictures = (Picture("image/png", b"\x89PNG"), Picture("application/pdf", b"%PDF"))
    body = asked_for(Request("claude", (Message(Role.USER, "See?", pictures, ends_stable=True),)))

    assert body["messages"][0]["content"] == [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw=="}},
        {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERg=="}},
        {"type": "text", "text": "See?", "cache_control": MARK},
    ]


@pytest.mark.parametrize(
    ("model", "most"), [("claude-sonnet-4-5", 32_000), ("claude-3-5-sonnet-latest", 8192), ("claude-3-haiku", 4096)]
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_answer_may_be_as_long_as_the_model_can(model: str, most: int) -> None:
    assert asked_for(Request(model, HELLO.messages))["max_tokens"] == most


def test_the_list_of_models_tells_how_long_an_answer_may_be() -> None:
    models = ({"id": "tiny", "max_tokens": 1000, "max_input_tokens": 9000, "display_name": "Tiny"},)
    with ModelServer(models=models) as server:
        service = service_of(server)
        listed = asyncio.run(_models_then(service, Request("tiny", HELLO.messages, most_output=5000)))

    assert listed == (ModelInfo("tiny", "Tiny", 9000),)
    assert server.asked[0].body["max_tokens"] == 1000


def test_a_limit_the_model_refuses_is_lowered_to_what_it_allows() -> None:
    def script(asked: Asked) -> Reply:
        if asked.body["max_tokens"] > 8192:
            too_many = f"max_tokens: {asked.body['max_tokens']} > 8192, which is the maximum allowed for this model"
            return Refusal(400, too_many, "invalid_request_error")
        return said("Well.")

    with ModelServer(script) as server:
        heard = ask(service_of(server), HELLO, HELLO)

    assert heard.text == "Well."
    assert [each.body["max_tokens"] for each in server.asked] == [32_000, 8192, 8192]


def test_what_is_read_from_and_into_the_cache_counts_as_read() -> None:
    tokens = Tokens(fresh=10, written=25, from_cache=3000, into_cache=500)
    with ModelServer(Answer((Say("Well."),), tokens=tokens)) as server:
        heard = ask(service_of(server))

    assert heard.usage == Usage(read=3510, written=25, from_cache=3000, into_cache=500)


def test_what_was_read_is_told_before_the_answer() -> None:
    with ModelServer(Answer((Say("Well."),), tokens=Tokens(fresh=10))) as server:
        heard = ask(service_of(server))

    assert heard.events[0] == Counted(Usage(read=10, written=1))


def test_the_service_counts_the_tokens_of_a_request() -> None:
    with ModelServer(counted=1234) as server:
        counted = asyncio.run(_count(service_of(server), Request("claude", HELLO.messages, system="Be brief.")))

    assert counted == 1234
    assert server.asked_else[0].path == "/v1/messages/count_tokens"
    assert "Be brief." in str(server.asked_else[0].body)


def test_a_key_belongs_to_the_services_own_address() -> None:
    heard = ask(AnthropicService())

    assert type(heard.error) is NoKeyError


def test_the_environments_key_goes_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-from-the-environment")
    with ModelServer() as server:
        ask(service_of(server, key=""))

    assert "from-the-environment" not in str(server.asked[0].headers)


async def _count(service: AnthropicService, request: Request) -> int | None:
    try:
        return await service.count(request)
    finally:
        await service.close()


async def _models_then(service: AnthropicService, request: Request) -> tuple[ModelInfo, ...]:
    try:
        listed = await service.models()
        async for _ in service.stream(request):
            pass
        return listed
    finally:
        await service.close()
