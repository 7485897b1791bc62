"""What the connection test says."""

import asyncio
import re

import pytest

from guillemet.llm.messages import ModelInfo
from guillemet.llm.services.connection_test import ConnectionTest, model_to_try, try_service
from guillemet.llm.services.openai_service import OpenAIService
from tests.kit.model_server import Answer, ModelServer, Page, Refusal, Say, Stall, said


def tried(server: ModelServer, *, model: str = "", key: str = "", limit: float = 20.0) -> ConnectionTest:
    service = OpenAIService(address=server.address, key=key)

    async def test() -> ConnectionTest:
        try:
            return await try_service(service, model=model, limit=limit)
        finally:
            await service.close()

    return asyncio.run(test())


def test_a_service_that_works_is_told_with_its_models() -> None:
    with ModelServer(said("yes")) as server:
        trial = tried(server)

    assert trial.ok
    assert trial.models == (ModelInfo("small"), ModelInfo("large"))
    assert re.fullmatch(r"Answered in \d+\.\d s; 2 models\.", trial.sentence)


def test_the_first_model_is_asked_unless_one_is_named() -> None:
    with ModelServer(said("yes")) as server:
        tried(server)
        tried(server, model="large")

        assert [asked.body["model"] for asked in server.asked] == ["small", "large"]


def test_only_a_few_tokens_are_asked_for() -> None:
    with ModelServer(said("yes")) as server:
        tried(server)

        assert server.asked[0].body["max_tokens"] <= 16


def test_the_answer_is_stopped_after_its_first_word() -> None:
    with ModelServer(Answer((Say("yes"), Stall()))) as server:
        assert tried(server).ok


def test_a_refused_key_is_told_and_not_shown() -> None:
    with ModelServer(Refusal(401, "Incorrect API key: sk-Ab12Cd34Ef56Gh78"), key="right") as server:
        trial = tried(server, key="sk-Ab12Cd34Ef56Gh78")

    assert not trial.ok
    assert "key" in trial.sentence
    assert "Ab12" not in trial.sentence


def test_a_service_that_lists_models_but_does_not_answer_says_both() -> None:
    with ModelServer(Refusal(404, "no such model")) as server:
        trial = tried(server)

    assert not trial.ok
    assert trial.sentence.startswith("It lists 2 models, but does not answer. ")


def test_a_busy_service_is_told_at_once() -> None:
    with ModelServer(Refusal(429, "slow down")) as server:
        trial = tried(server)

        assert not trial.ok
        assert len(server.asked) == 1


def test_a_web_page_is_told_to_be_no_answer() -> None:
    with ModelServer(Page()) as server:
        assert not tried(server).ok


def test_silence_ends_with_a_sentence() -> None:
    with ModelServer(Answer((Stall(),))) as server:
        trial = tried(server, limit=0.3)

    assert not trial.ok
    assert "No answer came" in trial.sentence


def test_nobody_at_the_address_is_told() -> None:
    with ModelServer() as server:
        pass

    trial = tried(server)

    assert not trial.ok
    assert trial.sentence


def test_a_service_without_models_says_what_to_do() -> None:
    with ModelServer(models=()) as server:
        trial = tried(server)

    assert not trial.ok
    assert "Load one" in trial.sentence


def test_a_named_model_is_tried_where_there_is_no_list() -> None:
    with ModelServer(said("yes"), models=()) as server:
        trial = tried(server, model="mine")

    assert re.fullmatch(r"Answered in \d+\.\d s\.", trial.sentence)


@pytest.mark.parametrize("name", ["text-embedding-4", "whisper-1", "gpt-image-2", "nomic-embed-text", "tts-1"])
def test_a_model_that_does_not_talk_is_not_asked(name: str) -> None:
    assert model_to_try((ModelInfo(name), ModelInfo("talker"))) == "talker"
