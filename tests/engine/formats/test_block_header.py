"""Promises of what stands around a block: the path it means, the fences it is in, and the prose beside it."""

import pytest

from guillemet.engine.reply.reader import ReplyContext
from tests.kit.cases import each
from tests.kit.reading import context, edits_of, prose_of
from tests.kit.replies import BARE_EDIT


@each(
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
    assert [block.path for block in edits_of(above + BARE_EDIT)] == [path]


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
    assert [block.path for block in edits_of(BARE_EDIT, where)] == [path]


def test_a_block_without_path_means_the_last_path() -> None:
    text = f"a.py\n```\n{BARE_EDIT}\n{BARE_EDIT}```\nAnd this:\n{BARE_EDIT}"

    assert [block.path for block in edits_of(text, context(path="given.py"))] == ["a.py"] * 3


def test_a_guillemet_block_without_path_does_not_mean_the_last_path() -> None:
    text = f"a.py\n{BARE_EDIT}\nA sentence.\n««« EDIT\na\n═══════ REPL\n»»» EDIT END\n"

    assert [block.path for block in edits_of(text)] == ["a.py", ""]


def test_head_and_fences_of_a_block_are_no_prose() -> None:
    text = f"Look:\n\na.py\n```python\n{BARE_EDIT}```\nDone.\n"

    assert prose_of(text) == "Look:\n\nDone.\n"


def test_other_fences_stay_prose() -> None:
    text = "In a.py:\n```python\nx = 1\n```\n```bash\ngit rm a.py\n```\n"

    assert prose_of(text) == text


def test_a_sentence_above_a_fenced_block_stays_prose() -> None:
    assert prose_of(f"This adds tax.\n```python\n{BARE_EDIT}```\n") == "This adds tax.\n"


def test_a_block_inside_nested_fences_is_read() -> None:
    text = f"````markdown\na.py\n```python\n{BARE_EDIT}```\n````\n"

    assert [block.path for block in edits_of(text)] == ["a.py"]
    assert prose_of(text) == "````markdown\n````\n"


def test_a_fence_inside_a_block_is_content() -> None:
    fenced = "<<<<<<< SEARCH\n```py\n=======\n```python\n>>>>>>> REPLACE\n"

    assert edits_of(f"a.md\n````\n{fenced}````\n")[0].new == ("```python",)
