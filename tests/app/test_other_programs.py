"""Promises about other programs: what they do to the repository is noticed and told."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.engine.workspace import Workspace
from guillemet.settings import Settings
from tests.app.conftest import REPLY, Told
from tests.kit.repositories import RepositoryBuilder


def test_what_another_program_stages_for_review_is_noticed(
    tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    told = Told(session)
    sources: list[str] = []
    session.transcript.reply_read.connect(lambda source, _: sources.append(source))
    session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: bool(told.reviews))
    Workspace.open(project.root).apply(REPLY)
    qtbot.waitUntil(lambda: len(told.review.files) == 2)
    qtbot.waitUntil(lambda: sources == ["Taken in before"])
    session.close()

    assert told.notices == []


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
