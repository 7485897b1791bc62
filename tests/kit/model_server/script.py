"""What the model server answers, as values: whole answers step by step, refusals, pages."""

from collections.abc import Callable, Mapping
from threading import Event
from typing import Any

from msgspec import Struct


class Asked(Struct, frozen=True):
    """A request as it came over the wire."""

    method: str
    path: str
    headers: Mapping[str, str]
    """With names in small letters."""
    body: Any
    """Decoded JSON, None where there was no body."""


class Say(Struct, frozen=True):
    """Send text, cut into pieces of so many characters."""

    text: str
    piece: int = 4


class Think(Struct, frozen=True):
    """Send thoughts the way the wire keeps them apart; OpenAI's kind of server has several names for them."""

    text: str
    piece: int = 4
    name: str = "reasoning_content"


class CallTool(Struct, frozen=True):
    """Ask for a tool."""

    name: str = "run_shell"
    arguments: str = '{"command": "touch called"}'


class Pause(Struct, frozen=True):
    """Stay silent for so many seconds."""

    seconds: float


class Hold(Struct, frozen=True):
    """Stay silent until a test says that it goes on."""

    until: Event


class Stall(Struct, frozen=True):
    """Stay silent until the client goes or the server ends."""


class Drop(Struct, frozen=True):
    """Close the connection in the middle of the body."""


class EndEarly(Struct, frozen=True):
    """End the body properly, but without the answer's end."""


class Raw(Struct, frozen=True):
    """Send these bytes as they are, so many times; -1 until the client goes."""

    data: bytes
    times: int = 1


class FailInside(Struct, frozen=True):
    """Tell an error inside the stream."""

    message: str = "Overloaded"
    kind: str = "overloaded_error"
    code: int | str | None = None


class Endlessly(Struct, frozen=True):
    """Send this text until the client goes."""

    text: str


Step = Say | Think | CallTool | Pause | Hold | Stall | Drop | EndEarly | Raw | FailInside | Endlessly


class Tokens(Struct, frozen=True):
    """What the answer is said to cost."""

    fresh: int = 120
    written: int = 30
    from_cache: int = 0
    into_cache: int = 0


class Answer(Struct, frozen=True):
    """A streamed answer."""

    steps: tuple[Step, ...]
    finish: str = "stop"
    """In OpenAI's words (stop, length, content_filter, tool_calls); the other wire has its own for them."""
    tokens: Tokens = Tokens()
    cache_style: str = "openai"
    """Where cached tokens are told: openai or deepseek."""
    says_done: bool = True
    """Send `[DONE]` in the end."""


class Refusal(Struct, frozen=True):
    """An error with a status."""

    status: int
    message: str = "Something is wrong."
    kind: str = "api_error"
    code: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


class Page(Struct, frozen=True):
    """Something that is no answer at all, sent whole."""

    body: bytes = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Welcome</body></html>"
    status: int = 200
    content_type: str = "text/html; charset=utf-8"


class Silence(Struct, frozen=True):
    """Take the request and never answer."""


class HangUp(Struct, frozen=True):
    """Take the request and close the connection."""


Reply = Answer | Refusal | Page | Silence | HangUp
Script = Reply | Callable[[Asked], Reply]


def said(*texts: str) -> Answer:
    """Return an answer that says this and ends well."""
    return Answer(tuple(Say(text) for text in texts))
