"""The two wire formats, written by hand so that the SDKs meet something they did not make themselves.

OpenAI     https://platform.openai.com/docs/api-reference/chat-streaming
Anthropic  https://docs.anthropic.com/en/docs/build-with-claude/streaming
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from tests.kit.model_server.script import Answer, Asked, CallTool, FailInside, Refusal, Tokens

_TAKES_CACHE_FIGURES = "openai"


class Wire(ABC):
    """Writes one answer piece by piece."""

    def __init__(self, asked: Asked, answer: Answer) -> None:
        self.asked = asked
        self.answer = answer
        self.model = asked.body.get("model", "") if isinstance(asked.body, dict) else ""

    @abstractmethod
    def start(self) -> bytes:
        """Return what comes before the first text."""

    @abstractmethod
    def text(self, piece: str) -> bytes:
        """Return a piece of the answer."""

    @abstractmethod
    def thought(self, piece: str, name: str) -> bytes:
        """Return a piece of what the model thinks aloud."""

    @abstractmethod
    def call(self, tool: CallTool) -> bytes:
        """Return the request for a tool."""

    @abstractmethod
    def fault(self, failure: FailInside) -> bytes:
        """Return an error inside the stream."""

    @abstractmethod
    def finish(self) -> bytes:
        """Return what comes after the last text."""


class OpenAIWire(Wire):
    """Server-sent events without names, each a `chat.completion.chunk`, `[DONE]` last."""

    def start(self) -> bytes:
        """Return the first chunk, which holds the role."""
        return self._chunk({"role": "assistant", "content": ""})

    def text(self, piece: str) -> bytes:
        """Return a chunk with content."""
        return self._chunk({"content": piece})

    def thought(self, piece: str, name: str) -> bytes:
        """Return a chunk with thoughts under the name that this kind of server has for them."""
        return self._chunk({"content": None, name: piece})

    def call(self, tool: CallTool) -> bytes:
        """Return the chunks of a tool call, its arguments in two parts."""
        half = len(tool.arguments) // 2
        first = {"index": 0, "id": "call_1", "type": "function", "function": {"name": tool.name, "arguments": ""}}
        rest = [
            {"index": 0, "function": {"arguments": part}} for part in (tool.arguments[:half], tool.arguments[half:])
        ]
        return b"".join(self._chunk({"tool_calls": [each]}) for each in (first, *rest))

    def fault(self, failure: FailInside) -> bytes:
        """Return an event that holds an error instead of choices."""
        error = {"message": failure.message, "type": failure.kind, "code": failure.code}
        return _event({"error": error})

    def finish(self) -> bytes:
        """Return the reason, the figures when they were asked for, and `[DONE]`."""
        ends = self._chunk({}, finish=self.answer.finish)
        if (self.asked.body.get("stream_options") or {}).get("include_usage"):
            ends += _event({**self._head(), "choices": [], "usage": self._usage(self.answer.tokens)})
        return ends + (b"data: [DONE]\n\n" if self.answer.says_done else b"")

    def _usage(self, tokens: Tokens) -> dict[str, Any]:
        read = tokens.fresh + tokens.from_cache + tokens.into_cache
        usage: dict[str, Any] = {
            "prompt_tokens": read,
            "completion_tokens": tokens.written,
            "total_tokens": read + tokens.written,
        }
        if self.answer.cache_style == _TAKES_CACHE_FIGURES:
            cached = {"cached_tokens": tokens.from_cache, "cache_write_tokens": tokens.into_cache}
            return usage | {"prompt_tokens_details": cached}
        return usage | {
            "prompt_cache_hit_tokens": tokens.from_cache,
            "prompt_cache_miss_tokens": read - tokens.from_cache,
        }

    def _head(self) -> dict[str, Any]:
        return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_760_000_000, "model": self.model}

    def _chunk(self, delta: dict[str, Any], *, finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _event({**self._head(), "choices": [choice], "usage": None})


class AnthropicWire(Wire):
    """Server-sent events with names; texts, thoughts and tool calls are content blocks with a start and an end."""

    _REASONS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal", "tool_calls": "tool_use"}  # noqa: RUF012

    def __init__(self, asked: Asked, answer: Answer) -> None:
        super().__init__(asked, answer)
        self._block = ""
        self._number = -1

    def start(self) -> bytes:
        """Return the start of the message, with what was read, and a ping."""
        tokens = self.answer.tokens
        message: dict[str, Any] = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {
                "input_tokens": tokens.fresh,
                "cache_creation_input_tokens": tokens.into_cache,
                "cache_read_input_tokens": tokens.from_cache,
                "output_tokens": 1,
            },
        }
        return _named({"type": "message_start", "message": message}) + _named({"type": "ping"})

    def text(self, piece: str) -> bytes:
        """Return a `text_delta`, after the start of its block where there is none yet."""
        return self._begin("text", {"type": "text", "text": ""}) + self._delta({"type": "text_delta", "text": piece})

    def thought(self, piece: str, name: str) -> bytes:  # noqa: ARG002  this wire has one name for it
        """Return a `thinking_delta`."""
        begun = self._begin("thinking", {"type": "thinking", "thinking": "", "signature": ""})
        return begun + self._delta({"type": "thinking_delta", "thinking": piece})

    def call(self, tool: CallTool) -> bytes:
        """Return a `tool_use` block, its arguments in two parts."""
        half = len(tool.arguments) // 2
        begun = self._begin("tool", {"type": "tool_use", "id": "toolu_1", "name": tool.name, "input": {}})
        parts = (tool.arguments[:half], tool.arguments[half:])
        return begun + b"".join(self._delta({"type": "input_json_delta", "partial_json": part}) for part in parts)

    def fault(self, failure: FailInside) -> bytes:
        """Return an `error` event."""
        return _named({"type": "error", "error": {"type": failure.kind, "message": failure.message}})

    def finish(self) -> bytes:
        """Return the end of the block, the reason with what was written, and the end of the message."""
        reason = self._REASONS.get(self.answer.finish, self.answer.finish)
        delta = {"stop_reason": reason, "stop_sequence": None}
        told = {"type": "message_delta", "delta": delta, "usage": {"output_tokens": self.answer.tokens.written}}
        return self._end() + _named(told) + _named({"type": "message_stop"})

    def _begin(self, kind: str, block: dict[str, Any]) -> bytes:
        if kind == self._block:
            return b""
        ended = self._end()
        self._block = kind
        self._number += 1
        return ended + _named({"type": "content_block_start", "index": self._number, "content_block": block})

    def _end(self) -> bytes:
        if not self._block:
            return b""
        signed = self._delta({"type": "signature_delta", "signature": "c2ln"}) if self._block == "thinking" else b""
        self._block = ""
        return signed + _named({"type": "content_block_stop", "index": self._number})

    def _delta(self, delta: dict[str, Any]) -> bytes:
        return _named({"type": "content_block_delta", "index": self._number, "delta": delta})


def wire_of(asked: Asked, answer: Answer) -> Wire:
    """Return the wire that belongs to the path asked."""
    return AnthropicWire(asked, answer) if asked.path.endswith("/messages") else OpenAIWire(asked, answer)


def refusal_body(asked: Asked, refusal: Refusal) -> dict[str, Any]:
    """Return an error as the service of this path words it."""
    if is_anthropic(asked):
        return {"type": "error", "error": {"type": refusal.kind, "message": refusal.message}, "request_id": "req_1"}
    return {"error": {"message": refusal.message, "type": refusal.kind, "param": None, "code": refusal.code}}


def is_anthropic(asked: Asked) -> bool:
    """Tell whether the Anthropic SDK asks."""
    return "/messages" in asked.path or "anthropic-version" in asked.headers


def listing(asked: Asked, models: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """Return the list of models as the service of this path words it."""
    if is_anthropic(asked):
        data = [
            {"type": "model", "created_at": "2026-01-01T00:00:00Z", "display_name": each["id"].title(), **each}
            for each in models
        ]
        return {"data": data, "has_more": False, "first_id": None, "last_id": None}
    return {"object": "list", "data": [{"object": "model", "created": 1, "owned_by": "kit", **each} for each in models]}


def pieces(text: str, size: int) -> Iterator[str]:
    """Yield the text in pieces of so many characters."""
    for start in range(0, len(text), size):
        yield text[start : start + size]


def _event(value: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


def _named(value: dict[str, Any]) -> bytes:
    return f"event: {value['type']}\n".encode() + _event(value)
