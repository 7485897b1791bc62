"""The settings: of the review, of services, and of what models are asked. There is nothing to confirm."""

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontDatabase, QIcon
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from guillemet.app.turns import ServiceOffer, model_name
from guillemet.settings import DiffColours, OtherFiles, Settings, Strictness, ThemeChoice, WhiteSpace
from guillemet.ui.diff.look_selection import LEAST_COLUMNS
from guillemet.ui.settings.form import Form, FormPage, check, choices, number
from guillemet.ui.settings.keys import KeysForm
from guillemet.ui.settings.services import ServiceList
from guillemet.ui.style.style import WIDE
from guillemet.ui.widgets.fields import AmountBox, ChoiceBox
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import EDIT_FORMATS, LOOKS

_WIDTH, _HEIGHT = 640, 600
_MATCH = {
    Strictness.LENIENT: "Lenient: blanks and indentation may differ",
    Strictness.STRICT: "Strict: only exactly as written",
}
_WHITE_SPACE = {way: way.removeprefix("white space: ").capitalize() for way in WhiteSpace}
_THEME = {ThemeChoice.SYSTEM: "As the system", ThemeChoice.LIGHT: "Light", ThemeChoice.DARK: "Dark"}
_DIFF_COLOURS = {
    DiffColours.RED_GREEN: "Green and red",
    DiffColours.BLUE_ORANGE: "Blue and orange",
    DiffColours.HIGH_CONTRAST: "Green and red, high contrast",
}
_EDITORS = ("", "code --goto {path}:{line}", "zed {path}:{line}", "subl {path}:{line}", "kate --line {line} {path}")
_OUTSIDERS = {
    OtherFiles.APPLIED: "Take them in, and mark them",
    OtherFiles.DEFERRED: "Let them wait for a decision of their own",
}
_MOST_DOLLARS = 10_000


class SettingsPage(QDialog):
    """Shows the settings.

    set_settings(settings): they were changed elsewhere, by what `services` asked for too.
    set_offers(offers): models to choose from.
    show_services(): open with the services in front.
    show_shortcuts(): open with the keys of actions in front.
    show_key(name): open where the key of this service is given.

    Signals: `changed(Settings)` at every choice. `services` and its `form` have signals of their own.
    """

    changed = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        """Start from these settings; what the pages do not show stays as it is."""
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        review, look = _review_form(settings), _look_form(settings)
        self.services = ServiceList(settings.services)
        self._asking = RequestsForm(settings)
        self._pages = QTabWidget()
        self._keys = KeysForm(settings.shortcuts)
        self._keys.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        self._pages.setDocumentMode(True)
        self._pages.tabBar().setAccessibleName("Pages of the settings")
        for title, form in (("Review", review), ("Services", self.services), ("Models", self._asking), ("Look", look)):
            self._pages.addTab(FormPage(form), title)
        self._pages.addTab(self._keys, "Keys")
        closing = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        closing.rejected.connect(self.reject)
        close = closing.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)  # else Return in a field would close the page with it
        close.setIcon(QIcon())  # the style's own is black on black where the colours are dark
        fill(QVBoxLayout(self), (self._pages, 1), closing, margins=WIDE, gap=WIDE)
        review.chosen.connect(self._take)
        look.chosen.connect(self._take)
        self._keys.chosen.connect(self._take)
        self._keys.left.connect(self.reject)
        self._asking.chosen.connect(self._take)
        self.resize(_WIDTH, _HEIGHT)

    def set_settings(self, settings: Settings) -> None:
        """Set settings that were changed elsewhere."""
        if settings.services != self._settings.services:
            self.services.set_kept(settings.services)
        self._settings = settings

    def set_offers(self, offers: tuple[ServiceOffer, ...]) -> None:
        self._asking.set_offers(offers)

    def show_services(self) -> None:
        self._pages.setCurrentIndex(1)

    def show_shortcuts(self) -> None:
        """Put the keys of actions in front."""
        self._pages.setCurrentWidget(self._keys)

    def show_key(self, name: str) -> None:
        """Put the services in front, and the focus where the key of this one is given."""
        self.show_services()
        self.services.ask_key(name)

    def _take(self, choice: dict[str, Any]) -> None:
        chosen = replace(self._settings, **choice)
        if chosen != self._settings:
            self._settings = chosen
            self.changed.emit(chosen)


def _review_form(settings: Settings) -> Form:
    """Return the settings of the review: matching, staging, the diff's look."""
    form = Form()
    form.add_setting(
        "match",
        "&Matching of blocks",
        choices(_MATCH, settings.match),
        "Of search-replace blocks; Guillemet blocks are always strict.",
    )
    form.add_setting(
        "stage_on_accept",
        "&After accepting",
        check("Put accepted files into the index at once", is_on=settings.stage_on_accept),
        "Otherwise they are staged by the Stage button, or when committing.",
    )
    room = f"There is room where each side has {LEAST_COLUMNS} columns."
    form.add_setting("diff_look", "&Diff", choices(LOOKS, settings.diff_look), room)
    form.add_setting("white_space", "&White space", choices(_WHITE_SPACE, settings.white_space))
    ends = check("When an answer or a commit ends", is_on=settings.notifies)
    form.add_setting("notifies", "&Notifications", ends, "By the desktop, while another window is in front.")
    form.end()
    return form


