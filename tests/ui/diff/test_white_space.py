"""Promises of white space that does not count: the key, what is folded, what the header says."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.document import document_of
from guillemet.engine.diff.row_builder import diff_rows
from guillemet.engine.diff.rows import FoldState, RowKind
from guillemet.engine.review import Decision, FileReview, FileTexts, Kind
from guillemet.settings import DiffLook, Look, WhiteSpace
from guillemet.ui.diff.formatting import changed_blanks
from guillemet.ui.diff.pane import DiffPane
from tests.kit.hands import painted
from tests.ui.diff.hands import LINES, choose, fold_row, press, resize, says, settle, shown, text

INDENTED = FileTexts(
    "src/app.txt",
    text(LINES),
    text([*LINES[:10], "other", *LINES[11:50], *(f"    {line}" for line in LINES[50:53]), *LINES[53:]]),
)


def test_w_asks_for_the_next_way_to_compare_white_space(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(INDENTED, white_space=WhiteSpace.NOT_AMOUNT))

    with qtbot.waitSignal(pane.requests.white_space_requested) as asked:
        press(qtbot, pane, "w")

    assert asked.args == [WhiteSpace.NONE]


def test_a_way_can_be_chosen_from_the_options(qtbot: QtBot, pane: DiffPane) -> None:
    with qtbot.waitSignal(pane.requests.white_space_requested) as asked:
        choose(pane, "Diff options", "Amount of white space ignored")

    assert asked.args == [WhiteSpace.NOT_AMOUNT]


def test_lines_that_differ_in_ignored_white_space_are_one_fold_that_opens(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(INDENTED, white_space=WhiteSpace.NONE))
    fold = shown(pane).index("3 lines differ in white space only")
    assert "    line 51" not in shown(pane)

    pane.splitter.put_cursor(
        next(at for at, row in enumerate(pane.splitter.rows) if row.kind is RowKind.FOLD and row.hunk is not None)
    )
    press(qtbot, pane, Qt.Key.Key_Return)

    assert shown(pane)[fold : fold + 3] == ["    line 51", "    line 52", "    line 53"]
    assert fold_row(pane) == 0


def test_the_header_names_the_way_and_counts_what_it_ignores(pane: DiffPane) -> None:
    pane.show_content(prepare(INDENTED, white_space=WhiteSpace.NONE))

    assert "white space ignored: 3 lines · 2 hunks · +1 −1" in says(pane)

    pane.show_content(prepare(FileTexts("a.txt", "one\n", "two\n"), white_space=WhiteSpace.NONE))
    assert "1 hunk · +1 −1 · white space ignored" in says(pane)  # what it changed nothing of comes last


@pytest.mark.parametrize("is_read", [True, False])
def test_the_way_is_said_and_goes_on_at_a_file_without_lines(qtbot: QtBot, pane: DiffPane, *, is_read: bool) -> None:
    one = prepare(replace(INDENTED, path="a.txt"), white_space=WhiteSpace.NOT_AMOUNT)
    binary = prepare(FileTexts("b.bin", "", "", note="Binary file."), white_space=WhiteSpace.NOT_AMOUNT)
    pane.set_continuous(is_continuous=True)
    pane.set_files([FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1) for path in ("a.txt", "b.bin")])
    pane.set_contents({"a.txt": one, **({"b.bin": binary} if is_read else {})})
    pane.show_content(one)
    resize(pane, 1000, 1200)
    pane.splitter.enter(len(pane.splitter.rows) - 1)
    settle()
    assert pane.content is not None
    assert pane.content.path == "b.bin"
    pane.splitter.go_to(0)
    settle()

    assert "2 files | 2 undecided · +2 −2 · amount of white space ignored" in says(pane)
    with qtbot.waitSignal(pane.requests.white_space_requested) as asked:
        press(qtbot, pane, "w")
    assert asked.args == [WhiteSpace.NONE]


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("\tfoo\n", "    foo\n", [0], [0, 1, 2, 3]),
        ("foo = 1\n", "foo = 1  \n", [], [7, 8]),
        ("foo(a)\n", "foo(a, b)\n", [], []),
        ("", "new line \n", None, [8]),
        ("a b\n", "a\u00a0b\n", [1], []),
        ("", "a\u202fb c \n", None, [12]),
    ],
)
def test_the_blanks_and_tabs_of_a_change_are_drawn(
    before: str, after: str, old: list[int] | None, new: list[int]
) -> None:
    content = prepare(FileTexts("a.py", before, after))
    rows = diff_rows(content, files=document_of(content).spans, folding=FoldState())

    assert changed_blanks(content, rows[0], is_old=False) == new
    assert old is None or changed_blanks(content, rows[0], is_old=True) == old


@pytest.mark.parametrize("look", [Look.SIDE_BY_SIDE, Look.UNIFIED])
def test_a_blank_that_only_looks_like_a_space_is_written_out_where_it_changed(pane: DiffPane, look: Look) -> None:
    pane.look.set(DiffLook(look))
    lines = ["x = 1", "keeps\u00a0it", "loses\u2007it", "other\u00a0word", "kept"]
    after = ["x\u00a0= 1", "keeps\u00a0it", "loses it", "another\u00a0word", "kept", "\u3000new\u202f\u3000line"]
    pane.show_content(prepare(FileTexts("a.py", text(lines), text(after))))

    assert "3 odd blanks" in says(pane)
    assert "3 blanks in the new lines are no plain spaces, and are written out." in says(pane)
    assert {"x‹U+00A0›= 1", "‹U+3000›new‹U+202F›\u3000line"} <= set(shown(pane))
    assert "loses‹U+2007›it" in pane.splitter.editors[0].toPlainText().split("\n")
    assert "another word" in shown(pane)  # Qt's text of it has a plain space
    pane.splitter.main.selectAll()
    QApplication.clipboard().clear()
    pane.splitter.main.copy()
    assert QApplication.clipboard().text().splitlines()[-1] == after[-1]


def test_a_tab_that_became_blanks_is_seen(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("tabs.py", "\tfoo\n", "    foo\n")))
    row = pane.splitter.rows.hunk_row(0)

    for editor in pane.splitter.editors:
        cursor = QTextCursor(editor.document().findBlockByNumber(row))
        left = editor.cursorRect(cursor)
        cursor.movePosition(QTextCursor.MoveOperation.NextWord)
        area = QRect(
            left.right() + 1, left.top() + 2, editor.cursorRect(cursor).left() - left.right() - 2, left.height() - 4
        )

        assert len(painted(editor.viewport().grab(area).toImage())) > 1
