"""Promises of committing: what was accepted, by whom the user says, and no program runs unasked."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from guillemet.app.notices import Offer
from guillemet.app.review.review_actions import CommitRequest
from guillemet.app.session import Session
from guillemet.engine.errors import MovedError
from guillemet.engine.workspace import Workspace
from tests.app.conftest import REPLY, Told
from tests.kit.repositories import RepositoryBuilder


def test_a_commit_holds_what_was_accepted(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py"])
    opened.committing.commit(CommitRequest("Greet politely"))

    assert told.commits == [project.head]
    assert project.committed("new.txt") is None
    assert told.notice.what == f"Committed 1 file as {project.head[:7]}."


def test_what_is_left_out_of_a_commit_is_not_counted(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py", "new.txt"])
    (project.root / "new.txt").unlink()

    opened.committing.commit(CommitRequest("Greet politely"))

    assert told.notice.what == f"Committed 1 file as {project.head[:7]}."


def test_without_an_identity_the_author_is_asked_for_and_used(tmp_path: Path, session: Session, told: Told) -> None:
    nobody = RepositoryBuilder(tmp_path / "nobody", author=None)
    session.open_repository(str(nobody.root))
    session.reception.take_text(REPLY, "Pasted text")
    session.decisions.accept(["new.txt"])
    session.committing.commit(CommitRequest("Begin"))

    assert told.asked_for_author == 1
    assert told.commits == []
    session.committing.commit(CommitRequest("Begin", ("Ada", "ada@example.org"), is_author_remembered=True))
    assert told.commits == [nobody.head]
    assert nobody.git.head.peel().author.name == "Ada"
    assert nobody.git.config["user.email"] == "ada@example.org"


def test_hooks_are_named_and_run_only_when_allowed(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    project.add_hook("pre-commit", "touch hook-ran")
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py"])
    opened.committing.commit(CommitRequest("Greet politely"))

    assert told.notice.offer is Offer.RUN_AND_COMMIT
    assert "pre-commit" in told.notice.what
    assert not (project.root / "hook-ran").exists()
    opened.take_offer(told.notice)
    assert told.commits == [project.head]
    assert (project.root / "hook-ran").exists()
    assert [key.partition(" ")[2] for key in opened.preferences.now.trusted] == [str(project.root)]


def test_what_one_repository_wants_to_run_is_not_let_run_in_another(
    opened: Session, told: Told, project: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    other = make_repository("other")
    before = other.head
    for repository in (project, other):
        repository.add_hook("pre-commit", "touch hook-ran")
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])
    opened.committing.commit(CommitRequest("Greet politely"))
    asked = told.notice
    assert asked.offer is Offer.RUN_AND_COMMIT
    opened.open_repository(str(other.root))
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])

    opened.take_offer(asked)

    assert told.notice.what.startswith("Nothing was done, for another repository is open")
    assert other.head == before
    assert opened.preferences.now.trusted == ()


def test_while_a_commit_runs_no_other_begins(opened: Session, project: RepositoryBuilder) -> None:
    before = project.head
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py"])
    opened.committing.run.begin().report("linting")

    opened.committing.commit(CommitRequest("Greet politely"))

    assert project.head == before
    assert opened.committing.run.output == "linting"
    opened.committing.run.end()


def test_a_commit_that_was_made_runs_no_more(opened: Session, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["greet.py"])

    opened.committing.commit(CommitRequest("Greet politely"))

    assert project.committed("greet.py") == project.read("greet.py")
    assert not opened.committing.run.is_on


def test_a_commit_without_a_repository_runs_no_more(session: Session, told: Told) -> None:
    session.committing.commit(CommitRequest("Greet politely"))

    assert told.notice.what.startswith("No repository is open")
    assert not session.committing.run.is_on


def test_an_author_given_for_one_commit_is_not_written_into_the_configuration(
    tmp_path: Path, session: Session, told: Told
) -> None:
    nobody = RepositoryBuilder(tmp_path / "nobody", author=None)
    session.open_repository(str(nobody.root))
    session.reception.take_text(REPLY, "Pasted text")
    session.decisions.accept(["new.txt"])

    session.committing.commit(CommitRequest("Begin", ("Ada", "ada@example.org")))

    assert told.commits == [nobody.head]
    assert "user.email" not in nobody.git.config


def test_what_one_repository_wants_to_run_stages_nothing_in_another(
    opened: Session, told: Told, project: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    other = make_repository("other")
    project.git.config["filter.shout.clean"] = "cat"
    project.commit({".gitattributes": "*.txt filter=shout\n"})
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])
    opened.committing.stage()
    asked = told.notice
    assert asked.offer is Offer.RUN_AND_STAGE
    opened.open_repository(str(other.root))
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])

    opened.take_offer(asked)

    assert told.notice.what.startswith("Nothing was done, for another repository is open")
    other.git.index.read()
    assert "new.txt" not in other.git.index


def test_what_failed_in_one_repository_is_not_tried_again_in_another(
    opened: Session,
    told: Told,
    make_repository: Callable[[str], RepositoryBuilder],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_workspace: Workspace, *, trust: bool) -> NoReturn:
        raise MovedError(f"Another program moved the review meanwhile. Try again. {trust}")

    other = make_repository("other")
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])
    with monkeypatch.context() as patched:
        patched.setattr(Workspace, "stage", fail)
        opened.committing.stage()
    failed = told.notice
    assert failed.offer is Offer.TRY_AGAIN
    opened.open_repository(str(other.root))
    opened.reception.take_text(REPLY, "Pasted text")
    opened.decisions.accept(["new.txt"])

    opened.take_offer(failed)

    assert told.notice.what.startswith("Nothing was done, for another repository is open")
    other.git.index.read()
    assert "new.txt" not in other.git.index
