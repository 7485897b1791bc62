"""Replies made to hurt end with clear outcomes; `benchmarks.hostile` says how long they take."""

import pytest

from guillemet.engine.applying import apply_reply
from guillemet.engine.outcomes import Status

FILES: dict[str, str | bytes] = {"a.py": "x = 0\ny = 0\n"}


def block(old: str, new: str) -> str:
    return f"a.py\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n"


@pytest.mark.parametrize("marker", ["<<<<<<< SEARCH", "<<<<<<< EDIT", "««« EDIT", "🟧🟧🟧 EDIT", "<<<<<<< NEW_FILE"])
def test_start_markers_alone_are_a_broken_block_each(marker: str) -> None:
    result = apply_reply(f"a.py\n{marker}\n" * 500, FILES)

    assert [one.reason for one in result.results] == ["broken block"] * 500
    assert result.files == FILES


@pytest.mark.parametrize("marker", [">>>>>>> REPLACE", "»»» EDIT END", "🟩🟩🟩 END", ">>>>>>> NEW_FILE"])
def test_end_markers_alone_are_reported_one_by_one(marker: str) -> None:
    result = apply_reply(f"{marker}\n" * 500, FILES)

    assert [one.reason for one in result.results] == ["broken block"] * 500


def test_two_thousand_blocks_each_see_what_the_one_before_left() -> None:
    reply = "".join(block(f"x = {n}", f"x = {n + 1}") for n in range(2_000))

    result = apply_reply(reply, FILES)

    assert {one.status for one in result.results} == {Status.APPLIED}
    assert result.files == {"a.py": "x = 2000\ny = 0\n"}


def test_blocks_that_undo_each_other_leave_the_file_as_it_was() -> None:
    result = apply_reply((block("x = 0", "x = 1") + block("x = 1", "x = 0")) * 200, FILES)

    assert {one.status for one in result.results} == {Status.APPLIED}
    assert result.files == FILES


def test_one_very_long_line_is_a_line_like_any_other() -> None:
    long = "z" * 2_000_000

    result = apply_reply(block("x = 0", long), FILES)

    assert result.files == {"a.py": f"{long}\ny = 0\n"}


def test_a_very_long_line_of_prose_is_no_path() -> None:
    result = apply_reply("*" * 2_000_000 + "\n" + block("x = 0", "x = 1"), FILES)

    assert result.files == {"a.py": "x = 1\ny = 0\n"}


def test_a_block_inside_forty_fences_is_read() -> None:
    opened = ["`" * (43 - depth) + "markdown" for depth in range(40)]
    closed = ["`" * (4 + depth) for depth in range(40)]

    result = apply_reply("\n".join((*opened, block("x = 0", "x = 1"), *closed)), FILES)

    assert [one.status for one in result.results] == [Status.APPLIED]
    assert result.files == {"a.py": "x = 1\ny = 0\n"}


def test_of_a_thousand_patches_in_a_row_only_the_one_the_reply_ends_in_is_broken() -> None:
    result = apply_reply("*** Begin Patch\n*** Update File: a.py\n@@\n-x = 0\n" * 1_000, FILES)

    ends = [one.status for one in result.results]
    assert ends == [Status.APPLIED, *[Status.ALREADY_APPLIED] * 998, Status.FAILED]
    assert result.files == {"a.py": "y = 0\n"}
