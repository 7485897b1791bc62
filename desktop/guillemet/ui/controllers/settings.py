"""Opens the settings and joins them with the preferences and the services; loaded when they are first opened."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from guillemet.app.preferences import Preferences
from guillemet.app.services import KeyOrigin, Services
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.settings.services import KeyPlace


def open_settings(window: QWidget, preferences: Preferences, services: Services) -> SettingsPage:
    """Return the settings, open over the window."""
    page = SettingsPage(preferences.now, window)
    page.changed.connect(preferences.choose)
    page.open()
    ServicesController(page, services, preferences)
    return page


class ServicesController(QObject):
    """Connects one open `SettingsPage` with `Services`; it goes with the page."""

    def __init__(self, page: SettingsPage, services: Services, preferences: Preferences) -> None:
        super().__init__(page)
        self._page = page
        listed, form = page.services, page.services.form
        listed.set_found(services.found)
        page.set_offers(services.offers)
        services.found_changed.connect(listed.set_found)
        services.offers_changed.connect(page.set_offers)
        services.tried.connect(listed.set_trial)
        services.key_looked_up.connect(self._show_key)
        preferences.changed.connect(page.set_settings)
        listed.kept.connect(services.keep)
        listed.forgotten.connect(services.forget)
        listed.chosen.connect(services.look_up_key)
        form.key_given.connect(lambda choice, key, remember: services.give_key(choice, key, remember=remember))
        form.key_forgotten.connect(services.forget_key)
        form.test_requested.connect(services.try_out)
        form.stop_requested.connect(services.stop_trial)
        if form.choice is not None:
            services.look_up_key(form.choice)
        services.look_around()

    def _show_key(self, name: str, origin: KeyOrigin) -> None:
        form = self._page.services.form
        if form.choice is not None and form.choice.name == name:
            form.set_keyring(is_there=origin.has_keyring)
        self._page.services.set_key(name, KeyPlace(origin.where, origin.variable))
