"""Tells whether Qt's widgets can be loaded on this machine, and which tests cannot do without them."""

import ast
import importlib
from pathlib import Path

GUI_PACKAGES = "libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0"
"""What PySide6 needs of a Debian or Ubuntu system even without a screen."""

_ON_QT = ("PySide6", "pytestqt", "guillemet.app", "guillemet.ui", "tests.ui", "tests.kit.desks", "tests.kit.hands")
_NOT_ON_QT = "guillemet.ui.display_check"


def missing_gui() -> str:
    """Return why Qt's widgets cannot be loaded; empty when they can."""
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ImportError as error:
        return str(error)
    return ""


def needs_qt(path: Path) -> bool:
    """Whether a file of tests, or the conftest of a folder of them, imports Qt on its first lines."""
    file = path / "conftest.py" if path.is_dir() else path
    if file.suffix != ".py" or not file.is_file():
        return False
    return any(f"{name}.".startswith(f"{root}.") for name in _imported(file) for root in _ON_QT)


def _imported(file: Path) -> set[str]:
    """Return the modules a file imports at its top, without the one of ui/ that does without Qt."""
    found: set[str] = set()
    for statement in ast.parse(file.read_bytes()).body:
        if isinstance(statement, ast.Import):
            found |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            found |= {f"{statement.module}.{alias.name}" for alias in statement.names}
    return {name for name in found if not name.startswith(_NOT_ON_QT)}
