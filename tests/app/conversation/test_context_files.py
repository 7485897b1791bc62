"""Promises of the files of a conversation: what is sent of them, and what becomes of edits to them."""

from pytestqt.qtbot import QtBot

from guillemet.app.turns import Use
from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Decision
from tests.app.conversation.conftest import Talking
from tests.kit.model_server import said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import ask, files_of, wait, wait_for_files

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n"}
FIRST = "I change it.\n\n" + edit("a.py", "x = 1", "x = 2")
SECOND = edit("b.py", "y = 1", "y = 2")


def test_an_edit_of_a_read_only_file_is_told_as_one_and_waits(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST + SECOND))
    session.talk.conversation.files.set_use(["a.py"], Use.IN)
    session.talk.conversation.files.set_use(["b.py"], Use.READ_ONLY)
    ask(qtbot, session, "Change both.")
    wait_for_files(qtbot, session, "a.py", "b.py")

    session.accept_all()

    wait(qtbot, lambda: files_of(session)["a.py"].decision is Decision.ACCEPTED)
    assert [set(outcome.flags) for outcome in session.review.outcomes] == [set(), {Flag.READ_ONLY}]
    assert files_of(session)["b.py"].decision is Decision.UNDECIDED
    assert repository.read("b.py") == b"y = 1\n"
