"""The rows both looks are made of."""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.document import document_of
from guillemet.engine.diff.row_builder import diff_rows
from guillemet.engine.diff.rows import ChosenLines, DiffRow, DiffRows, FoldState, RowKind, Unfolding
from guillemet.engine.review import FileTexts
from guillemet.settings import WhiteSpace

OPEN = FoldState(is_all_open=True)
HUNDRED = [str(number) for number in range(100)]
NUMBERS = [str(number) for number in range(20)]


def content(before: list[str], after: list[str], white_space: WhiteSpace = WhiteSpace.ALL) -> DiffContent:
    texts = FileTexts("a.txt", "".join(f"{x}\n" for x in before), "".join(f"{x}\n" for x in after))
    return prepare(texts, white_space=white_space)


def side_by_side(made: DiffContent, folding: FoldState | None = None) -> DiffRows:
    files = document_of(made).spans
    return diff_rows(made, files=files, folding=folding or FoldState())


def unified(made: DiffContent, folding: FoldState | None = None) -> DiffRows:
    files = document_of(made).spans
    return diff_rows(made, files=files, folding=folding or FoldState(), is_unified=True)


def lines_of(chosen: Iterable[ChosenLines]) -> list[tuple[str, int]]:
    """Return the old and new lines that are chosen."""
    sides = [(side, part) for _, lines in chosen for side, part in (("old", lines.old), ("new", lines.new))]
    return [(side, line) for side, part in sides for line in range(part.start, part.stop)]


def words(fold: DiffRow) -> str:
    return f"{fold.count} lines"


def re_indented() -> DiffContent:
    """Return lines of which the eleventh is another, and three below it are indented."""
    after = [*NUMBERS[:10], "other", *NUMBERS[11:14], *(f"  {line}" for line in NUMBERS[14:17]), *NUMBERS[17:]]
    return content(NUMBERS, after, WhiteSpace.NONE)


def changed_at(*places: int) -> DiffContent:
    return content(NUMBERS, [f"line {x}" if int(x) in places else x for x in NUMBERS])


def test_context_of_three_lines_stands_on_both_sides_of_a_hunk() -> None:
    rows = list(side_by_side(changed_at(10)))

    assert [row.kind for row in rows] == [
        RowKind.FOLD, *[RowKind.SAME] * 3, RowKind.CHANGED, *[RowKind.SAME] * 3, RowKind.FOLD,
    ]  # fmt: skip


def test_a_fold_says_how_many_lines_it_hides() -> None:
    rows = side_by_side(changed_at(10))

    assert (rows[0].count, rows[len(rows) - 1].count) == (7, 6)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_no_fold_hides_fewer_lines_than_four(count: int) -> None:
    rows = side_by_side(changed_at(count + 3, 2 * count + 10))

    folds = [row.count for row in rows if row.kind is RowKind.FOLD and (row.old or 0) < 2 * count + 10]
    assert folds == [count, count] * (count == 4)
    assert (rows[0] == DiffRow(RowKind.SAME, old=0, new=0, gap=0)) is (count < 4)


def test_an_opened_gap_shows_its_lines_and_leaves_the_others_folded() -> None:
    rows = list(side_by_side(changed_at(10), FoldState(opened=frozenset({0}))))

    assert [row.old for row in rows[:10]] == list(range(10))
    assert rows[-1].kind is RowKind.FOLD


def test_a_step_of_unfolding_shows_lines_at_both_ends_of_a_fold() -> None:
    made = content(HUNDRED, ["first", *HUNDRED[1:-1], "last"])
    rows = side_by_side(made)
    fold = next(row for row in rows if row.kind is RowKind.FOLD)

    rows = side_by_side(made, FoldState().unfolded(fold))

    assert [(row.old, row.count) for row in rows if row.kind is RowKind.FOLD] == [(24, 98 - 46)]


@pytest.mark.parametrize(
    ("how", "start", "left"), [(Unfolding.TOP, 24, 72), (Unfolding.BOTTOM, 4, 72), (Unfolding.ENDS, 24, 52)]
)
def test_a_step_shows_lines_at_the_end_that_is_asked_for(how: Unfolding, start: int, left: int) -> None:
    made = content(HUNDRED, ["first", *HUNDRED[1:-1], "last"])
    fold = next(row for row in side_by_side(made) if row.kind is RowKind.FOLD)
    folding = FoldState().unfolded(fold, how)

    rows = side_by_side(made, folding)

    [now] = [row for row in rows if row.kind is RowKind.FOLD]
    assert (now.old, now.count) == (start, left)
    assert rows.rest_of(fold, how) == (None if how is Unfolding.ENDS else list(rows).index(now))


def test_at_the_start_of_a_file_a_step_shows_the_lines_above_the_change() -> None:
    made = content(HUNDRED, [*HUNDRED[:-1], "last"])

    rows = list(side_by_side(made, FoldState().unfolded(side_by_side(made)[0])))

    assert [(row.kind, row.count, row.old) for row in rows[:2]] == [(RowKind.FOLD, 76, 0), (RowKind.SAME, 0, 76)]


def test_steps_end_when_the_fold_is_small() -> None:
    made = content(HUNDRED, [*HUNDRED[:-1], "last"])
    folding = FoldState()

    for _ in range(5):
        fold = next((row for row in side_by_side(made, folding) if row.kind is RowKind.FOLD), None)
        folding = folding if fold is None else folding.unfolded(fold)

    assert len(side_by_side(made, folding)) == 100


