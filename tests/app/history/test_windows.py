"""Several windows share the file, and a crash in the middle of a reply loses nothing that was kept."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

import guillemet
from guillemet.app.history import History
from guillemet.app.history.turns import CUT_OFF, ELSEWHERE
from guillemet.app.turns import State
from tests.app.history.making import ROOT, answered, awaited, talk, texts

KILLED = """
import os, signal, sys
from pathlib import Path
from guillemet.app.history import History
from guillemet.app.turns import State, Turn
from guillemet.llm.messages import Role

history = History.open(Path(sys.argv[1]))
conversation = history.begin("/home/ada/project")
question = history.add_turn(conversation, parent=None, turn=Turn(1, Role.USER, "question"))
deleted = history.begin("/home/ada/project")
history.add_turn(deleted, parent=None, turn=Turn(1, Role.USER, "deleted"))
history.delete(deleted)
reply = history.add_turn(conversation, parent=question, turn=Turn(2, Role.ASSISTANT, "", state=State.WAITING))
history.grow(reply, "The first wo", "think")
history.grow(reply, "The first words", "thinking")
if sys.argv[2] == "midway":
    db = history._store._db
    db.execute("BEGIN IMMEDIATE")
    db.execute("UPDATE turns SET text = 'half'")
print(conversation, reply, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""

RECEIVES = """
import sys
from pathlib import Path
from guillemet.app.history import History
from guillemet.app.turns import State, Turn
from guillemet.llm.messages import Role

history = History.open(Path(sys.argv[1]))
turns = (Turn(1, Role.USER, "question"), Turn(2, Role.ASSISTANT, "", state=State.WAITING))
reply = history.add_turns(history.begin("/home/ada/project"), parent=None, added=turns)[1]
text = ""
for number in range(int(sys.argv[2])):
    text += f"This is line {number}.\\n"
    history.grow(reply, text)
    print(number, flush=True)
history.end(reply, Turn(2, Role.ASSISTANT, text))
history.close()
"""


def receive(file: Path, lines: int) -> "subprocess.Popen[str]":
    """Start a window that receives an answer of so many lines, and prints the number of each as it is saved."""
    return subprocess.Popen(
        [sys.executable, "-c", RECEIVES, str(file), str(lines)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(guillemet.__file__).parents[1])},
    )


def lines_of(text: str) -> int:
    """Return how many lines came of the answer, each of which is whole."""
    lines = text.splitlines()
    assert lines == [f"This is line {number}." for number in range(len(lines))]
    return len(lines)


def crash(file: Path, when: str = "between") -> tuple[int, int]:
    """Kill a window while a reply grows; return the keys of conversation and reply."""
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(file), when],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(guillemet.__file__).parents[1])},
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    conversation, reply = ended.stdout.split()
    return int(conversation), int(reply)


needs_kill = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")


@needs_kill
@pytest.mark.parametrize("when", ["between", "midway"])
def test_a_crash_in_the_middle_of_a_reply_keeps_what_came(file: Path, when: str) -> None:
    conversation, reply = crash(file, when)

    with closing(History.open(file)) as history:
        kept = history.turns(conversation)[-1]

        assert (kept.key, kept.turn.text, kept.turn.reasoning) == (reply, "The first words", "thinking")
        assert (kept.turn.state, kept.turn.note) == (State.BROKEN, CUT_OFF)
        assert history.search("first words")
        assert history.take_notice() == ""


@needs_kill
@pytest.mark.parametrize("saved", [1, 2, 5, 21, 200])
def test_whenever_a_window_is_killed_everything_is_there_that_it_had_saved(file: Path, saved: int) -> None:
    with receive(file, 1_000_000) as killed, receive(file, 40) as other:
        assert killed.stdout is not None
        last = [int(killed.stdout.readline()) for _ in range(saved)][-1]
        killed.kill()
        assert other.wait(60) == 0

    with closing(History.open(file)) as history:
        by_state = {turns[-1].turn.state: turns[-1].turn for turns in map(history.turns, (1, 2))}
        assert by_state[State.BROKEN].note == CUT_OFF
        assert lines_of(by_state[State.BROKEN].text) > last
        assert lines_of(by_state[State.DONE].text) == 40
        assert {head.key for head in history.search("line 0")} == {1, 2}
        assert history.take_notice() == ""


@needs_kill
def test_a_crash_is_seen_by_a_window_that_was_open_all_the_time(history: History, file: Path) -> None:
    conversation, _ = crash(file)

    assert history.turns(conversation)[-1].turn.state is State.BROKEN


@needs_kill
def test_what_a_crashed_window_deleted_is_gone_and_its_traces_with_it(file: Path) -> None:
    conversation, _ = crash(file)

    with closing(History.open(file)) as history:
        assert [head.key for head in history.heads()] == [conversation]
        assert not history.restore(conversation + 1)
    assert {place.name for place in file.parent.iterdir()} == {file.name, f"{file.name}-opening"}


