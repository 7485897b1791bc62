"""The diff pane: from a file picked to it painted, beside two bare text widgets, and the GUI thread meanwhile."""

import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QWidget

from benchmarks.measuring import Row, at_most, median_ratio, median_seconds
from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.lines import changed
from guillemet.engine.review import FileTexts
from guillemet.settings import Look
from guillemet.ui import look
from guillemet.ui.diff.colours_in_time import ColoursInTime
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.theme import LIGHT

SIZE = (1400, 900)
STEPS = {10_000: 52, 100_000: 51}
"""Lines of a text, and every how many one is changed."""


def rows() -> Iterator[Row]:
    """Measure in milliseconds and in ratios."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    if isinstance(application, QApplication):
        look.apply(application, LIGHT, 10)
    for lines, limit in ((10_000, 100), (100_000, 400)):
        pair = texts(lines)
        hunks = len(changed(*pair))
        pane, bare = Shown(DiffPane()), Shown(BareEditors())
        what = f"{lines:,} lines, {hunks:,} changes"
        for kind in Look:
            pane.widget.set_look(kind)
            seconds = median_seconds(lambda pane=pane, pair=pair: pick(pane, pair))
            yield at_most(f"{what}, picked to painted, {kind}", seconds * 1000, limit, unit="ms")
        pane.widget.set_look(Look.SIDE_BY_SIDE)
        ratio = median_ratio(
            lambda pane=pane, pair=pair: pick(pane, pair), lambda bare=bare, pair=pair: fill_bare(bare, pair)
        )
        yield at_most(f"{what}, against xdiff and two bare editors", ratio, 2, unit="times")
        if lines == 10_000:
            yield at_most("longest hold of the GUI thread while 10,000 lines are coloured", held(pane), 50, unit="ms")
        for shown in (pane, bare):
            shown.close()


def texts(lines: int) -> tuple[str, str]:
    """Return a text that looks like a program, and the same with some lines changed."""
    before = [
        f"def value_{n}(amount: int) -> int:" if n % 4 == 0 else
        f'    """Return the value of number {n}, in cents."""' if n % 4 == 1 else
        f"    return amount * {n} + offset({n!r})  # rounded down" if n % 4 == 2 else ""
        for n in range(lines)
    ]  # fmt: skip
    after = list(before)
    for n in range(7, lines, STEPS[lines]):
        after[n] = f"{before[n]}  + tax({n})"
    return "\n".join(before) + "\n", "\n".join(after) + "\n"


class BareEditors(QWidget):
    """Two text widgets side by side, and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.editors = (QPlainTextEdit(self), QPlainTextEdit(self))
        layout = QHBoxLayout(self)
        for editor in self.editors:
            editor.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
            editor.setFont(look.current().code_font())
            layout.addWidget(editor)


class Shown(QObject):
    """A window that knows when the text in it has been painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.widget = widget
        self._is_painted = False
        widget.resize(*SIZE)
        widget.show()
        for editor in widget.findChildren(QPlainTextEdit):
            editor.viewport().installEventFilter(self)
        QApplication.processEvents()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's own name
        """Notice that a text is painted."""
        self._is_painted = self._is_painted or event.type() is QEvent.Type.Paint
        return super().eventFilter(watched, event)

    def until_painted(self, act: Callable[[], object]) -> None:
        """Do it, and return once the outcome is on the screen."""
        self._is_painted = False
        act()
        # What is still to be painted is painted by the events that are waiting.
        QApplication.processEvents()
        while not self._is_painted:
            QApplication.processEvents()

    def close(self) -> None:
        """Take the window away."""
        self.widget.close()
        self.widget.deleteLater()
        QApplication.processEvents()


def pick(pane: Shown, pair: tuple[str, str]) -> None:
    """Show a file as if it were picked: nothing of it is known yet."""
    pane.widget.show_content(None)
    pane.until_painted(lambda: pane.widget.show_content(prepare(FileTexts("src/values.py", *pair))))


def fill_bare(bare: Shown, pair: tuple[str, str]) -> None:
    """Compare the lines and show both texts, without any of what makes a diff."""

    def fill() -> None:
        changed(*pair)
        for editor, text in zip(bare.widget.editors, pair, strict=True):
            editor.setPlainText(text)

    bare.until_painted(fill)


def held(pane: Shown) -> float:
    """Return for how many milliseconds at most a timer of 1 ms did not come while a file was coloured."""
    colours = pane.widget.findChild(ColoursInTime)
    content = prepare(FileTexts("src/values.py", *texts(10_000)))
    beats: list[float] = []
    loop = QEventLoop()
    heart = QTimer(interval=1)

    def beat() -> None:
        beats.append(time.perf_counter())
        if len(beats) == 5:
            pane.widget.show_content(content)
        if len(beats) > 20 and not colours.is_running:
            loop.quit()

    pane.widget.show_content(None)
    heart.timeout.connect(beat)
    heart.start()
    loop.exec()
    heart.stop()
    return max(later - earlier for earlier, later in pairwise(beats)) * 1000
