"""Hands and eyes of a user: find controls by the name a screen reader says, and press them."""

from typing import TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

CTRL = Qt.KeyboardModifier.ControlModifier
CTRL_SHIFT = CTRL | Qt.KeyboardModifier.ShiftModifier
Shown = TypeVar("Shown", bound=QWidget)


def show(qtbot: QtBot, widget: Shown, *, width: int = 420, height: int = 800) -> Shown:
    """Return the widget, shown at this size and closed after the test."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def buttons(parent: QWidget) -> dict[str, QAbstractButton]:
    """Return every button that can be seen, by its accessible name."""
    return {found.accessibleName(): found for found in parent.findChildren(QAbstractButton) if found.isVisible()}


def press(qtbot: QtBot, parent: QWidget, name: str) -> None:
    """Press the visible button of this name, as soon as there is one, with the mouse."""
    qtbot.waitUntil(lambda: name in buttons(parent))
    qtbot.mouseClick(buttons(parent)[name], Qt.MouseButton.LeftButton)


def double_press(on: QWidget, at: QPoint) -> None:
    """Press a second time, as in a double click of which the first press was on something else."""
    place, left = QPointF(at), Qt.MouseButton.LeftButton
    press = QEvent.Type.MouseButtonDblClick
    QApplication.sendEvent(on, QMouseEvent(press, place, place, left, left, Qt.KeyboardModifier.NoModifier))


def quick_presses(on: QWidget, at: QPoint, *times: int) -> None:
    """Press and release the left button at these times, in milliseconds; every second press is that of a double click.

    As Qt sends them, whatever stands in this place by then.
    """
    for number, time in enumerate(times):
        press = QEvent.Type.MouseButtonDblClick if number % 2 else QEvent.Type.MouseButtonPress
        for kind in (press, QEvent.Type.MouseButtonRelease):
            left = Qt.MouseButton.LeftButton
            held = left if kind is press else Qt.MouseButton.NoButton
            place = on.mapToGlobal(QPointF(at))
            event = QMouseEvent(kind, QPointF(at), place, left, held, Qt.KeyboardModifier.NoModifier)
            event.setTimestamp(time)
            QApplication.sendEvent(on, event)


def named(parent: QWidget, kind: type[Shown], name: str) -> Shown:
    """Return the control of this kind and accessible name."""
    return next(each for each in parent.findChildren(kind) if each.accessibleName() == name)


def words(parent: QWidget) -> str:
    """Return everything that labels and text boxes show, a line each, with plain spaces."""
    texts = [label.text() for label in parent.findChildren(QLabel) if label.isVisible()]
    texts += [box.toPlainText() for box in parent.findChildren(QTextBrowser) if box.isVisible()]
    return "\n".join(texts).replace("\u00a0", " ")


def painted(image: QImage) -> set[str]:
    """Return every colour in a picture."""
    # Not `pixelColor` of each pixel: a picture of the diff has half a million.
    kept = image.convertToFormat(QImage.Format.Format_RGB32)  # its bits go with it
    pixels = memoryview(kept.constBits()).cast("I")
    return {f"#{pixel & 0xFFFFFF:06x}" for pixel in set(pixels)}
