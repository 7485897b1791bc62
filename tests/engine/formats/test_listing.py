"""Promises of the listing format: which fences are read, of which file, and what else becomes of them."""

import pytest

from guillemet.engine.blocks import BlockBroken, BlockFinished, BrokenBlock, EditBlock, FormatName, Prose, WholeFile
from guillemet.engine.reply.reader import Reply, ReplyContext
from tests.kit.cases import each
from tests.kit.reading import blocks_of, context, events_of, prose_of

CODE = "```python\ndef b():\n    return 22\n```\n"


def known(*files: str, chat_files: tuple[str, ...] = ()) -> ReplyContext:
    """Return what a reader knows where just these files are in the repository."""
    return ReplyContext(exists=files.__contains__, chat_files=chat_files, known=files)


def listings_of(text: str, where: ReplyContext) -> list[tuple[str, tuple[str, ...], bool]]:
    """Return path and lines of the listings of a reply, and whether it calls their files new."""
    blocks = [block for block in blocks_of(text, where) if isinstance(block, WholeFile)]
    assert all(block.format is FormatName.LISTING for block in blocks)
    return [(block.path, block.new, block.is_called_new) for block in blocks]


@each(
    "above",
    [
        "### `src/a.py`\n\n",
        "### src/a.py\n\n",
        "**`src/a.py`**\n\n\n",
        "**File: src/a.py**\n\n",
        "1. `src/a.py`\n\n",
        "`src/a.py`:\n\n",
        "In `src/a.py`:\n\n",
        "Update `src/a.py`:\n",
        "Here's the updated `a.py`:\n\n",
        "Now change `b` in src/a.py as follows:\n\n",
        "### [a.py](file:///home/me/x/src/a.py)\n\nRound the result.\n\n",
        "I've fixed `src/a.py`, which did not parse before.\n\n",
        "**1. `src/a.py`** – round the result\n\n",
        "You should update `src/a.py` like this:\n\n",
        "Your `src/a.py` should look like this:\n\n",
        "Then in src/a.py:\n\n",
        "Here's `src/a.py` with the new result:\n\n",
        "### 1. src/a.py — round the result\n\n",
        "We change `src/a.py` so that it returns 22:\n\n",
        "Save this as `src/a.py`:\n\n",
        "- **File:** `src/a.py`\n- **Change:** round the result\n\n",
    ],
)
def test_words_above_a_fence_name_its_file(above: str) -> None:
    assert listings_of(above + CODE, known("src/a.py", "src/b.py")) == [
        ("src/a.py", ("def b():", "    return 22"), False)
    ]


@each(
    "above",
    [
        "`src/a.py` holds this:\n\n",
        "For example, in `src/a.py`:\n\n",
        "You could change `src/a.py`:\n\n",
        "Currently `src/a.py` has:\n\n",
        "Move it from `src/a.py` to `src/b.py`:\n\n",
        "## Example\n\n### `src/a.py`\n\n",
        "## Option 2\n\nChange `src/a.py`:\n\n",
        "Yes.\n\n### `src/a.py`\n\n",
        "Good question!\n\nIn `src/a.py`:\n\n",
        "### `src/a.py`\n\nYou can call it like this:\n\n",
        "`src/a.py` – defines the sum:\n\n",
        "Should I change `src/a.py` to this?\n\n",
        "What changed in `src/a.py`:\n\n",
        "### Where it comes from\n\n`src/a.py`:\n\n",
        "What `src/a.py` would look like:\n\n",
        "The output of `src/a.py` should look like this:\n\n",
        "Update `src/c.py`:\n\n",
        "Update it:\n\n",
        "Update `src/a.py`.\n\nThen run:\n\n",
    ],
)
def test_words_that_only_show_leave_a_fence_prose(above: str) -> None:
    text = above + CODE

    assert prose_of(text, known("src/a.py", "src/b.py")) == text


def test_the_words_above_stay_prose() -> None:
    assert prose_of(f"Update `a.py`:\n\n{CODE}Done.\n", known("a.py")) == "Update `a.py`:\n\nDone.\n"


def test_the_end_of_a_path_means_the_only_file_of_the_conversation() -> None:
    files = ("x/a.py", "y/a.py")

    assert listings_of(f"Update `a.py`:\n{CODE}", known(*files)) == []
    assert listings_of(f"Update `a.py`:\n{CODE}", known(*files, chat_files=("y/a.py",)))[0][0] == "y/a.py"


@pytest.mark.parametrize(
    "above", ["Create `src/new.py`:\n", "### New file: `src/new.py`\n\n", "### `src/new.py` (new)\n\n"]
)
def test_a_file_that_is_not_there_must_be_called_new(above: str) -> None:
    assert listings_of(above + CODE, known("src/a.py"))[0][::2] == ("src/new.py", True)
    assert listings_of(f"### `src/new.py`\n\n{CODE}", known("src/a.py")) == []


@pytest.mark.parametrize(
    "first", ["# src/a.py", "// filepath: src/a.py", "<!-- src/a.py -->", "/* src/a.py */", "-- src/a.py"]
)
def test_a_comment_in_the_first_line_names_the_file_and_is_kept_for_the_applier(first: str) -> None:
    (found,) = listings_of(f"Done:\n\n```\n{first}\nx = 1\n```\n", known("src/a.py"))

    assert found == ("src/a.py", (first, "x = 1"), False)


def test_a_comment_of_another_file_leaves_open_which_is_meant() -> None:
    assert blocks_of("Update `a.py`:\n```\n# b.py\nx = 1\n```\n", known("a.py", "b.py")) == []


