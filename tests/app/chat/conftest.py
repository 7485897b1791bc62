"""A session on a real repository that talks to a real server over loopback."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.settings import KeptService, ServiceKind, Settings
from tests.kit.model_server import ModelServer, Script
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, end

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n"}
FIRST = "I change it.\n\n" + edit("a.py", "x = 1", "x = 2")
SECOND = edit("b.py", "y = 1", "y = 2")
Talking = Callable[..., Session]
Serving = Callable[..., ModelServer]


def asked_of(serving: Serving, number: int = -1) -> str:
    """Return everything that a request said, as text."""
    return str(serving.servers[-1].asked[number].body)  # type: ignore[attr-defined]


@contextmanager
def worker_waits(session: Session, worker: str) -> Iterator[None]:
    """Let all jobs of a worker apart wait, such as those that read kept conversations."""
    goes_on = Event()
    session.tasks.apart(worker, partial(goes_on.wait, SECONDS / 1000), bool, otherwise=session.notifications.show_error)
    try:
        yield
    finally:
        goes_on.set()


@pytest.fixture
def talking(qtbot: QtBot, repository: RepositoryBuilder, tmp_path: Path, serving: Serving) -> Iterator[Talking]:
    """Return what opens a session whose model answers with these scripts."""
    sessions: list[Session] = []

    def open_session(*scripts: Script, settings: Settings | None = None, server: ModelServer | None = None) -> Session:
        server = server or serving(*scripts)
        chosen = settings or Settings(
            model="here/small", map_tokens=0, services=(KeptService("here", ServiceKind.COMPATIBLE, server.address),)
        )
        session = Session(
            chosen, settings_file=tmp_path / "settings.json", history_file=tmp_path / "data" / "history.sqlite"
        )
        sessions.append(session)
        with qtbot.waitSignal(session.talk.ready):
            session.open_repository(str(repository.root))
        return session

    yield open_session
    end(*sessions)


@pytest.fixture
def serving() -> Iterator[Serving]:
    """Return what starts a server."""
    servers: list[ModelServer] = []

    def start(*scripts: Script, **options: object) -> ModelServer:
        servers.append(ModelServer(*scripts, **options))  # type: ignore[arg-type]
        return servers[-1]

    start.servers = servers  # type: ignore[attr-defined]
    yield start
    for server in servers:
        server.close()
