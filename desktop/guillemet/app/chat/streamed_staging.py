"""Staging while a reply flows: finished blocks are put into the staging area, the newest text first of all.

One job runs at a time, and the lane rests between two of them, so that a reply of any length costs the window little.
All of them go to the repository that was open when the reply began, whichever is open later.
"""

from collections.abc import Callable
from threading import Event
from time import perf_counter

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.notices import Level, Notice
from guillemet.app.repository_service import Held
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.workspace import Applied, Standing, Workspace

_LEAST_REST = 0.2
"""Seconds between two jobs."""
_REST = 3
"""How many times as long as a job took the lane rests before the next one."""
_PATIENCE = 10.0
"""Seconds that staging waits at the most for the disk to keep what is staged."""


class StreamedStaging(QObject):
    """Puts one reply into the staging area; deletes itself after all of it is there.

    Signals: `applied(Applied, bool)` with whether that was all of it; `whole(str)` with the text once all of it is
    there; `noticed(Notice)` when the user took it back; `failed(Exception)`.
    """

    applied = Signal(object, bool)
    whole = Signal(str)
    noticed = Signal(object)
    failed = Signal(object)

    def __init__(self, repository: Held, options: ApplyOptions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._repository = repository
        self._options = options
        self._staged = ""
        """How far it is staged; this and the next are known and used in the repository's lane only, once begun."""
        self._wanted = ""
        self._asked = ""
        self._standing = Standing.PROPOSED
        self._keep: Callable[[], Event] | None = None
        self._is_taken_up = False
        self._is_busy = False
        self._is_over = False
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._go_on)

    def reach(self, text: str) -> None:
        """Stage the reply as far as this text, which ends with a finished block."""
        self._wanted = text
        if not self._pause.isActive() and not self._is_over:
            self._go_on()

    def finish(self, text: str, *, is_stopped: bool = False) -> None:
        """Stage the whole reply, a block that is cut off too; asked for at once, for the program may end now."""
        self._is_over = True
        self._options = replace(self._options, is_stopped=is_stopped)
        self._pause.stop()
        self._stage(text, is_last=True)

    def take_up(self, staged: str) -> None:
        """Go on from a text of this reply, most of which was staged before."""
        self._staged = self._wanted = self._asked = staged
        self._is_taken_up = bool(staged)

    def keep_first(self, keep: Callable[[], Event]) -> None:
        """Stage nothing before what came is kept on disk, of which the event tells: a crash leads back from there."""
        self._keep = keep

    def _go_on(self) -> None:
        if not self._is_busy and self._wanted != self._asked:
            self._stage(self._wanted, is_last=False)

    def _stage(self, wanted: str, *, is_last: bool) -> None:
        self._is_busy, self._asked = True, wanted
        start = perf_counter()
        kept = self._keep() if self._keep else None
        self._keep = None

        def grow(workspace: Workspace) -> Applied:
            if kept is not None:
                kept.wait(_PATIENCE)
            if self._is_taken_up:
                applied = workspace.go_on(wanted, options=self._options)
            else:
                applied = workspace.grow(self._staged, wanted, options=self._options)
            if applied.outcomes or applied.suggestions:
                self._staged, self._is_taken_up = wanted, False
            return applied

        def tell(applied: Applied) -> None:
            self._is_busy = False
            self._tell_standing(applied.standing)
            self.applied.emit(_proposed(applied), is_last)
            if is_last:
                self.whole.emit(wanted)
                self.deleteLater()
            elif not self._is_over:
                self._pause.start(int(1000 * max(_LEAST_REST, _REST * (perf_counter() - start))))

        def fail(error: Exception) -> None:
            self._is_busy = False
            self.failed.emit(error)
            if is_last:
                self.deleteLater()

        self._repository.ask(grow, tell, otherwise=fail, what="staging")

    def _tell_standing(self, standing: Standing) -> None:
        before, self._standing = self._standing, standing
        if standing not in (before, Standing.PROPOSED):
            what = "You took this answer back, so the rest of it is not proposed."
            is_undone = standing is Standing.UNDONE
            todo = "Redo brings back all of it." if is_undone else "Its text stays in the conversation."
            self.noticed.emit(Notice(Level.INFO, what, todo))


def _proposed(applied: Applied) -> Applied:
    """Return it without what is not proposed, since the user took it back."""
    return applied if applied.standing is Standing.PROPOSED else replace(applied, outcomes=(), suggestions=())
