"""The conversations that are kept: a tree of turns for each, found by their words, in one SQLite file for all windows.

Plain Python without Qt. A `History` belongs to one thread; every verb is one short transaction.
"""

from guillemet.app.history.errors import BusyError, DamagedError, GoneError, HistoryError
from guillemet.app.history.exporting import write_markdown
from guillemet.app.history.history import History, history_file
from guillemet.app.history.turns import CUT_OFF, ELSEWHERE
from guillemet.app.history.values import Context, ContextFile, KeptComment, KeptTurn, OtherAnswer, Purpose, Spent

__all__ = [
    "CUT_OFF",
    "ELSEWHERE",
    "BusyError",
    "Context",
    "ContextFile",
    "DamagedError",
    "GoneError",
    "History",
    "HistoryError",
    "KeptComment",
    "KeptTurn",
    "OtherAnswer",
    "Purpose",
    "Spent",
    "history_file",
    "write_markdown",
]
