"""Row 19: secrets in what is about to leave this machine are named with file and line, for each new receiver."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat.request import PreparedRequest
from guillemet.app.session import Session
from guillemet.app.turns import Mode, Use
from guillemet.llm.repo_map import RepositoryMap
from tests.app.chat.conftest import Talking
from tests.kit.model_server import Answer, Drop, ModelServer, Say, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask

SECRET = "AKIA" + "IOSFODNN7EXAMPLF"
OTHER = "AKIA" + "JPTGPEOO8FYBNQMG"
Serving = Callable[..., ModelServer]


@pytest.fixture(autouse=True)
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit({"a.py": f'x = 1\nkey = "{SECRET}"\n', ".env": "MODE=on\n"})
    return repository


def shown(qtbot: QtBot, session: Session, wish: Callable[[], object]) -> PreparedRequest:
    """Return the request that is shown instead of being sent."""
    with qtbot.waitSignal(session.talk.conversation.gate.prepared, timeout=SECONDS) as prepared:
        wish()
    request: PreparedRequest = prepared.args[0]
    return request


def with_file(talking: Talking, *scripts: Answer) -> Session:
    session = talking(*(scripts or (said("Fine."),)))
    session.talk.conversation.files.set_use(["a.py"], Use.IN)
    return session


def confirm(qtbot: QtBot, session: Session, request: PreparedRequest) -> None:
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.conversation.send_prepared(request)


def places(request: PreparedRequest) -> list[tuple[str, int]]:
    return [(one.path, one.line) for one in request.secrets]


def requests(serving: Serving) -> int:
    return len(serving.servers[-1].asked)  # type: ignore[attr-defined]


def test_a_secret_in_a_file_and_one_in_the_message_are_named(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = with_file(talking)
    session.talk.conversation.files.set_use([".env"], Use.READ_ONLY)

    request = shown(qtbot, session, lambda: session.talk.conversation.send(f"Use this:\n{OTHER}"))

    assert sorted(places(request)) == [("", 2), (".env", 1), ("a.py", 2)]
    assert not session.talk.conversation.turns
    assert requests(serving) == 0


def test_a_prompt_for_a_web_chat_is_shown_before_it_is_copied(qtbot: QtBot, talking: Talking) -> None:
    session = with_file(talking)
    conversation = session.talk.conversation
    copied: list[str] = []
    conversation.prompt_ready.connect(copied.append)

    request = shown(qtbot, session, lambda: conversation.copy_prompt("Look."))
    before = list(copied)
    conversation.copy_prepared(request)

    assert places(request) == [("a.py", 2)]
    assert not before
    assert SECRET in copied[0]


def test_what_was_let_go_is_not_asked_about_again(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = with_file(talking)
    confirm(qtbot, session, shown(qtbot, session, lambda: session.talk.conversation.send("Look.")))

    ask(qtbot, session, "And now?")

    assert requests(serving) == 2


def test_a_new_secret_is_asked_about_again(
    qtbot: QtBot, talking: Talking, serving: Serving, repository: RepositoryBuilder
) -> None:
    session = with_file(talking)
    confirm(qtbot, session, shown(qtbot, session, lambda: session.talk.conversation.send("Look.")))
    repository.write({"a.py": f'x = 1\nkey = "{OTHER}"\n'})

    request = shown(qtbot, session, lambda: session.talk.conversation.send("And now?"))

    assert places(request) == [("a.py", 2)]
    assert requests(serving) == 1


def test_what_one_receiver_may_have_another_may_not(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = with_file(talking)
    conversation = session.talk.conversation
    confirm(qtbot, session, shown(qtbot, session, lambda: conversation.send("Look.")))

    shown(qtbot, session, lambda: conversation.copy_prompt("And now?"))
    conversation.choose(model="elsewhere/large")
    shown(qtbot, session, lambda: conversation.send("And now?"))

    assert requests(serving) == 1


def test_another_conversation_asks_anew(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = with_file(talking)
    confirm(qtbot, session, shown(qtbot, session, lambda: session.talk.conversation.send("Look.")))

    session.talk.conversation.begin()
    shown(qtbot, session, lambda: session.talk.conversation.send("Look."))

    assert requests(serving) == 1


def test_going_on_with_an_answer_asks_too(
    qtbot: QtBot, talking: Talking, serving: Serving, repository: RepositoryBuilder
) -> None:
    repository.write({"a.py": "x = 1\n"})
    session = with_file(talking, Answer((Say("One, two, "), Drop())), said("three."))
    ask(qtbot, session, "Count.")
    repository.write({"a.py": f'x = 1\nkey = "{SECRET}"\n'})

    request = shown(qtbot, session, session.talk.conversation.go_on)
    before = requests(serving)
    confirm(qtbot, session, request)

    assert (before, requests(serving)) == (1, 2)
    assert [turn.text for turn in session.talk.conversation.turns] == ["Count.", "One, two, three."]


def test_an_architects_second_model_elsewhere_is_another_receiver(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = with_file(talking, said("Do this."))
    conversation = session.talk.conversation
    conversation.choose(editor="elsewhere/large", mode=Mode.ARCHITECT)
    first = shown(qtbot, session, lambda: conversation.send("Plan."))

    second = shown(qtbot, session, lambda: conversation.send_prepared(first))

    assert places(second) == [("a.py", 2)]
    assert requests(serving) == 1


def test_a_request_that_is_out_of_date_is_shown_again(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = with_file(talking)
    conversation = session.talk.conversation
    request = shown(qtbot, session, lambda: conversation.send("Look."))
    conversation.choose(model="elsewhere/large")

    again = shown(qtbot, session, lambda: conversation.send_prepared(request))

    assert again.asked.model == "large"
    assert requests(serving) == 0


def test_secrets_in_the_outline_of_other_files_are_masked(qtbot: QtBot, talking: Talking, serving: Serving) -> None:
    session = talking(said("Fine."))
    line = f'b.py:\n│def send(key="{SECRET}"):\n'
    session.talk.conversation.asking.take_outline(RepositoryMap(line, named=line))

    ask(qtbot, session, "Look.")

    sent = str(serving.servers[-1].asked[0].body)  # type: ignore[attr-defined]
    assert sent.count("def send") == 2
    assert SECRET not in sent


def test_a_secret_said_earlier_is_asked_about_when_it_goes_to_another_receiver(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(said("Fine."))
    conversation = session.talk.conversation
    confirm(qtbot, session, shown(qtbot, session, lambda: conversation.send(f"Use this:\n{OTHER}")))
    with qtbot.waitSignal(conversation.turn_ended, timeout=SECONDS):
        conversation.send("And now?")

    conversation.choose(model="elsewhere/large")
    request = shown(qtbot, session, lambda: conversation.send("And now?"))

    assert places(request) == [("message 1", 2)]
    assert requests(serving) == 2
