"""Promises of unified diffs, as tools write them and as models remember them."""

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
    ReplyEvent,
    WholeFile,
)
from guillemet.engine.formats.diff_writer import write
from guillemet.engine.formats.reply import Reply, ReplyContext
from guillemet.engine.formats.unified_diff import UNIFIED_DIFF

SIDES = "--- a/x.py\n+++ b/x.py\n"


def events(text: str, *, step: int = 0) -> list[ReplyEvent]:
    reply = Reply(ReplyContext(exists=lambda path: path == "x.py"))
    pieces = [text[at : at + step] for at in range(0, len(text), step)] if step else [text]
    return [event for piece in pieces for event in reply.feed(piece)] + reply.finish()


def read(text: str) -> list[Block | BrokenBlock]:
    return [event.block for event in events(text) if isinstance(event, BlockFinished | BlockBroken)]


def edits(text: str) -> list[EditBlock]:
    blocks = read(text)
    assert all(isinstance(block, EditBlock) for block in blocks), blocks
    return [block for block in blocks if isinstance(block, EditBlock)]


def fenced(text: str) -> str:
    return f"```diff\n{text}```\n"


def prose(text: str) -> str:
    return "".join(event.text for event in events(text) if isinstance(event, Prose))


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


@pytest.mark.parametrize("head", ["@@ ... @@", "@@", "@@ def f(): @@", "@@ -0,0 +0,1 @@", "@@ -X,Y +X,Y @@", "@@ @@"])
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


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("a/x.py", "b/x.py", "x.py"),
        ("x.py", "x.py", "x.py"),
        ("a/x.py", "x.py", "x.py"),
        ("i/x.py", "w/x.py", "x.py"),
        ("a/x.py\t2024-01-01 10:00:00", "b/x.py\t2024-01-01 10:00:00.000 +0100", "x.py"),
        ("a/x.py 2024-01-01 10:00:00", "b/x.py (updated)", "x.py"),
        ("a/my notes.md", "b/my notes.md", "my notes.md"),
        ('"a/\\303\\244 \\"x\\".md"', '"b/\\303\\244 \\"x\\".md"', 'ä "x".md'),
        ("`a/x.py`", "`b/x.py`", "x.py"),
        ("x.py.orig", "x.py", "x.py"),
        ("a/x.py", "b/y.py", "x.py"),
        ("original", "x.py", "x.py"),
        ("a/Makefile", "b/Makefile", "Makefile"),
        ("a/bin/run", "b/bin/run", "bin/run"),
    ],
)
def test_the_sides_name_the_file(old: str, new: str, path: str) -> None:
    [block] = read(fenced(f"--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n"))

    assert block.path == path


@pytest.mark.parametrize("side", ["--- a/x.py", "+++ b/x.py"])
def test_one_side_is_enough(side: str) -> None:
    [block] = edits(fenced(f"{side}\n@@ -1 +1 @@\n-a\n+b\n"))

    assert (block.path, block.old) == ("x.py", ("a",))


def test_a_hunk_alone_means_the_path_above() -> None:
    [block] = edits("x.py\n" + fenced("@@ -1 +1 @@\n-a\n+b\n"))

    assert (block.path, block.old) == ("x.py", ("a",))


def test_a_listing_below_a_path_needs_no_heads() -> None:
    [block] = edits("x.py\n" + fenced(" a\n-b\n+c\n"))

    assert (block.path, block.anchor, block.old, block.new) == ("x.py", ("a",), ("b",), ("c",))


@pytest.mark.parametrize(
    "listing", ["diff x.py\n", "diff:x.py\n", "diff\nx.py\n", "diff\n# x.py\n", "diff\n--- x.py\n"]
)
def test_the_path_of_a_listing_stands_where_any_other_does(listing: str) -> None:
    [block] = edits(f"```{listing}-a\n+b\n```\n")

    assert (block.path, block.old, block.new) == ("x.py", ("a",), ("b",))


def test_a_removed_file_name_is_no_path() -> None:
    [block] = edits("x.py\n" + fenced("- a.txt\n+ b.txt\n"))

    assert (block.path, block.old, block.new) == ("x.py", (" a.txt",), (" b.txt",))


@pytest.mark.parametrize(
    "text", ["Text.\n\n```diff\n-a\n+b\n```\n", "x.py\n```diff\n a\n```\n", "x.py\n```diff\n```\n"]
)
def test_a_listing_without_path_or_change_is_prose(text: str) -> None:
    assert read(text) == []
    assert prose(text) == text


