"""Promises of opening the window."""

import pytest

from tests.cli.conftest import REPLY
from tests.kit.command import CommandLine
from tests.kit.repositories import RepositoryBuilder


@pytest.mark.gui
def test_a_reply_piped_in_is_opened_in_the_window(project: RepositoryBuilder, command_line: CommandLine) -> None:
    ran = command_line.python(_CLOSED_WHEN_TAKEN, str(project.root), given=REPLY.encode())

    assert (ran.code, ran.out) == (0, "3 blocks\n"), ran.err
    assert len(command_line("review", "-C", project.root, "--json").json["files"]) == 3


_CLOSED_WHEN_TAKEN = """
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
            print(len(desk.session.review.outcomes), "blocks")
            desk.window.close()
    timer.timeout.connect(look)
    timer.start(20)

Desk.begin = begin_and_close
raise SystemExit(main(sys.argv[1:]))
"""
