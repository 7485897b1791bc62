"""Promises of edits in ways that are no format: nothing of them is read, and that is told."""

import pytest

from tests.kit.reading import blocks_of, warnings_of
from tests.kit.replies import BARE_EDIT


@pytest.mark.parametrize(
    "lines",
    [
        "-    return x\n+    return y\n",
        "-x = 1\n+x = 2\n",
        "- return f(x)\n+ return g(x)\n",
        "-\treturn f(x)\n+\treturn g(x)\n",
        "+    x = 1\n",
        "```python\n-    return x\n+    return y\n```\n",
        "1. In the loop:\n\n   -x = 1\n   +x = 2\n",
    ],
)
def test_lines_with_signs_below_no_head_are_told(lines: str) -> None:
    (warning,) = warnings_of(f"In `a.py`:\n\n{lines}\nDone.\n")

    assert "looks like one of a diff, but no head" in warning


def test_the_first_line_of_such_a_change_is_named() -> None:
    (warning,) = warnings_of("a.py\n def f():\n-    return x\n+    return y\n")

    assert warning.startswith("Line 3 of the reply ")


@pytest.mark.parametrize(
    "lines",
    [
        "- slow\n+ precise\n+ small\n",
        "- It costs (a lot)\n+ Nothing breaks (ever)\n",
        "- a\n- b\n\n+ c\n",
        "-5 degrees\n+3 degrees\n",
        "-x\n\n+y\n",
        "-   wide item\n-   another\n",
        "-\tThe file cannot be written\n+\tThe file has changes\n",
        "+----+----+\n|  a |  b |\n+----+----+\n",
        "+1, that is right.\n",
    ],
)
def test_a_list_is_no_change(lines: str) -> None:
    assert warnings_of(lines) == ()


@pytest.mark.parametrize(
    "lines", ["2c2\n< a\n---\n> b\n", "5a6\n> b\n", "5,7d4\n< a\n", "```\n0a1,2\n> a\n> b\n```\n", "2c2\r\n< a\r\n"]
)
def test_a_diff_without_context_is_told(lines: str) -> None:
    (warning,) = warnings_of(f"Text:\n\n{lines}")

    assert "begins a diff without the lines around the change" in warning


@pytest.mark.parametrize("lines", ["2c2\n", "2c2\n\n> quoted\n", "12345678a1\n> quoted\n", "2 c 2\n< a\n"])
def test_a_number_above_a_quote_is_no_diff(lines: str) -> None:
    assert warnings_of(lines) == ()


@pytest.mark.parametrize(
    "lines",
    [
        "<SEARCH>\na\n</SEARCH>\n<REPLACE>\nb\n</REPLACE>\n",
        "```xml\n<search>\na\n</search>\n<replace>\nb\n</replace>\n```\n",
        '<edit path="path/to/a.py">\n<old_str>a</old_str>\n<new_str>b</new_str>\n</edit>\n',
        '<file path="a.py">\na\n</file>\n',
    ],
)
def test_an_edit_between_tags_is_told(lines: str) -> None:
    (warning,) = warnings_of(f"Text.\n\n{lines}")

    assert "begins an edit between tags" in warning


@pytest.mark.parametrize(
    "lines",
    [
        "<search>\n  <input>\n</search>\n",
        "<Search />\n<Replace />\n",
        '<file path="a.py"/>\n<file path="b.py"/>\n',
        "<replace>\n",
    ],
)
def test_other_tags_are_not_told(lines: str) -> None:
    assert warnings_of(lines) == ()


@pytest.mark.parametrize(
    "lines",
    [
        "<write_to_file>\n<path>path/to/a.py</path>\n<content>\na\n</content>\n</write_to_file>\n",
        '<invoke name="edit">\n<parameter name="old_str">a</parameter>\n</invoke>\n',
        "<function=edit>\n<parameter=old_str>\na\n</parameter>\n",
    ],
)
def test_the_call_of_a_tool_between_tags_is_told(lines: str) -> None:
    (warning,) = warnings_of(lines)

    assert "looks like the call of a tool that edits files" in warning


@pytest.mark.parametrize("lines", ["-x = 1\n+x = 2\n", "2c2\n< a\n", "<SEARCH>\n<REPLACE>\n", "<write_to_file>\n"])
def test_nothing_of_this_is_told_beside_blocks(lines: str) -> None:
    assert warnings_of(f"a.py\n{BARE_EDIT}\nThat means:\n\n{lines}") == ()


def test_a_listing_without_a_path_is_told_once() -> None:
    assert len(warnings_of("Text.\n\n```diff\n-x = 1\n+x = 2\n```\n")) == 1


def test_nothing_of_this_is_read() -> None:
    assert blocks_of("a.py\n-x = 1\n+x = 2\n2c2\n< a\n<SEARCH>\na\n</SEARCH>\n<REPLACE>\nb\n</REPLACE>\n") == []
