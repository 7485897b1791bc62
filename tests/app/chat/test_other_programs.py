"""Promises of an answer while other programs act: what they do is seen, and nothing is lost or told twice."""

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.chat.history_client import WORKER
from guillemet.app.history import History
from guillemet.app.session import Session
from guillemet.app.task_runner import SIDE_WORKERS
from guillemet.app.transcript import EARLIER
from guillemet.app.turns import Mode, State, Use, awaited
from guillemet.engine.blocks import BlockFinished, FormatName, ReplyEvent
from guillemet.engine.review import Decision
from guillemet.engine.workspace import Workspace
from tests.app.chat.conftest import Talking, worker_waits
from tests.kit.model_server import Answer, Drop, ModelServer, Say, Stall, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, begin, files_of, stop, wait, wait_for_files

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n", "c.py": "z = 1\n"}
FIRST = "I change it.\n\n" + edit("a.py", "x = 1", "x = 2")
FLOWING = Answer((Say(FIRST + "\nAnd more"), Stall()))


@pytest.fixture(autouse=True)
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit(FILES)
    return repository


def test_files_edited_by_another_program_meanwhile_are_merged(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder
) -> None:
    project.commit({"a.py": "x = 1\n\n\nlast = 1\n"})
    session = talking(FLOWING)
    begin(qtbot, session, "Go.", until="And more")
    wait_for_files(qtbot, session, "a.py")

    project.write({"a.py": "x = 1\n\n\nlast = 2\n"})
    session.decisions.accept(["a.py"])

    wait(qtbot, lambda: files_of(session)["a.py"].decision is Decision.ACCEPTED)
    assert project.read("a.py") == b"x = 2\n\n\nlast = 2\n"
    stop(qtbot, session)


def test_replies_are_shown_in_their_order_however_long_it_takes_to_read_them(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder
) -> None:
    long = "Word for word.\n" * 20_000 + edit("a.py", "x = 1", "x = 2")
    short = edit("b.py", "y = 1", "y = 2")
    workspace = Workspace.open(project.root)
    workspace.apply(long)
    workspace.apply(short)
    session = talking(said("Hello."))
    blocks: list[str] = []

    session.transcript.reply_read.connect(lambda _, events: blocks.extend(_paths(events)))

    wait(qtbot, lambda: len(blocks) == 2)
    assert blocks == ["a.py", "b.py"]


def test_a_reply_that_comes_while_an_earlier_one_is_read_is_shown_after_it(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder
) -> None:
    session, goes_on = talking(said("Hello.")), Event()
    blocks: list[str] = []
    session.transcript.reply_read.connect(lambda _, events: blocks.extend(_paths(events)))
    for _ in range(SIDE_WORKERS):
        session.tasks.aside(partial(goes_on.wait, SECONDS / 1000), bool)
    workspace = Workspace.open(project.root)

    workspace.apply("Word for word.\n" * 20_000 + edit("a.py", "x = 1", "x = 2"))
    wait(qtbot, lambda: len(session.talk.conversation.turns) == 1)
    workspace.apply(edit("b.py", "y = 1", "y = 2"))
    wait_for_files(qtbot, session, "a.py", "b.py")
    wait_for_history(qtbot, session)
    goes_on.set()

    wait(qtbot, lambda: len(blocks) == 2)
    assert blocks == ["a.py", "b.py"]


def test_an_answer_of_another_window_is_shown_once_it_is_over_although_nothing_more_is_staged(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder, tmp_path: Path
) -> None:
    session = talking(said("unused"))
    told: list[str] = []
    session.transcript.reply_read.connect(lambda source, _: told.append(source))
    with closing(History.open(tmp_path / "data" / "history.sqlite")) as other:
        with worker_waits(session, WORKER):
            reply = Workspace.open(project.root).apply(FIRST).reply_id
            begun = awaited(1, "here/small", Mode.EDIT, FormatName.GUILLEMET)
            key = other.add_turn(other.begin(str(project.root)), parent=None, turn=replace(begun, reply_id=reply))
            wait_for_files(qtbot, session, "a.py")
        wait_for_history(qtbot, session)
        assert told == []

        other.end(key, replace(begun, text=FIRST, state=State.DONE, reply_id=reply))
        other.settle(key, FIRST)

        wait(qtbot, lambda: told == [EARLIER])


def wait_for_history(qtbot: QtBot, session: Session) -> None:
    """Wait until all is told that the history was asked for."""
    answered: list[object] = []
    session.talk.others(lambda *found: answered.append(found))
    wait(qtbot, lambda: bool(answered))


def _paths(events: Sequence[ReplyEvent]) -> list[str]:
    return [event.block.path for event in events if isinstance(event, BlockFinished)]


def test_head_moved_by_another_program_meanwhile_loses_nothing(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder
) -> None:
    session = talking(FLOWING)
    begin(qtbot, session, "Go.", until="And more")
    wait_for_files(qtbot, session, "a.py")

    moved = project.commit({"b.py": "y = 7\n"})

    wait(qtbot, lambda: session.review is not None and session.review.head.commit == moved)
    assert session.talk.conversation.answering.is_flowing
    assert len(session.talk.conversation.turns) == 2
    stop(qtbot, session)
    assert set(files_of(session)) == {"a.py"}


