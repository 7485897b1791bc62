"""Promises of the reader, whatever the format."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.blocks import (
    Block,
    BlockBroken,
    BlockFinished,
    BlockGrew,
    BlockStarted,
    Breakage,
    EditBlock,
    FormatName,
    Prose,
    ReplyEvent,
)
from guillemet.engine.formats.fences import read_fence
from guillemet.engine.formats.reply import Reply, ReplyContext

LINES = (
    "Now the total is rounded.",
    "",
    "   ",
    "src/app.py",
    "### File: `src/tax.py`",
    "**lib/a b.py**",
    "```python",
    "```",
    "````",
    "~~~",
    "```python src/info.py",
    "««« EDIT",
    "═══════ REPL",
    "»»» EDIT END",
    "  »»» EDIT END ",
    "<<<<<<< SEARCH",
    "  <<<<< search",
    "------- SEARCH",
    "=======",
    "=====",
    ">>>>>>> REPLACE",
    "\\=======",
    "\\\\««« EDIT",
    "- a list",
    "    return 1",
    "\u202eabc\x00",
    "»",
    "🟧🟧🟧 EDIT",
    "🟨🟨🟨 REPL",
    "🟩🟩🟩 END",
    "🟧🟧🟧 AGENT",
    "🟩🟩🟩 AGEND",
    "<think>",
    "</think>",
    "<<<<<<< EDIT",
    "-------",
    ">>>>>>>",
    "───────",
    "═══════",
    "»»»",
    "<<<<<<< NEW_FILE",
    ">>>>>>> NEW_FILE",
    ":start_line:3",
    '<boltAction type="file" filePath="a.py">',
    '<boltAction type="file" filePath="a.py">x = 1</boltAction>',
    '<boltAction type="edit" filePath="a.py">',
    '<boltAction type="shell">git rm a.py',
    "</boltAction>",
    "<AI_EDIT_CONTENT_START:a.py>",
    "<AI_EDIT_CONTENT_END:a.py>",
    "<source>python",
    "</source>",
    "diff --git a/x.py b/x.py",
    "rename from x.py",
    "rename to y.py",
    "GIT binary patch",
    "--- a/x.py",
    "+++ b/x.py",
    "@@ -1,2 +1,2 @@",
    "+y = 1",
    "-y = 2",
    " y = 3",
    "*** Begin Patch",
    "*** Update File: a.py",
    "*** Move to: b.py",
    "*** Add File: c.py",
    "*** Delete File: d.py",
    "*** End of File",
    "*** End Patch",
)

replies = st.builds(
    lambda lines, last: "".join(lines) + last,
    st.lists(
        st.builds(str.__add__, st.one_of(st.sampled_from(LINES), st.text(max_size=8)), st.sampled_from(("\n", "\r\n")))
    ),
    st.sampled_from(("", *LINES)),
)


def context(
    *files: str, chat_files: tuple[str, ...] = (), path: str = "", only: FormatName | None = None
) -> ReplyContext:
    return ReplyContext(exists=lambda asked: asked in files, chat_files=chat_files, path=path, only=only)


def events_of(chunks: Sequence[str], where: ReplyContext | None = None) -> list[ReplyEvent]:
    reply = Reply(where or context())
    events = [event for chunk in chunks for event in reply.feed(chunk)]
    return events + reply.finish()


def blocks_of(text: str, where: ReplyContext | None = None) -> list[EditBlock]:
    blocks = all_blocks_of(text, where)
    edits = [block for block in blocks if isinstance(block, EditBlock)]
    assert edits == blocks
    return edits


def all_blocks_of(text: str, where: ReplyContext | None = None) -> list[Block]:
    return [event.block for event in events_of([text], where) if isinstance(event, BlockFinished)]


def broken_of(text: str) -> list[tuple[Breakage, str]]:
    return [(e.block.breakage, e.block.raw) for e in events_of([text]) if isinstance(e, BlockBroken)]


def prose_of(text: str) -> str:
    return "".join(event.text for event in events_of([text]) if isinstance(event, Prose))


def search_replace(old: str = "a\n", new: str = "b\n") -> str:
    return f"<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"


@given(text=replies, data=st.data())
def test_cutting_a_reply_anywhere_gives_the_same_events(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=12)))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]

    assert events_of(chunks) == events_of([text])


@given(text=replies)
def test_character_by_character_gives_the_same_events(text: str) -> None:
    assert events_of(list(text)) == events_of([text])


@given(text=replies)
def test_every_block_that_starts_finishes_or_breaks_once(text: str) -> None:
    events = events_of([text])

    started = [event.number for event in events if isinstance(event, BlockStarted)]
    ended = [event.block.number for event in events if isinstance(event, BlockFinished | BlockBroken)]
    assert started == ended == list(range(1, len(started) + 1))


@given(text=replies)
def test_no_line_is_lost(text: str) -> None:
    told = [
        event.text if isinstance(event, Prose) else f"{event.text}\n"
        for event in events_of([text])
        if isinstance(event, Prose | BlockGrew)
    ]

    # Only the heads of blocks, which are in their raw text, and the fences that close them are not told.
    hidden = [line for line in text.replace("\r\n", "\n").split("\n") if line.strip()]
    for line in "".join(told).split("\n"):
        if line.strip():
            hidden.remove(line if line in hidden else line + "\r")
    raws = "\n".join(e.block.raw for e in events_of([text]) if isinstance(e, BlockFinished | BlockBroken))
    assert all(line in raws or read_fence(line.strip()) for line in hidden)


@given(text=replies, data=st.data())
def test_what_is_not_told_yet_is_the_tail(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    reply = Reply(context())
    reply.feed(text[:cut])

    assert text[:cut].replace("\r\n", "\n").endswith(reply.tail.replace("\r\n", "\n"))


def test_prose_is_told_two_lines_later_at_most() -> None:
    reply = Reply(context())

    told = reply.feed("One.\nTwo.\nThree.\n```python\nimport os\n")

    assert told == [Prose("One.\n"), Prose("Two.\n"), Prose("Three.\n"), Prose("```python\n")]


def test_an_empty_reply_says_nothing() -> None:
    assert events_of([""]) == []


def test_a_line_without_end_is_read_at_the_finish() -> None:
    assert events_of(["a\nb"]) == [Prose("a\n"), Prose("b")]


def test_carriage_returns_at_line_ends_are_dropped() -> None:
    text = "say\r\na.py\r\n" + search_replace().replace("\n", "\r\n")

    assert [(block.old, block.new) for block in blocks_of(text)] == [(("a",), ("b",))]


def test_one_line_of_five_megabytes_is_prose() -> None:
    line = "x" * 5_000_000

    assert events_of([line[:100], line[100:], "\n"]) == [Prose(line + "\n")]


@pytest.mark.parametrize(
    ("above", "path"),
    [
        ("a.py\n", "a.py"),
        ("a.py\n\n\n", "a.py"),
        ("a.py\n```python\n", "a.py"),
        ("a.py\n\n```python\n\n", "a.py"),
        ("```python\na.py\n", "a.py"),
        ("Here it is:\n````python\n# a.py\n", "a.py"),
        ("**`src/a.py`**:\n~~~\n", "src/a.py"),
        ("### File: a.py\n\nThe sum is wrong there.\n\n```python\n", "a.py"),
        ("See:\na.py\n```python\nx = 1\n```\nThat is changed:\n```python\n", "a.py"),
        ("```python src/a.py\n", "src/a.py"),
        ("```edit:src/a.py\n", "src/a.py"),
        ('```python title="src/a.py"\n', "src/a.py"),
        ("old.py\n```python\nnew.py\n", "new.py"),
        ("Makefile\n", "Makefile"),
        ("The sum is wrong there.\n```python\n", ""),
        ("```makefile\n", ""),
        ("```asp.net\n", ""),
    ],
)
def test_the_path_of_a_search_replace_block_is_found(above: str, path: str) -> None:
    assert [block.path for block in blocks_of(above + search_replace())] == [path]


@pytest.mark.parametrize(
    ("where", "path"),
    [
        (context(chat_files=("only.py",)), "only.py"),
        (context(chat_files=("one.py", "other.py")), ""),
        (context(chat_files=("one.py",), path="given.py"), "given.py"),
        (context(), ""),
    ],
)
def test_a_block_without_path_means_the_only_file(where: ReplyContext, path: str) -> None:
    assert [block.path for block in blocks_of(search_replace(), where)] == [path]


def test_a_block_without_path_means_the_last_path() -> None:
    text = f"a.py\n```\n{search_replace()}\n{search_replace()}```\nAnd this:\n{search_replace()}"

    assert [block.path for block in blocks_of(text, context(path="given.py"))] == ["a.py"] * 3


def test_a_guillemet_block_without_path_does_not_mean_the_last_path() -> None:
    text = f"a.py\n{search_replace()}\nA sentence.\n««« EDIT\na\n═══════ REPL\n»»» EDIT END\n"

    assert [block.path for block in blocks_of(text)] == ["a.py", ""]


def test_head_and_fences_of_a_block_are_no_prose() -> None:
    text = f"Look:\n\na.py\n```python\n{search_replace()}```\nDone.\n"

    assert prose_of(text) == "Look:\n\nDone.\n"


def test_other_fences_stay_prose() -> None:
    text = "In a.py:\n```python\nx = 1\n```\n```bash\ngit rm a.py\n```\n"

    assert prose_of(text) == text


def test_a_sentence_above_a_fenced_block_stays_prose() -> None:
    assert prose_of(f"This adds tax.\n```python\n{search_replace()}```\n") == "This adds tax.\n"


def test_a_block_inside_nested_fences_is_read() -> None:
    text = f"````markdown\na.py\n```python\n{search_replace()}```\n````\n"

    assert [block.path for block in blocks_of(text)] == ["a.py"]
    assert prose_of(text) == "````markdown\n````\n"


def test_a_fence_inside_a_block_is_content() -> None:
    fenced = search_replace(old="```py\n", new="```python\n")

    assert blocks_of(f"a.md\n````\n{fenced}````\n")[0].new == ("```python",)


def test_a_block_is_broken_when_the_reply_ends_in_it() -> None:
    assert broken_of("a.py\n««« EDIT\nx\n") == [(Breakage.UNFINISHED, "a.py\n««« EDIT\nx")]


def test_an_unclosed_block_is_broken_and_the_next_one_read() -> None:
    text = f"a.py\n```\n<<<<<<< SEARCH\nx\n=======\ny\n```\n\nb.py\n```\n{search_replace()}```\nDone."

    assert broken_of(text) == [(Breakage.UNCLOSED, "a.py\n```\n<<<<<<< SEARCH\nx\n=======\ny\n```\n")]
    assert [(block.path, block.old) for block in blocks_of(text)] == [("b.py", ("a",))]
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
    assert blocks_of(f"One.\n\na.py\n```\n{search_replace()}")[0].line_number == 5


def test_only_the_chosen_format_is_read() -> None:
    text = f"a.py\n{search_replace()}\na.py\n««« EDIT\na\n═══════ REPL\n»»» EDIT END\n"

    formats = [block.format for block in blocks_of(text, context(only=FormatName.GUILLEMET))]

    assert formats == [FormatName.GUILLEMET]


def test_the_raw_text_of_a_block_reads_as_the_block() -> None:
    block = blocks_of(f"Look:\na.py\n```python\n{search_replace()}```\n")[0]

    again = blocks_of(block.raw)[0]

    assert (again.path, again.old, again.new) == (block.path, block.old, block.new)


@pytest.mark.parametrize("start", ["<think>\n", "\n<think>Well, ", "<thinking>\n"])
def test_what_a_model_thinks_first_is_prose(start: str) -> None:
    name = start.strip().partition(">")[0][1:]
    block = "a.py\n<<<<<<< SEARCH\na\n=======\n{}\n>>>>>>> REPLACE\n"
    reply = Reply(ReplyContext(exists=lambda _path: False))

    events = reply.feed(f"{start}{block.format('draft')}No.</{name}>\n{block.format('b')}") + reply.finish()

    blocks = [event.block for event in events if isinstance(event, BlockFinished)]
    assert [block.new for block in blocks if isinstance(block, EditBlock)] == [("b",)]
    assert reply.warnings == ()


def test_a_word_of_thinking_further_down_means_nothing() -> None:
    reply = Reply(ReplyContext(exists=lambda _path: False))

    events = reply.feed("Text.\n<think>\na.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n")

    assert any(isinstance(event, BlockFinished) for event in events)
