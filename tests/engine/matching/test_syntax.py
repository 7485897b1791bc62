"""Definitions that differ from the searched ones in blanks and comments only."""

import pytest

from guillemet.engine.matching.ladder import find_likely
from guillemet.engine.matching.lines import Found, Lines, Place
from guillemet.engine.matching.syntax import places
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.outcomes import Rung
from tests.kit.cases import each

SAME = {
    "a.py": (
        "class A:\n    def f(self):\n        # why\n        a = 1\n\n        return a\n",
        "def f(self):\n    a = 1\n    return a",
    ),
    "a.js": ("x();\nfunction f(a) {\n  // why\n  return a;\n}\n", "function f(a) {\n\n  return a;\n}"),
    "a.jsx": (
        "const A = () => {\n  /* b */\n  return <b>x y</b>;\n};\n",
        "const A = () => {\n  return <b>x  y</b>;\n};",
    ),
    "a.ts": ("interface A {\n  // why\n  b: string;\n}\n", "interface A {\n\n  b: string;\n}"),
    "a.tsx": (
        "export class A {\n  // why\n  b(): number { return 1; }\n}\n",
        "export class A {\n\n  b(): number { return 1; }\n}",
    ),
    "a.go": ("package a\n\nfunc f() int {\n\t// why\n\treturn 1\n}\n", "func f() int {\n\n\treturn 1\n}"),
    "a.rs": ("fn f() -> u8 {\n    // why\n    1\n}\n", "fn f() -> u8 {\n\n    1\n}"),
    "A.java": (
        "class A {\n    int f() {\n        // why\n        return 1;\n    }\n}\n",
        "int f() {\n\n    return 1;\n}",
    ),
    "a.c": ("int f(void) {\n  /* why */\n  return 1;\n}\n", "int f(void) {\n\n  return 1;\n}"),
    "a.cpp": ("class A {\n  // why\n  int b;\n};\n", "class A {\n\n  int b;\n};"),
    "A.cs": (
        "class A {\n    int F() {\n        // why\n        return 1;\n    }\n}\n",
        "int F() {\n\n    return 1;\n}",
    ),
    "a.html": ("<ul>\n  <!-- why -->\n  <li>a b</li>\n</ul>\n", "<ul>\n  <li>a\n    b</li>\n</ul>"),
    "a.css": ("p {\n  /* why */\n  color: red;\n}\n", "p {\n\n  color: red;\n}"),
    "a.json": ('{\n  "a": {\n\n    "b": 1\n  }\n}\n', '"a": {\n  "b":\n    1\n}'),
    "a.yaml": ("a:\n  # why\n  b: 1\n", "a:\n\n  b: 1"),
    "a.sh": ("f() {\n  # why\n  echo a\n}\n", "f() {\n\n  echo a\n}"),
}


def found(path: str, file: str, searched: str) -> tuple[Place, ...]:
    return places(Lines(file.splitlines()), searched.splitlines(), path=path, effort=WorkBudget(400_000_000))


@each("path", SAME)
def test_blanks_and_comments_do_not_hide_a_definition(path: str) -> None:
    file, searched = SAME[path]

    assert len(found(path, file, searched)) == 1


def test_the_place_is_the_whole_definition() -> None:
    assert found("a.py", *SAME["a.py"]) == (Place(1, 5),)


def test_the_rung_says_so() -> None:
    file, searched = SAME["a.go"]

    answer = find_likely(file.splitlines(), searched.splitlines(), new=("func f() {}",), path="a.go")

    assert isinstance(answer, Found)
    assert answer.rung is Rung.SYNTAX


@pytest.mark.parametrize(
    ("file", "searched"),
    [
        ("def f():\n    # why\n    return 1\n", "def f():\n    return 2"),
        ("def f():\n    # why\n    if a:\n        b()\n    c()\n", "def f():\n    if a:\n        b()\n        c()"),
        ("def f():\n    # why\n    return 'a  b'\n", "def f():\n    return 'a b'"),
        ("def f():\n    # why\n    return 1\n", "def f():\n    return 1\n\ndef g():\n    return 2"),
        ("f(\n    # why\n    1,\n)\n", "f(\n    1,\n)"),
        ("def f():\n    # why\n    return (\n", "def f():\n    return ("),
    ],
)
def test_a_definition_that_says_something_else_is_not_taken(file: str, searched: str) -> None:
    assert found("a.py", file, searched) == ()


def test_a_language_without_a_grammar_skips_the_rung() -> None:
    assert found("a.txt", *SAME["a.py"]) == ()


def test_two_such_definitions_are_two_places() -> None:
    file, searched = SAME["a.go"]

    assert len(found("a.go", file + file, searched)) == 2


@pytest.mark.parametrize("file", ["", "def f(", "\0\0", "def f():\n" * 200, "\ud800 = 1\ndef f():\n    pass\n"])
def test_odd_files_are_read_without_a_word(file: str) -> None:
    assert found("a.py", file, "def f():\n    return 1") == ()
