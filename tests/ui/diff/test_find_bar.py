"""The find bar: what is found while one types, the keys that step, and the place one comes back to."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.review import FileTexts
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.widgets.find_bar import FindBar
from tests.kit.hands import painted
from tests.ui.diff.hands import button, find_count, press, text


def find_field(pane: DiffPane) -> QLineEdit:
    field = pane.findChild(FindBar).findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    return field


def type_query(qtbot: QtBot, pane: DiffPane, query: str, *, says_then: str) -> QLineEdit:
    """Open the bar, type, and wait until it says this."""
    press(qtbot, pane, "/")
    field = find_field(pane)
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, query)
    qtbot.waitUntil(lambda: says_then in find_count(pane))
    return field


def test_typing_selects_the_first_place_and_counts_all(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "is new", says_then="1 of 3")

    assert pane.splitter.main.textCursor().selectedText() == "is new"


def test_the_current_place_looks_other_than_the_others_and_than_what_is_selected(qtbot: QtBot, pane: DiffPane) -> None:
    theme = pane.splitter.main.theme

    def backs() -> set[str]:
        """Return which colours are painted, of those for places and for what is selected."""
        seen = painted(pane.splitter.main.viewport().grab().toImage())
        return seen & {theme.found, theme.found_now, theme.selected_text}

    field = type_query(qtbot, pane, "line", says_then=" of 203")
    assert backs() == {theme.found, theme.found_now}

    qtbot.keyClicks(field, "xyzzy")
    qtbot.waitUntil(lambda: find_count(pane) == "not found")
    assert not backs() & {theme.found, theme.found_now}

    pane.splitter.main.selectAll()
    assert theme.found_now not in backs()
    assert theme.selected_text in backs()


def test_return_goes_to_the_next_place(qtbot: QtBot, pane: DiffPane) -> None:
    field = type_query(qtbot, pane, "is new", says_then="1 of 3")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert pane.splitter.main.textCursor().block().text() == "LINE 90 is new"


def test_f3_goes_on_and_shift_f3_back(qtbot: QtBot, pane: DiffPane) -> None:
    field = type_query(qtbot, pane, "is new", says_then="1 of 3")
    qtbot.keyClick(field, Qt.Key.Key_F3)
    qtbot.keyClick(field, Qt.Key.Key_F3)
    qtbot.keyClick(field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)

    assert "2 of 3" in find_count(pane)


def test_a_place_in_a_fold_is_found_and_opened(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "line 120", says_then="1 of 1")

    assert pane.splitter.main.textCursor().block().text() == "line 120"


def test_a_removed_line_is_found_on_the_old_side(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "line 90", says_then="1 of 2")

    assert pane.splitter.editors[0].textCursor().selectedText() == "line 90"


def test_what_is_not_there_is_said_not_to_be_found(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "nowhere", says_then="not found")


def test_letters_typed_in_the_bar_are_not_taken_for_keys(qtbot: QtBot, pane: DiffPane) -> None:
    with qtbot.assertNotEmitted(pane.accept_requested):
        field = type_query(qtbot, pane, "y", says_then="not found")

    assert field.text() == "y"


def test_escape_stays_at_the_current_place(qtbot: QtBot, pane: DiffPane) -> None:
    editors = pane.splitter.editors
    for query, count, steps, line, side in (
        ("line 120", "1 of 1", 0, "line 120", -1),
        ("is new", "1 of 3", 1, "LINE 90 is new", -1),
        ("line 90", "1 of 2", 0, "line 90", 0),
    ):
        pane.splitter.go_to(0)
        field = type_query(qtbot, pane, query, says_then=count)
        for _ in range(steps):
            qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.keyClick(field, Qt.Key.Key_Escape)

        assert not field.isVisible()
        assert editors[side].hasFocus(), query
        assert editors[side].textCursor().block().text() == line


def test_a_regular_expression_is_found(qtbot: QtBot, pane: DiffPane) -> None:
    button(pane, "Regular expression").setChecked(True)

    type_query(qtbot, pane, r"line \d0 is", says_then="1 of 2")

    assert pane.splitter.main.textCursor().selectedText() == "LINE 40 is"


def test_what_is_no_regular_expression_is_said(qtbot: QtBot, pane: DiffPane) -> None:
    button(pane, "Regular expression").setChecked(True)

    type_query(qtbot, pane, "(line", says_then="not a regular expression: missing closing parenthesis")


def test_an_expression_that_would_take_for_ever_is_given_up(qtbot: QtBot, pane: DiffPane) -> None:
    line = "a" * 60 + "!"
    pane.show_content(prepare(FileTexts("a.txt", "", text([line] * 50))))
    button(pane, "Regular expression").setChecked(True)

    type_query(qtbot, pane, "(a+)+$", says_then="the expression takes too long")


def test_changed_lines_alone_can_be_searched(qtbot: QtBot, pane: DiffPane) -> None:
    type_query(qtbot, pane, "line 9", says_then="of 12")
    button(pane, "Changed lines only").setChecked(True)

    qtbot.waitUntil(lambda: "of 2" in find_count(pane) and "of 12" not in find_count(pane))


def test_what_was_found_is_no_selection_that_is_decided(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a.py", "one\ntwo\n", "first\nsecond\n", "")))
    field = type_query(qtbot, pane, "second", says_then="1 of 1")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Escape)

    with qtbot.waitSignal(pane.decisions.accept_part_requested) as accepted:
        press(qtbot, pane, "y")

    assert accepted.args is not None
    _, part = accepted.args
    assert (part.old, part.new) == (((0, 2),), ((0, 2),))
