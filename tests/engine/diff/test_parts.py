"""Promises of taking some of the changed lines of a file and leaving the others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.diff.lines import changed, together
from guillemet.engine.diff.parts import choose, edited
from guillemet.engine.diff.parts import part_of as part_of_hunks
from guillemet.engine.diff.words import pair_lines
from guillemet.engine.errors import EncodingError
from guillemet.engine.review import Part
from guillemet.engine.text import FileText
from guillemet.settings import WhiteSpace
from tests.kit.cases import each

LINES = st.lists(st.tuples(st.sampled_from(["a", "b", "c", "é", ""]), st.sampled_from(["\n", "\r\n"])), max_size=8)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    text = "".join(line + ending for line, ending in draw(LINES))
    return text.removesuffix("\n").encode() if draw(st.booleans()) else text.encode()


def part(old: str = "", new: str = "") -> Part:
    """Return the part with these lines, written as "1-3,7": from 1, both ends in."""
    return Part(*(tuple(_range(one) for one in ranges.split(",") if one) for ranges in (old, new)), "")


def _range(written: str) -> tuple[int, int]:
    first, _, last = written.partition("-")
    return int(first) - 1, int(last or first)


def whole(data: bytes) -> str:
    return FileText.from_bytes(data).whole


def part_of(data: st.DataObject, before: bytes, after: bytes) -> Part:
    """Draw changed lines, at least one of them."""
    hunks = changed(whole(before), whole(after))
    lines = [
        (side, line) for hunk in hunks for side in (0, 1) for line in range(*(hunk.old, hunk.new)[side].indices(99))
    ]
    chosen = data.draw(st.lists(st.sampled_from(lines), min_size=1, unique=True))
    sides = [tuple((line, line + 1) for side, line in chosen if side == which) for which in (0, 1)]
    return Part(sides[0], sides[1], "")


@pytest.mark.parametrize(
    ("chosen", "taken", "left"),
    [
        (part("2", "2"), "a\nB\nc\nd\n", "a\nb\nC\nd\n"),
        (part("2-3"), "a\nd\n", "a\nb\nc\nB\nC\nd\n"),
        (part(new="2-3"), "a\nb\nc\nB\nC\nd\n", "a\nd\n"),
        (part("2"), "a\nc\nd\n", "a\nb\nB\nC\nd\n"),
        (part("1-4", "1-4"), "a\nB\nC\nd\n", "a\nb\nc\nd\n"),
        (part("1,4", "4"), "a\nb\nc\nd\n", "a\nB\nC\nd\n"),
    ],
    ids=["one of two lines", "removals", "additions", "one removal", "all", "nothing that changed"],
)
def test_the_chosen_lines_are_taken_and_all_others_left(chosen: Part, taken: str, left: str) -> None:
    found = choose(b"a\nb\nc\nd\n", b"a\nB\nC\nd\n", chosen)

    assert (found.taken.decode(), found.left.decode()) == (taken, left)


@each("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@each("ending", ["\n", "\r\n", "\r"])
def test_bytes_stay_in_every_encoding(encoding: str, ending: str) -> None:
    def written(lines: str) -> bytes:
        return "".join(f"{line}{ending}" for line in lines.split()).encode(encoding)

    found = choose(written("café b naïve d"), written("café B naïve D"), part("2", "2"))

    assert (found.taken, found.left) == (written("café B naïve d"), written("café b naïve D"))


def test_lines_of_an_encoding_that_no_guess_agrees_on_keep_their_bytes() -> None:
    before, after = b"\xff\n\xe9\nx\n", b"\xff\n\xe9\ny\n" + "привет как дела\n".encode("koi8_r") * 9

    assert choose(before, after, part("3", "3")).taken == b"\xff\n\xe9\ny\n"


@pytest.mark.parametrize(
    ("before", "after", "chosen", "taken"),
    [
        (b"a\nb", b"a\nb\nc\n", part(new="3"), b"a\nb\nc\n"),
        (b"a\r\nb", b"a\r\nb\r\nc", part(new="3"), b"a\r\nb\r\nc"),
        (b"b", b"x\nc", part(new="1"), b"b\nx\n"),
        (b"a\nb\nc\n", b"a\nb", part("3"), b"a\nb\n"),
        (b"a\nb\n", b"a\nb", part("2", "2"), b"a\nb"),
    ],
)
def test_lines_never_run_together_where_a_newline_is_missing(
    before: bytes, after: bytes, chosen: Part, taken: bytes
) -> None:
    assert choose(before, after, chosen).taken == taken


def test_a_new_file_is_taken_in_part_with_its_mark() -> None:
    found = choose(b"", "a\nb\nc\n".encode("utf-8-sig"), part(new="2"))

    assert (found.taken, found.left) == ("b\n".encode("utf-8-sig"), "a\nc\n".encode("utf-8-sig"))


def test_a_mark_that_goes_or_comes_is_chosen_with_the_first_line_on_the_side_that_has_it() -> None:
    mark, old, new = b"\xef\xbb\xbf", b"a\nb\nc\n", b"a\nb\nC\n"
    goes, comes = (mark + old, new), (old, mark + new)

    assert choose(*goes, part("3", "3")).taken == mark + new
    assert choose(*goes, part("3", "3")).left == old
    assert choose(*goes, part("1", "1")).taken == old
    assert choose(*goes, part("1,3", "1,3")).taken == new
    assert choose(*comes, part("3", "3")).taken == new
    assert choose(*comes, part("3", "3")).left == mark + old
    assert choose(*comes, part("1", "1")).taken == mark + old
    assert choose(*comes, part("1,3", "1,3")).left == old
    assert choose(*comes, part("1", "1")).lines == 1


def test_two_encodings_of_which_one_is_utf_16_are_not_mixed() -> None:
    with pytest.raises(EncodingError, match="whole file"):
        choose(b"a\nb\n", "a\nB\n".encode("utf-16"), part("2", "2"))


def test_hunks_and_lines_are_counted_a_replaced_line_once() -> None:
    before, after = b"a\nb\nc\nd\ne\n", b"A\nb\nC\nd\nE\nF\n"

    found, in_part = choose(before, after, part("1,3", "1,3")), choose(before, after, part("1,5", "6"))

    assert (found.hunks, found.lines, found.are_whole_hunks) == (2, 2, True)
    assert (in_part.hunks, in_part.lines, in_part.are_whole_hunks) == (2, 3, False)


BLANKS = st.lists(st.sampled_from(["a", "a ", " a", "b", "B", "", "", " "]), max_size=9).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@given(BLANKS, BLANKS, st.sampled_from(WhiteSpace))
def test_each_hunk_is_taken_and_left_as_it_is_shown_whatever_white_space_counts(
    before: str, after: str, way: WhiteSpace
) -> None:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)

    hunks = changed(before, after, white_space=way)
    for at, hunk in enumerate(hunks):
        found = choose(before.encode(), after.encode(), part_of_hunks([hunk], "", way))

        assert found.taken.decode() == "".join([*old[: hunk.old.start], *new[hunk.new], *old[hunk.old.stop :]])
        assert found.left.decode() == "".join([*new[: hunk.new.start], *old[hunk.old], *new[hunk.new.stop :]])
        whole = together(hunks, at)
        assert (found.hunks, found.are_whole_hunks) == (1, len(whole) == 1)
        wholly = choose(before.encode(), after.encode(), part_of_hunks([hunks[one] for one in whole], "", way))
        assert (wholly.hunks, wholly.are_whole_hunks) == (1, True)


def test_replaced_lines_stay_above_the_removed_ones_below_them() -> None:
    old, new = ["f = open(p)", "    dump(x, f)", "f.close()"], ["with open(p) as f:", "    dump(x, file)"]
    before, after = ("".join(f"{line}\n" for line in lines).encode() for lines in (old, new))

    assert choose(before, after, part("1-2", "1-2")).taken.decode().splitlines() == [*new, "f.close()"]
    assert choose(before, after, part("3")).left.decode().splitlines() == [*new, "f.close()"]


CODE = st.lists(
    st.sampled_from(
        ["f = open(p)", "with open(p) as f:", "    dump(x, f)", "dump(x)", "f.close()", "return 0", "n = 0"]
    ),
    min_size=1,
    max_size=5,
    unique=True,
)


@given(CODE, CODE, st.data())
def test_rows_are_taken_and_left_where_they_are_shown(old: list[str], new: list[str], data: st.DataObject) -> None:
    before, after = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    taken, left, of_old, of_new, at = list[str](), list[str](), list[int](), list[int](), 0
    for hunk in changed(before, after):
        taken += old[at : hunk.old_start]
        left += old[at : hunk.old_start]
        at = hunk.old.stop
        for a, b in pair_lines(old[hunk.old], new[hunk.new]):
            removed = [] if a is None else [hunk.old_start + a]
            added = [] if b is None else [hunk.new_start + b]
            is_chosen = data.draw(st.booleans())
            of_old += removed * is_chosen
            of_new += added * is_chosen
            sides = [old[line] for line in removed], [new[line] for line in added]
            taken += sides[is_chosen]
            left += sides[not is_chosen]
    part = Part(*(tuple((line, line + 1) for line in lines) for lines in (of_old, of_new)), "")

    found = choose(before.encode(), after.encode(), part)

    assert found.taken.decode().split("\n") == [*taken, *old[at:], ""]
    assert found.left.decode().split("\n") == [*left, *old[at:], ""]


@given(files(), files(), st.data())
def test_parts_taken_one_after_the_other_come_to_the_whole_file(
    before: bytes, after: bytes, data: st.DataObject
) -> None:
    for _ in range(40):
        if whole(before) == whole(after):
            break
        chosen = part_of(data, before, after)
        now = choose(before, after, chosen).taken
        if now == before:  # a missing newline that nothing but the next line brings
            now = choose(before, after, part("1-99", "1-99")).taken
        before = now

    assert before == after


@given(files(), files(), st.data())
def test_parts_left_one_after_the_other_come_to_the_file_as_it_was(
    before: bytes, after: bytes, data: st.DataObject
) -> None:
    for _ in range(40):
        if whole(before) == whole(after):
            break
        chosen = part_of(data, before, after)
        now = choose(before, after, chosen).left
        if now == after:
            now = choose(before, after, part("1-99", "1-99")).left
        after = now

    assert after == before


@given(files(), files(), st.data())
def test_what_is_taken_of_what_is_left_is_nothing(before: bytes, after: bytes, data: st.DataObject) -> None:
    if whole(before) != whole(after):
        found = choose(before, after, part_of(data, before, after))

        everything = part("1-99", "1-99")
        assert choose(before, found.taken, everything).taken == found.taken
        assert choose(found.left, after, everything).left == found.left


@pytest.mark.parametrize(
    ("data", "text", "saved"),
    [
        (b"a\r\nb\r\n", "a\nB\nx\n", b"a\r\nB\r\nx\r\n"),
        (b"a\nb\r\nc\n", "a\nb\nC\n", b"a\nb\r\nC\n"),
        (b"a\nb", "a\nB", b"a\nB"),
        (b"a\nb", "a\nb\n", b"a\nb\n"),
        (b"a\nb\n", "a\nb", b"a\nb"),
        ("é\nb\n".encode("utf-16"), "é\nc\n", "é\nc\n".encode("utf-16")),
        (b"\xe9\nb\n", "é\nü\n", b"\xe9\n\xfc\n"),
        (b"a\rb\nc\n", "a\nb\nC\n", b"a\rb\nC\n"),
        (b"a\n", "", b""),
        (b"", "a\n", b"a\n"),
    ],
)
def test_an_edit_keeps_endings_and_encoding(data: bytes, text: str, saved: bytes) -> None:
    assert edited(data, text) == saved


def test_an_edit_with_characters_that_the_encoding_lacks_is_refused() -> None:
    with pytest.raises(EncodingError, match="cannot hold"):
        edited(b"\xe9\n", "é ≠\n")
