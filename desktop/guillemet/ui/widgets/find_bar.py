"""The bar below the diff that finds text in it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.finding import TextFinder, TextMatch
from guillemet.ui.diff.formatting import Columns, found_by_line
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import IconButton
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import counted

_COUNT = 90
_ROOMY = 420
"""Pixels of width from which the count has room of its own."""


class FindBar(QFrame):
    """Finds text in the shown content while it is typed, and says which of how many places is shown.

    Signals: `found_changed()` when other places are found; `place_requested(TextMatch)` when one is to be shown;
    `closed()`.
    """

    found_changed = Signal()
    place_requested = Signal(object)
    closed = Signal()

    def __init__(self, origin: Callable[[], int], parent: QWidget) -> None:
        """Look from `origin()` on, a new line, when a query is new."""
        super().__init__(parent)
        self._origin = origin
        self._content = DiffContent.nothing()
        self._left_out = 0
        self._finder: TextFinder | None = None
        self._found: Sequence[TextMatch] = ()
        self._at: int | None = None
        self.by_line: Columns = {}
        self.setProperty("role", "banner")
        self._query = QLineEdit(self)
        self._query.setPlaceholderText("Find in what is shown, folded lines too")
        self._query.setAccessibleName("Find in this file")
        self._query.textChanged.connect(self._look)
        self._count = QLabel(self)
        self._count.setProperty("role", "dim")
        steps = [IconButton("up", "Previous place (Shift+F3)", self), IconButton("down", "Next place (F3)", self)]
        steps[0].clicked.connect(self.previous)
        steps[1].clicked.connect(self.next)
        close = IconButton("close", "Close find (Esc)", self)
        close.clicked.connect(self.close_bar)
        row = QHBoxLayout(self)
        fill(row, (self._query, 1), self._count, *steps, close, margins=(style.GAP, style.TIGHT), gap=style.TIGHT)
        self.hide()

    @property
    def query(self) -> str:
        """What to find; empty while the bar is closed."""
        return self._query.text() if not self.isHidden() else ""

    def set_content(self, content: DiffContent, *, left_out: int = 0) -> None:
        """Find in this content; so many folded files beside it are not searched, which is said."""
        self._content = content
        self._left_out = left_out
        self._count.setToolTip("A click on the head of a folded file unfolds it." if left_out else "")
        self._finder = None
        self._keep(self._find(self.query))

    def open_with(self, text: str) -> None:
        """Show the bar and take the focus; a text replaces the query."""
        self._query.installEventFilter(self)
        self.show()
        if text:
            self._query.selectAll()
            self._query.insert(text)  # so that Ctrl+Z brings back what was there
        else:
            self._look(self._query.text())
        self._query.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._query.selectAll()

    def close_bar(self) -> None:
        self.hide()
        self._keep(())
        self.closed.emit()

    def next(self) -> None:
        """Show the next place; after the last comes the first."""
        self._step(1)

    def previous(self) -> None:
        """Show the place before; before the first comes the last."""
        self._step(-1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The field keeps its width while the count becomes another one, where that leaves it enough.
        self._count.setMinimumWidth(_COUNT if self.width() >= _ROOMY else 0)

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        if watched is self._query and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
        return super().eventFilter(watched, event)

    def _look(self, query: str) -> None:
        self._keep(self._find(query))
        if self._found:
            origin = self._origin()
            self._show(next((at for at, found in enumerate(self._found) if found.line >= origin), 0))

    def _find(self, query: str) -> Sequence[TextMatch]:
        if not query:
            return ()
        if self._finder is None:
            self._finder = TextFinder(self._content)
        return self._finder.find(query)

    def _keep(self, found: Sequence[TextMatch]) -> None:
        is_other = bool(found or self._found)
        self._found, self._at = found, None
        self._show_count()
        if is_other:
            self.by_line = found_by_line(found)
            self.found_changed.emit()

    def _step(self, step: int) -> None:
        if self._found:
            self._show((0 if step > 0 else -1) if self._at is None else self._at + step)

    def _show(self, at: int) -> None:
        self._at = at % len(self._found)
        self._show_count()
        self.place_requested.emit(self._found[self._at])

    def _show_count(self) -> None:
        count = len(self._found)
        words = "not found"
        if count:
            words = counted(count, "place") if self._at is None else f"{self._at + 1:,} of {count:,}"
        if self._left_out:
            words += f", {counted(self._left_out, 'folded file')} not searched"
        self._count.setText(words if self._query.text() else "")
