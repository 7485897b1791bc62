"""Promises of writing to a terminal."""

import io
import sys

import pytest

from guillemet.cli.terminal import Colour, coloured, columns, make_streams_safe, paint_diff, shown


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:  # noqa: D102
        return True


def test_columns_are_aligned_whatever_the_width_of_letters() -> None:
    lines = columns([("a", "1"), ("日本", "2"), ("e\u0301", "3")], indent="")

    assert lines == ["a     1", "日本  2", "e\u0301     3"]


def test_a_line_break_in_a_cell_stays_in_its_row() -> None:
    assert len(columns([("a\nb", "c")])) == 1


@pytest.mark.parametrize("char", ["\x1b", "\x07", "\u202e", "\u200b", "\x9b"])
def test_what_commands_a_terminal_is_written_out(char: str) -> None:
    assert char not in shown(f"a{char}b")


def test_colours_are_for_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", io.StringIO())

    assert coloured("failed", Colour.BAD) == "failed"


def test_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Terminal())

    assert coloured("failed", Colour.BAD) == "\x1b[31mfailed\x1b[0m"


def test_who_wants_no_colours_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", Terminal())

    assert coloured("failed", Colour.BAD) == "failed"


def test_a_diff_on_a_terminal_keeps_its_signs() -> None:
    assert paint_diff(b"-old\n+new\n") == ["-old", "+new"]


def test_a_diff_of_any_encoding_and_line_ending_reads_as_text() -> None:
    assert paint_diff("+kühl\r\n".encode("latin-1") + "+kühl\n".encode()) == ["+kühl", "+kühl"]


def test_no_diff_is_no_lines() -> None:
    assert paint_diff(b"") == []


@pytest.mark.parametrize(("encoding", "written"), [("utf-8", "─│→−… ü ═"), ("cp1252", "-|>-… ü \\u2550")])
def test_what_an_encoding_lacks_is_written_plainly_or_out(
    encoding: str, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, stream)

    make_streams_safe()
    print("─│→−… ü ═", end="", file=stream)

    assert stream.buffer.getvalue().decode(encoding) == written
