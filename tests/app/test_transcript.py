"""Promises of the replies that the conversation shows."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.app.task_runner import SIDE_WORKERS
from guillemet.app.transcript import EARLIER
from guillemet.engine.applying import reply_reading
from guillemet.engine.reply.reader import Reply, ReplyContext
from guillemet.engine.workspace import Workspace
from guillemet.settings import Settings
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, end, wait, wait_for_files

FIRST = edit("greet.py", '    return "hello"', '    return "good day"')
SECOND = edit("other.py", "x = 1", "x = 2")


def sources(session: Session) -> list[str]:
    """Return the list that the sources of all replies this session shows are put into."""
    told = list[str]()
    session.transcript.reply_read.connect(lambda source, _: told.append(source))
    return told


def test_a_reply_that_is_still_read_when_another_repository_is_opened_is_not_told(
    qtbot: QtBot, tmp_path: Path, project: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    other = make_repository("other")
    for repository in (project, other):
        repository.commit({"one.txt": "one\n"})
        Workspace.open(repository.root).apply(edit("one.txt", "one", repository.root.name))
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    told, goes_on, shown = list[str](), Event(), list[str]()
    session.transcript.reply_read.connect(lambda _, events: shown.append(str(events)))
    session.talk.ready.connect(lambda _: told.append(session.review.root if session.review else ""))
    for _ in range(SIDE_WORKERS):
        session.tasks.aside(partial(goes_on.wait, SECONDS / 1000), bool)

    session.open_repository(str(project.root))
    wait(qtbot, lambda: len(session.talk.conversation.turns) == 1)
    session.open_repository(str(other.root))
    wait(qtbot, lambda: told == [str(project.root), str(other.root)])
    goes_on.set()

    wait(qtbot, lambda: bool(shown) and session.tasks.is_quiet)
    assert [other.root.name in events for events in shown] == [True]
    end(session)


def test_a_pasted_reply_is_parsed_once(opened: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = list[ReplyContext]()

    def note(context: ReplyContext) -> Reply:
        parsed.append(context)
        return Reply(context)

    monkeypatch.setattr(reply_reading, "Reply", note)
    told = sources(opened)

    opened.reception.take_text(FIRST, "Pasted text")

    assert told == ["Pasted text"]
    assert len(parsed) == 1


def test_a_reply_of_another_program_is_told_even_when_a_pasted_one_begins_like_it(
    qtbot: QtBot, tmp_path: Path, project: RepositoryBuilder
) -> None:
    session = Session(Settings(), settings_file=tmp_path / "settings.json")
    told = sources(session)
    session.open_repository(str(project.root))
    wait(qtbot, lambda: session.review is not None)
    session.reception.take_text(FIRST + SECOND, "Pasted text")
    wait_for_files(qtbot, session, "greet.py", "other.py")

    Workspace.open(project.root).apply(FIRST)

    wait(qtbot, lambda: told == ["Pasted text", EARLIER])
    end(session)
