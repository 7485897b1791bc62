"""FileText: bytes to lines and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.errors import BinaryError, EncodingError
from guillemet.engine.text import FileText
from tests.kit.cases import each

FILES = [
    b"",
    b"\n",
    b"a",
    b"a\nb\n",
    b"a\r\nb\r\n",
    b"a\rb\r",
    b"a\r\nb\nc\rd\n\r\n\re",
    b"a\r\r\nb",
    b"form\x0cfeed\x0b\x1c\x85\n".replace(b"\x85", b""),
    "größe\u2028one line\n".encode(),
    b"\xef\xbb\xbfa\n",
    b"\xef\xbb\xbf",
    b"\xff\xfe" + "a\r\nü\n".encode("utf-16-le"),
    b"\xfe\xff" + "a\nü".encode("utf-16-be"),
    "# café\nx = 1\n".encode("latin-1"),
    "x = '€ 5'\r\n".encode("cp1252"),
    b"undefined in cp1252: \x81\n",
    "Привет, мир, это длинный текст\n".encode("cp1251"),
    "日本語のテキストです\nx = 1\n".encode("shift_jis"),
]


@each("data", FILES)
def test_an_untouched_file_gives_back_its_bytes(data: bytes) -> None:
    assert FileText.from_bytes(data).to_bytes() == data


@given(st.binary(max_size=60))
def test_any_bytes_that_can_be_read_come_back(data: bytes) -> None:
    try:
        text = FileText.from_bytes(data)
    except (BinaryError, EncodingError):
        return
    assert text.to_bytes() == data


@given(st.text(alphabet="a\r\n ", max_size=40), st.data())
def test_bytes_before_and_after_an_edit_stay(content: str, data: st.DataObject) -> None:
    text = FileText.from_bytes(content.encode())
    start = data.draw(st.integers(0, len(text.lines)))
    count = data.draw(st.integers(0, max(0, len(text.lines) - start - 1)))
    pieces = [line + ending for line, ending in zip(text.lines, text.endings, strict=True)]

    written = text.splice(start, count, ["new"]).to_bytes().decode()

    assert written.startswith("".join(pieces[:start]))
    assert written.endswith("".join(pieces[start + count :]))


@given(st.text(alphabet="ab\r\n", max_size=30), st.lists(st.sampled_from(["a", "b", "c"]), max_size=4), st.data())
def test_a_spliced_text_reads_back_as_the_lines_it_holds(content: str, new: list[str], data: st.DataObject) -> None:
    text = FileText.from_bytes(content.encode().replace(b"\r", b"\r\n"))
    start = data.draw(st.integers(0, len(text.lines)))
    count = data.draw(st.integers(0, len(text.lines) - start))

    spliced = text.splice(start, count, new)

    assert FileText.from_bytes(spliced.to_bytes()).lines == spliced.lines
    assert spliced.lines == (*text.lines[:start], *new, *text.lines[start + count :])


def after(data: bytes, start: int, count: int, *new: str) -> bytes:
    return FileText.from_bytes(data).splice(start, count, new).to_bytes()


def test_an_inserted_line_takes_the_ending_of_its_neighbour() -> None:
    assert after(b"a\r\nb\r\n", 1, 0, "new") == b"a\r\nnew\r\nb\r\n"


def test_replaced_lines_of_a_mixed_file_keep_their_endings_one_by_one() -> None:
    assert after(b"a\nb\r\nc\n", 0, 3, "A", "B", "C") == b"A\nB\r\nC\n"


def test_a_line_that_stays_keeps_its_ending_when_lines_are_put_before_it() -> None:
    assert after(b"a\nb\r\nc\n", 0, 3, "a", "x", "b", "c") == b"a\nx\nb\r\nc\n"


def test_a_file_of_carriage_returns_gets_carriage_returns() -> None:
    assert after(b"a\rb\r", 1, 1, "x", "y") == b"a\rx\ry\r"


def test_a_missing_final_newline_stays_missing_when_the_last_line_is_replaced() -> None:
    assert after(b"a\nb", 1, 1, "x", "y") == b"a\nx\ny"


def test_a_missing_final_newline_stays_missing_when_lines_are_appended() -> None:
    assert after(b"a\nb", 2, 0, "c") == b"a\nb\nc"


def test_a_final_newline_stays_when_the_last_line_is_replaced() -> None:
    assert after(b"a\r\nb\r\n", 1, 1, "x", "y") == b"a\r\nx\r\ny\r\n"


def test_a_deleted_last_line_takes_nothing_of_the_line_before() -> None:
    assert after(b"a\nb", 1, 1) == b"a\n"


def test_a_file_can_lose_all_its_lines() -> None:
    assert after(b"\xef\xbb\xbfa\nb", 0, 2) == b"\xef\xbb\xbf"


def test_an_empty_file_gets_lines_with_a_final_newline() -> None:
    assert after(b"", 0, 0, "a", "b") == b"a\nb\n"


def test_lines_of_a_utf_16_file_are_written_in_utf_16() -> None:
    before = b"\xfe\xff" + "a\r\nb\r\n".encode("utf-16-be")

    assert after(before, 0, 1, "ü") == b"\xfe\xff" + "ü\r\nb\r\n".encode("utf-16-be")


def test_a_few_accented_letters_are_read_as_western() -> None:
    assert FileText.from_bytes("# café\n".encode("latin-1")).lines == ("# café",)


def test_a_text_the_encoding_cannot_hold_is_refused() -> None:
    with pytest.raises(EncodingError, match="cp1252"):
        after("# café\n".encode("latin-1"), 0, 1, "日本")


def test_damaged_utf_8_is_not_taken_for_another_encoding() -> None:
    with pytest.raises(EncodingError):
        FileText.from_bytes("größe, Übung, café\n".encode() + b"\xff\n")


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\0", b"a" * 7_999 + b"\0", b"\xef\xbb\xbf\0"])
def test_a_nul_among_the_first_8000_bytes_means_binary(data: bytes) -> None:
    with pytest.raises(BinaryError):
        FileText.from_bytes(data)


def test_a_late_nul_does_not_mean_binary() -> None:
    data = b"a" * 8_000 + b"\0"

    assert FileText.from_bytes(data).to_bytes() == data


@pytest.mark.parametrize("data", [b"\xff\xfea", b"\xff\xfe\x00\xd8", b"\xef\xbb\xbf\xff", b"\xff\xfe\0\0a\0\0\0"])
def test_a_mark_the_bytes_contradict_is_refused(data: bytes) -> None:
    with pytest.raises(EncodingError):
        FileText.from_bytes(data)


def test_a_new_file_has_a_final_newline() -> None:
    assert FileText.new(["a", "b"], "\r\n").to_bytes() == b"a\r\nb\r\n"


def test_the_text_for_showing_is_joined_by_lf() -> None:
    assert FileText.from_bytes(b"a\r\nb").text == "a\nb"
    assert FileText.from_bytes(b"a\r\nb\r\n").text == "a\nb\n"


@pytest.mark.parametrize("wrong", ["a\0", "\ud83d"])
def test_new_lines_no_text_file_can_hold_are_refused_before_anything_is_made(wrong: str) -> None:
    with pytest.raises(EncodingError):
        FileText.new(["fine", wrong], "\n")
    with pytest.raises(EncodingError):
        FileText.from_bytes(b"a\n").splice(0, 1, [wrong])


def test_a_late_nul_that_was_there_stays() -> None:
    data = b"a\n" * 5_000 + b"\0\n"

    assert FileText.from_bytes(data).splice(0, 1, ["b"]).to_bytes() == b"b\n" + data[2:]
