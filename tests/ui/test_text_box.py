"""Promises of text that takes the height it needs."""

from pytestqt.qtbot import QtBot

from guillemet.ui.text_box import TextBox


def test_measuring_a_narrow_width_leaves_what_is_shown_as_it_is(qtbot: QtBot) -> None:
    box = TextBox()
    qtbot.addWidget(box)
    box.setPlainText("many words that stand in one line")
    box.resize(600, 40)
    box.show()

    assert box.heightForWidth(10) > box.heightForWidth(600)
    box.heightForWidth(10)
    box.document().contentsChanged.emit()
    box.heightForWidth(10)
    box.viewport().repaint()

    assert box.lineWrapColumnOrWidth() == box.viewport().width()
