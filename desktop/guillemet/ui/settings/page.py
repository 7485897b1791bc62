"""The first page of settings: matching, staging, the diff's look, colours and size of code."""

from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QWidget

from guillemet.settings import Look, Settings, Strictness, ThemeChoice
from guillemet.ui.look import WIDE, set_role

Choice = TypeVar("Choice", bound=StrEnum)

_MATCH = {
    Strictness.LENIENT: "Lenient: blanks and indentation may differ",
    Strictness.STRICT: "Strict: only exactly as written",
}
_LOOK = {Look.SIDE_BY_SIDE: "Side by side", Look.UNIFIED: "Unified"}
_THEME = {ThemeChoice.SYSTEM: "As the system", ThemeChoice.LIGHT: "Light", ThemeChoice.DARK: "Dark"}


class SettingsPage(QDialog):
    """Shows the settings; there is nothing to confirm.

    Signals: `changed(Settings)` at every choice.
    """

    changed = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        """Start from these settings."""
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        self._match = _box(_MATCH, settings.match)
        self._stage = QCheckBox("Put accepted files into the index at once", self)
        self._look = _box(_LOOK, settings.diff_look)
        self._theme = _box(_THEME, settings.theme)
        self._size = QSpinBox(self)
        self._arrange()
        self._join()

    def _arrange(self) -> None:
        self._stage.setChecked(self._settings.stage_on_accept)
        self._size.setRange(6, 32)
        self._size.setSuffix(" points")
        self._size.setValue(self._settings.font_size)
        form = QFormLayout(self)
        form.setContentsMargins(WIDE * 2, WIDE * 2, WIDE * 2, WIDE)
        form.setSpacing(WIDE)
        for words, control, hint in (
            ("&Matching of search-replace blocks", self._match, "Guillemet blocks are always strict."),
            ("&After accepting", self._stage, "Otherwise they are staged by the Stage button, or when committing."),
            ("&Diff", self._look, ""),
            ("&Colours", self._theme, ""),
            ("&Size of code", self._size, ""),
        ):
            label = QLabel(words, self)
            label.setBuddy(control)
            control.setAccessibleName(words.replace("&", ""))
            form.addRow(label, control)
            if hint:
                note = QLabel(hint, self)
                set_role(note, "dim")
                form.addRow("", note)
        closing = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        closing.rejected.connect(self.reject)
        form.addRow(closing)

    def _join(self) -> None:
        self._match.currentIndexChanged.connect(self._tell)
        self._stage.toggled.connect(self._tell)
        self._look.currentIndexChanged.connect(self._tell)
        self._theme.currentIndexChanged.connect(self._tell)
        self._size.valueChanged.connect(self._tell)

    def _tell(self) -> None:
        self._settings = replace(
            self._settings,
            match=Strictness(self._match.currentData()),
            stage_on_accept=self._stage.isChecked(),
            diff_look=Look(self._look.currentData()),
            theme=ThemeChoice(self._theme.currentData()),
            font_size=self._size.value(),
        )
        self.changed.emit(self._settings)


def _box(choices: dict[Choice, str], chosen: Choice) -> QComboBox:
    box = QComboBox()
    for choice, words in choices.items():
        box.addItem(words, choice)
    box.setCurrentIndex(list(choices).index(chosen))
    return box
