"""Patches of x.py, the one file that exists: how they look, and what is read from them."""

from guillemet.engine.blocks import Block, BrokenBlock, EditBlock, ReplyEvent
from tests.kit.reading import blocks_of, context, edits_of, events_of, prose_of

SIDES = "--- a/x.py\n+++ b/x.py\n"
X = context("x.py")


def fenced(text: str) -> str:
    """Return a diff as a listing."""
    return f"```diff\n{text}```\n"


def events(text: str, *, step: int = 0) -> list[ReplyEvent]:
    """Return all events of a reply that comes at once, or `step` characters at a time."""
    return events_of(text, X, step=step)


def read(text: str) -> list[Block | BrokenBlock]:
    """Return the blocks of a reply, finished and broken."""
    return blocks_of(text, X)


def edits(text: str) -> list[EditBlock]:
    """Return the blocks of a reply in which every block is a sound edit."""
    return edits_of(text, X)


def prose(text: str) -> str:
    """Return what a reply says outside its blocks."""
    return prose_of(text, X)
