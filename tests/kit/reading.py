"""What a reader finds in a reply: its events, blocks, edits, prose, suggestions and warnings."""

from collections.abc import Iterable

from guillemet.engine.blocks import (
    Block,
    BlockBroken,
    BlockFinished,
    BrokenBlock,
    EditBlock,
    FormatName,
    Prose,
    ReplyEvent,
)
from guillemet.engine.reply.reader import Reply, ReplyContext
from guillemet.engine.suggested_commands import find_suggestions


def context(
    *files: str,
    chat_files: tuple[str, ...] = (),
    path: str = "",
    only: FormatName | None = None,
    asked: FormatName | None = None,
) -> ReplyContext:
    """Return what a reader knows where just these files exist."""
    return ReplyContext(
        exists=files.__contains__, chat_files=chat_files, path=path, known=files, only=only, asked=asked
    )


def events_of(text: str, where: ReplyContext | None = None, *, step: int = 0) -> list[ReplyEvent]:
    """Return all events of a reply that comes at once, or `step` characters at a time."""
    return events_of_chunks([text[at : at + step] for at in range(0, len(text), step)] if step else [text], where)


def events_of_chunks(chunks: Iterable[str], where: ReplyContext | None = None) -> list[ReplyEvent]:
    """Return all events of a reply that comes in these chunks."""
    reply = Reply(where or context())
    events = [event for chunk in chunks for event in reply.feed(chunk)]
    return events + reply.finish()


def blocks_of(text: str, where: ReplyContext | None = None) -> list[Block | BrokenBlock]:
    """Return the blocks of a reply, finished and broken."""
    return [event.block for event in events_of(text, where) if isinstance(event, BlockFinished | BlockBroken)]


def edits_of(text: str, where: ReplyContext | None = None) -> list[EditBlock]:
    """Return the blocks of a reply in which every block is a sound edit."""
    blocks = blocks_of(text, where)
    edits = [block for block in blocks if isinstance(block, EditBlock)]
    assert edits == blocks, blocks
    return edits


def prose_of(text: str, where: ReplyContext | None = None) -> str:
    """Return what a reply says outside its blocks."""
    return "".join(event.text for event in events_of(text, where) if isinstance(event, Prose))


def suggested_in(text: str) -> list[str]:
    """Return the commands a reply suggests."""
    prose = [event.text for event in events_of(text) if isinstance(event, Prose)]
    return [suggestion.text for suggestion in find_suggestions(prose)]


def warnings_of(text: str, where: ReplyContext | None = None) -> tuple[str, ...]:
    """Return what is odd about a reply as a whole."""
    reply = Reply(where or context())
    reply.feed(text)
    reply.finish()
    return reply.warnings
