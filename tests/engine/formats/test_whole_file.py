"""Promises of the whole-file format: what is a file, and what stays a listing."""

import pytest

from guillemet.engine.blocks import (
    BlockStarted,
    BrokenBlock,
    EditBlock,
    FormatName,
    Prose,
    WholeFile,
)
from guillemet.engine.reply.reader import Reply, ReplyContext
from tests.kit.reading import blocks_of, context, events_of
from tests.kit.replies import BARE_EDIT


def files_of(text: str, where: ReplyContext | None = None) -> list[tuple[str, tuple[str, ...]]]:
    blocks = blocks_of(text, where)
    files = [block for block in blocks if isinstance(block, WholeFile)]
    assert files == blocks
    return [(file.path, file.new) for file in files]


@pytest.mark.parametrize(
    "head",
    ["a.py", "**a.py**", "`a.py`", "### File: `a.py`", "File: a.py", "Text.\n\na.py", "```\nx\n```\na.py", "Makefile"],
)
def test_a_path_alone_above_a_fence_makes_it_a_file(head: str) -> None:
    assert files_of(f"{head}\n```python\nx = 1\n\ny = 2\n```\n")[-1][1] == ("x = 1", "", "y = 2")


@pytest.mark.parametrize(
    "head",
    [
        "Now it says:",
        "In a.py:",
        "In `a.py`:",
        "#### a.py",
        "- a.py",
        "1. a.py",
        "a.py:",
        "This is the file:\na.py",
        "a.py\n",
        "That is all of a.py",
        "a.py\nis short:",
    ],
)
def test_a_listing_below_anything_else_stays_prose(head: str) -> None:
    text = f"{head}\n```python\nx = 1\n```\n"

    assert events_of(text, context("b.py")) == [Prose(line) for line in text.splitlines(keepends=True)]


@pytest.mark.parametrize("language", ["bash", "console", "diff", "text", "output"])
def test_commands_and_output_below_a_path_stay_prose(language: str) -> None:
    assert files_of(f"a.py\n```{language}\nx\n```\n") == []


def test_a_script_may_be_in_a_shell_fence() -> None:
    assert files_of("run.sh\n```bash\nls\n```\n") == [("run.sh", ("ls",))]


@pytest.mark.parametrize(
    ("head", "path"),
    [
        ("In a.py:", "a.py"),
        ("#### a.py\n", "a.py"),
        ("**1. Complete it** (was empty):\nb\\a.py", "b\\a.py"),
        ("a.py\n\n", "a.py"),
        ("Here is the file:", "only.py"),
    ],
)
def test_where_files_were_asked_for_any_path_line_counts(head: str, path: str) -> None:
    asked = context("b\\a.py", chat_files=("only.py",), only=FormatName.WHOLE_FILE)

    assert files_of(f"{head}\n```python\nx = 1\n```\n", asked) == [(path, ("x = 1",))]


def test_only_the_first_listing_without_path_is_the_only_file() -> None:
    asked = context(chat_files=("only.py",), only=FormatName.WHOLE_FILE)

    text = "```bash\nnpm i\n```\nText:\n```python\nx\n```\nUse it so:\n```python\ny\n```\n"

    assert files_of(text, asked) == [("only.py", ("x",))]


def test_marker_lines_reach_no_file_where_files_were_asked_for() -> None:
    (block,) = blocks_of(f"a.md\n```\n{BARE_EDIT}```\n", context(only=FormatName.WHOLE_FILE))

    assert isinstance(block, BrokenBlock)


@pytest.mark.parametrize(
    ("start", "separator", "end"),
    [
        ("<<<< SEARCH", "====", ">>>> REPLACE"),
        ("&lt;&lt;&lt;&lt; SEARCH", "====", "&gt;&gt;&gt;&gt; REPLACE"),
        ("<<<<<<< ORIGINAL", "=======", ">>>>>>> feature"),
        ("<<<<<<< HEAD", "=======", ">>>>>>> other"),
    ],
)
def test_a_block_with_markers_of_another_kind_is_no_file(start: str, separator: str, end: str) -> None:
    (block,) = blocks_of(f"a.py\n```\n{start}\na\n{separator}\nb\n{end}\n```\n")

    assert isinstance(block, BrokenBlock)
    assert start in block.message