def test_what_a_listing_holds_back_is_bounded() -> None:
    text = "x.py\n```diff\n" + " a\n" * 1_000
    reply = Reply(ReplyContext(exists=lambda path: path == "x.py"))

    reply.feed(text)

    assert len(reply.tail) < len(text)


def test_git_names_the_file_as_well() -> None:
    text = "diff --git a/x.py b/x.py\nindex 1234567..89abcde 100644\n@@ -1 +1 @@\n-a\n+b\n"

    assert [block.path for block in edits(text)] == ["x.py"]


@pytest.mark.parametrize("head", ["@@ -1 +1 @@", "@@ -1,9 +1,9 @@", "@@ ... @@"])
def test_several_files_share_a_fence(head: str) -> None:
    one, other = SIDES + f"{head}\n-a\n+b\n", f"--- a/y.py\n+++ b/y.py\n{head}\n-c\n+d\n"

    first, second = edits(fenced(one + other))

    assert (first.path, first.old, first.new) == ("x.py", ("a",), ("b",))
    assert (second.path, second.old, second.new) == ("y.py", ("c",), ("d",))


@pytest.mark.parametrize("between", ["\n", "diff --git a/y.py b/y.py\n", "Index: y.py\n=====\n", "y.py:\n"])
def test_what_stands_between_files_is_no_content(between: str) -> None:
    one, other = SIDES + "@@ -1 +1 @@\n-a\n+b\n", "--- a/y.py\n+++ b/y.py\n@@ -1 +1 @@\n-c\n+d\n"

    assert [(block.path, block.searched) for block in edits(fenced(one + between + other))] == [
        ("x.py", ("a",)),
        ("y.py", ("c",)),
    ]


def test_a_removed_line_that_looks_like_a_head_is_told_by_the_counts() -> None:
    [block] = edits(fenced(SIDES + "@@ -1,3 +1,2 @@\n a\n--- a/y.py\n+++ b/y.py\n-b\n"))

    assert (block.old, block.new) == (("-- a/y.py", "b"), ("++ b/y.py",))


def test_a_removed_comment_is_content_without_counts() -> None:
    [block] = edits(fenced("--- a/x.sql\n+++ b/x.sql\n@@ ... @@\n--- the old total\n+-- the new total\n a\n"))

    assert (block.old, block.new) == (("-- the old total",), ("-- the new total",))


def test_lines_from_nowhere_make_a_file() -> None:
    [block] = read(fenced("--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,3 @@\n+a\n\n+b\n"))

    assert isinstance(block, WholeFile)
    assert (block.path, block.new, block.must_be_new) == ("new.py", ("a", "", "b"), True)


def test_an_empty_file_is_made_by_a_word() -> None:
    [block] = read(fenced("diff --git a/new.py b/new.py\nnew file mode 100644\nindex 0000000..e69de29\n"))

    assert isinstance(block, WholeFile)
    assert (block.path, block.new) == ("new.py", ())


@pytest.mark.parametrize(
    "text",
    [
        "--- a/x.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n",
        "diff --git a/x.py b/x.py\ndeleted file mode 100644\n--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
        "diff --git a/x.py b/x.py\ndeleted file mode 100644\n",
    ],
)
@pytest.mark.parametrize("around", ["{}", "```diff\n{}```\n"])
def test_lines_that_go_nowhere_delete_the_file(text: str, around: str) -> None:
    [block] = read(around.format(text))

    assert isinstance(block, DeleteFile)
    assert block.path == "x.py"


def test_a_renamed_file_is_edited_under_its_new_path() -> None:
    head = "diff --git a/x.py b/y.py\nsimilarity index 90%\nrename from x.py\nrename to y.py\n"

    move, edit = read(fenced(head + "--- a/x.py\n+++ b/y.py\n@@ -1 +1 @@\n-a\n+b\n"))

    assert isinstance(move, MoveFile)
    assert (move.path, move.target) == ("x.py", "y.py")
    assert isinstance(edit, EditBlock)
    assert (edit.path, edit.old) == ("y.py", ("a",))


def test_a_file_may_move_into_a_folder_named_as_the_prefix_is() -> None:
    [move] = read("diff --git a/x.py b/a/x.py\nrename from x.py\nrename to a/x.py\n")

    assert isinstance(move, MoveFile)
    assert (move.path, move.target) == ("x.py", "a/x.py")


def test_a_file_may_only_be_renamed() -> None:
    [block] = read("diff --git a/x.py b/y.py\nsimilarity index 100%\nrename from x.py\nrename to y.py\n\nDone.\n")

    assert isinstance(block, MoveFile)


