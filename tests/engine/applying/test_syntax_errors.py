"""A file that parsed before and does not any more."""

import pytest

from guillemet.engine.applying.flags import breaks_syntax, is_new_and_wrong
from guillemet.engine.applying.working_file import Edit
from guillemet.engine.matching.work_budget import WorkBudget

PLENTY = 1_000_000_000


def breaks(path: str, before: str, after: str, steps: int = PLENTY) -> bool:
    old, new = before.splitlines(), after.splitlines()
    edit = Edit(1, 0, len(old), len(new))
    return breaks_syntax(path, old, new, edit=edit, effort=WorkBudget(steps))


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


def test_a_long_file_is_broken_by_an_edit_that_parts_what_belongs_together() -> None:
    lines = [line for number in range(50) for line in (f"def f_{number}():", f"    return {number}", "")]
    tried, rescued = ["try:", "    a = 1"], ["except ValueError:", "    a = 2"]
    before, after = [*lines, *tried, *rescued, *lines], [*lines, "a = 1", *rescued, *lines]
    edit = Edit(1, len(lines), len(tried), 1)

    assert breaks_syntax("a.py", before, after, edit=edit, effort=WorkBudget(PLENTY))


def test_without_effort_left_nothing_is_told() -> None:
    assert not breaks("a.json", "{}", "{}}", steps=0)


@pytest.mark.parametrize(("text", "is_wrong"), [('X = """\n', True), ("x = 1\n", False), ("x = {{ y }} {\n", False)])
def test_a_new_file_that_does_not_parse_is_wrong_unless_it_is_a_template(text: str, *, is_wrong: bool) -> None:
    assert is_new_and_wrong("a.py", text.splitlines(), effort=WorkBudget(PLENTY)) is is_wrong


def test_an_edit_inside_a_text_of_many_lines_is_judged_by_the_whole_file() -> None:
    # The lines around it do not parse alone, neither before nor after.
    text = ['TEXT = """', *["words (of it and more"] * 30, '"""', "", *[f"x{number} = 1" for number in range(100)]]
    edit = Edit(1, 29, 3, 1)
    broken = [*text[:29], "other words", *text[32:]]

    assert breaks_syntax("a.py", text, broken, edit=edit, effort=WorkBudget(PLENTY))
