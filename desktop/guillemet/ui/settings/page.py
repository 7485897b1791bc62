"""The settings: of the review, of services, and of what models are asked. There is nothing to confirm."""

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from guillemet.app.turns import ServiceOffer
from guillemet.settings import Settings
from guillemet.ui.settings.form import FormPage
from guillemet.ui.settings.requests import RequestsForm
from guillemet.ui.settings.review import ReviewForm
from guillemet.ui.settings.service_list import ServiceList
from guillemet.ui.style.style import WIDE
from guillemet.ui.widgets.layouts import fill

_WIDTH, _HEIGHT = 560, 600


class SettingsPage(QDialog):
    """Shows the settings.

    set_settings(settings): they were changed elsewhere, by what `services` asked for too.
    set_offers(offers): models to choose from.
    show_services(): open with the services in front.
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
        review = ReviewForm(settings)
        self.services = ServiceList(settings.services)
        self._asking = RequestsForm(settings)
        self._pages = QTabWidget()
        self._pages.setDocumentMode(True)
        self._pages.tabBar().setAccessibleName("Pages of the settings")
        for title, form in (("Review", review), ("Services", self.services), ("Models", self._asking)):
            self._pages.addTab(FormPage(form), title)
        closing = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        closing.rejected.connect(self.reject)
        close = closing.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)  # else Return in a field would close the page with it
        close.setIcon(QIcon())  # the style's own is black on black where the colours are dark
        fill(QVBoxLayout(self), (self._pages, 1), closing, margins=WIDE, gap=WIDE)
        review.chosen.connect(self._take)
        self._asking.chosen.connect(self._take)
        self.resize(_WIDTH, _HEIGHT)

    def set_settings(self, settings: Settings) -> None:
        """Take notice of settings that were changed elsewhere."""
        if settings.services != self._settings.services:
            self.services.set_kept(settings.services)
        self._settings = settings

    def set_offers(self, offers: tuple[ServiceOffer, ...]) -> None:
        """Offer these models."""
        self._asking.set_offers(offers)

    def show_services(self) -> None:
        """Put the services in front."""
        self._pages.setCurrentIndex(1)

    def show_key(self, name: str) -> None:
        """Put the services in front, and the focus where the key of this one is given."""
        self.show_services()
        self.services.ask_key(name)

    def _take(self, choice: dict[str, Any]) -> None:
        chosen = replace(self._settings, **choice)
        if chosen != self._settings:
            self._settings = chosen
            self.changed.emit(chosen)
