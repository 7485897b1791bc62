"""What resembles lines that were not found."""

from guillemet.engine.matching.nearest import nearest

FILE = [f"line number {number} of the file" for number in range(100)]


def test_the_place_with_most_equal_lines_comes_first() -> None:
    found = nearest(FILE, [FILE[40], "something else altogether", FILE[42]])

    assert (found[0].start, found[0].count) == (40, 3)


def test_the_lines_that_stand_there_are_shown() -> None:
    assert nearest(FILE, [FILE[40], FILE[41] + "!"])[0].text == f"{FILE[40]}\n{FILE[41]}"


def test_a_similar_line_is_found_where_none_is_equal() -> None:
    file = ["alpha", "def compute_total(values):", "omega"]

    assert nearest(file, ["def compute_totals(value):"])[0].start == 1


def test_equal_lines_with_another_indentation_count_as_equal() -> None:
    assert nearest(["", "", "    x = compute(1)", "    y = 2"], ["x = compute(1)", "z = 3"])[0].start == 2


def test_places_do_not_overlap() -> None:
    starts = [place.start for place in nearest(["a = 1", "b = 2"] * 4, ["a = 1", "b = 2", "c = 3"])]

    assert all(abs(one - other) >= 3 for one in starts for other in starts if one != other)


def test_nothing_resembles_foreign_lines() -> None:
    assert nearest(["alpha", "beta"], ["§§§§§§§§§§§§§§§§"]) == ()


def test_blank_lines_resemble_nothing() -> None:
    assert nearest(["", "a", ""], ["", ""]) == ()


def test_an_empty_file_resembles_nothing() -> None:
    assert nearest([], ["a"]) == ()


def test_a_place_near_the_end_stays_inside_the_file() -> None:
    found = nearest(FILE, [FILE[98], FILE[99], "one more", "and another"])

    assert found[0].start + found[0].count <= len(FILE)


def test_one_huge_line_is_shown_cut() -> None:
    huge = "x" * 1_000_000

    assert len(nearest([huge], ["x" * 300])[0].text) < 100_000


def test_blank_lines_around_a_place_are_no_part_of_it_where_the_searched_ones_are_not_blank() -> None:
    lines = ["## Use", "", "The weight is given in grams.", "", "## Licence"]

    below = nearest(lines, ["The weight is given in kilograms, as ever,", "and rounded to whole ones."])
    above = nearest(lines, ["As everybody knows:", "The weight is given in grams."])

    assert [(one.start, one.count, one.text) for one in (below[0], above[0])] == [(2, 1, lines[2])] * 2


def test_a_blank_line_that_was_searched_for_belongs_to_its_place() -> None:
    found = nearest(["a", "The weight is given in grams.", "", "b"], ["The weight is given in pounds.", ""])

    assert (found[0].start, found[0].count) == (1, 2)


def test_the_only_line_of_its_kind_says_more_than_likeness_of_letters() -> None:
    file = [
        line
        for step in range(8)
        for line in (
            f"def stock_step_{step}(rows):",
            f'    """Return the rows of step {step}{", without copies of any kind" * (step == 7)}."""',
            "    found = []",
            "",
        )
    ]
    searched = ["def stock_step_7(rows):", '    """Return the rows of step 7."""', "    found = []"]

    first, *others = nearest(file, searched)

    assert file[first.start] == searched[0]
    assert first.similarity < others[0].similarity  # the likeness that is shown stays what it is
