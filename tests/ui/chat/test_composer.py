"""Promises of the composer: keys as people know them, obstacles in words, nothing lost."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from guillemet.app.turns import Mode
from guillemet.llm.messages import Picture
from guillemet.ui.chat.composer import Composer
from guillemet.ui.shortcuts import announce_keys
from tests.kit.hands import CTRL, buttons, press, words
from tests.ui.chat.composing import box, enter, write


def test_enter_sends_in_the_chosen_mode_and_the_text_stays_until_it_is_sent(qtbot: QtBot, composer: Composer) -> None:
    composer.picker.set_mode(Mode.ASK)
    write(qtbot, composer, "Why?")

    with qtbot.waitSignal(composer.send_requested) as wish:
        enter(qtbot, composer)

    assert wish.args == ["Why?", Mode.ASK]
    assert composer.draft == "Why?"
    composer.take_sent("Why?")
    assert composer.draft == ""


def test_shift_enter_begins_a_line_and_the_box_grows_up_to_a_limit(qtbot: QtBot, composer: Composer) -> None:
    heights = [box(composer).height()]
    for _ in range(40):
        qtbot.keyClick(box(composer), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        heights.append(box(composer).height())

    assert composer.draft == "\n" * 40
    assert heights[0] < heights[5] < heights[-1] == heights[-10]
    assert heights[-1] < composer.window().height() / 2


@pytest.mark.parametrize("text", ["", "  \n "])
def test_nothing_is_not_sent(qtbot: QtBot, composer: Composer, text: str) -> None:
    composer.set_draft(text)

    with qtbot.assertNotEmitted(composer.send_requested):
        enter(qtbot, composer)

    assert not buttons(composer)["Send"].isEnabled()


def test_send_becomes_stop_and_escape_stops(qtbot: QtBot, composer: Composer) -> None:
    composer.set_flowing(is_flowing=True)

    with qtbot.waitSignal(composer.stop_requested):
        press(qtbot, composer, "Stop the answer")
    with qtbot.waitSignal(composer.stop_requested):
        qtbot.keyClick(box(composer), Qt.Key.Key_Escape)

    composer.set_flowing(is_flowing=False)
    with qtbot.assertNotEmitted(composer.stop_requested):
        qtbot.keyClick(box(composer), Qt.Key.Key_Escape)


def test_while_an_answer_flows_one_can_write_but_not_send(qtbot: QtBot, composer: Composer) -> None:
    composer.set_flowing(is_flowing=True)
    write(qtbot, composer, "Next")

    with qtbot.assertNotEmitted(composer.send_requested):
        enter(qtbot, composer)

    assert composer.draft == "Next"
    assert "still coming" in words(composer)

    composer.set_flowing(is_flowing=False)
    assert "still coming" not in words(composer)


def test_what_is_typed_while_a_message_is_made_ready_stays_when_it_is_sent(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "Why?")
    enter(qtbot, composer)
    write(qtbot, composer, " And how?")

    composer.take_sent("Why?")

    assert composer.draft == "Why? And how?"


def test_up_in_the_empty_box_brings_sent_messages_back(qtbot: QtBot, composer: Composer) -> None:
    composer.set_sent(("First",))
    write(qtbot, composer, "Second")
    enter(qtbot, composer)
    composer.take_sent("Second")
    seen = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(box(composer), key)
        seen.append(composer.draft)

    assert seen == ["Second", "First", "First", "Second", ""]


@pytest.fixture
def chosen_keys() -> Iterator[None]:
    """Let the user have chosen other keys for what the message box does."""
    announce_keys({"NEW_LINE": "Ctrl+J", "LAST_MESSAGE": "Ctrl+K", "STOP_WHILE_WRITING": "Ctrl+D"})
    yield
    announce_keys({})


@pytest.mark.usefixtures("chosen_keys")
def test_keys_of_the_message_box_are_those_that_were_chosen_and_named_so(qtbot: QtBot, composer: Composer) -> None:
    composer.set_sent(("First",))
    composer.set_flowing(is_flowing=True)
    qtbot.keyClick(box(composer), Qt.Key.Key_Up)
    assert composer.draft == ""
    qtbot.keyClick(box(composer), Qt.Key.Key_K, CTRL)
    assert composer.draft == "First"
    qtbot.keyClick(box(composer), Qt.Key.Key_J, CTRL)
    assert composer.draft == "First\n"

    with qtbot.assertNotEmitted(composer.stop_requested):
        qtbot.keyClick(box(composer), Qt.Key.Key_Escape)
    with qtbot.waitSignal(composer.stop_requested):
        qtbot.keyClick(box(composer), Qt.Key.Key_D, CTRL)

    assert box(composer).placeholderText() == "The answer is coming. Stop it (Ctrl+D), or write on."
    assert buttons(composer)["Stop the answer"].toolTip() == "Stop (Ctrl+D)"
    composer.set_flowing(is_flowing=False)
    assert buttons(composer)["Send"].toolTip() == "Send (Return or Ctrl+Return), new line (Ctrl+J)"


def test_up_in_a_begun_message_brings_nothing_back(qtbot: QtBot, composer: Composer) -> None:
    composer.set_sent(("First",))
    write(qtbot, composer, "Begun")
    qtbot.keyClick(box(composer), Qt.Key.Key_Up)

    assert composer.draft == "Begun"


def test_an_obstacle_is_told_and_keeps_from_sending(qtbot: QtBot, composer: Composer) -> None:
    composer.set_obstacle("Choose a model first.")
    write(qtbot, composer, "Why?")

    with qtbot.assertNotEmitted(composer.send_requested):
        enter(qtbot, composer)

    assert "Choose a model first." in words(composer)
    assert any(view.isVisible() for view in composer.window().findChildren(QListView))  # of the models


def test_a_written_message_can_be_brought_back_after_another_took_its_place(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "Mine")
    composer.set_draft("About the failed blocks")
    qtbot.keyClick(box(composer), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert composer.draft == "Mine"


def test_every_control_has_a_name(composer: Composer) -> None:
    composer.attachments.set_pictures((Picture("image/png", b"x"),))

    assert all(buttons(composer))
    assert box(composer).accessibleName() == "Message"
