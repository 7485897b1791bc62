"""Many blocks on one long file: each sees what the ones before left, wherever that has moved."""

import pytest

from guillemet.engine.applying import apply_reply
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status

COUNT = 800
FILE = "".join(f"value_{number} = compute({number})\n" for number in range(COUNT))


def block(old: str, new: str, *, path: str = "a.py") -> str:
    return f"{path}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"


def exact_block(old: str, new: str) -> str:
    return f"a.py\n🟧🟧🟧 EDIT\n{old}🟨🟨🟨 REPL\n{new}🟩🟩🟩 END\n"


def line(number: int) -> str:
    return f"value_{number} = compute({number})\n"


def after(reply: str, text: str = FILE) -> tuple[str, tuple[Outcome, ...]]:
    result = apply_reply(reply, {"a.py": text})
    made = result.files["a.py"]
    assert isinstance(made, str)
    return made, result.results


@pytest.mark.parametrize("step", [1, -1, 7])
def test_blocks_that_make_two_lines_of_every_one_are_applied_in_any_order(step: int) -> None:
    order = [number * step % COUNT for number in range(COUNT)]

    made, outcomes = after("".join(block(line(number), f"{line(number)}more_{number}\n") for number in order))

    assert {one.how for one in outcomes} == {Rung.EXACT}
    assert made == "".join(f"{line(number)}more_{number}\n" for number in range(COUNT))


def test_line_numbers_are_those_of_the_file_as_the_blocks_before_left_it() -> None:
    _, outcomes = after("".join(block(line(number), f"{line(number)}more_{number}\n") for number in range(COUNT)))

    assert [one.lines for one in outcomes] == [(2 * number + 1,) for number in range(COUNT)]


def test_blocks_that_each_take_two_lines_away_leave_an_empty_file_and_only_the_last_says_so() -> None:
    made, outcomes = after("".join(block(line(number) + line(number + 1), "") for number in range(0, COUNT, 2)))

    assert made == ""
    assert [Flag.DROPS_MOST in one.flags for one in outcomes] == [False] * (COUNT // 2 - 1) + [True]


def test_blocks_at_the_end_of_a_long_file_follow_one_another() -> None:
    made, outcomes = after(
        "".join(block(f"end = {number}\n", f"end = {number + 1}\n") for number in range(COUNT)), FILE + "end = 0\n"
    )

    assert {one.lines for one in outcomes} == {(COUNT + 1,)}
    assert made == f"{FILE}end = {COUNT}\n"


def test_blanks_are_looked_past_in_every_one_of_many_blocks() -> None:
    made, outcomes = after("".join(block(f"{line(number)[:-1]}  \n", f"{number}\n\n") for number in range(COUNT)))

    assert {one.how for one in outcomes} == {Rung.WHITESPACE}
    assert made == "".join(f"{number}\n" for number in range(COUNT))


def test_every_one_of_many_blocks_with_another_indentation_is_shifted() -> None:
    indented = "".join(f"    {line(number)}" for number in range(COUNT))

    made, outcomes = after("".join(block(line(number), f"new_{number}\n") for number in range(COUNT)), indented)

    assert {one.how for one in outcomes} == {Rung.REINDENTED}
    assert made == "".join(f"    new_{number}\n" for number in range(COUNT))


def test_ambiguous_lines_are_told_as_they_stand_after_the_blocks_between() -> None:
    text = "return None\n" + FILE + "return None\n"
    reply = "".join(
        exact_block("return None\n", "pass\n") + exact_block(line(number), f"{line(number)}more\n")
        for number in range(COUNT // 2)
    )

    _, outcomes = after(reply, text)

    assert [one.lines for one in outcomes[::2]] == [(1, COUNT + 2 + number) for number in range(COUNT // 2)]
    assert {one.reason for one in outcomes[::2]} == {Reason.AMBIGUOUS}


def test_the_first_of_many_places_is_taken_again_and_again() -> None:
    made, outcomes = after(
        "".join(block("return None\n", f"return {number}\n") for number in range(COUNT)), "x\nreturn None\n" * COUNT
    )

    assert [one.lines[0] for one in outcomes] == [2 * number + 2 for number in range(COUNT)]
    assert made == "".join(f"x\nreturn {number}\n" for number in range(COUNT))


def test_blocks_that_fail_leave_those_between_them_as_they_are() -> None:
    applied, failed = [Status.APPLIED] * 4, [Status.FAILED]
    blocks = [exact_block(line(number), f"new_{number}\n") for number in range(COUNT)]
    blocks[3::4] = [one + exact_block(f"no_{number}\n", "x\n") for number, one in enumerate(blocks[3::4])]

    made, outcomes = after("".join(blocks))

    assert [one.status for one in outcomes] == (applied + failed) * (COUNT // 4)
    assert made == "".join(f"new_{number}\n" for number in range(COUNT))


def test_line_endings_of_a_long_mixed_file_stay_line_by_line() -> None:
    endings = ["\n" if number % 3 else "\r\n" for number in range(COUNT)]
    text = "".join(line(number)[:-1] + endings[number] for number in range(COUNT))

    made, _ = after("".join(block(line(number), f"new_{number}\n") for number in range(COUNT)), text)

    assert made == "".join(f"new_{number}{endings[number]}" for number in range(COUNT))


def test_blocks_appended_to_a_long_file_stand_in_their_order() -> None:
    made, outcomes = after("".join(block("", f"appended_{number} = {number}\n") for number in range(COUNT)))

    assert [one.lines for one in outcomes] == [(COUNT + number + 1,) for number in range(COUNT)]
    assert made == FILE + "".join(f"appended_{number} = {number}\n" for number in range(COUNT))


def test_definitions_written_differently_are_all_placed_in_a_file_too_long_to_be_parsed_for_each() -> None:
    text = "".join(f"def f_{number}(a):\n    b = a + {number}\n    return b * {number}\n\n" for number in range(5_000))
    parts = (
        block(
            f"def f_{number}(a):\n    b = a  +  {number}  # sum\n    return b * {number}\n", f"f_{number} = {number}\n"
        )
        for number in range(0, 5_000, 50)
    )

    _, outcomes = after("".join(parts), text)

    assert {one.how for one in outcomes} == {Rung.SYNTAX}


def test_a_placeholder_that_stood_elsewhere_in_the_file_is_the_files_own() -> None:
    note = "# ... existing code ...\n"

    _, own = after(block(line(700), note), FILE + note)
    _, new = after(block(line(700), note))

    assert Flag.PLACEHOLDER not in own[0].flags
    assert Flag.PLACEHOLDER in new[0].flags


def test_scripts_of_a_package_file_count_as_changed_when_nobody_can_read_it_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("guillemet.engine.applying.applier._READING_STEPS", 1)
    text = '{"scripts": {"a": "b"},\n"x": 1,\n"y": 2}\n'
    reply = block('"x": 1,\n', '"x": 3,\n', path="package.json") + block('"y": 2}\n', '"y": 4}\n', path="package.json")

    outcomes = apply_reply(reply, {"package.json": text}).results

    assert [Flag.CAN_RUN_CODE in one.flags for one in outcomes] == [False, True]
