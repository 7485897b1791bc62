"""Rows in words: what stands in a fold, with the definition that it leads to, and what is spoken."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.task_runner import run_detached
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, document_of
from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.engine.outline.reading import signatures
from guillemet.engine.text import counted
from guillemet.ui.comments.comment_anchors import spoken
from guillemet.ui.diff.diff_splitter import DiffSplitter
from guillemet.ui.diff.formatting import Shows
from guillemet.ui.diff.insets.hunk_bar import BROUGHT, hunk_caption, is_brought
from guillemet.ui.wording import seen

SOON = 50
"""Milliseconds that scrolling must rest before names are looked for."""


class FoldNames(QObject):
    """The definitions of one document after the other, parsed in a detached job for the folds in view.

    Those of a file whose new lines stay the same, as they do when a hunk is accepted, are parsed once.

    Signals: `arrived()` when more are known.
    """

    arrived = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document_of(DiffContent.nothing())
        self._own: Sequence[int] = ()
        """The old lines that the user wrote since the reply, sorted."""
        self._names: dict[str, tuple[Sequence[str], dict[int, str]]] = {}
        """Of each file, with its new lines, by the one that names the fold; empty while looked for, and for none."""
        self._folds: tuple[DiffRow, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._find)

    def start(self, document: DiffDocument) -> None:
        """Name the folds of this document from now on."""
        self._document, self._folds = document, ()
        self._own = sorted(document.own_lines())
        lines = {file.path: file.shown.new.lines for file in document.files if file.path in self._names}
        self._names = {path: known for path, known in self._names.items() if known[0] == lines.get(path)}
        self._soon.stop()

    def want(self, folds: Iterable[DiffRow]) -> None:
        """Look for the names of these folds, as far as they are not known."""
        self._folds = tuple(fold for fold in folds if fold.hunk is None)
        if self._folds:
            self._soon.start()

    def words(self, fold: DiffRow) -> str:
        """Return what stands in a fold: "120 unchanged lines · def report(sales)", with how many are the user's own."""
        if fold.hunk is not None:
            return f"{counted(fold.count, 'line')} {'differs' if fold.count == 1 else 'differ'} in white space only"
        first = fold.new or 0
        content, below = self._below(fold)
        name = self._known(content).get(below, "")
        lines = self._document.content.new.count_in_file(slice(first, first + fold.count))
        count = f"{fold.count:,} unchanged lines"
        if lines < fold.count:
            count = f"{fold.count:,} unchanged pieces of {counted(lines, 'line')}"
        old = fold.old or 0
        own = bisect_left(self._own, old + fold.count) - bisect_left(self._own, old)
        changed = f"{own:,} changed on disk since the reply" if own else ""
        return " · ".join(filter(None, (count, changed, name)))

    def _below(self, fold: DiffRow) -> tuple[DiffContent, int]:
        """Return the file of a fold, and which of its new lines comes below; at its end the last that is not blank."""
        number = self._document.file_of(fold)
        content, first = self._document.files[number].shown, (fold.new or 0) - self._document.spans[number].new
        lines, below = content.new.lines, first + fold.count
        if below == len(lines):
            below = next((line for line in range(below - 1, first, -1) if lines[line].strip()), first)
        return content, below

    def _known(self, content: DiffContent) -> Mapping[int, str]:
        return self._names[content.path][1] if content.path in self._names else {}

    def _find(self) -> None:
        unknown: dict[str, tuple[DiffContent, set[int]]] = {}
        for content, line in map(self._below, self._folds):
            if line not in self._known(content) and line < len(content.new.lines):
                unknown.setdefault(content.path, (content, set()))[1].add(line)
        for content, lines in unknown.values():
            self._ask(content, sorted(lines))

    def _ask(self, content: DiffContent, lines: Sequence[int]) -> None:
        _, names = known = self._names.setdefault(content.path, (content.new.lines, {}))
        names.update(dict.fromkeys(lines, ""))

        def take(found: list[str]) -> None:
            names.update(zip(lines, found, strict=True))
            if self._names.get(content.path) is known and any(found):
                self.arrived.emit()

        find = partial(signatures, content.path, content.new.lines, lines)
        run_detached(find, take, owner=self, name=f"definitions of {content.path}")


def describe_place(
    document: DiffDocument,
    splitter: DiffSplitter,
    index: int,
    *,
    fold: Callable[[DiffRow], str],
) -> str:
    """Return which lines are selected, else what the row at this index is, with all that is known of it."""
    editor, rows = splitter.selecting_editor, splitter.rows
    if editor is not None and (selected := editor.chosen_rows()):
        first, last = rows[selected[0]], rows[selected[-1]]
        if editor.shows is Shows.OLD:  # where the old numbers stand beside the lines
            first, last = (row if row.old is None else replace(row, new=None) for row in (first, last))
        if words := _describe_selected(document, first, last):
            return words
    row = rows[index]
    place = describe(document, row, fold=fold) + spoken(splitter.marks, row)
    place += ", changed on disk since the reply" * splitter.cursor_editor.is_own(row)
    if (
        row.hunk is not None
        and index == rows.hunk_row(row.hunk)
        and is_brought(document, row.hunk, splitter.heads.reviews)
    ):
        place += f", {BROUGHT.lower()}"
    return place + "".join(f", {moved}" for editor in splitter.editors if (moved := editor.moved_words(row)))


def _describe_selected(document: DiffDocument, first: DiffRow, last: DiffRow) -> str:
    """Return such as "old lines 5 to 6 selected"; empty where an end is no line, or they are of two files."""
    if not (first.has_line and last.has_line) or document.file_of(first) != document.file_of(last):
        return ""
    names = [describe(document, row, fold=lambda _: "").partition(", ")[0] for row in (first, last)]
    old = ["old " * (row.new is None) for row in (first, last)]
    if old[0] != old[1]:  # numbers of two sides make no range
        return f"{old[0]}{names[0]} to {old[1]}{names[1]} selected"
    if names[0] == names[1]:
        return f"{old[0]}{names[0]} selected"
    return f"{old[0]}{names[0].replace('line', 'lines')} to {names[1].removeprefix('line ')} selected"


def describe(document: DiffDocument, row: DiffRow, *, fold: Callable[[DiffRow], str]) -> str:
    """Return what a row is, in words: "line 12, added"; `fold` gives those of a fold."""
    content = document.content
    if row.kind is RowKind.FOLD:
        return f"{fold(row)}, Return unfolds"
    if row.kind is RowKind.BAR and row.hunk is not None:
        shown, hunk = document.hunk_of_file(row.hunk)
        return hunk_caption(shown, hunk) + " · left out of the commit" * (hunk in shown.left_out)
    if row.inset is not None:
        return row.inset.name
    if row.file is not None:
        file = document.files[row.file]
        return f"{seen(file.path)}, folded" if file.is_closed else seen(file.path)
    side, line = (content.old, row.old or 0) if row.new is None else (content.new, row.new)
    where = f"{'' if side.number(line) else 'further piece of '}line {side.number_in_file(line):,}"
    return where if row.kind is RowKind.SAME else f"{where}, {row.kind}"
