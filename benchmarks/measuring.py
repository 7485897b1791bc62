"""What every benchmark is made of: a row of the table, medians, ratios, and processes of their own."""

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5

Work = Callable[[], object]
Clock = Callable[[], float]


class Row(Struct, frozen=True):
    """One line of the table."""

    what: str
    measured: str
    wanted: str
    is_met: bool


def at_most(what: str, value: float, limit: float, *, unit: str) -> Row:
    """Return the row of a figure that must not be above its limit."""
    return Row(what, f"{value:,.3g} {unit}", f"at most {limit:,.3g} {unit}", is_met=value <= limit)


def at_least(what: str, value: float, limit: float, *, unit: str) -> Row:
    """Return the row of a figure that must not be below its limit."""
    return Row(what, f"{value:,.3g} {unit}", f"at least {limit:,.3g} {unit}", is_met=value >= limit)


def beside(what: str, value: float, *, unit: str) -> Row:
    """Return the row of a figure that stands there to compare with, and has no limit."""
    return Row(what, f"{value:,.3g} {unit}", "to compare", is_met=True)


def median_seconds(work: Work, *, rounds: int = ROUNDS, clock: Clock = time.perf_counter) -> float:
    """Return the median time of some runs, in seconds."""
    return statistics.median(seconds(work, clock=clock) for _ in range(rounds))


def median_ratio(work: Work, yardstick: Work, *, rounds: int = ROUNDS, clock: Clock = time.perf_counter) -> float:
    """Return the median of how many times longer `work` takes than `yardstick`, run in turns."""
    return statistics.median(seconds(work, clock=clock) / seconds(yardstick, clock=clock) for _ in range(rounds))


def seconds(work: Work, *, clock: Clock = time.perf_counter) -> float:
    """Return how long one run takes, in seconds, with the garbage of earlier runs gone.

    What waits for nothing is measured by `time.process_time`, which other programs do not add to.
    """
    gc.collect()
    start = clock()
    work()
    return clock() - start


def run_apart(code: str, *arguments: str) -> str:
    """Run Python code in a process of its own, with the sources at hand; return what it prints."""
    # An installed program is compiled once; so are these, whatever this process was told about it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = os.pathsep.join((str(ROOT / "desktop"), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True, env=environment
    )
    return done.stdout.strip()
