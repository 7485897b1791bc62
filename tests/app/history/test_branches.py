"""A message sent anew begins a branch; nothing said before is lost."""

from contextlib import closing
from pathlib import Path

import pytest

from guillemet.app.history import GoneError, History
from tests.app.history.making import answered, asked, talk, texts


def test_an_edited_message_begins_a_branch_that_is_shown(history: History) -> None:
    conversation, _, second, _ = talk(history, "one", "two", "three")

    history.add_turn(conversation, parent=second, turn=asked("three, better"))

    assert texts(history, conversation) == ["one", "two", "three, better"]


def test_the_first_message_can_be_edited_too(history: History) -> None:
    conversation, *_ = talk(history, "one", "two")

    history.add_turn(conversation, parent=None, turn=asked("one, better"))

    assert texts(history, conversation) == ["one, better"]
    assert history.head(conversation).turns == 1


def test_branches_are_shown_one_after_the_other_in_the_order_they_were_begun(history: History) -> None:
    conversation, first, second, _ = talk(history, "one", "two", "three")
    history.add_turn(conversation, parent=second, turn=asked("three, better"))
    history.add_turn(conversation, parent=first, turn=answered("two, again"))

    shown = [texts(history, conversation) for _ in range(4) if history.next_branch(conversation) == 3]

    assert shown == [
        ["one", "two", "three"],
        ["one", "two", "three, better"],
        ["one", "two, again"],
        ["one", "two", "three"],
    ]


def test_one_branch_stays_shown(history: History) -> None:
    conversation, *_ = talk(history, "one", "two")

    assert history.next_branch(conversation) == 1
    assert texts(history, conversation) == ["one", "two"]


def test_a_turn_of_another_conversation_cannot_be_answered(history: History) -> None:
    conversation, _ = talk(history, "one")
    _, stranger = talk(history, "elsewhere")

    with pytest.raises(GoneError):
        history.add_turn(conversation, parent=stranger, turn=asked("two"))


def test_a_chain_of_three_thousand_turns_is_read_and_deleted(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *keys = talk(history, *(f"turn {number}" for number in range(3000)))
        assert [kept.key for kept in history.turns(conversation)] == keys
        history.delete(conversation)

    with closing(History.open(file)) as history:
        assert not history.restore(conversation)
