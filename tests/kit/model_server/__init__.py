"""A model service on this machine: real wire formats over loopback, with every mishap on request.

    with ModelServer(said("Hello.")) as server:
        service = OpenAIService(address=server.address, key="any")

By hand: `python -m tests.kit.model_server --port 8123 --script demo --rate 200`.
"""

from tests.kit.model_server.script import (
    Answer,
    Asked,
    CallTool,
    Drop,
    EndEarly,
    Endlessly,
    FailInside,
    HangUp,
    Hold,
    Page,
    Pause,
    Raw,
    Refusal,
    Reply,
    Say,
    Script,
    Silence,
    Stall,
    Step,
    Think,
    Tokens,
    said,
)
from tests.kit.model_server.server import ModelServer

__all__ = [
    "Answer",
    "Asked",
    "CallTool",
    "Drop",
    "EndEarly",
    "Endlessly",
    "FailInside",
    "HangUp",
    "Hold",
    "ModelServer",
    "Page",
    "Pause",
    "Raw",
    "Refusal",
    "Reply",
    "Say",
    "Script",
    "Silence",
    "Stall",
    "Step",
    "Think",
    "Tokens",
    "said",
]
