"""Changed lines: what the runs of changes promise, whatever the endings."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.diff.lines import ChangedLines, changed, split_lines

TEXTS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["\n", "\r\n", "\r"])), max_size=12).map(
    lambda lines: "".join(line + ending for line, ending in lines)
)


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


@given(TEXTS, TEXTS)
def test_putting_the_new_lines_in_place_of_the_old_gives_the_new_text(before: str, after: str) -> None:
    old, new = split_lines(before), split_lines(after)

    made = list(old)
    for hunk in reversed(changed(before, after)):
        made[hunk.old_start : hunk.old_start + hunk.old_count] = new[hunk.new_start : hunk.new_start + hunk.new_count]

    assert tuple(made) == new
