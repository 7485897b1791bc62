"""Promises of services in the whole window: added and tried in the settings, by a user's hands, with a real server."""

import threading
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QListWidget
from pytestqt.qtbot import QtBot

from guillemet.app import services
from guillemet.llm import keys
from guillemet.llm.keys import KeySource
from guillemet.llm.services.catalogue import open_service
from guillemet.llm.services.presets import PRESETS
from guillemet.llm.services.service import Service
from guillemet.settings import KeptService, ServiceKind
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.settings.services import ServiceList
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, named, press, words
from tests.kit.model_server import ModelServer, Refusal, Silence
from tests.kit.talks import SECONDS

KEY = "odd:Key/of+no-known_shape=4712"


@pytest.fixture
def page(desk: WindowController) -> Iterator[SettingsPage]:
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


def test_a_service_added_by_its_address_is_kept_once(qtbot: QtBot, desk: WindowController, page: SettingsPage) -> None:
    with ModelServer() as server:
        add(qtbot, page, server.address)
        qtbot.waitUntil(lambda: bool(desk.session.talk.conversation.services.offers), timeout=SECONDS)

        kept = desk.session.preferences.now.services
        assert kept == (KeptService("127.0.0.1", ServiceKind.COMPATIBLE, server.address),)


def test_a_service_that_is_silent_is_tested_until_the_user_stops_it(qtbot: QtBot, page: SettingsPage) -> None:
    with ModelServer(Silence()) as server:
        add(qtbot, page, server.address)
        press(qtbot, page, "Test the service")
        qtbot.waitUntil(lambda: len(server.asked) == 1, timeout=SECONDS)  # the window goes on meanwhile
        before = server.connections

        press(qtbot, page, "Stop the test")

        qtbot.waitUntil(lambda: server.connections < before, timeout=SECONDS)
        assert "Asking …" not in words(page)
        assert "Test the service" in buttons(page)


