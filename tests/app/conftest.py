"""A session on a real repository whose work is done at once, and what it tells."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from guillemet.app.notices import Notice
from guillemet.app.session import Session
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.review import Decision, Review
from guillemet.settings import Settings
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import end

REPLY = """I changed two files.

greet.py
««« EDIT
def greet():
    return "hello"
═══════ REPL
def greet():
    return "good day"
»»» EDIT END

new.txt
««« EDIT
═══════ REPL
fresh
»»» EDIT END
"""


class Told:
    """Collects what a session tells."""

    def __init__(self, session: Session) -> None:
        self.notices: list[Notice] = []
        self.reviews: list[Review] = []
        self.shown: list[DiffContent | None] = []
        self.commits: list[str] = []
        self.asked_for_author = 0
        session.notifications.noticed.connect(self.notices.append)
        session.review_changed.connect(self.reviews.append)
        session.looking.content_changed.connect(self.shown.append)
        session.committing.committed.connect(self.commits.append)
        session.committing.author_requested.connect(self._count)

    @property
    def review(self) -> Review:
        """The latest review."""
        return self.reviews[-1]

    @property
    def notice(self) -> Notice:
        """The latest notice."""
        return self.notices[-1]

    def decision(self, path: str) -> Decision:
        """Return what was said of a file."""
        return next(file.decision for file in self.review.files if file.path == path)

    def _count(self) -> None:
        self.asked_for_author += 1


@pytest.fixture
def project(empty_repository: RepositoryBuilder) -> RepositoryBuilder:
    empty_repository.commit({"greet.py": 'def greet():\n    return "hello"\n', "other.py": "x = 1\n"})
    return empty_repository


@pytest.fixture
def session(tmp_path: Path, qapp: QApplication) -> Iterator[Session]:
    session = Session(Settings(map_tokens=0), qapp, settings_file=tmp_path / "settings.json", inline=True)
    yield session
    end(session)


@pytest.fixture
def told(session: Session) -> Told:
    return Told(session)


@pytest.fixture
def opened(session: Session, told: Told, project: RepositoryBuilder) -> Session:
    assert told.notices == []  # it listens from the beginning
    session.open_repository(str(project.root))
    return session
