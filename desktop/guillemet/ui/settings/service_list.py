"""The services of the user: a list, a box to add one, and the form of the one that is chosen.

┌ Anthropic              ┐
│ Ollama · found here    │
└ box.lan · http://…     ┘
[ Add a service ▾ ]  Remove
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from guillemet.llm.services.catalogue import ServiceChoice, choice_of
from guillemet.llm.services.connection_test import ConnectionTest
from guillemet.llm.services.presets import PRESETS, Kind, Preset, preset_named
from guillemet.settings import KeptService
from guillemet.ui.settings.service_form import KeyPlace, ServiceForm
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.fields import ChoiceBox
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import seen

_ADD = "Add a service …"
_ROWS = 5
_OWN = "address"
"""The preset that stands for any address."""


class ServiceList(QWidget):
    """Shows the services that are kept or were found.

    Signals: `kept(ServiceChoice)`; `forgotten(str)` with a name; `chosen(ServiceChoice)` when one is looked at, whose
    key's place is then to be reported by `set_key`; `form` has signals of its own.
    """

    kept = Signal(object)
    forgotten = Signal(str)
    chosen = Signal(object)

    def __init__(self, kept: Iterable[KeptService], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[str, ServiceChoice] = {}
        self._found: dict[str, ServiceChoice] = {}
        self._draft: ServiceChoice | None = None
        """One that lacks its address or file still."""
        self._line = self.fontMetrics().height() + 2 * style.TIGHT + 2
        self._build()
        self._join()
        self.set_kept(kept)

    def set_kept(self, kept: Iterable[KeptService]) -> None:
        self._kept = {one.name: _choice(one) for one in kept}
        self._fill()

    def set_found(self, found: Iterable[ServiceChoice]) -> None:
        """Show local servers that were found too."""
        self._found = {one.name: one for one in found}
        self._fill()

    def set_key(self, name: str, place: KeyPlace) -> None:
        """Tell where the key of a service is kept."""
        if self.form.choice is not None and self.form.choice.name == name:
            self.form.set_key(place)

    def ask_key(self, name: str) -> None:
        """Show this service, and give the focus to the field of its key."""
        names = [choice.name for choice in self._listed()]
        preset = preset_named(name)
        if name in names:
            self._list.setCurrentRow(names.index(name))
            self.form.ask_key()
        elif preset is not None:
            self._take_preset(preset)

    def set_trial(self, name: str, trial: ConnectionTest) -> None:
        """Tell what came of trying a service."""
        if self.form.choice is not None and self.form.choice.name == name:
            self.form.set_trial(trial)

    def _build(self) -> None:
        self._list = QListWidget()
        self._list.setAccessibleName("Services")
        self._list.setProperty("role", "list")
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._none = label(
            "No service yet. Add one, or start Ollama or LM Studio: they are found by themselves.", "dim"
        )
        self._add = ChoiceBox()
        self._add.setAccessibleName("Add a service")
        self._remove = button("Remove", name="Remove the service")
        row = fill(QHBoxLayout(), (self._add, 1), self._remove, gap=style.GAP)
        column = fill(QVBoxLayout(self), self._list, self._none, row, margins=0, gap=style.GAP)
        column.addSpacing(style.GAP)
        self.form = ServiceForm(self)  # made here, so that the Tab key comes to it last
        column.addWidget(self.form)
        column.addStretch(1)

    def _join(self) -> None:
        self._list.currentRowChanged.connect(self._show)
        self._add.activated.connect(self._take_new)
        self._remove.clicked.connect(self._forget)
        self.form.kept.connect(self._keep)

    def _listed(self) -> list[ServiceChoice]:
        draft = {self._draft.name: self._draft} if self._draft else {}
        return list((self._found | self._kept | draft).values())

    def _fill(self) -> None:
        """Show what is there now; the one that is looked at stays chosen."""
        name = self.form.choice.name if self.form.choice else ""
        listed = self._listed()
        with QSignalBlocker(self._list):
            self._list.clear()
            for choice in listed:
                item = QListWidgetItem(self._worded(choice))
                item.setToolTip(item.text())
                item.setSizeHint(QSize(0, self._line))
                self._list.addItem(item)
        names = [choice.name for choice in listed]
        self._list.setCurrentRow(names.index(name) if name in names else 0 if names else -1)
        self._show(self._list.currentRow())
        self._list.setFixedHeight(min(max(len(names), 1), _ROWS) * self._line + 2)
        self._list.setVisible(bool(names))
        self._none.setVisible(not names)
        self._add.clear()
        self._add.addItem(_ADD)
        for preset in PRESETS:
            if preset.name not in names:
                self._add.addItem(preset.title, preset)

    def _worded(self, choice: ServiceChoice) -> str:
        parts = [seen(choice.title)]
        if choice == self._draft:
            parts.append("not complete yet")
        elif choice.name not in self._kept:
            parts.append("found on this computer")
        elif choice.address or choice.model_file:
            parts.append(seen(choice.address or choice.model_file))
        return " · ".join(parts)

    def _show(self, row: int) -> None:
        listed = self._listed()
        choice = listed[row] if 0 <= row < len(listed) else None
        is_other = choice != self.form.choice
        self.form.set_choice(choice)
        self._remove.setEnabled(choice is not None and choice.name not in self._found.keys() - self._kept.keys())
        if choice is not None and is_other:
            self.chosen.emit(choice)

    def _take_new(self, at: int) -> None:
        preset = self._add.itemData(at)
        self._add.setCurrentIndex(0)
        if isinstance(preset, Preset):
            self._take_preset(preset)

    def _take_preset(self, preset: Preset) -> None:
        choice = choice_of(preset)
        self.form.set_choice(choice)
        self._keep(choice)
        self.form.start()

    def _keep(self, choice: ServiceChoice) -> None:
        """Keep a service once it is complete; an address of the user's own is named for its host."""
        is_complete = bool(choice.answers_at or choice.model_file or choice.kind is Kind.RECORDED)
        self._draft = None if is_complete else choice
        if is_complete and choice.name == _OWN:
            choice = ServiceChoice(self._free_name(choice.address), Kind.COMPATIBLE, choice.address)
            self.form.set_choice(choice, is_renamed=True)
        if is_complete:
            self._kept[choice.name] = choice
        self._fill()
        if is_complete:
            self.kept.emit(choice)
            self.chosen.emit(choice)

    def _free_name(self, address: str) -> str:
        host = urlsplit(address).hostname or _OWN
        names = [host, *(f"{host}-{number}" for number in range(2, 100))]
        return next(name for name in names if name not in self._kept)

    def _forget(self) -> None:
        choice = self.form.choice
        if choice is not None:
            is_kept = self._kept.pop(choice.name, None) is not None
            self._draft = None
            self.form.set_choice(None)
            self._fill()
            (self._list if self._listed() else self._add).setFocus()  # a second press would remove another one
            if is_kept:
                self.forgotten.emit(choice.name)


def _choice(kept: KeptService) -> ServiceChoice:
    return ServiceChoice(kept.name, Kind(kept.kind), kept.address, kept.model_file)
