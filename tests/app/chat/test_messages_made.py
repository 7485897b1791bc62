"""Promises of the messages that are made for the user: of blocks, decisions and commits, and for a web chat."""

from functools import partial
from threading import Event

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Notice
from guillemet.app.review.review_actions import CommitRequest
from guillemet.app.session import Session
from guillemet.app.task_runner import SIDE_WORKERS
from guillemet.app.turns import Mode, Use
from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Decision
from tests.app.chat.conftest import FILES, FIRST, Serving, Talking, asked_of
from tests.kit.model_server import Answer, Drop, Hold, Say, Stall, said
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, errors_of, wait, wait_for_files


def test_copying_the_prompt_gives_one_text_and_sends_nothing(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    session.talk.conversation.files.set_use(["a.py"], Use.IN)

    with qtbot.waitSignal(session.talk.conversation.prompt_ready, timeout=SECONDS) as ready:
        session.talk.conversation.copy_prompt("Make it two.")

    assert "x = 1" in ready.args[0]
    assert "Make it two." in ready.args[0]
    assert not serving.servers[-1].asked  # type: ignore[attr-defined]


def test_only_a_reply_to_a_copied_prompt_is_known_to_edit_files_that_its_model_was_not_given(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("Hello."))
    conversation = session.talk.conversation
    conversation.files.set_use(["b.py"], Use.IN)
    ask(qtbot, session, "Hello?")
    session.reception.take_text(FIRST, "Pasted text")
    wait_for_files(qtbot, session, "a.py")
    assert session.review.outcomes[-1].flags == set()

    with qtbot.waitSignal(conversation.prompt_ready, timeout=SECONDS):
        conversation.copy_prompt("Make it two.")
    session.reception.take_text(edit("a.py", "x = 2", "x = 3"), "Pasted text")

    wait(qtbot, lambda: len(session.review.outcomes) == 2)
    assert session.review.outcomes[-1].flags == {Flag.NOT_IN_CONVERSATION}


def test_failed_blocks_become_a_message_that_is_not_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said(edit("a.py", "x = 5", "x = 2")))
    ask(qtbot, session, "Make it two.")
    qtbot.waitUntil(lambda: bool(session.review and session.review.outcomes), timeout=SECONDS)
    conversation = session.talk.conversation
    conversation.choose(mode=Mode.ASK)

    with qtbot.waitSignal(conversation.draft_requested, timeout=SECONDS) as wanted:
        session.talk.feedback.retry(session.review.outcomes)

    assert "x = 5" in wanted.args[0]
    assert "x = 1" in wanted.args[0]
    assert conversation.mode is Mode.EDIT, "in the other mode no edits are requested"
    for chosen, then in ((Mode.ASK, Mode.EDIT), (Mode.ARCHITECT, Mode.ARCHITECT)):
        conversation.choose(mode=chosen)
        session.talk.feedback.ask_for_blocks()
        assert conversation.mode is then
    assert len(serving.servers[-1].asked) == 1  # type: ignore[attr-defined]


def test_a_file_that_fails_in_two_answers_is_asked_for_as_a_whole(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(edit("a.py", "x = 5", "x = 2")), said(edit("a.py", "x = 6", "x = 2")))
    messages: list[str] = []
    session.talk.feedback.draft_requested.connect(lambda message, _: messages.append(message))

    for old in ("x = 5", "x = 6"):
        ask(qtbot, session, "Make it two.")
        wait(
            qtbot,
            lambda old=old: session.review is not None and any(old in one.block.raw for one in session.review.outcomes),
        )
        for _ in range(2):
            count = len(messages)
            session.talk.feedback.retry(session.review.outcomes)
            wait(qtbot, lambda count=count: len(messages) > count)

    assert ["failed twice" in message for message in messages] == [False, False, True, True]


def test_a_file_that_failed_in_another_conversation_is_asked_for_in_parts(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(edit("a.py", "x = 5", "x = 2")))
    messages: list[str] = []
    session.talk.feedback.draft_requested.connect(lambda message, _: messages.append(message))
    ask(qtbot, session, "Make it two.")
    wait(qtbot, lambda: session.review is not None and bool(session.review.outcomes))
    assert session.review
    session.talk.feedback.retry(session.review.outcomes)
    wait(qtbot, lambda: len(messages) == 1)

    session.talk.conversation.begin()
    session.talk.feedback.note_turn()
    session.talk.feedback.retry(session.review.outcomes)

    wait(qtbot, lambda: len(messages) == 2)
    assert "failed twice" not in messages[1]


