"""What a screen reader says although the focus stays where it is."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(where: QWidget, words: str, *, at_once: bool = False) -> None:
    """Let a screen reader say this of the widget, if one listens; `at_once` cuts short what it is saying."""
    if words and QAccessible.isActive():
        said = QAccessibleAnnouncementEvent(where, words)
        manners = QAccessible.AnnouncementPoliteness
        said.setPoliteness(manners.Assertive if at_once else manners.Polite)
        QAccessible.updateAccessibility(said)
