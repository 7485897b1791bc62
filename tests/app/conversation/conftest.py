"""A session on a real repository that talks to a real server over loopback."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.settings import KeptService, Settings
from tests.kit.model_server import ModelServer, Script
from tests.kit.repositories import RepositoryBuilder

Talking = Callable[..., Session]


@pytest.fixture
def talking(
    qtbot: QtBot, repository: RepositoryBuilder, tmp_path: Path, serving: Callable[..., ModelServer]
) -> Iterator[Talking]:
    """Return what opens a session whose model answers with these scripts."""
    sessions: list[Session] = []

    def open_session(*scripts: Script, settings: Settings | None = None, server: ModelServer | None = None) -> Session:
        server = server or serving(*scripts)
        chosen = settings or Settings(
            model="here/small", map_tokens=0, services=(KeptService("here", "compatible", server.address),)
        )
        session = Session(
            chosen, settings_file=tmp_path / "settings.json", history_file=tmp_path / "data" / "history.sqlite"
        )
        sessions.append(session)
        with qtbot.waitSignal(session.talk.ready):
            session.open_repository(str(repository.root))
        return session

    yield open_session
    for session in sessions:
        session.close()


@pytest.fixture
def serving() -> Iterator[Callable[..., ModelServer]]:
    """Return what starts a server."""
    servers: list[ModelServer] = []

    def start(*scripts: Script, **options: object) -> ModelServer:
        servers.append(ModelServer(*scripts, **options))  # type: ignore[arg-type]
        return servers[-1]

    start.servers = servers  # type: ignore[attr-defined]
    yield start
    for server in servers:
        server.close()
