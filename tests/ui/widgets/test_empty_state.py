"""Promises of empty panes."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from guillemet.ui.widgets.empty_state import EmptyState
from tests.kit.hands import show


def test_titles_of_empty_panes_of_different_heights_stand_in_one_line(qtbot: QtBot) -> None:
    low, high = (show(qtbot, EmptyState("Nothing here", "A hint."), height=height) for height in (500, 800))

    assert low.findChild(QLabel).y() == high.findChild(QLabel).y()


def test_an_empty_pane_with_little_room_shows_all_its_words(qtbot: QtBot) -> None:
    pane = show(qtbot, EmptyState("Nothing here", "A hint."), height=120)

    assert all(pane.rect().contains(line.geometry()) for line in pane.findChildren(QLabel))
