"""Promises of deciding by hunk: the bar above each one, the keys, the selected lines, and where one is afterwards."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor, QFont, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.rows import RowKind
from guillemet.engine.review import Decision, FileTexts, Kind, Part
from guillemet.settings import DiffLook, WhiteSpace
from guillemet.ui.diff.diff_editor import CHOSEN
from guillemet.ui.diff.insets.hunk_bar import HunkBar
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style import style
from guillemet.ui.style.theme import LIGHT
from tests.kit.hands import buttons, double_press, quick_presses
from tests.ui.diff.hands import LINES, THREE, button, changed_at, in_view, press, resize, says, settle, shown, text

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus

Decided = list[tuple[str, str, Part]]


@pytest.fixture
def decided(pane: DiffPane) -> Iterator[Decided]:
    """Return what is asked to be decided: "accept" or "reject", the path and the part."""
    asked: Decided = []
    pane.decisions.accept_part_requested.connect(lambda path, part: asked.append(("accept", path, part)))
    pane.decisions.reject_part_requested.connect(lambda path, part: asked.append(("reject", path, part)))
    return asked


def lines_of(*lines: int) -> Part:
    """Return the part that is these lines, counted from 1, on both sides."""
    ranges = tuple((line - 1, line) for line in lines)
    return Part(ranges, ranges, "")


def select(pane: DiffPane, first: int, last: int) -> None:
    """Select these rows of the main side."""
    document = pane.splitter.main.document()
    cursor = QTextCursor(document.findBlockByNumber(first))
    end = document.findBlockByNumber(last)
    cursor.setPosition(end.position() + end.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    pane.splitter.main.setTextCursor(cursor)


def test_a_bar_above_each_hunk_says_which_it_is_and_how_much_it_changes(looked_at: DiffPane) -> None:
    rows = looked_at.splitter.rows
    document = looked_at.splitter.editors[0].document()

    bars = [(document.findBlockByNumber(row).text(), rows[row + 1].hunk) for row, _ in rows.bar_rows()]

    assert bars == [(f"hunk {at + 1} of 3 · +1 −1", at) for at in range(3)]


def test_the_hunks_of_a_moved_file_are_decided_one_by_one_and_a_deleted_one_as_a_whole(pane: DiffPane) -> None:
    def deciding() -> list[str]:
        settle()
        found = [name for name in buttons(pane) if name.startswith(("Accept", "Reject"))]
        return [name for name in found if "hunk" in name or "line" in name]

    pane.show_content(replace(THREE, kind=Kind.MOVED, moved_from="src/old.txt"))
    assert deciding() == [f"{verb} hunk {number} of 3" for number in (1, 2, 3) for verb in ("Accept", "Reject")]

    pane.show_content(prepare(FileTexts("src/app.txt", text(LINES[:9]), ""), kind=Kind.DELETED))
    assert deciding() == ["Accept hunk 1 of 1", "Reject hunk 1 of 1"]
    row = pane.splitter.rows.hunk_row(0)
    select(pane, row + 1, row + 2)
    assert deciding() == []
    select(pane, row, row + 8)
    assert deciding() == ["Accept 9 lines", "Reject 9 lines"]


@pytest.mark.parametrize("verb", ["Accept", "Reject"])
def test_the_buttons_of_a_bar_decide_its_hunk(qtbot: QtBot, looked_at: DiffPane, decided: Decided, verb: str) -> None:
    qtbot.mouseClick(button(looked_at, f"{verb} hunk 2 of 3"), Qt.MouseButton.LeftButton)

    assert decided == [(verb.lower(), "src/app.txt", lines_of(90))]


def test_a_double_click_on_a_bar_decides_one_hunk(qtbot: QtBot, pane: DiffPane, decided: Decided) -> None:
    first = button(pane, "Accept hunk 1 of 3")
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    pane.show_content(changed_at(90, 150))
    following = button(pane, "Accept hunk 1 of 2")

    double_press(following, following.rect().center())
    qtbot.mouseRelease(following, Qt.MouseButton.LeftButton)

    assert decided == [("accept", "src/app.txt", lines_of(40))]
    qtbot.mouseClick(following, Qt.MouseButton.LeftButton)
    assert decided[1:] == [("accept", "src/app.txt", lines_of(90))]


def test_any_number_of_quick_clicks_on_a_bar_decides_one_hunk(pane: DiffPane, decided: Decided) -> None:
    bar = button(pane, "Accept hunk 2 of 3")
    wait = QApplication.styleHints().mouseDoubleClickInterval()
    middle, times = bar.rect().center(), [10_000 + time * wait // 4 for time in range(5)]

    quick_presses(bar, middle, *times)
    assert len(decided) == 1

    quick_presses(bar, middle, times[-1] + wait + 1)
    assert len(decided) == 2
    quick_presses(bar, middle - QPoint(bar.width() // 2 - 2, 0), times[-1] + wait + 2)
    assert len(decided) == 3


def test_lines_that_differ_in_ignored_white_space_are_decided_with_those_beside_them_or_shown_first(
    qtbot: QtBot, pane: DiffPane, decided: Decided
) -> None:
    inner, other = ([f"  {line}" for line in LINES[of]] for of in (slice(9, 12), slice(30, 32)))
    after = [*LINES[:9], "try:", *inner, "finally:", "  end", *LINES[12:30], *other, *LINES[32:]]
    pane.show_content(prepare(FileTexts("src/app.txt", text(LINES), text(after)), white_space=WhiteSpace.NONE))
    whole = Part(((9, 12),), ((9, 10), (10, 13), (13, 15)), "", WhiteSpace.NONE)

    press(qtbot, pane, "j", "y")
    assert says(pane).count("3 lines differ in white space only") == 1
    assert decided == [("accept", "src/app.txt", whole)]

    pane.splitter.bars[-1].place()
    accept = button(pane, "Accept hunk 1 of 2")
    assert accept.text() == "Accept all 3 parts"
    qtbot.mouseClick(accept, Qt.MouseButton.LeftButton)
    assert decided[1:] == [("accept", "src/app.txt", whole)]

    press(qtbot, pane, "j", "j", "x")
    assert "Press again to decide them" in says(pane)
    assert decided[2:] == []
    assert "  line 31" in shown(pane)

    press(qtbot, pane, "x")
    assert decided[2:] == [("reject", "src/app.txt", Part(((30, 32),), ((33, 35),), "", WhiteSpace.NONE))]


@pytest.mark.parametrize(("key", "verb"), [("y", "accept"), ("x", "reject")])
def test_a_key_decides_the_current_hunk(
    qtbot: QtBot, looked_at: DiffPane, decided: Decided, key: str, verb: str
) -> None:
    press(qtbot, looked_at, "j", key)

    assert decided == [(verb, "src/app.txt", lines_of(90))]


def test_a_selected_line_is_decided_with_the_line_it_became_in_both_looks(
    qtbot: QtBot, pane: DiffPane, decided: Decided
) -> None:
    before = "".join(f"{n}\n" for n in range(5))
    pane.show_content(prepare(FileTexts("a.txt", before, before.replace("2\n3\n", "two\nthree\n"), identity="xy")))
    first = pane.splitter.rows.hunk_row(0)
    for last, verb in ((first, "Accept 1 line"), (first + 1, "Accept 2 lines")):  # an old one beside each new one
        select(pane, first, last)
        assert verb in buttons(pane)
        assert tinted(pane) == [list(range(first, last + 1))] * 2  # on the side without the selection, too
    old = pane.splitter.editors[0]
    old.put_cursor(first)
    for words in ("old line 3 selected", "old lines 3 to 4 selected"):
        qtbot.keyClick(old, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        assert words in says(pane)

    pane.look.set(DiffLook.UNIFIED)
    first = pane.splitter.rows.hunk_row(0)
    assert shown(pane)[2:6] == ["2", "3", "two", "three"]

    select(pane, first + 1, first + 2)
    assert "old line 4 to line 3 selected" in says(pane)
    assert "Accept +2 −2" in buttons(pane)
    for at in (first + 1, first + 3):  # the old or the new line of one pair
        select(pane, at, at)
        assert "Accept +1 −1" in buttons(pane)
        assert tinted(pane) == [[first + 1, first + 3]]
    press(qtbot, pane, "y")

    assert decided == [("accept", "a.txt", Part(old=((3, 4),), new=((3, 4),), of="xy"))]
    pane.splitter.enter(0)
    assert tinted(pane) == [[]]
    assert says(pane).endswith("| line 1 | Y accept · X reject")
    main = pane.splitter.main
    for _ in range(2):
        qtbot.keyClick(main, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert "lines 1 to 2 selected" in says(pane)  # the text cursor is at the start of the next row
    qtbot.keyClick(main, Qt.Key.Key_Left)
    qtbot.keyClick(main, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert "line 1 selected" in says(pane)
    qtbot.keyClick(main, Qt.Key.Key_Left)
    assert says(pane).endswith("| line 1 | Y accept · X reject")


def test_escape_and_plain_arrows_drop_the_selected_lines_also_where_the_text_cursor_stays(
    qtbot: QtBot, pane: DiffPane, decided: Decided
) -> None:
    pane.show_content(prepare(FileTexts("a.txt", "", "one\ntwo\n", identity="xy")))
    main, last = pane.splitter.main, len(pane.splitter.rows) - 1
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_End):
        main.put_cursor(last - 1)
        qtbot.keyClick(main, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        qtbot.keyClick(main, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
        assert "lines 1 to 2 selected" in says(pane)
        qtbot.keyClick(main, key)
        assert "selected" not in says(pane), key
        assert pane.splitter.cursor_row() == pane.splitter.rows[last]

    qtbot.keyClick(main, Qt.Key.Key_Home)
    qtbot.keyClick(main, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    press(qtbot, pane, "y")
    assert decided == [("accept", "a.txt", Part(old=(), new=((1, 2),), of="xy"))]


def tinted(pane: DiffPane) -> list[list[int]]:
    """Return the rows of each editor behind which lies the colour of what is decided with the selected lines."""
    found = []
    for editor in filter(lambda editor: editor.isVisible(), pane.splitter.editors):
        picture, right = editor.viewport().grab().toImage(), editor.viewport().width() - 3
        behind = [style.blend(LIGHT.selected_text, band, CHOSEN) for band in (LIGHT.added, LIGHT.removed)]
        middles = {visible.row: visible.top + visible.height // 2 for visible in editor.visible_rows()}
        found.append([row for row, y in middles.items() if picture.pixelColor(right, y) in behind])
    return found


def gutter_at(pane: DiffPane, row: int) -> QPoint:
    """Return a place in the gutter beside a row of the main side."""
    place = next(visible for visible in pane.splitter.visible_rows() if visible.row == row)
    return QPoint(style.BAR + 20, place.top + place.height // 2)


@pytest.mark.parametrize("place", ["bar", "foot", "menu"])
def test_lines_selected_in_the_gutter_are_decided_by_the_mouse(
    qtbot: QtBot, pane: DiffPane, decided: Decided, place: str
) -> None:
    pane.look.set(DiffLook.UNIFIED)
    before = "".join(f"{n}\n" for n in range(5))
    pane.show_content(prepare(FileTexts("a.txt", before, before.replace("2\n3\n", "two\nthree\n"), identity="xy")))
    pane.show_decision(Decision.UNDECIDED)
    gutter, row = pane.splitter.gutters[0], pane.splitter.rows.hunk_row(0)
    left = Qt.MouseButton.LeftButton
    qtbot.mouseClick(gutter, left, pos=gutter_at(pane, row))
    assert "Accept +1 −1" in buttons(pane)
    qtbot.mousePress(gutter, left, pos=gutter_at(pane, row + 2))
    qtbot.mouseRelease(gutter, left, pos=gutter_at(pane, row + 1))
    assert [name for name in buttons(pane) if name.startswith("Accept")] == ["Accept +2 −2"]

    if place == "menu":
        pane._reading.menu_requested.emit(QPoint())
        menu = next(one for one in pane.findChildren(QMenu) if one.isVisible())
        next(action for action in menu.actions() if action.text() == "Accept +2 −2\tY").trigger()
        menu.close()
    else:
        found = [each for each in pane.findChildren(QAbstractButton) if each.accessibleName() == "Accept +2 −2"]
        of_bar = [isinstance(each.parentWidget(), HunkBar) for each in found]
        qtbot.mouseClick(found[of_bar.index(place == "bar")], left)

    assert decided == [("accept", "a.txt", Part(old=((2, 4),), new=((2, 4),), of="xy"))]
    select(pane, row - 2, row - 2)
    assert "Accept hunk 1 of 1" in buttons(pane)


def test_nothing_is_decided_where_no_changed_line_is_selected(qtbot: QtBot, pane: DiffPane, decided: Decided) -> None:
    select(pane, 1, 2)

    press(qtbot, pane, "y")

    assert decided == []
    assert "No changed line is selected" in says(pane)


def test_a_press_on_selected_lines_begins_another_selection(qtbot: QtBot, pane: DiffPane) -> None:
    main, row = pane.splitter.main, pane.splitter.rows.hunk_row(0)
    select(pane, row - 2, row + 2)
    tops = {visible.row: visible.top + visible.height // 2 for visible in main.visible_rows()}

    qtbot.mousePress(main.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, tops[row - 1]))
    qtbot.mouseMove(main.viewport(), QPoint(90, tops[row]))
    qtbot.mouseRelease(main.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(90, tops[row]))

    assert main.chosen_rows() == range(row - 1, row + 1)


def test_pieces_of_a_broken_line_are_decided_as_the_line(qtbot: QtBot, pane: DiffPane, decided: Decided) -> None:
    line = ", ".join(map(str, range(1_000)))
    pane.show_content(prepare(FileTexts("a", "one\n", f"one\n{line}\nthree\n")))

    press(qtbot, pane, "y")

    assert decided == [("accept", "a", Part((), ((1, 3),), ""))]


def test_what_was_decided_gives_way_to_the_next_hunk_and_nothing_above_moves(qtbot: QtBot, pane: DiffPane) -> None:
    resize(pane, 1000, 240)
    press(qtbot, pane, "j")
    top = pane.splitter.top()

    press(qtbot, pane, "y")
    accepted = [f"LINE {n} is new" if n == 90 else line for n, line in enumerate(LINES, start=1)]
    pane.show_content(prepare(FileTexts("src/app.txt", text(accepted), changed_at(40, 90, 150).texts.after)))

    assert "hunk 2 of 2" in says(pane)
    assert "line 150, changed" in says(pane)
    assert 1 in in_view(pane)
    now = pane.splitter.top()
    assert top is not None
    assert now is not None
    assert now.new == top.new


def test_after_the_last_hunk_the_first_one_left_is_current(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j", "j", "x")
    pane.show_content(changed_at(40, 90))

    assert "hunk 1 of 2" in says(pane)


def test_n_goes_through_the_hunks_and_on_to_the_next_file(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "n", "n")
    assert "hunk 3 of 3" in says(pane)

    with qtbot.waitSignal(pane.next_undecided_requested):
        press(qtbot, pane, "n")


@pytest.mark.parametrize("decision", [Decision.ACCEPTED, Decision.REJECTED])
def test_hunks_of_a_decided_file_offer_no_decision(pane: DiffPane, decision: Decision) -> None:
    assert button(pane, "Accept hunk 1 of 3").isVisible()

    pane.show_decision(decision)

    assert not button(pane, "Accept hunk 1 of 3").isVisible()


@pytest.mark.parametrize("key", ["y", "x"])
def test_the_keys_of_a_hunk_decide_no_file_that_is_decided_and_has_others(
    qtbot: QtBot, pane: DiffPane, key: str
) -> None:
    pane.show_decision(Decision.ACCEPTED)
    asked: list[str] = []
    pane.accept_requested.connect(lambda: asked.append("accept"))
    pane.reject_requested.connect(lambda: asked.append("reject"))
    press(qtbot, pane, "j", key)

    assert asked == []
    assert "Decided already. " in says(pane)
    pane.show_decision(Decision.UNDECIDED)  # by a reset in the list
    assert "Decided already. " not in says(pane)
    pane.show_decision(Decision.ACCEPTED)

    pane.show_content(changed_at(40))
    press(qtbot, pane, "j", key)
    assert asked == [{"y": "accept", "x": "reject"}[key]]


def test_tab_goes_from_the_text_to_the_buttons_of_the_current_hunk_only(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "j", Qt.Key.Key_Tab)

    assert button(pane, "Accept hunk 2 of 3").hasFocus()


def test_a_comment_on_a_hunk_is_on_its_selected_lines_or_all_of_it(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(changed_at(40, 41, 42))

    qtbot.mouseClick(button(pane, "Comment on hunk 1 of 1"), Qt.MouseButton.LeftButton)

    assert "Comment on src/app.txt, lines 40 to 42" in says(pane)

    pane.splitter.main.setFocus()
    first = pane.splitter.rows.hunk_row(0)
    select(pane, first + 1, first + 2)
    qtbot.mouseClick(button(pane, "Comment on the selected lines"), Qt.MouseButton.LeftButton)
    assert "Comment on src/app.txt, lines 41 to 42" in says(pane)


def test_the_bars_stay_where_they_are_when_the_text_goes_sideways(pane: DiffPane) -> None:
    wide = [f"{line} {'wide ' * 80}" for line in LINES]
    pane.show_content(prepare(FileTexts("a.txt", text(LINES), text(wide[:3] + LINES[3:]))))
    bar = button(pane, "Accept hunk 1 of 1")
    left = bar.mapTo(pane, bar.rect().topLeft())

    pane.splitter.main.horizontalScrollBar().setValue(200)

    assert bar.mapTo(pane, bar.rect().topLeft()) == left


def test_a_bar_has_no_line_to_copy(looked_at: DiffPane) -> None:
    rows = [row for row in looked_at.splitter.rows if row.kind is RowKind.BAR]

    assert [looked_at.splitter.main.shows.place(row) for row in rows] == [None] * 3


@pytest.mark.parametrize("width", range(200, 561, 40))
def test_the_buttons_of_a_hunk_cover_whole_words_of_its_caption(pane: DiffPane, width: int) -> None:
    pane.look.set(DiffLook.UNIFIED)
    resize(pane, width, 480)

    bar = next(bar for bar in pane.findChildren(HunkBar) if bar.isVisible())
    advance = pane.splitter.main.fontMetrics().horizontalAdvance
    captions = ["hunk 1 of 3 · +1 −1", "hunk 1 of 3", "hunk 1"]
    ends = [advance(words) + style.GAP for words in captions]
    assert bar.x() in (*ends, 0)
    if bar.x() != ends[0]:
        assert bar.geometry().right() + 1 == pane.splitter.main.viewport().width()


def test_tab_reaches_the_buttons_of_the_current_hunk_only(qtbot: QtBot, pane: DiffPane) -> None:
    pane.set_font_size(5)  # all hunks are in view
    settle()
    for number in (1, 2, 3):
        bars = [bar for bar in pane.splitter.main.viewport().findChildren(HunkBar) if bar.isVisible()]
        reached = [one for bar in bars for one in bar.buttons if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
        names = [one.accessibleName() for one in reached]

        assert len(bars) == 3
        assert names == [f"{verb} hunk {number} of 3" for verb in ("Accept", "Reject", "Edit", "Comment on")]

        press(qtbot, pane, "j")


def test_the_letters_of_the_buttons_fit_the_row_under_another_style_sheet_too(pane: DiffPane) -> None:
    bar = next(bar for bar in pane.findChildren(HunkBar) if bar.isVisible())
    fitting = bar.buttons[0].font().pixelSize()
    bar.buttons[0].setFont(QFont())  # as Qt does for a new style sheet

    pane.set_theme(LIGHT)

    assert bar.buttons[0].font().pixelSize() == fitting


def test_buttons_that_are_made_while_nothing_is_painted_are_painted_later(pane: DiffPane) -> None:
    editor = pane.splitter.main
    with editor._unpainted():
        bar = HunkBar(editor.viewport())

    assert bar.updatesEnabled()
    assert all(control.updatesEnabled() for control in bar.buttons)


def test_no_button_that_slid_away_from_the_pointer_is_drawn_as_hovered(qtbot: QtBot, pane: DiffPane) -> None:
    accept = button(pane, "Accept hunk 1 of 3")
    QTest.mouseMove(accept, accept.rect().center())
    qtbot.waitUntil(accept.underMouse)

    accepted = [f"LINE {n} is new" if n == 40 else line for n, line in enumerate(LINES, start=1)]
    pane.show_content(prepare(FileTexts("src/app.txt", text(accepted), THREE.texts.after)))
    settle()
    bars = [bar for bar in pane.findChildren(HunkBar) if bar.isVisible()]
    assert bars
    for one in (one for bar in bars for one in bar.buttons):
        assert not one.underMouse() or one.rect().contains(one.mapFromGlobal(QCursor.pos()))


def test_the_hunk_behind_a_line_that_is_gone_to_is_the_one_the_keys_decide(
    qtbot: QtBot, pane: DiffPane, decided: Decided
) -> None:
    pane.show_content(changed_at(40, 46, 150))
    pane.go_to_line(44)  # the hunk above is in view, too

    press(qtbot, pane, "y")

    assert decided == [("accept", "src/app.txt", lines_of(46))]


def test_the_buttons_of_a_hunk_are_scrolled_into_view_as_the_tab_key_reaches_them(pane: DiffPane) -> None:
    resize(pane, 900, 400)
    splitter = pane.splitter
    line = splitter.visible_rows()[-2].height  # fonts may take more than their line spacing
    resize(pane, 900, 400 - splitter.main.viewport().height() % line + line // 2)  # the last row is in view by half
    pane.next_hunk()
    pane.next_hunk()
    first = splitter.rows.hunk_row(2)
    height = splitter.main.viewport().height()
    splitter.keep_at(first - 1, height // line)
    settle()
    accept = button(pane, "Accept hunk 3 of 3")
    assert accept.mapTo(splitter.main.viewport(), QPoint(0, accept.height())).y() > height

    accept.setFocus(Qt.FocusReason.TabFocusReason)
    settle()

    assert accept.mapTo(splitter.main.viewport(), QPoint(0, accept.height())).y() < height
    assert accept.hasFocus()


def test_what_has_no_room_in_a_bar_is_left_out_and_never_cut_and_deciding_stays_longest(pane: DiffPane) -> None:
    pane.look.set(DiffLook.SIDE_BY_SIDE)

    def shown_in_bar() -> list[str]:
        settle()
        bar = next(bar for bar in pane.splitter.findChildren(HunkBar) if bar.isVisible())
        seen = [control for control in bar.buttons if control.isVisible()]
        assert all(control.width() >= control.sizeHint().width() for control in seen), pane.width()
        assert all(bar.x() + one.geometry().right() < bar.parentWidget().width() for one in seen), pane.width()
        return [control.text() for control in seen]

    found = list[list[str]]()
    for width in range(900, 360, -20):
        resize(pane, width, 600)
        found.append(shown_in_bar())
    assert [found[0], found[-1]] == [["Accept", "Reject", "Edit", "Comment"], ["Accept", "Reject"]]
    assert ["Accept", "Reject", "Edit"] in found

    row = pane.splitter.rows.hunk_row(0)
    select(pane, row, row)
    assert shown_in_bar() == ["Accept", "Reject"]
    assert "Accept 1 line" in buttons(pane.splitter)
    resize(pane, 900, 600)
    assert shown_in_bar() == ["Accept 1 line", "Reject 1 line", "Edit", "Comment"]