def test_a_fold_is_opened_whole_where_that_is_asked_for() -> None:
    made = content(HUNDRED, [*HUNDRED[:-1], "last"])

    assert len(side_by_side(made, FoldState().unfolded(side_by_side(made)[0], Unfolding.WHOLE))) == 100


@pytest.mark.parametrize("look", [side_by_side, unified])
def test_lines_that_differ_in_ignored_white_space_are_a_fold_that_opens(look: "Look") -> None:
    made = re_indented()
    folded = next(row for row in look(made) if row.kind is RowKind.FOLD and row.hunk is not None)

    opened = [row for row in look(made, FoldState().unfolded(folded)) if row.hunk == folded.hunk]

    assert (folded.hunk, folded.count, made.ignored, made.added) == (1, 3, 3, 1)
    assert [row.new for row in opened if row.new is not None] == [14, 15, 16]


def test_more_context_shows_more_lines() -> None:
    assert side_by_side(changed_at(10), FoldState(context=5))[0].count == 5


def test_no_context_shows_the_hunks_and_folds_only() -> None:
    kinds = [row.kind for row in side_by_side(changed_at(10), FoldState(context=0))]

    assert kinds == [RowKind.FOLD, RowKind.CHANGED, RowKind.FOLD]


def test_unified_rows_show_the_removed_lines_above_the_added_ones() -> None:
    rows = [row for row in unified(changed_at(5, 6)) if row.hunk is not None]

    assert [(row.kind.name, row.old, row.new) for row in rows] == [
        ("REMOVED", 5, None), ("REMOVED", 6, None), ("ADDED", None, 5), ("ADDED", None, 6),
    ]  # fmt: skip


def test_unified_rows_name_the_line_they_are_compared_with() -> None:
    rows = [row for row in unified(changed_at(5, 6)) if row.hunk is not None]

    assert [row.partner for row in rows] == [5, 6, 5, 6]


@given(lines := st.lists(st.sampled_from(["one = 1", "one = 2", "two = 2", "", "other"]), max_size=7), lines)
def test_rows_of_one_column_choose_the_lines_that_stand_beside_each_other(before: list[str], after: list[str]) -> None:
    made = content(before, after)
    beside, column = side_by_side(made, OPEN), unified(made, OPEN)

    for first, last in ((a, b) for b in range(len(column)) for a in range(b + 1)):
        chosen = {one for row in range(first, last + 1) for one in lines_of(column.changed_in(range(row, row + 1)))}
        assert {*lines_of(column.changed_in(range(first, last + 1)))} == chosen
    for at, row in enumerate(column):
        line, is_old = (row.old, True) if row.new is None else (row.new, False)
        assert line is not None
        same = beside.row_of(line, is_old=is_old)
        assert same is not None
        shown = range(same, same + 1)
        assert lines_of(column.changed_in(range(at, at + 1))) == lines_of(beside.changed_in(shown))


def test_an_added_line_has_an_empty_left_side() -> None:
    rows = list(side_by_side(content(["a", "b"], ["a", "x", "b"])))

    assert rows[1] == DiffRow(RowKind.ADDED, new=1, hunk=0)


def test_the_documents_hold_a_line_for_every_row() -> None:
    made = content(["a", "b"], ["a", "x", "b"])

    assert side_by_side(made).lines(made.old.shown, made.new.shown, fold=words) == (["a", "", "b"], ["a", "x", "b"])


def test_equal_texts_fold_into_one_row() -> None:
    assert list(side_by_side(content(NUMBERS, NUMBERS))) == [DiffRow(RowKind.FOLD, old=0, new=0, gap=0, count=20)]


def test_rows_of_a_hundred_thousand_lines_keep_nothing_for_each_unchanged_line() -> None:
    lines = [f"value {number}" for number in range(100_000)]
    made = content(lines, [*lines[:50_000], "changed", *lines[50_001:]])

    assert len(side_by_side(made, OPEN).runs) == 3


Look = Callable[..., DiffRows]
LOOKS = st.sampled_from([side_by_side, unified])
LINES = st.lists(st.sampled_from(["a", "b", " b", "return value", "return values"]), max_size=14)
WAYS = st.sampled_from(WhiteSpace)


@given(LINES, LINES, LOOKS, st.integers(0, 4), WAYS)
def test_every_shown_line_is_found_in_its_row(
    old: list[str], new: list[str], look: Look, context: int, way: WhiteSpace
) -> None:
    rows = look(content(old, new, way), FoldState(context=context))

    for index, row in enumerate(rows):
        if row.kind is RowKind.FOLD:
            assert row.new is not None
            assert rows.row_of(row.new, is_old=False) is None
            assert rows.fold_of(row.new, is_old=False) == index
            continue
        assert row.old is None or rows.row_of(row.old, is_old=True) == index
        assert row.new is None or rows.row_of(row.new, is_old=False) == index


@given(LINES, LINES, LOOKS, WAYS)
def test_opened_rows_show_every_line_of_both_texts_in_order(
    old: list[str], new: list[str], look: Look, way: WhiteSpace
) -> None:
    rows = look(content(old, new, way), OPEN)

    assert [row.old for row in rows if row.old is not None] == list(range(len(old)))
    assert [row.new for row in rows if row.new is not None] == list(range(len(new)))


@given(LINES, LINES, LOOKS, WAYS)
def test_the_document_holds_a_line_for_every_row(old: list[str], new: list[str], look: Look, way: WhiteSpace) -> None:
    made = content(old, new, way)
    rows = look(made)

    left, _ = rows.lines(made.old.shown, made.new.shown, fold=words)

    assert len(left) == len(rows)
