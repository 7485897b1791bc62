"""OpenAI, and every server that speaks its chat completions: Ollama, llama.cpp, vLLM, OpenRouter, DeepSeek and others.

Loading this module loads the SDK, which takes more than a second: `catalogue` does so on first use.
"""

import base64
from collections.abc import Iterator
from contextlib import aclosing
from typing import Any, ClassVar

import httpx2
import openai

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
    Usage,
)
from guillemet.llm.services.http_client import Answer, BoundedStream
from guillemet.llm.services.reasoning_splitter import ReasoningSplitter
from guillemet.llm.services.sdk_errors import check_kind, translated, unfinished
from guillemet.llm.services.sdk_service import SdkService
from guillemet.llm.services.service import list_at, number_at, text_at, value_at

_MOST_MODELS = 5000
_ENDINGS = {
    "length": Ending.TOO_LONG,
    "content_filter": Ending.REFUSED,
    "tool_calls": Ending.CALLED_TOOL,
    "function_call": Ending.CALLED_TOOL,
}
_FAULTS = {"error", "insufficient_system_resource"}
"""Values of `finish_reason` that report a fault in mid-answer, as OpenRouter and DeepSeek send them."""
_ROOMS = (("context_length",), ("max_model_len",), ("context_window",), ("max_context_length",), ("meta", "n_ctx"))
"""Fields with the size of a model's context: of OpenRouter, vLLM, Groq, Mistral, llama.cpp."""


class OpenAIService(SdkService[openai.AsyncOpenAI]):
    """OpenAI's own service, or another address that speaks its chat completions."""

    _sdk, _client_class = openai, openai.AsyncOpenAI
    _own_address, _address_variable = "https://api.openai.com/v1", "OPENAI_BASE_URL"
    # The organization named in the environment must not be sent to other servers.
    _other_headers: ClassVar = {"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the models in the server's order; empty where it has no list; raises ServiceError."""
        return tuple(map(_model, await self._listed(_MOST_MODELS)))

    async def count(self, request: Request) -> int | None:  # noqa: ARG002  of the protocol
        """Return None: these servers do not count tokens before they answer."""
        return None

    async def _ask(self, request: Request) -> Answer:
        stream = await self._open(request)
        thoughts = ReasoningSplitter()
        finish, has_called = "", False
        async with stream:
            with translated(self._place, openai):
                await check_kind(self._place, stream.response)
            try:
                async with aclosing(self._items(stream)) as chunks:
                    async for chunk in chunks:
                        choice = next(iter(list_at(chunk, "choices")), None)
                        for event in _texts(value_at(choice, "delta"), thoughts):
                            yield event
                        has_called = has_called or _calls(value_at(choice, "delta"))
                        finish = text_at(choice, "finish_reason") or finish
                        if value_at(chunk, "usage") is not None:
                            yield Counted(_usage(value_at(chunk, "usage")))
            except ServiceError:
                if not finish:
                    raise
        for event in thoughts.finish():
            yield event
        yield self._ended(finish, stream, has_called=has_called)

    def _ended(self, finish: str, stream: openai.AsyncStream[Any], *, has_called: bool) -> Ended:
        """Return how the answer ended; raises BrokenStreamError when it broke off."""
        if finish in _FAULTS or not (finish or _said_done(stream.response)):
            raise unfinished(self._place)
        return Ended(Ending.CALLED_TOOL if has_called else _ENDINGS.get(finish, Ending.COMPLETE))

    async def _open(self, request: Request) -> openai.AsyncStream[Any]:
        """Send the request, and again without each parameter that the server refuses."""
        left_out = self._left_out[request.model]
        while True:
            optional = self._optional(request, left_out)
            try:
                with translated(self._place, openai):
                    return await self._client().chat.completions.create(
                        model=request.model, messages=_written(request), stream=True, extra_body=optional
                    )
            except ServiceError as error:
                name = next((name for name in optional if type(error) is ServiceError and name in error.what), "")
                if not name:
                    raise
                left_out.add(name)

    def _optional(self, request: Request, left_out: set[str]) -> dict[str, object]:
        """Return the parameters that some servers or models do not accept."""
        wanted: dict[str, object] = {"stream_options": {"include_usage": True}}
        if request.temperature is not None:
            wanted["temperature"] = request.temperature
        # OpenAI's newer models refuse `max_tokens`; most other servers know only that name.
        limits = ("max_completion_tokens", "max_tokens") if self._is_own else ("max_tokens", "max_completion_tokens")
        limit = next((name for name in limits if name not in left_out), "")
        if request.most_output is not None and limit:
            wanted[limit] = request.most_output
        return {name: value for name, value in wanted.items() if name not in left_out}


def _model(listed: object) -> ModelInfo:
    room = next((number for names in _ROOMS if (number := number_at(listed, *names))), None)
    return ModelInfo(text_at(listed, "id"), text_at(listed, "name"), room)


def _texts(delta: object, thoughts: ReasoningSplitter) -> Iterator[ReplyText | ReasoningText]:
    """Yield the texts of one delta."""
    # DeepSeek and llama.cpp call the reasoning by the first name, OpenRouter by the second.
    if reasoning := text_at(delta, "reasoning_content") or text_at(delta, "reasoning"):
        yield ReasoningText(reasoning)
    for part in list_at(delta, "content"):  # Mistral sends parts of several kinds
        for thought in list_at(part, "thinking"):
            if text_at(thought, "text"):
                yield ReasoningText(text_at(thought, "text"))
        yield from thoughts.feed(text_at(part, "text"))
    yield from thoughts.feed(text_at(delta, "content") or text_at(delta, "refusal"))


def _calls(delta: object) -> bool:
    return bool(list_at(delta, "tool_calls")) or value_at(delta, "function_call") is not None


def _usage(reported: object) -> Usage:
    kept = number_at(reported, "prompt_tokens_details", "cached_tokens")
    return Usage(
        read=number_at(reported, "prompt_tokens"),
        written=number_at(reported, "completion_tokens"),
        from_cache=kept or number_at(reported, "prompt_cache_hit_tokens"),  # the second is DeepSeek's
        into_cache=number_at(reported, "prompt_tokens_details", "cache_write_tokens"),
    )


def _said_done(response: httpx2.Response) -> bool:
    stream = response.stream
    return isinstance(stream, BoundedStream) and stream.tail.rstrip().endswith(b"[DONE]")


def _written(request: Request) -> Any:
    system = [{"role": "system", "content": request.system}] if request.system else []
    return [*system, *({"role": each.role.value, "content": _content(each)} for each in request.messages)]


def _content(message: Message) -> str | list[dict[str, object]]:
    """Return a plain string where there are no pictures: many servers accept nothing else."""
    if not message.pictures:
        return message.text
    text: list[dict[str, object]] = [{"type": "text", "text": message.text}] if message.text else []
    return [*(_picture(each) for each in message.pictures), *text]


def _picture(picture: Picture) -> dict[str, object]:
    address = f"data:{picture.media_type};base64,{base64.b64encode(picture.data).decode()}"
    if picture.media_type.startswith("image/"):
        return {"type": "image_url", "image_url": {"url": address}}
    name = picture.path.rpartition("/")[2] or "document"
    return {"type": "file", "file": {"filename": name, "file_data": address}}
