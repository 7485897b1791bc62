"""Promises of an answer: what comes is shown and staged, what breaks or is stopped is kept."""

from pathlib import Path
from threading import Event

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice
from guillemet.app.session import Session
from guillemet.app.turns import Mode, State, Turn
from guillemet.engine.blocks import FormatName
from guillemet.engine.outcomes import Reason, Status
from guillemet.llm.messages import Role
from guillemet.settings import KeptService, ServiceKind, Settings
from tests.app.chat.conftest import FILES, FIRST, SECOND, Serving, Talking, asked_of
from tests.kit.model_server import Answer, Drop, Hold, Pause, Refusal, Say, Stall, Think, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, begin, end, errors_of, wait, wait_for_files


def test_an_answer_becomes_turns_and_a_proposal(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST))

    turn = ask(qtbot, session, "Make it two.")

    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    assert [one.role for one in session.talk.conversation.turns] == [Role.USER, Role.ASSISTANT]
    assert (turn.text, turn.state, turn.model) == (FIRST, State.DONE, "here/small")
    assert turn.usage is not None
    assert [file.path for file in session.review.files] == ["a.py"]
    assert repository.read("a.py") == b"x = 1\n"


def test_whole_files_that_were_asked_for_may_stand_below_any_path_line(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("Here it is.\n\n### a.py\n\n```python\nx = 2\n```\n"))
    session.preferences.choose(replace(session.preferences.now, edit_format="whole-file"))

    turn = ask(qtbot, session, "Make it two.")

    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    assert [file.path for file in session.review.files] == ["a.py"]
    assert turn.asked is FormatName.WHOLE_FILE


