"""Settings of what models are asked: which ones, how edits are written, what goes along, what it may cost."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from guillemet.app.turns import ServiceOffer, model_name
from guillemet.engine.blocks import FormatName
from guillemet.settings import Outsiders, Settings
from guillemet.ui.settings.form import ChoiceBox, Form, choices
from guillemet.ui.widgets.number_box import AmountBox, NumberBox

_FORMATS = {"": "The one that suits the model"} | {str(name): str(name) for name in FormatName}
_OUTSIDERS = {
    Outsiders.APPLIED: "Take them in, and mark them",
    Outsiders.DEFERRED: "Let them wait for a decision of their own",
}
_MOST_DOLLARS = 10_000


class RequestsForm(Form):
    """Lets the user choose.

    Signals: `chosen(dict)` with the name of a setting and what it is from now on.
    """

    chosen = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _model_box(settings.model, "none is chosen yet")
        self._editor = _model_box(settings.editor_model, "the same model")
        self._format = choices(_FORMATS, settings.edit_format)
        self._outsiders = choices({str(key): words for key, words in _OUTSIDERS.items()}, settings.outsiders)
        self._map = _number(0, 100_000, settings.map_tokens, suffix=" tokens", least="no map")
        self._map.setSingleStep(500)
        self._huge = _check("Of huge repositories too", is_on=settings.maps_huge)
        self._limit = AmountBox()
        self._limit.setRange(0, _MOST_DOLLARS)
        self._limit.setPrefix("$ ")
        self._limit.setSpecialValueText("no limit")
        self._limit.setKeyboardTracking(False)
        self._limit.setValue(settings.day_limit)
        self._tokens = _number(0, 2_000_000_000, settings.day_tokens, suffix=" tokens", least="no limit")
        self._tokens.setSingleStep(100_000)
        self._silence = _number(5, 3_600, settings.seconds_of_silence, suffix=" seconds")
        self._clipboard = _check("Offer replies as soon as they are copied", is_on=settings.watches_clipboard)
        self._decisions = _check("Report what I rejected or changed by hand", is_on=settings.tells_decisions)
        self._arrange()
        self._join()

    def set_offers(self, offers: tuple[ServiceOffer, ...]) -> None:
        """Offer these models; what stands in the boxes stays."""
        names = [model_name(offer.name, model.name) for offer in offers for model in offer.models]
        for box in (self._model, self._editor):
            with QSignalBlocker(box):
                text, field = box.currentText(), box.lineEdit()
                at = field.cursorPosition() if field is not None else 0
                box.clear()
                box.addItems(names)
                box.setEditText(text)
                if field is not None:
                    field.setCursorPosition(at)

    def _arrange(self) -> None:
        self.add("&Model", self._model, "Service and model, such as anthropic/claude-…; it can be typed.")
        self.add("Model that writes the &blocks", self._editor, "In Architect mode, where the first one plans.")
        self.add("&Edit format", self._format)
        self.add("Edits &outside the conversation", self._outsiders, "Of files that the model was not shown.")
        self.add("Ma&p of the other files", self._map, "Names and signatures, the ones that matter most.")
        self.add_below(self._huge)
        self.add(
            "&Limit for a day", self._limit, "Nothing more is sent once it is reached. It knows known prices only."
        )
        self.add("Limit of &tokens a day", self._tokens, "Of all models, read and written, whatever they cost.")
        self.add("Give &up after", self._silence, "Of silence from a service.")
        self.add(
            "&Clipboard", self._clipboard, "Only text that contains edit blocks is offered; nothing else is stored."
        )
        self.add("With the &next message", self._decisions)
        self.end()
        self._huge.setAccessibleName("Map of huge repositories too")

    def _join(self) -> None:
        for box, name in ((self._model, "model"), (self._editor, "editor_model")):
            box.activated.connect(lambda _, box=box, name=name: self._tell(**{name: box.currentText().strip()}))
            if (field := box.lineEdit()) is not None:
                field.editingFinished.connect(
                    lambda box=box, name=name: self._tell(**{name: box.currentText().strip()})
                )
        self._format.currentIndexChanged.connect(lambda: self._tell(edit_format=str(self._format.currentData())))
        self._outsiders.currentIndexChanged.connect(
            lambda: self._tell(outsiders=Outsiders(self._outsiders.currentData()))
        )
        self._map.valueChanged.connect(lambda tokens: self._tell(map_tokens=tokens))
        self._huge.toggled.connect(lambda is_on: self._tell(maps_huge=is_on))
        self._limit.valueChanged.connect(lambda dollars: self._tell(day_limit=dollars))
        self._tokens.valueChanged.connect(lambda tokens: self._tell(day_tokens=tokens))
        self._silence.valueChanged.connect(lambda seconds: self._tell(seconds_of_silence=seconds))
        self._clipboard.toggled.connect(lambda is_on: self._tell(watches_clipboard=is_on))
        self._decisions.toggled.connect(lambda is_on: self._tell(tells_decisions=is_on))

    def _tell(self, **choice: Any) -> None:
        self.chosen.emit(choice)


def _model_box(chosen: str, none: str) -> QComboBox:
    box = ChoiceBox()
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setEditText(chosen)
    if (field := box.lineEdit()) is not None:
        field.setPlaceholderText(none)
        field.setCursorPosition(0)  # a name too long for the field is read from its beginning
    return box


def _check(words: str, *, is_on: bool) -> QCheckBox:
    box = QCheckBox(words)
    box.setChecked(is_on)
    return box


def _number(lowest: int, highest: int, now: int, *, suffix: str, least: str = "") -> QSpinBox:
    box = NumberBox()
    box.setRange(lowest, highest)
    box.setSuffix(suffix)
    box.setSpecialValueText(least)
    box.setGroupSeparatorShown(True)
    box.setKeyboardTracking(False)
    box.setValue(now)
    return box
