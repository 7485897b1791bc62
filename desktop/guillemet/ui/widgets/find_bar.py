"""The bar below a text that finds places in it, or in all files of a proposal."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from guillemet.app.review.text_search import Portion, TextSearch
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.finding import Query
from guillemet.engine.text import counted
from guillemet.ui.search.hit_list import HitList
from guillemet.ui.search.results import Hit, SearchResults
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import IconButton, announce, claims_escape
from guillemet.ui.widgets.layouts import fill

_COUNT = 120
_ROOMY = 420
"""Pixels of width from which the count has room of its own."""


class FindBar(QFrame):
    """Finds text in one or more contents while it is typed, and says which of how many places is shown.

    Signals: `found_changed()` when other places are found; `hit_requested(Hit)` when one is to be shown;
    `place_left()` when another query begins at a place that was gone to on purpose, and not just while typing;
    `closed(has_hit)`, true when a place was shown until then.
    """

    found_changed = Signal()
    hit_requested = Signal(object)
    place_left = Signal()
    closed = Signal(bool)

    def __init__(self, origin: Callable[[], tuple[str, int]], parent: QWidget, *, is_of_review: bool = False) -> None:
        """Look from `origin()` on, a path and a new line, when a query is new.

        `is_of_review` offers what is of use for proposals alone: changed lines only, the list of all places.
        """
        super().__init__(parent)
        self._origin = origin
        self.results = SearchResults()
        self._at_hand: Collection[str] = ()
        self._unread, self._whole = 0, ""
        self._at: Hit | None = None
        self._is_kept = False
        self._is_new = False
        """Whether the first place of the query is to be gone to, once it is found."""
        self._owed = 0
        """Steps that were asked for before anything was found."""
        self._failure = ""
        self._search = TextSearch(self)
        self._search.found.connect(self._take)
        self.setProperty("role", "banner")
        self._query = QLineEdit(self)
        self._query.textChanged.connect(self._begin)
        self._query.installEventFilter(self)
        self._pattern = self._switch("pattern", "Regular expression")
        self._changed = self._switch("changed", "Changed lines only")
        self._listed = self._switch("list", "List all places")
        self._pattern.toggled.connect(self._begin)
        self._changed.toggled.connect(self._begin)
        self._listed.toggled.connect(self._show_list)
        self._changed.setVisible(is_of_review)
        self._listed.setVisible(is_of_review)
        self._count = QLabel(self)
        self._count.setProperty("role", "dim")
        self._list = HitList(self)
        self._list.hit_picked.connect(self._go_to)
        self._lay_out()
        self.hide()

    @property
    def query(self) -> str:
        """What to find; empty while the bar is closed."""
        return self._query.text() if not self.isHidden() else ""

    @property
    def hit(self) -> Hit | None:
        """The place that is shown."""
        return self._at

    def set_contents(
        self,
        contents: Sequence[DiffContent],
        *,
        at_hand: Collection[str] | None = None,
        unread: int = 0,
        whole: str = "",
    ) -> None:
        """Find in these contents, in their order.

        While a query is typed only those of the paths `at_hand` are gone to, by default all. So many further files are
        still being read; `whole` names that of which all files are searched, such as "proposal".
        """
        self.results.set_contents(contents)
        self._at_hand = [content.path for content in contents] if at_hand is None else at_hand
        self._unread, self._whole = unread, whole
        self._keep_hit()
        if not self.isHidden():
            self._show_results()
            self._go_on()

    def open_with(self, text: str, *, lists: bool = False) -> None:
        """Show the bar and take the focus; a text replaces the query; with `lists` show the list of places as well."""
        if self.isHidden():
            self._is_kept = False
        self.show()
        self._listed.setChecked(lists)
        where = f"Find in the files of the {self._whole}" if self._whole else "Find in this file"
        self._query.setPlaceholderText(where)
        self._query.setAccessibleName(where)
        if text and text != self._query.text():
            self._query.selectAll()
            self._query.insert(text)  # so that Ctrl+Z brings back what was there
        else:
            self._begin()
        self._query.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._query.selectAll()

    def close_bar(self) -> None:
        has_hit = self._at is not None
        self.hide()
        self._search.cancel()
        self.results.clear()
        self._at = None
        self._show_results()
        self.closed.emit(has_hit)

    def next(self) -> None:
        """Show the next place; after the last comes the first."""
        self._step(1)

    def previous(self) -> None:
        """Show the place before; before the first comes the last."""
        self._step(-1)

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The field keeps its width while the count becomes another one, where that leaves it enough.
        self._count.setMinimumWidth(_COUNT if self.width() >= _ROOMY else 0)

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        if watched is self._query and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Down and self._list.isVisible():
                self._list.enter()
                return True
        return super().eventFilter(watched, event)

    def _begin(self) -> None:
        """Search for what the bar asks for now."""
        if self._is_kept:
            self._is_kept = False
            self.place_left.emit()
        self._search.cancel()
        self.results.clear()
        self._at, self._failure, self._is_new, self._owed = None, "", True, 0
        if not self._query.text():
            self._show_results()
        self._go_on()

    def _go_on(self) -> None:
        """Search in the files that were not searched yet."""
        if self._query.text() and not self._failure:
            query = Query(
                self._query.text(),
                is_pattern=self._pattern.isChecked(),
                is_changed_only=self._changed.isChecked(),
            )
            self._search.start(query, self.results.missing(self._origin()[0]))
        self._show_count()

    def _take(self, portion: Portion) -> None:
        self.results.add(portion.files)
        if self.results.is_full or portion.failure:
            self._search.cancel()
        self._failure = portion.failure
        self._keep_hit()
        first = self.results.first_from(*self._origin(), self._at_hand) if self._is_new else None
        self._at = first or self._at
        self._is_new = self._is_new and first is None and self._search.is_running
        self._show_results()
        if first is not None:
            self.hit_requested.emit(first)
        if not self._is_new:
            self._pay_steps()
        if not self._search.is_running:
            announce(self._query, self._count.text())

    def _pay_steps(self) -> None:
        """Take the steps that were asked for while there was nowhere to go."""
        owed, self._owed = self._owed, 0
        for _ in range(abs(owed)):
            self._step(1 if owed > 0 else -1)

    def _keep_hit(self) -> None:
        self._at = None if self._at is None else self.results.same(self._at)

    def _step(self, step: int) -> None:
        if self._is_new and self._search.is_running:
            self._owed += step  # once the first place is found
        elif not self.results.count:
            return
        elif self._at is None:
            self._go_to(self.results.first(self._origin()[0], step))
        else:
            self._go_to(self.results.beside(self._at, step))

    def _go_to(self, hit: Hit) -> None:
        self._at, self._is_kept, self._is_new = hit, True, False
        self._show_count()
        self._list.mark(hit)
        self.hit_requested.emit(hit)

    def _show_results(self) -> None:
        self._show_count()
        self._show_list()
        self.found_changed.emit()

    def _show_list(self) -> None:
        self._list.setVisible(self._listed.isChecked() and bool(self.results.count))
        if not self._list.isHidden():
            self._list.show_files(self.results.files)
            if self._at is not None:
                self._list.mark(self._at)

    def _show_count(self) -> None:
        parts = [self._counted(), self._failure, f"{counted(self._unread, 'file')} being read" if self._unread else ""]
        self._count.setText(", ".join(filter(None, parts)) if self._query.text() else "")

    def _counted(self) -> str:
        """Return such as "3 of 41 in 7 files"."""
        results, is_running = self.results, self._search.is_running
        if not results.count:
            return "searching…" if is_running else "" if self._failure else "not found"
        count = f"{results.count:,}{'+' if results.is_full else '…' if is_running else ''}"
        noun = "place" if count == "1" else "places"
        words = f"{count} {noun}" if self._at is None else f"{results.index(self._at) + 1:,} of {count}"
        return f"{words} in {counted(len(results.files), 'file')}" if self._whole else words

    def _switch(self, icon: str, name: str) -> IconButton:
        made = IconButton(icon, name, self, role="quiet")
        made.setCheckable(True)
        return made

    def _lay_out(self) -> None:
        steps = [IconButton("up", "Previous place", self), IconButton("down", "Next place", self)]
        show_keys(steps[0], "Previous place ({FIND_PREVIOUS})")
        show_keys(steps[1], "Next place ({FIND_NEXT})")
        steps[0].clicked.connect(self.previous)
        steps[1].clicked.connect(self.next)
        close = IconButton("close", "Close find (Esc)", self)
        close.clicked.connect(self.close_bar)
        row = QHBoxLayout()
        switches = (self._pattern, self._changed)
        fill(row, (self._query, 1), *switches, self._count, *steps, self._listed, close, margins=0, gap=style.TIGHT)
        fill(QVBoxLayout(self), self._list, row, margins=(style.GAP, style.TIGHT), gap=style.TIGHT)
