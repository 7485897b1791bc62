"""Finding text in both sides of a diff."""

import pytest

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.finding import MOST, Query, TextMatch, find_in, plain_search
from guillemet.engine.review import FileTexts


def find(before: str, after: str, sought: str, *, is_changed_only: bool = False) -> tuple[TextMatch, ...]:
    content = prepare(FileTexts("a", before, after))
    return find_in(content, plain_search(Query(sought)), is_changed_only=is_changed_only)


def test_an_unchanged_place_is_found_once() -> None:
    assert find("same\n", "same\nx\n", "am") == (TextMatch(is_old=False, line=0, start=1, end=3),)


def test_removed_lines_come_before_the_lines_in_their_place() -> None:
    found = find("x\nword a\ny\n", "x\nword b\ny\n", "word")

    assert [(place.is_old, place.line) for place in found] == [(True, 1), (False, 1)]


def test_only_changed_lines_are_searched_when_asked_for() -> None:
    before, after = "word\nx\nword 1\ny\n", "word\nx\nword 2\ny\nword 3\n"

    found = find(before, after, "word", is_changed_only=True)

    assert [(place.is_old, place.line) for place in found] == [(True, 2), (False, 2), (False, 4)]


def test_capitals_do_not_matter_in_a_query_without_them() -> None:
    assert len(find("", "Word WORD word\n", "word")) == 3


def test_capitals_matter_in_a_query_that_has_one() -> None:
    assert len(find("", "Word WORD word\n", "Word")) == 1


@pytest.mark.parametrize(("pattern", "is_exact"), [(r"\Sword", False), (r"\\Word", True), ("[A-Z]", True)])
def test_capitals_of_escapes_do_not_make_a_pattern_exact(pattern: str, *, is_exact: bool) -> None:
    assert Query(pattern, is_pattern=True).is_exact is is_exact


def test_letters_that_grow_when_lowered_shift_no_column() -> None:
    assert find("", "İİ word\n", "word") == (TextMatch(is_old=False, line=0, start=3, end=7),)


def test_signs_of_regular_expressions_mean_themselves() -> None:
    assert len(find("", "a.b axb\n", "a.b")) == 1


def test_no_more_places_than_anyone_looks_at_are_found() -> None:
    assert len(find("", "x" * 2_000 * 1 + "\n" + ("x" * 1_000 + "\n") * 20, "x")) == MOST


def test_a_place_in_two_pieces_of_a_long_line_is_found_once_in_the_first() -> None:
    line = ", ".join(map(str, range(2_000)))
    new = prepare(FileTexts("a", "", f"above\n{line}\n")).new
    sought = new.shown[2][-9:] + new.shown[3][:9]

    end = len(new.shown[2])
    assert find("", f"above\n{line}\n", sought) == (TextMatch(is_old=False, line=2, start=end - 9, end=end),)


def test_a_place_in_changed_pieces_of_a_long_line_is_found_on_both_sides() -> None:
    before = ", ".join(map(str, range(2_000)))
    found = find(before, before.replace("1500", "1500, tax"), "1500", is_changed_only=True)

    assert [place.is_old for place in found] == [True, False]
