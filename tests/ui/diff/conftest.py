"""A diff pane to act on."""

import pytest
from pytestqt.qtbot import QtBot

from guillemet.settings import DiffLook, Look
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style.theme import LIGHT
from tests.ui.diff.commenter import Keeper
from tests.ui.diff.hands import THREE, settle


@pytest.fixture
def pane(qtbot: QtBot) -> DiffPane:
    """Return a pane on the screen, with a file of three hunks and the focus in its text."""
    made = DiffPane()
    made.set_theme(LIGHT)  # whatever look an earlier test gave the application
    qtbot.addWidget(made)
    made.resize(1000, 480)
    made.show()
    made.show_content(THREE)
    made.splitter.main.setFocus()
    qtbot.waitUntil(made.splitter.main.hasFocus)
    settle()
    return made


@pytest.fixture
def keeper(pane: DiffPane) -> Keeper:
    """Return what keeps the comments the pane wishes, as the session does."""
    return Keeper(pane)


@pytest.fixture(params=list(Look))
def looked_at(pane: DiffPane, request: pytest.FixtureRequest) -> DiffPane:
    """Return the pane in each of the looks."""
    pane.look.set(DiffLook(request.param))
    return pane
