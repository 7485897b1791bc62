"""Promises of the user's steps about branches: one push at a time, and no program runs unasked."""

import sys
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Offer
from guillemet.app.session import Session
from guillemet.engine.workspace import Workspace
from tests.app.conftest import Told
from tests.kit.repositories import RepositoryBuilder


def test_while_a_push_runs_no_other_begins(opened: Session, told: Told) -> None:
    pushing = opened.branching.pushing
    pushing.begin().report("sending")

    opened.branching.push()

    assert pushing.output == "sending"
    pushing.end()
    assert told.notices == []


@pytest.mark.logs("A job failed unexpectedly")
def test_a_push_that_fails_in_a_way_that_was_not_foreseen_ends_and_is_told(
    qtbot: QtBot, opened: Session, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Workspace) -> str:
        raise KeyError("remote")

    monkeypatch.setattr(Workspace, "trust_key", fail)

    opened.branching.push()

    qtbot.waitUntil(lambda: bool(told.notices))
    assert not opened.branching.pushing.is_on
    assert "Something unforeseen went wrong (KeyError)." in told.notice.what


def test_nothing_is_pushed_while_no_repository_is_open(session: Session, told: Told) -> None:
    session.branching.push()

    assert not session.branching.pushing.is_on
    assert told.notices == []


@pytest.mark.skipif(sys.platform == "win32", reason="a hook is a shell script")
def test_what_one_repository_wants_to_run_for_a_branch_is_not_let_run_in_another(
    opened: Session, told: Told, project: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    other = make_repository("other")
    for repository in (project, other):
        hook = repository.root / ".git" / "hooks" / "post-checkout"
        hook.write_text("#!/bin/sh\ntouch hook-ran\n", encoding="utf-8")
        hook.chmod(0o755)
    opened.branching.switch("topic", create=True)
    asked = told.notice
    assert asked.offer is Offer.RUN_THEM
    opened.open_repository(str(other.root))

    opened.take_offer(asked)

    assert told.notice.what.startswith("Nothing was done, for another repository is open")
    assert opened.preferences.now.trusted == ()
    assert "topic" not in [*project.git.branches.local, *other.git.branches.local]