@pytest.mark.parametrize("content", ["<<<<<<< HEAD\na", "=======\n>>> x = 1", "cat <<<HEAD", "Title\n=====\n>>> a"])
def test_a_part_of_such_a_block_is_content(content: str) -> None:
    assert files_of(f"a.py\n```\n{content}\n```\n") == [("a.py", tuple(content.split("\n")))]


def test_escaped_markers_are_content() -> None:
    text = "a.md\n```\n\\<<<<<<< SEARCH\n\\>>>>>>> REPLACE\n```\n"

    assert files_of(text) == [("a.md", ("<<<<<<< SEARCH", ">>>>>>> REPLACE"))]


def test_a_block_in_the_fence_takes_precedence() -> None:
    (block,) = blocks_of(f"a.py\n```python\n{BARE_EDIT}```\n")

    assert isinstance(block, EditBlock)
    assert block.path == "a.py"


def test_a_block_further_down_in_the_fence_takes_precedence() -> None:
    broken, block = blocks_of(f"a.py\n```python\nx\n{BARE_EDIT}```\nDone.\n")

    assert isinstance(broken, BrokenBlock)
    assert isinstance(block, EditBlock)
    assert (broken.path, block.path) == ("a.py", "a.py")


def test_a_fence_too_many_above_a_block_is_no_file() -> None:
    (block,) = blocks_of(f"a.py\n```python\na.py\n```python\n{BARE_EDIT}```\n")

    assert isinstance(block, EditBlock)


@pytest.mark.parametrize(
    "inner", ["```bash\nls\n```", "~~~\nx\n~~~", "    ```python\n    x\n    ```", "``` python\n\n```\n\n```c\n```"]
)
def test_fences_with_a_word_inside_are_content(inner: str) -> None:
    assert files_of(f"a.md\n```markdown\n# Title\n{inner}\n```\nText.\n") == [("a.md", ("# Title", *inner.split("\n")))]


def test_a_shorter_fence_inside_is_content() -> None:
    assert files_of("a.md\n````\n```\nx\n```\n````\n") == [("a.md", ("```", "x", "```"))]


def test_a_file_whose_fence_never_ends_is_broken() -> None:
    (block,) = blocks_of("a.py\n```python\nx = 1\n")

    assert isinstance(block, BrokenBlock)
    assert block.message == "The reply ended inside this block: the line ````` never came."


def test_an_empty_fence_creates_an_empty_file() -> None:
    assert files_of("a/__init__.py\n```python\n```\n") == [("a/__init__.py", ())]


def test_an_empty_fence_is_read_where_the_file_exists_too() -> None:
    # Applying it is refused, and tells so.
    assert files_of("a.py\n```\n```\n", context("a.py")) == [("a.py", ())]
    assert files_of("a.py\n```\n```\n", context("a.py", only=FormatName.WHOLE_FILE)) == [("a.py", ())]


def test_the_file_starts_with_its_first_line_that_says_something() -> None:
    reply = Reply(context())

    assert reply.feed("a.py\n```python\n\n") == []
    assert any(isinstance(event, BlockStarted) for event in reply.feed("x = 1\n"))


def test_the_block_names_the_line_of_its_fence() -> None:
    (file,) = blocks_of("One.\n\na.py\n```python\n\n\nx\n```\n")

    assert (file.line_number, file.written) == (4, ("a.py", "```python", "", "", "x", "```"))


@pytest.mark.parametrize(("head", "is_guessed"), [("a.py", False), ("Here it is:", True)])
def test_a_listing_without_path_says_that_its_file_is_guessed(head: str, *, is_guessed: bool) -> None:
    (file,) = blocks_of(f"{head}\n```python\nx\n```\n", context(chat_files=("a.py",), only=FormatName.WHOLE_FILE))

    assert isinstance(file, WholeFile)
    assert file.is_path_guessed is is_guessed


LISTED = "### a.py\n\n```python\nx\n```\n"


def test_a_conversation_that_asked_for_whole_files_takes_them_below_any_path_line() -> None:
    assert files_of(LISTED, context("b.py")) == []
    assert files_of(LISTED, context(asked=FormatName.WHOLE_FILE)) == [("a.py", ("x",))]


def test_a_conversation_that_asked_for_whole_files_reads_blocks_too() -> None:
    block = "b.py\n<<<<<<< SEARCH\ny\n=======\nz\n>>>>>>> REPLACE\n"

    read = blocks_of(LISTED + "\n" + block, context(asked=FormatName.WHOLE_FILE))

    assert [one.format for one in read] == [FormatName.WHOLE_FILE, FormatName.SEARCH_REPLACE]
