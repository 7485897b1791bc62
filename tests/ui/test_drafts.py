"""Promises of what is being written: it outlasts the window, and nothing is mixed into it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.settings import Settings, ThemeChoice
from guillemet.ui.application import Desk
from tests.kit.desks import desk_on_screen
from tests.kit.hands import CTRL
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS

Open = Callable[..., AbstractContextManager[Desk]]


@pytest.fixture
def opened(qapp: QApplication, qtbot: QtBot, repository: RepositoryBuilder, tmp_path: Path) -> Open:
    """Return what opens a window on the repository, and types while it opens."""
    repository.commit({"a.py": "x = 1\n"})

    @contextmanager
    def open_window(typed: str = "") -> Iterator[Desk]:
        settings = Settings(theme=ThemeChoice.LIGHT, map_tokens=0)
        with desk_on_screen(qapp, settings, tmp_path / "settings.json") as desk:
            with qtbot.waitSignal(desk.session.talk.ready, timeout=SECONDS):
                desk.session.open_repository(str(repository.root))
                write(desk, typed)
            yield desk

    return open_window


def write(desk: Desk, text: str) -> None:
    """Go to the message box by its key and type."""
    if text:
        QTest.keyClick(desk.window, Qt.Key.Key_L, CTRL)
        QTest.keyClicks(QApplication.focusWidget(), text)


def test_a_message_that_was_not_sent_is_there_again(opened: Open) -> None:
    with opened() as desk:
        write(desk, "Make it two.")

    with opened() as again:
        assert again.talk.composer.draft == "Make it two."


def test_what_is_typed_while_the_window_opens_stays_whole(opened: Open) -> None:
    with opened() as desk:
        write(desk, "Make it two.")

    with opened("And three") as again:
        write(again, ".")

        assert again.talk.composer.draft == "Make it two.\nAnd three."


def test_a_command_is_no_draft(opened: Open) -> None:
    with opened() as desk:
        write(desk, "/clear")
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    with opened() as again:
        assert again.talk.composer.draft == ""
