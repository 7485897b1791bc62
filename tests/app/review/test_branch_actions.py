"""Promises of the user's steps about branches: one push at a time, and no program runs unasked."""

import sys
from collections.abc import Callable

import pytest

from guillemet.app.notices import Offer
from guillemet.app.session import Session
from tests.app.conftest import Told
from tests.kit.repositories import RepositoryBuilder


def test_while_a_push_runs_no_other_begins(opened: Session, told: Told) -> None:
    pushing = opened.branching.pushing
    pushing.begin().report("sending")

    opened.branching.push()

    assert pushing.output == "sending"
    pushing.end()
    assert told.notices == []


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
