"""A window: empty, with a repository, with a proposal."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Reason
from guillemet.settings import Settings, ThemeChoice
from guillemet.ui.window_controller import WindowController
from tests.kit.desks import desk_on_screen
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import BODY, REPLY, SEARCHED, paste, review, shown


@pytest.fixture
def project(empty_repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository of three files."""
    empty_repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n", "old.py": "gone = True\n"})
    return empty_repository


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    """Return where the window keeps its settings."""
    return tmp_path / "settings.json"


@pytest.fixture
def desk(qapp: QApplication, settings_file: Path) -> Iterator[WindowController]:
    """Return a light window without a repository."""
    settings = Settings(theme=ThemeChoice.LIGHT, map_tokens=0)  # an outline is made by a process of its own
    with desk_on_screen(qapp, settings, settings_file) as made:
        yield made


@pytest.fixture
def opened(desk: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with the repository."""
    desk.session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: desk.session.review is not None)
    return desk


@pytest.fixture
def proposed(opened: WindowController, qtbot: QtBot) -> WindowController:
    """Return the window with a proposal for three files, the first of them in the diff."""
    paste(opened, REPLY)
    qtbot.waitUntil(lambda: len(review(opened).files) == 3)
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    return opened


@pytest.fixture
def failed(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with a proposal for b.py and a failed block of steps.py, which has no other."""
    (project.root / "steps.py").write_text(BODY, encoding="utf-8")
    paste(opened, "\n".join((edit("b.py", "y = 1", "y = 2"), edit("steps.py", SEARCHED, "def step_20(xs): ..."))))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 2)
    qtbot.waitUntil(lambda: shown(opened) == "b.py")
    assert review(opened).outcomes[1].reason is Reason.NOT_FOUND
    return opened
