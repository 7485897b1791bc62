"""What an empty pane says: what is missing, and what to do next."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from guillemet.ui.shortcuts import show_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.layouts import fill

ABOVE = 190
"""Pixels above the title, where there is room."""
_FIRST = 1_000
"""The share of what gets all room up to its greatest height before others get any."""


class EmptyState(QWidget):
    """A title and a sentence in the middle of a pane; it shows when it has the focus, where it is let have it."""

    def __init__(self, title: str = "", hint: str = "", parent: QWidget | None = None, *, above: int = ABOVE) -> None:
        """Keep this many pixels free above the title, where there is room."""
        super().__init__(parent)
        self._title, self._hint = label("", "headline"), label("", "dim")
        for line in (self._title, self._hint):
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._offers = QVBoxLayout()
        self._offered: list[QWidget] = []
        # Of the room that is left it gets the first, so that the titles of empty panes beside each other stand in one
        # line; it asks for none, which a pane below may need.
        space = QWidget(self)
        space.setMaximumHeight(above - style.GAP)  # which follows it
        parts = (space, _FIRST), self._title, self._hint, self._offers, 1
        fill(QVBoxLayout(self), *parts, margins=(2 * style.WIDE, style.WIDE), gap=style.GAP)
        self.say(title, hint)

    def offer(self, *actions: QAction, primary: str = "primary") -> Sequence[QPushButton]:
        """Show buttons for what fills the pane, the likeliest first, and that in the role `primary`; return them."""
        roles = (primary, *[""] * len(actions))
        made = [button(one.text(), role, clicked=one.trigger) for one, role in zip(actions, roles, strict=False)]
        for one in made:
            one.takes_double_clicks = False  # or a reply would be pasted twice
        if not self._offered:
            self._offers.addSpacing(style.GAP)
        fill(self._offers, *((one, 0, Qt.AlignmentFlag.AlignHCenter) for one in made), gap=style.GAP)
        self._offered += made
        return made

    @property
    def title(self) -> str:
        """What it says in large letters."""
        return self._title.text()

    def show_offers(self, *, are_shown: bool) -> None:
        """Show the buttons, or hide them."""
        for one in self._offered:
            one.setVisible(are_shown)

    def say(self, title: str, hint: str) -> None:
        """Show these words; the hint may name keys, as in `show_keys`."""
        self._title.setText(title)
        show_keys(self._hint, hint)
        self.setAccessibleName(f"{title}. {self._hint.text()}")

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.update()  # Qt paints where parts were that moved, but not all of the frame around them
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(style.current().theme.accent))
            around = _words_in(self._title).united(_words_in(self._hint))
            for one in self._offered:
                around = around if one.isHidden() else around.united(one.geometry())
            around = around.adjusted(-style.WIDE, -style.WIDE, style.WIDE, style.WIDE)
            # On whole pixels, or antialiasing spreads the line over two.
            shown = QRectF(around.intersected(self.rect())).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(shown, style.RADIUS, style.RADIUS)
            painter.end()


def _words_in(line: QLabel) -> QRect:
    """Return where the words of a label stand, which is as wide as its pane."""
    flags = line.alignment().value | Qt.TextFlag.TextWordWrap.value
    return line.fontMetrics().boundingRect(line.geometry(), flags, line.text())
