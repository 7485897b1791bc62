"""Promises of what is offered of an answer: the files that it names."""

from pytestqt.qtbot import QtBot

from guillemet.app.notices import Notice, Offer
from guillemet.app.session import Session
from guillemet.app.turns import Use
from tests.app.chat.conftest import FILES, Talking
from tests.kit.model_server import Answer, Say, Stall, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, begin, wait


def test_files_that_an_answer_names_are_offered_but_those_in_the_conversation(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("Look at `a.py`, at (b.py), and at c.py."))
    files = session.talk.conversation.files
    files.set_use(["a.py"], Use.IN)

    with qtbot.waitSignal(session.notifications.noticed, timeout=SECONDS) as told:
        session.talk.conversation.send("Where is it?")
    session.take_offer(told.args[0])

    assert told.args[0].offer is Offer.ADD_FILES
    assert told.args[0].text == "The answer names b.py, not in the conversation."
    qtbot.waitUntil(lambda: files.editable == ("a.py", "b.py"), timeout=SECONDS)


def offered(session: Session) -> list[Notice]:
    """Return the list that all notices of this session are put into which offer files."""
    told: list[Notice] = []
    session.notifications.noticed.connect(
        lambda notice: told.append(notice) if notice.offer is Offer.ADD_FILES else None
    )
    return told


def test_nothing_is_offered_when_an_answer_names_no_file(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("Nowhere."))
    told = offered(session)

    ask(qtbot, session, "Where is it?")

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert told == []


def test_instructions_that_go_along_are_not_said_to_be_left_out(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({"AGENTS.md": "Be brief.\n"})
    session = talking(said("As `AGENTS.md` says."), said("As `AGENTS.md` said."))
    asking = session.talk.conversation.asking
    wait(qtbot, lambda: bool(asking.instructions.now.entries))
    told = offered(session)

    ask(qtbot, session, "Why?")
    wait(qtbot, lambda: session.tasks.is_quiet)
    assert told == []

    asking.instructions.choose(Use.OUT)
    ask(qtbot, session, "Why?")
    wait(qtbot, lambda: bool(told))
    assert told[0].text == "The answer names AGENTS.md, not in the conversation."


def test_files_are_not_offered_when_an_answer_names_very_many(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    many = {f"m{number}.py": "x = 1\n" for number in range(9)}
    repository.commit(many)
    session = talking(said(f"Look at {' '.join(many)}."), said(f"I mean {' '.join([*many][1:])}."))
    wait(qtbot, lambda: "m8.py" in session.talk.conversation.files.known)
    told = offered(session)

    ask(qtbot, session, "Where is it?")
    wait(qtbot, lambda: session.tasks.is_quiet)
    assert told == []

    ask(qtbot, session, "Which ones?")
    wait(qtbot, lambda: bool(told))
    assert told[0].what.startswith("The answer names 8 files")


def test_no_blocks_are_asked_for_in_another_conversation_than_that_of_the_answer(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    unread = "# Current\n\na.py\n\n```python\nx = 2\n```\n"
    session = talking(said(unread), Answer((Say(unread), Stall())))
    told: list[Notice] = []
    session.notifications.noticed.connect(lambda notice: told.append(notice) if "no edit" in notice.what else None)
    ask(qtbot, session, "Make it two.")
    wait(qtbot, lambda: bool(told))
    assert told.pop().offer is Offer.ASK_FOR_BLOCKS

    begin(qtbot, session, "Make it two.", until="x = 2")
    session.talk.conversation.begin()

    wait(qtbot, lambda: bool(told))
    assert told[0].offer is None


def test_files_are_not_offered_once_another_conversation_is_begun(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("Look at a.py."))
    wait(qtbot, lambda: "a.py" in session.talk.conversation.files.known)
    told = offered(session)
    session.talk.conversation.turn_ended.connect(lambda _: session.talk.conversation.begin())

    ask(qtbot, session, "Where is it?")

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert told == []
