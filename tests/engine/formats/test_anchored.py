"""Promises of the anchored format."""

import pytest

from guillemet.engine.blocks import Breakage, BrokenBlock, EditBlock, FormatName
from tests.kit.reading import blocks_of, context, edits_of

ASCII = ("<<<<<<< EDIT", "-------", "=======", ">>>>>>>")
BOXES = ("««« EDIT", "───────", "═══════", "»»»")


def written(markers: tuple[str, ...], leading: str, old: str, new: str, trailing: str) -> str:
    start, rule, separator, end = markers
    return f"a.py\n{start}\n{leading}{rule}\n{old}{separator}\n{new}{rule}\n{trailing}{end}\n"


def only_edit(text: str, only: FormatName | None = None) -> EditBlock:
    (block,) = edits_of(text, context(only=only))
    return block


@pytest.mark.parametrize("only", [None, FormatName.ANCHORED])
@pytest.mark.parametrize("markers", [ASCII, BOXES])
def test_both_marker_sets_are_read(markers: tuple[str, ...], only: FormatName | None) -> None:
    block = only_edit(written(markers, "top\n", "old\n", "new\n", "bottom\n"), only)

    assert (block.path, block.format) == ("a.py", FormatName.ANCHORED)
    assert (block.anchor, block.old, block.new, block.trailing) == (("top",), ("old",), ("new",), ("bottom",))


@pytest.mark.parametrize("markers", [ASCII, BOXES])
def test_every_section_may_be_empty(markers: tuple[str, ...]) -> None:
    block = only_edit(written(markers, "", "", "", ""))

    assert block.searched == block.replacement == ()


def test_a_guillemet_block_may_hold_rules() -> None:
    block = only_edit("a.py\n««« EDIT\n───────\n═══════\n───────\n═══════ REPL\n»»»\n»»» EDIT END\n")

    assert block.format is FormatName.GUILLEMET
    assert block.old == ("───────", "═══════", "───────")
    assert block.new == ("»»»",)


def test_a_rule_where_none_is_due_is_content() -> None:
    block = only_edit("a.py\n<<<<<<< EDIT\n=======\n-------\n=======\n-------\n-------\n>>>>>>>\n")

    assert block.anchor == ("=======",)
    assert block.trailing == ("-------",)


def test_an_end_before_all_sections_breaks_the_block() -> None:
    (block,) = blocks_of("a.py\n<<<<<<< EDIT\nold\n=======\nnew\n>>>>>>>\n")

    assert isinstance(block, BrokenBlock)
    assert block.breakage is Breakage.NO_SEPARATOR
    assert block.message == "Line 6 of the reply is `>>>>>>>`, and no `-------` came before."


@pytest.mark.parametrize("start", ["<<<<<<< EDIT", "<<<<<<< SEARCH", "<<<<<<< NEW_FILE"])
def test_the_start_of_a_kindred_block_breaks_an_open_one(start: str) -> None:
    first, *_ = blocks_of(f"a.py\n<<<<<<< EDIT\nold\n-------\n\nb.py\n{start}\n")

    assert isinstance(first, BrokenBlock)
    assert first.breakage is Breakage.UNCLOSED
    assert first.written[-1] == ""


def test_an_end_without_block_is_reported() -> None:
    (block,) = blocks_of("Text.\n>>>>>>>\n")

    assert isinstance(block, BrokenBlock)
    assert block.breakage is Breakage.STRAY_MARKER


def test_the_end_of_a_merge_conflict_is_prose() -> None:
    assert blocks_of("<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main\n") == []
