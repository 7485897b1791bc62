"""Characters that new text hides, and those that it needs."""

import pytest

from guillemet.engine.applying.hidden_characters import hidden_in, look_alike_in
from guillemet.engine.matching.work_budget import WorkBudget
from tests.engine.applying.making import applied, edit
from tests.kit.cases import each

NEEDED = (
    "family = '👨‍👩‍👧'",
    "heart = '❤️‍🔥'",
    "flag = '🏴󠁧󠁢󠁷󠁬󠁳󠁿'",
    "word = 'می‌خواهم'",
    "conjunct = 'क्‍ष'",
    "name = 'Ольга'",
    "get_имя = 1",
    "SQLзапрос = 2",
    "Δx = σ_x * μ",
    "ρ_air = 1.2",
    "# о чём это",
    "naïve = 'Ærøskøbing'",
    "tab\there\x0c",
    "変数 = 'テスト'",
    "Il dit : « Bonjour ! » pour 10\u00a0€",
    "\u3000本文",
    "µs = 10",
    "# 1ª opção, nº 5, 20 km², ½ Tasse",
    "ＣＰＵの使用率",
    "keys = '1️⃣ ©️ ☀︎'",
    "⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙",
    "x = 1" + " " * 150 + "# far, but not too far",
)


@each(
    ("line", "code"),
    [
        ("access = 'user\u202e \u2066// admin'", "U+202E"),
        ("a\u200bb = 1", "U+200B"),
        ("a = 'b\u200d'", "U+200D"),
        ("x = '\U000e0041\U000e0042'", "U+E0041"),
        ("x = '\U0001f3f4\U000e0061\U000e0062\U000e007f'", "U+E0061"),
        ("a\ufeffb", "U+FEFF"),
        ("\u3164 = 1", "U+3164"),
        ("red = '\x1b[31m'", "U+001B"),
        ("a\ufe00 = 1", "U+FE00"),
        ("x = '☀\ufe0f\ufe01\ufe02'", "U+FE01"),
        ("x\u2800= 1", "U+2800"),
        ("a\U00013430b", "U+13430"),
        ("a\U0001d159b", "U+1D159"),
        ("a\U00016fe4b", "U+16FE4"),
    ],
)
def test_a_hidden_character_is_named(line: str, code: str) -> None:
    assert code in (hidden_in(["fine", line], old=[]) or "")


def test_the_number_of_hidden_characters_is_told() -> None:
    assert "3 hidden characters" in (hidden_in(["\u200b\u200b\u202e"], old=[]) or "")


@each("line", NEEDED)
def test_what_a_script_or_an_emoji_needs_is_not_hidden(line: str) -> None:
    assert hidden_in([line], old=[]) is None


@pytest.mark.parametrize("line", ["\u00a0\u00a0a = 1", "    \u00a0a", "a\u00a0= 1", "f(\u202fx)", "\t\u2003x"])
def test_a_blank_that_is_none_to_a_compiler_is_named(line: str) -> None:
    assert "blanks that are none" in (hidden_in([line], old=[]) or "")
    assert hidden_in([line], old=[line]) is None


def test_what_was_hidden_before_is_not_new() -> None:
    assert hidden_in(["x = 'a\u200bb'"], old=["y = 'a\u200bb'"]) is None


def test_one_more_than_before_is_new() -> None:
    assert "1 hidden character " in (hidden_in(["\u200b \u200b"], old=["\u200b"]) or "")


@pytest.mark.parametrize(
    "line",
    [
        "p\u0430ypal = 1",
        "is_\u0430dmin = True",
        "\u0421lass()",
        "get_\u0441\u043e\u0440\u0443()",
        "n\u03bfne",
        "\u13aadmin",
        "ad\u0585min",
        "\ua4e2elf",
    ],
)
def test_a_word_of_mixed_alphabets_is_named(line: str) -> None:
    assert "mixes alphabets" in (hidden_in([line], old=[]) or "")


def test_a_mixed_word_that_stood_there_before_is_not_new() -> None:
    assert hidden_in(["p\u0430ypal = 2"], old=["p\u0430ypal = 1"]) is None


@pytest.mark.parametrize(
    "word", ["\ufb01le = 1", "\U0001d41admin = 1", "a\u017ft", "\u2170f x", "ａｄｍｉｎ = True", "\u00aadmin()"]
)
def test_a_name_that_compilers_read_as_another_is_named(word: str) -> None:
    assert "to compilers that" in (hidden_in([word], old=[]) or "")
    assert hidden_in([word], old=[word]) is None


@pytest.mark.parametrize("line", ["# fine\rimport os", "a\rb\r\r c"])
def test_a_carriage_return_within_a_line_is_told(line: str) -> None:
    assert "carriage return" in (hidden_in([line], old=[]) or "")
    assert hidden_in([line], old=[line]) is None


@pytest.mark.parametrize("blanks", [" " * 200, "\t" * 25, "\u3000" * 200, " " * 100 + "\t" * 13, " \t" * 25])
def test_text_behind_two_hundred_blanks_is_told(blanks: str) -> None:
    assert "behind 200 blanks" in (hidden_in([f"x = 1{blanks}; import os"], old=[]) or "")
    assert "behind 200 blanks" in (hidden_in([f"{blanks}import os"], old=[]) or "")
    assert hidden_in([f"x = 1{blanks}"], old=[]) is None


def test_a_line_of_blanks_alone_takes_linear_time() -> None:
    assert hidden_in([" " * 5_000_000], old=[]) is None


COPY, PAY, OP = "\u0441\u043e\u0440\u0443", "\u0440\u0430\u0443", "\u03bf\u03c1"


@pytest.mark.parametrize("word", [COPY, PAY, OP, COPY.upper()])
def test_a_word_of_another_alphabet_that_looks_like_one_of_the_file_is_named(word: str) -> None:
    line = f"{word} = steal"
    file = ["import copy", "def pay(op): pass"]

    assert "looks like" in (look_alike_in([line], old=[], file=[*file, line], effort=WorkBudget(10**9)) or "")
    assert look_alike_in([line], old=[], file=["import other", line], effort=WorkBudget(10**9)) is None
    assert look_alike_in([line], old=[line], file=[*file, line], effort=WorkBudget(10**9)) is None


@pytest.mark.parametrize("line", ["# это оно, а не она", "x = о + с", "σ = 0", "# то же самое"])
def test_words_of_another_alphabet_are_no_look_alikes(line: str) -> None:
    file = ["def a(o, c): return o + c", "to me same x 0", line]

    assert look_alike_in([line], old=[], file=file, effort=WorkBudget(10**9)) is None


def test_a_look_alike_in_an_edit_asks() -> None:
    _, [outcome] = applied({"a.py": "import copy\nx = 1\n"}, edit("a.py", "x = 1", f"x = {COPY}.copy(x)"))

    assert outcome.asks
    assert "looks like 'copy'" in outcome.message
