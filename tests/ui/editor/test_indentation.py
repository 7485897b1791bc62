"""How a file is indented."""

import pytest

from guillemet.ui.editor.indentation import unit_of


@pytest.mark.parametrize(
    ("lines", "unit"),
    [
        ("", "    "),
        ("a b c", "    "),
        ("if: |  a |  b |    c |  d", "  "),
        ("f: |    a |        b |    c", "    "),
        ("f: |\ta |\t\tb |  c", "\t"),
        ("/* | * a comment | * of C | */ |int f() { |        return 1; |}", " " * 8),
    ],
)
def test_the_unit_is_what_most_steps_are(lines: str, unit: str) -> None:
    assert unit_of(lines.split(" |") if " |" in lines else lines.split("|")) == unit
