"""Replies that were written beforehand, for the demo: no model is asked, and every reply says so."""

import asyncio
import re
from collections.abc import AsyncGenerator
from pathlib import Path

from guillemet.llm.errors import ServiceError
from guillemet.llm.messages import Ended, Ending, ModelInfo, ReplyText, Request, Role, StreamEvent

PACE = 0.02
"""Seconds between two words: as a quick model answers, and slow enough to be followed."""
LABEL = "Recorded"
"""How every reply that is played begins, besides the sign of a quotation."""

_WORD = re.compile(r"\s*\S+|\s+")


class RecordedService:
    """Plays the replies of a file, or of a folder's Markdown files by name, one after the other."""

    def __init__(self, script: Path, *, pace: float = PACE) -> None:
        self._script = script
        self._pace = pace

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the one model there is, named for what it is."""
        return (ModelInfo("recorded", "Recorded replies, no model"),)

    async def stream(self, request: Request) -> AsyncGenerator[StreamEvent, None]:
        """Play the reply that comes next in this conversation, or say that there is none."""
        for word in _WORD.findall(next_reply(read_script(self._script), request)):
            yield ReplyText(word)
            await asyncio.sleep(self._pace)
        yield Ended(Ending.COMPLETE)

    async def count(self, request: Request) -> int | None:  # noqa: ARG002  as every service
        """Count nothing: no model reads the request."""
        return None

    async def close(self) -> None:
        """Do nothing: there is no connection."""


def read_script(script: Path) -> tuple[str, ...]:
    """Return the recorded replies in order, each with its label; raises ServiceError when they cannot be read."""
    try:
        files = sorted(script.glob("*.md")) if script.is_dir() else [script]
        return tuple(_labelled(file.read_text(encoding="utf-8")) for file in files)
    except (OSError, UnicodeDecodeError) as error:
        raise ServiceError(
            f"The recorded replies in {script} cannot be read ({error}). Choose others in the settings.",
        ) from error


def next_reply(replies: tuple[str, ...], request: Request) -> str:
    """Return the reply after the last one that this conversation holds: asking again from an earlier place works."""
    said = [message.text.lstrip() for message in request.messages if message.role is Role.ASSISTANT]
    played = [number for number, reply in enumerate(replies, 1) if any(_is_of(reply, text) for text in said)]
    at = max(played, default=0)
    if at < len(replies):
        return replies[at]
    return (
        f"> {LABEL} replies: there is no answer to this. No model was asked.\n\n"
        f"All {len(replies)} recorded replies were played. To ask a real model, choose a service in the settings, "
        "or copy the prompt into any chat and paste its reply here.\n"
    )


def _labelled(reply: str) -> str:
    if reply.lstrip("> \n").startswith(LABEL):
        return reply
    return f"> {LABEL} reply. No model was asked.\n\n{reply}"


def _is_of(reply: str, text: str) -> bool:
    """Whether a message is this reply or the beginning of it: replies that were stopped count as played."""
    return bool(text) and (reply.startswith(text) or text.startswith(reply.rstrip()))
