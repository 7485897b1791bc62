"""Promises of the search-replace format."""

import pytest

from guillemet.engine.blocks import Breakage, BrokenBlock
from tests.kit.cases import each
from tests.kit.reading import blocks_of, edits_of, prose_of
from tests.kit.replies import BARE_EDIT


@pytest.mark.parametrize("length", range(5, 10))
def test_markers_are_runs_of_five_to_nine(length: int) -> None:
    [block] = edits_of(f"a.py\n{'<' * length} SEARCH\na\n{'=' * length}\nb\n{'>' * length} REPLACE\n")

    assert (block.old, block.new) == (("a",), ("b",))


@pytest.mark.parametrize("length", [4, 10])
def test_shorter_and_longer_runs_are_no_markers(length: int) -> None:
    [stray] = blocks_of(f"a.py\n{'<' * length} SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n")

    assert isinstance(stray, BrokenBlock)
    assert stray.breakage is Breakage.STRAY_MARKER


@each("start", ["<<<<<<< search", "<<<<<<< Search  ", "------- SEARCH", "<<<<<<< SEARCH>"])
@each("end", [">>>>>>> replace", ">>>>>>>> REPLACE\t", "+++++++ REPLACE"])
def test_other_spellings_are_read(start: str, end: str) -> None:
    [block] = edits_of(f"a.py\n{start}\na\n=======\nb\n{end}\n")

    assert (block.old, block.new) == (("a",), ("b",))


@pytest.mark.parametrize(
    "line", ["<<<<<<< SEARCH here", "x <<<<<<< SEARCH", "======= x", " =======", "  >>>>>>> REPLACE", "<<<<<<< HEAD"]
)
def test_a_line_that_only_resembles_a_marker_is_content(line: str) -> None:
    [block] = edits_of(f"a.py\n<<<<<<< SEARCH\n{line}\n=======\n{line}\n>>>>>>> REPLACE\n")

    assert (block.old, block.new) == ((line,), (line,))


def test_a_second_separator_is_content_of_the_new_part() -> None:
    [block] = edits_of("a.md\n<<<<<<< SEARCH\na\n=======\nTitle\n=======\nb\n>>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("a",), ("Title", "=======", "b"))


@pytest.mark.parametrize(
    "new", ["=======\nimport tiktoken\n", "import tiktoken\n=======\n", "=======\nimport tiktoken\n=======\n"]
)
def test_a_separator_beside_another_marker_is_a_slip(new: str) -> None:
    [block] = edits_of(f"a.py\n<<<<<<< SEARCH\nimport abc\n=======\n{new}>>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("import abc",), ("import tiktoken",))


def test_a_separator_that_underlines_a_title_is_no_slip() -> None:
    [block] = edits_of("a.md\n<<<<<<< SEARCH\na\n=======\nSummary\n=======\n>>>>>>> REPLACE\n")

    assert block.new == ("Summary", "=======")


def test_an_escaped_separator_beside_the_end_marker_is_no_slip() -> None:
    [block] = edits_of("a.py\n<<<<<<< SEARCH\na\n=======\nimport tiktoken\n\\=======\n>>>>>>> REPLACE\n")

    assert block.new == ("import tiktoken", "=======")


def test_the_separator_is_as_long_as_the_start_marker() -> None:
    [block] = edits_of("a.md\n<<<<<<< SEARCH\nTitle\n=====\n=======\nName\n=====\n>>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("Title", "====="), ("Name", "====="))


def test_empty_parts_are_empty() -> None:
    [create, nothing] = edits_of(
        "a.py\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n"
    )

    assert (create.old, create.new) == ((), ("x",))
    assert (nothing.old, nothing.new) == ((), ())


def test_a_blank_line_is_a_line() -> None:
    [block] = edits_of("a.py\n<<<<<<< SEARCH\n\n=======\n  \n\n>>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("",), ("  ", ""))


def test_a_block_in_a_list_loses_the_indentation_of_the_list() -> None:
    text = "1. a.py\n   ```\n   <<<<<<< SEARCH\n   if x:\n\n       y\n   =======\n   z\n   >>>>>>> REPLACE\n   ```\n"

    [block] = edits_of(text)

    assert (block.path, block.old, block.new) == ("a.py", ("if x:", "", "    y"), ("z",))


def test_an_indented_marker_with_flush_lines_keeps_the_lines() -> None:
    [block] = edits_of("a.py\n  <<<<<<< SEARCH\nif x:\n    y\n  =======\nz\n  >>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("if x:", "    y"), ("z",))


def test_several_blocks_share_a_fence() -> None:
    blocks = edits_of(f"a.py\n```\n{BARE_EDIT}{BARE_EDIT}\nb.py\n{BARE_EDIT}```\n")

    assert [block.path for block in blocks] == ["a.py", "a.py", "b.py"]


@pytest.mark.parametrize(
    ("below", "hint"),
    [
        (":start_line:12\n-------\n", 12),
        (":start_line: 12\n:end_line:14\n-------\n", 12),
        (":end_line:14\n:start_line:12\n-------\n", 12),
        (":start_line:12\n", 12),
        (":START_LINE:0\n-------\n", 1),
        (":end_line:14\n-------\n", None),
        ("", None),
    ],
)
def test_the_line_below_the_start_says_where_the_old_part_stands(below: str, hint: int | None) -> None:
    [block] = edits_of(f"a.py\n<<<<<<< SEARCH\n{below}a\n=======\nb\n>>>>>>> REPLACE\n")

    assert (block.hint, block.old) == (hint, ("a",))


@pytest.mark.parametrize(
    "old", [("a", ":start_line:12"), ("-------", "a"), (":start_line:x",), ("", ":start_line:12", "-------")]
)
def test_hints_further_down_are_content(old: tuple[str, ...]) -> None:
    lines = "\n".join(old)

    [block] = edits_of(f"a.py\n<<<<<<< SEARCH\n{lines}\n=======\n:start_line:1\n>>>>>>> REPLACE\n")

    assert (block.hint, block.old, block.new) == (None, old, (":start_line:1",))


@pytest.mark.parametrize("start", ["<<<<<<< EDIT", "<<<<<<< NEW_FILE"])
def test_the_start_of_a_kindred_block_leaves_an_open_one_unclosed(start: str) -> None:
    blocks = blocks_of(f"a.py\n<<<<<<< SEARCH\na\n=======\nb\n\nb.py\n{start}\n")

    broken = [block for block in blocks if isinstance(block, BrokenBlock)]

    assert [(block.path, block.breakage) for block in broken] == [
        ("a.py", Breakage.UNCLOSED),
        ("b.py", Breakage.UNFINISHED),
    ]


@each("name", ["source", "code", "pre", "codeblock", "sourcecode"])
@each("language", ["", "python", " c++"])
def test_a_tag_alone_on_its_line_is_a_fence(name: str, language: str) -> None:
    text = f"a.py\n<{name}>{language}\n{BARE_EDIT}</{name}>\nText.\n"

    assert [block.path for block in edits_of(text)] == ["a.py"]
    assert prose_of(text) == "Text.\n"
