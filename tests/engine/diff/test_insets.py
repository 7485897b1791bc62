"""Rows kept free between the lines of a document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.document import DiffDocument, DocumentFile, join
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.diff.row_builder import RowsBefore, diff_rows
from guillemet.engine.diff.rows import DiffRow, DiffRows, FoldState, RowKind
from guillemet.engine.review import DecidedRun, FileTexts, HunkState, ProposedHunk

LINES = [f"line {number}" for number in range(1, 41)]
LOOKS = pytest.mark.parametrize("is_unified", [False, True])


def changed(path: str, *numbers: int) -> DiffContent:
    after = [f"LINE {n}" if n in numbers else line for n, line in enumerate(LINES, start=1)]
    return prepare(FileTexts(path, "\n".join([*LINES, ""]), "\n".join([*after, ""])))


DOCUMENT = join(
    [DocumentFile("a", changed("a", 5, 20)), DocumentFile("unread"), DocumentFile("b", changed("b", 6, 7, 40))]
)


def rows_of(
    *insets: Inset, document: DiffDocument = DOCUMENT, is_unified: bool = False, folding: FoldState | None = None
) -> DiffRows:
    content = document.content
    return diff_rows(
        content,
        is_unified=is_unified,
        files=document.spans,
        folding=folding or FoldState(),
        has_bars=True,
        insets=list(document.anchored(insets)),
    )


def inset(path: str, line: int, *, is_old: bool = False, is_above: bool = False) -> Inset:
    return Inset(f"{path}:{line}:{is_old}:{is_above}", Place(path, is_old, line), is_above=is_above)


def around(rows: DiffRows, number: int = 0) -> tuple[DiffRow, DiffRow]:
    """Return the rows above and below an inset."""
    at = [row for row, _ in rows.inset_rows()][number]
    return rows[at - 1], rows[at + 1]


@LOOKS
@pytest.mark.parametrize("is_old", [True, False])
def test_an_inset_stands_below_or_above_its_line(*, is_unified: bool, is_old: bool) -> None:
    below, above = inset("b", 5, is_old=is_old), inset("b", 6, is_old=is_old, is_above=True)

    first = around(rows_of(below, is_unified=is_unified))[0]
    last = around(rows_of(above, is_unified=is_unified))[1]

    assert DOCUMENT.local(first).old == 5 if is_old else DOCUMENT.local(first).new == 5
    assert DOCUMENT.local(last).old == 6 if is_old else DOCUMENT.local(last).new == 6


@pytest.mark.parametrize("path", ["a", "b", "unread"])
def test_an_inset_stands_below_the_head_of_a_file(path: str) -> None:
    rows = rows_of(inset(path, -1))

    assert around(rows)[0] == DiffRow(RowKind.HEAD, file=DOCUMENT.number(path))


def test_a_file_that_is_closed_shows_insets_below_its_head_only_and_one_that_is_not_there_none() -> None:
    document = join([DocumentFile("a", changed("a", 5), is_closed=True), DocumentFile("b", changed("b", 6))])
    rows = rows_of(inset("a", -1), inset("a", 3), inset("gone", -1), document=document)

    assert [one.key for _, one in rows.inset_rows()] == [inset("a", -1).key]


def test_the_line_of_an_inset_is_not_folded_away() -> None:
    rows = rows_of(inset("a", 34))

    shown = [DOCUMENT.local(row).new for row in rows if row.has_line and DOCUMENT.file_of(row) == 0]

    assert set(range(31, 38)) <= set(shown)
    assert 28 not in shown


def test_insets_at_one_line_keep_their_order() -> None:
    first, second = (Inset(key, Place("a", is_old=False, line=4)) for key in "zy")

    assert [inset.key for _, inset in rows_of(first, second).inset_rows()] == ["z", "y"]


def test_an_inset_has_no_text_and_no_line() -> None:
    rows, content = rows_of(inset("b", 5)), DOCUMENT.content
    at = next(rows.inset_rows())[0]
    old, new = rows.lines(content.old.lines, content.new.lines, fold=lambda _: "fold")

    assert (old[at], new[at]) == ("", "")
    assert len(old) == len(rows)
    assert not rows[at].has_line
    assert not rows[at].is_changed
    assert DOCUMENT.place_of(rows[at]) == Place("b", is_old=False, line=5)


def _some_inset() -> st.SearchStrategy[Inset]:
    return st.builds(
        inset,
        st.sampled_from(["a", "b", "unread"]),
        st.integers(-1, 39),
        is_old=st.booleans(),
        is_above=st.booleans(),
    )


@LOOKS
@given(insets=st.lists(_some_inset(), max_size=8, unique_by=lambda one: one.key), is_open=st.booleans())
def test_insets_move_rows_and_change_nothing_else(insets: list[Inset], *, is_unified: bool, is_open: bool) -> None:
    folding = FoldState(is_all_open=is_open)
    rows = rows_of(*insets, is_unified=is_unified, folding=folding)
    every = list(rows)
    content = DOCUMENT.content

    assert every == [rows[at] for at in range(len(rows))]
    for at, row in enumerate(every):
        assert DOCUMENT.file_of(row) == rows.file_of(at)
        if row.has_line:
            assert row.old is None or rows.row_of(row.old, is_old=True) == at
            assert row.new is None or rows.row_of(row.new, is_old=False) == at
    for hunk in range(len(content.hunks)):
        first, height = rows.hunk_row(hunk), rows.hunk_height(hunk)
        assert [row for row in every[first : first + height] if row.inset is None] == rows.rows_of(hunk)
        assert rows.hunk_at(first) == hunk == rows.hunk_at(first + height - 1)
    assert [every[row].hunk for row, _ in rows.bar_rows()] == list(range(len(content.hunks)))
    assert all(every[head].kind is RowKind.HEAD for head in rows.heads)
    if is_open:  # else the lines of insets are shown, too
        assert [row for row in every if row.inset is None] == list(rows_of(is_unified=is_unified, folding=folding))


def with_decided(*runs: DecidedRun) -> DiffContent:
    """Return a file in which lines 5 and 22 wait, and these runs were decided."""
    content = changed("a", 5, 22)
    hunks = (ProposedHunk((0, 0), (0, 0), HunkState.ACCEPTED),) * 9
    return prepare(replace(content.texts, decided=runs, hunks=hunks))


def decided_at(line: int, *, hunk: int = 1, is_below: bool = False) -> DecidedRun:
    """Return a run above this line, counted from 1, or with its lines behind a changed one that is the line before."""
    place = (line - 1, line)
    return DecidedRun(hunk, HunkState.REJECTED, place, (line - 1 - is_below, line), "was\n", "is\n")


@LOOKS
@pytest.mark.parametrize(
    ("line", "above", "below"),
    [
        (1, None, RowKind.SAME),
        (14, RowKind.FOLD, RowKind.FOLD),
        (12, RowKind.SAME, RowKind.FOLD),
        (5, RowKind.SAME, RowKind.BAR),
        (6, RowKind.CHANGED, RowKind.SAME),
        (9, RowKind.SAME, RowKind.FOLD),
        (41, RowKind.FOLD, None),
    ],
)
def test_decided_lines_have_a_row_at_their_place_that_no_fold_hides(
    line: int, above: RowKind | None, below: RowKind | None, *, is_unified: bool
) -> None:
    document = join([DocumentFile("a", with_decided(decided_at(line))), DocumentFile("b", changed("b", 6))])

    rows = rows_of(document=document, is_unified=is_unified)

    (at, inset), *_ = rows.inset_rows()
    around = [rows[at - 1].kind, rows[at + 1].kind]
    added = RowKind.ADDED if above is RowKind.CHANGED and is_unified else above
    assert around == [added or RowKind.HEAD, below or RowKind.HEAD]
    assert document.file_of(rows[at]) == 0
    assert document.decided_hunk(rows[at]) == (1, "")
    assert inset.name == "lines of hunk 1 of 9 rejected"
    assert [row.inset for row in rows].index(inset) == at


@LOOKS
@pytest.mark.parametrize("is_removed", [True, False])
def test_decided_lines_within_a_hunk_have_their_row_where_they_were(*, is_unified: bool, is_removed: bool) -> None:
    few, many = "".join(f"{n}\n" for n in (0, 9)), "".join(f"{n}\n" for n in range(10))
    # Accepting to remove a line takes it from the old side, rejecting to add one from the new side.
    state, sides = (HunkState.ACCEPTED, (many, few)) if is_removed else (HunkState.REJECTED, (few, many))
    runs = [
        DecidedRun(1, state, *(((at, at), (1, 1)) if is_removed else ((1, 1), (at, at))), "was\n", "")
        for at in (1, 4, 4, 9)  # at both ends, too
    ]
    hunks = (ProposedHunk((1, 9), (1, 9), state | HunkState.WAITING),)
    document = join([DocumentFile("a", prepare(FileTexts("a", *sides, hunks=hunks, decided=tuple(runs))))])

    rows = rows_of(document=document, is_unified=is_unified)

    below = [next(row for row in list(rows)[at:] if row.has_line) for at, _ in rows.inset_rows()]
    assert [row.old if is_removed else row.new for row in below] == [1, 4, 4, 9]
    assert [inset for _, inset in rows.inset_rows()] == [one.inset for one in document.spans[0].decided]
    assert [document.decided_hunk(rows[at]) for at, _ in rows.inset_rows()] == [(1, "")] * 4
    assert rows.hunk_height(0) == 8 + 2


@LOOKS
@given(lines=st.lists(st.integers(1, 41), max_size=6).map(sorted), opened=st.booleans(), where=st.integers(1, 40))
def test_no_line_is_lost_beside_decided_rows_and_rows_taken_over_are_the_same(
    lines: list[int], where: int, *, is_unified: bool, opened: bool
) -> None:
    runs = [decided_at(line, hunk=number) for number, line in enumerate(lines, start=1)]
    decided = DocumentFile("b", with_decided(*runs))
    before = join([DocumentFile("a", changed("a", 5, 20)), decided])
    now = join([DocumentFile("a", with_decided(decided_at(where))), decided], like=before)
    folding = FoldState(opened=frozenset({1, 4}) if opened else frozenset())
    old = rows_of(document=before, is_unified=is_unified, folding=folding)
    like = RowsBefore(old, before.spans, *now.count_like(before))

    whole = rows_of(document=now, is_unified=is_unified, folding=folding)
    taken = diff_rows(now.content, files=now.spans, folding=folding, is_unified=is_unified, has_bars=True, like=like)

    assert list(taken) == list(whole)
    assert len(list(whole.inset_rows())) == 1 + len(lines)
    shown = [row.new for row in whole if row.new is not None and row.has_line]
    hidden = [line for row in whole if row.kind is RowKind.FOLD for line in range(row.new, row.new + row.count)]
    assert sorted([*shown, *hidden]) == list(range(80))
    assert all(whole.row_or_fold(line, is_old=False) is not None for line in range(80))
