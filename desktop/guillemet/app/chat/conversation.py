"""The open conversation: its turns, whom they go to, and the verbs a user can ask of it.

Continuing after an answer takes one of three requests:

    it is a plan                  that alone and the files, to the model that writes the blocks of plans
    it was stopped or broke off
      and something came of it    the conversation and a message that asks for the rest, to the model that began
      and nothing came of it      the same request as before, built again, to the model that is chosen now

The second answer of an architect is one to a plan: its rest is asked for as edits, and again only the plan is sent.
"""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.async_loop import AsyncLoop
from guillemet.app.chat.answer import AnswerInput, AnswerStream, StopReason, StreamedStaging
from guillemet.app.chat.context import ContextFiles
from guillemet.app.chat.history_client import ConversationLog, HistoryClient, OpenedConversation
from guillemet.app.chat.request import PreparedRequest
from guillemet.app.chat.request_builder import RequestBuilder
from guillemet.app.chat.send_guard import SendGuard, TokenCounter
from guillemet.app.chat.usage import UsageTracker
from guillemet.app.notices import ANSWER_LEFT, NO_MODEL, Level, Notice, Notifications
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.services import Services
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import Mode, State, Turn, awaited, given, new_reply_id, question
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.blocks import FormatName
from guillemet.llm.messages import Request, Role, Usage
from guillemet.llm.prompts.continuing import continue_message
from guillemet.llm.prompts.layout import as_text
from guillemet.llm.prompts.modes import Aim

GoOn = Callable[[PreparedRequest, Turn], None]


