"""A text that may begin and end inside of a line becomes the whole lines around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.text import in_whole_lines

texts = st.text(alphabet="ab \n", max_size=12)


def spanned(file: str, old: str, new: str, *, is_everywhere: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return in_whole_lines(
        tuple(old.split("\n")) if old else (),
        tuple(new.split("\n")) if new else (),
        file.removesuffix("\n").split("\n"),
        is_everywhere=is_everywhere,
    )


def replaced(file: str, old: str, new: str, *, is_everywhere: bool = False) -> str:
    """Return the file after its whole lines were replaced."""
    gone, come = spanned(file, old, new, is_everywhere=is_everywhere)
    lines = file.removesuffix("\n").split("\n")
    places = [at for at in range(len(lines) - len(gone) + 1) if tuple(lines[at : at + len(gone)]) == gone]
    assert len(places) == 1, (gone, come)
    lines[places[0] : places[0] + len(gone)] = come
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "after"),
    [
        ("wo", "en", "one\nten\nthree\n"),
        ("e\ntw", "ce up", "once upo\nthree\n"),
        ("two\n", "", "one\nthree\n"),
        ("two", "", "one\nthree\n"),
        ("one\ntwo\n", "1\n", "1\nthree\n"),
        ("two\n", "2", "one\n2three\n"),
        ("three\n", "3", "one\ntwo\n3\n"),
        ("three\n", "", "one\ntwo\n"),
        ("three", "3\n4", "one\ntwo\n3\n4\n"),
        ("ne\n", "", "otwo\nthree\n"),
    ],
)
def test_a_text_that_stands_once_is_replaced_as_it_is_written(old: str, new: str, after: str) -> None:
    assert replaced("one\ntwo\nthree\n", old, new) == after


def test_all_places_are_within_one_run_of_lines() -> None:
    assert replaced("a x\nb\nx x\nc\n", "x", "y", is_everywhere=True) == "a y\nb\ny y\nc\n"


@pytest.mark.parametrize(("old", "file"), [("x", "x x\n"), ("x", "x\nx\n"), ("y", "x\n")])
def test_a_text_in_several_places_or_in_none_stays_the_lines_it_has(old: str, file: str) -> None:
    assert spanned(file, old, "z") == ((old,), ("z",))


def test_a_newline_at_the_end_of_both_is_no_line_where_the_text_has_no_place() -> None:
    assert spanned("a\n", "x\n", "y\n") == (("x",), ("y",))
    assert spanned("a\n", "x\n", "") == (("x",), ())
    assert spanned("a\n", "x\n", "y") == (("x", ""), ("y",))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("x = 22\n", "2", "22"), ("def f():\n    return 1\n", "return", "def f():\n    return"), ("if x\n", "f", "if")],
)
def test_a_text_around_which_the_new_one_stands_already_stays_the_lines_it_has(file: str, old: str, new: str) -> None:
    assert spanned(file, old, new) == (tuple(old.split("\n")), tuple(new.split("\n")))


def test_non_breaking_blanks_of_a_copied_text_are_those_of_the_file() -> None:
    assert (
        replaced("a:\n    b = 1\n    c\n", "\xa0\xa0\xa0\xa0b = 1", "\xa0\xa0\xa0\xa0b = 2") == "a:\n    b = 2\n    c\n"
    )


@given(before=texts, old=texts, new=texts, after=texts)
def test_any_text_that_stands_once_is_replaced_by_any_other(before: str, old: str, new: str, after: str) -> None:
    file = f"{before}<{old}>{after}\n"

    assert replaced(file, f"<{old}>", f"[{new}]") == file.replace(f"<{old}>", f"[{new}]")
