"""A block without a place, worked on in the diff: compared with what stands at the text cursor, and put there."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.engine.applying.options import Dismiss, PlaceAt
from guillemet.engine.blocks import EditBlock, FormatName
from guillemet.engine.diff.content import prepare
from guillemet.engine.outcomes import Nearest, Outcome, Reason, Status
from guillemet.engine.review import FileTexts
from guillemet.ui.diff.gutter import Gutter
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.unresolved_block import ReviewBlock
from guillemet.ui.widgets.code_box import CodeBox, differing
from tests.kit.hands import named
from tests.ui.diff.commenter import put_on
from tests.ui.diff.hands import LINES, button, changed_at, press, resize, says, shown, text

PATH = "src/app.txt"
STANDING = prepare(FileTexts(PATH, "", text(LINES)), is_proposed=False)
BLOCK = EditBlock(PATH, FormatName.SEARCH_REPLACE, 1, 1, anchor=(), old=("line 60", "line sixty-one"), new=("new",))
NEAREST = tuple(Nearest(PATH, line, 2, likeness) for line, likeness in ((60, 0.9), (160, 0.7)))
OUTCOME = Outcome(
    BLOCK, Status.FAILED, PATH, reason=Reason.NOT_FOUND, message="The searched lines are not there.", nearest=NEAREST
)
FAILED = ReviewBlock(3, OUTCOME, is_open=True)


@pytest.fixture(params=[STANDING, changed_at(40, 150)], ids=["without-proposal", "beside-other-hunks"])
def working(pane: DiffPane, qtbot: QtBot, request: pytest.FixtureRequest) -> DiffPane:
    """Return the pane at the nearest place of the failed block."""
    pane.placing.set_block(FAILED)
    pane.show_content(request.param)
    pane.go_to_line(60)
    qtbot.waitUntil(lambda: "Lines 60 to 61" in says(pane))
    return pane


def searched(pane: DiffPane) -> str:
    boxes = [box for box in pane.findChildren(QPlainTextEdit) if box.accessibleName() == "Searched lines"]
    return boxes[0].toPlainText() if boxes else pane._block_bar._code.toPlainText()


def test_a_file_without_proposal_says_so_and_shows_its_text(looked_at: DiffPane) -> None:
    looked_at.show_content(STANDING)

    assert shown(looked_at) == LINES
    assert "Nothing is proposed for this file" in says(looked_at)


def test_nothing_is_decided_where_nothing_is_proposed(qtbot: QtBot, pane: DiffPane) -> None:
    wished: list[str] = []
    pane.accept_requested.connect(wished.append)
    pane.reject_requested.connect(wished.append)
    pane.show_content(STANDING)

    press(qtbot, pane, "y", "x")

    assert wished == []
    assert not button(pane, "Accept file").isVisible()


def test_find_works_in_a_file_without_proposal(qtbot: QtBot, looked_at: DiffPane) -> None:
    looked_at.show_content(STANDING)

    press(qtbot, looked_at, "/")
    qtbot.keyClicks(looked_at.focusWidget(), "line 123")

    qtbot.waitUntil(lambda: "1 of 1" in says(looked_at))


@pytest.mark.parametrize(
    ("texts", "word"),
    [(FileTexts(PATH, "", "", note="There is no such file."), "no such file"), (FileTexts(PATH, "", ""), "empty")],
)
def test_what_cannot_be_shown_is_told_beside_the_block(
    qtbot: QtBot, pane: DiffPane, texts: FileTexts, word: str
) -> None:
    pane.placing.set_block(FAILED)
    pane.show_content(prepare(texts, is_proposed=False))

    qtbot.waitUntil(lambda: not button(pane, "Place here").isEnabled())
    assert word in says(pane)
    assert "Block 3 failed: not found" in says(pane)


def test_the_block_says_why_it_failed_how_the_place_differs_and_which_lines_would_stay(
    working: DiffPane, qtbot: QtBot
) -> None:
    assert "Block 3 failed: not found. The searched lines are not there." in says(working)
    assert "Lines 60 to 61 would be replaced: searched line 2 differs." in says(working)
    assert searched(working) == "line 60\nline sixty-one"

    keeping = replace(OUTCOME, block=replace(BLOCK, new=("line 60", "new")))
    working.placing.set_block(replace(FAILED, outcome=keeping))
    said = "Of lines 60 to 61, line 61 would be replaced: searched line 2 differs."
    qtbot.waitUntil(lambda: said in says(working))


def test_a_place_with_lines_of_the_user_that_would_be_replaced_says_so(qtbot: QtBot, pane: DiffPane) -> None:
    pane.placing.set_block(FAILED)
    pane.show_content(prepare(FileTexts(PATH, "", text(LINES), edited=(99,)), is_proposed=False))

    for line, is_own in ((100, True), (99, True), (98, False), (101, False)):
        pane.go_to_line(line)
        replaced = f"Lines {line} to {line + 1} would be replaced: searched lines 1 and 2 differ."
        qtbot.waitUntil(lambda replaced=replaced: replaced in says(pane))

        assert ("differ. This replaces lines that you edited." in says(pane)) is is_own, line


def test_the_place_is_marked(working: DiffPane) -> None:
    rows = [working.splitter.rows[visible.row] for visible in working.splitter.visible_rows()]

    assert [row.new for row in rows if working.splitter.main.is_marked(row)] == [59, 60]


def test_the_mark_is_painted_in_text_and_gutter(working: DiffPane) -> None:
    gutter = working.splitter.main.findChild(Gutter)
    before = working.splitter.main.viewport().grab().toImage(), gutter.grab().toImage()

    working.placing.close()

    assert working.splitter.main.viewport().grab().toImage() != before[0]
    assert gutter.grab().toImage() != before[1]


def test_p_puts_the_block_over_the_marked_lines(qtbot: QtBot, working: DiffPane) -> None:
    with qtbot.waitSignal(working.placing.choice_requested) as wish:
        press(qtbot, working, "p")

    assert wish.args == [3, PlaceAt(60, 2)]


def test_the_mark_follows_the_text_cursor_and_a_press_puts_the_block_there(qtbot: QtBot, working: DiffPane) -> None:
    press(qtbot, working, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: "Lines 61 to 62 would be replaced: searched lines 1 and 2 differ." in says(working))

    with qtbot.waitSignal(working.placing.choice_requested) as wish:
        qtbot.mouseClick(button(working, "Place here, at line 61"), Qt.MouseButton.LeftButton)

    assert wish.args == [3, PlaceAt(61, 2)]


def test_a_typed_line_number_marks_the_line_and_return_puts_the_block_there(qtbot: QtBot, working: DiffPane) -> None:
    press(qtbot, working, "1", "7")
    qtbot.waitUntil(lambda: "Lines 17 to 18 would be replaced" in says(working))

    with qtbot.waitSignal(working.placing.choice_requested) as wish:
        press(qtbot, working, Qt.Key.Key_Return)

    assert wish.args == [3, PlaceAt(17, 2)]


def test_at_the_end_of_the_file_no_more_is_replaced_than_there_is(qtbot: QtBot, pane: DiffPane) -> None:
    pane.placing.set_block(FAILED)
    pane.show_content(STANDING)

    put_on(pane, 200)
    with qtbot.waitSignal(pane.placing.choice_requested) as wish:
        press(qtbot, pane, "p")

    assert wish.args == [3, PlaceAt(200, 1)]


def test_the_block_is_left_out_by_key_or_press(qtbot: QtBot, working: DiffPane) -> None:
    wished: list[object] = []
    working.placing.choice_requested.connect(lambda *wish: wished.append(wish))

    press(qtbot, working, "s")
    qtbot.mouseClick(button(working, "Dismiss this block"), Qt.MouseButton.LeftButton)

    assert wished == [(3, Dismiss()), (3, Dismiss())]


def test_a_press_goes_on_to_the_next_place_and_round(qtbot: QtBot, working: DiffPane) -> None:
    qtbot.mouseClick(button(working, "Next place"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Lines 160 to 161" in says(working))

    qtbot.mouseClick(button(working, "Next place"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Lines 60 to 61" in says(working))


def test_without_hunks_their_keys_go_from_place_to_place(qtbot: QtBot, pane: DiffPane) -> None:
    pane.placing.set_block(FAILED)
    pane.show_content(STANDING)

    press(qtbot, pane, "j", "j")
    qtbot.waitUntil(lambda: "Lines 160 to 161" in says(pane))
    press(qtbot, pane, "k")
    qtbot.waitUntil(lambda: "Lines 60 to 61" in says(pane))


def test_a_block_put_away_chooses_nothing(qtbot: QtBot, working: DiffPane) -> None:
    wished: list[object] = []
    working.placing.choice_requested.connect(lambda *wish: wished.append(wish))

    qtbot.mouseClick(button(working, "Put the block away (Esc)"), Qt.MouseButton.LeftButton)
    press(qtbot, working, "p", "s")

    assert wished == []
    assert "Block 3" not in says(working)


def test_a_block_is_shown_with_its_own_file_only(pane: DiffPane) -> None:
    pane.placing.set_block(FAILED)
    pane.show_content(changed_at(40, path="other.txt"))

    assert "Block 3" not in says(pane)


def test_a_block_of_a_decided_file_can_be_dismissed_but_not_placed(qtbot: QtBot, pane: DiffPane) -> None:
    wished: list[object] = []
    pane.placing.choice_requested.connect(lambda *wish: wished.append(wish))
    pane.placing.set_block(replace(FAILED, is_open=False))
    pane.show_content(STANDING)

    press(qtbot, pane, "p", "s")

    assert wished == [(3, Dismiss())]
    assert not button(pane, "Place here").isVisible()


def test_a_place_in_a_long_line_is_the_whole_line(qtbot: QtBot, pane: DiffPane) -> None:
    wished: list[object] = []
    pane.placing.choice_requested.connect(lambda *wish: wished.append(wish))
    pane.placing.set_block(FAILED)
    long = "x, " * 2_000
    pane.show_content(prepare(FileTexts(PATH, "", f"first\n{long}\nend\nlast\n"), is_proposed=False))
    pane.splitter.enter(4)
    qtbot.waitUntil(lambda: "Lines 2 to 3 would be replaced" in says(pane))

    press(qtbot, pane, "p")

    assert wished == [(3, PlaceAt(2, FAILED.span_at(2)))]


def test_lines_that_have_nothing_in_common_differ_wholly() -> None:
    of_searched, of_standing = differing(["completely different text", "which is nowhere"], ["import os"])

    assert of_searched == {0: ((0, 25),), 1: ((0, 16),)}
    assert of_standing == {0: ((0, 9),)}


@pytest.mark.parametrize("width", [1000, 500])
def test_the_lines_that_would_be_put_in_are_shown_beside_the_searched_ones(
    working: DiffPane, qtbot: QtBot, width: int
) -> None:
    resize(working, width, 600)
    looked_for, put_in = (named(working, CodeBox, name) for name in ("Searched lines", "Lines that would be put in"))
    assert put_in.toPlainText() == "+ new"
    corners = [box.mapTo(working, box.rect().topLeft()) for box in (looked_for, put_in)]
    assert (corners[0].y() == corners[1].y()) is (width == 1000)

    working.placing.set_block(
        replace(
            FAILED,
            outcome=replace(OUTCOME, block=replace(BLOCK, new=())),
        )
    )
    working.go_to_line(80)

    qtbot.waitUntil(lambda: not put_in.isVisible())
