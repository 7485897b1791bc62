"""Promises about secrets: none is sent unseen, and none is kept."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat.conversation import Conversation
from guillemet.app.chat.request import PreparedRequest
from guillemet.app.turns import Use
from tests.app.chat.conftest import FILES, Serving, Talking, asked_of
from tests.kit.model_server import said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask


def test_a_secret_is_shown_before_it_is_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    key = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEow\n"
    repository.commit(FILES | {"key.pem": key})
    session = talking(said("Fine."))
    conversation = session.talk.conversation
    conversation.files.set_use(["key.pem"], Use.READ_ONLY)

    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as prepared:
        conversation.send("Look.")

    assert [(one.path, one.line) for one in prepared.args[0].secrets] == [("key.pem", 1)]
    assert not serving.servers[-1].asked  # type: ignore[attr-defined]
    with qtbot.waitSignal(conversation.turn_ended, timeout=SECONDS):
        conversation.send_prepared(prepared.args[0])
    assert "MIIEow" in asked_of(serving)


@pytest.mark.parametrize("verb", [Conversation.send_prepared, Conversation.copy_prepared], ids=["send", "copy"])
def test_a_request_is_shown_once_more_when_another_one_was_shown_since(
    qtbot: QtBot,
    talking: Talking,
    repository: RepositoryBuilder,
    serving: Serving,
    verb: Callable[[Conversation, PreparedRequest], None],
) -> None:
    repository.commit(FILES)
    conversation = talking(said("Fine.")).talk.conversation
    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as first:
        conversation.look_before_sending("One.")
    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS):
        conversation.look_before_sending("Two.")

    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as again:
        verb(conversation, first.args[0])

    assert again.args[0].asked.message == "One."
    assert not conversation.turns
    assert not serving.servers[-1].asked  # type: ignore[attr-defined]


@pytest.mark.parametrize("what", ["said", "chosen"])
def test_a_request_is_shown_once_more_when_it_is_no_longer_the_one_that_would_be_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving, what: str
) -> None:
    repository.commit(FILES)
    conversation = talking(said("Fine.")).talk.conversation
    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as first:
        conversation.look_before_sending("One.")
    if what == "said":
        conversation.take_reply("Something else.", "Pasted text")
    else:
        conversation.choose(model="here/large")

    with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as again:
        conversation.send_prepared(first.args[0])

    assert again.args[0] is not first.args[0]
    assert again.args[1] == ("here/small" if what == "said" else "here/large")
    assert not serving.servers[-1].asked  # type: ignore[attr-defined]


def test_no_key_is_ever_in_what_is_kept(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    service = session.talk.conversation.services.choice_named("here")
    assert service is not None
    session.talk.conversation.services.give_key(service, "sk-very-secret-key-000", remember=False)

    ask(qtbot, session, "Hello.")
    session.close()

    kept = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert kept
    assert not any(b"sk-very-secret" in data for data in kept)
