"""What somebody who commits asks for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CommitWish:
    """A commit somebody asked for."""

    message: str
    author: tuple[str, str] | None = None
    """Name and address; the repository's configuration tells when None."""
    is_author_remembered: bool = False
    """Whether the repository's configuration holds the author from now on."""
