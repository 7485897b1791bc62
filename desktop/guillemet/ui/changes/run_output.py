"""A run of git while it lasts: what it is, what its hooks print, and a button that stops it."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from guillemet.ui.diff.visible_rows import row_height
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label, read_only_text
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import seen

APPEARS = 500
"""Milliseconds that a run takes before it is shown."""
_MOST_ROWS = 6


class RunOutput(QFrame):
    """Shows one run of git from its beginning to its end.

    Signals: `stop_requested()`.
    """

    stop_requested = Signal()

    def __init__(self, title: str, thing: str, parent: QWidget | None = None) -> None:
        """Name what runs, such as "Pushing" and "push"."""
        super().__init__(parent)
        self._title = title
        self._is_on = False
        self._appears = QTimer(self, singleShot=True, interval=APPEARS)
        self._appears.timeout.connect(self.show)
        self.setProperty("role", "card")
        self._caption = label(f"{title}…")
        self._stop: QPushButton = button("Stop", name=f"Stop the {thing}", clicked=self.stop_requested)
        self._output = read_only_text(f"Printed by the {thing}")
        self._follows = True
        """Whether the end is what is to be seen; not while the user looks at what is above."""
        self._is_filling = False
        self._bar = self._output.verticalScrollBar()
        self._bar.valueChanged.connect(self._notice_scroll)
        self._bar.rangeChanged.connect(self._follow)  # its height changes, too, once the run is shown
        row = fill(QHBoxLayout(), (self._caption, 1), self._stop, gap=style.TIGHT)
        fill(QVBoxLayout(self), row, self._output, margins=style.GAP, gap=style.TIGHT)
        self.hide()

    def set_run(self, *, is_on: bool, is_stopping: bool, output: str) -> None:
        """Show the end of what was printed; nothing when nothing runs."""
        if is_on and not self._is_on:
            self._follows = True
            self._appears.start()
        self._is_on = is_on
        if not is_on:
            self._appears.stop()
            self.hide()
            return
        self._caption.setText("Stopping…" if is_stopping else f"{self._title}…")
        self._stop.setEnabled(not is_stopping)
        self._show_output(seen(output))

    def _show_output(self, text: str) -> None:
        if text == self._output.toPlainText():
            return
        at, self._is_filling = self._bar.value(), True
        self._output.setFont(style.current().code_font())
        self._output.setPlainText(text)
        self._output.setVisible(bool(text))
        rows = min(round(self._output.document().size().height()), _MOST_ROWS)  # as they are wrapped
        line, around = row_height(self._output.font()), 4 * style.TIGHT
        self._output.setMinimumHeight(min(rows, 2) * line + around)  # where the window has no room for them all
        self._output.setMaximumHeight(rows * line + around)
        self._bar.setValue(self._bar.maximum() if self._follows else at)
        self._is_filling = False

    def _follow(self) -> None:
        if self._follows:
            self._bar.setValue(self._bar.maximum())

    def _notice_scroll(self, value: int) -> None:
        if not self._is_filling:
            self._follows = value >= self._bar.maximum() - 1
