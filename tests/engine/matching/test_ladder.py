"""The ladder of rungs: which one finds what, and where."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.matching.ladder import find, find_likely
from guillemet.engine.matching.lines import MOST_PLACES, Found, LineIndex, Lines, Place
from guillemet.engine.matching.replacement_fit import fit
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
    answer = found("def two():", "    return 1")

    assert answer is not None
    assert (answer.rung, tuple(answer.places)) == (Rung.EXACT, (Place(3, 2),))


def test_every_exact_place_is_named() -> None:
    assert starts(found("    return 1")) == [1, 4]


def test_overlapping_places_are_all_named() -> None:
    assert starts(found("}", "}")) == [5, 6]


def test_a_text_is_searched_once_for_the_same_lines_until_it_changes() -> None:
    lines = Lines(FILE)
    before = starts(find(lines, ("    return 1",), strict=True))
    steps = lines.steps

    again = starts(find(lines, ("    return 1",), strict=True))
    after_same = lines.steps
    lines.splice(0, 0, ["new"])

    assert (before, again, after_same) == ([1, 4], [1, 4], steps)
    assert starts(find(lines, ("    return 1",), strict=True)) == [2, 5]


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

    assert list(LineIndex(file).runs(searched)) == standing


def test_no_more_than_the_most_places_are_told() -> None:
    assert len(list(LineIndex(["x"] * 3 * MOST_PLACES).runs(["x", "x"]))) == MOST_PLACES


@given(
    st.lists(st.sampled_from(["", " a", "a  b ", "c"]), max_size=8),
    st.integers(0, 8),
    st.integers(0, 8),
    st.lists(st.sampled_from(["", " a", "d\t e"]), max_size=4),
)
def test_lines_changed_in_one_place_have_the_forms_of_lines_made_anew(
    plain: list[str], start: int, count: int, new: list[str]
) -> None:
    lines = Lines(plain)
    _ = (lines.trimmed, lines.stripped, lines.spaced)
    fresh = Lines([*plain[:start], *new, *plain[start + count :]])

    lines.splice(min(start, len(plain)), count, new)

    assert forms_of(lines) == forms_of(fresh)


def forms_of(lines: Lines) -> list[list[str]]:
    return list(map(list, (lines.plain, lines.trimmed, lines.stripped, lines.spaced)))


FORMS = st.sampled_from(
    ["", "def f():", "    a = compute(1)", "    a = compute(2)", "  ...", "# ...", "}", "\treturn a", "\ud800"]
)


@given(st.lists(FORMS, max_size=14), st.lists(FORMS, max_size=6), st.lists(FORMS, max_size=6))
def test_whatever_is_searched_the_ladder_answers_with_places_in_the_file(
    file: list[str], searched: list[str], new: list[str]
) -> None:
    sure = find(file, searched, strict=False)
    answer = sure or find_likely(file, searched, new=new, path="a.py")
    places = answer.places if isinstance(answer, Found) else ()

    assert all(0 <= place.start <= place.start + place.count <= len(file) for place in places)
    assert all(
        isinstance(fit(new, searched=searched, lines=file, place=one, rung=answer.rung).lines, list) for one in places
    )


@given(st.lists(FORMS, max_size=14), st.lists(FORMS, min_size=1, max_size=6))
def test_a_block_that_changes_nothing_changes_nothing_wherever_it_is_found(
    file: list[str], searched: list[str]
) -> None:
    answer = find(file, searched, strict=False) or find_likely(file, searched, new=searched, path="a.py")
    if not isinstance(answer, Found) or answer.rung is Rung.REINDENTED:
        # Blank lines of a shifted block are those of the block.
        return
    for place in answer.places:
        fitted = fit(searched, searched=searched, lines=file, place=place, rung=answer.rung).lines

        assert fitted == file[place.start : place.start + place.count]
