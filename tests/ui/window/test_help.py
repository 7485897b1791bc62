"""Promises of the menu of help: keys, formats, the log and what the program is."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QTableWidget,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from guillemet import __version__, bundled
from guillemet.components import COMPONENTS
from guillemet.llm.prompts.modes import EDIT_STYLES
from guillemet.ui.actions import Act
from guillemet.ui.dialogs import AboutDialog, CommandPalette, FormatsDialog, ShortcutsDialog, versions
from guillemet.ui.logging_setup import log_file
from guillemet.ui.window_controller import WindowController
from tests.kit.file_manager import FileManager
from tests.kit.hands import CTRL_SHIFT, named, words

HELP = [Act.KEYS, Act.FORMATS, Act.LOG_FOLDER, Act.ABOUT]


def choose(desk: WindowController, words: str) -> None:
    """Choose an action in the palette by typing."""
    QTest.keyClick(desk.window, Qt.Key.Key_P, CTRL_SHIFT)
    field = desk.window.findChild(CommandPalette).findChild(QLineEdit)
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)


def _come_back(desk: WindowController, qtbot: QtBot) -> None:
    """Give the window the keyboard again, as the desktop does when a dialog closes."""
    desk.window.activateWindow()
    qtbot.waitUntil(desk.window.isActiveWindow)


def test_help_is_reached_by_keyboard_at_any_width_and_every_control_of_its_dialogs_has_a_name(
    desk: WindowController,
) -> None:
    for width in (620, 1024, 1440):
        desk.window.resize(width, 700)
        menu = named(desk.window, QToolButton, "More actions").menu()
        last = menu.actions()[-1]

        assert last.text() == "Help", width
        assert [action.text() for action in last.menu().actions()] == HELP, width

    for act in (Act.FORMATS, Act.ABOUT):
        desk.do(act)
    dialogs = [*desk.window.findChildren(FormatsDialog), *desk.window.findChildren(AboutDialog)]
    kinds = (QPushButton, QListWidget, QPlainTextEdit, QTableWidget)
    nameless = [
        one for dialog in dialogs for kind in kinds for one in dialog.findChildren(kind) if not one.accessibleName()
    ]
    assert nameless == []
    for dialog in dialogs:
        dialog.close()


def test_a_single_sign_finds_the_keys_with_it_and_more_finds_words(desk: WindowController) -> None:
    desk.do(Act.KEYS)
    sheet = desk.window.findChild(ShortcutsDialog)
    field, table = sheet.findChild(QLineEdit), sheet.findChild(QTableWidget)

    def found(typed: str) -> list[str]:
        field.setText(typed)
        return [table.item(row, 0).text() for row in range(table.rowCount()) if not table.isRowHidden(row)]

    assert found("j") == ["Next hunk"]
    assert found("b") == ["Changes on the left"]
    assert found("+") == ["More context around changes", "Larger code"]
    assert found("take") == ["Take mine in the conflict", "Take proposed in the conflict", "Undo"]


def test_the_palette_opens_each_and_escape_closes_it(desk: WindowController, qtbot: QtBot) -> None:
    for typed, kind in (("keyboard", ShortcutsDialog), ("formats", FormatsDialog), ("about guillemet", AboutDialog)):
        choose(desk, typed)
        opened = desk.window.findChild(kind)
        assert isinstance(opened, QDialog), typed
        qtbot.waitUntil(opened.isActiveWindow)

        QTest.keyClick(opened.windowHandle(), Qt.Key.Key_Escape)

        qtbot.waitUntil(lambda kind=kind: desk.window.findChild(kind) is None)
        _come_back(desk, qtbot)


def test_the_log_folder_is_opened_by_the_desktop(desk: WindowController, file_manager: FileManager) -> None:
    choose(desk, "log folder")

    assert file_manager.opened == [str(log_file().parent)]


@pytest.mark.qt_log_ignore("does not support QPlatformServices::openDocument", extend=True)
def test_where_no_program_opens_folders_the_log_folder_is_named(desk: WindowController, qtbot: QtBot) -> None:
    choose(desk, "log folder")

    def is_named() -> bool:
        return str(log_file().parent) in words(desk.notices)

    qtbot.waitUntil(is_named)


def test_every_format_is_shown_in_the_width_of_its_lines_as_a_model_is_told_of_it_and_copied(
    desk: WindowController, qtbot: QtBot
) -> None:
    for width in (1440, 1024):
        desk.window.resize(width, 900)
        choose(desk, "formats")
        sheet = desk.window.findChild(FormatsDialog)
        text = named(sheet, QPlainTextEdit, "Instructions of the format")

        needed = text.fontMetrics().horizontalAdvance("0" * 120)
        assert sheet.width() <= width, width
        assert (text.viewport().width() >= needed) is (width == 1440), width

        names = named(sheet, QListWidget, "Formats")
        assert [names.item(row).text() for row in range(names.count())] == list(EDIT_STYLES)
        QTest.keyClick(names, Qt.Key.Key_End)
        assert text.toPlainText() == EDIT_STYLES["editor-diff-fenced"].instructions
        QTest.keyClick(names, Qt.Key.Key_Home)
        QTest.keyClick(names, Qt.Key.Key_Down)
        QTest.keyClick(named(sheet, QPushButton, "Copy the instructions"), Qt.Key.Key_Return)
        assert QGuiApplication.clipboard().text() == EDIT_STYLES["anchored"].instructions
        sheet.close()
        qtbot.waitUntil(lambda: desk.window.findChild(FormatsDialog) is None)
        _come_back(desk, qtbot)


def test_about_tells_version_licences_and_their_texts_and_copies_what_a_bug_report_names(
    desk: WindowController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "kind").write_text("bundle\n", encoding="utf-8")
    (tmp_path / "package" / "licences.txt").write_text("The text of a licence\n", encoding="utf-8")
    monkeypatch.setattr("guillemet.bundled._PLACES", (tmp_path, *bundled._PLACES))
    choose(desk, "about guillemet")
    about = desk.window.findChild(AboutDialog)
    words = "\n".join(label.text() for label in about.findChildren(QLabel))
    table = named(about, QTableWidget, "Libraries and their licences")
    rows = {table.item(row, 0).text(): table.item(row, 2).text() for row in range(table.rowCount())}

    assert f"Guillemet {__version__}" in words
    assert versions() in words
    assert "MIT licence" in words
    assert "GNU Lesser General Public License, version 3" in words
    assert rows == {one.name: one.licence for one in COMPONENTS}

    QTest.keyClick(named(about, QPushButton, "Copy the versions"), Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text() == f"Guillemet {__version__}\n{versions()}"

    QTest.keyClick(named(about, QPushButton, "Licence texts"), Qt.Key.Key_Return)  # those that a package ships
    assert named(about, QPlainTextEdit, "Licence texts").toPlainText() == "The text of a licence\n"
    about.close()
