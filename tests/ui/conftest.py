"""Gives every test of the window the same look to start from, whatever an earlier one chose."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from guillemet.ui.style import style
from guillemet.ui.style.style import Style
from tests.kit.file_manager import FileManager, noting_file_manager


@pytest.fixture(autouse=True)
def plain_look(qapp: QApplication) -> Iterator[None]:
    """Take back the theme, palette and style sheet a test gave the application."""
    yield
    if style.current() != Style() or qapp.styleSheet():  # one of the default style is in force, too
        qapp.setStyleSheet("")
        style.announce(qapp, Style())
        qapp.setProperty(style._PROPERTY, None)


@pytest.fixture
def file_manager() -> Iterator[FileManager]:
    """Return what notes the files and folders that the desktop is asked to open."""
    with noting_file_manager() as manager:
        yield manager
