"""Promises of the settings of services: a key is never shown again, and nothing else is lost."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QListWidget,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from guillemet.llm.keys import KeySource
from guillemet.llm.services.connection_test import ConnectionTest
from guillemet.llm.services.presets import Kind
from guillemet.settings import KeptService, ServiceKind, Settings
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.settings.services import KeyPlace
from tests.kit.hands import buttons, named, press, words

Make = Callable[[Settings], SettingsPage]
OPENAI = KeptService("openai", ServiceKind.OPENAI)
BOX = KeptService("box.lan", Kind.COMPATIBLE, "http://box.lan:8080/v1")


@pytest.fixture
def make(window: QWidget) -> Iterator[Make]:
    window.show()

    def made(settings: Settings) -> SettingsPage:
        page = SettingsPage(settings, window)
        page.open()
        page.show_services()
        return page

    yield made
    window.close()


def listed(page: SettingsPage) -> list[str]:
    box = named(page, QListWidget, "Services")
    return [box.item(row).text() for row in range(box.count())]


def add(qtbot: QtBot, page: SettingsPage, title: str) -> None:
    box = named(page, QComboBox, "Add a service")
    box.setFocus()
    while box.currentText() != title:
        box.setCurrentIndex(box.currentIndex() + 1)
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: box.currentIndex() == 0)


def test_without_services_it_says_how_to_get_one(make: Make) -> None:
    assert "No service yet." in words(make(Settings()))


def test_a_service_is_added_and_kept(qtbot: QtBot, make: Make) -> None:
    page = make(Settings())
    kept: list[KeptService] = []
    page.services.kept.connect(kept.append)

    add(qtbot, page, "Anthropic")

    assert kept == [KeptService("anthropic", Kind.ANTHROPIC)]
    assert listed(page) == ["Anthropic"]


def test_an_address_of_ones_own_is_kept_under_its_host_once_it_is_given(qtbot: QtBot, make: Make) -> None:
    page = make(Settings())
    kept: list[KeptService] = []
    page.services.kept.connect(kept.append)
    add(qtbot, page, "Another address")
    before = list(kept)

    field = named(page, QLineEdit, "Address")
    qtbot.keyClicks(field, BOX.address)
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert before == []
    assert kept == [BOX]
    assert listed(page) == ["box.lan · http://box.lan:8080/v1"]


def test_an_address_that_is_being_typed_stays_while_servers_are_found(qtbot: QtBot, make: Make) -> None:
    page = make(Settings())
    add(qtbot, page, "Another address")
    field = named(page, QLineEdit, "Address")
    qtbot.keyClicks(field, "http://bo")

    page.services.set_found([KeptService("ollama", Kind.COMPATIBLE)])
    qtbot.keyClicks(field, "x.lan")

    assert field.text() == "http://box.lan"


def test_a_key_typed_before_the_address_stays_in_its_field(qtbot: QtBot, make: Make) -> None:
    page = make(Settings())
    add(qtbot, page, "Another address")
    qtbot.keyClicks(named(page, QLineEdit, "Key"), "sk-very-secret-1")

    qtbot.keyClicks(named(page, QLineEdit, "Address"), BOX.address)
    qtbot.keyClick(named(page, QLineEdit, "Address"), Qt.Key.Key_Return)

    assert listed(page) == ["box.lan · http://box.lan:8080/v1"]
    assert named(page, QLineEdit, "Key").text() == "sk-very-secret-1"


def test_an_address_may_lack_its_scheme(qtbot: QtBot, make: Make) -> None:
    page = make(Settings())
    kept: list[KeptService] = []
    page.services.kept.connect(kept.append)
    add(qtbot, page, "Another address")

    field = named(page, QLineEdit, "Address")
    qtbot.keyClicks(field, "box.lan:8080/v1")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert kept == [BOX]


def test_what_is_no_address_is_told_and_neither_kept_nor_tested(qtbot: QtBot, make: Make) -> None:
    page = make(Settings(services=(KeptService(BOX.name, BOX.kind, BOX.address),)))
    wishes: list[object] = []
    page.services.kept.connect(wishes.append)
    page.services.form.test_requested.connect(wishes.append)

    field = named(page, QLineEdit, "Address")
    qtbot.keyClicks(field, " and more")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    press(qtbot, page, "Test the service")

    assert wishes == []
    assert "This is not the address of a service." in words(page)
    assert listed(page) == ["box.lan · http://box.lan:8080/v1"]


@pytest.mark.parametrize("name", ["Address", "Key"])
def test_return_in_a_field_leaves_the_page_open(qtbot: QtBot, make: Make, name: str) -> None:
    page = make(Settings(services=(OPENAI,)))

    qtbot.keyClicks(named(page, QLineEdit, name), "sk-very-secret-1")
    qtbot.keyClick(named(page, QLineEdit, name), Qt.Key.Key_Return)

    assert page.isVisible()


@pytest.mark.parametrize(("letter", "name"), [(Qt.Key.Key_A, "Address"), (Qt.Key.Key_K, "Key")])
def test_the_letter_of_a_caption_leads_into_its_field(qtbot: QtBot, make: Make, letter: Qt.Key, name: str) -> None:
    page = make(Settings(services=(OPENAI,)))
    qtbot.waitUntil(page.isActiveWindow)

    qtbot.keyClick(page, letter, Qt.KeyboardModifier.AltModifier)

    assert named(page, QLineEdit, name).hasFocus()


def test_a_service_is_removed(qtbot: QtBot, make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))

    with qtbot.waitSignal(page.services.forgotten) as wish:
        press(qtbot, page, "Remove the service")

    assert wish.args == ["openai"]
    assert listed(page) == []


def test_a_server_that_was_found_is_listed_and_cannot_be_removed(make: Make) -> None:
    page = make(Settings())
    page.services.set_found([KeptService("ollama", Kind.COMPATIBLE)])

    assert listed(page) == ["Ollama · found on this computer"]
    assert not buttons(page)["Remove the service"].isEnabled()


def test_a_key_is_handed_over_once_and_never_shown_again(qtbot: QtBot, make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))
    field = named(page, QLineEdit, "Key")
    qtbot.keyClicks(field, "sk-very-secret-1")
    is_hidden = field.echoMode() is QLineEdit.EchoMode.Password

    with qtbot.waitSignal(page.services.form.key_given) as wish:
        press(qtbot, page, "Use this key")

    assert is_hidden
    assert wish.args == [KeptService("openai", Kind.OPENAI), "sk-very-secret-1", True]
    assert field.text() == ""
    assert not any("secret-1" in one.text() for one in page.findChildren(QLineEdit))


def test_without_a_keyring_a_key_is_for_this_run_only(qtbot: QtBot, make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))
    page.services.form.set_keyring(is_there=False)
    qtbot.keyClicks(named(page, QLineEdit, "Key"), "sk-very-secret-1")

    with qtbot.waitSignal(page.services.form.key_given) as wish:
        qtbot.keyClick(named(page, QLineEdit, "Key"), Qt.Key.Key_Return)

    assert wish.args is not None
    assert wish.args[2] is False


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (KeyPlace(KeySource.KEYRING), "Stored in the keyring of this computer."),
        (KeyPlace(KeySource.RUN), "Known for this run only"),
        (KeyPlace(KeySource.ENVIRONMENT, "OPENAI_API_KEY"), "environment variable OPENAI_API_KEY."),
        (KeyPlace(KeySource.NONE), "No key is known. This service wants one."),
    ],
)
def test_where_the_key_is_kept_is_said(make: Make, place: KeyPlace, said: str) -> None:
    page = make(Settings(services=(OPENAI,)))

    page.services.set_key("openai", place)

    assert said in words(page)
    assert ("Forget the key" in buttons(page)) == (place.where in (KeySource.KEYRING, KeySource.RUN))


def test_the_key_of_another_service_is_not_mixed_up(make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))

    page.services.set_key("anthropic", KeyPlace(KeySource.KEYRING))

    assert "Stored in the keyring" not in words(page)


def test_a_service_is_tested_and_the_result_can_be_read(qtbot: QtBot, make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))
    with qtbot.waitSignal(page.services.form.test_requested) as wish:
        press(qtbot, page, "Test the service")
    meanwhile = words(page)

    page.services.set_trial("openai", ConnectionTest(ok=False, sentence="The key is refused. Give another one."))

    assert wish.args == [KeptService("openai", Kind.OPENAI)]
    assert "Asking …" in meanwhile
    assert "The key is refused. Give another one." in words(page)


def test_a_test_that_takes_long_is_stopped_by_its_button(qtbot: QtBot, make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))
    press(qtbot, page, "Test the service")

    with qtbot.waitSignal(page.services.form.stop_requested):
        press(qtbot, page, "Stop the test")

    assert "Asking …" not in words(page)
    assert "Test the service" in buttons(page)


def test_what_came_of_a_test_goes_with_the_key_it_was_made_with(qtbot: QtBot, make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))
    page.services.set_trial("openai", ConnectionTest(ok=False, sentence="The key is refused. Give another one."))

    qtbot.keyClicks(named(page, QLineEdit, "Key"), "sk-another-1234")
    qtbot.keyClick(named(page, QLineEdit, "Key"), Qt.Key.Key_Return)

    assert "The key is refused" not in words(page)


def test_a_model_file_is_kept(make: Make) -> None:
    page = make(Settings(services=(KeptService("embedded", ServiceKind.EMBEDDED, model_file="/a.gguf"),)))
    kept: list[KeptService] = []
    page.services.kept.connect(kept.append)

    page.services.form.take_file("/models/small.gguf")

    assert kept == [KeptService("embedded", Kind.EMBEDDED, model_file="/models/small.gguf")]
    assert not named(page, QLineEdit, "Key").isVisible()


def test_every_control_has_an_accessible_name(make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))
    controls = [one for kind in (QComboBox, QCheckBox, QSpinBox, QDoubleSpinBox) for one in page.findChildren(kind)]

    assert [one for one in controls if not one.accessibleName()] == []


def test_the_tab_key_walks_down_the_page_of_services_and_every_stop_shows_its_focus(qtbot: QtBot, make: Make) -> None:
    page = make(Settings(services=(OPENAI,)))
    services = named(page, QListWidget, "Services")
    page.activateWindow()
    services.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(services.hasFocus)
    names = []
    for _ in range(4):
        focused = QApplication.focusWidget()
        assert focused is not None
        names.append(focused.accessibleName())
        with_focus = focused.grab().toImage()
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
        assert focused.grab().toImage() != with_focus

    assert names == ["Services", "Add a service", "Remove the service", "Address"]
