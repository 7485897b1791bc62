"""Putting one change of a file into another version of it: exactly that change, at its one place, or nothing."""

import pytest

from guillemet.engine.diff.transfer import transfer


@pytest.mark.parametrize(
    ("before", "after", "onto", "expected"),
    [
        ("a\nmine\nb\n", "a\nmine\nB\n", "a\nb\n", "a\nB\n"),  # below an added line
        ("a\nmine\nb\n", "A\nmine\nb\n", "a\nb\n", "A\nb\n"),  # above an added line
        ("a\nmine\nb\n", "a\nmine\nnew\nb\n", "a\nb\n", "a\nnew\nb\n"),  # added right after an added line
        ("a\nmine\nc\n", "a\nmine\nC\n", "a\nb\nc\n", "a\nb\nC\n"),  # below a changed line
        ("a\nc\n", "a\nC\n", "a\nb\nc\n", "a\nb\nC\n"),  # below a removed line
        ("a\nb\nc\n", "a\nnew\nb\nc\n", "a\nb\nC\n", "a\nnew\nb\nC\n"),  # added far above a changed line
        ("a\nb\nc\n", "a\nb\nnew\nc\n", "A\nb\nc\n", "A\nb\nnew\nc\n"),  # added far below one
        ("a\nb", "a\nB", "mine\na\nb", "mine\na\nB"),  # without a final newline
    ],
)
def test_a_change_beside_other_changes_goes_in_alone(before: str, after: str, onto: str, expected: str) -> None:
    assert transfer(before.encode(), after.encode(), onto.encode()) == expected.encode()


@pytest.mark.parametrize(
    ("before", "after", "onto"),
    [
        ("a\nmine\n", "a\nMINE\n", "a\nb\n"),  # a line that is another one there
        ("a\nmine\n", "a\n", "a\n"),  # a line that is not there
        ("a\nc\n", "a\nnew\nc\n", "a\nb\nc\n"),  # before or after b
        ("a\nc\n", "a\nb\nC\n", "a\nb\nc\n"),  # b may be a part of the change
        ("a\nmine\nmine too\n", "a\nmine\nnew\nmine too\n", "a\nb\nc\n"),  # inside a changed run
        ("a\nb", "a\nb\nnew\n", "a\nb\nc"),  # the line before has no ending
        ("a\nb\n", "a\nB\0\n", "a\nb\nc\n"),  # no text
        ("a\nb\n", "a\nB\n", "a\nb\nc\0\n"),
    ],
)
def test_a_change_of_other_lines_or_without_one_place_is_refused(before: str, after: str, onto: str) -> None:
    assert transfer(before.encode(), after.encode(), onto.encode()) is None
