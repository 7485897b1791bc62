"""Promises of the settings of what models are asked: every choice is told, and nothing else is lost."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QSpinBox, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.turns import ServiceOffer
from guillemet.llm.messages import ModelInfo
from guillemet.llm.prompts.modes import EDIT_STYLES
from guillemet.settings import KeptService, OtherFiles, ServiceKind, Settings
from guillemet.ui.settings.page import SettingsPage
from tests.kit.hands import named

PageOf = Callable[[Settings], SettingsPage]
OPENAI = KeptService("openai", ServiceKind.OPENAI)


@pytest.fixture
def page_of(qtbot: QtBot, window: QWidget) -> Iterator[PageOf]:
    """Return what opens the settings with their last page in front."""
    window.show()

    def opened(settings: Settings) -> SettingsPage:
        page = SettingsPage(settings, window)
        page.open()
        qtbot.keyClick(named(page, QTabBar, "Pages of the settings"), Qt.Key.Key_End)
        return page

    yield opened
    window.close()


def test_what_models_are_asked_is_told_choice_by_choice(qtbot: QtBot, page_of: PageOf) -> None:
    before = Settings(services=(OPENAI,), mode="ask", recent=("/kept",))
    page = page_of(before)
    told: list[Settings] = []
    page.changed.connect(told.append)

    qtbot.keyClicks(named(page, QComboBox, "Model"), "openai/gpt")
    qtbot.keyClick(named(page, QComboBox, "Model"), Qt.Key.Key_Return)
    qtbot.keyClick(named(page, QComboBox, "Edit format"), Qt.Key.Key_Down)
    qtbot.keyClick(named(page, QComboBox, "Edits outside the conversation"), Qt.Key.Key_Down)
    qtbot.keyClick(named(page, QSpinBox, "Map of the other files"), Qt.Key.Key_Up)
    qtbot.keyClick(named(page, QDoubleSpinBox, "Daily limit"), Qt.Key.Key_Up)
    qtbot.keyClick(named(page, QSpinBox, "Daily limit of tokens"), Qt.Key.Key_Up)
    qtbot.keyClick(named(page, QSpinBox, "Give up after"), Qt.Key.Key_Down)
    qtbot.keyClick(named(page, QCheckBox, "Clipboard: Offer replies as soon as they are copied"), Qt.Key.Key_Space)
    qtbot.keyClick(
        named(page, QCheckBox, "With the next message: Report what I rejected or changed by hand"), Qt.Key.Key_Space
    )

    assert told[-1] == replace(
        before,
        model="openai/gpt",
        edit_format="guillemet",
        outsiders=OtherFiles.DEFERRED,
        map_tokens=before.map_tokens + 500,
        day_limit=1.0,
        day_tokens=100_000,
        seconds_of_silence=before.seconds_of_silence - 1,
        watches_clipboard=True,
        tells_decisions=True,
    )
    assert len(told) == 9


@pytest.mark.parametrize("name", ["", *EDIT_STYLES])
def test_every_edit_format_and_variant_can_be_chosen(qtbot: QtBot, page_of: PageOf, name: str) -> None:
    page = page_of(Settings(edit_format="" if name else "guillemet"))
    box = named(page, QComboBox, "Edit format")

    with qtbot.waitSignal(page.changed) as changed:
        box.setCurrentIndex(box.findData(name))

    assert changed.args == [Settings(edit_format=name)]


def test_models_are_offered_and_what_is_chosen_stays(page_of: PageOf) -> None:
    page = page_of(Settings(model="local/mine"))

    page.set_offers((ServiceOffer("openai", "OpenAI", (ModelInfo("gpt"),)),))

    box = named(page, QComboBox, "Model")
    assert box.currentText() == "local/mine"
    assert box.itemText(0) == "openai/gpt"


def test_the_name_of_a_model_is_read_from_its_beginning(page_of: PageOf) -> None:
    page = page_of(Settings(services=(OPENAI,), model="openai/" + "a-very-long-name-" * 8))
    page.set_offers((ServiceOffer("openai", "OpenAI", (ModelInfo("gpt"),)),))

    assert named(page, QComboBox, "Model").lineEdit().cursorPosition() == 0


def test_what_changed_elsewhere_meanwhile_is_not_put_back(qtbot: QtBot, page_of: PageOf) -> None:
    page = page_of(Settings())
    page.set_settings(Settings(services=(OPENAI,), mode="ask"))
    told: list[Settings] = []
    page.changed.connect(told.append)

    qtbot.keyClick(named(page, QCheckBox, "Clipboard: Offer replies as soon as they are copied"), Qt.Key.Key_Space)

    assert told == [Settings(services=(OPENAI,), mode="ask", watches_clipboard=True)]
