"""Promises of the notice bar's place: no pane moves under a pointer that may be about to press something."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice, Offer
from guillemet.ui.notice_bar import NoticeBar, NoticePlace
from tests.kit.hands import buttons, show

DONE = Notice(Level.DONE, "Committed 3 files on main.")
LOCKED = Notice(Level.ERROR, "The index is locked.", "Close the other program.", offer=Offer.TRY_AGAIN)


class Window(QWidget):
    """A line on top, the bar's place, and below it what fills the rest."""

    def __init__(self) -> None:
        super().__init__()
        self.top, self.below, self.bar = QPushButton("top"), QWidget(), NoticeBar()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(NoticePlace(self.bar, self.below, self))
        column.addWidget(self.below, 1)

    def point_at(self, spot: QPoint) -> None:
        """Move the pointer there, as the screen would."""
        QTest.mouseMove(self.windowHandle(), spot)

    @property
    def rest(self) -> int:
        """Where the panes begin without a notice."""
        return self.top.geometry().bottom() + 1


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    # Qt enters what is shown where the platform's pointer is, and an earlier test may have left it anywhere.
    QCursor.setPos(QPoint(10, 10))
    QCoreApplication.processEvents()
    window = show(qtbot, Window(), width=700, height=400)
    window.point_at(window.top.geometry().center())
    qtbot.waitUntil(lambda: window.top.underMouse() and not window.below.underMouse())
    return window


@pytest.fixture
def aiming(qtbot: QtBot, window: Window) -> Window:
    """Return the window with the pointer over what lies below."""
    window.point_at(window.below.geometry().center())
    qtbot.waitUntil(window.below.underMouse)
    return window


def test_panes_make_room_for_a_notice_while_the_pointer_is_elsewhere(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(DONE)

    qtbot.waitUntil(lambda: window.below.y() == window.rest + window.bar.height())


def test_a_notice_that_appears_moves_nothing_under_the_pointer(qtbot: QtBot, aiming: Window) -> None:
    aiming.bar.show_notice(LOCKED)
    qtbot.waitUntil(lambda: aiming.bar.isVisible() and aiming.bar.height() > 20)

    assert aiming.below.y() == aiming.rest
    assert aiming.bar.y() == aiming.rest
    assert aiming.childAt(QPoint(200, aiming.rest + 5)) not in (None, aiming.below)  # it lies in front


def test_a_notice_that_goes_by_itself_moves_nothing_under_the_pointer(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(DONE)
    qtbot.waitUntil(lambda: window.below.y() > window.rest)
    at = window.below.y()
    window.point_at(window.below.geometry().center())
    qtbot.waitUntil(window.below.underMouse)

    window.bar._leave.start(0)  # the seconds are over
    qtbot.waitUntil(lambda: window.bar._leave.interval() > 0)

    assert window.bar.isVisible()
    assert window.below.y() == at


def test_a_notice_that_had_to_stay_goes_once_the_pointer_went(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(DONE)
    qtbot.waitUntil(lambda: window.below.y() > window.rest)
    window.point_at(window.below.geometry().center())
    qtbot.waitUntil(window.below.underMouse)
    window.bar._leave.start(0)
    qtbot.waitUntil(lambda: window.bar._leave.interval() > 0)

    window.point_at(window.top.geometry().center())

    qtbot.waitUntil(window.bar.isHidden)
    qtbot.waitUntil(lambda: window.below.y() == window.rest)


def test_a_notice_that_lies_over_the_panes_goes_by_itself_for_nothing_moves(qtbot: QtBot, aiming: Window) -> None:
    aiming.bar.show_notice(DONE)

    aiming.bar._leave.start(0)

    qtbot.waitUntil(aiming.bar.isHidden)
    assert aiming.below.y() == aiming.rest


@pytest.mark.parametrize("is_aiming", [False, True])
def test_a_bar_is_as_high_as_what_it_says(qtbot: QtBot, window: Window, *, is_aiming: bool) -> None:
    window.point_at((window.below if is_aiming else window.top).geometry().center())
    qtbot.waitUntil(lambda: window.below.underMouse() is is_aiming)

    window.bar.show_notice(LOCKED)

    said = next(each for each in window.bar.findChildren(QLabel) if "index" in each.text())
    qtbot.waitUntil(lambda: said.width() > 200 and said.height() < window.bar.height() < 60)


def test_panes_make_room_once_the_pointer_went(qtbot: QtBot, aiming: Window) -> None:
    aiming.bar.show_notice(LOCKED)

    aiming.point_at(aiming.top.geometry().center())

    qtbot.waitUntil(lambda: aiming.below.y() == aiming.rest + aiming.bar.height())


def test_panes_make_room_at_a_key(qtbot: QtBot, aiming: Window) -> None:
    aiming.bar.show_notice(LOCKED)

    QTest.keyClick(aiming.windowHandle(), Qt.Key.Key_A)

    qtbot.waitUntil(lambda: aiming.below.y() == aiming.rest + aiming.bar.height())


def test_a_key_that_is_held_for_a_press_moves_nothing(qtbot: QtBot, aiming: Window) -> None:
    aiming.bar.show_notice(LOCKED)
    qtbot.waitUntil(lambda: aiming.bar.height() > 20)

    QTest.keyClick(aiming.windowHandle(), Qt.Key.Key_Control)

    assert aiming.below.y() == aiming.rest


def test_a_bar_that_appears_under_the_pointer_takes_no_press_that_was_not_meant_for_it(
    qtbot: QtBot, aiming: Window
) -> None:
    aiming.bar.show_notice(LOCKED)
    spot = buttons(aiming.bar)["Try again"].mapTo(aiming, QPoint(5, 5))
    aiming.bar.dismiss()
    aiming.point_at(spot)
    qtbot.waitUntil(aiming.below.underMouse)

    aiming.bar.show_notice(LOCKED)
    QTest.mouseClick(aiming.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)

    assert aiming.bar.current == LOCKED
