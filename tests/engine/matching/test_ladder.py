"""The ladder of rungs: which one finds what, and where."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.lines import MOST_PLACES, Found, Place, runs
from guillemet.engine.outcomes import Rung

FILE = [
    "def one():",
    "    return 1",
    "",
    "def two():",
    "    return 1",
    "}",
    "}",
    "}",
]


def found(*searched: str, strict: bool = False, file: list[str] | None = None) -> Found | None:
    return find(file or FILE, searched, strict=strict)


def starts(answer: Found | None) -> list[int]:
    assert answer is not None
    return [place.start for place in answer.places]


def test_lines_as_written_are_found_exactly() -> None:
    assert found("def two():", "    return 1") == Found(Rung.EXACT, (Place(3, 2),))


def test_every_exact_place_is_named() -> None:
    assert starts(found("    return 1")) == [1, 4]


def test_overlapping_places_are_all_named() -> None:
    assert starts(found("}", "}")) == [5, 6]


def test_the_first_and_the_last_line_of_a_file_can_be_found() -> None:
    assert starts(found("def one():")) == [0]
    assert starts(found("}", "}", "}")) == [5]


def test_no_lines_stand_nowhere() -> None:
    assert found() is None


def test_part_of_a_line_is_not_found() -> None:
    assert found("def one()") is None


def test_more_lines_than_the_file_has_are_not_found() -> None:
    assert found("}", "}", "}", "}") is None


def test_trailing_blanks_are_ignored_on_the_second_rung() -> None:
    assert found("def one():  ", "    return 1\t") == Found(Rung.WHITESPACE, (Place(0, 2),))


def test_blank_lines_at_the_ends_are_ignored_on_the_second_rung() -> None:
    answer = found("", "def one():", "    return 1", "", "")

    assert answer == Found(Rung.WHITESPACE, (Place(0, 3, skipped_head=1, skipped_tail=1),))


def test_blank_lines_in_the_middle_are_not_ignored() -> None:
    assert found("    return 1", "", "", "def two():") is None


def test_a_common_shift_is_found_on_the_third_rung() -> None:
    file = ["class A:", "    def f(self):", "        x()", "", "        y()"]

    assert found("def f(self):", "    x()", "", "    y()", file=file) == Found(Rung.REINDENTED, (Place(1, 4),))


def test_every_shifted_place_is_named() -> None:
    assert starts(found("x()", "y()", file=["  x()", "  y()", "", "\tx()", "\ty()"])) == [0, 3]


def test_uneven_indentation_is_found_in_one_place_only() -> None:
    searched = ("if a:", "      b(1,   2)")

    assert starts(found(*searched, file=["    if a:", "        b(1, 2)"])) == [0]
    assert found(*searched, file=["    if a:", "        b(1, 2)"] * 2) is None


def test_an_even_place_wins_over_an_uneven_one() -> None:
    assert starts(found("if a:", "  b()", file=["if a:", "b()", "    if a:", "      b()"])) == [2]


def test_strict_stops_at_the_first_rung() -> None:
    assert found("def one():  ", strict=True) is None


def test_blank_lines_alone_are_found_exactly_or_not_at_all() -> None:
    assert starts(found("")) == [2]
    assert found("", "") is None


@given(st.lists(st.sampled_from("ab"), max_size=60), st.lists(st.sampled_from("ab"), min_size=1, max_size=5))
def test_exactly_the_places_where_the_lines_stand_are_found(file: list[str], searched: list[str]) -> None:
    size = len(searched)
    standing = [start for start in range(len(file) - size + 1) if file[start : start + size] == searched]

    assert list(runs(file, searched)) == standing


def test_no_more_than_the_most_places_are_told() -> None:
    assert len(list(runs(["x"] * 3 * MOST_PLACES, ["x", "x"]))) == MOST_PLACES
