"""Promises of the hunks of unified diffs, as tools write them and as models remember them."""

import pytest

from guillemet.engine.blocks import (
    FormatName,
)
from tests.engine.formats.patches import SIDES, edits, fenced


@pytest.mark.parametrize("around", ["{}", "```diff\n{}```\n", "Text:\n\n~~~~\n{}~~~~\nMore.\n"])
def test_a_hunk_is_an_edit(around: str) -> None:
    [block] = edits(around.format(SIDES + "@@ -3,4 +3,5 @@ def f():\n a\n b\n-c\n+d\n+e\n f\n"))

    assert (block.path, block.format, block.hint) == ("x.py", FormatName.UNIFIED_DIFF, 3)
    assert (block.anchor, block.old, block.new, block.trailing) == (("a", "b"), ("c",), ("d", "e"), ("f",))


def test_what_stays_between_changes_is_old_and_new() -> None:
    [block] = edits(fenced(SIDES + "@@ -1,3 +1,3 @@\n-a\n+A\n b\n-c\n+C\n"))

    assert (block.old, block.new) == (("a", "b", "c"), ("A", "b", "C"))


def test_every_hunk_is_a_block_of_its_own() -> None:
    first, second = edits(fenced(SIDES + "@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n"))

    assert (first.old, second.old) == (("a",), ("c",))
    assert first.written == ("```diff", "--- a/x.py", "+++ b/x.py", "@@ -1 +1 @@", "-a", "+b")
    assert second.written == ("@@ -9 +9 @@", "-c", "+d")


def test_the_hint_counts_what_earlier_hunks_add() -> None:
    _, second, third = edits(fenced(SIDES + "@@ -1 +1,3 @@\n-a\n+b\n+c\n+d\n@@ -9 +11 @@\n-e\n@@ -20 +20 @@\n-f\n+g\n"))

    assert (second.hint, third.hint) == (11, 21)


@pytest.mark.parametrize(
    "head", ["@@ ... @@", "@@", "@@ def f(): @@", "@@ ... @@ def f():", "@@ -0,0 +0,1 @@", "@@ -X,Y +X,Y @@", "@@ @@"]
)
def test_a_head_without_numbers_says_nothing_of_the_place(head: str) -> None:
    [block] = edits(fenced(f"{SIDES}{head}\n-a\n+b\n"))

    assert (block.old, block.new, block.hint) == (("a",), ("b",), None)


def test_a_hunk_may_have_no_head() -> None:
    [block] = edits(fenced(SIDES + " a\n-b\n+c\n"))

    assert (block.anchor, block.old, block.new) == (("a",), ("b",), ("c",))


@pytest.mark.parametrize("head", ["@@ -1,9 +1,2 @@", "@@ -1 +1,77 @@", "@@ -1,0 +1,0 @@"])
def test_wrong_counts_do_no_harm_in_a_fence(head: str) -> None:
    [block] = edits(fenced(f"{SIDES}{head}\n a\n-b\n+c\n d\n"))

    assert (block.searched, block.replacement) == (("a", "b", "d"), ("a", "c", "d"))


def test_an_added_hunk_without_context_goes_before_its_line() -> None:
    [block] = edits(fenced(SIDES + "@@ -7,0 +8,2 @@\n+a\n+b\n"))

    assert (block.searched, block.new, block.hint) == ((), ("a", "b"), 8)


def test_an_empty_line_stays() -> None:
    [block] = edits(fenced(SIDES + "@@ ... @@\n a\n\n-b\n+c\n"))

    assert block.anchor == ("a", "")


def test_empty_lines_below_a_hunk_are_not_of_it() -> None:
    first, second = edits(fenced(SIDES + "@@ -1,2 +1,2 @@\n-a\n+b\n\n\n@@ ... @@\n-c\n+d\n\n"))

    assert (first.trailing, second.trailing) == (("",), ())


def test_empty_lines_among_added_ones_are_added_when_nothing_else_stands_there() -> None:
    [block] = edits(fenced(SIDES + "@@ ... @@\n+a\n\n+b\n"))

    assert (block.searched, block.new) == ((), ("a", "", "b"))


def test_empty_lines_among_added_ones_are_added_when_the_counts_say_so() -> None:
    [block] = edits(fenced(SIDES + "@@ -1,1 +1,4 @@\n x\n+a\n\n+b\n"))

    assert (block.anchor, block.old, block.new) == (("x",), (), ("a", "", "b"))


def test_empty_lines_among_added_ones_stay_when_the_counts_say_so() -> None:
    [block] = edits(fenced(SIDES + "@@ -1,2 +1,4 @@\n x\n+a\n\n+b\n"))

    assert (block.anchor, block.old, block.new) == (("x",), ("",), ("a", "", "b"))


def test_a_lone_line_without_sign_stays_as_it_is() -> None:
    [block] = edits(fenced(SIDES + "@@ ... @@\n def f():\nx = 1\n-y\n+z\n"))

    assert block.anchor == ("def f():", "x = 1")


def test_signs_left_out_of_all_lines_that_stay_are_no_part_of_their_indentation() -> None:
    [block] = edits(fenced(SIDES + "@@ ... @@\ndef f():\n    a\n-    b\n+    c\n\treturn\n"))

    assert (block.anchor, block.trailing) == (("def f():", "    a"), ("\treturn",))


def test_a_missing_newline_is_no_line() -> None:
    [block] = edits(fenced(SIDES + "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"))

    assert (block.old, block.new) == (("a",), ("b",))


def test_a_hunk_without_lines_asks_for_nothing() -> None:
    [change, nothing] = edits(fenced(SIDES + "@@ ... @@\n-a\n+b\n@@ ... @@\n"))

    assert (change.old, nothing.searched, nothing.replacement) == (("a",), (), ())


def test_a_removed_line_that_looks_like_a_head_is_told_by_the_counts() -> None:
    [block] = edits(fenced(SIDES + "@@ -1,3 +1,2 @@\n a\n--- a/y.py\n+++ b/y.py\n-b\n"))

    assert (block.old, block.new) == (("-- a/y.py", "b"), ("++ b/y.py",))


def test_a_removed_comment_is_content_without_counts() -> None:
    [block] = edits(fenced("--- a/x.sql\n+++ b/x.sql\n@@ ... @@\n--- the old total\n+-- the new total\n a\n"))

    assert (block.old, block.new) == (("-- the old total",), ("-- the new total",))


def test_fences_inside_content_are_content() -> None:
    [block] = edits(fenced("--- a/x.md\n+++ b/x.md\n@@ -1,3 +1,3 @@\n ```\n-a\n+b\n ```\n"))

    assert (block.anchor, block.trailing) == (("```",), ("```",))


def test_markers_in_lines_with_a_sign_are_content() -> None:
    lines = ("««« EDIT", "<<<<<<< SEARCH", "*** Update File: y.py", "@@ -1 +1 @@", "diff --git a/y b/y", "```")

    [block] = edits(fenced(SIDES + "@@ ... @@\n" + "".join(f"+{line}\n" for line in lines)))

    assert block.new == lines


@pytest.mark.parametrize(
    "head",
    [
        "@@ -1 +1 @@ def f():",
        "@@@ -1 +1 @@@ def f():",
        "@ -1 +1 @ def f():",
        "@@ def f(): @@",
        "@@ def f():",
        "@@ ... @@ def f():",
    ],
)
def test_the_line_behind_the_numbers_stands_above_the_place(head: str) -> None:
    [block] = edits(fenced(f"{SIDES}{head}\n-a\n+b\n"))

    assert block.within == ("def f():",)
