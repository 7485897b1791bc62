"""How lines differ, in words."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.applying.diagnosis import differences
from tests.kit.cases import each


@each(
    ("searched", "standing", "told"),
    [
        (["a"], ["a"], ()),
        (["\ta"], ["    a"], ("tabs instead of spaces",)),
        (["    a"], ["\ta"], ("spaces instead of tabs",)),
        (["  a"], ["    a"], ("the indentation differs",)),
        (["a  b"], ["a b"], ("only blanks differ",)),
        (["a", "", "b"], ["a", "b"], ("only blank lines differ",)),
        (["a", "b", "c"], ["a", "x", "c"], ("searched line 2 differs",)),
        (["a", "b", "c", "d", "e"], ["a", "x", "y", "z", "e"], ("searched lines 2 to 4 differ",)),
        (["a", "b", "c"], ["a", "c"], ("searched line 2 is missing",)),
        (["a", "b", "c", "d", "e"], ["a", "e"], ("searched lines 2 to 4 are missing",)),
        (["a", "b"], ["a", "x", "b"], ("1 more line stands after searched line 1",)),
        (["a", "b"], ["x", "y", "a", "b"], ("2 more lines stand before searched line 1",)),
    ],
)
def test_the_difference_is_named(searched: list[str], standing: list[str], told: tuple[str, ...]) -> None:
    assert differences(searched, standing, is_file_end=False) == told


def test_a_file_that_ends_early_is_named_as_such() -> None:
    assert differences(["a", "b", "c"], ["a"], is_file_end=True) == ("the file ends before searched lines 2 and 3",)


def test_many_differences_are_counted() -> None:
    told = differences([*"a1b2c3d4e5f6g"], [*"axbxcxdxexfxg"], is_file_end=False)

    assert told[-1] == "and 2 more differences"


LINES = st.lists(st.sampled_from(["", "a", "  a", "\ta", "b"]), max_size=8)


@given(LINES, LINES)
def test_lines_that_differ_are_always_told_apart(searched: list[str], standing: list[str]) -> None:
    assert bool(differences(searched, standing, is_file_end=False)) == (searched != standing)
