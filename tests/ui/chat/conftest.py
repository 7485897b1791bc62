"""A conversation on the screen."""

import pytest
from pytestqt.qtbot import QtBot

from guillemet.ui.chat import ConversationPane
from tests.kit.hands import show


@pytest.fixture
def pane(qtbot: QtBot) -> ConversationPane:
    """Return an empty conversation."""
    return show(qtbot, ConversationPane())
