"""Flags of applied blocks: each with its sentence, and what waits for the user's own decision."""

import pytest

from guillemet.engine.blocks import Block
from guillemet.engine.outcomes import Flag, Outcome, Rung, Status
from tests.engine.applying.making import applied, delete, edit, move, whole


def outcome_of(files: dict[str, str | bytes], block: Block) -> Outcome:
    return applied(files, block)[1][0]


def test_a_placeholder_is_flagged_and_asks() -> None:
    outcome = outcome_of({"a.js": "a();\nb();\n"}, edit("a.js", "a();\nb();", "a(1);\n// ... rest of the code"))

    assert outcome.flags == {Flag.PLACEHOLDER}
    assert "// ... rest of the code" in outcome.message
    assert outcome.asks


def test_a_placeholder_that_the_file_holds_elsewhere_is_none() -> None:
    text = "# ... rest of the code\na()\nb()\n"

    assert outcome_of({"a.py": text}, edit("a.py", "b()", "# ... rest of the code\nc()")).flags == frozenset()


def test_a_placeholder_that_stays_as_context_is_none() -> None:
    block = edit("a.py", "# ... rest of the code\nb()", "# ... rest of the code\nc()")

    assert outcome_of({"a.py": "# ... rest of the code\nb()\n"}, block).flags == frozenset()


def test_a_placeholder_in_a_whole_file_is_flagged() -> None:
    outcome = outcome_of({"a.py": "a = 1\nb = 2\n"}, whole("a.py", "import os\n# rest of the file unchanged"))

    assert outcome.flags == {Flag.REPLACED_WHOLE, Flag.PLACEHOLDER}
    assert outcome.asks


def test_a_placeholder_in_a_new_file_is_flagged() -> None:
    assert outcome_of({}, whole("a.py", "a = 1\n# ... existing code ...")).flags == {Flag.PLACEHOLDER}


@pytest.mark.parametrize(
    ("before", "old", "new", "asks"),
    [
        ("PAGE = 50\nROUNDING = 0.01\n", "PAGE = 50", "PAGE = 60\nROUNDING = 0.01", True),
        ("import decimal\nPAGE = 50\n", "PAGE = 50", "import decimal\nPAGE = 60", True),
        ("<div>\n<b>\n</b>\n</div>\n", "</b>", "</b>\n</div>", False),
        ("ROUNDING = 0.01\nROUNDING = 0.01\n", "ROUNDING = 0.01\n", "PAGE = 50\nROUNDING = 0.01\n", False),
    ],
)
def test_a_new_line_that_stands_next_to_its_place_already_is_flagged_and_asks(
    before: str, old: str, new: str, *, asks: bool
) -> None:
    outcome = outcome_of({"a.txt": before}, edit("a.txt", old, new))

    assert (Flag.REPEATS in outcome.flags) is asks
    assert not asks or ("next to them already" in outcome.message and outcome.asks)


def test_hidden_characters_are_flagged_and_ask() -> None:
    outcome = outcome_of({"a.py": "a = 1\n"}, edit("a.py", "a = 1", "a = '\u202e'"))

    assert outcome.flags == {Flag.HIDDEN_CHARACTERS}
    assert "U+202E" in outcome.message
    assert outcome.asks


@pytest.mark.parametrize(
    "block",
    [
        edit("Makefile", "all:", "all: b"),
        whole("Makefile", "none:"),
        delete("Makefile"),
        move("Makefile", "src/build.mk"),
        move("notes.txt", ".envrc"),
        move("Makefile", "notes.md"),
    ],
)
def test_a_file_that_can_run_code_is_flagged_and_asks(block: Block) -> None:
    outcome = outcome_of({"Makefile": "all:\n", "notes.txt": "a\n"}, block)

    assert Flag.CAN_RUN_CODE in outcome.flags
    assert outcome.message
    assert outcome.asks


def test_every_flag_has_its_sentence() -> None:
    outcome = outcome_of({"conftest.py": "x\ny\nx\n"}, edit("conftest.py", "x", "# ... rest of the code\n'\u200b'"))

    assert outcome.flags == {Flag.SEVERAL_PLACES, Flag.CAN_RUN_CODE, Flag.PLACEHOLDER, Flag.HIDDEN_CHARACTERS}
    assert outcome.message.count(". ") >= 3


@pytest.mark.parametrize("new", ["# ... rest of the code", "a = '\u200b'"])
def test_a_block_that_failed_is_not_flagged(new: str) -> None:
    assert outcome_of({"conftest.py": "a\n"}, edit("conftest.py", "nowhere at all", new)).flags == frozenset()


@pytest.mark.parametrize("rung", [Rung.ELIDED, Rung.SYNTAX, Rung.FUZZY, Rung.MERGED])
def test_a_likely_place_asks(rung: Rung) -> None:
    assert Outcome(edit("a", "b", "c"), Status.APPLIED, "a", how=rung).asks


@pytest.mark.parametrize("rung", [None, Rung.EXACT, Rung.WHITESPACE, Rung.REINDENTED])
def test_a_sure_place_does_not_ask(rung: Rung | None) -> None:
    assert not Outcome(edit("a", "b", "c"), Status.APPLIED, "a", how=rung).asks


def test_what_stood_at_a_place_is_kept_where_that_is_not_for_certain() -> None:
    text = "def compute_the_totals():\n    return 12\n\nx\ny\nx\n"
    kept = {
        "def compute_the_total():\n    return 12": "def compute_the_totals():\n    return 12",  # likely
        "x": "x",  # stands twice
        "y": "",
    }

    assert {old: outcome_of({"a.py": text}, edit("a.py", old, "pass")).stood for old in kept} == kept


def test_a_place_chosen_by_hand_does_not_ask_again() -> None:
    chosen = Outcome(edit("a", "b", "c"), Status.APPLIED, "a", how=Rung.FUZZY, flags=frozenset({Flag.PLACED_BY_HAND}))

    assert not chosen.asks


def test_a_place_chosen_by_hand_does_not_hide_what_the_text_holds() -> None:
    flags = frozenset({Flag.PLACED_BY_HAND, Flag.HIDDEN_CHARACTERS})

    assert Outcome(edit("a", "b", "c"), Status.APPLIED, "a", flags=flags).asks


def test_a_block_that_changed_nothing_does_not_ask() -> None:
    assert not Outcome(edit("a", "b", "c"), Status.ALREADY_APPLIED, "a", how=Rung.FUZZY).asks


def test_new_letters_never_go_into_a_guessed_encoding_unasked() -> None:
    block = edit("a.py", "x = 1", "x = '世'")

    outcome = outcome_of({"a.py": "# 你好\nx = 1\n".encode("gb18030")}, block)

    assert outcome.asks or not outcome.is_success
