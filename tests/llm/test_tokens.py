"""How many tokens a text has, about."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.llm.tokens import Calibration, estimate

PROSE = (
    "The desk holds what a model proposes in a staging area, shows it side by side, and writes only what the user "
    "accepts to the files, the index and the history. Nothing else changes before that, and every decision can be "
    "taken back.\n"
)
CODE = (
    "def total(prices: Iterable[Decimal], *, rate: int = 19) -> Decimal:\n"
    '    """Return the sum of all prices, the tax included."""\n'
    "    net = sum(prices, start=Decimal(0))\n"
    "    return (net * (100 + rate) / 100).quantize(CENT)\n"
)
CHINESE = "只有用户接受的修改才会写入文件、索引和历史记录。"


@pytest.mark.parametrize(("text", "least", "most"), [(PROSE, 3.8, 5.2), (CODE, 2.8, 4.2), (CHINESE, 0.7, 1.7)])
def test_a_guess_lies_where_tokenizers_do(text: str, least: float, most: float) -> None:
    assert least <= len(text) / estimate(text) <= most


def test_nothing_has_no_tokens() -> None:
    assert estimate("") == 0
    assert estimate(" ") == 1


@given(st.text(), st.text())
def test_more_text_has_more_tokens(one: str, other: str) -> None:
    both = estimate(one + other)

    assert max(estimate(one), estimate(other)) <= both <= estimate(one) + estimate(other)


@given(st.text(st.characters(codec=None)))
def test_any_text_can_be_guessed(text: str) -> None:
    assert 0 <= estimate(text, "any-model") <= 4 * len(text) + 1


def test_families_with_finer_tokenizers_have_more() -> None:
    plain, older, newer = (estimate(PROSE * 20, model) for model in ("gpt-5", "claude-sonnet-4-5", "claude-opus-4-7"))

    assert plain < older < newer


def test_a_model_that_was_counted_is_guessed_better() -> None:
    calibration = Calibration()
    for _ in range(3):
        calibration = calibration.learned("m", guessed=1_000, counted=1_300)

    assert calibration.factor("m") == 1.3
    assert calibration.estimate(PROSE * 100, "m") == pytest.approx(1.3 * estimate(PROSE * 100), rel=0.01)
    assert calibration.factor("another") == 1.0


def test_a_figure_that_stands_out_changes_nothing() -> None:
    calibration = Calibration()
    for counted in (1_200, 1_210, 3_900, 1_190, 300):
        calibration = calibration.learned("m", guessed=1_000, counted=counted)

    assert calibration.factor("m") == 1.2


def test_of_two_figures_in_the_middle_the_larger_one_counts() -> None:
    calibration = Calibration()
    for counted in (1_300, 1_100):
        calibration = calibration.learned("m", guessed=1_000, counted=counted)

    assert calibration.factor("m") == 1.3


@pytest.mark.parametrize(("guessed", "counted"), [(1_000, 0), (1_000, 90_000), (100, 150), (0, 10), (0, 0)])
def test_figures_that_tell_nothing_are_not_learned(guessed: int, counted: int) -> None:
    assert Calibration().learned("m", guessed=guessed, counted=counted) == Calibration()


def test_what_is_kept_is_bounded() -> None:
    calibration = Calibration()
    for number in range(200):
        calibration = calibration.learned(f"model-{number}", guessed=1_000, counted=1_000)
        calibration = calibration.learned("always", guessed=1_000, counted=1_100)

    assert len(calibration.ratios) == 64
    assert len(calibration.ratios["always"]) == 15
    assert calibration.factor("model-0") == 1.0


def test_it_comes_back_from_where_it_is_kept() -> None:
    calibration = Calibration().learned("m", guessed=1_000, counted=1_234).learned("n", guessed=900, counted=800)

    assert Calibration.from_json(calibration.to_json()) == calibration


@pytest.mark.parametrize(
    "kept",
    [
        *("", "nonsense", "[]", '{"m": 3}', '{"m": ["x", true, 99, -1]}', '{"m": []}'),
        *("[" * 100_000, f'{{"m": [1{"0" * 400}]}}', '{"m": [NaN, Infinity]}'),
    ],
    ids=lambda kept: kept[:20],
)
def test_what_makes_no_sense_is_not_taken_over(kept: str) -> None:
    assert Calibration.from_json(kept) == Calibration()


@given(
    st.recursive(st.none() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
def test_any_json_can_be_read(kept: object) -> None:
    assert 0.25 <= Calibration.from_json(json.dumps(kept)).factor("m") <= 4
