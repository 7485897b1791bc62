"""A proposal on the screen."""

import pytest
from pytestqt.qtbot import QtBot

from guillemet.ui.changes import ChangesPane
from tests.kit.hands import show


@pytest.fixture
def pane(qtbot: QtBot) -> ChangesPane:
    """Return the pane before its first review."""
    return show(qtbot, ChangesPane())
