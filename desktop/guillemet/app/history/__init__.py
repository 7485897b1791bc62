"""The conversation history: a tree of turns for each conversation, full-text search, one SQLite file for all windows.

Plain Python without Qt. A `History` belongs to one thread; every verb is one short transaction.
"""

from guillemet.app.history.export import write_markdown
from guillemet.app.history.history import History, history_file
from guillemet.app.history.records import (
    Context,
    ContextFile,
    DamagedError,
    GoneError,
    HistoryBusyError,
    HistoryError,
    KeptComment,
    KeptTurn,
    OtherAnswer,
    Purpose,
)
from guillemet.app.history.turns import CUT_OFF, ELSEWHERE

__all__ = [
    "CUT_OFF",
    "ELSEWHERE",
    "Context",
    "ContextFile",
    "DamagedError",
    "GoneError",
    "History",
    "HistoryBusyError",
    "HistoryError",
    "KeptComment",
    "KeptTurn",
    "OtherAnswer",
    "Purpose",
    "history_file",
    "write_markdown",
]
