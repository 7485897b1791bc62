"""Promises of the variants of what a model is told."""

import pytest

from guillemet.engine.blocks import BrokenBlock, FormatName
from guillemet.engine.formats.catalogue import PROMPTED, format_named
from tests.kit.reading import blocks_of, edits_of, suggested_in, warnings_of

HELD_BY = {FormatName.NEW_FILE: FormatName.SEARCH_REPLACE, FormatName.TAGS: FormatName.SEARCH_REPLACE}


@pytest.mark.parametrize("fenced_path", [False, True])
@pytest.mark.parametrize("suggests_commands", [False, True])
@pytest.mark.parametrize("name", PROMPTED)
def test_every_example_is_a_sound_block_of_its_format(
    name: FormatName, *, suggests_commands: bool, fenced_path: bool
) -> None:
    text = format_named(name).prompt(fenced_path=fenced_path, suggests_commands=suggests_commands)

    blocks = blocks_of(text)

    assert not [block for block in blocks if isinstance(block, BrokenBlock)]
    assert {block.format for block in blocks} == {name, HELD_BY.get(name, name)}
    assert all(block.path.startswith("src/") for block in blocks)
    assert warnings_of(text) == ()


@pytest.mark.parametrize("name", PROMPTED)
def test_an_editor_is_told_of_no_commands(name: FormatName) -> None:
    text = format_named(name).prompt(suggests_commands=False)

    assert suggested_in(text) == []
    assert "git rm" not in text


def test_the_fenced_variant_has_its_paths_inside() -> None:
    text = format_named(FormatName.SEARCH_REPLACE).prompt(fenced_path=True)

    assert "```python\nsrc/prices.py\n<<<<<<< SEARCH" in text
    assert "src/prices.py\n```python" not in text


def test_the_two_variants_hold_the_same_examples() -> None:
    above = edits_of(format_named(FormatName.SEARCH_REPLACE).prompt())
    inside = edits_of(format_named(FormatName.SEARCH_REPLACE).prompt(fenced_path=True))

    assert [(block.path, block.old, block.new) for block in above] == [
        (block.path, block.old, block.new) for block in inside
    ]
