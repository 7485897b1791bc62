"""Joins the find bar with the diff: what is searched, and how a place is reached that is folded away or not shown."""

from PySide6.QtCore import QObject, Signal

from guillemet.engine.diff.proposal_files import ProposalFiles
from guillemet.ui.diff.anchors import ReadingPlace
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.search.results import Hit
from guillemet.ui.widgets.find_bar import FindBar


class DiffSearch(QObject):
    """Searches the files that are shown, or all of what they are of: the proposal, or the commit.

    Signals: `file_requested(path)` for a file that is to be shown, unfolded; `closed()`.
    """

    file_requested = Signal(str)
    closed = Signal()

    def __init__(self, bar: FindBar, reading: DiffView, files: ProposalFiles, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._reading, self.files = bar, reading, files
        self._is_everywhere = False
        self._awaited: Hit | None = None
        """To be gone to, once its file is shown."""
        self._before: ReadingPlace | None = None
        bar.found_changed.connect(self._mark)
        bar.hit_requested.connect(self._go_to)
        bar.place_left.connect(self._note_place)
        bar.closed.connect(lambda has_hit: self._end(has_hit=has_hit))

    def open(self, *, is_everywhere: bool = False) -> None:
        """Show the bar; what is selected in one line is looked for. In all files, the places found are listed."""
        selected = self._reading.splitter.main.textCursor().selectedText()
        if self._bar.isHidden():
            self._note_place()
        self._is_everywhere = is_everywhere and bool(self.files.compared)
        self._give_contents()
        text = "" if "\u2029" in selected else selected.replace("\u2028", "")
        self._bar.open_with(text, lists=self._is_everywhere)

    def next(self) -> None:
        """Show the next place found, or ask what to find."""
        self._bar.next() if self._bar.query else self.open()

    def previous(self) -> None:
        """Show the place found before, or ask what to find."""
        self._bar.previous() if self._bar.query else self.open()

    def close(self) -> None:
        """Hide the bar; the place that is shown stays."""
        self._before = None
        self._bar.close_bar()

    @property
    def is_open(self) -> bool:
        return not self._bar.isHidden()

    @property
    def is_everywhere(self) -> bool:
        """Whether all files of the proposal are searched, whatever is shown."""
        return self.is_open and self._is_everywhere

    def refresh(self) -> None:
        """Search again if the bar is open, for other files are shown or known than before."""
        if self.is_open:
            self._give_contents()

    def _give_contents(self) -> None:
        shown = {file.path: file.shown for file in self._reading.document.files if file.shown.path}
        is_of_all = self._is_everywhere or self._reading.document.spans[0].has_head
        if is_of_all:
            known = {content.path: content for content in self.files.contents} | shown
            # What a filter hides is found only where all files were asked for.
            listed = self.files.compared if self._is_everywhere else set(self.files.paths)
            paths = [path for path in self.files.compared if path in listed]
            contents = [known[path] for path in paths if path in known]
            unread = len(paths) - len(contents)
            self._bar.set_contents(contents, at_hand=shown.keys(), unread=unread, whole=self.files.whole)
        else:
            self._bar.set_contents(list(shown.values()))
        if self._awaited is not None and self._awaited.path in shown:
            awaited, self._awaited = self._awaited, None
            self._show(awaited)

    def _note_place(self) -> None:
        """Note where to return to from a place that typing leads to."""
        self._before = self._reading.place()

    def _mark(self) -> None:
        self._reading.mark_found(self._bar.results.columns if self._bar.results.count else None)
        if self._bar.hit is None:
            for editor in self._reading.splitter.editors:
                editor.fade_hit()

    def _go_to(self, hit: Hit) -> None:
        self._awaited = None
        if not self._show(hit):
            self._awaited = hit
            self.file_requested.emit(hit.path)

    def _show(self, hit: Hit) -> bool:
        """Go to a place, which may be in a row of decided lines; return whether its file is shown."""
        if not hit.match.row:
            return self._reading.go_to_found(hit.path, hit.match)
        for editor in self._reading.splitter.editors:
            editor.fade_hit()
        self._reading.decided_rows.show_found(hit.match)
        return self._reading.stops.show_inset(hit.match.row)

    def _end(self, *, has_hit: bool) -> None:
        """Stay at the place that is shown; from one of a query that is found no more, return."""
        before, self._before, self._awaited = self._before, None, None
        splitter = self._reading.splitter
        if before is not None and not has_hit and splitter.hit_editor is not None:
            self._reading.return_to(before)
        self._is_everywhere = False
        self.closed.emit()
        if has_hit and (editor := splitter.hit_editor) is not None:
            editor.setFocus()  # the one with the old lines, where the place is in a removed one
