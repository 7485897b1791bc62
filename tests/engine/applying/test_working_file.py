"""One file while blocks are applied to it: which of them changed which lines."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.applying.working_file import WorkingFile
from guillemet.engine.text import FileText

EDITS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=8)


def traced_back(file: WorkingFile, start: int, count: int) -> int | None:
    """Return who changed the lines last, found by going back through the edits."""
    end = start + count
    for edit in reversed(file.edits):
        edit_end = edit.start + edit.new_count
        if start < edit_end and edit.start < end:
            return edit.number
        if start >= edit_end:
            start, end = start - edit.new_count + edit.count, end - edit.new_count + edit.count
    return None


@given(edits=EDITS, is_made=st.booleans())
def test_the_last_block_that_changed_lines_is_known_after_any_edits(
    *, edits: list[tuple[int, int, int, bool]], is_made: bool
) -> None:
    file = WorkingFile("a.py", None if is_made else b"a\nb\nc\nd\ne\nf\ng\n")
    if is_made:
        file.create(FileText.from_bytes(b"a\nb\nc\n"), number=1)

    for number, (start, count, new_count, is_asked) in enumerate(edits, 2):
        at = min(start, len(file.lines.plain))
        file.splice(
            at, min(count, len(file.lines.plain) - at), [f"{number} {row}" for row in range(new_count)], number=number
        )
        if not is_asked:
            continue
        size = len(file.lines.plain)
        places = [(first, many) for first in range(size) for many in range(1, size - first + 1)]
        assert [file.changed_by(*one) for one in places] == [traced_back(file, *one) for one in places]


@given(edits=EDITS, start=st.integers(0, 7), count=st.integers(0, 7))
def test_lines_are_followed_to_gaps_that_no_edit_touched(
    edits: list[tuple[int, int, int, bool]], start: int, count: int
) -> None:
    file = WorkingFile("a.py", b"a\nb\nc\nd\ne\nf\ng\n")
    for number, (at, old_count, new_count, is_asked) in enumerate(edits):
        first = min(at, len(file.lines.plain))
        many = min(old_count, len(file.lines.plain) - first)
        file.splice(first, many, [f"{number} {row}" for row in range(new_count)], number=number)
        if is_asked:
            file.changed_by(0, 1)
    before, now = ["top", *(file.earlier_lines.plain if edits else "abcdefg"), "end"], ["top", *file.lines.plain, "end"]
    end = min(start + count, 7)

    near = file.counterpart(start, end)

    assert near.old_start <= start
    assert near.old_start + near.old_count >= end
    # With an unchanged line, or an end of the file, on both sides.
    assert before[near.old_start] == now[near.new_start]
    assert before[near.old_start + near.old_count + 1] == now[near.new_start + near.new_count + 1]


def test_a_file_that_moved_keeps_who_changed_its_lines() -> None:
    file, target = WorkingFile("a.py", b"a\nb\n"), WorkingFile("b.py", None)
    file.splice(1, 1, ["c"], number=1)
    assert file.changed_by(1, 1) == 1

    target.receive(file)
    target.splice(0, 0, ["d"], number=2)

    assert [target.changed_by(row, 1) for row in range(3)] == [2, None, 1]
    assert target.changed_by(1, 2) == 1
