"""What whoever applies a reply can choose."""

from dataclasses import dataclass
from enum import StrEnum

from guillemet.engine.blocks import FormatName


class Match(StrEnum):
    """How far the matching ladder may climb, for the formats that allow it."""

    STRICT = "strict"
    LENIENT = "lenient"


@dataclass(frozen=True, slots=True)
class ApplyOptions:
    """How a reply is read and applied."""

    match: Match = Match.LENIENT
    chat_files: tuple[str, ...] = ()
    """Files of the conversation: meant before others when a reply names a file loosely."""
    path: str = ""
    """The file of blocks that name none."""
    root: str = ""
    """The worktree's absolute path on the machine where the reply was written, Windows or not."""
    only: FormatName | None = None
    """Read this format and no other."""
