"""The log on disk holds what the user was told."""

import logging
from pathlib import Path

from guillemet.app.notices import Level, Notice, Notifications
from guillemet.ui.logging_setup import logbook


def test_what_is_told_to_the_user_stands_in_the_log(tmp_path: Path) -> None:
    file = tmp_path / "state" / "guillemet.log"
    with logbook(file):
        Notifications().show(Notice(Level.INFO, "Another program moved main.", "Look again."))

    assert "info: Another program moved main. Look again." in file.read_text(encoding="utf-8")


def test_no_path_of_a_reply_reaches_the_terminal_that_shows_the_log(tmp_path: Path) -> None:
    file = tmp_path / "guillemet.log"
    with logbook(file):
        Notifications().show(Notice(Level.INFO, "The block for \x1b[2Ja\udcff.py is skipped.", details="a\nb"))

    assert "The block for \\x1b[2Ja\\udcff.py is skipped.\na\nb" in file.read_text(encoding="utf-8")


def test_the_log_is_left_as_it_was(tmp_path: Path) -> None:
    before = list(logging.getLogger("guillemet").handlers)
    with logbook(tmp_path / "guillemet.log"):
        pass

    assert logging.getLogger("guillemet").handlers == before


def test_a_place_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")

    with logbook(tmp_path / "file" / "guillemet.log"):
        Notifications().show(Notice(Level.DONE, "Still here."))


def test_no_key_stands_in_the_log(tmp_path: Path) -> None:
    file = tmp_path / "guillemet.log"
    with logbook(file):
        Notifications().show(
            Notice(Level.INFO, "The service refused sk-ant-api03-Ab12Cd34Ef56Gh78.", "Give another key.")
        )

    assert "The service refused sk-ant-•••." in file.read_text(encoding="utf-8")