def test_an_earlier_answer_is_not_told_again_when_another_program_moves_head(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder
) -> None:
    session = talking(said(FIRST), Answer((Say("Well, "), Stall())))
    ask(qtbot, session, "One.")
    wait_for_files(qtbot, session, "a.py")
    begin(qtbot, session, "Two.", until="Well, ")
    told: list[str] = []
    session.transcript.reply_read.connect(lambda source, _: told.append(source))

    moved = project.commit({"b.py": "y = 7\n"})
    wait(qtbot, lambda: session.review is not None and session.review.head.commit == moved)
    stop(qtbot, session)

    assert len(session.talk.conversation.turns) == 4
    assert not told


def _begin_anew(session: Session) -> None:
    session.talk.conversation.begin()


def _say_it_otherwise(session: Session) -> None:
    session.talk.conversation.resend(1, "One, but better.")


@pytest.mark.parametrize("leave", [_begin_anew, _say_it_otherwise])
def test_an_answer_the_conversation_left_behind_is_not_told_again_when_another_program_stages_one(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder, leave: Callable[[Session], None]
) -> None:
    session = talking(said(FIRST), said("Well."))
    ask(qtbot, session, "One.")
    wait_for_files(qtbot, session, "a.py")
    told: list[str] = []
    session.transcript.reply_read.connect(lambda source, _: told.append(source))

    leave(session)
    Workspace.open(project.root).apply(edit("b.py", "y = 1", "y = 2"))
    wait_for_files(qtbot, session, "a.py", "b.py")
    wait(qtbot, lambda: bool(told))

    assert told == [EARLIER]
    assert FIRST not in [turn.text for turn in session.talk.conversation.turns]


def test_a_joined_answer_of_an_earlier_run_is_not_told_again_once_it_was_left_behind(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    server = serving(said(FIRST), Answer((Say("b.py\n««« EDIT\ny = 1\n═══════ RE"), Drop())), said("Sorry, I lost it."))
    earlier = talking(server=server)
    ask(qtbot, earlier, "One.")
    ask(qtbot, earlier, "Two.")
    wait(qtbot, lambda: earlier.review is not None and len(earlier.review.outcomes) == 2)
    with qtbot.waitSignal(earlier.talk.conversation.turn_ended, timeout=SECONDS):
        earlier.talk.conversation.go_on()
    wait_for_files(qtbot, earlier, "a.py")
    earlier.close()
    session = talking(server=server)
    told: list[str] = []
    session.transcript.reply_read.connect(lambda source, _: told.append(source))

    session.talk.conversation.begin()
    Workspace.open(project.root).apply(edit("b.py", "y = 1", "y = 2"))
    wait_for_files(qtbot, session, "a.py", "b.py")
    wait(qtbot, lambda: bool(told))

    assert len(session.talk.conversation.turns) == 1


def test_what_other_conversations_said_about_the_proposal_stays_in_them_when_the_program_is_started_again(
    qtbot: QtBot, talking: Talking, serving: Callable[..., ModelServer]
) -> None:
    server = serving(said(FIRST), said(edit("b.py", "y = 1", "y = 2")))
    earlier = talking(server=server)
    ask(qtbot, earlier, "One.")
    wait_for_files(qtbot, earlier, "a.py")
    earlier.talk.conversation.begin()
    ask(qtbot, earlier, "Two.")
    wait_for_files(qtbot, earlier, "a.py", "b.py")
    earlier.close()

    session = talking(server=server)
    wait_for_files(qtbot, session, "a.py", "b.py")

    assert [turn.text for turn in session.talk.conversation.turns if not turn.model] == ["Two."]
    assert len(session.talk.conversation.turns) == 2


def test_a_reply_from_the_clipboard_lands_on_the_files_that_were_shown(
    qtbot: QtBot, talking: Talking, project: RepositoryBuilder
) -> None:
    project.commit({"a.py": "x = 1\n\n\nlast = 1\n"})
    session = talking(said("unused"))
    session.talk.conversation.files.set_use(["a.py"], Use.IN)
    with qtbot.waitSignal(session.talk.conversation.prompt_ready, timeout=SECONDS) as ready:
        session.talk.conversation.copy_prompt("Make it two.")
    assert "last = 1" in ready.args[0]

    project.write({"a.py": "x = 1\n\n\nlast = 2\n"})
    session.reception.take_text(FIRST, "Pasted text")

    wait_for_files(qtbot, session, "a.py")
    assert [turn.text for turn in session.talk.conversation.turns] == ["Make it two.", FIRST]
    session.decisions.accept(["a.py"])
    wait(qtbot, lambda: files_of(session)["a.py"].decision is Decision.ACCEPTED)
    assert project.read("a.py") == b"x = 2\n\n\nlast = 2\n"
