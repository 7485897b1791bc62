"""Notices what a test leaves behind: threads, child processes, windows, running timers, temporary files."""

import gc
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

PATIENCE = 2.0
"""Seconds a thread or a process may take to end by itself after its test."""

kept_processes: set[str] = set()
"""Child processes that are kept for later tests, by their ids."""


class Belongings:
    """What was there before a test; `left_behind` tells what is there besides, afterwards."""

    def __init__(self, *, shows_windows: bool = False) -> None:
        self._shows_windows = shows_windows
        self._threads = set(threading.enumerate())
        self._children = child_processes()
        self._windows = windows()
        self._timers = timers() if shows_windows else {}
        self._files = temporary_files()

    def left_behind(self) -> list[str]:
        """Return a line for everything that is new and does not go away by itself within two seconds."""
        return [
            *self._lasting("thread", lambda: {t.name: t.name for t in set(threading.enumerate()) - self._threads}),
            *self._lasting("child process", lambda: _new(child_processes(), self._children)),
            *self._lasting("window", lambda: _new(windows(), self._windows)),
            *self._lasting("running timer", self._new_timers),
            *self._lasting("temporary file", lambda: _new(temporary_files(), self._files)),
        ]

    def _new_timers(self) -> dict[Any, str]:
        # Looking through all objects takes 30 ms with a window loaded: only for tests that can start a timer.
        return _new(timers(), self._timers) if self._shows_windows else {}

    @staticmethod
    def _lasting(kind: str, find: Callable[[], dict[Any, str]]) -> list[str]:
        deadline = time.monotonic() + PATIENCE
        if find():
            _let_qt_delete()  # what a test meant to delete is no leak, and costs no search for garbage
        rounds = count(1)
        while (found := find()) and time.monotonic() < deadline:
            if next(rounds) % 4 == 0:  # a search for garbage takes longer than what is about to end by itself
                gc.collect()
            _let_qt_delete()
            time.sleep(0.02)  # the only sleep of the suite: waits for what should already be over
        return [f"{kind}: {name}" for name in found.values()]


def child_processes() -> dict[Any, str]:
    """Return the living child processes, where the system tells (Linux)."""
    found: dict[Any, str] = {}
    for task in Path("/proc/self/task").glob("*/children"):
        for pid in {*_read(task).split()} - kept_processes:
            found[pid] = _read(Path("/proc") / pid / "cmdline").replace("\0", " ").strip() or f"process {pid}"
    return found


def windows() -> dict[Any, str]:
    """Return the top-level widgets of a running Qt application."""
    application = _application()
    if application is None:
        return {}
    import shiboken6  # noqa: PLC0415  only where a test has loaded Qt already

    return {
        shiboken6.getCppPointer(widget)[0]: f"{type(widget).__name__} {widget.windowTitle()!r}"
        for widget in application.topLevelWidgets()
        if type(widget).__name__ != "QTipLabel"
    }


def timers() -> dict[Any, str]:
    """Return the running QTimers that Python knows of."""
    if _application() is None:
        return {}
    from PySide6.QtCore import QTimer  # noqa: PLC0415  only where a test has loaded Qt already
    from shiboken6 import getAllValidWrappers  # noqa: PLC0415

    return {
        id(each): f"QTimer of {each.parent()!r}"
        for each in getAllValidWrappers()
        if type(each) is QTimer and each.isActive()
    }


def temporary_files() -> dict[Any, str]:
    """Return what lies in the folder for temporary files."""
    folder = Path(tempfile.gettempdir())
    return {path.name: str(path) for path in folder.iterdir()} if folder.is_dir() else {}


def _new(now: dict[Any, str], before: dict[Any, str]) -> dict[Any, str]:
    return {key: name for key, name in now.items() if key not in before}


def _application() -> Any:
    widgets = sys.modules.get("PySide6.QtWidgets")
    return widgets.QApplication.instance() if widgets is not None else None


def clear_clipboard() -> None:
    """Let go of what was copied: Qt without a screen keeps it beyond the interpreter, and crashes when it ends."""
    if _application() is not None:
        from PySide6.QtGui import QGuiApplication  # noqa: PLC0415  only where a test has loaded Qt already

        QGuiApplication.clipboard().clear()


def release_keys() -> None:
    """Let go of Ctrl, Shift and Alt: Qt remembers those of a simulated key or click for the tests that follow."""
    if _application() is None:
        return
    from PySide6.QtCore import Qt  # noqa: PLC0415  only where a test has loaded Qt already
    from PySide6.QtGui import QGuiApplication, QWindow  # noqa: PLC0415
    from PySide6.QtTest import QTest  # noqa: PLC0415

    if QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyRelease(QWindow(), Qt.Key.Key_Control, Qt.KeyboardModifier.NoModifier)


def _let_qt_delete() -> None:
    if _application() is None:
        return
    from PySide6.QtCore import QCoreApplication, QEvent  # noqa: PLC0415  only where a test has loaded Qt already

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