@pytest.mark.parametrize(
    ("text", "breakage"),
    [
        ("GIT binary patch\nliteral 3\nKcmZQzfB\n\nliteral 0\nHcmV?d00001\n", Breakage.BINARY),
        ("Binary files a/x.py and b/x.py differ\n", Breakage.BINARY),
        ("old mode 100644\nnew mode 100755\n", Breakage.UNSUPPORTED),
        ("similarity index 100%\ncopy from x.py\ncopy to y.py\n", Breakage.UNSUPPORTED),
        ("--- a/x.py\n+++ b/x.py\n", Breakage.UNSUPPORTED),
    ],
)
@pytest.mark.parametrize("around", ["{}", "```diff\n{}```\n"])
def test_what_no_edit_can_do_is_refused_with_its_reason(text: str, breakage: Breakage, around: str) -> None:
    [block] = read(around.format(f"diff --git a/x.py b/x.py\n{text}"))

    assert isinstance(block, BrokenBlock)
    assert (block.path, block.breakage) == ("x.py", breakage)
    assert block.message.endswith(".")


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


def test_fences_inside_content_are_content() -> None:
    [block] = edits(fenced("--- a/x.md\n+++ b/x.md\n@@ -1,3 +1,3 @@\n ```\n-a\n+b\n ```\n"))

    assert (block.anchor, block.trailing) == (("```",), ("```",))


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


def test_markers_in_lines_with_a_sign_are_content() -> None:
    lines = ("««« EDIT", "<<<<<<< SEARCH", "*** Update File: y.py", "@@ -1 +1 @@", "diff --git a/y b/y", "```")

    [block] = edits(fenced(SIDES + "@@ ... @@\n" + "".join(f"+{line}\n" for line in lines)))

    assert block.new == lines


texts = st.one_of(
    st.sampled_from(
        ("--- a/x.py", "-- a", "++ b/x.py", "@@ -1 +1 @@", "", " ", "\\ No newline", "```", "diff --git a b")
    ),
    st.text(st.characters(exclude_characters="\n\r"), max_size=12),
)
sections = st.lists(texts, max_size=4).map(tuple)
paths = st.one_of(
    st.from_regex(r"[a-z]{1,3}(/[a-z]{1,3}){0,2}\.[a-z]{1,3}", fullmatch=True),
    st.sampled_from(('a "b"\\c.py', "ä ö.md", "a/b/x.py", "tab\there.txt", "bin/run", "Makefile", "x (copy).py")),
)


@given(path=paths, parts=st.tuples(sections, sections, sections, sections), hint=st.none() | st.integers(1, 10**6))
@example(path="x.py", parts=((), ("-- a/y",), ("++ b/y",), ("@@",)), hint=3)
def test_a_written_hunk_reads_as_the_same_edit(path: str, parts: tuple[tuple[str, ...], ...], hint: int | None) -> None:
    anchor, old, new, trailing = parts
    if not old and not new:
        anchor, trailing = (*anchor, *trailing), ()
    block = EditBlock(path, anchor, old, new, FormatName.UNIFIED_DIFF, 1, 1, trailing=trailing, hint=hint)

    [back] = edits(write(block))

    assert (back.path, back.hint) == (path, hint)
    assert (back.anchor, back.old, back.new, back.trailing) == (anchor, old, new, trailing)


@given(path=paths, target=paths, lines=sections)
def test_what_happens_to_whole_files_reads_as_it_was_written(path: str, target: str, lines: tuple[str, ...]) -> None:
    form = FormatName.UNIFIED_DIFF
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


def test_the_examples_show_every_operation() -> None:
    kinds = {type(block) for block in read(UNIFIED_DIFF.instructions)}

    assert kinds == {EditBlock, WholeFile, DeleteFile, MoveFile}


@pytest.mark.parametrize("head", ["@@ -1 +1 @@ def f():", "@@ def f(): @@", "@@ def f():"])
def test_the_line_behind_the_numbers_stands_above_the_place(head: str) -> None:
    [block] = edits(fenced(f"{SIDES}{head}\n-a\n+b\n"))

    assert block.within == ("def f():",)


def test_a_written_hunk_keeps_the_line_behind_its_numbers() -> None:
    [block] = edits(fenced(f"{SIDES}@@ -4 +4 @@ def f():\n-a\n+b\n"))

    [again] = edits(write(block))

    assert (again.within, again.hint) == (("def f():",), 4)
