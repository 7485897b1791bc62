"""What a user does in the whole window, and sees of the proposal."""

from PySide6.QtCore import QElapsedTimer, QMimeData, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.review import Decision, Review
from guillemet.ui.actions import Act
from guillemet.ui.dialogs import CommandPalette
from guillemet.ui.widgets import reading_pause
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL_SHIFT, named, words
from tests.kit.replies import create, edit

REPLY = "Two edits and a file.\n\n" + "\n".join(
    (edit("a.py", "x = 1", "x = 2"), edit("b.py", "y = 1", "y = 2"), create("c.py", "z = 1"))
)
BODY = "".join(f"def step_{n}(xs):\n    total = sum(xs)\n    return total\n\n\n" for n in range(1, 31))
"""The text of steps.py."""
SEARCHED = "def step_20(xs):\n    amount = sum(xs) + 1\n    return round(amount)"
"""What the failed block of steps.py searches for."""


def paste(desk: WindowController, text: str) -> None:
    """Paste a reply by key."""
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(desk.window, Qt.Key.Key_V, CTRL_SHIFT)


def review(desk: WindowController) -> Review:
    """Return the review, which there is."""
    assert desk.session.review is not None
    return desk.session.review


def decisions(desk: WindowController) -> str:
    """Return a letter for each file: y is accepted, n rejected, a dot undecided."""
    letters = {Decision.UNDECIDED: ".", Decision.ACCEPTED: "y", Decision.REJECTED: "n"}
    return "".join(letters[file.decision] for file in review(desk).files)


def shown(desk: WindowController) -> str:
    """Return the path in the diff, empty for none."""
    return desk.diff.content.path if desk.diff.content else ""


def press_above(desk: WindowController, qtbot: QtBot, key: Qt.Key) -> None:
    """Decide the first undecided hunk, which is above: a key that comes as soon as that is painted is too soon."""
    main = desk.diff.splitter.main
    qtbot.waitUntil(lambda: "Back to the first undecided hunk" in words(desk.diff))
    main.viewport().repaint()
    QTest.keyClick(main, key)
    qtbot.waitUntil(lambda: "This hunk is above the last one. Press again to decide it." in words(desk.diff))
    wait_apart(qtbot)
    QTest.keyClick(main, key)


def wait_apart(qtbot: QtBot) -> None:
    """Wait for as long as lies between two keys that are pressed one by one."""
    pressed = QElapsedTimer()
    pressed.start()
    qtbot.waitUntil(lambda: pressed.hasExpired(reading_pause.APART))


def file_list(desk: WindowController) -> QListView:
    """Return the list of proposed files."""
    return named(desk.proposal, QListView, "Proposed files")


def row_of(desk: WindowController, path: str) -> QModelIndex:
    """Return the row of a file in the list; where it is folded away, the accepted files are unfolded by a press."""
    listed = file_list(desk)
    model = listed.model()

    def found(text: str) -> QModelIndex | None:
        return next((i for row in range(model.rowCount()) if (i := model.index(row, 0)).data() == text), None)

    if found(path) is None and (head := found("Accepted")) is not None:
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=listed.visualRect(head).center())
    row = found(path)
    assert row is not None, path
    listed.scrollTo(row)
    return row


def press_box(desk: WindowController, path: str) -> None:
    """Press the box before a file in the list."""
    listed = file_list(desk)
    place = listed.visualRect(row_of(desk, path))
    spot = QPoint(place.left() + 12, place.top() + 14)
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def press_row(desk: WindowController, path: str) -> None:
    """Press a file in the list."""
    listed = file_list(desk)
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=listed.visualRect(row_of(desk, path)).center())


def ask_command(desk: WindowController, command: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
    """Ask by key what a suggested command touches."""
    listed = file_list(desk)
    rows = (listed.model().index(row, 0) for row in range(listed.model().rowCount()))
    listed.setFocus()
    listed.setCurrentIndex(next(index for index in rows if index.data() == command))
    QTest.keyClick(listed, key)


def do_by_palette(desk: WindowController, act: Act, typed: str = "") -> None:
    """Find an action, which can be done, in the palette by its title or other words, and do it by keys."""
    assert desk.window.actions_table[act].isEnabled()
    QTest.keyClick(desk.window, Qt.Key.Key_P, CTRL_SHIFT)
    field = desk.window.findChildren(CommandPalette)[-1].findChild(QLineEdit)
    QTest.keyClicks(field, typed or act.rstrip("…"))
    QTest.keyClick(field, Qt.Key.Key_Return)
    desk.window.activateWindow()  # as a desktop does by itself


def drop(window: QWidget, mime: QMimeData) -> None:
    """Drop something on whatever lies in the middle of the window."""
    place, copy = QPoint(400, 400), Qt.DropAction.CopyAction
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    handle = window.windowHandle()
    QApplication.sendEvent(handle, QDragEnterEvent(place, copy, mime, left, plain))
    QApplication.sendEvent(handle, QDragMoveEvent(place, copy, mime, left, plain))
    QApplication.sendEvent(handle, QDropEvent(QPointF(place), copy, mime, left, plain))
