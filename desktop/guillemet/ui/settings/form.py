"""What the pages of settings are made of: labelled controls below each other, with a hint where one is needed."""

from collections.abc import Mapping

from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QSizePolicy, QWidget

from guillemet.ui import look
from guillemet.ui.controls import label

_SHORTEST = 12
"""Characters of a choice that are always seen; longer ones have all the width there is."""


class Form(QWidget):
    """A column of labelled controls; a label moves above its control where it is narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(look.GAP)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def add(self, words: str, control: QWidget, hint: str = "") -> None:
        """Add a control; `words` name it, with the letter of its key after an ampersand."""
        caption = QLabel(words, self)
        caption.setBuddy(control)
        control.setAccessibleName(words.replace("&", ""))
        if isinstance(control, QComboBox):
            control.setMinimumContentsLength(_SHORTEST)
            control.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._form.addRow(caption, control)
        if hint:
            self.add_below(label(hint, "dim"))
            control.setAccessibleDescription(hint)

    def add_below(self, part: QWidget) -> None:
        """Add something that belongs to the control above."""
        self._form.addRow("", part)

    def show_row(self, control: QWidget, *, is_shown: bool) -> None:
        """Show or hide a control with its label."""
        self._form.setRowVisible(control, is_shown)


def choices(found: Mapping[str, str], chosen: str) -> QComboBox:
    """Return a box to choose from: what is chosen, and how it is worded."""
    box = QComboBox()
    for choice, words in found.items():
        box.addItem(words, choice)
    box.setCurrentIndex(max(list(found).index(chosen) if chosen in found else 0, 0))
    return box
