"""Promises about the parts of a file that can be replaced one by one."""

from textwrap import dedent

import pytest

from guillemet.engine.outline.sections import Section, sections_of


def shown(path: str, text: str, *, is_part: bool = False) -> list[str]:
    """Return the sections with their first row, that of their signature and their end, members deeper."""
    return list(_rows(sections_of(path, dedent(text).splitlines(), is_part=is_part) or (), ""))


def _rows(sections: tuple[Section, ...], depth: str) -> list[str]:
    found: list[str] = []
    for one in sections:
        found += [f"{depth}{one.name or one.type} {one.above} {one.start} {one.head} {one.end}"]
        found += _rows(one.members, f"{depth}  ")
    return found


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        (
            "a.py",
            """\
            import os
            # What it costs.
            @cache
            def total(prices):
                return sum(prices)

            class Cart:
                size = 1

                def clear(self):
                    pass
            """,
            [
                "import_statement 0 0 0 1",
                "total 1 2 3 5",
                "Cart 6 6 6 11",
                "  size 7 7 7 8",
                "  clear 9 9 9 11",
            ],
        ),
        (
            "a.ts",
            """\
            /** Doc. */
            export const shown = (x: number) => {
              return x;
            };
            export class Cart {
              // Sum.
              total() {
              }
            }
            """,
            ["shown 0 1 1 4", "Cart 4 4 4 9", "  total 5 6 6 8"],
        ),
        ("a.go", "const (\n\tA = 1\n\tB = 2\n)\n\n// F.\nfunc F() {\n}\n", ["A 1 1 1 2", "B 2 2 2 3", "F 5 6 6 8"]),
        (
            "a.rs",
            "#[derive(Debug)]\nstruct P {\n}\nimpl P {\n    #[test]\n    fn new() {\n    }\n}\n",
            ["P 0 0 1 3", "P 3 3 3 8", "  new 4 4 5 7"],
        ),
        (
            "A.java",
            "@Service\nclass A {\n    @Override\n    int m() {\n        return 1;\n    }\n}\n",
            ["A 0 0 1 7", "  m 2 2 3 6"],
        ),
        (
            "a.cpp",
            "template <class T>\nT f(T a) {\n}\nclass A {\n  int m() {\n  }\n};\n",
            ["f 0 0 1 3", "A 3 3 3 7", "  m 4 4 4 6"],
        ),
        (
            "a.css",
            ".a,\n.b {\n}\n@media print {\n  .a {\n  }\n}\n",
            [".a, .b 0 0 0 3", "@media print 3 3 3 7", "  .a 4 4 4 6"],
        ),
        ("a.json", '{\n  "a": {\n    "b": 1\n  }\n}\n', ["a 1 1 1 4", "  b 2 2 2 3"]),
        ("a.yml", "a:\n  b:\n    - 1\n  c: 2\n", ["a 0 0 0 4", "  b 1 1 1 3", "  c 3 3 3 4"]),
        ("a.md", "# A\n\nText.\n\n```\n# no\n```\n## B\n", ["A 0 0 0 7", "B 7 7 7 8"]),
        ("a.html", '<main id="m">\n  <p></p>\n</main>\n', ["m 0 0 0 3"]),
    ],
)
def test_definitions_are_sections_with_their_comments_and_members(path: str, text: str, wanted: list[str]) -> None:
    assert shown(path, text) == wanted


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        ("a.ts", "total(): number {\n  return 1;\n}\n", ["total 0 0 0 3"]),
        ("A.java", "A(int b) {\n    this.b = b;\n}\n", ["A 0 0 0 3"]),
        ("a.json", '"a": {\n  "b": 1\n}\n', ["a 0 0 0 3", "  b 1 1 1 2"]),
        ("a.rs", "fn new(&self) {\n}\n", ["new 0 0 0 2"]),
    ],
)
def test_members_that_are_shown_alone_are_sections(path: str, text: str, wanted: list[str]) -> None:
    assert shown(path, text, is_part=True) == wanted


def test_a_part_with_an_error_and_an_unknown_language_have_no_sections() -> None:
    assert sections_of("a.py", ["def f(:"], is_part=True) is None
    assert sections_of("a.unknown", ["def f():"]) is None
    assert sections_of("a.md", ["no heading"]) == ()
    assert not any(one.above < 0 for one in sections_of("a.ts", ["};", "try {", "  use(1);"], is_part=True) or ())
