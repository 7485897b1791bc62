"""Promises of where the rows of the diff are once a hunk is decided, or a card of the conversation leads to one."""

from functools import partial

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication
from pytestqt.qtbot import QtBot

from guillemet.settings import DiffLook, Look, WhiteSpace
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.insets.decided_rows import DecidedRow
from guillemet.ui.widgets.controls import LinkLabel
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.diff.hands import settle
from tests.ui.window.hands import paste, review, shown


def propose_many_hunks(desk: WindowController, project: RepositoryBuilder, qtbot: QtBot, *, height: int) -> None:
    """Propose ten hunks of so many lines for many.txt, in a low window."""
    project.commit({"many.txt": "".join(f"line {n}\n" for n in range(1, 100))})
    new = {n: "\n".join(f"new {n} {at}" for at in range(height)) for n in range(5, 100, 10)}
    paste(desk, "".join(edit("many.txt", f"line {n}", lines) for n, lines in new.items()))
    qtbot.waitUntil(lambda: shown(desk) == "many.txt" and desk.session.tasks.is_quiet)
    desk.window.resize(1700, 600)
    desk.diff.setFocus()


def top_of_row(desk: WindowController, hunk: int) -> int | None:
    """Return where on the screen the row of a decided hunk is; None while it is out of view."""
    rows = (row for row in desk.diff.findChildren(DecidedRow) if row.isVisible() and row.decided.run.hunk == hunk)
    tops = (
        row.mapToGlobal(QPoint()).y() for row in rows if row.visibleRegion().boundingRect().height() == row.height()
    )
    return next(tops, None)


def test_what_was_pressed_stays_under_the_pointer_also_at_the_end_of_the_diff(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_many_hunks(opened, project, qtbot, height=4)
    bar = opened.diff.splitter._down
    bar.setValue(bar.maximum())

    for hunk in (10, 9):
        name = f"Accept hunk {hunk} of 10"
        qtbot.waitUntil(lambda: name in buttons(opened.diff))  # noqa: B023
        accept = buttons(opened.diff)[name]
        top = accept.mapToGlobal(QPoint()).y()
        QTest.mouseClick(accept, Qt.MouseButton.LeftButton, delay=QApplication.doubleClickInterval() + 1)
        qtbot.waitUntil(lambda: top_of_row(opened, hunk) is not None and opened.session.tasks.is_quiet)  # noqa: B023
        assert top_of_row(opened, hunk) == top

    furthest = bar.value()
    assert bar.maximum() == furthest  # the room is no further
    wheel = partial(turn_wheel, opened.diff.splitter.main)
    wheel(up=True)
    assert bar.value() == furthest - 3
    wheel(up=False)
    assert bar.value() == furthest - 3  # it is gone as far as it was scrolled out of view
    for _ in range(9):
        wheel(up=True)
    for _ in range(20):
        wheel(up=False)
    seen = opened.diff.splitter.visible_rows()
    assert opened.diff.splitter.main.viewport().height() - (seen[-1].top + seen[-1].height) < seen[-1].height


@pytest.mark.parametrize(("height", "is_start_seen"), [(4, True), (30, False)])
def test_after_a_press_text_cursor_and_keys_are_at_a_hunk_in_view_and_no_key_decides_one_before_its_start_is_seen(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot, height: int, *, is_start_seen: bool
) -> None:
    propose_many_hunks(opened, project, qtbot, height=height)
    view, name = opened.diff.findChild(DiffView), "Reject hunk 10 of 10"
    splitter, stops = view.splitter, view.stops
    for _ in range(9):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_J)
    while not stops.shows_hunk(8):
        turn_wheel(splitter.main, up=True)

    rejected = buttons(opened.diff)[name]
    QTest.mouseClick(rejected, Qt.MouseButton.LeftButton, delay=QApplication.doubleClickInterval() + 1)
    qtbot.waitUntil(lambda: name not in buttons(opened.diff) and opened.session.tasks.is_quiet)

    def is_seen(row: int) -> bool:
        return any(visible.row == row for visible in splitter.visible_rows())

    hunk, at = stops.hunk, splitter.cursor_editor.textCursor().blockNumber()
    assert hunk is not None
    assert splitter.rows[at].hunk == hunk
    assert is_seen(at)
    assert is_seen(splitter.rows.bar_row(hunk)) is is_start_seen
    foot = words(opened.diff.findChild(Footer))
    assert f"hunk {hunk + 1} of 10" in foot
    line = splitter.rows[at].new
    assert line is not None
    assert f"line {line + 1}, " in foot

    if not is_start_seen:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_W)  # which lays it out again
        qtbot.waitUntil(lambda: opened.diff.content.white_space is WhiteSpace.NOT_TRAILING)  # type: ignore[union-attr]
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
        assert not is_seen(splitter.rows.bar_row(hunk))
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
        assert not view.pending.is_begun
        assert is_seen(splitter.rows.bar_row(hunk))
        assert "Press again to decide it." in words(opened.diff.findChild(Footer))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: f"new {5 + 10 * hunk} 0\n".encode() in project.read("many.txt"))
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert project.read("many.txt").count(b"new ") == height


