"""Several files joined to one document: their lines, hunks and places."""

import pytest
from msgspec.structs import replace

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.document import DiffDocument, DocumentFile, join
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.diff.row_builder import RowsBefore, diff_rows
from guillemet.engine.diff.rows import DiffRows, FoldState, RowKind, Steps
from guillemet.engine.review import FileTexts
from tests.kit.cases import each

LINES = [f"line {number}" for number in range(1, 31)]


def changed(path: str, *numbers: int) -> DiffContent:
    after = [f"LINE {n}" if n in numbers else line for n, line in enumerate(LINES, start=1)]
    return prepare(FileTexts(path, "\n".join([*LINES, ""]), "\n".join([*after, ""])))


def two_files(*, is_closed: bool = False) -> DiffDocument:
    return join([DocumentFile("a", changed("a", 5, 20), is_closed), DocumentFile("b", changed("b", 10))])


def rows_of(document: DiffDocument, folding: FoldState | None = None) -> DiffRows:
    content = document.content
    return diff_rows(content, files=document.spans, folding=folding or FoldState(), has_bars=True)


def test_the_hunks_of_all_files_follow_each_other_and_know_their_file() -> None:
    document = two_files()

    assert [document.content.new.lines[hunk.new_start] for hunk in document.content.hunks] == [
        "LINE 5",
        "LINE 20",
        "LINE 10",
    ]
    assert [document.hunk_of_file(hunk)[1] for hunk in range(3)] == [0, 1, 0]


def test_each_file_has_a_head_and_line_numbers_of_its_own() -> None:
    document = two_files()
    rows = rows_of(document)

    assert [rows[head].kind for head in rows.heads] == [RowKind.HEAD] * 2
    first = rows[rows.hunk_row(2)]
    assert document.content.new.number(first.new or 0) == 10
    assert document.local(first).new == 9
    assert rows.file_of(rows.hunk_row(2)) == 1


def test_no_fold_reaches_from_one_file_into_the_next() -> None:
    document = two_files()
    rows = rows_of(document)

    folds = [row for row in rows if row.kind is RowKind.FOLD]

    assert [(document.file_of(fold), fold.count) for fold in folds] == [(0, 8), (0, 7), (1, 6), (1, 17)]
    assert len({fold.gap for fold in folds}) == len(folds)


def test_a_closed_file_has_its_head_only() -> None:
    document = two_files(is_closed=True)
    rows = rows_of(document)

    assert [row.kind for row in rows][:3] == [RowKind.HEAD, RowKind.HEAD, RowKind.HEAD]
    assert len(document.content.hunks) == 1


def test_a_place_is_found_again_when_the_files_above_it_become_others() -> None:
    before, after = two_files(), two_files(is_closed=True)
    row = rows_of(before)[rows_of(before).hunk_row(2)]

    place = before.place_of(row)

    assert place == Place("b", is_old=False, line=9)
    assert after.line_of(place) == 9


def test_a_gap_that_was_opened_is_found_again() -> None:
    before, after = two_files(), two_files(is_closed=True)
    gaps = [row.gap for row in rows_of(before) if row.kind is RowKind.FOLD]

    assert [before.gap_at(before.place_of_gap(gap)) for gap in gaps if gap is not None] == gaps
    assert after.gap_at(before.place_of_gap(gaps[2] or 0)) == 1


def test_behind_the_last_hunk_of_a_file_comes_its_first_that_is_left_and_only_then_the_next_file() -> None:
    document = two_files()
    done = join([DocumentFile("a", changed("a")), *document.files[1:]])

    assert document.hunk_behind(Place("a", is_old=False, line=19)) == 1
    assert document.hunk_behind(Place("a", is_old=False, line=20)) == 0
    assert document.hunk_behind(Place("b", is_old=False, line=20)) == 2
    assert done.hunk_behind(Place("a", is_old=False, line=20)) == 0
    assert done.files[done.file_of_hunk(0)].path == "b"


OTHERS = {
    "one in the middle is another": [0, 9, 2, 3],
    "the first is another": [9, 1, 2, 3],
    "the last is another": [0, 1, 2, 9],
    "one is new": [0, 1, 9, 2, 3],
    "one is gone": [0, 2, 3],
    "two are others": [0, 8, 2, 9],
    "all are others": [9, 8],
    "none is left": [],
    "nothing is another": [0, 1, 2, 3],
    "one is there twice": [0, 1, 1, 2, 3],
}


@pytest.mark.parametrize("numbers", OTHERS.values(), ids=OTHERS)
def test_a_document_joined_like_another_is_as_if_it_were_joined_by_itself(numbers: list[int]) -> None:
    files = [DocumentFile(f"{n}", changed(f"{n}", 5, 20 + n), is_closed=n == 2) for n in range(10)]
    longer = prepare(FileTexts("9", "a\nb\n", "a\nB\nc\n"))
    files[9] = DocumentFile("9", longer)
    now = [files[n] for n in numbers]

    assert join(now, like=join(files[:4])) == join(now)


@each("is_unified", [False, True])
@each("now", ["abcd", "Abcd", "aBcd", "abcD", "bcd", "acd", "abc", "axbcd", "ab-d", "x", "AbcD"])
def test_rows_taken_over_from_another_document_are_as_if_they_were_made(now: str, *, is_unified: bool) -> None:
    files = {path: DocumentFile(path, changed(path, 5, 15, 25)) for path in "abcdx"}
    files |= {path.upper(): DocumentFile(path, changed(path, 15)) for path in "abcd"}
    files["-"] = replace(files["c"], is_closed=True)
    insets = [Inset("1", Place("b", is_old=True, line=19)), Inset("2", Place("d", is_old=False, line=-1))]

    def rows_with(document: DiffDocument, folding: FoldState, like: RowsBefore | None = None) -> DiffRows:
        anchored = list(document.anchored(insets))
        return diff_rows(
            document.content,
            files=document.spans,
            folding=folding,
            is_unified=is_unified,
            has_bars=True,
            insets=anchored,
            like=like,
        )

    before = join([files[path] for path in "abcd"])
    was_folded = FoldState(opened=frozenset({1, 14}), steps={9: Steps(top=2)})
    document = join([files[path] for path in now])
    folding = document.folding_like(was_folded, before)
    like = RowsBefore(rows_with(before, was_folded), before.spans, *document.count_like(before))

    assert rows_with(document, folding, like) == rows_with(document, folding)


def test_a_file_that_is_closed_takes_part_with_its_head_when_joined_like_before() -> None:
    files = [DocumentFile(f"{n}", changed(f"{n}", 5)) for n in range(3)]
    closed = [files[0], DocumentFile("1", files[1].content, is_closed=True), files[2]]

    assert join(closed, like=join(files)) == join(closed)
