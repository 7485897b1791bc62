"""Gives every test of the window the same look to start from, whatever an earlier one chose."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from guillemet.ui import look
from guillemet.ui.look import Look


@pytest.fixture(autouse=True)
def plain_look(qapp: QApplication) -> Iterator[None]:
    """Take back the theme, palette and style sheet a test gave the application."""
    yield
    if look.current() != Look():
        qapp.setStyleSheet("")
        look.announce(qapp, Look().theme, Look().font_size)
        qapp.setProperty(look._PROPERTY, None)
