"""Promises of the contents of all proposed files: read by themselves, and again when one of them changes."""

from collections.abc import Iterable
from threading import Event

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.parts import part_of
from guillemet.engine.review import FileTexts
from guillemet.engine.workspace import Workspace
from tests.app.review.conftest import propose, wait_for_the_worker
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, wait

Read = list[dict[str, DiffContent]]
REPLY = edit("a.py", "x = 1", "x = 2") + "\n" + edit("b.py", "y = 1", "y = 2")


@pytest.fixture
def read(session: Session, empty_repository: RepositoryBuilder) -> Read:
    """Return what was read of a proposal for two files, newest last."""
    empty_repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    session.open_repository(str(empty_repository.root))
    contents: Read = []
    session.contents.contents_changed.connect(contents.append)
    session.reception.take_text(REPLY, "Pasted text")
    return contents


def test_all_files_are_read_with_how_they_were_found(read: Read) -> None:
    assert {path: (content.added, content.headline) for path, content in read[-1].items()} == {
        "a.py": (1, "exact"),
        "b.py": (1, "exact"),
    }


def test_only_what_changed_is_read_again(session: Session, read: Read) -> None:
    before = read[-1]
    session.reception.take_text(edit("b.py", "y = 2", "y = 3\nz = 1"), "Pasted text")

    assert read[-1]["b.py"].added == 2
    assert read[-1]["a.py"] is before["a.py"]


def test_a_file_that_left_the_proposal_is_read_no_more(session: Session, read: Read) -> None:
    review = session.review
    assert review is not None
    session.contents.follow(replace(review, files=review.files[:1]))
    session.reception.take_text(edit("a.py", "x = 2", "x = 3"), "Pasted text")
    session.contents.follow(replace(review, files=review.files[:1]))

    assert set(read[-1]) == {"a.py"}


def test_what_is_read_for_an_earlier_proposal_is_dropped(
    qtbot: QtBot, working: Session, empty_repository: RepositoryBuilder
) -> None:
    empty_repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    review = propose(qtbot, working, empty_repository, REPLY)
    contents: Read = []
    working.contents.begin()
    working.contents.contents_changed.connect(contents.append)

    working.contents.follow(review)
    wait_for_the_worker(working)
    working.contents.follow(replace(review, files=review.files[:1]))

    wait(qtbot, lambda: contents != [] and working.tasks.is_quiet)
    assert [set(found) for found in contents] == [{"a.py"}]


def test_what_came_with_a_decision_is_told_though_the_next_review_comes_at_once(
    qtbot: QtBot, working: Session, empty_repository: RepositoryBuilder
) -> None:
    empty_repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    contents: Read = []
    working.contents.contents_changed.connect(contents.append)
    review = propose(qtbot, working, empty_repository, REPLY)
    wait(qtbot, lambda: contents != [] and len(contents[-1]) == 2 and working.tasks.is_quiet)
    known = replace(contents[-1]["b.py"], headline="read with the decision")

    working.contents.follow(review, known)
    working.contents.follow(review)

    wait(qtbot, lambda: contents[-1]["b.py"] == known)


@pytest.mark.parametrize("is_part", [True, False])
def test_what_a_decision_leaves_is_shown_in_the_same_turn_as_its_review(
    qtbot: QtBot, working: Session, empty_repository: RepositoryBuilder, *, is_part: bool
) -> None:
    empty_repository.commit({"a.py": "x = 1\nq = 0\nq = 0\nz = 1\n", "b.py": "y = 1\n"})
    shown: list[DiffContent] = []
    working.looking.content_changed.connect(shown.append)
    replies = edit("a.py", "x = 1", "x = 2"), edit("a.py", "z = 1", "z = 2"), edit("b.py", "y = 1", "y = 2")
    propose(qtbot, working, empty_repository, "\n".join(replies))
    wait(qtbot, lambda: shown != [])
    first, then = shown[-1], list[str]()
    working.review_changed.connect(
        lambda _: QTimer.singleShot(0, lambda: then.append(f"{shown[-1].path} {len(shown[-1].hunks)}"))
    )

    if is_part:
        working.decisions.accept_part("a.py", part_of(first.hunks[:1], first.texts.identity))
    else:
        working.decisions.accept(["a.py"])

    wait(qtbot, lambda: then != [])
    assert then == ["a.py 1" if is_part else "b.py 1"]


def test_files_are_read_while_the_worker_has_nothing_else_to_do(
    qtbot: QtBot, working: Session, empty_repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    review = propose(qtbot, working, empty_repository, REPLY)
    goes_on, order, read = Event(), list[str](), Workspace.texts_of

    def texts_of(workspace: Workspace, paths: Iterable[str]) -> list[FileTexts]:
        order.append("read")
        return read(workspace, paths)

    monkeypatch.setattr(Workspace, "texts_of", texts_of)
    working.contents.begin()
    working.tasks.ask(lambda: goes_on.wait(SECONDS / 1000), lambda _: None)
    working.contents.follow(review)
    working.tasks.ask(lambda: order.append("asked for"), lambda _: None)
    goes_on.set()

    wait(qtbot, lambda: len(order) > 1 and working.tasks.is_quiet)
    assert order == ["asked for", "read"]
