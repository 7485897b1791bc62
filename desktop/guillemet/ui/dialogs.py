"""What opens over the window when asked for: choosers of files and folders, the palette, the keys, the settings."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication

from guillemet.engine.blocks import FormatName
from guillemet.settings import Settings
from guillemet.ui.about import AboutDialog
from guillemet.ui.actions import Act, describe_keys
from guillemet.ui.command_palette import CommandPalette
from guillemet.ui.file_dialogs import ask_file, ask_folder
from guillemet.ui.format_sheet import FormatSheet
from guillemet.ui.main_window import MainWindow
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.shortcuts_dialog import ShortcutsDialog


class Dialogs(QObject):
    """Opens them and tells what came of it.

    Signals: `folder_given(str)`; `path_given(str)` of a reply; `text_given(str)` from the clipboard;
    `settings_chosen(Settings)`; `instructions_requested(FormatName)`.
    """

    folder_given = Signal(str)
    path_given = Signal(str)
    text_given = Signal(str)
    settings_chosen = Signal(object)
    instructions_requested = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def ask_repository(self) -> None:
        """Ask for the folder of a repository."""
        ask_folder(self._window, "Open repository", then=self.folder_given.emit)

    def ask_reply(self) -> None:
        """Ask for the file of a reply."""
        ask_file(self._window, "Open reply", then=self.path_given.emit)

    def paste(self) -> None:
        """Take what the clipboard holds: files, else text."""
        clipboard = QGuiApplication.clipboard()
        # There is no data at all on some platforms while the clipboard is empty; PySide's types do not say so.
        urls = held.urls() if (held := clipboard.mimeData()) is not None else []  # type: ignore[redundant-expr]
        files = [url.toLocalFile() for url in urls if url.isLocalFile()]
        for file in files:
            self.path_given.emit(file)
        if not files:
            self.text_given.emit(clipboard.text())

    def search_actions(self) -> None:
        """Open the palette."""
        table = self._window.actions_table
        found = [(table[act], describe_keys(act)) for act in Act if act is not Act.SEARCH_ACTIONS]
        CommandPalette(found, self._window).open()

    def show_keys(self) -> None:
        """Open the sheet of keys."""
        ShortcutsDialog([(str(act), describe_keys(act)) for act in Act if describe_keys(act)], self._window).open()

    def show_formats(self) -> None:
        """Open the sheet of formats."""
        sheet = FormatSheet(self._window)
        sheet.instructions_requested.connect(self.instructions_requested)
        sheet.open()

    def show_about(self) -> None:
        """Open what tells of the program itself."""
        AboutDialog(self._window).open()

    def show_settings(self, now: Settings) -> SettingsPage:
        """Open the settings."""
        page = SettingsPage(now, self._window)
        page.changed.connect(self.settings_chosen)
        page.open()
        return page

    def choose_instructions(self) -> None:
        """Ask for which format a model is to be told the rules."""
        found = []
        for name in FormatName:
            action = QAction(f"Copy the instructions for {name}", self)
            action.triggered.connect(lambda *_, name=name: self.instructions_requested.emit(name))
            found.append((action, ""))
        CommandPalette(found, self._window, title="Instructions for the model").open()
