"""Text that takes the height it needs, loads nothing and lets the wheel pass."""

from math import ceil

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

_SCROLL_KEYS = frozenset(
    {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End}
)

_FIRST_WIDTH = 400
"""Pixels at which text is wrapped before the width is known; at none, every letter would be a line."""


class TextBox(QTextBrowser):
    """Selectable text of any length in full height; very long words wrap.

    link_requested(address): the user pressed a link, which does nothing by itself.
    """

    link_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heights: dict[int, int] = {}
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.setLineWrapColumnOrWidth(_FIRST_WIDTH)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(22)
        self.viewport().setAutoFillBackground(False)
        self.setProperty("role", "bare")
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.anchorClicked.connect(self._ask)
        self.document().contentsChanged.connect(self._forget)

    def loadResource(self, kind: int, name: QUrl | str) -> None:  # noqa: ARG002
        """Load nothing, wherever it lies: text of a model must not fetch or open anything."""
        return

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        known = self._heights.get(width)
        if known is None:
            self._wrap_at(width)
            known = self._heights[width] = max(1, ceil(self.document().size().height()))
        return known

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._wrap_at(self.viewport().width())
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        # A layout asks how high the text would be at widths it never takes, the narrowest among them.
        self._wrap_at(self.viewport().width())
        super().paintEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _SCROLL_KEYS and not event.modifiers():
            event.ignore()  # the pane around scrolls
        else:
            super().keyPressEvent(event)

    def _wrap_at(self, width: int) -> None:
        # Wrapping at the viewport's width, QTextEdit would lay the document out again, at the old width, while a new
        # one is measured.
        if width != self.lineWrapColumnOrWidth():
            self.setLineWrapColumnOrWidth(width)

    def _forget(self) -> None:
        self._heights.clear()
        self.updateGeometry()

    def _ask(self, url: QUrl) -> None:
        self.link_requested.emit(bytes(url.toEncoded().data()).decode("ascii", "replace"))
