"""Promises of the three-way merge of one file."""

import codecs
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.git.merge import Conflict, Merged, merge3

BASE = "one\ntwo\nthree\nfour\nfive\n"
OURS = "ONE\ntwo\nthree\nfour\nfive\n"
THEIRS = "one\ntwo\nthree\nfour\nFIVE\n"
BOTH = "ONE\ntwo\nthree\nfour\nFIVE\n"


SPELLINGS: dict[str, Callable[[str], bytes]] = {
    "lf": str.encode,
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "mixed": lambda text: text.replace("two\n", "two\r\n").encode(),
    "latin-1": lambda text: text.replace("three", "dreißig é").encode("latin-1"),
    "utf-8 with mark": lambda text: codecs.BOM_UTF8 + text.replace("three", "« three »").encode(),
    "utf-16-le": lambda text: codecs.BOM_UTF16_LE + text.replace("\n", "\r\n").encode("utf-16-le"),
    "utf-16-be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "no last newline": lambda text: text.rstrip("\n").encode(),
}


def spelled(text: str, how: str) -> bytes:
    return SPELLINGS[how](text)


@pytest.mark.parametrize("how", SPELLINGS)
def test_changes_in_different_lines_go_together_byte_for_byte(how: str) -> None:
    base, ours, theirs, both = (spelled(text, how) for text in (BASE, OURS, THEIRS, BOTH))

    assert merge3(base, ours, theirs) == Merged(both)


@pytest.mark.parametrize("how", SPELLINGS)
def test_changes_in_the_same_line_conflict_and_show_both(how: str) -> None:
    base, ours, theirs = (spelled(text, how) for text in (BASE, OURS, BASE.replace("one", "eins")))

    result = merge3(base, ours, theirs)

    assert isinstance(result, Conflict)
    assert "<<<<<<< on disk" in result.text
    assert "ONE" in result.text
    assert "eins" in result.text
    assert ">>>>>>> proposed" in result.text


def test_equal_sides_are_taken_whatever_they_hold() -> None:
    assert merge3(b"\0base", b"\0same", b"\0same") == Merged(b"\0same")
    assert merge3(b"\0base", b"\0base", b"\0new") == Merged(b"\0new")
    assert merge3(b"\0base", b"\0new", b"\0base") == Merged(b"\0new")


def test_binary_files_conflict_without_text() -> None:
    assert merge3(b"\0\n1\n2\n3\n", b"\0\n0\n2\n3\n", b"\0\n1\n2\n4\n") == Conflict("")


def test_damaged_utf_16_conflicts() -> None:
    mark = codecs.BOM_UTF16_LE

    assert merge3(mark + b"a", mark + b"b\0c", mark + b"d\0e\0") == Conflict("")


def test_one_side_of_another_encoding_conflicts() -> None:
    assert isinstance(merge3(BASE.encode(), OURS.encode(), spelled(THEIRS, "utf-16-le")), Conflict)


def test_a_side_emptied_while_the_other_changed_conflicts() -> None:
    assert isinstance(merge3(BASE.encode(), b"", THEIRS.encode()), Conflict)


_LINES = st.lists(st.sampled_from([b"a\n", b"b\r\n", b"c\n", b"\xe9\n", b"d"]), max_size=8).map(b"".join)


@given(base=_LINES, ours=_LINES, theirs=_LINES)
def test_any_bytes_end_merged_or_in_conflict_and_a_merge_invents_no_line(
    base: bytes, ours: bytes, theirs: bytes
) -> None:
    result = merge3(base, ours, theirs)

    if isinstance(result, Merged):
        assert set(result.data.splitlines()) <= set((ours + b"\n" + theirs).splitlines())
        assert b"<<<<" not in result.data
