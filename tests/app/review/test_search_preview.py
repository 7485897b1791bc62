"""Promises of trying searched texts while the user types: the last one counts, and only for the block it is for."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.engine.outcomes import Status
from guillemet.engine.workspace import SearchPreview, Workspace
from guillemet.settings import Settings
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, end, wait


@pytest.fixture
def session(tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot) -> Iterator[Session]:
    """Return a session whose work is done on threads, in which the second of two blocks failed."""
    project.commit({"a.py": "first = 1\nsecond = 2\n"})
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    session.open_repository(str(project.root))
    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        pass
    session.reception.take_text(edit("a.py", "first = 1", "first = 3") + edit("a.py", "nowhere", "x"), "Pasted text")
    wait(qtbot, lambda: session.review is not None and len(session.review.outcomes) == 2)
    wait(qtbot, lambda: session.tasks.is_quiet)
    yield session
    end(session)


@pytest.fixture
def found(session: Session) -> list[SearchPreview]:
    found: list[SearchPreview] = []
    session.search_previews.ready.connect(found.append)
    return found


def held(session: Session) -> Event:
    """Hold the repository's worker until the event is set."""
    event = Event()
    session.tasks.ask(lambda: event.wait(SECONDS / 1_000), lambda _: None)
    return event


def test_of_texts_typed_quickly_the_first_and_the_last_are_tried_and_the_last_is_shown(
    qtbot: QtBot, session: Session, found: list[SearchPreview], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    preview = Workspace.preview_search

    def noted(workspace: Workspace, number: int, text: str) -> SearchPreview:
        tried.append(text)
        return preview(workspace, number, text)

    monkeypatch.setattr(Workspace, "preview_search", noted)
    worker = held(session)
    for text in ("s", "sec", "second", "second = 2"):
        session.search_previews.request(2, text)

    worker.set()

    wait(qtbot, lambda: bool(found))
    wait(qtbot, lambda: session.tasks.is_quiet)
    assert [(one.number, one.text, one.outcome.status) for one in found] == [(2, "second = 2", Status.APPLIED)]
    assert tried == ["s", "second = 2"]


def test_a_preview_for_a_block_that_is_gone_is_not_shown(
    qtbot: QtBot, session: Session, found: list[SearchPreview]
) -> None:
    worker = held(session)
    session.decisions.undo()
    session.search_previews.request(2, "second = 2")

    worker.set()
    wait(qtbot, lambda: session.review is not None and not session.review.outcomes)
    wait(qtbot, lambda: session.tasks.is_quiet)

    assert not found


def test_a_preview_of_another_block_that_got_the_number_meanwhile_is_not_shown(
    qtbot: QtBot, session: Session, found: list[SearchPreview]
) -> None:
    worker = held(session)
    session.decisions.undo()
    session.reception.take_text(edit("a.py", "first = 1", "first = 4") + edit("a.py", "no such", "y"), "Pasted text")
    session.search_previews.request(2, "second = 2")

    worker.set()
    wait(qtbot, lambda: session.review is not None and session.review.outcomes[1:2] != () and session.tasks.is_quiet)
    session.search_previews.request(2, "second")

    wait(qtbot, lambda: bool(found))
    assert [one.text for one in found] == ["second"]


def test_previews_go_on_in_another_repository_that_was_opened_meanwhile(
    qtbot: QtBot, session: Session, found: list[SearchPreview], tmp_path: Path
) -> None:
    other = RepositoryBuilder(tmp_path / "other")
    other.commit({"b.py": "third = 3\n", "c.py": "x = 1\n"})
    worker = held(session)
    session.open_repository(str(other.root))
    session.search_previews.request(2, "second = 2")

    worker.set()
    wait(qtbot, lambda: session.review is not None and session.review.root == str(other.root))
    session.reception.take_text(edit("c.py", "x = 1", "x = 2") + edit("b.py", "nowhere", "x"), "Pasted text")
    wait(qtbot, lambda: session.review is not None and len(session.review.outcomes) == 2)
    session.search_previews.request(2, "third = 3")

    wait(qtbot, lambda: bool(found))
    assert [(one.text, one.outcome.status) for one in found] == [("third = 3", Status.APPLIED)]
