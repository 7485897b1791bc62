"""Named scripts for looking at the app: the demo's recorded replies, and every mishap."""

import re

from guillemet.bundled import bundled
from tests.kit.model_server.script import (
    Answer,
    Asked,
    CallTool,
    Drop,
    Endlessly,
    FailInside,
    Page,
    Raw,
    Refusal,
    Reply,
    Say,
    Script,
    Silence,
    Stall,
    Think,
    Tokens,
    said,
)

_START = "Three changes make this **exact**:\n\n1. fractions instead of floats,\n2. "
_THOUGHTS = "The user wants exact amounts. `Fraction` keeps them.\n\nI will change `scale.py` first.\n"
_COMMIT = "Keep amounts exact\n\nScaling multiplied with a float, so that three leeks for six became 4.0 0.5."


def demo(asked: Asked) -> Reply:
    """Answer with the recorded reply that is next; `script:NAME` in the last message answers with that script."""
    messages = asked.body.get("messages") or []
    last = _text(messages[-1]) if messages else ""
    wanted = re.search(r"script:(\w[\w-]*)", last)
    if wanted and wanted[1] in SCRIPTS and wanted[1] != "demo":
        script = SCRIPTS[wanted[1]]
        return script if not callable(script) else script(asked)
    if "message of this commit" in last:
        return said(_COMMIT)
    replies = sorted(bundled("demo/replies").iterdir())
    number = sum(message.get("role") == "assistant" for message in messages) % len(replies)
    text = replies[number].read_text(encoding="utf-8").partition("\n\n")[2]
    tokens = Tokens(fresh=len(str(messages)) // 4, written=len(text) // 4, from_cache=1200)
    return Answer((Think(_THOUGHTS), Say(text)), tokens=tokens)


def _long(asked: Asked) -> Reply:
    """Answer for ten minutes at 200 tokens a second: prose, and every while a block."""
    block = demo(Asked("POST", asked.path, asked.headers, {"messages": [{"role": "user", "content": "go"}]}))
    text = block.steps[1].text if isinstance(block, Answer) and isinstance(block.steps[1], Say) else ""
    return Answer((Say("\n\n".join([text] * 120)),))


def _text(message: dict[str, object]) -> str:
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"text": content}]
    return "\n".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


SCRIPTS: dict[str, Script] = {
    "demo": demo,
    "long": _long,
    "stall": Answer((Say(_START), Stall())),
    "silence": Silence(),
    "dropped": Answer((Say(_START), Drop())),
    "broken-block": Answer((Say("ladle/scale.py\n««« EDIT\nfrom msgspec.structs import replace\n═══════ RE"), Drop())),
    "error-inside": Answer((Say(_START), FailInside())),
    "endless": Answer((Endlessly("and so on "),)),
    "gigabyte": Answer((Raw(b"data: " + b"x" * 65_536, -1),)),
    "too-long-answer": Answer((Say(_START),), finish="length"),
    "refused": Answer((Say("I cannot help with that."),), finish="content_filter"),
    "tool": Answer((Say("I will run it.\n"), CallTool()), finish="tool_calls"),
    "thinking": Answer((Think(_THOUGHTS * 30), Say("Done thinking.\n"))),
    "think-tags": Answer((Say(f"<think>\n{_THOUGHTS}</think>\n\nDone thinking.\n"),)),
    "bad-utf-8": Answer((Say(_START), Raw(b'event: x\ndata: {"a": "\xff\xfe"}\n\n'))),
    "html": Page(),
    "wrong-key": Refusal(401, "Incorrect API key provided: sk-wrong1234.", "authentication_error", "invalid_api_key"),
    "forbidden": Refusal(403, "Your key may not use this model.", "permission_error"),
    "no-model": Refusal(404, "The model `x` does not exist.", "not_found_error", "model_not_found"),
    "busy": Refusal(429, "Too many requests.", "rate_limit_error", headers=(("retry-after", "5"),)),
    "overloaded": Refusal(529, "Overloaded", "overloaded_error"),
    "down": Refusal(500, "Internal server error", "api_error"),
    "too-long-request": Refusal(400, "prompt is too long: 210000 tokens > 200000 maximum", "invalid_request_error"),
}
