"""merge: two changes of one text made one."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.applying.overlap_merge import Clash, merge

texts = st.lists(st.sampled_from("abcd"), max_size=12)


def merged(before: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str] | Clash:
    splices = merge(before, ours=ours, theirs=theirs)
    if isinstance(splices, Clash):
        return splices
    text = list(ours)
    for one in reversed(splices):
        text[one.start : one.start + one.count] = one.new
    return text


def test_changes_apart_are_both_taken() -> None:
    assert merged("abcde", "Abcde", "abcdE") == list("AbcdE")


def test_lines_put_in_earlier_move_the_later_change() -> None:
    assert merged("abcd", "xyabcd", "abCd") == list("xyabCd")


def test_changes_of_one_line_clash_and_name_it_in_both_texts() -> None:
    assert merge("abcd", ours="xaBcd", theirs="a?cd") == Clash(1, 1, 2)


def test_changes_that_touch_clash() -> None:
    assert isinstance(merged("abcd", "aBcd", "abCd"), Clash)


def test_lines_put_in_at_the_same_place_clash() -> None:
    assert isinstance(merged("ab", "axb", "ayb"), Clash)


def test_the_same_change_is_taken_once() -> None:
    assert merged("abcd", "aBcd", "aBcd") == list("aBcd")


@given(texts, texts)
def test_a_change_beside_none_is_itself(before: list[str], after: list[str]) -> None:
    assert merged(before, before, after) == after
    assert merged(before, after, before) == after


@given(texts, texts)
def test_a_change_merged_with_itself_changes_nothing_more(before: list[str], after: list[str]) -> None:
    assert merge(before, ours=after, theirs=after) == ()


@given(texts, texts, texts)
def test_a_merge_is_the_same_from_both_sides(before: list[str], ours: list[str], theirs: list[str]) -> None:
    one, other = merged(before, ours, theirs), merged(before, theirs, ours)

    assert isinstance(one, Clash) == isinstance(other, Clash)
    assert isinstance(one, Clash) or one == other
