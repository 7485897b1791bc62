"""What is reported to the user of the work in the background: one place that every service reports to."""

from PySide6.QtCore import QObject, Signal

from guillemet.app import notices
from guillemet.app.notices import Notice


class Notifications(QObject):
    """Passes notices to the window and to the log.

    Signals: `noticed(Notice)`.
    """

    noticed = Signal(object)

    def show(self, notice: Notice, *, is_logged: bool = True) -> None:
        """Show a notice; one with words that must not stay on disk is not logged."""
        if is_logged:
            notices.record(notice)
        self.noticed.emit(notice)

    def show_error(self, error: Exception, subject: str = "") -> None:
        """Show why something failed; `subject` names the folder or the service it is about."""
        self.show(notices.from_error(error, subject=subject))
