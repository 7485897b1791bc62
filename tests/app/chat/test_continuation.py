"""Promises of asking again where nothing came of an answer, and of going on with an architect's second one."""

from collections.abc import Callable
from threading import Event

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.app.turns import Mode, State, Turn
from guillemet.llm.messages import Picture
from tests.app.chat.conftest import Talking
from tests.kit.model_server import Answer, Drop, Hold, ModelServer, Refusal, Say, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, wait, wait_for_files, wait_for_text

FIRST = "I change it.\n\n" + edit("a.py", "x = 1", "x = 2") + "\n"
SECOND = edit("b.py", "y = 1", "y = 2") + "\n"
Serving = Callable[..., ModelServer]


@pytest.fixture(autouse=True)
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    return repository


def bodies(serving: Serving) -> list[dict[str, object]]:
    return [one.body for one in serving.servers[-1].asked]  # type: ignore[attr-defined]


def go_on(qtbot: QtBot, session: Session) -> Turn:
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.conversation.go_on()
    turn: Turn = ended.args[0]
    return turn


def plan(qtbot: QtBot, session: Session) -> None:
    session.talk.conversation.send("Make it two.", mode=Mode.ARCHITECT)
    wait(qtbot, lambda: [turn.state for turn in session.talk.conversation.turns[2:]] == [State.BROKEN])


