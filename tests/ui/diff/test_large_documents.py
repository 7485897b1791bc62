"""Promises of a document of which only the files around the current one have rows: the overview, and the end."""

from collections.abc import Mapping

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.rows import RowKind
from guillemet.engine.review import Decision, FileReview, FileTexts, Kind
from guillemet.settings import DiffLook, Look
from guillemet.ui.diff.overview import SMALLEST, WIDTH, Overview
from guillemet.ui.diff.pane import DiffPane
from tests.kit.hands import CTRL_SHIFT, words
from tests.ui.diff.hands import changed_at, settle

CONTENTS = {path: changed_at(40, 90, 150, path=path) for path in (f"f{number:03}.txt" for number in range(600))}
LAST = "f599.txt"


@pytest.fixture
def large(pane: DiffPane) -> DiffPane:
    """Return the pane with 600 files in one document, at the first of them."""
    show(pane, CONTENTS)
    settle()
    return pane


def show(pane: DiffPane, contents: Mapping[str, DiffContent]) -> None:
    """Show these files in one document, at the first of them."""
    pane.set_continuous(is_continuous=True)
    pane.set_files([FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 3, 3, 3) for path in contents])
    pane.show_content(contents["f000.txt"])
    pane.set_contents(contents)
    pane.splitter.main.setFocus()


def test_the_overview_marks_changes_down_to_the_end_also_of_files_without_rows(large: DiffPane) -> None:
    strip = next(one for one in large.findChildren(Overview) if one.isVisible())
    image = strip.grab().toImage()
    ratio = image.height() / strip.height()
    plain = image.pixel(0, image.height() - 1)
    marked = [y for y in range(strip.height()) if image.pixel(2, round(y * ratio)) != plain]

    assert len(large.splitter.rows.hunks) < 200
    assert marked[-1] >= strip.height() - 2 * SMALLEST
    assert len(marked) > strip.height() * 0.9


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_a_click_in_the_overview_goes_to_the_file_there(qtbot: QtBot, large: DiffPane, share: float) -> None:
    strip = next(one for one in large.findChildren(Overview) if one.isVisible())

    place = QPoint(WIDTH // 2, round(strip.height() * share))
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=place)
    settle()

    assert abs(list(CONTENTS).index(content(large).path) / len(CONTENTS) - share) < 0.03
    assert content(large) is CONTENTS[content(large).path]
    assert len(large.splitter.rows.hunks) > 100


@pytest.mark.parametrize("look", list(Look))
def test_the_first_press_of_ctrl_end_goes_to_the_last_line_of_all(qtbot: QtBot, large: DiffPane, look: Look) -> None:
    large.look.set(DiffLook(look))

    qtbot.keyClick(large.splitter.main, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    settle()

    assert_at_the_end(large)


def test_ctrl_end_goes_to_the_last_line_once_the_last_file_is_read(qtbot: QtBot, large: DiffPane) -> None:
    read = dict(list(CONTENTS.items())[:100])
    large.set_contents(read)
    qtbot.keyClick(large.splitter.main, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert content(large).path == LAST
    assert large.splitter.rows[large.splitter.main.textCursor().blockNumber()].kind is RowKind.HEAD

    large.set_contents(CONTENTS)
    settle()

    assert_at_the_end(large)


def test_who_left_the_end_is_not_taken_back_there_when_the_last_file_is_read(qtbot: QtBot, large: DiffPane) -> None:
    large.set_contents(dict(list(CONTENTS.items())[:100]))
    qtbot.keyClick(large.splitter.main, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    for _ in range(2):
        qtbot.keyClick(large.splitter.main, Qt.Key.Key_Up)
        settle()
    path = content(large).path
    assert path != LAST

    large.set_contents(CONTENTS)
    settle()

    assert content(large).path == path


@pytest.mark.parametrize("is_new", [True, False])
def test_a_large_new_or_deleted_file_is_filled_in_by_parts_and_ends_where_ctrl_end_goes(
    qtbot: QtBot, pane: DiffPane, *, is_new: bool
) -> None:
    lines = "".join(f"line {n}\n" for n in range(5_000))
    pane.show_content(prepare(FileTexts("large", "", lines) if is_new else FileTexts("large", lines, "")))
    main = pane.splitter.main
    assert main.blockCount() < 1_000

    qtbot.keyClick(main, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert main.document().lastBlock().text() == "line 4999"
    assert [row.row for row in pane.splitter.visible_rows()][-1] == 5_000  # with the bar of its one hunk
    assert len(pane.splitter.rows) == main.blockCount() == 5_001


@pytest.mark.parametrize("look", list(Look))
def test_ctrl_shift_end_selects_to_the_last_line_though_rows_are_still_being_filled_in(
    qtbot: QtBot, pane: DiffPane, look: Look
) -> None:
    some = dict(list(CONTENTS.items())[:200])
    pane.look.set(DiffLook(look))
    show(pane, some)
    main = pane.splitter.main
    begun = main.textCursor().blockNumber()
    assert main.blockCount() < len(pane.splitter.rows)

    qtbot.keyClick(main, Qt.Key.Key_End, CTRL_SHIFT)
    settle()

    assert pane.splitter.selected_rows == range(begun, len(pane.splitter.rows))
    assert len(pane.splitter.selected.chosen) == 600
    assert pane.splitter.is_in_view(len(pane.splitter.rows) - 1, len(pane.splitter.rows) - 1)


def test_ctrl_shift_end_says_where_it_ends_when_files_below_have_only_their_heads(
    qtbot: QtBot, large: DiffPane
) -> None:
    qtbot.keyClick(large.splitter.main, Qt.Key.Key_End, CTRL_SHIFT)
    settle()

    assert len(large.splitter.selected.chosen) == len(large.splitter.rows.hunks) < 200
    assert "Selected to the end of f030.txt." in words(large)


def assert_at_the_end(pane: DiffPane) -> None:
    rows = pane.splitter.rows
    assert content(pane) is CONTENTS[LAST]
    assert pane.splitter.main.textCursor().blockNumber() == len(rows) - 1
    assert rows[len(rows) - 1].kind is RowKind.FOLD
    assert pane.splitter.is_in_view(len(rows) - 1, len(rows) - 1)


def content(pane: DiffPane) -> DiffContent:
    assert pane.content is not None
    return pane.content
