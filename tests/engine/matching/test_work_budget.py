"""Work counted instead of timed."""

import pytest

from guillemet.engine.matching.ladder import CutShort, find_likely
from guillemet.engine.matching.lines import Found
from guillemet.engine.matching.nearest import nearest
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget

FILE = [f"value_{number} = compute({number})" for number in range(50)]


def test_work_begins_while_a_step_is_left_and_not_after() -> None:
    effort = WorkBudget(1)
    effort.spend(10)

    with pytest.raises(BudgetSpentError):
        effort.spend(1)


def test_the_same_search_takes_the_same_effort_every_time() -> None:
    spent = []
    for _ in range(3):
        effort = WorkBudget(10**9)
        find_likely(FILE, [*FILE[3:6], "something = 1"], new=("x",), path="a.py", effort=effort)
        spent.append(effort.left)

    assert len(set(spent)) == 1
    assert spent[0] < 10**9


def test_a_search_whose_effort_is_spent_is_cut_short() -> None:
    searched = [*FILE[3:9], "value_9 = computed(9)"]

    assert isinstance(find_likely(FILE, searched, new=("x",), path="", effort=WorkBudget(1)), CutShort)


def test_without_effort_no_nearest_place_is_named() -> None:
    assert nearest(FILE, FILE[3:6], effort=WorkBudget(0)) == ()


def test_a_long_block_may_take_what_is_left_for_the_whole_reply() -> None:
    file = [f"    value_{number} = compute_total({number}, {number * 7}, {'x' * 80})" for number in range(500)]
    searched = [line.replace("compute_total", "computed_sum") for line in file[10:490]]

    found = find_likely(file, searched, new=("x",), path="a.txt", effort=WorkBudget(5_000_000_000))

    assert isinstance(found, Found)
    assert found.places[0].start == 10
