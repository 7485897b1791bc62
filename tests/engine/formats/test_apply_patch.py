"""Promises of patches with named operations."""

import pytest

from guillemet.engine.blocks import (
    Breakage,
    BrokenBlock,
    DeleteFile,
    EditBlock,
    FormatName,
    MoveFile,
    WholeFile,
)
from tests.engine.formats.patches import edits, prose, read


def patch(text: str) -> str:
    return f"```\n*** Begin Patch\n{text}*** End Patch\n```\n"


@pytest.mark.parametrize("around", ["*** Begin Patch\n{}*** End Patch\n", "```diff\n{}```\n", "{}"])
def test_a_hunk_is_an_edit(around: str) -> None:
    [block] = edits(around.format("*** Update File: x.py\n@@\n a\n-b\n+c\n+d\n e\n"))

    assert (block.path, block.format) == ("x.py", FormatName.APPLY_PATCH)
    assert (block.anchor, block.old, block.new, block.trailing) == (("a",), ("b",), ("c", "d"), ("e",))
    assert (block.hint, block.within, block.at_end) == (None, (), False)


def test_every_hunk_is_a_block_of_its_own() -> None:
    first, second = edits(patch("*** Update File: x.py\n-a\n+b\n@@\n-c\n+d\n"))

    assert (first.old, second.old) == (("a",), ("c",))
    assert second.written == ("@@", "-c", "+d", "*** End Patch")


def test_lines_behind_the_signs_stand_above_the_place() -> None:
    first, second = edits(patch("*** Update File: x.py\n@@ class A:\n@@     def f():\n-a\n+b\n@@ class B: @@\n-c\n"))

    assert (first.within, second.within) == (("class A:", "def f():"), ("class B:",))


def test_numbers_behind_the_signs_are_a_hint() -> None:
    [block] = edits(patch("*** Update File: x.py\n@@ -12,2 +12,2 @@ def f():\n a\n-b\n+c\n"))

    assert (block.hint, block.within) == (12, ())


def test_dots_behind_the_signs_say_nothing() -> None:
    [block] = edits(patch("*** Update File: x.py\n@@ ... @@\n-b\n+c\n"))

    assert block.within == ()


def test_the_end_of_the_file_is_told() -> None:
    first, second = edits(patch("*** Update File: x.py\n@@\n-a\n+b\n@@\n c\n+d\n*** End of File\n"))

    assert (first.at_end, second.at_end) == (False, True)


def test_every_operation_is_a_block() -> None:
    add, edit, delete = read(
        patch("*** Add File: n.py\n+a\n+\n+b\n*** Update File: x.py\n@@\n-c\n+d\n*** Delete File: o.py\n")
    )

    assert isinstance(add, WholeFile)
    assert (add.path, add.new, add.must_be_new) == ("n.py", ("a", "", "b"), True)
    assert isinstance(edit, EditBlock)
    assert edit.path == "x.py"
    assert isinstance(delete, DeleteFile)
    assert delete.path == "o.py"


def test_a_moved_file_is_edited_under_its_new_path() -> None:
    move, first, second = read(patch("*** Update File: x.py\n*** Move to: y.py\n@@\n-a\n+b\n@@\n-c\n+d\n"))

    assert isinstance(move, MoveFile)
    assert (move.path, move.target) == ("x.py", "y.py")
    assert isinstance(first, EditBlock)
    assert isinstance(second, EditBlock)
    assert (first.path, second.path) == ("y.py", "y.py")


@pytest.mark.parametrize("hunk", ["", "@@\n-a\n+b\n"])
def test_a_move_may_stand_alone_or_below_the_hunks(hunk: str) -> None:
    *edited, move = read(patch(f"*** Update File: x.py\n{hunk}*** Move to: y.py\n"))

    assert [block.path for block in edited] == ["x.py"] * bool(hunk)
    assert isinstance(move, MoveFile)
    assert (move.path, move.target) == ("x.py", "y.py")


