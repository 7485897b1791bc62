"""Talking in a session as a user does, and waiting for what comes of it."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice
from guillemet.app.session import Session
from guillemet.app.turns import Mode, Turn
from guillemet.engine.review import FileReview

SECONDS = 20_000
"""Milliseconds until a test gives up waiting."""


def ask(qtbot: QtBot, session: Session, message: str, *, mode: Mode | None = None) -> Turn:
    """Say something and return the answer's turn once it has ended."""
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.conversation.send(message, mode=mode)
    turn: Turn = ended.args[0]
    return turn


def begin(qtbot: QtBot, session: Session, message: str, *, until: str = "") -> None:
    """Say something, and wait until this text of the answer has come."""
    session.talk.conversation.send(message)
    wait_for_text(qtbot, session, until)


def wait_for_text(qtbot: QtBot, session: Session, text: str) -> None:
    """Wait until the answer that flows holds this text."""
    answering = session.talk.conversation.answering
    wait(qtbot, lambda: answering.is_flowing and answering.so_far is not None and text in answering.so_far.text)


def stop(qtbot: QtBot, session: Session) -> Turn:
    """Stop the answer, and return its turn."""
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.conversation.stop()
    turn: Turn = ended.args[0]
    return turn


def errors_of(session: Session) -> list[Notice]:
    """Return the list that every error the session shows from now on is put into."""
    errors = list[Notice]()
    noticed = session.notifications.noticed
    noticed.connect(lambda notice: errors.append(notice) if notice.level is Level.ERROR else None)
    return errors


def files_of(session: Session) -> dict[str, FileReview]:
    """Return the proposal's files by path."""
    return {file.path: file for file in session.review.files} if session.review else {}


def wait_for_files(qtbot: QtBot, session: Session, *paths: str) -> None:
    """Wait until exactly these files are proposed."""
    wait(qtbot, lambda: set(files_of(session)) == set(paths))


def wait(qtbot: QtBot, condition: Callable[[], bool]) -> None:
    """Wait until it holds."""
    qtbot.waitUntil(condition, timeout=SECONDS)


def end(*sessions: Session) -> None:
    """Close sessions, and delete all that belongs to them: the leak check would look through it after every test."""
    for session in sessions:
        session.close()
        session.deleteLater()
        QCoreApplication.sendPostedEvents(session, QEvent.Type.DeferredDelete.value)
