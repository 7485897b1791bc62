"""The command line: opens the window, or works headless in the terminal; the last place where errors are caught.

Headless work loads no Qt. Exit codes: 0 done, 1 something failed or is undecided, 2 wrong use or no repository.
"""

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Sequence

from guillemet.cli import commands, demo
from guillemet.cli.arguments import parse
from guillemet.cli.commands import UNDONE, WRONG_USE, WrongUseError
from guillemet.cli.terminal import OutputError, complain, make_streams_safe, writing
from guillemet.cli.window import open_folder
from guillemet.engine.errors import GuillemetError

_INTERRUPTED = 130


def _doctor(asked: argparse.Namespace) -> int:
    # What it asks takes longer to load than any other command runs.
    from guillemet.cli import doctor  # noqa: PLC0415

    return doctor.doctor(asked)


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "window": open_folder,
    "demo": demo.demo,
    "apply": commands.apply,
    "review": commands.review,
    "diff": commands.diff,
    "accept": commands.accept,
    "reject": commands.reject,
    "undo": commands.undo,
    "redo": commands.redo,
    "place": commands.place,
    "commit": commands.commit,
    "batch": commands.batch,
    "doctor": _doctor,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; return the exit code."""
    make_streams_safe()
    asked = parse(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _COMMANDS[asked.command](asked)
        with writing():
            sys.stdout.flush()
    except WrongUseError as error:
        complain(str(error))
        return WRONG_USE
    except GuillemetError as error:
        complain(str(error))
        return UNDONE
    except (BrokenPipeError, OutputError) as error:
        return _cut_off(error)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:  # noqa: BLE001  the outermost place: nothing is above it
        return _broken(error)
    return code


def _cut_off(error: BrokenPipeError | OutputError) -> int:
    """Write no more; a reader that has enough of our output gets no message."""
    # Python must not complain again when it closes the stream.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, OutputError):
        complain(str(error))
    return UNDONE


def _broken(error: Exception) -> int:
    """Tell of a fault of our own, with its trace."""
    complain(f"Something went wrong inside Guillemet ({error}). Nothing is half written; please report these lines:")
    traceback.print_exception(error)
    return UNDONE
