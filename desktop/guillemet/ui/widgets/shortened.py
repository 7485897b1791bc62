"""Labels of one line that are shortened where room is short: words, paths, and parts that dots are between."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from guillemet.ui.widgets.controls import elided_path
from guillemet.ui.wording import plain_tip

BETWEEN = " · "
"""Stands between the parts of a summary."""
_LEAST = 60
"""Pixels below which a shortened summary says nothing any more."""


class Shortened(QLabel):
    """A label of one line that is shortened in the middle where room is short; its tooltip is the whole text."""

    def __init__(self, role: str, parent: QWidget, *, least: int = 48) -> None:
        """Keep this width, in pixels, if the text needs it."""
        super().__init__(parent)
        self._least = least
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def set_text(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self._least, self.sizeHint().width()), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text()) + 4, metrics.height() + 4)

    @staticmethod
    def elided(metrics: QFontMetrics, text: str, width: int, /) -> str:
        """Return what is shown of the text in this width."""
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.elided(self.fontMetrics(), self.text(), self.width())
        painter.drawText(event.rect() | self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class ShortenedPath(Shortened):
    """A path that is shortened in its folders first, for its name is what people look for."""

    elided = staticmethod(elided_path)


class ShortenedSummary(Shortened):
    """Parts that dots are between, of which those at the end are left out first; a sentence among them is shortened."""

    @property
    def first_width(self) -> int:
        """The width of the first part, which says nothing when it is cut."""
        return QFontMetrics(self.font()).horizontalAdvance(self.text().partition(BETWEEN)[0]) + 4

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST, self.first_width), super().minimumSizeHint().height())

    @staticmethod
    def elided(metrics: QFontMetrics, text: str, width: int, /) -> str:
        parts, cut = text.split(BETWEEN), ""
        while len(parts) > 1 and metrics.horizontalAdvance(BETWEEN.join(parts)) > width:
            cut = parts.pop()
        if cut.endswith("."):  # what is cut of counts would mislead
            parts.append(cut)
        words = BETWEEN.join(parts)
        is_whole = len(parts) > 1 and not cut.endswith(".")
        return words if is_whole else metrics.elidedText(words, Qt.TextElideMode.ElideRight, width)
