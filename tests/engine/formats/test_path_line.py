"""Promises of path lines: decoration goes, prose stays prose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.formats.path_line import (
    files_named_in,
    path_in_info,
    seems_to_name_another,
    seems_to_speak_of_another,
    undecorate,
    undecorate_head,
)
from tests.kit.cases import each


def nothing(_path: str) -> bool:
    return False


@each(
    ("line", "path"),
    [
        ("src/app.py", "src/app.py"),
        ("  src/app.py  \n", "src/app.py"),
        ("./src/app.py", "src/app.py"),
        ("- src/app.py", "src/app.py"),
        ("* `src/app.py`", "src/app.py"),
        ("1. src/app.py", "src/app.py"),
        ("2) **src/app.py**", "src/app.py"),
        ("### src/app.py", "src/app.py"),
        ("### File: `src/app.py`", "src/app.py"),
        ("> src/app.py", "src/app.py"),
        ("File: src/app.py", "src/app.py"),
        ("Path: src/app.py", "src/app.py"),
        ("Filename: 'app.py'", "app.py"),
        ("In `src/app.py`:", "src/app.py"),
        ("**File: src/app.py**", "src/app.py"),
        ("__src/app.py__", "src/app.py"),
        ('"src/app.py"', "src/app.py"),
        ("[the app](src/app.py)", "src/app.py"),
        ("// src/app.js", "src/app.js"),
        ("# src/app.py", "src/app.py"),
        ("/* src/app.css */", "src/app.css"),
        ("<!-- src/app.html -->", "src/app.html"),
        ("src/app.py:", "src/app.py"),
        ("src/app.py,", "src/app.py"),
        ("src/app.py (new)", "src/app.py"),
        ("`src/app.py` (updated):", "src/app.py"),
        ("src/my\\_app.py", "src/my_app.py"),
        ("src\\app.py", "src\\app.py"),
        ("__init__.py", "__init__.py"),
        ("src/__init__.py", "src/__init__.py"),
        ("app/(shop)/[id]/page.tsx", "app/(shop)/[id]/page.tsx"),
        (".gitignore", ".gitignore"),
        ("Makefile", "Makefile"),
        ("bin/run", "bin/run"),
        # Unsafe paths are paths too: it is the guard that refuses them.
        ("../x", "../x"),
        ("..", ".."),
        ("/etc/passwd", "/etc/passwd"),
        ("C:\\x", "C:\\x"),
        ("C:x", "C:x"),
        ("\\\\host\\share", "\\\\host\\share"),
        ("~/.bashrc", "~/.bashrc"),
        ("....//sibling/x", "....//sibling/x"),
        (".git/config", ".git/config"),
        (".g\u200cit/config", ".g\u200cit/config"),
        ("a\x00b.py", "a\x00b.py"),
    ],
)
def test_decoration_is_taken_off_a_path(line: str, path: str) -> None:
    assert undecorate(line, nothing) == path


@each(
    "line",
    [
        "",
        "   ",
        "This adds a tax.",
        "Done.",
        "Now change src/app.py",
        "Change `src/app.py` and `src/tax.py`",
        "In the file below:",
        "python",
        "```python",
        "import os",
        "x = 1",
        "print(total)",
        "3.14",
        "v1.2.3",
        "https://example.org/a.py",
        "=======",
        "---",
        "...",
        "*" * 5_000,
        "}",
        "Ready!",
    ],
)
def test_prose_is_no_path(line: str) -> None:
    assert undecorate(line, nothing) is None


@pytest.mark.parametrize("name", ["my notes.txt", "script", "# odd.py", "**bold**"])
def test_an_existing_file_is_a_path_whatever_its_name(name: str) -> None:
    assert undecorate(f"`{name}`:", lambda path: path == name) == name


@each(
    "line",
    [
        "### File 2: src/app.py",
        "### Modified: `src/app.py`",
        "**Updated file:** src/app.py",
        "Datei: src/app.py",
        "文件：src/app.py",
        "📄 src/app.py",
        "=== src/app.py ===",
        "<src/app.py>",
        "src/app.py:41",
        "src/app.py#L4-L9",
        "`src/app.py`, lines 4-9",
        "**src/app.py** - the sum is taken",
        "src/app.py python",
        "\ufeffsrc/app.py",
        "\u200b`src/app.py`",
    ],
)
def test_an_existing_file_is_known_among_labels_and_notes(line: str) -> None:
    assert undecorate(line, lambda path: path == "src/app.py") == "src/app.py"


@pytest.mark.parametrize(
    "line",
    [
        "Now change src/app.py",
        "src/app.py needs a change",
        "src/app.py needs",
        "src/app.py and src/tax.py",
        "The file is: what src/app.py was",
        "Change it: see src/app.py",
    ],
)
def test_a_sentence_about_an_existing_file_is_no_path(line: str) -> None:
    assert undecorate(line, lambda path: path == "src/app.py") is None


def test_the_files_a_sentence_speaks_of_are_those_that_exist() -> None:
    known = {"src/app.py", "src/tax.py", "word"}

    named = files_named_in("A word on `src/app.py`, ./src/tax.py. And no.py.", lambda path: path in known)

    assert named == {"src/app.py", "src/tax.py"}


def test_a_name_with_blanks_is_no_path_when_no_such_file_exists() -> None:
    assert undecorate("my notes.txt", nothing) is None


@pytest.mark.parametrize("line", ["## src/app.py", "**src/app.py**", "`src/app.py`", "File: src/app.py"])
def test_a_section_head_names_a_path(line: str) -> None:
    assert undecorate_head(line, nothing) == "src/app.py"


@pytest.mark.parametrize("line", ["and/or", "## Why this is slow", "src/app.py", "**Note:** see below"])
def test_other_lines_are_no_section_head(line: str) -> None:
    assert undecorate_head(line, nothing) is None


@pytest.mark.parametrize("info", ["", "python", "Makefile", "asp.net", "python linenos=true"])
def test_the_language_of_a_fence_is_no_path(info: str) -> None:
    assert path_in_info(info, nothing) is None


@given(st.text())
def test_any_line_is_a_path_or_prose(line: str) -> None:
    path = undecorate(line, nothing)

    assert path is None or path.strip() == path != ""


@given(st.from_regex(r"[a-z_][a-z0-9_]{0,8}(/[a-z_][a-z0-9_]{0,8}){0,3}\.[a-z]{1,4}", fullmatch=True))
def test_a_plain_path_is_left_as_it_is(path: str) -> None:
    assert undecorate(path, nothing) == path


@pytest.mark.parametrize(
    "line",
    ["neu ö.txt", "### neu ö.txt", "**notes/neu ö.txt**:", "src/my notes", "my notes/neu", "Neue Datei: neu.txt"],
)
def test_a_short_line_like_a_name_may_name_another_file(line: str) -> None:
    assert seems_to_name_another(["shop/cart.py", line, ""], "shop/cart.py")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Now the totals:",
        "Then, in a second step, the totals are summed up in cart.new",
        "Change the client and/or the server as well",
        "We need Python 3.12",
        "The tests of cart.py",
        "Next change of shop/cart.py",
        "It ends here.",
    ],
)
def test_a_sentence_or_the_name_of_the_same_file_names_no_other_one(line: str) -> None:
    assert not seems_to_name_another([line], "shop/cart.py")


def test_a_sentence_that_does_not_name_the_file_may_speak_of_another_one() -> None:
    assert seems_to_speak_of_another(["Create a new file `shop/notes.txt` for it:"], "shop/cart.py")
    assert seems_to_speak_of_another(["Now in the script opencart:"], "shop/cart.py")
    assert not seems_to_speak_of_another(["Add to the end, e.g. of `cart.py`, since 3.12:"], "shop/cart.py")
