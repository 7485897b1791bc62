"""Going on with an answer that broke off."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.llm.prompts.continuing import continue_message, join
from tests.kit.replies import edit, guillemet_edit

SCENARIOS = Path(__file__).parents[2] / "scenarios"
WHOLE = [folder for folder in sorted(SCENARIOS.glob("*/")) if "interrupts" not in folder.name]
"""Those whose reply does not itself begin its block anew."""

REPLY = "I round the total.\n\n" + edit(
    "src/prices.py",
    "def total(prices):\n    return sum(prices)",
    "def total(prices):\n    rounded = round(sum(prices), 2)\n    return rounded",
)
HALF = REPLY[: REPLY.index("ed = round")]
"""Ends as `    round`, in the new part."""
REST = REPLY[len(HALF) :]
PATH, END = REPLY.index("src"), REPLY.index(">>>>>>>")
WORDS = st.text(st.sampled_from("ab {}\n\t`=-<>é"))


def test_a_model_that_goes_on_at_the_very_character_is_joined_as_it_is() -> None:
    for cut in range(len(REPLY)):
        assert join(REPLY[:cut], REPLY[cut:]) == REPLY, repr(REPLY[:cut])


def test_any_reply_cut_between_lines_is_joined_as_it_is() -> None:
    for folder in WHOLE:
        reply = (folder / "reply.md").read_bytes().decode("utf-8", "replace")
        for cut in [at + 1 for at, sign in enumerate(reply) if sign == "\n"][:60:4]:
            assert join(reply[:cut], reply[cut:]) == reply, (folder.name, cut)


def test_a_line_begun_again_is_not_doubled() -> None:
    assert join(HALF, "    round" + REST) == REPLY


def test_a_line_begun_again_without_its_indentation_is_not_doubled() -> None:
    assert join(HALF, "round" + REST) == REPLY


def test_lines_begun_again_are_not_doubled() -> None:
    assert join(HALF, "=======\ndef total(prices):\n    round" + REST) == REPLY


def test_whole_lines_begun_again_are_not_doubled() -> None:
    half = REPLY[: REPLY.index("    rounded")]

    assert join(half, "=======\ndef total(prices):\n" + REPLY[len(half) :]) == REPLY


def test_a_block_begun_again_from_its_path_is_not_doubled() -> None:
    again = REPLY[REPLY.index("src/prices.py") :]

    assert join(HALF, again) == REPLY


def test_a_fence_opened_again_is_left_out() -> None:
    reply = "Like this:\n```python\nimport math\nprint(math.pi)\n```\n"
    half = reply[: reply.index("th.pi")]

    assert join(half, "```python\nth.pi)\n```\n") == reply
    assert join(half, "```python\nprint(math.pi)\n```\n") == reply


def test_a_fence_that_closes_is_no_fence_opened_again() -> None:
    reply = "```\n*** Begin Patch\n*** Delete File: a\n*** End Patch\n```\nDone.\n"
    cut = reply.rindex("```")

    assert join(reply[:cut], reply[cut:]) == reply


@pytest.mark.parametrize("head", ["src/prices.py\n```\n<<<<<<< SEARCH\n", "```\n<<<<<<< SEARCH\n", "<<<<<<< SEARCH\n"])
def test_a_head_put_before_the_rest_of_its_block_is_left_out(head: str) -> None:
    half = REPLY[: REPLY.index("    return sum")]

    assert join(half, head + REPLY[len(half) :]) == REPLY


def test_a_head_put_before_a_line_begun_again_is_left_out_with_it() -> None:
    reply = guillemet_edit("a.py", "one\ntwo three", "one\nfour")
    half = reply[: reply.index("o three")]

    assert join(half, "a.py\n««« EDIT\ntwo three" + reply[len(half) + len("o three") :]) == reply


def test_a_block_written_anew_and_differently_is_kept_beside_the_half_one() -> None:
    anew = edit("src/prices.py", "def total(prices):\n    return sum(prices)", "def total(prices):\n    return 0")

    assert join(HALF, anew) == f"{HALF}\n{anew}"


def test_a_diff_that_begins_with_its_head_again_is_kept() -> None:
    half = "```diff\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-one\n+two\n"
    more = "```diff\n--- a/x\n+++ b/x\n@@ -9,2 +9,2 @@\n-nine\n+ten\n```\n"

    assert join(half, more) == half + more


@pytest.mark.parametrize(
    ("text", "continuation"),
    [
        ("    }\n", "    }\n}\n"),
        ("-----", "-----\n"),
        ("    assert total([]) == 0\n", "    assert total([]) == 0\n"),
        ("foo(", "(bar))"),
        ("aaaa", "aaaa"),
        ("    ", "    return"),
        ("", "anything"),
        ("anything", ""),
    ],
)
def test_what_may_be_meant_twice_is_kept(text: str, continuation: str) -> None:
    assert join(text, continuation) == text + continuation


@given(WORDS, WORDS)
def test_nothing_is_lost_that_is_no_repetition(text: str, continuation: str) -> None:
    joined = join(text, continuation)

    assert joined.startswith(text)
    rest = joined[len(text) :]
    left_out = continuation[: len(continuation) - len(rest.removeprefix("\n"))]
    assert rest.removeprefix("\n") in (continuation, continuation.removeprefix("\n")) or left_out.strip("\n") in text


@given(st.integers(PATH, END), st.integers(PATH, END))
def test_a_block_started_over_at_any_telling_line_is_whole_again(one: int, other: int) -> None:
    start, cut = sorted((one, other))
    start = REPLY.rfind("\n", 0, start) + 1
    repeated = REPLY[start:cut]
    if repeated.endswith("\n") and repeated.strip().count("\n") < 1:
        return
    if len("".join(repeated.split())) < 12 or not any(sign.isalnum() for sign in repeated):
        return

    assert join(REPLY[:cut], REPLY[start:]) == REPLY


def test_the_message_shows_the_last_lines_and_where_to_go_on() -> None:
    message = continue_message(HALF)

    assert "    round\n```" in message
    assert "in the middle of the last line" in message
    assert "on a new line" in continue_message("One line.\n")


def test_the_message_is_bounded() -> None:
    assert len(continue_message("x" * 100_000)) < 2_000


def test_an_answer_that_said_nothing_is_asked_for_again() -> None:
    assert "answer again" in continue_message(" \n")
