"""What the pages of settings are made of: labelled controls below each other, with a hint where one is needed."""

from collections.abc import Mapping
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from guillemet.ui.style import style
from guillemet.ui.widgets.controls import label
from guillemet.ui.widgets.fields import AmountBox, CheckBox, ChoiceBox, NumberBox
from guillemet.ui.widgets.layouts import fill

_Choice = TypeVar("_Choice", bound=str)
_NARROW = 440
"""Pixels of width below which a caption stands above its control."""
_CAPTION = 205
_HEIGHT = 28
_SHORTEST = 8
"""Characters of a choice that are always seen; longer ones have all the width there is."""


class Form(QWidget):
    """A column of labelled controls.

    Signals: `chosen(dict)` with the name of a setting and what it is from now on.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(style.WIDE)

    def add(self, words: str, control: QWidget, hint: str = "") -> None:
        """Add a control; `words` name it, with the letter of its key after an ampersand."""
        name = words.replace("&", "")
        control.setAccessibleName(f"{name}: {control.text()}" if isinstance(control, QCheckBox) else name)
        control.setAccessibleDescription(hint)
        control.setMinimumHeight(_HEIGHT)
        if isinstance(control, QComboBox):
            control.setMinimumContentsLength(_SHORTEST)
            control.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = _Row(words, control)
        self._rows.append(row)
        self._column.addWidget(row)
        if hint:
            if isinstance(control, QCheckBox):  # above and below whose box there is room already
                row.parts.setSpacing(0)
            self.add_below(label(hint, "dim"))

    def add_setting(self, name: str, words: str, control: QWidget, hint: str = "") -> None:
        """Add a control that shows the setting of this name; `chosen` follows what the user chooses in it."""
        self.add(words, control, hint)
        self.bind(name, control)

    def bind(self, name: str, control: QWidget) -> None:
        """Let `chosen` follow what the user chooses in a control."""
        match control:
            case ChoiceBox() if (field := control.lineEdit()) is not None:
                control.activated.connect(lambda _: self.chosen.emit({name: control.currentText().strip()}))
                field.editingFinished.connect(lambda: self.chosen.emit({name: control.currentText().strip()}))
            case ChoiceBox():
                control.currentIndexChanged.connect(
                    lambda _: self.chosen.emit({name: control.kind(control.currentData())})
                )
            case QCheckBox():
                control.toggled.connect(lambda is_on: self.chosen.emit({name: is_on}))
            case NumberBox() | AmountBox():
                control.valueChanged.connect(lambda value: self.chosen.emit({name: value}))

    def add_below(self, part: QWidget) -> None:
        """Add something that belongs to the control above."""
        self._rows[-1].parts.addWidget(part)

    def show_row(self, control: QWidget, *, is_shown: bool) -> None:
        """Show or hide a control with its caption and what is below it."""
        for row in self._rows:
            if row.control is control:
                row.setVisible(is_shown)

    def end(self) -> None:
        """Keep the room that is left at the end."""
        self._column.addStretch(1)

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Put captions above their controls, or beside them."""
        widest = max((row.caption_width for row in self._rows), default=0)
        for row in self._rows:
            row.set_narrow(is_narrow=is_narrow, caption=max(widest, _CAPTION - style.GAP))


class FormPage(QScrollArea):
    """A page that scrolls where there is no room for it, and lays its forms out for its width."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        content.setContentsMargins(style.WIDE, style.WIDE, style.WIDE, style.WIDE)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it scrolls to what has the focus; a stop of its own shows none
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._content = content
        self._forms = [*([content] if isinstance(content, Form) else []), *content.findChildren(Form)]
        self.setWidget(content)

    def resizeEvent(self, event: QResizeEvent) -> None:
        width = self.viewport().width()
        for form in self._forms:
            form.set_narrow(is_narrow=width < _NARROW)
        if self._content.minimumSizeHint().width() > width:  # it would be cut, for it does not scroll sideways
            for form in self._forms:
                form.set_narrow(is_narrow=True)
        super().resizeEvent(event)


class _Row(QWidget):
    """A caption, the control, and what belongs to it."""

    def __init__(self, words: str, control: QWidget) -> None:
        super().__init__()
        self.control = control
        self._caption = QLabel(words)
        self._caption.setBuddy(control.focusProxy() or control)  # a label leads to what takes the focus itself only
        self._caption.setMinimumHeight(_HEIGHT)
        self.parts = fill(QVBoxLayout(), control, gap=style.TIGHT)
        self._sides = fill(
            QBoxLayout(QBoxLayout.Direction.LeftToRight, self),
            (self._caption, 0, Qt.AlignmentFlag.AlignTop),
            (self.parts, 1),
            margins=0,
            gap=0,
        )
        self.set_narrow(is_narrow=False, caption=_CAPTION - style.GAP)

    @property
    def caption_width(self) -> int:
        return self._caption.sizeHint().width()

    def set_narrow(self, *, is_narrow: bool, caption: int) -> None:
        """Put the caption above the control, or beside it, with this width at least."""
        ways = QBoxLayout.Direction
        self._sides.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)
        self._sides.setSpacing(0 if is_narrow else style.GAP)
        self._caption.setMinimumWidth(0 if is_narrow else caption)


def choices(found: Mapping[_Choice, str], chosen: str) -> ChoiceBox:
    """Return a box to choose from: what is chosen, and how it is worded."""
    box = ChoiceBox()
    for choice, words in found.items():
        box.kind = type(choice)
        box.addItem(words, str(choice))
    box.setCurrentIndex(max(box.findData(str(chosen)), 0))
    return box


def check(words: str, *, is_on: bool) -> QCheckBox:
    """Return a box to tick."""
    box = CheckBox(words)
    box.setChecked(is_on)
    return box


def number(lowest: int, highest: int, now: int, *, suffix: str, step: int = 1, least: str = "") -> NumberBox:
    """Return a field for a whole number; `least` is shown in place of the lowest."""
    box = NumberBox()
    box.setRange(lowest, highest)
    box.setSuffix(suffix)
    box.setSingleStep(step)
    box.setSpecialValueText(least)
    box.setGroupSeparatorShown(True)
    box.setKeyboardTracking(False)
    box.setValue(now)
    return box
