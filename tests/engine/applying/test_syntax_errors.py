"""A file that parsed before and does not any more."""

import pytest

from guillemet.engine.applying.flags import breaks_syntax, is_new_and_wrong
from guillemet.engine.matching.work_budget import WorkBudget

PLENTY = 1_000_000_000


def breaks(path: str, before: str, after: str, steps: int = PLENTY) -> bool:
    return breaks_syntax(path, before.splitlines(), after.splitlines(), effort=WorkBudget(steps))


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.json", "{}", "{}}"),
        ("a.json", '{"a": 1}', '{"a": 1'),
        ("a.py", "def f():\n    return (1)\n", "def f():\n    return (1\n"),
        ("a.ts", "class A {\n  f() {}\n}\n", "class A {\n  f() {}\n"),
    ],
)
def test_a_bracket_too_many_or_too_few_breaks_a_file(path: str, before: str, after: str) -> None:
    assert breaks(path, before, after)


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.json", "{}", '{"a": 1}'),
        ("a.json", "{}}", '{"a": 1}}'),
        ("a.json", "", "{}}"),
        ("a.txt", "{}", "{}}"),
        ("a.tsx", "const a = <p>x</p>;", "const a = <p>x & y</p>;"),
    ],
)
def test_what_parses_or_did_not_before_or_has_no_grammar_is_not_broken(path: str, before: str, after: str) -> None:
    assert not breaks(path, before, after)


def test_without_effort_left_nothing_is_told() -> None:
    assert not breaks("a.json", "{}", "{}}", steps=0)


@pytest.mark.parametrize(("text", "is_wrong"), [('X = """\n', True), ("x = 1\n", False), ("x = {{ y }} {\n", False)])
def test_a_new_file_that_does_not_parse_is_wrong_unless_it_is_a_template(text: str, *, is_wrong: bool) -> None:
    assert is_new_and_wrong("a.py", text.splitlines(), effort=WorkBudget(PLENTY)) is is_wrong
