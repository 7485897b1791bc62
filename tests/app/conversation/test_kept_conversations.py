"""Promises of kept conversations: each is found and gone on with, none of its branches is lost."""

from pytestqt.qtbot import QtBot

from guillemet.app.turns import Use
from tests.app.conversation.conftest import FILES, FIRST, Serving, Talking, asked_of
from tests.kit.model_server import said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask


def test_a_conversation_is_kept_and_opened_again(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    session.talk.conversation.files.set_use(["a.py"], Use.READ_ONLY)
    ask(qtbot, session, "Remember me.")
    session.talk.conversation.begin()
    with qtbot.waitSignal(session.talk.heads_found) as found:
        session.talk.find("remember")
    (head,) = found.args[0]

    with qtbot.waitSignal(session.talk.conversation.begun_anew):
        session.talk.open(head.key)

    assert [turn.text for turn in session.talk.conversation.turns] == ["Remember me.", "Fine."]
    assert [(one.path, one.use) for one in session.talk.conversation.files.entries] == [("a.py", Use.READ_ONLY)]


def test_the_conversation_of_an_open_proposal_is_shown_when_the_repository_is_opened(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first = talking(said(FIRST))
    ask(qtbot, first, "Make it two.")
    qtbot.waitUntil(lambda: bool(first.review and first.review.files), timeout=SECONDS)
    first.close()

    second = talking(said("unused"))

    assert [turn.text for turn in second.talk.conversation.turns] == ["Make it two.", FIRST]


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
