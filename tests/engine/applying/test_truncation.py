"""Blocks that leave little of a file wait for the user."""

from guillemet.engine.applying.whole_texts import dropped_by_whole
from guillemet.engine.outcomes import Flag
from tests.engine.applying.making import applied, edit, whole

FILE = "".join(f"line number {number}\n" for number in range(20))


def kept(count: int) -> str:
    return "".join(FILE.splitlines(keepends=True)[:count])


def kept_with_end(count: int) -> str:
    return kept(count - 1) + FILE.splitlines(keepends=True)[-1]


def test_a_whole_file_that_keeps_less_than_half_of_the_lines_asks_and_counts_them() -> None:
    _, (outcome,) = applied({"a.txt": FILE}, whole("a.txt", kept_with_end(9)))

    assert outcome.flags == {Flag.REPLACED_WHOLE, Flag.DROPS_MOST}
    assert "drops 11 of 20 lines" in outcome.message
    assert outcome.asks


def test_a_whole_file_that_keeps_half_of_the_lines_does_not_ask() -> None:
    assert not applied({"a.txt": FILE}, whole("a.txt", kept_with_end(10)))[1][0].asks


def test_lines_that_only_move_or_shift_are_kept() -> None:
    turned = "".join(f"    {line}\n\n" for line in reversed(FILE.splitlines()))

    assert not applied({"a.txt": FILE}, whole("a.txt", turned))[1][0].asks


def test_a_short_file_may_be_replaced_by_another() -> None:
    assert not applied({"a.txt": "a\nb\nc\n"}, whole("a.txt", "d\n"))[1][0].asks


def test_a_part_of_a_short_file_asks() -> None:
    assert applied({"a.txt": kept(6)}, whole("a.txt", "line number 0\nanother\n"))[1][0].asks


def test_a_short_file_may_be_written_anew() -> None:
    assert not applied({"a.txt": kept(6)}, whole("a.txt", "".join(f"{n}\n" for n in range(6))))[1][0].asks


def test_an_edit_that_leaves_an_empty_file_asks() -> None:
    _, (outcome,) = applied({"a.txt": FILE}, edit("a.txt", FILE, ""))

    assert outcome.flags == {Flag.DROPS_MOST}


def test_an_edit_that_rewrites_a_file_does_not_ask() -> None:
    assert not applied({"a.txt": FILE}, edit("a.txt", FILE, "one line\n"))[1][0].asks


def test_a_file_put_at_its_own_end_asks() -> None:
    _, (outcome,) = applied({"a.txt": FILE}, edit("a.txt", "", kept(11) + "one more\n"))

    assert outcome.flags == {Flag.APPENDED, Flag.REPEATS}
    assert "repeat 11 of its 20 lines" in outcome.message
    assert outcome.asks


def test_other_lines_at_the_end_of_a_file_do_not_ask() -> None:
    assert not applied({"a.txt": FILE}, edit("a.txt", "", kept(10) + "one more\n"))[1][0].asks


def test_a_short_file_of_as_many_other_lines_does_not_ask() -> None:
    assert not dropped_by_whole(["a", "b", "c", "d", "e", "f"], ["a", "g", "h", "i", "j", "f"])
    assert dropped_by_whole(["a", "b", "c", "d", "e", "f"], ["a", "g", "h", "i", "f"])
