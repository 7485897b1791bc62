"""Promises of the new-file format."""

import pytest

from guillemet.engine.blocks import BlockFinished, WholeFile
from guillemet.engine.formats.reply import Reply, ReplyContext


def files_of(text: str) -> list[WholeFile]:
    reply = Reply(ReplyContext(exists=lambda _path: False))
    events = reply.feed(text) + reply.finish()
    return [event.block for event in events if isinstance(event, BlockFinished) and isinstance(event.block, WholeFile)]


@pytest.mark.parametrize(
    "text",
    [
        "a.py\n<<<<<<< NEW_FILE\nx\n>>>>>>> NEW_FILE\n",
        "a.py\n```python\n<<<<<<< NEW_FILE\nx\n>>>>>>> NEW_FILE\n```\n",
        "```python\na.py\n<<<<<<< NEW_FILE\nx\n>>>>>>> NEW_FILE\n```\n",
        "### File: a.py\n<<<<< new_file\nx\n>>>>>>>>> NEW_FILE \n",
    ],
)
def test_a_new_file_is_read_wherever_its_path_stands(text: str) -> None:
    (file,) = files_of(text)

    assert (file.path, file.new, file.must_be_new) == ("a.py", ("x",), True)


def test_other_markers_in_the_file_are_content() -> None:
    (file,) = files_of("a.md\n<<<<<<< NEW_FILE\n```\n=======\n>>>>>>> REPLACE\n>>>>>>>\n>>>>>>> NEW_FILE\n")

    assert file.new == ("```", "=======", ">>>>>>> REPLACE", ">>>>>>>")
