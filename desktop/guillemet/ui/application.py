"""Runs the window from its first moment to its last: the application, its log, its garbage, its end by a signal."""

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from guillemet import __version__, process_settings
from guillemet import settings as kept_settings
from guillemet.app.notices import of_settings
from guillemet.ui import display_check
from guillemet.ui.app_icon import APPLICATION_ID, application_icon
from guillemet.ui.logging_setup import log_file, logbook
from guillemet.ui.shutdown import ShutdownHandler
from guillemet.ui.window_controller import WindowController

_PAINTED = 1_000
"""Milliseconds after which the window stands, so that looking for garbage delays it no more."""


def run(folder: Path | None, *, settings_file: Path | None = None) -> int:
    """Show the window on this folder, or on the one we are in, until it is closed; return the exit code.

    `settings_file` takes the place of the user's own, so that a demo leaves no trace in it.
    """
    process_settings.choose_platform(display_check.platforms())
    with logbook(log_file()):
        app = QApplication(sys.argv[:1])
        app.setApplicationName("guillemet")
        app.setApplicationDisplayName("Guillemet")
        app.setApplicationVersion(__version__)
        app.setDesktopFileName(APPLICATION_ID)
        app.setWindowIcon(application_icon())
        settings, problems = kept_settings.load_with_problems(settings_file)
        desk = WindowController(app, settings, settings_file=settings_file)
        sys.excepthook = desk.tell_of_fault
        ending = ShutdownHandler(desk.leave, desk)
        desk.begin(folder)
        if problems:
            desk.session.notifications.show(of_settings(problems))
        QTimer.singleShot(_PAINTED, desk, process_settings.resume_garbage_collection)
        QTimer.singleShot(_PAINTED, desk, desk.talking.look_around)
        code = app.exec()
        desk.end()
        ending.close()
        return code
