"""What stands in a fold: how many lines it hides, and in which definition the lines below it lie."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.task_runner import run_detached
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import DiffRow
from guillemet.engine.outline.reading import signatures
from guillemet.ui.wording import counted

SOON = 50
"""Milliseconds that scrolling must rest before names are looked for."""


class FoldNames(QObject):
    """The definitions of one content after the other, parsed in a detached job for the folds in view.

    Signals: `arrived()` when more are known.
    """

    arrived = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._content = DiffContent.nothing()
        self._names: dict[int, str] = {}
        """By the line below the fold; empty while it is looked for, and where there is none."""
        self._folds: tuple[DiffRow, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._find)

    def start(self, content: DiffContent) -> None:
        """Name the folds of this content from now on."""
        self._content = content
        self._names, self._folds = {}, ()
        self._soon.stop()

    def want(self, folds: Iterable[DiffRow]) -> None:
        """Look for the names of these folds, as far as they are not known."""
        self._folds = tuple(fold for fold in folds if fold.hunk is None)
        if self._folds:
            self._soon.start()

    def words(self, fold: DiffRow) -> str:
        """Return what stands in a fold: "120 unchanged lines · def report(sales)"."""
        if fold.hunk is not None:
            return f"{counted(fold.count, 'line')} {'differs' if fold.count == 1 else 'differ'} in white space only"
        name = self._names.get((fold.new or 0) + fold.count, "")
        return f"{fold.count:,} unchanged lines" + (f" · {name}" if name else "")

    def _find(self) -> None:
        content = self._content
        below = {fold.new + fold.count for fold in self._folds if fold.new is not None}
        lines = sorted(line for line in below if line not in self._names and line < len(content.new.lines))
        if not lines:
            return
        self._names.update(dict.fromkeys(lines, ""))

        def take(names: list[str]) -> None:
            if content is self._content and any(names):
                self._names.update(zip(lines, names, strict=True))
                self.arrived.emit()

        find = partial(signatures, content.path, content.new.lines, lines)
        run_detached(find, take, owner=self, name=f"definitions of {content.path}")
