"""Promises of long messages: a line too long for the box is folded to a note, and nothing of it is lost."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile
from guillemet.ui.chat.completion import Completer
from guillemet.ui.chat.message_box import LONGEST, LongLineFolding, MessageBox
from tests.kit.hands import show

LONG = '{"a":1,"b":2}' * 10_000


@pytest.fixture
def box(qtbot: QtBot) -> Iterator[MessageBox]:
    box = show(qtbot, MessageBox(), height=300)
    box.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    yield box
    QGuiApplication.clipboard().clear()


def paste(box: MessageBox, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    box.paste()


@pytest.mark.parametrize("text", [LONG, f"first\n{LONG}\nlast", f"{LONG}\r\n{LONG}x", f"é😀{LONG}", "short\n" * 20_000])
def test_what_is_pasted_is_the_message(box: MessageBox, text: str) -> None:
    paste(box, text)

    assert box.text == text.replace("\r\n", "\n")


def test_a_long_line_is_a_note_in_the_box(box: MessageBox) -> None:
    paste(box, f"Why is this wrong?\n{LONG}")

    assert box.toPlainText() == 'Why is this wrong?\n«{"a":1,"b":2}{"a":1,"b":2}{"a"… 130,000 characters»'


def test_a_line_that_is_not_too_long_stands_as_it_is(box: MessageBox) -> None:
    paste(box, "x" * LONGEST)

    assert box.toPlainText() == "x" * LONGEST


def test_lines_that_begin_alike_stay_apart() -> None:
    folding = LongLineFolding()
    text = "\n".join(f"{LONG}{end}" for end in "abca")

    assert folding.unfold(folding.fold(text)) == text


def test_what_is_copied_is_the_line(qtbot: QtBot, box: MessageBox) -> None:
    paste(box, f"see {LONG}")
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(box, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == f"see {LONG}"


def test_backspace_takes_the_whole_note_and_undo_brings_it_back(qtbot: QtBot, box: MessageBox) -> None:
    paste(box, f"{LONG}\nend")
    box.moveCursor(QTextCursor.MoveOperation.Start)
    box.moveCursor(QTextCursor.MoveOperation.EndOfBlock)
    qtbot.keyClick(box, Qt.Key.Key_Backspace)
    assert box.text == "\nend"

    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert box.text == f"{LONG}\nend"


@pytest.mark.parametrize(("key", "text"), [(Qt.Key.Key_Left, f"x{LONG}"), (Qt.Key.Key_Right, f"{LONG}x")])
def test_the_cursor_steps_over_a_note(qtbot: QtBot, box: MessageBox, key: Qt.Key, text: str) -> None:
    paste(box, LONG)
    if key is Qt.Key.Key_Right:
        qtbot.keyClick(box, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(box, key)
    qtbot.keyClicks(box, "x")

    assert box.text == text


def test_files_are_completed_behind_signs_that_qt_counts_twice(qtbot: QtBot, box: MessageBox) -> None:
    completer = Completer(box)
    completer.set_files(FileListing([ListedFile("src/tax.py")]))
    paste(box, "😀 one\n" * 200 + "😀 two ")
    qtbot.keyClicks(box, "@tax")
    qtbot.waitUntil(lambda: completer.is_open)
    qtbot.keyClick(box, Qt.Key.Key_Tab)

    assert box.text == "😀 one\n" * 200 + "😀 two @src/tax.py "


@pytest.mark.parametrize(("length", "is_folded"), [(LONGEST, False), (LONGEST + 1, True)])
@pytest.mark.parametrize("frame", ["{}", "a\n{}", "{}\na", "a\n\n{}\n\na", "\n{}\n"])
def test_a_long_line_is_found_wherever_it_stands(frame: str, length: int, is_folded: bool) -> None:  # noqa: FBT001
    text = frame.format("x" * length)

    assert (LongLineFolding().fold(text) != text) is is_folded
