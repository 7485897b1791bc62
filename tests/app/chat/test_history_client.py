"""Promises of what is saved of a conversation, and of which one is gone on with when a repository is opened."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from guillemet.app.chat.history_client import ConversationLog, HistoryClient, RestoredConversation, retrieve
from guillemet.app.history import CUT_OFF, ContextFile, GoneError, History, HistoryBusyError, HistoryError, KeptTurn
from guillemet.app.notices import Notice, Notifications
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import ConversationHead, State, Turn, Use
from guillemet.engine.workspace import KeptReply
from tests.app.history.making import ROOT, answered, asked, awaited, talk

BROKEN = replace(answered("Half an answer"), state=State.BROKEN, reply_id="b" * 32)
"""An answer that was not staged to its end."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "history.sqlite"


@pytest.fixture
def shown() -> list[Notice]:
    """Return the list that the client's notices are put into."""
    return []


@pytest.fixture
def client(file: Path, shown: list[Notice]) -> Iterator[HistoryClient]:
    """Return a client whose jobs run at once."""
    notifications = Notifications()
    notifications.noticed.connect(shown.append)
    client = HistoryClient(TaskRunner(inline=True), notifications, file)
    yield client
    client.end()


@pytest.fixture
def history(file: Path) -> Iterator[History]:
    opened = History.open(file)
    yield opened
    opened.close()


def heads(client: HistoryClient) -> list[ConversationHead]:
    found = list[ConversationHead]()
    client.ask(lambda history: history.heads(None, limit=9), found.extend)
    return found


def drafts(client: HistoryClient, *conversations: ConversationHead) -> list[str]:
    found = list[str]()
    client.ask(lambda history: [history.context(head.key).draft for head in conversations], found.extend)
    return found


def test_a_program_that_asked_nothing_of_the_history_ends_without_a_word(
    client: HistoryClient, file: Path, shown: list[Notice]
) -> None:
    client.end()

    assert shown == []
    assert not file.exists()


@pytest.mark.parametrize(("error", "times"), [(HistoryBusyError, 1), (GoneError, 3)])
def test_a_history_that_cannot_be_written_is_reported_once_and_a_deleted_conversation_each_time(
    client: HistoryClient, shown: list[Notice], error: type[HistoryError], times: int
) -> None:
    def fail(_: History) -> None:
        raise error

    for _ in range(3):
        client.ask(fail)

    assert len(shown) == times


@pytest.mark.parametrize(("root", "draft", "kept"), [(ROOT, "Hello", ["Hello"]), (ROOT, " \n", []), ("", "Hello", [])])
def test_a_draft_begins_a_conversation_where_there_is_one_and_a_repository(
    client: HistoryClient, root: str, draft: str, kept: list[str]
) -> None:
    ConversationLog(client, root).keep_draft(draft)

    assert drafts(client, *heads(client)) == kept


def test_an_emptied_draft_stays_empty(client: HistoryClient) -> None:
    log = ConversationLog(client, ROOT)
    log.keep_draft("Hello")
    (before,) = heads(client)

    log.keep_draft("")

    assert drafts(client, before) == [""]


def test_a_conversation_is_exported_once_something_was_said(client: HistoryClient) -> None:
    log, exports = ConversationLog(client, ROOT), list[str]()
    log.export(exports.append)

    log.add([asked("Hello?")])
    log.export(exports.append)

    assert exports[0] == ""
    assert "Hello?" in exports[1]


def kept(client: HistoryClient) -> list[KeptTurn]:
    """Return the turns of the conversation that was changed last."""
    (head, *_), found = heads(client), list[KeptTurn]()
    client.ask(lambda history: history.turns(head.key), found.extend)
    return found


@pytest.mark.parametrize("is_staged", [False, True])
def test_a_reply_is_settled_at_once_only_if_it_is_staged_already(client: HistoryClient, *, is_staged: bool) -> None:
    ConversationLog(client, ROOT).add([replace(answered("A reply"), number=1)], is_staged=is_staged)

    assert [one.is_settled for one in kept(client)] == [is_staged]


def test_the_next_turn_follows_the_ones_that_were_left(client: HistoryClient) -> None:
    log = ConversationLog(client, ROOT)
    log.add([asked("Hello?"), answered("Hello.")])
    log.add([replace(asked("And now?"), number=3)])

    log.cut(2)
    log.add([replace(asked("What else?"), number=3)])

    assert [one.turn.text for one in kept(client)] == ["Hello?", "Hello.", "What else?"]


