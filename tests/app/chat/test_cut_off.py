"""Promises of a program that is killed while it asks: whatever the moment, the answer is gone on with from there."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.app.turns import Mode, State
from guillemet.engine.outcomes import Flag
from guillemet.engine.review import Decision
from tests.app.chat.conftest import Talking
from tests.kit.fork_server import ForkServer
from tests.kit.model_server import Answer, ModelServer, Reply, Say, Stall, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, files_of, wait, wait_for_files

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n", "c.py": "z = 1\n"}
FIRST = "I change it.\n\n" + edit("a.py", "x = 1", "x = 2") + "\n"
SECOND = edit("b.py", "y = 1", "y = 2") + "\n"
THIRD = edit("c.py", "z = 1", "z = 2") + "\n"
FLOWING = Answer((Say(FIRST + "And then", 4000), Stall()))
WHOLE = Answer((Say(FIRST + SECOND, 4000),))
Serving = Callable[..., ModelServer]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")

ASKS = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from guillemet.app.history import History
from guillemet.app.session import Session
from guillemet.app.turns import Mode, Use
from guillemet.engine.workspace import Workspace
from guillemet.settings import KeptService, ServiceKind, Settings

root, address, data, mode, moment, read_only = sys.argv[1:]

def killing(verb, calls=1, *, after):
    left = int(calls)
    def run(*arguments, **options):
        nonlocal left
        if verb.__name__ == "grow" and not arguments[2]:  # a slow answer, of which nothing came yet
            return verb(*arguments, **options)
        left -= 1
        if left:
            return verb(*arguments, **options)
        if not after:
            os.kill(os.getpid(), signal.SIGKILL)
        verb(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)
    return run

if moment:
    when, place, name, *calls = moment.split()
    room = {"history": History, "workspace": Workspace}[place]
    setattr(room, name, killing(getattr(room, name), *calls, after=when == "after"))

app = QCoreApplication([])
services = (KeptService("here", ServiceKind.COMPATIBLE, address),)
session = Session(
    Settings(model="here/small", map_tokens=0, services=services),
    settings_file=Path(data) / "settings.json",
    history_file=Path(data) / "data" / "history.sqlite",
)

def ask(_):
    session.talk.conversation.begin()
    session.talk.conversation.files.set_use(read_only.split(), Use.READ_ONLY)
    session.talk.conversation.send("Go.", mode=Mode(mode))

session.talk.ready.connect(ask)
session.review_changed.connect(lambda review: print(len(review.files), flush=True))
session.open_repository(root)
app.exec()
"""

PROGRAM = ForkServer(
    "PySide6.QtCore",
    "guillemet.app.session",
    "guillemet.llm.services.openai_service",
    # What the program loads on first use, which is before its first answer each time.
    "anyio._backends._asyncio",
    "filelock",
    "guillemet.llm.keyring_store",
    "guillemet.llm.secret_detectors",
    "httpcore2",
    "openai.resources.chat.completions.completions",
    "truststore",
)


@pytest.fixture(autouse=True)
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit(FILES)
    return repository


@pytest.fixture
def kill(repository: RepositoryBuilder, serving: Serving, tmp_path: Path) -> Callable[..., None]:
    """Return what lets a program ask a model that answers so, and kills it at a moment."""

    def kill(
        reply: Reply,
        moment: str = "",
        *,
        until: Callable[[Path], bool] = lambda _: True,
        mode: Mode = Mode.EDIT,
        read_only: str = "",
        rate: float = 0.0,
    ) -> None:
        server = serving(reply, rate=rate)
        arguments = [str(repository.root), server.address, str(tmp_path), mode, moment, read_only]
        with PROGRAM.started(ASKS, *arguments) as program:
            if not moment:
                while "1\n" not in program.printed() or not until(tmp_path / "data"):
                    assert program.is_running()
                os.kill(program.pid, signal.SIGKILL)
            ended = program.wait()
        assert ended.code == -signal.SIGKILL, ended.err
        assert server.wait_for(connections=0)

    return kill


def turns(session: Session) -> list[tuple[str, State]]:
    return [(turn.text, turn.state) for turn in session.talk.conversation.turns]


def go_on(qtbot: QtBot, session: Session) -> str:
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.conversation.go_on()
    return str(ended.args[0].text)


def test_what_came_of_an_answer_is_shown_and_gone_on_with(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None], repository: RepositoryBuilder
) -> None:
    kill(FLOWING, until=lambda folder: b"And then" in _bytes_of(folder))

    again = talking(said("\n" + SECOND))
    last = again.talk.conversation.turns[-1]
    assert (last.text, last.state) == (FIRST + "And then", State.BROKEN)
    assert "The part that arrived is saved" in last.note
    assert set(files_of(again)) == {"a.py"}
    assert {path: repository.read(path).decode() for path in FILES} == FILES
    assert go_on(qtbot, again) == FIRST + "And then\n" + SECOND
    wait_for_files(qtbot, again, "a.py", "b.py")


