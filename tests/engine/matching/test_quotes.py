"""Typographic quotes at places of code, told from those in texts."""

from guillemet.engine.matching.lines import Place
from guillemet.engine.matching.quotes import straightened, straightened_at
from guillemet.engine.matching.work_budget import UNLIMITED, WorkBudget
from tests.kit.cases import each


@each(
    ("path", "line", "expected"),
    [
        ("a.py", "f(“a”)", 'f("a")'),
        ("a.py", "f(“it’s”)", 'f("it\'s")'),
        ("a.py", 'f("“a”")', None),
        ("a.py", "f()  # “a”", None),
        ("a.js", "f(`“${x}”`)", None),
        ("a.js", "f(`${g(“a”)}`)", 'f(`${g("a")}`)'),
        ("a.json", "{“a”: 1}", '{"a": 1}'),
        ("a.yml", "a: “b”", 'a: "b"'),
        ("a.yml", "a: the “b” of c", None),
        ("a.html", "<p class=“a”>“b”</p>", '<p class="a">“b”</p>'),
        ("a.rb", "puts “a”", 'puts "a"'),
        ("a.rb", "# “a”", None),
        ("a.md", "f(“a”)", None),
        ("README", "f(“a”)", None),
    ],
)
def test_quotes_of_code_become_straight_and_those_of_texts_stay(path: str, line: str, expected: str | None) -> None:
    assert straightened([line], [0], path=path, effort=UNLIMITED).get(0) == expected


def test_a_doc_string_that_began_before_the_line_is_a_text() -> None:
    lines = ["def f():", '    """Do.', "", "    return “a” or ‘b’", '    """']

    assert not straightened(lines, [3], path="a.py", effort=UNLIMITED)


def test_without_effort_the_signs_around_the_quotes_tell() -> None:
    spent = WorkBudget(0)

    assert straightened(["f(“a”)", "the “b” of c"], [0, 1], path="a.py", effort=spent) == {0: 'f("a")'}


def test_the_quotes_of_a_place_in_a_file_too_long_to_be_read_are_told_by_the_lines_around_it() -> None:
    lines = [f"value_{number} = compute({number})" for number in range(30_000)]

    new = straightened_at(Place(15_000, 1), ["value = 1 + “x”"], lines, path="a.py", effort=UNLIMITED)

    assert new == ['value = 1 + "x"']


def test_quotes_at_the_margin_of_a_long_string_stay() -> None:
    prose = ["so much is", "written here", "of the one", "and of others", "in a string"]
    lines = ['TEXT = """', *prose, '"""', *(f"value_{number} = {number}" for number in range(20))]

    new = straightened_at(Place(3, 1), ["of the “one”"], lines, path="a.py", effort=UNLIMITED)

    assert new == ["of the “one”"]
