"""Promises of the marks: whatever the engine knows of a block or a file has a word and a reason in the window."""

import pytest
from msgspec.structs import replace

from guillemet.engine.blocks import BlockStarted, FormatName
from guillemet.engine.outcomes import Flag, Rung
from guillemet.engine.review import Badge, Decision, FileReview, Kind
from guillemet.ui import badges
from guillemet.ui.badges import BadgeWeight
from guillemet.ui.chat.edit_card import EditCardItem, TranscriptSignals
from guillemet.ui.wording import sign_of
from tests.kit import reviews


@pytest.mark.parametrize("flag", Flag)
def test_every_flag_of_a_block_has_a_mark_that_asks_where_the_block_does(flag: Flag) -> None:
    outcome = replace(reviews.applied("a.py"), flags=frozenset({flag}), lines=(1, 2))

    (mark,) = badges.of_block(outcome)

    assert mark.why.endswith(".")
    assert (mark.weight is BadgeWeight.ASKS) == outcome.asks


@pytest.mark.parametrize("rung", Rung)
def test_a_place_that_is_only_likely_has_a_mark_that_asks(rung: Rung) -> None:
    outcome = replace(reviews.applied("a.py"), how=rung)

    assert any(mark.weight is BadgeWeight.ASKS for mark in badges.of_block(outcome)) == outcome.asks


@pytest.mark.parametrize("badge", Badge)
def test_every_badge_of_a_file_has_a_mark(badge: Badge) -> None:
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({badge}))

    (mark,) = badges.of_file(file, ())

    assert mark.word == badge
    assert mark.why.endswith(".")


@pytest.mark.parametrize("rung", [Rung.WHITESPACE, Rung.REINDENTED])
def test_a_place_that_is_not_exact_is_less_certain_and_says_so_on_the_card(rung: Rung) -> None:
    outcome = replace(reviews.applied("a.py"), how=rung)
    card = EditCardItem(BlockStarted(1, "a.py", FormatName.GUILLEMET, 1), TranscriptSignals())
    card.outcome, card.number = outcome, 1

    (mark,) = badges.of_block(outcome)

    assert mark.word == f"{rung}, medium"
    assert card.status() == (f"placed · {rung}, medium · line 41", "")


def test_a_card_says_each_thing_once_and_ends_with_sentences() -> None:
    placed, by_hand, edited = reviews.applied("a.py"), Flag.PLACED_BY_HAND, Flag.SEARCHED_BY_HAND
    broken = replace(placed, flags=frozenset({by_hand, Flag.BREAKS_SYNTAX}), message="You chose the place. It is odd.")
    card = EditCardItem(BlockStarted(1, "a.py", FormatName.GUILLEMET, 1), TranscriptSignals())
    for outcome, words in (
        (replace(placed, flags=frozenset({by_hand}), message="You chose the place."), "placed by hand · line 41 · {}"),
        (replace(placed, how=Rung.FUZZY, flags=frozenset({by_hand})), "placed by hand · fuzzy · line 41 · {}"),
        (broken, "placed by hand · breaks syntax · line 41 · {} · It is odd."),
        (
            replace(placed, flags=frozenset({edited}), message="You changed the searched text."),
            "placed · exact · searched text changed · line 41 · {}",
        ),
        (replace(reviews.not_found("a.py"), message="It is not there."), "failed · {} · It is not there."),
    ):
        card.outcome = outcome
        assert card.status()[0] == words.format("no longer proposed")
        if outcome.is_success:
            card.number, card.decision = 1, "accepted"
            assert card.status()[0] == words.format("accepted")
            card.number, card.decision = 0, ""


def test_a_block_in_doubt_warns_though_it_was_placed() -> None:
    placed = reviews.applied("a.py")

    assert sign_of(placed) == ("tick", "good")
    assert sign_of(replace(placed, flags=frozenset({Flag.SEVERAL_PLACES}))) == ("warn", "warn")
