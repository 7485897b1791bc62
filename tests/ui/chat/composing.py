"""Writing a message by hand."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.ui.chat.composer import Composer


def box(composer: Composer) -> QPlainTextEdit:
    """Return the box the message is written in."""
    return composer.findChild(QPlainTextEdit)


def write(qtbot: QtBot, composer: Composer, text: str) -> None:
    """Type into the box."""
    qtbot.keyClicks(box(composer), text)


def enter(qtbot: QtBot, composer: Composer) -> None:
    """Send by key."""
    qtbot.keyClick(box(composer), Qt.Key.Key_Return)
