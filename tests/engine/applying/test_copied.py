"""Blocks whose lines were changed by being copied: with line numbers, escaped, with other quotes."""

import pytest

from guillemet.engine.applying import ApplyOptions, MemoryFiles, PlaceAt, ReplyApplier
from guillemet.engine.blocks import FormatName
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status
from guillemet.settings import Strictness
from tests.engine.applying.making import applied, edit, whole

CART = "import os\n\n\ndef total(items):\n    result = 0\n    return result\n"
NUMBERED = "4 | def total(items):\n5 |     result = 0\n"
WANTED = "4 | def total(items):\n5 |     result = 1\n"


def only(files: dict[str, str | bytes], old: str, new: str, path: str = "a.py") -> tuple[bytes | None, Outcome]:
    applier, outcomes = applied(files, edit(path, old, new))
    return applier.changed.get(path), outcomes[0]


@pytest.mark.parametrize("sign", ["| ", "|", " | ", ": ", ":", "\t", "→", " │ ", ". ", ") ", " "])
def test_lines_with_their_numbers_before_them_land_without_and_ask(sign: str) -> None:
    old = f" 9{sign}def f():\n10{sign}    return 1\n"
    file = "x = 1\n" * 8 + "def f():\n    return 1\n"

    data, outcome = only({"a.py": file}, old, old.replace("return 1", "return 2"))

    assert data == file.replace("return 1", "return 2").encode()
    assert (outcome.how, outcome.flags, outcome.asks) == (Rung.FUZZY, {Flag.LINE_NUMBERS}, True)


def test_other_bytes_of_the_file_stay_as_they_are() -> None:
    file = b"\xef\xbb\xbf" + CART.replace("\n", "\r\n").encode() + b"# caf\xc3\xa9"

    data, _ = only({"a.py": file}, NUMBERED, WANTED)

    assert data == file.replace(b"result = 0", b"result = 1")


def test_numbers_that_do_not_count_on_are_no_line_numbers() -> None:
    data, outcome = only({"a.py": CART}, "4 | def total(items):\n9 |     result = 0\n", "4 | x\n")

    assert (data, outcome.reason) == (None, Reason.NOT_FOUND)
    assert "line numbers" not in outcome.message


def test_nothing_is_taken_back_when_matching_is_strict() -> None:
    applier = ReplyApplier(MemoryFiles({"a.py": CART}), options=ApplyOptions(match=Strictness.STRICT))

    outcome = applier.apply(edit("a.py", NUMBERED, WANTED))

    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.NOT_FOUND)
    assert "line numbers" in outcome.message


@pytest.mark.parametrize("form", [FormatName.GUILLEMET, FormatName.SQUARES])
def test_an_exact_format_names_the_place_and_is_put_there_without_numbers(form: FormatName) -> None:
    block = edit("a.py", NUMBERED, WANTED, form=form)
    applier = ReplyApplier(MemoryFiles({"a.py": CART}))

    failed = applier.apply(block)
    placed = applier.apply(block, choice=PlaceAt(failed.nearest[0].line))

    assert (failed.status, failed.nearest[0].line, failed.nearest[0].count) == (Status.FAILED, 4, 2)
    assert placed.flags == {Flag.PLACED_BY_HAND}
    assert applier.changed == {"a.py": CART.replace("result = 0", "result = 1").encode()}


def test_numbers_and_escapes_together_are_taken_back() -> None:
    data, outcome = only({"a.js": "if (a < b) {\n  f();\n}\n"}, "1: if (a &lt; b) {\n", "1: if (a &lt;= b) {\n", "a.js")

    assert data == b"if (a <= b) {\n  f();\n}\n"
    assert outcome.flags == {Flag.LINE_NUMBERS, Flag.ESCAPES}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("a.vue", "<p>a < b</p>", "<p>a &lt; b</p>"),
        ("a.tsx", "<p>Fish & chips</p>", "<p>Fish &amp; chips</p>"),
        ("a.py", 'x = "&lt;"', 'x = "&lt;p&gt;"'),
        ("a.c", "if (a < b)", "if (a <= b)"),
    ],
)
def test_escapes_that_make_sense_ask_not(path: str, old: str, new: str) -> None:
    _, outcome = only({path: f"{old}\n"}, f"{old}\n", f"{new}\n", path)

    assert (outcome.status, outcome.asks) == (Status.APPLIED, False)


def test_a_whole_file_that_brings_escapes_asks() -> None:
    _, outcomes = applied({"a.c": "if (a < b)\n  f();\n"}, whole("a.c", "if (a &lt;= b)\n  f();\n"))

    assert Flag.ESCAPES in outcomes[0].flags
    assert outcomes[0].asks
