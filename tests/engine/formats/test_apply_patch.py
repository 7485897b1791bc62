"""Promises of patches with named operations."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guillemet.engine.blocks import (
    Block,
    BlockBroken,
    BlockFinished,
    Breakage,
    BrokenBlock,
    DeleteFile,
    EditBlock,
    FormatName,
    MoveFile,
    Prose,
    WholeFile,
)
from guillemet.engine.formats.apply_patch import APPLY_PATCH, write
from guillemet.engine.formats.reply import Reply, ReplyContext


def read(text: str) -> list[Block | BrokenBlock]:
    reply = Reply(ReplyContext(exists=lambda path: path == "x.py"))
    events = reply.feed(text) + reply.finish()
    return [event.block for event in events if isinstance(event, BlockFinished | BlockBroken)]


def edits(text: str) -> list[EditBlock]:
    blocks = read(text)
    assert all(isinstance(block, EditBlock) for block in blocks), blocks
    return [block for block in blocks if isinstance(block, EditBlock)]


def prose(text: str) -> str:
    reply = Reply(ReplyContext(exists=lambda path: path == "x.py"))
    return "".join(event.text for event in reply.feed(text) + reply.finish() if isinstance(event, Prose))


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


texts = st.one_of(
    st.sampled_from(("*** End Patch", "*** Add File: x", "@@ x", "", " ", "\\ No newline", "```", "*** End of File")),
    st.text(st.characters(exclude_characters="\n\r"), max_size=12),
)
sections = st.lists(texts, max_size=4).map(tuple)
paths = st.from_regex(r"[a-z]{1,3}(/[a-z]{1,3}){0,2}\.[a-z]{1,3}", fullmatch=True)
heads = st.lists(st.sampled_from(("class A:", "def f(a, b):", "## Part")), max_size=3).map(tuple)


@given(path=paths, parts=st.tuples(sections, sections, sections, sections), within=heads, at_end=st.booleans())
@example(path="x.py", parts=((), (), (), ()), within=(), at_end=False)
def test_a_written_hunk_reads_as_the_same_edit(
    path: str, parts: tuple[tuple[str, ...], ...], *, within: tuple[str, ...], at_end: bool
) -> None:
    anchor, old, new, trailing = parts
    if not old and not new:
        anchor, trailing = (*anchor, *trailing), ()
    form = FormatName.APPLY_PATCH
    block = EditBlock(path, anchor, old, new, form, 1, 1, trailing=trailing, within=within, at_end=at_end)

    [back] = edits(write(block))

    assert (back.path, back.within, back.at_end) == (path, within, at_end)
    assert (back.anchor, back.old, back.new, back.trailing) == (anchor, old, new, trailing)


@given(path=paths, target=paths, lines=sections)
def test_what_happens_to_whole_files_reads_as_it_was_written(path: str, target: str, lines: tuple[str, ...]) -> None:
    form = FormatName.APPLY_PATCH
    blocks: list[Block] = [
        WholeFile(path, lines, must_be_new=True, format=form, number=1, line_number=1),
        DeleteFile(path, form, 1, 1),
        MoveFile(path, target, form, 1, 1),
    ]

    whole, deletion, move = read("".join(map(write, blocks)))

    assert isinstance(whole, WholeFile)
    assert (whole.path, whole.new) == (path, lines)
    assert isinstance(deletion, DeleteFile)
    assert deletion.path == path
    assert isinstance(move, MoveFile)
    assert (move.path, move.target) == (path, target)


def test_a_file_replaced_whole_cannot_be_written() -> None:
    block = WholeFile("x.py", ("a",), must_be_new=False, format=FormatName.WHOLE_FILE, number=1, line_number=1)

    with pytest.raises(TypeError, match="replaced whole"):
        write(block)


def test_the_examples_show_every_operation() -> None:
    kinds = {type(block) for block in read(APPLY_PATCH.instructions)}

    assert kinds == {EditBlock, WholeFile, DeleteFile, MoveFile}
