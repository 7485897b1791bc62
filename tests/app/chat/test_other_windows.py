"""Promises of two windows on one repository: an answer of the one is shown by the other, once."""

from threading import Event

from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from tests.app.chat.conftest import Talking
from tests.kit.model_server import Answer, Hold, Say, Stall
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import begin, files_of, stop, wait, wait_for_files

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n"}
FIRST = "I change both.\n\n" + edit("a.py", "x = 1", "x = 2") + "\n"
SECOND = edit("b.py", "y = 1", "y = 2") + "\nAnd then"


def sources(session: Session) -> list[str]:
    """Return the list that the sources of all replies this session shows are put into."""
    told: list[str] = []
    session.transcript.reply_read.connect(lambda source, _: told.append(source))
    return told


def test_an_answer_that_flows_in_another_window_is_shown_once_it_is_whole(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first, second = talking(Answer((Say(FIRST, 4000), Say(SECOND, 40), Stall()))), talking()
    told = sources(second)

    begin(qtbot, first, "Change both.", until=FIRST)
    wait(qtbot, lambda: "a.py" in files_of(second))
    wait_for_files(qtbot, second, "a.py", "b.py")
    assert told == []
    stop(qtbot, first)

    wait(qtbot, lambda: told == ["Added before"])
    assert [turn.text for turn in second.talk.conversation.turns] == [FIRST + SECOND]


def test_an_answer_that_flows_when_a_window_is_opened_is_shown_there_once(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    goes_on = Event()
    first = talking(Answer((Say(FIRST, 4000), Say("So far.\n\n"), Hold(goes_on), Say(SECOND, 40))))
    begin(qtbot, first, "Change both.", until="So far")
    wait_for_files(qtbot, first, "a.py")

    second = talking()
    told = sources(second)
    goes_on.set()

    wait_for_files(qtbot, second, "a.py", "b.py")
    wait(qtbot, lambda: told == ["Added before"])
    assert [turn.text for turn in second.talk.conversation.turns] == [f"{FIRST}So far.\n\n{SECOND}"]
    wait(qtbot, lambda: not first.talk.conversation.answering.is_flowing)
    assert len(first.talk.conversation.turns) == 2


def test_an_answer_that_became_whole_unnoticed_is_shown_whole(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    goes_on = Event()
    first = talking(Answer((Say(FIRST, 4000), Say("So far.\n\n"), Hold(goes_on), Say(SECOND, 40))))
    begin(qtbot, first, "Change both.", until="So far")
    wait_for_files(qtbot, first, "a.py")

    second = talking()
    told = sources(second)
    second._workplace.close()  # it sees no change of the repository, as when the answer ends between two looks
    goes_on.set()

    wait(qtbot, lambda: told == ["Added before"])
    assert [turn.text for turn in second.talk.conversation.turns] == [f"{FIRST}So far.\n\n{SECOND}"]


def test_a_conversation_in_which_another_window_receives_an_answer_is_not_opened(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first = talking(Answer((Say(FIRST, 4000), Stall())))
    begin(qtbot, first, "Change both.", until=FIRST)
    second = talking()
    with qtbot.waitSignal(second.talk.heads_found) as found:
        second.talk.find("")

    with qtbot.waitSignal(second.notifications.noticed) as told:
        second.talk.open(found.args[0][0].key)

    assert told.args[0].what == "Another window is receiving an answer in this conversation."
    assert second.talk.conversation.turns == ()
    stop(qtbot, first)


def test_what_another_window_s_answer_staged_is_shown_when_that_window_is_gone(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first, second = talking(Answer((Say(FIRST, 4000), Stall()))), talking()
    told = sources(second)
    begin(qtbot, first, "Change both.", until=FIRST)
    wait_for_files(qtbot, second, "a.py")

    first.close()

    wait(qtbot, lambda: told == ["Added before"])
