"""What the pane is given to show, and what copying gives back."""

import pytest

from guillemet.engine.diff.content import LONGEST_SHOWN, prepare
from guillemet.engine.review import FileTexts, Kind


def test_added_and_removed_lines_are_counted() -> None:
    content = prepare(FileTexts("a", "a\nb\nc\n", "a\nB\nC\nD\n"))

    assert (content.added, content.removed) == (3, 2)


@pytest.mark.parametrize(
    "hidden",
    [
        "\u202e",
        "\u200b",
        "\x1b",
        "\u2066",
        "\U000e0041",
        "\ufeff",
        "\u2029",
        "\x00",
        "\ud800",
        "\u2028",
        "\ufe00",
        "\u2800",
        "\u200d",
    ],
)
def test_a_hidden_character_is_written_out(hidden: str) -> None:
    content = prepare(FileTexts("a", "", f"x = {hidden}1\n"))

    assert content.new.shown == (f"x = ‹U+{ord(hidden):04X}›1",)


@pytest.mark.parametrize("needed", ["👨‍👩‍👧 ❤️‍🔥 1️⃣ ☀︎", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "می‌خواهم", "क्‍ष", "⠓⠑⠀⠺"])
def test_what_an_emoji_or_a_script_requires_is_shown_as_it_is(needed: str) -> None:
    content = prepare(FileTexts("a", "", f"x = '{needed}'\n"))

    assert (content.new.shown, content.hidden) == (content.new.lines, 0)


def test_tags_behind_a_flag_are_written_out_and_the_flag_is_not() -> None:
    wales = "🏴󠁧󠁢󠁷󠁬󠁳󠁿"

    assert prepare(FileTexts("a", "", f"{wales}\U000e0041\n")).new.shown == (f"{wales}‹U+E0041›",)


def test_what_was_written_out_is_named_by_its_columns() -> None:
    content = prepare(FileTexts("a", "", "ab\u202ecd\u200be\n"))

    assert [content.new.shown[0][slice(*span)] for span in content.new.marks(0)] == ["‹U+202E›", "‹U+200B›"]


def test_copying_gives_the_hidden_character_itself() -> None:
    side = prepare(FileTexts("a", "", "ab\u202ecd\n")).new

    assert side.copied(0, 1, len(side.shown[0]) - 1) == "b\u202ec"


def test_tabs_and_other_scripts_are_shown_as_they_are() -> None:
    content = prepare(FileTexts("a", "", "\tprint('日本語 ä 😀')\n"))

    assert content.new.shown == content.new.lines


def test_a_long_line_is_cut_and_says_how_much_is_left() -> None:
    content = prepare(FileTexts("a", "", "x" * 5_000_000 + "\n"))

    assert content.is_cut
    assert content.new.shown[0].endswith("x … 4,998,000 more characters")


def test_copying_a_cut_line_to_its_end_gives_it_whole() -> None:
    side = prepare(FileTexts("a", "", "x" * 50_000 + "\n")).new

    assert side.copied(0, 0, None) == "x" * 50_000


def test_a_long_line_shown_whole_is_broken_into_pieces_that_are_it() -> None:
    line = "value = [" + ", ".join(map(str, range(40_000))) + "]"
    content = prepare(FileTexts("a", "", f"{line}\n"), whole=True)

    assert "".join(content.new.shown) == line
    assert max(map(len, content.new.shown)) <= LONGEST_SHOWN


def test_only_the_first_piece_of_a_broken_line_has_a_number() -> None:
    content = prepare(FileTexts("a", "", "first\n" + "x" * 4_500 + "\nlast\n"), whole=True)

    assert content.new.numbers == (1, 2, 0, 0, 3)


def test_a_change_in_a_broken_line_is_a_change_of_its_piece() -> None:
    line = ", ".join(map(str, range(40_000)))
    content = prepare(FileTexts("a", line, line.replace("20000", "2000O")), whole=True)

    assert (content.added, content.removed) == (1, 1)


def test_a_final_newline_that_came_is_written_out_on_the_side_that_lacks_it() -> None:
    content = prepare(FileTexts("a", "end", "end\n"))

    assert (content.old.shown, content.new.shown) == (("end‹no newline at the end›",), ("end",))


def test_changed_line_endings_are_written_out() -> None:
    content = prepare(FileTexts("a", "a\r\nb\r\n", "a\r\nb\n"))

    assert (content.old.shown, content.new.shown) == (("a", "b‹CRLF›"), ("a", "b‹LF›"))


def test_line_endings_that_are_the_same_everywhere_are_not_written_out() -> None:
    content = prepare(FileTexts("a", "a\r\nb\r\n", "a\r\nc\r\n"))

    assert (content.old.shown, content.new.shown) == (("a", "b"), ("a", "c"))


def test_copying_leaves_out_a_written_ending() -> None:
    side = prepare(FileTexts("a", "end", "end\n")).old

    assert side.copied(0, 0, None) == "end"


def test_a_file_with_a_note_is_not_compared() -> None:
    content = prepare(FileTexts("a.png", "", "x\n", note="This file is binary."), kind=Kind.ADDED)

    assert (content.note, content.hunks) == ("This file is binary.", ())
