"""Rows in words: what stands in a fold, with the definition that the lines below it lie in, and what is spoken."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.task_runner import run_detached
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, document_of
from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.engine.outline.reading import signatures
from guillemet.ui.diff.insets.hunk_bar import hunk_caption
from guillemet.ui.wording import counted, seen

SOON = 50
"""Milliseconds that scrolling must rest before names are looked for."""


class FoldNames(QObject):
    """The definitions of one document after the other, parsed in a detached job for the folds in view.

    Signals: `arrived()` when more are known.
    """

    arrived = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document_of(DiffContent.nothing())
        self._names: dict[int, str] = {}
        """By the line below the fold; empty while it is looked for, and where there is none."""
        self._folds: tuple[DiffRow, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._find)

    def start(self, document: DiffDocument) -> None:
        """Name the folds of this document from now on."""
        self._document = document
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
        first = fold.new or 0
        lines = self._document.content.new.count_in_file(slice(first, first + fold.count))
        count = f"{fold.count:,} unchanged lines"
        if lines < fold.count:
            count = f"{fold.count:,} unchanged pieces of {counted(lines, 'line')}"
        return count + (f" · {name}" if name else "")

    def _find(self) -> None:
        document = self._document
        below: dict[int, set[int]] = {}
        for fold in self._folds:
            number = document.file_of(fold)
            span = document.spans[number]
            line = (fold.new or 0) + fold.count
            if line not in self._names and line < span.new + span.new_count:
                below.setdefault(number, set()).add(line)
        for number, lines in below.items():
            self._names.update(dict.fromkeys(lines, ""))
            self._ask(document, number, sorted(lines))

    def _ask(self, document: DiffDocument, number: int, lines: list[int]) -> None:
        content, start = document.files[number].shown, document.spans[number].new

        def take(names: list[str]) -> None:
            if document is self._document and any(names):
                self._names.update(zip(lines, names, strict=True))
                self.arrived.emit()

        find = partial(signatures, content.path, content.new.lines, [line - start for line in lines])
        run_detached(find, take, owner=self, name=f"definitions of {content.path}")


def describe(document: DiffDocument, row: DiffRow, *, fold: Callable[[DiffRow], str]) -> str:
    """Return what a row is, in words: "line 12, added"; `fold` gives those of a fold."""
    content = document.content
    if row.kind is RowKind.FOLD:
        return f"{fold(row)}, Return unfolds"
    if row.kind is RowKind.BAR and row.hunk is not None:
        return hunk_caption(*document.hunk_of_file(row.hunk))
    if row.inset is not None:
        return row.inset.name
    if row.file is not None:
        file = document.files[row.file]
        return f"{seen(file.path)}, folded" if file.is_closed else seen(file.path)
    side, line = (content.old, row.old or 0) if row.new is None else (content.new, row.new)
    where = f"{'' if side.number(line) else 'further piece of '}line {side.number_in_file(line):,}"
    return where if row.kind is RowKind.SAME else f"{where}, {row.kind}"
