"""Promises of which files can be named: those of the repository as it is now, not as it was when it was opened."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.window_controller import WindowController
from tests.kit.desks import Open, talking_desks, write
from tests.kit.model_server import said
from tests.kit.replies import create
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot, repository: RepositoryBuilder, tmp_path: Path) -> Iterator[WindowController]:
    repository.commit({"a.py": "x = 1\n"})
    open_window: Open
    with talking_desks(qapp, qtbot, repository, tmp_path) as open_window:
        yield open_window(said(create("new.py", "y = 2\n")))[0]


def test_a_file_that_another_program_made_can_be_added_once_the_user_comes_back(
    qtbot: QtBot, desk: WindowController, repository: RepositoryBuilder
) -> None:
    files = desk.session.talk.conversation.files
    qtbot.waitUntil(lambda: bool(files.known), timeout=SECONDS)
    (repository.root / "made.py").write_text("z = 3\n", encoding="utf-8")

    QApplication.sendEvent(desk.talk, QEvent(QEvent.Type.WindowActivate))

    qtbot.waitUntil(lambda: "made.py" in files.known, timeout=SECONDS)
    write(desk, "/add made.py")
    qtbot.waitUntil(lambda: files.editable == ("made.py",), timeout=SECONDS)


def test_a_file_that_was_accepted_can_be_added_until_that_is_undone(qtbot: QtBot, desk: WindowController) -> None:
    files = desk.session.talk.conversation.files
    write(desk, "Make it.")
    qtbot.waitUntil(lambda: bool(desk.session.review and desk.session.review.files), timeout=SECONDS)
    assert "new.py" not in files.known

    desk.do(Act.ACCEPT_ALL)
    qtbot.waitUntil(lambda: "new.py" in files.known, timeout=SECONDS)

    desk.do(Act.UNDO)
    qtbot.waitUntil(lambda: "new.py" not in files.known, timeout=SECONDS)