def _look_form(settings: Settings) -> Form:
    """Return the settings of the look: colours, the letters of code, and the editor that opens it."""
    form = Form()
    form.add_setting("theme", "&Colours", choices(_THEME, settings.theme))
    pairs = choices(_DIFF_COLOURS, settings.diff_colours)
    form.add_setting("diff_colours", "Added and re&moved", pairs, "Signs accompany the colours.")
    families = {"": "The system's", **{name: name for name in fixed_width_families(settings.font_family)}}
    form.add_setting("font_family", "&Font of code", choices(families, settings.font_family))
    size = number(6, 32, settings.font_size, suffix=" points")
    size.setKeyboardTracking(True)  # the code is seen in its size while it is typed
    form.add_setting("font_size", "&Size of code", size)
    tab = number(1, 16, settings.tab_width, suffix=" columns")
    tab.setKeyboardTracking(True)
    form.add_setting("tab_width", "&Width of a tab", tab)
    editor = ChoiceBox()
    editor.setEditable(True)
    editor.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    editor.addItems(_EDITORS)
    editor.setEditText(settings.editor)
    if (field := editor.lineEdit()) is not None:
        field.setPlaceholderText("VISUAL, EDITOR, or the system's")
    form.add_setting("editor", "&Editor", editor, "{path} and {line} stand for the file and its line.")
    form.end()
    return form


def fixed_width_families(chosen: str) -> list[str]:
    """Return the fonts whose letters have one width, and the chosen one, though it may be gone."""
    found = {name for name in QFontDatabase.families() if QFontDatabase.isFixedPitch(name)}
    found = {name for name in found if not QFontDatabase.isPrivateFamily(name)} | {chosen}
    return sorted(filter(None, found), key=str.casefold)


class RequestsForm(Form):
    """What models are asked: which ones, how edits are written, what goes along, what it may cost."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._model = _model_box(settings.model, "none is chosen yet")
        self._editor = _model_box(settings.editor_model, "the same model")
        limit = AmountBox()
        limit.setRange(0, _MOST_DOLLARS)
        limit.setPrefix("$ ")
        limit.setSpecialValueText("no limit")
        limit.setKeyboardTracking(False)
        limit.setValue(settings.day_limit)
        huge = check("Of huge repositories too", is_on=settings.maps_huge)
        tokens = number(0, 2_000_000_000, settings.day_tokens, suffix=" tokens", step=100_000, least="no limit")
        silence = number(5, 3_600, settings.seconds_of_silence, suffix=" seconds")
        clipboard = check("Offer replies as soon as they are copied", is_on=settings.watches_clipboard)
        decisions = check("Report what I rejected or changed by hand", is_on=settings.tells_decisions)
        row = self.add_setting
        row("model", "&Model", self._model, "Service and model, such as anthropic/claude-…; it can be typed.")
        row(
            "editor_model",
            "Model that writes the &blocks",
            self._editor,
            "In Architect mode, where the first one plans.",
        )
        formats = {name: title for name, (title, _) in EDIT_FORMATS.items()}
        variants = "diff-fenced is search-replace with the path in the fence; editor- variants ask for no commands."
        row("edit_format", "&Edit format", choices(formats, settings.edit_format), variants)
        outsiders = choices(_OUTSIDERS, settings.outsiders)
        row("outsiders", "Edits &outside the conversation", outsiders, "Of files that the model was not shown.")
        size = number(0, 100_000, settings.map_tokens, suffix=" tokens", step=500, least="no map")
        row("map_tokens", "Ma&p of the other files", size, "The names and signatures that matter most.")
        self.add_below(huge)
        self.bind("maps_huge", huge)
        huge.setAccessibleName("Map of huge repositories too")
        known = "Nothing more is sent once it is reached. Only models of known price count."
        row("day_limit", "Daily &limit", limit, known)
        row("day_tokens", "Daily limit of &tokens", tokens, "Read and written, of all models, whatever they cost.")
        row("seconds_of_silence", "Give &up after", silence, "Of silence from a service.")
        only = "Only text that contains edit blocks is offered; nothing else is stored."
        row("watches_clipboard", "&Clipboard", clipboard, only)
        row("tells_decisions", "With the &next message", decisions)
        self.end()

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


def _model_box(chosen: str, none: str) -> ChoiceBox:
    box = ChoiceBox()
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setEditText(chosen)
    if (field := box.lineEdit()) is not None:
        field.setPlaceholderText(none)
        field.setCursorPosition(0)  # a name too long for the field is read from its beginning
    return box
