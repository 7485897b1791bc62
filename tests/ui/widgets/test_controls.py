"""Promises of the small controls that several panes share."""

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, QTextBlock, QTextDocument
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.widgets.controls import PushButton, ToolButton, button
from guillemet.ui.widgets.fields import DraftBox
from guillemet.ui.widgets.layouts import FlowLayout
from tests.kit.hands import show

WORDS = "12,310 tokens, price unknown"


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen puts no window over another
def test_a_button_with_too_little_room_shows_its_words_in_the_tooltip(qtbot: QtBot) -> None:
    made = show(qtbot, button(WORDS), width=80, height=30)
    spot = QPoint(5, 5)

    QApplication.sendEvent(made, QHelpEvent(QEvent.Type.ToolTip, spot, made.mapToGlobal(spot)))

    assert QToolTip.text() == WORDS
    QToolTip.hideText()


@pytest.mark.parametrize("made", [ToolButton, PushButton])
def test_a_button_with_an_icon_before_its_words_needs_no_more_than_it_asks_for(
    qtbot: QtBot, made: type[ToolButton | PushButton]
) -> None:
    control = show(qtbot, made(), width=80, height=30)
    control.setText("13 placed")
    control.set_mark("tick", leads=True)

    assert control.minimumSizeHint() == control.sizeHint()


def test_a_button_with_room_has_no_tooltip_of_its_own(qtbot: QtBot) -> None:
    made = show(qtbot, button(WORDS), width=400, height=30)
    spot = QPoint(5, 5)

    QApplication.sendEvent(made, QHelpEvent(QEvent.Type.ToolTip, spot, made.mapToGlobal(spot)))

    assert not QToolTip.isVisible()


@pytest.mark.parametrize("text", ["one two " * 12, "One.\n\n" + "three four " * 12])
def test_a_draft_is_as_high_as_its_lines_also_those_not_in_view(qtbot: QtBot, text: str) -> None:
    made = show(qtbot, DraftBox("Message"), width=200, height=40)
    line = made.fontMetrics().lineSpacing()
    empty = made.height() - line

    made.replace_all(text)

    lines = [block.layout().lineCount() for block in blocks(made.document())]
    assert max(lines) > 1
    assert made.height() == empty + min(sum(lines), 8) * line


def blocks(document: QTextDocument) -> list[QTextBlock]:
    """Return every block, laid out."""
    found = [document.findBlockByNumber(at) for at in range(document.blockCount())]
    for block in found:
        document.documentLayout().blockBoundingRect(block)
    return found


def test_what_a_flow_ends_with_stands_at_the_right_of_its_last_line(qtbot: QtBot) -> None:
    host = QWidget()
    flow = FlowLayout(parent=host, gap=4)
    for words in ("Edit", "a model of a rather long name"):
        flow.addWidget(QPushButton(words))
    last = QPushButton("Send")
    flow.end_with(last)
    show(qtbot, host, width=240, height=120)

    assert last.geometry().right() == host.width() - 1


def test_what_a_flow_ends_with_has_company_in_its_last_line(qtbot: QtBot) -> None:
    host = QWidget()
    flow = FlowLayout(parent=host, gap=4)
    first, second, last = (QPushButton(words) for words in ("Edit", "920 tokens", "Send"))
    for each in (first, second, last):
        each.setFixedSize(80, 20)  # what a button asks for changes with the style of the tests before
    for each in (first, second):
        flow.addWidget(each)
    flow.end_with(last)
    show(qtbot, host, width=170, height=120)

    assert first.y() < second.y() == last.y()
