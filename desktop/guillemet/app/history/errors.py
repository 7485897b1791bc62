"""Errors of the kept conversations.

Every message is one or two sentences for people: what happened, then what to do.

    GuillemetError
    └── HistoryError     conversations cannot be kept or read
        ├── GoneError    the conversation or the turn is not there any more
        ├── BusyError    another window holds the file for too long
        └── DamagedError the file is broken; it is set aside at the next start
"""

from guillemet.engine.errors import GuillemetError


class HistoryError(GuillemetError):
    """Conversations cannot be kept or read."""


class GoneError(HistoryError):
    """The conversation or the turn is not there any more."""


class HistoryBusyError(HistoryError):
    """Another window holds the file for too long."""


class DamagedError(HistoryError):
    """The file is broken; it is set aside at the next start."""
