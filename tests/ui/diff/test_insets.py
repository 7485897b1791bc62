"""Widgets between the rows of a diff."""

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.diff.rows import RowKind
from guillemet.settings import DiffLook, Look
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.insets.diff_insets import InsetSource
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.diff.wrapped_lines import LINE_BREAK
from tests.ui.diff.hands import THREE, changed_at, press, resize, says, settle

PATH = "src/app.txt"


class Note(QFrame):
    """A caption, a button, and a part that unfolds."""

    def __init__(self, inset: Inset, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.button = QPushButton(f"More of {inset.key}", self)
        self.more = QLabel("\n".join(["more"] * 8), self)
        self.more.hide()
        column = QVBoxLayout(self)
        long = QLabel("words that wrap where there is little room " * 4, self)
        long.setWordWrap(True)
        for part in (long, self.button, self.more):
            column.addWidget(part)


class Notes:
    """A source of notes that counts the widgets made."""

    def __init__(self, pane: DiffPane) -> None:
        self.pane = pane
        self.made = 0
        self.source = InsetSource(self._make, pane)
        pane.insets.add(self.source)

    def show(self, *insets: Inset) -> None:
        """Show these notes and no others."""
        self.source.set_insets(insets)

    def widget(self, key: str) -> Note:
        """Return the widget of a note there is."""
        widget = self.source.widget(key)
        assert isinstance(widget, Note)
        return widget

    def _make(self, inset: Inset, parent: QWidget) -> QWidget:
        self.made += 1
        return Note(inset, parent)


@pytest.fixture
def notes(looked_at: DiffPane) -> Notes:
    return Notes(looked_at)


def note(line: int, key: str = "", *, is_old: bool = False, is_wide: bool = True, is_step: bool = False) -> Inset:
    return Inset(key or str(line), Place(PATH, is_old, line), name="Note", is_wide=is_wide, is_step=is_step)


def inset_rows(pane: DiffPane) -> dict[str, int]:
    return {inset.key: row for row, inset in pane.splitter.rows.inset_rows()}


def row_box(pane: DiffPane, row: int) -> QRect:
    """Return where a row in view is on the splitter."""
    visible = next(visible for visible in pane.splitter.visible_rows() if visible.row == row)
    view = pane.splitter.main.viewport()
    return QRect(view.mapTo(pane.splitter, QPoint(0, visible.top)), view.size()).intersected(
        QRect(0, 0, 9999, view.mapTo(pane.splitter, QPoint(0, visible.top + visible.height)).y())
    )


def fits(notes: Notes, key: str) -> bool:
    """Whether a note covers its row: it begins with it, ends less than a line before it, and is high enough."""
    pane, widget = notes.pane, notes.widget(key)
    row = inset_rows(pane)[key]
    box = row_box(pane, row)
    line = pane.splitter.main.fontMetrics().height() * 2
    bare = box.bottom() - widget.geometry().bottom()
    is_high_enough = widget.height() >= widget.heightForWidth(widget.width())
    return widget.isVisible() and widget.y() == box.top() and 0 <= bare < line and is_high_enough


def sides_agree(pane: DiffPane) -> bool:
    """Whether all editors show the same rows at the same height."""
    return len({tuple(editor.visible_rows()) for editor in pane.splitter.editors}) == 1


def test_a_widget_stands_over_the_row_below_its_line(notes: Notes) -> None:
    pane = notes.pane
    notes.show(note(39))
    settle()

    at = inset_rows(pane)["39"]
    assert (pane.splitter.rows[at - 1].new, pane.splitter.rows[at].kind) == (39, RowKind.INSET)
    assert fits(notes, "39")
    assert notes.widget("39").width() == pane.splitter.main.mapTo(pane.splitter, QPoint(0, 0)).x() + (
        pane.splitter.main.width()
    )
    assert notes.widget("39").geometry().height() == row_box(pane, at).height()  # nothing shines through below it
    assert sides_agree(pane)


def test_one_side_of_the_other_stays_free(pane: DiffPane) -> None:
    notes = Notes(pane)
    notes.show(note(39, "old", is_old=True, is_wide=False), note(89, "new", is_wide=False))
    settle()
    middle = pane.splitter.main.mapTo(pane.splitter, QPoint(0, 0)).x()

    assert notes.widget("old").geometry().right() < middle
    pane.findChild(DiffView).stops.go_to_inset("new")
    assert notes.widget("new").geometry().left() >= middle
    assert sides_agree(pane)


def _unfold(notes: Notes) -> None:
    notes.widget("39").more.show()


@pytest.mark.parametrize(
    "change",
    [
        _unfold,
        lambda notes: resize(notes.pane, 640, 480),
        lambda notes: notes.pane.look.set_wrap(wraps=True),
        lambda notes: notes.pane.set_font_size(17),
        lambda notes: notes.pane.look.switch(),
        lambda notes: notes.pane.show_content(THREE),
    ],
    ids=["unfolds", "width", "wrap", "zoom", "look", "content"],
)
def test_the_row_follows_its_widget(qtbot: QtBot, notes: Notes, change: Callable[[Notes], None]) -> None:
    notes.show(note(39))
    settle()

    change(notes)

    qtbot.waitUntil(lambda: fits(notes, "39") and sides_agree(notes.pane))


def test_both_sides_can_be_scrolled_as_far_though_qt_counted_lines_of_one_before(pane: DiffPane) -> None:
    resize(pane, 1000, 260)
    pane.show_content(changed_at(*range(2, 180, 9)))
    editors, rows = pane.splitter.editors, pane.splitter.rows
    lines = ["line"] * len(rows)
    lines[60] = LINE_BREAK * 19
    for editor in editors:
        editor.fill(pane.splitter.main.content, rows, lines)
    # Qt does so while it replaces a text that is scrolled to its end, and leaves the range of the bar as it was.
    editors[0].document().findBlockByNumber(60).setLineCount(20)

    for editor in editors:
        editor.wrapped.tell({60: 20})

    assert len({(editor.document().lineCount(), editor.verticalScrollBar().maximum()) for editor in editors}) == 1


def test_both_sides_stay_at_the_same_fraction_of_a_pixel(pane: DiffPane) -> None:
    resize(pane, 1000, 260)
    Notes(pane).show(note(39))
    settle()
    editors, row = pane.splitter.editors, inset_rows(pane)["39"]
    for lines_above in range(6, -3, -1):  # into the inset, the lines of which are no whole number of pixels high
        pane.splitter.keep_at(row, lines_above)
    editors[0].forget_fraction()  # as Qt does in some of its moves
    assert editors[0].contentOffset() != editors[1].contentOffset()

    pane.splitter.keep_at(row, -3)

    assert editors[0].contentOffset() == editors[1].contentOffset()


def test_what_unfolds_leaves_the_lines_above_where_they_are(qtbot: QtBot, notes: Notes) -> None:
    pane = notes.pane
    notes.show(note(39))
    settle()
    at = inset_rows(pane)["39"]
    above = row_box(pane, at - 1).top()
    before = notes.widget("39").height()

    notes.widget("39").more.show()

    qtbot.waitUntil(lambda: notes.widget("39").height() > before)
    assert row_box(pane, at - 1).top() == above


def test_an_inset_that_comes_into_view_from_above_leaves_the_lines_below_where_they_are(notes: Notes) -> None:
    pane = notes.pane
    notes.show(Inset("39", Place(PATH, is_old=False, line=39), height=2))
    below = inset_rows(pane)["39"] + 1
    pane.splitter.go_to(below, above=0)
    settle()
    top = pane.splitter.lines_above(below)

    pane.splitter.keep_at(below, top + 1)
    settle()

    assert pane.splitter.lines_above(below) == top + 1
    assert notes.widget("39").isVisible()


def test_new_insets_leave_the_lines_in_view_where_they_are(notes: Notes) -> None:
    pane = notes.pane
    resize(pane, 1000, 260)
    pane.splitter.go_to(pane.splitter.rows.hunk_row(1), above=1)
    top = pane.splitter.top()

    notes.show(note(10), note(39), note(149))
    settle()

    assert top is not None
    assert pane.splitter.top() == top


def test_widgets_are_made_for_those_in_view_only(notes: Notes) -> None:
    notes.show(*(note(line, f"{line} {number}") for line in range(200) for number in range(5)))
    settle()
    for row in range(0, len(notes.pane.splitter.rows), 100):
        notes.pane.splitter.go_to(row)

    assert 0 < notes.made < 300
    assert len(notes.source.widgets) < 60


def test_a_widget_out_of_view_keeps_the_focus(qtbot: QtBot, notes: Notes) -> None:
    pane = notes.pane
    notes.show(note(39), *(note(line) for line in range(60, 200)))
    settle()
    widget = notes.widget("39")
    widget.button.setFocus()

    for row in range(0, len(pane.splitter.rows), 10):
        pane.splitter.go_to(row)
    pane.splitter.go_to(0)

    assert notes.widget("39") is widget
    assert widget.button.hasFocus()
    qtbot.waitUntil(lambda: pane.splitter.top_index() == 0)


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Return])
def test_keys_lead_into_the_inset_of_the_text_cursor_and_back(qtbot: QtBot, notes: Notes, key: Qt.Key) -> None:
    pane = notes.pane
    notes.show(note(39), note(41))
    settle()
    pane.splitter.main.setFocus()
    pane.splitter.put_cursor(inset_rows(pane)["41"])

    press(qtbot, pane, key)
    assert notes.widget("41").button.hasFocus()

    press(qtbot, pane, Qt.Key.Key_Escape)
    assert pane.splitter.main.hasFocus()
    assert pane.splitter.main.textCursor().blockNumber() == inset_rows(pane)["41"]


