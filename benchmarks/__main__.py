"""Run every benchmark but those that take minutes, or those whose names are given, and print one table."""

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
    """Print the table; return 1 when a figure misses what is wanted of it, 2 when a name is unknown."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
    sys.path.insert(0, str(ROOT / "desktop"))
    known = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name not in NO_BENCHMARKS]
    unknown = sorted(set(names) - set(known))
    if unknown:
        print(f"No benchmark is named {', '.join(unknown)}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    rows: list[tuple[str, Row]] = []
    for name in names or [name for name in known if name not in WHEN_NAMED]:
        print(f"measuring {name}…", file=sys.stderr)
        found: Iterable[Row] = importlib.import_module(f"benchmarks.{name}").rows()
        rows += [(name, row) for row in found]
    print(table(rows))
    return 0 if all(row.is_met for _, row in rows) else 1


def table(rows: list[tuple[str, Row]]) -> str:
    """Return the rows under their headings, in columns."""
    cells = [("benchmark", "what", "measured", "wanted", "")]
    cells += [(name, row.what, row.measured, row.wanted, "ok" if row.is_met else "MISSED") for name, row in rows]
    widths = [max(len(line[column]) for line in cells) for column in range(5)]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in cells)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
