"""Promises about listings that may be a part of their file: what they are taken for."""

import pytest

from guillemet.engine.applying import PlaceAt
from guillemet.engine.outcomes import Flag, Reason, Rung, Status
from tests.engine.applying.making import applied, listing
from tests.engine.applying.partial_listings import PRICES, put


@pytest.mark.parametrize(
    "shown",
    [
        "def total(prices):\n    result = 0\n",
        "    def total(prices):\n        result = 0\n",
        "def total(prices):\n\n    result = 0   \n\n",
        "def total(prices):\n\tresult = 0\n\tfor price in prices:\n\t\tresult += price\n",
        "def total(prices):\n  result = 0\n  for price in prices:\n    result += price\n",
        "  6 | def total(prices):\n  7 |     result = 0\n  8 |     for price in prices:\n",
        "# ... existing code ...\ndef total(prices):\n    result = 0\n    # ...\n    return result\n",
    ],
)
def test_lines_of_the_file_are_a_quotation_however_they_are_indented(shown: str) -> None:
    after, outcome = put("prices.py", PRICES, shown)

    assert outcome.status is Status.ALREADY_APPLIED
    assert "a quotation, which changes nothing" in outcome.message
    assert after == PRICES


def test_lines_of_the_file_of_which_one_moved_to_another_depth_are_no_quotation() -> None:
    before = "for item in items:\n    use(item)\n    done = True\nprint(done)\n"

    _, outcome = put("a.py", before, "for item in items:\n    use(item)\ndone = True\n")

    assert outcome.status is not Status.ALREADY_APPLIED


@pytest.mark.parametrize("changed", ['return f"{price:.3f}"', "return str(price)"])
def test_a_listing_as_long_as_the_file_that_ends_as_it_does_is_the_whole_file(changed: str) -> None:
    wanted = PRICES.replace('return f"{price:.2f}"', changed)

    after, outcome = put("prices.py", PRICES, wanted)

    assert after == wanted
    assert outcome.flags >= {Flag.REPLACED_WHOLE, Flag.LISTING}
    assert outcome.asks


def test_a_listing_that_leaves_out_an_end_of_the_file_keeps_it() -> None:
    shown = PRICES[: PRICES.index("\n\ndef shown")].replace("VAT = 19", "VAT = 20")

    after, outcome = put("prices.txt", PRICES, shown)

    assert after == PRICES.replace("VAT = 19", "VAT = 20")
    assert outcome.flags >= {Flag.CUT_SHORT, Flag.LISTING}


def test_an_example_of_use_is_no_edit() -> None:
    after, outcome = put("prices.py", PRICES, "from prices import total\n\nprint(total([1, 2]))\n")

    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.NOT_FOUND)
    assert after == PRICES


def test_a_diff_and_an_empty_listing_are_no_listings_of_a_file() -> None:
    _, diff = put("prices.py", PRICES, " VAT = 19\n+REDUCED = 7\n")
    _, empty = put("prices.py", PRICES, "")

    assert "is a diff" in diff.message
    assert "holds no line" in empty.message


def test_a_listing_called_new_makes_its_file_and_asks() -> None:
    applier, (outcome,) = applied({}, listing("new.py", "A = 1\n", is_called_new=True))

    assert applier.changed == {"new.py": b"A = 1\n"}
    assert outcome.asks


def test_a_listing_of_a_missing_file_that_nothing_calls_new_fails() -> None:
    applier, (outcome,) = applied({"src/rates.py": "A = 1\n"}, listing("src/rate.py", "A = 2\n"))

    assert outcome.reason is Reason.FILE_NOT_FOUND
    assert [nearest.path for nearest in outcome.nearest] == ["src/rates.py"]
    assert applier.changed == {}


def test_a_listing_placed_by_hand_replaces_the_chosen_lines() -> None:
    block = listing("a.py", "b = 22\nbb = 3\n")
    applier, _ = applied({"a.py": "a = 1\nb = 2\nc = 3\n"})

    outcome = applier.apply(block, choice=PlaceAt(2, 1))

    assert applier.changed == {"a.py": b"a = 1\nb = 22\nbb = 3\nc = 3\n"}
    assert not outcome.asks


def test_lines_that_stay_keep_their_own_bytes() -> None:
    before = "alpha = 1  \r\nbeta = 2\ngamma = 3\t\r\ndelta = 4\n"

    shown = "alpha = 1\nbeta = 22\n# ... rest of the file ...\n"

    applier, (outcome,) = applied({"a.txt": before}, listing("a.txt", shown))

    assert applier.changed == {"a.txt": b"alpha = 1  \r\nbeta = 22\ngamma = 3\t\r\ndelta = 4\n"}
    assert outcome.how is Rung.ELIDED


NUMBERS = "".join(f"/** Number {n}. */\nexport function f{n}(x) {{\n  return a(x, {n});\n}}\n\n" for n in range(6))


@pytest.mark.parametrize(
    ("path", "before", "shown"),
    [
        # As long as the file, but without its import, and with a line that is none of its definitions.
        ("a.ts", 'import { a } from "./a";\n\n' + NUMBERS, NUMBERS.replace("a(x", "b(x") + "setup(f0);\n"),
        # Some lines of the middle, below one that is new.
        ("a.txt", "".join(f"value {number}\n" for number in range(40)), "a new value\nvalue 20\nvalue 21\n"),
    ],
)
def test_a_listing_that_begins_otherwise_than_the_file_does_not_replace_its_beginning(
    path: str, before: str, shown: str
) -> None:
    after, outcome = put(path, before, shown)

    assert after == before
    assert outcome.reason is Reason.NOT_FOUND
