"""Promises of the two sides of the editor: they are level line by line, however the text differs and is scrolled."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.review import FileTexts
from guillemet.ui.editor.code_editor import CodeEditor
from guillemet.ui.editor.proposal_editor import ProposalEditor
from tests.kit.hands import CTRL, show

LINES = [f"line {number}" for number in range(60)]


def shown(qtbot: QtBot, old: list[str], new: list[str], line: int = 0) -> ProposalEditor:
    """Return an editor that is wide enough for both sides."""
    made = show(qtbot, ProposalEditor(), width=1700, height=420)
    sides = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    made.begin(prepare(FileTexts("a.txt", *sides)), line)
    qtbot.waitUntil(made.editor.hasFocus)
    qtbot.waitUntil(lambda: "differ" in made._state.text())
    return made


def tops(editor: CodeEditor) -> dict[str, int]:
    """Return at which height each line is seen, by its text."""
    return {block.text(): box.top() for block, box in editor.visible_blocks()}


def lines_beside(editor: ProposalEditor) -> int:
    """Return how many lines that both sides have are in view, or -1 where one of them is not level."""
    old, new = tops(editor.before), tops(editor.editor)
    both = old.keys() & new.keys()
    return len(both) if all(abs(old[text] - new[text]) <= 1 for text in both) else -1


def is_level(editor: ProposalEditor) -> bool:
    return lines_beside(editor) >= 0


@pytest.mark.parametrize("seed", [1, 4])
def test_equal_lines_are_level_wherever_one_scrolls(qtbot: QtBot, seed: int) -> None:
    some = random.Random(seed)  # noqa: S311
    old = [f"line {number} " + "word " * some.choice([0, 0, 1, 60]) for number in range(200)]
    new = list(old)
    for hunk in range(10):
        at = some.randrange(len(new))
        put = [f"new {hunk} {n} " + "w " * some.choice([0, 90]) for n in range(some.choice([0, 1, 3, 40]))]
        new[at : at + some.choice([0, 1, 3, 50])] = put
    editor = shown(qtbot, old, new)
    qtbot.waitUntil(lambda: editor.editor.spaces.are_there)

    down = [(editor.editor.spaces.scroll(1), lines_beside(editor))[1] for _ in range(200)]
    up = [(editor.editor.spaces.scroll(-3), lines_beside(editor))[1] for _ in range(40)]

    assert -1 not in down + up
    assert sum(down) > 150
    for key in [*[Qt.Key.Key_PageDown] * 6, *[Qt.Key.Key_Up] * 20, *[Qt.Key.Key_PageUp] * 3, *[Qt.Key.Key_Down] * 30]:
        qtbot.keyClick(editor.editor, key)
        assert is_level(editor)
        assert editor.editor.viewport().rect().contains(editor.editor.cursorRect().center())


def test_the_sides_are_level_again_once_typing_rests_and_the_line_of_the_cursor_stays(qtbot: QtBot) -> None:
    editor = shown(qtbot, LINES, [*LINES[:20], *LINES[25:]], 30)
    qtbot.waitUntil(lambda: is_level(editor))
    before, text = tops(editor.before), editor.editor.text

    for keys in ([Qt.Key.Key_Return] * 3, [Qt.Key.Key_Delete] * 20):
        for key in keys:
            qtbot.keyClick(editor.editor, key)
        height = editor.editor.cursorRect().top()
        assert not is_level(editor)
        qtbot.waitUntil(lambda: is_level(editor))
        assert editor.editor.cursorRect().top() == height

    for _ in range(23):
        qtbot.keyClick(editor.editor, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: is_level(editor) and tops(editor.before).keys() >= before.keys())
    assert editor.editor.text == text


def test_a_space_higher_than_the_view_hides_no_line_that_is_gone_to(qtbot: QtBot) -> None:
    editor = shown(qtbot, LINES, [LINES[0], *LINES[50:]])
    qtbot.waitUntil(lambda: editor.editor.spaces.are_there)

    qtbot.keyClick(editor.editor, Qt.Key.Key_Down)

    assert editor.editor.textCursor().block().text() == "line 50"
    assert editor.editor.viewport().rect().contains(editor.editor.cursorRect().center())
    assert is_level(editor)


def test_no_space_is_left_of_lines_that_are_gone(qtbot: QtBot) -> None:
    editor = shown(qtbot, LINES, [*LINES[:20], *LINES[25:40], *LINES[45:]], 19)
    qtbot.waitUntil(lambda: editor.editor.spaces.are_there)
    cursor = editor.editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    editor.editor.setTextCursor(cursor)
    qtbot.keyClick(editor.editor, Qt.Key.Key_Delete)  # every line below a space
    qtbot.keyClick(editor.editor, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: is_level(editor))
    qtbot.keyClick(editor.editor, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: editor.editor.spaces.are_there and is_level(editor))

    editor.editor.load("b.txt", "another\ntext\n")

    assert not editor.editor.spaces.are_there


def test_a_long_file_is_level_before_anything_is_typed(qtbot: QtBot) -> None:
    lines = [f"line {number}" for number in range(5_000)]

    editor = shown(qtbot, lines, [*lines[:10], "new", "new", *lines[10:]], 10)

    qtbot.waitUntil(lambda: editor.before.spaces.are_there)
    assert is_level(editor)


def test_only_what_was_typed_is_in_the_text_and_selected(qtbot: QtBot) -> None:
    editor = shown(qtbot, LINES, [*LINES[:20], *LINES[25:]], 20)
    qtbot.waitUntil(lambda: editor.editor.spaces.are_there)
    cursor = editor.editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.Up, QTextCursor.MoveMode.KeepAnchor)
    editor.editor.setTextCursor(cursor)

    assert editor.editor.createMimeDataFromSelection().text() == "line 19\n"
    assert editor.editor.text.split("\n")[:-1] == [*LINES[:20], *LINES[25:]]
    assert not editor.is_changed
