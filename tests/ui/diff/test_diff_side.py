"""Promises of the lines of both sides: they scroll together, copy as they are in the file, and hide nothing."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.document import DocumentFile
from guillemet.engine.review import Decision, FileReview, FileTexts, HunkState, Kind
from guillemet.settings import DiffLook
from guillemet.ui.diff.formatting import Shows
from guillemet.ui.diff.gutter import Gutter
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.style.theme import LIGHT
from tests.kit import reviews
from tests.kit.hands import named, show, words
from tests.ui.diff.hands import LINES, press, says, settle, shown

LONG = ", ".join(map(str, range(30_000)))
"""A line of 168,888 characters."""


def test_both_sides_scroll_down_together(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "o")
    old, new = pane.splitter.editors
    new.verticalScrollBar().setValue(77)
    assert old.verticalScrollBar().value() == 77

    old.verticalScrollBar().setValue(12)

    assert new.verticalScrollBar().value() == 12


def test_numbers_stand_on_the_baselines_of_their_lines_down_to_the_last(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "0\n1\n1\n1\n", "1\n1\n1\n1\n")))
    settle()
    editor = pane.splitter.main
    lines = [(row.top, row.height) for row in editor.visible_rows()][-3:]

    numbers = [bottom_of_letters(editor.findChild(Gutter), 8, *line) for line in lines]
    assert numbers == [bottom_of_letters(editor.viewport(), 0, *line) for line in lines]


def test_a_file_as_it_stands_has_one_column_of_numbers_in_either_look(pane: DiffPane) -> None:
    content = prepare(FileTexts("a", "", "line\n" * 100_000), is_proposed=False)
    widths = []
    for look in (DiffLook.SIDE_BY_SIDE, DiffLook.UNIFIED):
        pane.look.set(look)
        pane.show_content(content)
        settle()
        widths.append(pane.splitter.main.findChild(Gutter).width())

    assert widths[1] == widths[0]


def bottom_of_letters(widget: QWidget, left: int, top: int, height: int) -> int:
    """Return the lowest line of pixels of a row, without its border at the right, that has more than one colour."""
    image = widget.grab(QRect(left, top, widget.width() - left - 3, height)).toImage()
    colours = [{image.pixelColor(x, y).name() for x in range(image.width())} for y in range(image.height())]
    return max(y for y, found in enumerate(colours) if len(found) > 1)


def test_both_sides_scroll_sideways_together(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "x" * 900, "y" + "x" * 900)))
    old, new = pane.splitter.editors
    qtbot.waitUntil(lambda: new.horizontalScrollBar().maximum() > 0)

    new.horizontalScrollBar().setValue(120)

    assert old.horizontalScrollBar().value() == 120


def test_the_longer_side_can_be_scrolled_to_its_end(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "short\n", "long " * 200)))
    bar = pane.splitter.main.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)

    bar.setValue(bar.maximum())

    assert bar.value() == bar.maximum()


def test_the_last_line_is_as_high_as_the_others(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "one\n", "one\ntwo\nthree\n")))

    first, last = [visible for visible in pane.splitter.visible_rows() if visible.shown.has_line][-2:]

    assert last.height == first.height


def test_copying_gives_the_lines_of_the_folds_between_too(qtbot: QtBot, looked_at: DiffPane) -> None:
    editor = looked_at.splitter.main
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    replaced = LINES[:39] + ([LINES[39]] if editor.shows is Shows.BOTH else [])
    copied = QGuiApplication.clipboard().text().split("\n")
    assert copied[: len(replaced) + 2] == [*replaced, "LINE 40 is new", "line 41"]
    assert copied[-50:] == LINES[150:]


def test_selecting_all_brings_no_other_lines_into_view(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "o")
    old, new = pane.splitter.editors
    new.verticalScrollBar().setValue(77)
    scrolled = list[bool]()
    pane.splitter.scrolled.connect(lambda: scrolled.append(True))

    qtbot.keyClick(new, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)

    assert new.textCursor().hasSelection()
    assert (old.verticalScrollBar().value(), new.verticalScrollBar().value()) == (77, 77)
    assert scrolled == []


def test_copying_leaves_out_the_empty_side_of_added_lines(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "one\ntwo\n", "one\nadded\ntwo\n")))
    old = pane.splitter.editors[0]
    old.selectAll()
    old.setFocus()
    qtbot.keyClick(old, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "one\ntwo"


def test_copying_gives_hidden_characters_as_they_are(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "", "a\u202eb 😀 c\n")))
    pane.splitter.main.selectAll()
    qtbot.keyClick(pane.splitter.main, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "a\u202eb 😀 c"


def test_hidden_characters_are_written_out_and_counted(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "", "a\u202eb\u200b\n")))

    assert shown(pane) == ["a‹U+202E›b‹U+200B›"]
    assert "2 hidden characters in the new lines are written out in red." in says(pane)


def test_a_long_line_is_shown_in_pieces_from_its_first_changed_word(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", LONG, LONG.replace("20000", "twenty"))))

    first, *_ = pane.splitter.rows.rows_of(0)
    assert pane.splitter.is_in_view(pane.splitter.rows.hunk_row(0), pane.splitter.rows.hunk_row(0))
    assert "twenty" in pane.splitter.main.content.new.shown[first.new or 0]
    assert "hunk 1 of 1 · +1 −1" in pane.splitter.editors[0].toPlainText()
    assert "Lines of more than 2,000 characters are shown in pieces" in says(pane)
    assert "further piece of line 1, changed" in says(pane)


def test_a_long_line_is_copied_whole_though_most_of_it_is_folded(qtbot: QtBot, pane: DiffPane) -> None:
    new = LONG.replace("20000", "twenty")
    pane.show_content(prepare(FileTexts("a", LONG, new)))
    assert len(shown(pane)) < 50

    pane.splitter.main.selectAll()
    qtbot.keyClick(pane.splitter.main, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == new


def test_between_two_words_of_a_long_line_all_is_copied(qtbot: QtBot, pane: DiffPane) -> None:
    new = LONG.replace("5000,", "five,").replace("20000", "twenty")
    pane.show_content(prepare(FileTexts("a", LONG, new)))
    editor = pane.splitter.main
    assert editor.find("five")
    cursor = editor.textCursor()
    start = cursor.selectionStart()
    assert editor.find("twenty")
    cursor.setPosition(start)
    cursor.setPosition(editor.textCursor().selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)

    qtbot.keyClick(editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == new[new.index("five") : new.index("twenty") + len("twenty")]


def test_a_line_number_leads_past_the_pieces_of_a_long_line(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "", f"{LONG}\nsecond\nthird\n")))

    pane.go_to_line(3)

    assert pane.current_line().line == 2
    assert pane.line_on_disk == 3
    assert pane.splitter.main.textCursor().block().text() == "third"


def test_the_frame_of_the_current_line_is_closed_above_a_head_and_over_changed_words(pane: DiffPane) -> None:
    contents = {path: prepare(FileTexts(path, "one and more\n", "two and more\n")) for path in ("a.txt", "b.txt")}
    pane.set_continuous(is_continuous=True)
    pane.set_files([FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1) for path in contents])
    pane.show_content(contents["a.txt"])
    pane.set_contents(contents)
    pane.splitter.main.setFocus()
    pane.splitter.put_cursor(pane.splitter.rows.heads[1] - 1)
    settle()

    picture, accent = pane.grab().toImage(), QColor(LIGHT.accent)
    head = named(pane, FileHead, "b.txt, 1 hunk · +1 −1")
    place = head.mapTo(pane, QPoint(head.width() * 3 // 4, -1))
    framed = [y for y in range(place.y() + 1) if picture.pixelColor(place.x(), y) == accent]

    assert framed == [framed[0], place.y()]
    code = pane.splitter.main.viewport()
    left = code.mapTo(pane, QPoint()).x()
    last = next(row for row in pane.splitter.visible_rows() if row.row == pane.splitter.rows.heads[1] - 1)
    assert head.mapTo(pane, QPoint()).y() == code.mapTo(pane, QPoint(0, last.top + last.height)).y()  # covers no letter
    edges = [[picture.pixelColor(x, y) == accent for x in range(left, left + code.width())] for y in framed]
    assert edges == [[True] * code.width()] * 2


def test_the_buttons_of_a_narrow_head_are_whole_and_the_words_beside_them_make_way(qtbot: QtBot) -> None:
    states = HunkState.ACCEPTED, HunkState.ACCEPTED, HunkState.WAITING
    review = FileReview(
        "shop/product.py", Kind.CHANGED, Decision.UNDECIDED, 3, 3, 3, frozenset(), divided=reviews.hunks(*states)
    )
    around = show(qtbot, QWidget(), width=700, height=60)
    head = FileHead(around, DiffRequests(around))
    head.show()

    head.show_file(DocumentFile("shop/product.py"), review, comments=1)
    for width, said in ((303, ["Accept", "Reject"]), (640, ["Accept rest", "Reject rest"])):
        head.resize(width, 30)
        settle()

        decisions = [head.decision.accept, head.decision.reject]
        assert all(one.width() >= one.sizeHint().width() for one in decisions)
        assert [one.text() for one in decisions] == said
        assert head.decision.geometry().right() <= width
        assert (width == 640) is ("2 of 3 hunks decided" in words(head))
