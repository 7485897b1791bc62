"""Promises of an answer that is interrupted: by stopping, pasting, another repository, the end of the window."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat.answer import StreamedStaging
from guillemet.app.notices import Notice
from guillemet.app.session import Session
from guillemet.app.turns import Mode, State, Turn
from guillemet.engine.applying.options import Dismiss
from guillemet.engine.outcomes import Status
from guillemet.engine.workspace import Workspace
from guillemet.llm.messages import Role
from tests.app.chat.conftest import Talking
from tests.kit.model_server import Answer, Drop, ModelServer, Refusal, Say, Silence, Stall, Think, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, begin, files_of, stop, wait, wait_for_files

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n", "c.py": "z = 1\n"}
FIRST = "I change it.\n\n" + edit("a.py", "x = 1", "x = 2")
SECOND = edit("b.py", "y = 1", "y = 2")
THIRD = edit("c.py", "z = 1", "z = 2")
FLOWING = Answer((Say(FIRST + "\nAnd more"), Stall()))
Serving = Callable[..., ModelServer]


@pytest.fixture(autouse=True)
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit(FILES)
    return repository


def server_of(serving: Serving) -> ModelServer:
    server: ModelServer = serving.servers[-1]  # type: ignore[attr-defined]
    return server


def kept(qtbot: QtBot, session: Session) -> tuple[Turn, ...]:
    """Return the turns of the conversation changed last, as they are kept on disk."""
    with qtbot.waitSignal(session.talk.heads_found, timeout=SECONDS) as found:
        session.talk.find("", everywhere=True)
    with qtbot.waitSignal(session.talk.conversation.conversation_changed, timeout=SECONDS):
        session.talk.open(found.args[0][0].key)
    return session.talk.conversation.turns


@pytest.mark.parametrize("script", [FLOWING, Silence(), Answer((Stall(),))], ids=["midway", "silent", "nothing yet"])
def test_stopping_ends_the_connection_and_nothing_is_told_any_more(
    qtbot: QtBot, talking: Talking, serving: Serving, script: Answer
) -> None:
    session = talking(script)
    begin(qtbot, session, "Go.", until="And more" if script is FLOWING else "")
    assert server_of(serving).wait_for(asked=1)
    answering = session.talk.conversation.answering

    turn = stop(qtbot, session)
    told: list[object] = []
    for signal in (answering.events_came, answering.tail_changed, answering.turn_changed, answering.ended):
        signal.connect(lambda *arguments: told.append(arguments))

    assert turn.state is State.STOPPED
    assert server_of(serving).wait_for(connections=0)
    assert not answering.is_flowing
    qtbot.wait(50)
    assert not told


def test_an_answer_stopped_by_who_is_told_of_it_tells_nothing_more(qtbot: QtBot, talking: Talking) -> None:
    # After the first word the rest comes in one bundle.
    session = talking(Answer((Say("I "), Say(FIRST, 2000), Think("Hm.", 2000), Say(SECOND, 2000))))
    conversation = session.talk.conversation
    ended: list[Turn] = []
    states: list[State] = []
    conversation.turn_ended.connect(ended.append)
    conversation.answering.turn_changed.connect(lambda turn: states.append(turn.state))
    conversation.answering.events_came.connect(lambda _: conversation.stop())

    conversation.send("Go.")

    wait(qtbot, lambda: bool(ended))
    qtbot.wait(50)
    assert [turn.state for turn in ended] == [State.STOPPED]
    assert states == [State.WAITING, State.FLOWING]


def test_stopping_before_the_request_is_made_sends_nothing(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(said("Hello."), said("Hello again."))

    session.talk.conversation.send("One.")
    session.talk.conversation.stop()
    wait(qtbot, lambda: session.tasks.is_quiet)
    assert session.talk.conversation.turns == ()
    ask(qtbot, session, "Two.")

    assert [turn.text for turn in session.talk.conversation.turns] == ["Two.", "Hello."]
    assert len(server_of(serving).asked) == 1


def test_stopping_while_the_service_is_opened_leaves_the_next_message_working(qtbot: QtBot, talking: Talking) -> None:
    session = talking(said("Hello."))
    with qtbot.waitSignal(session.talk.conversation.turn_begun, timeout=SECONDS):
        session.talk.conversation.send("One.")

    first = stop(qtbot, session)

    assert (first.state, first.text) == (State.STOPPED, "")
    assert ask(qtbot, session, "Two.").text == "Hello."


def test_stopping_while_a_retry_is_awaited_asks_no_more(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(Refusal(429, "slow down", headers=(("retry-after", "30"),)), said("Now."))
    with qtbot.waitSignal(session.talk.conversation.turn_begun, timeout=SECONDS):
        session.talk.conversation.send("One.")
    wait(qtbot, lambda: "try 2" in (session.talk.conversation.answering.so_far or Turn(0, Role.USER, "")).note)

    stop(qtbot, session)

    assert ask(qtbot, session, "Two.").text == "Now."
    assert len(server_of(serving).asked) == 2


def test_an_answer_of_which_nothing_came_leaves_nothing_behind_that_would_stage_it(
    qtbot: QtBot, talking: Talking
) -> None:
    session = talking(Refusal(401))

    ask(qtbot, session, "Go.")

    wait(qtbot, lambda: session.talk.conversation.findChildren(StreamedStaging) == [])
    assert session.review is not None
    assert (session.review.undo, session.review.files) == ("", ())


def test_a_message_sent_twice_is_said_once(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(said("Hello."))

    session.talk.conversation.send("One.")
    ask(qtbot, session, "One.")

    assert [turn.text for turn in session.talk.conversation.turns] == ["One.", "Hello."]
    assert len(server_of(serving).asked) == 1


def test_an_empty_message_does_not_take_the_place_of_one_that_is_made_ready(qtbot: QtBot, talking: Talking) -> None:
    conversation = talking(said("Hello.")).talk.conversation

    with qtbot.waitSignal(conversation.turn_ended, timeout=SECONDS):
        conversation.send("Hello?")
        conversation.send(" \n")

    assert [turn.text for turn in conversation.turns] == ["Hello?", "Hello."]


def test_a_message_is_not_sent_while_an_answer_comes(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(FLOWING, said("Unwanted."))
    begin(qtbot, session, "Go.", until="And more")

    session.talk.conversation.send("And this.")

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert len(session.talk.conversation.turns) == 2
    stop(qtbot, session)
    assert len(server_of(serving).asked) == 1


@pytest.mark.parametrize("next_one", ["new", "kept"])
def test_an_answer_ends_when_another_conversation_is_shown(qtbot: QtBot, talking: Talking, next_one: str) -> None:
    session = talking(said("Hello."), FLOWING)
    conversation = session.talk.conversation
    ask(qtbot, session, "Hello?")
    with qtbot.waitSignal(session.talk.heads_found, timeout=SECONDS) as found:
        session.talk.find("")
    conversation.begin()
    begin(qtbot, session, "Go.", until="And more")

    told: list[str] = []
    session.notifications.noticed.connect(lambda notice: told.append(notice.what))
    conversation.turn_ended.connect(lambda turn: told.append(turn.note))
    with qtbot.waitSignals([conversation.turn_ended, conversation.conversation_changed], timeout=SECONDS):
        conversation.begin() if next_one == "new" else session.talk.open(found.args[0][0].key)

    assert not conversation.answering.is_flowing
    because = "because you left"
    assert told[:2] == [f"The answer ended {because} its conversation.", f"It ended here {because} the conversation."]
    assert [turn.text for turn in conversation.turns] == ([] if next_one == "new" else ["Hello?", "Hello."])


def test_a_message_goes_to_the_model_that_is_chosen_while_it_is_made_ready(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(said("Hello."))

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.conversation.send("One.")
        session.talk.conversation.choose(model="here/large")

    assert ended.args[0].model == "here/large"
    assert [one.body["model"] for one in server_of(serving).asked] == ["large"]


def test_a_request_that_is_looked_at_is_not_sent_while_an_answer_comes(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(FLOWING)
    conversation = session.talk.conversation
    begin(qtbot, session, "Go.", until="And more")
    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as shown:
        conversation.look_before_sending("Two.")

    conversation.send_prepared(shown.args[0])

    assert len(conversation.turns) == 2
    stop(qtbot, session)
    assert len(server_of(serving).asked) == 1


def test_a_request_that_is_looked_at_is_shown_again_when_another_model_was_chosen_meanwhile(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    conversation = talking(said("Unwanted.")).talk.conversation
    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as shown:
        conversation.look_before_sending("One.")
    conversation.choose(model="here/large")

    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as again:
        conversation.send_prepared(shown.args[0])

    assert (again.args[0].request.model, again.args[1]) == ("large", "here/large")
    assert server_of(serving).asked == []


def test_going_on_twice_asks_once(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(Answer((Say("One, two, "), Drop())), said("three."))
    ask(qtbot, session, "Count.")

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.conversation.go_on()
        session.talk.conversation.go_on()

    assert ended.args[0].text == "One, two, three."
    assert len(server_of(serving).asked) == 2


def test_blocks_that_come_only_after_going_on_are_staged(qtbot: QtBot, talking: Talking) -> None:
    session = talking(Answer((Say("Let me think.\n"), Drop())), said(FIRST))
    ask(qtbot, session, "Make it two.")

    session.talk.conversation.go_on()

    wait_for_files(qtbot, session, "a.py")


def test_a_reply_pasted_in_the_middle_of_an_answer_takes_nothing_from_it(qtbot: QtBot, talking: Talking) -> None:
    session = talking(FLOWING)
    begin(qtbot, session, "Go.", until="And more")
    wait_for_files(qtbot, session, "a.py")

    session.reception.take_text(SECOND, "Pasted text")
    wait_for_files(qtbot, session, "a.py", "b.py")
    stopped = stop(qtbot, session)

    expected = [(Role.USER, "Go."), (Role.ASSISTANT, stopped.text), (Role.ASSISTANT, SECOND)]
    assert stopped.text == FIRST + "\nAnd more"
    assert [(turn.role, turn.text) for turn in session.talk.conversation.turns] == expected
    assert [(turn.role, turn.text) for turn in kept(qtbot, session)] == expected


def test_a_block_dismissed_while_the_next_one_has_only_begun_leaves_no_broken_block(
    qtbot: QtBot, talking: Talking
) -> None:
    patch = "*** Begin Patch\n*** Update File: {}\n@@\n-{}\n+z = 2\n*** Update File: {}\n"
    session = talking(Answer((Say(patch.format("a.py", "x = 5", "b.py"), piece=200), Stall())))
    begin(qtbot, session, "Go.", until="b.py")
    wait(qtbot, lambda: bool(session.review and session.review.outcomes))

    session.choose(1, Dismiss())

    wait(qtbot, lambda: [one.status for one in session.review.outcomes][:1] == [Status.DISMISSED])
    assert len(session.review.outcomes) == 1
    stop(qtbot, session)


def test_blocks_that_come_after_a_pasted_reply_are_staged_too(qtbot: QtBot, talking: Talking) -> None:
    session = talking(Answer((Say(FIRST), Drop())), said("\n" + THIRD))
    ask(qtbot, session, "Go.")
    wait_for_files(qtbot, session, "a.py")
    conversation = session.talk.conversation
    with qtbot.waitSignal(conversation.answering.events_came, timeout=SECONDS):
        conversation.go_on()

    session.reception.take_text(SECOND, "Pasted text")

    wait_for_files(qtbot, session, "a.py", "b.py", "c.py")


def test_copying_a_prompt_in_the_middle_of_an_answer_waits(qtbot: QtBot, talking: Talking) -> None:
    session = talking(FLOWING)
    begin(qtbot, session, "Go.", until="And more")

    with qtbot.waitSignal(session.notifications.noticed, timeout=SECONDS) as noticed:
        session.talk.conversation.copy_prompt("Another thing.")

    assert "still coming" in noticed.args[0].what
    assert len(session.talk.conversation.turns) == 2
    stop(qtbot, session)


def test_an_answer_stays_with_the_repository_it_was_asked_for(
    qtbot: QtBot,
    talking: Talking,
    project: RepositoryBuilder,
    make_repository: Callable[[str], RepositoryBuilder],
    serving: Serving,
) -> None:
    other = make_repository("other")
    other.commit(FILES)
    # Nothing was staged yet when the other repository is opened: the block is whole only at the very end.
    session = talking(Answer((Say(FIRST.rstrip("`\n")), Stall())))
    begin(qtbot, session, "Go.", until="REPLACE")

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        session.open_repository(str(other.root))

    assert server_of(serving).wait_for(connections=0)
    assert not session.talk.conversation.turns
    assert not files_of(session)
    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        session.open_repository(str(project.root))
    assert set(files_of(session)) == {"a.py"}
    assert [turn.state for turn in session.talk.conversation.turns] == [State.DONE, State.STOPPED]


def test_a_message_for_one_repository_is_not_sent_in_another(
    qtbot: QtBot,
    talking: Talking,
    make_repository: Callable[[str], RepositoryBuilder],
    serving: Serving,
) -> None:
    other = make_repository("other")
    other.commit(FILES)
    session = talking(said("Hello."))

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        session.open_repository(str(other.root))
        session.talk.conversation.send("Go.")

    qtbot.wait(100)
    assert not session.talk.conversation.turns
    assert not server_of(serving).asked


def test_closing_the_window_in_the_middle_keeps_and_stages_what_came(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder, serving: Serving
) -> None:
    text = FIRST + "\n" + SECOND
    session = talking(Answer((Say(text, piece=2000), Stall())))
    begin(qtbot, session, "Go.", until=">>>>>>> REPLACE\n```\n\nb.py")

    session.close()

    assert server_of(serving).wait_for(connections=0)
    again = talking(said("unused"))
    assert [(turn.text, turn.state) for turn in again.talk.conversation.turns] == [
        ("Go.", State.DONE),
        (text, State.STOPPED),
    ]
    assert set(files_of(again)) == {"a.py", "b.py"}
    assert project.read("a.py") == b"x = 1\n"


def test_an_answer_that_was_staged_as_the_window_closed_is_not_staged_again(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder
) -> None:
    session = talking(Answer((Say(FIRST + "\n", piece=2000), Stall())))
    begin(qtbot, session, "Go.", until="REPLACE\n```\n")
    session.close()
    workspace = Workspace.open(project.root)
    workspace.accept_all()
    workspace.commit("Two.")

    again = talking(said("unused"))
    ask(qtbot, again, "Anything else?", mode=Mode.ASK)

    assert again.review is not None
    assert again.review.outcomes == ()


def test_an_answer_undone_in_the_middle_stays_undone_and_is_kept_as_text(qtbot: QtBot, talking: Talking) -> None:
    session = talking(FLOWING)
    begin(qtbot, session, "Go.", until="And more")
    wait_for_files(qtbot, session, "a.py")

    session.decisions.undo()
    wait_for_files(qtbot, session)
    turn = stop(qtbot, session)

    assert turn.text == FIRST + "\nAnd more"
    qtbot.wait(50)
    assert not files_of(session)
    session.decisions.redo()
    wait_for_files(qtbot, session, "a.py")


def test_what_is_said_in_place_of_a_message_ends_the_answer_that_comes(qtbot: QtBot, talking: Talking) -> None:
    session = talking(FLOWING, said("Hello."))
    conversation = session.talk.conversation
    begin(qtbot, session, "Go.", until="And more")

    with qtbot.waitSignal(conversation.turn_ended, timeout=SECONDS) as ended:
        conversation.resend(1, "Hello?")
    assert ended.args[0].note == "It ended here because you sent another message in its place."

    wait(qtbot, lambda: [turn.text for turn in conversation.turns] == ["Hello?", "Hello."])


def test_a_message_for_which_no_model_is_chosen_comes_back(qtbot: QtBot, talking: Talking) -> None:
    session = talking(said("Unwanted."))
    conversation = session.talk.conversation
    conversation.choose(model="")
    notices, drafts = list[Notice](), list[str]()
    session.notifications.noticed.connect(notices.append)
    conversation.draft_requested.connect(drafts.append)

    conversation.send("Hello?")

    wait(qtbot, lambda: drafts == ["Hello?"])
    assert [notice.what for notice in notices] == ["No model is chosen."]
    assert conversation.turns == ()


def test_an_empty_request_that_is_looked_at_is_not_copied(qtbot: QtBot, talking: Talking) -> None:
    conversation = talking(said("Unwanted.")).talk.conversation
    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as shown:
        conversation.look_before_sending(" ")

    conversation.copy_prepared(shown.args[0])

    assert conversation.turns == ()
