"""A proposal on the screen."""

import pytest
from pytestqt.qtbot import QtBot

from guillemet.ui.proposal import ProposalPane
from tests.kit.hands import show


@pytest.fixture
def pane(qtbot: QtBot) -> ProposalPane:
    """Return the pane before its first review."""
    return show(qtbot, ProposalPane())
