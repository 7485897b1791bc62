"""The settings in force, and keeping them on disk."""

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet import settings as kept
from guillemet.app.task_runner import TaskRunner
from guillemet.settings import Settings


class Preferences(QObject):
    """Holds the settings of this window.

    Signals: `changed(Settings)`; `saved()`, or `failed(Exception)` when they could not be.
    """

    changed = Signal(object)
    saved = Signal()
    failed = Signal(object)

    def __init__(
        self, now: Settings, tasks: TaskRunner, *, file: Path | None = None, parent: QObject | None = None
    ) -> None:
        """Start from these settings; they are kept in `file`, the user's own when None."""
        super().__init__(parent)
        self.now = now
        self._file = file
        self._tasks = tasks

    def choose(self, chosen: Settings) -> None:
        """Take what the settings page says; what the window remembers is not the page's to say."""
        now = self.now
        if chosen.font_size != now.font_size:
            chosen = replace(chosen, zoom=0)  # the size that was chosen is the one to be seen
        own = {name: getattr(now, name) for name in ("recent", "trusted", "without_instructions", "window")}
        self._keep(replace(chosen, **own))

    def change(self, **fields: object) -> None:
        """Take another value for these fields, and leave all others."""
        self.choose(replace(self.now, **fields))

    def remember_window(self, state: str) -> None:
        """Keep geometry and pane sizes."""
        self._keep(replace(self.now, window=state))

    def remember_repository(self, root: str) -> None:
        """Put a repository first among the recent ones."""
        self._keep(kept.remember_repository(self.now, root))

    def trust(self, key: str) -> None:
        """Let the programs of a repository that this trust key names run when committing."""
        self._keep(kept.trust(self.now, key))

    def send_instructions(self, root: str, *, is_on: bool) -> None:
        """Let a repository's own instructions go along with what models are asked, or not."""
        self._keep(kept.send_instructions(self.now, root, is_on=is_on))

    def _keep(self, settings: Settings) -> None:
        if settings == self.now:
            return
        self.now = settings
        # In the repository's worker only because its jobs keep their order: the last choice is the one that stays.
        self._tasks.ask(
            lambda: kept.save(settings, self._file), lambda _: self.saved.emit(), otherwise=self.failed.emit
        )
        self.changed.emit(settings)
