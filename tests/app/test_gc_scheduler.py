"""Promises of looking for garbage: while nobody waits, and not in the midst of an answer."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from guillemet.app.task_runner import GcScheduler


class Circle:
    """Holds itself, so that only a search for garbage frees it."""

    def __init__(self) -> None:
        self.myself = self


@pytest.fixture
def left() -> "weakref.ref[Circle]":
    """Return the way to an old circle that nobody holds, when a search is worth while."""
    circle = Circle()
    gc.collect()
    for _ in range(4):
        gc.collect(1)
    return weakref.ref(circle)


@pytest.fixture
def waiting() -> list[str]:
    """Return who waits."""
    return []


@pytest.fixture
def garbage(qapp: QApplication, waiting: list[str]) -> Iterator[GcScheduler]:
    """Return what chooses the moment."""
    made = GcScheduler(lambda: not waiting, qapp)
    yield made
    made.end()
    made.deleteLater()


def test_garbage_is_looked_for_while_nobody_waits(garbage: GcScheduler, left: "weakref.ref[Circle]") -> None:
    garbage.look()

    assert left() is None


def test_nobody_waits_for_a_search(garbage: GcScheduler, waiting: list[str], left: "weakref.ref[Circle]") -> None:
    waiting.append("for an answer")

    garbage.look()

    assert left() is not None


def test_python_looks_by_itself_where_somebody_always_waits_and_as_before_in_the_end(qapp: QApplication) -> None:
    before = gc.get_threshold()

    first, second = (GcScheduler(lambda: False, qapp) for _ in range(2))
    assert before[2] < gc.get_threshold()[2] < 1_000
    assert gc.isenabled()
    for garbage in (first, second):
        garbage.end()
        garbage.deleteLater()

    assert gc.get_threshold() == before
