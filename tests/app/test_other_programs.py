"""Promises about other programs: what they do to the repository is noticed and told."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.engine.applying.options import Dismiss, PlaceAt
from guillemet.engine.review import Decision
from guillemet.engine.workspace import Workspace
from guillemet.settings import Settings
from tests.app.conftest import REPLY, Told
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import end


def test_what_another_program_stages_for_review_is_noticed(
    tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    session = Session(Settings(map_tokens=0), settings_file=tmp_path / "settings.json")
    told = Told(session)
    sources: list[str] = []
    session.transcript.reply_read.connect(lambda source, _: sources.append(source))
    session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: bool(told.reviews))
    Workspace.open(project.root).apply(REPLY)
    qtbot.waitUntil(lambda: len(told.review.files) == 2)
    qtbot.waitUntil(lambda: sources == ["Added before"])
    end(session)

    assert told.notices == []


def test_a_head_moved_by_another_program_is_told(tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot) -> None:
    session = Session(Settings(map_tokens=0), settings_file=tmp_path / "settings.json")
    told = Told(session)
    session.open_repository(str(project.root))
    qtbot.waitUntil(lambda: bool(told.reviews))
    commit = project.commit({"other.py": "x = 2\n"})
    qtbot.waitUntil(lambda: told.review.head.commit == commit)
    end(session)

    assert told.notice.what == f"Another program moved main to {commit[:7]}."


def test_a_file_changed_by_another_program_is_marked(tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot) -> None:
    session = Session(Settings(map_tokens=0), settings_file=tmp_path / "settings.json")
    told = Told(session)
    session.open_repository(str(project.root))
    session.reception.take_text(REPLY, "Pasted text")
    qtbot.waitUntil(lambda: bool(told.reviews) and len(told.review.files) == 2)
    project.write({"greet.py": '# new\n\n\ndef greet():\n    return "hello"\n'})
    qtbot.waitUntil(lambda: told.review.files[0].changed_since)
    end(session)


@pytest.mark.parametrize(
    "accept",
    [
        lambda session: session.decisions.accept(["other.py", "new.txt"]),
        lambda session: session.decisions.accept(["other.py", "new.txt"], overwrites=True),
        lambda session: session.decisions.accept_all(),
    ],
    ids=["accepting", "writing over", "accepting all"],
)
def test_no_file_is_accepted_with_a_block_that_came_since_it_was_shown(
    opened: Session, told: Told, project: RepositoryBuilder, accept: Callable[[Session], None]
) -> None:
    opened.reception.take_text(edit("other.py", "x = 1", "x = 1\ny = 2") + REPLY, "Pasted text")
    Workspace.open(project.root).apply(edit("other.py", "y = 2", "y = 3"))

    accept(opened)

    assert project.read("other.py") == b"x = 1\n"
    assert project.read("new.txt") == b"fresh\n"
    assert "other.py changed meanwhile. Look at it again." in [notice.text for notice in told.notices]
    assert told.decision("other.py") is Decision.UNDECIDED
    accept(opened)  # what is shown now
    assert project.read("other.py") == b"x = 1\ny = 3\n"


def test_what_is_chosen_for_a_block_is_never_done_to_another_one(
    opened: Session, told: Told, project: RepositoryBuilder
) -> None:
    opened.reception.take_text(edit("other.py", "x = 7", "x = 8"), "Pasted text")
    other = Workspace.open(project.root)
    other.undo()
    other.apply(edit("greet.py", "def greet():", "def hail():"))

    opened.choose(1, Dismiss())

    assert told.notice.text == "Block 1 is another one by now. Look at it again."
    assert [file.path for file in other.review().files] == ["greet.py"]


def test_no_block_is_placed_at_a_line_of_a_file_that_has_other_lines_by_now(
    opened: Session, told: Told, project: RepositoryBuilder
) -> None:
    opened.reception.take_text(edit("other.py", "x = 7", "x = 8"), "Pasted text")
    other = Workspace.open(project.root)
    other.apply(edit("other.py", "x = 1", "w = 0\nx = 1"))

    opened.choose(1, PlaceAt(1))

    assert told.notice.text == "other.py changed meanwhile. Look at it again."
    assert other.texts("other.py").after == "w = 0\nx = 1\n"


def test_nothing_is_written_over_that_was_saved_since_the_conflict_was_shown(
    opened: Session, told: Told, project: RepositoryBuilder
) -> None:
    opened.reception.take_text(edit("other.py", "x = 1", "x = 2"), "Pasted text")
    project.write({"other.py": "x = 3\n"})
    opened.decisions.reconsider([])  # another review is made
    assert told.review.conflicts == {"other.py"}
    project.write({"other.py": "x = 4\n"})

    opened.decisions.accept(["other.py"], overwrites=True)

    assert project.read("other.py") == b"x = 4\n"
    assert told.notice.text == "other.py changed meanwhile. Look at it again."
    opened.decisions.accept(["other.py"], overwrites=True)
    assert project.read("other.py") == b"x = 2\n"
