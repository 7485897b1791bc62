"""Tells whether Qt's widgets can be loaded on this machine."""

import importlib

GUI_FOLDERS = ("ui", "app", "kit/screenshots.py")
"""Folders of tests that import Qt on their first line."""
GUI_PACKAGES = "libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0"
"""What PySide6 needs of a Debian or Ubuntu system even without a screen."""


def missing_gui() -> str:
    """Return why Qt's widgets cannot be loaded; empty when they can."""
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ImportError as error:
        return str(error)
    return ""
