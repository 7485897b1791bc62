"""What the history tells besides the values of `turns`: kept turns, the context of a conversation, spendings."""

from enum import StrEnum

from msgspec import Struct

from guillemet.app.turns import Mode, Turn, Use


class KeptTurn(Struct, frozen=True):
    """A turn of the shown branch, and where it stands in the tree of turns."""

    key: int
    """As the history numbers it; never used twice."""
    turn: Turn
    parent: int | None = None
    siblings: tuple[int, ...] = ()
    """Keys of all turns that answer the same parent, itself included, oldest first: `2 of 3`."""
    proposal: str = ""
    """What the reply became: a blob's or a tree's id; empty when it became nothing."""


class OtherAnswer(Struct, frozen=True):
    """An answer that another window receives or has received."""

    text: str
    """As far as it was kept."""
    is_whole: bool
    """It is over, and all of it is staged."""

    def goes_on(self, text: str) -> bool:
        """Whether the text is as much of this answer as is staged by now, and more of it will be."""
        if self.text.startswith(text):
            return self.text != text or not self.is_whole
        return not self.is_whole and bool(self.text) and text.startswith(self.text)


class ContextFile(Struct, frozen=True):
    """A file as it was sent along."""

    path: str
    use: Use
    hash: str = ""
    """Of the bytes the model was shown last; empty when it was never shown."""


class KeptComment(Struct, frozen=True):
    """What the user says of some lines, until it is sent."""

    spot: str
    """Which lines, in the writing of who keeps it."""
    said: str
    heading: str = ""
    """How a message names the lines; empty while none does."""


class Purpose(StrEnum):
    """What a draft is for that belongs to a repository, not to a conversation."""

    COMMIT = "commit"
    """It is to be the message of the next commit."""
    COMMENTS = "comments"
    """It was written of the comments on lines, and stands in a message."""


class Context(Struct, frozen=True):
    """What a conversation goes on with when it is opened again."""

    files: tuple[ContextFile, ...] = ()
    model: str = ""
    mode: Mode = Mode.EDIT
    draft: str = ""
    """What the composer held."""


class Spent(Struct, frozen=True):
    """Tokens and US dollars of some requests."""

    tokens: int = 0
    """Read and written."""
    money: float = 0.0
    """The sum of what is known."""
    has_unknown: bool = False
    """At least one request has no known price, so that `money` is not all of it."""
    has_known: bool = False
    """At least one request has a known price."""

    @property
    def known_money(self) -> float | None:
        """US dollars; None when something was spent and no price is known."""
        return None if self.has_unknown and not self.has_known else self.money
