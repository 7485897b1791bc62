"""Row 33 of the threats: a redirect carries neither the prompt nor the key to another origin."""

import asyncio

import pytest

from guillemet.llm.errors import UnreachableError
from guillemet.llm.services.anthropic_service import AnthropicService
from guillemet.llm.services.connection_test import ConnectionTest, try_service
from guillemet.llm.services.openai_service import OpenAIService
from tests.kit.asking import ask
from tests.kit.model_server import Asked, ModelServer, Refusal, said
from tests.llm.services.conftest import Open

STATUSES = (301, 302, 303, 307, 308)


def redirect(status: int, address: str) -> Refusal:
    return Refusal(status, headers=(("location", address),))


def reached(server: ModelServer) -> int:
    return len(server.asked) + len(server.asked_else)


@pytest.mark.parametrize("status", STATUSES)
def test_an_answer_is_not_fetched_from_another_origin(open_service: Open, status: int) -> None:
    with ModelServer() as other, ModelServer(redirect(status, f"{other.address}/chat/completions")) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is UnreachableError
    assert f"another server, {other.bare_address}. Nothing was sent there" in str(heard.error)
    assert (len(server.asked), reached(other)) == (1, 0)


@pytest.mark.parametrize("status", STATUSES)
def test_the_list_of_models_is_not_fetched_from_another_origin(open_service: Open, status: int) -> None:
    with ModelServer() as other, ModelServer(listing=redirect(status, f"{other.address}/models")) as server:
        trial = asyncio.run(tried(open_service(server)))

    assert not trial.ok
    assert "redirects requests to another server" in trial.sentence
    assert reached(other) == 0


@pytest.mark.parametrize("there", ["https://127.0.0.1:{port}/v1", "//localhost:{port}/v1", "http://x@127.0.0.1:9/"])
def test_another_scheme_host_or_port_is_another_origin(open_service: Open, there: str) -> None:
    def script(asked: Asked) -> Refusal:
        return redirect(307, there.format(port=asked.headers["host"].rpartition(":")[2]))

    with ModelServer(script) as server:
        heard = ask(open_service(server))

    assert type(heard.error) is UnreachableError
    assert len(server.asked) == 1


def test_a_redirect_within_the_origin_is_followed(open_service: Open) -> None:
    with ModelServer(lambda asked: redirect(307, asked.path), said("Here.")) as server:
        heard = ask(open_service(server))

    assert (heard.error, heard.text) == (None, "Here.")
    assert len(server.asked) == 2


async def tried(service: AnthropicService | OpenAIService) -> ConnectionTest:
    """Try a service, and close it."""
    try:
        return await try_service(service)
    finally:
        await service.close()
