"""What the pane is given to show, and what copying gives back."""

import random
from base64 import b64encode

import pytest

from guillemet.engine.diff.content import prepare
from guillemet.engine.review import FileTexts, Kind
from tests.kit.cases import each


def test_added_and_removed_lines_are_counted() -> None:
    content = prepare(FileTexts("a", "a\nb\nc\n", "a\nB\nC\nD\n"))

    assert (content.added, content.removed) == (3, 2)


@each(
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


def test_a_long_line_is_broken_into_pieces_that_are_it() -> None:
    line = "value = [" + ", ".join(map(str, range(40_000))) + "]"
    content = prepare(FileTexts("a", "", f"{line}\n"))

    assert "".join(content.new.shown) == line
    assert max(map(len, content.new.shown)) <= 600


def test_only_the_first_piece_of_a_long_line_has_a_number() -> None:
    side = prepare(FileTexts("a", "", "first\n" + "x" * 2_100 + "\nlast\n")).new

    assert [side.number(line) for line in range(6)] == [1, 2, 0, 0, 0, 3]
    assert [side.number_in_file(line) for line in range(6)] == [1, 2, 2, 2, 2, 3]
    assert [side.first_shown(number) for number in (1, 2, 3, 4)] == [0, 1, 5, 6]
    assert side.in_file(slice(2, 6)) == slice(1, 3)


@pytest.mark.parametrize(
    "line",
    [", ".join(map(str, range(40_000))), b64encode(random.Random(1).randbytes(90_000)).decode()],  # noqa: S311
)
def test_a_change_in_a_long_line_changes_the_pieces_around_it_only(line: str) -> None:
    content = prepare(FileTexts("a", line, f"{line[:50_000]}changed{line[50_000:]}"))

    assert (content.added, content.removed) == (1, 1)
    assert sum(hunk.new_count for hunk in content.hunks) <= 8


def test_a_newline_between_two_pieces_is_a_change() -> None:
    line = ", ".join(map(str, range(2_000)))
    first, *more = prepare(FileTexts("a", "", line)).new.lines
    content = prepare(FileTexts("a", line, "\n".join((first, "".join(more)))))

    assert [hunk.new_start for hunk in content.hunks] == [0]


def test_a_final_newline_of_a_long_line_is_written_out() -> None:
    line = ", ".join(map(str, range(2_000)))
    content = prepare(FileTexts("a", line, f"{line}\n"))

    assert [len(content.hunks), content.hunks[0].new_count] == [1, 1]
    assert content.old.shown[-1].endswith("1999‹no newline at the end›")
    assert content.new.shown[-1].endswith("1999")


def test_a_final_newline_that_came_is_written_out_on_the_side_that_lacks_it() -> None:
    content = prepare(FileTexts("a", "end", "end\n"))

    assert (content.old.shown, content.new.shown) == (("end‹no newline at the end›",), ("end",))


@pytest.mark.parametrize("is_shortened", [False, True])
def test_a_line_that_only_gets_or_loses_a_newline_says_so_in_texts_without_one(*, is_shortened: bool) -> None:
    texts = ("one\ntwo", "one\ntwo\nthree")
    content = prepare(FileTexts("a", *(reversed(texts) if is_shortened else texts)))

    short, long = (content.new, content.old) if is_shortened else (content.old, content.new)
    assert (short.shown, long.shown) == (("one", "two‹no newline at the end›"), ("one", "two", "three"))


def test_another_last_line_says_nothing_of_a_newline_that_both_texts_lack() -> None:
    content = prepare(FileTexts("a", "}\nend\n}", "}\nend\n};"))

    assert (content.old.shown[-1], content.new.shown[-1]) == ("}", "};")


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
