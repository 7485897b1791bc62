"""Promises of the reader, whatever the format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.blocks import (
    BlockBroken,
    BlockFinished,
    BlockGrew,
    BlockStarted,
    Breakage,
    BrokenBlock,
    EditBlock,
    FormatName,
    Prose,
)
from guillemet.engine.formats.fences import read_fence
from guillemet.engine.reply.reader import Reply
from tests.engine.formats.markers import MARKERS
from tests.kit.reading import blocks_of, context, edits_of, events_of, events_of_chunks, prose_of, warnings_of
from tests.kit.replies import BARE_EDIT

LINES = (
    *MARKERS,
    "Now the total is rounded.",
    "",
    "   ",
    "src/app.py",
    "### File: `src/tax.py`",
    "**lib/a b.py**",
    "```python src/info.py",
    "- a list",
    "    return 1",
    "\u202eabc\x00",
    "»",
    "  »»» EDIT END ",
    "  <<<<< search",
    "=====",
    "\\=======",
    "\\\\««« EDIT",
)


replies = st.builds(
    lambda lines, last: "".join(lines) + last,
    st.lists(
        st.builds(str.__add__, st.one_of(st.sampled_from(LINES), st.text(max_size=8)), st.sampled_from(("\n", "\r\n")))
    ),
    st.sampled_from(("", *LINES)),
)


def broken_of(text: str) -> list[tuple[Breakage, str]]:
    return [(block.breakage, block.raw) for block in blocks_of(text) if isinstance(block, BrokenBlock)]


@given(text=replies, data=st.data())
def test_cutting_a_reply_anywhere_gives_the_same_events(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=12)))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]

    assert events_of_chunks(chunks) == events_of(text)


@given(text=replies)
def test_character_by_character_gives_the_same_events(text: str) -> None:
    assert events_of(text, step=1) == events_of(text)


@given(text=replies)
def test_every_block_that_starts_finishes_or_breaks_once(text: str) -> None:
    events = events_of(text)

    started = [event.number for event in events if isinstance(event, BlockStarted)]
    ended = [event.block.number for event in events if isinstance(event, BlockFinished | BlockBroken)]
    assert started == ended == list(range(1, len(started) + 1))


@given(text=replies)
def test_no_line_is_lost(text: str) -> None:
    told = [
        event.text if isinstance(event, Prose) else f"{event.text}\n"
        for event in events_of(text)
        if isinstance(event, Prose | BlockGrew)
    ]

    # Only the heads of blocks, which are in their raw text, and the fences that close them are not told.
    hidden = [line for line in text.replace("\r\n", "\n").split("\n") if line.strip()]
    for line in "".join(told).split("\n"):
        if line.strip():
            hidden.remove(line if line in hidden else line + "\r")
    raws = "\n".join(e.block.raw for e in events_of(text) if isinstance(e, BlockFinished | BlockBroken))
    assert all(line in raws or read_fence(line.strip()) for line in hidden)


@given(text=replies, data=st.data())
def test_what_is_in_no_event_yet_is_the_tail(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    reply = Reply(context())
    reply.feed(text[:cut])

    # Lines held back end with LF; in `\r\r\n` the first `\r` is content.
    assert text[:cut].replace("\r\n", "\n").endswith(reply.tail)


def test_prose_is_told_two_lines_later_at_most() -> None:
    reply = Reply(context())

    told = reply.feed("One.\nTwo.\nThree.\n```python\nimport os\n")

    assert told == [Prose("One.\n"), Prose("Two.\n"), Prose("Three.\n"), Prose("```python\n")]


def test_an_empty_reply_says_nothing() -> None:
    assert events_of("") == []


def test_a_line_without_end_is_read_at_the_finish() -> None:
    assert events_of("a\nb") == [Prose("a\n"), Prose("b")]


def test_carriage_returns_at_line_ends_are_dropped() -> None:
    text = "say\r\na.py\r\n" + BARE_EDIT.replace("\n", "\r\n")

    assert [(block.old, block.new) for block in edits_of(text)] == [(("a",), ("b",))]


def test_one_line_of_five_megabytes_is_prose() -> None:
    line = "x" * 5_000_000

    assert events_of_chunks([line[:100], line[100:], "\n"]) == [Prose(line + "\n")]


def test_a_block_is_broken_when_the_reply_ends_in_it() -> None:
    assert broken_of("a.py\n««« EDIT\nx\n") == [(Breakage.UNFINISHED, "a.py\n««« EDIT\nx")]


def test_an_unclosed_block_is_broken_and_the_next_one_read() -> None:
    text = f"a.py\n```\n<<<<<<< SEARCH\nx\n=======\ny\n```\n\nb.py\n```\n{BARE_EDIT}```\nDone."

    assert broken_of(text) == [(Breakage.UNCLOSED, "a.py\n```\n<<<<<<< SEARCH\nx\n=======\ny\n```\n")]
    edits = [block for block in blocks_of(text) if isinstance(block, EditBlock)]
    assert [(block.path, block.old) for block in edits] == [("b.py", ("a",))]
    assert prose_of(text) == "Done."


def test_a_block_without_separator_is_broken() -> None:
    assert [breakage for breakage, _ in broken_of("a.py\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n")] == [
        Breakage.NO_SEPARATOR
    ]


@pytest.mark.parametrize("marker", [">>>>>>> REPLACE", "»»» EDIT END", "═══════ REPL"])
def test_a_marker_outside_every_block_is_reported(marker: str) -> None:
    assert broken_of(f"Text.\n{marker}\n") == [(Breakage.STRAY_MARKER, marker)]


def test_an_underlined_heading_is_prose() -> None:
    assert prose_of("Title\n=======\n\n-------\n") == "Title\n=======\n\n-------\n"


def test_events_name_the_line_of_the_start_marker() -> None:
    assert edits_of(f"One.\n\na.py\n```\n{BARE_EDIT}")[0].line_number == 5


def test_only_the_chosen_format_is_read() -> None:
    text = f"a.py\n{BARE_EDIT}\na.py\n««« EDIT\na\n═══════ REPL\n»»» EDIT END\n"

    formats = [block.format for block in edits_of(text, context(only=FormatName.GUILLEMET))]

    assert formats == [FormatName.GUILLEMET]


def test_the_raw_text_of_a_block_reads_as_the_block() -> None:
    block = edits_of(f"Look:\na.py\n```python\n{BARE_EDIT}```\n")[0]

    again = edits_of(block.raw)[0]

    assert (again.path, again.old, again.new) == (block.path, block.old, block.new)


@pytest.mark.parametrize("start", ["<think>\n", "\n<think>Well, ", "<thinking>\n"])
def test_what_a_model_thinks_first_is_prose(start: str) -> None:
    name = start.strip().partition(">")[0][1:]
    block = "a.py\n<<<<<<< SEARCH\na\n=======\n{}\n>>>>>>> REPLACE\n"
    text = f"{start}{block.format('draft')}No.</{name}>\n{block.format('b')}"

    assert [edit.new for edit in edits_of(text)] == [("b",)]
    assert warnings_of(text) == ()


def test_a_word_of_thinking_further_down_means_nothing() -> None:
    reply = Reply(context())

    events = reply.feed("Text.\n<think>\na.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n")

    assert any(isinstance(event, BlockFinished) for event in events)
