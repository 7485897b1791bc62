"""Typing code: what the editor adds to the keys, and what it never changes by itself."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from guillemet.ui.editor.code_editor import AT_ONCE, CodeEditor
from guillemet.ui.editor.proposal_editor import ProposalEditor
from tests.kit.hands import CTRL, CTRL_SHIFT, show

PYTHON = "def f(x):\n    if x:\n        return 1\n    return 2\n"
GO = "func f() {\n\tif x {\n\t\treturn\n\t}\n}\n"


@pytest.fixture
def editor(qtbot: QtBot) -> CodeEditor:
    """Return an editor on the screen."""
    around = show(qtbot, ProposalEditor(), width=600, height=400)
    around.editor.setFocus()
    return around.editor


def put_cursor(editor: CodeEditor, behind: str, to: str = "") -> None:
    """Put the text cursor behind a text, or select from there to behind another."""
    text, cursor = editor.toPlainText(), editor.textCursor()
    cursor.setPosition(text.index(behind) + len(behind))
    if to:
        cursor.setPosition(text.index(to) + len(to), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def type_keys(qtbot: QtBot, editor: CodeEditor, *keys: str | Qt.Key) -> None:
    for key in keys:
        qtbot.keyClicks(editor, key) if isinstance(key, str) else qtbot.keyClick(editor, key)


@pytest.mark.parametrize(
    ("text", "behind", "line"),
    [
        (PYTHON, "if x:", "            "[:8]),
        (PYTHON, "return 1", " " * 8),
        (GO, "if x {", "\t\t"),
        ("a:\n  b: 1\n  c:\n", "c:", " " * 4),
    ],
)
def test_a_new_line_is_indented_as_the_file_is(
    qtbot: QtBot, editor: CodeEditor, text: str, behind: str, line: str
) -> None:
    editor.load("a", text)
    put_cursor(editor, behind)

    type_keys(qtbot, editor, Qt.Key.Key_Return)

    assert editor.textCursor().block().text() == line
    assert editor.text == text.replace(behind, f"{behind}\n{line}", 1)


def test_return_between_two_braces_puts_them_on_lines_of_their_own(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a.js", "  f({})\n")
    put_cursor(editor, "f({")

    type_keys(qtbot, editor, Qt.Key.Key_Return, "a")

    assert editor.text == "  f({\n    a\n  })\n"


def test_a_closing_brace_stands_below_the_line_that_opened_it(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a.go", "func f() {\n\tif x {\n\t\treturn\n")
    editor.moveCursor(QTextCursor.MoveOperation.End)

    type_keys(qtbot, editor, "\t\t}")

    assert editor.text.endswith("\t\treturn\n\t}")


@pytest.mark.parametrize(("text", "unit"), [(PYTHON, "    "), (GO, "\t")])
def test_tab_indents_the_selected_lines_and_shift_tab_takes_that_back(
    qtbot: QtBot, editor: CodeEditor, text: str, unit: str
) -> None:
    editor.load("a", text)
    lines = text.split("\n")
    put_cursor(editor, lines[0][:3], "return")

    type_keys(qtbot, editor, Qt.Key.Key_Tab)

    assert editor.text.split("\n")[:4] == [unit + line for line in lines[:3]] + [lines[3]]

    qtbot.keyClick(editor, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)

    assert editor.text == text


def test_one_undo_takes_one_tab_on_several_lines_back_with_selection_and_colours(
    qtbot: QtBot, editor: CodeEditor
) -> None:
    editor.load("a.py", PYTHON)
    first = editor.document().firstBlock()
    qtbot.waitUntil(lambda: len(first.layout().formats()) > 1)
    put_cursor(editor, "def f(x):\n", "return 1")
    before = seen(editor)
    type_keys(qtbot, editor, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: seen(editor)[3][1][0][0] == 8)
    once = seen(editor)
    type_keys(qtbot, editor, Qt.Key.Key_Tab)

    qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: seen(editor) == once)
    qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: seen(editor) == before)

    qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL_SHIFT)
    qtbot.waitUntil(lambda: seen(editor) == once)
    qtbot.keyClick(editor, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: seen(editor) == once)


def seen(editor: CodeEditor) -> tuple[str, int, int, list[list[tuple[int, int]]]]:
    """Return the text, where the selection begins and ends, and the columns that have colours of their own."""
    cursor, document = editor.textCursor(), editor.document()
    layouts = [document.findBlockByNumber(line).layout() for line in range(editor.blockCount())]
    colours = [[(one.start, one.length) for one in layout.formats()] for layout in layouts]
    return editor.text, cursor.anchor(), cursor.position(), colours


def test_backspace_takes_back_one_step_of_blanks(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a.py", PYTHON)
    put_cursor(editor, " " * 8)

    type_keys(qtbot, editor, Qt.Key.Key_Backspace)

    assert editor.text == PYTHON.replace(" " * 8 + "return 1", "    return 1")


def test_the_bracket_at_the_cursor_and_its_partner_are_marked(editor: CodeEditor) -> None:
    editor.load("a.py", "x = f(a,\n  [b, (c)],\n)\n")

    put_cursor(editor, "x = f(")

    marked = sorted(one.cursor.selectionStart() for one in editor.extraSelections())  # type: ignore[attr-defined]
    assert marked == [5, editor.text.rindex(")")]


def test_undo_takes_back_what_was_typed_and_nothing_of_the_file(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a.py", PYTHON)
    type_keys(qtbot, editor, "abc", Qt.Key.Key_Return)

    for _ in range(5):
        qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL)

    assert editor.text == PYTHON

    qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL_SHIFT)

    assert editor.text.startswith("abc")


HIDDEN = "a\u202eb \u2028c\u00a0d\ufeff\n\x00e \u2029f\ufdd0 😀\u200b\U0001f469\u200d\U0001f469 \ufffc\nend"


def test_hidden_characters_are_written_out_and_come_back_as_they_were(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a.txt", HIDDEN)
    type_keys(qtbot, editor, "x")

    assert editor.blockCount() == 3
    assert editor.text == f"x{HIDDEN}"

    put_cursor(editor, "xa")
    type_keys(qtbot, editor, Qt.Key.Key_Delete)

    assert editor.text == f"x{HIDDEN}".replace("\u202e", "")

    editor.undo()

    assert editor.text == f"x{HIDDEN}"


def test_what_is_copied_and_pasted_keeps_its_hidden_characters(editor: CodeEditor) -> None:
    editor.load("a.txt", HIDDEN)
    editor.selectAll()
    editor.copy()

    assert QGuiApplication.clipboard().text() == HIDDEN

    editor.moveCursor(QTextCursor.MoveOperation.End)
    data = QMimeData()
    data.setText("\r\n" + HIDDEN.replace("\n", "\r\n"))
    editor.insertFromMimeData(data)

    assert editor.text == f"{HIDDEN}\n{HIDDEN}"


def test_a_long_file_is_filled_in_goes_and_can_be_typed_into_only_then(qtbot: QtBot, editor: CodeEditor) -> None:
    text = "".join(f"line {number}\n" for number in range(3 * AT_ONCE))
    editor.load("a.txt", text)

    assert editor.isReadOnly()
    assert editor.blockCount() == AT_ONCE

    qtbot.waitSignal(editor.filled).wait()
    type_keys(qtbot, editor, "x")

    assert editor.text == f"x{text}"


@pytest.mark.parametrize(
    "wanted",
    ["", "a\n", "b\nc\n", "a\nX\nc\n", "a\nb\nc", "a\nb", "new\na\nb\nc\nmore\n", "c\nb\na\n", "a\nb\nc\n\n\n", "x"],
)
@pytest.mark.parametrize("text", ["a\nb\nc\n", "", "a", "a\nb\nc"])
def test_lines_are_replaced_by_others_as_one_step(editor: CodeEditor, text: str, wanted: str) -> None:
    editor.load("a.txt", text)

    editor.replace_lines(wanted.split("\n"))

    assert editor.text == wanted

    if wanted != text:
        editor.undo()

    assert editor.text == text


def test_letters_keep_their_colours_while_a_line_is_typed_into(qtbot: QtBot, editor: CodeEditor) -> None:
    editor.load("a.py", "def f(): pass\n")
    block = editor.document().firstBlock()
    qtbot.waitUntil(lambda: len(block.layout().formats()) > 1)
    before = [(one.start, one.length) for one in block.layout().formats()]

    type_keys(qtbot, editor, Qt.Key.Key_Space)

    assert [(one.start, one.length) for one in block.layout().formats()][1:] == [(a + 1, n) for a, n in before][1:]
