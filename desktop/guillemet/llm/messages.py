"""What goes to a model and what comes back: plain values that every service understands."""

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    """Who says a message."""

    USER = "user"
    ASSISTANT = "assistant"


class Picture(Struct, frozen=True):
    """An image or a PDF, for models that take them."""

    media_type: str
    """As MIME names it: `image/png`, `application/pdf`."""
    data: bytes
    path: str = ""


class Message(Struct, frozen=True):
    """One message of a request."""

    role: Role
    text: str
    pictures: tuple[Picture, ...] = ()
    ends_stable: bool = False
    """Everything up to here stays as it is from request to request; a service may keep it (Anthropic's cache marks)."""


class Request(Struct, frozen=True):
    """All that a model is asked."""

    model: str
    """As the service names it."""
    messages: tuple[Message, ...]
    system: str = ""
    most_output: int | None = None
    """Tokens the answer may have; None leaves it to the service."""
    temperature: float | None = None


class ModelInfo(Struct, frozen=True):
    """A model as its service lists it."""

    name: str
    """What a request says."""
    title: str = ""
    """What people call it; empty when the service gives none."""
    room: int | None = None
    """Tokens it can read."""


class Usage(Struct, frozen=True):
    """Tokens as the service counted them."""

    read: int = 0
    """Tokens of the request, the cached ones included."""
    written: int = 0
    """Tokens of the answer, reasoning included."""
    from_cache: int = 0
    """Of those read, how many the service had kept."""
    into_cache: int = 0
    """Of those read, how many it kept now."""


class Ending(StrEnum):
    """Why an answer ended."""

    COMPLETE = "complete"
    TOO_LONG = "reached its length limit"
    REFUSED = "refused by the service"
    CALLED_TOOL = "asked for a tool"


class ReplyText(Struct, frozen=True):
    """More of the answer; the only text that is read for blocks."""

    text: str


class ReasoningText(Struct, frozen=True):
    """More of what the model thinks aloud; shown folded, never read for blocks."""

    text: str


class Waiting(Struct, frozen=True):
    """The service is asked again after a while."""

    seconds: float
    why: str
    """A sentence for people."""
    attempt: int
    """The try that comes next, from 2."""


class Counted(Struct, frozen=True):
    """The service reported how many tokens it read or wrote so far; the last one reported counts."""

    usage: Usage


class Ended(Struct, frozen=True):
    """The answer is over."""

    ending: Ending


StreamEvent = ReplyText | ReasoningText | Waiting | Counted | Ended
