"""Finds out whether a service works: its list of models, then the beginning of an answer."""

import re
import time
from contextlib import aclosing

from msgspec import Struct

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
"""Seconds a trial takes at most; a local model may have to be loaded first."""

_MOST_OUTPUT = 16
"""Tokens asked for: some services refuse to answer in fewer. The trial stops at the first."""
_NO_CHAT = re.compile(
    r"embed|whisper|tts|speech|audio|transcri|realtime|dall-e|image|sora|video|moderat|rerank|ocr|guard|davinci|babbage",
    re.IGNORECASE,
)


class ConnectionTest(Struct, frozen=True):
    """What came of trying a service."""

    ok: bool
    sentence: str
    """For people: how long it took, or what failed and what to do."""
    models: tuple[ModelInfo, ...] = ()
    seconds: float = 0.0
    """From the question to the first word of the answer."""


async def try_service(service: Service, *, model: str = "", limit: float = LIMIT) -> ConnectionTest:
    """Ask for the models, then a model for a word: the one named, else the first that looks like one to talk with."""
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
    return ConnectionTest(ok=True, sentence=f"Answered in {seconds:.1f} s{listed}.", models=models, seconds=seconds)


def model_to_try(models: tuple[ModelInfo, ...]) -> str:
    """Return the first model that is not by its name made for pictures, sound or search; empty when there is none."""
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
    return "1 model" if len(models) == 1 else f"{len(models):,} models"
