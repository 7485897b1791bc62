"""Blocks that search for a text that the user gave them."""

import pytest

from guillemet.engine.applying import MemoryFiles, ReplyApplier, read_reply
from guillemet.engine.applying.options import InFile, SearchFor
from guillemet.engine.blocks import EditBlock, FormatName
from guillemet.engine.outcomes import Flag, Nearest, Outcome, PlacedLines, Reason, Rung, Status
from tests.engine.applying.making import edit, whole

TEXT = "class Till:\n    def total(self, items):\n        found = sum(items)\n        return found\n"
HUNK = """--- a/till.py
+++ b/till.py
@@ -2,3 +2,3 @@
     def total(self, sold):
-        found = add(sold)
+        found = add(sold) + self.tip
         return found
"""
CALL = (
    """{"name": "Edit", "input": {"file_path": "till.py", "old_string": "add(items)", "new_string": "add(items, 2)"}}"""
)
BLOCK = edit(
    "till.py", "def count(sold):\n    found = len(sold)", "def count(sold, tip):\n    found = len(sold)", number=2
)


def chosen(block: EditBlock, choice: SearchFor | InFile, text: str = TEXT) -> tuple[Outcome, str]:
    applier = ReplyApplier(MemoryFiles({"till.py": text}))
    tried = applier.tried(block, choice=choice)
    assert not applier.changed, "trying changes nothing"
    outcome = applier.apply(block, choice=choice)
    assert tried == outcome or (tried.is_success and (tried.status, tried.lines) == (outcome.status, outcome.lines))
    return outcome, (applier.changed.get("till.py") or text.encode()).decode()


def block_of(reply: str) -> EditBlock:
    block = read_reply(reply, MemoryFiles({"till.py": TEXT})).blocks[0]
    assert isinstance(block, EditBlock)
    return block


def test_a_corrected_line_is_found_and_the_change_made_in_it() -> None:
    outcome, text = chosen(
        edit("till.py", "        found = add(items)", "        found = add(items, 2)"),
        SearchFor("        found = sum(items)"),
    )

    assert text == TEXT.replace("sum(items)", "sum(items, 2)")
    assert (outcome.status, outcome.how, outcome.lines) == (Status.APPLIED, Rung.EXACT, (3,))
    assert outcome.flags == {Flag.SEARCHED_BY_HAND}
    assert not outcome.asks


def test_a_corrected_context_line_of_a_hunk_stays_as_the_file_has_it() -> None:
    text = "    def total(self, items):\n        found = sum(items)\n        return found"

    outcome, after = chosen(block_of(HUNK), SearchFor(text))

    assert outcome.status is Status.APPLIED
    assert after == TEXT.replace("found = sum(items)", "found = sum(items) + self.tip")


def test_a_corrected_name_stays_so_where_the_block_adds_words_beside_it() -> None:
    block = edit("till.py", "        return founds", "        return round(founds, 2)")

    outcome, text = chosen(block, SearchFor("        return found"))

    assert outcome.status is Status.APPLIED
    assert text == TEXT.replace("return found", "return round(found, 2)")


def test_a_call_may_search_for_another_part_of_a_line() -> None:
    outcome, text = chosen(block_of(CALL), SearchFor("sum(items)"))

    assert outcome.status is Status.APPLIED
    assert text == TEXT.replace("sum(items)", "sum(items, 2)")


def test_lines_below_an_anchor_are_searched_with_it() -> None:
    block = edit("till.py", "        found = add(items)", "        found = 0", anchor="x", form=FormatName.GUILLEMET)

    outcome, text = chosen(block, SearchFor("        found = sum(items)"))

    assert outcome.status is Status.APPLIED
    assert text == TEXT.replace("found = sum(items)", "found = 0")


def test_a_line_more_tells_one_place_from_another() -> None:
    text = "a()\nx = 1\nb()\nx = 1\n"

    outcome, after = chosen(edit("till.py", "x = 1", "x = 2"), SearchFor("b()\nx = 1"), text)

    assert after == "a()\nx = 1\nb()\nx = 2\n"
    assert not outcome.asks


def test_what_resembles_the_text_still_asks() -> None:
    block = edit("till.py", "value = compute(1, 2)", "value = compute(3, 4)")
    text = "value = calculate_all_of_them(first, second)\n"

    outcome, _ = chosen(block, SearchFor("value = calculate_all_of_them(first, secund)"), text)

    assert (outcome.how, outcome.asks) == (Rung.FUZZY, True)


def test_an_exact_format_stays_exact_and_names_what_is_nearest_to_the_text() -> None:
    block = edit("till.py", "nowhere", "x", form=FormatName.GUILLEMET)

    outcome, text = chosen(block, SearchFor("        found = sum(item)"))

    assert (outcome.reason, outcome.nearest[0].line) == (Reason.NOT_FOUND, 3)
    assert outcome.flags == {Flag.SEARCHED_BY_HAND}
    assert text == TEXT


@pytest.mark.parametrize("blank", ["", "\n", "  \n\t"])
def test_a_blank_text_fails_and_appends_nothing(blank: str) -> None:
    outcome, text = chosen(edit("till.py", "nowhere", "x"), SearchFor(blank))

    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.NOT_FOUND)
    assert "Write the lines" in outcome.message
    assert text == TEXT


def test_the_text_is_searched_in_the_file_that_was_chosen() -> None:
    block = edit("bill.py", "        found = add(items)", "        found = 0")

    outcome, text = chosen(block, InFile("till.py", SearchFor("        found = sum(items)")))

    assert text == TEXT.replace("found = sum(items)", "found = 0")
    assert outcome.flags == {Flag.SEARCHED_BY_HAND, Flag.FILE_BY_HAND}


def test_a_block_after_a_failure_is_tried_with_its_text() -> None:
    applier = ReplyApplier(MemoryFiles({"till.py": TEXT}))
    applier.apply(edit("till.py", "nowhere", "x", form=FormatName.GUILLEMET))
    second = edit("till.py", "nor here", "        found = 0", form=FormatName.GUILLEMET, number=2)

    assert applier.apply(second, choice=SearchFor("        found = sum(items)")).status is Status.APPLIED


def test_a_file_given_whole_searches_for_nothing() -> None:
    applier = ReplyApplier(MemoryFiles({"till.py": TEXT}))

    assert applier.apply(whole("till.py", "x"), choice=SearchFor("found")) == ReplyApplier(
        MemoryFiles({"till.py": TEXT})
    ).apply(whole("till.py", "x"))


def test_trying_says_what_stands_at_the_place_and_what_is_put_in() -> None:
    applier = ReplyApplier(MemoryFiles({"till.py": TEXT}))
    applier.apply(edit("till.py", "class Till:", "import os\n\n\nclass Till:"))
    before = dict(applier.changed)

    tried = applier.tried(BLOCK, choice=SearchFor("def total(self, items):\n    found = sum(items)"))

    there = "    def total(self, items):\n        found = sum(items)"
    assert (tried.how, tried.lines) == (Rung.REINDENTED, (5,))
    likeness, differences = tried.nearest[0].similarity, ("the indentation differs",)
    placed = PlacedLines(0, 1, ("    def total(self, items, tip):",))
    found = Nearest("till.py", 5, 2, likeness, there, differences, placed)
    assert tried.nearest == (found,)
    assert applier.changed == before
