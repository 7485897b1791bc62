"""Promises of a long answer: the user decides while it flows, and nothing of either is lost."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.app.turns import State
from guillemet.engine.review import Decision
from tests.app.chat.conftest import Talking
from tests.kit.model_server import Answer, ModelServer, Say, Stall, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import ask, begin, files_of, stop, wait, wait_for_files

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
                session.decisions.accept([path])
                return
            if is_whole and path not in accepted | rejected and int(path[1:3]) % 3 == 1:
                rejected.add(path)
                session.decisions.reject([path])
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


def test_an_answer_undone_and_the_next_one_are_two_steps(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit({"f00.py": content(1), "f01.py": content(1)})
    session = talking(said(of_file(0)), Answer((Say(of_file(1), 60), Stall())))
    ask(qtbot, session, "One.")
    wait(qtbot, lambda: session.review is not None and len(session.review.outcomes) == BLOCKS)  # none comes unseen
    session.decisions.accept_all()
    wait(qtbot, lambda: Decision.ACCEPTED in decisions(session).values())
    begin(qtbot, session, "Two.", until="file 01")
    stop(qtbot, session)
    wait(qtbot, lambda: session.review is not None and len(session.review.outcomes) == BLOCKS)
    wait_for_files(qtbot, session, "f01.py")

    session.decisions.undo()

    wait_for_files(qtbot, session, "f00.py")
    assert repository.read("f00.py").decode() == content(2)
