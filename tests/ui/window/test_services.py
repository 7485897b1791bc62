"""Promises of services in the whole window: added and tried in the settings, by a user's hands, with a real server."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from guillemet.settings import KeptService
from guillemet.ui.application import Desk
from guillemet.ui.settings.page import SettingsPage
from tests.kit.hands import CTRL, buttons, named, press, words
from tests.kit.model_server import ModelServer, Silence
from tests.kit.talks import SECONDS


@pytest.fixture
def page(desk: Desk) -> Iterator[SettingsPage]:
    """Return the settings, opened by their key, with the services in front."""
    QTest.keyClick(desk.window, Qt.Key.Key_Comma, CTRL)
    page = desk.window.findChild(SettingsPage)
    page.show_services()
    yield page
    page.close()


def add(qtbot: QtBot, page: SettingsPage, address: str) -> None:
    """Add a service by its address."""
    box = named(page, QComboBox, "Add a service")
    box.setCurrentText("Another address")
    box.activated.emit(box.currentIndex())
    field = named(page, QLineEdit, "Address")
    qtbot.waitUntil(field.isVisible)
    QTest.keyClicks(field, address)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_service_added_by_its_address_is_kept_once(qtbot: QtBot, desk: Desk, page: SettingsPage) -> None:
    with ModelServer() as server:
        add(qtbot, page, server.address)
        qtbot.waitUntil(lambda: bool(desk.session.talk.conversation.services.offers), timeout=SECONDS)

        kept = desk.session.preferences.now.services
        assert kept == (KeptService("127.0.0.1", "compatible", server.address),)


def test_a_service_that_is_silent_is_tested_until_the_user_stops_it(qtbot: QtBot, page: SettingsPage) -> None:
    with ModelServer(Silence()) as server:
        add(qtbot, page, server.address)
        press(qtbot, page, "Test the service")
        assert server.wait_for(asked=1)
        before = server.connections

        press(qtbot, page, "Stop the test")

        qtbot.waitUntil(lambda: server.connections < before, timeout=SECONDS)
        assert "Asking …" not in words(page)
        assert "Test the service" in buttons(page)
