"""Tests whether a service works: requests its list of models, then the beginning of an answer."""

import re
import time
from contextlib import aclosing

from msgspec import Struct

from guillemet.engine.text import counted
from guillemet.llm.errors import ServiceError, UnreachableError
from guillemet.llm.keys import masked
from guillemet.llm.messages import (
    Ended,
    Message,
    ModelInfo,
    ReasoningText,
    ReplyText,
    Request,
    Role,
    Waiting,
)
from guillemet.llm.services.service import Service

LIMIT = 60.0
"""Seconds a test takes at most; a local model may have to be loaded first."""

_MOST_OUTPUT = 16
"""Tokens requested: some services refuse a smaller limit; the test stops at the first one."""
_NO_CHAT = re.compile(
    r"embed|whisper|tts|speech|audio|transcri|realtime|dall-e|image|sora|video|moderat|rerank|ocr|guard|davinci|babbage",
    re.IGNORECASE,
)


class ConnectionTest(Struct, frozen=True):
    """The result of testing a service."""

    ok: bool
    sentence: str
    """Shown to the user: how long it took, or what failed and what to do."""
    models: tuple[ModelInfo, ...] = ()


async def try_service(service: Service, *, model: str = "", limit: float = LIMIT) -> ConnectionTest:
    """Request the list of models, then a one-word answer: from `model`, else from the first chat model of the list.

    `limit` is in seconds. A failure is a result, not an exception.
    """
    import asyncio  # noqa: PLC0415  the window that shows what came of it loads this module at its start

    models: tuple[ModelInfo, ...] = ()
    try:
        async with asyncio.timeout(limit):
            models = await service.models()
            asked = model or model_to_try(models)
            if not asked:
                return ConnectionTest(ok=False, sentence=_without_model(models), models=models)
            begun = time.monotonic()
            await _first_word(service, asked)
            seconds = time.monotonic() - begun
    except TimeoutError:
        return ConnectionTest(
            ok=False, sentence=f"No answer came within {limit:.0f} s. Try again, or another model.", models=models
        )
    except ServiceError as error:
        listed = f"It lists {_counted(models)}, but does not answer. " if models else ""
        return ConnectionTest(ok=False, sentence=listed + masked(str(error)), models=models)
    listed = f"; {_counted(models)}" if models else ""
    return ConnectionTest(ok=True, sentence=f"Answered in {seconds:.1f} s{listed}.", models=models)


def model_to_try(models: tuple[ModelInfo, ...]) -> str:
    """Return the first model whose name does not mark it as one for images, audio or search; empty when none is."""
    return next((model.name for model in models if not _NO_CHAT.search(model.name)), "")


async def _first_word(service: Service, model: str) -> None:
    request = Request(model, (Message(Role.USER, "Answer with the word: yes"),), most_output=_MOST_OUTPUT)
    async with aclosing(service.stream(request)) as answer:
        async for event in answer:
            match event:
                case ReplyText() | ReasoningText() | Ended():
                    return
                case Waiting(why=why):
                    raise ServiceError(why)
    raise UnreachableError("The service ended its answer before the first word. Try again.")


def _without_model(models: tuple[ModelInfo, ...]) -> str:
    if models:
        return f"It lists {_counted(models)}, but none to talk with. Name a model, and try again."
    return "It can be reached, but lists no model. Load one there, or name one here, and try again."


def _counted(models: tuple[ModelInfo, ...]) -> str:
    return counted(len(models), "model")
