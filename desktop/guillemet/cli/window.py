"""Opens the window: the one place that loads Qt, and only once it is known that a window can be shown."""

import argparse
import builtins
import gc
import importlib
from pathlib import Path

from guillemet.cli.reply_input import WrongUseError
from guillemet.ui import display_check

_TOOLKIT = "PySide6.QtWidgets"


def open_folder(asked: argparse.Namespace) -> int:
    """Open the window on the folder that was named, if one was."""
    folder: Path | None = asked.folder
    if folder is not None and not folder.is_dir():
        raise WrongUseError(f"There is neither a folder nor a command named {folder}. See guillemet --help.")
    problem = window_problem()
    if problem:
        raise WrongUseError(problem)
    return open_window(folder)


def window_problem() -> str:
    """Return in a sentence why no window can be opened here; empty when one can."""
    problem = display_check.problem()
    if problem is not None:
        return problem
    # What is loaded and built for the window stays; the window collects again once it is painted.
    gc.disable()
    try:
        importlib.import_module(_TOOLKIT)
    except ImportError as error:
        gc.enable()
        return display_check.explain(error)
    # WORKAROUND PySide6 6.11: it puts itself into every import and then reads the source of each module that is loaded,
    # for features that nothing here asks for. Python's own import comes back; drop this when PySide6 leaves it alone.
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
    return ""


def open_window(folder: Path | None, *, settings_file: Path | None = None) -> int:
    """Show the window on this folder until it is closed; return the exit code."""
    # Loaded here and nowhere else: headless work must not wait for Qt, nor need it.
    application = importlib.import_module("guillemet.ui.application")
    code: int = application.run(folder, settings_file=settings_file)
    return code
