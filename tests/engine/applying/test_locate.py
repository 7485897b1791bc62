"""Where a block goes in a text, and what is said when it goes nowhere."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from guillemet.engine.applying.diagnosis import resembling
from guillemet.engine.applying.locate import AlreadyDone, Missed, Placed, ambiguous_at, place, recut
from guillemet.engine.blocks import EditBlock, FormatName
from guillemet.engine.matching.lines import Lines
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.outcomes import Reason, Rung

FILE = ["import os", "", "def f():", "    return 1", "", "def g():", "    return 1"]


def edit(
    old: Sequence[str],
    new: Sequence[str],
    *,
    anchor: Sequence[str] = (),
    trailing: Sequence[str] = (),
    form: FormatName = FormatName.SEARCH_REPLACE,
    hint: int | None = None,
) -> EditBlock:
    parts = {"anchor": anchor, "old": old, "new": new, "trailing": trailing}
    return EditBlock("a.py", form, 1, 1, hint=hint, **{name: tuple(lines) for name, lines in parts.items()})


def answer(block: EditBlock, file: Sequence[str] = FILE, *, strict: bool = False) -> Placed | AlreadyDone | Missed:
    return place(block, Lines(file), strict=strict)


def after(block: EditBlock, file: Sequence[str] = FILE, *, strict: bool = False) -> list[str]:
    placed = answer(block, file, strict=strict)
    assert isinstance(placed, Placed)
    return [*file[: placed.place.start], *placed.new, *file[placed.place.start + placed.place.count :]]


def anchored(
    anchor: Sequence[str], old: Sequence[str], new: Sequence[str], trailing: Sequence[str], file: Sequence[str] = FILE
) -> Placed | AlreadyDone | Missed:
    return answer(edit(old, new, anchor=anchor, trailing=trailing, form=FormatName.ANCHORED), file, strict=True)


def test_leading_old_and_trailing_lines_stand_as_one_run() -> None:
    placed = anchored(["def f():"], ["    return 1"], ["    return 2"], [""])

    assert isinstance(placed, Placed)
    assert (placed.place.start, placed.new) == (2, ("def f():", "    return 2", ""))


@pytest.mark.parametrize(
    ("anchor", "old", "trailing", "reason", "message"),
    [
        (["def h():"], ["    return 1"], [""], Reason.ANCHOR_NOT_FOUND, "Leading anchor not found"),
        (
            ["def f():"],
            ["    return 2"],
            [""],
            Reason.OLD_LINES_DIFFER,
            "Old lines don't match content after anchor",
        ),
        (
            ["def f():"],
            ["    return 1"],
            ["x"],
            Reason.TRAILING_NOT_FOUND,
            "Trailing anchor not found after old lines",
        ),
        (["def f():"], [], ["x"], Reason.TRAILING_NOT_FOUND, "Trailing anchor not found after old lines"),
        (
            [],
            ["    return 1"],
            [],
            Reason.AMBIGUOUS,
            "Edit location is ambiguous (matches at lines 4 and 7)",
        ),
    ],
)
def test_an_anchored_block_says_which_part_failed(
    anchor: list[str], old: list[str], trailing: list[str], reason: Reason, message: str
) -> None:
    missed = anchored(anchor, old, ["    return 3"], trailing)

    assert isinstance(missed, Missed)
    assert (missed.reason, missed.message) == (reason, message)


def test_a_trailing_anchor_alone_inserts_at_the_start_of_the_file() -> None:
    placed = anchored([], [], ["# top of the file"], ["x = 1"], ["x = 1", "y = 2", "x = 1"])

    assert isinstance(placed, Placed)
    assert placed.place.start == 0


def test_a_leading_anchor_alone_inserts_after_it_at_the_end_of_the_file() -> None:
    block = edit([], ["", "print(g())"], anchor=FILE[5:], form=FormatName.ANCHORED)

    assert after(block, strict=True) == [*FILE, "", "print(g())"]


def test_a_hint_chooses_among_several_places() -> None:
    placed = answer(edit(["    return 1"], ["    return 2"], hint=7))

    assert isinstance(placed, Placed)
    assert (placed.place.start, placed.is_clear, len(placed.found.places)) == (6, True, 2)


def test_without_a_hint_several_places_leave_doubt() -> None:
    placed = answer(edit(["    return 1"], ["    return 2"]))

    assert isinstance(placed, Placed)
    assert (placed.place.start, placed.is_clear) == (3, False)


def test_strict_climbs_no_further_than_the_lines_as_written() -> None:
    assert isinstance(answer(edit(["def f( ):", "    return 1"], ["pass"]), strict=True), Missed)


def test_a_likely_place_keeps_the_similarity() -> None:
    placed = answer(
        edit(["def compute_the_total():", "    return 12"], ["pass"]), ["def compute_the_totals():", "    return 12"]
    )

    assert isinstance(placed, Placed)
    assert placed.found.rung is Rung.FUZZY
    assert placed.found.score is not None


def test_lines_only_like_the_searched_ones_do_not_make_a_block_done() -> None:
    old = ["alpha_value = 1", "beta_value = 2", "gamma_value = 3", "delta_value = 4", "x = 5"]

    assert isinstance(answer(edit(old, old[:4]), old[:4]), Missed)


def test_without_effort_left_a_search_is_cut_short_and_says_so() -> None:
    block = edit(["def compute_the_total():"], ["pass"])

    missed = place(block, Lines(["def compute_the_totals():"]), strict=False, effort=WorkBudget(0))

    assert isinstance(missed, Missed)
    assert "cut short" in missed.message


def test_a_blank_line_before_one_marker_only_leaves_the_files_own() -> None:
    assert after(edit(["import os", ""], ["import sys"])) == ["import sys", *FILE[1:]]
    assert after(edit(["import os"], ["import sys", ""])) == ["import sys", *FILE[1:]]


def test_a_blank_line_that_is_all_that_changes_is_meant() -> None:
    assert after(edit(["import os", ""], ["import os"])) == ["import os", *FILE[2:]]


def test_more_blank_lines_than_one_are_meant() -> None:
    assert after(edit(["import os", "", ""], []), ["import os", "", "", "x"]) == ["x"]


def test_a_strict_block_means_every_blank_line() -> None:
    assert after(edit(["import os", ""], ["import sys"]), strict=True) == ["import sys", *FILE[2:]]


def test_the_nearest_place_of_a_strict_block_comes_from_the_whole_ladder() -> None:
    block = edit(["  def f():", "      return 1"], ["pass"], form=FormatName.GUILLEMET)

    nearest = resembling(block, "a.py", Lines(FILE))

    assert (nearest[0].line, nearest[0].count, nearest[0].differences) == (3, 2, ("the indentation differs",))


def test_lines_an_earlier_block_changed_are_named() -> None:
    block = edit(["def f():", "    return 2"], ["pass"])

    nearest = resembling(
        block, "a.py", Lines(FILE), changed_by=lambda start, count: 4 if start <= 3 < start + count else None
    )

    assert nearest[0].differences == ("was changed by block 4 of this reply", "searched line 2 differs")


def test_of_many_places_eight_are_named() -> None:
    assert ambiguous_at(range(1, 9)).endswith("(matches at lines 1, 2, 3, 4, 5, 6, 7 and 8)")
    assert ambiguous_at(range(1, 10)).endswith("(matches at lines 1, 2, 3, 4, 5, 6, 7, 8 and 1 more)")


def test_new_lines_that_stand_at_one_of_two_places_are_put_in_at_the_other() -> None:
    file = ["import os", "import re", "", "import os"]

    assert after(edit(["import os"], ["import os", "import re"]), file) == [*file, "import re"]


def test_old_lines_go_on_below_a_separator_only_where_the_file_has_them_as_written() -> None:
    written = ("<<<<<<< SEARCH", "Title", "=======", "text", "=======", "other text", ">>>>>>> REPLACE")
    block = replace(edit(["Title"], ["text", "=======", "other text"]), written=written)

    assert recut(block, Lines(["Title", "=======", "text"])).old == ("Title", "=======", "text")
    assert recut(block, Lines(["Title", "=======", "text "])) == block