def test_the_arrow_keys_stop_at_an_inset_once(qtbot: QtBot, notes: Notes) -> None:
    pane = notes.pane
    notes.show(note(39))
    settle()
    at = inset_rows(pane)["39"]
    pane.splitter.main.setFocus()
    pane.splitter.put_cursor(at - 1)

    def rows_passed(key: Qt.Key) -> Sequence[int]:
        passed = []
        for _ in range(2):
            press(qtbot, pane, key)
            passed.append(pane.splitter.main.textCursor().blockNumber())
        return passed

    assert rows_passed(Qt.Key.Key_Down) == [at, at + 1]
    assert rows_passed(Qt.Key.Key_Up) == [at, at - 1]


def test_the_keys_of_hunks_stop_at_an_inset_that_is_a_step(qtbot: QtBot, notes: Notes) -> None:
    pane = notes.pane
    notes.show(note(50, is_step=True), note(60))
    settle()
    rows = pane.splitter.rows
    stops = [rows.hunk_row(0), inset_rows(pane)["50"], rows.hunk_row(1)]

    def row() -> int:
        return pane.splitter.main.textCursor().blockNumber()

    pane.splitter.enter(stops[0])
    for key, stop in (("j", stops[1]), ("j", stops[2]), ("k", stops[1]), ("k", stops[0])):
        press(qtbot, pane, key)
        assert row() == stop, key
        if stop == stops[1]:
            area = pane.splitter.rect()
            assert area.contains(notes.widget("50").geometry())


