"""Opening repositories: the one that is asked for, a new one, and the one that a folder happens to belong to."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from guillemet.app.repository_service import RepositoryService
from guillemet.app.review_actions import ReviewActions
from guillemet.engine.errors import NoRepositoryError
from guillemet.engine.workspace import Workspace


class RepositoryOpener:
    """Opens them; `fail` is told of the error and of the folder that was asked for, empty where none was."""

    def __init__(
        self, workplace: RepositoryService, steps: ReviewActions, fail: Callable[[Exception, str], None]
    ) -> None:
        self._workplace, self._steps, self._tell_failed = workplace, steps, fail

    def open(self, folder: str) -> None:
        """Open the repository this folder belongs to."""
        self._open(folder, Workspace.open)

    def make(self, folder: str) -> None:
        """Make the folder a repository and open it."""
        self._open(folder, Workspace.create)

    def open_if_any(self, folder: str) -> None:
        """Open the repository this folder belongs to, and say nothing where there is none."""

        def fail(error: Exception) -> None:
            if not isinstance(error, NoRepositoryError):
                self._tell_failed(error, "")

        self._workplace.open(folder, how=Workspace.open, otherwise=fail)

    def _open(self, folder: str, how: Callable[[Path], Workspace]) -> None:
        def fail(error: Exception) -> None:
            self._steps.remember(partial(self._open, folder, how))
            self._tell_failed(error, folder)

        self._workplace.open(folder, how=how, otherwise=fail)
