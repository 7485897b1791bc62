"""Lines that were decided by themselves stay in sight as thin rows, from which the decision can be reset."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.rows import RowKind
from guillemet.engine.review import DecidedRun, Decision, FileReview, FileTexts, HunkState, Kind, ProposedHunk
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.insets.decided_rows import DecidedRow
from guillemet.ui.diff.insets.hunk_bar import HunkBar
from guillemet.ui.diff.line_menu import LineMenu
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.controls import StatusSign
from tests.kit.hands import double_press
from tests.ui.diff.hands import LINES, button, find_count, fold_row, press, says, settle, text

PATH = "src/app.txt"


def decided_content() -> DiffContent:
    """Return a file of three hunks: one was accepted, one waits, one was rejected."""
    before = [f"LINE {n}" if n == 40 else line for n, line in enumerate(LINES, start=1)]
    after = [f"LINE {n}" if n == 90 else line for n, line in enumerate(before, start=1)]
    states = {40: HunkState.ACCEPTED, 90: HunkState.WAITING, 150: HunkState.REJECTED}
    places = {line: (line - 1, line) for line in states}
    runs = [
        DecidedRun(number, state, places[line], places[line], f"line {line}\n", f"LINE {line}\nmore\n")
        for number, (line, state) in enumerate(states.items(), start=1)
        if state is not HunkState.WAITING
    ]
    hunks = tuple(ProposedHunk(places[line], places[line], state) for line, state in states.items())
    return prepare(FileTexts(PATH, text(before), text(after), identity="it", hunks=hunks, decided=tuple(runs)))


@pytest.fixture
def decided(pane: DiffPane) -> DiffPane:
    """Return the pane with that file, all of which is in view."""
    pane.show_content(None)
    pane.show_content(decided_content())
    pane.setFocus()
    settle()
    return pane


def rows(pane: DiffPane) -> list[DecidedRow]:
    found = [row for row in pane.splitter.findChildren(DecidedRow) if row.isVisible()]
    return sorted(found, key=lambda row: row.y())


def enter_first(pane: DiffPane) -> DecidedRow:
    """Put the text cursor into the row of the first hunk."""
    row = next(row for row, _ in pane.splitter.rows.inset_rows())
    pane.splitter.put_cursor(row)
    pane.splitter.row_entered.emit(row)
    return rows(pane)[0]


def test_what_was_decided_by_itself_keeps_a_thin_row_that_no_fold_hides(decided: DiffPane) -> None:
    accepted, rejected = rows(decided)
    kinds = [row.kind for row in decided.splitter.rows]

    assert says(accepted) == "hunk 1 of 3 accepted · +2 −1"
    assert says(rejected) == rejected.accessibleName() == "hunk 3 of 3 rejected · +2 −1"
    assert kinds[:3] == [RowKind.FOLD, RowKind.INSET, RowKind.FOLD]
    assert kinds[-3:] == [RowKind.FOLD, RowKind.INSET, RowKind.FOLD]
    assert {row.height() for row in rows(decided)} == {decided.splitter.visible_rows()[0].height}
    code = decided.splitter.editors[0].viewport()
    left = code.mapTo(decided.splitter, QPoint(style.TIGHT, 0)).x()
    assert {row.findChild(StatusSign).mapTo(decided.splitter, QPoint()).x() for row in rows(decided)} == {left}
    assert [row.reset.text() for row in rows(decided)] == ["Reset", "Reset"]

    texts = decided_content().texts
    first, last = texts.decided
    decided.show_content(prepare(replace(texts, decided=(first, replace(last, hunk=1)))))
    assert [row.reset.text() for row in rows(decided)] == ["Reset hunk 1", "Reset hunk 1"]
    assert {row.reset.accessibleName() for row in rows(decided)} == {"Reset all decisions on hunk 1"}


def test_where_every_hunk_is_decided_the_folds_open_and_the_head_keeps_its_choices(
    qtbot: QtBot, decided: DiffPane
) -> None:
    texts = decided_content().texts
    first, last = texts.decided
    hunks, runs = (texts.hunks[0], texts.hunks[2]), (first, replace(last, hunk=2))
    decided.show_content(prepare(replace(texts, after=texts.before, hunks=hunks, decided=runs)))
    settle()
    assert not decided.splitter.rows.hunks

    decided.splitter.put_cursor(fold_row(decided))
    press(qtbot, decided, Qt.Key.Key_Return)
    assert RowKind.SAME in {row.kind for row in decided.splitter.rows}
    assert button(decided, "Look of the diff: side by side").isVisible()
    assert button(decided, "Diff options").isVisible()


def test_the_second_press_of_a_double_click_on_the_button_that_decided_shows_no_lines(
    qtbot: QtBot, decided: DiffPane
) -> None:
    first = rows(decided)[0]
    low, place = first.height(), QPoint(first.width() - 3, 3)

    double_press(first, place)  # the row has come to where the button was
    qtbot.mouseRelease(first, Qt.MouseButton.LeftButton, pos=place)
    settle()
    assert first.height() == low

    qtbot.mouseClick(first, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: first.height() > low)


def test_return_and_a_click_show_the_lines_of_a_decided_hunk_and_hide_them(qtbot: QtBot, decided: DiffPane) -> None:
    first = enter_first(decided)
    low = first.height()
    for open_and_close in (
        lambda: press(qtbot, decided, Qt.Key.Key_Return),
        lambda: qtbot.mouseClick(first, Qt.MouseButton.LeftButton, pos=QPoint(first.width() - 3, 3)),
        lambda: qtbot.mouseClick(first.show_lines, Qt.MouseButton.LeftButton),
    ):
        open_and_close()
        qtbot.waitUntil(lambda: first.height() > 3 * low)
        box = first.findChild(CodeBox)
        assert isinstance(box, CodeBox)
        assert box.toPlainText() == "− line 40\n+ LINE 40\n+ more"
        assert decided.splitter.main.hasFocus()

        press(qtbot, decided, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: first.height() == low)


def test_the_keys_of_hunks_stop_at_decided_rows_which_those_of_undecided_ones_pass(
    qtbot: QtBot, decided: DiffPane
) -> None:
    splitter, foot = decided.splitter, decided.findChild(Footer)
    assert isinstance(foot, Footer)
    first, last = (row for row, _ in splitter.rows.inset_rows())
    hunk = splitter.rows.hunk_row(0)
    for key, stop, place, reset in (
        ("k", first, "hunk 1 of 3 accepted", (PATH, 1, "it")),
        ("k", first, "hunk 1 of 3 accepted", (PATH, 1, "it")),
        ("j", hunk, "line 90, changed", None),
        ("j", last, "hunk 3 of 3 rejected", (PATH, 3, "it")),
        ("j", last, "hunk 3 of 3 rejected", (PATH, 3, "it")),
    ):
        press(qtbot, decided, key)
        assert splitter.main.textCursor().blockNumber() == stop, place
        assert place in says(foot)
        assert ("2 of 3" in says(foot)) is (stop == hunk)
        assert decided.decided_hunk() == reset
    assert (foot.previous.isEnabled(), foot.next.isEnabled()) == (True, False)
    press(qtbot, decided, "y")
    assert "Decided already. In the diff, Ctrl+Alt+U or R resets it." in says(foot)

    press(qtbot, decided, "k", "k")
    decided.next_undecided()
    assert splitter.main.textCursor().blockNumber() == hunk
    with qtbot.waitSignal(decided.next_undecided_requested):
        decided.next_undecided()

    run = DecidedRun(1, HunkState.REJECTED, (1, 1), (3, 3), "", "was new\n")
    hunks = (ProposedHunk((1, 1), (1, 5), HunkState.REJECTED | HunkState.WAITING),)
    decided.show_content(prepare(FileTexts(PATH, "0\n5\n", "0\n1\n2\n3\n4\n5\n", hunks=hunks, decided=(run,))))
    hunk = splitter.rows.hunk_row(0)
    for key, stop in (("j", hunk + 2), ("k", hunk)):  # within the hunk
        press(qtbot, decided, key)
        assert splitter.main.textCursor().blockNumber() == stop
    with qtbot.waitSignal(decided.next_undecided_requested):
        decided.next_undecided()


def test_the_arrows_and_tab_reach_decided_rows(qtbot: QtBot, decided: DiffPane) -> None:
    row = next(row for row, _ in decided.splitter.rows.inset_rows())
    decided.splitter.put_cursor(row + 1)
    press(qtbot, decided, Qt.Key.Key_Up)
    assert decided.splitter.main.textCursor().blockNumber() == row
    first, last = rows(decided)
    press(qtbot, decided, Qt.Key.Key_Tab, Qt.Key.Key_Tab)
    assert first.reset.hasFocus()
    assert not last.reset.focusPolicy() & Qt.FocusPolicy.TabFocus
    with qtbot.waitSignal(decided.decided_rows.reset_requested) as asked:
        press(qtbot, decided, Qt.Key.Key_Return)
    assert asked.args == [PATH, 1, "it"]
    press(qtbot, decided, Qt.Key.Key_Escape)
    assert decided.splitter.main.hasFocus()


def test_the_hunk_to_be_reset_is_that_of_the_row_or_the_line_of_the_text_cursor(decided: DiffPane) -> None:
    enter_first(decided)
    assert decided.decided_hunk() == (PATH, 1, "it")

    decided.go_to_line(150)
    assert decided.decided_hunk() == (PATH, 3, "it")
    view = decided.findChild(DiffView)
    assert isinstance(view, DiffView)
    menu = LineMenu(view, decided.menus, decided)
    assert reset_in(menu)

    decided.go_to_line(90)
    assert decided.decided_hunk() is None


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus
def test_the_right_button_on_a_row_offers_what_its_buttons_do(qtbot: QtBot, decided: DiffPane) -> None:
    for row, number in zip(rows(decided), (1, 3), strict=True):
        at = QPoint(30, 4)
        QApplication.sendEvent(row, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, row.mapToGlobal(at)))
        menu = next(menu for menu in decided.findChildren(QMenu) if menu.isVisible())
        offered = {action.text(): action for action in menu.actions()}
        assert {"Show", "Reset\tR"} <= offered.keys()

        with qtbot.waitSignal(decided.decided_rows.reset_requested) as asked:
            offered["Reset\tR"].trigger()
        menu.close()
        assert asked.args == [PATH, number, "it"]


def reset_in(menu: QMenu) -> bool:
    return any(action.text().startswith("Reset the decision on this hunk") for action in menu.actions())


@pytest.mark.parametrize("decision", [Decision.ACCEPTED, Decision.REJECTED])
def test_each_hunk_of_a_decided_file_says_so_and_offers_to_reset_it(
    qtbot: QtBot, decided: DiffPane, decision: Decision
) -> None:
    content = decided_content()
    hunks = tuple(replace(hunk, state=HunkState.of(decision)) for hunk in content.texts.hunks)
    whole = prepare(replace(content.texts, hunks=hunks if decision is Decision.ACCEPTED else (), decided=()))
    decided.set_files([FileReview(PATH, Kind.CHANGED, decision, 1, 1, 3)])
    decided.show_content(whole)
    decided.show_decision(decision)
    settle()
    bar = next(bar for bar in decided.splitter.findChildren(HunkBar) if bar.isVisible())
    offered = [button for button in bar.buttons if button.isVisible()]

    assert says(bar) == decision
    number = 2 if decision is Decision.ACCEPTED else 1
    assert [one.text() for one in offered] == ["Reset"]
    assert offered[0].accessibleName() == f"Reset the decision on hunk {number} of {2 * number - 1}"
    assert decided.decided_hunk() == (PATH, number, "it")
    with qtbot.waitSignal(decided.decided_rows.reset_requested) as asked:
        qtbot.mouseClick(offered[0], Qt.MouseButton.LeftButton)
    assert asked.args == [PATH, number, "it"]


def test_lines_decided_by_themselves_are_among_the_changed_ones_that_are_searched(
    qtbot: QtBot, decided: DiffPane
) -> None:
    press(qtbot, decided, "/")
    qtbot.keyClicks(decided.focusWidget(), "line")
    qtbot.waitUntil(lambda: find_count(decided).endswith("of 203"))

    qtbot.mouseClick(button(decided, "Changed lines only"), Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: find_count(decided).endswith("of 6"))  # both sides of each of the three hunks


def test_what_is_found_in_a_rejected_hunk_is_shown_in_its_row(qtbot: QtBot, decided: DiffPane) -> None:
    press(qtbot, decided, "/")
    field = decided.focusWidget()
    qtbot.keyClicks(field, "LINE 150")  # as it was proposed: capitals matter
    qtbot.waitUntil(lambda: find_count(decided) == "1 of 1")

    qtbot.keyClick(field, Qt.Key.Key_Return)

    box = rows(decided)[1].findChild(CodeBox)
    qtbot.waitUntil(box.isVisible)
    assert box.textCursor().selectedText() == "LINE 150"
    assert box.textCursor().block().text() == "+ LINE 150"
