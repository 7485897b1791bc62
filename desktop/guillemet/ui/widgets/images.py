"""Two versions of a picture: side by side, swiped over each other, or their difference; or a picture by itself."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from guillemet.app.task_runner import run_detached
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.pictures import PicturePair, decoded_pair
from guillemet.ui.widgets.svg import drawn_pair

_SQUARE = 8
"""Pixels of a square behind what is transparent."""
_PAPER, _SQUARES = QColor("#a3abb6"), QColor("#afb6c0")
"""What is drawn in black, or in white, is lost on neither of them, whatever the theme."""
_STEP = 0.05
_LOWEST, _HIGHEST = 120, 240
"""Pixels of height that a canvas asks for."""
_INSET = QSize(1_600, 2 * _HIGHEST)
"""What is kept of a picture among many others: as much as can be seen there, on a screen of 200 % too."""

_LONG = 200
"""Milliseconds after which it is said that a picture is on its way."""


class ImageView(StrEnum):
    """How two versions are compared; the words stand on the buttons."""

    SIDE_BY_SIDE = "Side by side"
    SWIPE = "Swipe"
    DIFFERENCE = "Difference"


class ImageCanvas(QWidget):
    """Paints both versions as large as there is room, but no larger than they are."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = ImageView.SIDE_BY_SIDE
        self.swiped = 0.5
        """How much of the width shows the version before."""
        self._pair: PicturePair | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(_LOWEST, _LOWEST)

    def sizeHint(self) -> QSize:
        """Return a height that fits the pictures, where they are not too high."""
        return QSize(_LOWEST, min(max(self._shape().height(), _LOWEST), _HIGHEST))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is painted."""
        return self._pair is None

    def set_pair(self, pair: PicturePair | None) -> None:
        self._pair = pair
        self.updateGeometry()
        self.update()

    def set_view(self, view: ImageView) -> None:
        self.view = view
        self.update()

    def swipe(self, to: float) -> None:
        """Show this much of the version before, from the left."""
        self.swiped = min(max(to, 0.0), 1.0)
        self.setAccessibleDescription(f"{self.swiped:.0%} of the version before")
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        box = self._box(self.rect(), self._shape())
        if self.view is ImageView.SWIPE and box.width() > 0:
            self.swipe((event.position().x() - box.left()) / box.width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}.get(Qt.Key(event.key()))
        if step is None or self.view is not ImageView.SWIPE:
            super().keyPressEvent(event)
        else:
            self.swipe(self.swiped + step)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(style.current().theme.pane))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._pair is not None:
            self._paint_pair(painter, self._pair)
        if self.hasFocus():
            painter.setPen(QColor(style.current().theme.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_pair(self, painter: QPainter, pair: PicturePair) -> None:
        before, after = pair.before.image, pair.after.image
        if before.isNull() or after.isNull():
            image = after if before.isNull() else before
            self._paint(painter, image, self._box(self.rect(), image.size()))
        elif self.view is ImageView.SIDE_BY_SIDE:
            half = (self.width() - style.GAP) // 2
            left, right = QRect(0, 0, half, self.height()), QRect(self.width() - half, 0, half, self.height())
            self._paint(painter, before, self._box(left, before.size()))
            self._paint(painter, after, self._box(right, after.size()))
        elif self.view is ImageView.DIFFERENCE:
            self._paint(painter, pair.difference, self._box(self.rect(), pair.difference.size()))
        else:
            self._paint_swiped(painter, before, after)

    def _paint_swiped(self, painter: QPainter, before: QImage, after: QImage) -> None:
        box = self._box(self.rect(), self._shape())
        scale = box.width() / max(self._shape().width(), 1)
        edge = box.left() + self.swiped * box.width()
        for image, left, right in ((before, box.left(), edge), (after, edge, box.right())):
            painter.setClipRect(QRectF(left, box.top(), right - left, box.height()))
            self._paint(painter, image, QRectF(box.topLeft(), image.size().toSizeF() * scale))
        painter.setClipping(False)
        painter.setPen(QColor(style.current().theme.accent))
        painter.drawLine(QPointF(edge, box.top()), QPointF(edge, box.bottom()))

    def _paint(self, painter: QPainter, image: QImage, box: QRectF) -> None:
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.fillRect(box, _PAPER)
        whole = box.toAlignedRect()
        for row, top in enumerate(range(whole.top(), whole.bottom() + 1, _SQUARE)):
            for left in range(whole.left() + row % 2 * _SQUARE, whole.right() + 1, 2 * _SQUARE):
                painter.fillRect(left, top, _SQUARE, _SQUARE, _SQUARES)
        painter.drawImage(box, image)
        painter.restore()

    def _shape(self) -> QSize:
        if self._pair is None:
            return QSize()
        return self._pair.before.image.size().expandedTo(self._pair.after.image.size())

    def _box(self, room: QRect, shape: QSize) -> QRectF:
        """Return where a picture of this size stands in this room."""
        fitted = QSize(shape)
        if fitted.width() > room.width() or fitted.height() > room.height():
            fitted.scale(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRect(0, 0, fitted.width(), fitted.height())
        box.moveCenter(room.center())
        return QRectF(box)


class ImageDiff(QFrame):
    """Shows both versions of a picture, and what is to be said of each; among others, no larger than they need.

    `switch` is there where the picture is one of text: it is pressed to show or hide it.
    """

    def __init__(self, parent: QWidget | None = None, *, is_inset: bool = False) -> None:
        super().__init__(parent)
        self._room = _INSET if is_inset else None
        if is_inset:
            self.setProperty("role", "inset")
        self._asked: object = None
        self._drawn_late = QTimer(self, singleShot=True, interval=_LONG)
        self._drawn_late.timeout.connect(lambda: self._say("", "Drawing the picture…"))
        self.switch = button("Show picture", "quiet", parent=self)
        self.switch.hide()
        self._views = QButtonGroup(self)
        self._buttons = {view: button(view, "quiet", parent=self) for view in ImageView}
        for view, choice in self._buttons.items():
            choice.setCheckable(True)
            self._views.addButton(choice)
            choice.clicked.connect(partial(self.set_view, view))
        self.canvas = ImageCanvas(self)
        self._before, self._after = label("", "dim", parent=self), label("", "dim", parent=self)
        choices = fill(QHBoxLayout(), self.switch, *self._buttons.values(), 1, margins=0, gap=style.TIGHT)
        words = fill(QHBoxLayout(), (self._before, 1), (self._after, 1), margins=0, gap=style.GAP)
        beside = style.TIGHT if is_inset else style.GAP
        fill(
            QVBoxLayout(self),
            choices,
            (self.canvas, 1),
            words,
            margins=(style.GAP, beside, style.GAP, beside),
            gap=style.TIGHT,
        )
        self.setFocusProxy(self.canvas)
        self.set_view(ImageView.SIDE_BY_SIDE)

    def show_sides(self, before: bytes | None, after: bytes | None, *, is_compared: bool = True) -> None:
        """Show these files, None where there is none; one only where nothing is compared, or nothing differs."""
        self.canvas.set_pair(None)
        self._say("", "")
        say = _words_for(before, after, is_compared)
        self._show_soon(partial(decoded_pair, None if before == after else before, after, self._room), say)

    def show_texts(self, before: str | None, after: str | None, *, is_compared: bool = True) -> None:
        """Show these texts of SVG likewise; what was drawn before is shown until they are, else that they are drawn."""
        self._show_soon(partial(drawn_pair, before, after, _INSET), _words_for(before, after, is_compared))

    def clear(self) -> None:
        """Show nothing, and keep nothing."""
        self._asked = None
        self._drawn_late.stop()
        self.canvas.set_pair(None)
        self.canvas.setVisible(self._room is None)
        self._say("", "")
        for choice in self._buttons.values():
            choice.hide()

    def set_view(self, view: ImageView) -> None:
        self._buttons[view].setChecked(True)
        self.canvas.set_view(view)

    def _show_soon(self, make: Callable[[], PicturePair], say: Callable[[str, str], tuple[str, str]]) -> None:
        self._asked = asked = object()
        if self.canvas.is_empty:
            self._drawn_late.start()

        def show(pair: PicturePair) -> None:
            if self._asked is asked:  # no other file is shown meanwhile
                self._drawn_late.stop()
                self._show(pair)
                self._say(*say(pair.before.words, pair.after.words))

        run_detached(make, show, owner=self, name="pictures", daemon=False)

    def _show(self, pair: PicturePair) -> None:
        for choice in self._buttons.values():
            choice.setVisible(not pair.difference.isNull())
        has_any = not (pair.before.image.isNull() and pair.after.image.isNull())
        self.canvas.setVisible(has_any or self._room is None)
        self.canvas.set_pair(pair)

    def _say(self, before: str, after: str) -> None:
        for words, shown in ((before, self._before), (after, self._after)):
            shown.setText(words)
            shown.setVisible(bool(words))  # the words of one by itself begin at the left
        self.canvas.setAccessibleName(f"{before} {after}".strip())


def _words_for(
    before: object,
    after: object,
    is_compared: bool,
) -> Callable[[str, str], tuple[str, str]]:
    """Return how the words of both versions are said, of which there may be one only."""
    if not is_compared:
        return lambda _, new: ("", new)
    if before == after:
        return lambda _, new: ("", f"Unchanged picture: {new}")
    if before is None:
        return lambda _, new: ("", f"New picture: {new}")
    if after is None:
        return lambda old, _: (f"Deleted picture: {old}", "")
    return lambda old, new: (f"Before: {old}", f"After: {new}")
