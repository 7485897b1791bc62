"""Long sequences of lines of which a few are replaced."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guillemet.engine.pages import PAGE, Pages, spliced

LINES = tuple(f"line {number}" for number in range(4 * PAGE))
SPLICES = st.lists(
    st.tuples(
        st.integers(0, 6 * PAGE),
        st.integers(0, 3 * PAGE),
        st.lists(st.sampled_from("abc"), max_size=4) | st.just(["x"] * 3 * PAGE),
    ),
    max_size=8,
)


def after(lines: Sequence[str], splices: list[tuple[int, int, list[str]]]) -> tuple[Sequence[str], tuple[str, ...]]:
    plain = tuple(lines)
    for at, count, new in splices:
        start = min(at, len(plain))
        end = min(start + count, len(plain))
        lines, plain = spliced(lines, start, end, new), (*plain[:start], *new, *plain[end:])
    return lines, plain


@settings(max_examples=40)
@given(SPLICES, st.slices(3 * PAGE))
def test_spliced_lines_are_those_of_a_tuple(splices: list[tuple[int, int, list[str]]], part: slice) -> None:
    lines, plain = after(LINES, splices)

    assert lines == plain
    assert list(lines) == list(plain)
    assert hash(lines) == hash(plain)
    assert len(lines) == len(plain)
    assert lines[part] == plain[part]


@given(SPLICES, st.data())
def test_every_line_is_found_by_its_index_from_either_end(
    splices: list[tuple[int, int, list[str]]], data: st.DataObject
) -> None:
    lines, plain = after(LINES, [*splices, (0, 0, ["first"])])
    index = data.draw(st.integers(-len(plain), len(plain) - 1))

    assert lines[index] == plain[index]


def test_the_lines_before_a_change_stay_as_they_were() -> None:
    before = spliced(LINES, 3, 4, ["changed"])

    spliced(before, 0, len(before), ["all is gone"])

    assert before == (*LINES[:3], "changed", *LINES[4:])


def test_a_change_leaves_all_other_pages_alone() -> None:
    before = spliced(LINES, 0, 0, [])
    after_change = spliced(before, 2 * PAGE, 2 * PAGE + 1, ["changed", "added"])
    assert isinstance(before, Pages)
    assert isinstance(after_change, Pages)

    kept = {id(page) for page in before._pages} & {id(page) for page in after_change._pages}

    assert len(kept) >= len(before._pages) - 2


def test_a_line_past_the_end_is_none() -> None:
    with pytest.raises(IndexError):
        spliced(LINES, 0, 1, [])[len(LINES)]


def test_lines_differ_from_others_and_from_no_sequence_at_all() -> None:
    lines = spliced(LINES, 0, 1, ["line 0"])

    assert lines != (*LINES[:-1], "another")
    assert lines != LINES[:-1]
    assert lines != "line 0"
