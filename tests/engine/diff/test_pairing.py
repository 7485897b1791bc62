"""Which changed line stands beside which."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.diff.words import pair_lines

LINES = st.lists(st.sampled_from(["", "return value", "return values", "import os", "import sys", "}"]), max_size=8)


def test_a_line_stands_beside_the_line_it_became_below_an_added_one() -> None:
    assert pair_lines(["return sum(xs)"], ["check(xs)", "return sum(xs) + tax"]) == ((None, 0), (0, 1))


def test_like_lines_stand_beside_each_other_where_one_went_above_and_one_came_below() -> None:
    old = ["check(xs)", "return sum(xs)"]

    assert pair_lines(old, ["return sum(xs) + tax", "log.info(total)"]) == ((0, None), (1, 0), (None, 1))


def test_as_many_lines_on_both_sides_stand_beside_each_other_in_order() -> None:
    assert pair_lines(["a", "b"], ["c", "d"]) == ((0, 0), (1, 1))


def test_unlike_lines_are_paired_from_the_top() -> None:
    assert pair_lines(["alpha"], ["12345", "67890"]) == ((0, 0), (None, 1))


@given(LINES, LINES)
def test_every_line_stands_in_exactly_one_row_and_in_order(old: list[str], new: list[str]) -> None:
    pairs = pair_lines(old, new)

    assert [a for a, _ in pairs if a is not None] == list(range(len(old)))
    assert [b for _, b in pairs if b is not None] == list(range(len(new)))
