"""A session whose work is done in threads, as in the program."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.engine.review import Review
from guillemet.settings import Settings
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, end, wait


@pytest.fixture
def working(tmp_path: Path, qapp: QApplication) -> Iterator[Session]:
    session = Session(Settings(map_tokens=0), qapp, settings_file=tmp_path / "settings.json")
    yield session
    end(session)


def propose(qtbot: QtBot, session: Session, repository: RepositoryBuilder, reply: str) -> Review:
    """Open the repository and return the review of a reply, with all that follows it done."""
    session.open_repository(str(repository.root))
    session.reception.take_text(reply, "Pasted text")
    wait(qtbot, lambda: session.review is not None and bool(session.review.files) and session.tasks.is_quiet)
    assert session.review is not None
    return session.review


def wait_for_the_worker(session: Session) -> None:
    """Wait until the repository's worker did all it was asked for, while no result of it is delivered."""
    is_done = Event()
    session.tasks.ask(is_done.set, bool)
    assert is_done.wait(SECONDS / 1000)
