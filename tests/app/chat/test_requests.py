"""Promises of requests: what goes into one, and when it may go."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.chat import usage
from guillemet.app.chat.context import ContextFiles
from guillemet.app.chat.request import PreparedRequest
from guillemet.app.chat.request_builder import RequestBuilder, options_unasked
from guillemet.app.chat.send_guard import SendGuard
from guillemet.app.chat.usage import UsageTracker
from guillemet.app.history import ContextFile
from guillemet.app.notices import Notifications
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import Mode, State, Turn, Use, awaited, given, question
from guillemet.engine.blocks import FormatName
from guillemet.llm.messages import Picture, Usage
from guillemet.llm.prompts.modes import EditStyle
from guillemet.settings import OtherFiles, Settings
from tests.kit.talks import wait

WITH_FINDING = "Use AKIAIOSFODNN7EXAMPLZ."
PASTED = given(1, "Said elsewhere.", "Pasted text", FormatName.GUILLEMET, "")
CAT = Picture("image/png", b"\x89PNG", "cat.png")


class Requests:
    """What makes requests and lets them through, without an open repository; results come with the event loop."""

    def __init__(self, qtbot: QtBot, tasks: TaskRunner, settings_file: Path) -> None:
        self._qtbot, self.tasks = qtbot, tasks
        self.preferences = Preferences(Settings(model="here/gpt-4o"), tasks, file=settings_file)
        workplace = RepositoryService(tasks)
        self.spending = UsageTracker(tasks, self.preferences, Notifications(), folder=settings_file.parent)
        files = ContextFiles(tasks, workplace)
        self.builder = RequestBuilder(tasks, workplace, self.preferences, files, self.spending)
        self.turns: tuple[Turn, ...] = ()
        self.guard = SendGuard(self.builder, self.spending, self.preferences, lambda: self.turns)
        self.ready, self.shown, self.done = list[PreparedRequest](), list[PreparedRequest](), list[PreparedRequest]()
        self.guard.prepared.connect(lambda prepared, _: self.shown.append(prepared))

    def begin(self, message: str) -> None:
        """Begin to make the request of a message ready."""
        self.guard.make_ready(message, self.ready.append, mode=Mode.EDIT)

    def settle(self) -> None:
        """Wait until nothing is made ready any more."""
        wait(self._qtbot, lambda: self.tasks.is_quiet)

    def prepared(self, message: str) -> PreparedRequest:
        """Return the request of a message."""
        self.begin(message)
        self.settle()
        return self.ready.pop()

    def send(self, prepared: PreparedRequest, model: str = "here/gpt-4o") -> None:
        """Send it, or show it where it may not go unseen."""
        self.guard.send(prepared, act=self.done.append, model=model)

    def copy(self, prepared: PreparedRequest) -> None:
        """Copy it, or show it where it may not go unseen."""
        self.guard.copy(prepared, act=self.done.append, instead=self.done.append)


@pytest.fixture
def requests(qtbot: QtBot, tmp_path: Path) -> Iterator[Requests]:
    tasks = TaskRunner()
    yield Requests(qtbot, tasks, tmp_path / "settings.json")
    tasks.close()


def test_a_later_request_replaces_an_earlier_one_that_is_not_ready(requests: Requests) -> None:
    requests.begin("One.")
    requests.begin("Two.")
    requests.settle()

    assert [one.asked.message for one in requests.ready] == ["Two."]


def test_a_request_that_is_stopped_before_it_is_ready_is_dropped(requests: Requests) -> None:
    requests.begin("One.")
    requests.guard.stop()
    requests.settle()

    assert requests.ready == []


def test_what_is_said_while_a_request_is_made_ready_goes_into_it(requests: Requests) -> None:
    requests.begin("One.")
    requests.turns = (PASTED,)
    requests.settle()

    assert [[turn.text for turn in one.asked.turns] for one in requests.ready] == [[PASTED.text]]


def test_a_request_is_made_for_the_model_that_is_chosen_while_it_is_made_ready(requests: Requests) -> None:
    requests.begin("One.")
    requests.preferences.choose(replace(requests.preferences.now, model="here/large"))
    requests.settle()

    assert [one.parts.model for one in requests.ready] == ["large"]


def test_an_empty_request_is_neither_sent_nor_shown(requests: Requests) -> None:
    requests.send(requests.prepared(" \n"))

    assert (requests.done, requests.shown) == ([], [])


def test_a_request_over_the_limit_is_shown_and_not_sent(requests: Requests) -> None:
    prepared = requests.prepared("One.")
    requests.preferences.choose(replace(requests.preferences.now, day_tokens=1))

    requests.send(prepared)

    assert (requests.done, requests.shown) == ([], [prepared])


def test_a_secret_is_looked_at_once_for_each_receiver(requests: Requests) -> None:
    prepared = requests.prepared(WITH_FINDING)
    requests.send(prepared)
    assert (requests.done, requests.shown) == ([], [prepared])
    requests.guard.send_shown(prepared)

    requests.send(prepared)
    requests.copy(prepared)
    requests.send(prepared, "elsewhere/large")

    assert len(requests.done) == 2
    assert len(requests.shown) == 3


def test_a_secret_is_looked_at_once_before_it_is_copied(requests: Requests) -> None:
    prepared = requests.prepared(WITH_FINDING)
    requests.copy(prepared)
    assert requests.done == []
    requests.guard.copy_shown(prepared, act=requests.done.append)

    requests.copy(prepared)

    assert len(requests.done) == 2


def test_another_conversation_forgets_which_secrets_were_looked_at_and_what_is_shown(requests: Requests) -> None:
    prepared = requests.prepared(WITH_FINDING)
    requests.guard.show(prepared, act=requests.done.append)
    requests.guard.send_shown(prepared)

    requests.guard.begin()

    assert not requests.guard.is_shown(prepared)
    assert not requests.guard.may_go(prepared, model="here/gpt-4o")


def test_what_is_sent_from_the_view_of_a_request_drops_the_one_that_is_being_made_ready(requests: Requests) -> None:
    prepared = requests.prepared("One.")
    requests.guard.show(prepared, act=requests.done.append)
    requests.begin("Two.")

    requests.guard.send_shown(prepared)
    requests.settle()

    assert requests.done == [prepared]
    assert requests.ready == []


@pytest.mark.parametrize("what", ["nothing", "another shown", "something said", "a model chosen"])
def test_only_what_was_shown_last_can_be_sent_from_there(requests: Requests, what: str) -> None:
    prepared = requests.prepared("One.")
    assert not requests.guard.is_shown(prepared)
    requests.guard.show(prepared, act=requests.done.append)
    if what == "another shown":
        requests.guard.show(requests.prepared("Two."), act=requests.done.append)
    if what == "something said":
        requests.turns = (PASTED,)
    if what == "a model chosen":
        requests.preferences.choose(replace(requests.preferences.now, model="here/large"))

    assert requests.guard.is_shown(prepared) == (what == "nothing")


def test_a_picture_goes_only_to_a_model_that_takes_pictures(requests: Requests) -> None:
    refused = list[str]()
    requests.builder.refused.connect(refused.append)
    requests.preferences.choose(replace(requests.preferences.now, model="here/small"))

    requests.builder.attach(CAT)

    assert requests.prepared("One.").asked.pictures == ()
    assert len(refused) == 1


def test_of_several_pictures_one_is_left_out(requests: Requests) -> None:
    for name in ("one.png", "two.png", "three.png"):
        requests.builder.attach(replace(CAT, path=name))
        requests.settle()

    requests.builder.detach(0)

    assert [one.path for one in requests.prepared("One.").asked.pictures] == ["two.png", "three.png"]


def test_what_went_with_the_last_message_goes_along_when_that_one_is_asked_again(requests: Requests) -> None:
    builder = requests.builder
    builder.take_outline(replace(builder._outline, named="def find_me()"))
    builder.attach(CAT)
    requests.settle()
    builder.tell_with_next(["I rejected it."])
    sent = requests.prepared("One.")
    assert len(sent.asked.notes) == 2
    builder.bring_back("One.")
    builder.note_sent(sent)
    assert requests.prepared("Two.").asked.pictures == ()

    builder.bring_back("Another message.")
    assert requests.prepared("Two.").asked.pictures == ()
    builder.bring_back("One.")

    again = requests.prepared("One.").asked
    assert (again.pictures, again.notes) == ((CAT,), sent.asked.notes)


def test_what_was_for_the_messages_of_one_conversation_goes_with_none_of_another(requests: Requests) -> None:
    builder = requests.builder
    builder.tell_with_next(["I rejected it."])
    builder.note_sent(requests.prepared("One."))
    builder.tell_with_next(["I changed it."])

    builder.begin()
    builder.bring_back("One.")

    assert requests.prepared("One.").asked.notes == ()


def test_a_plan_is_carried_out_by_the_model_for_edits_if_one_is_chosen(requests: Requests) -> None:
    sent = requests.prepared("One.")

    assert requests.builder.carried_out(sent, "The plan.")[1] == "here/gpt-4o"
    requests.preferences.choose(replace(requests.preferences.now, editor_model="here/large"))
    assert requests.builder.carried_out(sent, "The plan.")[1] == "here/large"


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("", EditStyle()),
        ("no-such-format", EditStyle()),
        ("guillemet", EditStyle(FormatName.GUILLEMET)),
        ("diff-fenced", EditStyle(fenced_path=True)),
        ("editor-diff", EditStyle(suggests_commands=False)),
        ("editor-diff-fenced", EditStyle(fenced_path=True, suggests_commands=False)),
    ],
)
def test_edits_are_asked_for_in_the_format_or_variant_that_is_chosen(
    requests: Requests, name: str, style: EditStyle
) -> None:
    requests.preferences.choose(replace(requests.preferences.now, edit_format=name))

    prepared = requests.prepared("Make it two.")

    assert prepared.parts.style == style
    assert prepared.asked_format is style.format
    assert ("git mv" in prepared.request.system) is style.suggests_commands


def test_files_of_which_no_contents_were_shown_are_new_to_the_model(requests: Requests) -> None:
    requests.builder.begin([ContextFile("a.py", Use.IN, ""), ContextFile("b.py", Use.IN, "0" * 40)])

    assert requests.prepared("One.").asked.shown_before == {"b.py": "0" * 40}


def test_replies_answer_what_was_asked_in_the_conversation(requests: Requests) -> None:
    requests.builder.begin(turns=[PASTED])
    assert requests.builder.options() == options_unasked(requests.preferences.now)

    requests.builder.begin(turns=[question(1, "Go.", Mode.EDIT, FormatName.GUILLEMET), PASTED])

    assert requests.builder.options().asked is FormatName.GUILLEMET


def test_what_was_not_shown_last_is_neither_sent_nor_copied_as_if_it_was(requests: Requests) -> None:
    prepared = requests.prepared(WITH_FINDING)
    requests.guard.send_shown(prepared)
    requests.guard.show(requests.prepared("Two."), act=requests.done.append)

    requests.guard.send_shown(prepared)
    requests.guard.copy_shown(prepared, act=requests.done.append)

    assert requests.done == []
    assert not requests.guard.may_go(prepared, model="here/gpt-4o")


@pytest.mark.parametrize(("model", "receiver"), [("", "here/gpt-4o"), ("elsewhere/large", "elsewhere/large")])
def test_a_request_is_shown_with_the_model_it_goes_to(requests: Requests, model: str, receiver: str) -> None:
    receivers = list[str]()
    requests.guard.prepared.connect(lambda _, model: receivers.append(model))

    requests.guard.show(requests.prepared("One."), act=requests.done.append, model=model)

    assert receivers == [receiver]


def test_another_finding_on_a_line_that_was_looked_at_is_looked_at_again(requests: Requests) -> None:
    requests.guard.show(first := requests.prepared(f"One.\n{WITH_FINDING}\nTwo."), act=requests.done.append)
    requests.guard.send_shown(first)

    moved = requests.prepared(f"One.\n\n{WITH_FINDING}")
    other = requests.prepared(f"One.\n{WITH_FINDING.replace('Z', 'Q')}\nTwo.")

    assert requests.guard.may_go(moved, model="here/gpt-4o")
    assert not requests.guard.may_go(other, model="here/gpt-4o")


def test_a_finding_that_stands_for_several_is_looked_at_again_when_one_of_them_is_another(requests: Requests) -> None:
    many = "\n".join(["One.", *[WITH_FINDING] * 40])
    requests.guard.show(first := requests.prepared(many), act=requests.done.append)
    assert any(secret.kind.endswith(" more") for secret in first.secrets)
    requests.guard.send_shown(first)

    other = requests.prepared(many[:-2] + "Q.")

    assert not requests.guard.may_go(other, model="here/gpt-4o")


def test_replies_answer_what_was_asked_for_last(requests: Requests) -> None:
    asked = (FormatName.UNIFIED_DIFF, FormatName.GUILLEMET)

    requests.builder.begin(turns=[question(number, "Go.", Mode.EDIT, one) for number, one in enumerate(asked, 1)])

    assert requests.builder.options().asked is FormatName.GUILLEMET


@pytest.mark.parametrize("others", tuple(OtherFiles))
def test_edits_of_files_outside_the_conversation_are_taken_as_the_settings_say(
    requests: Requests, others: OtherFiles
) -> None:
    requests.preferences.choose(replace(requests.preferences.now, outsiders=others))
    requests.builder.begin(turns=[question(1, "Go.", Mode.EDIT, FormatName.GUILLEMET)])

    assert requests.builder.options().others is others


def test_nothing_is_said_of_other_files_where_none_of_them_is_named(requests: Requests) -> None:
    assert requests.prepared("One.").asked.notes == ()


def test_what_is_learned_of_one_model_is_not_taken_for_another(requests: Requests) -> None:
    sent = requests.prepared("One.")
    text = "One, two, three. " * 50
    before = requests.spending.estimator("another")(text)

    requests.spending.learn(sent, Usage(3 * sum(sent.sizes.values())))

    assert requests.spending.estimator("gpt-4o")(text) > before
    assert requests.spending.estimator("another")(text) == before


def test_a_text_is_measured_once_until_many_others_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage, "_MOST", 2)
    asked = list[str]()
    cache = usage.TextCache(lambda _, text: asked.append(text))

    for text in ("one", "one", "two", "three", "two", "one"):
        cache("", text)

    assert asked == ["one", "two", "three", "one"]


def test_what_a_service_counted_of_an_answer_that_was_cut_off_is_not_guessed(requests: Requests) -> None:
    before = awaited(2, "here/gpt-4o", Mode.EDIT, None)
    turn, counted = replace(before, text="Hello.", state=State.STOPPED), Usage(read=9_000, written=500)

    charged = requests.spending.charged(turn, counted, before=before, sent=requests.prepared("One."))

    assert charged.usage == counted


def test_what_an_answer_cost_is_not_known_when_the_cost_of_a_part_of_it_is_not(requests: Requests) -> None:
    one = Usage(1_000)
    free, unknown = replace(PASTED, model="ollama/gemma"), replace(PASTED, model="nowhere/nothing")

    def money(turn: Turn, before: float | None) -> float | None:
        return requests.spending.charged(turn, one, before=replace(turn, usage=one, money=before), sent=None).money

    assert (money(free, 0.5), money(free, None), money(unknown, 0.5)) == (0.5, None, None)
