"""The diff pane, as a user who clicks and types meets it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QSplitter
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.review import Decision, FileTexts
from guillemet.settings import Look
from guillemet.ui import look
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.theme import DARK
from tests.ui.diff.hands import button, changed_at, choices, choose, click_row, fold_row, in_view, press, says, shown


def test_the_header_names_the_file_how_it_matched_and_how_much_changes(pane: DiffPane) -> None:
    assert "src/app.txt | exact · 3 hunks · +3 −3" in says(pane)


def test_a_file_opens_at_its_first_hunk(pane: DiffPane) -> None:
    assert 0 in in_view(pane)
    assert "hunk 1 of 3" in says(pane)


def test_unchanged_lines_far_from_a_change_are_folded(pane: DiffPane) -> None:
    assert shown(pane)[0] == "36 unchanged lines"


@pytest.mark.parametrize("key", [Qt.Key.Key_F7, "j"])
def test_a_key_goes_to_the_next_hunk(qtbot: QtBot, pane: DiffPane, key: str | Qt.Key) -> None:
    press(qtbot, pane, key, key)

    assert "hunk 3 of 3" in says(pane)


def test_at_the_last_hunk_the_next_one_is_still_the_last(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, *["j"] * 5)

    assert "hunk 3 of 3" in says(pane)


def test_k_goes_back_to_the_hunk_before(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j", "j", "k")

    assert "hunk 2 of 3" in says(pane)


def test_shift_f7_goes_back_to_the_hunk_before(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j")
    qtbot.keyClick(pane.spread.main, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)

    assert "hunk 1 of 3" in says(pane)


def test_the_hunk_gone_to_is_in_view(qtbot: QtBot, pane: DiffPane) -> None:
    pane.resize(1000, 220)
    press(qtbot, pane, "j", "j")

    assert 2 in in_view(pane)


def test_a_move_to_another_hunk_is_told(qtbot: QtBot, pane: DiffPane) -> None:
    with qtbot.waitSignal(pane.hunk_changed) as told:
        press(qtbot, pane, "j")

    assert told.args == [2, 3]


def test_scrolling_to_another_hunk_makes_it_the_current_one(pane: DiffPane) -> None:
    pane.resize(1000, 220)
    pane.spread.go_to(pane.spread.rows.hunk_row(2), above=0)

    assert "hunk 3 of 3" in says(pane)


def test_a_click_on_a_fold_opens_it(qtbot: QtBot, pane: DiffPane) -> None:
    click_row(qtbot, pane, 0)

    assert shown(pane)[:2] == ["line 1", "line 2"]


def test_a_click_on_a_fold_leaves_the_others_folded(qtbot: QtBot, pane: DiffPane) -> None:
    click_row(qtbot, pane, 0)

    assert any(line.endswith("unchanged lines") for line in shown(pane))


def test_return_on_a_fold_opens_it(qtbot: QtBot, pane: DiffPane) -> None:
    pane.spread.put_cursor(fold_row(pane))
    press(qtbot, pane, Qt.Key.Key_Return)

    assert shown(pane)[0] == "line 1"


def test_opening_a_fold_keeps_the_lines_in_view_where_they_are(qtbot: QtBot, pane: DiffPane) -> None:
    pane.resize(1000, 240)
    press(qtbot, pane, "j", "j")
    top = pane.spread.top()
    pane.spread.put_cursor(fold_row(pane))
    press(qtbot, pane, Qt.Key.Key_Return)

    assert pane.spread.top() == top


def test_unfold_all_shows_every_line(pane: DiffPane) -> None:
    choose(pane, "Diff options", "Show all unchanged lines")

    assert len(shown(pane)) == 200


def test_the_options_say_and_change_the_context(pane: DiffPane) -> None:
    choose(pane, "Diff options", "More context")

    assert shown(pane)[0] == "35 unchanged lines"
    assert "Context: 4 lines" in choices(pane, "Diff options")


def test_the_options_open_the_find_bar(pane: DiffPane) -> None:
    choose(pane, "Diff options", "Find…")

    assert pane.findChild(QLineEdit).isVisible()


def test_a_path_is_shown_whole_before_anything_of_the_summary(pane: DiffPane) -> None:
    path = "src/" + "deep/" * 8 + "module.py"
    pane.show_content(changed_at(40, 80, 120, path=path))
    pane.resize(620, 400)

    label = next(one for one in pane.findChildren(QLabel) if one.text() == path)
    assert label.width() >= label.sizeHint().width()


def test_the_footer_says_what_was_decided(pane: DiffPane) -> None:
    pane.show_decision(Decision.ACCEPTED)

    assert not button(pane, "Accepted").isEnabled()
    assert button(pane, "Reject file").isEnabled()


def test_o_folds_and_unfolds(qtbot: QtBot, pane: DiffPane) -> None:
    folded = shown(pane)
    press(qtbot, pane, "o", "o")

    assert shown(pane) == folded


def test_plus_shows_another_line_of_context(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "+")

    assert shown(pane)[:2] == ["35 unchanged lines", "line 36"]


def test_minus_shows_fewer_lines_of_context(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, *["-"] * 5)

    assert shown(pane)[1] == "LINE 40 is new"


def test_the_context_is_kept_for_the_next_file(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "+")
    pane.show_content(changed_at(40, path="other.txt"))

    assert shown(pane)[0] == "35 unchanged lines"


def test_u_shows_the_lines_of_both_sides_one_above_the_other(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "u")

    assert shown(pane)[4:6] == ["line 40", "LINE 40 is new"]


def test_u_tells_of_the_other_look(qtbot: QtBot, pane: DiffPane) -> None:
    with qtbot.waitSignal(pane.look_changed) as told:
        press(qtbot, pane, "u")

    assert told.args == [Look.UNIFIED]


def test_keys_go_on_working_after_the_look_has_changed(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "u", "j")

    assert "hunk 2 of 3" in says(pane)


def test_the_look_can_be_chosen_from_its_menu(pane: DiffPane) -> None:
    choose(pane, "Look of the diff: side by side", "Unified")

    assert "line 40" in shown(pane)
    assert button(pane, "Look of the diff: unified").text() == "Unified ▾"


WISHES: dict[str, Callable[[DiffPane], object]] = {
    "y": lambda pane: pane.accept_wanted,
    "x": lambda pane: pane.reject_wanted,
    "n": lambda pane: pane.next_undecided_wanted,
    "]": lambda pane: pane.next_file_wanted,
    "[": lambda pane: pane.previous_file_wanted,
}


@pytest.mark.parametrize("key", WISHES)
def test_a_letter_emits_its_wish_once(qtbot: QtBot, pane: DiffPane, key: str) -> None:
    told: list[tuple[object, ...]] = []
    WISHES[key](pane).connect(lambda *values: told.append(values))  # type: ignore[attr-defined]

    press(qtbot, pane, key)

    assert told == [("src/app.txt",) if key in "yx" else ()]


@pytest.mark.parametrize(("key", "name"), [(Qt.Key.Key_Down, "next"), (Qt.Key.Key_Up, "previous")])
def test_alt_and_an_arrow_wish_for_another_file(qtbot: QtBot, pane: DiffPane, key: Qt.Key, name: str) -> None:
    with qtbot.waitSignal(getattr(pane, f"{name}_file_wanted")):
        qtbot.keyClick(pane.spread.main, key, Qt.KeyboardModifier.AltModifier)


@pytest.mark.parametrize(("name", "signal"), [("Accept file", "accept_wanted"), ("Reject file", "reject_wanted")])
def test_a_button_wishes_for_the_decision(qtbot: QtBot, pane: DiffPane, name: str, signal: str) -> None:
    with qtbot.waitSignal(getattr(pane, signal)) as told:
        qtbot.mouseClick(button(pane, name), Qt.MouseButton.LeftButton)

    assert told.args == ["src/app.txt"]


def test_both_sides_scroll_down_together(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "o")
    old, new = pane.spread.sheets
    new.verticalScrollBar().setValue(77)
    assert old.verticalScrollBar().value() == 77

    old.verticalScrollBar().setValue(12)

    assert new.verticalScrollBar().value() == 12


def test_both_sides_scroll_sideways_together(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "x" * 900, "y" + "x" * 900)))
    old, new = pane.spread.sheets
    qtbot.waitUntil(lambda: new.horizontalScrollBar().maximum() > 0)

    new.horizontalScrollBar().setValue(120)

    assert old.horizontalScrollBar().value() == 120


def test_the_longer_side_can_be_scrolled_to_its_end(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "short\n", "long " * 200)))
    bar = pane.spread.main.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)

    bar.setValue(bar.maximum())

    assert bar.value() == bar.maximum()


def test_copying_leaves_out_folds_and_gives_the_lines(qtbot: QtBot, pane: DiffPane) -> None:
    pane.spread.main.selectAll()
    qtbot.keyClick(pane.spread.main, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text().split("\n")[:4] == ["line 37", "line 38", "line 39", "LINE 40 is new"]


def test_copying_leaves_out_the_empty_side_of_added_lines(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "one\ntwo\n", "one\nadded\ntwo\n")))
    old = pane.spread.sheets[0]
    old.selectAll()
    old.setFocus()
    qtbot.keyClick(old, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "one\ntwo"


def test_copying_gives_hidden_characters_as_they_are(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "", "a\u202eb 😀 c\n")))
    pane.spread.main.selectAll()
    qtbot.keyClick(pane.spread.main, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "a\u202eb 😀 c"


def test_hidden_characters_are_written_out_and_counted(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "", "a\u202eb\u200b\n")))

    assert shown(pane) == ["a‹U+202E›b‹U+200B›"]
    assert "2 hidden characters in the new lines are written out in red." in says(pane)


def test_a_long_line_is_cut_until_all_is_asked_for(qtbot: QtBot, pane: DiffPane) -> None:
    line = ", ".join(map(str, range(30_000)))
    pane.show_content(prepare(FileTexts("a", "", line)))
    assert len(shown(pane)) == 1

    qtbot.mouseClick(button(pane, "Show long lines whole"), Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "".join(shown(pane)) == line)
    assert len(shown(pane)) > 1


def test_the_footer_says_what_the_line_of_the_cursor_is(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, Qt.Key.Key_Down)
    assert "line 41" in says(pane)

    press(qtbot, pane, Qt.Key.Key_Up)

    assert "line 40, changed" in says(pane)


def test_go_to_line_opens_the_fold_it_is_in(pane: DiffPane) -> None:
    pane.go_to_line(120)

    assert pane.spread.main.textCursor().block().text() == "line 120"


def test_the_same_file_shown_again_keeps_its_place(qtbot: QtBot, pane: DiffPane) -> None:
    pane.resize(1000, 220)
    press(qtbot, pane, "j", "j")
    top = pane.spread.top()

    pane.show_content(changed_at(40, 90, 150, 151))

    after = pane.spread.top()
    assert top is not None
    assert after is not None
    assert after.new == top.new


def test_another_file_starts_at_its_first_hunk(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j", "j")
    pane.show_content(changed_at(60, 160, path="other.txt"))

    assert "hunk 1 of 2" in says(pane)


def test_a_larger_font_makes_higher_rows(pane: DiffPane) -> None:
    before = pane.spread.visible_rows()[0].height
    pane.set_font_size(20)

    assert pane.spread.visible_rows()[0].height > before


def test_code_keeps_its_font_in_a_window_with_a_style_sheet(qtbot: QtBot, qapp: QApplication) -> None:
    qapp.setStyleSheet("QLabel { padding: 1px; }")
    try:
        pane, splitter = DiffPane(), QSplitter()
        qtbot.addWidget(splitter)
        splitter.addWidget(pane)
        splitter.show()

        assert [sheet.font() for sheet in pane.spread.sheets] == [look.current().code_font()] * 2
    finally:
        qapp.setStyleSheet("")


def test_a_theme_colours_the_changed_rows(pane: DiffPane) -> None:
    pane.set_theme(DARK)
    row = next(v for v in pane.spread.visible_rows() if pane.spread.rows[v.row].hunk == 0)

    viewport = pane.spread.main.viewport()
    picture = viewport.grab().toImage()
    corner = picture.pixelColor(picture.width() - 5, round((row.top + 5) * picture.devicePixelRatio()))

    assert corner.name() == DARK.added


def test_every_control_has_a_name(pane: DiffPane) -> None:
    unnamed = [control for control in pane.findChildren(QAbstractButton) if not control.accessibleName()]

    assert unnamed == []
    assert [sheet.accessibleName() for sheet in pane.spread.sheets] == ["Before", "After"]