@pytest.mark.parametrize("moment", ["after history grow 2", "before history grow 4", "after history grow 4"])
def test_a_long_answer_cut_off_later_is_shown_and_gone_on_with(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None], moment: str
) -> None:
    prose = "".join(f"This is line {number}.\n" for number in range(2_000))
    kill(Answer((Say(FIRST, 4000), Say(prose, 20))), moment, rate=200)

    again = talking(said("\n" + SECOND))

    kept, state = turns(again)[-1]
    assert state is State.BROKEN
    assert (FIRST + prose).startswith(kept)
    assert len(kept) > len(FIRST)
    wait_for_files(qtbot, again, "a.py")
    assert SECOND in go_on(qtbot, again)
    wait_for_files(qtbot, again, "a.py", "b.py")


MOMENTS = (
    "after history grow",
    "before workspace apply",
    "after workspace apply",
    "before history end",
    "after history end",
    "before history settle",
)


@pytest.mark.parametrize("moment", ["", "after history grow", "before workspace apply", "after workspace apply"])
def test_an_answer_cut_off_in_its_first_moment_is_gone_on_with(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None], moment: str
) -> None:
    kill(FLOWING, moment)

    again = talking(said("\n" + SECOND))

    assert [state for _, state in turns(again)] == [State.DONE, State.BROKEN]
    assert turns(again)[1][0].startswith(FIRST)
    wait_for_files(qtbot, again, "a.py")
    assert go_on(qtbot, again).endswith(SECOND)
    wait_for_files(qtbot, again, "a.py", "b.py")
    assert len(again.talk.conversation.turns) == 2


@pytest.mark.parametrize("moment", ["after history add_turns", "before history grow"])
def test_an_answer_of_which_nothing_came_is_asked_for_again(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None], moment: str
) -> None:
    kill(FLOWING, moment)

    again = talking(said(FIRST))

    assert turns(again) == [("Go.", State.DONE), ("", State.BROKEN)]
    assert go_on(qtbot, again) == FIRST
    wait_for_files(qtbot, again, "a.py")


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_answer_cut_off_at_its_end_is_staged_whole(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None], moment: str
) -> None:
    kill(WHOLE, moment)

    again = talking(said(""))

    assert turns(again)[0] == ("Go.", State.DONE)
    assert [text for text, _ in turns(again)[1:]] == [FIRST + SECOND]
    wait_for_files(qtbot, again, "a.py", "b.py")


@pytest.mark.parametrize("moment", ["before workspace apply", "after workspace apply"])
def test_an_answer_cut_off_asks_where_it_edits_what_it_was_given_to_read(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None], moment: str
) -> None:
    kill(WHOLE, moment, read_only="a.py")

    again = talking(said(""))

    wait_for_files(qtbot, again, "a.py", "b.py")
    assert again.review is not None
    flags = {outcome.path: outcome.flags for outcome in again.review.outcomes}
    assert flags == {"a.py": {Flag.READ_ONLY}, "b.py": {Flag.NOT_IN_CONVERSATION}}


def test_an_answer_cut_off_lands_on_the_files_that_were_shown(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None], repository: RepositoryBuilder
) -> None:
    kill(WHOLE, "before workspace apply", read_only="a.py")
    repository.write({"a.py": FILES["a.py"] + "\n\nlast = 1\n"})

    again = talking(said(""))

    wait_for_files(qtbot, again, "a.py", "b.py")
    assert {path: file.changed_since for path, file in files_of(again).items()} == {"a.py": True, "b.py": False}


def test_what_was_staged_is_neither_staged_again_nor_decided_anew(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None], repository: RepositoryBuilder
) -> None:
    kill(WHOLE, "before history settle")
    session = talking(said(""))
    wait_for_files(qtbot, session, "a.py", "b.py")
    session.decisions.accept(["a.py"])
    session.decisions.reject(["b.py"])
    wait(qtbot, lambda: {file.decision for file in files_of(session).values()}.isdisjoint({Decision.UNDECIDED}))
    session.close()

    again = talking(said(""))

    assert {path: file.decision for path, file in files_of(again).items()} == {
        "a.py": Decision.ACCEPTED,
        "b.py": Decision.REJECTED,
    }
    assert repository.read("a.py") == b"x = 2\n"


def test_an_answer_that_was_to_change_nothing_stages_nothing_after_a_crash(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None]
) -> None:
    kill(WHOLE, "before history end", mode=Mode.ASK)

    again = talking(said("Yes."))
    ask(qtbot, again, "Is that so?", mode=Mode.ASK)

    assert not files_of(again)


def test_an_answer_cut_off_goes_before_the_one_the_proposal_came_from(
    qtbot: QtBot, talking: Talking, kill: Callable[..., None]
) -> None:
    first = talking(said(THIRD))
    ask(qtbot, first, "Begin.")
    wait_for_files(qtbot, first, "c.py")
    first.close()
    kill(FLOWING, "after history grow")

    again = talking(said("\n" + SECOND))

    assert [state for _, state in turns(again)] == [State.DONE, State.BROKEN]
    wait_for_files(qtbot, again, "a.py", "c.py")
    go_on(qtbot, again)
    assert len(again.talk.conversation.turns) == 2
    wait_for_files(qtbot, again, "a.py", "b.py", "c.py")


def _bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("*.sqlite*"))
