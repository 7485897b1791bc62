"""What the composer offers to choose from: services with their models, and saved snippets. Frozen values."""

from enum import StrEnum

from msgspec import Struct

from guillemet.llm.messages import ModelInfo


class OptionPart(StrEnum):
    """What a model does in a conversation."""

    MAIN = "main"
    """It answers; in Architect mode it plans."""
    EDITOR = "editor"
    """It writes the blocks of a plan, in Architect mode only."""


class ServiceOffer(Struct, frozen=True):
    """A service with the models it lists."""

    name: str
    """As settings call it: `anthropic`."""
    title: str
    """As people call it."""
    models: tuple[ModelInfo, ...] = ()
    note: str = ""
    """A sentence when its models cannot be listed, or something else is to be known."""
    counts: bool = False
    """Whether it counts the tokens of a request that is sent to it for that."""


class Snippet(Struct, frozen=True):
    """A text the user saved under a name."""

    name: str
    """Without the slash it is called by."""
    text: str


def model_name(service: str, model: str) -> str:
    """Return how a model of a service is named in wishes and shown in turns: `anthropic/claude-…`."""
    return f"{service}/{model}"
