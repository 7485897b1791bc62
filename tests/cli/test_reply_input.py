"""Promises of taking a reply in."""

import pytest

from guillemet.cli import commands
from guillemet.cli.commands import WrongUseError, decode


def test_a_byte_order_mark_is_no_part_of_the_reply() -> None:
    assert decode(b"\xef\xbb\xbfhello", "It") == "hello"


def test_utf_16_with_its_mark_is_read() -> None:
    assert decode("««« EDIT".encode("utf-16"), "It") == "««« EDIT"


def test_a_reply_beyond_the_limit_is_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "LIMIT", 1024 * 1024)

    with pytest.raises(WrongUseError, match="larger than 1 MB"):
        decode(b"a" * (1024 * 1024 + 1), "It")


def test_a_bad_byte_is_named_by_its_place() -> None:
    with pytest.raises(WrongUseError, match="byte 3"):
        decode(b"ab\xff", "It")