class SlowLoading:
    """Opens services as if their packages took long to load, with a key and without one."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.without_key, self.with_key = threading.Event(), threading.Event()

    def open(self, choice: KeptService, *, key: str, timeout: float) -> Service:
        """Open it once that is allowed."""
        self.keys.append(key)
        (self.with_key if key else self.without_key).wait(SECONDS / 1_000)
        return open_service(choice, key=key, timeout=timeout)

    def end(self) -> None:
        """Let everything go from now on."""
        self.without_key.set()
        self.with_key.set()


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowLoading]:
    """Load the packages of services slowly, and forget the keys of this run in the end."""
    slow = SlowLoading()
    monkeypatch.setattr(services, "open_service", slow.open)
    monkeypatch.setattr(keys, "_of_this_run", {})
    monkeypatch.setattr(keys, "_known", set())
    yield slow
    slow.end()


def test_a_key_given_while_the_package_loads_is_used_by_every_request(
    qtbot: QtBot, loading: SlowLoading, page: SettingsPage
) -> None:
    with ModelServer() as server:
        add(qtbot, page, server.address)
        qtbot.waitUntil(lambda: "" in loading.keys, timeout=SECONDS)
        key = named(page, QLineEdit, "Key")
        QTest.keyClicks(key, KEY)
        QTest.keyClick(key, Qt.Key.Key_Return)
        assert "Keeping the key …" in words(page)
        qtbot.waitUntil(lambda: "Known for this run only" in words(page), timeout=SECONDS)
        qtbot.waitUntil(lambda: KEY in loading.keys, timeout=SECONDS)
        loading.without_key.set()
        qtbot.waitUntil(lambda: loading.keys.count(KEY) > 1 or bool(server.asked_else), timeout=SECONDS)
        loading.end()
        press(qtbot, page, "Test the service")
        qtbot.waitUntil(lambda: len(server.asked) == 1, timeout=SECONDS)  # the window goes on meanwhile

        assert {one.headers["authorization"] for one in (*server.asked, *server.asked_else)} == {f"Bearer {KEY}"}


def test_that_no_key_is_known_is_not_told_of_the_time_before_one_was_given(
    qtbot: QtBot, loading: SlowLoading, desk: WindowController, page: SettingsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    loading.end()
    look, is_looking, goes_on = keys.key_for, threading.Event(), threading.Event()

    def look_slowly(service: str, variables: Sequence[str] = ()) -> keys.Key:
        found = look(service, variables)
        is_looking.set()
        goes_on.wait(SECONDS / 1_000)
        return found

    monkeypatch.setattr(keys, "key_for", look_slowly)
    with ModelServer() as server:
        add(qtbot, page, server.address)
        qtbot.waitUntil(is_looking.is_set, timeout=SECONDS)
        told: list[tuple[str, KeySource]] = []
        desk.session.talk.conversation.services.key_looked_up.connect(
            lambda name, origin: told.append((name, origin.where))
        )
        key = named(page, QLineEdit, "Key")
        QTest.keyClicks(key, KEY)
        QTest.keyClick(key, Qt.Key.Key_Return)
        goes_on.set()
        qtbot.waitUntil(lambda: "Known for this run only" in words(page), timeout=SECONDS)

    assert {where for name, where in told if name == "127.0.0.1"} == {KeySource.RUN}


def test_a_key_that_stands_in_the_field_is_the_one_that_is_tested(
    qtbot: QtBot, loading: SlowLoading, page: SettingsPage
) -> None:
    loading.end()
    with ModelServer() as server:
        add(qtbot, page, server.address)
        QTest.keyClicks(named(page, QLineEdit, "Key"), KEY)
        press(qtbot, page, "Test the service")
        qtbot.waitUntil(lambda: len(server.asked) == 1, timeout=SECONDS)  # the window goes on meanwhile

        assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
        qtbot.waitUntil(lambda: "Known for this run only" in words(page), timeout=SECONDS)


@pytest.fixture
def keyless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Know no key of any service."""
    for preset in PRESETS:
        for variable in preset.key_variables:
            monkeypatch.delenv(variable, raising=False)


def ask(qtbot: QtBot, desk: WindowController, model: str) -> None:
    """Ask a model, and wait for the notice that its key is missing."""
    desk.session.talk.conversation.choose(model=model)
    desk.session.talk.conversation.send("Hello.")
    qtbot.waitUntil(lambda: "Enter the key…" in buttons(desk.notices), timeout=SECONDS)


def listed(desk: WindowController) -> str:
    """Return which service is shown in the settings."""
    item = named(desk.window.findChild(ServiceList), QListWidget, "Services").currentItem()
    return item.text() if item else ""


@pytest.mark.usefixtures("keyless")
def test_a_missing_key_leads_to_its_field(qtbot: QtBot, desk: WindowController) -> None:
    ask(qtbot, desk, "anthropic/claude-small")

    press(qtbot, desk.notices, "Enter the key…")

    page = desk.window.findChild(SettingsPage)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is named(page, QLineEdit, "Key"))
    assert listed(desk) == "Anthropic"
    page.close()


def test_a_key_that_was_refused_leads_to_the_field_of_that_service(qtbot: QtBot, desk: WindowController) -> None:
    with ModelServer(Refusal(401)) as server:
        services = tuple(KeptService(name, ServiceKind.COMPATIBLE, server.address) for name in ("first", "second"))
        desk.session.preferences.choose(replace(desk.session.preferences.now, services=services))
        ask(qtbot, desk, "second/small")
        desk.session.talk.conversation.choose(model="first/small")

        press(qtbot, desk.notices, "Enter the key…")

        page = desk.window.findChild(SettingsPage)
        qtbot.waitUntil(lambda: QApplication.focusWidget() is named(page, QLineEdit, "Key"))
        assert listed(desk).startswith("second ")
        page.close()
