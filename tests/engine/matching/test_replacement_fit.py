"""New lines shaped to the place where the old ones were found."""

from collections.abc import Sequence

import pytest

from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.reindent import shifted
from guillemet.engine.matching.replacement_fit import fit


def fitted(file: Sequence[str], old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the file after the replacement at the first place."""
    answer = find(file, old, strict=False)
    assert answer is not None
    place = answer.places[0]
    lines = fit(new, searched=old, lines=file, place=place, rung=answer.rung).lines
    return [*file[: place.start], *lines, *file[place.start + place.count :]]


def test_an_exact_place_takes_the_new_lines_as_they_are() -> None:
    assert fitted(["a", "b"], ["b"], ["c  "]) == ["a", "c  "]


def test_a_line_that_stays_keeps_its_trailing_blanks() -> None:
    assert fitted(["a  ", "b"], ["a", "b"], ["a", "c"]) == ["a  ", "c"]


def test_blank_lines_the_file_lacks_at_the_ends_are_not_brought_in() -> None:
    assert fitted(["a", "b"], ["", "b", ""], ["", "c", ""]) == ["a", "c"]


def test_blank_lines_added_on_purpose_are_kept() -> None:
    assert fitted(["a", "b"], ["", "b"], ["", "", "c"]) == ["a", "", "c"]


def test_new_lines_are_shifted_as_the_old_ones_were() -> None:
    file = ["class A:", "    def f(self):", "        return 1"]

    after = fitted(file, ["def f(self):", "    return 1"], ["def f(self):", "    if x:", "        return 2", ""])

    assert after == ["class A:", "    def f(self):", "        if x:", "            return 2", ""]


def test_new_lines_are_shifted_back_where_the_block_is_indented_too_far() -> None:
    assert fitted(["f()", "g()"], ["    f()", "    g()"], ["    h()", "        i()", "  j()"]) == [
        "h()",
        "    i()",
        "j()",
    ]


def test_a_shift_from_blanks_to_a_tab_is_one_shift() -> None:
    assert fitted(["\tf()", "\tg()"], ["  f()", "  g()"], ["  f()", "  h()"]) == ["\tf()", "\th()"]


def test_an_uneven_place_keeps_the_lines_that_stay_as_the_file_has_them() -> None:
    file = ["if a:", "   b(1,  2)", "   c()"]

    after = fitted(file, ["if a:", "    b(1, 2)", "  c()"], ["if a:", "    b(1, 2)"])

    assert after == ["if a:", "   b(1,  2)"]


def test_an_uneven_place_shifts_new_lines_like_the_nearest_line_that_stays() -> None:
    file = ["def f():", "\tif x:", "\t\ty()"]

    after = fitted(
        file, ["def f():", "    if x:", "        y()"], ["def f():", "    if x:", "        z()", "        y()"]
    )

    assert after == ["def f():", "\tif x:", "\t\tz()", "\t\ty()"]


def test_deeper_new_lines_take_the_unit_of_the_file() -> None:
    file = ["def f():", "\tif x:", "\t\ty()"]

    after = fitted(
        file, ["def f():", "    if x:", "        y()"], ["def f():", "    if x:", "        y()", "            z()"]
    )

    assert after == [*file, "\t\t\tz()"]


@pytest.mark.parametrize(
    ("line", "before", "after", "expected"),
    [
        ("x", "", "    ", "    x"),
        ("    x", "    ", "", "x"),
        ("  x", "    ", "", "x"),
        ("  x", "    ", "  ", "x"),
        ("    x", "  ", "    ", "      x"),
        ("x", "  ", "    ", "  x"),
        ("      x", "    ", "\t", "\t  x"),
        ("    x", "        ", "\t\t", "\tx"),
        ("\t\tx", "\t", "  ", "    x"),
        ("", "", "    ", ""),
        ("   ", "", "    ", "   "),
    ],
)
def test_one_line_is_shifted_as_its_pattern_was(line: str, before: str, after: str, expected: str) -> None:
    assert shifted(line, (before, after)) == expected


def test_a_line_replaced_alone_moves_like_the_line_it_replaces() -> None:
    file = ["    if (a) {", "        b();", "    }"]

    after = fitted(file, ["if (a) {", "        b();", "    }"], ["if (c) {", "        b();", "    }"])

    assert after == ["    if (c) {", "        b();", "    }"]


def test_blank_lines_that_stay_are_those_of_the_file() -> None:
    assert fitted(["  a()", "  ", "  b()"], ["a()", "", "b()"], ["a()", "", "c()"]) == ["  a()", "  ", "  c()"]


def test_blank_lines_that_were_written_with_blanks_in_two_parts_are_those_of_the_new_part() -> None:
    file = ["    a()", "        ", "    b()"]

    assert fitted(file, ["a()", "  ", "b()"], ["a()", "  ", "c()"]) == ["    a()", "  ", "    c()"]
