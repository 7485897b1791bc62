"""Promises of deciding: nothing is written before, and every decision can be taken back."""

from guillemet.app.notices import Level
from guillemet.app.review_actions import CommitRequest
from guillemet.app.session import Session
from guillemet.engine.review import Decision
from tests.app.conftest import REPLY, Told
from tests.kit.repositories import RepositoryBuilder


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


def test_nothing_is_put_away_before_something_was_shown(opened: Session, told: Told) -> None:
    opened.reception.take_text(REPLY, "Pasted text")

    assert [content and content.path for content in told.shown] == ["greet.py"]


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


def test_a_refused_file_is_told_and_still_looked_at(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    project.write({"greet.py": 'def greet():\n    return "hullo"\n'})
    opened.accept(["greet.py"])

    assert told.notice.level is Level.WARN
    assert "greet.py" in told.notice.what
    assert opened.looking.path == "greet.py"


def test_undo_and_redo_tell_what_they_took_back(opened: Session, told: Told, project: RepositoryBuilder) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.accept_all()
    opened.undo()

    assert told.notice.what == "Undone: Accept 2 files."
    assert "new.txt" not in project.snapshot()
    opened.redo()
    assert project.read("new.txt") == b"fresh\n"


def test_what_failed_is_tried_again_and_not_what_was_done_since(
    opened: Session, told: Told, project: RepositoryBuilder
) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.accept(["greet.py"])
    lock = project.root / ".git" / "index.lock"
    lock.touch()
    opened.committing.commit(CommitRequest("Greet politely"))
    locked = told.notice
    opened.reject(["new.txt"])
    opened.undo()
    lock.unlink()

    opened.take_offer(locked)

    assert len(told.commits) == 1
    assert told.decision("new.txt") is Decision.UNDECIDED


def test_an_undo_that_several_files_keep_from_being_done_claims_nothing_of_the_others(
    opened: Session, told: Told, project: RepositoryBuilder
) -> None:
    opened.reception.take_text(REPLY, "Pasted text")
    opened.accept(["greet.py", "new.txt"])
    project.write({"greet.py": "other\n", "new.txt": "other\n"})

    opened.undo()

    assert told.notice.what == "2 files could not be taken back."
    assert "others were done" not in told.notice.todo
