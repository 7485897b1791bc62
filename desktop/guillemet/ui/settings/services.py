"""The services of the user: a list, a box to add one, and the form of the one that is chosen.

┌ Anthropic              ┐
│ Ollama · found here    │
└ box.lan · http://…     ┘
[ Add a service ▾ ]  Remove

Address     [ http://box.lan:8080/v1      ]
Key         [ ••••••••••                  ] Use this key
            [x] Keep it in the keyring
            Taken from the environment variable OPENAI_API_KEY.
Test        Answered in 0.8 s; 12 models.

A key that was given is never shown again.
"""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from guillemet.llm.keys import KeySource
from guillemet.llm.services.catalogue import address_of, choice_of, title_of
from guillemet.llm.services.connection_test import ConnectionTest
from guillemet.llm.services.presets import PRESETS, Kind, Preset, completed, preset_named
from guillemet.settings import KeptService
from guillemet.ui.dialogs import ask_path
from guillemet.ui.settings.form import Form
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.fields import CheckBox, ChoiceBox
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.wording import plain_tip, seen

_KEYLESS = (Kind.EMBEDDED, Kind.RECORDED)
_NO_ADDRESS = "This is not the address of a service. Examples: https://box.example/v1, http://localhost:8080/v1."
_ADD = "Add a service…"
_ROWS = 5
_OWN = "address"
"""The preset that stands for any address."""


class KeyPlace(Struct, frozen=True):
    """Where the key of a service is kept; never the key."""

    where: KeySource
    variable: str = ""
    """The environment variable that holds it."""

    @property
    def sentence(self) -> str:
        """For people."""
        match self.where:
            case KeySource.KEYRING:
                return "Stored in the keyring of this computer."
            case KeySource.RUN:
                return "Known for this run only; forgotten when the program ends."
            case KeySource.ENVIRONMENT:
                return f"Taken from the environment variable {self.variable}."
            case KeySource.NONE:
                return "No key is known."


