"""Try mutants: `python -m tests.mutation --coverage FILE [--kinds guard] [--sample 300] [--seed 1] [PACKAGE ...]`.

First write down which test runs which line, once:

    python -m pytest -q -n auto -p no:randomly --cov=guillemet --cov-context=test --cov-report=

That leaves the file `.coverage`. Each mutant is tried in a copy of the checkout with the tests that run its line, those
of the mirroring folder first. Prints the survivors; returns 1 when there are any.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

from tests.mutation.mutants import Kind, Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine/workspace", "engine/applying", "engine/git", "app")
_COPIED = ("desktop", "tests", "resources", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", ".ci")
_MOST_TESTS = 60
"""Tests that are tried on one mutant; a line that runs in every test would take the whole suite."""
_LONGEST = 240
"""Seconds; a mutant that does not end is noticed, too."""


def main() -> int:
    """Try the mutants and print what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES, help="below desktop/guillemet")
    parser.add_argument("--coverage", type=Path, default=ROOT / ".coverage")
    parser.add_argument("--kinds", nargs="*", type=Kind, default=list(Kind))
    parser.add_argument("--sample", type=int, default=0, help="how many, chosen by the seed; without it all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    runs = CoverageData(str(chosen.coverage))
    runs.read()
    mutants = [one for one in _all_mutants(chosen.packages) if one.kind in chosen.kinds]
    if chosen.sample:
        mutants = sorted(random.Random(chosen.seed).sample(mutants, min(chosen.sample, len(mutants))), key=str)  # noqa: S311
    copies: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(chosen.jobs):
            copies.put(_copy(Path(folder) / str(number)))
        with ThreadPoolExecutor(chosen.jobs) as pool:
            ends = list(pool.map(lambda one: _try(one, _tests_of(runs, one), copies), mutants))
    killed = sum(ends)
    print(f"\n{killed} of {len(ends)} mutants killed, {100 * killed / max(1, len(ends)):.0f} %")  # noqa: T201
    return 0 if killed == len(ends) else 1


def _all_mutants(packages: Sequence[str]) -> list[Mutant]:
    files = [file for package in packages for file in sorted((ROOT / "desktop/guillemet" / package).rglob("*.py"))]
    return [mutant for file in files for mutant in mutants_of(ROOT, file)]


def _copy(place: Path) -> Path:
    place.mkdir()
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy2(source, place / name)
    return place


def _tests_of(runs: CoverageData, mutant: Mutant) -> list[str]:
    """Return the ids of tests that run the mutant's line, the nearest first, and of every file some."""
    measured = next((name for name in runs.measured_files() if name.endswith("/" + mutant.path)), None)
    if measured is None:
        return []
    contexts = runs.contexts_by_lineno(measured).get(mutant.line, [])
    tests = sorted({context.rpartition("|")[0] for context in contexts if "|" in context})
    words = set(Path(mutant.path).with_suffix("").parts[2:])
    # Neighbours in one file are alike: the first of every file come before the second of any.
    place = Counter[str]()
    ranked = []
    for test in tests:
        file = test.partition("::")[0]
        nearness = len(words & set(file.removesuffix(".py").removeprefix("tests/").replace("test_", "").split("/")))
        ranked.append((-nearness, place[file], test))
        place[file] += 1
    tests = [test for *_, test in sorted(ranked)]
    return tests[:_MOST_TESTS]


def _try(mutant: Mutant, tests: list[str], copies: "SimpleQueue[Path]") -> bool:
    """Whether one of these tests notices the mutant; print it when none does."""
    killed = bool(tests) and _is_noticed(mutant, tests, copies)
    if not killed:
        print("survived", mutant.describe((ROOT / mutant.path).read_bytes()), flush=True)  # noqa: T201
    return killed


def _is_noticed(mutant: Mutant, tests: list[str], copies: "SimpleQueue[Path]") -> bool:
    copy = copies.get()
    file = copy / mutant.path
    whole = file.read_bytes()
    try:
        file.write_bytes(mutant.source(whole))
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:randomly", "-p", "no:cacheprovider", *tests]
        ended = subprocess.run(command, cwd=copy, capture_output=True, timeout=_LONGEST, check=False)
        return ended.returncode == 1
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_bytes(whole)
        copies.put(copy)


if __name__ == "__main__":
    sys.exit(main())