def turn_wheel(editor: QAbstractScrollArea, *, up: bool) -> None:
    place, turned = QPointF(60, 60), QPoint(0, 120 if up else -120)
    no_button, no_key, no_phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    on = editor.viewport()
    event = QWheelEvent(place, on.mapToGlobal(place), QPoint(), turned, no_button, no_key, no_phase, False)  # noqa: FBT003
    QApplication.sendEvent(on, event)


def test_a_key_that_decides_leaves_the_row_of_the_hunk_in_view_above_the_next_one(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_many_hunks(opened, project, qtbot, height=15)

    for hunk in range(1, 10):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
        qtbot.waitUntil(lambda: f"hunk {hunk + 1} of 10" in words(opened.diff.findChild(Footer)))  # noqa: B023
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
        assert top_of_row(opened, hunk) is not None, hunk


def test_the_row_of_single_lines_that_a_key_accepts_is_in_view_above_what_is_left(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_many_hunks(opened, project, qtbot, height=8)
    opened.diff.look.set(DiffLook(Look.UNIFIED))
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_J)
    splitter = opened.diff.splitter
    splitter._down.setValue(splitter.main.line_of(splitter.rows.hunk_row(3)) + 1)

    for _ in range(4):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)

    qtbot.waitUntil(lambda: project.read("many.txt").count(b"new 35") == 3)
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert top_of_row(opened, 4) is not None
    assert splitter.is_in_view(splitter.rows.bar_row(3), splitter.rows.hunk_row(3) + 4)


def test_undo_brings_a_hunk_back_to_where_it_was_decided(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_many_hunks(opened, project, qtbot, height=4)
    opened.diff.splitter._down.setValue(30)

    for name in ("Accept hunk 4 of 10", "Reject hunk 4 of 10"):
        qtbot.waitUntil(lambda name=name: name in buttons(opened.diff))
        top = buttons(opened.diff)[name].mapToGlobal(QPoint()).y()
        press(qtbot, opened.diff, name)
        qtbot.waitUntil(lambda name=name: name not in buttons(opened.diff) and opened.session.tasks.is_quiet)
        press(qtbot, opened.window, "Undo")
        qtbot.waitUntil(lambda name=name: name in buttons(opened.diff) and opened.session.tasks.is_quiet)
        assert buttons(opened.diff)[name].mapToGlobal(QPoint()).y() == top, name


def test_of_two_undos_or_redos_in_quick_succession_the_last_one_leads_to_its_place(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    names = [f"f{number}.txt" for number in range(4)]
    project.commit(dict.fromkeys(names, "".join(f"line {n}\n" for n in range(1, 100))))
    paste(opened, "".join(edit(name, f"line {line}", f"new {line}") for name in names for line in (5, 50, 95)))
    qtbot.waitUntil(lambda: shown(opened) == "f0.txt" and opened.session.tasks.is_quiet)
    stops, diff = opened.diff.findChild(DiffView).stops, opened.diff

    def at_hunk(path: str, hunk: int) -> bool:
        is_hunk = stops.hunk == stops.document.spans[names.index(path)].first_hunk + hunk
        return is_hunk and shown(opened) == opened.proposal.files.current_path == path

    def decide(path: str, key: Qt.Key) -> None:
        opened.proposal.files.pick(path)
        qtbot.waitUntil(lambda: at_hunk(path, 0) and opened.session.tasks.is_quiet)
        diff.setFocus()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_J)
        QTest.keyClick(QApplication.focusWidget(), key)
        qtbot.waitUntil(lambda: "hunk 2 of 3" not in words(diff.findChild(Footer)))
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)

    for undone_last, undone_first in (("f2.txt", "f0.txt"), ("f0.txt", "f2.txt")):
        decide(undone_last, Qt.Key.Key_Y)
        decide(undone_first, Qt.Key.Key_X)
        opened.proposal.files.pick("f3.txt")
        qtbot.waitUntil(lambda: shown(opened) == "f3.txt" and opened.session.tasks.is_quiet)
        for _ in range(2):
            QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL)

        qtbot.waitUntil(lambda: not review(opened).undo.startswith(("Accept", "Reject")))
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
        qtbot.waitUntil(partial(at_hunk, undone_last, 1))
        opened.proposal.files.pick("f3.txt")
        qtbot.waitUntil(lambda: shown(opened) == "f3.txt" and opened.session.tasks.is_quiet)
        for _ in range(2):
            QTest.keyClick(opened.window, Qt.Key.Key_Z, CTRL_SHIFT)
        qtbot.waitUntil(lambda: review(opened).undo.startswith("Reject"))
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
        assert shown(opened) == opened.proposal.files.current_path == undone_first
        for _ in range(2):
            press(qtbot, opened.window, "Undo")
        qtbot.waitUntil(partial(at_hunk, undone_last, 1))
        qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)