def test_a_message_about_failed_blocks_shows_no_file_that_is_kept_from_models(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    searched = "token = request.headers['token']"
    kept = {"secret.py": f"password = 'tulip'\n{searched}\n", ".guillemetignore": "secret.py\n"}
    repository.commit({**FILES, **kept, "open.py": f"colour = 'red'\n{searched}\n"})
    session = talking(said(edit("a.py", searched, "token = None")))
    ask(qtbot, session, "Make it two.")
    wait(qtbot, lambda: session.review is not None and len(session.review.outcomes) == 1)
    assert {near.path for near in session.review.outcomes[0].nearest} >= {"secret.py", "open.py"}

    with qtbot.waitSignal(session.talk.feedback.draft_requested, timeout=SECONDS) as wanted:
        session.talk.feedback.retry(session.review.outcomes)

    assert "colour" in wanted.args[0]
    assert "tulip" not in wanted.args[0]


def test_a_message_about_failed_blocks_brings_only_their_files_with_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(edit("a.py", "x = 5", "x = 2") + edit("gone.py", "x", "y") + edit("b.py", "y = 1", "y = 2")))
    ask(qtbot, session, "Make it two.")
    wait(qtbot, lambda: session.review is not None and len(session.review.outcomes) == 3)

    with qtbot.waitSignal(session.talk.feedback.draft_requested, timeout=SECONDS) as wanted:
        session.talk.feedback.retry(session.review.outcomes)

    assert wanted.args[1] == ("a.py",)


