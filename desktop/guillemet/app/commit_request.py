"""What somebody who commits asks for."""

from msgspec import Struct


class CommitRequest(Struct, frozen=True):
    """A commit somebody asked for."""

    message: str
    author: tuple[str, str] | None = None
    """Name and address; the repository's configuration tells when None."""
    is_author_remembered: bool = False
    """Whether the repository's configuration holds the author from now on."""
