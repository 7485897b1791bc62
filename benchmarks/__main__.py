"""Run every benchmark but those that take minutes, or those whose names are given; print each row when it is known."""

import importlib
import os
import pkgutil
import sys
from collections.abc import Iterable

import benchmarks
from benchmarks.measuring import ROOT, Row

NO_BENCHMARKS = ("__main__", "frame_time", "measuring", "strict_mode")
WHEN_NAMED = ("endurance",)
"""Those that take minutes, so that they run only when they are asked for."""


def main(names: list[str]) -> int:
    """Print the rows; return 1 when a figure misses what is wanted of it, 2 when a name is unknown."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
    sys.path.insert(0, str(ROOT / "desktop"))
    known = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name not in NO_BENCHMARKS]
    unknown = sorted(set(names) - set(known))
    if unknown:
        print(f"No benchmark is named {', '.join(unknown)}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    is_met = True
    print(_line("benchmark", Row("what", "measured", "wanted", is_met=True), ""), flush=True)
    for name in names or [name for name in known if name not in WHEN_NAMED]:
        found: Iterable[Row] = importlib.import_module(f"benchmarks.{name}").rows()
        for row in found:
            is_met &= row.is_met
            print(_line(name, row, "ok" if row.is_met else "MISSED"), flush=True)
    return 0 if is_met else 1


def _line(name: str, row: Row, end: str) -> str:
    """Return a row in columns as wide as most rows need; nothing is held back until the widest is known."""
    return f"{name:14}  {row.what:80}  {row.measured:12}  {row.wanted:20}  {end}".rstrip()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