def test_the_lines_above_a_comment_stay_where_they_are_once_it_is_kept_and_removed_by_mouse(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    propose_many_hunks(opened, project, qtbot, height=1)
    opened.window.resize(780, 600)  # on the screen, or Qt finds nothing under the pointer
    settle()
    splitter = opened.diff.splitter
    splitter.go_to(splitter.rows.hunk_row(5), above=4)
    opened.diff.go_to_line(51)
    splitter.main.setFocus()

    def top() -> int | None:
        row = splitter.rows.row_of(50, is_old=False)
        return next((visible.top for visible in splitter.visible_rows() if visible.row == row), None)

    before = top()
    assert before is not None
    QTest.keyClick(splitter.main, Qt.Key.Key_C)
    QTest.keyClicks(QApplication.focusWidget(), "Why this?")

    def button(word: str) -> QAbstractButton | None:
        return next((one for one in buttons(opened.diff).values() if one.text() == word), None)

    for name, then in (("Keep comment", "Remove"), ("Remove", "Undo")):
        pressed = button(name)
        assert pressed is not None
        QCursor.setPos(pressed.mapToGlobal(pressed.rect().center()))
        QTest.mouseClick(pressed, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: button(then) is not None and opened.session.tasks.is_quiet)  # noqa: B023
        assert top() == before, name


@pytest.mark.parametrize(("removed", "is_line_seen"), [(30, True), (150, False)])
def test_the_status_of_a_block_that_only_removes_leads_to_the_lines_that_it_removes(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot, removed: int, *, is_line_seen: bool
) -> None:
    lines = [f"line {number}" for number in range(1, 401)]
    project.write({"long.py": "\n".join(lines) + "\n"})
    first = edit("long.py", "line 2", "changed")
    paste(opened, first + edit("long.py", "\n".join(lines[200 : 201 + removed]), lines[200 + removed]))
    qtbot.waitUntil(lambda: shown(opened) == "long.py" and opened.session.tasks.is_quiet)
    tag = "placed · exact · line\u00a0201"
    qtbot.waitUntil(lambda: any(one.text() == tag for one in opened.conversation.findChildren(LinkLabel)))

    link = next(one for one in opened.conversation.findChildren(LinkLabel) if one.text() == tag)
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)

    view = opened.diff.findChild(DiffView)
    stops, splitter = view.stops, view.splitter
    qtbot.waitUntil(lambda: stops.hunk == 1 and stops.shows_hunk(1))
    seen = [visible.row for visible in splitter.visible_rows()]
    assert splitter.rows.bar_row(1) in seen
    end = splitter.rows.hunk_row(1) + removed
    assert (end in seen) is is_line_seen
    assert splitter.cursor_editor.textCursor().blockNumber() == (end if is_line_seen else splitter.rows.hunk_row(1))
