"""Killing the program in the middle of what it does, as `kill -9` and a power cut do."""

import signal
import sys
from pathlib import Path

import pytest

from tests.kit.command import Ran
from tests.kit.fork_server import ForkServer

needs_kill = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")

_KILLED = """
import importlib, os, signal, sys
from ast import literal_eval
from pathlib import Path
from msgspec import convert
from guillemet.engine.review import Part
from guillemet.engine.workspace import Workspace

root, room, name, calls, when, verb, *given = sys.argv[1:]
module, _, owner = ("guillemet.engine." + room).partition(":")
holder = importlib.import_module(module)
holder = getattr(holder, owner) if owner else holder
does, left = getattr(holder, name), [int(calls)]

def counted(*values, **named):
    left[0] -= 1
    if left[0] == 0 and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    result = does(*values, **named)
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return result

setattr(holder, name, counted)
if verb == "accept_part":
    given[1] = convert(literal_eval(given[1]), Part)
options = [one[2:].partition("=") for one in given if isinstance(one, str) and one.startswith("--")]
named = {name: value or True for name, _, value in options}
getattr(Workspace.open(Path(root)), verb)(*given[: len(given) - len(named)], **named)
"""

_ENGINE = ForkServer("guillemet.engine.workspace", "filelock")  # the program loads the latter at its first lock


def kill(root: Path, at: str, verb: str, *given: str, when: str = "after", call: int = 1) -> None:
    """Kill a process before or after the given call of a function, named "room:class.function", during a verb.

    Last of what is given to the verb come its options, such as "--trust" or "--branch=topic".
    """
    ended = kill_if_reached(root, at, verb, *given, when=when, call=call)
    assert ended.code == -signal.SIGKILL, ended.err


def kill_if_reached(root: Path, at: str, verb: str, *given: str, when: str = "after", call: int = 1) -> Ran:
    """Do as `kill`, where nobody knows whether the verb comes so far."""
    place, _, name = at.rpartition(".")
    return _ENGINE.run(_KILLED, str(root), place, name, str(call), when, verb, *given)
