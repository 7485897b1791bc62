"""Promises of reading an answer while it comes: what is in no event yet is shown from its beginning."""

import pytest

from guillemet.app.chat.answer import AnswerReader

PARAGRAPH = "A paragraph of a model that has much to say, word by word. " * 80


def test_a_long_paragraph_is_shown_from_its_beginning_however_small_the_pieces_it_comes_in() -> None:
    reader = AnswerReader(())

    for sign in PARAGRAPH:
        reader.feed(sign)

    assert reader.tail == PARAGRAPH


def test_a_paragraph_of_which_nothing_is_left_out_is_not_shown_as_cut() -> None:
    reader = AnswerReader(())

    while not reader.tail.startswith("… "):
        reader.feed("Ten signs.")

    assert len(reader.tail.removeprefix("… ")) < len(reader.text)


@pytest.mark.timeout(8)
def test_a_line_without_end_is_read_as_fast_as_it_comes() -> None:
    reader = AnswerReader(())

    for _ in range(250_000):
        reader.feed("a word, ")
    for _ in range(2_000):
        assert len(reader.tail) < 7_000


def test_of_a_line_without_end_the_newest_part_is_shown_as_such() -> None:
    reader = AnswerReader(())

    for _ in range(400):
        reader.feed(PARAGRAPH)

    assert reader.tail.startswith("… ")
    assert PARAGRAPH.endswith(reader.tail[-50:])
    assert len(reader.tail) < 20_000


def test_half_a_marker_is_not_painted() -> None:
    for begun in ("<<<<<<< SEA", "====", ">", "``", "```py", "««« ED", "🟧🟧"):
        reader = AnswerReader(frozenset())
        for letter in f"Like this:\n{begun}":
            reader.feed(letter)
        assert not reader.tail.endswith(begun), begun

    for prose in ("<b> is bold", "`x` is a name", "> quoted words", "a == b"):
        reader = AnswerReader(frozenset())
        reader.feed(prose)
        assert reader.tail == prose