def test_what_stands_around_a_failed_block_is_shown_although_more_is_proposed_above(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    lines = [f"line_{number} = {number}" for number in range(1, 101)]
    repository.commit({"a.py": "\n".join(lines) + "\n"})
    added = "\n".join(f"new_{number} = {number}" for number in range(40))
    failing = edit("a.py", "line_79 = 79\nline_80 = of_eight(10)\nline_81 = of_nine(9)", "line_80 = 1")
    session = talking(said(edit("a.py", lines[0], f"{added}\n{lines[0]}") + failing))
    ask(qtbot, session, "Make it two.")
    qtbot.waitUntil(lambda: bool(session.review and len(session.review.outcomes) == 2), timeout=SECONDS)

    with qtbot.waitSignal(session.talk.conversation.draft_requested, timeout=SECONDS) as wanted:
        session.talk.feedback.retry(session.review.outcomes)

    assert session.review.outcomes[1].nearest[0].line == 119
    assert "line_80 = 80" in wanted.args[0]
    assert "line_95 = 95" not in wanted.args[0]


def test_a_block_that_conflicts_with_an_undecided_change_is_asked_for_against_what_is_proposed(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({"a.py": "one\ntwo\nthree\nfour\n"})
    conflicting = edit("a.py", "two\nthree", "zwei\ndrei") + edit("a.py", "three\nfour", "3\n4")
    session = talking(said(conflicting), said(edit("a.py", "drei\nfour", "3\n4")))
    ask(qtbot, session, "Translate it.")
    qtbot.waitUntil(lambda: bool(session.review and len(session.review.outcomes) == 2), timeout=SECONDS)

    with qtbot.waitSignal(session.talk.conversation.draft_requested, timeout=SECONDS) as wanted:
        session.talk.feedback.retry(session.review.outcomes)

    assert "not decided yet" in wanted.args[0]
    assert "one\nzwei\ndrei\nfour\n" in wanted.args[0]
    ask(qtbot, session, wanted.args[0])
    qtbot.waitUntil(lambda: len(session.review.outcomes) == 3, timeout=SECONDS)
    assert session.review.outcomes[-1].is_success


def test_a_failed_block_of_a_decided_file_is_asked_for_against_what_lies_there(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({"a.py": "one\ntwo\n"})
    session = talking(said(edit("a.py", "one", "eins") + edit("a.py", "two thousand", "zwei")))
    ask(qtbot, session, "Translate it.")
    wait_for_files(qtbot, session, "a.py")
    qtbot.waitUntil(lambda: len(session.review.outcomes) == 2, timeout=SECONDS)
    session.decisions.reject(["a.py"])
    qtbot.waitUntil(lambda: bool(session.review.decided(Decision.REJECTED)), timeout=SECONDS)

    with qtbot.waitSignal(session.talk.conversation.draft_requested, timeout=SECONDS) as wanted:
        session.talk.feedback.retry(session.review.outcomes)

    assert "not decided yet" not in wanted.args[0]
    assert "All of `a.py` as it is now:\n```\none\ntwo\n```" in wanted.args[0]


def test_a_failed_block_of_a_file_that_is_to_be_deleted_is_asked_for_against_what_lies_there(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(edit("a.py", "x = 5", "x = 2")))
    ask(qtbot, session, "Make it two.")
    wait(qtbot, lambda: bool(session.review and session.review.outcomes))
    failed = session.review.outcomes
    session.reception.take_text("*** Begin Patch\n*** Delete File: a.py\n*** End Patch\n", "Pasted text")
    wait_for_files(qtbot, session, "a.py")

    with qtbot.waitSignal(session.talk.feedback.draft_requested, timeout=SECONDS) as wanted:
        session.talk.feedback.retry(failed)

    assert "All of `a.py` as it is now:\n```\nx = 1\n```" in wanted.args[0]


def test_what_was_rejected_or_changed_by_hand_is_told_as_diffs_and_nothing_else(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    names = ("changed", "deleted", "left", "rejected")
    repository.commit({f"{name}.py": "x = 1\n" for name in names})
    session = talking(said("unused"))
    reply = "".join(edit(f"{name}.py", "x = 1", "x = 2") for name in names) + create("new.py", "x = 2")
    session.reception.take_text(reply, "Pasted text")
    wait(qtbot, lambda: session.review is not None and len(session.review.files) == 5)
    session.decisions.accept(["changed.py", "deleted.py", "left.py"])
    session.decisions.reject(["rejected.py", "new.py"])
    wait(qtbot, lambda: not session.review.decided(Decision.UNDECIDED))
    repository.write({"changed.py": "x = 3\n"})
    (repository.root / "deleted.py").unlink()

    with qtbot.waitSignal(session.talk.feedback.draft_requested, timeout=SECONDS) as wanted:
        session.talk.feedback.tell_decisions()

    message, paths = wanted.args
    assert paths == ("rejected.py", "new.py", "changed.py", "deleted.py")
    assert "--- /dev/null\n+++ b/new.py" in message
    assert "+++ b/rejected.py\n@@ -1,1 +1,1 @@\n-x = 1\n+x = 2" in message
    assert "+++ b/changed.py\n@@ -1,1 +1,1 @@\n-x = 2\n+x = 3" in message
    assert "--- a/deleted.py\n+++ /dev/null" in message


def rejected(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder) -> Session:
    """Return a session that tells decisions, and in which the proposal of the first answer was rejected."""
    repository.commit(FILES)
    session = talking(said(FIRST), said("I see."))
    session.preferences.choose(replace(session.preferences.now, tells_decisions=True))
    ask(qtbot, session, "Make it two.")
    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    session.decisions.reject(["a.py"])
    qtbot.waitUntil(lambda: bool(session.review and session.review.decided(Decision.REJECTED)), timeout=SECONDS)
    return session


def test_what_was_rejected_is_not_told_unless_the_user_wants_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    session = rejected(qtbot, talking, repository)
    session.preferences.choose(replace(session.preferences.now, tells_decisions=False))

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.send("Try again.", Mode.EDIT)

    assert "Try again." in asked_of(serving)
    assert "+x = 2" not in asked_of(serving)


def test_what_was_rejected_is_told_once_with_the_next_message_if_the_user_wants_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    session = rejected(qtbot, talking, repository)

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.send("Try again.", Mode.EDIT)
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.send("And now?", Mode.EDIT)

    told = [str(request.body["messages"][-1]) for request in serving.servers[-1].asked]  # type: ignore[attr-defined]
    assert ["-x = 1" in one or "x = 2" in one for one in told] == [False, True, False]


def test_a_new_conversation_is_told_what_an_earlier_one_was_told(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    session = rejected(qtbot, talking, repository)
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.send("Try again.", Mode.EDIT)

    session.talk.conversation.begin()
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.send("Begin afresh.", Mode.EDIT)

    assert "x = 2" in asked_of(serving)


def test_what_was_rejected_is_told_though_the_first_try_was_held_back(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST), said("I see."))
    ask(qtbot, session, "Make it two.")
    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    session.decisions.reject(["a.py"])
    qtbot.waitUntil(lambda: bool(session.review and session.review.decided(Decision.REJECTED)), timeout=SECONDS)
    session.preferences.choose(replace(session.preferences.now, tells_decisions=True, day_tokens=1))
    with qtbot.waitSignal(session.talk.conversation.gate.prepared, timeout=SECONDS):
        session.talk.send("Try again.", Mode.EDIT)
    session.preferences.choose(replace(session.preferences.now, day_tokens=0))

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.send("Try once more.", Mode.EDIT)

    assert "x = 2" in str(serving.servers[-1].asked[-1].body["messages"][-1])  # type: ignore[attr-defined]


def test_what_is_rejected_just_before_the_message_is_sent_is_told(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST), said("I see."))
    session.preferences.choose(replace(session.preferences.now, tells_decisions=True))
    ask(qtbot, session, "Make it two.")
    wait_for_files(qtbot, session, "a.py")

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.decisions.reject(["a.py"])
        session.talk.send("Try again.", Mode.EDIT)

    assert "x = 2" in str(serving.servers[-1].asked[-1].body["messages"][-1])  # type: ignore[attr-defined]


def test_a_message_is_not_sent_into_the_conversation_that_was_begun_meanwhile(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    session = rejected(qtbot, talking, repository)

    session.talk.send("Try again.", Mode.EDIT)
    session.talk.conversation.begin()
    ask(qtbot, session, "Hello?")

    assert [turn.text for turn in session.talk.conversation.turns] == ["Hello?", "I see."]
    assert len(serving.servers[-1].asked) == 2  # type: ignore[attr-defined]


def test_no_message_is_made_where_nothing_failed_and_nothing_was_decided(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST))
    ask(qtbot, session, "Make it two.")
    wait_for_files(qtbot, session, "a.py")
    drafts = list[str]()
    session.talk.conversation.draft_requested.connect(drafts.append)

    session.talk.feedback.retry(session.review.outcomes)
    session.talk.feedback.tell_decisions()
    wait(qtbot, lambda: session.tasks.is_idle)

    assert drafts == []


MESSAGE = said("a: make it two")


def accepted(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, answer: Answer = MESSAGE) -> Session:
    """Return a session in which a file waits for its commit, and whose model knows a message for it."""
    repository.commit(FILES)
    session = talking(answer)
    session.reception.take_text(FIRST, "Pasted text")
    wait_for_files(qtbot, session, "a.py")
    session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: bool(session.review and session.review.commit), timeout=SECONDS)
    return session


def test_a_commit_message_that_is_stopped_before_it_is_asked_for_is_not_asked_for(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    session, goes_on = accepted(qtbot, talking, repository), Event()
    flowing: list[bool] = []
    session.talk.commit_messages.flowing_changed.connect(flowing.append)
    for _ in range(SIDE_WORKERS):
        session.tasks.aside(partial(goes_on.wait, SECONDS / 1000), bool)

    session.talk.commit_messages.ask("here/small")
    qtbot.waitUntil(lambda: session.tasks.is_idle, timeout=SECONDS)
    session.talk.commit_messages.stop()
    goes_on.set()

    qtbot.waitUntil(lambda: session.tasks.is_quiet, timeout=SECONDS)
    assert flowing == []


def test_nothing_is_said_of_a_commit_message_that_was_stopped_while_its_changes_were_read(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    errors = errors_of(session)

    session.talk.commit_messages.ask("here/small")
    session.talk.commit_messages.stop()

    qtbot.waitUntil(lambda: session.tasks.is_quiet, timeout=SECONDS)
    assert errors == []


def test_of_two_wishes_for_a_commit_message_the_last_one_is_asked(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    session = accepted(qtbot, talking, repository)

    with qtbot.waitSignal(session.talk.commit_messages.written, timeout=SECONDS):
        session.talk.commit_messages.ask("here/small")
        session.talk.commit_messages.ask("here/large")

    assert [one.body["model"] for one in serving.servers[-1].asked] == ["large"]  # type: ignore[attr-defined]


def test_one_commit_message_is_written_at_a_time(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    goes_on, came, written = Event(), list[object](), list[str]()
    session = accepted(qtbot, talking, repository, Answer((Say("a: make"), Hold(goes_on), Say(" it two"))))
    messages = session.talk.commit_messages
    messages.written.connect(written.append)
    messages.ask("here/small")
    qtbot.waitUntil(lambda: messages._stream is not None, timeout=SECONDS)
    messages._stream.came.connect(came.append)
    qtbot.waitUntil(lambda: bool(came), timeout=SECONDS)

    messages.ask("here/large")
    qtbot.waitUntil(lambda: session.tasks.is_quiet, timeout=SECONDS)
    goes_on.set()

    qtbot.waitUntil(lambda: written == ["a: make it two"], timeout=SECONDS)
    assert [one.body["model"] for one in serving.servers[-1].asked] == ["small"]  # type: ignore[attr-defined]


def test_a_commit_message_that_is_stopped_is_no_longer_received(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    session = accepted(qtbot, talking, repository, Answer((Say("a: make"), Stall())))
    messages = session.talk.commit_messages
    with qtbot.waitSignal(messages.flowing_changed, timeout=SECONDS):
        messages.ask("here/small")
    future = messages._stream._future if messages._stream else None

    messages.stop()

    assert future is not None
    assert future.cancelled()


TWO = FIRST + create("new.py", "y = 1")


def writing(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, answer: Answer) -> Session:
    """Return a session with two proposed files, in which a message for the accepted one of them is being written."""
    repository.commit(FILES)
    session = talking(answer)
    session.reception.take_text(TWO, "Pasted text")
    wait_for_files(qtbot, session, "a.py", "new.py")
    session.decisions.accept(["a.py"])
    wait(qtbot, lambda: bool(session.review and session.review.commit))
    with qtbot.waitSignal(session.talk.commit_messages.flowing_changed, timeout=SECONDS):
        session.talk.commit_messages.ask("here/small")
    return session


@pytest.mark.parametrize("end", ["committed", "left out", "taken back"])
def test_a_commit_message_ends_with_the_commit_it_is_for(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, end: str
) -> None:
    session = writing(qtbot, talking, repository, Answer((Say("a: make"), Stall())))
    told = list[Notice]()
    session.notifications.noticed.connect(told.append)
    session.decisions.accept(["new.py"])
    wait(qtbot, lambda: session.review is not None and len(session.review.commit) == 2)

    with qtbot.waitSignal(session.talk.commit_messages.flowing_changed, timeout=SECONDS) as flowing:
        if end == "committed":
            session.committing.commit(CommitRequest("My own", seen=session.review.commit))
        elif end == "left out":
            session.decisions.include_in_commit(["a.py"], included=False)
        else:
            session.decisions.reconsider(["a.py"])

    assert flowing.args == [False]
    ended = [one.what for one in told if "commit message" in one.what]
    assert bool(ended) is (end != "committed")
    assert all("a.py is not to be committed any more" in one for one in ended)


def test_a_commit_message_is_written_on_while_more_is_accepted_and_it_is_said_what_it_does_not_cover(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    goes_on, told = Event(), list[Notice]()
    session = writing(qtbot, talking, repository, Answer((Say("a: make"), Hold(goes_on), Say(" it two"))))
    session.notifications.noticed.connect(told.append)
    session.decisions.accept(["new.py"])
    wait(qtbot, lambda: session.review is not None and len(session.review.commit) == 2)

    with qtbot.waitSignal(session.talk.commit_messages.written, timeout=SECONDS) as written:
        goes_on.set()

    assert written.args == ["a: make it two"]
    wait(qtbot, lambda: any("does not cover a file accepted since" in one.what for one in told))


def test_of_a_commit_message_that_broke_off_nothing_is_said_to_be_saved(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    session = accepted(qtbot, talking, repository, Answer((Say("a: make"), Drop())))

    with qtbot.waitSignal(session.notifications.noticed, timeout=SECONDS) as failed:
        session.talk.commit_messages.ask("here/small")

    assert failed.args[0].what.endswith("No message was written. Suggest it again, or write one.")
    assert "saved" not in failed.args[0].what


def test_a_commit_message_is_written_from_what_will_be_committed(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES, message="room: say what is done")
    session = talking(said(FIRST), said("```\na: make it two\n```"))
    ask(qtbot, session, "Make it two.")
    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: bool(session.review and session.review.commit), timeout=SECONDS)

    with qtbot.waitSignal(session.talk.commit_messages.written, timeout=SECONDS) as written:
        session.talk.commit_messages.ask("here/small")

    assert written.args[0] == "a: make it two"
    assert "room: say what is done" in asked_of(serving)
    assert "+x = 2" in asked_of(serving)