def test_the_same_message_is_asked_again_in_the_place_of_an_answer_that_was_refused(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(said("Hello."), Refusal(401), said(FIRST))
    ask(qtbot, session, "Hello?")
    assert ask(qtbot, session, "Make it two.").state is State.BROKEN

    assert go_on(qtbot, session).text == FIRST

    assert [turn.text for turn in session.talk.conversation.turns] == ["Hello?", "Hello.", "Make it two.", FIRST]
    assert bodies(serving)[2] == bodies(serving)[1]
    wait_for_files(qtbot, session, "a.py")


def test_another_model_is_asked_again_when_it_was_chosen_meanwhile(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(Refusal(401), said(FIRST))
    ask(qtbot, session, "Make it two.")
    session.talk.conversation.choose(model="here/large")

    assert go_on(qtbot, session).model == "here/large"

    assert [body["model"] for body in bodies(serving)] == ["small", "large"]


def test_a_picture_goes_along_again(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(Refusal(401), said("A cat."))
    session.talk.conversation.choose(model="here/gpt-4o")
    with qtbot.waitSignal(session.talk.conversation.asking.pictures_changed, timeout=SECONDS):
        session.talk.conversation.asking.attach(Picture("image/png", b"\x89PNG", "cat.png"))
    ask(qtbot, session, "What is this?")

    go_on(qtbot, session)

    assert "image/png" in str(bodies(serving)[1])


def test_an_answer_is_gone_on_with_by_the_model_that_began_it(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(Answer((Say("One, two, "), Drop())), said("three."))
    ask(qtbot, session, "Count.")
    session.talk.conversation.choose(model="here/large")

    assert go_on(qtbot, session).text == "One, two, three."

    assert [body["model"] for body in bodies(serving)] == ["small", "small"]


def test_an_answer_that_reached_the_length_a_model_may_write_is_gone_on_with(qtbot: QtBot, talking: Talking) -> None:
    session = talking(Answer((Say("One, two, "),), finish="length"), said("three."))
    assert "Go on with it" in ask(qtbot, session, "Count.").note

    assert go_on(qtbot, session).text == "One, two, three."


def test_nothing_is_gone_on_with_when_a_reply_was_pasted_below_it_meanwhile(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(Answer((Say("One, two, "), Drop())), said("three."))
    ask(qtbot, session, "Count.")
    conversation = session.talk.conversation

    conversation.go_on()
    conversation.take_reply("Three.", "Pasted text")

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert not conversation.answering.is_flowing
    assert [turn.text for turn in conversation.turns] == ["Count.", "One, two, ", "Three."]
    assert len(bodies(serving)) == 1


def test_what_is_whole_is_not_gone_on_with(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(said("Hello."), said("Again."))
    session.talk.conversation.go_on()
    ask(qtbot, session, "Hello?")

    session.talk.conversation.go_on()

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert not session.talk.conversation.answering.is_flowing
    assert len(bodies(serving)) == 1


def test_the_plan_is_not_asked_for_again_when_its_edits_were_refused(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(said("Set x to two."), Refusal(403), said(FIRST))
    plan(qtbot, session)

    assert go_on(qtbot, session).text == FIRST

    assert bodies(serving)[-1] == bodies(serving)[1]
    assert len(session.talk.conversation.turns) == 3
    wait_for_files(qtbot, session, "a.py")


@pytest.mark.parametrize("script", [Answer((Say("Set x"), Drop())), said("")], ids=["broken off", "empty"])
def test_a_plan_that_is_not_whole_is_not_carried_out(
    qtbot: QtBot, talking: Talking, serving: Serving, script: Answer
) -> None:
    session = talking(script, said(FIRST))

    ask(qtbot, session, "Make it two.", mode=Mode.ARCHITECT)

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert len(session.talk.conversation.turns) == 2
    assert len(bodies(serving)) == 1


def test_a_plan_that_was_refused_is_asked_for_again(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(said("Hello."), Refusal(401), said("Set x to two."), said(FIRST))
    ask(qtbot, session, "Hello?")
    ask(qtbot, session, "Make it two.", mode=Mode.ARCHITECT)

    assert go_on(qtbot, session).text == "Set x to two."

    wait_for_files(qtbot, session, "a.py")
    assert bodies(serving)[2] == bodies(serving)[1]


def test_the_edits_of_a_plan_are_gone_on_with_and_proposed(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(said("Two each."), Answer((Say(FIRST), Drop())), said("\n" + SECOND))
    session.preferences.choose(replace(session.preferences.now, editor_model="here/large"))
    plan(qtbot, session)

    go_on(qtbot, session)

    wait_for_files(qtbot, session, "a.py", "b.py")
    assert len(session.talk.conversation.turns) == 3
    assert [body["model"] for body in bodies(serving)] == ["small", "large", "large"]


def test_a_file_that_the_model_mentions_is_not_sent_when_it_is_asked_to_go_on(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(Answer((Say("See @b.py, "), Drop())), said("please."))
    files = session.talk.conversation.files
    wait(qtbot, lambda: "b.py" in files.known)
    ask(qtbot, session, "Go.")

    go_on(qtbot, session)

    assert files.entries == ()
    assert "y = 1" not in str(bodies(serving)[1])


def test_the_edits_of_a_plan_are_asked_for_again_as_edits_when_a_reply_was_pasted_below_it(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    goes_on = Event()
    session = talking(Answer((Say("Set x"), Hold(goes_on), Say(" to two."))), Refusal(403), said(FIRST))
    conversation = session.talk.conversation
    conversation.send("Make it two.", mode=Mode.ARCHITECT)
    wait_for_text(qtbot, session, "Set x")
    conversation.take_reply("Well.", "Pasted text")
    goes_on.set()
    wait(qtbot, lambda: [turn.state for turn in conversation.turns[3:]] == [State.BROKEN])

    go_on(qtbot, session)

    wait_for_files(qtbot, session, "a.py")
    wait(qtbot, lambda: session.tasks.is_quiet)
    assert len(conversation.turns) == 4
    assert "Set x to two." in str(bodies(serving)[-1])


def test_an_answer_that_is_gone_on_with_already_is_not_asked_for_again(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    goes_on = Event()
    session = talking(Answer((Say("One, "), Drop())), Answer((Say("two,\n" * 9), Hold(goes_on), Say("three."))))
    conversation = session.talk.conversation
    ask(qtbot, session, "Count.")
    conversation.go_on()
    wait_for_text(qtbot, session, "two")

    conversation.go_on()
    wait(qtbot, lambda: session.tasks.is_quiet)
    with qtbot.waitSignal(conversation.turn_ended, timeout=SECONDS):
        goes_on.set()

    assert conversation.turns[-1].text == "One, " + "two,\n" * 9 + "three."
    assert len(bodies(serving)) == 2
