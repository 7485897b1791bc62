"""Promises about listings that were given as whole files and are none."""

import pytest

from guillemet.engine.outcomes import Reason, Status
from tests.engine.applying.making import applied, whole

FILE = "import os\n\ndef total(items):\n    return 0\n"


@pytest.mark.parametrize(
    "listing",
    [
        " def total(items):\n-    return 0\n+    return sum(items)\n",
        "def total(items):\n-    return 0\n+    return sum(items)\n",
        "--- a.py\n+++ a.py\n@@ -3,2 +3,2 @@\n def total(items):\n-    return 0\n+    return sum(items)\n",
        "@@\n-    return 0\n",
    ],
)
def test_a_diff_is_no_file(listing: str) -> None:
    applier, (outcome,) = applied({"a.py": FILE}, whole("a.py", listing))

    assert outcome.reason is Reason.FILE_EXISTS
    assert "is a diff" in outcome.message
    assert applier.changed == {}


@pytest.mark.parametrize("sign", [" | ", "| ", ": ", "\t"])
def test_numbered_lines_are_no_file(sign: str) -> None:
    listing = "".join(f"{number:>3}{sign}{line}\n" for number, line in enumerate(FILE.splitlines(), start=1))

    applier, (outcome,) = applied({"a.py": FILE}, whole("a.py", listing))

    assert "its number before it" in outcome.message
    assert applier.changed == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("apples\npears\n", "- apples\n- pears\n"),
        ("- apples\n", "- apples\n+ pears\n"),
        ("1: a\n2: b\n3: c\n", "1: a\n2: b\n3: d\n"),
        ("@@ -1 +1 @@\n-a\n+b\n", "@@ -1 +1 @@\n-a\n+c\n"),
        ("a\nb\nc\n", "3: a\n1: b\n2: c\n"),
        ("<search>a</search>\n<replace>b</replace>\n", "<search>a</search>\n<replace>c</replace>\n"),
        ("<rules/>\n", "<rules>\n<search>a</search>\n<replace>b</replace>\n</rules>\n"),
        (" a\n", " a\n+ b\n"),
    ],
)
def test_files_that_hold_such_lines_are_files(old: str, new: str) -> None:
    assert applied({"a.txt": old}, whole("a.txt", new))[1][0].status is Status.APPLIED


@pytest.mark.parametrize(
    "listing",
    [
        "<SEARCH>\n    return 0\n</SEARCH>\n<REPLACE>\n    return 1\n</REPLACE>\n",
        "4c4\n<     return 0\n---\n>     return 1\n",
        "\n0a1\n> import sys\n",
        " import os\n+import sys\n \n def total(items):\n",
    ],
)
def test_an_edit_in_no_format_is_no_file(listing: str) -> None:
    applier, (outcome,) = applied({"a.py": FILE}, whole("a.py", listing))

    assert outcome.reason is Reason.FILE_EXISTS
    assert applier.changed == {}
