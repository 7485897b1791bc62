"""Notices what a test leaves behind: threads, child processes, windows, running timers, temporary files."""

import gc
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

PATIENCE = 10.0
"""Seconds a thread or a process may take to end by itself after its test: on a busy machine, importing a library of
a service takes some."""

kept_processes: set[str] = set()
"""Child processes that are kept for later tests, by their ids."""


class Belongings:
    """What was there before a test; `left_behind` tells what is there besides, afterwards."""

    _known_timers: ClassVar[dict[Any, str]] = {}
    """The timers that ran when the last test that can start one had ended: nothing starts one between two tests."""

    def __init__(self, *, shows_windows: bool = False) -> None:
        self._shows_windows = shows_windows
        self._threads = set(threading.enumerate())
        self._children = child_processes()
        self._windows = windows()
        self._files = temporary_files()
        self._timers = Belongings._known_timers

    def left_behind(self) -> list[str]:
        """Return a line for everything that is new and does not go away by itself within ten seconds."""
        left = [
            *self._lasting("thread", lambda: {t.name: t.name for t in set(threading.enumerate()) - self._threads}),
            *self._lasting("child process", lambda: _new(child_processes(), self._children)),
            *self._lasting("window", lambda: _new(windows(), self._windows)),
            *self._lasting("running timer", self._new_timers),
            *self._lasting("temporary file", lambda: _new(temporary_files(), self._files)),
        ]
        Belongings._known_timers = self._timers
        return left

    def _new_timers(self) -> dict[Any, str]:
        # Looking through all objects takes 30 ms with a window loaded: only for tests that can start a timer, and once.
        if not self._shows_windows:
            return {}
        self._timers = timers()
        return _new(self._timers, Belongings._known_timers)

    @staticmethod
    def _lasting(kind: str, find: Callable[[], dict[Any, str]]) -> list[str]:
        found = find()
        if found:
            _let_qt_delete()  # what a test meant to delete is no leak, and costs no search for garbage
            found = find()
        deadline = time.monotonic() + PATIENCE
        rounds = count(1)
        while found and time.monotonic() < deadline:
            if next(rounds) % 4 == 0:  # a search for garbage takes longer than what is about to end by itself
                gc.collect()
            _let_qt_delete()
            time.sleep(0.02)  # the only sleep of the suite: waits for what should already be over
            found = find()
        return [f"{kind}: {name}" for name in found.values()]


def child_processes() -> dict[Any, str]:
    """Return the living child processes, where the system tells (Linux)."""
    if not _has_children():
        return {}
    tasks = Path("/proc/self/task")
    pids = {pid for task in (tasks.iterdir() if tasks.is_dir() else ()) for pid in _read(task / "children").split()}
    return {
        pid: _read(Path("/proc", pid, "cmdline")).replace("\0", " ").strip() or f"process {pid}"
        for pid in pids - kept_processes
    }


def _has_children() -> bool:
    """Whether there may be any: one question to the system instead of one for each thread."""
    if not hasattr(os, "waitid"):
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


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
