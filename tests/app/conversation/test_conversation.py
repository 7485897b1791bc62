"""Promises of a conversation: what is said is sent, what comes is shown and staged, what breaks is kept."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.session import Session
from guillemet.app.turns import Estimate, Mode, State, Turn, Use
from guillemet.engine.outcomes import Status
from guillemet.engine.review import Decision
from guillemet.llm.messages import Role
from guillemet.settings import KeptService, Settings
from tests.app.conversation.conftest import Talking
from tests.kit.model_server import Answer, Drop, ModelServer, Pause, Refusal, Say, Stall, Think, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

FIRST = "I change it.\n\n" + edit("a.py", "x = 1", "x = 2")
SECOND = edit("b.py", "y = 1", "y = 2")
FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n"}
SECONDS = 20_000


def ask(qtbot: QtBot, session: Session, message: str, *, mode: Mode | None = None) -> Turn:
    """Say something and return the answer's turn once it has ended."""
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS) as ended:
        session.talk.conversation.send(message, mode=mode)
    turn: Turn = ended.args[0]
    return turn


def asked_of(serving: Callable[..., ModelServer], number: int = -1) -> str:
    """Return everything that a request said, as text."""
    return str(serving.servers[-1].asked[number].body)  # type: ignore[attr-defined]


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


