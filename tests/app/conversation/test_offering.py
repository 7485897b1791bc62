"""Promises of what is offered of an answer: the files that it names."""

from pytestqt.qtbot import QtBot

from guillemet.app.notices import Offer
from guillemet.app.turns import Use
from tests.app.conversation.conftest import FILES, Talking
from tests.kit.model_server import said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS


def test_files_that_an_answer_names_are_offered_but_those_in_the_conversation(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("Look at `a.py`, at (b.py), and at c.py."))
    files = session.talk.conversation.files
    files.set_use(["a.py"], Use.IN)

    with qtbot.waitSignal(session.noticed, timeout=SECONDS) as told:
        session.talk.conversation.send("Where is it?")
    session.take_offer(told.args[0])

    assert told.args[0].offer is Offer.ADD_FILES
    assert told.args[0].text == "The answer names b.py, not in the conversation."
    qtbot.waitUntil(lambda: files.editable == ("a.py", "b.py"), timeout=SECONDS)
