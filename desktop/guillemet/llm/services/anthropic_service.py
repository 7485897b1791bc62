"""Anthropic's messages, and servers that speak them.

Loading this module loads the SDK, which takes two seconds: `catalogue` does so on first use.
"""

import base64
import re
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from functools import cached_property
from typing import Any

import anthropic

from guillemet.llm.errors import ServiceError
from guillemet.llm.messages import (
    Counted,
    Ended,
    Ending,
    Message,
    ModelInfo,
    Picture,
    ReasoningText,
    ReplyText,
    Request,
    Role,
    Usage,
)
from guillemet.llm.services.http_client import Answer
from guillemet.llm.services.sdk_errors import check_kind, translated, unfinished
from guillemet.llm.services.sdk_service import SdkService
from guillemet.llm.services.service import number_at, text_at, value_at

_MOST_OUTPUT = 32_000
_OLD_OUTPUTS = (("claude-3-7", 64_000), ("claude-3-5", 8_192), ("claude-3", 4_096))
"""Tokens of an answer that the first generations allow; the list of models tells it for those it names."""
_MOST_MARKS = 4
_MOST_MODELS = 1000
_MARK = {"cache_control": {"type": "ephemeral"}}
_ENDINGS = {
    "max_tokens": Ending.TOO_LONG,
    "model_context_window_exceeded": Ending.TOO_LONG,
    "tool_use": Ending.CALLED_TOOL,
    "refusal": Ending.REFUSED,
}


class AnthropicService(SdkService[anthropic.AsyncAnthropic]):
    """Anthropic's own service, or another address that speaks its messages."""

    _sdk, _client_class = anthropic, anthropic.AsyncAnthropic
    _own_address, _address_variable = "https://api.anthropic.com", "ANTHROPIC_BASE_URL"

    @cached_property
    def _most_output(self) -> dict[str, int]:
        """Per model, the tokens an answer may have, as far as the service reported."""
        return {}

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the models in the server's order; empty where it has no list; raises ServiceError."""
        listed = await self._listed(_MOST_MODELS, limit=_MOST_MODELS)
        self._most_output |= {text_at(each, "id"): most for each in listed if (most := number_at(each, "max_tokens"))}
        return tuple(map(_model, listed))

    async def count(self, request: Request) -> int | None:
        """Return how many tokens the service counts; None where it does not count; raises ServiceError."""
        with translated(self._place, anthropic):
            try:
                counted = await self._client().messages.count_tokens(
                    model=request.model, messages=_written(request.messages), system=_system(request)
                )
            except anthropic.NotFoundError:
                return None
        return number_at(counted, "input_tokens") or None

    async def _ask(self, request: Request) -> Answer:
        stream = await self._open(request)
        usage, reason = Usage(), ""
        async with stream:
            with translated(self._place, anthropic):
                await check_kind(self._place, stream.response)
            try:
                async with aclosing(self._items(stream)) as events:
                    async for event in events:
                        for text in _texts(event):
                            yield text
                        reported = value_at(event, "usage") or value_at(event, "message", "usage")
                        if reported is not None:
                            usage = _usage(reported, usage)
                            yield Counted(usage)
                        reason = text_at(event, "delta", "stop_reason") or reason
            except ServiceError:
                if not reason:
                    raise
        if not reason:
            raise unfinished(self._place)
        yield Ended(_ENDINGS.get(reason, Ending.COMPLETE))

    def _limit(self, request: Request) -> int:
        """Return how many tokens may be asked for: no more than the model has allowed so far."""
        most = request.most_output or _most_output(request.model)
        return min(most, self._most_output.get(request.model, most))

    async def _open(self, request: Request) -> anthropic.AsyncStream[Any]:
        """Send the request, and once more without a temperature, or with a smaller limit, when the model wants that."""
        left_out = self._left_out[request.model]
        while True:
            most = self._limit(request)
            # The SDK's own parameters no longer name it: newer models do not take it.
            has_temperature = request.temperature is not None and "temperature" not in left_out
            try:
                with translated(self._place, anthropic):
                    return await self._client().messages.create(
                        model=request.model,
                        max_tokens=most,
                        messages=_written(request.messages),
                        system=_system(request),
                        stream=True,
                        extra_body={"temperature": request.temperature} if has_temperature else {},
                    )
            except ServiceError as error:
                allowed = re.search(r"max_tokens: \d+ > (\d+)", error.what)
                if allowed and 0 < int(allowed[1]) < most:
                    self._most_output[request.model] = int(allowed[1])
                elif has_temperature and type(error) is ServiceError and "temperature" in error.what:
                    left_out.add("temperature")
                else:
                    raise


def _model(listed: object) -> ModelInfo:
    room = number_at(listed, "max_input_tokens") or None
    return ModelInfo(text_at(listed, "id"), text_at(listed, "display_name"), room)


def _most_output(model: str) -> int:
    return next((most for start, most in _OLD_OUTPUTS if model.startswith(start)), _MOST_OUTPUT)


def _texts(event: object) -> Iterator[ReplyText | ReasoningText]:
    for part in (value_at(event, "delta"), value_at(event, "content_block")):
        if thought := text_at(part, "thinking"):
            yield ReasoningText(thought)
        if text := text_at(part, "text"):
            yield ReplyText(text)


def _usage(reported: object, before: Usage) -> Usage:
    """Return the figures so far: the first ones name what was read, later ones mostly only what was written."""
    from_cache = number_at(reported, "cache_read_input_tokens") or before.from_cache
    into_cache = number_at(reported, "cache_creation_input_tokens") or before.into_cache
    fresh = number_at(reported, "input_tokens") or before.read - before.from_cache - before.into_cache
    written = number_at(reported, "output_tokens") or before.written
    return Usage(fresh + from_cache + into_cache, written, from_cache, into_cache)


def _system(request: Request) -> Any:
    return [{"type": "text", "text": request.system, **_MARK}] if request.system else anthropic.omit


def _written(messages: Sequence[Message]) -> Any:
    """Return the messages as sent; the last stable ones get the marks that the system text leaves."""
    reported = [message for message in messages if message.text.strip() or message.pictures]
    stable = [number for number, message in enumerate(reported) if message.ends_stable]
    marked = set(stable[-(_MOST_MARKS - 1) :])
    return [
        {
            "role": message.role.value,
            "content": _content(message, marks=number in marked, ends=number == len(reported) - 1),
        }
        for number, message in enumerate(reported)
    ]


def _content(message: Message, *, marks: bool, ends: bool) -> list[dict[str, object]]:
    # An answer that is to be continued must not end in blanks.
    text = message.text.rstrip() if ends and message.role is Role.ASSISTANT else message.text
    parts: list[dict[str, object]] = [_picture(each) for each in message.pictures]
    if text.strip():
        parts.append({"type": "text", "text": text})
    return [*parts[:-1], parts[-1] | _MARK] if marks else parts


def _picture(picture: Picture) -> dict[str, object]:
    data = base64.b64encode(picture.data).decode()
    kind = "image" if picture.media_type.startswith("image/") else "document"
    return {"type": kind, "source": {"type": "base64", "media_type": picture.media_type, "data": data}}
