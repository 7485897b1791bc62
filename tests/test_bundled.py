"""Promises of finding what comes with the program."""

import pytest

from guillemet.bundled import bundled


def test_the_demo_is_found_in_a_checkout() -> None:
    assert (bundled("demo") / "replies").is_dir()


def test_what_is_missing_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="resources/nothing"):
        bundled("nothing")
