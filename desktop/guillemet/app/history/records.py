"""Values and errors of the history: kept turns, the context of a conversation, spendings; encoding of columns.

Every message of an error is one or two sentences for people: what happened, then what to do.

    GuillemetError
    └── HistoryError            conversations cannot be stored or read
        ├── GoneError           the conversation or the turn no longer exists
        ├── HistoryBusyError    another window locks the file for too long
        └── DamagedError        the file is broken; it is set aside at the next start
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from msgspec import Struct

from guillemet.app.turns import Mode, Turn, Use
from guillemet.engine.errors import GuillemetError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class KeptTurn(Struct, frozen=True):
    """A turn of the shown branch."""

    key: int
    """As the history numbers it; never used twice."""
    turn: Turn
    is_settled: bool = False
    """All that it proposes is staged."""


class OtherAnswer(Struct, frozen=True):
    """An answer that another window receives or has received."""

    reply_id: str
    is_whole: bool
    """It is over, and all of it is staged."""


class ContextFile(Struct, frozen=True):
    """A file as it was sent along."""

    path: str
    use: Use
    hash: str = ""
    """Of the bytes the model was shown last; empty when it was never shown."""


class KeptComment(Struct, frozen=True):
    """A comment of the user on some lines, until it is sent."""

    spot: str
    """Which lines, in the encoding of the caller."""
    said: str
    heading: str = ""
    """How a message names the lines; empty while none does."""


class Purpose(StrEnum):
    """What a draft is for that belongs to a repository, not to a conversation."""

    COMMIT = "commit"
    """It is to be the message of the next commit."""
    COMMENTS = "comments"
    """It was written of the comments on lines, and stands in a message."""
    REVIEWED = "reviewed"
    """It says which files of the proposal are marked as reviewed."""
    UNFINISHED_COMMENTS = "unfinished comments"
    """What was typed on lines and not kept as a comment yet."""
    COMMENTED_TEXTS = "commented texts"
    """The files as they were when the commented lines stood there last."""


class Context(Struct, frozen=True):
    """What a conversation goes on with when it is opened again."""

    files: tuple[ContextFile, ...] = ()
    model: str = ""
    mode: Mode = Mode.EDIT
    draft: str = ""
    """What the composer held."""


def now() -> int:
    """Return this moment."""
    return stamp(None)


def stamp(moment: datetime | None) -> int:
    """Return a moment in microseconds since 1970, this one for None; a moment without a zone is meant in UTC."""
    if moment is None:
        moment = datetime.now(UTC)
    elif moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // _MICROSECOND


def moment_of(stamped: int) -> datetime:
    """Return the moment, in UTC."""
    return _EPOCH + stamped * _MICROSECOND


def sound(text: str) -> str:
    """Return the text with surrogate pairs joined and lone halves replaced: a stream may hold them, a file cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class HistoryError(GuillemetError):
    """Conversations cannot be kept or read."""


class GoneError(HistoryError):
    """The conversation or the turn is not there any more."""


class HistoryBusyError(HistoryError):
    """Another window holds the file for too long."""


class DamagedError(HistoryError):
    """The file is broken; it is set aside at the next start."""
