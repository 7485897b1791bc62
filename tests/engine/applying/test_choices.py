"""Blocks that go where the user says."""

import pytest

from guillemet.engine.applying import MemoryFiles, ReplyApplier
from guillemet.engine.applying.options import Append, Choice, Dismiss, PlaceAt, ReplaceFile
from guillemet.engine.blocks import Block, Breakage, BrokenBlock, FormatName
from guillemet.engine.outcomes import Flag, Outcome, Reason, Status
from tests.engine.applying.making import delete, edit, move, whole

TEXT = "one\ntwo\nthree\nfour\n"


def chosen(text: str, block: Block, choice: Choice, *, path: str = "a.py") -> tuple[Outcome, str]:
    applier = ReplyApplier(MemoryFiles({path: text}))
    outcome = applier.apply(block, choice=choice)
    data = applier.changed.get(path, text.encode())
    return outcome, data.decode() if data is not None else ""


def test_a_block_is_put_where_the_user_says_and_does_not_ask() -> None:
    outcome, text = chosen(TEXT, edit("a.py", "2\n3", "x"), PlaceAt(2))

    assert text == "one\nx\nfour\n"
    assert outcome.flags == {Flag.PLACED_BY_HAND}
    assert (outcome.lines, outcome.asks) == ((2,), False)


def test_a_count_says_how_many_lines_go() -> None:
    assert chosen(TEXT, edit("a.py", "2", "x"), PlaceAt(2, 3))[1] == "one\nx\n"


def test_no_count_at_all_puts_the_lines_before() -> None:
    assert chosen(TEXT, edit("a.py", "2", "x"), PlaceAt(2, 0))[1] == "one\nx\ntwo\nthree\nfour\n"


def test_another_one_of_several_places_can_be_chosen() -> None:
    outcome, text = chosen("x = 1\ny\nx = 1\n", edit("a.py", "x = 1", "x = 2"), PlaceAt(3))

    assert text == "x = 1\ny\nx = 2\n"
    assert not outcome.asks


def test_a_chosen_place_of_an_exact_format_is_taken() -> None:
    block = edit("a.py", "x = 1", "x = 2", form=FormatName.GUILLEMET)

    assert chosen("x = 1\ny\nx = 1\n", block, PlaceAt(1))[1] == "x = 2\ny\nx = 1\n"


def test_a_chosen_place_with_another_indentation_keeps_it() -> None:
    text = "class A:\n    def f(self):\n        return 1\n"
    block = edit("a.py", "def f(self):\n    return 1", "def f(self, x):\n    return x", form=FormatName.GUILLEMET)

    assert chosen(text, block, PlaceAt(2))[1] == "class A:\n    def f(self, x):\n        return x\n"


def test_the_nearest_place_is_taken_with_its_own_lines() -> None:
    text = "import os\n\nvalue = compute(1, 2)\nprint(value)\n"
    block = edit("a.py", "value = compute(1, 3)\nprint(value)", "value = compute(4, 5)\nprint(value)")

    assert chosen(text, block, PlaceAt(3))[1] == "import os\n\nvalue = compute(4, 5)\nprint(value)\n"


@pytest.mark.parametrize("count", [None, 3])
def test_a_place_that_is_alike_keeps_its_indentation_and_what_the_block_leaves(count: int | None) -> None:
    text = "class A:\n    def f(self):\n        log(self.name)\n        return self.total + 1\n"
    old = "def f(self):\n    log(self.names)\n    return self.total + 1"
    block = edit("a.py", old, old.replace("+ 1", "+ 2"), form=FormatName.GUILLEMET)

    assert chosen(text, block, PlaceAt(2, count))[1] == text.replace("+ 1", "+ 2")


def test_words_merged_at_a_chosen_place_are_told_and_no_broken_line_is_made_of_them() -> None:
    block = edit("a.py", "return len(result)", "return len(set(result))  # PLACED")
    assert chosen("return result  # dependent\n", block, PlaceAt(1))[1] == "return len(set(result))  # PLACED\n"

    outcome, text = chosen("total = add(a, b)  # net\n", edit("a.py", "sum = add(a, b)", "sum = add(a, c)"), PlaceAt(1))

    assert text == "total = add(a, c)  # net\n"
    assert outcome.flags == {Flag.PLACED_BY_HAND, Flag.MERGED_WORDS}


def test_what_a_block_leaves_out_stays_at_a_chosen_place() -> None:
    text = "def f():\n    a()\n    b()\n    return 1\n"
    block = edit("a.py", "def f():\n    ...\n    return 1", "def f():\n    ...\n    return 2", form=FormatName.SQUARES)

    assert chosen(text, block, PlaceAt(1))[1] == text.replace("return 1", "return 2")


