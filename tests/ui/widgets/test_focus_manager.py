"""Promises of the focus in a column: it stays where the user is while widgets come and go, and can be seen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK, LIGHT
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.widgets.virtual_list import VirtualList
from tests.kit.hands import show


class Pair:
    """A row of two buttons, or of none."""

    def __init__(self, name: str, *, is_bare: bool = False) -> None:
        self.name = name
        self.is_bare = is_bare

    def estimate(self, width: int) -> int:  # noqa: ARG002
        """Return the height."""
        return 40

    def build(self, parent: QWidget) -> QWidget:
        """Return the buttons, "a1" and "a2" for a."""
        made = QWidget(parent)
        made.setFixedHeight(40)
        line = QHBoxLayout(made)
        for number in () if self.is_bare else (1, 2):
            line.addWidget(QPushButton(f"{self.name}{number}"))
        return made


@pytest.fixture
def column(qtbot: QtBot) -> VirtualList:
    column = VirtualList()
    column.setObjectName("column")
    return show(qtbot, column, width=300, height=400)


def focused() -> str:
    """Return what has the focus."""
    widget = QApplication.focusWidget()
    return widget.text() if isinstance(widget, QPushButton) else widget.objectName() if widget else "nothing"


def settle(qtbot: QtBot, column: VirtualList) -> None:
    qtbot.waitUntil(lambda: not column._soon.isActive())


def go_to(qtbot: QtBot, column: VirtualList, name: str) -> None:
    """Give the focus to the button of this name."""
    settle(qtbot, column)
    next(button for button in column.findChildren(QPushButton) if button.text() == name).setFocus()
    qtbot.waitUntil(lambda: focused() == name)


def test_a_row_that_is_replaced_hands_the_focus_to_what_stands_in_its_place(qtbot: QtBot, column: VirtualList) -> None:
    a, b, c = Pair("a"), Pair("b"), Pair("c")
    column.set_rows([a, b, c])
    go_to(qtbot, column, "b2")

    column.set_rows([a, Pair("x"), c])
    qtbot.waitUntil(lambda: focused() == "x1")

    column.set_rows([a, Pair("done", is_bare=True), c])
    qtbot.waitUntil(lambda: focused() == "c1")

    column.set_rows([a])
    qtbot.waitUntil(lambda: focused() == "a1")

    column.set_rows([])
    settle(qtbot, column)
    assert focused() == "column"


def test_another_theme_leaves_the_focus_where_it_is(qtbot: QtBot, column: VirtualList, qapp: QApplication) -> None:
    column.set_rows([Pair(name) for name in "abc"])
    go_to(qtbot, column, "b2")

    style.apply(qapp, style.Style(DARK, 12))

    qtbot.waitUntil(lambda: focused() == "b2")
    settle(qtbot, column)
    style.apply(qapp, style.Style(LIGHT, 10))


def test_who_went_elsewhere_meanwhile_stays_there(qtbot: QtBot, column: VirtualList) -> None:
    column.set_rows([Pair("a"), Pair("b")])
    go_to(qtbot, column, "b2")
    other = QPushButton("other", column)
    other.show()

    column.set_rows([Pair("x"), Pair("y")])
    other.setFocus()
    settle(qtbot, column)

    assert focused() == "other"


def test_the_tab_key_goes_on_in_view_when_what_had_the_focus_is_scrolled_away(
    qtbot: QtBot, column: VirtualList
) -> None:
    column.set_rows([Pair(f"{number} ") for number in range(100)])
    go_to(qtbot, column, "3 2")
    column.verticalScrollBar().setValue(48 * 60)
    settle(qtbot, column)

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)

    assert column.verticalScrollBar().value() in range(48 * 59, 48 * 61)
    assert focused() in ("59 1", "60 1")


def test_the_tab_key_leads_from_the_column_to_the_first_row_in_view(qtbot: QtBot, column: VirtualList) -> None:
    column.set_rows([Pair(f"{number} ") for number in range(100)])
    settle(qtbot, column)
    column.verticalScrollBar().setValue(48 * 60)
    settle(qtbot, column)
    column.setFocus()

    qtbot.keyClick(column, Qt.Key.Key_Tab)

    assert focused() in ("59 1", "60 1")


def test_a_column_shows_that_it_has_the_focus(qtbot: QtBot, column: VirtualList) -> None:
    column.set_rows([Pair("a")])
    go_to(qtbot, column, "a1")
    without = column.viewport().grab().toImage().pixelColor(0, 200)

    column.setFocus()

    accent = QColor(style.current().theme.accent)
    assert without != accent
    qtbot.waitUntil(lambda: column.viewport().grab().toImage().pixelColor(0, 200) == accent)


def test_a_pane_holds_the_focus_that_comes_back_with_its_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    panes = [QWidget(window), QWidget(window)]
    fields = [QPushButton(pane) for pane in panes]
    window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    window.show()
    fields[1].setFocus()

    assert QApplication.focusWidget() is None
    assert [holds_focus(pane) for pane in panes] == [False, True]
