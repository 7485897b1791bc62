"""The foot of the composer: what is asked for, which model is asked, and what it would cost."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from guillemet.app.composer_options import OptionPart, ServiceOffer, model_name
from guillemet.app.turns import Estimate, Mode
from guillemet.ui.chat import cost_wording
from guillemet.ui.chat.choice_list import ChoiceList
from guillemet.ui.chat.entries import TICK, ChoiceEntry
from guillemet.ui.chat.estimate_card import EstimateCard
from guillemet.ui.style.style import TIGHT, set_role
from guillemet.ui.widgets.controls import button
from guillemet.ui.widgets.flow_layout import FlowLayout
from guillemet.ui.wording import seen

_MODES = {
    Mode.ASK: ("Ask", "Questions and answers; no edits are wanted."),
    Mode.EDIT: ("Edit", "The model writes edits for you to review."),
    Mode.ARCHITECT: ("Architect", "One model plans, a second writes the edits."),
}
_LONGEST = 150
"""Pixels of a model's name on its button."""
_SETTINGS = "settings"


class ModelPicker(QWidget):
    """Mode, model and estimate as buttons, each opening what there is to choose.

    set_mode(Mode), set_services(offers), set_models(main, editor), set_estimate(Estimate | None) show things.
    set_listing(bool): whether more models may come.
    services_changed: other models can be chosen, or no more will come.
    mode_requested(Mode): ask in this mode.
    model_requested(Part, name): let this model, as `service/model`, do this part.
    settings_requested: show the settings of services.
    preview_requested, copy_prompt_requested, count_requested: show the exact request, put it on the clipboard, have
    it counted.
    """

    services_changed = Signal()
    mode_requested = Signal(object)
    model_requested = Signal(object, str)
    settings_requested = Signal()
    preview_requested = Signal()
    copy_prompt_requested = Signal()
    count_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mode = Mode.EDIT
        self._services: tuple[ServiceOffer, ...] = ()
        self._is_listing = False
        self._chosen = dict.fromkeys(OptionPart, "")
        self._mode_button = self._make_button()
        self._model_buttons = {part: self._make_button() for part in OptionPart}
        self._estimate_button = self._make_button()
        self._flow = FlowLayout(self, gap=TIGHT)
        for each in (self._mode_button, *self._model_buttons.values(), self._estimate_button):
            self._flow.addWidget(each)
        self._join()
        self.set_mode(Mode.EDIT)
        self.set_estimate(None)

    def end_with(self, control: QPushButton) -> None:
        """Let this button stand at the right end of the last line."""
        self._flow.end_with(control)

    @property
    def mode(self) -> Mode:
        """The mode that is shown."""
        return self._mode

    @property
    def names(self) -> tuple[str, ...]:
        """Every model that can be chosen, as `service/model`."""
        return tuple(model_name(service.name, model.name) for service in self._services for model in service.models)

    @property
    def is_listing(self) -> bool:
        """Whether more models may come."""
        return self._is_listing

    def fitting(self, typed: str) -> tuple[str, ...]:
        """Return the models a part of whose name was typed, or those whose whole name it is.

        Of a service that lists none, any name is one.
        """
        if any(not service.models and typed.startswith(model_name(service.name, "")) for service in self._services):
            return (typed,)
        part = typed.casefold()
        fitting = tuple(name for name in self.names if part in name.casefold())
        return (
            tuple(name for name in fitting if part in (name.casefold(), name.casefold().partition("/")[2])) or fitting
        )

    def set_mode(self, mode: Mode) -> None:
        """Show this mode; in Architect there are two models."""
        self._mode = mode
        title, sentence = _MODES[mode]
        self._mode_button.setText(f"{title} ▾")
        self._mode_button.setAccessibleName(f"Mode: {title}")
        self._mode_button.setToolTip(sentence)
        self._show_models()

    def set_services(self, services: Sequence[ServiceOffer]) -> None:
        """Offer the models of these services."""
        self._services = tuple(services)
        self._show_models()
        self.services_changed.emit()

    def set_listing(self, is_listing: bool) -> None:
        """Know whether more models may come."""
        if is_listing is not self._is_listing:
            self._is_listing = is_listing
            self.services_changed.emit()

    def set_models(self, main: str, editor: str = "") -> None:
        """Show which models are chosen, as `service/model`; empty where none is."""
        self._chosen = {OptionPart.MAIN: main, OptionPart.EDITOR: editor}
        self._show_models()

    def set_estimate(self, estimate: Estimate | None) -> None:
        """Show what sending would cost, None as long as that is not known."""
        self._estimate_button.setVisible(estimate is not None)
        if estimate is None:
            self._card.hide()
            return
        words = cost_wording.estimate(estimate)
        self._estimate_button.setText(words)
        self._estimate_button.setAccessibleName(f"The next message: {words}")
        self._estimate_button.setToolTip(estimate.over_limit or "What the next message would cost, part by part")
        set_role(self._estimate_button, "quiet")
        self._card.set_estimate(estimate)

    def open_models(self, part: OptionPart = OptionPart.MAIN) -> None:
        """List the models to choose from."""
        name = "Models that write the edits" if part is OptionPart.EDITOR else "Models"
        self._model_lists[part].open(name, self._model_entries(part))

    def open_modes(self) -> None:
        """List the modes."""
        entries = [ChoiceEntry(*_MODES[mode], mode, TICK if mode is self._mode else "") for mode in Mode]
        self._modes.open("Modes", entries)

    def open_estimate(self, back: QWidget | None = None) -> None:
        """Show the parts of the estimate, where there is one; the focus goes `back` from it."""
        if not self._estimate_button.isHidden():
            self._card.open(back)

    def _join(self) -> None:
        self._modes = ChoiceList(self._mode_button)
        self._modes.chosen.connect(lambda entry: self.mode_requested.emit(entry.key))
        self._mode_button.clicked.connect(self.open_modes)
        self._model_lists = {part: ChoiceList(shown) for part, shown in self._model_buttons.items()}
        for part, shown in self._model_buttons.items():
            shown.clicked.connect(lambda *, part=part: self.open_models(part))
            self._model_lists[part].chosen.connect(lambda entry, part=part: self._choose(part, entry))
        self._card = EstimateCard(self._estimate_button)
        self._card.preview_requested.connect(self.preview_requested)
        self._card.copy_prompt_requested.connect(self.copy_prompt_requested)
        self._card.count_requested.connect(self.count_requested)
        self._estimate_button.clicked.connect(lambda *_: self.open_estimate())

    def _make_button(self) -> QPushButton:
        return button("", "quiet", parent=self)

    def _choose(self, part: OptionPart, entry: ChoiceEntry) -> None:
        if entry.key == _SETTINGS:
            self.settings_requested.emit()
        else:
            self.model_requested.emit(part, str(entry.key))

    def _show_models(self) -> None:
        is_pair = self._mode is Mode.ARCHITECT
        self._model_buttons[OptionPart.EDITOR].setVisible(is_pair)
        for part, shown in self._model_buttons.items():
            does = ("edits: " if part is OptionPart.EDITOR else "plans: ") if is_pair else ""
            name = self._title_of(self._chosen[part]) or (
                "the same model" if part is OptionPart.EDITOR else "Choose a model"
            )
            words = shown.fontMetrics().elidedText(seen(name), Qt.TextElideMode.ElideMiddle, _LONGEST)
            shown.setText(f"{does}{words} ▾".replace("&", "&&"))
            spoken = {"": "Model", "plans: ": "Model that plans", "edits: ": "Model that writes the edits"}[does]
            shown.setAccessibleName(f"{spoken}: {seen(name)}")
            shown.setToolTip(seen(self._chosen[part]) or "Choose the model to ask")
        service = self._chosen[OptionPart.MAIN].partition("/")[0]
        self._card.set_counter(next((one.title for one in self._services if one.counts and one.name == service), ""))

    def _title_of(self, chosen: str) -> str:
        for service in self._services:
            for model in service.models:
                if model_name(service.name, model.name) == chosen:
                    return model.title or model.name
        return chosen.partition("/")[2] or chosen

    def _model_entries(self, part: OptionPart) -> list[ChoiceEntry]:
        entries = []
        if part is OptionPart.EDITOR:
            sign = "" if self._chosen[part] else TICK
            entries.append(ChoiceEntry("The same model", "It plans and writes the edits.", "", sign))
        for service in self._services:
            heading = f"{service.title}: {service.note}" if service.note else service.title
            entries.append(ChoiceEntry(seen(heading), is_heading=True))
            for model in service.models:
                name = model_name(service.name, model.name)
                room = f"reads {model.room:,} tokens" if model.room else ""
                sign = TICK if name == self._chosen[part] else ""
                entries.append(ChoiceEntry(seen(model.title or model.name), room, name, sign))
        if self._is_listing:
            entries.append(ChoiceEntry("More models are being looked for …", is_heading=True))
        entries.append(ChoiceEntry("More", is_heading=True))
        entries.append(ChoiceEntry("Settings…", "Services, keys, limits", _SETTINGS))
        return entries
