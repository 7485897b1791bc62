"""Settings of the whole process, each with its reason: garbage, thread switching, environment, import statement.

Nothing else in the program changes them.
"""

import builtins
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

SWITCH_INTERVAL = 0.0001
"""Seconds after which a background job gives the interpreter to the GUI thread, which asks for it often."""
_THRESHOLDS = gc.get_threshold()
_NEW_OBJECTS = 7_000
"""Objects made before those are searched; by Python's own 700, that took a twentieth of the time of a decision."""
_FULL_COLLECTION_AFTER = 100
"""Collections of the middle generation; Python's own number is 10."""
_IS_DUE_AFTER = 1
"""Collections of the middle generation after which a full one finds enough to be worth its time."""
_NO_CERTIFICATES = {"SSL_CERT_FILE": "", "SSL_CERT_DIR": sys.prefix}
"""No file, and a folder that exists and holds no certificates."""


@contextmanager
def loading() -> Iterator[None]:
    """Collect no garbage while code is loaded, and keep the code out of every later collection.

    Loaded code never becomes garbage. Collections took a tenth of the time until the command line was ready (0.02 of
    0.2 s), and later each search through a loaded SDK (70,000 objects) stopped every thread for 60 ms.
    """
    was_collecting, loaded = gc.isenabled(), len(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > loaded:
            gc.freeze()
        if was_collecting:
            gc.enable()


def pause_garbage_collection() -> None:
    """Collect no garbage until `resume_garbage_collection`: the window is being built, and nothing of it goes."""
    gc.disable()


def resume_garbage_collection() -> None:
    """Collect garbage again, but never search what stands by now; a search through the window took 40 ms."""
    gc.freeze()
    gc.enable()


def restore_import() -> None:
    """Give Python's own `import` back its place once PySide is loaded; `from __feature__ import …` works no more.

    WORKAROUND PySide6 6.x: what takes its place runs at every import statement, and reads the source of every module to
    look for its own name in it: a twentieth of the time until the window is painted, and 9 MB.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def delay_collections() -> None:
    """Collect more rarely, and leave full collections to `collect_if_due` unless that is not called for long.

    A full collection stops every thread, with a large conversation for longer than a frame, in the middle of an answer.
    """
    gc.set_threshold(_NEW_OBJECTS, _THRESHOLDS[1], _FULL_COLLECTION_AFTER)


def restore_collections() -> None:
    """Collect by Python's own thresholds again."""
    gc.set_threshold(*_THRESHOLDS)


def collect_if_due() -> None:
    """Search all objects for garbage, if enough were made since the last time."""
    if gc.isenabled() and gc.get_count()[2] >= _IS_DUE_AFTER:
        gc.collect()


@contextmanager
def without_certificates() -> Iterator[None]:
    """Hide the certificates of the environment and of the system from pygit2 while it is imported.

    It hands them to libgit2 then, and raises when they cannot be read or when there are none: in a container, or in an
    app built on a system that keeps them elsewhere. Nothing here uses a network through libgit2.
    """
    named = {name: os.environ.get(name) for name in _NO_CERTIFICATES}
    os.environ.update(_NO_CERTIFICATES)
    try:
        yield
    finally:
        for name, value in named.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def choose_platform(platforms: Sequence[str]) -> None:
    """Let Qt use the first of these platforms that works; an empty sequence leaves the choice to Qt."""
    if platforms:
        os.environ["QT_QPA_PLATFORM"] = ";".join(platforms)


def switch_threads_often() -> None:
    """Let the GUI thread wait for a busy background job at most `SWITCH_INTERVAL`."""
    sys.setswitchinterval(SWITCH_INTERVAL)
