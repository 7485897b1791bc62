"""Promises of comments that outlive the program: none is lost, and none comes back that was sent or taken out."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.chat.comments import Comment, CommentedLines, Comments
from guillemet.app.chat.history_client import WORKER, HistoryClient
from guillemet.app.history import KeptComment, Purpose
from guillemet.app.notices import Notice, Notifications
from guillemet.app.repository_service import RepositoryService
from guillemet.app.session import Session
from guillemet.app.task_runner import TaskRunner
from tests.app.chat.conftest import Talking, worker_waits
from tests.app.chat.test_comments import write
from tests.kit.command import SOURCE_ROOT
from tests.kit.model_server import said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, wait

FILES = {"a.py": "x = 1\ny = 2\nz = 3\n", "b.py": "b = 1\n"}
X = CommentedLines("a.py", 1, 1, ("x = 1",))
Y = CommentedLines("a.py", 2, 2, ("y = 2",))
LINES = CommentedLines("b.py", 1, 2, ("b = 1", "  \t“more”"), is_old=True)
WHY = Comment(Y, "Why two?")
NAME = Comment(LINES, "Better name.\n\nPlease.")


@pytest.fixture(autouse=True)
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit(FILES)
    return repository


@pytest.fixture
def restarted(qtbot: QtBot, talking: Talking) -> Callable[[Session, int], Session]:
    """Return what ends a session and begins another one, which finds so many comments."""

    def restart(session: Session, count: int) -> Session:
        session.close()
        again = talking(said("I will."))
        wait(qtbot, lambda: len(again.talk.comments.tray.comments) == count)
        return again

    return restart


@pytest.fixture
def session(talking: Talking) -> Session:
    """Return a session with two comments."""
    session = talking(said("I will."))
    session.talk.comments.keep(Y, "Why two?")
    session.talk.comments.keep(LINES, "Better name.\n\nPlease.")
    return session


Restarted = Callable[[Session, int], Session]


def test_comments_are_there_after_a_restart(session: Session, restarted: Restarted) -> None:
    assert restarted(session, 2).talk.comments.tray.comments == (WHY, NAME)


def test_what_was_changed_taken_out_and_brought_back_is_so_after_a_restart(
    session: Session, restarted: Restarted
) -> None:
    comments = session.talk.comments
    comments.keep(Y, "Three, please.")
    comments.remove(comments.tray.comments)
    comments.bring_back(comments.tray.removed)
    comments.remove([NAME])

    assert restarted(session, 1).talk.comments.tray.comments == (Comment(Y, "Three, please."),)


def test_comments_that_were_sent_do_not_come_back(qtbot: QtBot, session: Session, restarted: Restarted) -> None:
    message = write(qtbot, session.talk.comments)
    ask(qtbot, session, message[: message.index("Lines 1")])

    assert restarted(session, 1).talk.comments.tray.comments == (NAME,)


def test_comments_leave_when_a_message_written_before_a_restart_is_sent(
    qtbot: QtBot, session: Session, restarted: Restarted
) -> None:
    message = write(qtbot, session.talk.comments)
    again = restarted(session, 2)

    ask(qtbot, again, message)

    assert not again.talk.comments.tray.comments
    assert not restarted(again, 0).talk.comments.tray.comments


@pytest.mark.logs("is damaged")
@pytest.mark.parametrize("damaged", ["{", "7", '["a.py"]', '["a.py", "top", 1, [], false]', '["a.py", 1, 1, 7, false]'])
def test_damaged_comments_are_left_out_with_a_sentence_and_the_others_stay(tmp_path: Path, damaged: str) -> None:
    said = list[Notice]()
    notifications, tasks = Notifications(), TaskRunner(inline=True)
    notifications.noticed.connect(said.append)
    keeping = HistoryClient(tasks, notifications, tmp_path / "history.sqlite")
    first = Comments(RepositoryService(tasks), keeping)
    first.begin("/here")
    first.keep(Y, "Why two?")
    keeping.ask(lambda history: history.change_comments("/here", keep=[KeptComment(damaged, "Lost?", "")]))
    keeping.ask(lambda history: history.keep_repository_draft("/here", Purpose.UNFINISHED_COMMENTS, damaged))

    again = Comments(RepositoryService(tasks), keeping)
    again.begin("/here")
    keeping.end()

    assert again.tray.comments == (WHY,)
    (notice,) = said
    assert "What you typed on lines and did not keep is damaged" in notice.what
    assert "The lines of the comment “Lost?” are damaged" in notice.what


def test_comments_wait_for_their_repository_after_a_restart(
    qtbot: QtBot, session: Session, restarted: Restarted, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    other = make_repository("other")
    other.commit({"c.py": "c = 1\n"})
    again = restarted(session, 2)
    review = again.review
    assert review is not None
    with qtbot.waitSignal(again.talk.ready):
        again.open_repository(str(other.root))
    assert not again.talk.comments.tray.comments

    with qtbot.waitSignal(again.talk.ready):
        again.open_repository(review.root)

    assert again.talk.comments.tray.comments == (WHY, NAME)


def test_comments_that_no_message_was_made_of_stay_when_something_is_sent_after_a_restart(
    qtbot: QtBot, session: Session, restarted: Restarted
) -> None:
    again = restarted(session, 2)

    ask(qtbot, again, "First of all: hello.")

    assert again.talk.comments.tray.comments == (WHY, NAME)


def test_a_comment_added_after_the_message_was_written_leaves_the_others_to_it(
    qtbot: QtBot, session: Session, restarted: Restarted
) -> None:
    message = write(qtbot, session.talk.comments)
    session.talk.comments.keep(X, "Why one?")
    again = restarted(session, 3)

    ask(qtbot, again, message)

    assert again.talk.comments.tray.comments == (Comment(X, "Why one?"),)


def test_comments_that_are_read_too_late_are_not_shown_in_another_repository(
    qtbot: QtBot, session: Session, project: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    other = make_repository("other")
    other.commit({"c.py": "c = 1\n"})

    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS), worker_waits(session, WORKER):
        for repository in (project, other):
            session.open_repository(str(repository.root))
            wait(qtbot, lambda root=repository.root: session.review is not None and session.review.root == str(root))

    assert session.talk.comments.tray.comments == ()


def test_what_is_said_and_written_before_the_comments_are_read_is_not_replaced_by_them(
    qtbot: QtBot, session: Session, project: RepositoryBuilder
) -> None:
    comments = session.talk.comments
    write(qtbot, comments)
    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS), worker_waits(session, WORKER):
        session.open_repository(str(project.root))
        wait(qtbot, lambda: not comments.tray.comments)
        comments.keep(Y, "Three, please.")
        message = write(qtbot, comments)

    with qtbot.waitSignal(comments.written) as written:
        comments.write()

    assert comments.tray.comments == (Comment(Y, "Three, please."), NAME)
    assert written.args[2] == message


def test_what_is_taken_out_before_the_comments_are_read_stays_out_until_it_is_brought_back(
    qtbot: QtBot, session: Session, project: RepositoryBuilder
) -> None:
    comments = session.talk.comments
    with qtbot.waitSignal(session.talk.ready, timeout=SECONDS), worker_waits(session, WORKER):
        session.open_repository(str(project.root))
        wait(qtbot, lambda: not comments.tray.comments)
        comments.keep(Y, "Three, please.")
        comments.remove(comments.tray.comments)
    assert comments.tray.comments == (NAME,)

    comments.bring_back(comments.tray.removed)

    assert comments.tray.comments == (Comment(Y, "Three, please."), NAME)


SAYS = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from guillemet.app.chat.comments import CommentedLines
from guillemet.app.session import Session
from guillemet.settings import Settings

root, data = sys.argv[1:]
app = QCoreApplication([])
session = Session(
    Settings(), settings_file=Path(data) / "settings.json", history_file=Path(data) / "data" / "history.sqlite"
)
session.talk.ready.connect(lambda _: session.talk.comments.keep(CommentedLines("a.py", 2, 2, ("y = 2",)), "Why two?"))
session.open_repository(root)
app.exec()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_program_that_is_killed_loses_no_comment(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder, tmp_path: Path
) -> None:
    environment = os.environ | {"PYTHONPATH": str(SOURCE_ROOT)}
    arguments = [sys.executable, "-c", SAYS, str(project.root), str(tmp_path)]
    with subprocess.Popen(arguments, env=environment) as program:
        wait(qtbot, lambda: b"Why two?" in _bytes_of(tmp_path / "data"))
        program.send_signal(signal.SIGKILL)

    again = talking(said("I will."))

    wait(qtbot, lambda: again.talk.comments.tray.comments == (WHY,))


def _bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("*.sqlite*"))


def test_lines_that_moved_while_no_window_was_open_are_found_in_the_next(
    qtbot: QtBot, session: Session, restarted: Restarted, repository: RepositoryBuilder
) -> None:
    lines = "if a:\n    pass\nif b:\n    pass\nif c:\n    pass\n"
    repository.write({"c.py": lines})
    session.talk.comments.keep(CommentedLines("c.py", 4, 4, ("    pass",)), "Only b?")
    with qtbot.waitSignal(session.talk.comments.written):
        session.talk.comments.write()
    session.close()
    repository.write({"c.py": "import os\nimport sys\n" + lines})

    again = restarted(session, 3).talk.comments

    wait(qtbot, lambda: again.tray.comments[-1].spot.first == 6)
    again = restarted(session, 3).talk.comments
    wait(qtbot, lambda: again.tray.comments[-1] == Comment(CommentedLines("c.py", 6, 6, ("    pass",)), "Only b?"))
