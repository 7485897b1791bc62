"""Conversations are kept as they were left, listed, named, deleted and brought back."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from guillemet.app.history import ContextFile, GoneError, History
from guillemet.app.turns import Mode, State, Turn, Use
from guillemet.llm.messages import Role, Usage
from tests.app.history.making import NOON, OLDER, ROOT, answered, asked, awaited, talk, texts


def test_a_turn_is_read_back_as_it_was_kept_after_the_program_ended(file: Path) -> None:
    turn = Turn(
        1,
        Role.ASSISTANT,
        "Grüße\0\r\n«»",
        reasoning="thinking",
        model="service/model",
        mode=Mode.ARCHITECT,
        state=State.STOPPED,
        note="Stopped.",
        usage=Usage(10, 5, 3, 2),
        money=0.25,
        said_at=NOON,
        is_recorded=True,
        reply_id="a reply",
    )
    with closing(History.open(file)) as history:
        conversation = history.begin(ROOT)
        key = history.add_turn(conversation, parent=None, turn=turn)

    with closing(History.open(file)) as history:
        (kept,) = history.turns(conversation)

    assert (kept.key, kept.turn) == (key, turn)


def test_half_a_character_from_a_broken_stream_is_kept_as_a_replacement(history: History) -> None:
    conversation, _ = talk(history, "half \ud83d, whole \ud83d\ude00")

    assert texts(history, conversation) == ["half \ufffd, whole \U0001f600"]


def test_turns_are_numbered_along_the_branch(history: History) -> None:
    conversation, *_ = talk(history, "one", "two", "three")

    assert [kept.turn.number for kept in history.turns(conversation)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("# Rename *this* please\n\nBecause.", "Rename *this* please"),
        ("\n\n```python\nprint(1)\n```", "print(1)"),
        ("- [ ] first", "[ ] first"),
        ("x" * 80, "x" * 59 + "…"),
        ("many words " * 10, "many words many words many words many words many words many…"),
        ("->", "->"),
        ("tab\tand\x1bescape", "tab and escape"),
        (" \n", "Untitled"),
    ],
)
def test_the_first_message_gives_the_title(history: History, said: str, title: str) -> None:
    conversation, *_ = talk(history, said, "Yes.")

    assert history.head(conversation).title == title


def test_a_name_stays_whatever_is_said(history: History) -> None:
    conversation = history.begin(ROOT, "Mine\n")
    history.add_turn(conversation, parent=None, turn=asked("Hello"))

    assert history.head(conversation).title == "Mine"


def test_an_empty_name_gives_back_the_first_title(history: History) -> None:
    conversation, *_ = talk(history, "Hello", "Yes.")
    history.rename(conversation, "Mine")

    history.rename(conversation, " ")

    assert history.head(conversation).title == "Hello"


def test_the_list_shows_a_repository_s_conversations_those_changed_last_first(history: History) -> None:
    first, first_turn = talk(history, "first")
    second, _ = talk(history, "second")
    elsewhere, _ = talk(history, "third", root="/home/ada/other")
    history.add_turn(first, parent=first_turn, turn=answered("later"))

    assert [head.key for head in history.heads(ROOT)] == [first, second]
    assert [head.key for head in history.heads()] == [first, elsewhere, second]
    assert [head.key for head in history.heads(None, 1)] == [first]
    assert history.heads(ROOT)[0].turns == 2


def test_a_conversation_in_which_nothing_was_said_is_not_listed_unless_something_was_drafted(history: History) -> None:
    history.begin(ROOT)
    drafted = history.begin(ROOT)
    history.keep_draft(drafted, "Could you")

    assert [head.key for head in history.heads()] == [drafted]


def test_a_deleted_conversation_comes_back_whole(history: History) -> None:
    conversation, *_ = talk(history, "Hello", "Yes.")
    history.delete(conversation)
    assert history.heads() == history.search("hello") == ()

    assert history.restore(conversation)

    assert texts(history, conversation) == ["Hello", "Yes."]
    assert history.search("hello")


@pytest.mark.parametrize(
    "verb",
    [
        History.turns,
        History.head,
        History.context,
        History.delete,
        lambda history, key: history.rename(key, "Mine"),
        History.next_branch,
        lambda history, key: history.keep_files(key, ()),
        lambda history, key: history.keep_model(key, "service/model", Mode.ASK),
        lambda history, key: history.keep_draft(key, "Half a mess"),
    ],
)
def test_a_deleted_conversation_cannot_be_opened_or_changed(
    history: History, verb: Callable[[History, int], object]
) -> None:
    conversation, *_ = talk(history, "Hello")
    history.delete(conversation)

    with pytest.raises(GoneError):
        verb(history, conversation)


def test_nothing_is_said_in_a_conversation_that_is_gone_for_good(history: History) -> None:
    with pytest.raises(GoneError):
        history.add_turn(7, parent=None, turn=asked("Hello"))
    with pytest.raises(GoneError):
        history.end(7, answered("Yes."))


def test_an_answer_that_ends_was_said_when_it_was_asked_for(history: History) -> None:
    conversation, question = talk(history, "Hello")
    answer = history.add_turn(conversation, parent=question, turn=answered("", said_at=NOON))

    history.end(answer, answered("Yes."))

    assert history.turns(conversation)[-1].turn.said_at == NOON


def test_a_deleted_conversation_is_gone_from_the_file_once_the_program_ended(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, turn = talk(history, "unmistakable words")
        history.delete(conversation)

    with closing(History.open(file)) as history:
        assert not history.restore(conversation)
        with pytest.raises(GoneError):
            history.grow(turn, "more")
    assert b"unmistakable words" not in file.read_bytes()


def test_a_number_is_never_given_to_another_conversation(file: Path) -> None:
    with closing(History.open(file)) as history:
        deleted, *_ = talk(history, "Hello")
        history.delete(deleted)

    with closing(History.open(file)) as history:
        assert history.begin(ROOT) > deleted


def test_an_answer_is_settled_until_more_of_it_comes(history: History) -> None:
    conversation, _, reply = talk(history, "Hello", "Yes.")

    history.settle(reply, "Yes.")

    assert [kept.is_settled for kept in history.turns(conversation)] == [False, True]
    history.grow(reply, "Yes. And no.")
    history.settle(reply, "Yes.")  # told late
    assert not history.turns(conversation)[-1].is_settled


def test_conversations_are_found_by_the_replies_they_hold(history: History) -> None:
    older, question = talk(history, "Hello")
    history.add_turn(older, parent=question, turn=awaited("first"))
    newer, question = talk(history, "Hello again")
    history.add_turn(newer, parent=question, turn=awaited("second"))
    history.add_turn(newer, parent=question, turn=awaited("third"))
    for root, is_deleted in (("/elsewhere", False), (ROOT, True)):
        another, question = talk(history, "Hello", root=root)
        history.add_turn(another, parent=question, turn=awaited("first"))
        if is_deleted:
            history.delete(another)

    found = history.holding(ROOT, ["third", "first", "", "unknown", "second"])

    assert [(head.key, held) for head, held in found.items()] == [(newer, ("third", "second")), (older, ("first",))]


def test_conversations_of_a_version_without_ids_of_replies_are_read(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, *_ = talk(history, "Hello", "Yes.")
    with closing(sqlite3.connect(file)) as db:
        db.executescript(
            f"{OLDER} ALTER TABLE turns ADD COLUMN asked TEXT NOT NULL DEFAULT '';"
            "ALTER TABLE turns ADD COLUMN proposal TEXT NOT NULL DEFAULT ''; PRAGMA user_version = 4;"
        )

    with closing(History.open(file)) as history:
        history.add_turn(conversation, parent=None, turn=answered("Another."))
        talk(history, "Hello again")

        assert texts(history, conversation) == ["Another."]
        assert history.next_branch(conversation) == 2
        assert [(kept.turn.text, kept.turn.reply_id) for kept in history.turns(conversation)] == [
            ("Hello", ""),
            ("Yes.", ""),
        ]


def test_what_a_conversation_goes_on_with_is_kept(history: History) -> None:
    files = (ContextFile("b.py", Use.IN, "hash b"), ContextFile("a.py", Use.READ_ONLY))
    conversation = history.begin(ROOT)
    history.keep_files(conversation, files)
    history.keep_model(conversation, "service/model", Mode.ASK)
    history.keep_draft(conversation, "Could you")

    context = history.context(conversation)

    assert (context.files, context.model, context.mode, context.draft) == (
        files,
        "service/model",
        Mode.ASK,
        "Could you",
    )


def test_what_the_model_saw_last_is_remembered_of_files_that_left_the_conversation(history: History) -> None:
    a, b = ContextFile("a.py", Use.IN, "old a"), ContextFile("b.py", Use.IN, "old b")
    conversation = history.begin(ROOT)
    first = history.add_turn(conversation, parent=None, turn=asked("one"), files=(a, b))
    history.add_turn(conversation, parent=first, turn=asked("two"), files=(replace(a, hash="new a"),))

    history.keep_files(conversation, (ContextFile("c.py", Use.IN), ContextFile("a.py", Use.READ_ONLY)))
    without = history.context(conversation).files

    history.keep_files(conversation, (ContextFile("b.py", Use.IN),))

    assert without == (ContextFile("c.py", Use.IN), ContextFile("a.py", Use.READ_ONLY, "new a"))
    assert history.context(conversation).files == (ContextFile("b.py", Use.IN, "old b"),)


def test_each_message_knows_what_it_was_sent_with(history: History) -> None:
    files = (ContextFile("a.py", Use.IN, "hash a"), ContextFile("ü.py", Use.READ_ONLY, "hash ü"))
    conversation = history.begin(ROOT)
    first = history.add_turn(conversation, parent=None, turn=asked("one"), files=files)
    second = history.add_turn(conversation, parent=first, turn=answered("two"))

    assert history.files_of(first) == files
    assert history.files_of(second) == ()


@pytest.mark.parametrize("damage", ["{", "[" * 9000, "7", '[["a.py", "nonsense", ""]]'])
def test_a_message_whose_files_are_damaged_is_there_without_them(history: History, file: Path, damage: str) -> None:
    conversation = history.begin(ROOT)
    turn = history.add_turn(conversation, parent=None, turn=asked("one"), files=(ContextFile("a.py", Use.IN),))
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE shown SET files = ?", (damage,))

    assert history.files_of(turn) == ()
    assert [kept.turn.text for kept in history.turns(conversation)] == ["one"]


def test_a_conversation_that_holds_only_a_draft_is_untitled_and_has_no_branches(history: History) -> None:
    conversation = history.begin(ROOT)
    history.keep_draft(conversation, "Half a mess")

    history.rename(conversation, "")

    assert [head.title for head in history.heads()] == ["Untitled"]
    assert history.next_branch(conversation) == 0