@needs_kill
def test_a_reply_that_a_crash_cut_off_can_be_gone_on_with(file: Path) -> None:
    conversation, reply = crash(file)

    with closing(History.open(file)) as history:
        history.grow(reply, "The first words and")
        history.end(reply, answered("The first words and the last"))

        assert history.turns(conversation)[-1].turn.state is State.DONE
        assert texts(history, conversation) == ["question", "The first words and the last"]


def test_a_reply_left_growing_when_the_window_closed_is_broken(file: Path) -> None:
    with closing(History.open(file)) as history:
        conversation, question = talk(history, "question")
        history.add_turn(conversation, parent=question, turn=awaited())

    with closing(History.open(file)) as history:
        assert history.turns(conversation)[-1].turn.state is State.BROKEN


def test_a_reply_that_another_window_receives_is_shown_as_it_comes(history: History, file: Path) -> None:
    conversation, question = talk(history, "question")
    reply = history.add_turn(conversation, parent=question, turn=awaited())
    history.grow(reply, "The first")

    with closing(History.open(file)) as other:
        seen = other.turns(conversation)[-1].turn

    assert (seen.text, seen.state, seen.note) == ("The first", State.FLOWING, ELSEWHERE)
    own = history.turns(conversation)[-1].turn
    assert (own.state, own.note) == (State.FLOWING, "")


def test_only_windows_that_live_are_asked_for_their_answers_and_for_how_much_of_them_is_staged(
    history: History, file: Path
) -> None:
    talk(history, "question", "own")
    with closing(History.open(file)) as other:
        conversation, question = talk(other, "question")
        for name in ("whole", "not staged", "growing"):
            key = other.add_turn(conversation, parent=question, turn=awaited(name))
            other.grow(key, "All of it.")
            if name != "growing":
                other.end(key, replace(answered("All of it."), reply_id=name))
            if name != "not staged":
                other.settle(key, "All of it.")

        told = {answer.reply_id: answer.is_whole for answer in history.others(ROOT)}

    assert told == {"whole": True, "not staged": False, "growing": False}
    assert history.others(ROOT) == ()


def test_two_windows_write_at_once_and_nothing_is_lost(file: Path) -> None:
    failures: list[BaseException] = []

    def work() -> None:
        try:
            with closing(History.open(file)) as history:
                conversation, *_ = talk(history, *(f"turn {number}" for number in range(40)))
                assert len(history.turns(conversation)) == 40
        except BaseException as error:  # noqa: BLE001  told by the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    with closing(History.open(file)) as history:
        assert [head.turns for head in history.heads(ROOT)] == [40, 40, 40]


def test_talking_in_a_conversation_that_another_window_deleted_brings_it_back(history: History, file: Path) -> None:
    conversation, question = talk(history, "question")

    with closing(History.open(file)) as other:
        other.delete(conversation)
        history.add_turn(conversation, parent=question, turn=answered("answer"))

    assert texts(history, conversation) == ["question", "answer"]


def test_what_one_window_deleted_another_can_bring_back_while_it_lives(history: History, file: Path) -> None:
    conversation, _ = talk(history, "question")
    history.delete(conversation)

    with closing(History.open(file)) as other:
        assert other.restore(conversation)

    assert history.heads()


def test_what_is_deleted_is_gone_for_good_when_the_last_window_closes(file: Path) -> None:
    with closing(History.open(file)) as last:
        conversation, question = talk(last, "question")
        gone, _ = talk(last, "unmistakable words")
        with closing(History.open(file)) as first:
            first.delete(conversation)
            first.delete(gone)
        assert last.heads() == ()

        last.add_turn(conversation, parent=question, turn=answered("It goes on here."))
        assert texts(last, conversation) == ["question", "It goes on here."]

    with closing(History.open(file)) as history:
        assert [head.key for head in history.heads()] == [conversation]
        assert not history.restore(gone)
    assert b"unmistakable words" not in file.read_bytes()


def test_an_answer_that_ends_stays_deleted_only_where_its_own_window_deleted_it(history: History, file: Path) -> None:
    here, question = talk(history, "here")
    there, other_question = talk(history, "there")
    answers = [
        history.add_turn(conversation, parent=parent, turn=awaited())
        for conversation, parent in ((here, question), (there, other_question))
    ]
    history.delete(here)
    with closing(History.open(file)) as other:
        other.delete(there)

    for answer in answers:
        history.end(answer, answered("answer"))

    assert [head.key for head in history.heads()] == [there]


@needs_kill
def test_a_window_that_lives_goes_on_receiving_while_another_one_crashes_and_starts(
    history: History, file: Path
) -> None:
    conversation, question = talk(history, "question")
    reply = history.add_turn(conversation, parent=question, turn=awaited())
    history.grow(reply, "The first")
    crashed, _ = crash(file)

    with closing(History.open(file)) as started:
        assert started.turns(crashed)[-1].turn.state is State.BROKEN
        assert started.turns(conversation)[-1].turn.note == ELSEWHERE
    history.grow(reply, "The first words")

    assert history.turns(conversation)[-1].turn.state is State.FLOWING
