"""Settings of the review: matching, staging, the diff's look, colours and size of code."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from guillemet.settings import Look, Settings, Strictness, ThemeChoice
from guillemet.ui.settings.form import Form, choices
from guillemet.ui.widgets.number_box import NumberBox

_MATCH = {
    Strictness.LENIENT: "Lenient: blanks and indentation may differ",
    Strictness.STRICT: "Strict: only exactly as written",
}
_LOOK = {Look.SIDE_BY_SIDE: "Side by side", Look.UNIFIED: "Unified"}
_THEME = {ThemeChoice.SYSTEM: "As the system", ThemeChoice.LIGHT: "Light", ThemeChoice.DARK: "Dark"}


class ReviewForm(Form):
    """Lets the user choose.

    Signals: `chosen(dict)` with the name of a setting and what it is from now on.
    """

    chosen = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._match = choices({str(key): words for key, words in _MATCH.items()}, settings.match)
        self._stage = QCheckBox("Put accepted files into the index at once")
        self._stage.setChecked(settings.stage_on_accept)
        self._look = choices({str(key): words for key, words in _LOOK.items()}, settings.diff_look)
        self._theme = choices({str(key): words for key, words in _THEME.items()}, settings.theme)
        self._size = NumberBox()
        self._size.setRange(6, 32)
        self._size.setSuffix(" points")
        self._size.setValue(settings.font_size)
        self.add("&Matching of search-replace blocks", self._match, "Guillemet blocks are always strict.")
        self.add("&After accepting", self._stage, "Otherwise they are staged by the Stage button, or when committing.")
        self.add("&Diff", self._look)
        self.add("&Colours", self._theme)
        self.add("&Size of code", self._size)
        self.end()
        self._join()

    def _join(self) -> None:
        self._match.currentIndexChanged.connect(lambda: self._tell(match=Strictness(self._match.currentData())))
        self._stage.toggled.connect(lambda is_on: self._tell(stage_on_accept=is_on))
        self._look.currentIndexChanged.connect(lambda: self._tell(diff_look=Look(self._look.currentData())))
        self._theme.currentIndexChanged.connect(lambda: self._tell(theme=ThemeChoice(self._theme.currentData())))
        self._size.valueChanged.connect(lambda size: self._tell(font_size=size))

    def _tell(self, **choice: Any) -> None:
        self.chosen.emit(choice)
