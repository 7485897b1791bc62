"""Promises of opening another repository: what is found out about the one before is not shown any more."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat import context
from guillemet.app.chat.history_client import WORKER
from guillemet.app.history import History, Purpose
from guillemet.app.session import Session
from guillemet.app.turns import Mode
from guillemet.engine.workspace import Workspace
from guillemet.settings import KeptService, ServiceKind, Settings
from tests.app.chat.conftest import FILES, FIRST, Serving, Talking, worker_waits
from tests.app.chat.test_other_windows import sources
from tests.kit.model_server import Answer, Hold, Say, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, end, files_of, wait, wait_for_files


@pytest.fixture
def other(make_repository: Callable[[str], RepositoryBuilder]) -> RepositoryBuilder:
    """Return another repository than the one that is open."""
    other = make_repository("other")
    other.commit({"other.txt": "other\n"})
    return other


def open_other(qtbot: QtBot, session: Session, other: RepositoryBuilder) -> None:
    session.open_repository(str(other.root))
    wait(qtbot, lambda: session.review is not None and session.review.root == str(other.root))


def test_a_conversation_that_is_read_too_late_is_not_shown(
    qtbot: QtBot, talking: Talking, other: RepositoryBuilder
) -> None:
    session = talking(said("Hello."))
    ask(qtbot, session, "Hello?")
    with qtbot.waitSignal(session.talk.heads_found, timeout=SECONDS) as found:
        session.talk.find("")

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS), worker_waits(session, WORKER):
        session.talk.open(found.args[0][0].key)
        open_other(qtbot, session, other)

    assert session.talk.conversation.turns == ()


def test_the_conversation_of_a_proposal_that_is_found_too_late_is_not_shown(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, other: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first = talking(said(FIRST))
    ask(qtbot, first, "Make it two.")
    wait_for_files(qtbot, first, "a.py")
    with qtbot.waitSignal(first.talk.ready, timeout=SECONDS):
        open_other(qtbot, first, other)
    ready: list[tuple[str, ...]] = []
    first.talk.ready.connect(ready.append)

    with worker_waits(first, WORKER):
        first.open_repository(str(repository.root))
        wait_for_files(qtbot, first, "a.py")
        open_other(qtbot, first, other)
    wait(qtbot, lambda: bool(ready))

    assert ready == [()]
    assert first.talk.conversation.turns == ()


@pytest.mark.parametrize("chosen", ["", "here/tiny"], ids=["kept", "chosen meanwhile"])
def test_a_conversation_goes_on_with_its_model_unless_another_is_chosen_while_it_is_looked_for(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, other: RepositoryBuilder, chosen: str
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST))
    ask(qtbot, session, "Make it two.")
    wait_for_files(qtbot, session, "a.py")
    session.talk.conversation.choose(model="here/large")
    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        open_other(qtbot, session, other)
    session.talk.conversation.choose(model="here/small")

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS), worker_waits(session, WORKER):
        session.open_repository(str(repository.root))
        wait_for_files(qtbot, session, "a.py")
        if chosen:
            session.talk.conversation.choose(model=chosen)

    assert session.preferences.now.model == (chosen or "here/large")


def test_a_reply_to_another_repository_is_not_shown(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, other: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    told = sources(session)

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS), worker_waits(session, WORKER):
        Workspace.open(repository.root).apply(FIRST)
        wait(qtbot, lambda: "a.py" in files_of(session))
        open_other(qtbot, session, other)

    assert told == []
    assert session.talk.conversation.turns == ()


def test_files_dropped_on_another_repository_are_not_put_into_the_conversation(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, other: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    files = session.talk.conversation.files
    refused: list[str] = []
    files.refused.connect(refused.append)

    with worker_waits(session, context.WORKER):
        files.take_dropped([str(repository.root / "a.py"), "/"])
        open_other(qtbot, session, other)
    wait(qtbot, lambda: "other.txt" in files.known)

    assert (files.entries, refused) == ((), [])


def test_files_of_the_repository_before_are_not_listed_in_the_next(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, other: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    files = session.talk.conversation.files
    wait(qtbot, lambda: "a.py" in files.known)
    listed: list[list[str]] = []

    with worker_waits(session, context.WORKER):
        files.list_files()
        open_other(qtbot, session, other)
        files.listed.connect(lambda listing: listed.append(listing.paths))
    wait(qtbot, lambda: "other.txt" in files.known)

    assert listed == [["other.txt"]]


def test_the_outline_of_the_repository_before_is_not_sent_in_the_next(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, other: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit({"a.py": "def find_me():\n    pass\n"})
    service = KeptService("here", ServiceKind.COMPATIBLE, serving(said("unused")).address)
    session = talking(settings=Settings(model="here/small", map_tokens=1_000, services=(service,)))
    outlining, outlines = session.talk.outlining, list[str]()
    outlining.made.connect(lambda outline: outlines.append(outline.named))
    outlining.take_message("Where is find_me?")
    wait(qtbot, lambda: any("find_me" in outline for outline in outlines))

    with worker_waits(session, context.WORKER):
        with qtbot.waitSignal(outlining._pause.timeout, timeout=SECONDS):
            outlining.take_message("And where is find_me used?")
        open_other(qtbot, session, other)
        assert session.talk.conversation.asking._outline.named == ""
        outlines.clear()
    wait(qtbot, lambda: "other.txt" in session.talk.conversation.files.known)

    assert not any("find_me" in outline for outline in outlines)


def test_a_commit_message_for_the_repository_before_is_not_written_into_the_next(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, other: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    goes_on = Event()
    session = talking(Answer((Say("a: make"), Hold(goes_on), Say(" it two"))))
    session.reception.take_text(FIRST, "Pasted text")
    wait_for_files(qtbot, session, "a.py")
    session.decisions.accept(["a.py"])
    wait(qtbot, lambda: bool(session.review and session.review.commit))
    written, flowing = list[str](), list[bool]()
    session.talk.commit_messages.written.connect(written.append)
    session.talk.commit_messages.flowing_changed.connect(flowing.append)
    session.talk.commit_messages.ask("here/small")
    wait(qtbot, lambda: flowing == [True])

    open_other(qtbot, session, other)

    assert flowing == [True, False]
    goes_on.set()
    assert written == []


def test_what_is_said_while_the_conversation_is_looked_for_stays(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST), said("Hello."))
    ask(qtbot, session, "Make it two.")
    wait_for_files(qtbot, session, "a.py")

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS), worker_waits(session, WORKER):
        session.open_repository(str(repository.root))
        wait(qtbot, lambda: session.talk.conversation.turns == ())
        ask(qtbot, session, "Hello?", mode=Mode.ASK)

    assert [turn.text for turn in session.talk.conversation.turns] == ["Hello?", "Hello."]


def test_the_draft_of_a_commit_message_that_is_found_too_late_is_not_shown(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, other: RepositoryBuilder
) -> None:
    session = talking(said("unused"))
    session.talk.commit_draft.keep("Half a mess")
    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        open_other(qtbot, session, other)
    found: list[str] = []
    session.talk.commit_draft.found.connect(found.append)

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS), worker_waits(session, WORKER):
        session.open_repository(str(repository.root))
        wait(qtbot, lambda: session.review is not None and session.review.root == str(repository.root))
        open_other(qtbot, session, other)

    assert found == []
    with qtbot.waitSignal(session.talk.commit_draft.found, timeout=SECONDS):
        session.open_repository(str(repository.root))


def test_what_is_typed_for_a_commit_before_a_repository_is_open_stays_and_is_kept_for_none(
    qtbot: QtBot, tmp_path: Path, repository: RepositoryBuilder
) -> None:
    file, begun = tmp_path / "history.sqlite", list[bool]()
    session = Session(Settings(), settings_file=tmp_path / "settings.json", history_file=file)
    session.talk.commit_draft.begun.connect(lambda: begun.append(True))
    session.talk.commit_draft.keep("Half a mess")

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        session.open_repository(str(repository.root))
    end(session)

    assert begun == []
    with closing(History.open(file)) as history:
        assert history.repository_draft("", Purpose.COMMIT) == ""


def test_the_same_repository_opened_again_leaves_the_draft_of_a_commit_message_alone(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    session = talking(said("unused"))
    begun: list[bool] = []
    session.talk.commit_draft.begun.connect(lambda: begun.append(True))

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        session.open_repository(str(repository.root))

    assert begun == []