class ServiceForm(QWidget):
    """Shows one service and lets the user change it.

    Signals: `kept(KeptService)` when its address or file is another; `key_given(KeptService, str, bool)` with a key
    and whether it is to be remembered; `key_forgotten(KeptService)`; `test_requested(KeptService)`;
    `stop_requested()` when the test that is under way is no longer wanted.
    """

    kept = Signal(object)
    key_given = Signal(object, str, bool)
    key_forgotten = Signal(object)
    test_requested = Signal(object)
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice: KeptService | None = None
        self._is_asking = False
        self._build()
        self._connect_signals()

    @property
    def _preset(self) -> Preset | None:
        return preset_named(self.choice.name) if self.choice else None

    @property
    def _preset_address(self) -> str:
        return self._preset.address if self._preset else ""

    def set_choice(self, choice: KeptService | None, *, is_renamed: bool = False) -> None:
        """Show this service; None for none. Of the one that is shown already under another name, the key stays."""
        before, self.choice = self.choice, choice
        same = before if before and choice and choice.name == before.name else None
        self.setVisible(choice is not None)
        if choice is None:
            return
        is_file = choice.kind is Kind.EMBEDDED
        if same is None or choice.address != same.address:
            self._address.setText(choice.address)  # else what is being typed is left alone
        self._address.setPlaceholderText(self._preset_address or "http://localhost:8080/v1")
        self._file.setText(choice.model_file)
        self._form.show_row(self._address, is_shown=choice.kind not in _KEYLESS)
        self._form.show_row(self._file_row, is_shown=is_file)
        self._form.show_row(self._key_row, is_shown=choice.kind not in _KEYLESS)
        if same is None:
            if not is_renamed:
                self._key.clear()
            self.set_trial(None)
            self._show_key_state("Looking for its key …")

    def start(self) -> None:
        """Give the focus to what is to be filled in first."""
        first = self._key if self._preset_address else self._address
        (self._pick if self.choice and self.choice.kind is Kind.EMBEDDED else first).setFocus()

    def ask_key(self) -> None:
        self._key.setFocus()

    def set_key(self, place: KeyPlace) -> None:
        """Tell where its key is kept."""
        preset = self._preset
        is_none = place.where is KeySource.NONE
        needs = " This service wants one." if preset and preset.needs_key else " Servers on this computer need none."
        self._show_key_state(seen(place.sentence) + (needs if is_none else ""), is_known=not is_none)
        self._forget.setVisible(place.where in (KeySource.KEYRING, KeySource.RUN))

    def set_keyring(self, *, is_there: bool) -> None:
        """Return whether the operating system has a keyring for keys."""
        self._keep.setEnabled(is_there)
        self._keep.setChecked(is_there)
        self._keep.setText("Keep it in the keyring" if is_there else "No keyring here: it is known for this run only")

    def set_trial(self, trial: ConnectionTest | None) -> None:
        """Tell what came of trying; None for nothing yet."""
        self._set_asking(is_asking=False)
        self._result.setVisible(trial is not None)
        if trial is not None:
            self._result.setText(seen(trial.sentence))
            style.set_role(self._result, "good" if trial.ok else "bad")

    def _build(self) -> None:
        self._form = Form()
        self._address = QLineEdit()
        self._file = QLineEdit()
        self._file.setReadOnly(True)
        self._file.setPlaceholderText("a GGUF file")
        self._file.setAccessibleName("Model file")
        self._pick = button("Choose…", name="Choose the model file")
        self._file_row = _side_by_side(self._file, self._pick)
        self._key = QLineEdit()
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setPlaceholderText("paste a key here")
        self._key.setAccessibleName("Key")
        self._use = button("Use this key")
        self._use.setEnabled(False)
        self._key_row = _side_by_side(self._key, self._use)
        self._keep = CheckBox("Keep it in the keyring")
        self._keep.setAccessibleName("Keep the key in the keyring")
        self._where_text = label("", "dim")
        self._forget = button("Forget it", "quiet", name="Forget the key")
        where = _side_by_side(self._where_text, self._forget)
        self._form.add("&Address", self._address)
        self._form.add("Model &file", self._file_row)
        self._form.add("&Key", self._key_row)
        self._form.add_below(self._keep)
        self._form.add_below(where)
        self._test = button("Test", name="Test the service")
        self._result = label("")
        tests = FlowLayout(self._test, gap=style.GAP)
        fill(QVBoxLayout(self), self._form, tests, self._result, margins=0, gap=style.GAP)
        self.set_keyring(is_there=True)
        self.set_choice(None)

    def _connect_signals(self) -> None:
        self._address.editingFinished.connect(self._change_address)
        self._pick.clicked.connect(lambda: ask_path(self, "Model file (GGUF)", self.take_file))
        self._key.textChanged.connect(lambda text: self._use.setEnabled(bool(text.strip())))
        self._key.returnPressed.connect(self._give_key)
        self._use.clicked.connect(self._give_key)
        self._forget.clicked.connect(self._forget_key)
        self._test.clicked.connect(self._try_or_stop)

    def take_file(self, path: str) -> None:
        if self.choice is not None:
            self._keep_choice(replace(self.choice, model_file=str(Path(path))))

    def _change_address(self) -> None:
        address = self._address_given()
        if self.choice is not None and address is not None and address != self.choice.address:
            self._keep_choice(replace(self.choice, address=address))

    def _address_given(self) -> str | None:
        """Return the address of the field; None when it is none, which is said."""
        try:
            return completed(self._address.text().strip())
        except ValueError:
            self.set_trial(ConnectionTest(ok=False, sentence=_NO_ADDRESS, models=()))
            return None

    def _keep_choice(self, choice: KeptService) -> None:
        self.set_choice(choice)
        self.set_trial(None)
        self.kept.emit(choice)

    def _give_key(self) -> None:
        key = self._key.text().strip()
        if key and self.choice is not None:
            self._key.clear()
            self.set_trial(None)  # it spoke of another key
            self._show_key_state("Keeping the key …")
            self.key_given.emit(self.choice, key, self._keep.isChecked() and self._keep.isEnabled())

    def _show_key_state(self, sentence: str, *, is_known: bool = False) -> None:
        self._where_text.setText(sentence)
        style.set_role(self._where_text, "good" if is_known else "dim")
        self._forget.hide()

    def _forget_key(self) -> None:
        self._key.setFocus()  # else what sends has it next
        self.key_forgotten.emit(self.choice)

    def _try_or_stop(self) -> None:
        if self._is_asking:
            self.set_trial(None)
            self.stop_requested.emit()
        elif self.choice is not None and self._address_given() is not None:
            self._give_key()  # one that stands in the field is meant
            self._set_asking(is_asking=True)
            self._result.setText("Asking …")
            style.set_role(self._result, "dim")
            self._result.show()
            self.test_requested.emit(self.choice)

    def _set_asking(self, *, is_asking: bool) -> None:
        self._is_asking = is_asking
        self._test.setText("Stop" if is_asking else "Test")
        self._test.setAccessibleName("Stop the test" if is_asking else "Test the service")


