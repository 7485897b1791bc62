"""A message of two megabytes in the message box: what a paste and a key cost, and how long the window is held after."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from benchmarks.frame_time import application, held, show_whole, until
from benchmarks.measuring import ROUNDS, Row, at_most, seconds
from benchmarks.staging import make_repository
from guillemet.process_settings import resume_garbage_collection
from guillemet.settings import Settings, ThemeChoice
from guillemet.ui.window_controller import WindowController

SIZE = 2_000_000
_LINE = "def value(count): return compute(count, 12)  # a line like any other"
_TEXTS = {
    "in lines": f"{_LINE}\n" * (SIZE // (len(_LINE) + 1)),
    "in one line": f"{_LINE} " * (SIZE // (len(_LINE) + 1)),
    "with emoji": f"😀 {_LINE}\n" * (SIZE // (len(_LINE) + 3)),
}
_REST = 2.0
"""Seconds after the last key, in which the message is weighed."""


def rows() -> Iterator[Row]:
    """Measure in milliseconds."""
    app = application()
    with tempfile.TemporaryDirectory() as made:
        root = Path(made) / "project"
        make_repository(root, files=20)
        desk = WindowController(app, Settings(theme=ThemeChoice.LIGHT), settings_file=Path(made) / "settings.json")
        show_whole(desk.window)
        desk.session.open_repository(str(root))
        until(app, lambda: desk.session.review is not None)
        resume_garbage_collection()
        for how, text in _TEXTS.items():
            yield from _rows(app, desk, how, text)
        QGuiApplication.clipboard().clear()
        desk.window.close()
        desk.end()
        desk.window.deleteLater()


def _rows(app: QApplication, desk: WindowController, how: str, text: str) -> Iterator[Row]:
    box = desk.talk.composer.findChild(QPlainTextEdit)
    desk.talk.composer.focus_message()

    def press() -> None:
        QTest.keyClick(box, Qt.Key.Key_A)
        app.processEvents()

    data = QMimeData()
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)
    pasted = statistics.median(_paste(app, box) for _ in range(ROUNDS))
    yield at_most(f"2 MB {how} pasted", pasted, 100, unit="ms")
    keys = [seconds(press) * 1000 for _ in range(ROUNDS)]
    yield at_most(f"2 MB {how}: a key", statistics.median(keys), 16, unit="ms")
    weighed = held(app, desk, press, rest=_REST)
    yield at_most(f"2 MB {how}: GUI thread held, weighed", weighed, 50, unit="ms")
    conversation = desk.session.talk.conversation
    searched = held(app, desk, lambda: conversation.send(desk.talk.composer.draft), rest=_REST)
    yield at_most(f"2 MB {how}: GUI thread held, searched for secrets", searched, 50, unit="ms")


def _paste(app: QApplication, box: QPlainTextEdit) -> float:
    box.selectAll()
    box.textCursor().removeSelectedText()
    app.processEvents()

    def paste() -> None:
        box.paste()
        app.processEvents()

    return seconds(paste) * 1000
