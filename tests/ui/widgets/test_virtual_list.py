"""Promises of the column: only what is near the eye has widgets, nothing overlaps, the reader's place is kept."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.style import style
from guillemet.ui.widgets.virtual_list import VirtualList
from tests.kit.hands import show


class Box:
    """A row that guesses its height badly."""

    def __init__(self, number: int, height: int = 50) -> None:
        self.number = number
        self.height = height

    def estimate(self, width: int) -> int:  # noqa: ARG002
        """Return a guess."""
        return 17

    def build(self, parent: QWidget) -> QWidget:
        """Return a button of the right height."""
        button = QPushButton(str(self.number), parent)
        button.setFixedHeight(self.height)
        return button


@pytest.fixture
def column(qtbot: QtBot) -> VirtualList:
    return show(qtbot, VirtualList(), width=300, height=400)


def settle(qtbot: QtBot, column: VirtualList) -> None:
    qtbot.waitUntil(lambda: not column._soon.isActive())


def visible(column: VirtualList) -> list[QPushButton]:
    inside = column.viewport().rect()
    found = [button for button in column.viewport().findChildren(QPushButton) if not button.isHidden()]
    return sorted((one for one in found if one.geometry().intersects(inside)), key=lambda one: one.y())


def test_a_thousand_rows_need_few_widgets(qtbot: QtBot, column: VirtualList) -> None:
    column.set_rows([Box(n) for n in range(1000)])
    settle(qtbot, column)

    assert len(visible(column)) == 7
    assert len(column._widgets) < 40


def test_rows_follow_each_other_without_gap_or_overlap_wherever_one_scrolls(qtbot: QtBot, column: VirtualList) -> None:
    column.set_rows([Box(n, 30 + n % 7 * 20) for n in range(300)])
    settle(qtbot, column)

    for share in (0.9, 0.1, 0.5, 1.0):
        bar = column.verticalScrollBar()
        bar.setValue(int(bar.maximum() * share))
        settle(qtbot, column)
        seen = visible(column)
        assert [int(one.text()) for one in seen] == list(range(int(seen[0].text()), int(seen[-1].text()) + 1))
        steps = {below.y() - above.geometry().bottom() - 1 for above, below in pairwise(seen)}
        assert steps == {style.GAP}


def test_the_row_at_the_top_stays_when_rows_above_it_go(qtbot: QtBot, column: VirtualList) -> None:
    rows = [Box(n) for n in range(100)]
    column.set_rows(rows)
    column.scroll_to(rows[50])
    settle(qtbot, column)
    widget = column.widget_of(rows[50])
    assert widget is not None
    before = widget.y()

    column.set_rows(rows[20:])
    settle(qtbot, column)

    assert column.widget_of(rows[50]) is widget
    assert widget.y() == before


def test_a_row_whose_widget_grew_pushes_the_others_down(qtbot: QtBot, column: VirtualList) -> None:
    rows = [Box(n) for n in range(10)]
    column.set_rows(rows)
    settle(qtbot, column)
    first, second = column.widget_of(rows[0]), column.widget_of(rows[1])
    assert first is not None
    assert second is not None

    first.setFixedHeight(90)
    first.updateGeometry()

    qtbot.waitUntil(lambda: second.y() == first.y() + 90 + style.GAP)


def test_the_tab_key_walks_through_all_rows_and_brings_them_into_view(qtbot: QtBot, column: VirtualList) -> None:
    column.set_rows([Box(n) for n in range(30)])
    settle(qtbot, column)
    visible(column)[0].setFocus()
    walked = ["0"]

    for _ in range(29):
        qtbot.keyClick(column.window().focusWidget(), Qt.Key.Key_Tab)
        settle(qtbot, column)
        focused = column.window().focusWidget()
        assert isinstance(focused, QPushButton)
        assert column.viewport().rect().contains(focused.geometry())
        walked.append(focused.text())

    assert walked == [str(n) for n in range(30)]


def test_arrow_and_page_keys_scroll(qtbot: QtBot, column: VirtualList) -> None:
    column.set_rows([Box(n) for n in range(100)])
    settle(qtbot, column)

    qtbot.keyClick(column, Qt.Key.Key_PageDown)
    qtbot.keyClick(column, Qt.Key.Key_Down)

    assert column.verticalScrollBar().value() > column.viewport().height()


def test_rows_that_come_above_are_seen_by_who_has_not_scrolled(qtbot: QtBot, column: VirtualList) -> None:
    rows = [Box(n) for n in range(100)]
    column.set_rows(rows[50:])
    settle(qtbot, column)

    column.set_rows(rows)
    settle(qtbot, column)

    assert visible(column)[0].text() == "0"
