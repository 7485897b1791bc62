"""Lines that are nearly there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.matching.ladder import LEAST, Likely, likely
from guillemet.engine.matching.lines import Lines
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget

FILE = [f"    value_{number} = compute_total({number}, {number * 7})" for number in range(60)]
BLOCK = [
    "def total(prices):",
    "    result = 0",
    "    for price in prices:",
    "        result += price",
    "    return result",
]


def found(file: list[str], searched: list[str]) -> Likely | None:
    return likely(Lines(file), searched, effort=WorkBudget(400_000_000))


def place(file: list[str], searched: list[str]) -> tuple[int, int]:
    answer = found(file, searched)
    assert answer is not None
    return answer.place.start, answer.place.count


def test_a_line_that_differs_a_little_does_not_hide_the_place() -> None:
    assert place(["x", *BLOCK, "y"], [*BLOCK[:3], "        result += prices", BLOCK[4]]) == (1, 5)


def test_the_similarity_is_told() -> None:
    answer = found(["x", *BLOCK, "y"], [*BLOCK[:3], "        result += prices", BLOCK[4]])

    assert answer is not None
    assert LEAST <= answer.score < 1


def test_a_line_more_in_the_file_belongs_to_the_place() -> None:
    assert place(["x", *BLOCK[:2], "    # sum", *BLOCK[2:], "y"], BLOCK) == (1, 6)


def test_a_line_less_in_the_file_shortens_the_place() -> None:
    assert place(["x", *BLOCK, "y"], [*BLOCK[:2], "    # sum", *BLOCK[2:]]) == (1, 5)


def test_lines_in_another_order_are_nearly_there() -> None:
    file = ["x", "alpha_value = 1", "beta_value = 2", "gamma_value = 3", "delta_value = 4", "y"]

    assert place(file, [file[4], file[1], file[2], file[3]]) == (1, 4)


def test_indentation_does_not_count() -> None:
    indented = ["        " + line for line in BLOCK]

    assert place(["x", *indented, "y"], [*BLOCK[:3], "        result += prices", BLOCK[4]]) == (1, 5)


def test_two_places_alike_are_none() -> None:
    near = [*BLOCK[:3], "        result += prices", BLOCK[4]]

    assert found(["x", *BLOCK, "y", *BLOCK], near) is None


def test_a_place_without_a_clear_lead_is_none() -> None:
    assert found(FILE, ["    value_1x = compute_total(1x, 8x)"]) is None


def test_lines_that_differ_too_much_are_none() -> None:
    assert found(["x", *BLOCK, "y"], [BLOCK[0], "    return sum(prices)", "", "def mean(prices):"]) is None


def test_lines_wrapped_beyond_the_allowed_length_are_none() -> None:
    wrapped = ["call(", *(f"    argument_number_{number}," for number in range(9)), ")"]
    searched = [*BLOCK, "call(" + ", ".join(f"argument_number_{number}" for number in range(9)) + ")"]

    assert found(["x", *BLOCK, *wrapped, "y"], searched) is None


@pytest.mark.parametrize("searched", [["}"], ["", ""], ["x = 1"], [")", "}", ""]])
def test_trivial_lines_are_never_nearly_there(searched: list[str]) -> None:
    assert found(["}}", "x = 2", ")", "}"], searched) is None


def test_a_search_without_effort_left_ends() -> None:
    with pytest.raises(BudgetSpentError):
        likely(Lines(["x", *BLOCK]), [*BLOCK[:4], "    return results"], effort=WorkBudget(0))


LINES = st.lists(
    st.sampled_from(["", "alpha beta = 1", "    alpha beta = 2", "gamma delta epsilon", "}", "\t…"]), max_size=12
)


@given(LINES, LINES)
def test_a_place_lies_in_the_file_and_is_alike_enough(file: list[str], searched: list[str]) -> None:
    answer = found(file, searched)

    assert answer is None or (
        answer.score >= LEAST and 0 <= answer.place.start <= answer.place.start + answer.place.count <= len(file)
    )