def test_the_end_of_the_file_is_a_place() -> None:
    assert chosen(TEXT, edit("a.py", "2", "x"), PlaceAt(5))[1] == TEXT + "x\n"


@pytest.mark.parametrize("line", [-1, 0, 6, 10**9])
def test_a_line_outside_the_file_fails_and_tells_its_length(line: int) -> None:
    outcome, text = chosen(TEXT, edit("a.py", "2", "x"), PlaceAt(line))

    assert outcome.reason is Reason.NOT_FOUND
    assert "4 lines" in outcome.message
    assert text == TEXT


def test_a_place_in_a_missing_file_fails() -> None:
    assert chosen(TEXT, edit("b.py", "2", "x"), PlaceAt(1))[0].reason is Reason.FILE_NOT_FOUND


def test_a_dismissed_block_changes_nothing_and_stops_nothing() -> None:
    applier = ReplyApplier(MemoryFiles({"a.py": TEXT}))
    dismissed = applier.apply(edit("a.py", "nowhere", "x", form=FormatName.GUILLEMET), choice=Dismiss())
    after = applier.apply(edit("a.py", "two", "2", form=FormatName.GUILLEMET))

    assert (dismissed.status, dismissed.reason, dismissed.path) == (Status.DISMISSED, Reason.DISMISSED, "a.py")
    assert after.status is Status.APPLIED


def test_a_deletion_can_be_dismissed() -> None:
    assert chosen(TEXT, delete("a.py"), Dismiss())[1] == TEXT


def test_a_broken_block_can_be_dismissed() -> None:
    broken = BrokenBlock(
        "a.py", FormatName.GUILLEMET, 1, 4, ("raw",), breakage=Breakage.UNFINISHED, message="The end never came."
    )

    assert ReplyApplier(MemoryFiles({})).apply(broken, choice=Dismiss()).status is Status.DISMISSED


@pytest.mark.parametrize(
    "block",
    [edit("a.py", "", "x", form=FormatName.GUILLEMET), whole("a.py", "x", must_be_new=True), whole("a.py", "x")],
)
def test_a_block_can_replace_the_whole_file(block: Block) -> None:
    outcome, text = chosen(TEXT, block, ReplaceFile())

    assert text == "x\n"
    assert outcome.flags == {Flag.REPLACED_WHOLE, Flag.PLACED_BY_HAND}


@pytest.mark.parametrize(
    "block", [edit("a.py", "", "x", form=FormatName.GUILLEMET), whole("a.py", "x", must_be_new=True)]
)
def test_a_block_can_be_appended(block: Block) -> None:
    outcome, text = chosen(TEXT, block, Append())

    assert text == TEXT + "x\n"
    assert outcome.flags == {Flag.APPENDED, Flag.PLACED_BY_HAND}


def test_a_move_can_replace_the_file_in_its_way() -> None:
    applier = ReplyApplier(MemoryFiles({"a.py": "a\n", "b.py": "b\n"}))
    applier.apply(move("a.py", "b.py"), choice=ReplaceFile())

    assert applier.changed == {"a.py": None, "b.py": b"a\n"}


def test_a_choice_does_not_pass_by_the_path_guard() -> None:
    assert chosen(TEXT, edit("../a.py", "", "x"), ReplaceFile())[0].reason is Reason.UNSAFE_PATH


def test_a_chosen_text_is_flagged_like_any_other() -> None:
    outcome, _ = chosen(TEXT, edit("a.py", "2", "# ... rest of the code"), PlaceAt(2))

    assert Flag.PLACEHOLDER in outcome.flags
    assert outcome.asks


def test_a_chosen_block_is_tried_though_one_before_it_failed() -> None:
    applier = ReplyApplier(MemoryFiles({"a.py": TEXT}))
    applier.apply(edit("a.py", "nowhere", "x", form=FormatName.GUILLEMET))

    outcome = applier.apply(edit("a.py", "2", "x", form=FormatName.GUILLEMET), choice=PlaceAt(2))

    assert outcome.status is Status.APPLIED


def test_lines_put_where_the_searched_ones_stand_but_for_blanks_keep_their_order() -> None:
    block = edit("a.py", "    total = 1\n  ", "    total = 1\n  \n    added = 2")

    _, text = chosen("    total = 1\n\n    return total\n", block, PlaceAt(1))

    assert text == "    total = 1\n\n    added = 2\n    return total\n"
