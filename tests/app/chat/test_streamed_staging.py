"""Promises of staging one answer while it comes: one job at a time, with rests, and nothing asked for twice."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat.answer import StreamedStaging
from guillemet.app.session import Session
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.errors import GuillemetError
from guillemet.engine.workspace import KeptReply, Workspace
from tests.app.chat.conftest import FILES, FIRST, SECOND, Talking
from tests.kit.model_server import said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, wait, wait_for_files

BOTH = FIRST + "\n" + SECOND


@pytest.fixture
def session(talking: Talking, repository: RepositoryBuilder) -> Session:
    """Return a session whose repository has what the answers change."""
    repository.commit(FILES)
    return talking(said("unused"))


class Staging:
    """Stages an answer that the test hands over, and lists the jobs that began and what was noted as staged."""

    def __init__(self, session: Session) -> None:
        self.growth = StreamedStaging(
            "r1", session._workplace, ApplyOptions(), session.notifications, session.talk.conversation
        )
        self.jobs, self.settled, self.staged = list[str](), list[str](), list[bool]()
        self.growth.save = self._save
        self.growth.settle = self.settled.append
        self.growth.applied.connect(lambda _, is_whole: self.staged.append(is_whole))

    def _save(self) -> Event:
        self.jobs.append("")
        saved = Event()
        saved.set()
        return saved


@pytest.fixture
def staging(session: Session) -> Staging:
    """Return what stages an answer in that session."""
    return Staging(session)


class Saving(Event):
    """A save that is under way, and knows whether it is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.is_awaited = Event()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is done."""
        self.is_awaited.set()
        return super().wait(timeout)


@contextmanager
def repository_waits(session: Session) -> Iterator[None]:
    """Let every job of the repository wait."""
    goes_on = Event()
    session._workplace.ask(lambda _: goes_on.wait(SECONDS / 1000), lambda _: None)
    try:
        yield
    finally:
        goes_on.set()


def test_what_comes_while_a_job_waits_begins_no_second_one(qtbot: QtBot, session: Session, staging: Staging) -> None:
    with repository_waits(session):
        staging.growth.reach(FIRST, len(FIRST))
        staging.growth.reach(BOTH, len(BOTH))
        assert len(staging.jobs) == 1

    wait_for_files(qtbot, session, "a.py", "b.py")
    assert len(staging.jobs) == 2


def test_nothing_is_staged_before_it_is_saved_from_where_a_crash_leads_back(qtbot: QtBot, staging: Staging) -> None:
    saving = Saving()
    staging.growth.save = lambda: saving
    staging.growth.reach(FIRST, len(FIRST))
    wait(qtbot, saving.is_awaited.is_set)
    assert staging.staged == []

    saving.set()

    wait(qtbot, lambda: staging.staged == [False])


def test_the_worker_rests_between_two_jobs_however_fast_blocks_come(
    qtbot: QtBot, session: Session, staging: Staging
) -> None:
    staging.growth.reach(FIRST, len(FIRST))
    wait(qtbot, lambda: staging.staged == [False])

    staging.growth.reach(BOTH, len(BOTH))

    assert len(staging.jobs) == 1
    wait_for_files(qtbot, session, "a.py", "b.py")


@pytest.mark.parametrize("beginning", ["I change it.\n", "```bash\nmkdir -p logs\n```\n\nThen:\n"])
def test_an_answer_whose_beginning_proposes_no_file_is_kept_as_one_reply_with_its_first_block(
    qtbot: QtBot, session: Session, staging: Staging, beginning: str
) -> None:
    staging.growth.reach(beginning, len(beginning))
    wait(qtbot, lambda: staging.staged == [False])

    staging.growth.finish(beginning + SECOND)

    wait_for_files(qtbot, session, "b.py")
    kept = list[KeptReply]()
    session._workplace.ask(Workspace.kept_replies, kept.extend)
    wait(qtbot, lambda: bool(kept))
    assert [(one.id, one.text) for one in kept] == [("r1", beginning + SECOND)]


def test_an_answer_that_was_taken_back_and_brought_back_is_said_to_be_taken_back_once(
    qtbot: QtBot, session: Session, staging: Staging
) -> None:
    said_of_it = list[str]()
    session.notifications.noticed.connect(
        lambda notice: said_of_it.append(notice.what) if "took this answer back" in notice.what else None
    )
    staging.growth.reach(FIRST, len(FIRST))
    wait_for_files(qtbot, session, "a.py")
    session.decisions.undo()
    wait_for_files(qtbot, session)
    staging.growth.reach(BOTH, len(BOTH))
    staging.growth.reach(BOTH + "And more.\n", len(BOTH))
    wait(qtbot, lambda: len(staging.staged) == 3)
    session.decisions.redo()
    wait_for_files(qtbot, session, "a.py", "b.py")

    staging.growth.finish(BOTH + "And more.\n")

    wait(qtbot, lambda: staging.staged[-1])
    assert len(said_of_it) == 1


def test_what_is_staged_is_not_staged_again_while_nothing_more_comes(qtbot: QtBot, staging: Staging) -> None:
    staging.growth.reach(FIRST, len(FIRST))
    wait(qtbot, staging.growth._pause.isActive)

    wait(qtbot, lambda: not staging.growth._pause.isActive())

    assert len(staging.jobs) == 1


def test_an_answer_that_is_not_whole_is_not_noted_as_staged_when_the_program_ends(
    qtbot: QtBot, staging: Staging
) -> None:
    staging.growth.reach(FIRST, len(FIRST))
    wait(qtbot, lambda: bool(staging.staged))

    staging.growth.close()

    assert staging.settled == []


def test_nothing_waits_for_a_rest_once_the_end_of_the_answer_is_asked_for(
    qtbot: QtBot, session: Session, staging: Staging
) -> None:
    rest, resting = staging.growth._pause, list[bool]()
    with repository_waits(session):
        staging.growth.reach(FIRST, len(FIRST))
        session._workplace.ask(lambda _: None, lambda _: resting.append(rest.isActive()))
        staging.growth.finish(BOTH)

    wait_for_files(qtbot, session, "a.py", "b.py")
    assert resting == [False]


def test_nothing_waits_for_a_rest_once_the_program_ends(qtbot: QtBot, staging: Staging) -> None:
    staging.growth.reach(FIRST, len(FIRST))
    wait(qtbot, staging.growth._pause.isActive)

    staging.growth.close()

    assert not staging.growth._pause.isActive()


@pytest.mark.parametrize("fails", ["first", "last"])
def test_an_answer_is_staged_although_one_job_failed_and_never_noted_as_staged_where_the_last_did(
    qtbot: QtBot, session: Session, staging: Staging, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise GuillemetError("The disk is full.", "Make room.")

    is_gone = list[bool]()
    staging.growth.destroyed.connect(lambda: is_gone.append(True))
    with monkeypatch.context() as patch, qtbot.waitSignal(session.notifications.noticed, timeout=SECONDS):
        patch.setattr(Workspace, "apply", fail)
        if fails == "first":
            staging.growth.reach(FIRST, len(FIRST))
        else:
            staging.growth.finish(BOTH)

    if fails == "first":
        staging.growth.reach(BOTH, len(BOTH))
        wait_for_files(qtbot, session, "a.py", "b.py")
    else:
        wait(qtbot, lambda: bool(is_gone))
    session.talk.conversation.end()
    assert staging.settled == []
