"""A window for the settings page to lie on."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """Return a window that is not shown yet."""
    window = QWidget()
    qtbot.addWidget(window)
    return window
