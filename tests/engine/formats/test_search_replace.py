"""Promises of the search-replace format."""

import pytest

from guillemet.engine.blocks import BlockFinished, EditBlock
from guillemet.engine.formats.reply import Reply, ReplyContext


def read(text: str) -> list[EditBlock]:
    reply = Reply(ReplyContext(exists=lambda _path: False))
    return [event.block for event in reply.feed(text) + reply.finish() if isinstance(event, BlockFinished)]


@pytest.mark.parametrize("length", range(5, 10))
def test_markers_are_runs_of_five_to_nine(length: int) -> None:
    [block] = read(f"a.py\n{'<' * length} SEARCH\na\n{'=' * length}\nb\n{'>' * length} REPLACE\n")

    assert (block.old, block.new) == (("a",), ("b",))


@pytest.mark.parametrize("length", [4, 10])
def test_shorter_and_longer_runs_are_no_markers(length: int) -> None:
    assert read(f"a.py\n{'<' * length} SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n") == []


@pytest.mark.parametrize("start", ["<<<<<<< search", "<<<<<<< Search  ", "------- SEARCH", "<<<<<<< SEARCH>"])
@pytest.mark.parametrize("end", [">>>>>>> replace", ">>>>>>>> REPLACE\t", "+++++++ REPLACE"])
def test_other_spellings_are_read(start: str, end: str) -> None:
    [block] = read(f"a.py\n{start}\na\n=======\nb\n{end}\n")

    assert (block.old, block.new) == (("a",), ("b",))


@pytest.mark.parametrize(
    "line", ["<<<<<<< SEARCH here", "x <<<<<<< SEARCH", "======= x", " =======", "  >>>>>>> REPLACE", "<<<<<<< HEAD"]
)
def test_a_line_that_only_resembles_a_marker_is_content(line: str) -> None:
    [block] = read(f"a.py\n<<<<<<< SEARCH\n{line}\n=======\n{line}\n>>>>>>> REPLACE\n")

    assert (block.old, block.new) == ((line,), (line,))


def test_a_second_separator_is_content_of_the_new_part() -> None:
    [block] = read("a.md\n<<<<<<< SEARCH\na\n=======\nTitle\n=======\nb\n>>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("a",), ("Title", "=======", "b"))


def test_the_separator_is_as_long_as_the_start_marker() -> None:
    [block] = read("a.md\n<<<<<<< SEARCH\nTitle\n=====\n=======\nName\n=====\n>>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("Title", "====="), ("Name", "====="))


def test_empty_parts_are_empty() -> None:
    [create, nothing] = read(
        "a.py\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n"
    )

    assert (create.old, create.new) == ((), ("x",))
    assert (nothing.old, nothing.new) == ((), ())


def test_a_blank_line_is_a_line() -> None:
    [block] = read("a.py\n<<<<<<< SEARCH\n\n=======\n  \n\n>>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("",), ("  ", ""))


def test_a_block_in_a_list_loses_the_indentation_of_the_list() -> None:
    text = "1. a.py\n   ```\n   <<<<<<< SEARCH\n   if x:\n\n       y\n   =======\n   z\n   >>>>>>> REPLACE\n   ```\n"

    [block] = read(text)

    assert (block.path, block.old, block.new) == ("a.py", ("if x:", "", "    y"), ("z",))


def test_an_indented_marker_with_flush_lines_keeps_the_lines() -> None:
    [block] = read("a.py\n  <<<<<<< SEARCH\nif x:\n    y\n  =======\nz\n  >>>>>>> REPLACE\n")

    assert (block.old, block.new) == (("if x:", "    y"), ("z",))


def test_several_blocks_share_a_fence() -> None:
    one = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"

    assert [block.path for block in read(f"a.py\n```\n{one}{one}\nb.py\n{one}```\n")] == ["a.py", "a.py", "b.py"]