@pytest.mark.parametrize(
    "info", ["python src/a.py", "py:src/a.py", 'python title="src/a.py"', "python filename=src/a.py"]
)
def test_the_info_of_a_fence_names_its_file(info: str) -> None:
    assert listings_of(f"Done.\n\n```{info}\nx = 1\n```\n", known("src/a.py"))[0][0] == "src/a.py"


def test_lines_of_a_file_in_the_info_are_a_quotation() -> None:
    assert blocks_of("Update `src/a.py`:\n```12:14:src/a.py\nx = 1\n```\n", known("src/a.py")) == []


@pytest.mark.parametrize("language", ["bash", "console", "text", "diff", "log"])
def test_commands_and_output_are_no_listing(language: str) -> None:
    assert blocks_of(f"Update `a.py`:\n```{language}\nx = 1\n```\n", known("a.py")) == []


def test_commands_are_a_listing_of_a_file_of_commands() -> None:
    assert listings_of("Update `run.sh`:\n```bash\nmake\n```\n", known("run.sh"))[0][:2] == ("run.sh", ("make",))


@pytest.mark.parametrize(
    ("old", "new"), [("Before", "After"), ("Old code", "New code"), ("Find this", "Replace with"), ("From", "To")]
)
def test_two_listings_of_a_pair_are_one_edit(old: str, new: str) -> None:
    text = f"### `a.py`\n\n**{old}:**\n\n```\n# a.py\nx = 1\n```\n\n**{new}:**\n\n```\nx = 2\n```\n"

    (edit,) = blocks_of(text, known("a.py"))

    assert isinstance(edit, EditBlock)
    assert (edit.format, edit.path, edit.old, edit.new) == (FormatName.SEARCH_REPLACE, "a.py", ("x = 1",), ("x = 2",))


def test_a_sentence_may_announce_the_first_half_of_a_pair() -> None:
    text = "It is slow. You need to change this line in `a.py`:\n\n```\nx = 1\n```\n\nto:\n\n```\nx = 2\n```\n"

    (edit,) = blocks_of(text, known("a.py"))

    assert isinstance(edit, EditBlock)
    assert (edit.old, edit.new) == (("x = 1",), ("x = 2",))


def test_a_pair_without_a_file_is_prose() -> None:
    assert blocks_of("Before:\n```\nx = 1\n```\nAfter:\n```\nx = 2\n```\n", known("a.py")) == []


def test_the_first_half_of_a_pair_alone_is_prose() -> None:
    text = "### `a.py`\n\nBefore:\n```\nx = 1\n```\nThat was it.\nIt is slow.\n\nAfter:\n```\nx = 2\n```\n"

    assert blocks_of(text, known("a.py")) == []


def test_a_block_in_the_fence_takes_precedence() -> None:
    block = "a.py\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE\n"

    (edit,) = blocks_of(f"Update `a.py`:\n```python\nimport os\n\n{block}```\n", known("a.py"))

    assert isinstance(edit, EditBlock)
    assert edit.path == "a.py"


def test_a_stray_marker_in_the_fence_is_reported_as_elsewhere() -> None:
    named, plain = "Update `a.py`:\n", "Look:\n"
    rest = "```python\nx = 1\n>>>>>>> REPLACE\n```\n"

    broken = [blocks_of(above + rest, known("a.py")) for above in (named, plain)]

    assert [[type(block) for block in blocks] for blocks in broken] == [[BrokenBlock], [BrokenBlock]]


def test_a_listing_beside_other_blocks_only_shows_them() -> None:
    block = "a.py\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE\n"

    assert len(blocks_of(f"{block}\nSo `a.py` is changed to:\n\n{CODE}", known("a.py"))) == 1


def test_a_listing_without_an_end_is_broken() -> None:
    (event,) = (
        one
        for one in events_of("Update `a.py`:\n```python\nx = 1\n", known("a.py"))
        if isinstance(one, BlockBroken | BlockFinished)
    )

    assert isinstance(event, BlockBroken)
    assert event.block.path == "a.py"


def test_lines_held_back_are_painted_while_they_come() -> None:
    reply = Reply(known("a.py"))

    events = reply.feed("Update `a.py`:\n```python\nx = 1\ny = ")

    assert "".join(event.text for event in events if isinstance(event, Prose)) + reply.tail == (
        "Update `a.py`:\n```python\nx = 1\ny = "
    )


def test_lines_read_once_more_are_told_of_once() -> None:
    text = "Before:\n```\n# a.py\n> REPLACE\n>>> REPLACE\n```\nAfter: none.\n"
    reply = Reply(known("a.py"))
    reply.feed(text)
    reply.finish()

    assert prose_of(text, known("a.py")) == text
    assert len(reply.warnings) == 1
    assert reply.warnings[0].startswith("1 line looks")


def test_a_quoted_reply_is_read_and_a_quotation_is_not() -> None:
    quoted = "".join(f"> {line}\n" for line in f"Update `a.py`:\n\n{CODE}".splitlines())

    assert [block.path for block in blocks_of(quoted, known("a.py"))] == ["a.py"]
    assert blocks_of(f"{quoted}\nWhy?\n", known("a.py")) == []


def test_only_whole_files_are_read_where_only_those_are() -> None:
    assert blocks_of(f"Update `a.py`:\n\n{CODE}", context("a.py", only=FormatName.SEARCH_REPLACE)) == []
    assert len(blocks_of(f"Update `a.py`:\n\n{CODE}", context("a.py", only=FormatName.LISTING))) == 1
