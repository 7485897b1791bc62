"""Promises of the new-file format."""

import pytest

from guillemet.engine.blocks import WholeFile
from tests.kit.reading import blocks_of


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
    (file,) = blocks_of(text)

    assert isinstance(file, WholeFile)
    assert (file.path, file.new, file.must_be_new) == ("a.py", ("x",), True)


def test_other_markers_in_the_file_are_content() -> None:
    (file,) = blocks_of("a.md\n<<<<<<< NEW_FILE\n```\n=======\n>>>>>>> REPLACE\n>>>>>>>\n>>>>>>> NEW_FILE\n")

    assert isinstance(file, WholeFile)
    assert file.new == ("```", "=======", ">>>>>>> REPLACE", ">>>>>>>")
