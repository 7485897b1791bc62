"""Promises of kept conversations: each is found and gone on with, none of its branches is lost."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.chat.answer import StopReason
from guillemet.app.chat.history_client import ConversationLog
from guillemet.app.history import History
from guillemet.app.notices import Notice
from guillemet.app.session import Session
from guillemet.app.transcript import Shown
from guillemet.app.turns import Mode, SpendingTotals, Turn, Use
from guillemet.engine.blocks import BlockFinished
from guillemet.engine.outcomes import Flag
from tests.app.chat.conftest import FILES, FIRST, Serving, Talking, asked_of, worker_waits
from tests.kit.model_server import Answer, Hold, Say, Stall, Tokens, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, begin, errors_of, stop, wait, wait_for_files, wait_for_text


def blocks_shown(qtbot: QtBot, session: Session) -> list[str]:
    """Return the paths of the blocks that are shown of the one answer of a conversation opened again."""
    conversation, shown = session.talk.conversation, list[Shown]()
    files = conversation.files
    session.transcript.read_turns(conversation.turns, known=files.known, chat_files=files.editable, then=shown.append)
    wait(qtbot, lambda: bool(shown))
    ((_, (_, events)),) = shown
    return [event.block.path for event in events if isinstance(event, BlockFinished)]


def test_a_conversation_is_kept_and_opened_again(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    session.talk.conversation.files.set_use(["a.py"], Use.READ_ONLY)
    ask(qtbot, session, "Remember me.")
    session.talk.conversation.begin()
    with qtbot.waitSignal(session.talk.heads_found) as found:
        session.talk.find("remember")
    (head,) = found.args[0]

    with qtbot.waitSignal(session.talk.conversation.conversation_changed):
        session.talk.open(head.key)

    assert [turn.text for turn in session.talk.conversation.turns] == ["Remember me.", "Fine."]
    assert [(one.path, one.use) for one in session.talk.conversation.files.entries] == [("a.py", Use.READ_ONLY)]


def test_an_answer_that_is_left_for_another_conversation_is_kept_as_far_as_it_came(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."), Answer((Say(f"{FIRST}\nAnd now"), Stall())))
    conversation, noticed = session.talk.conversation, list[Notice]()
    session.notifications.noticed.connect(noticed.append)
    ask(qtbot, session, "Remember me.")
    with qtbot.waitSignal(session.talk.heads_found) as found:
        session.talk.find("remember")
    (other,) = found.args[0]
    conversation.begin()
    begin(qtbot, session, "Make it two.", until="And now")
    wait_for_files(qtbot, session, "a.py")

    with qtbot.waitSignal(conversation.conversation_changed):
        session.talk.open(other.key)
    assert [turn.text for turn in conversation.turns] == ["Remember me.", "Fine."]
    assert "The answer ended because you left its conversation." in [notice.what for notice in noticed]
    assert [file.path for file in session.review.files] == ["a.py"]

    with qtbot.waitSignal(session.talk.heads_found) as found:
        session.talk.find("two")
    (left,) = found.args[0]
    with qtbot.waitSignal(conversation.conversation_changed):
        session.talk.open(left.key)
    assert conversation.turns[-1].text == f"{FIRST}\nAnd now"
    assert conversation.turns[-1].note == StopReason.LEFT


def test_the_conversation_of_an_open_proposal_is_shown_when_the_repository_is_opened(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first = talking(said(FIRST))
    ask(qtbot, first, "Make it two.")
    wait_for_files(qtbot, first, "a.py")
    first.close()

    second = talking(said("unused"))

    assert [turn.text for turn in second.talk.conversation.turns] == ["Make it two.", FIRST]


@pytest.mark.parametrize(("answer", "is_in"), [("### a.py", False), ("Here it is.", True)])
def test_a_file_given_whole_is_read_again_as_asked_for_also_without_its_name_as_the_only_one_of_the_conversation(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, answer: str, *, is_in: bool
) -> None:
    repository.commit(FILES)
    first = talking(said(f"{answer}\n\n```python\nx = 2\n```\n"))
    first.preferences.choose(replace(first.preferences.now, edit_format="whole-file"))
    if is_in:
        first.talk.conversation.files.set_use(["a.py"], Use.IN)
    ask(qtbot, first, "Make it two.")
    wait_for_files(qtbot, first, "a.py")
    first.close()

    second = talking(said("unused"))

    assert blocks_shown(qtbot, second) == ["a.py"]


def test_a_message_that_waits_for_the_reply_of_a_web_chat_is_shown_again(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first = talking(said("unused"))
    with qtbot.waitSignal(first.talk.conversation.prompt_ready, timeout=SECONDS):
        first.talk.conversation.copy_prompt("Make it two.")
    first.close()

    again = talking(said("unused"))

    assert [turn.text for turn in again.talk.conversation.turns] == ["Make it two."]


def test_the_reply_of_a_web_chat_is_read_after_a_restart_as_what_was_asked_for(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({**FILES, "b.py": "y = 1\n"})
    first = talking(said("unused"))
    first.preferences.choose(replace(first.preferences.now, edit_format="whole-file"))
    first.talk.conversation.files.set_use(["a.py"], Use.IN)
    first.talk.conversation.files.set_use(["b.py"], Use.READ_ONLY)
    with qtbot.waitSignal(first.talk.conversation.prompt_ready, timeout=SECONDS):
        first.talk.conversation.copy_prompt("Make it two.")
    first.close()
    again = talking(said("unused"))

    with qtbot.waitSignal(again.notifications.noticed, timeout=SECONDS) as told:
        again.reception.offer("### b.py\n\n```python\ny = 2\n```\n")
    again.take_offer(told.args[0])

    wait_for_files(qtbot, again, "b.py")
    assert again.review is not None
    assert [Flag.READ_ONLY in outcome.flags for outcome in again.review.outcomes] == [True]


def test_the_reply_of_a_web_chat_lands_after_a_restart_on_the_files_that_were_shown(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({"a.py": "x = 1\n\n\nlast = 1\n"})
    first = talking(said("unused"))
    first.preferences.choose(replace(first.preferences.now, edit_format="whole-file"))
    first.talk.conversation.files.set_use(["a.py"], Use.IN)
    with qtbot.waitSignal(first.talk.conversation.prompt_ready, timeout=SECONDS):
        first.talk.conversation.copy_prompt("Make it two.")
    first.close()
    repository.write({"a.py": "x = 1\n\n\nlast = 2\n"})
    again = talking(said("unused"))

    again.reception.take_text("### a.py\n\n```python\nx = 2\n\n\nlast = 1\n```\n", "Pasted text")
    wait_for_files(qtbot, again, "a.py")
    again.decisions.accept(["a.py"])

    qtbot.waitUntil(lambda: repository.read("a.py") == b"x = 2\n\n\nlast = 2\n", timeout=SECONDS)


def test_a_message_half_written_stays_with_its_conversation_where_another_one_made_the_proposal(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first = talking(said(FIRST))
    ask(qtbot, first, "Make it two.")
    wait_for_files(qtbot, first, "a.py")
    first.talk.conversation.begin()
    first.talk.conversation.keep_draft("Something else")
    first.close()

    again = talking(said("unused"))

    assert [turn.text for turn in again.talk.conversation.turns] == ["Make it two.", FIRST]
    with qtbot.waitSignal(again.talk.heads_found) as found:
        again.talk.find("")
    with qtbot.waitSignal(again.talk.conversation.draft_found) as wanted:
        again.talk.open(found.args[0][0].key)
    assert wanted.args == ["Something else"]


def test_saying_something_else_in_place_of_a_message_begins_a_branch(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said("One."), said("Two."))
    ask(qtbot, session, "First way.")

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.conversation.resend(1, "Second way.")

    assert [turn.text for turn in session.talk.conversation.turns] == ["Second way.", "Two."]
    assert "First way." not in asked_of(serving)


def test_a_model_chosen_while_the_conversation_is_looked_for_stays_chosen(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST))
    ask(qtbot, session, "Make it two.")
    wait_for_files(qtbot, session, "a.py")
    conversation = session.talk.conversation
    conversation.conversation_changed.connect(lambda turns: None if turns else conversation.choose(model="here/large"))

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        session.open_repository(str(repository.root))

    assert [turn.text for turn in conversation.turns] == ["Make it two.", FIRST]
    assert session.preferences.now.model == "here/large"


def test_what_is_written_in_a_conversation_that_was_deleted_is_no_failure(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("One."), said("Two."))
    talk, failures = session.talk, errors_of(session)
    ask(qtbot, session, "First.")
    keys = list[int]()
    talk.conversation.log.tell_key(keys.append)
    qtbot.waitUntil(lambda: bool(keys), timeout=SECONDS)
    with qtbot.waitSignal(talk.changed, timeout=SECONDS):
        talk.delete(keys[0])

    talk.conversation.keep_draft("A message half written.")
    talk.conversation.choose(mode=Mode.ASK)

    ask(qtbot, session, "Second.")
    with qtbot.waitSignal(talk.heads_found, timeout=SECONDS) as found:
        talk.find("")
    assert [head.turns for head in found.args[0]] == [4]
    assert not failures


def test_what_arrives_is_saved_soon_and_nothing_while_nothing_more_arrives(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guillemet.app.chat.answer._SAVE_INTERVAL", 10)
    repository.commit(FILES)
    session = talking(Answer((Say("One. "), Stall())))
    with closing(sqlite3.connect(tmp_path / "data" / "history.sqlite")) as db:
        begin(qtbot, session, "Count.", until="One.")
        wait(qtbot, lambda: db.execute("SELECT text FROM turns WHERE state = 'flowing'").fetchall() == [("One. ",)])

        before = db.execute("PRAGMA data_version").fetchone()
        qtbot.wait(100)
        assert db.execute("PRAGMA data_version").fetchone() == before
    stop(qtbot, session)


def test_what_arrives_waits_while_the_disk_is_busy_and_is_saved_once(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guillemet.app.chat.answer._SAVE_INTERVAL", 5)
    repository.commit(FILES)
    goes_on, saved, grow = Event(), list[str](), ConversationLog.grow
    session = talking(Answer((Say("One, "), Hold(goes_on), Say("two, " * 100, 5), Say("three."), Stall())))

    def note(log: ConversationLog, turn: Turn) -> Event:
        saved.append(turn.text)
        return grow(log, turn)

    monkeypatch.setattr(ConversationLog, "grow", note)
    with worker_waits(session, "history"):
        begin(qtbot, session, "Count.", until="One, ")
        wait(qtbot, lambda: bool(saved))
        goes_on.set()
        wait_for_text(qtbot, session, "three.")
        qtbot.wait(50)
        assert len(saved) == 1

    wait(qtbot, lambda: len(saved) == 2)
    assert saved[1].endswith("three.")
    stop(qtbot, session)


def test_a_history_that_another_program_locks_is_told_once_and_the_conversation_goes_on(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guillemet.app.history.store.PATIENCE", 0.0)
    repository.commit(FILES)
    session = talking(said(FIRST), said("Two."))
    failures = errors_of(session)
    with closing(sqlite3.connect(tmp_path / "data" / "history.sqlite", isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")

        ask(qtbot, session, "First.")
        wait_for_files(qtbot, session, "a.py")
        wait(qtbot, lambda: bool(failures))
        db.execute("ROLLBACK")
    ask(qtbot, session, "Second.")

    assert [failure.what for failure in failures] == [
        "Another window is writing to the conversation history. Try again in a moment."
    ]
    assert [turn.text for turn in session.talk.conversation.turns] == ["First.", FIRST, "Second.", "Two."]
    session.close()
    with closing(sqlite3.connect(tmp_path / "data" / "history.sqlite")) as db:
        assert db.execute("SELECT text, state FROM turns").fetchall() == [("Second.", "done"), ("Two.", "done")]


def delete_elsewhere(qtbot: QtBot, session: Session, folder: Path) -> None:
    """Let another window delete the one conversation there is, and close."""
    keys = list[int]()
    session.talk.conversation.log.tell_key(keys.append)
    wait(qtbot, lambda: bool(keys))
    other = History.open(folder / "data" / "history.sqlite")
    other.delete(keys[0])
    other.close()


def test_a_conversation_that_another_window_deleted_comes_back_as_it_goes_on(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    repository.commit(FILES)
    session = talking(said("One."), said("Two."))
    talk, failures = session.talk, errors_of(session)
    ask(qtbot, session, "First.")
    delete_elsewhere(qtbot, session, tmp_path)

    ask(qtbot, session, "Second.")

    with qtbot.waitSignal(talk.heads_found, timeout=SECONDS) as found:
        talk.find("")
    assert [head.turns for head in found.args[0]] == [4]
    assert not failures


def test_an_answer_is_kept_whose_conversation_another_window_deleted_while_it_came(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    repository.commit(FILES)
    session = talking(Answer((Say("One. "), Stall())))
    failures = errors_of(session)
    begin(qtbot, session, "First.", until="One.")
    delete_elsewhere(qtbot, session, tmp_path)

    stop(qtbot, session)

    with qtbot.waitSignal(session.talk.heads_found, timeout=SECONDS) as found:
        session.talk.find("")
    assert [head.turns for head in found.args[0]] == [2]
    assert not failures


def test_what_a_conversation_cost_is_counted_once_when_it_comes_back(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    repository.commit(FILES)
    session = talking(*(Answer((Say("Fine."),), tokens=Tokens(fresh=1_000, written=10)) for _ in range(2)))
    sums = list[SpendingTotals]()
    session.talk.conversation.spending.sums_changed.connect(sums.append)
    ask(qtbot, session, "First.")
    delete_elsewhere(qtbot, session, tmp_path)

    ask(qtbot, session, "Second.")

    wait(qtbot, lambda: bool(sums) and sums[-1].day.tokens == 2_020)


def test_every_wish_for_a_deleted_conversation_is_told(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("One."))

    for _ in range(2):
        with qtbot.waitSignal(session.notifications.noticed, timeout=SECONDS) as failed:
            session.talk.open(99)
        assert "was deleted" in failed.args[0].what
