"""Geometry and pane sizes of the window, as one line of text for the settings."""

import base64
import binascii
import json

from msgspec import Struct


class WindowState(Struct, frozen=True):
    """What a window remembers of itself, in Qt's own bytes."""

    geometry: bytes
    columns: bytes
    shows_conversation: bool
    """In a window wide enough for it."""

    def to_text(self) -> str:
        """Return the state as base64."""
        parts = [base64.b64encode(part).decode() for part in (self.geometry, self.columns)]
        return base64.b64encode(json.dumps([*parts, self.shows_conversation]).encode()).decode()

    @classmethod
    def from_text(cls, text: str) -> "WindowState | None":
        """Return the state `to_text` wrote; None for any other text."""
        try:
            *parts, shows_conversation = json.loads(base64.b64decode(text, validate=True))
            geometry, columns = (base64.b64decode(part, validate=True) for part in parts)
        except (ValueError, TypeError, RecursionError, binascii.Error):
            return None
        return cls(geometry, columns, shows_conversation=bool(shows_conversation))
