"""Rows 18 and 42: a key is in the keyring or the environment, and nowhere else, whatever a service makes of it."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.notices import from_error
from guillemet.app.session import Session
from guillemet.app.turns import State, Use
from guillemet.llm import keys
from guillemet.settings import KeptService, Settings
from guillemet.ui.logging_setup import logbook
from tests.app.chat.conftest import Talking
from tests.kit.model_server import Answer, Asked, FailInside, ModelServer, Page, Refusal, Reply, Say, Stall, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, begin, stop, wait

KEY = "odd:Key/of+no-known_shape=4711"
"""No pattern tells that this is a key: only that it was given as one."""


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_of_this_run", {})
    monkeypatch.setattr(keys, "_known", set())


@pytest.fixture(autouse=True)
def book(tmp_path: Path) -> Iterator[Path]:
    with logbook(tmp_path / "log" / "guillemet.log"):
        yield tmp_path / "log" / "guillemet.log"


class Told:
    """Everything that the signals of a session tell, as it would be printed."""

    def __init__(self, session: Session) -> None:
        self.said: list[str] = []
        conversation = session.talk.conversation
        answering, services = conversation.answering, conversation.services
        for signal in (
            *(session.notifications.noticed, session.talk.heads_found),
            *(conversation.turn_begun, conversation.turn_ended, conversation.gate.prepared),
            *(
                conversation.prompt_ready,
                conversation.conversation_changed,
                answering.turn_changed,
                answering.tail_changed,
            ),
            *(services.offers_changed, services.tried, session.preferences.changed),
        ):
            signal.connect(self._hear)

    def _hear(self, *told: object) -> None:
        self.said += [f"{one!r} {one}" for one in told]


def open_with_key(qtbot: QtBot, talking: Talking, *scripts: Reply | Callable[[Asked], Reply]) -> tuple[Session, Told]:
    session = talking(*scripts)
    told = Told(session)
    services = session.talk.conversation.services
    choice = services.choice_named("here")
    assert choice is not None
    with qtbot.waitSignal(services.offers_changed, timeout=SECONDS):
        services.give_key(choice, KEY, remember=False)
    return session, told


def in_files(folder: Path) -> list[str]:
    """Return the files below the folder that hold the key."""
    return [str(file) for file in folder.rglob("*") if file.is_file() and KEY.encode() in file.read_bytes()]


def echo(asked: Asked) -> Reply:
    """Refuse with all that came in the headers."""
    return Refusal(401, f"What does {asked.headers['authorization']} mean?")


@pytest.mark.parametrize(
    "script",
    [
        echo,
        Refusal(403, f"Key {KEY} may not do this."),
        Refusal(429, f"{KEY} asks too often", headers=(("retry-after", "3600"),)),
        Page(f"<title>No {KEY}</title>".encode(), 501),
        Page(f'{{"detail": "bad key {KEY}"}}'.encode(), 401, "application/json"),
        Answer((Say("Well, "), FailInside(f"lost {KEY}", "authentication_error"))),
    ],
    ids=["headers echoed", "forbidden", "busy", "html", "json", "inside the stream"],
)
def test_a_key_that_a_server_says_back_is_masked_everywhere(
    qtbot: QtBot, talking: Talking, tmp_path: Path, script: Reply
) -> None:
    session, told = open_with_key(qtbot, talking, script)

    turn = ask(qtbot, session, "Hello?")
    exported: list[str] = []
    session.talk.conversation.log.export(exported.append)
    wait(qtbot, lambda: bool(exported))
    session.close()

    assert turn.state is State.BROKEN
    assert turn.note
    assert KEY not in "\n".join([*told.said, *exported])
    assert not in_files(tmp_path)


def test_a_key_is_in_no_notice_while_a_retry_is_awaited(qtbot: QtBot, talking: Talking) -> None:
    busy = Refusal(429, f"{KEY} asks too often", headers=(("retry-after", "30"),))
    session, told = open_with_key(qtbot, talking, busy)

    session.talk.conversation.send("Hello?")

    wait(qtbot, lambda: any("try 2" in said for said in told.said))
    stop(qtbot, session)
    assert KEY not in "\n".join(told.said)


def test_a_key_is_sent_to_its_service_and_kept_in_no_file(
    qtbot: QtBot, talking: Talking, tmp_path: Path, serving: Callable[..., ModelServer]
) -> None:
    session, told = open_with_key(qtbot, talking, said("Fine."))

    ask(qtbot, session, "Hello.")
    session.preferences.choose(session.preferences.now)
    with qtbot.waitSignal(session.talk.conversation.prompt_ready, timeout=SECONDS):
        session.talk.conversation.copy_prompt("Hello again.")
    session.close()

    assert KEY in serving.servers[-1].asked[0].headers["authorization"]  # type: ignore[attr-defined]
    assert KEY not in "\n".join(told.said)
    assert not in_files(tmp_path)


def test_a_key_given_while_an_answer_comes_leaves_that_answer_whole(
    qtbot: QtBot, talking: Talking, serving: Callable[..., ModelServer]
) -> None:
    session, _ = open_with_key(qtbot, talking, Answer((Say("It begins "), Stall())))
    services = session.talk.conversation.services
    choice = services.choice_named("here")
    assert choice is not None
    begin(qtbot, session, "Hello.", until="It begins ")

    with qtbot.waitSignal(services.offers_changed, timeout=SECONDS):
        services.give_key(choice, f"other-{KEY}", remember=False)

    assert session.talk.conversation.answering.is_flowing
    assert stop(qtbot, session).state is State.STOPPED
    assert serving.servers[-1].asked_else[-1].headers["authorization"] == f"Bearer other-{KEY}"  # type: ignore[attr-defined]


def test_a_key_that_stands_in_a_file_is_named_before_it_is_sent_or_copied(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({"a.py": f"x = 1\nsend({KEY!r})\n"})
    session, _ = open_with_key(qtbot, talking, said("unused"))
    conversation = session.talk.conversation
    conversation.files.set_use(["a.py"], Use.IN)

    for wish in (conversation.send, conversation.copy_prompt):
        with qtbot.waitSignal(conversation.gate.prepared, timeout=SECONDS) as prepared:
            wish("Look.")
        assert [(one.path, one.line) for one in prepared.args[0].secrets] == [("a.py", 2)]
        assert KEY not in repr(prepared.args[0].secrets)


@pytest.mark.logs("unexpectedly")
def test_a_fault_that_holds_a_key_is_told_and_logged_without_it(
    qtbot: QtBot, talking: Talking, tmp_path: Path, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, told = open_with_key(qtbot, talking, said("unused"))

    async def fail(_: object) -> None:
        raise RuntimeError(f"Illegal header value b'Bearer {KEY}'")

    monkeypatch.setattr(session.talk.conversation.services, "_open", fail)
    turn = ask(qtbot, session, "Hello?")
    session.close()

    assert turn.state is State.BROKEN
    assert "Illegal header" in turn.note
    assert "Illegal header" in book.read_text(encoding="utf-8")
    assert KEY not in "\n".join(told.said)
    assert not in_files(tmp_path)


def test_a_crash_is_reported_without_a_key() -> None:
    keys.remember_key("here", KEY, for_run_only=True)

    notice = from_error(RuntimeError(f"Illegal header value b'Bearer {KEY}'"))

    assert "Illegal header" in notice.details
    assert KEY not in repr(notice)


def test_settings_have_no_place_for_a_key() -> None:
    fields = {*Settings.__struct_fields__, *KeptService.__struct_fields__}

    assert not [name for name in fields if "key" in name.lower() or "token" in name.lower().removesuffix("tokens")]


@pytest.mark.logs("Request options")
def test_the_log_of_other_packages_is_not_kept(book: Path) -> None:
    logging.getLogger("openai").warning("Request options: {'headers': {'authorization': %r}}", KEY)

    assert not book.exists()
