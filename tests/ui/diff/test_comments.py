"""Comments on lines of the diff, as a user who clicks and types makes them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from guillemet.app.chat.comments import CommentedLines
from guillemet.engine.diff.content import prepare
from guillemet.engine.review import FileTexts, Kind
from guillemet.settings import DiffLook
from guillemet.ui.diff.pane import DiffPane
from tests.ui.diff.commenter import LINE_41, SHIFT, Keeper, field, marks, put_on, say
from tests.ui.diff.hands import THREE, button, changed_at, fold_row, point_at, press, resize, says, settle, tops


def test_c_asks_for_a_comment_on_the_line_and_names_it(qtbot: QtBot, looked_at: DiffPane) -> None:
    put_on(looked_at, 41)

    press(qtbot, looked_at, "c")

    assert field(looked_at).accessibleName() == "Comment on src/app.txt, line 41"
    assert "Comment on src/app.txt, line 41" in says(looked_at)


def test_ctrl_enter_keeps_the_comment_and_goes_back_to_the_text(
    qtbot: QtBot, looked_at: DiffPane, keeper: Keeper
) -> None:
    put_on(looked_at, 41)
    press(qtbot, looked_at, "c")
    say(qtbot, looked_at, "Why this?")

    assert keeper.wished == [(LINE_41, "Why this?")]
    assert looked_at.splitter.main.hasFocus()
    assert "Comment on" not in says(looked_at)


def test_the_button_keeps_it_with_return(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41)
    press(qtbot, pane, "c")
    qtbot.keyClicks(field(pane), "Why this?")
    qtbot.keyClick(field(pane), Qt.Key.Key_Tab)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    assert keeper.wished == [(LINE_41, "Why this?")]


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus
def test_the_lines_stay_where_they_are_while_a_comment_is_written_and_kept_by_mouse(
    qtbot: QtBot, looked_at: DiffPane, keeper: Keeper
) -> None:
    looked_at.splitter.go_to(looked_at.splitter.rows.hunk_row(1), above=3)
    before, view = tops(looked_at), looked_at.splitter.main.viewport()
    at = QPoint(60, before["line 88"] + 4)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    QApplication.sendEvent(view, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.mapToGlobal(at)))
    menu = next(one for one in looked_at.findChildren(QMenu) if one.isVisible())
    point_at(looked_at, "line 91")  # where the menu has the words
    next(action for action in menu.actions() if action.text().startswith("Comment…")).trigger()
    menu.close()

    assert field(looked_at).accessibleName() == "Comment on src/app.txt, line 88"
    assert {line: tops(looked_at)[line] for line in ("line 87", "line 88")} == {
        line: before[line] for line in ("line 87", "line 88")
    }

    qtbot.keyClicks(field(looked_at), "Why this?")
    keep = button(looked_at, "Keep comment")
    QCursor.setPos(keep.mapToGlobal(keep.rect().center()))
    qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)

    assert [text for _, text in keeper.wished] == ["Why this?"]
    assert tops(looked_at)["line 88"] == before["line 88"]


def test_the_button_in_the_foot_asks_too(qtbot: QtBot, pane: DiffPane) -> None:
    put_on(pane, 41)

    qtbot.mouseClick(button(pane, "Comment on the line or the selected lines"), Qt.MouseButton.LeftButton)

    assert field(pane).accessibleName().endswith("line 41")


def test_selected_lines_are_commented_on_together(qtbot: QtBot, looked_at: DiffPane, keeper: Keeper) -> None:
    put_on(looked_at, 41, to=43)
    press(qtbot, looked_at, "c")
    say(qtbot, looked_at, "Shorter.")

    assert keeper.wished == [(CommentedLines("src/app.txt", 41, 43, ("line 41", "line 42", "line 43")), "Shorter.")]


def test_a_line_of_which_only_the_start_is_reached_is_not_selected(qtbot: QtBot, pane: DiffPane) -> None:
    put_on(pane, 41)
    sheet = pane.splitter.main
    qtbot.keyClick(sheet, Qt.Key.Key_Home)
    qtbot.keyClick(sheet, Qt.Key.Key_Down, SHIFT)
    qtbot.keyClick(sheet, Qt.Key.Key_Down, SHIFT)

    press(qtbot, pane, "c")

    assert "Comment on src/app.txt, lines 41 to 42" in says(pane)


def test_what_is_removed_can_be_commented_on(qtbot: QtBot, looked_at: DiffPane, keeper: Keeper) -> None:
    put_on(looked_at, 40, is_old=True)
    qtbot.keyClick(looked_at.splitter.cursor_editor, Qt.Key.Key_End)  # at its start the hunk is meant
    press(qtbot, looked_at, "c")
    assert "Comment on src/app.txt, line 40 before the change" in says(looked_at)
    say(qtbot, looked_at, "Leave it.")

    assert keeper.wished == [(CommentedLines("src/app.txt", 40, 40, ("line 40",), is_old=True), "Leave it.")]


def test_c_means_the_hunk_that_a_key_went_to_and_a_removed_line_within_which_one_is(
    qtbot: QtBot, pane: DiffPane, keeper: Keeper
) -> None:
    pane.look.set(DiffLook.UNIFIED)
    press(qtbot, pane, "j", "c")
    say(qtbot, pane, "Hunk.")
    press(qtbot, pane, "k", Qt.Key.Key_End, "c")
    say(qtbot, pane, "Line.")

    assert [(spot.first, spot.is_old) for spot, _ in keeper.wished] == [(90, False), (40, True)]


def test_an_unchanged_line_on_the_left_is_one_of_the_new_lines(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41, is_old=True)
    press(qtbot, pane, "c")
    say(qtbot, pane, "Why this?")

    assert keeper.wished[0][0] == LINE_41


def test_beside_removed_lines_the_removed_ones_are_meant(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    pane.show_content(prepare(FileTexts("a.txt", "a\nb\nc\nd\n", "a\nd\n")))
    sheet = pane.splitter.main
    qtbot.keyClick(sheet, Qt.Key.Key_Down, SHIFT)

    press(qtbot, pane, "c")
    say(qtbot, pane, "Leave it.")

    assert keeper.wished[0][0] == CommentedLines("a.txt", 2, 2, ("b",), is_old=True)


def test_a_deleted_file_can_be_commented_on(qtbot: QtBot, looked_at: DiffPane, keeper: Keeper) -> None:
    looked_at.show_content(prepare(FileTexts("old.txt", "a\nb\n", ""), kind=Kind.DELETED))
    press(qtbot, looked_at, "c")
    say(qtbot, looked_at, "We need it.")

    assert keeper.wished[0][0] == CommentedLines("old.txt", 1, 1, ("a",), is_old=True)


def test_a_comment_on_a_fold_opens_it_and_is_on_its_first_line(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    pane.splitter.enter(fold_row(pane))
    first = pane.splitter.cursor_row()
    assert first is not None
    assert first.new is not None

    press(qtbot, pane, "c")
    say(qtbot, pane, "Say why.")

    assert (keeper.wished[0][0].first, keeper.wished[0][0].last) == (first.new + 1, first.new + 1)


def test_without_a_diff_there_is_nothing_to_comment_on(pane: DiffPane) -> None:
    pane.show_content(None)

    pane.comment()

    assert "Comment on" not in says(pane)


def test_a_piece_of_a_long_line_stands_for_the_whole_line(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    long = ",".join(f"word{number}" for number in range(600))
    texts = FileTexts("a.txt", f"a\n{long}\nb\n", f"a\n{long};\nb\n")
    pane.show_content(prepare(texts))
    pane.splitter.enter(len(pane.splitter.rows) - 2)
    press(qtbot, pane, "c")
    say(qtbot, pane, "Break it.")

    assert keeper.wished == [(CommentedLines("a.txt", 2, 2, (f"{long};",)), "Break it.")]
    assert marks(pane) == "1 comment"


def test_letters_in_the_field_are_letters(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41)
    press(qtbot, pane, "c")
    accepted: list[str] = []
    pane.accept_requested.connect(accepted.append)
    say(qtbot, pane, "cyxjk/[]nu+-?")

    assert (keeper.wished, accepted) == ([(LINE_41, "cyxjk/[]nu+-?")], [])


def test_escape_leaves_without_a_comment(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41)
    press(qtbot, pane, "c")
    qtbot.keyClicks(field(pane), "Why")
    qtbot.keyClick(field(pane), Qt.Key.Key_Escape)

    assert keeper.wished == []
    assert pane.splitter.main.hasFocus()


@pytest.mark.usefixtures("keeper")
def test_what_was_left_half_written_stands_below_its_line_and_is_gone_on_with(
    qtbot: QtBot, looked_at: DiffPane
) -> None:
    put_on(looked_at, 41)
    press(qtbot, looked_at, "c")
    qtbot.keyClicks(field(looked_at), "Half a thou")
    qtbot.keyClick(field(looked_at), Qt.Key.Key_Escape)
    assert "line 41 | not finished | Half a thou" in says(looked_at)

    press(qtbot, looked_at, "c")

    assert field(looked_at).toPlainText() == "Half a thou"


def test_what_was_left_half_written_can_be_discarded(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41)
    press(qtbot, pane, "c")
    qtbot.keyClicks(field(pane), "Half a thou")
    qtbot.keyClick(field(pane), Qt.Key.Key_Escape)

    qtbot.mouseClick(button(pane, "Discard the comment on src/app.txt, line 41"), Qt.MouseButton.LeftButton)

    assert (keeper.unfinished, keeper.wished) == ({}, [])
    assert "Half a thou" not in says(pane)


def test_c_on_another_line_keeps_what_is_being_written(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41)
    press(qtbot, pane, "c")
    qtbot.keyClicks(field(pane), "Why this?")
    put_on(pane, 42)

    press(qtbot, pane, "c")

    assert keeper.wished == [(LINE_41, "Why this?")]
    assert (field(pane).accessibleName(), field(pane).toPlainText()) == ("Comment on src/app.txt, line 42", "")


def test_another_file_leaves_what_is_being_written_with_its_lines(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41)
    press(qtbot, pane, "c")
    qtbot.keyClicks(field(pane), "Why ")
    pane.show_content(changed_at(5, path="other.txt"))
    assert "Comment on" not in says(pane)

    pane.show_content(THREE)
    put_on(pane, 41)
    press(qtbot, pane, "c")
    say(qtbot, pane, "this?")

    assert keeper.wished == [(LINE_41, "Why this?")]


def test_a_line_hidden_by_the_field_is_scrolled_into_view(qtbot: QtBot, pane: DiffPane) -> None:
    resize(pane, 1000, 300)
    last = pane.splitter.visible_rows()[-2].row
    pane.splitter.put_cursor(last)

    press(qtbot, pane, "c")

    field(pane)
    assert last in [visible.row for visible in pane.splitter.visible_rows()[:-1]]


@pytest.mark.parametrize("lines_from_end", [12, 1])
def test_the_box_opens_under_its_line_with_no_more_scrolling_than_it_needs(
    qtbot: QtBot, looked_at: DiffPane, lines_from_end: int
) -> None:
    resize(looked_at, 900, 600)
    splitter = looked_at.splitter
    press(qtbot, looked_at, "o")
    looked_at.go_to_line(41)
    row = splitter.visible_rows()[-1 - lines_from_end].row
    splitter.put_cursor(row)
    line = splitter.visible_rows()[-2].height
    top = splitter.lines_above(row) * line

    press(qtbot, looked_at, "c")
    settle()

    moved = top - splitter.lines_above(row) * line
    end = splitter.main.viewport().height()
    place = next(seen for seen in splitter.visible_rows() if seen.row == row + 1)
    assert place.top + place.height <= end
    assert moved <= max(0, top + line + place.height - end + line)
