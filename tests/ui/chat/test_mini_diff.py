"""Promises of the small diff on a card."""

from pytestqt.qtbot import QtBot

from guillemet.ui.chat.edit_card import counts, mini_diff
from guillemet.ui.widgets.code_box import MOST_LINES, CodeBox, CodeLine
from tests.kit import reviews


def drawn(old: str, new: str) -> list[str]:
    return [f"{line.sign}{line.text}" for line in mini_diff(reviews.block("x.py", old=old, new=new))]


def test_unchanged_lines_between_old_and_new_are_context() -> None:
    assert drawn("a\nb\nc", "a\nB\nc") == [" def total(xs):", " a", "−b", "+B", " c"]


def test_the_changed_characters_are_marked() -> None:
    lines = mini_diff(reviews.block("x.py", old="return sum(xs)", new="return sum(xs) + tax"))

    marked = [line.text[start:end] for line in lines for start, end in line.marks]
    assert marked == [" + tax"]


def test_a_long_unchanged_run_is_left_out() -> None:
    same = "\n".join(f"line {n}" for n in range(30))

    lines = drawn(f"a\n{same}\nb", f"A\n{same}\nB")

    assert lines.count(" …") == 1
    assert len(lines) < 16


def test_insertion_and_deletion_need_no_other_side() -> None:
    assert drawn("", "new") == [" def total(xs):", "+new"]
    assert drawn("old", "") == [" def total(xs):", "−old"]


def test_a_huge_block_is_bounded_and_counted_whole() -> None:
    block = reviews.block("x.py", old="", new="\n".join(map(str, range(5000))))

    assert len(mini_diff(block)) <= MOST_LINES + 3
    assert counts(block) == (5000, 0)


def test_a_line_written_from_right_to_left_keeps_its_sign_in_view(qtbot: QtBot) -> None:
    box = CodeBox()
    qtbot.addWidget(box)
    box.resize(400, 100)
    box.set_lines([CodeLine("abc", "+"), CodeLine("שלום עולם (1)", "+")])

    blocks = [box.document().findBlockByNumber(number) for number in (0, 1)]
    signs = [block.layout().boundingRect().x() + block.layout().lineAt(0).cursorToX(0)[0] for block in blocks]

    assert signs[0] == signs[1]
