"""A window that closes by itself, for a run of the command in a process of its own."""

CLOSED_WHEN_TAKEN = """
import sys
from PySide6.QtCore import QTimer
from guillemet.cli import main
from guillemet.ui.application import Desk

begin = Desk.begin

def begin_and_close(desk, folder):
    begin(desk, folder)
    timer = QTimer(desk)
    def look():
        if desk.session.review is not None and desk.session.review.outcomes:
            timer.stop()
            print("taken in:", len(desk.session.review.outcomes), "blocks")
            desk.window.close()
    timer.timeout.connect(look)
    timer.start(20)

Desk.begin = begin_and_close
raise SystemExit(main(sys.argv[1:]))
"""
"""Runs the command with the given arguments; when a reply has been taken in, it prints how many blocks and closes."""
