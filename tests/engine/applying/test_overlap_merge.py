"""Blocks whose lines an earlier block of the same reply changed."""

import pytest

from guillemet.engine.applying import ApplyOptions
from guillemet.engine.blocks import FormatName
from guillemet.engine.outcomes import Reason, Rung, Status
from guillemet.settings import Strictness
from tests.engine.applying.making import applied, edit, move

TEXT = "one = 1\ntwo = 2\nthree = 3\nfour = 4\nfive = 5\nsix = 6\n"
FIRST = edit("a.py", "one = 1\ntwo = 2", "one = 1\ntwo = 22", number=1)
LATER = edit("a.py", "two = 2\nthree = 3\nfour = 4", "two = 2\nthree = 3\nfour = 44", number=2)
CLASHING = edit("a.py", "two = 2\nthree = 3", "two = 222\nthree = 3", number=2)


def test_changes_apart_are_merged_and_the_merge_asks() -> None:
    applier, outcomes = applied({"a.py": TEXT}, FIRST, LATER)

    assert (outcomes[1].status, outcomes[1].how) == (Status.APPLIED, Rung.MERGED)
    assert outcomes[1].asks
    assert outcomes[1].message
    assert outcomes[1].lines == (4,)
    assert (outcomes[0].stood, outcomes[1].stood) == ("", "two = 22\nthree = 3\nfour = 4")
    assert applier.changed == {"a.py": TEXT.replace("= 2", "= 22").replace("= 4", "= 44").encode()}


def test_changes_of_one_line_conflict_and_both_places_and_the_block_are_named() -> None:
    grown = edit("a.py", "one = 1", "zero = 0\none = 1", number=1)
    first = edit("a.py", "two = 2", "two = 22", number=2)

    applier, outcomes = applied({"a.py": TEXT}, grown, first, CLASHING)

    assert outcomes[2].reason is Reason.CONFLICT
    assert "Line 2 " in outcomes[2].message
    assert "line 3 " in outcomes[2].message
    assert "block 2 of this reply" in outcomes[2].message
    assert outcomes[2].nearest[0].line == 3
    assert outcomes[2].nearest[0].differences == ("was changed by block 2 of this reply",)
    assert applier.changed["a.py"] == TEXT.replace("one", "zero = 0\none").replace("= 2", "= 22").encode()


def test_a_change_that_an_earlier_block_made_already_is_already_applied() -> None:
    outcomes = applied({"a.py": "a\nb\nc\n"}, edit("a.py", "a\nb", "a\nx"), edit("a.py", "b", "x"))[1]

    assert outcomes[1].status is Status.ALREADY_APPLIED


def test_lines_that_were_never_there_are_not_found() -> None:
    assert applied({"a.py": TEXT}, FIRST, edit("a.py", "seven = 7\neight", "x"))[1][1].reason is Reason.NOT_FOUND


def test_lines_that_an_earlier_block_wrote_and_a_later_one_changed_are_not_found() -> None:
    blocks = (
        edit("a.py", "one = 1", "uno = 'first'"),
        edit("a.py", "uno = 'first'", "x"),
        edit("a.py", "uno = 'first'", "y"),
    )

    assert applied({"a.py": TEXT}, *blocks)[1][2].reason is Reason.NOT_FOUND


def test_lines_that_stood_in_two_places_are_not_merged() -> None:
    text = "head\nsame = 1\nmiddle\nsame = 1\ntail\n"
    blocks = [
        edit("a.py", "same = 1", "x = 'y'"),
        edit("a.py", "same = 1", "x = 'y'"),
        edit("a.py", "same = 1", "z = 3"),
    ]

    assert applied({"a.py": text}, *blocks)[1][2].reason is Reason.NOT_FOUND


def test_an_exact_format_is_merged_as_well() -> None:
    form = FormatName.GUILLEMET
    blocks = [
        edit("a.py", "two = 2", "two = 22", form=form),
        edit("a.py", "four = 4", "4", anchor="two = 2\nthree = 3", form=form),
    ]

    assert applied({"a.py": TEXT}, *blocks)[1][1].how is Rung.MERGED


def test_strict_merges_nothing() -> None:
    strict = ApplyOptions(match=Strictness.STRICT)

    assert applied({"a.py": TEXT}, FIRST, LATER, options=strict)[1][1].reason is Reason.NOT_FOUND


def test_a_merge_takes_work_for_the_lines_around_it_alone() -> None:
    # By all lines of the file, the work that a reply may take would end after 50 merges.
    lines = [f"value_{number} = {number}" for number in range(100_000)]
    places = range(0, 60_000, 1_000)
    first = [edit("a.py", lines[at], f"{lines[at]} + 1") for at in places]
    later = [edit("a.py", "\n".join(lines[at : at + 3]), "\n".join((*lines[at : at + 2], "x = 1"))) for at in places]

    outcomes = applied({"a.py": "\n".join(lines)}, *first, *later)[1]

    assert {outcome.how for outcome in outcomes[len(first) :]} == {Rung.MERGED}


def test_a_moved_file_is_merged_with_what_it_was_before() -> None:
    applier, outcomes = applied({"a.py": TEXT}, FIRST, move("a.py", "b.py"), LATER)

    assert outcomes[2].how is Rung.MERGED
    assert applier.changed["b.py"] == TEXT.replace("= 2", "= 22").replace("= 4", "= 44").encode()


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_merge_keeps_line_endings(ending: str) -> None:
    text = TEXT.replace("\n", ending)

    applier, _ = applied({"a.py": text}, FIRST, LATER)

    assert applier.changed == {"a.py": text.replace("= 2", "= 22").replace("= 4", "= 44").encode()}


def test_a_conflict_shows_the_lines_that_were_put_where_the_searched_ones_stood() -> None:
    gone = edit("a.py", "two = 2", "", number=1)
    above = edit("a.py", "three = 3", "new = 0\nthree = 3", number=2)
    late = edit("a.py", "two = 2", "two = 22", number=3)

    near = applied({"a.py": TEXT}, gone, above, late)[1][2].nearest[0]

    assert (near.line, near.count, near.text) == (2, 1, "new = 0")
