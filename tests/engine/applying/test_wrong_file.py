"""A block under the wrong path."""

import pytest

from guillemet.engine.applying import ApplyOptions, ApplyResult, apply_reply
from guillemet.engine.outcomes import Flag, Status
from guillemet.settings import Strictness

BLOCK = "a.py\n<<<<<<< SEARCH\n{old}\n=======\nvalue = 2  # counted\n>>>>>>> REPLACE\n"


def applied(
    files: dict[str, str | bytes], *, old: str = "value = 1  # counted", match: Strictness = Strictness.LENIENT
) -> ApplyResult:
    options = ApplyOptions(chat_files=tuple(files), match=match)
    return apply_reply(BLOCK.format(old=old), {"a.py": "other = 1\n", **files}, options=options)


def test_the_only_other_file_of_the_conversation_with_the_lines_is_meant() -> None:
    result = applied({"b.py": "value = 1  # counted\n", "c.py": "x = 1\n"})

    assert result.files["b.py"] == "value = 2  # counted\n"


def test_it_waits_for_the_user() -> None:
    outcome = applied({"b.py": "value = 1  # counted\n"}).results[0]

    assert (outcome.path, outcome.asks, Flag.OTHER_FILE in outcome.flags) == ("b.py", True, True)


@pytest.mark.parametrize(
    "files",
    [
        {"b.py": "value = 1  # counted\n", "c.py": "value = 1  # counted\n"},
        {"b.py": "value = 1  # counted\n" * 2},
        {"b.py": "  value = 1  # counted\n"},
        {"b.bin": b"\0value = 1  # counted\n"},
        {},
    ],
)
def test_without_one_exact_place_the_block_fails(files: dict[str, str | bytes]) -> None:
    assert applied(files).results[0].status is Status.FAILED


def test_a_trivial_line_means_no_other_file() -> None:
    assert applied({"b.py": "}\n"}, old="}").results[0].status is Status.FAILED


def test_strict_means_the_named_file() -> None:
    assert applied({"b.py": "value = 1  # counted\n"}, match=Strictness.STRICT).results[0].status is Status.FAILED
