"""How the letters in view look: the colours of their syntax, what was found, what differs; and the names of folds."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, document_of
from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.ui.diff.diff_editor import EditorColours
from guillemet.ui.diff.diff_splitter import DiffSplitter
from guillemet.ui.diff.fold_names import FoldNames
from guillemet.ui.diff.formatting import Columns, Formats
from guillemet.ui.diff.highlighter import HighlightWorker, Window, windows_of
from guillemet.ui.search.results import FoundMarks
from guillemet.ui.style.theme import Theme


class LineFormats(QObject):
    """Gives the letters of the splitter in use their formats, for those in view and whenever others come into view."""

    def __init__(self, splitter: DiffSplitter, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.splitter = splitter
        self._document = document_of(DiffContent.nothing())
        self._formats = Formats(theme)
        self._found = FoundMarks()
        self._differing: Columns = {}
        self._colours = HighlightWorker(self)
        self._names = FoldNames(self)
        self._wanted = EditorColours(self._formats, self._colours.colours, self._columns_found)
        self._colours.arrived.connect(self.apply)
        self._colours.asked.connect(lambda: self._colours.want(self._windows()))
        self._names.arrived.connect(self._name_folds)

    def fold_words(self, fold: DiffRow) -> str:
        """Return what stands in a fold."""
        return self._names.words(fold)

    def begin(self, document: DiffDocument) -> None:
        """Forget the document before; this one is about to be filled into the editors."""
        self._colours.stop()
        self._document = document
        self._names.start(document)

    def start(self) -> None:
        """Colour the document, which is in the editors by now."""
        self._colours.start(self._document, self._windows())
        self.apply()

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from the next time on that formats are applied."""
        self._formats = Formats(theme)

    def mark_found(self, found: Callable[[str], Columns] | None) -> None:
        """Mark what was found, if anything was, by the paths of files: columns of their lines, (is old, line)."""
        self._found = FoundMarks(found)
        self.mark_rows()
        self.apply()

    def mark_rows(self) -> None:
        """Mark the rows in which something was found, after they became others."""
        self.splitter.mark_found(self._found)

    def mark_differing(self, differing: Columns) -> None:
        """Mark these columns of lines of the document, (is old, line)."""
        if differing != self._differing:
            self._differing = differing
            self.apply()

    def apply(self) -> None:
        """Give the letters in view their formats, which may be others than before."""
        self._wanted = EditorColours(self._formats, self._colours.colours, self._columns_found)
        self._apply_wanted()

    def scrolled(self) -> None:
        """Follow to other rows."""
        self._apply_wanted()
        self._colours.scrolled()

    def _apply_wanted(self) -> None:
        """Give the letters that came into view their formats; those that had them by the same colours are left out."""
        if self.splitter.rows.runs:
            rows = (visible.shown for visible in self.splitter.visible_rows())
            self._names.want(row for row in rows if row.kind is RowKind.FOLD)
            self.splitter.apply_formats(self._wanted)

    def _name_folds(self) -> None:
        self.splitter.name_folds(self.fold_words)
        self.apply()

    def _windows(self) -> list[Window]:
        rows = [visible.shown for visible in self.splitter.visible_rows()]
        return windows_of(rows, has_old=bool(self.splitter.main.content.old.lines))

    def _columns_found(self, place: tuple[bool, int]) -> Sequence[tuple[int, int]]:
        return (*self._found.columns(self._document, place), *self._differing.get(place, ()))
