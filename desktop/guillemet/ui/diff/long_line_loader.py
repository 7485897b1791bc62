"""Prepares a file with very long lines once more, in pieces, away from the GUI thread."""

from threading import Thread

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.engine.diff.content import DiffContent, prepare

_LOOK_EVERY = 20
"""Milliseconds between two looks whether it is ready."""


class LongLineLoader(QObject):
    """Prepares one file at a time, the one that was wished last.

    Signals: `ready(DiffContent)`.
    """

    ready = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preparing: Preparing | None = None
        self._timer = QTimer(self, interval=_LOOK_EVERY)
        self._timer.timeout.connect(self._look)

    def begin(self, content: DiffContent) -> None:
        """Prepare this file with its lines whole."""
        self._preparing = Preparing(content)
        self._timer.start()

    def stop(self) -> None:
        """Wish for nothing any more."""
        self._preparing = None
        self._timer.stop()

    def _look(self) -> None:
        if self._preparing is not None and (content := self._preparing.content) is not None:
            self.stop()
            self.ready.emit(content)


class Preparing:
    """One run; `content` is None until it has ended."""

    def __init__(self, content: DiffContent) -> None:
        """Start at once."""
        self.content: DiffContent | None = None
        self._cut = content
        Thread(target=self._run, name=f"pieces of {content.path}", daemon=True).start()

    def _run(self) -> None:
        cut = self._cut
        self.content = prepare(
            cut.texts,
            kind=cut.kind,
            headline=cut.headline,
            moved_from=cut.moved_from,
            whole=True,
            is_proposed=cut.is_proposed,
        )