def _side_by_side(wide: QWidget, narrow: QWidget) -> QWidget:
    both = QWidget()
    fill(QHBoxLayout(both), (wide, 1), narrow, margins=0, gap=style.GAP)
    both.setFocusProxy(wide)
    return both


class ServiceList(QWidget):
    """Shows the services that are kept or were found.

    Signals: `kept(KeptService)`; `forgotten(str)` with a name; `chosen(KeptService)` when one is looked at, whose
    key's place is then to be reported by `set_key`; `form` has signals of its own.
    """

    kept = Signal(object)
    forgotten = Signal(str)
    chosen = Signal(object)

    def __init__(self, kept: Iterable[KeptService], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[str, KeptService] = {}
        self._found: dict[str, KeptService] = {}
        self._draft: KeptService | None = None
        """One that lacks its address or file still."""
        self._line = self.fontMetrics().height() + 2 * style.TIGHT + 2
        self._build()
        self._connect_signals()
        self.set_kept(kept)

    def set_kept(self, kept: Iterable[KeptService]) -> None:
        self._kept = {one.name: one for one in kept}
        self._fill()

    def set_found(self, found: Iterable[KeptService]) -> None:
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

    def _connect_signals(self) -> None:
        self._list.currentRowChanged.connect(self._show)
        self._add.activated.connect(self._take_new)
        self._remove.clicked.connect(self._forget)
        self.form.kept.connect(self._keep)

    def _listed(self) -> list[KeptService]:
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
                item.setToolTip(plain_tip(item.text()))
                item.setSizeHint(QSize(0, self._line))
                self._list.addItem(item)
        names = [choice.name for choice in listed]
        self._list.setCurrentRow(names.index(name) if name in names else 0 if names else -1)
        self._show(self._list.currentRow())
        self._list.setFixedHeight(min(max(len(names), 1), _ROWS) * self._line + 2 * style.LIST_EDGE)
        self._list.setVisible(bool(names))
        self._none.setVisible(not names)
        self._add.clear()
        self._add.addItem(_ADD)
        for preset in PRESETS:
            if preset.name not in names:
                self._add.addItem(preset.title, preset)

    def _worded(self, choice: KeptService) -> str:
        parts = [seen(title_of(choice))]
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

    def _keep(self, choice: KeptService) -> None:
        """Keep a service once it is complete; an address of the user's own is named for its host."""
        is_complete = bool(address_of(choice) or choice.model_file or choice.kind is Kind.RECORDED)
        self._draft = None if is_complete else choice
        if is_complete and choice.name == _OWN:
            choice = KeptService(self._free_name(choice.address), Kind.COMPATIBLE, choice.address)
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
