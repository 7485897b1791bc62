"""Changed lines: what the runs of changes promise, whatever the endings."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from guillemet.engine.diff.lines import ChangedLines, changed, split_lines
from guillemet.settings import WhiteSpace

TEXTS = st.lists(
    st.tuples(st.sampled_from(["a", "b", " a", "a ", "a  b", "a b", "ab", ""]), st.sampled_from(["\n", "\r\n", "\r"])),
    max_size=12,
).map(lambda lines: "".join(line + ending for line, ending in lines))


def test_a_changed_line_is_a_hunk_of_one_line_on_both_sides() -> None:
    assert changed("a\nb\nc\n", "a\nB\nc\n") == (ChangedLines(1, 1, 1, 1),)


def test_an_added_line_stands_before_the_line_it_pushes_down() -> None:
    assert changed("a\nb\n", "a\nx\nb\n") == (ChangedLines(1, 0, 1, 1),)


def test_a_removed_first_line_stands_before_the_new_first_line() -> None:
    assert changed("a\nb\n", "b\n") == (ChangedLines(0, 1, 0, 0),)


def test_a_created_text_is_one_hunk_without_old_lines() -> None:
    assert changed("", "a\nb\n") == (ChangedLines(0, 0, 0, 2),)


def test_a_deleted_text_is_one_hunk_without_new_lines() -> None:
    assert changed("a\nb\n", "") == (ChangedLines(0, 2, 0, 0),)


@pytest.mark.parametrize("white_space", WhiteSpace)
def test_beside_an_empty_text_every_line_counts_with_or_without_its_end(white_space: WhiteSpace) -> None:
    for lines, count in (("\n", 1), (" \n\t", 2), ("a", 1), ("a\rb\r\n\0", 3)):
        assert changed("", lines, white_space=white_space) == (ChangedLines(0, 0, 0, count),)
        assert changed(lines, "", white_space=white_space) == (ChangedLines(0, count, 0, 0),)


def test_equal_texts_have_no_hunks() -> None:
    assert changed("a\r\nb\r", "a\r\nb\r") == ()


def test_a_missing_final_newline_is_a_change_of_the_last_line() -> None:
    assert changed("a\nb\n", "a\nb") == (ChangedLines(1, 1, 1, 1),)


def test_a_changed_line_ending_is_a_change_of_that_line_alone() -> None:
    assert changed("a\nb\nc\n", "a\nb\r\nc\n") == (ChangedLines(1, 1, 1, 1),)


def test_a_lone_carriage_return_ends_a_line() -> None:
    assert changed("a\rb\rc\r", "a\rB\rc\r") == (ChangedLines(1, 1, 1, 1),)


def test_a_lone_carriage_return_before_an_empty_crlf_line_is_not_taken_for_one_ending() -> None:
    assert changed("a\r", "a\r\n") == (ChangedLines(0, 1, 0, 1),)


def test_a_nul_does_not_hide_changes() -> None:
    assert changed("a\0\nb\n", "a\0\nc\n") == (ChangedLines(1, 1, 1, 1),)


def test_a_lone_surrogate_can_be_compared() -> None:
    assert changed("a\n", "\ud800\n") == (ChangedLines(0, 1, 0, 1),)


def test_lines_lose_their_endings_and_nothing_else() -> None:
    assert split_lines("a\r\n\n b \rc") == ("a", "", " b ", "c")


@pytest.mark.parametrize(
    ("before", "after", "way"),
    [
        ("a \nb\n", "a\nb\t\n", WhiteSpace.NOT_TRAILING),
        ("a\nb\n", "a\r\nb", WhiteSpace.NOT_TRAILING),
        ("  a b\nb\n", " a  b\nb \n", WhiteSpace.NOT_AMOUNT),
        ("a b\nb(x)\n", "ab\n  b( x )\n", WhiteSpace.NONE),
    ],
)
def test_lines_that_differ_only_in_ignored_white_space_are_marked(before: str, after: str, way: WhiteSpace) -> None:
    hunks = changed(before, after, white_space=way)

    assert sum(hunk.new_count for hunk in hunks) >= 1
    assert all(hunk.is_ignored for hunk in hunks)


@pytest.mark.parametrize(
    ("before", "after", "way"),
    [
        ("  a\n", "a\n", WhiteSpace.NOT_TRAILING),
        ("ab\n", "a b\n", WhiteSpace.NOT_AMOUNT),
        ("a\u00a0b\n", "ab\n", WhiteSpace.NONE),
        ("a\n\nb\n", "a\nb\n", WhiteSpace.NONE),
    ],
)
def test_white_space_that_counts_is_a_change(before: str, after: str, way: WhiteSpace) -> None:
    assert [hunk.is_ignored for hunk in changed(before, after, white_space=way)] == [False]


def test_a_line_around_re_indented_lines_is_a_change_apart_from_them() -> None:
    hunks = changed("a\nb\nc\n", "if x:\n  a\n  b\nc\n", white_space=WhiteSpace.NONE)

    assert hunks == (ChangedLines(0, 0, 0, 1), ChangedLines(0, 2, 1, 2, is_ignored=True))


@given(TEXTS, TEXTS, st.sampled_from(WhiteSpace))
def test_putting_the_new_lines_in_place_of_the_old_gives_the_new_text(before: str, after: str, way: WhiteSpace) -> None:
    old, new = split_lines(before), split_lines(after)

    made = list(old)
    for hunk in reversed(changed(before, after, white_space=way)):
        made[hunk.old] = new[hunk.new]

    assert tuple(made) == new


@given(TEXTS, TEXTS, st.sampled_from(WhiteSpace))
def test_changes_far_inside_a_text_are_those_of_the_changed_lines(before: str, after: str, way: WhiteSpace) -> None:
    above, below = "".join(f"above {n}\n" for n in range(200)), "".join(f"\nbelow {n}" for n in range(200))
    found = changed(f"{above}{before}{below}", f"{above}{after}{below}", white_space=way)

    assert [replace(hunk, old_start=hunk.old_start - 200, new_start=hunk.new_start - 200) for hunk in found] == list(
        changed(f"{before}{below}", f"{after}{below}", white_space=way)
    )


@pytest.mark.parametrize(("old", "new"), [("one", "One"), ("", "one"), ("one", "")])
def test_one_changed_line_is_a_hunk_wherever_it_stands(old: str, new: str) -> None:
    for above, below in (("", ""), ("", "\nb"), ("a\n", "\n"), ("a\n", "\nb\n")):
        expected = ChangedLines(above.count("\n"), int(bool(old or below)), above.count("\n"), int(bool(new or below)))

        assert changed(f"{above}{old}{below}", f"{above}{new}{below}") == (expected,)


@given(TEXTS, TEXTS, st.sampled_from(WhiteSpace))
def test_no_two_lines_outside_of_hunks_differ(before: str, after: str, way: WhiteSpace) -> None:
    old, new = (re.findall(r"[^\r\n]*(?:\r\n|\n|\r)", text) for text in (before, after))
    at_old = at_new = 0

    for hunk in (*changed(before, after, white_space=way), ChangedLines(len(old), 0, len(new), 0)):
        assert old[at_old : hunk.old_start] == new[at_new : hunk.new_start]
        at_old, at_new = hunk.old.stop, hunk.new.stop


@pytest.mark.parametrize("way", WhiteSpace)
@pytest.mark.parametrize(
    ("before", "after", "hunks"),
    [
        ("a\n\nb\n\nz\n", "A\n\nB\nz\n", [(0, 1, 0, 1), (2, 2, 2, 1)]),
        ("A\n\nB\nz\n", "a\n\nb\n\nz\n", [(0, 1, 0, 1), (2, 1, 2, 2)]),
    ],
)
def test_lines_are_replaced_rather_than_removed_here_and_added_there(
    before: str, after: str, hunks: list[tuple[int, int, int, int]], way: WhiteSpace
) -> None:
    found = changed(before, after, white_space=way)

    assert [(one.old_start, one.old_count, one.new_start, one.new_count) for one in found] == hunks


@pytest.mark.parametrize("way", [way for way in WhiteSpace if way is not WhiteSpace.ALL])
def test_blank_lines_that_differ_in_ignored_white_space_part_no_lines_that_are_replaced(way: WhiteSpace) -> None:
    found = changed("a\n\nb\n  \nz\n", "A\n\t\nB\nz\n", white_space=way)

    assert found == (ChangedLines(0, 1, 0, 1), ChangedLines(1, 1, 1, 1, is_ignored=True), ChangedLines(2, 2, 2, 1))
