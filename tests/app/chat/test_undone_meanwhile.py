"""Promises of undo while an answer flows: what the user did comes back first, then the answer; redo loses nothing."""

from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Notice
from guillemet.app.session import Session
from guillemet.app.turns import State
from guillemet.engine.review import Decision
from tests.app.chat.conftest import Talking
from tests.kit.model_server import Answer, Hold, Say
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, begin, files_of, wait, wait_for_files

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n", "c.py": "z = 1\n"}
FIRST = "I change it.\n\n" + edit("a.py", "x = 1", "x = 2")
SECOND = "\n" + edit("b.py", "y = 1", "y = 2")
THIRD = "\n" + edit("c.py", "z = 1", "z = 2") + "\nThat is all.\n"


class Held:
    """An answer of three blocks, each of which comes when the test says so."""

    def __init__(self) -> None:
        self._gates = (Event(), Event())
        second, third = self._gates
        self.script = Answer((Say(FIRST, 40), Hold(second), Say(SECOND, 40), Hold(third), Say(THIRD, 40)))

    def let(self, count: int) -> None:
        """Let so many blocks come."""
        for gate in self._gates[: count - 1]:
            gate.set()


@pytest.fixture
def held() -> Held:
    """Return an answer whose blocks wait."""
    return Held()


@pytest.fixture
def session(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, held: Held) -> Session:
    """Return a session in which the first block of an answer was accepted, and the second one has come since."""
    repository.commit(FILES)
    session = talking(held.script)
    begin(qtbot, session, "Go.", until="REPLACE")
    wait_for_files(qtbot, session, "a.py")
    session.decisions.accept(["a.py"])
    wait_for_decision(qtbot, session, "a.py", Decision.ACCEPTED)
    held.let(2)
    wait_for_files(qtbot, session, "a.py", "b.py")
    return session


def take_answer_back(qtbot: QtBot, session: Session) -> None:
    """Take back the decision, then the answer."""
    session.decisions.undo()
    session.decisions.undo()
    wait_for_files(qtbot, session)


def wait_for_decision(qtbot: QtBot, session: Session, path: str, decision: Decision) -> None:
    wait(qtbot, lambda: path in files_of(session) and files_of(session)[path].decision is decision)


def end(qtbot: QtBot, session: Session, held: Held) -> None:
    """Let the rest come, and wait until all of it is staged, wherever."""
    whole = Event()
    session.talk.conversation.applied.connect(lambda _, is_whole: whole.set() if is_whole else None)
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        held.let(3)
    assert (ended.args[0].state, ended.args[0].text) == (State.DONE, FIRST + SECOND + THIRD)
    wait(qtbot, whole.is_set)


def notices_of(session: Session) -> list[str]:
    told: list[str] = []

    def note(notice: Notice) -> None:
        told.append(f"{notice.what} {notice.todo}")

    session.notifications.noticed.connect(note)
    return told


def test_undo_takes_back_the_decision_and_the_answer_goes_on(
    qtbot: QtBot, session: Session, repository: RepositoryBuilder, held: Held
) -> None:
    assert session.review is not None
    assert session.review.undo == "Accept a.py"

    session.decisions.undo()
    wait_for_decision(qtbot, session, "a.py", Decision.UNDECIDED)
    end(qtbot, session, held)

    assert repository.read("a.py") == b"x = 1\n"
    assert {path: file.decision for path, file in files_of(session).items()} == dict.fromkeys(FILES, Decision.UNDECIDED)
    session.decisions.redo()
    wait_for_decision(qtbot, session, "a.py", Decision.ACCEPTED)
    assert repository.read("a.py") == b"x = 2\n"
    assert set(files_of(session)) == set(FILES)


def test_undo_without_a_decision_left_ends_the_staging_and_says_so_once(
    qtbot: QtBot, session: Session, held: Held
) -> None:
    told = notices_of(session)
    take_answer_back(qtbot, session)

    end(qtbot, session, held)

    assert not files_of(session)
    about = [notice for notice in told if "You took this answer back" in notice]
    assert about == [
        "You took this answer back, so the rest of it is not proposed. Redo brings back all of it.",
    ]
    assert not [notice for notice in told if notice.startswith("The answer:")]


def test_redo_brings_back_the_whole_answer_and_the_decision(
    qtbot: QtBot, session: Session, repository: RepositoryBuilder, held: Held
) -> None:
    take_answer_back(qtbot, session)
    end(qtbot, session, held)

    session.decisions.redo()
    wait_for_files(qtbot, session, *FILES)
    session.decisions.redo()

    wait_for_decision(qtbot, session, "a.py", Decision.ACCEPTED)
    assert repository.read("a.py") == b"x = 2\n"


def test_an_answer_brought_back_while_it_flows_goes_on_into_the_review(
    qtbot: QtBot, session: Session, held: Held
) -> None:
    take_answer_back(qtbot, session)
    session.decisions.redo()
    wait_for_files(qtbot, session, "a.py", "b.py")

    end(qtbot, session, held)

    wait_for_files(qtbot, session, *FILES)


def test_an_answer_taken_back_for_another_way_stays_in_the_conversation(
    qtbot: QtBot, session: Session, held: Held
) -> None:
    told = notices_of(session)
    take_answer_back(qtbot, session)
    session.reception.take_text(edit("c.py", "z = 1", "z = 9"), "Pasted text")
    wait_for_files(qtbot, session, "c.py")

    end(qtbot, session, held)

    assert set(files_of(session)) == {"c.py"}
    assert any("Its text stays in the conversation." in notice for notice in told)


def test_a_window_closed_with_an_answer_taken_back_opens_without_it(
    qtbot: QtBot, session: Session, talking: Talking, held: Held
) -> None:
    take_answer_back(qtbot, session)
    end(qtbot, session, held)
    session.close()

    again = talking(held.script)

    assert not files_of(again)
    again.decisions.redo()
    wait_for_files(qtbot, again, *FILES)
