"""Lines followed into a later version of their text."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.diff.following import FollowedLines

LETTERS, OTHERS = (st.lists(st.sampled_from(letters), max_size=6) for letters in ("abc", "xyz"))


@given(st.data(), st.lists(LETTERS, min_size=1, max_size=4), OTHERS, OTHERS)
def test_lines_that_occur_once_are_followed_whatever_changes_around_them(
    data: st.DataObject, before: list[list[str]], first: list[str], last: list[str]
) -> None:
    kept = [f"kept {number}" for number in range(len(before) + 1)]
    now = [*first, kept[0]]
    was = [kept[0]]
    for letters, line in zip(before, kept[1:], strict=True):
        was += [*letters, line]
        now += [*data.draw(OTHERS), line]
    now += last

    lines = FollowedLines(was, now)

    for at, line in enumerate(was):
        there = lines.follow(at)
        assert there in range(len(now))
        assert line not in kept or now[there] == line


def test_a_line_that_is_gone_is_followed_to_what_stands_in_its_place() -> None:
    before = ["a", "b", "c", "d", "e"]

    assert FollowedLines(before, ["a", "B", "BB", "e"]).follow(2) == 2
    assert FollowedLines(before, ["a", "e"]).follow(2) == 1
    assert FollowedLines(before, ["a", "b"]).follow(4) == 1
