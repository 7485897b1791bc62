"""Replies wrapped in quotes, in texts of JSON, in other line ends."""

import json

import pytest

from guillemet.engine.blocks import BlockFinished, EditBlock, Prose, ReplyEvent
from guillemet.engine.reply.reader import Reply
from tests.kit.reading import context

BLOCK = "a.py\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE\n"


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def events_of(text: str) -> list[ReplyEvent]:
    reply = Reply(context("a.py"))
    return reply.feed(text) + reply.finish()


def blocks_of(text: str) -> list[EditBlock]:
    found = (event.block for event in events_of(text) if isinstance(event, BlockFinished))
    return [block for block in found if isinstance(block, EditBlock)]


def prose_of(text: str) -> str:
    return "".join(event.text for event in events_of(text) if isinstance(event, Prose))


def test_a_quoted_block_knows_its_line_of_the_reply() -> None:
    block = blocks_of(f"Intro\n\n{quoted(BLOCK)}\nEnd.\n")[0]

    assert (block.line_number, block.old, block.new) == (4, ("x = 1",), ("x = 2",))
    assert block.written == tuple(BLOCK.splitlines())


def test_lines_after_a_quote_keep_their_numbers() -> None:
    blocks = blocks_of(f"{quoted(BLOCK)}\n{BLOCK}")

    assert [block.line_number for block in blocks] == [2, 9]


def test_a_block_in_json_has_the_line_of_the_json() -> None:
    text = json.dumps({"content": BLOCK}, indent=2)

    assert [block.line_number for block in blocks_of(f"Intro\n{text}\n{BLOCK}")] == [3, 6]


def test_what_stands_around_a_text_of_json_is_prose() -> None:
    assert prose_of(json.dumps({"content": BLOCK, "n": 1}) + "\n") == '{"content": \n, "n": 1}\n'


def test_quotes_without_a_block_are_prose_as_written() -> None:
    text = "> You asked:\n>\n> > a.py\n> ```\n\nNo.\n>yes\n"

    assert prose_of(text) == text


def test_a_quote_is_shown_while_it_is_held_back() -> None:
    reply = Reply(context("a.py"))
    reply.feed("> a.py\n> <<<")

    assert reply.tail == "> a.py\n> <<<"


@pytest.mark.parametrize("layers", [1, 2, 4])
def test_layers_are_taken_off_one_by_one(layers: int) -> None:
    text = BLOCK
    for _ in range(layers):
        text = quoted(text)

    assert len(blocks_of(text)) == 1


def test_more_layers_than_anybody_writes_are_prose() -> None:
    text = BLOCK
    for _ in range(9):
        text = quoted(text)

    assert blocks_of(text) == []


@pytest.mark.parametrize(
    "line",
    [
        '"a.py\\n<<<<<<< SEARCH\\nx\\q\\n=======\\ny\\n>>>>>>> REPLACE"',
        '"a.py\\n<<<<<<< SEARCH\\n\\ud800\\n=======\\ny\\n>>>>>>> REPLACE"',
        '"a.py\\n<<<<<<< SEARCH\\nx\\n=======\\ny\\n>>>>>>> REPLACE',
    ],
)
def test_what_is_no_text_of_json_is_prose_and_told(line: str) -> None:
    reply = Reply(context("a.py"))
    events = reply.feed(f"{line}\n") + reply.finish()

    assert events == [Prose(f"{line}\n")]
    assert "looks like a whole patch" in reply.warnings[0]


def test_a_line_of_back_slashes_and_quotes_is_read_in_linear_time() -> None:
    line = '"' + '\\"' * 200_000 + "\\n" + '{"' * 100_000

    assert prose_of(f"{line}\n") == f"{line}\n"
