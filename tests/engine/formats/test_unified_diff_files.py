"""Promises of what unified diffs say of files: which one is meant, and that one comes, goes or moves."""

import pytest

from guillemet.engine.blocks import (
    Breakage,
    BrokenBlock,
    DeleteFile,
    EditBlock,
    MoveFile,
    WholeFile,
)
from tests.engine.formats.patches import SIDES, edits, fenced, read
from tests.kit.cases import each


@each(
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


@each("around", ["{}", "```diff\n{}```\n"])
def test_a_mode_alone_keeps_the_file_where_it_is(around: str) -> None:
    [block] = read(around.format("diff --git a/x.py b/x.py\nold mode 100644\nnew mode 100755\n"))

    assert isinstance(block, MoveFile)
    assert (block.path, block.mode, block.is_mode_alone) == ("x.py", 0o100755, True)


@each(
    "bytes_",
    [
        "GIT binary patch\nliteral 0\nHcmV?d00001\n\nliteral 3\nKcmZQzfB\n",
        "Binary files a/x.png and /dev/null differ\n",
    ],
)
@each("around", ["{}", "```diff\n{}```\n"])
def test_a_binary_file_is_deleted_like_any_other(bytes_: str, around: str) -> None:
    [block] = read(around.format(f"diff --git a/x.png b/x.png\ndeleted file mode 100644\n{bytes_}"))

    assert isinstance(block, DeleteFile)
    assert block.path == "x.png"


@each(
    ("text", "breakage"),
    [
        ("GIT binary patch\nliteral 3\nKcmZQzfB\n\nliteral 0\nHcmV?d00001\n", Breakage.BINARY),
        ("Binary files a/x.py and b/x.py differ\n", Breakage.BINARY),
        ("similarity index 100%\ncopy from x.py\ncopy to y.py\n", Breakage.UNSUPPORTED),
        ("--- a/x.py\n+++ b/x.py\n", Breakage.UNSUPPORTED),
        (f"new file mode 120000\n{SIDES}@@ -0,0 +1 @@\n+y.py\n", Breakage.NO_EDIT),
        (f"index 1234567..89abcde 120000\n{SIDES}@@ -1 +1 @@\n-y.py\n+z.py\n", Breakage.NO_EDIT),
        (f"index 1234567..89abcde 160000\n{SIDES}@@ -1 +1 @@\n-Subproject a\n+Subproject b\n", Breakage.NO_EDIT),
    ],
)
@each("around", ["{}", "```diff\n{}```\n"])
def test_what_no_edit_can_do_is_refused_with_its_reason(text: str, breakage: Breakage, around: str) -> None:
    [block] = read(around.format(f"diff --git a/x.py b/x.py\n{text}"))

    assert isinstance(block, BrokenBlock)
    assert (block.path, block.breakage) == ("x.py", breakage)
    assert block.message.endswith(".")
