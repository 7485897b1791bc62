"""Promises of the guillemet format."""

import pytest

from guillemet.engine.blocks import Breakage, BrokenBlock
from tests.kit.reading import blocks_of, edits_of

Lines = tuple[str, ...]


def section(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(
    ("edit", "replacement", "anchor", "old", "new"),
    [
        ((), ("x", "y"), (), (), ("x", "y")),
        (("a",), ("a", "x"), ("a",), (), ("x",)),
        (("a", "b"), ("a",), ("a",), ("b",), ()),
        (("a", "b", "c"), ("a", "x", "c"), ("a",), ("b", "c"), ("x", "c")),
        (("b",), ("x",), (), ("b",), ("x",)),
        (("a", ""), ("a", "", "x"), ("a", ""), (), ("x",)),
        (("a",), (" a",), (), ("a",), (" a",)),
        ((), (), (), (), ()),
    ],
    ids=["create", "insert", "delete", "replace", "no anchor", "blank line", "indentation", "nothing"],
)
def test_the_anchor_is_what_both_sections_begin_with(
    edit: Lines, replacement: Lines, anchor: Lines, old: Lines, new: Lines
) -> None:
    [block] = edits_of(f"a.py\n««« EDIT\n{section(*edit)}═══════ REPL\n{section(*replacement)}»»» EDIT END\n")

    assert (block.anchor, block.old, block.new) == (anchor, old, new)


def test_markers_are_compared_after_strip() -> None:
    [block] = edits_of("a.py\n  ««« EDIT \na\n\t═══════ REPL\nb\n »»» EDIT END\n")

    assert (block.old, block.new) == (("a",), ("b",))


def test_a_marker_with_anything_beside_it_is_content() -> None:
    [block] = edits_of("a.py\n««« EDIT\n═══════ REPLACE\n# »»» EDIT END\n═══════ REPL\n»»» EDIT END\n")

    assert block.old == ("═══════ REPLACE", "# »»» EDIT END")


def test_a_marker_after_a_back_slash_is_content() -> None:
    [block] = edits_of("a.py\n««« EDIT\n\\═══════ REPL\n═══════ REPL\n  \\\\»»» EDIT END\n»»» EDIT END\n")

    assert (block.old, block.new) == (("═══════ REPL",), ("  \\»»» EDIT END",))


def test_other_back_slashes_are_left_alone() -> None:
    [block] = edits_of("a.tex\n««« EDIT\n\\section{A}\n═══════ REPL\n\\\\\n»»» EDIT END\n")

    assert (block.old, block.new) == (("\\section{A}",), ("\\\\",))


@pytest.mark.parametrize(
    ("body", "breakage"),
    [
        ("a\n", Breakage.UNFINISHED),
        ("a\n═══════ REPL\nb\n", Breakage.UNFINISHED),
        ("a\n»»» EDIT END\n", Breakage.NO_SEPARATOR),
        ("a\n═══════ REPL\nb\n═══════ REPL\nc\n»»» EDIT END\n", Breakage.STRAY_MARKER),
    ],
)
def test_a_malformed_block_is_broken(body: str, breakage: Breakage) -> None:
    [block] = blocks_of(f"a.py\n««« EDIT\n{body}")

    assert isinstance(block, BrokenBlock)
    assert block.breakage is breakage


def test_a_search_replace_block_inside_is_content() -> None:
    inner = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE"
    [block] = edits_of(f"a.md\n««« EDIT\n═══════ REPL\n{inner}\n»»» EDIT END\n")

    assert block.new == tuple(inner.split("\n"))
