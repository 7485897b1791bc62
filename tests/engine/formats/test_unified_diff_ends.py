"""Promises of where a unified diff begins and ends in a reply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.blocks import (
    BlockBroken,
    BlockFinished,
    Breakage,
    BrokenBlock,
    EditBlock,
    FormatName,
)
from guillemet.engine.reply.reader import Reply
from tests.engine.formats.patches import SIDES, X, edits, events, fenced, prose, read


@pytest.mark.parametrize(
    "text", ["Text.\n\n```diff\n-a\n+b\n```\n", "x.py\n```diff\n a\n```\n", "x.py\n```diff\n```\n"]
)
def test_a_listing_without_path_or_change_is_prose(text: str) -> None:
    assert read(text) == []
    assert prose(text) == text


def test_what_a_listing_holds_back_is_bounded() -> None:
    text = "x.py\n```diff\n" + " a\n" * 1_000
    reply = Reply(X)

    reply.feed(text)

    assert len(reply.tail) < len(text)


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: x\n---\n",
        "--- not a diff\n+++ just lines\n",
        "Before.\n\n---\n\n+++\nAfter.\n",
        "--- a/x.py\nText about that file.\n",
        "+++ b/x.py\n",
        "The head is @@ -1 +1 @@ here.\n",
        "@@ is a sign\n",
        "- a\n- b\n+ c\n",
        "diff --git is a command\n",
    ],
)
def test_what_only_resembles_a_diff_is_prose(text: str) -> None:
    assert read(text) == []
    assert prose(text) == text


@pytest.mark.parametrize(
    "after", ["So it is.\n", "\n- a list\n- of notes\n", "\n+ one\n", "-- \n2.39.1\n", "\n    code\n"]
)
def test_a_diff_without_fence_ends_with_its_lines(after: str) -> None:
    text = SIDES + "@@ -1 +1 @@\n-a\n+b\n"

    [block] = edits(text + after)

    assert (block.old, block.new, block.trailing) == (("a",), ("b",), ())
    assert prose(text + after).strip() == after.strip()


def test_what_stands_around_a_fence_stays_prose() -> None:
    text = "Before.\n\n" + fenced(SIDES + "@@ -1 +1 @@\n-a\n+b\n") + "- After.\n"

    assert [block.old for block in edits(text)] == [("a",)]
    assert prose(text).split() == ["Before.", "-", "After."]


def test_a_diff_in_a_list_loses_the_indentation_of_the_list() -> None:
    [block] = edits(
        "1. So:\n   ```diff\n   --- a/x.py\n   +++ b/x.py\n   @@ -1,2 +1,2 @@\n    a\n   -b\n   +c\n   ```\n"
    )

    assert (block.anchor, block.old, block.new) == (("a",), ("b",), ("c",))


@pytest.mark.parametrize(
    "text",
    [
        "```diff\n" + SIDES + "@@ ... @@\n a\n-b\n+c\n",
        SIDES + "@@ -1,3 +1,3 @@\n a\n-b\n",
        SIDES + "@@ -1,3 +1,3 @@\n a\n",
        "diff --git a/x.py b/x.py\nnew file mode 100644\n",
    ],
)
def test_a_diff_the_reply_ends_in_is_broken(text: str) -> None:
    [block] = read(text)

    assert isinstance(block, BrokenBlock)
    assert block.breakage is Breakage.UNFINISHED


def test_a_full_hunk_needs_no_closing_fence() -> None:
    assert [block.old for block in edits("```diff\n" + SIDES + "@@ -1 +1 @@\n-a\n+b")] == [("a",)]


def test_the_block_of_another_format_breaks_a_hunk_that_has_no_end() -> None:
    text = "```diff\n" + SIDES + "@@ ... @@\n-a\n+b\n\ny.py\n««« EDIT\nc\n═══════ REPL\nd\n»»» EDIT END\n"

    broken, block = read(text)

    assert isinstance(broken, BrokenBlock)
    assert broken.breakage is Breakage.UNCLOSED
    assert isinstance(block, EditBlock)
    assert (block.path, block.format) == ("y.py", FormatName.GUILLEMET)


LINES = (
    "--- a/x.py", "+++ b/x.py", "+++ /dev/null", "--- /dev/null", "@@ -1,2 +1,2 @@", "@@ ... @@", "@@", "@@@ -1 @@@",
    "diff --git a/x.py b/y.py", "rename from x.py", "rename to y.py", "new file mode 100644", "GIT binary patch",
    " a", "-b", "+c", "", "  ", "text", "```diff", "```", "~~~", "-- ", "\\ No newline at end of file", "x.py",
    "*** Begin Patch", "*** End Patch", "*** Update File: x.py", "*** Add File: y.py", "*** Delete File: x.py",
    "*** Move to: y.py", "*** End of File", "««« EDIT", "<<<<<<< SEARCH",
)  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=30), st.integers(1, 9))
def test_any_cut_gives_the_same_events(lines: list[str], step: int) -> None:
    text = "".join(f"{line}\n" for line in lines)

    whole = events(text)

    assert events(text, step=step) == whole
    numbers = [event.block.number for event in whole if isinstance(event, BlockFinished | BlockBroken)]
    assert numbers == list(range(1, len(numbers) + 1))
