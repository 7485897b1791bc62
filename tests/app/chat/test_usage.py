"""Promises of what answers cost: every request counts, also one that was stopped, broke off, or was gone on with."""

from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Notice
from guillemet.app.session import Session
from guillemet.app.turns import Mode, SpendingTotals, State
from guillemet.llm.messages import Picture, Usage
from guillemet.llm.tokens import Calibration
from guillemet.settings import KeptService, ServiceKind, Settings
from tests.app.chat.conftest import FILES, FIRST, Serving, Talking
from tests.app.chat.test_continuation import go_on
from tests.kit.model_server import Answer, Drop, Hold, Refusal, Say, Stall, Think, Tokens, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, ask, begin, stop, wait, wait_for_files

LONG = "One, two, three, four, five, six, seven, eight, nine, ten. " * 20


@pytest.fixture(autouse=True)
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    repository.commit(FILES)
    return repository


def sums_of(session: Session, qtbot: QtBot) -> SpendingTotals:
    with qtbot.waitSignal(session.talk.conversation.spending.sums_changed, timeout=SECONDS) as told:
        session.talk.conversation.log.sums(session.talk.conversation.spending.take_sums)
    sums: SpendingTotals = told.args[0]
    return sums


def anthropic(serving: Serving, *scripts: Answer | Refusal) -> Settings:
    service = KeptService("here", ServiceKind.ANTHROPIC, serving(*scripts).bare_address)
    return Settings(model="here/small", map_tokens=0, services=(service,))


