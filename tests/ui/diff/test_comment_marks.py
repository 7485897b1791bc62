"""Marks of comments in the gutter: they are seen, told, followed and gone on with."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from guillemet.app.chat.comments import Comment, CommentedLines, CommentList
from guillemet.engine.diff.content import prepare
from guillemet.engine.review import FileTexts
from guillemet.ui.diff.gutter import Gutter
from guillemet.ui.diff.overview import Overview
from guillemet.ui.diff.pane import DiffPane
from tests.ui.diff.commenter import CTRL, LINE_40, LINE_41, Keeper, field, marks, put_on, say
from tests.ui.diff.hands import THREE, button, changed_at, press, says


def point_at(pane: DiffPane, line: int) -> Gutter:
    """Move the mouse over the gutter beside a new line, counted from 1."""
    row = pane.splitter.rows.row_of(line - 1, is_old=False)
    place = next(visible for visible in pane.splitter.visible_rows() if visible.row == row)
    gutter = pane.splitter.main.findChild(Gutter)
    QCursor.setPos(0, 0)  # where an earlier test left it there, no move would be noticed
    QTest.mouseMove(gutter, QPoint(9, place.top + place.height // 2))
    return gutter


def test_the_gutter_marks_a_comment_and_tells_it(looked_at: DiffPane) -> None:
    looked_at.commenting.set_tray(CommentList((Comment(LINE_41, "Why this?"),)))

    assert marks(looked_at) == "1 comment"
    assert point_at(looked_at, 41).toolTip() == "Why this?"
    assert point_at(looked_at, 42).toolTip() == ""


def test_the_mark_is_a_sign_that_is_painted(pane: DiffPane) -> None:
    gutter = pane.splitter.main.findChild(Gutter)
    before = gutter.grab().toImage()

    pane.commenting.set_tray(CommentList((Comment(LINE_41, "Why this?"),)))

    assert gutter.grab().toImage() != before


def test_the_place_of_a_line_says_that_it_is_commented(pane: DiffPane) -> None:
    pane.commenting.set_tray(CommentList((Comment(LINE_41, "Why this?"),)))

    put_on(pane, 41)

    assert "line 41, commented" in says(pane)


@pytest.mark.parametrize("line", [41, 42])
def test_c_on_a_commented_line_goes_on_with_the_comment(
    qtbot: QtBot, looked_at: DiffPane, keeper: Keeper, line: int
) -> None:
    spot = CommentedLines("src/app.txt", 41, 42, ("line 41", "line 42"))
    keeper.keep(spot, "Why")
    put_on(looked_at, line)

    press(qtbot, looked_at, "c")
    say(qtbot, looked_at, " this?")

    assert keeper.comments == {spot: "Why this?"}


def test_a_press_on_the_mark_goes_on_with_the_comment(qtbot: QtBot, looked_at: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why this?")
    row = looked_at.splitter.rows.row_of(40, is_old=False)
    place = next(visible for visible in looked_at.splitter.visible_rows() if visible.row == row)

    gutter = looked_at.splitter.main.findChild(Gutter)
    qtbot.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=QPoint(9, place.top + place.height // 2))

    assert field(looked_at).toPlainText() == "Why this?"


def test_a_comment_can_be_removed_where_it_is_written(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why this?")
    put_on(pane, 41)
    press(qtbot, pane, "c")

    qtbot.mouseClick(button(pane, "Remove"), Qt.MouseButton.LeftButton)

    assert keeper.comments == {}
    assert marks(pane) == ""


def test_other_lines_selected_around_a_comment_get_one_of_their_own(
    qtbot: QtBot, pane: DiffPane, keeper: Keeper
) -> None:
    keeper.keep(LINE_41, "Why this?")
    put_on(pane, 41, to=42)
    press(qtbot, pane, "c")
    say(qtbot, pane, "Both.")

    assert list(keeper.comments.values()) == ["Why this?", "Both."]


def test_a_comment_follows_its_lines_when_the_proposal_changes(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why this?")
    after = THREE.texts.after.replace("LINE 40 is new\n", "LINE 40 is new\nand more\nand more\n")
    pane.show_content(prepare(FileTexts("src/app.txt", THREE.texts.before, after)))
    put_on(pane, 43)

    press(qtbot, pane, "c")

    assert field(pane).toPlainText() == "Why this?"
    assert "Comment on src/app.txt, line 43" in says(pane)


def test_a_comment_whose_lines_are_gone_is_not_marked(pane: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_40, "Why this?")

    pane.show_content(changed_at(90))

    assert marks(pane) == ""


def test_a_comment_on_another_file_is_not_marked(pane: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why this?")

    pane.show_content(changed_at(40, path="other.txt"))

    assert marks(pane) == ""


def test_a_comment_on_unchanged_lines_keeps_them_unfolded(pane: DiffPane) -> None:
    spot = CommentedLines("src/app.txt", 5, 5, ("line 5",))
    assert pane.splitter.rows.row_of(4, is_old=False) is None

    pane.commenting.set_tray(CommentList((Comment(spot, "Not this."),)))

    assert pane.splitter.rows.row_of(4, is_old=False) is not None
    pane.splitter.go_to(0)
    assert "Not this." in says(pane)


def test_a_comment_in_a_fold_is_shown_with_its_line(pane: DiffPane) -> None:
    comment = Comment(CommentedLines("src/app.txt", 5, 5, ("line 5",)), "Not this.")
    pane.commenting.set_tray(CommentList((comment,)))

    pane.commenting.edit(comment)

    row = pane.splitter.rows.row_of(4, is_old=False)
    assert row in [visible.row for visible in pane.splitter.visible_rows()]


def test_an_emptied_comment_is_taken_out(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why this?")
    put_on(pane, 41)
    press(qtbot, pane, "c")
    field(pane).selectAll()
    qtbot.keyClick(field(pane), Qt.Key.Key_Delete)
    qtbot.keyClick(field(pane), Qt.Key.Key_Return, CTRL)

    assert keeper.comments == {}


def _strip(pane: DiffPane) -> Overview:
    return next(strip for strip in pane.findChildren(Overview) if strip.isVisible())


def test_the_overview_marks_where_comments_are(looked_at: DiffPane) -> None:
    before = _strip(looked_at).grab().toImage()

    looked_at.commenting.set_tray(CommentList((Comment(LINE_41, "Why this?"),)))

    assert _strip(looked_at).accessibleDescription() == "1 commented place"
    assert _strip(looked_at).grab().toImage() != before


def test_a_click_on_a_comment_in_the_overview_goes_there(qtbot: QtBot, looked_at: DiffPane) -> None:
    looked_at.commenting.set_tray(
        CommentList((Comment(CommentedLines("src/app.txt", 150, 150, ("LINE 150 is new",)), "Why this?"),))
    )
    press(qtbot, looked_at, "o")  # all lines shown, so that the place is out of view
    strip, rows = _strip(looked_at), looked_at.splitter.rows
    row = rows.row_of(149, is_old=False)
    assert row is not None

    at = QPoint(5, row * strip.height() // len(rows) + 2)
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=at)

    assert row in [visible.row for visible in looked_at.splitter.visible_rows()]


def test_the_overview_marks_the_fold_a_comment_is_in(pane: DiffPane) -> None:
    pane.commenting.set_tray(CommentList((Comment(CommentedLines("src/app.txt", 5, 5, ("line 5",)), "Not this."),)))

    assert _strip(pane).accessibleDescription() == "1 commented place"


def test_the_overview_forgets_the_comments_of_another_file(pane: DiffPane) -> None:
    pane.commenting.set_tray(CommentList((Comment(LINE_41, "Why this?"),)))

    pane.show_content(changed_at(40, path="other.txt"))

    assert _strip(pane).accessibleDescription() == ""
