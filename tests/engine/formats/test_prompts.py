"""Promises of the variants of what a model is told."""

import pytest

from guillemet.engine.blocks import Block, BlockBroken, BlockFinished, BrokenBlock, EditBlock, FormatName, Prose
from guillemet.engine.formats.catalogue import FORMATS
from guillemet.engine.formats.prompts import instructions
from guillemet.engine.formats.reply import Reply, ReplyContext
from guillemet.engine.suggestions import find_suggestions

HELD_BY = {FormatName.NEW_FILE: FormatName.SEARCH_REPLACE, FormatName.TAGS: FormatName.SEARCH_REPLACE}


def read(text: str) -> tuple[list[Block | BrokenBlock], list[str], tuple[str, ...]]:
    reply = Reply(ReplyContext(exists=lambda _path: False))
    events = reply.feed(text) + reply.finish()
    blocks = [event.block for event in events if isinstance(event, BlockFinished | BlockBroken)]
    prose = [event.text for event in events if isinstance(event, Prose)]
    return blocks, [one.text for one in find_suggestions(prose)], reply.warnings


@pytest.mark.parametrize("fenced_path", [False, True])
@pytest.mark.parametrize("suggests_commands", [False, True])
@pytest.mark.parametrize("name", [form.name for form in FORMATS])
def test_every_example_is_a_sound_block_of_its_format(
    name: FormatName, *, suggests_commands: bool, fenced_path: bool
) -> None:
    text = instructions(name, fenced_path=fenced_path, suggests_commands=suggests_commands)

    blocks, _, warnings = read(text)

    assert not [block for block in blocks if isinstance(block, BrokenBlock)]
    assert {block.format for block in blocks} == {name, HELD_BY.get(name, name)}
    assert all(block.path.startswith("src/") for block in blocks)
    assert warnings == ()


@pytest.mark.parametrize("name", [form.name for form in FORMATS])
def test_an_editor_is_told_of_no_commands(name: FormatName) -> None:
    text = instructions(name, suggests_commands=False)

    assert read(text)[1] == []
    assert "git rm" not in text


def test_the_fenced_variant_has_its_paths_inside() -> None:
    text = instructions(FormatName.SEARCH_REPLACE, fenced_path=True)

    assert "```python\nsrc/prices.py\n<<<<<<< SEARCH" in text
    assert "src/prices.py\n```python" not in text


def test_the_two_variants_hold_the_same_examples() -> None:
    above, _, _ = read(instructions(FormatName.SEARCH_REPLACE))
    inside, _, _ = read(instructions(FormatName.SEARCH_REPLACE, fenced_path=True))

    def parts(blocks: list[Block | BrokenBlock]) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        return [(block.path, block.old, block.new) for block in blocks if isinstance(block, EditBlock)]

    assert parts(above) == parts(inside)
    assert len(parts(above)) == len(above)
