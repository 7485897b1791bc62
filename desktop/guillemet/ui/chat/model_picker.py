"""The foot of the composer: what is asked for, which model is asked, and what it would cost."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from guillemet.app.turns import Estimate, Mode, OptionPart, ServiceOffer, model_name, model_title
from guillemet.ui.chat.popup import TICK, ChoiceEntry, EntryList, Popup
from guillemet.ui.style import style
from guillemet.ui.style.style import TIGHT, set_role
from guillemet.ui.widgets.controls import PushButton, button, claims_escape, label, on_escape
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import on_focus_change
from guillemet.ui.wording import EDIT_FORMATS, about_money, estimated, plain_tip, seen

_MOST_ROWS = 10
_SEARCHED = 6
"""Entries from which on there is a field to search them."""
_LIST_WIDTH = 440
_TRAVEL = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEAVING = (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class ChoiceList(Popup):
    """Takes the focus while it is open and gives it back; Return chooses, Escape leaves.

    chosen(Entry): the user chose.
    """

    chosen = Signal(object)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._entries: tuple[ChoiceEntry, ...] = ()
        self._field = QLineEdit(self)
        self._field.setPlaceholderText("Search")
        self._field.textChanged.connect(self._filter)
        self._list = EntryList(self, most_rows=_MOST_ROWS)
        self._list.clicked.connect(lambda _: self._take())
        for watched in (self._field, self._list):
            watched.installEventFilter(self)
        self._column = fill(QVBoxLayout(self), self._field, self._list, margins=style.TIGHT, gap=style.TIGHT)

    def open(self, name: str, entries: Sequence[ChoiceEntry]) -> None:
        """Show these above the owner, the ticked one chosen."""
        self._entries = tuple(entries)
        is_searched = len(self._entries) > _SEARCHED
        self._field.setVisible(is_searched)
        self._field.setAccessibleName(f"Search: {name}")
        self._list.setAccessibleName(name)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus if is_searched else Qt.FocusPolicy.StrongFocus)
        width = self.width_within(_LIST_WIDTH)
        self._list.set_width(width)
        self._field.clear()
        self._filter("")
        self.place_at(self._owner.rect(), QSize(width, self._wanted_height()))
        self.show()
        (self._field if is_searched else self._list).setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Travel, choose and leave by keys; leave when the focus goes elsewhere."""
        if watched is self._owner:
            return super().eventFilter(watched, event)
        if event.type() is QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        elif claims_escape(event):
            return True
        elif isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self._handle_key(event)
        return super().eventFilter(watched, event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in _TRAVEL:
            self._list.step(_TRAVEL[key])
        elif key in _LEAVING:
            self._leave()
        elif key in _CHOOSING or (key == Qt.Key.Key_Space and self._list.hasFocus()):
            self._take()
        else:
            return False
        return True

    def _filter(self, typed: str) -> None:
        kept = _fitting(self._entries, typed.casefold().split())
        self._list.set_entries(kept)
        rows = [row for row, entry in enumerate(kept) if not entry.is_heading]
        ticked = [row for row in rows if kept[row].sign == TICK]
        self._list.choose((ticked or rows or [-1])[0])
        if rows and self._list.row == 1:
            self._list.scrollToTop()  # its heading is seen too

    def _take(self) -> None:
        entry = self._list.current
        if entry is not None and not entry.is_heading:
            self._leave()
            self.chosen.emit(entry)

    def _leave(self) -> None:
        self.hide()
        self._owner.setFocus(Qt.FocusReason.PopupFocusReason)

    def _wanted_height(self) -> int:
        self._column.activate()
        field = self._field.sizeHint().height() + style.TIGHT if self._field.isVisibleTo(self) else 0
        return self._list.wanted_height() + field + 2 * style.TIGHT + 2


def _fitting(entries: Sequence[ChoiceEntry], words: Sequence[str]) -> list[ChoiceEntry]:
    """Return the entries that hold all the words, or whose heading does, and the headings they stand under."""
    kept: list[ChoiceEntry] = []
    heading: ChoiceEntry | None = None
    for entry in entries:
        if entry.is_heading:
            heading = entry
            if not words:
                kept.append(entry)
        elif all(word in f"{heading.title if heading else ''} {entry.title}".casefold() for word in words):
            if heading is not None and heading not in kept:
                kept.append(heading)
            kept.append(entry)
    return kept


_MODES = {
    Mode.ASK: ("Ask", "Questions and answers, without edits."),
    Mode.EDIT: ("Edit", "The model writes edits for you to review."),
    Mode.ARCHITECT: ("Architect", "One model plans, a second writes the edits."),
}
_LONGEST = 150
"""Pixels of a model's name on its button."""
_SETTINGS = "settings"
_FORMAT = "format"


class ModelPicker(QWidget):
    """Mode, model and estimate as buttons, each opening what there is to choose; `card` has signals of its own.

    services_changed: other models can be chosen, or no more will come.
    mode_requested(Mode): ask in this mode.
    model_requested(Part, name): let this model, as `service/model`, do this part.
    format_requested(name): ask for edits in this format; empty for the one that suits the model.
    settings_requested: show the settings of services.
    """

    services_changed = Signal()
    mode_requested = Signal(object)
    model_requested = Signal(object, str)
    format_requested = Signal(str)
    settings_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mode = Mode.EDIT
        self._services: tuple[ServiceOffer, ...] = ()
        self._is_listing = False
        self._chosen = dict.fromkeys(OptionPart, "")
        self._format = ""
        self._mode_button = self._make_button()
        self._model_buttons = {part: self._make_button() for part in OptionPart}
        self._estimate_button = self._make_button()
        for opens in (self._mode_button, *self._model_buttons.values()):
            opens.set_mark("chevron-down")
        self._flow = FlowLayout(
            self._mode_button, *self._model_buttons.values(), self._estimate_button, parent=self, gap=TIGHT
        )
        self._connect_signals()
        self.set_mode(Mode.EDIT)
        self.set_estimate(None)

    def end_with(self, control: QPushButton) -> None:
        """Let this button stand at the right end of the last line."""
        self._flow.end_with(control)

    @property
    def mode(self) -> Mode:
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
        self._mode_button.setText(title)
        self._mode_button.setAccessibleName(f"Mode: {title}")
        self._mode_button.setToolTip(sentence)
        self._show_models()

    def set_services(self, services: Sequence[ServiceOffer]) -> None:
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

    def set_format(self, name: str) -> None:
        """Know which edit format is asked for; empty for the one that suits the model."""
        self._format = name if name in EDIT_FORMATS else ""
        self._show_models()

    def set_estimate(self, estimate: Estimate | None) -> None:
        """Show what sending would cost, None as long as that is not known."""
        self._estimate_button.setVisible(estimate is not None)
        if estimate is None:
            self.card.hide()
            return
        words = estimated(estimate)
        self._estimate_button.setText(words)
        self._estimate_button.setAccessibleName(f"The next message: {words}")
        self._estimate_button.setToolTip(estimate.over_limit or "What the next message would cost, part by part")
        set_role(self._estimate_button, "quiet")
        self.card.set_estimate(estimate)

    def open_models(self, part: OptionPart = OptionPart.MAIN) -> None:
        name = "Models that write the edits" if part is OptionPart.EDITOR else "Models"
        self._model_lists[part].open(name, self._model_entries(part))

    def open_formats(self, part: OptionPart = OptionPart.MAIN) -> None:
        entries = [
            ChoiceEntry(title, detail, name, TICK if name == self._format else "")
            for name, (title, detail) in EDIT_FORMATS.items()
        ]
        self._format_lists[part].open("Edit formats", entries)

    def open_modes(self) -> None:
        entries = [ChoiceEntry(*_MODES[mode], mode, TICK if mode is self._mode else "") for mode in Mode]
        self._modes.open("Modes", entries)

    def open_estimate(self, back: QWidget | None = None) -> None:
        """Show the parts of the estimate, where there is one; the focus goes `back` from it."""
        if not self._estimate_button.isHidden():
            self.card.open(back)

    def _connect_signals(self) -> None:
        self._modes = ChoiceList(self._mode_button)
        self._modes.chosen.connect(lambda entry: self.mode_requested.emit(entry.key))
        self._mode_button.clicked.connect(self.open_modes)
        self._model_lists = {part: ChoiceList(shown) for part, shown in self._model_buttons.items()}
        self._format_lists = {part: ChoiceList(shown) for part, shown in self._model_buttons.items()}
        for part, shown in self._model_buttons.items():
            shown.clicked.connect(lambda *, part=part: self.open_models(part))
            self._model_lists[part].chosen.connect(lambda entry, part=part: self._choose(part, entry))
            self._format_lists[part].chosen.connect(lambda entry: self.format_requested.emit(entry.key))
        self.card = EstimateCard(self._estimate_button)
        self._estimate_button.clicked.connect(lambda *_: self.open_estimate())

    def _make_button(self) -> PushButton:
        return button("", "quiet", parent=self)

    def _choose(self, part: OptionPart, entry: ChoiceEntry) -> None:
        if entry.key == _SETTINGS:
            self.settings_requested.emit()
        elif entry.key == _FORMAT:
            self.open_formats(part)
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
            shown.setText(f"{does}{words}".replace("&", "&&"))
            spoken = {"": "Model", "plans: ": "Model that plans", "edits: ": "Model that writes the edits"}[does]
            shown.setAccessibleName(f"{spoken}: {seen(name)}")
            shown.setToolTip(plain_tip(self._tip(part)))
        service = self._chosen[OptionPart.MAIN].partition("/")[0]
        self.card.set_counter(next((one.title for one in self._services if one.counts and one.name == service), ""))

    def _tip(self, part: OptionPart) -> str:
        tip = seen(self._chosen[part]) or "Choose the model to ask"
        return f"{tip}\nEdit format: {self._format}" if self._format else tip

    def _title_of(self, chosen: str) -> str:
        for service in self._services:
            for model in service.models:
                if model_name(service.name, model.name) == chosen:
                    return model_title(model.title or model.name)
        return model_title(chosen.partition("/")[2]) or chosen

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
                title = model_title(model.title or model.name)
                more = seen(model.name) if model.name != title else ""
                entries.append(ChoiceEntry(seen(title), room, name, sign, more=more))
        if self._is_listing:
            entries.append(ChoiceEntry("More models are being looked for…", is_heading=True))
        edit_format = ChoiceEntry("Edit format…", EDIT_FORMATS[self._format][0], _FORMAT)
        if not self._services:
            none = ChoiceEntry("No model is set up yet", is_heading=True)
            return [*entries, none, ChoiceEntry("Set up a model…", "A key, or a server", _SETTINGS), edit_format]
        entries.append(ChoiceEntry("More", is_heading=True))
        return [*entries, edit_format, ChoiceEntry("Settings…", "Services, keys, limits", _SETTINGS)]


_CARD_WIDTH = 300


class EstimateCard(Popup):
    """Floats above its owner until Escape, or until the focus goes elsewhere.

    preview_requested: show the exact request.
    copy_prompt_requested: put the request on the clipboard.
    count_requested: let the service count.
    """

    preview_requested = Signal()
    copy_prompt_requested = Signal()
    count_requested = Signal()

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._back = owner
        self._counter = ""
        self._is_counted = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("What the next message would cost")
        self._parts = QWidget(self)
        self._grid = QGridLayout(self._parts)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(0, 1)
        self._note = label("", "dim")
        self._limit = label("", "bad")
        self._count = button(
            "",
            name="Let the service count",
            tip="Sends the whole request to be counted; the model does not answer it",
            clicked=self.count_requested,
        )
        self._preview = button("See the exact request", clicked=self._see)
        self._copy = button(
            "Copy prompt",
            tip="For a web chat: instructions, files and message go to the clipboard",
            clicked=self._take_copy,
        )
        self._column = fill(
            QVBoxLayout(self),
            self._parts,
            self._note,
            self._limit,
            self._count,
            self._preview,
            self._copy,
            margins=style.WIDE,
            gap=style.GAP,
        )
        on_focus_change(self._follow_focus)
        on_escape(self, self._leave)

    def set_counter(self, service: str) -> None:
        """Offer to let this service count; empty for one that does not."""
        self._counter = service
        self._offer_count()

    def set_estimate(self, estimate: Estimate) -> None:
        self._is_counted = estimate.is_counted
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        lines = [(part.name, f"{part.tokens:,}") for part in estimate.parts]
        if estimate.is_weighed:
            lines.append(("Tokens together", f"{estimate.tokens:,}"))
        for row, (name, figure) in enumerate(lines):
            is_sum = row == len(lines) - 1
            self._write(row, 0, name, role="title" if is_sum else "dim")
            self._write(row, 1, figure, role="title" if is_sum else "")
        guess = "Estimated from text length and image size."
        how = "As the service counted." if estimate.is_counted else guess
        price = about_money(estimate.money)
        self._note.setText(f"{price[:1].upper()}{price[1:]} for reading all of it. {how}")
        self._note.setVisible(estimate.is_weighed)
        self._limit.setText(estimate.over_limit)
        self._limit.setVisible(bool(estimate.over_limit))
        self._offer_count()
        if self.isVisible():
            self._place()

    def open(self, back: QWidget | None = None) -> None:
        """Show the card above its owner; the focus goes `back` from it, to the owner when None."""
        self._back = back or self._owner
        self._place()
        self.show()
        self._preview.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        width = self.width_within(_CARD_WIDTH)
        self.resize(width, self.height())
        self._grid.activate()
        self._column.activate()
        frame = self.contentsMargins()  # the column knows nothing of it
        height = self._column.heightForWidth(width - frame.left() - frame.right()) + frame.top() + frame.bottom()
        self.place_at(self._owner.rect(), QSize(width, height))

    def _offer_count(self) -> None:
        is_offered = bool(self._counter) and not self._is_counted
        if not is_offered and self._count.hasFocus():
            # Else it goes to another widget, and the card hides.
            self._preview.setFocus(Qt.FocusReason.OtherFocusReason)
        self._count.setText(f"Let {self._counter} count".replace("&", "&&"))
        self._count.setVisible(is_offered)

    def _write(self, row: int, column: int, text: str, *, role: str) -> None:
        made = QLabel(text, self._parts)
        made.setTextFormat(Qt.TextFormat.PlainText)
        style.set_role(made, role)
        side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(made, row, column, side)
        made.show()  # at once, so that the open card knows its height

    def _see(self) -> None:
        self._leave()
        self.preview_requested.emit()

    def _take_copy(self) -> None:
        self._leave()
        self.copy_prompt_requested.emit()

    def _leave(self) -> None:
        self.hide()
        self._back.setFocus(Qt.FocusReason.PopupFocusReason)

    def _follow_focus(self, old: QWidget | None, new: QWidget | None) -> None:  # noqa: ARG002
        if self.isVisible() and new is not None and new is not self and not self.isAncestorOf(new):
            self.hide()