def test_what_an_answer_cost_before_it_was_gone_on_with_still_counts(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    half = Answer((Say("One, two, "), Stall()), tokens=Tokens(fresh=9_000, from_cache=500))
    rest = Answer((Say("three."),), tokens=Tokens(fresh=100, written=30))
    session = talking(settings=anthropic(serving, half, rest))
    begin(qtbot, session, "Count.", until="two")
    stop(qtbot, session)

    usage = go_on(qtbot, session).usage

    assert usage is not None
    assert (usage.read, usage.from_cache) == (9_600, 500)
    assert usage.written >= 31
    # The sums of before may be told only now.
    qtbot.waitUntil(lambda: sums_of(session, qtbot).day.tokens == usage.read + usage.written)


def test_what_an_answer_cost_still_counts_when_going_on_with_it_is_refused(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    half = Answer((Say("One, two, "), Stall()), tokens=Tokens(fresh=9_000, from_cache=500))
    session = talking(settings=anthropic(serving, half, Refusal(401)))
    begin(qtbot, session, "Count.", until="two")
    before = stop(qtbot, session).usage

    assert before is not None
    assert go_on(qtbot, session).usage == before


@pytest.mark.parametrize("end", ["stopped", "whole"])
def test_a_commit_message_counts_once_although_the_service_reports_its_tokens_as_they_grow(
    qtbot: QtBot, talking: Talking, serving: Serving, end: str
) -> None:
    goes_on, came, spent = Event(), list[object](), list[Usage]()
    answer = Answer((Say("a: make"), Hold(goes_on), Say(" it two")), tokens=Tokens(fresh=900, written=30))
    session = talking(settings=anthropic(serving, answer))
    session.reception.take_text(FIRST, "Pasted text")
    wait_for_files(qtbot, session, "a.py")
    session.decisions.accept(["a.py"])
    wait(qtbot, lambda: bool(session.review and session.review.commit))
    messages = session.talk.commit_messages
    messages.spent.connect(lambda _, usage: spent.append(usage))
    messages.ask("here/small")
    wait(qtbot, lambda: messages._stream is not None)
    messages._stream.came.connect(came.append)
    wait(qtbot, lambda: bool(came))

    if end == "stopped":
        messages.stop()
    goes_on.set()

    wait(qtbot, lambda: bool(spent) and session.tasks.is_quiet)
    assert [usage.read for usage in spent] == [900]
    assert end == "stopped" or spent[0].written == 30
    assert sums_of(session, qtbot).day.tokens == spent[0].read + spent[0].written


def test_a_commit_message_that_broke_off_counts_as_an_answer_does_where_the_service_reported_nothing(
    qtbot: QtBot, talking: Talking
) -> None:
    session, spent = talking(Answer((Think("Two files. "), Say("a: make"), Drop()))), list[Usage]()
    session.reception.take_text(FIRST, "Pasted text")
    wait_for_files(qtbot, session, "a.py")
    session.decisions.accept(["a.py"])
    wait(qtbot, lambda: bool(session.review and session.review.commit))
    session.talk.commit_messages.spent.connect(lambda _, usage: spent.append(usage))

    session.talk.commit_messages.ask("here/small")

    wait(qtbot, lambda: bool(spent) and session.tasks.is_quiet)
    assert spent[0].read > 100
    assert spent[0].written > 2
    assert sums_of(session, qtbot).day.tokens == spent[0].read + spent[0].written


@pytest.mark.logs("What was learned about tokens in .* cannot be read")
def test_where_what_was_learned_of_tokens_is_damaged_the_log_says_so_and_learning_starts_again(
    qtbot: QtBot, talking: Talking, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tokens.json").write_bytes(b"\xff")

    assert ask(qtbot, talking(said("Fine.")), LONG).state is State.DONE


def test_where_no_prices_were_given_nothing_is_left_out_of_them(qtbot: QtBot, talking: Talking) -> None:
    session = talking(said("unused"))

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert session.talk.conversation.spending._prices.left_out == ()


def test_prices_that_were_corrected_are_reported_no_more(qtbot: QtBot, talking: Talking) -> None:
    session, told = talking(said("unused")), list[Notice]()
    spending = session.talk.conversation.spending
    with qtbot.waitSignal(spending.ready_to_edit, timeout=SECONDS) as made:
        spending.edit_prices()
    own = Path(made.args[0])
    own.write_text("[")
    session.notifications.noticed.connect(told.append)
    spending.read_prices()
    wait(qtbot, lambda: len(told) == 1)

    own.unlink()
    spending.read_prices()

    wait(qtbot, lambda: session.tasks.is_quiet)
    assert len(told) == 1


def test_a_commit_message_counts_although_the_program_ends_before_it_is_whole(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    came = list[object]()
    settings = anthropic(serving, Answer((Say("a: make"), Stall()), tokens=Tokens(fresh=900)))
    session = talking(settings=settings)
    session.reception.take_text(FIRST, "Pasted text")
    wait_for_files(qtbot, session, "a.py")
    session.decisions.accept(["a.py"])
    wait(qtbot, lambda: bool(session.review and session.review.commit))
    messages = session.talk.commit_messages
    messages.ask("here/small")
    wait(qtbot, lambda: messages._stream is not None)
    messages._stream.came.connect(came.append)
    wait(qtbot, lambda: bool(came))

    session.close()

    assert sums_of(talking(settings=settings), qtbot).day.tokens >= 900


def test_nothing_is_learned_of_tokens_from_a_request_with_a_picture(qtbot: QtBot, talking: Talking) -> None:
    session = talking(said("A cat."))
    conversation = session.talk.conversation
    conversation.choose(model="here/gpt-4o")
    with qtbot.waitSignal(conversation.asking.pictures_changed, timeout=SECONDS):
        conversation.asking.attach(Picture("image/png", b"\x89PNG", "cat.png"))
    ask(qtbot, session, LONG)
    sent, before = conversation.asking.sent, conversation.spending.estimator("gpt-4o")(LONG)
    assert sent is not None

    conversation.spending.learn(sent, Usage(2 * sum(sent.sizes.values())))

    assert conversation.spending.estimator("gpt-4o")(LONG) == before


def test_what_an_answer_cost_of_which_nothing_came_still_counts_when_it_is_asked_for_again(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    thought = Answer((Think("Let me count."), Drop()), tokens=Tokens(fresh=9_000))
    session = talking(settings=anthropic(serving, thought, Answer((Say("Three."),), tokens=Tokens(100, 30))))
    assert ask(qtbot, session, "Count.").state is State.BROKEN

    usage = go_on(qtbot, session).usage

    assert usage is not None
    assert usage.read == 9_100


@pytest.mark.parametrize("end", [Stall(), Drop()], ids=["stopped", "broken"])
def test_an_answer_of_which_the_service_told_no_figures_counts_by_a_guess(
    qtbot: QtBot, talking: Talking, end: Stall | Drop
) -> None:
    session = talking(Answer((Say(LONG), end)))
    begin(qtbot, session, "Count.", until="ten. One") if isinstance(end, Stall) else ask(qtbot, session, "Count.")

    usage = stop(qtbot, session).usage if isinstance(end, Stall) else session.talk.conversation.turns[-1].usage

    assert usage is not None
    assert usage.read > 100
    assert sums_of(session, qtbot).day.tokens == usage.read + usage.written


def test_what_was_written_of_a_stopped_answer_is_guessed_where_the_service_told_only_what_it_read(
    qtbot: QtBot, talking: Talking, serving: Serving
) -> None:
    session = talking(settings=anthropic(serving, Answer((Say(LONG), Stall()), tokens=Tokens(fresh=9_000))))
    begin(qtbot, session, "Count.", until=LONG.rstrip())

    usage = stop(qtbot, session).usage

    assert usage is not None
    assert usage.read == 9_000
    assert 200 < usage.written < 800


def test_an_answer_that_was_refused_costs_nothing(qtbot: QtBot, talking: Talking) -> None:
    session = talking(Refusal(401))

    assert ask(qtbot, session, "Count.").usage is None

    assert sums_of(session, qtbot) == SpendingTotals()


def test_of_what_is_learned_of_tokens_the_latest_is_what_stays(qtbot: QtBot, talking: Talking, tmp_path: Path) -> None:
    session = talking(said("Fine."))
    spending = session.talk.conversation.spending
    ask(qtbot, session, LONG)
    sent = session.talk.conversation.asking.sent
    assert sent is not None
    for counted in range(100):
        spending.learn(sent, Usage(sum(sent.sizes.values()) + counted))
    learned = spending.estimator(sent.parts.model)(LONG)

    session.close()

    kept = Calibration.from_json(next(tmp_path.rglob("tokens.json")).read_text(encoding="utf-8"))
    assert kept.estimate(LONG, sent.parts.model) == learned


def test_the_request_that_carries_out_a_plan_is_weighed_by_itself(qtbot: QtBot, talking: Talking) -> None:
    session = talking(said("Fine. " * 2_000), said("Set x to two."), said(FIRST))
    conversation = session.talk.conversation
    ask(qtbot, session, "Hello?")
    conversation.send("Make it two.", mode=Mode.ARCHITECT)

    wait(qtbot, lambda: [turn.state for turn in conversation.turns[4:]] == [State.DONE])

    assert conversation.asking.sent is not None
    assert sum(conversation.asking.sent.sizes.values()) < 2_000


def test_of_a_whole_answer_the_figures_of_the_service_count(qtbot: QtBot, talking: Talking) -> None:
    usage = ask(qtbot, talking(Answer((Say(LONG),), tokens=Tokens(written=1))), "Count.").usage

    assert usage is not None
    assert usage.written == 1
