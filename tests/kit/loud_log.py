"""Makes a warning in the log a failure, unless the test says with `@pytest.mark.logs("pattern")` that it is wanted."""

import logging
import re
from collections.abc import Sequence

import pytest


class Collector(logging.Handler):
    """Keeps every record of level WARNING and above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record as a line."""
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


def verdict(lines: Sequence[str], wanted: Sequence[str]) -> str:
    """Return what is wrong with what was logged, empty when nothing is."""
    unwanted = [line for line in lines if not any(re.search(pattern, line) for pattern in wanted)]
    missing = [pattern for pattern in wanted if not any(re.search(pattern, line) for line in lines)]
    return "\n".join(
        [
            *(f"logged, but not expected: {line}" for line in unwanted),
            *(f"expected in the log, but missing: {pattern}" for pattern in missing),
        ],
    )


def wanted_patterns(item: pytest.Item) -> list[str]:
    """Return the patterns of the test's `logs` marks."""
    return [pattern for mark in item.iter_markers("logs") for pattern in mark.args]
