"""Promises of going about in the diff: from hunk to hunk, folds opened and closed, the place kept."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QCursor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.review import Decision, FileReview, FileTexts, Kind
from guillemet.settings import DiffLook
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style.theme import LIGHT
from tests.ui.diff.hands import (
    LINES,
    THREE,
    button,
    changed_at,
    choices,
    choose,
    click_row,
    fold_row,
    in_view,
    on_screen,
    painted_again,
    point_at,
    press,
    resize,
    says,
    settle,
    shown,
    text,
    tops,
)


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


def test_the_button_to_the_next_hunk_hands_the_focus_to_the_one_back_at_the_last(qtbot: QtBot, pane: DiffPane) -> None:
    button(pane, "Next hunk").setFocus()

    press(qtbot, pane, *[Qt.Key.Key_Space] * 2)

    assert "hunk 3 of 3" in says(pane)
    assert button(pane, "Previous hunk").hasFocus()


def test_a_press_on_the_counts_above_the_diff_goes_to_the_next_hunk(qtbot: QtBot, pane: DiffPane) -> None:
    counts = next(one for one in pane.findChildren(QLabel) if "3 hunks · " in one.text())

    qtbot.mouseClick(counts, Qt.MouseButton.LeftButton)
    assert "hunk 2 of 3" in says(pane)


def test_k_goes_back_to_the_hunk_before(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j", "j", "k")

    assert "hunk 2 of 3" in says(pane)


def test_shift_f7_goes_back_to_the_hunk_before(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j")
    qtbot.keyClick(pane.splitter.main, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)

    assert "hunk 1 of 3" in says(pane)


@pytest.mark.parametrize("is_of_commit", [False, True], ids=["decided", "in the commit"])
def test_k_goes_from_a_file_without_hunks_to_the_hunk_right_above_it_and_j_to_that_below(
    qtbot: QtBot, pane: DiffPane, *, is_of_commit: bool
) -> None:
    texts = {path: FileTexts(path, "".join(f"{n}\n" for n in range(9)), "new\n") for path in ("a", "b", "c", "e")}
    contents = {
        path: prepare(one, is_of_commit=is_of_commit, is_proposed=not is_of_commit) for path, one in texts.items()
    }
    moved = FileTexts("d", "same\n", "same\n")
    contents["d"] = prepare(
        moved, kind=Kind.MOVED, moved_from="z", is_of_commit=is_of_commit, is_proposed=not is_of_commit
    )
    resize(pane, 1000, 900)
    pane.set_continuous(is_continuous=True)
    if is_of_commit:
        pane.set_commit([*sorted(contents)], "")
    else:
        kinds = {path: Kind.MOVED if path == "d" else Kind.CHANGED for path in sorted(contents)}
        decisions = {"d": Decision.ACCEPTED}
        pane.set_files(
            [
                FileReview(path, kind, decisions.get(path, Decision.UNDECIDED), 1, 9, int(path != "d"))
                for path, kind in kinds.items()
            ]
        )

    for key, path in (("k", "c"), ("j", "e")):
        pane.show_content(contents["d"])
        pane.set_contents(contents, of_commit=is_of_commit)
        settle()
        pane.splitter.main.setFocus()
        assert {0, 1, 2} <= in_view(pane)
        assert pane.content is not None
        assert pane.content.path == "d"
        press(qtbot, pane, key)

        assert pane.content.path == path


def test_the_hunk_gone_to_is_in_view(qtbot: QtBot, pane: DiffPane) -> None:
    resize(pane, 1000, 220)
    press(qtbot, pane, "j", "j")

    assert 2 in in_view(pane)


def test_a_move_to_another_hunk_is_told(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j")

    assert "hunk 2 of 3" in says(pane)


def test_scrolling_to_another_hunk_makes_it_the_current_one(pane: DiffPane) -> None:
    resize(pane, 1000, 220)
    pane.splitter.go_to(pane.splitter.rows.hunk_row(2), above=0)

    assert "hunk 3 of 3" in says(pane)


def test_beside_a_hunk_scrolled_to_no_line_of_another_is_said(pane: DiffPane) -> None:
    resize(pane, 1000, 220)
    place = next(part for part in says(pane).split(" | ") if part.startswith("line "))

    pane.splitter.go_to(pane.splitter.rows.hunk_row(2), above=0)
    assert "line " not in says(pane)

    pane.splitter.go_to(pane.splitter.rows.hunk_row(0), above=0)
    assert place in says(pane)


def test_a_click_on_a_fold_opens_it(qtbot: QtBot, pane: DiffPane) -> None:
    click_row(qtbot, pane, 0)

    assert shown(pane)[:2] == ["line 1", "line 2"]


def test_a_click_on_a_fold_leaves_the_others_folded(qtbot: QtBot, pane: DiffPane) -> None:
    click_row(qtbot, pane, 0)

    assert any(line.endswith("unchanged lines") for line in shown(pane))


def test_return_on_a_fold_opens_it(qtbot: QtBot, pane: DiffPane) -> None:
    pane.splitter.put_cursor(fold_row(pane))
    press(qtbot, pane, Qt.Key.Key_Return)

    assert shown(pane)[0] == "line 1"


def test_return_on_a_long_fold_shows_twenty_lines_at_both_ends_and_shift_return_all(
    qtbot: QtBot, pane: DiffPane
) -> None:
    pane.show_content(changed_at(1, 199))
    pane.splitter.put_cursor(fold_row(pane))
    press(qtbot, pane, Qt.Key.Key_Return)
    assert shown(pane)[23:25] == ["line 24", "151 unchanged lines"]

    pane.splitter.put_cursor(fold_row(pane))
    qtbot.keyClick(pane.splitter.main, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)

    assert len(shown(pane)) == 200


@pytest.mark.parametrize(("key", "after"), [(Qt.Key.Key_Down, (24, 44)), (Qt.Key.Key_Up, (4, 4))])
def test_control_with_an_arrow_shows_more_of_one_end_of_a_fold_as_often_as_pressed(
    qtbot: QtBot, pane: DiffPane, key: Qt.Key, after: tuple[int, int]
) -> None:
    pane.show_content(changed_at(1, 199))
    pane.splitter.put_cursor(fold_row(pane))

    for hidden, line in zip((171, 151), after, strict=True):
        qtbot.keyClick(pane.splitter.main, key, Qt.KeyboardModifier.ControlModifier)

        row = pane.splitter.rows[fold_row(pane)]
        assert (row.count, row.new) == (hidden, line)
        assert pane.splitter.main.textCursor().blockNumber() == fold_row(pane)


@pytest.mark.parametrize(("place", "line"), [(7, 4), (21, 24)], ids=["below", "above"])
def test_the_signs_beside_a_fold_show_more_of_one_end(qtbot: QtBot, pane: DiffPane, place: int, line: int) -> None:
    resize(pane, 1000, 500)
    pane.show_content(changed_at(1, 199))
    splitter = pane.splitter
    visible = next(visible for visible in splitter.visible_rows() if visible.row == fold_row(pane))

    spot = QPoint(place, visible.top + visible.height // 2)
    qtbot.mouseClick(splitter.gutters[-1], Qt.MouseButton.LeftButton, pos=spot)

    row = splitter.rows[fold_row(pane)]
    assert (row.count, row.new) == (171, line)


def test_opening_a_fold_keeps_the_lines_in_view_where_they_are(qtbot: QtBot, pane: DiffPane) -> None:
    resize(pane, 1000, 240)
    press(qtbot, pane, "j", "j")
    top = pane.splitter.top()
    pane.splitter.put_cursor(fold_row(pane))
    press(qtbot, pane, Qt.Key.Key_Return)

    assert pane.splitter.top() == top


def test_unfold_all_shows_every_line(pane: DiffPane) -> None:
    choose(pane, "Diff options", "Show all unchanged lines")

    assert len(shown(pane)) == 200


def test_the_options_say_and_change_the_context(pane: DiffPane) -> None:
    choose(pane, "Diff options", "More context")

    assert shown(pane)[0] == "35 unchanged lines"
    assert "Context: 4 lines" in choices(pane, "Diff options")


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


def test_go_to_line_opens_the_fold_it_is_in(pane: DiffPane) -> None:
    pane.go_to_line(120)

    assert pane.splitter.main.textCursor().block().text() == "line 120"


def test_the_same_file_shown_again_keeps_its_place(qtbot: QtBot, pane: DiffPane) -> None:
    resize(pane, 1000, 220)
    press(qtbot, pane, "j", "j")
    top = pane.splitter.top()

    pane.show_content(changed_at(40, 90, 150, 151))

    after = pane.splitter.top()
    assert top is not None
    assert after is not None
    assert after.new == top.new


@pytest.mark.parametrize("opened", ["", "fold", "all"])
def test_lines_that_come_and_go_above_leave_those_in_view_where_they_are(
    qtbot: QtBot, pane: DiffPane, opened: str
) -> None:
    resize(pane, 1000, 300)
    QCursor.setPos(0, 0)
    if opened == "fold":  # the one above the last hunk
        pane.splitter.put_cursor(fold_row(pane, 2))
        press(qtbot, pane, Qt.Key.Key_Return)
    elif opened == "all":
        choose(pane, "Diff options", "Show all unchanged lines")
    press(qtbot, pane, "j", "j", "j")
    before, texts = tops(pane), THREE.texts
    assert "LINE 150 is new" in before
    come = "".join(f"mine {n}\n" for n in range(7))

    pane.show_content(prepare(replace(texts, before=come + texts.before, after=come + texts.after)))
    assert tops(pane) == before
    pane.show_content(THREE)
    assert tops(pane) == before

    pane.splitter.enter(0)
    pane.splitter.go_to(pane.splitter.rows.hunk_row(2))
    before = tops(pane)
    pane.show_content(prepare(replace(texts, before=come + texts.before, after=come + texts.after)))
    assert tops(pane) == before


def test_the_line_under_the_pointer_stays_there_when_a_hunk_above_it_goes_or_folds_open(
    qtbot: QtBot, pane: DiffPane
) -> None:
    resize(pane, 1000, 300)
    press(qtbot, pane, "j")
    pane.splitter.go_to(pane.splitter.rows.hunk_row(1), above=0)
    point_at(pane, "line 148")
    before = tops(pane)["line 148"]

    pane.show_content(changed_at(40, 150))
    assert tops(pane)["line 148"] == before
    pane.show_content(THREE)
    assert tops(pane)["line 148"] == before
    choose(pane, "Diff options", "Show all unchanged lines")
    assert tops(pane)["line 148"] == before

    press(qtbot, pane, "j")  # from now on one looks at the text cursor
    place = tops(pane)["LINE 150 is new"]
    pane.show_content(changed_at(40, 150, 151))
    assert tops(pane)["LINE 150 is new"] == place


def test_another_file_starts_at_its_first_hunk(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j", "j")
    pane.show_content(changed_at(60, 160, path="other.txt"))

    assert "hunk 1 of 2" in says(pane)


def test_a_fold_names_the_definition_that_the_lines_below_it_lie_in(qtbot: QtBot, pane: DiffPane) -> None:
    body = [f"    total += {number}" for number in range(60)]
    before = ["import os", "", "def report(sales):", *body]
    half = [*before[:60], "    total += more", *before[61:]]
    after = [*half[:50], "    total += other", *half[51:]]

    pane.show_content(prepare(FileTexts("src/app.py", text(before), text(after))))

    qtbot.waitUntil(lambda: shown(pane)[0] == "47 unchanged lines · def report(sales)")

    pane.show_content(prepare(FileTexts("src/app.py", text(half), text(after))))  # as when a hunk was accepted

    press(qtbot, pane, *[Qt.Key.Key_Up] * pane.splitter.rows.hunk_row(0))
    assert "47 unchanged lines · def report(sales), Return unfolds" in says(pane)


def test_the_last_fold_of_a_file_names_the_definition_that_it_ends_in(qtbot: QtBot, pane: DiffPane) -> None:
    first = ["def early(sales):", *(f"    early += {number}" for number in range(20))]
    second = ["def late(sales):", *(f"    late += {number}" for number in range(20))]
    for rest in ([], ["", "  "]):
        before = [*first, "", *second, *rest]

        pane.show_content(prepare(FileTexts("src/app.py", text(before), text(["import os", *before]))))

        words = f"{40 + len(rest)} unchanged lines · def late(sales)"
        qtbot.waitUntil(lambda words=words: shown(pane)[-1] == words)


def test_both_sides_have_one_current_line(qtbot: QtBot, pane: DiffPane) -> None:
    pane.look.set(DiffLook.SIDE_BY_SIDE)
    old, new = pane.splitter.editors
    seen = [visible for visible in new.visible_rows() if visible.shown.has_line]
    for side, row in ((old, seen[1]), (new, seen[3]), (old, seen[3]), (new, seen[1])):
        place = QPoint(60, row.top + row.height // 2)
        qtbot.mouseClick(side.viewport(), Qt.MouseButton.LeftButton, pos=place)

        assert [editor.textCursor().blockNumber() for editor in (old, new)] == [row.row, row.row]


def test_the_current_line_is_framed_on_the_side_that_has_it(qtbot: QtBot, pane: DiffPane) -> None:
    def framed() -> list[bool]:
        settle()
        picture = on_screen(pane)
        assert picture == painted_again(pane)
        sides = [QRect(view.mapTo(pane, QPoint()), view.size()) for view in (one.viewport() for one in editors)]
        columns = [
            [picture.pixelColor(side.center().x(), y) for y in range(side.top(), side.bottom())] for side in sides
        ]
        return [QColor(LIGHT.accent) in column for column in columns]

    pane.look.set(DiffLook.SIDE_BY_SIDE)
    editors = pane.splitter.editors
    pane.show_content(prepare(FileTexts("a.txt", text(LINES[:9]), text([*LINES[:4], *LINES[6:9], "more"]))))
    assert framed() == [True, False]  # nothing stands beside the removed lines
    assert editors[1].hasFocus()
    assert editors[1].cursorWidth() == 0, "no text cursor in the empty row"
    press(qtbot, pane, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert framed() == [False, True]
    assert editors[1].cursorWidth() > 0
    pane.splitter.editors[0].setFocus()
    assert framed() == [True, False]
    press(qtbot, pane, "j", "j")
    assert framed() == [False, True]
    press(qtbot, pane, Qt.Key.Key_Up)
    assert framed() == [False, False]  # on the bar of the hunk, whose buttons would break it


@pytest.mark.parametrize("go", ["j", Qt.Key.Key_Down, "other side"])
def test_going_on_leaves_no_old_mark_on_the_screen(qtbot: QtBot, pane: DiffPane, go: str | Qt.Key) -> None:
    if go == "other side":
        pane.splitter.editors[0].setFocus()
    else:
        press(qtbot, pane, *(go if isinstance(go, str) else [go]))
    settle()
    seen = on_screen(pane)

    assert seen == painted_again(pane)
