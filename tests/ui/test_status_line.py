"""Promises of the line at the bottom: it says what is true now, also before anything is open."""

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from guillemet.ui.main_window import StatusLine
from tests.kit.reviews import TWENTY


@pytest.fixture
def line(qtbot: QtBot) -> StatusLine:
    line = StatusLine()
    qtbot.addWidget(line)
    return line


def told(line: StatusLine) -> str:
    return " ".join(filter(None, (label.text() for label in line.findChildren(QLabel))))


def test_while_a_repository_opens_none_is_missed(qtbot: QtBot, line: StatusLine) -> None:
    assert told(line) == "No repository is open"

    line.set_busy("opening repository")
    qtbot.waitUntil(lambda: told(line) != "")
    assert told(line) == "opening repository"

    line.set_busy("")
    assert told(line) == "No repository is open"


def test_work_on_an_open_repository_stands_beside_what_is_undecided(qtbot: QtBot, line: StatusLine) -> None:
    line.set_review(TWENTY)

    line.set_busy("looking")
    qtbot.waitUntil(lambda: "looking" in told(line))

    assert "undecided" in told(line)