class Conversation(QObject):
    """What is said with a model.

    Its parts have signals of their own: `services`, `files`, `answering`, `spending`, `gate`.

    Signals: `conversation_changed(tuple[Turn, ...])` with the turns of the conversation that is open now;
    `turn_begun(Turn)`; `turn_ended(Turn)`; `applied(Applied, bool)` when more of an answer was staged, with whether
    that was all of it; `prompt_ready(str)` with a request for the clipboard; `choice_changed()` when model or mode are
    others; `draft_requested(str)` with a text for the message box, `draft_found(str)` with the one kept from before;
    `leaving()` while what stands there can still be kept with this conversation, before another one is shown and in
    the end.
    """

    conversation_changed = Signal(object)
    turn_begun = Signal(object)
    turn_ended = Signal(object)
    applied = Signal(object, bool)
    prompt_ready = Signal(str)
    choice_changed = Signal()
    draft_requested = Signal(str)
    draft_found = Signal(str)
    leaving = Signal()

    def __init__(
        self,
        tasks: TaskRunner,
        loop: AsyncLoop,
        workplace: RepositoryService,
        preferences: Preferences,
        keeping: HistoryClient,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workplace, self._preferences, self._keeping = workplace, preferences, keeping
        self._notifications = notifications
        self.turns: tuple[Turn, ...] = ()
        self.services = Services(loop, preferences, self)
        self.files = ContextFiles(tasks, workplace, self)
        self.answering = AnswerStream(loop, self)
        self.spending = UsageTracker(tasks, preferences, notifications, folder=keeping.folder, parent=self)
        self.asking = RequestBuilder(tasks, workplace, preferences, self.files, self.spending, self)
        self.gate = SendGuard(self.asking, self.spending, preferences, lambda: self.turns, self)
        self.counting = TokenCounter(loop, self.services, preferences, self.gate, notifications, self)
        self.counting.counted.connect(self.spending.take_count)
        self.log = ConversationLog(keeping, "")
        self.answering.ended.connect(self._take_end)

    @property
    def mode(self) -> Mode:
        """What the next message asks for."""
        return Mode(self._preferences.now.mode)

    def choose(self, *, model: str | None = None, editor: str | None = None, mode: Mode | None = None) -> None:
        """Let the next message go to another model, or ask for something else."""
        changes = {"model": model, "editor_model": editor, "mode": None if mode is None else str(mode)}
        self._preferences.change(**{name: one for name, one in changes.items() if one is not None})
        self.log.keep_model(self._preferences.now.model, self.mode)
        self.choice_changed.emit()

    def begin(self) -> None:
        """Begin a new, empty conversation about the open repository."""
        self._leave()
        self.turns = ()
        self.asking.begin()
        self.gate.begin()
        self.log = ConversationLog(self._keeping, self._workplace.root)
        self.log.sums(self.spending.take_sums)
        self.conversation_changed.emit(self.turns)

    def take_up(self, opened: OpenedConversation) -> None:
        """Show a kept conversation and go on with it; nothing is sent."""
        self._leave()
        self.turns = tuple(replace(kept.turn, number=number) for number, kept in enumerate(opened.turns, 1))
        self.log = ConversationLog(self._keeping, self._workplace.root)
        self.log.take_up(opened)
        self.log.sums(self.spending.take_sums)
        self.asking.begin(opened.context.files, turns=self.turns, last_shown=opened.shown)
        self.gate.begin()
        self.files.replace_all({file.path: file.use for file in opened.context.files})
        if opened.context.model:
            self.choose(model=opened.context.model, mode=opened.context.mode)
        self.conversation_changed.emit(self.turns)
        self.draft_found.emit(opened.context.draft)

    def send(self, message: str, *, mode: Mode | None = None) -> None:
        """Ask the model, once in another mode; what holds new secrets or costs too much is shown first."""
        if not self.answering.is_flowing and message.strip():
            self.gate.make_ready(message, self._send, mode=mode or self.mode)

    def look_before_sending(self, message: str, *, replaces: int = 0) -> None:
        """Show the exact request that sending this message would make, in place of a turn if its number is named."""
        act = (lambda seen: self.resend(replaces, seen.asked.message, mode=seen.asked.mode)) if replaces else self._send
        show = partial(self.gate.show, act=act)
        self.gate.make_ready(message, show, mode=self.mode, after=replaces - 1 if replaces else None)

    def send_prepared(self, prepared: PreparedRequest) -> None:
        """Send what the user has looked at, secrets and all; shown again when it is not up to date any more."""
        if not self.gate.is_shown(prepared):
            self.look_before_sending(prepared.asked.message)
        elif not self.answering.is_flowing:
            self.gate.send_shown(prepared)

    def copy_prompt(self, message: str) -> None:
        """Put the request on the clipboard, for a web chat; one that holds new secrets is shown first."""
        if not message.strip():
            self._notifications.show(Notice(Level.INFO, "There is nothing to copy yet.", "Write a message first."))
            return
        check = partial(self.gate.copy, act=self._copy, instead=self._send)
        self.gate.make_ready(message, check, mode=self.mode)

    def copy_prepared(self, prepared: PreparedRequest) -> None:
        """Copy what the user has looked at, secrets and all; shown again when it is not up to date any more."""
        if self.gate.is_shown(prepared):
            self.gate.copy_shown(prepared, act=self._copy)
        else:
            self.look_before_sending(prepared.asked.message)

    def weigh(self, message: str, *, replaces: int = 0) -> None:
        """Estimate what sending this message would cost, in place of a turn if its number is named."""
        turns = self.turns[: replaces - 1] if replaces else self.turns

        def weigh(prepared: PreparedRequest) -> None:
            self.asking.take_looks(prepared.looks)
            self.spending.weigh(prepared, self._preferences.now.model)
            again = partial(self.asking.prepare, message, turns, mode=self.mode)
            self.counting.consider(self.asking.sent, again)

        self.log.sums(self.spending.take_sums)  # other windows may have spent since
        self.asking.prepare(message, turns, weigh, mode=self.mode, unweighed=self.spending.leave_unweighed)

    def stop(self) -> None:
        """End the answer at once, and what is being made ready; what came is kept."""
        self._stop(StopReason.BY_USER)

    def end(self) -> None:
        """End the answer, as the program ends."""
        self._stop(StopReason.CLOSED)
        self.leaving.emit()
        for growth in self.findChildren(StreamedStaging):
            growth.close()

    def go_on(self) -> None:
        """Let the model go on with an answer that was stopped or broke off, or ask again where nothing came of it."""
        last = self.turns[-1] if self.turns else None
        if last is None or last.state not in (State.STOPPED, State.BROKEN) or self.answering.is_flowing:
            return

        def go_on(prepared: PreparedRequest, turn: Turn) -> None:
            if self.turns[-1] is last:
                self.asking.note_sent(prepared)
                self._ask(turn, prepared.request)

        self._continue(go_on)

    def resend(self, number: int, message: str, *, mode: Mode | None = None) -> None:
        """Say something else in place of the turn of this number; the old branch is kept."""
        if not message.strip():
            return
        self._stop(StopReason.REPLACED)
        self.turns = self.turns[: number - 1]
        self.log.cut(number - 1)
        self.conversation_changed.emit(self.turns)
        self.send(message, mode=mode)

    def take_reply(self, text: str, source: str, *, asked: FormatName | None = None, reply_id: str = "") -> None:
        """Take a reply from outside the conversation, which is staged under this id, into it."""
        self._add(given(len(self.turns) + 1, text, source, asked, reply_id), is_staged=True)

    def options_of_reply(self) -> ApplyOptions:
        """Return how a reply from outside the conversation is applied: it answers only what no answer came to yet.

        Which model wrote any other one, and which files it was given, is unknown.
        """
        options = self.asking.options()
        is_awaited = bool(self.turns) and self.turns[-1].role is Role.USER  # that was copied for a web chat
        return options if is_awaited else replace(options, others=None)

    def keep_draft(self, draft: str) -> None:
        """Keep what stands in the message box."""
        self.log.keep_draft(draft)

    def note_spending(self, model: str, usage: Usage) -> None:
        """Count the cost of a request that is not a turn."""
        self.log.spend(model, usage, self.spending.cost(model, usage))
        self.log.sums(self.spending.take_sums)

    def _leave(self) -> None:
        """End what goes on here, and say so of an answer, before another conversation is shown."""
        if self.answering.is_flowing:
            self._notifications.show(ANSWER_LEFT)
        self._stop(StopReason.LEFT)
        self.leaving.emit()

    def _stop(self, why: StopReason) -> None:
        self.gate.stop()
        self.answering.stop(why=why)

    def _send(self, prepared: PreparedRequest) -> None:
        model = self._preferences.now.model
        if model:
            self.gate.send(prepared, act=self._say_and_answer, model=model)
        else:
            self._notifications.show(NO_MODEL)
            self.draft_requested.emit(prepared.asked.message)

    def _say_and_answer(self, prepared: PreparedRequest) -> None:
        self.asking.note_sent(prepared)
        model, mode = self._preferences.now.model, prepared.asked.mode
        answer = awaited(len(self.turns) + 2, model, mode, prepared.asked_format)
        self._add(question(len(self.turns) + 1, prepared.asked.message, mode), answer)
        self._ask(answer, prepared.request)

    def _copy(self, prepared: PreparedRequest) -> None:
        if prepared.is_empty:
            return
        if self.answering.is_flowing:
            self._notifications.show(
                Notice(Level.INFO, "An answer is still coming.", "Copy the prompt after it, or stop it.")
            )
            return
        self.asking.note_sent(prepared)
        asked = prepared.asked
        self._add(question(len(self.turns) + 1, asked.message, asked.mode, prepared.asked_format))
        self.prompt_ready.emit(as_text(prepared.request))

    def _ask(self, turn: Turn, request: Request) -> None:
        growth = None
        if self._workplace.is_open and turn.reply_id:
            growth = StreamedStaging(turn.reply_id, self._workplace, self.asking.options(), self._notifications, self)
            growth.is_taken_up = bool(turn.text)
            growth.applied.connect(self.applied)
        opener, _ = self.services.opener(turn.model)
        files = self.files
        self.answering.begin(
            AnswerInput(turn, opener, request, files.known, files.editable, growth=growth, log=self.log)
        )

    def _take_end(self, turn: Turn, usage: Usage | None) -> None:
        ended = self.spending.charged(turn, usage, before=self.turns[turn.number - 1], sent=self.asking.sent)
        # A reply may have been pasted below it meanwhile.
        self.turns = (*self.turns[: ended.number - 1], ended, *self.turns[ended.number :])
        self.log.end(ended)
        self.log.sums(self.spending.take_sums)
        if usage is not None and self.asking.sent is not None:
            self.spending.learn(self.asking.sent, usage)
        self.turn_ended.emit(ended)
        self._carry_out(ended)

    def _continue(self, go_on: GoOn) -> None:
        """Make the request for the rest of the last turn ready, and go on with the turn that it fills."""
        last, plan = self.turns[-1], _plan(self.turns)
        asked = self.turns[: -2 if plan else -1]

        def send(prepared: PreparedRequest, model: str) -> None:
            turn = _filled(last, model, prepared)
            self.gate.send(prepared, act=lambda sent: go_on(sent, turn), model=model)

        def send_again(prepared: PreparedRequest) -> None:
            carried_out = self.asking.carried_out(prepared, plan.text) if plan else None
            send(*(carried_out or (prepared, self._preferences.now.model)))

        if last.text.strip() or not _is_question(asked[-1:]):
            mode = Mode.EDIT if plan else last.mode
            self.gate.make_ready(
                continue_message(last.text),
                lambda prepared: send(prepared, last.model),
                mode=mode,
                reminds=False,
                model=last.model,
            )
        else:
            before = asked[-1]
            self.asking.bring_back(before.text)
            self.gate.make_ready(before.text, send_again, mode=before.mode, after=len(asked) - 1)

    def _carry_out(self, plan: Turn) -> None:
        """Let the second model write the blocks of an answer, if that is a plan."""
        sent, is_answered = self.asking.sent, plan.state is State.DONE and plan.text.strip()
        if sent is None or sent.parts.aim is not Aim.PLAN or not is_answered:
            return
        request, model = self.asking.carried_out(sent, plan.text)
        self.gate.send(request, act=lambda carried_out: self._answer_plan(carried_out, model), model=model)

    def _answer_plan(self, prepared: PreparedRequest, model: str) -> None:
        self.asking.note_sent(prepared)
        self._add(awaited(len(self.turns) + 1, model, prepared.asked.mode, prepared.asked_format))
        self._ask(self.turns[-1], prepared.request)

    def _add(self, *turns: Turn, is_staged: bool = False) -> None:
        """Add them as one, so that a crash leaves no message without the answer that can be asked for again."""
        self.turns = (*self.turns, *turns)
        is_said = turns[0].role is Role.USER
        files = self.asking.shown_files() if is_said else ()
        self.log.add(turns, files, is_staged=is_staged)
        if is_said:
            self.log.keep_files(files)
            self.log.keep_model(self._preferences.now.model, self.mode)
        for turn in turns:
            self.turn_begun.emit(turn)


def _plan(turns: Sequence[Turn]) -> Turn | None:
    """Return the answer that stands above the last one, which writes the blocks of a plan then; None below a message.

    A reply that was pasted below the plan while that came stands there in its place.
    """
    return turns[-2] if [turn.role for turn in turns[-2:]] == [Role.ASSISTANT] * 2 else None


def _is_question(turns: Sequence[Turn]) -> bool:
    return any(turn.role is Role.USER and turn.text.strip() for turn in turns)


def _filled(turn: Turn, model: str, prepared: PreparedRequest) -> Turn:
    """Return the turn that the rest of this one goes into, or another answer where nothing came of it."""
    if turn.text.strip():
        is_named = turn.reply_id or not prepared.asked_format  # those that an earlier version kept are not
        return turn if is_named else replace(turn, reply_id=new_reply_id())
    begun = awaited(turn.number, model, turn.mode, prepared.asked_format)
    # The id stays, for it is kept in the history only when the answer begins.
    reply_id = turn.reply_id or begun.reply_id
    return replace(
        begun, state=turn.state, reasoning=turn.reasoning, usage=turn.usage, money=turn.money, reply_id=reply_id
    )
