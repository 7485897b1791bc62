"""Changed words inside a pair of lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.diff.words import Span, changed_spans


def marked(old: str, new: str) -> tuple[list[str], list[str]]:
    of_old, of_new = changed_spans(old, new)
    return [old[slice(*span)] for span in of_old], [new[slice(*span)] for span in of_new]


def without(line: str, spans: tuple[Span, ...]) -> str:
    for start, end in reversed(spans):
        line = line[:start] + line[end:]
    return line


def test_an_added_argument_is_marked_and_nothing_else() -> None:
    assert marked("def total(xs):", "def total(xs, tax=0):") == ([], [", tax=0"])


def test_a_replaced_word_is_marked_whole() -> None:
    assert marked("return first(value)", "return second(value)") == (["first"], ["second"])


def test_a_word_that_changed_little_is_marked_by_its_characters() -> None:
    assert marked("return totals", "return total") == (["s"], [])


def test_single_letters_that_stay_in_a_changed_word_are_marked_with_it() -> None:
    assert marked("compute_total(items)", "calculate_total(items)") == (["ompu"], ["alcula"])


def test_a_short_word_is_marked_whole() -> None:
    assert marked("foo(bar)", "foo(baz)") == (["bar"], ["baz"])


CLUSTERS = [
    ("ok 👍🏽 then", "ok 👍🏿 then", ["👍🏽"], ["👍🏿"]),
    ("of 👨‍👩‍👧‍👦 here", "of 👨‍👩‍👧 here", ["👨‍👩‍👧‍👦"], ["👨‍👩‍👧"]),
    ("at 🇩🇪🇫🇷 now", "at 🇩🇪🇫🇮 now", ["🇫🇷"], ["🇫🇮"]),
    ("a heart ❤ red", "a heart ❤\ufe0f red", ["❤"], ["❤\ufe0f"]),
    ("the cafe there", "the cafe\u0301 there", ["e"], ["e\u0301"]),
    ("resume\u0301s one", "resume\u0301z one", ["s"], ["z"]),
    ("x" * 2_500 + "👍🏽", "x" * 2_500 + "👍🏿", ["👍🏽"], ["👍🏿"]),
]


def test_no_mark_cuts_what_is_read_as_one_character() -> None:
    for old, new, of_old, of_new in CLUSTERS:
        assert marked(old, new) == (of_old, of_new), new


def test_equal_lines_have_no_marks() -> None:
    assert changed_spans("same", "same") == ((), ())


def test_lines_with_hardly_anything_in_common_have_no_marks() -> None:
    assert changed_spans("import os", "while running: poll(42)") == ((), ())


@pytest.mark.parametrize("number", ["5", "20"])
def test_words_that_stay_are_found_whatever_blanks_are_between_others(number: str) -> None:
    found = marked(f"my own line {number}", f"line {number} as proposed by the model")

    assert found == (["my own "], [" as proposed by the model"])


def test_lines_without_a_common_word_have_no_marks() -> None:
    assert marked("the quick brown fox", "a slow red dog") == ([], [])


def test_marks_that_only_blanks_part_are_joined() -> None:
    assert marked("keep alpha beta here now", "keep gamma dusk here now")[1] == ["gamma dusk"]


def test_changed_blanks_are_marked() -> None:
    assert marked("a = 1", "a  = 1") == ([], [" "])


def test_a_very_long_line_is_marked_between_its_common_ends() -> None:
    old = "x" * 3_000_000 + "old" + "y" * 2_000_000

    assert marked(old, old.replace("old", "new")) == (["old"], ["new"])


@given(st.text("ab ,", max_size=30), st.text("ab ,", max_size=30))
def test_spans_are_in_order_inside_the_lines_and_do_not_overlap(old: str, new: str) -> None:
    for line, spans in zip((old, new), changed_spans(old, new), strict=True):
        edges = [edge for span in spans for edge in span]
        assert edges == sorted(edges)
        assert all(0 <= start < end <= len(line) for start, end in spans)


@given(st.text("ab,", max_size=30), st.text("ab,", max_size=30))
def test_what_is_not_marked_is_equal_on_both_sides(old: str, new: str) -> None:
    of_old, of_new = changed_spans(old, new)

    if of_old or of_new:
        assert without(old, of_old) == without(new, of_new)
