"""An edit carried over to lines that are not quite those it was written for."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.matching.replacement_fit import carry


def test_a_line_that_stays_is_taken_as_the_file_has_it() -> None:
    assert carry(["a = 1", "b = 2"], ["a = 1", "b = 3"], ["a = 9", "b = 2"]) == ["a = 9", "b = 3"]


def test_a_line_only_the_file_has_stays() -> None:
    assert carry(["a()", "b()", "c()"], ["a()", "b()", "d()"], ["a()", "# why", "b()", "c()"]) == [
        *("a()", "# why", "b()", "d()")
    ]


def test_a_line_the_file_lacks_is_not_brought_in() -> None:
    assert carry(["a()", "# why", "b()", "c()"], ["a()", "# why", "b()", "d()"], ["a()", "b()", "c()"]) == [
        *("a()", "b()", "d()")
    ]


def test_both_changes_of_one_line_are_made_where_they_do_not_meet() -> None:
    assert carry(["[ ] write the tests"], ["[x] write the tests"], ["- [ ] write the tests"]) == [
        "- [x] write the tests"
    ]


def test_where_both_changed_the_same_words_the_edit_has_the_word() -> None:
    assert carry(["total = add(a, b)"], ["total = mul(a, b)"], ["total = sub(a, b)"]) == ["total = mul(a, b)"]


BROKEN = [
    ("return len(result)", "return len(set(result))  # PLACED", "return result  # dependent"),
    ("total = abs(price * qty)", "total = abs(round(price * qty))  # gross", "total = price * qty  # net"),
    ("total = abs(price * qty)", "total = abs(round(price * qty))", "total = price * qty"),
    ("a = f(x, y)", "a = f(g(x), y)", "a = f(x, y  # why"),
    ("SELECT a", "SELECT a, b", "SELECT a -- the key"),
]
MERGED = [
    ("print('#', a)", "print('#', a, b)", "print('#', a)  # tell", "print('#', a, b)  # tell"),
    ("let a = f(x);", "let a = f(x) + g(x);", "let a = f(x); // why", "let a = f(x) + g(x); // why"),
    ("f(a, b)", "f(a, c)", "g(a, b)  # why", "g(a, c)  # why"),
    ("# all tests", "# some tests", "# all the tests", "# some the tests"),
    ("f(a, b)", "f(a, c)", "f(/* why */ a, b)", "f(/* why */ a, c)"),
    ("run --fast all", "run --fast one", "run --late --fast all", "run --late --fast one"),
    (
        "url = 'http://a'  # old",
        "url = 'http://b'  # old",
        "url = 'http://a'  # the old",
        "url = 'http://b'  # the old",
    ),
]


def test_no_line_is_merged_into_one_that_neither_side_meant() -> None:
    """No code comes behind a comment, no bracket stays open, no word goes that the edit keeps."""
    for old, new, standing in BROKEN:
        assert carry([old], [new], [standing]) == [new], standing
    for old, new, standing, merged in MERGED:
        assert carry([old], [new], [standing]) == [merged], standing


def test_new_lines_are_shifted_as_the_old_ones_were() -> None:
    old, new = ["if a:", "    b()", "    c()"], ["if a:", "    b()", "    d()"]

    assert carry(old, new, ["\tif a2:", "\t\tb()", "\t\tc()"]) == ["\tif a2:", "\t\tb()", "\t\td()"]


LINES = st.lists(st.sampled_from(["", "a = 1", "    a = 1", "b(c, d)", "}", "\tx"]), max_size=8)


@given(LINES, LINES)
def test_without_a_change_nothing_changes(old: list[str], standing: list[str]) -> None:
    assert carry(old, old, standing) == standing


@given(LINES, LINES)
def test_on_the_very_lines_it_was_written_for_the_edit_is_itself(old: list[str], new: list[str]) -> None:
    assert carry(old, new, old) == new


@given(LINES, LINES, LINES)
def test_every_carried_line_comes_from_the_file_or_from_the_edit(
    old: list[str], new: list[str], standing: list[str]
) -> None:
    words = {word for line in (*new, *standing) for word in line.split()}

    assert all(word in words or "".join(word.split()) for line in carry(old, new, standing) for word in line.split())
