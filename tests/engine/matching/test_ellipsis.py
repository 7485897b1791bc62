"""Lines that leave others out with the same dots in the old and the new part."""

import pytest

from guillemet.engine.matching.ellipsis import cut, is_elision
from guillemet.engine.matching.ladder import find_likely
from guillemet.engine.matching.lines import Found
from guillemet.engine.matching.replacement_fit import fit
from guillemet.engine.outcomes import Rung

FILE = ["def f():", "    a()", "    b()", "    return 1", "", "def g():", "    c()", "    return 1"]


def found(file: list[str], old: list[str], new: list[str]) -> Found | None:
    answer = find_likely(file, old, new=new, path="")
    return answer if isinstance(answer, Found) and answer.rung is Rung.ELIDED else None


def edited(file: list[str], old: list[str], new: list[str]) -> list[str]:
    """Return the file after the replacement at the first place."""
    answer = found(file, old, new)
    assert answer is not None
    place = answer.places[0]
    lines = fit(new, searched=old, lines=file, place=place, rung=answer.rung).lines
    return [*file[: place.start], *lines, *file[place.start + place.count :]]


@pytest.mark.parametrize(
    "line",
    [
        "...",
        "    ...",
        "…",
        "[...]",
        "// ...",
        "# ... existing code ...",
        "/* ... */",
        "<!-- ... -->",
        "{/* ... */}",
        "-- ...",
        "// rest of the class …",
    ],
)
def test_a_line_of_dots_or_a_comment_with_dots_at_an_end_leaves_lines_out(line: str) -> None:
    assert is_elision(line)


@pytest.mark.parametrize(
    "line", ["", "x = ...", "def f(): ...", "# a comment", "# e.g. this...that", "print('...')", ".."]
)
def test_code_and_plain_comments_leave_nothing_out(line: str) -> None:
    assert not is_elision(line)


def test_what_is_left_out_stays_as_the_file_has_it() -> None:
    after = edited(FILE, ["def f():", "    ...", "    return 1"], ["def f(x):", "    ...", "    return 2"])

    assert after == ["def f(x):", "    a()", "    b()", "    return 2", "", "def g():", "    c()", "    return 1"]


def test_pieces_are_shifted_alike() -> None:
    file = ["class A:", "    def f(self):", "        a()", "        return 1"]

    after = edited(file, ["def f(self):", "    # ...", "    return 1"], ["def f(self):", "    # ...", "    return 2"])

    assert after == ["class A:", "    def f(self):", "        a()", "        return 2"]


def test_the_place_is_as_short_as_it_can_be() -> None:
    file = ["x", "a", "x", "b", "y"]

    answer = found(file, ["x", "...", "y"], ["x", "...", "z"])

    assert answer is not None
    assert [(place.start, place.count) for place in answer.places] == [(2, 3)]


def test_every_place_is_named() -> None:
    file = ["x", "a", "y", "x", "b", "y"]

    answer = found(file, ["x", "...", "y"], ["x", "...", "z"])

    assert answer is not None
    assert [place.start for place in answer.places] == [0, 3]


def test_dots_that_only_the_old_part_has_find_nothing() -> None:
    assert found(FILE, ["def f():", "    ...", "    return 1"], ["pass"]) is None


def test_other_dots_in_the_new_part_find_nothing() -> None:
    assert found(FILE, ["def f():", "...", "    return 1"], ["def f():", "# ...", "    return 2"]) is None


def test_pieces_in_another_order_find_nothing() -> None:
    assert found(FILE, ["    return 1", "...", "def f():"], ["    return 1", "...", "def h():"]) is None


def test_dots_at_the_ends_leave_the_surroundings_alone() -> None:
    after = edited(FILE, ["...", "    b()", "..."], ["...", "    B()", "..."])

    assert after == [*FILE[:2], "    B()", *FILE[3:]]


def test_lines_beyond_dots_at_an_end_have_no_place() -> None:
    assert found(FILE, ["def f():", "..."], ["def f():", "...", "    return 3"]) is None


def test_dots_alone_find_nothing() -> None:
    assert found(FILE, ["..."], ["..."]) is None


def test_lines_are_cut_at_their_dots() -> None:
    pieces = cut(["a", "  ...", "b", "c", "..."])

    assert pieces.marks == ("...", "...")
    assert pieces.pieces == (("a",), ("b", "c"), ())
