"""Recording the answer that flows, so that a crash at any moment leads back to it.

    kept on disk as far as it came ─▶ first block staged ─▶ kept once a second ─▶ kept whole ─▶ staged whole: settled

An answer that is not settled was cut off, or its staging was: what is missing is staged when it is opened again.
"""

from functools import partial
from threading import Event

from PySide6.QtCore import QObject, QTimer

from guillemet.app.chat.answer_stream import AnswerStream
from guillemet.app.chat.conversation_log import ConversationLog
from guillemet.app.chat.streamed_staging import StreamedStaging
from guillemet.app.turns import Turn

_CHECKPOINT = 1_000
"""Milliseconds between two looks at what has come, kept so that a crash loses no more."""


class AnswerCheckpoint(QObject):
    """Records one answer at a time."""

    def __init__(self, answering: AnswerStream, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answering = answering
        self._log: ConversationLog | None = None
        self._is_staged = False
        self._ended: Turn | None = None
        """An answer that is over and not settled yet."""
        self._timer = QTimer(self, interval=_CHECKPOINT)
        self._timer.timeout.connect(self._keep)

    def begin(self, log: ConversationLog, number: int, growth: StreamedStaging | None) -> None:
        """Record the answer that begins now as the turn of this number in the log."""
        self._log, self._ended, self._is_staged = log, None, growth is not None
        if growth is not None:
            growth.keep_first(self._keep)
            growth.whole.connect(partial(self._settle, log, number))
        self._timer.start()

    def end(self, turn: Turn) -> None:
        """Record how it ended."""
        self._timer.stop()
        if self._log is None:
            return
        self._log.end(turn)
        if self._is_staged and turn.text:
            self._ended = turn
        else:
            self._log.settle(turn.number, turn.text)

    def close(self) -> None:
        """Take the answer for settled: the program ends after what it was asked to stage is staged."""
        if self._log is not None and self._ended is not None:
            self._log.settle(self._ended.number, self._ended.text)

    def _keep(self) -> Event:
        turn = self._answering.so_far
        if turn is not None and self._log is not None:
            return self._log.grow(turn)
        nothing_to_keep = Event()
        nothing_to_keep.set()
        return nothing_to_keep

    def _settle(self, log: ConversationLog, number: int, text: str) -> None:
        if self._ended is not None and self._ended.number == number and log is self._log:
            self._ended = None
        log.settle(number, text)
