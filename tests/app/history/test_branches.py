"""A message sent anew begins a branch; nothing said before is lost."""

from contextlib import closing
from pathlib import Path

import pytest

from guillemet.app.history import GoneError, History
from tests.app.history.making import answered, asked, talk, texts


def test_an_edited_message_begins_a_branch_that_is_shown(history: History) -> None:
    conversation, first, second, third = talk(history, "one", "two", "three")

    edited = history.add_turn(conversation, parent=second, turn=asked("three, better"))

    assert texts(history, conversation) == ["one", "two", "three, better"]
    assert history.turns(conversation)[-1].siblings == (third, edited)
    assert history.turns(conversation)[0].siblings == (first,)


def test_the_first_message_can_be_edited_too(history: History) -> None:
    conversation, first, _ = talk(history, "one", "two")

    edited = history.add_turn(conversation, parent=None, turn=asked("one, better"))

    assert texts(history, conversation) == ["one, better"]
    assert history.turns(conversation)[0].siblings == (first, edited)
    assert history.head(conversation).turns == 1


def test_choosing_a_turn_shows_the_newest_branch_through_it(history: History) -> None:
    conversation, first, second, third = talk(history, "one", "two", "three")
    newer = history.add_turn(conversation, parent=second, turn=asked("three, better"))
    elsewhere = history.add_turn(conversation, parent=first, turn=answered("two, again"))

    assert history.choose_branch(conversation, second) == newer
    assert texts(history, conversation) == ["one", "two", "three, better"]
    assert history.choose_branch(conversation, third) == third
    assert texts(history, conversation) == ["one", "two", "three"]
    assert history.leaves(conversation) == (third, newer, elsewhere)


def test_a_turn_of_another_conversation_cannot_be_chosen_or_answered(history: History) -> None:
    conversation, _ = talk(history, "one")
    _, stranger = talk(history, "elsewhere")

    with pytest.raises(GoneError):
        history.choose_branch(conversation, stranger)
    with pytest.raises(GoneError):
        history.add_turn(conversation, parent=stranger, turn=asked("two"))


def test_a_chain_of_three_thousand_turns_is_read_and_deleted(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *keys = talk(history, *(f"turn {number}" for number in range(3000)))
        assert [kept.key for kept in history.turns(conversation)] == keys
        history.delete(conversation)

    with closing(History.open(file)) as history:
        assert history.leaves(conversation) == ()
