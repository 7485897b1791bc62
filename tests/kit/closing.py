"""A window that closes by itself, for a run of the command in a process of its own."""

_WHEN_TAKEN = """
import os
import signal
import sys
from PySide6.QtCore import QTimer
from guillemet.cli import main
from guillemet.ui.window_controller import WindowController

begin = WindowController.begin

def begin_and_close(desk, folder):
    begin(desk, folder)
    timer = QTimer(desk)
    def look():
        if desk.session.review is not None and desk.session.review.outcomes:
            timer.stop()
            print("taken in:", len(desk.session.review.outcomes), "blocks")
            CLOSE
    timer.timeout.connect(look)
    timer.start(20)

WindowController.begin = begin_and_close
raise SystemExit(main(sys.argv[1:]))
"""
CLOSED_WHEN_TAKEN = _WHEN_TAKEN.replace("CLOSE", "desk.window.close()")
"""Runs the command with the given arguments; when a reply has been taken in, it prints how many blocks and closes."""

_NAMED = """
import signal
import sys
NAME = sys.argv.pop()
signal.signal(getattr(signal, NAME), signal.SIG_DFL)  # whoever runs the tests may have it ignored, as nohup does
"""
ENDED_WHEN_TAKEN = _NAMED + _WHEN_TAKEN.replace(
    "CLOSE", "print('in:', desk.session.review.root, flush=True); os.kill(os.getpid(), getattr(signal, NAME))"
)
"""The same, but it prints where they are, too, and a signal ends it, the one that is named last."""
