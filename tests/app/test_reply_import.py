"""Replies come in whole, or a sentence says why not."""

import os
from pathlib import Path

import pytest

from guillemet.app import reply_import
from guillemet.app.reply_import import ReplySourceError, from_bytes, from_file, from_text, is_piped, read_pipe


def test_text_without_a_letter_is_refused() -> None:
    with pytest.raises(ReplySourceError, match="Pasted text holds no text"):
        from_text(" \n\t", "Pasted text")


def test_a_file_gives_its_text_and_its_name(tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_bytes("Grüße\r\n".encode("utf-8-sig"))

    received = from_file(file)

    assert (received.text, received.source) == ("Grüße\n", "answer.md")


def test_a_binary_file_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")

    with pytest.raises(ReplySourceError, match=r"picture\.png is a binary file"):
        from_file(file)


def test_a_file_beyond_the_limit_is_refused_with_both_sizes(tmp_path: Path) -> None:
    file = tmp_path / "endless.txt"
    with file.open("wb") as opened:
        opened.truncate(100_000_000)

    with pytest.raises(ReplySourceError, match=r"100 MB.*20 MB"):
        from_file(file)


def test_a_text_beyond_the_limit_is_refused() -> None:
    with pytest.raises(ReplySourceError, match="20 MB"):
        from_text("x" * (reply_import.LARGEST + 1), "pasted text")


def test_bytes_beyond_the_limit_are_refused_though_they_are_fewer_letters() -> None:
    with pytest.raises(ReplySourceError, match="20 MB"):
        from_bytes("ä".encode() * (reply_import.LARGEST // 2 + 1), "Standard input")


def test_a_pipe_that_never_ends_is_read_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_import, "LARGEST", 30_000)
    reading, writing = os.pipe()
    os.write(writing, b"x" * 65_536)

    read = read_pipe(reading)

    os.close(writing)
    os.close(reading)
    assert len(read) > 30_000


def test_a_file_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ReplySourceError, match=r"gone\.md cannot be read"):
        from_file(tmp_path / "gone.md")


def test_a_folder_is_no_reply(tmp_path: Path) -> None:
    with pytest.raises(ReplySourceError, match="is not a file"):
        from_file(tmp_path)


def test_other_encodings_are_read() -> None:
    received = from_bytes("Äpfel und Öl\n".encode("utf-16"), "reply")

    assert received.text == "Äpfel und Öl\n"


def test_a_pipe_is_read_to_its_end() -> None:
    reading, writing = os.pipe()
    assert is_piped(reading)
    os.write(writing, b"first ")
    os.write(writing, b"second")
    os.close(writing)

    assert read_pipe(reading) == b"first second"
    os.close(reading)


def test_a_descriptor_that_is_not_open_is_not_taken_for_a_pipe() -> None:
    assert not is_piped(-1)


def test_a_device_is_not_taken_for_a_pipe() -> None:
    with Path(os.devnull).open("rb") as nothing:
        assert not is_piped(nothing.fileno())
