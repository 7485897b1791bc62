"""Promises of moved blocks in the diff: their colour, what is said of them, the way to the other end."""

import pytest
from PySide6.QtGui import QTextFormat
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.moves import Move, changed_file, find_moves
from guillemet.engine.diff.rows import DiffRow
from guillemet.engine.review import FileTexts
from guillemet.settings import DiffLook, Look
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.overview import Overview
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style.theme import LIGHT
from tests.ui.diff.hands import LINES, press, says, text

_BACKGROUND = QTextFormat.Property.BackgroundBrush
BLOCK = [f"a moved line, number {number}" for number in range(3)]
WITHIN = FileTexts("src/moved.txt", text([*BLOCK, *LINES]), text([*LINES, *BLOCK]))
AWAY = Move("src/moved.txt", 0, "src/other.txt", 4, 3)


@pytest.fixture
def moved(pane: DiffPane) -> DiffPane:
    """Return the pane with a file whose first lines become its last ones."""
    pane.show_content(prepare(WITHIN))
    pane.set_moves(find_moves([changed_file(WITHIN)]))
    return pane


def cursor_row(pane: DiffPane) -> DiffRow:
    row = pane.splitter.cursor_row()
    assert row is not None
    return row


@pytest.mark.parametrize("look", Look)
def test_moved_lines_have_a_colour_of_their_own(moved: DiffPane, look: Look) -> None:
    moved.look.set(DiffLook(look))
    rows = [row for row in moved.splitter.rows if row.is_changed]

    assert {editor.band(row) for editor in moved.splitter.editors for row in rows} - {""} == {
        LIGHT.moved_from,
        LIGHT.moved_to,
    }


@pytest.mark.parametrize("look", Look)
def test_no_words_are_marked_in_a_moved_line_and_the_one_that_stands_where_it_was(pane: DiffPane, look: Look) -> None:
    stands = [f"a line, number {number}" for number in range(3)]
    texts = FileTexts("src/moved.txt", text([*BLOCK, *LINES]), text([*stands, *LINES, *BLOCK]))
    pane.look.set(DiffLook(look))
    pane.show_content(prepare(texts))
    marked = words_marked(pane)
    pane.set_moves(find_moves([changed_file(texts)]))

    assert marked
    assert not words_marked(pane)


def words_marked(pane: DiffPane) -> set[str]:
    """Return the colours behind letters in the first rows."""
    blocks = [editor.document().findBlockByNumber(at) for editor in pane.splitter.editors for at in range(7)]
    ranges = [made for block in blocks for made in block.layout().formats()]
    return {made.format.background().color().name() for made in ranges if made.format.hasProperty(_BACKGROUND)}


@pytest.mark.parametrize("look", Look)
def test_m_goes_to_the_other_end_and_back(qtbot: QtBot, moved: DiffPane, look: Look) -> None:
    moved.look.set(DiffLook(look))
    press(qtbot, moved, "m")
    assert (cursor_row(moved).old, cursor_row(moved).new) == (None, 200)

    press(qtbot, moved, "m")

    assert (cursor_row(moved).old, cursor_row(moved).new) == (0, None)
    assert moved.splitter.editors[0].hasFocus()  # where the line is

    strip = moved.splitter.findChild(Overview).grab().toImage()
    colours = {strip.pixelColor(x, y).name() for x in (2, 7) for y in range(strip.height())}
    assert {LIGHT.moved_mark, LIGHT.added_mark} & colours == {LIGHT.moved_mark}


def test_a_moved_line_is_said_to_be_one(qtbot: QtBot, moved: DiffPane) -> None:
    places: list[str] = []
    moved.findChild(DiffView).current.place_changed.connect(places.append)

    press(qtbot, moved, "m")

    assert places[-1] == "line 201, added, moved from src/moved.txt:1"


def test_the_line_one_is_in_is_said_to_be_moved_once_that_is_found(pane: DiffPane) -> None:
    pane.show_content(prepare(WITHIN))

    pane.set_moves(find_moves([changed_file(WITHIN)]))

    assert "line 1, removed, moved to src/moved.txt:201" in says(pane)


def test_the_other_end_in_another_file_is_gone_to_once_that_is_shown(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("src/moved.txt", text([*BLOCK, *LINES]), text(LINES))))
    pane.set_moves((AWAY,))

    with qtbot.waitSignal(pane.file_requested) as asked:
        press(qtbot, pane, "m")
    pane.show_content(prepare(FileTexts("src/other.txt", text(LINES), text([*LINES[:4], *BLOCK, *LINES[4:]]))))

    assert asked.args == ["src/other.txt"]
    assert cursor_row(pane).new == 4
