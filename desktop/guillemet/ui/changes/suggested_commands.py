"""A suggested shell command: a button that says what it does, what it would touch, and the word to do it."""

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from guillemet.engine.review import OperationPreview, SuggestionReview, SuggestionState, Touched
from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import CodeBox, framed
from guillemet.ui.widgets.context_menu import Entry, show_menu, spot_of
from guillemet.ui.widgets.controls import CommandButton, button, copy_text, label, on_escape
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import mark_risky
from guillemet.ui.wording import counted, seen

_MOST_LINES = 7
"""A list of touched paths is no higher; the rest is scrolled to."""


class CommandRequests(QObject):
    """What the cards of commands ask for.

    preview_requested(text): show what the command touches.
    run_requested(preview): do what the preview shows, even if that is too big to undo.
    cancelled: put the preview away.
    """

    preview_requested = Signal(str)
    run_requested = Signal(object)
    cancelled = Signal()


class CommandItem:
    """One row of the work list: a suggestion, with its preview while it is shown."""

    def __init__(self, suggestion: SuggestionReview, requests: CommandRequests) -> None:
        self.suggestion = suggestion
        self.requests = requests
        self.preview: OperationPreview | None = None

    def estimate(self, width: int) -> int:
        lines = 2 + len(self.suggestion.text + self.suggestion.why) * 9 // max(width, 1)
        return 22 * lines + (220 if self.preview else 0)

    def build(self, parent: QWidget) -> QWidget:
        return SuggestedCommandCard(self, parent)


class SuggestedCommandCard(QFrame):
    """The card of one suggestion."""

    def __init__(self, row: CommandItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row
        is_bare = row.suggestion.state is SuggestionState.OPEN and row.preview is None
        self.setProperty("role", "" if is_bare else "card")
        self.setAccessibleName(f"Suggested command, {row.suggestion.state}")
        self._command: QWidget | None = None
        self._answer: QWidget | None = None
        self._column = QVBoxLayout(self)
        margin = 0 if is_bare else style.GAP
        self._column.setContentsMargins(margin, margin, margin, margin)
        self._column.setSpacing(style.TIGHT)
        match row.suggestion.state:
            case SuggestionState.OPEN:
                self._build_open()
            case SuggestionState.DONE:
                self._column.addWidget(label("✓ Done", "good"))
                self._column.addWidget(framed(CodeBox(row.suggestion.text, name="Command")))
            case SuggestionState.TEXT:
                self._build_text()

    def focus(self) -> None:
        """Give the focus to the answer the preview waits for, or to the command."""
        place = self._answer or self._command
        if place is not None:
            place.setFocus(Qt.FocusReason.OtherFocusReason)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with the command, by the mouse or the Menu key."""
        suggestion, requests = self._row.suggestion, self._row.requests
        entries: list[Entry] = [("Copy command", partial(copy_text, suggestion.text))]
        if suggestion.state is SuggestionState.OPEN and self._row.preview is None:
            entries.insert(0, ("Show what it touches", partial(requests.preview_requested.emit, suggestion.text)))
        show_menu(self, entries, spot_of(self, event))

    def _build_text(self) -> None:
        suggestion = self._row.suggestion
        self._column.addWidget(framed(CodeBox(suggestion.text, name="Command")))
        copy = button("Copy", "quiet", name=f"Copy {seen(suggestion.text)}", clicked=lambda: copy_text(suggestion.text))
        row = fill(QHBoxLayout(), (label(seen(suggestion.why), "dim"), 1), (copy, 0, Qt.AlignmentFlag.AlignTop))
        self._column.addLayout(row)

    def _build_open(self) -> None:
        row = self._row
        command = CommandButton(row.suggestion.text)
        command.setAccessibleDescription("Shows what it touches before it is done")
        command.clicked.connect(lambda: row.requests.preview_requested.emit(row.suggestion.text))
        self._command = command
        self._column.addWidget(command)
        if row.preview is not None:
            self._build_preview(row.preview)

    def _build_preview(self, preview: OperationPreview) -> None:
        text, requests = self._row.suggestion.text, self._row.requests
        if preview.refusal:
            self._column.addWidget(label(f"✗ {seen(preview.refusal)}", "bad"))
        if preview.touched:
            self._column.addWidget(label(f"Touches {counted(len(preview.touched), 'path')}:", "dim"))
            self._column.addWidget(TouchedList(preview.touched))
        run = button("Run", "primary", name=f"Run {seen(text)}", clicked=lambda: requests.run_requested.emit(preview))
        cancel = button("Close" if preview.refusal else "Cancel", clicked=requests.cancelled.emit)
        self._answer = cancel  # what is run may delete
        row = fill(QHBoxLayout(), 1, cancel, gap=style.GAP)
        if not preview.refusal:
            row.addWidget(run)
        if preview.is_too_big_to_undo and not preview.refusal:
            self._ask_twice(run)
        mark_risky(run)
        self._column.addLayout(row)
        on_escape(self, requests.cancelled.emit)

    def _ask_twice(self, run: QPushButton) -> None:
        self._column.addWidget(label("This is more than undo keeps: it cannot be brought back.", "warn"))
        consent = QCheckBox("Do it even so")
        consent.setAccessibleName("Do it even though it cannot be undone")
        consent.toggled.connect(run.setEnabled)
        run.setEnabled(False)
        self._column.addWidget(consent)


class TouchedList(QPlainTextEdit):
    """Every path that is touched, one a line, wrapped and never cut; long lists scroll."""

    def __init__(self, touched: tuple[Touched, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setProperty("role", "input")
        self.setAccessibleName(f"Touched: {counted(len(touched), 'path')}")
        self.setWordWrapMode(self.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setPlainText("\n".join(map(_line, touched)))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = round(self.document().size().height())  # in lines as they are wrapped, not in pixels
        self.setFixedHeight(self.fontMetrics().lineSpacing() * min(lines, _MOST_LINES) + 2 * style.GAP + 4)


def _line(touched: Touched) -> str:
    note = f" ({seen(touched.note)})" if touched.note else ""
    return f"{seen(touched.path)} — {seen(touched.does)}{note}"
