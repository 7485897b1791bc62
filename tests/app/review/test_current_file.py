"""Promises of the file that is looked at: it alone is read, and shown."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.proposal_files import is_unplaced
from guillemet.engine.git.commits import LineOrigin
from guillemet.engine.review import Decision, FileTexts
from guillemet.engine.workspace import Workspace
from guillemet.settings import Settings, WhiteSpace
from tests.app.conftest import REPLY, Told
from tests.kit.repositories import RepositoryBuilder
from tests.kit.reviews import applied, not_found
from tests.kit.talks import SECONDS, end, wait


@pytest.fixture
def session(tmp_path: Path, project: RepositoryBuilder, qtbot: QtBot) -> Iterator[Session]:
    """Return a session beside whose thread the work is done, and in which two files are proposed and one is shown."""
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    session.open_repository(str(project.root))
    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS):
        pass
    with qtbot.waitSignal(session.looking.content_changed, timeout=SECONDS):
        session.reception.take_text(REPLY, "Pasted text")
    wait(qtbot, lambda: session.tasks.is_quiet)
    yield session
    end(session)


def test_a_line_without_the_proposal_is_traced_to_its_commit(
    qtbot: QtBot, session: Session, project: RepositoryBuilder
) -> None:
    found: list[LineOrigin | str | None] = []
    session.looking.show("greet.py")
    text = project.read("greet.py").decode()
    proposed = DiffContent(FileTexts("greet.py", text, "new"))
    as_it_stands = DiffContent(FileTexts("greet.py", "", text), is_proposed=False)

    for content, line in ((proposed, None), (proposed, 1), (as_it_stands, 1)):
        session.looking.find_origin(content, line, found.append)

    wait(qtbot, lambda: len(found) == 3)
    assert found[0] is None
    assert [one.commit for one in found[1:] if isinstance(one, LineOrigin)] == [project.head] * 2


def test_other_white_space_shows_the_file_again(qtbot: QtBot, session: Session, told: Told) -> None:
    session.preferences.choose(Settings(white_space=WhiteSpace.NONE))

    wait(qtbot, lambda: bool(told.shown))
    assert [(content.path, content.white_space) for content in told.shown if content] == [
        (session.looking.path, WhiteSpace.NONE)
    ]


def paths_shown(told: Told) -> list[str]:
    return [content.path if content else "" for content in told.shown]


def test_what_is_not_proposed_is_not_shown_as_if_it_were(qtbot: QtBot, session: Session, told: Told) -> None:
    before = session.looking.path

    session.looking.show("other.py")

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert (session.looking.path, told.shown, told.notices) == (before, [], [])


def test_the_first_file_looked_at_is_one_without_a_decision_or_else_the_first(qtbot: QtBot, session: Session) -> None:
    looked_at: list[str] = []
    for path in ("greet.py", "new.txt"):
        session.decisions.accept([path])
        wait(qtbot, lambda: session.tasks.is_quiet)
        session.looking.begin()
        assert session.review
        session.looking.follow(session.review)
        looked_at.append(session.looking.path)
    wait(qtbot, lambda: session.tasks.is_quiet)

    assert looked_at == ["new.txt", session.review.files[0].path]


def test_a_file_that_is_left_before_its_turn_came_is_not_read(
    qtbot: QtBot, session: Session, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    texts = Workspace.texts

    def note(workspace: Workspace, path: str) -> FileTexts:
        read.append(path)
        return texts(workspace, path)

    monkeypatch.setattr(Workspace, "texts", note)
    goes_on = Event()
    session.tasks.ask(partial(goes_on.wait, SECONDS / 1000), bool, otherwise=session.notifications.show_error)
    session.looking.show("greet.py")
    session.looking.show("new.txt")
    goes_on.set()

    wait(qtbot, lambda: "new.txt" in paths_shown(told))
    assert read == ["new.txt"]


def test_a_file_that_is_left_after_it_was_read_is_not_shown(qtbot: QtBot, session: Session, told: Told) -> None:
    is_read = Event()
    session.looking.show("greet.py")
    session.tasks.ask(is_read.set, bool, otherwise=session.notifications.show_error)
    assert is_read.wait(SECONDS / 1000)  # nothing was told of it yet, for the event loop did not run

    session.looking.show("new.txt")

    wait(qtbot, lambda: "new.txt" in paths_shown(told))
    assert paths_shown(told) == ["new.txt"]


def test_a_file_as_it_stands_is_not_shown_in_the_place_of_its_failed_block_that_was_picked_since(
    qtbot: QtBot, session: Session, told: Told
) -> None:
    assert session.review is not None
    session.looking.follow(replace(session.review, outcomes=(not_found("other.py"),)))

    session.looking.show_unproposed("other.py")
    session.looking.show("other.py")

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert is_unplaced(told.shown[-1])


@pytest.mark.parametrize(("decision", "then"), [(Decision.ACCEPTED, "new.txt"), (Decision.UNDECIDED, "")])
def test_the_next_file_is_shown_only_for_one_that_left_the_proposal_after_its_decision(
    session: Session, decision: Decision, then: str
) -> None:
    assert session.review is not None
    review = replace(session.review, outcomes=())
    first, second = review.files
    session.looking.show(first.path)
    session.looking.follow(replace(review, files=(replace(first, decision=decision), second)))

    session.looking.follow(replace(review, files=(second,)))

    assert (second.path, session.looking.path) == ("new.txt", then)


def test_a_failed_block_that_a_step_left_is_shown_with_its_file(session: Session) -> None:
    assert session.review is not None
    done = replace(session.review, outcomes=(applied("other.py"),))

    session.looking.show_changed(done, replace(done, outcomes=(not_found("other.py"),)))

    assert session.looking.path == "other.py"


def test_a_failed_block_that_is_looked_at_is_not_shown_again(session: Session) -> None:
    assert session.review is not None
    failed = not_found("other.py")
    review, chosen = replace(session.review, outcomes=(failed,)), list[str]()
    session.looking.path_chosen.connect(chosen.append)

    session.looking.show_first_of(review, [failed])
    session.looking.show_first_of(review, [failed])

    assert chosen == ["other.py"]
