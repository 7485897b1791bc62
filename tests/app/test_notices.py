"""Promises of the notices: each names what it is about."""

from guillemet.app import notices
from guillemet.engine.review import Refusal

FULL = Refusal("big.txt", "There is no space left on the disk. Make room and try again.")
GONE = Refusal("a.txt", "a.txt is gone: another program deleted or moved it. Bring it back, then try again.")


def test_a_file_that_was_refused_is_named_once() -> None:
    assert notices.of_refusals([FULL], done="accepted").what.startswith("big.txt: There is no space left")
    assert notices.of_refusals([GONE], done="accepted").what == GONE.message


def test_several_that_were_refused_are_named_in_the_details() -> None:
    assert notices.of_refusals([FULL, GONE], done="accepted").details == f"big.txt: {FULL.message}\n{GONE.message}"
