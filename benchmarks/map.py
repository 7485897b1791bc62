"""The map of the rest: 5,000 files for the first time, from the cache's file, and after one change."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import ROUNDS, Row, at_most, seconds
from guillemet.llm.repo_map import OutlineCache, make_map

FILES = 5_000
FOCUS = [f"src/area_{number % 50}/part_{number}.py" for number in range(0, 40, 4)]
WORDS = ["please", "let", "measure_17_4", "keep", "the", "gauge", "of", "Part23"]
BUDGET = 4_000
LINES = 120
"""Of each file, at about 36 bytes: the middle of what large repositories hold."""


def rows() -> Iterator[Row]:
    """Measure in seconds, rests included, with files read from the disk."""
    with tempfile.TemporaryDirectory() as made:
        root, kept = Path(made) / "project", Path(made) / "kept"
        files = make_files(root)
        with OutlineCache(kept) as cache:
            yield at_most("5,000 files for the first time", seconds(lambda: _make(root, files, cache)), 10, unit="s")
            changes = [_seconds_after_change(root, files, cache, number) for number in range(ROUNDS)]
            yield at_most("after one change", 1000 * statistics.median(changes), 100, unit="ms")
        with OutlineCache(kept) as cache:
            yield at_most("5,000 files from the cache's file", seconds(lambda: _make(root, files, cache)), 4, unit="s")


def make_files(root: Path) -> dict[str, str]:
    """Write Python, TypeScript, Go and Java files that use one another; return their paths with a name of each blob."""
    files: dict[str, str] = {}
    for number in range(FILES):
        write, ending = ((_python, "py"), (_typescript, "ts"), (_go, "go"), (_java, "java"))[number % 4]
        path = f"src/area_{number % 50}/part_{number}.{ending}"
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("\n".join(write(number)) + "\n", encoding="utf-8")
        files[path] = f"blob {number}"
    return files


def _make(root: Path, files: dict[str, str], cache: OutlineCache) -> None:
    found = make_map(
        files, lambda path: (root / path).read_bytes(), focus=FOCUS, words=WORDS, budget=BUDGET, cache=cache
    )
    if not found.is_whole or found.tokens < BUDGET // 2 or found.tokens > BUDGET:
        raise AssertionError(f"the map is not what was to be measured: {found.tokens} tokens")


def _seconds_after_change(root: Path, files: dict[str, str], cache: OutlineCache, number: int) -> float:
    path = f"src/area_{number}/part_{number}.{('py', 'ts', 'go', 'java')[number % 4]}"
    with (root / path).open("a", encoding="utf-8") as file:
        file.write("\n")
    files[path] = f"blob {number} changed"
    return seconds(lambda: _make(root, files, cache))


def _called(number: int, line: int) -> str:
    """Return the name of a function of some file nearby."""
    return f"measure_{(number + 4 * (line % 7)) % FILES}_{line % 9}"


def _python(number: int) -> Iterator[str]:
    yield f"from area.part_{number + 4} import Part{number + 4}"
    yield f"class Part{number}(Part{number + 4}):"
    for method in range((LINES - 2) // 9):
        yield f"    def measure_{number}_{method}(self, gauge: int, limit_{method}: float) -> int:"
        yield "        # What is measured here is kept for later."
        yield f"        value_{method} = self.{_called(number, method)}(gauge, limit_{method})"
        yield f"        if value_{method} > limit_{method}:"
        yield f'            raise ValueError("the value of {method} is above its limit")'
        yield f"        for step in range(value_{method}):"
        yield f"            self.total_{method} += step * {number}"
        yield f"        return self.total_{method}"
        yield ""


def _typescript(number: int) -> Iterator[str]:
    yield f'import {{ Part{number + 4} }} from "../part_{number + 4}";'
    yield f"export class Part{number} extends Part{number + 4} {{"
    for method in range((LINES - 3) // 8):
        yield f"  measure_{number}_{method}(gauge: number, limit: number): number {{"
        yield "    // What is measured here is kept for later."
        yield f"    const value = this.{_called(number, method)}(gauge, limit);"
        yield f"    if (value > limit) throw new Error(`too much: ${{value}} of {method}`);"
        yield f"    for (let step = 0; step < value; step++) this.total_{method} += step * {number};"
        yield f"    return this.total_{method};"
        yield "  }"
        yield ""
    yield "}"


def _go(number: int) -> Iterator[str]:
    yield f"package area_{number % 50}"
    yield f"type Part{number} struct {{ Part{number + 4}; total int }}"
    for method in range((LINES - 2) // 9):
        yield f"func (part *Part{number}) measure_{number}_{method}(gauge int, limit int) (int, error) {{"
        yield "\t// What is measured here is kept for later."
        yield f"\tvalue := part.{_called(number, method)}(gauge, limit)"
        yield f'\tif value > limit {{ return 0, fmt.Errorf("too much of {method}") }}'
        yield "\tfor step := 0; step < value; step++ {"
        yield f"\t\tpart.total += step * {number}"
        yield "\t}"
        yield "\treturn part.total, nil"
        yield "}"


def _java(number: int) -> Iterator[str]:
    yield f"package area_{number % 50};"
    yield f"public class Part{number} extends Part{number + 4} {{"
    for method in range((LINES - 3) // 9):
        yield f"    private int total{method};"
        yield "    @Override"
        yield f"    public int measure_{number}_{method}(int gauge, int limit) {{"
        yield f"        int value = this.{_called(number, method)}(gauge, limit);"
        yield f'        if (value > limit) throw new IllegalStateException("too much of {method}");'
        yield f"        for (int step = 0; step < value; step++) total{method} += step * {number};"
        yield f"        return total{method};"
        yield "    }"
        yield ""
    yield "}"
