"""Promises of empty panes."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from guillemet.ui.style import style
from guillemet.ui.widgets.empty_state import EmptyState
from tests.kit.hands import show
from tests.ui.diff.hands import on_screen, painted_again, settle


def test_titles_of_empty_panes_of_different_heights_stand_in_one_line(qtbot: QtBot) -> None:
    low, high = (show(qtbot, EmptyState("Nothing here", "A hint."), height=height) for height in (500, 800))

    assert low.findChild(QLabel).y() == high.findChild(QLabel).y()


def test_an_empty_pane_with_little_room_shows_all_its_words(qtbot: QtBot) -> None:
    pane = show(qtbot, EmptyState("Nothing here", "A hint."), height=120)

    assert all(pane.rect().contains(line.geometry()) for line in pane.findChildren(QLabel))


def test_the_frame_of_the_focus_goes_around_words_and_buttons(qtbot: QtBot) -> None:
    pane = EmptyState("Nothing here", "A hint.")
    pane.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    pane.offer(QAction("Paste", pane))
    show(qtbot, pane, height=500)
    pane.setFocus()
    qtbot.waitUntil(pane.hasFocus)

    picture, accent = pane.grab().toImage(), QColor(style.current().theme.accent)
    column = pane.findChild(QPushButton).geometry().left() - style.TIGHT
    framed = [y for y in range(picture.height()) if picture.pixelColor(column, y) == accent]

    assert len(framed) == 2
    assert framed[0] < pane.findChild(QLabel).geometry().bottom()
    assert framed[1] > pane.findChild(QPushButton).geometry().bottom()


def test_no_line_of_the_frame_stays_where_other_words_moved_the_buttons(qtbot: QtBot) -> None:
    pane = EmptyState("Nothing here", "A hint that is longer than one line of a narrow pane, and longer than two.")
    pane.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    pane.offer(QAction("Paste", pane), QAction("Write a message", pane))
    show(qtbot, pane, width=240, height=500)
    pane.setFocus()
    qtbot.waitUntil(pane.hasFocus)
    on_screen(pane)

    pane.say("Nothing is left", "A hint.")
    settle()

    assert on_screen(pane) == painted_again(pane)
