"""A conversation on the screen, and a box for the next message."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile, ServiceOffer, Use
from guillemet.llm.messages import ModelInfo
from guillemet.ui.chat.composer import Composer
from guillemet.ui.chat.transcript import TranscriptPane
from tests.kit.hands import show
from tests.ui.chat.composing import box

FILES = (
    ListedFile("README.md"),
    ListedFile("docs/a guide.md"),
    ListedFile("src/tax.py", use=Use.READ_ONLY),
    ListedFile("src/total.py", "M"),
    ListedFile("tests/test_total.py"),
)
MODELS = (ModelInfo("claude-big", "Claude Big"), ModelInfo("claude-small"))


@pytest.fixture
def pane(qtbot: QtBot) -> TranscriptPane:
    """Return an empty conversation."""
    return show(qtbot, TranscriptPane())


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    """Return a column with room above what is added to it."""
    host = QWidget()
    QVBoxLayout(host).addStretch()
    return show(qtbot, host, height=600)


@pytest.fixture
def composer(qtbot: QtBot, host: QWidget) -> Iterator[Composer]:
    """Return a composer that knows five files and two models, with the focus in its empty box."""
    composer = Composer()
    host.layout().addWidget(composer)
    composer.set_files(FileListing(FILES))
    composer.picker.set_services((ServiceOffer("anthropic", "Anthropic", MODELS),))
    host.activateWindow()
    composer.focus_message()
    qtbot.waitUntil(lambda: box(composer).hasFocus())
    yield composer
    QGuiApplication.clipboard().clear()
