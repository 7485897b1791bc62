"""Finding text in both sides of a diff."""

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.finding import MOST, TextFinder, TextMatch
from guillemet.engine.review import FileTexts


def finder(before: str, after: str) -> TextFinder:
    return TextFinder(prepare(FileTexts("a", before, after)))


def test_an_unchanged_place_is_found_once() -> None:
    assert finder("same\n", "same\nx\n").find("am") == (TextMatch(is_old=False, line=0, start=1, end=3),)


def test_removed_lines_come_before_the_lines_in_their_place() -> None:
    found = finder("x\nword a\ny\n", "x\nword b\ny\n").find("word")

    assert [(place.is_old, place.line) for place in found] == [(True, 1), (False, 1)]


def test_capitals_do_not_matter_in_a_query_without_them() -> None:
    assert len(finder("", "Word WORD word\n").find("word")) == 3


def test_capitals_matter_in_a_query_that_has_one() -> None:
    assert len(finder("", "Word WORD word\n").find("Word")) == 1


def test_letters_that_grow_when_lowered_shift_no_column() -> None:
    assert finder("", "İİ word\n").find("word") == (TextMatch(is_old=False, line=0, start=3, end=7),)


def test_signs_of_regular_expressions_mean_themselves() -> None:
    assert len(finder("", "a.b axb\n").find("a.b")) == 1


def test_no_more_places_than_anyone_looks_at_are_found() -> None:
    assert len(finder("", "x" * 2_000 * 1 + "\n" + ("x" * 1_000 + "\n") * 20).find("x")) == MOST


def test_nothing_is_found_for_an_empty_query() -> None:
    assert finder("", "a\n").find("") == ()
