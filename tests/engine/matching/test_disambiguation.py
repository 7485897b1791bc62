"""Which of several places a block means."""

from collections.abc import Sequence

import pytest

from guillemet.engine.matching.disambiguation import Picked, pick
from guillemet.engine.matching.lines import Lines, Place, Places

FILE = [
    "class A:",
    "    def f(self):",
    "        x()",
    "class B:",
    "    def f(self):",
    "        x()",
    "    y()",
    "        x()",
]
PLACES = tuple(Place(start, 1) for start in (2, 5, 7))


def picked(*, hint: int | None = None, within: Sequence[str] = (), at_end: bool = False) -> Picked:
    return pick(PLACES, Lines(FILE), hint=hint, within=within, at_end=at_end)


def test_without_a_word_the_first_is_taken_and_it_is_unclear() -> None:
    assert picked() == Picked(PLACES, is_clear=False)


def test_one_place_is_clear() -> None:
    assert pick(PLACES[:1], Lines(FILE), hint=900, within=(), at_end=False).is_clear


def test_the_place_nearest_to_the_hint_is_taken() -> None:
    answer = picked(hint=6)

    assert (answer.places[0].start, answer.is_clear) == (5, True)


def test_a_hint_halfway_between_two_places_is_unclear() -> None:
    assert not picked(hint=7).is_clear


def test_a_hint_of_the_first_line_that_is_wrong_is_unclear() -> None:
    answer = picked(hint=1)

    assert (answer.places[0].start, answer.is_clear) == (2, False)


def test_a_head_is_taken_where_the_hint_leads_elsewhere_and_it_is_unclear() -> None:
    answer = picked(hint=2, within=["class B:"])

    assert (answer.places[0].start, answer.is_clear) == (5, False)


def test_a_hint_that_is_right_needs_no_head() -> None:
    answer = picked(hint=6, within=["class A:"])

    assert (answer.places[0].start, answer.is_clear) == (5, True)


def test_a_place_under_the_named_head_is_taken() -> None:
    answer = picked(within=["class A:"])

    assert (answer.places[0].start, answer.is_clear) == (2, True)


def test_heads_are_followed_in_order() -> None:
    answer = picked(within=["class B:", "def f(self):"])

    assert (answer.places[0].start, answer.is_clear) == (5, True)


def test_a_head_that_is_missing_says_nothing() -> None:
    assert picked(within=["class C:"]) == Picked(PLACES, is_clear=False)


def test_several_places_under_a_head_are_unclear() -> None:
    answer = picked(within=["class B:"])

    assert (answer.places[0].start, answer.is_clear) == (5, False)


def test_the_last_place_is_taken_at_the_end_of_the_file() -> None:
    answer = picked(at_end=True)

    assert (answer.places[0].start, answer.is_clear) == (7, True)


@pytest.mark.parametrize("hint", [1, 40, 399, 800, 2_000])
@pytest.mark.parametrize("within", [(), ("class B:",)])
def test_places_that_are_not_yet_made_are_ordered_as_made_ones(hint: int, within: tuple[str, ...]) -> None:
    starts = list(range(2, 1_000, 2))
    lines = Lines(["class B:" if at == 301 else "    x()" for at in range(1_001)])

    lazy = pick(Places(starts, 1), lines, hint=hint, within=within, at_end=False)
    made = pick(tuple(Places(starts, 1)), lines, hint=hint, within=within, at_end=False)

    assert (tuple(lazy.places), lazy.is_clear) == (made.places, made.is_clear)
    assert set(lazy.places) == set(Places(starts, 1))


def test_every_place_is_kept() -> None:
    assert set(picked(hint=6).places) == set(picked(within=["class B:"]).places) == set(PLACES)
