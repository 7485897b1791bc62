"""Opens the window: the one place that loads Qt, and only once it is known that a window can be shown."""

import argparse
from pathlib import Path

from guillemet import components, process_settings
from guillemet.cli.commands import WrongUseError
from guillemet.ui import display_check


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
    if problem:
        return problem
    try:
        from PySide6 import QtWidgets  # noqa: F401, PLC0415, TID251  headless work neither needs Qt nor waits for it
    except ImportError as error:
        return components.explain_missing_qt(error)
    return ""


def open_window(folder: Path | None, *, settings_file: Path | None = None) -> int:
    """Show the window on this folder until it is closed; return the exit code."""
    process_settings.pause_garbage_collection()
    process_settings.restore_import()
    from guillemet.ui import application  # noqa: PLC0415  as above

    return application.run(folder, settings_file=settings_file)
