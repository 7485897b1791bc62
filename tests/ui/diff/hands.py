"""The hands and eyes of a user of the diff pane."""

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.proposal_files import unplaced
from guillemet.engine.diff.rows import RowKind
from guillemet.engine.review import FileTexts, Review
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.unresolved_block import open_blocks
from guillemet.ui.widgets.find_bar import FindBar
from tests.kit.hands import named

LINES = [f"line {number}" for number in range(1, 201)]


def text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def changed_at(*numbers: int, path: str = "src/app.txt", becomes: str = "is new") -> DiffContent:
    after = [f"LINE {n} {becomes}" if n in numbers else line for n, line in enumerate(LINES, start=1)]
    return prepare(FileTexts(path, text(LINES), text(after)), headline="exact")


THREE = changed_at(40, 90, 150)


def shown(pane: DiffPane) -> list[str]:
    """Return the lines and folds of the main side, without the bars of hunks."""
    rows = zip(pane.splitter.main.toPlainText().split("\n"), pane.splitter.rows, strict=False)
    return [line for line, row in rows if row.kind is not RowKind.BAR]


def says(widget: QWidget) -> str:
    labels = [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]
    return " | ".join(labels)


def find_count(pane: DiffPane) -> str:
    """Return what the find bar says of what was found."""
    bar = pane.findChild(FindBar)
    assert isinstance(bar, FindBar)
    return says(bar)


def settle() -> None:
    """Let timers without delay end, one of which lays a pane out that has another size."""
    for _ in range(3):
        QApplication.processEvents()


def resize(pane: DiffPane, width: int, height: int) -> None:
    """Give the pane another size, and let it lay itself out."""
    pane.resize(width, height)
    settle()


def press(qtbot: QtBot, pane: DiffPane, *keys: str | Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(pane.focusWidget() or pane, key)


def button(pane: DiffPane, name: str) -> QAbstractButton:
    return named(pane, QAbstractButton, name)


def choices(pane: DiffPane, name: str) -> list[str]:
    """Return what the menu of this button offers, without keys."""
    return [action.text().partition("\t")[0] for action in _menu(pane, name).actions()]


def choose(pane: DiffPane, name: str, what: str) -> None:
    """Choose from the menu of this button."""
    next(one for one in _menu(pane, name).actions() if one.text().partition("\t")[0] == what).trigger()


def checked(pane: DiffPane, name: str) -> list[str]:
    """Return what is checked in the menu of this button."""
    return [one.text().partition("\t")[0] for one in _menu(pane, name).actions() if one.isChecked()]


def _menu(pane: DiffPane, name: str) -> QMenu:
    control = button(pane, name)
    assert isinstance(control, QToolButton)
    return control.menu()


def fold_row(pane: DiffPane, number: int = 0) -> int:
    return [at for at, row in enumerate(pane.splitter.rows) if row.kind is RowKind.FOLD][number]


def click_row(qtbot: QtBot, pane: DiffPane, row: int) -> None:
    place = next(visible for visible in pane.splitter.visible_rows() if visible.row == row)
    sheet = pane.splitter.main
    qtbot.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, place.top + place.height // 2))


def tops(pane: DiffPane) -> dict[str, int]:
    """Return where the lines in view stand, by their words."""
    document = pane.splitter.main.document()
    seen = (one for one in pane.splitter.visible_rows() if one.shown.has_line)
    return {document.findBlockByNumber(one.row).text(): one.top for one in seen}


def point_at(pane: DiffPane, line: str) -> None:
    view = pane.splitter.main.viewport()
    QCursor.setPos(view.mapToGlobal(QPoint(60, tops(pane)[line] + 4)))


def in_view(pane: DiffPane) -> set[int | None]:
    return {pane.splitter.rows[visible.row].hunk for visible in pane.splitter.visible_rows()}


def on_screen(widget: QWidget) -> QImage:
    """Return what was painted: unlike `grab`, this paints only what Qt has been asked to paint.

    Without timers, for they would ask for more; what was shown just before asks by an event of its own first.
    """
    QApplication.sendPostedEvents(None, QEvent.Type.UpdateLater.value)
    QApplication.sendPostedEvents(widget.window(), QEvent.Type.UpdateRequest.value)
    return QGuiApplication.primaryScreen().grabWindow(widget.winId()).toImage()


def painted_again(widget: QWidget) -> QImage:
    """Return what is on the screen once all of the widget was painted, and nothing else was done."""
    for part in (widget, *widget.findChildren(QWidget)):
        part.update()
    return on_screen(widget)


def show_blocks(pane: DiffPane, review: Review) -> None:
    """Show the files and blocks of a review, the file of the first block picked."""
    pane.set_continuous(is_continuous=True)
    pane.set_files(review.files, open_blocks(review))
    path = review.outcomes[-1].path
    proposed = {file.path for file in review.files}
    pane.show_content(changed_at(40, path=path) if path in proposed else unplaced(path))
    settle()