def test_a_step_that_is_no_hunk_is_not_decided_as_one(qtbot: QtBot, notes: Notes) -> None:
    notes.show(note(50, is_step=True))
    settle()
    press(qtbot, notes.pane, "j")

    with qtbot.assertNotEmitted(notes.pane.decisions.accept_part_requested):
        press(qtbot, notes.pane, "y")


def test_copied_lines_leave_insets_out(notes: Notes) -> None:
    pane = notes.pane
    notes.show(note(40), note(41))
    settle()
    editor, at = pane.splitter.main, inset_rows(pane)
    document = editor.document()
    cursor = QTextCursor(document.findBlockByNumber(at["40"] - 1))
    cursor.setPosition(document.findBlockByNumber(at["41"] + 2).position(), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)

    editor.copy()

    assert QApplication.clipboard().text() == "line 41\nline 42\nline 43\n"


def test_an_inset_that_goes_takes_its_widget_along_and_gives_the_focus_to_the_lines(notes: Notes) -> None:
    pane = notes.pane
    notes.show(note(39))
    settle()
    notes.widget("39").button.setFocus()

    notes.show()

    assert notes.source.widget("39") is None
    assert pane.splitter.main.hasFocus()
    assert not inset_rows(pane)


def test_an_inset_is_read_by_its_name(qtbot: QtBot, notes: Notes) -> None:
    notes.show(note(39))
    settle()
    at = inset_rows(notes.pane)["39"]
    notes.pane.splitter.put_cursor(at - 1)

    press(qtbot, notes.pane, Qt.Key.Key_Down)

    assert "Note" in says(notes.pane)


def test_both_looks_share_a_widget(notes: Notes) -> None:
    notes.show(note(39))
    settle()
    widget = notes.widget("39")
    other = Look.UNIFIED if notes.pane.splitter.rows.is_unified is False else Look.SIDE_BY_SIDE

    notes.pane.look.set(DiffLook(other))
    settle()

    assert notes.widget("39") is widget
    assert fits(notes, "39")


def test_rows_stay_beside_their_lines_while_an_inset_is_scrolled_out_of_view(looked_at: DiffPane, notes: Notes) -> None:
    resize(looked_at, 1000, 300)
    notes.show(note(2))
    settle()
    main = looked_at.splitter.main
    row = inset_rows(looked_at)["2"]
    for line in range(main.line_of(row), main.line_of(row + 1)):
        looked_at.splitter._down.setValue(line)
        below = next(visible for visible in main.visible_rows() if visible.row == row + 1)
        block = main.document().findBlockByNumber(row + 1)

        assert below.top == round(main.blockBoundingGeometry(block).translated(main.contentOffset()).top())
