"""Blocks that were moved within a file and between files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.diff.moves import ChangedFile, Move, MoveEnd, changed_file, find_moves, moved_lines
from guillemet.engine.review import FileTexts

REPORT = ["def report(sales, currency):", "    for sale in sales:", "        print(sale)", ""]
OTHERS = [f"value_{number} = {number}" for number in range(12)]


def file(path: str, old: list[str], new: list[str]) -> ChangedFile:
    return changed_file(FileTexts(path, *("".join(f"{line}\n" for line in lines) for lines in (old, new))))


def test_a_block_that_moved_to_another_file_is_found() -> None:
    files = file("a.py", [*OTHERS, *REPORT], OTHERS), file("b.py", ["import sys"], ["import sys", *REPORT])

    assert find_moves(files) == (Move("a.py", 12, "b.py", 1, 3),)


def test_a_block_that_moved_down_in_its_file_is_found() -> None:
    old, new = [*REPORT, *OTHERS], [*OTHERS, *REPORT]

    assert find_moves([file("a.py", old, new)]) == (Move("a.py", 0, "a.py", 12, 3),)


def test_a_block_that_is_indented_as_a_whole_is_the_same() -> None:
    into = ["class Shop:", *(f"    {line}" if line else "" for line in REPORT)]

    assert find_moves([file("a.py", REPORT, []), file("b.py", ["class Shop:"], into)]) == (
        Move("a.py", 0, "b.py", 1, 3),
    )


def test_a_block_one_line_of_which_is_indented_otherwise_is_another() -> None:
    other = [REPORT[0], REPORT[1], REPORT[2].strip()]

    moves = find_moves([file("a.py", REPORT, []), file("b.py", [], other)])

    assert [move.count for move in moves] == [2]


@pytest.mark.parametrize(
    "lines",
    [["else:", "return", "pass"], ["}", "", "}", "", ")", "};"] * 9, ["x = 1", "y = 2"], ["", "", "", ""]],
)
def test_what_stands_everywhere_is_not_moved(lines: list[str]) -> None:
    assert find_moves([file("a.py", lines, []), file("b.py", [], lines)]) == ()


def test_one_long_line_is_enough() -> None:
    line = ["raise ValueError(f'the price of {item} is negative: {price}')"]

    assert find_moves([file("a.py", line, []), file("b.py", [], line)]) == (Move("a.py", 0, "b.py", 0, 1),)


def test_lines_that_are_indented_where_they_stand_are_not_moved() -> None:
    after = ["if sales:", *(f"    {line}" if line else "" for line in REPORT)]

    assert find_moves([file("a.py", REPORT, after)]) == ()


def test_a_block_that_was_added_twice_is_moved_once_and_to_where_more_of_it_stands() -> None:
    files = file("a.py", REPORT, []), file("b.py", [], REPORT[:2]), file("c.py", [], REPORT)

    assert find_moves(files) == (Move("a.py", 0, "c.py", 0, 3),)


def test_each_end_knows_the_other() -> None:
    moves = [Move("a.py", 4, "b.py", 10, 2)]

    assert moved_lines(moves, "a.py") == {
        (True, 4): MoveEnd("b.py", 10, is_old=False),
        (True, 5): MoveEnd("b.py", 11, is_old=False),
    }
    assert moved_lines(moves, "b.py") == {
        (False, 10): MoveEnd("a.py", 4, is_old=True),
        (False, 11): MoveEnd("a.py", 5, is_old=True),
    }


LINES = st.lists(st.sampled_from([*REPORT, *OTHERS[:4], "}", "    " + REPORT[0]]), max_size=16)


@given(st.lists(st.tuples(LINES, LINES), max_size=3))
def test_moved_lines_are_changed_lines_equal_but_for_indentation_and_part_of_one_block(
    sides: list[tuple[list[str], list[str]]],
) -> None:
    files = {f"{number}.py": file(f"{number}.py", old, new) for number, (old, new) in enumerate(sides)}
    lines = {f"{number}.py": side for number, side in enumerate(sides)}
    removed: list[tuple[str, int]] = []
    added: list[tuple[str, int]] = []

    for move in find_moves(list(files.values())):
        for line in range(move.count):
            removed.append((move.old_path, move.old_start + line))
            added.append((move.new_path, move.new_start + line))
            old, new = lines[move.old_path][0][removed[-1][1]], lines[move.new_path][1][added[-1][1]]
            assert old.strip() == new.strip()

    assert len(set(removed)) == len(removed)
    assert len(set(added)) == len(added)
    for path, one in files.items():
        assert {at for each, at in removed if each == path} <= {
            n for h in one.hunks for n in range(h.old.start, h.old.stop)
        }
        assert {at for each, at in added if each == path} <= {
            n for h in one.hunks for n in range(h.new.start, h.new.stop)
        }


@given(LINES, LINES)
def test_every_end_leads_back(old: list[str], new: list[str]) -> None:
    one, other = file("a.py", old, new), file("b.py", new, old)
    moves = find_moves([one, other])
    ends = {path: moved_lines(moves, path) for path in ("a.py", "b.py")}

    for path, of_path in ends.items():
        for (is_old, line), end in of_path.items():
            assert ends[end.path][end.is_old, end.line] == MoveEnd(path, line, is_old=is_old)
