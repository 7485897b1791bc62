"""The session on real repositories: what each verb does, tells and remembers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.commit_wish import CommitWish
from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.session import Session
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.review import Decision, Review
from guillemet.engine.workspace import Workspace
from guillemet.settings import Settings, Strictness, load
from tests.kit.repositories import RepositoryBuilder

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
FAILING = """greet.py
««« EDIT
no such line
═══════ REPL
another
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
        session.noticed.connect(self.notices.append)
        session.review_changed.connect(self.reviews.append)
        session.looking.content_changed.connect(self.shown.append)
        session.committing.committed.connect(self.commits.append)
        session.committing.author_wanted.connect(self._count)

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
    session = Session(Settings(), qapp, settings_file=tmp_path / "settings.json", inline=True)
    yield session
    session.close()


@pytest.fixture
def told(session: Session) -> Told:
    return Told(session)


@pytest.fixture
def opened(session: Session, told: Told, project: RepositoryBuilder) -> Session:
    assert told.notices == []  # it listens from the beginning
    session.open_repository(str(project.root))
    return session


def test_a_reply_is_proposed_and_nothing_is_written(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    before = project.snapshot()
    opened.reception.take_text(REPLY, "Pasted text")

    assert [file.path for file in told.review.files] == ["greet.py", "new.txt"]
    assert project.snapshot() == before
    assert told.notice.level is Level.DONE


def test_the_first_undecided_file_is_shown_by_itself(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY, "Pasted text")

    assert told.shown[-1] is not None
    assert told.shown[-1].path == "greet.py"


def test_a_decision_moves_on_to_the_next_undecided_file(opened: Session, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.accept(["greet.py"])

    assert project.read("greet.py") == b'def greet():\n    return "good day"\n'
    assert opened.looking.path == "new.txt"


def test_a_rejected_file_stays_as_it_is(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    before = project.snapshot()
    opened.reception.take_text(REPLY, "Pasted text")
    opened.reject(["greet.py", "new.txt"])

    assert told.decision("greet.py") is Decision.REJECTED
    assert project.snapshot() == before


def test_undo_and_redo_tell_what_they_took_back(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.accept_all()
    opened.undo()

    assert told.notice.what == "Undone: Accept 2 files."
    assert "new.txt" not in project.snapshot()
    opened.redo()
    assert project.read("new.txt") == b"fresh\n"


def test_a_commit_holds_what_was_accepted(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.accept(["greet.py"])
    opened.committing.commit(CommitWish("Greet politely"))

    assert told.commits == [project.head]
    assert project.committed("new.txt") is None
    assert told.notice.what == f"Committed 1 file as {project.head[:7]}."


def test_without_an_identity_the_author_is_asked_for_and_used(tmp_path: Path, session: Session, told: Told) -> None:
    nobody = RepositoryBuilder(tmp_path / "nobody", author=None)
    session.open_repository(str(nobody.root))
    session.reception.take_text(REPLY, "Pasted text")
    session.accept(["new.txt"])
    session.committing.commit(CommitWish("Begin"))

    assert told.asked_for_author == 1
    assert told.commits == []
    session.committing.commit(CommitWish("Begin", ("Ada", "ada@example.org"), is_author_remembered=True))
    assert told.commits == [nobody.head]
    assert nobody.git.head.peel().author.name == "Ada"
    assert nobody.git.config["user.email"] == "ada@example.org"


def test_a_folder_without_repository_offers_to_make_one(tmp_path: Path, session: Session, told: Told) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    session.open_repository(str(folder))

    assert told.notice.offer is Offer.MAKE_REPOSITORY
    session.take_offer(told.notice)
    assert (folder / ".git").is_dir()
    assert told.review.root == str(folder)


def test_a_failed_block_is_told_with_what_to_do(opened: Session, told: Told) -> None:
    opened.reception.take_text(FAILING, "Pasted text")

    assert "1 failed" in told.notice.what
    assert told.notice.todo


def test_prose_alone_is_said_to_propose_nothing(opened: Session, told: Told) -> None:
    opened.reception.take_text("Everything is fine as it is.\n", "Pasted text")

    assert "no edit blocks" in told.notice.what


def test_an_empty_reply_is_a_notice(opened: Session, told: Told) -> None:
    opened.reception.take_text("  \n", "Pasted text")

    assert "Pasted text holds no text" in told.notice.what


def test_a_reply_before_any_repository_waits_for_one(session: Session, told: Told, project: RepositoryBuilder) -> None:
    session.reception.take_text(REPLY, "Pasted text")
    assert told.notice.offer is Offer.OPEN_OTHER
    session.open_repository(str(project.root))

    assert [file.path for file in told.review.files] == ["greet.py", "new.txt"]


def test_the_open_repository_comes_first_among_the_recent(
    session: Session, project: RepositoryBuilder, tmp_path: Path
) -> None:
    session.open_repository(str(project.root))

    assert load(tmp_path / "settings.json").recent == (str(project.root),)


def test_a_strict_setting_refuses_other_blanks(opened: Session, told: Told) -> None:
    opened.preferences.choose(Settings(match=Strictness.STRICT))
    opened.reception.take_text(
        "greet.py\n<<<<<<< SEARCH\ndef greet():   \n=======\ndef greet(name):\n>>>>>>> REPLACE\n", "Pasted text"
    )

    assert told.review.files == ()


def test_the_settings_page_does_not_forget_what_the_window_remembers(opened: Session) -> None:
    before = opened.preferences.now.recent
    opened.preferences.choose(Settings(font_size=14))

    assert opened.preferences.now.recent == before
    assert opened.preferences.now.font_size == 14


def test_hooks_are_named_and_run_only_when_allowed(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    hook = project.root / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\ntouch hook-ran\n")
    hook.chmod(0o755)
    opened.reception.take_text(REPLY, "Pasted text")
    opened.accept(["greet.py"])
    opened.committing.commit(CommitWish("Greet politely"))

    assert told.notice.offer is Offer.RUN_AND_COMMIT
    assert "pre-commit" in told.notice.what
    assert not (project.root / "hook-ran").exists()
    opened.take_offer(told.notice)
    assert told.commits == [project.head]
    assert (project.root / "hook-ran").exists()
    assert opened.preferences.now.trusted == (str(project.root),)


def test_a_refused_file_is_told_and_still_looked_at(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    project.write({"greet.py": 'def greet():\n    return "hullo"\n'})
    opened.accept(["greet.py"])

    assert told.notice.level is Level.WARN
    assert "greet.py" in told.notice.what
    assert opened.looking.path == "greet.py"


def test_what_another_program_stages_for_review_is_noticed(
    tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    told = Told(session)
    sources: list[str] = []
    session.transcript.told.connect(lambda source, _: sources.append(source))
    session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: bool(told.reviews))
    Workspace.open(project.root).apply(REPLY)
    qtbot.waitUntil(lambda: len(told.review.files) == 2)
    qtbot.waitUntil(lambda: sources == ["Taken in before"])
    session.close()


def test_a_head_moved_by_another_program_is_told(tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot) -> None:
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    told = Told(session)
    session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: bool(told.reviews))
    commit = project.commit({"other.py": "x = 2\n"})
    qtbot.waitUntil(lambda: told.review.head.commit == commit)
    session.close()

    assert told.notice.what == f"Another program moved main to {commit[:7]}."


def test_a_file_changed_by_another_program_is_marked(tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot) -> None:
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    told = Told(session)
    session.open_repository(str(project.root))
    session.reception.take_text(REPLY, "Pasted text")
    qtbot.waitUntil(lambda: bool(told.reviews) and len(told.review.files) == 2)
    project.write({"greet.py": '# new\n\n\ndef greet():\n    return "hello"\n'})
    qtbot.waitUntil(lambda: told.review.files[0].changed_since)
    session.close()


def test_a_dropped_folder_is_opened(session: Session, told: Told, project: RepositoryBuilder) -> None:
    session.reception.take_path(str(project.root))

    assert told.review.root == str(project.root)


def test_a_dropped_file_is_taken_for_a_reply(opened: Session, told: Told, tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_text(REPLY, encoding="utf-8")
    opened.reception.take_path(str(file))

    assert told.notice.what == "answer.md: 2 applied."


def test_work_for_a_repository_that_is_no_longer_open_is_dropped(
    tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    other = RepositoryBuilder(tmp_path / "other")
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    told = Told(session)
    session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: bool(told.reviews))
    session.open_repository(str(other.root))
    session.reception.take_text(REPLY, "Pasted text")
    qtbot.waitUntil(lambda: told.review.root == str(other.root))
    session.close()