def test_the_key_of_a_conversation_is_known_once_something_was_said(client: HistoryClient) -> None:
    log, keys = ConversationLog(client, ROOT), list[int]()
    log.tell_key(keys.append)

    log.add([asked("Hello?")])
    log.tell_key(keys.append)

    assert keys == [0, heads(client)[0].key]


def say(history: History, *turns: Turn, files: tuple[ContextFile, ...] = ()) -> tuple[int, ...]:
    """Keep a conversation of these turns; return the keys of them."""
    return history.add_turns(history.begin(ROOT), parent=None, added=turns, files=files)


def texts(found: RestoredConversation | None) -> list[str] | None:
    return None if found is None else [kept.turn.text for kept in found.opened.turns]


def replies(*ids: str) -> list[KeptReply]:
    return [KeptReply(one, "") for one in ids]


def test_a_conversation_in_which_nothing_is_left_to_do_is_not_gone_on_with(history: History) -> None:
    talk(history, "Hello?", "Hello.")

    assert retrieve(history, ROOT, []) is None


def test_a_message_without_an_answer_is_gone_on_with(history: History) -> None:
    talk(history, "Hello?")

    assert texts(retrieve(history, ROOT, [])) == ["Hello?"]


def test_a_message_half_written_is_gone_on_with(history: History) -> None:
    history.keep_draft(history.begin(ROOT), "Hello")

    assert texts(retrieve(history, ROOT, [])) == []


@pytest.mark.parametrize("older", [(asked("Hello?"),), (asked("Make it two."), BROKEN)], ids=["unanswered", "unstaged"])
def test_what_an_older_conversation_left_undone_is_not_gone_on_with(history: History, older: tuple[Turn, ...]) -> None:
    say(history, *older)
    talk(history, "And now?", "Nothing.")

    assert retrieve(history, ROOT, replies("c" * 32)) is None


def test_the_replies_of_a_proposal_are_found_in_several_conversations(history: History) -> None:
    first, second = (replace(answered(one), reply_id=one * 32) for one in "de")
    for answer in (first, second):
        (_, key) = say(history, asked("Go."), answer)
        history.settle(key, answer.text)

    found = retrieve(history, ROOT, replies("d" * 32, "e" * 32))

    assert found is not None
    assert texts(found) == ["Go.", "e"]
    assert set(found.held) == {"d" * 32, "e" * 32}
    assert found.unsettled is None


def test_an_answer_that_was_not_staged_to_its_end_is_found_with_the_files_it_was_asked_with(history: History) -> None:
    say(history, asked("Make it two."), BROKEN, files=(ContextFile("a.py", Use.IN, "0" * 40),))

    found = retrieve(history, ROOT, [])

    assert found is not None
    assert found.unsettled is not None
    assert found.unsettled.turn.text == BROKEN.text
    assert found.shown == (("a.py", "0" * 40),)


@pytest.mark.parametrize(("note", "found"), [(CUT_OFF, ["Go.", ""]), ("The service refused.", None)])
def test_an_answer_of_which_nothing_came_is_gone_on_with_if_the_program_ended_before(
    history: History, note: str, found: list[str] | None
) -> None:
    say(history, asked("Go."), replace(BROKEN, text="", note=note))

    assert texts(retrieve(history, ROOT, [])) == found


def test_an_answer_above_a_message_is_staged_to_its_end_too(history: History) -> None:
    say(history, asked("Make it two."), BROKEN, asked("And now?"))

    found = retrieve(history, ROOT, [])

    assert found is not None
    assert found.unsettled is not None
    assert found.unsettled.turn.text == BROKEN.text


@pytest.mark.parametrize("change", [{"text": ""}, {"reply_id": ""}], ids=["nothing came", "of no reply"])
def test_an_answer_that_can_propose_nothing_has_nothing_left_to_stage(history: History, change: dict[str, str]) -> None:
    say(history, asked("Make it two."), replace(BROKEN, **change))

    found = retrieve(history, ROOT, [])

    assert found is None or found.unsettled is None


def test_an_answer_that_still_arrives_is_not_staged_a_second_time(history: History) -> None:
    _, key = say(history, asked("Make it two."), awaited("b" * 32))
    history.grow(key, "So far", "")

    found = retrieve(history, ROOT, replies("b" * 32))

    assert found is not None
    assert found.unsettled is None


def test_a_conversation_in_which_another_window_receives_an_answer_is_left_to_it(history: History, file: Path) -> None:
    other = History.open(file)
    _, key = say(other, asked("Make it two."), awaited("b" * 32))
    other.grow(key, "So far", "")

    found = retrieve(history, ROOT, replies("b" * 32))
    other.close()

    assert found is None
