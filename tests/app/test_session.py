"""Promises of opening repositories, and of what is remembered of them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Offer
from guillemet.app.review.review_actions import CommitRequest
from guillemet.app.session import Session
from guillemet.engine.errors import MovedError
from guillemet.engine.workspace import Workspace
from guillemet.settings import Settings, load, save
from tests.app.conftest import REPLY, Told
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import end


def test_a_folder_without_repository_offers_to_make_one(tmp_path: Path, session: Session, told: Told) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    session.open_repository(str(folder))

    assert told.notice.offer is Offer.MAKE_REPOSITORY
    session.take_offer(told.notice)
    assert (folder / ".git").is_dir()
    assert told.review.root == str(folder)


def test_what_is_tried_again_is_what_failed_last_also_when_that_is_opening_another_repository(
    opened: Session,
    told: Told,
    project: RepositoryBuilder,
    make_repository: Callable[[str], RepositoryBuilder],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    errors, open_workspace = [MovedError("Another program moved the review meanwhile. Try again.")], Workspace.open

    def fail_once(folder: Path) -> Workspace:
        if errors:
            raise errors.pop()
        return open_workspace(folder)

    other = make_repository("other")
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])
    lock = project.root / ".git" / "index.lock"
    lock.touch()
    opened.committing.commit(CommitRequest("Greet politely"))
    lock.unlink()
    monkeypatch.setattr(Workspace, "open", fail_once)
    opened.open_repository(str(other.root))
    assert told.notice.offer is Offer.TRY_AGAIN

    opened.take_offer(told.notice)

    assert told.review.root == str(other.root)
    assert told.commits == []


def test_the_open_repository_comes_first_among_the_recent(
    session: Session, project: RepositoryBuilder, tmp_path: Path
) -> None:
    session.open_repository(str(project.root))

    assert load(tmp_path / "settings.json").recent == (str(project.root),)


def test_the_settings_page_does_not_forget_what_the_window_remembers(opened: Session) -> None:
    before = opened.preferences.now.recent
    opened.preferences.choose(Settings(font_size=14))

    assert opened.preferences.now.recent == before
    assert opened.preferences.now.font_size == 14


def test_choosing_what_is_chosen_leaves_the_file_as_another_window_wrote_it(opened: Session, tmp_path: Path) -> None:
    chosen = list[Settings]()
    opened.preferences.changed.connect(chosen.append)
    save(Settings(font_size=20), tmp_path / "settings.json")

    opened.preferences.choose(opened.preferences.now)
    opened.preferences.remember_window(opened.preferences.now.window)

    assert chosen == []
    assert load(tmp_path / "settings.json").font_size == 20


def test_a_step_that_changes_nothing_tells_of_nothing(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    before = len(told.reviews)

    opened.decisions.reconsider([])

    assert len(told.reviews) == before


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
    end(session)


def test_what_comes_of_a_step_is_not_shown_once_another_repository_is_open(
    tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    other = RepositoryBuilder(tmp_path / "other")
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    told = Told(session)
    session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: bool(told.reviews))

    session.open_repository(str(other.root))
    session.decisions.accept_all()

    qtbot.waitUntil(lambda: told.review.root == str(other.root) and session.tasks.is_quiet)
    assert [review.root for review in told.reviews] == [str(project.root), str(other.root)]
    end(session)


def test_a_repository_that_is_opened_once_more_shows_its_proposal_again(
    opened: Session, project: RepositoryBuilder
) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    assert opened.looking.path == "greet.py"

    opened.open_repository(str(project.root))

    assert opened.looking.path == "greet.py"
