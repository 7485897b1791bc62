"""Promises of wrapped lines, of the size of letters, and of one column where there is little room."""

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QScrollArea, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.review import FileTexts
from guillemet.settings import DiffLook, Look, Settings, load, save
from guillemet.ui.diff.diff_editor import DiffEditor
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.empty_page import NOTHING_PICKED
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.diff.shared_bar import SharedBar
from guillemet.ui.diff.wrapped_lines import LINE_BREAK
from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK, LIGHT
from tests.kit.hands import named
from tests.ui.diff.hands import (
    LINES,
    THREE,
    button,
    changed_at,
    choices,
    fold_row,
    on_screen,
    press,
    resize,
    settle,
    text,
)

LONG = "word " * 120


def long_at(*numbers: int) -> DiffContent:
    """Return a file of which these new lines are far longer than the pane is wide."""
    after = [f"{line} {LONG}" if n in numbers else line for n, line in enumerate(LINES, start=1)]
    return prepare(FileTexts("src/long.txt", text(LINES), text(after)))


def heights(pane: DiffPane) -> list[list[tuple[int, int]]]:
    """Return the rows in view of each side, and how high they are."""
    return [[(row.row, row.height) for row in editor.visible_rows()] for editor in pane.splitter.editors]


def test_a_long_line_is_broken_and_both_sides_stay_beside_each_other(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(long_at(5, 90))
    press(qtbot, pane, "z")

    old, new = heights(pane)
    assert old == new
    low = min(height for _, height in new)
    assert max(height for _, height in new) >= 3 * low
    assert pane.splitter.main.horizontalScrollBar().maximum() == 0


def further_lines(editor: DiffEditor, row: int) -> tuple[float, list[float]]:
    """Return how far to the right the text of a row begins behind its indentation, and its further lines do."""
    block = editor.document().findBlockByNumber(row)
    told = block.lineCount()
    editor.blockBoundingRect(block)  # lets Qt lay it out, if it is not
    layout, words = block.layout(), block.text().rstrip(LINE_BREAK)
    lines = [layout.lineAt(at) for at in range(layout.lineCount())]
    assert told == len(lines), f"row {row} was counted as {told} lines, and has {len(lines)}"
    blanks, margin = len(words) - len(words.lstrip(" \t")), editor.document().documentMargin()
    indentation = cast("tuple[float, int]", lines[0].cursorToX(blanks))[0] - margin
    return indentation, [line.x() - margin for line in lines[1:] if line.textStart() < len(words)]


def check_wrapping(pane: DiffPane) -> int:
    """Check that rows are as high as was counted, on both sides, and go on at their indentation; return how many do."""
    shown = [editor for editor in pane.splitter.editors if not editor.isHidden()]
    heights, count = set[tuple[float, ...]](), 0
    for editor in shown:
        assert editor.blockCount() == len(editor.rows)
        for row in range(len(editor.rows)):
            indentation, further = further_lines(editor, row)
            count += bool(indentation and further)
            assert not further or {*further} == {min(indentation, max(further))}
            assert not further or max(further) == indentation or indentation > editor.viewport().width() / 2 - 20
        blocks = [editor.document().findBlockByNumber(row) for row in range(len(editor.rows))]
        heights.add(tuple(editor.blockBoundingRect(block).height() for block in blocks))
    assert len(heights) == 1
    return count


INDENTED = [f"{'  ' * (number % 9)}call_{number}(" + "first, second, " * (number % 14) + ")" for number in range(200)]


def indented(*numbers: int, path: str = "src/deep.py") -> DiffContent:
    """Return a file of long lines, of which these are changed, some to others that take more rows."""
    after = [f"{line} + {line.lstrip()}" if at in numbers else line for at, line in enumerate(INDENTED)]
    return prepare(FileTexts(path, text(INDENTED), text(after)), headline="exact")


@pytest.mark.parametrize("look", Look)
def test_a_broken_line_goes_on_at_its_indentation(pane: DiffPane, look: Look) -> None:
    pane.look.set(look)
    pane.look.set_wrap(wraps=True)
    after = {
        "    four(": "one, " * 40,
        "\t\ttabs(": "one, " * 40,
        "none(": "one, " * 40,
        f"{'  ' * 60}deep(": "one, " * 40,
        "    \u05d0\u05d1": " \u05d2\u05d3\u05d4" * 60,
        "    broken(": "one, " * 900,
    }
    pane.show_content(prepare(FileTexts("a.py", "", text([start + more for start, more in after.items()]))))
    settle()

    main, starts = pane.splitter.main, dict[str, tuple[float, list[float]]]()
    letter, half = QFontMetricsF(main.font()).horizontalAdvance("0"), main.viewport().width() / 2
    for row in range(len(main.rows)):
        words = main.document().findBlockByNumber(row).text()
        starts.setdefault(next((start for start in after if words.startswith(start)), ""), further_lines(main, row))
    assert starts["    four("] == (4 * letter, [4 * letter] * len(starts["    four("][1]))
    tab = 2 * main.tabStopDistance()
    assert starts["\t\ttabs("] == (tab, [tab] * len(starts["\t\ttabs("][1]))
    assert {*starts["none("][1]} == {0}
    (deep,) = {*starts[f"{'  ' * 60}deep("][1]}
    assert half - 2 * letter < deep < half
    assert {*starts["    \u05d0\u05d1"][1], *starts["    broken("][1]} == {0}


@pytest.mark.parametrize("look", Look)
def test_rows_stay_as_high_as_was_counted_whatever_lays_them_out_again(
    qtbot: QtBot, qapp: QApplication, pane: DiffPane, look: Look
) -> None:
    pane.look.set(look)
    pane.look.set_wrap(wraps=True)
    pane.show_content(indented(3, 30, 33, 70, 71, 72, 150))
    settle()
    assert check_wrapping(pane) > 10

    for line in (70, 40, 4):
        pane.go_to_line(line)
        pane.look.switch_wrap()
        pane.look.switch_wrap()
        settle()
        check_wrapping(pane)
    for width in (700, 1000, 873, 1200):
        resize(pane, width, 480)
        check_wrapping(pane)
    for points in (14, 9):
        pane.set_font_size(points)
        settle()
        check_wrapping(pane)
    for theme in (DARK, LIGHT):
        pane.set_theme(theme)
        style.apply(qapp, style.Style(theme))
        press(qtbot, pane, "j", "j")
        settle()
        check_wrapping(pane)
    for path, numbers in (("src/deep.py", (3, 30, 33, 70, 150)), ("src/deep.py", (3, 33, 70)), ("src/b.py", (1,))):
        pane.show_content(indented(*numbers, path=path))  # as when hunks were decided
        settle()
        check_wrapping(pane)
    pane.show_content(prepare(FileTexts("long.py", "", text(["    " + "word " * 60] * 700))))
    qtbot.waitUntil(lambda: pane.splitter.main.blockCount() == len(pane.splitter.rows))
    assert check_wrapping(pane) == 700


def test_another_width_is_never_painted_without_the_indentation(pane: DiffPane) -> None:
    pane.look.set_wrap(wraps=True)
    pane.show_content(indented(3, 30, 33))
    settle()

    pane.resize(900, 480)
    on_screen(pane)  # before the rows are filled for that width

    main = pane.splitter.main
    top = main.firstVisibleBlock().blockNumber()
    blocks = [main.document().findBlockByNumber(row) for row in range(top, top + 12)]
    layouts = [block.layout() for block in blocks if block.text().startswith(" ")]
    lines = [layout.lineAt(at) for layout in layouts for at in range(1, layout.lineCount())]
    assert len(lines) > 3
    assert min(line.x() for line in lines) > 2


def test_a_side_that_is_hidden_brings_no_bar_to_scroll_sideways(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(300, 100)
    shown, hidden = QPlainTextEdit("short", host), QPlainTextEdit(LONG, host)
    hidden.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    hidden.resize(10, 10)
    hidden.hide()
    bar = SharedBar(Qt.Orientation.Horizontal, [shown, hidden], host)
    host.show()
    qtbot.waitUntil(lambda: hidden.horizontalScrollBar().maximum() > 0)

    bar.fit()
    assert (bar.maximum(), bar.isHidden()) == (0, True)

    hidden.show()
    bar.fit()
    assert (bar.maximum(), bar.isHidden()) == (hidden.horizontalScrollBar().maximum(), False)


def test_a_bar_that_moved_while_another_one_led_is_levelled(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    areas = [QScrollArea(host), QScrollArea(host)]
    shared = SharedBar(Qt.Orientation.Vertical, areas, host)
    sides = [area.verticalScrollBar() for area in areas]
    for side in sides:
        side.setRange(0, 90)
    shared.setValue(40)
    sides[0].blockSignals(True)  # noqa: FBT003  Qt's own parameter
    sides[0].setValue(70)
    sides[0].blockSignals(False)  # noqa: FBT003

    shared.fit()

    assert [side.value() for side in sides] == [40, 40]


@pytest.mark.parametrize("points", range(8, 25, 2))
def test_lines_that_barely_fit_are_equally_high_on_both_sides(pane: DiffPane, points: int) -> None:
    lengths = range(1, 121)
    pane.show_content(prepare(FileTexts("a", text(["-"] * len(lengths)), text(["m" * length for length in lengths]))))
    pane.look.set_wrap(wraps=True)
    pane.set_font_size(points)
    settle()

    of_sides = []
    for editor in pane.splitter.editors:
        blocks = [editor.document().findBlockByNumber(row) for row in range(len(editor.rows))]
        of_sides.append([round(editor.blockBoundingRect(block).height()) for block in blocks])
    assert of_sides[0] == of_sides[1]


def test_both_sides_stay_beside_each_other_where_the_width_comes_back_at_once(pane: DiffPane) -> None:
    pane.look.set_wrap(wraps=True)
    pane.show_content(long_at(*range(5, 60, 6), 150))
    settle()
    pane.splitter.go_to(pane.splitter.rows.hunk_row(10))
    settle()
    before = lines_of_rows(pane)

    for width in (700, 1000):
        pane.resize(width, 480)
    settle()

    assert lines_of_rows(pane) == before
    assert before[0] == before[1]

    pane.look.set(DiffLook.UNIFIED)
    pane.resize(900, 480)
    pane.look.set_wrap(wraps=False)
    pane.look.set(DiffLook.SIDE_BY_SIDE)
    settle()

    assert {line for lines in lines_of_rows(pane) for line in lines} == {1}


def test_a_fold_is_one_line_high_whatever_the_definition_below_it_is_called(qtbot: QtBot, pane: DiffPane) -> None:
    source = [
        "def name_of_a_function_that_is_longer_than_the_side_of_a_diff_is_wide(xs):",
        *(f"    x = {n}" for n in range(40)),
    ]
    pane.look.set_wrap(wraps=True)
    pane.show_content(prepare(FileTexts("a.py", text(source), text([*source[:-1], "x = 1"]))))
    fold = fold_row(pane)
    pane.splitter.go_to(fold)
    blocks = [editor.document().findBlockByNumber(fold) for editor in pane.splitter.editors]

    qtbot.waitUntil(lambda: any("· def name_" in block.text() for block in blocks))
    assert [block.lineCount() for block in blocks] == [1, 1]


def lines_of_rows(pane: DiffPane) -> list[list[int]]:
    """Return how many lines the vertical bar counts for each row of each side."""
    documents = [editor.document() for editor in pane.splitter.editors]
    rows = range(len(pane.splitter.rows))
    return [[document.findBlockByNumber(row).lineCount() for row in rows] for document in documents]


def test_the_next_hunk_is_gone_to_over_lines_that_take_many_rows(qtbot: QtBot, pane: DiffPane) -> None:
    resize(pane, 1000, 300)
    pane.show_content(long_at(*range(5, 60, 6), 150))
    press(qtbot, pane, "z")
    for _ in range(10):
        pane.next_hunk()

    bars = [editor.verticalScrollBar().value() for editor in pane.splitter.editors]
    assert bars[0] == bars[1]
    row = pane.splitter.rows.hunk_row(10)
    qtbot.waitUntil(lambda: row in [visible.row for visible in pane.splitter.visible_rows()])
    assert heights(pane)[0] == heights(pane)[1]


def test_a_broken_line_is_copied_as_it_is(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "one\n", f"{LONG}\n")))
    press(qtbot, pane, "z")
    for editor, line in zip(pane.splitter.editors, ("one", LONG), strict=True):
        editor.setFocus()
        editor.selectAll()
        qtbot.keyClick(editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

        assert QGuiApplication.clipboard().text() == line


def test_z_again_lets_long_lines_be_scrolled_to(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(long_at(5))
    press(qtbot, pane, "z", "z")

    old, new = heights(pane)
    assert old == new
    assert max(height for _, height in new) < 2 * min(height for _, height in new)


def test_z_leaves_the_line_at_the_top_there(qtbot: QtBot, pane: DiffPane) -> None:
    lines = ", ".join(map(str, range(12_000)))  # in many pieces, each longer than a side is wide
    pane.look.set_wrap(wraps=False)
    pane.show_content(prepare(FileTexts("a.txt", lines, lines.replace("70,", "seventy,"))))
    press(qtbot, pane, "o")
    settle()
    pane.splitter.main.verticalScrollBar().setValue(60)
    settle()
    top = pane.splitter.top_index()

    for _ in range(2):
        press(qtbot, pane, "z")
        settle()

        assert pane.splitter.top_index() == top


def test_the_first_changed_word_is_in_view_where_lines_are_not_broken(qtbot: QtBot, pane: DiffPane) -> None:
    end = "and then"
    before = [f"{line} {LONG}{end}" for line in LINES]
    after = [f"{line} {LONG}{'now' if n == 90 else 'and'} then" for n, line in enumerate(LINES, start=1)]
    after[4] = "LINE 5 " + LONG + end
    pane.show_content(prepare(FileTexts("a", text(before), text(after))))

    press(qtbot, pane, "j")
    qtbot.waitUntil(lambda: pane.splitter.main.horizontalScrollBar().value() > 0)

    press(qtbot, pane, "k")
    qtbot.waitUntil(lambda: pane.splitter.main.horizontalScrollBar().value() == 0)

    after[4] = before[4]
    pane.show_content(prepare(FileTexts("b", text(before), text(after))))  # as a click in the list does
    qtbot.waitUntil(lambda: pane.splitter.main.horizontalScrollBar().value() > 0)
    pane.look.set_wrap(wraps=True)
    pane.look.set_wrap(wraps=False)
    qtbot.waitUntil(lambda: pane.splitter.main.horizontalScrollBar().value() > 0)

    after[4] = before[4].replace("line 5 ", f"line 5 {'a_long_word_' * 12} ")  # its start is enough
    pane.show_content(prepare(FileTexts("c", text(before), text(after))))
    settle()
    assert pane.splitter.main.horizontalScrollBar().value() == 0
    assert pane.splitter.main.horizontalScrollBar().maximum() > 0


def test_a_changed_word_far_below_the_start_of_a_hunk_takes_nothing_sideways(pane: DiffPane) -> None:
    before = [*(f"{n} old" for n in range(400)), f"{LONG}and then"]
    after = [*("~" for _ in range(400)), f"{LONG}now then"]  # as little alike as the lines of a new file
    content = prepare(FileTexts("a", text(before), text(after)))
    pane.show_content(content)
    settle()
    assert len(content.hunks) == 1

    assert pane.splitter.main.horizontalScrollBar().value() == 0

    pane.show_content(prepare(FileTexts("b", text(before[-1:]), text(after[-1:]))))
    settle()
    assert pane.splitter.main.horizontalScrollBar().value() > 0


def test_ctrl_and_the_wheel_ask_for_larger_letters_and_change_no_side_alone(pane: DiffPane) -> None:
    asked: list[int] = []
    pane.requests.zoom_requested.connect(asked.append)
    before = [editor.font() for editor in pane.splitter.editors]
    view = pane.splitter.main.viewport()
    turn = QWheelEvent(
        QPointF(20, 20),
        QPointF(view.mapToGlobal(QPoint(20, 20))),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003
    )

    QApplication.sendEvent(view, turn)

    assert asked == [1]
    assert [editor.font() for editor in pane.splitter.editors] == before


def test_o_keeps_the_lines_in_view_where_they_are(qtbot: QtBot, pane: DiffPane) -> None:
    resize(pane, 1000, 300)
    pane.splitter.go_to(0, above=0)

    press(qtbot, pane, "o")

    top = pane.splitter.top()
    assert top is not None
    assert top.new is not None
    assert top.new > 30


@pytest.mark.parametrize("digits", [1, 4])
def test_the_text_of_both_sides_begins_equally_far_from_the_edge(pane: DiffPane, digits: int) -> None:
    lines = [str(n) for n in range(10**digits - 5)]
    pane.show_content(prepare(FileTexts("a", text(lines), text([*lines, *"abcdefghijkl"]))))

    old, new = (gutter.width() for gutter in pane.splitter.gutters)
    assert old == new


def test_both_sides_need_room_unless_they_are_asked_for_also_before_a_restart(
    qtbot: QtBot, pane: DiffPane, tmp_path: Path
) -> None:
    def is_unified() -> bool:
        return len(pane.splitter.editors) == 1

    settings_file = tmp_path / "settings.json"
    pane.look.changed.connect(lambda chosen: save(Settings(diff_look=chosen), settings_file))

    letter = pane.splitter.main.fontMetrics().horizontalAdvance("0")
    resize(pane, 400 * letter, 480)
    pane.look.follow_width()
    assert not is_unified()

    resize(pane, 90 * letter, 480)
    qtbot.waitUntil(is_unified)
    look = button(pane, "Look of the diff: unified")
    assert "no room for 60 columns" in look.toolTip()
    assert any("no room for 60 columns" in entry for entry in choices(pane, "Look of the diff: unified"))
    pane.splitter.main.setFocus()

    press(qtbot, pane, "u")
    assert not is_unified()
    assert "room" not in look.toolTip()

    kept = load(settings_file)
    pane.look.set(Settings().diff_look)
    assert is_unified()
    pane.look.set(kept.diff_look)
    assert not is_unified()

    press(qtbot, pane, "u")
    assert is_unified()
    assert load(settings_file).diff_look is DiffLook.BY_WIDTH
    assert "no room for 60 columns" in look.toolTip()


def test_the_look_follows_from_the_width_alone(pane: DiffPane) -> None:
    letter = pane.splitter.main.fontMetrics().horizontalAdvance("0")
    pane.look.follow_width()
    looks: dict[int, set[int]] = {}

    widths = range(120, 171, 2)
    for width in (*widths, *reversed(widths)):
        resize(pane, width * letter, 480)
        looks.setdefault(width, set()).add(len(pane.splitter.editors))

    assert all(len(shown) == 1 for shown in looks.values())
    assert {sides for shown in looks.values() for sides in shown} == {1, 2}


def test_room_that_comes_back_brings_both_sides_back(qtbot: QtBot, pane: DiffPane) -> None:
    asked: list[Look] = []
    pane.look.changed.connect(asked.append)
    letter = pane.splitter.main.fontMetrics().horizontalAdvance("0")
    pane.look.follow_width()
    resize(pane, 90 * letter, 480)
    qtbot.waitUntil(lambda: len(pane.splitter.editors) == 1)

    resize(pane, 400 * letter, 480)

    qtbot.waitUntil(lambda: len(pane.splitter.editors) == 2)
    assert asked == []


def test_the_first_file_has_the_room_there_is_when_it_comes_and_is_gone_to_with_the_lines_above(qtbot: QtBot) -> None:
    pane = DiffPane()
    pane.set_theme(LIGHT)
    qtbot.addWidget(pane)
    letter = pane.splitter.main.fontMetrics().horizontalAdvance("0")
    pane.look.follow_width()
    pane.look.set_wrap(wraps=True)
    pane.resize(90 * letter, 480)
    pane.show()
    resize(pane, 400 * letter, 480)

    pane.show_content(changed_at(40, 90, 140))
    settle()

    assert len(pane.splitter.editors) == 2
    hunk = pane.splitter.rows.hunk_row(0)
    assert [row.row for row in pane.splitter.visible_rows()][:6] == [*range(hunk - 5, hunk + 1)]


def test_while_a_file_is_read_nothing_says_that_none_is_picked(pane: DiffPane) -> None:
    pane.show_content(None)
    pane.expect("src/app.txt")

    pane.empty.set_advice(NOTHING_PICKED)
    assert pane.empty.title == ""
    pane.show_content(changed_at(40))


def test_where_lines_are_broken_a_hunk_is_gone_to_with_the_lines_above_it(qtbot: QtBot, pane: DiffPane) -> None:
    lines = pane.splitter.main.fontMetrics().lineSpacing()
    resize(pane, 1000, 22 * lines)  # a third of what can be seen has room for the five lines, however high they are
    pane.show_content(changed_at(20, 60, 100, 140, 180, path="src/other.txt"))
    press(qtbot, pane, "z", "j", "j")

    row = pane.splitter.rows.hunk_row(2)
    assert pane.splitter.visible_rows()[0].row == row - 5


@pytest.mark.parametrize("wraps", [False, True])
def test_the_line_of_the_text_cursor_stays_in_view_when_letters_become_larger(pane: DiffPane, *, wraps: bool) -> None:
    pane.show_content(long_at(40, 90))
    pane.look.set_wrap(wraps=wraps)
    main = pane.splitter.main
    seen = [visible.row for visible in main.visible_rows() if visible.shown.has_line]
    row = pane.splitter.rows[seen[-3]]
    pane.splitter.put_cursor(seen[-3])

    for points in range(12, 19, 2):
        pane.set_font_size(points)
        settle()

        assert row.new in [visible.shown.new for visible in main.visible_rows()[:-1]]
        assert pane.splitter.cursor_row() == row


def test_broken_lines_leave_nothing_to_scroll_to_sideways(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "z")
    # As Qt does at some widths, where it counts the blank that a line is broken at.
    pane.splitter.main.horizontalScrollBar().setRange(0, 3)
    settle()

    assert not named(pane, QScrollBar, "Scroll sideways").isVisible()


@pytest.mark.parametrize("is_cursor_seen", [True, False])
def test_another_width_leaves_the_reader_where_he_was(qtbot: QtBot, pane: DiffPane, *, is_cursor_seen: bool) -> None:
    before = [f"{number} " + "words that are broken " * (number % 7) for number in range(200)]
    after = [f"{line}!" if at % 9 == 0 else line for at, line in enumerate(before)]
    pane.show_content(prepare(FileTexts("a.txt", text(before), text(after)), headline="exact"))
    press(qtbot, pane, "z")
    pane.splitter.go_to(80, above=0)
    if is_cursor_seen:
        pane.splitter.put_cursor(82)
    settle()
    stops = pane.findChild(DiffView).stops
    hunk, seen = stops.hunk, pane.splitter.visible_rows()[0].row

    for width in (*range(960, 600, -40), *range(640, 1400, 80), 1000):
        resize(pane, width, 480)
        assert stops.hunk == hunk
        assert pane.splitter.visible_rows()[0].row == seen or is_cursor_seen

    assert pane.splitter.visible_rows()[0].row == seen


def test_what_is_gone_to_before_a_new_width_is_laid_out_stays_in_view(pane: DiffPane) -> None:
    pane.look.set_wrap(wraps=True)
    settle()

    pane.resize(700, 300)
    pane.go_to_line(150)
    settle()

    assert any(visible.shown.new == 149 for visible in pane.splitter.visible_rows())


def test_a_file_shown_before_a_new_width_is_laid_out_keeps_its_place_in_one_column(
    qtbot: QtBot, pane: DiffPane
) -> None:
    pane.show_content(long_at(5, 90))
    pane.look.set_wrap(wraps=True)
    settle()

    pane.resize(900, 300)
    pane.show_content(THREE)
    settle()
    press(qtbot, pane, "j", "j")
    hunk = pane.findChild(DiffView).stops.hunk or 0
    press(qtbot, pane, "u")

    assert pane.findChild(DiffView).stops.shows_hunk(hunk)


def test_the_line_numbers_are_as_wide_as_the_margin_also_with_letters_of_another_style(pane: DiffPane) -> None:
    gutter, margin = pane.splitter.gutters[-1], pane.splitter.main.viewport().x()
    large = gutter.font()
    large.setPointSize(2 * large.pointSize())
    gutter.setFont(large)  # as a new style sheet does

    resize(pane, 900, 400)

    assert gutter.geometry().right() + 1 == pane.splitter.main.viewport().x() == margin
