"""A suggested shell command that the user asked about: what it would touch, and the button that runs it."""

from collections.abc import Callable
from functools import partial
from math import ceil

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from guillemet.engine.review import OperationPreview, SuggestionReview, Touched
from guillemet.engine.text import counted
from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.changes.file_rows import CommandRow
from guillemet.ui.style import style
from guillemet.ui.widgets.context_menu import Entry, show_menu, spot_of, with_key
from guillemet.ui.widgets.controls import button, copy_text, label, on_escape
from guillemet.ui.widgets.fields import CheckBox
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import mark_risky, on_focus_change
from guillemet.ui.wording import DISMISS, seen

_MOST_LINES = 7
"""A text is no higher; the rest is scrolled to."""


class CommandRequests(QObject):
    """What the cards of commands ask for.

    preview_requested(text): show what the command touches.
    run_requested(preview): do what the preview shows, even if that is too big to undo.
    cancelled: put the preview away.
    """

    preview_requested = Signal(str)
    run_requested = Signal(object)
    cancelled = Signal()


class SuggestedCommandCard(QFrame):
    """What a suggestion would do, or why it is not run.

    The focus comes to what it touches. What neither deletes nor can run code, Return and Space run from there; else
    they go on to the button that leaves all as it is, so that no number of presses runs it.
    """

    def __init__(
        self, suggestion: SuggestionReview, requests: CommandRequests, preview: OperationPreview | None = None
    ) -> None:
        super().__init__()
        self.suggestion = suggestion
        self._requests = requests
        self._answer: QWidget
        """What gets the focus."""
        self._choices: tuple[QPushButton, ...] = ()
        """To run the command or not; the first is what Return comes to."""
        self.setProperty("role", "card")
        self.setAccessibleName(f"Suggested command, {suggestion.state}")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(style.GAP, style.GAP, style.GAP, style.GAP)
        self._column.setSpacing(style.TIGHT)
        command = WholeText(seen(suggestion.text), "Command")
        command.setFont(style.current().code_font())
        self._column.addWidget(command)
        if preview is not None:
            self._build_preview(preview)
        else:
            self._build_text()
        on_escape(self, requests.cancelled.emit)

    def focus(self) -> None:
        """Give the focus to what is to be read first, or else to what leaves all as it is."""
        self._answer.setFocus(Qt.FocusReason.OtherFocusReason)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with the command, by the mouse or the Menu key."""
        show_menu(self, [("Copy command", partial(copy_text, self.suggestion.text))], spot_of(self, event))

    def _build_text(self) -> None:
        suggestion = self.suggestion
        why = seen(suggestion.why) or "This was done."
        copy = button("Copy", name=f"Copy {seen(suggestion.text)}", clicked=lambda: copy_text(suggestion.text))
        self._answer = button("Close", clicked=self._requests.cancelled.emit)
        self._column.addWidget(label(why, "dim"))
        self._column.addLayout(fill(QHBoxLayout(), 1, self._answer, copy, gap=style.GAP))

    def _build_preview(self, preview: OperationPreview) -> None:
        text, requests = self.suggestion.text, self._requests
        if preview.refusal:
            self._column.addWidget(label(seen(preview.refusal), "bad"))
        returns = bool(preview.touched) and preview.is_harmless and not preview.is_too_big_to_undo
        run = button("Run", name=f"Run {seen(text)}", clicked=lambda: requests.run_requested.emit(preview))
        cancel = button("Close" if preview.refusal else "Cancel", clicked=requests.cancelled.emit)
        if not preview.refusal:
            self._choices = (run, cancel) if returns else (cancel, run)
            self._mark_primary()
            on_focus_change(self._mark_primary)
        self._answer = cancel  # what is run may delete
        if preview.touched:
            count = counted(len(preview.touched), "path")
            touched = WholeText("\n".join(map(_line, preview.touched)), f"Touched: {count}")
            self._column.addWidget(label(f"Touches {count}:", "dim"))
            self._column.addWidget(touched)
        row = fill(QHBoxLayout(), 1, cancel, gap=style.GAP)
        if not preview.refusal:
            row.addWidget(run)
            if preview.is_too_big_to_undo:
                self._ask_twice(run)
            if preview.touched:
                self._answer = touched
                how = "Return runs the command." if returns else "Return goes to Cancel, Tab from there to Run."
                touched.setAccessibleDescription(how)
                self._column.addWidget(label(how, "dim"))
                if returns:
                    touched.read.connect(run.click)
                else:
                    touched.read.connect(lambda: cancel.setFocus(Qt.FocusReason.TabFocusReason))
        mark_risky(run)
        self._column.addLayout(row)

    def _mark_primary(self, *_: object) -> None:
        """Let the button stand out that Return presses: the one with the focus, else that to which Return comes."""
        primary = next((one for one in self._choices if one.hasFocus()), self._choices[0])
        for one in self._choices:
            style.set_role(one, "primary" if one is primary else "")

    def _ask_twice(self, run: QPushButton) -> None:
        """Let the command be run only with a yes."""
        self._column.addWidget(label("This is more than undo keeps: it cannot be brought back.", "warn"))
        consent = CheckBox("Do it even so")
        consent.setAccessibleName("Do it even though it cannot be undone")
        consent.toggled.connect(run.setEnabled)
        run.setEnabled(False)
        self._column.addWidget(consent)


def command_entries(row: CommandRow, show: Callable[[], None], dismiss: Callable[[], None]) -> list[Entry]:
    """Return what can be done with a command of the list, for its menu."""
    shown: Entry = "Show what it touches", show
    dismissed: Entry = with_key(DISMISS, Act.REJECT_FILE, KeyScope.LIST), dismiss
    copied: Entry = "Copy command", partial(copy_text, row.suggestion.text)
    return [*[shown] * row.is_open, copied, *[dismissed] * row.can_be_dismissed]


class WholeText(QPlainTextEdit):
    """A command, or every path that it touches, one a line: wrapped and never cut; what is long scrolls.

    Signals: `read()` when Return or Space is pressed in it.
    """

    read = Signal()

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setProperty("role", "input")
        self.setAccessibleName(name)
        self.setWordWrapMode(self.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setPlainText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():  # the key that brought it is still held
            self.read.emit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.maximumHeight())

    def _fit(self) -> None:
        """Ask for the height of all lines, and do with one, so that nothing stands over it where there is no room."""
        lines = round(self.document().size().height())  # in lines as they are wrapped, not in pixels
        line = ceil(QFontMetricsF(self.font()).lineSpacing())  # as lines are laid out, else the last one scrolls
        around = 2 * style.GAP + 4
        self.setMinimumHeight(line + around)
        self.setMaximumHeight(line * min(max(lines, 1), _MOST_LINES) + around)


def _line(touched: Touched) -> str:
    note = f" ({seen(touched.note)})" if touched.note else ""
    return f"{seen(touched.path)} — {seen(touched.does)}{note}"
