"""Listens as a screen reader does to what the window announces."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from unittest.mock import patch

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent

from guillemet.ui.widgets import controls


class Listener:
    """Hears what is announced."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.at_once: list[str] = []
        """What cut other words short."""

    def hear(self, event: QAccessibleEvent) -> None:
        """Take what Qt's bridge to the system would be given."""
        assert isinstance(event, QAccessibleAnnouncementEvent)
        self.heard.append(event.message())
        if event.politeness() is QAccessible.AnnouncementPoliteness.Assertive:
            self.at_once.append(event.message())


@contextmanager
def listening() -> Iterator[Listener]:
    """Yield what hears all that is announced meanwhile; without a screen there is no bridge to the system."""
    listener = Listener()
    bridge = SimpleNamespace(
        AnnouncementPoliteness=QAccessible.AnnouncementPoliteness,
        isActive=lambda: True,
        updateAccessibility=listener.hear,
    )
    with patch.object(controls, "QAccessible", bridge):
        yield listener