def test_a_finished_block_is_staged_while_the_rest_still_flows(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(Answer((Say(FIRST + "\nAnd more.\n"), Stall())))

    session.talk.conversation.send("Make it two.")

    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    assert session.talk.conversation.answering.is_flowing
    session.talk.conversation.stop()


def test_a_block_is_staged_while_the_answer_flows_though_one_of_the_answer_before_ended_at_the_same_length(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    other = FIRST.replace("a.py", "b.py").replace("x", "y")
    session = talking(said(FIRST), Answer((Say(other, piece=4_000), Stall())))
    ask(qtbot, session, "Make it two.")
    wait_for_files(qtbot, session, "a.py")

    session.talk.conversation.send("Make the other one two, too.")

    wait_for_files(qtbot, session, "a.py", "b.py")
    assert session.talk.conversation.answering.is_flowing
    session.talk.conversation.stop()


def test_the_first_text_of_a_slow_answer_is_told_before_the_rest(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(Answer((Say("Hello"), Pause(30.0))))

    with qtbot.waitSignal(session.talk.conversation.answering.tail_changed, timeout=SECONDS) as told:
        session.talk.conversation.send("Hi.")

    assert "Hello".startswith(told.args[0])
    assert told.args[0]
    session.talk.conversation.stop()


def test_stopping_keeps_what_came_and_marks_the_half_block(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    half = SECOND[: SECOND.index("=======")]
    session = talking(Answer((Say(FIRST + "\n" + half), Stall())))
    session.talk.conversation.send("Change both.")
    came = session.talk.conversation.answering
    qtbot.waitUntil(lambda: came.so_far is not None and came.so_far.text.endswith(half), timeout=SECONDS)

    with qtbot.waitSignal(session.talk.conversation.turn_ended) as ended:
        session.talk.conversation.stop()

    assert ended.args[0].state is State.STOPPED
    qtbot.waitUntil(lambda: bool(session.review and len(session.review.outcomes) == 2), timeout=SECONDS)
    assert [outcome.status for outcome in session.review.outcomes] == [Status.APPLIED, Status.SKIPPED]
    assert session.review.outcomes[1].reason is Reason.STOPPED


def test_going_on_joins_the_half_block(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    cut = SECOND.index("y = 2") + 3
    session = talking(Answer((Say(FIRST + "\n" + SECOND[:cut]), Drop())), said(SECOND[cut:]))
    broken = ask(qtbot, session, "Change both.")
    assert broken.state is State.BROKEN

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.conversation.go_on()

    assert ended.args[0].text == FIRST + "\n" + SECOND
    assert len(session.talk.conversation.turns) == 2
    qtbot.waitUntil(
        lambda: bool(session.review) and [o.status for o in session.review.outcomes] == [Status.APPLIED] * 2,
        timeout=SECONDS,
    )


def test_reasoning_is_kept_apart_and_never_read_for_blocks(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(Answer((Think(SECOND), Say(FIRST))))

    turn = ask(qtbot, session, "Make it two.")

    assert turn.reasoning == SECOND
    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    assert [file.path for file in session.review.files] == ["a.py"]


def test_a_message_to_a_service_that_is_gone_is_kept_and_the_answer_says_so(qtbot: QtBot, talking: Talking) -> None:
    session = talking(said("Unwanted."))
    session.talk.conversation.choose(model="gone/small")

    turn = ask(qtbot, session, "Hello?")

    assert (turn.state, turn.note) == (State.BROKEN, "There is no service named gone. Choose another model.")


def test_a_refusal_is_told_in_words_and_keeps_the_question(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(Refusal(401, "no"))

    turn = ask(qtbot, session, "Hello?")

    assert turn.state is State.BROKEN
    assert "key" in turn.note
    assert session.talk.conversation.turns[0].text == "Hello?"


def test_waiting_for_a_busy_service_is_shown(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    session = talking(Refusal(429, "slow down", headers=(("retry-after", "1"),)), said("Now."))
    notes: list[str] = []
    session.talk.conversation.answering.turn_changed.connect(lambda turn: notes.append(turn.note))

    turn = ask(qtbot, session, "Hello?")

    assert turn.text == "Now."
    assert any("try 2" in note for note in notes)


def test_an_architect_plans_and_another_request_writes_the_blocks(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Serving
) -> None:
    repository.commit(FILES)
    session = talking(said("Set x to two."), said(FIRST))
    turns: list[Turn] = []
    session.talk.conversation.turn_ended.connect(turns.append)

    session.talk.conversation.send("Make it two.", mode=Mode.ARCHITECT)

    qtbot.waitUntil(lambda: len(turns) == 2, timeout=SECONDS)
    assert "Set x to two." in asked_of(serving, 1)
    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)


def test_asking_stages_nothing(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST))

    ask(qtbot, session, "What would you do?", mode=Mode.ASK)

    qtbot.wait(50)
    assert session.review is not None
    assert not session.review.files


def test_without_a_repository_an_answer_is_no_more_than_its_text(
    qtbot: QtBot, serving: Serving, tmp_path: Path
) -> None:
    server = serving(said(FIRST))
    service = KeptService("here", ServiceKind.COMPATIBLE, server.address)
    settings = Settings(model="here/small", services=(service,), tells_decisions=True)
    session = Session(settings, settings_file=tmp_path / "settings.json", history_file=tmp_path / "history.sqlite")
    errors = errors_of(session)

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.send("Hello?", Mode.EDIT)

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert ended.args[0].text == FIRST
    assert errors == []
    end(session)


def test_an_answer_is_reported_once_when_all_of_it_is_staged_and_not_where_it_proposes_nothing(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    goes_on, notices = Event(), list[Notice]()
    session = talking(said("Hello."), Answer((Say(FIRST + "\n"), Hold(goes_on), Say(SECOND))))
    session.notifications.noticed.connect(notices.append)
    ask(qtbot, session, "Hello?")
    begin(qtbot, session, "Change both.", until=FIRST)
    wait_for_files(qtbot, session, "a.py")
    wait(qtbot, lambda: session.tasks.is_quiet)
    assert notices == []
    assert not session.talk._garbage._is_quiet()

    goes_on.set()

    wait_for_files(qtbot, session, "a.py", "b.py")
    wait(qtbot, lambda: bool(notices) and session.tasks.is_quiet)
    assert [notice.what for notice in notices if notice.level is Level.DONE] == ["The answer: 2 placed."]
