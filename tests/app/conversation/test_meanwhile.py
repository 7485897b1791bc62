"""Promises of a long answer: the user decides while it flows, and nothing of either is lost; a crash neither."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.app.turns import State
from guillemet.engine.review import Decision
from tests.app.conversation.conftest import Talking
from tests.kit.command import SOURCE_ROOT
from tests.kit.model_server import Answer, ModelServer, Say, Stall, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, begin, files_of, stop, wait, wait_for_files

FILES = 50
BLOCKS = 10
"""In every file."""
Serving = Callable[..., ModelServer]


def content(value: int) -> str:
    return "".join(f"value_{number} = {value}\n" for number in range(BLOCKS))


def block(file: int, number: int) -> str:
    return edit(f"f{file:02}.py", f"value_{number} = 1", f"value_{number} = 2")


def of_file(file: int) -> str:
    """Return what the answer says about one file: all its blocks."""
    return "".join(block(file, number) for number in range(BLOCKS)) + f"\nThat was file {file:02}.\n\n"


def decisions(session: Session) -> dict[str, Decision]:
    return {path: file.decision for path, file in files_of(session).items()}


@pytest.mark.timeout(50)
def test_what_is_decided_while_five_hundred_blocks_flow_stays_so(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit({f"f{file:02}.py": content(1) for file in range(FILES)})
    answer = "".join(map(of_file, range(FILES)))
    # Twenty pieces a second, each with the blocks of a file.
    server = serving(Answer((Say(answer, len(answer) // FILES),)), rate=20)
    session = talking(server=server)
    accepted, rejected = set[str](), set[str]()

    def decide() -> None:
        """Accept one file of three and reject another, as soon as they are whole."""
        so_far = session.talk.conversation.answering.so_far
        for path, file in files_of(session).items():
            is_whole = so_far is not None and f"file {path[1:3]}." in so_far.text and file.added == BLOCKS
            if is_whole and path not in accepted | rejected and int(path[1:3]) % 3 == 0:
                accepted.add(path)
                session.accept([path])
                return
            if is_whole and path not in accepted | rejected and int(path[1:3]) % 3 == 1:
                rejected.add(path)
                session.reject([path])
                return

    session.review_changed.connect(lambda _: decide())
    turn = ask(qtbot, session, "Go.")
    everything = {f"f{file:02}.py" for file in range(FILES)}
    wait_for_files(qtbot, session, *everything)
    wait(qtbot, lambda: session.review is not None and len(session.review.outcomes) == FILES * BLOCKS)
    wait(qtbot, lambda: Decision.UNDECIDED not in {decisions(session)[path] for path in accepted | rejected})

    assert turn.text == answer
    assert len(accepted) > 2
    assert len(rejected) > 2
    for path, decision in decisions(session).items():
        written = repository.read(path).decode()
        assert decision is (
            Decision.ACCEPTED if path in accepted else Decision.REJECTED if path in rejected else Decision.UNDECIDED
        )
        assert written == content(2 if path in accepted else 1)


def test_an_answer_of_ten_megabytes_is_kept_whole(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({"a.py": "x = 1\n"})
    text = ("and so on, " * 100 + "\n\n") * 9_200 + edit("a.py", "x = 1", "x = 2")
    session = talking(Answer((Say(text, 1_000_000),)), said("Hello."))

    turn = ask(qtbot, session, "Go.")

    assert len(text) > 10_000_000
    assert (turn.state, turn.text == text) == (State.DONE, True)
    wait_for_files(qtbot, session, "a.py")
    session.close()
    again = talking(said("Hello."))
    assert again.talk.conversation.turns[-1].text == text


ASKS = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from guillemet.app.session import Session
from guillemet.settings import KeptService, Settings

root, address, data = sys.argv[1:]
app = QCoreApplication([])
services = (KeptService("here", "compatible", address),)
session = Session(
    Settings(model="here/small", map_tokens=0, services=services),
    settings_file=Path(data) / "settings.json",
    history_file=Path(data) / "data" / "history.sqlite",
)
session.talk.ready.connect(lambda _: session.talk.conversation.send("Go."))
session.review_changed.connect(lambda review: print(len(review.files), flush=True))
session.open_repository(root)
app.exec()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_program_killed_in_the_middle_of_an_answer_shows_what_came(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving, tmp_path: Path
) -> None:
    repository.commit({"f00.py": content(1)})
    text = of_file(0) + "And then"
    server = serving(Answer((Say(text, 4000), Stall())))
    arguments = [str(repository.root), server.address, str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-c", ASKS, *arguments], stdout=subprocess.PIPE, env=_environment(), text=True
    ) as program:
        assert program.stdout is not None
        while program.stdout.readline().strip() != "1":
            assert program.poll() is None
        wait(qtbot, lambda: b"And then" in _bytes_of(tmp_path / "data"))
        program.send_signal(signal.SIGKILL)

    assert server.wait_for(connections=0)
    again = talking(said("unused"))
    last = again.talk.conversation.turns[-1]
    assert (last.text, last.state) == (text, State.BROKEN)
    assert "What came is kept" in last.note
    assert set(files_of(again)) == {"f00.py"}
    assert repository.read("f00.py").decode() == content(1)
    with qtbot.waitSignal(again.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        again.talk.conversation.go_on()
    assert ended.args[0].text == text + "unused"


def test_an_answer_undone_and_the_next_one_are_two_steps(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({"f00.py": content(1), "f01.py": content(1)})
    session = talking(said(of_file(0)), Answer((Say(of_file(1), 60), Stall())))
    ask(qtbot, session, "One.")
    wait_for_files(qtbot, session, "f00.py")
    session.accept_all()
    wait(qtbot, lambda: Decision.ACCEPTED in decisions(session).values())
    begin(qtbot, session, "Two.", until="file 01")
    stop(qtbot, session)
    wait(qtbot, lambda: session.review is not None and len(session.review.outcomes) == BLOCKS)
    wait_for_files(qtbot, session, "f01.py")

    session.undo()

    wait_for_files(qtbot, session, "f00.py")
    assert repository.read("f00.py").decode() == content(2)


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(SOURCE_ROOT)}


def _bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("*.sqlite*"))
