"""What the window shows while no repository is open: how to open one, and those opened lately."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.controls import PathButton, button, label

_MOST = 6


class Welcome(QWidget):
    """Offers to open a repository.

    Signals: `open_requested()`, and `repository_requested(str)` for one that was opened lately.
    """

    open_requested = Signal()
    repository_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = label("No repository is open", "title")
        hint = label(
            "Open the repository a reply was written for, or drop its folder here. "
            "Nothing in it changes before you accept.",
            "dim",
        )
        self._open = button("Open repository…", "primary")
        self._open.clicked.connect(self.open_requested)
        self._heading = QLabel("Opened lately", self)
        style.set_role(self._heading, "title")
        self._recent = QVBoxLayout()
        self._entries: list[PathButton] = []
        middle = QWidget(self)
        inner = QVBoxLayout(middle)
        inner.setSpacing(style.WIDE)
        for widget in (title, hint):
            inner.addWidget(widget)
        inner.addWidget(self._open, alignment=Qt.AlignmentFlag.AlignLeft)
        inner.addSpacing(style.WIDE)
        inner.addWidget(self._heading)
        inner.addLayout(self._recent)
        middle.setMaximumWidth(460)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(middle, 100)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addLayout(row)
        column.addStretch(3)
        self.setFocusProxy(self._open)
        self.set_recent(())

    def set_recent(self, recent: Sequence[str]) -> None:
        """List these repositories, newest first."""
        for gone in self._entries:
            gone.deleteLater()
        self._entries = []
        for place in recent[:_MOST]:
            entry = PathButton(place, self)
            entry.clicked.connect(lambda *, place=place: self.repository_requested.emit(place))
            self._recent.addWidget(entry)
            self._entries.append(entry)
        self._heading.setVisible(bool(recent))
