"""A list of files on the screen."""

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.ui.files.panel import FilePanel
from tests.kit.hands import show
from tests.ui.files.hands import FILES, field


@pytest.fixture
def panel(qtbot: QtBot) -> FilePanel:
    """Return a panel with five files, with the focus in its filter."""
    panel = show(qtbot, FilePanel(), height=500)
    panel.set_files(FileListing(FILES))
    panel.activateWindow()
    panel.start()
    qtbot.waitUntil(lambda: field(panel).hasFocus())
    return panel
