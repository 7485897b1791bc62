"""Promises of the variants of what a model is told."""

from collections.abc import Mapping

import pytest

from guillemet.engine.applying import ApplyOptions, apply_reply
from guillemet.engine.blocks import BrokenBlock, EditBlock, FormatName
from guillemet.engine.formats.catalogue import PROMPTED, format_named
from guillemet.engine.outcomes import Flag, Rung, Status
from tests.kit.cases import each
from tests.kit.reading import blocks_of, suggested_in, warnings_of

HELD_BY = {FormatName.NEW_FILE: FormatName.SEARCH_REPLACE, FormatName.TAGS: FormatName.SEARCH_REPLACE}
PRICES = {
    "src/prices.py": """\
import math

class Prices:
    def total(self):
        return sum(self.prices)
    # Rounded, as the law asks.

def total(prices):
    return sum(prices)

def mean(prices):
    print(prices)
    return total(prices) / len(prices)
""",
    "src/old_prices.py": "PRICES = []\n",
}
FEW = {"src/prices.py": "def total(prices):\n    return sum(prices)\n"}
BASKET = {
    "src/basket.py": """\
# Baskets and what they cost.
from shop import Item


def show(items):
    print(items)


def total(items):
    return sum(item.price for item in items)
""",
    "src/main.py": """\
import sys


def greet(name):
    print("Hello", name)


greet(sys.argv[1])
""",
}
BASKET_AFTER = {
    "src/basket.py": """\
# Baskets and what they cost.
import math

from shop import Item


def total(items):
    return math.fsum(item.price for item in items)
""",
    "src/greeting.py": """\
def greet(name):
    print("Hello", name)
""",
    "src/main.py": """\
import sys

from greeting import greet


greet(sys.argv[1])
""",
}


def applied(reply: str, files: Mapping[str, str | bytes], asked: FormatName) -> dict[str, str | bytes]:
    """Return the files after a reply of which every block is applied exactly and without a doubt."""
    result = apply_reply(reply, files, options=ApplyOptions(asked=asked))
    assert result.results
    for one in result.results:
        assert (one.status, one.how or Rung.EXACT) == (Status.APPLIED, Rung.EXACT), one.message
        assert one.flags <= {Flag.REPLACED_WHOLE}, one.message
    assert not result.warnings
    return dict(result.files)


@each("fenced_path", [False, True])
@each("suggests_commands", [False, True])
@each("name", PROMPTED)
def test_every_example_is_a_sound_block_of_its_format(
    name: FormatName, *, suggests_commands: bool, fenced_path: bool
) -> None:
    text = format_named(name).prompt(fenced_path=fenced_path, suggests_commands=suggests_commands)

    blocks = blocks_of(text)

    assert not [block for block in blocks if isinstance(block, BrokenBlock)]
    assert {block.format for block in blocks} - {FormatName.WHOLE_FILE} == {name, HELD_BY.get(name, name)} - {
        FormatName.WHOLE_FILE
    }
    assert all(block.path.startswith("src/") for block in blocks)
    assert warnings_of(text) == ()


@each("fenced_path", [False, True])
@each("name", PROMPTED)
def test_the_examples_apply_one_after_another(name: FormatName, *, fenced_path: bool) -> None:
    before = FEW if name is FormatName.WHOLE_FILE else PRICES

    after = applied(format_named(name).prompt(fenced_path=fenced_path), before, name)

    assert after["src/prices.py"] != before["src/prices.py"]
    assert "STANDARD = 19" in str(after) or "STANDARD = 20" in str(after)


@each("fenced_path", [False, True])
@each("name", PROMPTED)
def test_the_example_turns_of_every_format_make_the_same_files(name: FormatName, *, fenced_path: bool) -> None:
    files: dict[str, str | bytes] = dict(BASKET)
    turns = format_named(name).example_turns(fenced_path=fenced_path)

    for request, answer in turns:
        assert blocks_of(request) == []
        assert HELD_BY.get(name, name) in {block.format for block in blocks_of(answer)}
        files = applied(answer, files, name)

    assert files == BASKET_AFTER


@each("name", PROMPTED)
@each("rule", ["inside JSON, XML or strings", "which files the user names"])
def test_every_format_has_the_rules_about_containers_and_names(name: FormatName, rule: str) -> None:
    assert rule in " ".join(format_named(name).prompt().split())


@each("name", [name for name in PROMPTED if name is not FormatName.WHOLE_FILE])
@each("rule", ["logical change", "more than four fifths", "overlap", "failed twice"])
def test_every_format_that_changes_parts_says_how_large_and_when_a_whole_file_is_better(
    name: FormatName, rule: str
) -> None:
    assert rule in " ".join(format_named(name).prompt().split())


def test_lines_are_inserted_between_others_and_appended_with_anchors() -> None:
    edits = [block for block in blocks_of(format_named(FormatName.ANCHORED).prompt()) if isinstance(block, EditBlock)]

    inserted = {(bool(edit.anchor), bool(edit.trailing)) for edit in edits if not edit.old}
    assert inserted == {(True, True), (False, True), (True, False), (False, False)}


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
    form = format_named(FormatName.SEARCH_REPLACE)

    for above, inside in (
        (form.prompt(), form.prompt(fenced_path=True)),
        *zip(form.examples, form.fenced_examples, strict=True),
    ):
        assert [(block.path, block.new) for block in blocks_of(above)] == [
            (block.path, block.new) for block in blocks_of(inside)
        ]
    assert "```python\nsrc/main.py\n<<<<<<< SEARCH" in form.fenced_examples[1]