def test_the_call_around_a_patch_is_prose() -> None:
    text = "```bash\napply_patch <<'EOF'\n*** Begin Patch\n*** Update File: x.py\n@@\n-a\n+b\n*** End Patch\nEOF\n```\n"

    [block] = edits(text)

    assert (block.old, block.new) == (("a",), ("b",))
    assert "EOF\n" in prose(text)


def test_an_empty_line_stays() -> None:
    [block] = edits(patch("*** Update File: x.py\n@@\n a\n\n-b\n+c\n\n"))

    assert (block.anchor, block.trailing) == (("a", ""), ())


def test_lines_without_sign_stay() -> None:
    [block] = edits(patch("*** Update File: x.py\n@@\ndef f():\n    a\n-    b\n+    c\n"))

    assert block.anchor == ("def f():", "    a")


def test_a_new_file_may_do_without_signs() -> None:
    [block] = read(patch("*** Add File: n.md\n# A\n\n - b\n  - c\n"))

    assert isinstance(block, WholeFile)
    assert block.new == ("# A", "", " - b", "  - c")


def test_a_new_file_with_some_signs_is_broken() -> None:
    [block] = read(patch("*** Add File: n.py\n+a\nb\n"))

    assert isinstance(block, BrokenBlock)
    assert "begin with `+`" in block.message


@pytest.mark.parametrize("text", ["*** Update File: x.py\n", "*** Update File: x.py\n*** Rename File: y.py\n"])
def test_what_says_nothing_or_nothing_known_is_broken(text: str) -> None:
    blocks = read(patch(text))

    assert blocks
    assert all(isinstance(block, BrokenBlock) and block.breakage is Breakage.UNSUPPORTED for block in blocks)


@pytest.mark.parametrize(
    "text",
    ["*** Begin Patch\n*** Update File: x.py\n@@\n-a\n+b\n", "```\n*** Update File: x.py\n@@\n-a\n+b\n"],
)
def test_a_patch_the_reply_ends_in_is_broken(text: str) -> None:
    [block] = read(text)

    assert isinstance(block, BrokenBlock)
    assert block.breakage is Breakage.UNFINISHED


def test_a_fence_that_closes_ends_the_patch() -> None:
    text = "```\n*** Begin Patch\n*** Update File: x.py\n@@\n-a\n+b\n```\n- After.\n"

    assert [block.new for block in edits(text)] == [("b",)]
    assert "- After." in prose(text)


def test_a_patch_without_fence_and_frame_ends_at_text() -> None:
    [block] = edits("*** Update File: x.py\n@@\n-a\n+b\n\nDone.\n")

    assert block.new == ("b",)


def test_the_block_of_another_format_breaks_a_patch_that_has_no_end() -> None:
    text = "*** Begin Patch\n*** Update File: x.py\n-a\n+b\n\ny.py\n««« EDIT\nc\n═══════ REPL\nd\n»»» EDIT END\n"

    broken, block = read(text)

    assert isinstance(broken, BrokenBlock)
    assert broken.breakage is Breakage.UNCLOSED
    assert block.path == "y.py"


@pytest.mark.parametrize("line", ["*** End Patch", "*** Delete File: x.py", "@@", "```", "*** End of File", "««« EDIT"])
def test_markers_in_lines_with_a_sign_are_content(line: str) -> None:
    [block] = edits(patch(f"*** Update File: x.py\n@@\n {line}\n-{line}\n+{line}!\n"))

    assert (block.anchor, block.old, block.new) == ((line,), (line,), (f"{line}!",))


@pytest.mark.parametrize("text", ["***\n", "*** a note ***\n", "***Update File: x.py***\n", "*** Begin Patch\nText.\n"])
def test_what_only_resembles_a_patch_is_prose(text: str) -> None:
    assert read(text) == []
    assert prose(text) == text
