"""The settings page tells every choice at once."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QLineEdit, QSpinBox, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from guillemet.settings import DiffLook, Settings, Strictness, ThemeChoice
from guillemet.ui.settings.form import Form, FormPage
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.style import style
from tests.kit.hands import named

STAGES = "After accepting: Put accepted files into the index at once"
"""What a box to tick is called: a screen reader says its name in the place of its words."""


@pytest.fixture
def told() -> list[Settings]:
    return []


@pytest.fixture
def page(window: QWidget, told: list[Settings]) -> SettingsPage:
    page = SettingsPage(Settings(recent=("/kept",)), window)
    page.changed.connect(told.append)
    window.show()
    page.open()
    return page


def test_the_longest_caption_keeps_away_from_its_control(page: SettingsPage) -> None:
    captions = [label for label in page.findChildren(QLabel) if "Matching" in label.text()]
    beside = [one for one in captions if one.buddy() is not None]

    assert [one.buddy().x() - one.geometry().right() > style.TIGHT for one in beside] == [True]


def test_captions_stand_above_controls_for_which_there_is_no_room_beside_them(qtbot: QtBot) -> None:
    form, control = Form(), QCheckBox()
    control.setMinimumWidth(500)
    form.add("A caption", control)
    form.end()
    page = FormPage(form)
    qtbot.addWidget(page)
    page.resize(600, 200)
    page.show()
    (caption,) = form.findChildren(QLabel)

    qtbot.waitUntil(lambda: caption.geometry().bottom() <= control.y())
    page.resize(1000, 200)
    qtbot.waitUntil(lambda: caption.geometry().right() < control.x())


def test_each_choice_is_told_as_it_is_made(page: SettingsPage, told: list[Settings], qtbot: QtBot) -> None:
    qtbot.keyClick(named(page, QComboBox, "Colours"), Qt.Key.Key_End)
    qtbot.keyClick(named(page, QComboBox, "Diff"), Qt.Key.Key_Down)
    qtbot.keyClick(named(page, QComboBox, "Matching of blocks"), Qt.Key.Key_Down)
    qtbot.keyClick(named(page, QSpinBox, "Size of code"), Qt.Key.Key_Up)
    qtbot.keyClick(named(page, QCheckBox, STAGES), Qt.Key.Key_Space)

    assert len(told) == 5
    assert told[-1] == Settings(
        match=Strictness.STRICT,
        stage_on_accept=True,
        diff_look=DiffLook.SIDE_BY_SIDE,
        theme=ThemeChoice.DARK,
        font_size=11,
        recent=("/kept",),
    )


def test_the_page_starts_from_the_settings_it_gets(window: QWidget) -> None:
    page = SettingsPage(Settings(stage_on_accept=True, theme=ThemeChoice.LIGHT, font_size=14), window)

    assert named(page, QComboBox, "Colours").currentText() == "Light"
    assert named(page, QSpinBox, "Size of code").value() == 14
    assert named(page, QCheckBox, STAGES).isChecked()


def test_every_control_has_an_accessible_name(page: SettingsPage) -> None:
    controls = page.findChildren(QComboBox) + page.findChildren(QCheckBox) + page.findChildren(QSpinBox)

    assert all(control.accessibleName() for control in controls)


def test_the_tab_key_stops_only_where_something_can_be_chosen_and_named(page: SettingsPage, qtbot: QtBot) -> None:
    page.activateWindow()
    tabs = page.findChild(QTabBar)
    tabs.setFocus()
    qtbot.waitUntil(tabs.hasFocus)
    names = [tabs.accessibleName()]
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        names.append(QApplication.focusWidget().accessibleName())

    assert names == ["Pages of the settings", "Matching of blocks", STAGES, "Diff"]


def test_typing_replaces_the_number_that_a_field_holds(page: SettingsPage, told: list[Settings], qtbot: QtBot) -> None:
    size = named(page, QSpinBox, "Size of code")
    size.setFocus(Qt.FocusReason.ShortcutFocusReason)
    qtbot.waitUntil(size.hasFocus)
    qtbot.keyClicks(size, "14")

    assert told[-1].font_size == 14


def test_escape_in_the_empty_search_of_the_keys_closes_the_settings(page: SettingsPage, qtbot: QtBot) -> None:
    page.show_shortcuts()
    field = named(page, QLineEdit, "Find an action or a key")
    field.setFocus()
    qtbot.keyClicks(field, "reject")

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (page.isVisible(), field.text()) == (True, "")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not page.isVisible()
