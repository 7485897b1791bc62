"""Promises of text boxes: as high as their text at any width, deaf to the wheel, loading nothing."""

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from guillemet.ui.widgets.text_box import TextBox
from tests.kit.hands import show


@pytest.mark.parametrize("width", [120, 300, 900])
def test_a_box_is_as_high_as_its_text_before_and_after_it_is_shown(qtbot: QtBot, width: int) -> None:
    box = TextBox()
    box.setPlainText("many words that have to wrap " * 20)
    told = box.heightForWidth(width)

    show(qtbot, box, width=width, height=told)

    assert box.heightForWidth(width) == told
    assert told - 1 <= box.document().size().height() <= told
    assert box.verticalScrollBar().maximum() == 0


def test_a_wider_box_is_lower(qtbot: QtBot) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    box.setPlainText("many words that have to wrap " * 20)

    assert box.heightForWidth(900) < box.heightForWidth(300) < box.heightForWidth(120)


def test_the_height_follows_the_text(qtbot: QtBot) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    box.setPlainText("one")
    before = box.heightForWidth(300)

    box.setPlainText("one\ntwo")

    assert box.heightForWidth(300) > before


def test_nothing_is_loaded(qtbot: QtBot) -> None:
    box = TextBox()
    qtbot.addWidget(box)

    assert box.loadResource(2, QUrl("https://example.org/x.png")) is None


def test_measuring_a_narrow_width_leaves_what_is_painted_as_it_is(qtbot: QtBot) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    box.setPlainText("many words that stand in one line")
    box.resize(600, 40)
    box.grab()

    assert box.heightForWidth(10) > box.heightForWidth(600)
    box.document().contentsChanged.emit()
    box.heightForWidth(10)
    box.grab()

    assert box.lineWrapColumnOrWidth() == box.viewport().width()
