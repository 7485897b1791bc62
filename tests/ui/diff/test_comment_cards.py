"""Comments as cards below their lines: on their side, with what can be done with them, and honest when lines change."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.chat.comments import Comment, CommentedLines, CommentList
from guillemet.engine.diff.content import prepare
from guillemet.engine.review import Decision, FileReview, FileTexts, Kind
from guillemet.settings import DiffLook
from guillemet.ui.comments.comment_box import CommentCard
from guillemet.ui.diff.insets.hunk_bar import HunkBar
from guillemet.ui.diff.overview import Overview
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style.theme import LIGHT
from guillemet.ui.widgets.code_box import CodeBox
from tests.ui.diff.commenter import LINE_40, LINE_41, Keeper, field, put_on, say
from tests.ui.diff.hands import THREE, button, changed_at, press, resize, says, settle

OLD_40 = CommentedLines("src/app.txt", 40, 40, ("line 40",), is_old=True)


def cards(pane: DiffPane) -> list[CommentCard]:
    return [card for card in pane.findChildren(CommentCard) if card.isVisible()]


def row_above(pane: DiffPane) -> tuple[int | None, int | None]:
    """Return the old and the new line, counted from 1, of the row above the only inset."""
    ((row, _),) = pane.splitter.rows.inset_rows()
    above = pane.splitter.rows[row - 1]
    return above.old and above.old + 1, above.new and above.new + 1


def test_a_comment_stands_below_the_last_of_its_lines(looked_at: DiffPane, keeper: Keeper) -> None:
    keeper.keep(CommentedLines("src/app.txt", 41, 42, ("line 41", "line 42")), "Shorter, please.")
    settle()

    assert row_above(looked_at)[1] == 42
    assert "lines 41 to 42 | Shorter, please." in says(looked_at)


def test_a_comment_stands_on_the_side_it_was_made_on(pane: DiffPane, keeper: Keeper) -> None:
    middle = pane.splitter.main.mapTo(pane.splitter, pane.splitter.main.rect().topLeft()).x()
    keeper.keep(OLD_40, "Leave it.")
    settle()
    (old,) = cards(pane)
    assert old.geometry().right() < middle

    keeper.keep(OLD_40, "")
    keeper.keep(LINE_40, "Why this?")
    settle()
    assert cards(pane)[0].x() > middle


def test_what_a_notice_is_to_keep_off_moves_with_the_lines_when_a_comment_is_begun_among_them(
    qtbot: QtBot, looked_at: DiffPane, keeper: Keeper
) -> None:
    resize(looked_at, 1000, 700)
    put_on(looked_at, 41)
    spared = list[list[QRect]]()
    looked_at.stop_seen.connect(lambda *places: spared.append(places[-1]))
    before = places_of_bars(looked_at)

    press(qtbot, looked_at, "c")
    settle()

    assert not keeper.comments
    assert places_of_bars(looked_at)[1] > before[1]
    assert [place.y() for place in spared[-1]] == places_of_bars(looked_at)


def places_of_bars(pane: DiffPane) -> list[int]:
    """Return how far down on the screen the bars of the hunks in view are."""
    bars = {bar.hunk: bar.mapToGlobal(QPoint()).y() for bar in pane.findChildren(HunkBar) if bar.isVisible()}
    return [bars[hunk] for hunk in sorted(bars)]


def test_from_the_line_of_a_kept_comment_the_arrow_goes_to_its_row_which_is_framed(
    qtbot: QtBot, looked_at: DiffPane, keeper: Keeper
) -> None:
    put_on(looked_at, 41)
    press(qtbot, looked_at, "c")
    say(qtbot, looked_at, "Why this?")
    settle()
    assert keeper.comments
    line, view = looked_at.splitter.cursor_row(), looked_at.splitter.main.viewport()
    assert line is not None
    assert line.new == 40
    assert "line 41, commented" in says(looked_at)

    press(qtbot, looked_at, Qt.Key.Key_Down)
    row = looked_at.splitter.main.textCursor().blockNumber()
    place = next(visible for visible in looked_at.splitter.visible_rows() if visible.row == row)
    picture = view.grab().toImage()
    edges = [picture.pixelColor(0, y).name() for y in (place.top, place.top + place.height - 1)]
    assert edges == [LIGHT.accent.lower()] * 2


def test_the_box_opens_below_the_line(qtbot: QtBot, looked_at: DiffPane) -> None:
    put_on(looked_at, 41)

    press(qtbot, looked_at, "c")

    assert row_above(looked_at)[1] == 41
    assert field(looked_at).toPlainText() == ""


def test_a_card_leads_to_the_box_in_its_place(qtbot: QtBot, looked_at: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why")
    settle()
    qtbot.mouseClick(button(looked_at, "Edit the comment on src/app.txt, line 41"), Qt.MouseButton.LeftButton)
    say(qtbot, looked_at, " this?")

    assert keeper.comments == {LINE_41: "Why this?"}
    assert looked_at.splitter.main.hasFocus()
    assert "Why this?" in says(looked_at)


def test_a_removed_comment_is_brought_back_where_it_was(qtbot: QtBot, looked_at: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why this?")
    settle()
    qtbot.mouseClick(button(looked_at, "Remove the comment on src/app.txt, line 41"), Qt.MouseButton.LeftButton)
    settle()
    assert "Comment removed" in says(looked_at)
    assert row_above(looked_at)[1] == 41

    qtbot.mouseClick(button(looked_at, "Bring the comment on src/app.txt, line 41 back"), Qt.MouseButton.LeftButton)

    assert keeper.comments == {LINE_41: "Why this?"}


def test_each_removed_comment_has_an_undo_of_its_own(qtbot: QtBot, looked_at: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_40, "Why this?")
    keeper.keep(LINE_41, "And this?")
    settle()
    for line in (40, 41):
        name = f"Remove the comment on src/app.txt, line {line}"
        qtbot.waitUntil(lambda name=name: button(looked_at, name).isVisible())
        qtbot.mouseClick(button(looked_at, name), Qt.MouseButton.LeftButton)
        settle()
    assert keeper.comments == {}

    for line in (41, 40):
        name = f"Bring the comment on src/app.txt, line {line} back"
        qtbot.waitUntil(lambda name=name: button(looked_at, name).isVisible())
        qtbot.mouseClick(button(looked_at, name), Qt.MouseButton.LeftButton)
        settle()

    assert keeper.comments == {LINE_40: "Why this?", LINE_41: "And this?"}


def test_what_was_typed_and_not_kept_is_counted(qtbot: QtBot, looked_at: DiffPane, keeper: Keeper) -> None:
    put_on(looked_at, 41)
    press(qtbot, looked_at, "c")
    qtbot.keyClicks(field(looked_at), "Why")

    qtbot.keyClick(field(looked_at), Qt.Key.Key_Escape)

    assert keeper.comments == {}
    assert looked_at.commenting.counts == {"src/app.txt": 1}


def test_a_comment_whose_lines_changed_says_so_and_quotes_them(looked_at: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_40, "Why this?")
    settle()
    assert "the lines have changed" not in says(looked_at)

    looked_at.show_content(changed_at(90))
    settle()

    assert "line 40 | the lines have changed | Why this?" in says(looked_at)
    strips = [strip for strip in looked_at.findChildren(Overview) if strip.isVisible()]
    assert [strip.accessibleDescription() for strip in strips] == ["1 commented place"]
    (quoted,) = cards(looked_at)[0].findChildren(CodeBox)
    assert quoted.toPlainText() == "LINE 40 is new"


def test_a_comment_follows_its_lines(pane: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why this?")
    after = THREE.texts.after.replace("LINE 40 is new\n", "LINE 40 is new\nand more\nand more\n")

    pane.show_content(prepare(FileTexts("src/app.txt", THREE.texts.before, after)))
    settle()

    assert row_above(pane)[1] == 43
    assert "line 43 | Why this?" in says(pane)


def test_comments_of_all_files_stand_in_one_document(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    contents = {path: changed_at(5, path=path) for path in ("a.txt", "b.txt")}
    pane.set_continuous(is_continuous=True)
    pane.set_files([FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1) for path in contents])
    pane.show_content(contents["a.txt"])
    pane.set_contents(contents)
    for path in contents:
        keeper.keep(CommentedLines(path, 5, 5, ("LINE 5 is new",)), f"About {path}.")
    settle()

    assert [inset.place.path for _, inset in pane.splitter.rows.inset_rows()] == ["a.txt", "b.txt"]
    assert "About a.txt." in says(pane)
    pane.commenting.lead_to("b.txt")
    qtbot.waitUntil(lambda: "About b.txt." in says(pane))


def test_the_head_of_a_folded_file_leads_to_its_first_comment(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    contents = {path: changed_at(5, path=path) for path in ("a.txt", "b.txt")}
    decisions = {"a.txt": Decision.UNDECIDED, "b.txt": Decision.ACCEPTED}
    pane.set_continuous(is_continuous=True)
    pane.set_files([FileReview(path, Kind.CHANGED, decisions[path], 1, 1, 1) for path in contents])
    pane.show_content(contents["a.txt"])
    pane.set_contents(contents)
    keeper.keep(CommentedLines("b.txt", 5, 5, ("LINE 5 is new",)), "About b.")
    assert "About b." not in says(pane)

    pane.resize(1000, 700)
    settle()
    pane.splitter.go_to(pane.splitter.rows.heads[1], above=2)
    qtbot.mouseClick(button(pane, "1 comment on b.txt"), Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "About b." in says(pane))


def test_the_head_of_a_single_file_counts_its_comments(pane: DiffPane, keeper: Keeper) -> None:
    pane.set_files([FileReview("src/app.txt", Kind.CHANGED, Decision.UNDECIDED, 3, 3, 3)])
    pane.show_content(THREE)
    keeper.keep(LINE_41, "Why this?")

    assert button(pane, "1 comment on src/app.txt").isVisible()

    keeper.keep(LINE_41, "")
    assert not button(pane, "0 comments on src/app.txt").isVisible()


def test_the_other_look_keeps_what_is_being_typed(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41)
    press(qtbot, pane, "c")
    qtbot.keyClicks(field(pane), "Why ")

    pane.look.set(DiffLook.UNIFIED)
    settle()
    say(qtbot, pane, "this?")

    assert keeper.comments == {LINE_41: "Why this?"}


def test_the_box_keeps_what_is_typed_while_the_proposal_changes(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    put_on(pane, 41)
    press(qtbot, pane, "c")
    qtbot.keyClicks(field(pane), "Why ")

    pane.show_content(changed_at(40, 90))
    settle()
    say(qtbot, pane, "this?")

    assert keeper.comments == {LINE_41: "Why this?"}


def test_c_on_a_card_goes_on_with_its_comment(qtbot: QtBot, pane: DiffPane, keeper: Keeper) -> None:
    keeper.keep(LINE_41, "Why this?")
    settle()
    put_on(pane, 41)
    press(qtbot, pane, Qt.Key.Key_Down, "c")

    assert field(pane).toPlainText() == "Why this?"


@pytest.mark.usefixtures("keeper")
def test_letters_on_a_card_work_as_in_the_diff(qtbot: QtBot, pane: DiffPane) -> None:
    pane.commenting.set_tray(CommentList((Comment(LINE_41, "Why this?"),)))
    settle()
    put_on(pane, 41)
    press(qtbot, pane, Qt.Key.Key_Tab)
    assert QApplication.focusWidget().accessibleName() == "Edit the comment on src/app.txt, line 41"

    with qtbot.waitSignal(pane.decisions.accept_part_requested):
        press(qtbot, pane, "y")
