"""Moments and texts as the columns hold them."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


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
