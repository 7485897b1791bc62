"""The lines of a text, searched while they are replaced."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.matching.lines import MOST_PLACES, LineIndex

LINE = st.sampled_from(["a", "b", "}", "", "return", "once"])
SPLICES = st.lists(
    st.tuples(
        st.integers(0, 4_000),
        st.integers(0, 5) | st.integers(0, 2_000),
        st.lists(LINE, max_size=5) | st.lists(LINE, max_size=2).map(lambda few: few * 700),
    ),
    max_size=8,
)


def numbered(count: int) -> list[str]:
    return [f"line {number}" for number in range(count)]


def indexed(lines: list[str]) -> LineIndex:
    """Return a form that was searched often enough to know where its lines stand."""
    form = LineIndex(lines)
    while form._where is None:
        list(form.positions("nowhere"))
    return form


def changed(form: LineIndex, lines: list[str], splices: list[tuple[int, int, list[str]]]) -> Iterator[list[str]]:
    """Yield what the lines are after each splice, of the form and of a list alike."""
    for at, count, new in splices:
        start = min(at, len(lines))
        form.splice(start, count, new)
        lines[start : start + count] = new
        yield lines


@given(SPLICES)
def test_after_any_changes_every_line_is_known_where_it_stands(splices: list[tuple[int, int, list[str]]]) -> None:
    lines = ["a", "b", "}", "", "once", "}"] * 300
    form = indexed(lines)
    for now in changed(form, lines, splices):
        assert list(form) == now
        for line in ("a", "}", "", "once", "return", "nowhere"):
            assert list(form.positions(line)) == [index for index, other in enumerate(now) if other == line]


@given(SPLICES, st.lists(LINE, min_size=1, max_size=4))
def test_after_any_changes_runs_are_found_exactly_where_they_stand(
    splices: list[tuple[int, int, list[str]]], searched: list[str]
) -> None:
    lines = ["a", "b", "}", "", "once", "}"] * 150
    form, size = indexed(lines), len(searched)
    for now in changed(form, lines, splices):
        standing = [start for start in range(len(now) - size + 1) if now[start : start + size] == searched]

        assert list(form.runs(searched)) == standing[:MOST_PLACES]


@given(SPLICES, st.lists(st.sampled_from(["a", "}"]), min_size=1, max_size=3), st.integers(1, 2))
def test_after_any_changes_the_last_answer_is_that_of_a_new_search(
    splices: list[tuple[int, int, list[str]]], searched: list[str], every: int
) -> None:
    lines = ["a", "a", "}", "a"] * 400
    form = LineIndex(lines)
    form.starts(searched)
    for at, now in enumerate(changed(form, lines, splices)):
        if at % every == 0:
            assert form.starts(searched) == list(LineIndex(now).runs(searched))


@given(st.integers(0, 3_000), st.integers(0, 3_000))
def test_a_slice_is_that_of_a_list_across_pages_too(start: int, stop: int) -> None:
    assert LineIndex(numbered(2_500))[start:stop] == numbered(2_500)[start:stop]


@pytest.mark.parametrize("first", [0, 3, 700, 5_000])
def test_places_are_yielded_from_any_line_on(first: int) -> None:
    form = indexed([*numbered(1_000), "line 3"])

    assert list(form.positions("line 3", first=first)) == [at for at in (3, 1_000) if at >= first]


def test_the_lines_from_any_on_go_to_the_end() -> None:
    assert list(LineIndex(numbered(1_200)).onwards(700)) == numbered(1_200)[700:]


def test_all_lines_can_go_and_others_come() -> None:
    form = indexed(numbered(2_000))

    form.splice(0, 2_000, [])
    assert (list(form), list(form.positions("line 3"))) == ([], [])
    form.splice(0, 0, ["line 3"])

    assert list(form.positions("line 3")) == [0]


def test_ten_times_the_blocks_on_ten_times_the_lines_look_at_about_ten_times_the_lines() -> None:
    few, many = steps_of_changing_all(1_000), steps_of_changing_all(10_000)

    assert many < 15 * few


def test_lines_that_stand_nowhere_are_reported_without_looking_through_the_text() -> None:
    form = indexed(["}", ""] * 5_000)
    before = form.steps

    assert not list(form.runs(["}", "nowhere", "}"]))
    assert form.steps - before < 20


def test_lines_that_are_asked_for_again_after_a_change_are_not_searched_again() -> None:
    form = LineIndex([*numbered(10_000), "last"])
    form.starts(["last"])
    form.splice(0, 1, ["new", "more"])
    before = form.steps

    assert form.starts(["last"]) == [10_001]
    assert form.steps - before < 100


def test_a_run_of_common_lines_is_searched_by_its_rarest() -> None:
    form = indexed(["    return None", "}", "", "x"] * 2_000 + ["only here", "}"])
    before = form.steps

    assert list(form.runs(["only here", "}"])) == [8_000]
    assert form.steps - before < 20


def test_lines_alike_are_searched_in_linear_time() -> None:
    form = indexed(["a"] * 10_000)
    before = form.steps

    assert not list(form.runs(["a"] * 500 + ["b"] + ["a"] * 500))
    assert not list(form.runs(["a"] * 9_999 + ["b"]))
    assert form.steps - before < 500_000


def steps_of_changing_all(count: int) -> int:
    """Return how many lines are looked at when every line is searched and becomes two, from the last to the first."""
    form = LineIndex(numbered(count))
    for number in reversed(range(count)):
        at = next(form.runs([f"line {number}"]))
        form.splice(at, 1, [f"new {number}", "more"])
    return form.steps
