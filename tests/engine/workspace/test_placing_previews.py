"""Promises of what is said before a failed block is placed: exactly that changes in the file."""

import pytest

from guillemet.engine.applying.manual_placement import offered, preview_at
from guillemet.engine.applying.options import PlaceAt
from guillemet.engine.blocks import EditBlock
from guillemet.engine.outcomes import Outcome, PlacedLines, Status
from guillemet.engine.text import common_ends
from guillemet.engine.workspace import Workspace
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

LINES = [
    line
    for number in range(1, 9)
    for line in (
        f"def stock_step_{number}(value, rate={number}):",
        f"    total = value * {number}",
        "    if total > rate:",
        "        total -= rate",
        "    return total",
        "",
    )
]
KEEPS_THE_HEAD = edit(
    "a.py",
    "def stock_step_9(value, rate=9):\n    sum = value * 9\n    if sum > rate:\n        sum -= rate\n    return sum",
    "def stock_step_9(value, rate=9):\n    outcome = max(1, value * rate)",
)
KEEPS_THE_END = edit(
    "a.py", "    total = value + 77\n    return totals", "    total = max(1, value)\n    return totals"
)
INDENTED = edit(
    "a.py", "if total > rates:\n    totals -= rate", "if total > rates:\n    totals -= rate\n    log(rates)"
)


def changed(before: list[str], after: list[str]) -> tuple[int, int, tuple[str, ...]]:
    """Return the first line that differs, from 1, how many lines are replaced, and the lines that are new."""
    head, tail = common_ends(before, after)
    return head + 1, len(before) - head - tail, tuple(after[head : len(after) - tail])


def announced(line: int, placed: PlacedLines | None) -> tuple[int, int, tuple[str, ...]]:
    assert placed is not None
    return line + placed.skipped, placed.count, placed.new


def failed_of(repository: RepositoryBuilder, reply: str) -> tuple[Workspace, Outcome]:
    repository.commit({"a.py": "\n".join(LINES) + "\n"})
    workspace = Workspace.open(repository.root)
    (outcome,) = workspace.apply(reply).review.outcomes
    assert outcome.status is Status.FAILED
    return workspace, outcome


def after(workspace: Workspace, choice: PlaceAt) -> list[str]:
    """Return the lines that are proposed with this choice, which is taken back."""
    workspace.choose(1, choice)
    lines = workspace.texts("a.py").after.splitlines()
    workspace.undo()
    return lines


@pytest.mark.parametrize("reply", [KEEPS_THE_HEAD, KEEPS_THE_END, INDENTED])
def test_each_place_says_exactly_what_placing_the_block_there_changes(
    repository: RepositoryBuilder, reply: str
) -> None:
    workspace, outcome = failed_of(repository, reply)

    assert outcome.nearest
    for near in outcome.nearest:
        assert announced(near.line, near.placed) == changed(LINES, after(workspace, offered(near)))


@pytest.mark.parametrize("reply", [KEEPS_THE_HEAD, KEEPS_THE_END, INDENTED])
@pytest.mark.parametrize("line", [1, 8, 19, 46])
def test_any_other_line_says_exactly_what_placing_the_block_there_changes(
    repository: RepositoryBuilder, reply: str, line: int
) -> None:
    workspace, outcome = failed_of(repository, reply)
    assert isinstance(outcome.block, EditBlock)
    count = min(len(outcome.block.searched), len(LINES) - line + 1)

    said = announced(line, preview_at(outcome.block, LINES, line - 1, count))

    assert said == changed(LINES, after(workspace, PlaceAt(line, count)))


def test_the_first_line_that_the_file_keeps_is_not_said_to_be_replaced(repository: RepositoryBuilder) -> None:
    _, outcome = failed_of(repository, KEEPS_THE_HEAD)

    near = outcome.nearest[0]
    assert near.placed == PlacedLines(1, 4, ("    outcome = max(1, value * rate)",))
