"""The find bar."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from guillemet.ui.diff.pane import DiffPane
from tests.ui.diff.hands import press, says


def type_query(qtbot: QtBot, pane: DiffPane, query: str) -> QLineEdit:
    press(qtbot, pane, "/")
    field = pane.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, query)
    return field


def test_typing_selects_the_first_place_and_counts_all(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "is new")

    assert pane.splitter.main.textCursor().selectedText() == "is new"
    assert "1 of 3" in says(pane)


def test_the_current_place_looks_other_than_the_others_and_than_what_is_selected(qtbot: QtBot, pane: DiffPane) -> None:
    theme = pane.splitter.main.theme

    def backs() -> set[str]:
        """Return which colours are painted, of those for places and for what is selected."""
        image = pane.splitter.main.viewport().grab().toImage()
        painted = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        return painted & {theme.found, theme.found_now, theme.selected_text}

    type_query(qtbot, pane, "line")
    assert backs() == {theme.found, theme.found_now}

    pane.splitter.main.selectAll()
    assert theme.found_now not in backs()
    assert theme.selected_text in backs()


def test_return_goes_to_the_next_place(qtbot: QtBot, pane: DiffPane) -> None:
    field = type_query(qtbot, pane, "is new")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert pane.splitter.main.textCursor().block().text() == "LINE 90 is new"


def test_f3_goes_on_and_shift_f3_back(qtbot: QtBot, pane: DiffPane) -> None:
    field = type_query(qtbot, pane, "is new")
    qtbot.keyClick(field, Qt.Key.Key_F3)
    qtbot.keyClick(field, Qt.Key.Key_F3)
    qtbot.keyClick(field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)

    assert "2 of 3" in says(pane)


def test_a_place_in_a_fold_is_found_and_opened(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "line 120")

    assert pane.splitter.main.textCursor().block().text() == "line 120"


def test_a_removed_line_is_found_on_the_old_side(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "line 90")

    assert pane.splitter.editors[0].textCursor().selectedText() == "line 90"


def test_what_is_not_there_is_said_not_to_be_found(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "nowhere")

    assert "not found" in says(pane)


def test_letters_typed_in_the_bar_are_not_taken_for_keys(qtbot: QtBot, pane: DiffPane) -> None:
    with qtbot.assertNotEmitted(pane.accept_requested):
        field = type_query(qtbot, pane, "y")

    assert field.text() == "y"


def test_escape_closes_the_bar_and_gives_the_focus_back(qtbot: QtBot, pane: DiffPane) -> None:
    field = type_query(qtbot, pane, "line")
    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert not field.isVisible()
    assert pane.splitter.main.hasFocus()