def test_a_finished_block_is_staged_while_the_rest_still_flows(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(Answer((Say(FIRST + "\nAnd more.\n"), Stall())))

    session.talk.conversation.send("Make it two.")

    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    assert session.talk.conversation.answering.is_flowing
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
    assert [outcome.status for outcome in session.review.outcomes] == [Status.APPLIED, Status.FAILED]


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


def test_files_of_the_conversation_are_sent_as_they_are_now(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    session.talk.conversation.files.set_use(["a.py"], Use.IN)
    (repository.root / "a.py").write_text("x = 77\n", encoding="utf-8")

    ask(qtbot, session, "Look.")

    assert "x = 77" in asked_of(serving)
    assert "y = 1" not in asked_of(serving)


def test_a_file_that_changed_between_two_messages_is_marked_and_sent_anew(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    conversation = session.talk.conversation
    conversation.files.set_use(["a.py"], Use.IN)
    ask(qtbot, session, "Look.")
    (repository.root / "a.py").write_text("x = 77\n", encoding="utf-8")

    with qtbot.waitSignal(conversation.spending.estimate_changed, timeout=SECONDS):
        conversation.weigh("Again.")

    assert conversation.files.entries[0].changed_since_shown
    ask(qtbot, session, "Again.")
    assert "x = 77" in asked_of(serving)


def test_what_is_ignored_for_models_is_never_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES | {".guillemetignore": "b.*\n"})
    session = talking(said("Fine."))
    files = session.talk.conversation.files
    qtbot.waitUntil(lambda: "a.py" in files.known, timeout=SECONDS)

    with qtbot.waitSignal(files.refused) as refused:
        files.set_use(["b.py"], Use.IN)

    assert "b.py" in refused.args[0]
    assert not files.entries
    assert "b.py" not in files.known


def test_a_secret_is_shown_before_it_is_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    key = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEow\n"
    repository.commit(FILES | {"key.pem": key})
    session = talking(said("Fine."))
    conversation = session.talk.conversation
    conversation.files.set_use(["key.pem"], Use.READ_ONLY)

    with qtbot.waitSignal(conversation.prepared, timeout=SECONDS) as prepared:
        conversation.send("Look.")

    assert [(one.path, one.line) for one in prepared.args[0].secrets] == [("key.pem", 1)]
    assert not serving.servers[-1].asked  # type: ignore[attr-defined]
    with qtbot.waitSignal(conversation.turn_ended, timeout=SECONDS):
        conversation.send_prepared(prepared.args[0])
    assert "MIIEow" in asked_of(serving)


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
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
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


def test_a_conversation_is_kept_and_opened_again(qtbot: QtBot, talking: Talking, repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    session.talk.conversation.files.set_use(["a.py"], Use.READ_ONLY)
    ask(qtbot, session, "Remember me.")
    session.talk.conversation.begin()
    with qtbot.waitSignal(session.talk.heads_found) as found:
        session.talk.find("remember")
    (head,) = found.args[0]

    with qtbot.waitSignal(session.talk.conversation.begun_anew):
        session.talk.open(head.key)

    assert [turn.text for turn in session.talk.conversation.turns] == ["Remember me.", "Fine."]
    assert [(one.path, one.use) for one in session.talk.conversation.files.entries] == [("a.py", Use.READ_ONLY)]


def test_the_conversation_of_an_open_proposal_is_shown_when_the_repository_is_opened(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    first = talking(said(FIRST))
    ask(qtbot, first, "Make it two.")
    qtbot.waitUntil(lambda: bool(first.review and first.review.files), timeout=SECONDS)
    first.close()

    second = talking(said("unused"))

    assert [turn.text for turn in second.talk.conversation.turns] == ["Make it two.", FIRST]


def test_saying_something_else_in_place_of_a_message_begins_a_branch(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session = talking(said("One."), said("Two."))
    ask(qtbot, session, "First way.")

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.conversation.resend(1, "Second way.")

    assert [turn.text for turn in session.talk.conversation.turns] == ["Second way.", "Two."]
    assert "First way." not in asked_of(serving)


def test_copying_the_prompt_gives_one_text_and_sends_nothing(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    session.talk.conversation.files.set_use(["a.py"], Use.IN)

    with qtbot.waitSignal(session.talk.conversation.prompt_ready, timeout=SECONDS) as ready:
        session.talk.conversation.copy_prompt("Make it two.")

    assert "x = 1" in ready.args[0]
    assert "Make it two." in ready.args[0]
    assert not serving.servers[-1].asked  # type: ignore[attr-defined]


def test_failed_blocks_become_a_message_that_is_not_sent(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session = talking(said(edit("a.py", "x = 5", "x = 2")))
    ask(qtbot, session, "Make it two.")
    qtbot.waitUntil(lambda: bool(session.review and session.review.outcomes), timeout=SECONDS)

    with qtbot.waitSignal(session.talk.conversation.draft_wanted, timeout=SECONDS) as wanted:
        session.talk.feedback.retry(session.review.outcomes)

    assert "x = 5" in wanted.args[0]
    assert "x = 1" in wanted.args[0]
    assert len(serving.servers[-1].asked) == 1  # type: ignore[attr-defined]


def test_a_commit_message_is_written_from_what_will_be_committed(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES, message="room: say what is done")
    session = talking(said(FIRST), said("```\na: make it two\n```"))
    ask(qtbot, session, "Make it two.")
    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    session.accept(["a.py"])
    qtbot.waitUntil(lambda: bool(session.review and session.review.commit), timeout=SECONDS)

    with qtbot.waitSignal(session.talk.commit_messages.written, timeout=SECONDS) as written:
        session.talk.commit_messages.ask("here/small")

    assert written.args[0] == "a: make it two"
    assert "room: say what is done" in asked_of(serving)
    assert "+x = 2" in asked_of(serving)


def test_no_key_is_ever_in_what_is_kept(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    repository.commit(FILES)
    session = talking(said("Fine."))
    service = session.talk.conversation.services.choice_named("here")
    assert service is not None
    session.talk.conversation.services.give_key(service, "sk-very-secret-key-000", remember=False)

    ask(qtbot, session, "Hello.")
    session.close()

    kept = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert kept
    assert not any(b"sk-very-secret" in data for data in kept)


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


def test_a_service_that_counts_is_asked_only_after_something_was_sent_to_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    server = serving(said("Fine."), counted=4321)
    service = KeptService("here", "anthropic", server.bare_address)
    session = talking(settings=Settings(model="here/small", map_tokens=0, services=(service,)))
    choice = session.talk.conversation.services.choice_named("here")
    assert choice is not None
    session.talk.conversation.services.give_key(choice, "sk-ant-test-0000000000", remember=False)
    estimates: list[Estimate] = []
    session.talk.conversation.spending.estimate_changed.connect(estimates.append)
    session.talk.conversation.weigh("Hello.")
    qtbot.waitUntil(lambda: bool(estimates), timeout=SECONDS)
    ask(qtbot, session, "Hello.")
    assert not any(estimate.is_counted for estimate in estimates)

    session.talk.conversation.weigh("And now?")

    qtbot.waitUntil(lambda: estimates[-1].is_counted, timeout=SECONDS)
    assert estimates[-1].tokens == 4321


def test_weighing_anew_tells_of_no_files_when_none_are_others(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder
) -> None:
    repository.commit(FILES)
    session = talking(said("unused"))
    conversation = session.talk.conversation
    conversation.files.set_use(list(FILES)[:1], Use.IN)
    with qtbot.waitSignal(conversation.spending.estimate_changed, timeout=SECONDS):
        conversation.weigh("Hello.")

    # Whoever is told of files weighs again: telling without need would never end.
    told: list[object] = []
    conversation.files.changed.connect(told.append)
    with qtbot.waitSignal(conversation.spending.estimate_changed, timeout=SECONDS):
        conversation.weigh("Hello.")
    assert not told


def _counting_session(
    qtbot: QtBot, talking: Talking, serving: Callable[..., ModelServer]
) -> tuple[Session, ModelServer]:
    server = serving(said("Fine."), counted=4321)
    service = KeptService("here", "anthropic", server.bare_address)
    session = talking(settings=Settings(model="here/small", map_tokens=0, services=(service,)))
    services = session.talk.conversation.services
    choice = services.choice_named("here")
    assert choice is not None
    with qtbot.waitSignals([services.offers_changed, services.key_looked_up], timeout=SECONDS):
        services.give_key(choice, "sk-ant-test-0000000000", remember=False)
    return session, server


def test_a_service_counts_before_anything_was_sent_to_it_when_the_user_wishes_so(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)

    with qtbot.waitSignal(session.talk.conversation.spending.estimate_changed, timeout=SECONDS) as told:
        session.talk.conversation.counting.count("Hello.")

    assert told.args[0].is_counted
    assert told.args[0].tokens == 4321
    assert not [one for one in server.asked if one.path.endswith("/messages")]


def test_a_secret_is_not_sent_to_be_counted(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)

    with qtbot.waitSignal(session.talk.conversation.noticed, timeout=SECONDS) as told:
        session.talk.conversation.counting.count("Use AKIAIOSFODNN7EXAMPLZ.")

    assert told.args[0].what.startswith("Nothing was counted: the request holds what looks like a secret")
    assert not [one for one in (*server.asked, *server.asked_else) if one.path.endswith("/count_tokens")]


def test_a_service_that_fails_to_count_says_why(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session, server = _counting_session(qtbot, talking, serving)
    server.close()

    with qtbot.waitSignal(session.talk.conversation.noticed, timeout=SECONDS) as told:
        session.talk.conversation.counting.count("Hello.")

    assert told.args[0].what == "The service did not count."
    assert told.args[0].todo


def test_what_was_rejected_is_told_once_with_the_next_message_if_the_user_wants_it(
    qtbot: QtBot, talking: Talking, repository: RepositoryBuilder, serving: Callable[..., ModelServer]
) -> None:
    repository.commit(FILES)
    session = talking(said(FIRST), said("I see."))
    session.preferences.choose(replace(session.preferences.now, tells_decisions=True))
    ask(qtbot, session, "Make it two.")
    qtbot.waitUntil(lambda: bool(session.review and session.review.files), timeout=SECONDS)
    session.reject(["a.py"])
    qtbot.waitUntil(lambda: bool(session.review and session.review.decided(Decision.REJECTED)), timeout=SECONDS)

    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.send("Try again.", Mode.EDIT, session.review)
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.send("And now?", Mode.EDIT, session.review)

    told = [str(request.body["messages"][-1]) for request in serving.servers[-1].asked]  # type: ignore[attr-defined]
    assert ["-x = 1" in one or "x = 2" in one for one in told] == [False, True, False]
